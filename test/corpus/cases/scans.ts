// Scans, reductions, sorting, compaction, clustering. Expectations from plain array functions.

import { type CorpusCase, cbuffer, counted, raw, structured, typed, zeros } from '../corpus_case.ts'
import { concat, pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

const sumU32 = (list: readonly number[]): number => list.reduce((a, b) => (a + b) >>> 0, 0)

const hillisSteele: CorpusCase = {
  shader: 'scan_hillis_steele',
  run() {
    const input = new Seeded(10).u32s(384) // sums wrap: that is part of the definition
    return {
      dispatch: [3, 1, 1],
      resources: [
        typed('t0', 'r32_uint', pack('u32', input)),
        typed('u0', 'r32_uint', zeros(4 * 384)),
        typed('u1', 'r32_uint', zeros(12)),
      ],
      expect: () => ({
        u0: { layout: 'u32', values: chunks(input, 128).flatMap(b => b.map((_, i) => sumU32(b.slice(0, i + 1)))) },
        u1: { layout: 'u32', values: chunks(input, 128).map(sumU32) },
      }),
    }
  },
}

const blelloch: CorpusCase = {
  shader: 'scan_blelloch',
  run() {
    const input = new Seeded(11).ints(300, -1000, 1000)
    return {
      dispatch: [3, 1, 1],
      resources: [
        cbuffer('b0', pack('u32 i32', [300, 0])),
        structured('t0', 4, pack('i32', input)),
        structured('u0', 4, zeros(1200)),
        raw('u1', zeros(12)),
      ],
      expect: () => ({
        u0: {
          layout: 'i32',
          values: chunks(input, 128).flatMap(b => b.map((_, i) => b.slice(0, i).reduce((x, y) => x + y, 0))),
        },
        u1: { layout: 'i32', values: chunks(input, 128).map(b => b.reduce((x, y) => x + y, 0)) },
      }),
    }
  },
}

const histogram: CorpusCase = {
  shader: 'histogram',
  run() {
    const random = new Seeded(12)
    const pixels = Array.from({ length: 1000 }, () =>
      [0, 1, 2, 3].map(() => Math.min(random.int(0, 255), random.int(0, 255))),
    )
    return {
      dispatch: [3, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [pixels.length, 3])),
        raw('t0', pack('u8', pixels.flat())),
        typed('u0', 'r32_uint', zeros(1024)),
      ],
      expect() {
        const bins = Array<number>(256).fill(0)
        for (const [r, g, b] of pixels) bins[Math.floor((77 * r! + 150 * g! + 29 * b!) / 256)]!++
        return { u0: { layout: 'u32', values: bins } }
      },
    }
  },
}

const bitonic: CorpusCase = {
  shader: 'bitonic_sort',
  run() {
    const random = new Seeded(13)
    const pairs = Array.from({ length: 512 }, (_, i) => [random.int(-40, 40) / 8, (i * 37) % 512] as const)
    return {
      dispatch: [2, 1, 1],
      resources: [structured('u0', 8, pack('f32 u32', pairs.flat()))],
      expect: () => ({
        u0: {
          layout: 'f32 u32',
          values: chunks(pairs, 256).flatMap((block, i) =>
            block.sort((a, b) => (i % 2 ? -1 : 1) * (a[0] - b[0] || a[1] - b[1])).flat(),
          ),
        },
      }),
    }
  },
}

const radix: CorpusCase = {
  shader: 'radix_sort_pass',
  run() {
    const keys = new Seeded(14).u32s(512)
    const digit = (k: number): number => (k >>> 4) & 15
    return {
      dispatch: [2, 1, 1],
      resources: [
        typed('t0', 'r32_uint', pack('u32', keys)),
        typed('u0', 'r32_uint', zeros(2048)),
        structured('u1', 64, zeros(128)),
      ],
      expect: () => ({
        // Array.prototype.sort is stable, as a radix pass must be.
        u0: { layout: 'u32', values: chunks(keys, 256).flatMap(b => b.sort((x, y) => digit(x) - digit(y))) },
        u1: {
          layout: 'u32',
          values: chunks(keys, 256).flatMap(b =>
            Array.from({ length: 16 }, (_, d) => b.filter(k => digit(k) < d).length),
          ),
        },
      }),
    }
  },
}

const reduceStats: CorpusCase = {
  shader: 'reduce_stats',
  run() {
    const values = new Seeded(15).floats(700, -50, 50)
    values[333] = values[99] = 60 // the first of two equal maxima must win
    const bits = new Uint32Array(new Float32Array(values).buffer)
    return {
      dispatch: [3, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [700, 4])),
        typed('t0', 'r32_float', pack('f32', values)),
        structured('u0', 16, zeros(48)),
        raw('u1', pack('u32', [0xffffffff, 0, 0, 0])),
      ],
      expect() {
        const ordered = (f: number): number => {
          const u = new Uint32Array(new Float32Array([f]).buffer)[0]!
          return f < 0 ? ~u >>> 0 : (u | 0x80000000) >>> 0
        }
        const partial = chunks(values, 256).flatMap((b, g) => {
          const high = Math.max(...b)
          return [b.reduce((x, y) => x + y, 0), Math.min(...b), high, g * 256 + b.indexOf(high)]
        })
        return {
          u0: { layout: 'f32*3 u32', values: partial, abs: 1e-3 },
          u1: {
            layout: 'u32',
            values: [
              ordered(Math.min(...values)),
              ordered(Math.max(...values)),
              values.filter(v => v < 0).length,
              bits.reduce((a, b) => (a | b) >>> 0, 0),
            ],
          },
        }
      },
    }
  },
}

const compact: CorpusCase = {
  shader: 'compact_append',
  run() {
    const random = new Seeded(16)
    const particles = Array.from({ length: 200 }, (_, id) => ({
      position: random.floats(3, -4, 4),
      age: random.int(0, 40) / 4,
      id,
    }))
    const [low, high, maxAge] = [[-3, -2, -3.5], [3, 3.5, 2], 8] as const
    return {
      dispatch: [4, 1, 1],
      resources: [
        cbuffer('b0', pack('f32*7 u32', [...low, maxAge, ...high, particles.length])),
        structured(
          't0',
          20,
          pack(
            'f32*4 u32',
            particles.flatMap(p => [...p.position, p.age, p.id]),
          ),
        ),
        counted('u0', 20, zeros(20 * particles.length), 0),
        typed('u1', 'r32_uint', zeros(12)),
      ],
      expect() {
        const cause = (p: (typeof particles)[number]): number =>
          p.age > maxAge
            ? 0
            : p.position.some((v, i) => v < low[i]!)
              ? 1
              : p.position.some((v, i) => v > high[i]!)
                ? 2
                : 3
        const alive = particles.filter(p => cause(p) === 3)
        return {
          u0: {
            layout: 'f32*4 u32',
            values: alive.flatMap(p => [...p.position, p.age + 1, p.id]),
            anyOrder: 5,
            counter: alive.length,
          },
          u1: { layout: 'u32', values: [0, 1, 2].map(c => particles.filter(p => cause(p) === c).length) },
        }
      },
    }
  },
}

const consume: CorpusCase = {
  shader: 'consume_work',
  run() {
    const random = new Seeded(17)
    const items = Array.from(
      { length: 48 },
      () => [random.int(0, 5), random.int(-99, 99), random.int(-99, 99)] as const,
    )
    const work = items.slice(0, 32) // the counter says 32: the last 16 must stay untouched
    return {
      dispatch: [2, 1, 1],
      resources: [
        counted('u0', 12, pack('u32 i32*2', items.flat()), 32),
        counted('u1', 8, zeros(8 * 32), 0),
        counted('u2', 4, zeros(4 * 32), 32),
      ],
      expect() {
        const valid = work.filter(([kind]) => kind <= 3)
        const apply = [
          (a: number, b: number) => a + b,
          (a: number, b: number) => a - b,
          (a: number, b: number) => a * b,
          Math.max,
        ]
        const rejected = 32 - valid.length
        return {
          u0: { layout: 'u32 i32*2', values: items.flat(), counter: 0 },
          u1: {
            layout: 'u32 i32',
            values: valid.flatMap(([kind, a, b]) => [kind, apply[kind]!(a, b)]),
            anyOrder: 2,
            counter: valid.length,
          },
          u2: {
            layout: 'u32',
            values: Array.from({ length: 32 }, (_, slot) => (slot >= 32 - rejected ? 0x1000 + slot : 0)),
            counter: 32 - rejected,
          },
        }
      },
    }
  },
}

const kmeans: CorpusCase = {
  shader: 'kmeans_step',
  run() {
    const random = new Seeded(18)
    // Multiples of 1/8: distances and the fixed-point sums are exact, ties go to the lower cluster.
    const grid = (n: number): number[] => random.ints(n, -64, 64).map(v => v / 8)
    const centers = Array.from({ length: 5 }, () => grid(3))
    const points = Array.from({ length: 150 }, () => grid(3))
    return {
      dispatch: [3, 1, 1],
      resources: [
        cbuffer('b0', concat(pack('f32*3 pad4', centers.flat()), pack('u32', [points.length]))),
        typed(
          't0',
          'r32g32b32a32_float',
          pack(
            'f32',
            points.flatMap(p => [...p, 9]),
          ),
        ),
        typed('u0', 'r32_uint', zeros(600)),
        structured('u1', 16, zeros(80)),
      ],
      expect() {
        const nearest = points.map(p => {
          const d = centers.map(c => c.reduce((sum, v, i) => sum + (v - p[i]!) ** 2, 0))
          return d.indexOf(Math.min(...d))
        })
        const sums = centers.flatMap((_, k) => {
          const members = points.filter((_, i) => nearest[i] === k)
          return [...[0, 1, 2].map(a => members.reduce((sum, p) => sum + p[a]! * 256, 0)), members.length]
        })
        return { u0: { layout: 'u32', values: nearest }, u1: { layout: 'i32', values: sums } }
      },
    }
  },
}

export const SCANS: readonly CorpusCase[] = [
  hillisSteele,
  blelloch,
  histogram,
  bitonic,
  radix,
  reduceStats,
  compact,
  consume,
  kmeans,
]
