// A library's subobjects, from RDAT's table.

import { FormatError } from '../base/format_error.ts'
import { type Rdat, rdatBytes, rdatIndexes, rdatRows, rdatString } from '../container/rdat.ts'
import type { RdatRecord } from '../container/rdat_records.ts'
import { nameOf } from '../spec/psv_enums.ts'
import { RDAT_PART, SUBOBJECT_KIND } from '../spec/rdat_enums.ts'
import { COMMENT } from './columns.ts'

/** By bit number. */
const STATE_OBJECT_FLAGS: Readonly<Record<number, string>> = {
  0: 'STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS',
  1: 'STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS',
  2: 'STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS',
}
const PIPELINE_FLAGS: Readonly<Record<number, string>> = {
  8: 'RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES',
  9: 'RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES',
  10: 'RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS',
}
const HIT_GROUP_TYPE: readonly string[] = ['Triangle', 'ProceduralPrimitive']
const NOT_READABLE = '<error getting subobject>'

const K = SUBOBJECT_KIND
type Words = readonly [a: number, b: number, c: number, d: number]

/** What stands between the braces, by kind. */
const BODY: Readonly<Record<number, (words: Words, names: Names) => string>> = {
  [K.StateObjectConfig]: ([flags]) => flagsText(flags, STATE_OBJECT_FLAGS, '<invalid StateObjectFlag>'),
  [K.GlobalRootSignature]: rootSignature,
  [K.LocalRootSignature]: rootSignature,
  [K.SubobjectToExportsAssociation]: ([subobject, exports], names) => {
    const exported = [...(rdatIndexes(names.rdat, exports) ?? [])].map(offset => `"${names.at(offset)}"`)
    return `"${names.at(subobject)}", { ${exported.join(', ')} } `
  },
  [K.RaytracingShaderConfig]: ([payload, attributes]) =>
    `MaxPayloadSizeInBytes = ${payload}, MaxAttributeSizeInBytes = ${attributes}`,
  [K.RaytracingPipelineConfig]: ([depth]) => `MaxTraceRecursionDepth = ${depth}`,
  [K.HitGroup]: ([type, anyHit, closestHit, intersection], names) =>
    `HitGroupType = ${HIT_GROUP_TYPE[type] ?? '<invalid HitGroupType>'}, Anyhit = "${names.at(anyHit)}", ` +
    `Closesthit = "${names.at(closestHit)}", Intersection = "${names.at(intersection)}"`,
  [K.RaytracingPipelineConfig1]: ([depth, flags]) =>
    `MaxTraceRecursionDepth = ${depth}, Flags = ${flagsText(flags, PIPELINE_FLAGS, '<invalid RaytracingPipelineFlags>')}`,
}

/** The section; nothing when RDAT has no subobjects. @throws FormatError when its names repeat beyond measure */
export function subobjectLines(p: Rdat): string[] {
  const rows = rdatRows(p, RDAT_PART.SubobjectTable)
  if (rows.length === 0) return []
  const names = new Names(p)
  return [COMMENT, `${COMMENT} Subobjects:`, COMMENT, ...rows.map(row => subobjectLine(row, names)), COMMENT]
}

/** More than any library has; rows of a damaged table may all point to one long list of one long name. */
const MAX_NAMES = 1 << 20
const MAX_CHARACTERS = 1 << 24

class Names {
  readonly rdat: Rdat
  #names = 0
  #characters = 0

  constructor(rdat: Rdat) {
    this.rdat = rdat
  }

  at(offset: number): string {
    const name = rdatString(this.rdat, offset) ?? ''
    this.#characters += name.length
    if (++this.#names > MAX_NAMES || this.#characters > MAX_CHARACTERS)
      throw new FormatError('the subobjects have too many names', 0, 'RDAT')
    return name
  }
}

function subobjectLine(row: RdatRecord, names: Names): string {
  const number = (field: string): number => Number((row as Readonly<Record<string, unknown>>)[field] ?? 0)
  const kind = number('kind')
  const known = Object.hasOwn(BODY, kind)
  const words: Words = [number('a'), number('b'), number('c'), number('d')]
  const kindText = known ? nameOf(SUBOBJECT_KIND, kind) : '<invalid kind>'
  return `${COMMENT}  ${kindText} ${names.at(number('name'))} = { ${known ? BODY[kind]!(words, names) : ''} };`
}

function rootSignature([offset, size]: Words, { rdat }: Names): string {
  return rdatBytes(rdat, { offset, size }) ? `<${size} bytes>` : NOT_READABLE
}

function flagsText(flags: number, names: Readonly<Record<number, string>>, unknown: string): string {
  if (flags === 0) return '0'
  const set: string[] = []
  for (let bit = 0; bit < 32; bit++) if ((flags >>> bit) & 1) set.push(names[bit] ?? unknown)
  return set.join(' | ')
}
