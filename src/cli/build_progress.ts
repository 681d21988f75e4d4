// How far a build is: a bar with the time that is left on a terminal, and now and then a line elsewhere.

import { shownName } from '../base/shown_name.ts'
import type { Host } from './host.ts'

const CLEAR_LINE = '\r\x1b[K'
const BAR = 24
/** Between two frames of the bar, and between two lines. */
const FRAME_MS = 100
const LINE_MS = 5000
/** Without terminal, a build that is over sooner says nothing in between. */
const FIRST_LINE_MS = 2000

export class BuildProgress {
  readonly #host: Host
  readonly #total: number
  readonly #isBar: boolean
  readonly #start = Date.now()
  #done = 0
  #last = 0
  #isShown = false

  constructor(host: Host, total: number) {
    this.#host = host
    this.#total = total
    this.#isBar = host.stderr.isTerminal && !host.env['CI']
    this.#last = this.#isBar ? 0 : this.#start + FIRST_LINE_MS - LINE_MS
  }

  /** One more job is done. */
  step(): void {
    this.#done++
  }

  /** Shows how far it is, when that is due. */
  show(what: string): void {
    const now = Date.now()
    const isDue = now - this.#last >= (this.#isBar ? FRAME_MS : LINE_MS)
    if (!isDue || this.#done === this.#total) return
    this.#last = now
    this.#host.stderr.write(this.#isBar ? `${CLEAR_LINE}${this.#bar(now, what)}` : `${this.#counts(now)}\n`)
    this.#isShown = this.#isBar
  }

  #counts(now: number): string {
    const seconds = ((now - this.#start) / this.#done) * (this.#total - this.#done) * 0.001
    const left =
      seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`
    return `${this.#done} of ${this.#total} (${Math.floor((this.#done / this.#total) * 100)} %), ${left} left`
  }

  #bar(now: number, what: string): string {
    const full = Math.floor((this.#done / this.#total) * BAR)
    const head = `[${'='.repeat(full)}${' '.repeat(BAR - full)}] ${this.#counts(now)}  `
    const room = Math.max(0, (this.#host.stderr.columns ?? 80) - head.length - 1)
    return head + shownName(what).slice(0, room)
  }

  /** Writes a text without getting in its way. */
  write(text: string): void {
    this.clear()
    this.#host.stderr.write(text)
  }

  clear(): void {
    if (this.#isShown) this.#host.stderr.write(CLEAR_LINE)
    this.#isShown = false
  }
}
