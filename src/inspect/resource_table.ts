// The resource table as DXC's disassembly heads it: Name, Type, Format, Dim, ID, HLSL Bind, Count.

import type { ResourceClass } from '../dxil/resources.ts'
import { COMPONENT_TYPE, nameOf, RESOURCE_KIND } from '../spec/psv_enums.ts'
import { resourceKindOf } from '../spec/resource_kinds.ts'
import type { ResourceRecord } from './resource_records.ts'

/** One line of the table, as text. '?' is what the container does not tell. */
export interface ResourceRow {
  readonly name: string
  readonly type: string
  readonly format: string
  readonly dim: string
  readonly id: string
  readonly bind: string
  readonly count: string
}

/** Word in the type column, prefix of the ID, prefix of the register. */
const CLASS_TEXT: Readonly<Record<ResourceClass, readonly [type: string, id: string, register: string]>> = {
  cbv: ['cbuffer', 'CB', 'cb'],
  sampler: ['sampler', 'S', 's'],
  srv: ['texture', 'T', 't'],
  uav: ['UAV', 'U', 'u'],
}

const K = RESOURCE_KIND
const DIM: Readonly<Record<number, string>> = {
  [K.Texture1D]: '1d',
  [K.Texture2D]: '2d',
  [K.Texture2DMS]: '2dMS',
  [K.Texture3D]: '3d',
  [K.TextureCube]: 'cube',
  [K.Texture1DArray]: '1darray',
  [K.Texture2DArray]: '2darray',
  [K.Texture2DMSArray]: '2darrayMS',
  [K.TextureCubeArray]: 'cubearray',
  [K.TypedBuffer]: 'buf',
  [K.TBuffer]: 'tbuffer',
  [K.RTAccelerationStructure]: 'ras',
  [K.FeedbackTexture2D]: 'fbtex2d',
  [K.FeedbackTexture2DArray]: 'fbtex2darray',
}

/** Normalised formats carry an underscore in DXC's listing; the others are the lower-case type name. */
const FORMAT: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(COMPONENT_TYPE).map(([name, value]) => [value, name.replace('Norm', 'norm_').toLowerCase()]),
)

export function resourceRow(r: ResourceRecord): ResourceRow {
  const [type, idPrefix, register] = CLASS_TEXT[r.class]
  return {
    name: r.name,
    type,
    format: format(r),
    dim: dimension(r),
    id: `${idPrefix}${r.id}`,
    bind: `${register}${r.lower}${r.space === 0 ? '' : `,space${r.space}`}`,
    count: r.count === undefined ? 'unbounded' : String(r.count),
  }
}

function format(r: ResourceRecord): string {
  if (r.class === 'cbv' || r.class === 'sampler') return 'NA'
  if (r.kind === K.RawBuffer) return 'byte'
  if (r.kind === K.StructuredBuffer) return 'struct'
  if (resourceKindOf(r.kind)?.family === 'feedback') return 'invalid'
  return r.componentType === undefined ? '?' : (FORMAT[r.componentType] ?? nameOf(COMPONENT_TYPE, r.componentType))
}

function dimension(r: ResourceRecord): string {
  if (r.class === 'cbv' || r.class === 'sampler') return 'NA'
  if (r.kind === K.RawBuffer || r.kind === K.StructuredBuffer) {
    if (r.class === 'srv') return 'r/o'
    return r.hasCounter ? 'r/w+cnt' : 'r/w'
  }
  const samples = resourceKindOf(r.kind)?.isMultisampled ? r.sampleCount || '' : ''
  return `${DIM[r.kind] ?? '?'}${samples}`
}

/** Column widths with the separator inside, as DXC pads: a cell wider than its column touches its neighbour. */
const COLUMNS: readonly (readonly [key: keyof ResourceRow, width: number])[] = [
  ['type', 10],
  ['format', 8],
  ['dim', 12],
  ['id', 8],
  ['bind', 15],
  ['count', 6],
]
const NAME_WIDTH = 31
const HEADINGS = [
  'Name                                 Type  Format         Dim      ID      HLSL Bind  Count',
  '------------------------------ ---------- ------- ----------- ------- -------------- ------',
]

/** The table as lines, headings included, exactly as DXC prints them behind '; '. */
export function resourceTableLines(rows: readonly ResourceRow[]): string[] {
  const line = (row: ResourceRow): string =>
    row.name.padEnd(NAME_WIDTH) + COLUMNS.map(([key, width]) => row[key].padStart(width)).join('')
  return [...HEADINGS, ...rows.map(line)]
}
