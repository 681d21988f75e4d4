// Random constant buffers and structured elements with a value for each number in them: HLSL that copies all out, what the views of the TypeScript module
// write, and what a C++ program writes.

import { halfToBits } from '../../src/base/float16.ts'

interface Scalar {
  readonly name: string
  /** The value that stands for a number, as the shader reads it. */
  readonly value: (n: number) => number
  readonly ts: (v: number) => unknown
  readonly cpp: (v: number) => string
}

const same = (v: number): unknown => v
const plain = (v: number): string => String(v)
const signed = (n: number): number => (n % 2 === 0 ? n : -n)
const boolean = {
  value: (n: number) => n % 2,
  ts: (v: number): unknown => v === 1,
  cpp: plain,
}

const ALWAYS: readonly Scalar[] = [
  { name: 'float', value: n => n / 4, ts: same, cpp: plain },
  { name: 'int', value: signed, ts: same, cpp: plain },
  { name: 'uint', value: n => n, ts: same, cpp: plain },
  { name: 'bool', ...boolean },
  { name: 'double', value: n => n / 8, ts: same, cpp: plain },
  { name: 'int64_t', value: signed, ts: BigInt, cpp: plain },
  { name: 'uint64_t', value: n => n, ts: BigInt, cpp: plain },
]
const NARROW: readonly Scalar[] = [
  { name: 'float16_t', value: n => (n % 512) / 4, ts: same, cpp: v => String(halfToBits(v)) },
  { name: 'half', value: n => (n % 512) / 4, ts: same, cpp: v => String(halfToBits(v)) },
  { name: 'int16_t', value: signed, ts: same, cpp: plain },
  { name: 'uint16_t', value: n => n, ts: same, cpp: plain },
]
const MIN: readonly Scalar[] = [
  { name: 'min16float', value: n => (n % 512) / 4, ts: same, cpp: plain },
  { name: 'min16int', value: signed, ts: same, cpp: plain },
  { name: 'min16uint', value: n => n, ts: same, cpp: plain },
]

interface Member {
  readonly name: string
  readonly dims: readonly number[]
  /** A struct, or a scalar, vector or matrix. */
  readonly struct?: Struct
  readonly scalar?: Scalar
  readonly rows: number
  readonly columns: number
  readonly isMatrix: boolean
  readonly isRowMajor: boolean
  readonly bits: number
}

interface Struct {
  readonly name: string
  readonly members: readonly Member[]
}

export interface RandomBuffers {
  readonly source: string
  readonly native16Bit: boolean
  /** Values in the order in which the shader copies them. */
  readonly expected: readonly number[]
  /** Statements of C++ that fill `C c` and `items e[2]`. */
  readonly cpp: readonly string[]
  /** Writes all of it through views. */
  fill(scene: View, elements: readonly View[]): void
}

export type View = Record<string, unknown>

type Random = (below: number) => number

function random(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

class Maker {
  readonly structs: Struct[] = []
  readonly #random: Random
  readonly #scalars: readonly Scalar[]
  #names = 0

  constructor(pick: Random, scalars: readonly Scalar[]) {
    this.#random = pick
    this.#scalars = scalars
  }

  members(depth: number, hasBits: boolean): Member[] {
    const list: Member[] = []
    for (let left = 3 + this.#random(4); left > 0; left--) list.push(this.#member(depth))
    // Two bit fields share an integer.
    if (hasBits && this.#random(2) === 0) for (const bits of [5, 11]) list.push({ ...this.#plain(), dims: [], bits })
    return list
  }

  #plain(): Member {
    const scalar = this.#scalars.find(s => s.name === 'uint')!
    return {
      name: `m${this.#names++}`,
      dims: [],
      scalar,
      rows: 1,
      columns: 1,
      isMatrix: false,
      isRowMajor: false,
      bits: 0,
    }
  }

  #member(depth: number): Member {
    const pick = this.#random
    const base = this.#plain()
    const dims = [[], [], [], [2], [3], [2, 2]][pick(6)]!
    if (depth > 0 && pick(4) === 0) return { ...base, dims, struct: this.#struct(depth - 1) }
    const scalar = this.#scalars[pick(this.#scalars.length)]!
    const shape = pick(3)
    if (shape === 0) return { ...base, dims, scalar }
    if (shape === 1) return { ...base, dims, scalar, columns: 2 + pick(3) }
    return {
      ...base,
      dims,
      scalar,
      rows: 1 + pick(4),
      columns: 1 + pick(4),
      isMatrix: true,
      isRowMajor: pick(2) === 0,
    }
  }

  #struct(depth: number): Struct {
    const made = { name: `S${this.structs.length}`, members: this.members(depth, true) }
    // Those that it holds were pushed before it; its own number is taken when it is whole.
    const struct = { ...made, name: `S${this.structs.length}` }
    this.structs.push(struct)
    return struct
  }
}

function declared({ name, dims, struct, scalar, rows, columns, isMatrix, isRowMajor, bits }: Member): string {
  const shape = isMatrix ? `${rows}x${columns}` : columns > 1 ? String(columns) : ''
  const type = struct ? struct.name : `${isMatrix && isRowMajor ? 'row_major ' : ''}${scalar!.name}${shape}`
  return `${type} ${name}${dims.map(d => `[${d}]`).join('')}${bits > 0 ? ` : ${bits}` : ''};`
}

const structText = ({ name, members }: Struct): string => `struct ${name} { ${members.map(declared).join(' ')} };`

/** Every index of an array of these dimensions. */
const indexes = (dims: readonly number[]): number[][] =>
  dims.reduce<number[][]>((all, d) => all.flatMap(at => Array.from({ length: d }, (_, i) => [...at, i])), [[]])

const brackets = (at: readonly number[]): string => at.map(i => `[${i}]`).join('')

class Walk {
  readonly expected: number[] = []
  readonly hlsl: string[] = []
  readonly cpp: string[] = []
  readonly writes: ((views: readonly View[]) => void)[] = []

  struct(members: readonly Member[], hlsl: string, cpp: string, view: (views: readonly View[]) => View): void {
    for (const member of members) for (const at of indexes(member.dims)) this.#element(member, at, hlsl, cpp, view)
  }

  #element(
    member: Member,
    at: readonly number[],
    hlslBase: string,
    cppBase: string,
    view: (views: readonly View[]) => View,
  ): void {
    const { name, struct, dims } = member
    const hlsl = `${hlslBase}${name}${brackets(at)}`
    const cpp = `${cppBase}${name}${brackets(at)}`
    const isArray = dims.length > 0
    if (struct) {
      const inner = (views: readonly View[]): View => {
        const own = view(views)
        return (isArray ? (own[name] as (...i: readonly number[]) => View)(...at) : own[name]) as View
      }
      this.struct(struct.members, `${hlsl}.`, `${cpp}.`, inner)
      return
    }
    const values = this.#values(member, hlsl, cpp)
    this.writes.push(views => {
      const own = view(views)
      const value = values.length === 1 && member.columns === 1 && !member.isMatrix ? values[0] : values
      if (isArray)
        (own[`set${name[0]!.toUpperCase()}${name.slice(1)}`] as (...w: readonly unknown[]) => void)(...at, value)
      else own[name] = value
    })
  }

  /** Row after row. */
  #values(member: Member, hlsl: string, cpp: string): unknown[] {
    const { rows, columns, isMatrix, isRowMajor, bits } = member
    const scalar = member.scalar!
    const values: unknown[] = []
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++) {
        const n = this.expected.length + 1
        const value = scalar.value(bits > 0 ? n % (1 << bits) : n)
        const inMemory = isRowMajor ? `[${r}][${c}]` : `[${c}][${r}]`
        const read = isMatrix ? `[${r}][${c}]` : columns > 1 ? `[${c}]` : ''
        this.hlsl.push(`o[${this.expected.length}] = float(${hlsl}${read});`)
        this.cpp.push(`${cpp}${isMatrix ? inMemory : columns > 1 ? `[${c}]` : ''} = ${scalar.cpp(value)};`)
        this.expected.push(value)
        values.push(scalar.ts(value))
      }
    return values
  }
}

/** The program of a seed: a constant buffer `C`, and a structured buffer `items` of two elements. */
export function randomBuffers(seed: number): RandomBuffers {
  const pick = random(seed)
  const native16Bit = seed % 2 === 0
  const maker = new Maker(pick, [...ALWAYS, ...(native16Bit ? NARROW : MIN)])
  const members = maker.members(2, false)
  const item: Struct = { name: 'Item', members: maker.members(1, true) }
  const walk = new Walk()
  walk.struct(members, '', 'c.', views => views[0]!)
  for (const e of [0, 1]) walk.struct(item.members, `items[${e}].`, `e[${e}].`, views => views[1 + e]!)
  const source = `${[...maker.structs, item].map(structText).join('\n')}
cbuffer C : register(b0) { ${members.map(declared).join(' ')} };
StructuredBuffer<Item> items : register(t0);
RWStructuredBuffer<float> o : register(u0);
[numthreads(1, 1, 1)] void main() {
${walk.hlsl.join('\n')}
}
`
  return {
    source,
    native16Bit,
    expected: walk.expected,
    cpp: walk.cpp,
    fill: (scene, elements) => {
      for (const write of walk.writes) write([scene, ...elements])
    },
  }
}
