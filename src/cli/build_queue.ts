// Which thread of a build compiles which job. Permutations of a source share most of their work, and threads share none: so this thread goes through
// the jobs from the front, the others come from the back, and the source that this thread is at is left to it unless that takes long.

/** Jobs another thread takes at once. */
const MOST_AT_ONCE = 16
/** Milliseconds of work on one source that are worth doing some of it twice. */
const LONG = 10_000

export class JobQueue<T extends { readonly source: string }> {
  readonly #jobs: readonly T[]
  #next = 0
  #end: number
  /** What a job of this thread takes, the last ones above all, in milliseconds. */
  #usual = 0

  /** @param jobs those of one source side by side */
  constructor(jobs: readonly T[]) {
    this.#jobs = jobs
    this.#end = jobs.length
  }

  /** The next job for this thread; undefined when none is left. */
  here(): T | undefined {
    return this.#next < this.#end ? this.#jobs[this.#next++] : undefined
  }

  /** A job of this thread has taken so many milliseconds. */
  took(ms: number): void {
    this.#usual = this.#usual === 0 ? ms : this.#usual * 0.9 + ms * 0.1
  }

  /** Whether elsewhere() has jobs. */
  get hasForOthers(): boolean {
    const left = this.#end - this.#next
    const isOwn = left > 0 && this.#jobs[this.#end - 1]!.source === this.#jobs[Math.max(0, this.#next - 1)]!.source
    return left > 0 && (!isOwn || left * this.#usual >= LONG)
  }

  /** Jobs of one source for one of `threads` threads; none when the rest is left to this thread. */
  elsewhere(threads: number): readonly T[] {
    if (!this.hasForOthers) return []
    const most = Math.min(MOST_AT_ONCE, Math.ceil((this.#end - this.#next) / threads / 8))
    const { source } = this.#jobs[this.#end - 1]!
    let first = this.#end - 1
    while (first > this.#next && this.#end - first < most && this.#jobs[first - 1]!.source === source) first--
    const chunk = this.#jobs.slice(first, this.#end)
    this.#end = first
    return chunk
  }
}
