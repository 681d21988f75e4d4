// Abbreviations: how the operands of a record are packed. The first operand is the record's code.

export type AbbrevOp =
  | { readonly kind: 'literal'; readonly value: number | bigint }
  | { readonly kind: 'fixed'; readonly width: number }
  | { readonly kind: 'vbr'; readonly width: number }
  | { readonly kind: 'array' }
  | { readonly kind: 'char6' }
  | { readonly kind: 'blob' }

export type Abbrev = readonly AbbrevOp[]

export const literal = (value: number | bigint): AbbrevOp => ({ kind: 'literal', value })
export const fixed = (width: number): AbbrevOp => ({ kind: 'fixed', width })
export const vbr = (width: number): AbbrevOp => ({ kind: 'vbr', width })
export const array: AbbrevOp = { kind: 'array' }
export const char6: AbbrevOp = { kind: 'char6' }
export const blob: AbbrevOp = { kind: 'blob' }

const CHAR6 = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._'

/** Character code to its 6-bit number, -1 if it has none. */
export const CHAR6_ENCODE: Int8Array = new Int8Array(256).fill(-1)
/** 6-bit number to character code. */
export const CHAR6_DECODE: Uint8Array = new Uint8Array(64)
for (let i = 0; i < 64; i++) {
  CHAR6_ENCODE[CHAR6.charCodeAt(i)] = i
  CHAR6_DECODE[i] = CHAR6.charCodeAt(i)
}

/** How a text of one character a byte can be packed: 6 (all char6), 7 (ASCII) or 8 bits a character. */
export function charWidth(text: string): 6 | 7 | 8 {
  let width: 6 | 7 = 6
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c > 127) return 8
    if (CHAR6_ENCODE[c]! < 0) width = 7
  }
  return width
}

/** As charWidth, of byte values. */
export function bytesWidth(bytes: readonly (number | bigint)[]): 6 | 7 | 8 {
  let width: 6 | 7 = 6
  for (const b of bytes) {
    if (b > 127) return 8
    if (CHAR6_ENCODE[Number(b)]! < 0) width = 7
  }
  return width
}

/** Ids every block has; defined abbreviations follow from FirstAbbrev. */
export const AbbrevId = { EndBlock: 0, EnterBlock: 1, Define: 2, Unabbreviated: 3, FirstAbbrev: 4 } as const

/** Encodings of the operands in a definition. */
export const Encoding = { Fixed: 1, Vbr: 2, Array: 3, Char6: 4, Blob: 5 } as const

export const BLOCKINFO_BLOCK = 0
export const BLOCKINFO_SETBID = 1
/** Abbreviation width outside any block. */
export const TOP_WIDTH = 2
/** 'BC' C0DE as a little-endian word. */
export const MAGIC = 0xdec04342

/** Abbreviations of a block: those of BLOCKINFO as they are on entering, then its own. Entering copies nothing. */
export class AbbrevScope {
  readonly #shared: readonly Abbrev[]
  readonly #count: number
  readonly #own: Abbrev[] = []

  constructor(shared: readonly Abbrev[]) {
    this.#shared = shared
    this.#count = shared.length
  }

  define(abbrev: Abbrev): void {
    this.#own.push(abbrev)
  }

  /** By abbreviation id (4 is the first). */
  find(id: number): Abbrev | undefined {
    const at = id - AbbrevId.FirstAbbrev
    return at < this.#count ? this.#shared[at] : this.#own[at - this.#count]
  }
}
