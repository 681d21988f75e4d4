// LLVM assembly text, of any version, as token columns: kind, start and end of each. Parsers walk them by number, forwards and back.
// Comments are dropped, but for the `<label>:N` ones, which carry the number of an unnamed block.

/** Text that is no LLVM assembly, or asks for what its reader cannot hold. pos..end are character offsets. */
export class TextError extends Error {
  override readonly name = 'TextError'
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
  /** Keyword, type name, opcode: letters, digits, -$._ */
  Word: 1,
  /** `name:`, `"name":` or `12:` */
  Label: 2,
  /** %name, %"name", %12 */
  Local: 3,
  Global: 4,
  /** !name (not a number, not a string) */
  MetaName: 5,
  /** !12 */
  MetaId: 6,
  /** ! alone, before { or " */
  Bang: 7,
  /** #12 */
  AttributeId: 8,
  Integer: 9,
  /** Decimal with a point, or 0x... */
  Float: 10,
  String: 11,
  /** c"..." */
  Bytes: 12,
  /** One of = , * ( ) [ ] { } < > | : and the three dots */
  Punct: 13,
  /** #dbg_value and its kin, of later versions */
  DebugRecord: 14,
  /** $name or $"name" of a comdat, ^12 of a summary */
  Other: 15,
} as const
export type Tok = (typeof Tok)[keyof typeof Tok]

export interface Tokens {
  readonly text: string
  readonly count: number
  readonly kinds: Uint8Array
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Numbers of `; <label>:N` comments, by the token that follows. */
  readonly labelNotes: ReadonlyMap<number, number>
}

const LABEL_NOTE = /^;\s*<label>:(\d{1,9})\b/

// Character classes: 1 name start, 2 digit, 4 '-', so name characters are all three.
const CLASS = new Uint8Array(128)
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz$._') CLASS[c.charCodeAt(0)] = 1
for (const c of '0123456789') CLASS[c.charCodeAt(0)] = 2
CLASS[45] = 4
const PUNCT = new Set(Array.from('=,*()[]{}<>|:', c => c.charCodeAt(0)))

const isNameChar = (c: number): boolean => c < 128 && CLASS[c] !== 0
const isDigit = (c: number): boolean => c >= 48 && c <= 57

/** @throws TextError on a character that begins no token, or a string without its end */
export function tokenize(text: string): Tokens {
  return new Tokenizer(text).run()
}

class Tokenizer {
  readonly #text: string
  #at = 0
  #count = 0
  #kinds: Uint8Array
  #starts: Int32Array
  #ends: Int32Array
  readonly #labelNotes = new Map<number, number>()

  constructor(text: string) {
    this.#text = text
    const guess = (text.length >> 2) + 16
    this.#kinds = new Uint8Array(guess)
    this.#starts = new Int32Array(guess)
    this.#ends = new Int32Array(guess)
  }

  run(): Tokens {
    const text = this.#text
    for (;;) {
      this.#space()
      if (this.#at >= text.length) break
      const start = this.#at
      this.#push(this.#token(text.charCodeAt(start)), start)
    }
    this.#push(Tok.End, text.length)
    return {
      text,
      count: this.#count,
      kinds: this.#kinds,
      starts: this.#starts,
      ends: this.#ends,
      labelNotes: this.#labelNotes,
    }
  }

  #push(kind: Tok, start: number): void {
    if (this.#count === this.#kinds.length) this.#grow()
    this.#kinds[this.#count] = kind
    this.#starts[this.#count] = start
    this.#ends[this.#count++] = this.#at
  }

  #grow(): void {
    const size = this.#kinds.length * 2
    const kinds = new Uint8Array(size)
    const starts = new Int32Array(size)
    const ends = new Int32Array(size)
    kinds.set(this.#kinds)
    starts.set(this.#starts)
    ends.set(this.#ends)
    this.#kinds = kinds
    this.#starts = starts
    this.#ends = ends
  }

  /** Skips white space and comments. */
  #space(): void {
    const text = this.#text
    for (;;) {
      const c = text.charCodeAt(this.#at)
      if (c === 32 || (c >= 9 && c <= 13) || c === 0xfeff) this.#at++
      else if (c === 59) {
        const end = text.indexOf('\n', this.#at)
        const comment = text.slice(this.#at, end < 0 ? text.length : end)
        const note = LABEL_NOTE.exec(comment)
        if (note) this.#labelNotes.set(this.#count, Number(note[1]))
        this.#at = end < 0 ? text.length : end
      } else return
    }
  }

  #token(c: number): Tok {
    const text = this.#text
    if (c === 36 || c === 94) return this.#other(c)
    if (c < 128 && CLASS[c] === 1) return this.#word(c)
    if (isDigit(c) || c === 45 || c === 43) return this.#number()
    if (c === 34) {
      this.#string()
      return this.#labelColon() ? Tok.Label : Tok.String
    }
    if (c === 37 || c === 64) {
      this.#at++
      this.#name(c === 37 ? 'a value name' : 'a global name')
      return c === 37 ? Tok.Local : Tok.Global
    }
    if (c === 33) return this.#bang()
    if (c === 35) return this.#hash()
    this.#at++
    if (!PUNCT.has(c)) this.#fail(`'${text.slice(this.#at - 1, this.#at)}' has no meaning here`, this.#at - 1)
    return Tok.Punct
  }

  #hash(): Tok {
    const from = ++this.#at
    const isNumber = isDigit(this.#text.charCodeAt(from))
    const belongs = isNumber ? isDigit : isNameChar
    while (belongs(this.#text.charCodeAt(this.#at))) this.#at++
    if (this.#at === from) this.#fail('# wants the number of an attribute group')
    return isNumber ? Tok.AttributeId : Tok.DebugRecord
  }

  /** A label may begin with a dollar too. */
  #other(c: number): Tok {
    this.#at++
    this.#name(c === 36 ? 'a comdat name' : 'a summary number')
    return c === 36 && this.#labelColon() ? Tok.Label : Tok.Other
  }

  #word(c: number): Tok {
    const text = this.#text
    const start = this.#at
    if (c === 46 && text.startsWith('...', start) && !isNameChar(text.charCodeAt(start + 3))) {
      this.#at += 3
      return Tok.Punct
    }
    if (c === 99 && text.charCodeAt(start + 1) === 34) {
      this.#at++
      this.#string()
      return Tok.Bytes
    }
    while (isNameChar(text.charCodeAt(this.#at))) this.#at++
    return this.#labelColon() ? Tok.Label : Tok.Word
  }

  /** Consumes the colon of a label. */
  #labelColon(): boolean {
    if (this.#text.charCodeAt(this.#at) !== 58) return false
    this.#at++
    return true
  }

  #number(): Tok {
    const text = this.#text
    const start = this.#at
    if (text.startsWith('0x', start)) {
      this.#at += 2
      while (isNameChar(text.charCodeAt(this.#at))) this.#at++
      return Tok.Float
    }
    if (!isDigit(text.charCodeAt(start))) this.#at++
    while (isDigit(text.charCodeAt(this.#at))) this.#at++
    if (text.charCodeAt(this.#at) === 46) {
      this.#at++
      while (isDigit(text.charCodeAt(this.#at))) this.#at++
      const exponent = /[eE][-+]?\d+/y
      exponent.lastIndex = this.#at
      if (exponent.test(text)) this.#at = exponent.lastIndex
      return Tok.Float
    }
    // Names may begin with a digit or a minus when they are labels.
    const digits = this.#at
    while (isNameChar(text.charCodeAt(this.#at))) this.#at++
    if (this.#labelColon()) return Tok.Label
    if (this.#at !== digits || digits - start === (isDigit(text.charCodeAt(start)) ? 0 : 1))
      this.#fail(`'${text.slice(start, Math.min(this.#at, start + 40))}' is not a number`, start)
    return Tok.Integer
  }

  #string(): void {
    const end = this.#text.indexOf('"', this.#at + 1)
    if (end < 0) {
      const start = this.#at
      this.#at = this.#text.length
      throw new TextError('the string does not end', start, start + 1)
    }
    this.#at = end + 1
  }

  #name(what: string): void {
    const text = this.#text
    if (text.charCodeAt(this.#at) === 34) {
      this.#string()
      return
    }
    const from = this.#at
    while (isNameChar(text.charCodeAt(this.#at))) this.#at++
    if (this.#at === from) this.#fail(`${what} is missing`, from - 1)
  }

  #bang(): Tok {
    const text = this.#text
    this.#at++
    const c = text.charCodeAt(this.#at)
    if (isDigit(c)) {
      while (isDigit(text.charCodeAt(this.#at))) this.#at++
      return Tok.MetaId
    }
    if (!isNameChar(c) && c !== 92) return Tok.Bang
    while (isNameChar(text.charCodeAt(this.#at)) || text.charCodeAt(this.#at) === 92) this.#at++
    return Tok.MetaName
  }

  #fail(message: string, pos = this.#at): never {
    throw new TextError(message, pos, Math.max(this.#at, pos + 1))
  }
}

const ESCAPE = /\\(?:\\|([0-9A-Fa-f]{2}))/g

/** What a quoted text or a name means: `\XX` are bytes, other characters beyond ASCII become their UTF-8 bytes. */
export function unescaped(text: string): string {
  const bytes = /[^\0-\x7f]/.test(text) ? utf8(text) : text
  return bytes.includes('\\')
    ? bytes.replace(ESCAPE, (_, hex: string | undefined) =>
        hex ? String.fromCharCode(Number.parseInt(hex, 16)) : '\\',
      )
    : bytes
}

/** One character a byte. */
function utf8(text: string): string {
  let bytes = ''
  for (const b of new TextEncoder().encode(text)) bytes += String.fromCharCode(b)
  return bytes
}
