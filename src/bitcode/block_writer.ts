// A bitstream of blocks and records, written in one pass; block lengths are patched when a block is left.
// Knows no LLVM: a record is a code and operands.

import { check, InternalError } from '../base/brand.ts'
import {
  type Abbrev,
  AbbrevId,
  type AbbrevOp,
  BLOCKINFO_BLOCK,
  BLOCKINFO_SETBID,
  CHAR6_ENCODE,
  Encoding,
  MAGIC,
  TOP_WIDTH,
} from './abbrev.ts'
import { BitWriter } from './bit_writer.ts'

/** Operands: unsigned integers, a number below 2^53 or a bigint below 2^64. */
export type Operands = readonly (number | bigint)[]

/** By number of bits: what they cannot hold. */
const LIMITS: readonly number[] = Array.from({ length: 65 }, (_, width) => 2 ** width)

/** Abbreviations by block. */
export type BlockInfo = readonly (readonly [block: number, abbrevs: readonly Abbrev[]])[]

interface OpenBlock {
  readonly width: number
  readonly abbrevs: Abbrev[]
  /** Word of the length field. */
  readonly lengthAt: number
}

export class BlockWriter {
  readonly #bits = new BitWriter()
  readonly #stack: OpenBlock[] = []
  readonly #info: (readonly Abbrev[])[] = []
  #width = TOP_WIDTH
  #abbrevs: Abbrev[] = []

  /** Starts with the magic number. */
  constructor() {
    this.#bits.word(MAGIC)
  }

  /** Opens a block whose abbreviation ids have `width` bits. Abbreviations of the block's BLOCKINFO come first. */
  enter(block: number, width: number): void {
    const bits = this.#bits
    this.#head(block, width)
    this.#stack.push({ width: this.#width, abbrevs: this.#abbrevs, lengthAt: bits.wordCount })
    bits.word(0)
    this.#width = width
    this.#abbrevs = [...(this.#info[block] ?? [])]
  }

  /** A block once more that leaveKept() gave the words of. */
  again(block: number, width: number, words: Uint32Array): void {
    this.#head(block, width)
    this.#bits.words(words)
  }

  /** Leaves a block, and gives its words behind its head: whatever is around it, they are the same for the same records. */
  leaveKept(): Uint32Array {
    const { lengthAt } = this.#stack[this.#stack.length - 1]!
    this.leave()
    return this.#bits.wordsFrom(lengthAt)
  }

  leave(): void {
    const bits = this.#bits
    const open = this.#stack.pop()
    check(open !== undefined, 'leave without enter')
    bits.fixed(AbbrevId.EndBlock, this.#width)
    bits.align32()
    bits.patch(open.lengthAt, bits.wordCount - open.lengthAt - 1)
    this.#width = open.width
    this.#abbrevs = open.abbrevs
  }

  /** Defines an abbreviation in the open block; returns its id. */
  define(abbrev: Abbrev): number {
    this.#definition(abbrev)
    this.#abbrevs.push(abbrev)
    return this.#abbrevs.length - 1 + AbbrevId.FirstAbbrev
  }

  /** The BLOCKINFO block: abbreviations that every later block of these ids starts with. Gives its words for a writer that is to have the same one. */
  blockInfo(entries: BlockInfo, known?: Uint32Array): Uint32Array {
    for (const [block, abbrevs] of entries) this.#info[block] = [...(this.#info[block] ?? []), ...abbrevs]
    if (known) {
      this.again(BLOCKINFO_BLOCK, 2, known)
      return known
    }
    this.enter(BLOCKINFO_BLOCK, 2)
    for (const [block, abbrevs] of entries) {
      this.record(BLOCKINFO_SETBID, [block])
      for (const abbrev of abbrevs) this.#definition(abbrev)
    }
    return this.leaveKept()
  }

  /** An unabbreviated record. */
  record(code: number, operands: Operands): void {
    const bits = this.#bits
    bits.fixed(AbbrevId.Unabbreviated, this.#width)
    bits.vbr(code, 6)
    bits.vbr(operands.length, 6)
    for (let i = 0; i < operands.length; i++) {
      const v = operands[i]!
      if (typeof v === 'bigint') bits.vbrBig(v, 6)
      else bits.vbr(v, 6)
    }
  }

  /** An unabbreviated record whose operands are the characters (one a byte) of `text`. */
  textRecord(code: number, text: string): void {
    const bits = this.#bits
    bits.fixed(AbbrevId.Unabbreviated, this.#width)
    bits.vbr(code, 6)
    bits.vbr(text.length, 6)
    for (let i = 0; i < text.length; i++) bits.vbr(text.charCodeAt(i) & 255, 6)
  }

  /** A record packed by abbreviation `id` of the open block (3: unabbreviated). */
  packed(id: number, code: number, operands: Operands): void {
    if (id === AbbrevId.Unabbreviated) {
      this.record(code, operands)
      return
    }
    const abbrev = this.#abbrevs[id - AbbrevId.FirstAbbrev]
    if (abbrev === undefined) throw new InternalError(`no abbreviation ${id}`)
    this.#bits.fixed(id, this.#width)
    // -1: the code, which comes first
    let at = -1
    for (let i = 0; i < abbrev.length; i++) {
      const op = abbrev[i]!
      if (op.kind === 'array') {
        this.#array(abbrev[++i]!, operands, at)
        at = operands.length
      } else if (op.kind === 'blob') {
        this.#blob(operands, at)
        at = operands.length
      } else {
        this.#scalar(op, at < 0 ? code : operands[at]!)
        at++
      }
    }
    if (at !== operands.length) throw new InternalError(`abbreviation ${id} does not fit record ${code}`)
  }

  /** The same of abbreviation `id`, which is a literal and an array of char6 or of 8 bits each: most of a program with debug information is such text. */
  packedText(id: number, code: number, text: string): void {
    if (id === AbbrevId.Unabbreviated) {
      this.textRecord(code, text)
      return
    }
    const bits = this.#bits
    const { length } = text
    bits.fixed(id, this.#width)
    bits.vbr(length, 6)
    if (this.#abbrevs[id - AbbrevId.FirstAbbrev]?.[2]?.kind === 'char6') {
      for (let c = 0; c < length; c++) bits.fixed(CHAR6_ENCODE[text.charCodeAt(c)]!, 6)
      return
    }
    const byte = (i: number): number => text.charCodeAt(i) & 255
    let i = 0
    for (; i + 4 <= length; i += 4)
      bits.fixed(byte(i) | (byte(i + 1) << 8) | (byte(i + 2) << 16) | (byte(i + 3) << 24), 32)
    for (; i < length; i++) bits.fixed(byte(i), 8)
  }

  /** The bytes; every block must have been left. */
  finish(): Uint8Array {
    check(this.#stack.length === 0, 'finish inside a block')
    return this.#bits.finish()
  }

  #head(block: number, width: number): void {
    const bits = this.#bits
    bits.fixed(AbbrevId.EnterBlock, this.#width)
    bits.vbr(block, 8)
    bits.vbr(width, 4)
    bits.align32()
  }

  #scalar(op: AbbrevOp, value: number | bigint): void {
    switch (op.kind) {
      case 'literal':
        return
      case 'fixed':
        check(value >= 0 && value < LIMITS[op.width]!, 'operand does not fit its abbreviation')
        this.#bits.fixed(Number(value), op.width)
        return
      case 'vbr':
        if (op.width === 0) return
        if (typeof value === 'bigint') this.#bits.vbrBig(value, op.width)
        else this.#bits.vbr(value, op.width)
        return
      case 'char6':
        this.#bits.fixed(CHAR6_ENCODE[Number(value)]!, 6)
        return
      default:
        check(false, 'array or blob inside an array')
    }
  }

  #array(element: AbbrevOp, operands: Operands, from: number): void {
    const bits = this.#bits
    bits.vbr(operands.length - from, 6)
    for (let i = from; i < operands.length; i++) this.#scalar(element, operands[i]!)
  }

  #blob(operands: Operands, from: number): void {
    const bits = this.#bits
    bits.vbr(operands.length - from, 6)
    bits.align32()
    for (let i = from; i < operands.length; i++) bits.fixed(Number(operands[i]), 8)
    bits.align32()
  }

  #definition(abbrev: Abbrev): void {
    const bits = this.#bits
    bits.fixed(AbbrevId.Define, this.#width)
    bits.vbr(abbrev.length, 5)
    for (const op of abbrev) {
      bits.fixed(op.kind === 'literal' ? 1 : 0, 1)
      switch (op.kind) {
        case 'literal':
          if (typeof op.value === 'number') bits.vbr(op.value, 8)
          else bits.vbrBig(op.value, 8)
          break
        case 'fixed':
          bits.fixed(Encoding.Fixed, 3)
          bits.vbr(op.width, 5)
          break
        case 'vbr':
          bits.fixed(Encoding.Vbr, 3)
          bits.vbr(op.width, 5)
          break
        case 'array':
          bits.fixed(Encoding.Array, 3)
          break
        case 'char6':
          bits.fixed(Encoding.Char6, 3)
          break
        case 'blob':
          bits.fixed(Encoding.Blob, 3)
      }
    }
  }
}
