// The seeded generator behind all corpus inputs (splitmix-like 32-bit counter hash). Same seed, same numbers, everywhere, for ever.

export class Seeded {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Uniform in 0 .. 2^32-1. */
  u32(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let z = this.#state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return (z ^ (z >>> 15)) >>> 0
  }

  /** Integer in low .. high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor((this.u32() / 2 ** 32) * (high - low + 1))
  }

  /** A float32 value in low .. high on a grid of 2^-12 of the range. Coarse on purpose: sums of products stay well conditioned. */
  float(low = -1, high = 1): number {
    return Math.fround(low + ((high - low) * (this.u32() >>> 20)) / 4096)
  }

  u64(): bigint {
    return (BigInt(this.u32()) << 32n) | BigInt(this.u32())
  }

  u32s(n: number): number[] {
    return Array.from({ length: n }, () => this.u32())
  }

  ints(n: number, low: number, high: number): number[] {
    return Array.from({ length: n }, () => this.int(low, high))
  }

  floats(n: number, low = -1, high = 1): number[] {
    return Array.from({ length: n }, () => this.float(low, high))
  }

  /** A random permutation of 0 .. n-1. */
  permutation(n: number): number[] {
    const p = Array.from({ length: n }, (_, i) => i)
    for (let i = n - 1; i > 0; i--) {
      const j = this.int(0, i)
      ;[p[i], p[j]] = [p[j]!, p[i]!]
    }
    return p
  }
}
