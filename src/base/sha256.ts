// SHA-256 (FIPS 180-4) of bytes, one shot. For the hashes that pages name their own scripts by; not tuned for big inputs.

import { lazy } from './lazy.ts'

const rounds = lazy(() => Uint32Array.from(firstPrimes(64), prime => fraction(Math.cbrt(prime))))
const initial = lazy(() => Uint32Array.from(firstPrimes(8), prime => fraction(Math.sqrt(prime))))

/** The first 32 bits behind the binary point. */
function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every(p => n % p !== 0)) primes.push(n)
  return primes
}

/** The 32 digest bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((data.length + 8) >> 6) * 64 + 64)
  padded.set(data)
  padded[data.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29))
  view.setUint32(padded.length - 4, data.length << 3)
  const state = initial().slice()
  const schedule = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getUint32(at + i * 4)
    block(state, schedule)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => void digest.setUint32(i * 4, word))
  return new Uint8Array(digest.buffer)
}

const rotate = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

function block(state: Uint32Array, w: Uint32Array): void {
  const constants = rounds()
  for (let i = 16; i < 64; i++) {
    const [early, late] = [w[i - 15]!, w[i - 2]!]
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    w[i] = w[i - 16]! + low + w[i - 7]! + high
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constants[i]! + w[i]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + next[i]!
}
