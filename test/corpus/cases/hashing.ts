// Hashes, checksums, text, random streams, wide integers, doubles. Expectations from node:crypto, node:zlib, Buffer and BigInt.

import { createHash } from 'node:crypto'
import { type CorpusCase, cbuffer, raw, structured, typed, zeros } from '../corpus_case.ts'
import { concat, pack } from '../elements.ts'
import { Seeded } from '../seeded.ts'

const u32 = (v: bigint): bigint => BigInt.asUintN(32, v)
const u64 = (v: bigint): bigint => BigInt.asUintN(64, v)
const padded4 = (b: Uint8Array): Uint8Array => concat(b, new Uint8Array((4 - (b.length % 4)) % 4))
const words = (b: Uint8Array): number[] => {
  const view = new DataView(b.buffer, b.byteOffset, b.length)
  return Array.from({ length: b.length / 4 }, (_, i) => view.getUint32(4 * i, true))
}

const sha256: CorpusCase = {
  shader: 'sha256',
  run() {
    const random = new Seeded(50)
    // Lengths around the padding's edges, the empty message, and two blocks.
    const messages = [0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 33].map(n => pack('u8', random.ints(n, 0, 255)))
    messages.push(new TextEncoder().encode('abc'))
    let at = 0
    const ranges = messages.map(m => [(at += m.length) - m.length, m.length])
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('u32', [messages.length])),
        raw('t0', padded4(concat(...messages))),
        typed('t1', 'r32g32_uint', pack('u32', ranges.flat())),
        raw('u0', zeros(32 * messages.length)),
      ],
      expect: () => ({
        u0: { layout: 'u32', values: messages.flatMap(m => words(createHash('sha256').update(m).digest())) },
      }),
    }
  },
}

const md5: CorpusCase = {
  shader: 'md5',
  run() {
    const prefix = new TextEncoder().encode('dxilkit corpus key ')
    const bytes = new Uint8Array(32)
    bytes.set(prefix)
    const first = 970
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', concat(bytes, pack('u32*2', [prefix.length, first]))),
        typed('u0', 'r32g32b32a32_uint', zeros(16 * 64)),
      ],
      expect: () => ({
        u0: {
          layout: 'u32',
          values: Array.from({ length: 64 }, (_, i) =>
            words(
              createHash('md5')
                .update(`dxilkit corpus key ${first + i}`)
                .digest(),
            ),
          ).flat(),
        },
      }),
    }
  },
}

const crc: CorpusCase = {
  shader: 'crc32',
  run() {
    const [chunkWords, chunks] = [9, 70]
    const data = pack('u32', new Seeded(51).u32s(chunkWords * chunks))
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*2', [chunkWords, chunks])),
        raw('t0', data),
        structured('u0', 8, zeros(8 * chunks)),
      ],
      expect() {
        // The CRC as what it is: the remainder of a polynomial division over GF(2), reflected, in BigInt.
        const reflect = (v: bigint, bits: number): bigint =>
          BigInt(`0b${v.toString(2).padStart(bits, '0').split('').reverse().join('')}`)
        const crcOf = (bytes: Uint8Array): number => {
          let dividend = 0n
          for (const b of bytes) dividend = (dividend << 8n) | reflect(BigInt(b), 8)
          const bits = BigInt(bytes.length * 8)
          dividend = (dividend << 32n) ^ (0xffffffffn << bits) // the start value, in front of the message
          for (let bit = bits + 31n; bit >= 32n; bit--)
            if ((dividend >> bit) & 1n) dividend ^= 0x104c11db7n << (bit - 32n)
          return Number(reflect(dividend, 32) ^ 0xffffffffn)
        }
        const adlerOf = (bytes: Uint8Array): number => {
          const a = bytes.reduce((x, y) => x + y, 1)
          const b = bytes.reduce((x, y, i) => x + (bytes.length - i) * y, bytes.length)
          return ((b % 65521) * 65536 + (a % 65521)) >>> 0
        }
        const values = Array.from({ length: chunks }, (_, i) => {
          const bytes = data.subarray(i * chunkWords * 4, (i + 1) * chunkWords * 4)
          return [crcOf(bytes), adlerOf(bytes)]
        })
        return { u0: { layout: 'u32', values: values.flat() } }
      },
    }
  },
}

const search: CorpusCase = {
  shader: 'string_search',
  run() {
    const text = 'Banana bandana: BANAna in a baNANA band, anagram of nab An aBANANa.'
    const pattern = 'BANana'
    const encode = (s: string): Uint8Array => padded4(new TextEncoder().encode(s))
    return {
      dispatch: [2, 1, 1],
      resources: [
        cbuffer('b0', pack('u32*3', [text.length, pattern.length, 1])),
        raw('t0', encode(text)),
        raw('t1', encode(pattern)),
        raw('u0', pack('u32', [0xffffffff, 0, 0, 0, 0])),
      ],
      expect() {
        const at: number[] = []
        for (let i = -1; (i = text.toLowerCase().indexOf(pattern.toLowerCase(), i + 1)) >= 0; ) at.push(i)
        const mask = [0, 1, 2].map(w => at.filter(i => i >> 5 === w).reduce((m, i) => m + 2 ** (i & 31), 0))
        return { u0: { layout: 'u32', values: [at[0]!, at.length, ...mask] } }
      },
    }
  },
}

const base64: CorpusCase = {
  shader: 'base64_encode',
  run() {
    const bytes = pack('u8', new Seeded(52).ints(200, 0, 255))
    return {
      dispatch: [3, 1, 1],
      resources: [
        cbuffer('b0', pack('u32', [bytes.length])),
        raw('t0', padded4(bytes)),
        typed('u0', 'r32_uint', zeros(4 * 67)),
      ],
      expect: () => ({ u0: { layout: 'u8', values: [...Buffer.from(Buffer.from(bytes).toString('base64'))] } }),
    }
  },
}

const bigint: CorpusCase = {
  shader: 'bigint_multiply',
  run() {
    const random = new Seeded(53)
    const limbs = 8
    const operand = (i: number): number[] => (i === 0 ? Array<number>(limbs).fill(0xffffffff) : random.u32s(limbs))
    const left = Array.from({ length: 16 }, (_, i) => operand(i))
    const right = Array.from({ length: 16 }, (_, i) => operand(i))
    right[1] = [1, 0, 0, 0, 0, 0, 0, 0]
    return {
      dispatch: [1, 1, 1],
      resources: [
        structured('t0', 32, pack('u32', left.flat())),
        structured('t1', 32, pack('u32', right.flat())),
        structured('u0', 68, zeros(68 * 16)),
      ],
      expect() {
        const big = (l: readonly number[]): bigint => l.reduceRight((v, limb) => (v << 32n) | BigInt(limb), 0n)
        const values = left.flatMap((a, i) => {
          const p = big(a) * big(right[i]!)
          const carry = (BigInt.asUintN(256, p) + (p >> 256n)) >> 256n
          return [...Array.from({ length: 16 }, (_, k) => Number(u32(p >> BigInt(32 * k)))), Number(carry)]
        })
        return { u0: { layout: 'u32', values } }
      },
    }
  },
}

const kahan: CorpusCase = {
  shader: 'kahan_double',
  run() {
    const random = new Seeded(54)
    const count = 40
    const terms = Array.from(
      { length: 8 * count },
      (_, i) => random.float(-1, 1) * 2 ** -(i % 20) + (i % count === 0 ? 1e15 : 0),
    )
    const [scaleBy, bias] = [0.75, -3.5]
    return {
      dispatch: [1, 1, 1],
      resources: [
        cbuffer('b0', pack('f64*2 u32', [scaleBy, bias, count])),
        structured('t0', 8, pack('f64', terms)),
        structured('u0', 24, zeros(24 * 8)),
      ],
      expect() {
        const values = Array.from({ length: 8 }, (_, row) => {
          const products = terms.slice(row * count, (row + 1) * count).map(t => t * scaleBy)
          // All inputs are multiples of 2^-40: the true sum in BigInt, rounded once, is what compensation must come to.
          const total = [bias, ...products].reduce((sum, v) => sum + BigInt(v * 2 ** 40), 0n)
          const best = Number(total) / 2 ** 40
          const plain = products.reduce((sum, v) => sum + v, bias)
          const single = products.reduce((sum, v) => Math.fround(sum + Math.fround(v)), Math.fround(bias))
          const magnitude = Math.abs(best)
          return [magnitude, plain, single, (best < 0 ? 2048 : 0) + 1023 + Math.floor(Math.log2(magnitude))]
        })
        // A few units in the last place: the plain sum of the same terms is further off than that from the true one.
        return { u0: { layout: 'f64*2 f32 u32', values: values.flat(), rel: 2 ** -51 } }
      },
    }
  },
}

const newton: CorpusCase = {
  shader: 'newton_double',
  run() {
    const random = new Seeded(55)
    const values = Array.from({ length: 16 }, (_, i) => random.int(1, 1_000_000) / 977 + i)
    return {
      dispatch: [1, 1, 1],
      resources: [structured('t0', 8, pack('f64', values)), structured('u0', 32, zeros(512))],
      expect: () => ({
        u0: {
          layout: 'f64*3 i32 u32',
          values: values.flatMap(v => [Math.sqrt(v), Math.cbrt(v), 1 / v, Math.trunc(v), 1]),
          rel: 1e-14,
        },
      }),
    }
  },
}

const lcg: CorpusCase = {
  shader: 'lcg64_hash',
  run() {
    const [seed, offset, stride] = [0x0123456789abcdefn, -987654321012345n, 1000003]
    return {
      dispatch: [1, 1, 1],
      resources: [cbuffer('b0', pack('u64 i64 u32', [seed, offset, stride])), structured('u0', 48, zeros(48 * 32))],
      expect() {
        const [a, c, modulus] = [6364136223846793005n, 1442695040888963407n, 1n << 64n]
        const values = Array.from({ length: 32 }, (_, id) => {
          // state * a^n + c * (a^n - 1) / (a - 1), the closed form; the quotient is exact before reduction modulo 2^64.
          const n = BigInt((id * stride) >>> 0)
          const power = (modulo: bigint): bigint => {
            let [result, base] = [1n, a % modulo]
            for (let e = n; e > 0n; e >>= 1n, base = (base * base) % modulo)
              if (e & 1n) result = (result * base) % modulo
            return result
          }
          const geometric = ((power(modulus * (a - 1n)) - 1n + modulus * (a - 1n)) % (modulus * (a - 1n))) / (a - 1n)
          const state = u64(seed * power(modulus) + c * geometric)
          let z = u64(state + 0x9e3779b97f4a7c15n)
          z = u64((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
          z = u64((z ^ (z >> 27n)) * 0x94d049bb133111ebn)
          const mixed = z ^ (z >> 31n)
          let fnv = 0xcbf29ce484222325n
          for (let i = 0n; i < 8n; i++) fnv = u64((fnv ^ ((mixed >> (8n * i)) & 255n)) * 0x100000001b3n)
          const numerator = BigInt.asIntN(64, mixed + offset)
          const denominator = (fnv >> 40n) - 8388608n
          const halves = [state & 0xffffffffn, state >> 32n]
          if (mixed > fnv && numerator < 0n) halves.reverse()
          return [state, mixed, fnv, numerator / denominator, numerator % denominator, ...halves]
        })
        return { u0: { layout: 'u64*3 i64*2 u32*2', values: values.flat() } }
      },
    }
  },
}

const monteCarlo: CorpusCase = {
  shader: 'montecarlo_pi',
  run() {
    const [seed, samples] = [0xc0ffee, 25]
    return {
      dispatch: [2, 1, 1],
      resources: [cbuffer('b0', pack('u32*2', [seed, samples])), raw('u0', zeros(4)), structured('u1', 8, zeros(1024))],
      expect() {
        let hits = 0
        const states = Array.from({ length: 128 }, (_, id) => {
          let pcg = u32(BigInt(seed + id * 9781))
          let x = u32(BigInt(seed) ^ u32(BigInt(id) * 0x9e3779b9n)) | 1n
          for (let i = 0; i < samples; i++) {
            // PCG RXS-M-XS 32, then xorshift 13/17/5.
            const word = u32(((pcg >> ((pcg >> 28n) + 4n)) ^ pcg) * 277803737n)
            const a = Number((word >> 22n) ^ word) / 2 ** 17
            pcg = u32(pcg * 747796405n + 2891336453n)
            x = u32(x ^ (x << 13n))
            x ^= x >> 17n
            x = u32(x ^ (x << 5n))
            if (Math.floor(a) ** 2 + Math.floor(Number(x) / 2 ** 17) ** 2 < 2 ** 30) hits++
          }
          return [pcg, x]
        })
        return { u0: { layout: 'u32', values: [hits] }, u1: { layout: 'u32', values: states.flat() } }
      },
    }
  },
}

export const HASHING: readonly CorpusCase[] = [sha256, md5, crc, search, base64, bigint, kahan, newton, lcg, monteCarlo]
