// Simulation steps: bodies, cells, heat, waves, particles, skinning. Expectations in doubles from the equations.

import { type CorpusCase, cbuffer, structured, texture, typed, zeros } from '../corpus_case.ts'
import { concat, pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

type Vec = readonly number[]
const add = (a: Vec, b: Vec): number[] => a.map((v, i) => v + b[i]!)
const sub = (a: Vec, b: Vec): number[] => a.map((v, i) => v - b[i]!)
const scale = (a: Vec, s: number): number[] => a.map(v => v * s)
const length = (a: Vec): number => Math.hypot(...a)
const grid = <T>(width: number, height: number, f: (x: number, y: number) => T): T[] =>
  Array.from({ length: width * height }, (_, i) => f(i % width, Math.floor(i / width)))

const nbody: CorpusCase = {
  shader: 'nbody',
  run() {
    const random = new Seeded(40)
    const [dt, softening2, damping] = [0.03125, 0.0625, 0.984375]
    const bodies = Array.from({ length: 50 }, () => ({
      x: random.floats(3, -3, 3),
      mass: random.float(0.25, 2),
      v: random.floats(3, -0.5, 0.5),
    }))
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('f32*3 u32', [dt, softening2, damping, bodies.length])),
        structured(
          't0',
          32,
          pack(
            'f32*7 pad4',
            bodies.flatMap(b => [...b.x, b.mass, ...b.v]),
          ),
        ),
        structured('u0', 32, zeros(1600)),
      ],
      expect() {
        const values = bodies.flatMap(b => {
          const acceleration = bodies.reduce((sum, o) => {
            const r = sub(o.x, b.x)
            return add(sum, scale(r, o.mass / (length(r) ** 2 + softening2) ** 1.5))
          }, scale(b.x, 0) as Vec)
          const v = scale(add(b.v, scale(acceleration, dt)), damping)
          return [...add(b.x, scale(v, dt)), b.mass, ...v]
        })
        return { u0: { layout: 'f32*7 pad4', values, abs: 1e-4, rel: 1e-4 } }
      },
    }
  },
}

const life: CorpusCase = {
  shader: 'game_of_life',
  run() {
    const [words, rows] = [3, 20]
    const random = new Seeded(41)
    const cells = Array.from({ length: words * rows }, () => (random.u32() & random.u32()) >>> 0)
    return {
      dispatch: [1, 2, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [words, rows])),
        typed('t0', 'r32_uint', pack('u32', cells)),
        typed('u0', 'r32_uint', zeros(4 * words * rows)),
      ],
      expect() {
        const width = words * 32
        const alive = (x: number, y: number): number => {
          const [cx, cy] = [(x + width) % width, (y + rows) % rows]
          return (cells[cy * words + (cx >> 5)]! >>> (cx & 31)) & 1
        }
        const next = Array<number>(words * rows).fill(0)
        grid(width, rows, (x, y) => {
          const around = grid(3, 3, (i, j) => alive(x + i - 1, y + j - 1)).reduce((a, b) => a + b) - alive(x, y)
          if (around === 3 || (around === 2 && alive(x, y))) next[y * words + (x >> 5)]! += 2 ** (x & 31)
        })
        return { u0: { layout: 'u32', values: next } }
      },
    }
  },
}

const heat: CorpusCase = {
  shader: 'heat_diffusion',
  run() {
    const [width, height, conductivity, ambient, substeps, tile] = [40, 24, 0.1875, 20, 3, 16]
    const start = new Seeded(42).floats(width * height, 0, 100)
    return {
      dispatch: [3, 2, 1],
      resources: [
        cbuffer('b0', pack('f32*2 u32*2', [conductivity, ambient, width, height])),
        texture('t0', 'r32_float', width, height, pack('f32', start)),
        texture('u0', 'r32_float', width, height),
      ],
      expect() {
        const at = (x: number, y: number): number =>
          x < 0 || y < 0 || x >= width || y >= height ? ambient : start[y * width + x]!
        const out = Array<number>(width * height)
        // Tile by tile: cells around a tile stay as they were at the start.
        for (let ty = 0; ty < height; ty += tile)
          for (let tx = 0; tx < width; tx += tile) {
            let now = new Map(
              grid(tile + 2, tile + 2, (i, j) => [`${tx + i - 1},${ty + j - 1}`, at(tx + i - 1, ty + j - 1)]),
            )
            for (let s = 0; s < substeps; s++) {
              const next = new Map(now)
              grid(tile, tile, (i, j) => {
                const [x, y] = [tx + i, ty + j]
                const u = (dx: number, dy: number): number => now.get(`${x + dx},${y + dy}`)!
                const laplace = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u(0, 0)
                next.set(`${x},${y}`, u(0, 0) + conductivity * laplace)
              })
              now = next
            }
            grid(tile, tile, (i, j) => {
              if (tx + i < width && ty + j < height) out[(ty + j) * width + tx + i] = now.get(`${tx + i},${ty + j}`)!
            })
          }
        return { u0: { layout: 'f32', values: out, abs: 1e-3 } }
      },
    }
  },
}

const wave: CorpusCase = {
  shader: 'wave_equation',
  run() {
    const random = new Seeded(43)
    const [count, dt, damping] = [45, 0.25, 0.5]
    const cells = Array.from({ length: count }, () => [random.float(), random.float(), random.float(0.5, 2)] as const)
    const next = cells.map(([now, before, speed], i) => {
      const neighbours = cells[(i + 1) % count]![0] + cells.at(i - 1)![0]
      return now + (now - before) * (1 - damping * dt) + (speed * dt) ** 2 * (neighbours - 2 * now)
    })
    return {
      dispatch: [2, 1, 1],
      resources: [
        // register(cN) places the first two at rows 0 and 1; the third follows them.
        cbuffer('b0', concat(pack('u32 pad4*3', [count]), pack('f32*2', [dt, damping]))),
        structured('t0', 12, pack('f32', cells.flat())),
        structured('u0', 12, zeros(12 * count)),
        typed('u1', 'r32_uint', zeros(4)),
      ],
      expect() {
        const energy = next.map((v, i) => (v - cells[i]![0]) ** 2 * 65536)
        return {
          u0: { layout: 'f32', values: next.flatMap((v, i) => [v, cells[i]![0], cells[i]![2]]), abs: 1e-5 },
          // Each term is rounded down, so the total may be off by one a cell at most where float and double straddle an integer.
          u1: { layout: 'u32', values: [energy.reduce((sum, e) => sum + Math.floor(e), 0)], intSlack: count },
        }
      },
    }
  },
}

const particles: CorpusCase = {
  shader: 'particle_update',
  run() {
    const random = new Seeded(44)
    const count = 100
    const [dt, gravity, drag] = [0.0625, 9.75, 0.5]
    const attractors = Array.from({ length: 4 }, () => [...random.floats(3, -3, 3), random.float(-4, 4)])
    const used = 3
    const spawn = [0.5, 4, -0.25]
    const all = Array.from({ length: count }, () => ({
      x: [random.float(-4, 4), random.float(0, 2), random.float(-4, 4)],
      life: random.float(0, 1),
      v: random.floats(3, -3, 3),
      seed: random.u32(),
    }))
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('f32*3 u32', [dt, gravity, drag, count])),
        cbuffer('b1', concat(pack('f32', attractors.flat()), pack('i32 f32*3', [used, ...spawn]))),
        structured(
          'u0',
          32,
          pack(
            'f32*7 u32',
            all.flatMap(p => [...p.x, p.life, ...p.v, p.seed]),
          ),
        ),
        typed('u1', 'r32_uint', zeros(8)),
      ],
      expect() {
        const wang = (s: bigint): bigint => {
          const u = (v: bigint): bigint => BigInt.asUintN(32, v)
          s = s ^ 61n ^ (s >> 16n)
          s = u(s * 9n)
          s ^= s >> 4n
          s = u(s * 0x27d4eb2dn)
          return s ^ (s >> 15n)
        }
        const stats = [0, 0]
        const values = all.flatMap(p => {
          if (p.life - dt <= 0) {
            stats[1]!++
            let seed = BigInt(p.seed)
            const random01 = (): number => Number((seed = wang(seed)) >> 8n) / 2 ** 24
            const v = [random01() * 2 - 1, random01() * 3, random01() * 2 - 1]
            const life = 1 + random01()
            return [...spawn, life, ...v, Number(seed)]
          }
          const pull = attractors.slice(0, used).reduce(
            (sum, [x, y, z, strength]) => {
              const to = sub([x!, y!, z!], p.x)
              return add(sum, scale(to, strength! / (length(to) ** 2 + 0.25) ** 1.5))
            },
            [0, -gravity, 0],
          )
          const v = scale(add(p.v, scale(pull, dt)), 2 ** (-drag * dt))
          const x = add(p.x, scale(v, dt))
          if (x[1]! < 0 && v[1]! < 0) {
            stats[0]!++
            x[1] = -x[1]!
            v[1]! *= -0.5
          }
          return [...x, p.life - dt, ...v, p.seed]
        })
        return { u0: { layout: 'f32*7 u32', values, abs: 1e-4 }, u1: { layout: 'u32', values: stats } }
      },
    }
  },
}

const skinning: CorpusCase = {
  shader: 'quaternion_skinning',
  run() {
    const random = new Seeded(45)
    const [count, base] = [70, 2]
    const bones = Array.from({ length: 10 }, () => {
      const q = random.floats(4)
      const n = length(q) || 1
      return { q: q.map(v => Math.fround(v / n)), t: random.floats(3, -2, 2), s: random.float(0.5, 1.5) }
    })
    const vertices = Array.from({ length: count }, (_, i) => {
      const first = random.int(100, 255)
      const second = i % 4 === 0 ? 255 - first : random.int(0, 255 - first)
      const n = random.floats(3)
      n[i % 3] = 2 // never short, and weighted sums of rotated copies do not cancel by accident
      return {
        x: random.floats(3),
        n,
        bones: random.ints(4, 0, 7),
        weights: [first, second, 255 - first - second, 0],
      }
    })
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [count, base])),
        structured(
          't0',
          32,
          concat(...vertices.map(v => concat(pack('f32', [...v.x, ...v.n]), pack('u8', [...v.bones, ...v.weights])))),
        ),
        structured(
          't1',
          32,
          pack(
            'f32',
            bones.flatMap(b => [...b.q, ...b.t, b.s]),
          ),
        ),
        structured('u0', 24, zeros(24 * count)),
      ],
      expect() {
        // Rotation matrix of a unit quaternion.
        const rotate = ([x, y, z, w]: Vec, v: Vec): number[] =>
          [
            [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! - z! * w!), 2 * (x! * z! + y! * w!)],
            [2 * (x! * y! + z! * w!), 1 - 2 * (x! * x! + z! * z!), 2 * (y! * z! - x! * w!)],
            [2 * (x! * z! - y! * w!), 2 * (y! * z! + x! * w!), 1 - 2 * (x! * x! + y! * y!)],
          ].map(row => row.reduce((sum, m, i) => sum + m * v[i]!, 0))
        const values = vertices.flatMap(v => {
          let position: number[] = [0, 0, 0]
          let normal: number[] = [0, 0, 0]
          v.weights.forEach((w, i) => {
            const bone = bones[base + v.bones[i]!]!
            position = add(position, scale(add(rotate(bone.q, scale(v.x, bone.s)), bone.t), w / 255))
            normal = add(normal, scale(rotate(bone.q, v.n), w / 255))
          })
          return [...position, ...scale(normal, 1 / length(normal))]
        })
        return { u0: { layout: 'f32', values, abs: 1e-4 } }
      },
    }
  },
}

const reactionDiffusion: CorpusCase = {
  shader: 'reaction_diffusion',
  run() {
    const random = new Seeded(46)
    const [width, height, feed, kill, dt, frame] = [20, 13, 0.0375, 0.0625, 0.75, 1000]
    const [rateU, rateV] = [0.5, 0.25]
    const u = random.floats(width * height, 0, 1)
    const v = random.floats(width * height, 0, 1)
    const stamps = random.ints(width * height, 0, 500)
    return {
      dispatch: [3, 2, 1],
      resources: [
        cbuffer('b0', pack('i32*2 f32*5 u32', [width, height, rateU, rateV, feed, kill, dt, frame])),
        texture('t0', 'r32_float', width, height, pack('f32', u)),
        texture('t1', 'r32_float', width, height, pack('f32', v)),
        texture('u0', 'r32_float', width, height),
        texture('u1', 'r32_float', width, height),
        texture('u2', 'r32_uint', width, height, pack('u32', stamps)),
      ],
      expect() {
        const at = (f: readonly number[], x: number, y: number): number =>
          f[((y + height) % height) * width + ((x + width) % width)]!
        const laplacian = (f: readonly number[], x: number, y: number): number => {
          const edges = at(f, x - 1, y) + at(f, x + 1, y) + at(f, x, y - 1) + at(f, x, y + 1)
          const corners = at(f, x - 1, y - 1) + at(f, x + 1, y - 1) + at(f, x - 1, y + 1) + at(f, x + 1, y + 1)
          return edges / 5 + corners / 20 - at(f, x, y)
        }
        const next = grid(width, height, (x, y) => {
          const [a, b] = [at(u, x, y), at(v, x, y)]
          const du = rateU * laplacian(u, x, y) - a * b ** 2 + feed * (1 - a)
          const dv = rateV * laplacian(v, x, y) + a * b ** 2 - (feed + kill) * b
          return [a + du * dt, b + dv * dt] as const
        })
        const stamped = stamps.map((s, i) => {
          if (next[i]![1] > 0.25) return s + frame
          return s % 2 ? Math.floor(s / 2) ^ 0x55 : s
        })
        return {
          u0: { layout: 'f32', values: next.map(n => n[0]), abs: 1e-5 },
          u1: { layout: 'f32', values: next.map(n => n[1]), abs: 1e-5 },
          u2: { layout: 'u32', values: stamped },
        }
      },
    }
  },
}

export const SIMULATION: readonly CorpusCase[] = [nbody, life, heat, reactionDiffusion, wave, particles, skinning]
