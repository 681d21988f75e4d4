// Memory layouts and resources: constant buffers, matrices, raw buffers, resource arrays, atomics. Offsets are written out by hand.

import { type CorpusCase, cbuffer, raw, structured, texture, typed, zeros } from '../corpus_case.ts'
import { pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

type Matrix = readonly (readonly number[])[]
const transposed = (m: Matrix): number[][] => m[0]!.map((_, c) => m.map(row => row[c]!))
const product = (a: Matrix, b: Matrix): number[][] =>
  a.map(row => b[0]!.map((_, c) => row.reduce((sum, v, k) => sum + v * b[k]![c]!, 0)))
const rowMajor = (m: Matrix): number[] => m.flat()
const columnMajor = (m: Matrix): number[] => transposed(m).flat()

/** A buffer with values at given byte offsets. */
function placed(size: number, items: readonly (readonly [number, string, readonly (number | bigint)[]])[]): Uint8Array {
  const bytes = new Uint8Array(size)
  for (const [offset, kinds, values] of items) bytes.set(pack(kinds, values), offset)
  return bytes
}

/** Each vector (row or column) of a matrix in a constant buffer starts a 16-byte row. */
const rows = (at: number, m: Matrix, kind = 'f32'): [number, string, readonly number[]][] =>
  m.map((row, i) => [at + 16 * i, kind, row])

const matrixLayout: CorpusCase = {
  shader: 'matrix_layout',
  run() {
    const random = new Seeded(80)
    const matrix = (rows: number, columns: number, low = -9): number[][] =>
      Array.from({ length: rows }, () => random.ints(columns, low, 9))
    const [r23, c23, p32, ri34, cu42, m44] = [
      matrix(2, 3),
      matrix(2, 3),
      matrix(3, 2),
      matrix(3, 4),
      matrix(4, 2, 0),
      matrix(4, 4),
    ]
    const [list0, list1, tail] = [matrix(3, 3), matrix(3, 3), matrix(2, 2)]
    const records = [0, 1].map(() => ({ r: matrix(2, 3), c: matrix(2, 3), plain: matrix(3, 3) }))
    const constants = placed(376, [
      ...rows(0, r23),
      ...rows(32, transposed(c23)),
      ...rows(80, transposed(p32)),
      ...rows(112, ri34, 'i32'),
      ...rows(160, transposed(cu42), 'u32'),
      ...rows(192, transposed(m44)),
      ...rows(256, list0),
      ...rows(304, list1),
      ...rows(352, transposed(tail)),
    ])
    type Record3 = { r: Matrix; c: Matrix; plain: Matrix }
    const stored = (x: Record3): number[] => [...rowMajor(x.r), ...columnMajor(x.c), ...columnMajor(x.plain)]
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', constants),
        structured('t0', 84, pack('f32', records.flatMap(stored))),
        structured('u0', 4, zeros(4 * 160)),
        structured('u1', 84, pack('f32', Array<number>(42).fill(-1))),
      ],
      expect() {
        const [s, s1] = [records[0]!, records[1]!]
        const nine = (m: Matrix): number[] => [
          ...m[0]!,
          m[0]![0]!,
          m[1]![1]!,
          m[2]![2]!,
          m[0]![2]!,
          m[1]![1]!,
          m[2]![0]!,
        ]
        const p = s.plain
        const edited = [
          [-1, p[0]![1]!, p[0]![2]!],
          [7, 8, 9],
          [(p[2]![0]! + 0.5) * 2, p[2]![1]! * 2, -2],
        ]
        const values = [
          ...[...r23.flat(), ...c23.flat(), ...columnMajor(p32)],
          ...product(ri34, [[1], [10], [100], [1000]]).flat(),
          ...cu42.map(([x, y]) => 100 * x! + y!),
          m44[0]![3]! + 2 * m44[3]![0]! + 4 * m44[1]![3]!,
          ...[...nine(list0), ...nine(list1)],
          tail[0]![0]! * tail[1]![1]! - tail[0]![1]! * tail[1]![0]!,
          ...[...s.r.flat(), ...s.c.flat(), ...nine(s.plain), ...s1.r.flat(), s1.plain[1]![2]!],
          ...[...nine(edited), ...nine(product(edited, list1))],
          ...product(r23, [[1], [2], [3]]).flat(),
          ...product([[1, -1]], c23).flat(),
          ...[4 + 10 + 18, 10, 14, 15, 21],
        ]
        const first: Record3 = {
          r: s.c,
          c: s.r.map(row => row.map(v => 2 * v - 1)),
          plain: edited.map((row, r) => row.map((v, c) => v + m44[r]![c]!)),
        }
        const untouched = [-1, -1, -1]
        const second: Record3 = { r: [untouched, s1.c[0]!], c: s1.r, plain: [untouched, untouched, [-1, 42, -1]] }
        return {
          u0: { layout: 'f32', values },
          u1: { layout: 'f32', values: [...stored(first), ...stored(second)] },
        }
      },
    }
  },
}

const cbufferLayout: CorpusCase = {
  shader: 'cbuffer_layout',
  run() {
    const inner = (at: number, n: number): [number, string, number[]][] => [
      [at, 'f32', [n, n + 1, n + 2, n + 3]],
      [at + 16, 'f32', [n + 4]],
      [at + 32, 'f32', [n + 5]],
    ]
    const packed = placed(268, [
      [0, 'f32', [0.5, 1, 2]],
      [16, 'f32', [3, 4, 5, 6]],
      [32, 'f32', [7]],
      [48, 'f32', [8]],
      [64, 'f32', [9, 10]], // e[2], then f4 right behind it
      ...inner(80, 20),
      [116, 'f32', [30]], // behind the last element of the struct's array
      ...inner(128, 40),
      ...inner(176, 50),
      [212, 'f32', [60, 61, 62]], // tail, then f5
      [224, 'i32', [-1, -2]],
      [240, 'i32', [-3, -4]],
      [248, 'u32', [1]],
      [256, 'u32', [0, 1]], // bool2 does not fit behind the bool
      [264, 'u32', [77]],
    ])
    const spaced = placed(84, [
      [4, 'f32', [81]],
      [24, 'f32', [82, 83]],
      [32, 'f32', [84, 85, 86, 87]],
      [80, 'i32', [-88]],
    ])
    const wide = placed(76, [
      [0, 'f32', [90]],
      [8, 'f64', [91.5, 92.25, 93.125, 94]],
      [40, 'u64', [0x123456789abcdef0n]],
      [48, 'i64', [1n, 2n, -95n]],
      [72, 'f32', [96]],
    ])
    const globals = placed(116, [
      [64, 'f32', [100, 101, 102]], // g2 at register(c4), then g0
      [80, 'f32', [103, 104, 105]],
      [96, 'f32', [106]],
      [112, 'f32', [107]],
    ])
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', globals),
        cbuffer('b3', packed),
        cbuffer('b1', spaced, 2),
        cbuffer('b2', wide),
        structured('u0', 16, zeros(16 * 48)),
      ],
      expect() {
        const fromInner = (n: number, k: number): number[] => [
          n,
          n + 1 + 10 * (n + 2) + 100 * (n + 3),
          n + 4,
          n + 4 + (k % 2),
        ]
        const values = [0, 1, 2, 3].flatMap(k => [
          ...[0.5, 1, 2, 6],
          ...[3, 4, 5, [7, 8, 9][k % 3]!],
          ...[10, 30, 60, 61],
          ...fromInner(20, k),
          ...fromInner(k % 2 ? 50 : 40, k),
          ...[62, ...(k < 2 ? [-1, -2] : [-3, -4]), 77],
          ...[1, 0, 1, 1],
          ...[84, 85 + 82, 86 + 83, 87],
          ...[81, -88, 102, 105],
          ...[100, 101, k % 2 ? 107 : 106, [103, 104, 105][k % 3]!],
          ...[90, 91.5, 92.25, 93.125],
          ...[94, 0x12345678, -95, 96],
        ])
        return { u0: { layout: 'f32', values: values.map(Math.fround) } }
      },
    }
  },
}

const rawLayout: CorpusCase = {
  shader: 'raw_buffer_layout',
  run() {
    const random = new Seeded(82)
    const float = new Float32Array(1)
    const bitsOf = (v: number): number => {
      float[0] = v
      return new Uint32Array(float.buffer)[0]!
    }
    const blocks = Array.from({ length: 8 }, () => random.u32s(16))
    const positions = blocks.map(() => random.floats(3, -8, 8))
    for (const [i, b] of blocks.entries()) for (const [k, v] of positions[i]!.entries()) b[10 + k] = bitsOf(v)
    const bytes = pack('u32', blocks.flat())
    return {
      dispatch: [1, 1, 1],
      resources: [raw('t0', bytes), raw('u0', zeros(1024))],
      expect() {
        const view = new DataView(bytes.buffer)
        const values = blocks.flatMap((b, id) => {
          const p = positions[id]!
          const path = [id]
          while (path.length <= 8) {
            const next = blocks[path.at(-1)!]![0]! % 8
            if (next === path.at(-1)) break
            path.push(next)
          }
          return [
            ...[b[0]! ^ b[9]!, b[2]!, b[1]!, b[3]! + b[6]!, b[4]! + b[7]!, b[5]! + b[8]!],
            ...[b[6]!, bitsOf(b[7]!), b[8]!, ~b[9]!],
            ...[...p.map(v => bitsOf(2 * v)), b[13]! | 0x80000000, b[15]! - 1, b[14]! - 1],
            ...[bitsOf(2 * p[1]!), bitsOf(p[0]! + 0.5), bitsOf(p[1]! + 0.5)],
            view.getUint32(64 * id + 1 + (id % 3), true),
            ...[path.length - 1, path.at(-1)! * 64],
            ...Array<number>(10).fill(0),
          ].map(v => v >>> 0)
        })
        return { u0: { layout: 'u32', values } }
      },
    }
  },
}

const resourceArrays: CorpusCase = {
  shader: 'resource_arrays',
  run() {
    const random = new Seeded(83)
    const layers = [0, 1, 2].map(() => random.ints(16, -99, 99))
    const pages = [0, 1].map(() => Array.from({ length: 16 }, () => random.ints(2, -99, 99)))
    const [before, elsewhere, floating] = [random.u32s(16), random.u32s(16), random.ints(16, -9, 9)]
    const [layer, page, factor] = [1, 0, 0.25]
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2 f32', [layer, page, factor])),
        ...layers.map((l, i) => ({ ...typed(`t${2 + i}`, 'r32_float', pack('f32', l)), arrayAt: 2 })),
        typed('t0', 'r32_uint', pack('u32', before)),
        ...pages.map((p, i) => ({ ...structured(`t${5 + i}`, 8, pack('f32', p.flat())), arrayAt: 5 })),
        raw('t1', pack('u32', elsewhere), 1),
        typed('t0', 'r32_sint', pack('i32', floating), 1),
        { ...typed('u1', 'r32_float', zeros(64)), arrayAt: 1 },
        { ...typed('u2', 'r32_float', zeros(64)), arrayAt: 1 },
        typed('u0', 'r32_uint', zeros(64)),
      ],
      expect() {
        const range = [...Array(16).keys()]
        return {
          u0: { layout: 'u32', values: range.map(i => (before[i]! ^ elsewhere[i]!) >>> 0) },
          u1: {
            layout: 'f32',
            values: range.map(i => layers[0]![i]! + 2 * layers[2]![i]! + layers[layer]![i]! * factor),
          },
          u2: {
            layout: 'f32',
            values: range.map(i => {
              const [x, y] = pages[page]![i]!
              const [u, v] = pages[1]![i]!
              return 3 * (x! - v!) + (y! - u!) + floating[i]!
            }),
          },
        }
      },
    }
  },
}

const atomics: CorpusCase = {
  shader: 'atomics_everywhere',
  run() {
    const [count, lock, groups] = [150, 9, 3]
    const values = new Seeded(84).ints(count, -100000, 100000)
    const [highest, lowest] = [0x7fffffff, -0x80000000]
    return {
      dispatch: [groups, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [count, lock])),
        typed('t0', 'r32_sint', pack('i32', values)),
        typed('u0', 'r32_uint', pack('u32', [0, 0xffffffff, 0, 0xffffffff, 0, 0, 0])),
        typed('u1', 'r32_sint', pack('i32', [highest, lowest])),
        structured('u2', 16, pack('i32', [highest, lowest, -1, 0, ...Array<number>(12).fill(0)])),
        raw('u3', pack('u32', [0, lock, 51, 52, 53, 0, 0, 0, 0])),
        typed('u4', 'r32_uint', zeros(4 * (count + 2))),
        texture('u5', 'r32_uint', 4, 2),
      ],
      expect() {
        const unsigned = values.map(v => v >>> 0)
        const fold = (list: readonly number[], f: (a: number, b: number) => number, start: number): number =>
          list.reduce(f, start) >>> 0
        const and = (a: number, b: number): number => a & b
        const or = (a: number, b: number): number => a | b
        const xor = (a: number, b: number): number => a ^ b
        const perGroup = [0, 1, 2].map(g => values.slice(64 * g, 64 * g + 64))
        const cells = Array<number>(8).fill(0)
        for (const i of values.keys()) cells[i % 8]!++
        return {
          u0: {
            layout: 'u32',
            values: [
              fold(values, (a, b) => (a + b) | 0, 0),
              Math.min(...unsigned),
              Math.max(...unsigned),
              fold(
                values.map(v => v | 1),
                and,
                -1,
              ),
              fold(values, or, 0),
              fold(values, xor, 0),
              count,
            ],
          },
          u1: { layout: 'i32', values: [Math.min(...values), Math.max(...values)] },
          u2: {
            layout: 'i32*2 u32*2',
            values: [
              ...[Math.min(...values), Math.max(...values)],
              ...[
                fold(
                  values.map(v => v | 255),
                  and,
                  -1,
                ),
                fold(
                  values.map(v => v & 0xffff),
                  or,
                  0,
                ),
              ],
              ...perGroup.flatMap(g => [Math.min(...g), Math.max(...g), fold(g, xor, 0), g.length]),
            ],
          },
          u3: { layout: 'u32', values: [groups, 77, 1000, 1001, 1002, 0, 51, 52, 53] },
          u4: { layout: 'u32', values: [...Array<number>(count).fill(1), 0, 0] },
          u5: { layout: 'u32', values: cells },
        }
      },
    }
  },
}

const matrixTypes: CorpusCase = {
  shader: 'matrix_types',
  run() {
    const random = new Seeded(85)
    const mask = [
      [1, 0],
      [1, 1],
    ]
    const weights = [
      [0.5, 9],
      [9, -0.25],
    ]
    const precise = [
      [1.5, -0.125],
      [2 ** -40, 3],
    ]
    const bits = [0, 1, 2].map(() => random.ints(2, 0, 0xffff))
    const vectors = Array.from({ length: 16 }, () => random.ints(4, -80, 80).map(v => v / 4))
    vectors[5] = vectors[4]!.map(v => v + 1) // nothing larger anywhere
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer(
          'b0',
          placed(124, [
            [0, 'u32', [mask[0]![0]!, mask[1]![0]!]],
            [16, 'u32', [mask[0]![1]!, mask[1]![1]!]],
            [32, 'f32', [weights[0]![0]!, weights[1]![0]!]],
            [48, 'f32', [weights[0]![1]!, weights[1]![1]!]],
            [64, 'f64', precise.flat()],
            [96, 'u32', bits.map(row => row[0]!)],
            [112, 'u32', bits.map(row => row[1]!)],
          ]),
        ),
        typed('t0', 'r32g32b32a32_float', pack('f32', vectors.flat())),
        structured('u0', 112, zeros(112 * 8)),
      ],
      expect() {
        const values = Array.from({ length: 8 }, (_, id) => {
          const [v, w] = [vectors[2 * id]!, vectors[2 * id + 1]!]
          const larger = v.map((x, i) => (x > w[i]! ? 1 : 0)) // row by row
          const scaled = v.map((x, i) => x * precise.flat()[i]! + w[3]! + (i < 2 ? mask[0]![i]! : 0))
          const wide = v.map((x, i) => {
            const product = BigInt(Math.trunc(x)) * 0x100000001n
            return -(i === 1 || i === 2 ? product - BigInt(Math.trunc(w[0]!)) : product)
          })
          const counts = [v, w].map(row => row.slice(0, 3).map(x => 10 * Math.sign(x) + Math.trunc(x)))
          counts[1]!.reverse()
          const both = larger.map((l, i) => l & mask.flat()[i]!)
          const shift = 2 ** (id % 4)
          const pattern = (bits[0]![0]! * shift) ^ (bits[2]![1]! * shift) ^ (bits[1]![0]! & bits[id % 3]![1]!)
          const flags = [both.includes(1), v.every((x, i) => x <= w[i]!), ...both].map((on, i) => (on ? 2 ** i : 0))
          const byColumns = <T>([a, b, c, d]: readonly T[]): T[] => [a!, c!, b!, d!]
          return [
            ...byColumns<number | bigint>(scaled),
            ...byColumns<number | bigint>(wide),
            ...[0, 1, 2].flatMap(c => counts.map(row => row[c]!)),
            flags.reduce((a, b) => a + b) + 256 * pattern,
            v[0]! * weights[0]![0]! + v[3]! * weights[1]![1]! + v[0]!,
            ...byColumns<number | bigint>(larger),
          ]
        })
        return { u0: { layout: 'f64*4 i64*4 i32*6 u32 f32 u32*4', values: values.flat() } }
      },
    }
  },
}

export const LAYOUTS: readonly CorpusCase[] = [
  matrixLayout,
  matrixTypes,
  cbufferLayout,
  rawLayout,
  resourceArrays,
  atomics,
]
