// The preprocessed text, as `-P` prints it: tokens on their original lines and columns, `#line` where lines do not follow each other.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Names } from '../lex/names.ts'
import { EOF, LINE_START, SPACE_BEFORE, type TokenColumns } from '../lex/token.ts'
import type { FileChange, Pragma } from './marks.ts'
import { type PreprocessOptions, preprocess } from './preprocessor.ts'
import { spell } from './substitute.ts'

/** Longer gaps become a `#line`. */
const MAX_BLANK_LINES = 8

/** Preprocesses and prints. */
export function preprocessToText(options: PreprocessOptions, diagnostics: Diagnostics): string {
  const { tokens, names, marks } = preprocess(options, diagnostics)
  const lines = new LineKeeper(options.name, diagnostics)
  let mark = 0
  for (let i = 0; i < tokens.count; i++) {
    const before = mark
    for (let next = marks[mark]; next && next.tokenIndex <= i; next = marks[++mark]) {
      if ('text' in next) lines.pragma(next)
      else lines.change(next)
    }
    if (tokens.kind[i] === EOF) break
    const flags = tokens.flags[i]!
    if (i === 0 || (flags & LINE_START) !== 0) lines.goTo(tokens.pos[i]!, true)
    else if (mark === before && ((flags & SPACE_BEFORE) !== 0 || wouldJoin(tokens, names, i))) lines.out.push(' ')
    lines.write(spell(names, tokens.kind[i]!, tokens.value[i]!))
  }
  return lines.finish()
}

class LineKeeper {
  readonly out: string[] = []
  readonly #diagnostics: Diagnostics
  #file: string
  #line = 1
  /** Something but line ends was written since the last #line. */
  #wrote = false

  constructor(file: string, diagnostics: Diagnostics) {
    this.#file = file
    this.#diagnostics = diagnostics
    this.out.push(`#line 1 ${JSON.stringify(file)}\n`)
  }

  write(text: string): void {
    this.out.push(text)
    this.#wrote = true
  }

  /** On a line of its own, also where an operator in the middle of one says it. */
  pragma({ spelling, pos }: Pragma): void {
    this.goTo(pos, false)
    if (!this.#isAtLineStart()) this.#endLine()
    this.write(`#pragma ${spelling}`)
    this.#endLine()
  }

  /** Another file begins, at the line of the directive that includes it, or one goes on. */
  change({ pos, includedAt }: FileChange): void {
    if (includedAt !== undefined) {
      this.goTo(includedAt, false)
      if (this.#wrote && this.#isAtLineStart()) this.out.push('\n')
    }
    const at = this.#diagnostics.sources.locate(pos)
    if (at) this.#say(at.file, includedAt === undefined ? at.line + 1 : at.line)
  }

  /** DXC ends everything with a line end, also what has one. */
  finish(): string {
    this.#endLine()
    return this.out.join('')
  }

  #isAtLineStart(): boolean {
    return this.out.findLast(piece => piece !== '')!.endsWith('\n')
  }

  #endLine(): void {
    this.out.push('\n')
    this.#line++
  }

  #say(file: string, line: number): void {
    this.out.push(`${this.#isAtLineStart() ? '' : '\n'}#line ${line} ${JSON.stringify(file)}\n`)
    this.#file = file
    this.#line = line
    this.#wrote = false
  }

  /** Moves to the line of a position, and to its column. */
  goTo(pos: number, indent: boolean): void {
    const at = this.#diagnostics.sources.locate(pos)
    if (!at) return
    const gap = at.line - this.#line
    if (at.file === this.#file && gap >= 0 && gap <= MAX_BLANK_LINES) this.out.push('\n'.repeat(gap))
    else this.#say(at.file, at.line)
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
