// LLVM text as token columns: kind, start and end of each. Comments and white space are gone; the parser walks tokens by number.

/** Text that cannot be read; pos..end are character offsets. Thrown by lexer and parser, caught by parseLl. */
export class LlError extends Error {
  override readonly name = 'LlError'
  readonly pos: number
  readonly end: number
  constructor(message: string, pos: number, end: number) {
    super(message)
    this.pos = pos
    this.end = Math.max(end, pos)
  }
}

export const Tok = {
  End: 0,
  /** Keyword, type name, opcode. */
  Word: 1,
  /** `name:`, `"name":`, `12:` */
  Label: 2,
  /** %name, %"name", %12 */
  Local: 3,
  Global: 4,
  /** !name */
  MetaName: 5,
  /** !12 */
  MetaId: 6,
  /** ! alone */
  Bang: 7,
  /** #12 */
  AttributeId: 8,
  Integer: 9,
  /** Decimal with a point, or 0x... */
  Float: 10,
  String: 11,
  /** c"..." */
  Bytes: 12,
  Punct: 13,
  /** #dbg_value and the like */
  DebugRecord: 14,
  /** $name of a comdat, ^12 of a summary */
  Other: 15,
} as const

export interface Tokens {
  readonly text: string
  readonly count: number
  readonly kinds: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
}

const START = 1
const DIGIT = 2
const DASH = 4
const CLASS = new Uint8Array(128)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz$._') CLASS[c.charCodeAt(0)] = START
for (const c of '0123456789') CLASS[c.charCodeAt(0)] = DIGIT
CLASS[45] = DASH
const PUNCT = new Uint8Array(128)
for (const c of '=,*()[]{}<>|:') PUNCT[c.charCodeAt(0)] = 1

const isNameChar = (c: number): boolean => c < 128 && CLASS[c] !== 0
const isDigit = (c: number): boolean => c >= 48 && c <= 57

/** @throws LlError on a character that begins no token, or a string without its end */
export function tokenize(text: string): Tokens {
  return new Lexer(text).run()
}

class Lexer {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): Tokens {
    const text = this.#text
    let kinds = new Uint8Array((text.length >> 2) + 16)
    let starts = new Int32Array(kinds.length)
    let ends = new Int32Array(kinds.length)
    let count = 0
    for (let kind = 1; kind !== Tok.End; ) {
      this.#space()
      const start = this.#at
      kind = start >= text.length ? Tok.End : this.#token(text.charCodeAt(start))
      if (count === kinds.length) {
        const [k, s, e] = [kinds, starts, ends]
        kinds = new Uint8Array(count * 2)
        starts = new Int32Array(count * 2)
        ends = new Int32Array(count * 2)
        kinds.set(k)
        starts.set(s)
        ends.set(e)
      }
      kinds[count] = kind
      starts[count] = start
      ends[count++] = this.#at
    }
    return { text, count, kinds, starts, ends }
  }

  #space(): void {
    const text = this.#text
    for (;;) {
      const c = text.charCodeAt(this.#at)
      if (c === 32 || (c >= 9 && c <= 13)) this.#at++
      else if (c === 59) {
        const end = text.indexOf('\n', this.#at)
        this.#at = end < 0 ? text.length : end + 1
      } else return
    }
  }

  #token(c: number): number {
    const text = this.#text
    const next = text.charCodeAt(this.#at + 1)
    if (c === 37) return this.#sigil(Tok.Local)
    if (c === 64) return this.#sigil(Tok.Global)
    if (c === 33) return this.#metadata(next)
    if (c === 35) return this.#hash(next)
    if (c === 34) {
      this.#string()
      return this.#labelEnd() ? Tok.Label : Tok.String
    }
    if (c === 99 && next === 34) {
      this.#at++
      this.#string()
      return Tok.Bytes
    }
    if (isDigit(c) || ((c === 45 || c === 43) && isDigit(next))) return this.#number()
    if (c === 46 && next === 46) return this.#fixed(3, Tok.Punct)
    if (c < 128 && CLASS[c] === START) {
      this.#name()
      return this.#labelEnd() ? Tok.Label : Tok.Word
    }
    if (c === 36 || c === 94) {
      this.#at++
      this.#name()
      return Tok.Other
    }
    if (c < 128 && PUNCT[c] === 1) return this.#fixed(1, Tok.Punct)
    throw new LlError('unexpected character', this.#at, this.#at + 1)
  }

  #fixed(length: number, kind: number): number {
    this.#at += length
    return kind
  }

  #name(): void {
    while (isNameChar(this.#text.charCodeAt(this.#at))) this.#at++
  }

  /** A name directly followed by a colon is a label. */
  #labelEnd(): boolean {
    if (this.#text.charCodeAt(this.#at) !== 58) return false
    this.#at++
    return true
  }

  #string(): void {
    const end = this.#text.indexOf('"', this.#at + 1)
    if (end < 0) throw new LlError('unterminated string', this.#at, this.#at + 1)
    this.#at = end + 1
  }

  #sigil(kind: number): number {
    const start = this.#at++
    if (this.#text.charCodeAt(this.#at) === 34) this.#string()
    else this.#name()
    if (this.#at === start + 1) throw new LlError('expected a name', start, start + 1)
    return kind
  }

  #metadata(next: number): number {
    this.#at++
    if (isDigit(next)) {
      while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++
      return Tok.MetaId
    }
    if (!(next < 128 && CLASS[next] === START) && next !== 92) return Tok.Bang
    while (isNameChar(this.#text.charCodeAt(this.#at)) || this.#text.charCodeAt(this.#at) === 92) this.#at++
    return Tok.MetaName
  }

  #hash(next: number): number {
    const start = this.#at++
    this.#name()
    if (this.#at === start + 1) throw new LlError("expected a number after '#'", start, start + 1)
    return isDigit(next) ? Tok.AttributeId : Tok.DebugRecord
  }

  /** Integers, decimals, hexadecimal floats; `12:` is a label. */
  #number(): number {
    const text = this.#text
    const start = this.#at++
    if (text.charCodeAt(start) === 48 && text.charCodeAt(this.#at) === 120) {
      this.#name()
      return Tok.Float
    }
    while (isDigit(text.charCodeAt(this.#at))) this.#at++
    const c = text.charCodeAt(this.#at)
    if (c === 58 && isDigit(text.charCodeAt(start))) return this.#fixed(1, Tok.Label)
    if (c !== 46) return Tok.Integer
    this.#at++
    while (isDigit(text.charCodeAt(this.#at))) this.#at++
    if ((text.charCodeAt(this.#at) | 32) === 101) {
      this.#at++
      const sign = text.charCodeAt(this.#at)
      if (sign === 43 || sign === 45) this.#at++
      while (isDigit(text.charCodeAt(this.#at))) this.#at++
    }
    return Tok.Float
  }
}
