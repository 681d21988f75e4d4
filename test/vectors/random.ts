// Numbers for generators: the same seed gives the same program.

export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = (seed * 2654435761) >>> 0 || 1
  }
  below(n: number): number {
    let x = this.#state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.#state = x >>> 0
    return this.#state % n
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
  chance(percent: number): boolean {
    return this.below(100) < percent
  }
}
