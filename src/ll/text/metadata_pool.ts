// Numbered metadata nodes of a module being printed: equal nodes are one, numbers are given in order of first mention.

import { escaped } from './spelling.ts'

export class MetadataPool {
  readonly #byText = new Map<string, number>()
  readonly #lines: string[] = []

  /** Reference `!N` to the node with these operands (each already text, e.g. `i32 1`, `!"word"`, `!3`). */
  node(operands: readonly string[]): string {
    const text = `!{${operands.join(', ')}}`
    let n = this.#byText.get(text)
    if (n === undefined) {
      n = this.#lines.length
      this.#byText.set(text, n)
      this.#lines.push(text)
    }
    return `!${n}`
  }

  /** A node equal to no other, whose first operand is itself. */
  distinct(operands: readonly string[]): string {
    const n = this.#lines.length
    this.#lines.push(`distinct !{${[`!${n}`, ...operands].join(', ')}}`)
    return `!${n}`
  }

  /** The definitions, one a line. */
  lines(): string[] {
    return this.#lines.map((text, n) => `!${n} = ${text}`)
  }
}

export const stringOperand = (text: string): string => `!"${escaped(text)}"`
