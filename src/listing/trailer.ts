// The comment lines `disasm --lossless` puts behind a module's text: what the text cannot say, so that assembling it gives the
// same file. Pure text in both directions; who computes and who uses it is in api/.
//
//   ; dxilkit lossless 1
//   ; text 64 hexadecimal digits          SHA-256 of the text above, line ends as \n
//   ; kinds dbg tbaa ...                  names of all metadata kinds by id
//   ; digest retail
//   ; part SFI0                           as the assembler makes it
//   ; part STAT 1432                      these bytes, in Base64
//   ;   REhCQ...
//   ; file 4000                           instead of digest and parts: the whole file, in Base64
//   ; end

import { base64 } from '../base/base64.ts'
import { hex } from '../base/bytes.ts'
import { sha256 } from '../base/sha256.ts'
import type { Signing } from '../container/container.ts'

export interface TrailerPart {
  readonly name: string
  /** null: as the assembler makes it. */
  readonly data: Uint8Array | null
}

export interface Trailer {
  readonly metadataKinds: readonly string[]
  readonly signing: Signing
  /** In the order of the file. */
  readonly parts: readonly TrailerPart[]
  /** The whole file, when parts and digest do not make it. */
  readonly file: Uint8Array | null
}

/** The trailer found behind a text. */
export interface FoundTrailer {
  readonly trailer: Trailer
  /** The text is the one the trailer was written for. */
  readonly isUnchanged: boolean
}

/** A trailer that does not say what it should. */
export class TrailerError extends Error {
  override readonly name = 'TrailerError'
  /** Character offset in the text. */
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const HEAD = '; dxilkit lossless 1'
const LINE = 96
const SIGNINGS: readonly Signing[] = ['retail', 'debug', 'none', 'preview']

/** `text` with the trailer behind it. */
export function withTrailer(text: string, trailer: Trailer): string {
  const lines = [HEAD, `; text ${textHash(text)}`, `; kinds ${trailer.metadataKinds.map(encodeURIComponent).join(' ')}`]
  if (trailer.file) pushBytes(lines, '; file', trailer.file)
  else {
    lines.push(`; digest ${trailer.signing}`)
    for (const { name, data } of trailer.parts) {
      const word = `; part ${encodeURIComponent(name)}`
      if (data) pushBytes(lines, word, data)
      else lines.push(word)
    }
  }
  return `${text}${text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n; end\n`
}

function pushBytes(lines: string[], word: string, bytes: Uint8Array): void {
  lines.push(`${word} ${bytes.length}`)
  const digits = base64(bytes)
  for (let at = 0; at < digits.length; at += LINE) lines.push(`;   ${digits.slice(at, at + LINE)}`)
}

/** Hash of the text, whatever its line ends, without blank space at its end. */
function textHash(text: string): string {
  return hex(sha256(new TextEncoder().encode(text.replaceAll('\r', '').trimEnd())))
}

/**
 * The trailer of a text, null if it has none.
 * @throws TrailerError when it is damaged
 */
export function findTrailer(text: string): FoundTrailer | null {
  const start = text.lastIndexOf(HEAD)
  if (start < 0 || (start > 0 && text.charCodeAt(start - 1) !== 10)) return null
  return new TrailerReader(text, start).read()
}

class TrailerReader {
  readonly #text: string
  readonly #start: number
  /** Offset of the next line. */
  #at: number

  constructor(text: string, start: number) {
    this.#text = text
    this.#start = start
    this.#at = start
  }

  read(): FoundTrailer {
    this.#line()
    const hash = this.#field('text')
    const metadataKinds = this.#field('kinds').split(' ').filter(Boolean).map(decoded)
    const isUnchanged = hash === textHash(this.#text.slice(0, this.#start))
    if (this.#peek().startsWith('; file')) {
      const file = this.#bytes(this.#field('file'))
      return { trailer: { metadataKinds, signing: 'none', parts: [], file }, isUnchanged }
    }
    const digest = this.#field('digest')
    const signing = SIGNINGS.find(s => s === digest) ?? this.#fail(`there is no digest '${digest.slice(0, 40)}'`)
    const parts: TrailerPart[] = []
    while (this.#peek().startsWith('; part ')) {
      const [name = '', size] = this.#field('part').split(' ')
      parts.push({ name: decoded(name), data: size === undefined ? null : this.#bytes(size) })
    }
    if (this.#peek() !== '; end') this.#fail("'; end' is missing")
    return { trailer: { metadataKinds, signing, parts, file: null }, isUnchanged }
  }

  #peek(): string {
    const end = this.#text.indexOf('\n', this.#at)
    return this.#text.slice(this.#at, end < 0 ? this.#text.length : end).trimEnd()
  }

  #line(): string {
    const line = this.#peek()
    const end = this.#text.indexOf('\n', this.#at)
    this.#at = end < 0 ? this.#text.length : end + 1
    return line
  }

  #field(name: string): string {
    const prefix = `; ${name} `
    if (!this.#peek().startsWith(prefix)) this.#fail(`'${prefix.trim()}' is missing`)
    return this.#line().slice(prefix.length)
  }

  #bytes(size: string): Uint8Array {
    const count = /^\d{1,10}$/.test(size) ? Number(size) : -1
    // Four digits hold three bytes: more than the text has left cannot be meant.
    if (count < 0 || count > this.#text.length - this.#at) return this.#fail('a size is wrong')
    const bytes = new Uint8Array(count)
    let at = 0
    while (this.#peek().startsWith(';   ')) {
      const digits = this.#peek().slice(4)
      const written = decodeInto(bytes, at, digits)
      if (written < 0) this.#fail('this is not Base64, or too much of it')
      at += written
      this.#line()
    }
    if (at !== count) this.#fail(`${count} bytes are announced, ${at} are there`)
    return bytes
  }

  #fail(message: string): never {
    throw new TrailerError(message, this.#at)
  }
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}

const VALUES = new Int8Array(128).fill(-1)
for (let i = 0; i < 64; i++)
  VALUES['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(i)] = i

/** Decodes whole groups of four; the number of bytes, -1 if the digits are wrong or do not fit. */
function decodeInto(out: Uint8Array, from: number, digits: string): number {
  const bare = digits.replace(/={1,2}$/, '')
  const count = Math.floor((bare.length * 3) / 4)
  if (digits.length % 4 !== 0 || from + count > out.length) return -1
  let word = 0
  let at = from
  for (let i = 0; i < bare.length; i++) {
    const value = VALUES[bare.charCodeAt(i)] ?? -1
    if (value < 0) return -1
    word = ((word << 6) | value) & 0xffffff
    if (i % 4 === 1) out[at++] = word >> 4
    else if (i % 4 === 2) out[at++] = (word >> 2) & 255
    else if (i % 4 === 3) out[at++] = word & 255
  }
  return at - from === count ? count : -1
}
