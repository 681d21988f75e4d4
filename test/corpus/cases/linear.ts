// Linear algebra and graphs: matrix products, solvers, sparse products, shortest paths. Expectations in doubles from the definitions.

import { type CorpusCase, cbuffer, structured, typed, zeros } from '../corpus_case.ts'
import { pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

type Matrix = number[][]

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map(row => b[0]!.map((_, c) => row.reduce((sum, v, k) => sum + v * b[k]![c]!, 0)))

const reshape = (values: readonly number[], columns: number): Matrix =>
  Array.from({ length: values.length / columns }, (_, r) => values.slice(r * columns, (r + 1) * columns))

/** Determinant by Laplace expansion along the first row. */
function determinant(m: Matrix): number {
  if (m.length === 0) return 1
  return m[0]!.reduce(
    (sum, v, c) => sum + (c % 2 ? -v : v) * determinant(m.slice(1).map(row => row.filter((_, k) => k !== c))),
    0,
  )
}

const transposed = (m: Matrix): Matrix => m[0]!.map((_, c) => m.map(row => row[c]!))

const matmulTiled: CorpusCase = {
  shader: 'matmul_tiled',
  run() {
    const [m, n, k, alpha, beta] = [19, 21, 13, 0.5, -2]
    const random = new Seeded(1)
    const a = random.floats(m * k)
    const b = random.floats(k * n)
    const c = random.floats(m * n)
    return {
      dispatch: [3, 3, 1],
      resources: [
        cbuffer('b0', pack('u32*3 f32*2', [m, n, k, alpha, beta])),
        structured('t0', 4, pack('f32', a)),
        structured('t1', 4, pack('f32', b)),
        structured('u0', 4, pack('f32', c)),
      ],
      expect: () => ({
        u0: {
          layout: 'f32',
          values: product(reshape(a, k), reshape(b, n))
            .flat()
            .map((v, i) => alpha * v + beta * c[i]!),
          abs: 1e-5,
        },
      }),
    }
  },
}

const transformChain: CorpusCase = {
  shader: 'matmul_float4x4',
  run() {
    const count = 20
    const random = new Seeded(2)
    const rows = Array.from({ length: count }, () => reshape(random.floats(16), 4))
    const pivots = Array.from({ length: count }, () => random.floats(4))
    const root = reshape(random.floats(16), 4)
    const parents = Array.from({ length: count }, (_, i) => (i < 3 ? 0xffffffff : random.int(0, i - 1)))
    // Matrices are column major in memory: the columns are what is stored.
    const stored = (m: Matrix): number[] => transposed(m).flat()
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', pack('f32*16 u32*2', [...stored(root), count, 3])),
        structured(
          't0',
          80,
          pack(
            'f32*20',
            rows.flatMap((m, i) => [...stored(m), ...pivots[i]!]),
          ),
        ),
        typed('t1', 'r32_uint', pack('u32', parents)),
        structured('u0', 96, zeros(96 * count)),
      ],
      expect() {
        const values = rows.flatMap((local, i) => {
          const chain = [local]
          for (let p = parents[i]!; p !== 0xffffffff && chain.length <= 3; p = parents[p]!) chain.unshift(rows[p]!)
          const world = [root, ...chain].reduce(product)
          const point = product(
            world,
            pivots[i]!.map(v => [v]),
          ).flat()
          const upper = world.slice(0, 3).map(r => r.slice(0, 3))
          const row2 = [0, 1, 2].map(c => world[2]![c]! + world[c]![3]!)
          return [...stored(transposed(world)), ...point, determinant(upper), ...row2]
        })
        return { u0: { layout: 'f32', values, abs: 2e-4, rel: 1e-4 } }
      },
    }
  },
}

const gaussSolve: CorpusCase = {
  shader: 'gauss_solve',
  run() {
    const random = new Seeded(3)
    const dim = 6
    const count = 16
    const systems = Array.from({ length: count }, (_, s) => {
      const a = reshape(random.ints(dim * dim, -9, 9), dim)
      for (let i = 0; i < dim; i++) a[i]![(i * 5 + s) % dim]! += 40 // dominant after a row exchange: well conditioned
      if (s % 5 === 4) a[3] = [...a[1]!] // singular in exact arithmetic, and exactly so in floats: equal rows cancel
      return { a, x: random.ints(dim, -5, 5) }
    })
    const rhs = systems.map(({ a, x }) => a.map(row => row.reduce((sum, v, c) => sum + v * x[c]!, 0)))
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', pack('u32', [count])),
        structured(
          't0',
          168,
          pack(
            'f32',
            systems.flatMap(({ a }, i) => [...a.flat(), ...rhs[i]!]),
          ),
        ),
        structured('u0', 36, zeros(36 * count)),
      ],
      expect() {
        // The solution is what the right side was made from; the determinant comes from the Laplace expansion.
        const values = systems.flatMap(({ a, x }) => {
          const det = determinant(a)
          return det === 0 ? [0, 0, 0, 0, 0, 0, 0, 0, 1] : [...x, det, 0, 0]
        })
        return { u0: { layout: 'f32*7 pad4 u32', values: values.filter((_, i) => i % 9 !== 7), abs: 1e-4, rel: 1e-4 } }
      },
    }
  },
}

const sparse: CorpusCase = {
  shader: 'spmv_csr',
  run() {
    const random = new Seeded(4)
    const rows = 50
    const columns = 40
    const entries = Array.from({ length: rows }, (_, r) =>
      random
        .permutation(columns)
        .slice(0, r % 7 === 0 ? 0 : random.int(1, 13))
        .sort((a, b) => a - b)
        .map(column => ({ column, value: random.float() })),
    )
    const x = random.floats(columns)
    let end = 0
    const starts = [0, ...entries.map(row => (end += row.length))]
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('u32 f32', [rows, 1.5])),
        typed('t0', 'r32_uint', pack('u32', starts)),
        typed(
          't1',
          'r32_uint',
          pack(
            'u32',
            entries.flat().map(e => e.column),
          ),
        ),
        typed(
          't2',
          'r32_float',
          pack(
            'f32',
            entries.flat().map(e => e.value),
          ),
        ),
        typed('t3', 'r32_float', pack('f32', x)),
        typed('u0', 'r32_float', zeros(rows * 4)),
      ],
      expect() {
        const dense = entries.map(row => {
          const full = Array<number>(columns).fill(0)
          for (const e of row) full[e.column] = e.value
          return full
        })
        return {
          u0: {
            layout: 'f32',
            values: product(
              dense,
              x.map(v => [v]),
            )
              .flat()
              .map(v => 1.5 * v),
            abs: 1e-5,
          },
        }
      },
    }
  },
}

const floydWarshall: CorpusCase = {
  shader: 'floyd_warshall',
  run() {
    const none = 0x3fffffff
    const random = new Seeded(5)
    const nodes = 14
    const via = 6
    const distance = Array.from({ length: nodes * nodes }, (_, i) =>
      i % (nodes + 1) === 0 ? 0 : random.int(0, 2) === 0 ? none : random.int(1, 60),
    )
    const hop = distance.map((d, i) => (d === none ? -1 : i % nodes))
    return {
      dispatch: [2, 2, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [nodes, via])),
        structured('u0', 4, pack('i32', distance)),
        typed('u1', 'r32_sint', pack('i32', hop)),
      ],
      expect() {
        const through = (i: number): number => {
          const [a, b] = [distance[Math.floor(i / nodes) * nodes + via]!, distance[via * nodes + (i % nodes)]!]
          return a === none || b === none ? none : a + b
        }
        return {
          u0: { layout: 'i32', values: distance.map((d, i) => Math.min(d, through(i))) },
          u1: {
            layout: 'i32',
            values: hop.map((h, i) => (through(i) < distance[i]! ? hop[Math.floor(i / nodes) * nodes + via]! : h)),
          },
        }
      },
    }
  },
}

export const LINEAR: readonly CorpusCase[] = [matmulTiled, transformChain, gaussSolve, sparse, floydWarshall]
