// Times and rates of a benchmark.

const ROUNDS = 20

/** Shortest of several runs, ms. */
export function best(run: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const rate = (bytes: number, ms: number): string => `${(bytes / 1e3 / ms).toFixed(1)} MB/s`
