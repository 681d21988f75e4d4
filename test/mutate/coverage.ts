// Which pieces of src/ a run has reached, from V8's own counters.

import { Session } from 'node:inspector/promises'

export class Coverage {
  readonly #session = new Session()
  readonly #seen = new Set<string>()

  async start(): Promise<void> {
    this.#session.connect()
    await this.#session.post('Profiler.enable')
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** Pieces reached since the last call that were never reached before. */
  async fresh(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
    let count = 0
    for (const script of result) {
      if (!/\/src\/[a-z_]+\//.test(script.url)) continue
      for (const func of script.functions)
        for (const range of func.ranges) {
          if (range.count === 0) continue
          const key = `${script.scriptId}:${range.startOffset}:${range.endOffset}`
          if (!this.#seen.has(key)) {
            this.#seen.add(key)
            count++
          }
        }
    }
    return count
  }

  get size(): number {
    return this.#seen.size
  }
}
