// A library's subobjects, from RDAT's table.

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
const BODY: Readonly<Record<number, (words: Words, p: Rdat) => string>> = {
  [K.StateObjectConfig]: ([flags]) => flagsText(flags, STATE_OBJECT_FLAGS, '<invalid StateObjectFlag>'),
  [K.GlobalRootSignature]: rootSignature,
  [K.LocalRootSignature]: rootSignature,
  [K.SubobjectToExportsAssociation]: ([subobject, exports], p) => {
    const names = [...(rdatIndexes(p, exports) ?? [])].map(offset => `"${rdatString(p, offset) ?? ''}"`)
    return `"${rdatString(p, subobject) ?? ''}", { ${names.join(', ')} } `
  },
  [K.RaytracingShaderConfig]: ([payload, attributes]) =>
    `MaxPayloadSizeInBytes = ${payload}, MaxAttributeSizeInBytes = ${attributes}`,
  [K.RaytracingPipelineConfig]: ([depth]) => `MaxTraceRecursionDepth = ${depth}`,
  [K.HitGroup]: ([type, anyHit, closestHit, intersection], p) =>
    `HitGroupType = ${HIT_GROUP_TYPE[type] ?? '<invalid HitGroupType>'}, Anyhit = "${rdatString(p, anyHit) ?? ''}", ` +
    `Closesthit = "${rdatString(p, closestHit) ?? ''}", Intersection = "${rdatString(p, intersection) ?? ''}"`,
  [K.RaytracingPipelineConfig1]: ([depth, flags]) =>
    `MaxTraceRecursionDepth = ${depth}, Flags = ${flagsText(flags, PIPELINE_FLAGS, '<invalid RaytracingPipelineFlags>')}`,
}

/** The section; nothing when RDAT has no subobjects. */
export function subobjectLines(p: Rdat): string[] {
  const rows = rdatRows(p, RDAT_PART.SubobjectTable)
  if (rows.length === 0) return []
  return [COMMENT, `${COMMENT} Subobjects:`, COMMENT, ...rows.map(row => subobjectLine(row, p)), COMMENT]
}

function subobjectLine(row: RdatRecord, p: Rdat): string {
  const number = (field: string): number => Number((row as Readonly<Record<string, unknown>>)[field] ?? 0)
  const kind = number('kind')
  const known = Object.hasOwn(BODY, kind)
  const words: Words = [number('a'), number('b'), number('c'), number('d')]
  const kindText = known ? nameOf(SUBOBJECT_KIND, kind) : '<invalid kind>'
  const body = known ? BODY[kind]!(words, p) : ''
  return `${COMMENT}  ${kindText} ${rdatString(p, number('name')) ?? ''} = { ${body} };`
}

function rootSignature([offset, size]: Words, p: Rdat): string {
  return rdatBytes(p, { offset, size }) ? `<${size} bytes>` : NOT_READABLE
}

function flagsText(flags: number, names: Readonly<Record<number, string>>, unknown: string): string {
  if (flags === 0) return '0'
  const set: string[] = []
  for (let bit = 0; bit < 32; bit++) if ((flags >>> bit) & 1) set.push(names[bit] ?? unknown)
  return set.join(' | ')
}
