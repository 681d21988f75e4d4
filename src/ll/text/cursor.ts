// A place in the tokens, with the small readings that every part of the parser shares. Errors are TextError at the current token.

import { byteString, byteText } from '../../base/c_string.ts'
import { TextError, Tok, type Tokens, tokenize } from '../../llvm/text/parse_tokens.ts'
import type { LlSpan } from './syntax.ts'

/** Types, constants and metadata nested deeper than this are no program but an attack on the stack. */
const MAX_DEPTH = 1024

export class Cursor {
  readonly text: string
  /** Position of the text's first character. */
  readonly base: number
  readonly #tokens: Tokens
  #at = 0
  #depth = 0

  constructor(text: string, base: number) {
    this.text = text
    this.base = base
    this.#tokens = tokenize(text)
  }

  get kind(): number {
    return this.#tokens.kinds[this.#at]!
  }
  get word(): string {
    return this.text.slice(this.#tokens.starts[this.#at], this.#tokens.ends[this.#at])
  }
  /** Position of the current token. */
  get pos(): number {
    return this.base + this.#tokens.starts[this.#at]!
  }
  get tokenEnd(): number {
    return this.base + this.#tokens.ends[this.#at]!
  }
  /** End position of the token before the current one. */
  get lastEnd(): number {
    return this.base + (this.#at === 0 ? 0 : this.#tokens.ends[this.#at - 1]!)
  }
  get span(): LlSpan {
    return { pos: this.pos, end: this.tokenEnd }
  }
  kindAt(ahead: number): number {
    return this.#tokens.kinds[Math.min(this.#at + ahead, this.#tokens.count - 1)]!
  }
  wordAt(ahead: number): string {
    const i = Math.min(this.#at + ahead, this.#tokens.count - 1)
    return this.text.slice(this.#tokens.starts[i], this.#tokens.ends[i])
  }

  advance(): void {
    if (this.kind !== Tok.End) this.#at++
  }
  /** The current token's text; goes on to the next. */
  take(): string {
    const word = this.word
    this.advance()
    return word
  }
  is(punctOrWord: string): boolean {
    const kind = this.kind
    return (kind === Tok.Punct || kind === Tok.Word) && this.word === punctOrWord
  }
  accept(punctOrWord: string): boolean {
    if (!this.is(punctOrWord)) return false
    this.advance()
    return true
  }
  expectToken(punctOrWord: string): void {
    if (!this.accept(punctOrWord)) this.fail(`expected '${punctOrWord}'`)
  }
  fail(message: string): never {
    throw new TextError(message, this.pos - this.base, this.tokenEnd - this.base)
  }
  failAt(message: string, span: LlSpan): never {
    throw new TextError(message, span.pos - this.base, span.end - this.base)
  }

  /** Runs a reading one level deeper; too many levels are an error. */
  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.fail(`nested too deeply (more than ${MAX_DEPTH} levels)`)
    const result = read()
    this.#depth--
    return result
  }

  integer(what = 'an integer'): number {
    if (this.kind !== Tok.Integer) this.fail(`expected ${what}`)
    const n = Number(this.word)
    if (!Number.isSafeInteger(n)) this.fail('the integer is too large')
    this.advance()
    return n
  }
  /** "..." with its escapes. */
  string(what = 'a string'): string {
    if (this.kind !== Tok.String) this.fail(`expected ${what}`)
    return unquoted(this.take().slice(1, -1))
  }
  /** A name behind its sigil of one character, without quotes. */
  name(kind: number, what: string): string {
    if (this.kind !== kind) this.fail(`expected ${what}`)
    return this.#taken(this.word.slice(1))
  }
  /** `name:` */
  label(): string {
    return this.#taken(this.word.slice(0, -1))
  }
  /** The current token's name, which is `text` as it is written. */
  #taken(text: string): string {
    const name = text.startsWith('"') ? unquoted(text.slice(1, -1)) : text
    // Names of different bytes must not become the same name.
    if (name.includes('\uFFFD') && byteString(name) !== unquotedBytes(text.slice(1, -1)))
      this.fail('the bytes of the name are not UTF-8')
    this.advance()
    return name
  }
  /** Skips a balanced group that opens here. */
  skipGroup(): void {
    let depth = 0
    do {
      if (this.kind === Tok.End) this.fail("expected a closing ')'")
      const word = this.kind === Tok.Punct ? this.word : ''
      if (word === '(' || word === '[' || word === '{') depth++
      else if (word === ')' || word === ']' || word === '}') depth--
      this.advance()
    } while (depth > 0)
  }
}

/** The bytes between quotes, one a character: \xx is a byte, \\ a backslash, other characters are UTF-8. */
export function unquotedBytes(text: string): string {
  return byteString(text).replace(/\\(\\|[0-9a-fA-F]{2})/g, (_, code: string) =>
    code === '\\' ? '\\' : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The text between quotes; bytes that are no UTF-8 become U+FFFD. */
const unquoted = (text: string): string => (text.includes('\\') ? byteText(unquotedBytes(text)) : text)
