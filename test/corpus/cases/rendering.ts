// Fractals, ray casting, noise, culling, Morton codes. Points whose outcome hangs on a rounding are allowed as a small share of outliers.

import { type CorpusCase, cbuffer, raw, structured, texture, typed, zeros } from '../corpus_case.ts'
import { concat, pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

type Vec = readonly number[]
const add = (a: Vec, b: Vec): number[] => a.map((v, i) => v + b[i]!)
const sub = (a: Vec, b: Vec): number[] => a.map((v, i) => v - b[i]!)
const scale = (a: Vec, s: number): number[] => a.map(v => v * s)
const dot = (a: Vec, b: Vec): number => a.reduce((sum, v, i) => sum + v * b[i]!, 0)
const length = (a: Vec): number => Math.sqrt(dot(a, a))
const normalize = (a: Vec): number[] => scale(a, 1 / length(a))
const grid = <T>(width: number, height: number, f: (x: number, y: number) => T): T[] =>
  Array.from({ length: width * height }, (_, i) => f(i % width, Math.floor(i / width)))

const mandelbrot: CorpusCase = {
  shader: 'mandelbrot',
  run() {
    const [width, height, limit] = [28, 20, 48]
    const [cx, cy, sx, sy] = [-0.625, 0.0625, 0.125, 0.125]
    return {
      dispatch: [4, 3, 1],
      resources: [
        cbuffer('b0', pack('f32*4 u32*3', [cx, cy, sx, sy, width, height, limit])),
        texture('u0', 'r32_uint', width, height),
      ],
      expect() {
        // No bulb test here: points inside simply reach the limit.
        const values = grid(width, height, (px, py) => {
          const [a, b] = [cx + sx * (px - width / 2), cy + sy * (py - height / 2)]
          let [x, y, n] = [0, 0, 0]
          for (; n < limit && x * x + y * y <= 4; n++) [x, y] = [x * x - y * y + a, 2 * x * y + b]
          return n
        })
        return { u0: { layout: 'u32', values, outliers: 0.02 } }
      },
    }
  },
}

const julia: CorpusCase = {
  shader: 'julia',
  run() {
    const [width, height, iterations] = [40, 10, 12]
    const [cr, ci, zoom] = [0.375, 0.25, 2.5]
    return {
      dispatch: [3, 3, 1],
      resources: [
        cbuffer('b0', pack('f32*3 i32*3', [cr, ci, zoom, iterations, width, height])),
        texture('u0', 'r32g32b32a32_float', width, height),
      ],
      expect() {
        const sample = (x: number, y: number): number[] => {
          let trap = 1e10
          let i = 0
          do {
            // (x + iy)^3
            ;[x, y] = [x ** 3 - 3 * x * y * y + cr, 3 * x * x * y - y ** 3 + ci]
            trap = Math.min(trap, Math.abs(x * y))
          } while (++i < iterations && x * x + y * y < 16)
          return [...[trap, Math.sqrt(trap), 1 - trap].map(v => Math.min(Math.max(v, 0), 1)), i === iterations ? 1 : 0]
        }
        const values = grid(width, height, (px, py) => {
          const [x, y] = [(px / width - 0.5) * zoom, (py / height - 0.5) * zoom]
          const shift = (0.25 * zoom) / width
          return scale(add(sample(x, y), sample(x + shift, y + shift)), 0.5)
        })
        return { u0: { layout: 'f32', values: values.flat(), abs: 2e-3, outliers: 0.02 } }
      },
    }
  },
}

const raycast: CorpusCase = {
  shader: 'raycast_spheres',
  run() {
    const [width, height] = [30, 22]
    const random = new Seeded(30)
    const spheres = Array.from({ length: 7 }, (_, i) => ({
      center: [random.float(-3, 3), random.float(-2, 2), random.float(3, 8)],
      radius: random.float(0.5, 1.25),
      albedo: random.floats(3, 0, 1),
      flags: i % 3 === 0 ? 1 : 0,
    }))
    const eye = [0.25, 0.125, -1]
    const light = normalize([0.5, 0.75, -0.5]).map(Math.fround)
    const basis = [
      [0.96, 0, -0.28],
      [0, 1, 0],
      [0.28, 0, 0.96],
    ].map(r => r.map(Math.fround))
    const tan = 0.75
    return {
      dispatch: [4, 3, 1],
      resources: [
        cbuffer(
          'b0',
          concat(
            pack('f32*4', [...eye, tan]),
            pack('f32*3 pad4', basis.slice(0, 2).flat()),
            // A row_major float3x3 ends after its last row's three floats; uint2 Size does not fit the fourth.
            pack('f32*3 pad4', basis[2]!),
            pack('u32*3 pad4', [width, height, spheres.length]),
            pack('f32*3', light),
          ),
        ),
        structured(
          't0',
          32,
          pack(
            'f32*7 u32',
            spheres.flatMap(s => [...s.center, s.radius, ...s.albedo, s.flags]),
          ),
        ),
        texture('u0', 'r32g32b32a32_float', width, height),
        texture('u1', 'r32_sint', width, height),
      ],
      expect() {
        const nearest = (o: Vec, d: Vec, skip: number) => {
          // Solves |o + t d - c|^2 = r^2 for the smallest t past the ray's start.
          const hits = spheres.map((s, id) => {
            if (s.flags & skip) return { t: Infinity, id }
            const oc = sub(o, s.center)
            const [a, b, c] = [dot(d, d), 2 * dot(oc, d), dot(oc, oc) - s.radius ** 2]
            const disc = b * b - 4 * a * c
            const roots = disc < 0 ? [] : [-1, 1].map(sign => (-b + sign * Math.sqrt(disc)) / (2 * a))
            return { t: roots.find(t => t >= 1e-3) ?? Infinity, id }
          })
          return hits.reduce((best, h) => (h.t < best.t ? h : best), { t: Infinity, id: -1 })
        }
        const pixels = grid(width, height, (x, y) => {
          const ndc = [((x + 0.5) / width) * 2 - 1, 1 - ((y + 0.5) / height) * 2]
          const local = [ndc[0]! * tan, ndc[1]! * tan, 1]
          const d = normalize([0, 1, 2].map(c => local.reduce((sum, v, r) => sum + v * basis[r]![c]!, 0)))
          const hit = nearest(eye, d, 0)
          if (hit.id < 0) return { id: -1, color: [0.1, 0.2, 0.3, 0] }
          const s = spheres[hit.id]!
          const p = add(eye, scale(d, hit.t))
          const n = scale(sub(p, s.center), 1 / s.radius)
          let lambert = Math.max(dot(n, light), 0)
          if (lambert > 0 && nearest(add(p, scale(n, 0.01)), light, 1).id >= 0) lambert /= 4
          return { id: hit.id, color: [...scale(s.albedo, 0.1 + 0.9 * lambert), hit.t] }
        })
        return {
          u0: { layout: 'f32', values: pixels.flatMap(p => p.color), abs: 1e-3, outliers: 0.01 },
          u1: { layout: 'i32', values: pixels.map(p => p.id), outliers: 0.01 },
        }
      },
    }
  },
}

const raymarch: CorpusCase = {
  shader: 'sdf_raymarch',
  run() {
    const [width, height] = [24, 12]
    const [near, far, steps, k] = [0.25, 12, 96, 0.25]
    const inverseView = [
      [1, 0, 0, 0.25],
      [0, 0.96, -0.28, 0.5],
      [0, 0.28, 0.96, -3],
      [0, 0, 0, 1],
    ]
    const columns = [0, 1, 2, 3].flatMap(c => inverseView.map(r => r[c]!))
    return {
      dispatch: [3, 3, 1],
      resources: [
        cbuffer('b0', pack('f32*20 i32 f32', [...columns, 1 / width, 1 / height, near, far, steps, k])),
        texture('u0', 'r32_float', width, height),
        texture('u1', 'r32g32b32a32_float', width, height),
      ],
      expect() {
        const scene = ([x, y, z]: Vec): number => {
          const q = [Math.abs(x! + 0.5) - 0.6, Math.abs(y!) - 0.4, Math.abs(z!) - 0.5]
          const box = length(q.map(v => Math.max(v, 0))) + Math.min(Math.max(...q), 0)
          const bite = 0.45 - length([x! + 0.2, y! - 0.4, z! + 0.4])
          const torus = length([length([x! - 0.9, z!]) - 0.6, y!]) - 0.2
          const solid = Math.max(box, bite)
          const h = Math.min(Math.max(0.5 + (0.5 * (torus - solid)) / k, 0), 1)
          return Math.min(torus * (1 - h) + solid * h - k * h * (1 - h), y! + 0.7)
        }
        const transform = (v: Vec): number[] => inverseView.slice(0, 3).map(r => dot(r, v))
        const pixels = grid(width, height, (px, py) => {
          const o = transform([0, 0, 0, 1])
          const d = normalize(transform([((px + 0.5) * 2) / width - 1, 1 - ((py + 0.5) * 2) / height, 1.5, 0]))
          const at = (t: number): number[] => add(o, scale(d, t))
          let t = near
          for (let i = 0; i < steps; i++) {
            const distance = scene(at(t))
            if (distance < 0.0005 * t) {
              const p = at(t)
              const e = 0.004
              const g = normalize(
                [0, 1, 2].map(
                  a => scene(p.map((v, i) => v + (i === a ? e : 0))) - scene(p.map((v, i) => v - (i === a ? e : 0))),
                ),
              )
              return { t, n: [...g.map(v => v / 2 + 0.5), 1] }
            }
            t += distance
            if (t > far) break
          }
          return { t: far, n: [0, 0, 0, 0] }
        })
        return {
          u0: { layout: 'f32', values: pixels.map(p => p.t), abs: 5e-3, outliers: 0.04 },
          u1: { layout: 'f32', values: pixels.flatMap(p => p.n), abs: 1e-2, outliers: 0.04 },
        }
      },
    }
  },
}

const noise: CorpusCase = {
  shader: 'gradient_noise',
  run() {
    const [width, height] = [24, 16]
    const permutation = new Seeded(31).permutation(256)
    const [ox, oy, frequency, gain, lacunarity] = [0.375, -0.75, 0.15625, 0.5, 2]
    return {
      dispatch: [3, 2, 1],
      resources: [
        cbuffer('b0', pack('f32', [ox, oy, frequency, gain, lacunarity])),
        typed('t0', 'r32_uint', pack('u32', permutation)),
        texture('u0', 'r32_float', width, height),
      ],
      expect() {
        // Eight unit directions in the table's order, by their angles in eighths of a turn.
        const turns = [0, 4, 2, 6, 1, 3, 7, 5]
        const corner = (cx: number, cy: number, x: number, y: number): number => {
          const hash = permutation[(permutation[(cx + 64) & 255]! + cy + 64) & 255]!
          const angle = (turns[hash % 8]! * Math.PI) / 4
          return Math.cos(angle) * (x - cx) + Math.sin(angle) * (y - cy)
        }
        const fade = (t: number): number => 6 * t ** 5 - 15 * t ** 4 + 10 * t ** 3
        const mix = (a: number, b: number, t: number): number => a + (b - a) * t
        const noise2 = (x: number, y: number): number => {
          const [cx, cy] = [Math.floor(x), Math.floor(y)]
          const [u, v] = [fade(x - cx), fade(y - cy)]
          const row = (r: number): number => mix(corner(cx, cy + r, x, y), corner(cx + 1, cy + r, x, y), u)
          return mix(row(0), row(1), v)
        }
        const values = grid(width, height, (px, py) =>
          [0, 1, 2, 3].reduce(
            (sum, o) =>
              sum +
              gain ** o * noise2((px * frequency + ox) * lacunarity ** o, (py * frequency + oy) * lacunarity ** o),
            0,
          ),
        )
        return { u0: { layout: 'f32', values, abs: 1e-4 } }
      },
    }
  },
}

const frustum: CorpusCase = {
  shader: 'frustum_culling',
  run() {
    const random = new Seeded(32)
    // The first ones are outside one side plane each, or only too far away; the others are anywhere.
    const chosen = [
      [10, 0, 5],
      [-10, 0, 5],
      [0, 10, 5],
      [0, -10, 5],
      [0, 0, 26],
    ]
    const boxes = Array.from({ length: 90 }, (_, i) => {
      const c = chosen[i] ?? [random.float(-9, 9), random.float(-9, 9), random.float(-4, 30)]
      const e = random.floats(3, 0.125, 1.5)
      return { low: sub(c, e).map(Math.fround), high: add(c, e).map(Math.fround) }
    })
    const [near, far, maxDistance] = [0.5, 40, 20]
    const depth = far / (far - near)
    // Perspective with 90 degrees both ways; rows of the matrix that multiplies column vectors.
    const rows = [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, depth, -near * depth],
      [0, 0, 1, 0],
    ]
    const columns = [0, 1, 2, 3].flatMap(c => rows.map(r => r[c]!))
    return {
      dispatch: [3, 1, 1],
      resources: [
        cbuffer('b0', pack('f32*20 u32 f32', [...columns, 0, 0, 0, 1, boxes.length, maxDistance])),
        structured(
          't0',
          24,
          pack(
            'f32',
            boxes.flatMap(b => [...b.low, ...b.high]),
          ),
        ),
        raw('u0', zeros(12)),
        typed('u1', 'r32_float', zeros(360)),
      ],
      expect() {
        const center = (b: (typeof boxes)[number]): number[] => scale(add(b.low, b.high), 0.5)
        const radius = (b: (typeof boxes)[number]): number => length(sub(b.high, b.low)) / 2
        // A box is outside a half space exactly when all its eight corners are.
        const corners = (b: (typeof boxes)[number]): number[][] =>
          grid(8, 1, i => [0, 1, 2].map(a => (i & (1 << a) ? b.high[a]! : b.low[a]!)))
        const planes = [
          [1, 0, 1, 0],
          [-1, 0, 1, 0],
          [0, 1, 1, 0],
          [0, -1, 1, 0],
          [0, 0, 1, -near],
          [0, 0, -1, far],
        ]
        const mask = [0, 0, 0]
        boxes.forEach((b, i) => {
          const inside = planes.every(p => corners(b).some(c => dot(p, [...c, 1]) >= 0))
          if (inside && length(center(b)) - radius(b) <= maxDistance) mask[i >> 5]! += 2 ** (i & 31)
        })
        return {
          u0: { layout: 'u32', values: mask },
          u1: { layout: 'f32', values: boxes.map(b => length(center(b))), abs: 1e-4 },
        }
      },
    }
  },
}

const morton: CorpusCase = {
  shader: 'morton_codes',
  run() {
    const random = new Seeded(33)
    const [low, high] = [
      [-4, -2, 0],
      [4, 6, 8],
    ]
    // Coordinates on a grid of 2^-9 in boxes of edge 8: every step up to the integer cell is exact in floats.
    const points = Array.from({ length: 50 }, () => low!.map(l => l + random.int(0, 4096) / 512))
    points[7] = [...points[6]!]
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('f32*3 u32 f32*3', [...low!, points.length, ...high!])),
        structured('t0', 12, pack('f32', points.flat())),
        structured('u0', 16, zeros(800)),
        typed('u1', 'r32_sint', zeros(200)),
      ],
      expect() {
        const interleaved = (p: Vec, bits: number): bigint => {
          const cells = p.map((v, a) => Math.min(Math.floor(((v - low![a]!) / 8) * 2 ** bits), 2 ** bits - 1))
          let code = 0n
          for (let bit = bits - 1; bit >= 0; bit--)
            for (const c of cells) code = (code << 1n) | BigInt(Math.floor(c / 2 ** bit) % 2)
          return code
        }
        const narrow = points.map(p => Number(interleaved(p, 10)))
        return {
          u0: { layout: 'u64 u32*2', values: points.flatMap((p, i) => [interleaved(p, 21), narrow[i]!, i]) },
          u1: {
            layout: 'i32',
            values: narrow.map((c, i) => (i + 1 < narrow.length ? Math.clz32(c ^ narrow[i + 1]!) : -1)),
          },
        }
      },
    }
  },
}

export const RENDERING: readonly CorpusCase[] = [mandelbrot, julia, raycast, raymarch, noise, frustum, morton]
