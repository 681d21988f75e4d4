// Elements of random signatures: types of every kind, interpolation modifiers, system values where they belong and where they do not.

import type { Dice } from '../libraries/shapes.ts'

/** A place that holds a number, vector or matrix, under `$`, the name of what holds it. */
export interface Place {
  readonly text: string
  readonly type: string
}
export interface Element {
  /** Without the semicolon. */
  readonly declaration: string
  readonly places: readonly Place[]
}

const PLAIN = ['float', 'float', 'float', 'uint', 'int']
const RARE = [
  'half',
  'bool',
  'min16float',
  'min16int',
  'min16uint',
  'min10float',
  'min12int',
  'snorm float',
  'unorm float',
]
const WIDE = ['double', 'int64_t', 'uint64_t']
const NATIVE = ['float16_t', 'int16_t', 'uint16_t']
const MODES = ['linear', 'nointerpolation', 'noperspective', 'centroid', 'sample']
const RIGHT_MODES = [
  ...MODES.map(m => `${m} `),
  'linear centroid ',
  'centroid noperspective ',
  'noperspective sample ',
  'linear noperspective ',
  'sample linear noperspective ',
]

/** Type of each system value where its type is right; `#` is the semantic index. */
const SYSTEM_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['SV_Position', ['float4']],
  ['SV_ClipDistance#', ['float', 'float2', 'float3', 'float4']],
  ['SV_CullDistance#', ['float', 'float2', 'float4']],
  ['SV_RenderTargetArrayIndex', ['uint']],
  ['SV_ViewportArrayIndex', ['uint']],
  ['SV_PrimitiveID', ['uint']],
  ['SV_InstanceID', ['uint']],
  ['SV_VertexID', ['uint']],
  ['SV_ShadingRate', ['uint']],
  ['SV_CullPrimitive', ['bool']],
  ['SV_IsFrontFace', ['bool']],
  ['SV_ViewID', ['uint']],
  ['SV_GSInstanceID', ['uint']],
  ['SV_OutputControlPointID', ['uint']],
  ['SV_DomainLocation', ['float2', 'float3']],
  ['SV_TessFactor', ['float']],
  ['SV_InsideTessFactor', ['float']],
  ['SV_SampleIndex', ['uint']],
  ['SV_Coverage', ['uint']],
  ['SV_InnerCoverage', ['uint']],
  ['SV_Barycentrics', ['float3']],
  ['SV_Target#', ['float4', 'float', 'uint4', 'int2']],
  ['SV_Depth', ['float']],
  ['SV_DepthLessEqual', ['float']],
  ['SV_StencilRef', ['uint']],
  ['SV_DispatchThreadID', ['uint3', 'uint']],
  ['SV_GroupID', ['uint3', 'uint']],
  ['SV_GroupThreadID', ['uint3', 'uint2']],
  ['SV_GroupIndex', ['uint']],
  ['SV_StartVertexLocation', ['int']],
  ['SV_StartInstanceLocation', ['uint']],
])
const SYSTEM_NAMES = [...SYSTEM_TYPES.keys()]

const vector = (kind: string, size: number): string => (size === 1 ? kind : `${kind}${size}`)

/** Parts of a signature, with what may be wrong about them. */
export class Elements {
  readonly declarations: string[] = []
  readonly #dice: Dice
  readonly #native: boolean
  /** How often something unusual is written that may be wrong. */
  readonly #wild: number

  /** Structs are among the fields: not of hull shaders, whose patch constant function DXC gives the first field for every one. */
  readonly #nests: boolean

  constructor(dice: Dice, native: boolean, wild: number, nests: boolean) {
    this.#dice = dice
    this.#nests = nests
    this.#native = native
    this.#wild = wild
  }

  /** An element of the user's own: one number, vector, matrix, array of these, or a struct. */
  own(name: string, letter: string, depth = 0): Element {
    const dice = this.#dice
    const semantic = dice.chance(this.#wild / 3)
      ? `${letter}${dice.below(2)}`
      : `${letter}${dice.name('_')}${dice.pick(['A', 'b', 'C0', 'd3'])}`
    if (depth === 0 && this.#nests && dice.chance(0.1)) return this.#nested(name, letter, semantic)
    const kind = this.#kind()
    const modes = this.#modes(/^(u?int|min\d\du?int|bool)/.test(kind))
    const dims = dice.chance(0.2) ? [1 + dice.below(4), ...(dice.chance(0.2) ? [1 + dice.below(2)] : [])] : []
    const isMatrix = dims.length < 2 && /^(float|uint|int|min16float|double)$/.test(kind) && dice.chance(0.08)
    const size = 1 + dice.below(/double|64/.test(kind) && !dice.chance(this.#wild) ? 2 : 4)
    const type = isMatrix ? `${kind}${1 + dice.below(4)}x${1 + dice.below(4)}` : vector(kind, size)
    const order = isMatrix ? dice.pick(['', 'row_major ', 'column_major ']) : ''
    const suffix = dims.map(d => `[${d}]`).join('')
    const at = dims.map(d => `[${dice.below(d)}]`).join('')
    const places = [{ text: `$.${name}${at}`, type }]
    return { declaration: `${order}${modes}${type} ${name}${suffix} : ${semantic}`, places }
  }

  #nested(name: string, letter: string, semantic: string): Element {
    const dice = this.#dice
    const fields = Array.from({ length: 1 + dice.below(3) }, (_, i) => this.own(`n${i}`, letter, 1))
    const type = this.struct('N', fields)
    // DXC refuses its own signatures of most arrays of structs.
    const dims = dice.chance(0.15 * this.#wild) ? '[2]' : ''
    const places = fields.flatMap(f =>
      f.places.map(p => ({ ...p, text: p.text.replace('$', `$.${name}${dims && '[1]'}`) })),
    )
    const modes = dice.chance(this.#wild) ? this.#modes() : ''
    return { declaration: `${modes}${type} ${name}${dims}${dice.chance(0.3) ? ` : ${semantic}` : ''}`, places }
  }

  #kind(): string {
    const dice = this.#dice
    if (dice.chance(0.75)) return dice.pick(PLAIN)
    if (dice.chance(this.#wild)) return dice.pick(WIDE)
    return dice.pick(this.#native || dice.chance(this.#wild / 4) ? NATIVE : RARE)
  }

  /** @param isFlat only `nointerpolation` is right */
  #modes(isFlat = false): string {
    const dice = this.#dice
    if (!dice.chance(0.25)) return ''
    if (dice.chance(this.#wild)) return `${dice.pick(MODES)} ${dice.chance(0.4) ? `${dice.pick(MODES)} ` : ''}`
    return isFlat ? 'nointerpolation ' : dice.pick(RIGHT_MODES)
  }

  /** A system value that belongs there; now and then one that does not, or of another type. @param mayErr otherwise of its own type */
  system(name: string, semantic: string, mayErr = true): Element {
    const dice = this.#dice
    const chosen = dice.chance(this.#wild / 4) ? dice.pick(SYSTEM_NAMES) : semantic
    const types = SYSTEM_TYPES.get(chosen) ?? SYSTEM_TYPES.get(chosen.replace(/\d+$/, '#')) ?? ['float4']
    const type = mayErr && dice.chance(this.#wild / 4) ? vector(this.#kind(), 1 + dice.below(4)) : dice.pick(types)
    const full = chosen.replace('#', dice.chance(0.3) ? `${dice.below(2)}` : '')
    const mode = dice.chance(this.#wild / 3) ? this.#modes() : ''
    return { declaration: `${mode}${type} ${name} : ${full}`, places: [{ text: `$.${name}`, type }] }
  }

  /** Elements of one signature point: some of the user's own, and some of the system values. */
  list(prefix: string, most: number, systems: readonly string[]): Element[] {
    const dice = this.#dice
    const found = Array.from({ length: dice.below(most + 1) }, (_, i) =>
      this.own(`${prefix}${i}`, prefix.toUpperCase()),
    )
    for (const [i, semantic] of systems.entries())
      if (dice.chance(0.35)) found.splice(dice.below(found.length + 1), 0, this.system(`${prefix}s${i}`, semantic))
    return found
  }

  /** DXC lets patch constants of 64 bits pass that nobody reads, so there are none. */
  patchConstants(): Element[] {
    return this.list('c', 3, []).filter(e => !/double|64/.test(JSON.stringify([e, this.declarations.at(-1)])))
  }

  /** Declares a struct; gives its name. */
  struct(prefix: string, fields: readonly Element[]): string {
    const name = this.#dice.name(prefix)
    const base = fields.length > 2 && this.#dice.chance(0.1) ? this.struct('B', fields.slice(0, 1)) : ''
    const own = base ? fields.slice(1) : fields
    this.declarations.push(
      `struct ${name}${base && ` : ${base}`}\n{\n${own.map(f => `  ${f.declaration};\n`).join('')}};`,
    )
    return name
  }
}

/** A scalar of the place, as a float. */
export function scalarOf({ text, type }: Place): string {
  const matrix = /\dx\d$/.test(type)
  const isVector = !matrix && /[a-z_]\d$/.test(type.replace(/_t$/, '')) && !/^(u?int|float)\d\d_t$/.test(type)
  return `(float)${text}${matrix ? '._m00' : isVector ? '.x' : ''}`
}
