// Offsets in a text to lines and characters, and back.

import type { Position, TextRange } from './model.ts'

export class LineMap {
  readonly #text: string
  readonly #starts: number[] = [0]

  constructor(text: string) {
    this.#text = text
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at)
      if (char === 13 && text.charCodeAt(at + 1) === 10) at++
      if (char === 10 || char === 13) this.#starts.push(at + 1)
    }
  }

  /** Offsets beyond the text are its end. */
  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.#text.length))
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { line: low, character: at - this.#starts[low]! }
  }

  /** Characters beyond the line are its end, lines beyond the text its end. */
  offsetAt({ line, character }: Position): number {
    if (line >= this.#starts.length) return this.#text.length
    const start = this.#starts[Math.max(0, line)]!
    let end = this.#starts[line + 1] ?? this.#text.length
    while (end > start && /[\r\n]/.test(this.#text[end - 1]!)) end--
    return Math.min(start + Math.max(0, character), end)
  }

  range(start: number, end: number): TextRange {
    return { start: this.positionAt(start), end: this.positionAt(end) }
  }
}
