// A bitstream read into a tree of blocks and records, as plain data. Knows no LLVM.
// Bounded: every item consumes bits, nesting is limited, and running out of bits is a FormatError.

import { FormatError } from '../base/format_error.ts'
import {
  type Abbrev,
  AbbrevId,
  type AbbrevOp,
  array,
  BLOCKINFO_BLOCK,
  BLOCKINFO_SETBID,
  blob,
  CHAR6_DECODE,
  char6,
  Encoding,
  fixed,
  literal,
  MAGIC,
  TOP_WIDTH,
  vbr,
} from './abbrev.ts'
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

const MAX_NESTING = 32
const MAX_ABBREV_OPERANDS = 4096

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
    const abbrevs = [...(this.#info.get(id) ?? [])]
    let target = -1
    for (;;) {
      const at = bits.offset
      const abbrev = bits.fixed(width)
      if (abbrev === AbbrevId.EndBlock) break
      if (abbrev === AbbrevId.EnterBlock) block.items.push(this.block(depth + 1))
      else if (abbrev === AbbrevId.Define) {
        const made = this.#definition()
        block.items.push({ kind: 'define', abbrev: made })
        if (id === BLOCKINFO_BLOCK) this.#infoFor(target).push(made)
        else abbrevs.push(made)
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

  #record(abbrev: number, abbrevs: readonly Abbrev[], offset: number): BitRecord {
    const bits = this.#bits
    if (abbrev !== AbbrevId.Unabbreviated) {
      const definition = abbrevs[abbrev - AbbrevId.FirstAbbrev]
      if (!definition) bits.fail(`abbreviation ${abbrev} is not defined`)
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

  #definition(): Abbrev {
    const bits = this.#bits
    const count = bits.vbr32(5)
    if (count === 0 || count > MAX_ABBREV_OPERANDS) bits.fail(`abbreviation with ${count} operands`)
    const ops: AbbrevOp[] = []
    for (let i = 0; i < count; i++) ops.push(this.#definedOp())
    const at = ops.findIndex(op => op.kind === 'array' || op.kind === 'blob')
    const kind = ops[at]?.kind
    if (at >= 0 && at !== ops.length - (kind === 'array' ? 2 : 1)) bits.fail('array or blob must end an abbreviation')
    const element = ops[at + 1]?.kind
    if (kind === 'array' && (element === 'array' || element === 'blob')) bits.fail('array of arrays or blobs')
    if (ops[0]!.kind === 'blob') bits.fail('record without a code')
    return ops
  }

  #definedOp(): AbbrevOp {
    const bits = this.#bits
    if (bits.fixed(1) === 1) return literal(bits.vbr(8))
    const encoding = bits.fixed(3)
    switch (encoding) {
      case Encoding.Fixed:
      case Encoding.Vbr: {
        const width = bits.vbr32(5)
        if (width > 32 || (encoding === Encoding.Vbr && width === 1))
          bits.fail(`operand width ${width} is not possible`)
        return encoding === Encoding.Fixed ? fixed(width) : vbr(width)
      }
      case Encoding.Array:
        return array
      case Encoding.Char6:
        return char6
      case Encoding.Blob:
        return blob
      default:
        return bits.fail(`unknown operand encoding ${encoding}`)
    }
  }
}
