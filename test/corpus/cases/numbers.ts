// Arithmetic: integer division, bits, minimum precision, scalar and vector intrinsics. Expectations from their definitions.

import { type CorpusCase, cbuffer, structured, typed, zeros } from '../corpus_case.ts'
import { pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

type Vec = readonly number[]
const dot = (a: Vec, b: Vec): number => a.reduce((sum, v, i) => sum + v * b[i]!, 0)
const scale = (a: Vec, s: number): number[] => a.map(v => v * s)
const add = (a: Vec, b: Vec): number[] => a.map((v, i) => v + b[i]!)
const length = (a: Vec): number => Math.hypot(...a)
const normalize = (a: Vec): number[] => scale(a, 1 / length(a))
const cross = (a: Vec, b: Vec): number[] => [1, 2, 0].map(i => a[i]! * b[(i + 1) % 3]! - a[(i + 1) % 3]! * b[i]!)

const intDivision: CorpusCase = {
  shader: 'int_division',
  run() {
    const random = new Seeded(60)
    const pairs = Array.from({ length: 64 }, (_, i) => [
      i % 3 ? random.int(-1000, 1000) : random.u32() | 0,
      i % 5 ? random.int(-30, 30) : random.u32() | 0,
    ])
    pairs[0] = [-2147483648, 3]
    pairs[1] = [-7, 2]
    pairs[2] = [7, -2]
    pairs[3] = [0, -5]
    pairs[4] = [2147483646, -2147483648]
    return {
      dispatch: [1, 1, 1],
      resources: [typed('t0', 'r32g32_sint', pack('i32', pairs.flat())), structured('u0', 56, zeros(56 * 64))],
      expect() {
        const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
        const values = pairs.flatMap(([a, second]) => {
          const b = second === 0 ? 1 : second!
          const [u, v] = [a! >>> 0, b >>> 0]
          const away = Math.sign(a!) * Math.ceil(Math.abs(a!) / 2)
          const euclid = ((a! % b) + Math.abs(b)) % Math.abs(b)
          return [
            ...[Math.trunc(a! / b), a! % b, Math.floor(a! / b), euclid],
            ...[Math.floor(u / v), u % v, Math.floor(u / 7), u % 10],
            ...[Math.trunc(a! / 8), a! % 8, Math.trunc(a! / -3), a! % 1000],
            gcd(u, v),
            away,
          ].map(x => x + 0) // no negative zeros
        })
        return { u0: { layout: 'i32*4 u32*4 i32*4 u32 i32', values } }
      },
    }
  },
}

const bitTricks: CorpusCase = {
  shader: 'bit_tricks',
  run() {
    const words = new Seeded(61).u32s(64)
    words.splice(0, 10, 0, 1, 0xffffffff, 0x80000000, 0x7fffffff, 0xaaaaaaaa, 0x0000ff00, 0xfffffffe, 0xc0000000, 6)
    return {
      dispatch: [1, 1, 1],
      resources: [typed('t0', 'r32_uint', pack('u32', words)), structured('u0', 48, zeros(48 * 64))],
      expect() {
        const values = words.flatMap(w => {
          const bits = w.toString(2).padStart(32, '0') // bits[0] is bit 31
          const ones = bits.replaceAll('0', '').length
          const number = (s: string): number => Number.parseInt(s, 2)
          const position = (char: string): number => (bits.includes(char) ? 31 - bits.indexOf(char) : -1)
          const bytes = [24, 16, 8, 0].map(s => (w >>> s) & 255)
          // The next larger word with as many ones: the last "01" becomes "10", the ones behind it go to the very end.
          const at = bits.lastIndexOf('01')
          const behind = bits.slice(at + 2)
          const tail = behind.replaceAll('0', '')
          // All ones on top: there is no such word, and the well-known formula then leaves two ones fewer at the bottom.
          const permutation =
            w === 0
              ? 0
              : at < 0
                ? 2 ** Math.max(ones - 2, 0) - 1
                : number(`${bits.slice(0, at)}10${tail.padStart(behind.length, '0')}`)
          return [
            ones,
            number([...bits].reverse().join('')),
            position('1'),
            position(bits[0] === '1' ? '0' : '1'),
            w === 0 ? -1 : 31 - bits.lastIndexOf('1'),
            number([...bits].map((b, i) => (i > 0 && bits[i - 1] === '1' ? (b === '1' ? '0' : '1') : b)).join('')),
            number(
              bytes
                .map(b => b.toString(2).padStart(8, '0'))
                .reverse()
                .join(''),
            ),
            permutation,
            ones % 2,
            Math.floor(bytes[1]! / 8) * 2048 + Math.floor(bytes[2]! / 4) * 32 + Math.floor(bytes[3]! / 8),
            (w % 8192) - (w % 8192 >= 4096 ? 8192 : 0),
            15,
          ]
        })
        return { u0: { layout: 'u32*2 i32*3 u32*5 i32 u32', values } }
      },
    }
  },
}

/** Bits of a value that a half holds exactly as a normal number or zero. */
function halfBits(value: number): number {
  if (value === 0) return 0
  const exponent = Math.floor(Math.log2(Math.abs(value)))
  return (value < 0 ? 0x8000 : 0) + (exponent + 15) * 1024 + (Math.abs(value) / 2 ** exponent - 1) * 1024
}

const halfMath: CorpusCase = {
  shader: 'half_math',
  run() {
    const random = new Seeded(62)
    const colors = Array.from({ length: 32 }, () => [
      ...random.ints(3, 0, 16).map(v => v / 16),
      random.int(-64, 64) / 16,
    ])
    const lift = [1 / 16, 1 / 8, 0, 0]
    const gain = [1.25, 0.75, 1.5, 1]
    const saturation = 1.5
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', pack('f32', [...lift, ...gain, saturation])),
        typed('t0', 'r32g32b32a32_float', pack('f32', colors.flat())),
        typed('u0', 'r32g32b32a32_float', zeros(512)),
        structured('u1', 8, zeros(256)),
      ],
      expect() {
        const graded = colors.map(([r, g, b, a]) => {
          const c = [r!, g!, b!].map((v, i) => v * gain[i]! + lift[i]! * (1 - v))
          const luminance = dot(c, [0.25, 0.5, 0.25])
          const result = c.map(v => luminance + saturation * (v - luminance))
          return [result[0]!, Math.min(result[1]!, 1), result[2]!, a!]
        })
        const pair = (x: number, y: number): number => halfBits(x) + halfBits(y) * 65536
        const packed = colors.flatMap(([r, g]) => [pair(r!, g!), pair(2 * r!, 2 * g!)])
        // Half has 11 significant bits; a device may also compute in 32 bits.
        return { u0: { layout: 'f32', values: graded.flat(), abs: 2 ** -8 }, u1: { layout: 'u32', values: packed } }
      },
    }
  },
}

const min16: CorpusCase = {
  shader: 'min16_arithmetic',
  run() {
    const random = new Seeded(63)
    const samples = Array.from({ length: 30 }, () => random.ints(2, -1400, 1400))
    const [volume, pan, offset, shift] = [0.5, [0.75, 0.25], -10, 3]
    return {
      dispatch: [1, 1, 1],
      resources: [
        // A constant of 16-bit minimum precision takes 4 bytes, but it shares no row with one of full precision.
        cbuffer('b0', pack('f32*3 i32 u32 pad4*3 u32', [volume, ...pan, offset, shift, samples.length])),
        typed('t0', 'r32g32_sint', pack('i32', samples.flat())),
        typed('u0', 'r32_sint', zeros(120)),
        structured('u1', 16, zeros(480)),
      ],
      expect() {
        const pairs = samples.map(s => s.map(v => v + offset))
        const mixed = pairs.map(([l, r]) => Math.min(Math.max(l! + r!, -2000), 2000))
        const levels = pairs.flatMap((p, i) => {
          const shifted = Math.floor(Math.abs(mixed[i]!) / 2 ** shift)
          return [
            ...p.map((v, c) => Math.floor(v / 64) * volume * pan[c]!),
            (shifted ^ Math.floor(shifted / 16)) % 256,
            Math.max(...p.map(Math.abs)),
          ]
        })
        return { u0: { layout: 'i32', values: mixed }, u1: { layout: 'f32*2 u32 i32', values: levels } }
      },
    }
  },
}

const mathFunctions: CorpusCase = {
  shader: 'math_functions',
  run() {
    const random = new Seeded(64)
    const points = Array.from(
      { length: 16 },
      () => [random.int(-8000, 8000) / 2048 + 1 / 4096, random.float(-3.5, 3.5)] as const,
    )
    return {
      dispatch: [1, 1, 1],
      resources: [
        typed('t0', 'r32_float', pack('f32', points.flat())),
        typed('u0', 'r32_float', zeros(4 * 16 * 40)),
        typed('u1', 'r32_uint', zeros(64)),
      ],
      expect() {
        const clamp = (v: number, low: number, high: number): number => Math.min(Math.max(v, low), high)
        const fraction = (v: number): number => v - Math.floor(v)
        const toEven = (v: number): number => (fraction(v) === 0.5 ? 2 * Math.round(v / 2) : Math.round(v))
        const hermite = (t: number): number => t * t * (3 - 2 * t)
        const degree = 180 / Math.PI
        const columns = points.flatMap(([x, y]) => {
          const ax = Math.abs(x)
          const exponent = Math.floor(Math.log2(ax + 0.125)) + 1
          return [
            ...[ax, Math.min(x, y), Math.max(x, y), clamp(x, -1, y * y), clamp(x * 0.25 + 0.5, 0, 1)],
            ...[x * 0.75 + y * 0.25, x * y + 0.5, ax ** y, Math.E ** x, 2 ** y],
            ...[Math.log(ax + 0.5), Math.log2(Math.abs(y) + 0.5), Math.log10(ax + 1)],
            ...[
              Math.sin(x),
              Math.cos(y),
              Math.tan(x / 2),
              Math.asin(ax / 8),
              Math.acos(x / 8),
              Math.atan(y),
              Math.atan2(y, x),
            ],
            ...[
              Math.sinh(x / 2),
              Math.cosh(y / 2),
              Math.tanh(x),
              Math.sqrt(ax),
              1 / Math.sqrt(Math.abs(y) + 0.25),
              1 / (ax + 1),
            ],
            ...[Math.floor(x), Math.ceil(y), toEven(x * 2 + 0.25), Math.trunc(y * 3), fraction(x), (x * 7) % 3],
            ...[Math.sign(x), y >= x ? 1 : 0, hermite(clamp((x + 2) / 4, 0, 1)), x * degree + y / degree, 8 * x],
            (ax + 0.125) / 2 ** exponent + 10 * exponent,
            y * 1.5 - Math.trunc(y * 1.5) + 10 * Math.trunc(y * 1.5),
            2 * Math.sin(x + y) + Math.cos(x + y),
          ]
        })
        const flags = points.map(([x, y]) => {
          const larger = Math.max(Math.trunc(x), Math.trunc(y))
          const sign = x < 0 ? 0x60 : 0x20
          return ((1 | 2 | 4 | 16 | sign | (Math.abs(Math.trunc(x * 4)) << 8)) ^ (larger << 16)) >>> 0
        })
        return {
          u0: { layout: 'f32', values: columns, abs: 5e-4, rel: 5e-4 },
          u1: { layout: 'u32', values: flags },
        }
      },
    }
  },
}

const vectorFunctions: CorpusCase = {
  shader: 'vector_functions',
  run() {
    const random = new Seeded(65)
    const pairs = Array.from({ length: 16 }, () => [random.floats(4, -2, 2), random.floats(4, -2, 2)] as const)
    return {
      dispatch: [1, 1, 1],
      resources: [
        typed('t0', 'r32g32b32a32_float', pack('f32', pairs.flat(2))),
        typed('u0', 'r32g32b32a32_float', zeros(16 * 8 * 16)),
        typed('u1', 'r32_uint', zeros(64)),
      ],
      expect() {
        const values = pairs.flatMap(([a, b]) => {
          const [a3, b3] = [a.slice(0, 3), b.slice(0, 3)]
          const n = normalize(b3)
          const incident = normalize(a3)
          const cosine = dot(n, incident)
          const k = 1 - 0.75 ** 2 * (1 - cosine ** 2)
          const refracted = k < 0 ? [0, 0, 0] : add(scale(incident, 0.75), scale(n, -(0.75 * cosine + Math.sqrt(k))))
          const [r0, r1, r2] = [add(a3, [6, 0, 0]), add(b3, [0, 8, 0]), [1, -2, 4]]
          const [c, s] = [Math.cos(a[3]!), Math.sin(a[3]!)]
          return [
            ...[dot(a, b), length(a3), Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!), a[0]! * b[2]! + a[1]! * b[3]!],
            ...[...cross(a3, b3), 0],
            ...[...add(a3, scale(n, -2 * dot(a3, n))), 1],
            ...[...refracted, 2],
            ...[...scale(n, -Math.sign(a3[2]!)), 3],
            ...[1, 2, 3, dot(r0, cross(r1, r2))], // a matrix times its inverse leaves the vector
            ...[...add(add(a3, b3), [1, 1, 1]), 2], // translations add up and keep volume
            ...[c * b[0]! - s * b[1]!, s * b[0]! + c * b[1]!, c * b[0]! + s * b[1]!, c * b[1]! - s * b[0]!],
          ]
        })
        const flags = pairs.map(([a, b]) => {
          const agree = a.map((v, i) => v > 0 === b[i]! > 0)
          return [
            a.some((v, i) => v > b[i]!),
            a.every((v, i) => v > b[i]!),
            a[0] !== 0 || a[1] !== 0,
            b.slice(0, 3).every(v => Math.abs(v) < 2),
            ...agree,
            !(agree[0] && agree[1]),
          ].reduce((bits, on, i) => bits + (on ? 2 ** i : 0), 0)
        })
        return { u0: { layout: 'f32', values, abs: 5e-4, rel: 1e-4 }, u1: { layout: 'u32', values: flags } }
      },
    }
  },
}

export const NUMBERS: readonly CorpusCase[] = [intDivision, bitTricks, halfMath, min16, mathFunctions, vectorFunctions]
