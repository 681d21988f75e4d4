// Scanner over one source text: a table of character classes, one token at a time into its own fields, nothing allocated a token.
// Invariant: next() always moves forward or stays at EOF; line splices, comments, NUL bytes and carriage returns are blanks to everyone else.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { SourceFile } from '../../diag/sources.ts'
import { HASH_START, type Names } from './names.ts'
import {
  CHARACTER,
  END_OF_LINE,
  EOF,
  IDENTIFIER,
  KIND,
  LINE_START,
  NUMBER,
  PUNCTUATOR_BASE,
  PUNCTUATORS,
  SPACE_BEFORE,
  STRING,
  UNKNOWN,
} from './token.ts'

const BLANK = 1
const NEWLINE = 2
const LETTER = 3
const DIGIT = 4
const PUNCTUATION = 5
const SLASH = 6
const QUOTE = 7
const BACKSLASH = 8
const DOT = 9

const CLASS = new Uint8Array(128)
for (const c of '\0\t\v\f\r ') CLASS[c.charCodeAt(0)] = BLANK
CLASS[10] = NEWLINE
for (let c = 0; c < 26; c++) CLASS[65 + c] = CLASS[97 + c] = LETTER
CLASS[95] = LETTER
CLASS[36] = LETTER
for (let c = 48; c < 58; c++) CLASS[c] = DIGIT
for (const c of '()[]{};,-+*%~!=<>&|^?:#') CLASS[c.charCodeAt(0)] = PUNCTUATION
CLASS[47] = SLASH
CLASS[34] = CLASS[39] = QUOTE
CLASS[92] = BACKSLASH
CLASS[46] = DOT

/** Kind of the punctuator made of one character; 0 for none. */
const SINGLE = new Uint8Array(128)
/** Kinds of the two-character punctuators at first * 128 + second. */
const PAIRS = new Uint8Array(128 * 128)
for (let i = 0; i < PUNCTUATORS.length; i++) {
  const p = PUNCTUATORS[i]!
  if (p.length === 1) SINGLE[p.charCodeAt(0)] = PUNCTUATOR_BASE + i
  else if (p.length === 2) PAIRS[p.charCodeAt(0) * 128 + p.charCodeAt(1)] = PUNCTUATOR_BASE + i
}

/** Warnings about quotes a file may have. */
const MAX_OPEN_QUOTES = 20

const isLetterOrDigit = (c: number): boolean => c < 128 && (CLASS[c] === LETTER || CLASS[c] === DIGIT)
/** Numbers have letters, but no `$`. */
const isInNumber = (c: number): boolean => c !== 36 && isLetterOrDigit(c)
const isDigit = (c: number): boolean => c >= 48 && c <= 57
/** Letters of other alphabets may be part of names, as in C++03: no digits, and none of `ª` and `º`. */
const isForeignLetter = (c: number): boolean =>
  c > 127 && c !== 0xaa && c !== 0xba && /[\p{L}\p{M}]/u.test(String.fromCodePoint(c))
const isStray = (c: number): boolean => c > 127 && !isBlankBeyondAscii(c) && !isForeignLetter(c)
const isBlankBeyondAscii = (c: number): boolean =>
  c === 0xa0 || c === 0xfeff || c === 0x3000 || c === 0x2028 || c === 0x2029 || (c >= 0x2000 && c <= 0x200b)

export class Lexer {
  readonly file: SourceFile
  readonly text: string
  readonly #base: number
  readonly #names: Names
  readonly #diagnostics: Diagnostics | undefined
  #at = 0
  /** Unterminated quotes reported so far: binary garbage has millions. */
  #openQuotes = 0
  /** Within a directive the end of the line is a token. */
  inDirective = false

  kind = EOF
  /** Name id of identifiers, numbers, strings. */
  value = 0
  pos = 0
  end = 0
  flags = 0

  /** Without diagnostics the scanner is silent (used to scan pasted text). */
  constructor(file: SourceFile, names: Names, diagnostics: Diagnostics | undefined) {
    this.file = file
    this.text = file.text
    this.#base = file.base
    this.#names = names
    this.#diagnostics = diagnostics
    if (this.text.charCodeAt(0) === 0xfeff) this.#at = 1
  }

  /** Position of the next character to be read. */
  get position(): number {
    return this.#base + this.#at
  }

  /** Scans one token into the fields. */
  next(): void {
    let flags = this.#at === 0 || (this.#at === 1 && this.text.charCodeAt(0) === 0xfeff) ? LINE_START : 0
    const text = this.text
    for (;;) {
      const c = text.charCodeAt(this.#at)
      switch (c < 128 ? CLASS[c] : 0) {
        case BLANK:
          this.#at++
          flags |= SPACE_BEFORE
          continue
        case NEWLINE:
          if (this.inDirective) return void this.#finish(END_OF_LINE, this.#at, flags)
          this.#at++
          flags = LINE_START
          continue
        case LETTER:
          return void this.#identifier(flags)
        case DIGIT:
          return void this.#number(flags)
        case DOT:
          if (isDigit(text.charCodeAt(this.#at + 1))) return void this.#number(flags)
          if (text.startsWith('...', this.#at)) return void this.#punctuator(KIND['...'], 3, flags)
          return void this.#punctuator(KIND['.'], 1, flags)
        case SLASH:
          if (!this.#skipComment()) return void this.#punctuation(c, flags)
          flags |= SPACE_BEFORE
          continue
        case PUNCTUATION:
          return void this.#punctuation(c, flags)
        case QUOTE:
          return void this.#quoted(c, flags)
        case BACKSLASH: {
          const after = this.#spliceEnd(this.#at)
          if (after < 0 && this.#universalEnd(this.#at) > 0) return void this.#spliced(IDENTIFIER, this.#at, flags)
          if (after < 0) return void this.#unknown(flags)
          this.#warnOfSpace(this.#at)
          this.#at = after
          flags |= SPACE_BEFORE
          continue
        }
        default:
          if (this.#at >= text.length) return void this.#finish(this.inDirective ? END_OF_LINE : EOF, this.#at, flags)
          if (isForeignLetter(c)) return void this.#identifier(flags)
          if (!isBlankBeyondAscii(c)) return void this.#unknown(flags)
          this.#at++
          flags |= SPACE_BEFORE
      }
    }
  }

  /** Whether the next token is `(`, looking across blanks, comments and (outside directives) line ends; nothing is consumed. */
  parenthesisFollows(): boolean {
    const start = this.#at
    const text = this.text
    let found = false
    for (;;) {
      const c = text.charCodeAt(this.#at)
      const cls = c < 128 ? CLASS[c] : 0
      if (cls === BLANK || (cls === NEWLINE && !this.inDirective) || isBlankBeyondAscii(c)) this.#at++
      else if (cls === SLASH && this.#skipComment(true)) continue
      else if (cls === BACKSLASH && this.#spliceEnd(this.#at) >= 0) this.#at = this.#spliceEnd(this.#at)
      else {
        found = c === 40
        break
      }
    }
    this.#at = start
    return found
  }

  /** Skips to the end of the line (not over it), as inside a directive that is given up; comments and splices may extend the line. */
  skipLine(silent = false): void {
    const text = this.text
    for (;;) {
      const c = text.charCodeAt(this.#at)
      if (c === 10 || this.#at >= text.length) return
      if (c === 47 && this.#skipComment(true)) continue
      if (c === 92) {
        const after = this.#spliceEnd(this.#at)
        if (after >= 0 && !silent) this.#warnOfSpace(this.#at)
        this.#at = after < 0 ? this.#at + 1 : after
      } else if (c === 34) this.#at = this.#quotedEnd(this.#at, 34)
      else this.#at++
    }
  }

  /** In a skipped group: moves to the next line that starts with `#`, past the `#`. False at the end of the file. */
  skipToDirective(): boolean {
    const text = this.text
    for (;;) {
      const c = text.charCodeAt(this.#at)
      if (c === 35) {
        this.pos = this.#base + this.#at
        this.#at++
        return true
      }
      if (this.#at >= text.length) return false
      const cls = c < 128 ? CLASS[c] : 0
      if (cls === BLANK || cls === NEWLINE) this.#at++
      else if (cls === SLASH && this.#skipComment(true)) continue
      else this.skipLine(true)
    }
  }

  /** Reads a `<...>` header name from here; undefined if the line ends first. Call before next(). */
  headerName(): string | undefined {
    const close = this.text.indexOf('>', this.#at)
    const lineEnd = this.text.indexOf('\n', this.#at)
    if (close < 0 || (lineEnd >= 0 && lineEnd < close)) return undefined
    const name = this.text.slice(this.#at, close)
    this.#at = close + 1
    return name
  }

  #finish(kind: number, start: number, flags: number): void {
    this.kind = kind
    this.value = 0
    this.pos = this.#base + start
    this.end = this.#base + this.#at
    this.flags = flags
  }

  #punctuator(kind: number, length: number, flags: number): void {
    const start = this.#at
    this.#at = start + length
    this.#finish(kind, start, flags)
  }

  #punctuation(c: number, flags: number): void {
    const d = this.text.charCodeAt(this.#at + 1)
    if (d === 92 && this.#spliceEnd(this.#at + 1) >= 0) return void this.#splicedPunctuator(flags)
    if (d === 63 && c === 63) this.#warnOfTrigraph()
    const pair = d < 128 ? PAIRS[c * 128 + d]! : 0
    if (pair === 0) return void this.#punctuator(SINGLE[c]!, 1, flags)
    if (pair === KIND['<<'] && this.text.charCodeAt(this.#at + 2) === 61)
      return void this.#punctuator(KIND['<<='], 3, flags)
    if (pair === KIND['>>'] && this.text.charCodeAt(this.#at + 2) === 61)
      return void this.#punctuator(KIND['>>='], 3, flags)
    this.#punctuator(pair, 2, flags)
  }

  /** At `??`: what C would read as one character with the next. */
  #warnOfTrigraph(): void {
    const { text } = this
    const at = this.#at
    if (!text.charAt(at + 2) || !"=/'()!<>-".includes(text.charAt(at + 2))) return
    this.#diagnostics?.report('W1126', { pos: this.#base + at, end: this.#base + at + 3 }, {})
  }

  /** A punctuator behind whose first character a line splice stands: rare. */
  #splicedPunctuator(flags: number): void {
    let spelling = this.text.charAt(this.#at)
    let at = this.#at + 1
    const splices: number[] = []
    for (;;) {
      let next = at
      const cuts: number[] = []
      for (let after = this.#spliceAt(next); after >= 0; after = this.#spliceAt(next)) {
        cuts.push(next)
        next = after
      }
      const longer = spelling + this.text.charAt(next)
      if (next >= this.text.length || !(PUNCTUATORS as readonly string[]).includes(longer)) break
      splices.push(...cuts)
      spelling = longer
      at = next + 1
    }
    for (const splice of splices) this.#warnOfSpace(splice)
    this.#punctuator(PUNCTUATOR_BASE + (PUNCTUATORS as readonly string[]).indexOf(spelling), at - this.#at, flags)
  }

  #identifier(flags: number): void {
    const text = this.text
    const start = this.#at
    let at = start
    let hash = HASH_START
    let c = text.charCodeAt(at)
    do {
      hash = (Math.imul(hash, 31) + c) | 0
      c = text.charCodeAt(++at)
    } while (c < 128 ? CLASS[c] === LETTER || CLASS[c] === DIGIT : isForeignLetter(c))
    if (c === 92 && (this.#spliceEnd(at) >= 0 || this.#universalEnd(at) > 0))
      return void this.#spliced(IDENTIFIER, at, flags)
    this.#at = at
    this.#finish(IDENTIFIER, start, flags)
    this.value = this.#names.internRange(text, start, at, hash)
  }

  /** Index behind a universal character name (`\u00e9`, `\U000000e9`) of a letter that names may have; 0 when there is none. */
  #universalEnd(at: number): number {
    const digits = /^\\(?:u[\da-fA-F]{4}|U[\da-fA-F]{8})/.exec(this.text.slice(at, at + 10))?.[0]
    return digits && isForeignLetter(Number.parseInt(digits.slice(2), 16)) ? at + digits.length : 0
  }

  /** An identifier or number that a line splice cuts, or one with universal character names: rare, so its spelling is put together in a string. */
  #spliced(kind: number, cut: number, flags: number): void {
    const start = this.#at
    let spelling = this.text.slice(start, cut)
    let at = cut
    for (;;) {
      const after = this.#spliceAt(at)
      const universal = after < 0 && kind === IDENTIFIER && this.text.charCodeAt(at) === 92 ? this.#universalEnd(at) : 0
      if (after >= 0) {
        this.#warnOfSpace(at)
        at = after
      } else if (universal > 0) {
        spelling += String.fromCodePoint(Number.parseInt(this.text.slice(at + 2, universal), 16))
        at = universal
      } else if (kind === IDENTIFIER && isForeignLetter(this.text.charCodeAt(at))) spelling += this.text[at++]
      else if (isLetterOrDigit(this.text.charCodeAt(at)) || (kind === NUMBER && this.text.charCodeAt(at) === 46))
        spelling += this.text[at++]
      else break
    }
    this.#at = at
    this.#finish(kind, start, flags)
    this.value = this.#names.intern(spelling)
  }

  /** A preprocessing number, except that a swizzle ends it: `1.xxx`, `0.5f.xx`. For `1.#INF` DXC takes every `#` along: `1##a` is one. */
  #number(flags: number): void {
    const text = this.text
    const start = this.#at
    const hex = text.charCodeAt(start) === 48 && (text.charCodeAt(start + 1) | 32) === 120
    let at = start
    let dotted = false
    let hash = HASH_START
    for (;;) {
      const c = text.charCodeAt(at)
      if (c === 46) {
        if (dotted || endsAtDot(text, at, hex)) break
        dotted = true
      } else if (c === 43 || c === 45) {
        const before = text.charCodeAt(at - 1) | 32
        if (at === start || !(hex ? before === 112 : before === 101)) break
      } else if (c !== 35 && !isInNumber(c)) break
      hash = (Math.imul(hash, 31) + c) | 0
      at++
    }
    if (text.charCodeAt(at) === 92 && this.#spliceEnd(at) >= 0) return void this.#spliced(NUMBER, at, flags)
    this.#at = at
    this.#finish(NUMBER, start, flags)
    this.value = this.#names.internRange(text, start, at, hash)
  }

  #quoted(quote: number, flags: number): void {
    const start = this.#at
    const end = this.#quotedEnd(start, quote)
    this.#at = end
    const closed = end - start >= 2 && this.text.charCodeAt(end - 1) === quote
    if (!closed && this.#openQuotes++ < MAX_OPEN_QUOTES)
      this.#diagnostics?.report(
        'W1001',
        { pos: this.#base + start, end: this.#base + start + 1 },
        { quote: quote === 34 ? "'\"'" : "'" },
      )
    if (closed) this.#warnOfSpaces(start, end)
    this.#finish(closed ? (quote === 34 ? STRING : CHARACTER) : UNKNOWN, start, flags)
    this.value = this.#names.intern(this.text.slice(start, end).replace(/\\[ \t]*\r?\n/g, ''))
  }

  /** Offset after the closing quote, or of the line's end when there is none. */
  #quotedEnd(start: number, quote: number): number {
    const text = this.text
    for (let at = start + 1; at < text.length; at++) {
      const c = text.charCodeAt(at)
      if (c === quote) return at + 1
      if (c === 10) return at
      if (c === 92) {
        const after = this.#spliceEnd(at)
        at = after < 0 ? (text.charCodeAt(at + 1) === 10 ? at : at + 1) : after - 1
      }
    }
    return text.length
  }

  /** A run of characters that begin no token is one unknown token, so that garbage costs one message a run. */
  #unknown(flags: number): void {
    const text = this.text
    const start = this.#at
    let at = start + 1
    if (text.charCodeAt(start) > 127) while (isStray(text.charCodeAt(at))) at++
    this.#at = at
    this.#finish(UNKNOWN, start, flags)
    this.value = this.#names.intern(text.slice(start, at))
  }

  /** Offset after a backslash, blanks and a line end; -1 if the backslash is no splice. */
  #spliceEnd(at: number): number {
    const text = this.text
    let i = at + 1
    for (let c = text.charCodeAt(i); c === 32 || c === 9 || c === 13; c = text.charCodeAt(i)) i++
    return text.charCodeAt(i) === 10 ? i + 1 : -1
  }

  /** As spliceEnd(), for any character. */
  #spliceAt(at: number): number {
    return this.text.charCodeAt(at) === 92 ? this.#spliceEnd(at) : -1
  }

  /** At the backslash of a splice. clang points behind it, and in comments at it. */
  #warnOfSpace(backslash: number, behind = 1): void {
    const c = this.text.charCodeAt(backslash + 1)
    if (c === 10 || c === 13) return
    const pos = this.#base + backslash + behind
    this.#diagnostics?.report('W1125', { pos, end: pos + 1 }, {})
  }

  /** At the splices in a string. */
  #warnOfSpaces(start: number, end: number): void {
    for (const { index } of this.text.slice(start, end).matchAll(/\\[ \t]+\r?\n/g)) this.#warnOfSpace(start + index)
  }

  /** At a slash: skips a comment and says whether there was one. A line comment ends before its newline. */
  #skipComment(silent = false): boolean {
    const text = this.text
    const start = this.#at
    const c = text.charCodeAt(start + 1)
    if (c === 42) {
      const close = text.indexOf('*/', start + 2)
      this.#at = close < 0 ? text.length : close + 2
      if (close < 0 && !silent)
        this.#diagnostics?.report('E1002', { pos: this.#base + start, end: this.#base + start + 2 }, {})
      return true
    }
    if (c !== 47) return false
    let end = text.indexOf('\n', start)
    for (let splice = -1; end >= 0 && (splice = splicedAt(text, end)) >= 0; end = text.indexOf('\n', end + 1))
      if (!silent) this.#warnOfSpace(splice, 0)
    this.#at = end < 0 ? text.length : end
    return true
  }
}

/** Offset of the backslash that hides the newline at `end`; -1 if none does. */
function splicedAt(text: string, end: number): number {
  let before = end - 1
  while (text.charCodeAt(before) === 32 || text.charCodeAt(before) === 9 || text.charCodeAt(before) === 13) before--
  return text.charCodeAt(before) === 92 ? before : -1
}

/** Whether the dot at `at` after an integer begins a member rather than a fraction: `1.xxx` but not `1.`, `1.e5`, `1.f`. */
function endsAtDot(text: string, at: number, hex: boolean): boolean {
  const c = text.charCodeAt(at + 1)
  if (hex) return !(isDigit(c) || (c | 32) === 112 || ((c | 32) >= 97 && (c | 32) <= 102))
  if (!isLetterOrDigit(c) || isDigit(c)) return false
  const letter = c | 32
  if (letter === 101) return !/^[eE][+-]?\d/.test(text.slice(at + 1, at + 4))
  if (letter === 102 && /^(16|32|64)(?!\w)/.test(text.slice(at + 2, at + 5))) return false
  return !((letter === 102 || letter === 104 || letter === 108) && !isLetterOrDigit(text.charCodeAt(at + 2)))
}
