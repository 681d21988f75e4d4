// Where the parser stands among the tokens, and the small questions it asks there. Every complaint carries its place.

import { TextError, Tok, type Tokens, unescaped } from './parse_tokens.ts'

const SHOWN = 60
/** Brackets inside brackets; types, constants and metadata are parsed recursively. */
const MAX_NESTING = 256

export class Cursor {
  readonly tokens: Tokens
  /** Number of the token ahead. */
  at = 0
  #depth = 0

  constructor(tokens: Tokens) {
    this.tokens = tokens
  }

  get kind(): Tok {
    return this.tokens.kinds[this.at]! as Tok
  }

  kindAt(at: number): Tok {
    return this.tokens.kinds[Math.min(at, this.tokens.count - 1)]! as Tok
  }

  /** Spelling of a token. */
  spelling(at = this.at): string {
    const { text, starts, ends } = this.tokens
    return text.slice(starts[at]!, ends[at]!)
  }

  next(): void {
    if (this.at < this.tokens.count - 1) this.at++
  }

  /** @param from number of the token the complaint is about; it reaches to `to` (inclusive) */
  fail(message: string, from = this.at, to = from): never {
    const { starts, ends } = this.tokens
    const last = Math.max(from, Math.min(to, this.tokens.count - 1))
    throw new TextError(message, starts[from]!, ends[last]!)
  }

  /** Complains that something else was expected here. */
  expected(what: string): never {
    if (this.kind === Tok.End) this.fail(`expected ${what}, but the text ends here`)
    const found = this.spelling()
    this.fail(`expected ${what}, not '${found.length > SHOWN ? `${found.slice(0, SHOWN)}...` : found}'`)
  }

  // ---- punctuation and words ----

  is(punct: string): boolean {
    const { text, starts, ends, kinds } = this.tokens
    const { at } = this
    if (kinds[at] !== Tok.Punct) return false
    return punct.length === 1
      ? text.charCodeAt(starts[at]!) === punct.charCodeAt(0) && ends[at]! - starts[at]! === 1
      : text.slice(starts[at]!, ends[at]!) === punct
  }

  accept(punct: string): boolean {
    if (!this.is(punct)) return false
    this.next()
    return true
  }

  expectToken(punct: string): void {
    if (!this.accept(punct)) this.expected(`'${punct}'`)
  }

  /** The word ahead, '' if there is none. */
  peekWord(): string {
    return this.kind === Tok.Word ? this.spelling() : ''
  }

  isWord(word: string): boolean {
    const { text, starts, ends, kinds } = this.tokens
    const { at } = this
    return kinds[at] === Tok.Word && ends[at]! - starts[at]! === word.length && text.startsWith(word, starts[at]!)
  }

  acceptWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.next()
    return true
  }

  expectWord(word: string): void {
    if (!this.acceptWord(word)) this.expected(`'${word}'`)
  }

  word(what: string): string {
    if (this.kind !== Tok.Word) this.expected(what)
    const word = this.spelling()
    this.next()
    return word
  }

  // ---- literals ----

  /** A non-negative integer of at most `most`. */
  count(what: string, most = 0xffffffff): number {
    if (this.kind !== Tok.Integer) this.expected(what)
    const value = Number(this.spelling())
    if (!(value >= 0 && value <= most)) this.fail(`${what} is out of range (0 to ${most})`)
    this.next()
    return value
  }

  integer(what: string): bigint {
    if (this.kind !== Tok.Integer) this.expected(what)
    const text = this.spelling()
    // Reading decimal digits takes quadratic time.
    if (text.length > 5000) this.fail('the number has too many digits')
    this.next()
    return BigInt(text.startsWith('+') ? text.slice(1) : text)
  }

  /** A quoted string's bytes, one character each. */
  string(what: string): string {
    if (this.kind !== Tok.String) this.expected(what)
    const text = this.spelling()
    this.next()
    return unescaped(text.slice(1, -1))
  }

  /** The name of a token that has a sigil: %x, @"x", !x. A number stays digits; see key(). */
  name(at = this.at): string {
    const text = this.spelling(at).slice(1)
    return unescaped(text.startsWith('"') ? text.slice(1, -1) : text)
  }

  /** The N of %N, @N, !N, #N; -1 when it has a name instead. */
  number(at = this.at): number {
    const { text, starts, ends } = this.tokens
    const from = starts[at]! + 1
    const first = text.charCodeAt(from)
    if (first < 48 || first > 57) return -1
    const digits = text.slice(from, ends[at]!)
    if (!/^\d+$/.test(digits)) return -1
    const value = Number(digits)
    if (value > 0x7fffffff) this.fail(`${this.spelling(at).slice(0, SHOWN)} is too large a number`, at)
    return value
  }

  /** Identity of a name with a sigil: unlike name(), @0 and @"0" differ, %x and %"x" do not. */
  key(at = this.at): string {
    const number = this.number(at)
    return number >= 0 ? `#${number}` : `=${this.name(at)}`
  }

  /** Over `!N`. */
  metadataId(): void {
    if (this.kind !== Tok.MetaId) this.expected('a metadata node !N')
    this.next()
  }

  /** The label ahead: its name, or its number. */
  label(): string | number {
    const text = this.spelling().slice(0, -1)
    if (/^\d{1,9}$/.test(text)) return Number(text)
    return unescaped(text.startsWith('"') ? text.slice(1, -1) : text)
  }

  /** From an opening bracket to behind the one that closes it. */
  skipBrackets(): void {
    const open = this.at
    let depth = 0
    for (;;) {
      if (this.kind === Tok.End) this.fail('the bracket is not closed', open)
      if (this.is('(') || this.is('[') || this.is('{')) depth++
      else if (this.is(')') || this.is(']') || this.is('}')) depth--
      this.next()
      if (depth === 0) return
    }
  }

  // ---- nesting ----

  /** Runs one more level of brackets. */
  nested<T>(run: () => T): T {
    if (this.#depth >= MAX_NESTING) this.fail(`nested more than ${MAX_NESTING} deep`)
    this.#depth++
    try {
      return run()
    } finally {
      this.#depth--
    }
  }

  /** Items until the closing punctuation, which is consumed. */
  list(close: string, item: () => void): void {
    if (this.accept(close)) return
    do item()
    while (this.accept(','))
    this.expectToken(close)
  }
}
