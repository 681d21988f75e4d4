// A root signature that gives shaders what they bind: as data, as HLSL text and as C++ for D3D12. Single constant buffers are root descriptors while there is
// room, all else lies in descriptor tables; what one stage alone binds only that stage sees.

import type { BindingReflection, Reflection } from './model.ts'

export type RangeType = 'CBV' | 'SRV' | 'UAV' | 'Sampler'

export interface SuggestedRange {
  readonly type: RangeType
  readonly register: number
  readonly space: number
  /** null: unbounded. */
  readonly count: number | null
}

export interface SuggestedParameter {
  /** `cbv`: a root descriptor, with one range of one register. */
  readonly kind: 'cbv' | 'table'
  /** `ALL`, `VERTEX`, `PIXEL`, ... */
  readonly visibility: string
  readonly ranges: readonly SuggestedRange[]
}

export interface SuggestedRootSignature {
  /** Names of flags in HLSL: `ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT`. */
  readonly flags: readonly string[]
  readonly parameters: readonly SuggestedParameter[]
  /** For [RootSignature()] and -rootsig-define. */
  readonly hlsl: string
  /** Statements that fill a D3D12_VERSIONED_ROOT_SIGNATURE_DESC named `desc`. */
  readonly cpp: string
}

/** Two of the 64 words of a root signature each. */
const MAX_ROOT_BUFFERS = 16
/** Stages that root parameters can be for alone. */
const VISIBLE = ['VERTEX', 'HULL', 'DOMAIN', 'GEOMETRY', 'PIXEL', 'AMPLIFICATION', 'MESH']
const HEAP_FLAGS: readonly (readonly [feature: string, flag: string])[] = [
  ['ResourceDescriptorHeapIndexing', 'CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED'],
  ['SamplerDescriptorHeapIndexing', 'SAMPLER_HEAP_DIRECTLY_INDEXED'],
]
/** Of registers in libraries that are to be linked first. */
const UNBOUND = 0xffffffff

interface Range {
  readonly type: RangeType
  readonly space: number
  first: number
  /** Infinity: unbounded. */
  last: number
  visibility: string
}

/** Of a pipeline's shaders together. */
export function suggestSignature(shaders: readonly Reflection[]): SuggestedRootSignature {
  const flags = suggestFlags(shaders)
  const parameters = suggestParameters(mergedRanges(shaders))
  return { flags, parameters, hlsl: hlslText(flags, parameters), cpp: cppText(flags, parameters) }
}

function suggestFlags(shaders: readonly Reflection[]): string[] {
  const features = new Set<string>(
    shaders
      .flatMap(s => (s.kind === 'shader' ? [s.requires] : s.functions.map(f => f.requires)))
      .flatMap(r => r.features),
  )
  const layout = shaders.some(
    s => s.kind === 'shader' && s.stage === 'Vertex' && s.inputs.some(i => i.systemValue === 0),
  )
  return [
    ...(layout ? ['ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT'] : []),
    ...HEAP_FLAGS.flatMap(([feature, flag]) => (features.has(feature) ? [flag] : [])),
  ]
}

const rangeType = ({ type }: BindingReflection): RangeType =>
  type === 'cbuffer' ? 'CBV' : type === 'sampler' ? 'Sampler' : type.startsWith('uav_') ? 'UAV' : 'SRV'

function mergedRanges(shaders: readonly Reflection[]): Range[] {
  const all: Range[] = []
  for (const s of shaders) {
    const stage = s.kind === 'shader' ? s.stage.toUpperCase() : ''
    const visibility = VISIBLE.includes(stage) ? stage : 'ALL'
    for (const b of s.bindings)
      if (b.register !== UNBOUND && b.space !== UNBOUND)
        all.push({
          type: rangeType(b),
          space: b.space,
          first: b.register,
          last: b.register + (b.count ?? Number.POSITIVE_INFINITY) - 1,
          visibility,
        })
  }
  const order = ['CBV', 'SRV', 'UAV', 'Sampler']
  all.sort(
    (a, b) =>
      order.indexOf(a.type) - order.indexOf(b.type) || a.space - b.space || a.first - b.first || a.last - b.last,
  )
  const merged: Range[] = []
  for (const r of all) {
    const open = merged.at(-1)
    const isSame = open && open.type === r.type && open.space === r.space
    // What two stages bind both see; neighbours of one stage are one range, but for constant buffers.
    if (isSame && r.first <= open.last) {
      open.last = Math.max(open.last, r.last)
      if (open.visibility !== r.visibility) open.visibility = 'ALL'
    } else if (isSame && r.first === open.last + 1 && r.visibility === open.visibility && r.type !== 'CBV')
      open.last = r.last
    else merged.push({ ...r })
  }
  return merged
}

function suggestParameters(ranges: readonly Range[]): SuggestedParameter[] {
  const parameters: SuggestedParameter[] = []
  const tables = new Map<string, SuggestedRange[]>()
  for (const { type, space, first, last, visibility } of ranges) {
    const count = last === Number.POSITIVE_INFINITY ? null : last - first + 1
    const range: SuggestedRange = { type, register: first, space, count }
    // Nothing fits behind a range without end.
    if (type === 'CBV' && count === 1 && parameters.length < MAX_ROOT_BUFFERS)
      parameters.push({ kind: 'cbv', visibility, ranges: [range] })
    else {
      const key = `${visibility} ${count === null ? `${type} ${space} ${first}` : type === 'Sampler'}`
      tables.set(key, [...(tables.get(key) ?? []), range])
    }
  }
  for (const [key, list] of tables) parameters.push({ kind: 'table', visibility: key.split(' ')[0]!, ranges: list })
  return parameters
}

const LETTERS: Readonly<Record<RangeType, string>> = { CBV: 'b', SRV: 't', UAV: 'u', Sampler: 's' }

function hlslText(flags: readonly string[], parameters: readonly SuggestedParameter[]): string {
  const place = ({ type, register, space }: SuggestedRange): string =>
    `${LETTERS[type]}${register}${space ? `, space = ${space}` : ''}`
  const range = (r: SuggestedRange): string =>
    `${r.type}(${place(r)}${r.count === 1 ? '' : `, numDescriptors = ${r.count ?? 'unbounded'}`})`
  const list = parameters.map(({ kind, visibility, ranges }) => {
    const seen = visibility === 'ALL' ? '' : `, visibility = SHADER_VISIBILITY_${visibility}`
    return kind === 'cbv'
      ? `CBV(${place(ranges[0]!)}${seen})`
      : `DescriptorTable(${ranges.map(range).join(', ')}${seen})`
  })
  return [...(flags.length > 0 ? [`RootFlags(${flags.join(' | ')})`] : []), ...list].join(', ')
}

function cppText(flags: readonly string[], parameters: readonly SuggestedParameter[]): string {
  const lines: string[] = []
  const isEmpty = parameters.length === 0
  parameters.forEach(({ kind, ranges }, i) => {
    if (kind === 'cbv') return
    const rows = ranges.map(({ type, register, space, count }) => {
      const number = count === null ? 'UINT_MAX' : count
      return `  {D3D12_DESCRIPTOR_RANGE_TYPE_${type.toUpperCase()}, ${number}, ${register}, ${space}, D3D12_DESCRIPTOR_RANGE_FLAG_NONE, D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND},`
    })
    lines.push(`const D3D12_DESCRIPTOR_RANGE1 ranges${i}[] = {`, ...rows, '};')
  })
  if (!isEmpty) lines.push(`D3D12_ROOT_PARAMETER1 parameters[${parameters.length}] = {};`)
  parameters.forEach(({ kind, visibility, ranges }, i) => {
    const [range] = ranges
    lines.push(
      ...(kind === 'cbv'
        ? [
            `parameters[${i}].ParameterType = D3D12_ROOT_PARAMETER_TYPE_CBV;`,
            `parameters[${i}].Descriptor = {${range!.register}, ${range!.space}, D3D12_ROOT_DESCRIPTOR_FLAG_NONE};`,
          ]
        : [
            `parameters[${i}].ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;`,
            `parameters[${i}].DescriptorTable = {${ranges.length}, ranges${i}};`,
          ]),
      `parameters[${i}].ShaderVisibility = D3D12_SHADER_VISIBILITY_${visibility};`,
    )
  })
  const bits = flags.map(f => `D3D12_ROOT_SIGNATURE_FLAG_${f}`).join(' | ') || 'D3D12_ROOT_SIGNATURE_FLAG_NONE'
  lines.push(
    'D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc = {};',
    'desc.Version = D3D_ROOT_SIGNATURE_VERSION_1_1;',
    `desc.Desc_1_1 = {${parameters.length}, ${isEmpty ? 'nullptr' : 'parameters'}, 0, nullptr, ${bits}};`,
  )
  return `${lines.join('\n')}\n`
}
