// Language torture: control flow, structs, overloads, indexing, swizzles. Expectations state what each construct means.

import { type CorpusCase, cbuffer, structured, typed, zeros } from '../corpus_case.ts'
import { concat, pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

const controlFlow: CorpusCase = {
  shader: 'control_flow',
  run() {
    const [fuel, primeLimit] = [40, 60]
    const word = (op: number, operand = 0): number => ((operand << 8) | op) >>> 0
    const pad = (p: number[]): number[] => [...p, ...Array<number>(16 - p.length).fill(word(0))]
    const programs = [
      // sum and multiply, count down to zero, halt
      pad([word(1, 20), word(2, 3), word(1, -3), word(5, 2), word(0)]),
      // negate and multiply, shift when not negative, mix
      pad([word(3, 2), word(6, 1), word(7, 17), word(6, 2), word(1, 9), word(4, 0), word(0)]),
      // never halts
      pad([word(1, 1), word(4, 0), word(5, 0)]),
      // ends in an opcode nobody knows
      pad([word(7, 40), word(2, -7), word(99, 5)]),
    ]
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', pack('i32*2', [fuel, primeLimit])),
        typed('t0', 'r32_uint', pack('u32', programs.flat())),
        structured('u0', 24, zeros(24 * 32)),
      ],
      expect() {
        type Machine = { acc: number; pc: number; done: number }
        const operations: Record<number, (m: Machine, operand: number) => void> = {
          0: m => void (m.done = 1),
          1: (m, v) => void (m.acc = (m.acc + v) | 0),
          2: (m, v) => void (m.acc = Math.imul(m.acc, v)),
          3: (m, v) => void (m.acc = Math.imul(-m.acc, v)),
          4: (m, v) => void (m.pc = m.acc === 0 ? v : m.pc),
          5: (m, v) => void (m.pc = m.acc !== 0 ? v : m.pc),
          6: (m, v) => void (m.acc = m.acc < 0 ? m.acc : Math.floor(m.acc / 2 ** v)),
          7(m, v) {
            for (let n = v; n > 0; n -= 3) {
              m.acc ^= n
              if (m.acc > 1000) return
            }
          },
        }
        const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
        const values = Array.from({ length: 32 }, (_, id) => {
          const m: Machine = { acc: id - 5, pc: 0, done: 0 }
          let steps = 0
          for (; steps < fuel; steps++) {
            const w = programs[id % 4]![m.pc++ % 16]!
            const operation = operations[w % 256]
            if (operation) operation(m, (w | 0) >> 8)
            else m.done = 3
            if (m.done) break
          }
          const factor = Array.from({ length: 12 }, (_, i) => i + 1).find(
            r => id > 0 && (2 * id) % r === 0 && (2 * id) / r >= r && (2 * id) / r <= 12,
          )
          let collatz = 0
          let n = id + 1
          do {
            n = n % 2 ? 3 * n + 1 : n / 2
            collatz++
          } while (n !== 1 && collatz < 200)
          return [
            m.acc,
            steps,
            m.done || 2,
            primes.filter(p => p < Math.min(id * 3, primeLimit)).length,
            factor === undefined ? -1 : factor * 256 + (2 * id) / factor,
            collatz,
          ]
        })
        return { u0: { layout: 'i32', values: values.flat() } }
      },
    }
  },
}

const structCopies: CorpusCase = {
  shader: 'struct_copies',
  run() {
    const random = new Seeded(70)
    type Line = { sku: number; cents: number; weight: number[] }
    const line = (): Line => ({
      sku: random.u32(),
      cents: random.int(0, 99999),
      weight: [random.int(0, 8) / 4, random.float()],
    })
    const orders = Array.from({ length: 16 }, (_, i) => ({
      lines: [line(), line(), line()],
      count: 1 + (i % 3),
      discount: random.int(0, 999),
    }))
    const money = (cents: number): number[] => [Math.floor(cents / 100), cents - 100 * Math.floor(cents / 100)]
    const words = (l: Line): number[] => [l.sku, ...money(l.cents), ...l.weight]
    return {
      dispatch: [1, 1, 1],
      resources: [
        structured(
          't0',
          72,
          pack(
            'u32 i32 u32 f32*2 u32 i32 u32 f32*2 u32 i32 u32 f32*2 u32 i32 u32',
            orders.flatMap(o => [...o.lines.flatMap(words), o.count, ...money(o.discount)]),
          ),
        ),
        structured('u0', 140, zeros(140 * 16)),
      ],
      expect() {
        const values = orders.flatMap((o, id) => {
          const used = o.lines.slice(0, o.count)
          const total = used.reduce((sum, l) => sum + l.cents, 0) - o.discount
          // Insertion sort is stable, and so is this.
          const sorted = [...used.sort((a, b) => b.weight[0]! - a.weight[0]!), ...o.lines.slice(o.count)]
          const copy = sorted.map((l, i) => (i === 2 ? { ...l, sku: o.lines[0]!.sku } : l))
          const [w0, w1] = [o.lines[0]!.weight, [...o.lines[1]!.weight].reverse()]
          const [a, b] = [id + 1, 20]
          // The last push finds the stack full.
          const trace = [id, a + b, a * 100 + b, 4 + b * 10 + 4]
          const table = [w0, w1, w0.map((v, i) => v + w1[i]!)]
          // A float3x2 is stored by columns.
          return [
            ...money(total),
            ...words(sorted[0]!),
            ...[...copy.flatMap(words), o.count, ...money(total)],
            ...trace,
            ...[0, 1].flatMap(c => table.map(row => row[c]!)),
          ]
        })
        const lineLayout = 'u32 i32 u32 f32*2'
        return {
          u0: {
            layout: `i32 u32 ${lineLayout} ${lineLayout} ${lineLayout} ${lineLayout} u32 i32 u32 i32*4 f32*6`,
            values,
            abs: 1e-6,
          },
        }
      },
    }
  },
}

const dynamicIndexing: CorpusCase = {
  shader: 'dynamic_indexing',
  run() {
    const random = new Seeded(71)
    const lookup = Array.from({ length: 4 }, () => random.ints(4, -50, 50))
    const matrix = Array.from({ length: 3 }, () => random.ints(4, -50, 50))
    const indices = Array.from({ length: 16 }, () => random.u32s(4))
    return {
      dispatch: [1, 1, 1],
      resources: [
        // float3x4 Matrix: four columns of three.
        cbuffer(
          'b0',
          concat(
            pack('f32', lookup.flat()),
            pack(
              'f32*3 pad4',
              [0, 1, 2, 3].flatMap(c => matrix.map(r => r[c]!)),
            ),
          ),
        ),
        typed('t0', 'r32g32b32a32_uint', pack('u32', indices.flat())),
        typed('u0', 'r32g32b32a32_float', zeros(16 * 16 * 4)),
      ],
      expect() {
        const primes = [2, 3, 5, 7, 11, 13, 17, 19]
        const steps = [
          [1, 2, 3],
          [4, 5, 6],
          [-1, -2, -3],
          [7, 8, 9],
        ]
        const index = indices.map(v => v.map(i => i % 4))
        const vectors = index.map(([x, y]) => {
          const v = [...lookup[x!]!]
          v[y!]! += 100
          v[3 - y!] = -v[3 - y!]!
          return v
        })
        const exchange = vectors.map((v, t) => v.map((c, i) => (i === index[t]![3] ? t : c)))
        const values = index.flatMap(([x, y, z, w], id) => {
          const v = vectors[id]!
          const m = Array.from({ length: 4 }, (_, r) =>
            Array.from(
              { length: 4 },
              (_, c) => (r === z && c === w ? 5 : 0) + (r === w && c === z ? 7 : 0) + (r === x ? v[c]! : 0),
            ),
          )
          const element = matrix[x! % 3]![y!]! + matrix[z! % 3]![w!]!
          const local = [0, 1, 2, 3, 4, 5].map((n, i) => (i === x! + (y! % 3) ? -10 : n))
          const localSum = local.reduce((sum, n, i) => sum + n * primes[(i + z!) % 8]!, 0)
          const memo = [0, 1, 2].map(k => (k === w! % 3 ? [60, 50] : [k, id]))
          const remembered = [0, 1].map(c => memo[w! % 3]![c]! + memo[(w! + 1) % 3]![c]!)
          const neighbour = exchange[(id + 1) % 16]!
          const record = steps[y!]![z! % 3]! + x! * x!
          return [
            ...v,
            ...[0, 1, 2, 3].map(c => m[0]![c]! + 2 * m[1]![c]! + 4 * m[2]![c]! + 8 * m[3]![c]!),
            ...[element, localSum, ...remembered],
            ...[neighbour[(w! + id) % 4]!, neighbour[z!]!, record, steps[2 * Math.floor(x! / 2) + (y! % 2)]![z! % 3]!],
          ]
        })
        return { u0: { layout: 'f32', values: values.map(v => v + 0) } }
      },
    }
  },
}

const swizzles: CorpusCase = {
  shader: 'swizzle_assignments',
  run() {
    const random = new Seeded(72)
    const vectors = Array.from({ length: 8 }, () => random.ints(4, -40, 40).map(v => v / 4))
    return {
      dispatch: [1, 1, 1],
      resources: [typed('t0', 'r32g32b32a32_float', pack('f32', vectors.flat())), structured('u0', 40, zeros(320))],
      expect() {
        const cells = vectors.map(([x, , z]) => [1, x! + 1, 1, z!])
        const values = vectors.flatMap(([x, y, z, w], id) => {
          // v.wzyx, its x and z swapped, then (x, w) exchanged with (y, z)
          let a = [w!, z!, y!, x!]
          a = [a[2]!, a[1]!, a[0]!, a[3]!]
          a = [a[1]!, a[0]!, a[3]!, a[2]!]
          a[2]! += x!
          a[3]! += x!
          a[1]! /= 2
          const other = cells[id ^ 1]!
          a = [a[0]! + other[3]!, a[1]! + other[0]!, a[2]! + other[1]!, a[3]! + other[2]!]
          a[1]! += 0.25
          // Twice(xyz) is zyx doubled; z and x then lose the doubled y and x.
          const b = [2 * z! - 2 * x!, w!, 2 * x! - 2 * y!]
          const c = [2 * Math.trunc(y!) + 1, 2 * Math.trunc(x!) - 1]
          return [...a, ...[b[2]!, b[1]!, b[0]!], ...c, 1 + id]
        })
        return { u0: { layout: 'f32*7 i32*2 u32', values: values.map(v => v + 0) } }
      },
    }
  },
}

const overloads: CorpusCase = {
  shader: 'logic_and_overloads',
  run() {
    const random = new Seeded(73)
    const vectors = Array.from({ length: 16 }, () => random.ints(4, -6, 12))
    return {
      dispatch: [1, 1, 1],
      resources: [typed('t0', 'r32g32b32a32_sint', pack('i32', vectors.flat())), structured('u0', 32, zeros(512))],
      expect() {
        const values = vectors.flatMap(([x, y, z, w]) => {
          const nested = z! > 6 ? 3 : z! > 3 ? 2 : z! < 0 ? -1 : 1
          const ratio = x !== 0 && Math.trunc(y! / Math.max(x!, 1)) > 2
          const [odd, high] = [x! % 2 !== 0, w! > 5]
          const kinds = [1, 2, 3, 4, 5, 6, 7].reduce((bits, kind, i) => bits + kind * 8 ** i, 0)
          const defaults = x! + 20 + 300 + (x! + 2 * y! + 300) + (1 + 4 + 3 * z!)
          const loops = [10, 9, 8, 7].reduce((n, j) => n * 3 + j, 0)
          const blended = (x! + y!) / 2 + (high ? 1.25 : 1.75)
          const flags = [odd, high, !odd, odd !== high, odd === high, z !== 0, !odd && !high && y !== 0]
          return [
            ...[Math.max(x!, y!), ratio || z! < 0 ? 1 : 0, nested * 8, z! > 0 ? 3 : 2],
            ...[kinds, defaults ^ loops, blended, flags.reduce((sum, on, i) => sum + (on ? 2 ** i : 0), 0)],
          ]
        })
        return { u0: { layout: 'i32*4 u32 i32 f32 u32', values } }
      },
    }
  },
}

export const LANGUAGE: readonly CorpusCase[] = [controlFlow, structCopies, dynamicIndexing, swizzles, overloads]
