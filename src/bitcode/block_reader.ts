// A bitstream read into a tree of blocks and records, as plain data. Knows no LLVM.
// Bounded: every item consumes bits, nesting is limited, and running out of bits is a FormatError.

import { FormatError } from '../base/format_error.ts'
import {
  type Abbrev,
  AbbrevId,
  type AbbrevOp,
  AbbrevScope,
  BLOCKINFO_BLOCK,
  BLOCKINFO_SETBID,
  CHAR6_DECODE,
  MAGIC,
  TOP_WIDTH,
} from './abbrev.ts'
import { readAbbrev } from './abbrev_reader.ts'
import { BitReader } from './bit_reader.ts'

export interface BitRecord {
  readonly kind: 'record'
  readonly code: number
  /** Unsigned; a number below 2^53, else a bigint. */
  readonly operands: (number | bigint)[]
  /** Abbreviation id it was packed with, 3 = unabbreviated. */
  readonly abbrev: number
  /** Byte offset in the original input. */
  readonly offset: number
}

export interface BitDefinition {
  readonly kind: 'define'
  readonly abbrev: Abbrev
}

export interface BitBlock {
  readonly kind: 'block'
  readonly id: number
  /** Width of abbreviation ids inside. */
  readonly width: number
  readonly items: (BitRecord | BitBlock | BitDefinition)[]
  readonly offset: number
}

/** Blocks inside blocks; DXC's deepest nesting is 3. */
export const MAX_NESTING = 32

/** Reads a bare stream: magic, then blocks. @param base offset of bytes[0] in the original input, for messages */
export function readBlocks(bytes: Uint8Array, base = 0): BitBlock[] {
  const bits = new BitReader(bytes, base)
  if (bits.left < 32 || bits.fixed(32) !== MAGIC) throw new FormatError("not bitcode: no 'BC' C0 DE at the start", base)
  const reader = new TreeReader(bits)
  const blocks: BitBlock[] = []
  while (bits.left >= 32) {
    if (bits.fixed(TOP_WIDTH) !== AbbrevId.EnterBlock) bits.fail('expected a block')
    blocks.push(reader.block(0))
  }
  return blocks
}

class TreeReader {
  readonly #bits: BitReader
  readonly #info = new Map<number, Abbrev[]>()

  constructor(bits: BitReader) {
    this.#bits = bits
  }

  /** After ENTER_SUBBLOCK has been read. */
  block(depth: number): BitBlock {
    const bits = this.#bits
    if (depth > MAX_NESTING) bits.fail(`blocks are nested more than ${MAX_NESTING} deep`)
    const { offset } = bits
    const id = bits.vbr32(8)
    const width = bits.vbr32(4)
    if (width < 2 || width > 32) bits.fail(`abbreviation width ${width} is not possible`)
    bits.align32()
    const end = bits.fixed(32) * 32 + bits.position
    if (end > bits.end) bits.fail('block is longer than the bitcode')
    const block: BitBlock = { kind: 'block', id, width, items: [], offset }
    const abbrevs = new AbbrevScope(this.#info.get(id) ?? [])
    let target = -1
    for (;;) {
      const at = bits.offset
      const abbrev = bits.fixed(width)
      if (abbrev === AbbrevId.EndBlock) break
      if (abbrev === AbbrevId.EnterBlock) block.items.push(this.block(depth + 1))
      else if (abbrev === AbbrevId.Define) {
        const made = readAbbrev(bits)
        block.items.push({ kind: 'define', abbrev: made })
        if (id === BLOCKINFO_BLOCK) this.#infoFor(target).push(made)
        else abbrevs.define(made)
      } else {
        const record = this.#record(abbrev, abbrevs, at)
        block.items.push(record)
        if (id === BLOCKINFO_BLOCK && record.code === BLOCKINFO_SETBID) target = Number(record.operands[0] ?? -1)
      }
    }
    bits.align32()
    if (bits.position !== end) bits.fail('block does not end where its length says')
    return block
  }

  #infoFor(block: number): Abbrev[] {
    if (block < 0) this.#bits.fail('abbreviation in BLOCKINFO before any block id')
    let list = this.#info.get(block)
    if (!list) this.#info.set(block, (list = []))
    return list
  }

  #record(abbrev: number, abbrevs: AbbrevScope, offset: number): BitRecord {
    const bits = this.#bits
    if (abbrev !== AbbrevId.Unabbreviated) {
      const definition = abbrevs.find(abbrev) ?? bits.fail(`abbreviation ${abbrev} is not defined`)
      return this.#packed(definition, abbrev, offset)
    }
    const code = bits.vbr32(6)
    const count = bits.vbr32(6)
    if (count * 6 > bits.left) bits.fail('record has more operands than bits are left')
    const operands: (number | bigint)[] = []
    for (let i = 0; i < count; i++) operands.push(bits.vbr(6))
    return { kind: 'record', code, operands, abbrev, offset }
  }

  #packed(definition: Abbrev, abbrev: number, offset: number): BitRecord {
    const bits = this.#bits
    bits.charge(definition.length)
    const operands: (number | bigint)[] = []
    let code = -1
    for (let i = 0; i < definition.length; i++) {
      const op = definition[i]!
      if (op.kind === 'array') this.#array(definition[++i]!, operands)
      else if (op.kind === 'blob') this.#blob(operands)
      else if (code < 0) {
        code = Number(this.#scalar(op))
        continue
      } else operands.push(this.#scalar(op))
      if (code < 0) code = Number(operands.shift() ?? -1)
      if (code < 0) bits.fail('record without a code')
    }
    return { kind: 'record', code, operands, abbrev, offset }
  }

  #scalar(op: AbbrevOp): number | bigint {
    switch (op.kind) {
      case 'literal':
        return op.value
      case 'fixed':
        return this.#bits.fixed(op.width)
      case 'vbr':
        return op.width === 0 ? 0 : this.#bits.vbr(op.width)
      case 'char6':
        return CHAR6_DECODE[this.#bits.fixed(6)]!
      default:
        return this.#bits.fail('array or blob inside an array')
    }
  }

  #array(element: AbbrevOp, operands: (number | bigint)[]): void {
    const bits = this.#bits
    const count = bits.vbr32(6)
    const size = element.kind === 'char6' ? 6 : element.kind === 'fixed' || element.kind === 'vbr' ? element.width : 0
    if (count * Math.max(size, 1) > bits.left) bits.fail('array has more elements than bits are left')
    bits.charge(count)
    for (let i = 0; i < count; i++) operands.push(this.#scalar(element))
  }

  #blob(operands: (number | bigint)[]): void {
    const bits = this.#bits
    const count = bits.vbr32(6)
    bits.align32()
    if (count * 8 > bits.left) bits.fail('blob is longer than the bitcode')
    for (let i = 0; i < count; i++) operands.push(bits.fixed(8))
    bits.align32()
  }
}
