// The preprocessed text, as `-P` prints it: tokens on their original lines and columns, `#line` where lines do not follow each other.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Names } from '../names.ts'
import { EOF, LINE_START, SPACE_BEFORE, type TokenColumns } from '../token.ts'
import { type PreprocessOptions, preprocess } from './preprocessor.ts'
import { spell } from './substitute.ts'

/** Longer gaps become a `#line`. */
const MAX_BLANK_LINES = 8

/** Preprocesses and prints. */
export function preprocessToText(options: PreprocessOptions, diagnostics: Diagnostics): string {
  const { tokens, names, pragmas } = preprocess(options, diagnostics)
  const lines = new LineKeeper(options.name, diagnostics)
  let pragma = 0
  for (let i = 0; i < tokens.count; i++) {
    for (let next = pragmas[pragma]; next && next.tokenIndex <= i; next = pragmas[++pragma]) {
      lines.pragma(next.text, next.pos)
    }
    if (tokens.kind[i] === EOF) break
    const flags = tokens.flags[i]!
    if (i === 0 || (flags & LINE_START) !== 0) lines.goTo(tokens.pos[i]!, true)
    else if ((flags & SPACE_BEFORE) !== 0 || wouldJoin(tokens, names, i)) lines.out.push(' ')
    lines.out.push(spell(names, tokens.kind[i]!, tokens.value[i]!))
  }
  return lines.finish()
}

class LineKeeper {
  readonly out: string[] = []
  readonly #diagnostics: Diagnostics
  #file: string
  #line = 1

  constructor(file: string, diagnostics: Diagnostics) {
    this.#file = file
    this.#diagnostics = diagnostics
    this.out.push(`#line 1 ${JSON.stringify(file)}\n`)
  }

  /** On a line of its own, also where an operator in the middle of one says it. */
  pragma(text: string, pos: number): void {
    this.goTo(pos, false)
    if (!this.#isAtLineStart()) this.#endLine()
    this.out.push(`#pragma ${text}`)
    this.#endLine()
  }

  finish(): string {
    if (!this.#isAtLineStart()) this.#endLine()
    return this.out.join('')
  }

  #isAtLineStart(): boolean {
    return this.out.findLast(piece => piece !== '')!.endsWith('\n')
  }

  #endLine(): void {
    this.out.push('\n')
    this.#line++
  }

  /** Moves to the line of a position, and to its column. */
  goTo(pos: number, indent: boolean): void {
    const at = this.#diagnostics.sources.locate(pos)
    if (!at) return
    const gap = at.line - this.#line
    if (at.file === this.#file && gap >= 0 && gap <= MAX_BLANK_LINES) this.out.push('\n'.repeat(gap))
    else this.out.push(`${this.out.length > 1 ? '\n' : ''}#line ${at.line} ${JSON.stringify(at.file)}\n`)
    this.#file = at.file
    this.#line = at.line
    if (indent) this.out.push(' '.repeat(Math.min(at.column - 1, 64)))
  }
}

/** Two characters that written together would be read as one token, or as a comment. */
const JOINING = /^(\w[\w.]|\.\d|\.\.|[-+*/%=!<>&|^:#]=|\+\+|--|->|<<|>>|&&|\|\||::|##|\/\/|\/\*)$/

function wouldJoin(tokens: TokenColumns, names: Names, i: number): boolean {
  if (tokens.end[i - 1] === tokens.pos[i]) return false
  const left = spell(names, tokens.kind[i - 1]!, tokens.value[i - 1]!)
  const right = spell(names, tokens.kind[i]!, tokens.value[i]!)
  return JOINING.test(left.charAt(left.length - 1) + right.charAt(0))
}
