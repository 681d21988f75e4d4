// What every bit of a bitstream is, for byte maps and hex views. Lazy: only fields that touch the asked bytes are made,
// blocks outside them are skipped by their length, and their number is bounded. Knows no LLVM: names are handed in
// (llvm/read/map_bitcode.ts has LLVM's).
//
//   mapBits(bytes, base, { from, to, limit, names }) -> BitMap { fields, error, next }
//
// The fields lie in order, do not overlap and leave no gap in the asked range, whatever the bytes are.

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
import { MAX_NESTING } from './block_reader.ts'

export interface BitField {
  /** From the start of the original input: byte * 8 + bit, low bits of a byte first. */
  readonly bitOffset: number
  readonly bitLength: number
  /** Blocks from the outside in, then the record: 'MODULE/FUNCTION[3]/CALL'. [n]: the n-th block of its kind in its parent. */
  readonly path: string
  /** Position in its block of the record, block or definition this belongs to; -1 outside any block. */
  readonly item: number
  /**
   * 'magic', 'abbrev id', 'END_BLOCK', 'align', 'block id', 'new width', 'block length', 'code', 'operand count',
   * 'op[n]', 'array length', 'blob length', 'blob', and in definitions 'is literal', 'literal', 'encoding', 'width';
   * 'damaged' (from where reading failed), 'trailing' (behind the last block).
   */
  readonly field: string
  /** Null for a blob, damage and trailing bytes. Block lengths count 32-bit words. */
  readonly value: number | bigint | null
}

export interface BitMap {
  readonly fields: readonly BitField[]
  /** Why the rest of the range is 'damaged', if it is. */
  readonly error: FormatError | null
  /** Byte offset to ask from for more when `limit` was reached, else null. Fields may start before it. */
  readonly next: number | null
}

/** Names of blocks and records; undefined: unknown, shown as a number. */
export interface BitNames {
  block(id: number): string | undefined
  record(block: number, code: number): string | undefined
}

export interface BitMapOptions {
  /** Byte offsets in the original input; the whole stream unless told. A field that touches the range is included. */
  readonly from?: number
  readonly to?: number
  /** Most fields to make; 65536 unless told. */
  readonly limit?: number
  readonly names?: BitNames
}

const DEFAULT_LIMIT = 1 << 16
const NO_NAMES: BitNames = { block: () => undefined, record: () => undefined }

/** Reading stops: all asked for is there. */
class Enough extends Error {}

/**
 * Classifies the bits of a bare stream. Never throws for what the bytes hold: damage is in the result.
 * @param base offset of bytes[0] in the original input
 */
export function mapBits(bytes: Uint8Array, base = 0, options: BitMapOptions = {}): BitMap {
  let error: FormatError | null = null
  const fields = new Fields(bytes, base, options)
  try {
    new Mapper(new BitReader(bytes, base), fields, options.names ?? NO_NAMES).stream()
  } catch (thrown) {
    if (thrown instanceof FormatError) error = thrown
    else if (!(thrown instanceof Enough)) throw thrown
  }
  fields.rest(error === null ? 'trailing' : 'damaged')
  return { fields: fields.list, error, next: fields.next }
}

/** Collects fields of the asked range. Positions inside are bits from bytes[0]. */
class Fields {
  readonly list: BitField[] = []
  readonly from: number
  readonly to: number
  next: number | null = null
  readonly #base: number
  readonly #limit: number
  /** Everything before it is classified, or outside of the range. */
  #done = 0

  constructor(bytes: Uint8Array, base: number, options: BitMapOptions) {
    this.#base = base
    this.#limit = Math.max(1, options.limit ?? DEFAULT_LIMIT)
    this.from = Math.max(0, (options.from ?? base) - base) * 8
    this.to = Math.min(bytes.length, Math.max(0, (options.to ?? Number.POSITIVE_INFINITY) - base)) * 8
  }

  add(path: string, item: number, field: string, start: number, end: number, value: number | bigint | null): void {
    if (start >= this.to) throw new Enough()
    this.#done = end
    if (end === start || end <= this.from) return
    if (this.list.length === this.#limit) {
      this.next = this.#base + (start >>> 3)
      throw new Enough()
    }
    this.list.push({ bitOffset: this.#base * 8 + start, bitLength: end - start, path, item, field, value })
  }

  /** A stretch of bits nobody asked about. */
  skip(end: number): void {
    this.#done = end
  }

  /** Whether nothing before `end` was asked about. */
  isBefore(end: number): boolean {
    return end <= this.from
  }

  /** What could not be read, or lies behind the last block. */
  rest(field: string): void {
    if (this.next !== null || this.#done >= this.to) return
    const start = Math.max(this.#done, this.from)
    if (start >= this.to) return
    if (this.list.length === this.#limit) this.next = this.#base + (start >>> 3)
    else
      this.list.push({
        bitOffset: this.#base * 8 + start,
        bitLength: this.to - start,
        path: '',
        item: -1,
        field,
        value: null,
      })
  }
}

class Mapper {
  readonly #bits: BitReader
  readonly #out: Fields
  readonly #names: BitNames
  readonly #info = new Map<number, Abbrev[]>()
  #path = ''
  #item = -1

  constructor(bits: BitReader, out: Fields, names: BitNames) {
    this.#bits = bits
    this.#out = out
    this.#names = names
  }

  stream(): void {
    const bits = this.#bits
    if (bits.left < 32) bits.fail('not bitcode: too short')
    const magic = bits.fixed(32)
    if (magic !== MAGIC) throw new FormatError("not bitcode: no 'BC' C0 DE at the start", bits.offset - 4)
    this.#note('magic', 0, magic)
    const counts = new Map<number, number>()
    while (bits.left >= 32) {
      const start = bits.position
      const id = bits.fixed(TOP_WIDTH)
      if (id !== AbbrevId.EnterBlock) bits.fail('expected a block')
      this.#block(start, '', -1, counts, 0)
    }
  }

  /** A field of the current item from `start` to the position. */
  #note(field: string, start: number, value: number | bigint | null): void {
    this.#out.add(this.#path, this.#item, field, start, this.#bits.position, value)
  }

  /** `start`: bit of the ENTER_SUBBLOCK id, which has been read. */
  #block(start: number, parent: string, item: number, counts: Map<number, number>, depth: number): void {
    const bits = this.#bits
    if (depth > MAX_NESTING) bits.fail(`blocks are nested more than ${MAX_NESTING} deep`)
    const afterId = bits.position
    const id = bits.vbr32(8)
    const afterBlock = bits.position
    const width = bits.vbr32(4)
    const afterWidth = bits.position
    if (width < 2 || width > 32) bits.fail(`abbreviation width ${width} is not possible`)
    bits.align32()
    const afterAlign = bits.position
    const words = bits.fixed(32)
    const body = bits.position
    const end = body + words * 32
    if (end > bits.end) bits.fail('block is longer than the bitcode')
    const nth = counts.get(id) ?? 0
    counts.set(id, nth + 1)
    const path = `${parent}${this.#names.block(id) ?? `block ${id}`}${nth > 0 || depth > 0 ? `[${nth}]` : ''}`
    if (id !== BLOCKINFO_BLOCK && this.#out.isBefore(end)) {
      this.#out.skip(end)
      bits.seek(end)
      return
    }
    this.#path = path
    this.#item = item
    const out = this.#out
    out.add(path, item, 'abbrev id', start, afterId, AbbrevId.EnterBlock)
    out.add(path, item, 'block id', afterId, afterBlock, id)
    out.add(path, item, 'new width', afterBlock, afterWidth, width)
    out.add(path, item, 'align', afterWidth, afterAlign, 0)
    out.add(path, item, 'block length', afterAlign, body, words)
    this.#body(id, width, path, depth)
    if (bits.position !== end) bits.fail('block does not end where its length says')
  }

  #body(id: number, width: number, path: string, depth: number): void {
    const bits = this.#bits
    const abbrevs = new AbbrevScope(this.#info.get(id) ?? [])
    const counts = new Map<number, number>()
    let target = -1
    for (let item = 0; ; item++) {
      const start = bits.position
      const abbrev = bits.fixed(width)
      this.#item = item
      this.#path = path
      if (abbrev === AbbrevId.EndBlock) {
        this.#note('END_BLOCK', start, abbrev)
        const align = bits.position
        bits.align32()
        this.#note('align', align, 0)
        return
      }
      if (abbrev === AbbrevId.EnterBlock) this.#block(start, `${path}/`, item, counts, depth + 1)
      else if (abbrev === AbbrevId.Define) {
        this.#path = `${path}/DEFINE_ABBREV`
        this.#note('abbrev id', start, abbrev)
        const made = readAbbrev(bits, (field, from, value) => this.#note(field, from, value))
        if (id !== BLOCKINFO_BLOCK) abbrevs.define(made)
        else if (target < 0) bits.fail('abbreviation in BLOCKINFO before any block id')
        else this.#infoFor(target).push(made)
      } else {
        const first = this.#record(start, abbrev, abbrevs, id, path)
        if (id === BLOCKINFO_BLOCK && first.code === BLOCKINFO_SETBID) target = Number(first.operand ?? -1)
      }
    }
  }

  #infoFor(block: number): Abbrev[] {
    let list = this.#info.get(block)
    if (!list) this.#info.set(block, (list = []))
    return list
  }

  /** Returns the code and the first operand, which is all that anything here needs of a record. */
  #record(start: number, abbrev: number, abbrevs: AbbrevScope, block: number, path: string): First {
    const bits = this.#bits
    const afterId = bits.position
    if (abbrev === AbbrevId.Unabbreviated) {
      const code = bits.vbr32(6)
      this.#path = this.#recordPath(path, block, code)
      this.#out.add(this.#path, this.#item, 'abbrev id', start, afterId, abbrev)
      this.#note('code', afterId, code)
      const at = bits.position
      const count = bits.vbr32(6)
      this.#note('operand count', at, count)
      if (count * 6 > bits.left) bits.fail('record has more operands than bits are left')
      return { code, operand: this.#elements({ kind: 'vbr', width: 6 }, count, 0) }
    }
    const definition = abbrevs.find(abbrev) ?? bits.fail(`abbreviation ${abbrev} is not defined`)
    return this.#packed(start, abbrev, definition, block, path)
  }

  #recordPath(path: string, block: number, code: number): string {
    return `${path}/${this.#names.record(block, code) ?? `record ${code}`}`
  }

  #packed(start: number, abbrev: number, definition: Abbrev, block: number, path: string): First {
    const bits = this.#bits
    bits.charge(definition.length)
    const head = definition[0]!
    const afterId = bits.position
    // An abbreviation may pack the code itself as the first element of an array; its path then has no name.
    const code = head.kind === 'array' ? -1 : Number(this.#scalar(head))
    const afterCode = bits.position
    this.#path = code < 0 ? `${path}/record` : this.#recordPath(path, block, code)
    this.#out.add(this.#path, this.#item, 'abbrev id', start, afterId, abbrev)
    this.#out.add(this.#path, this.#item, 'code', afterId, afterCode, code)
    let operand: number | bigint | null = null
    let at = 0
    for (let i = code < 0 ? 0 : 1; i < definition.length; i++) {
      const op = definition[i]!
      if (op.kind === 'array') {
        const first = this.#array(definition[++i]!, at)
        if (at === 0) operand = first
      } else if (op.kind === 'blob') this.#blob()
      else {
        const from = bits.position
        const value = this.#scalar(op)
        this.#note(`op[${at}]`, from, value)
        if (at++ === 0) operand = value
      }
    }
    return { code, operand }
  }

  #array(element: AbbrevOp, at: number): number | bigint | null {
    const bits = this.#bits
    const from = bits.position
    const count = bits.vbr32(6)
    this.#note('array length', from, count)
    const size = element.kind === 'char6' ? 6 : element.kind === 'fixed' || element.kind === 'vbr' ? element.width : 0
    if (count * Math.max(size, 1) > bits.left) bits.fail('array has more elements than bits are left')
    bits.charge(count)
    return this.#elements(element, count, at)
  }

  /** Returns the value of the first, null if there is none. */
  #elements(element: AbbrevOp, count: number, at: number): number | bigint | null {
    const bits = this.#bits
    let first: number | bigint | null = null
    for (let i = 0; i < count; i++) {
      const from = bits.position
      const value = this.#scalar(element)
      if (i === 0) first = value
      // Names are made only for what is kept.
      if (this.#out.isBefore(bits.position)) this.#out.skip(bits.position)
      else this.#note(`op[${at + i}]`, from, value)
    }
    return first
  }

  #blob(): void {
    const bits = this.#bits
    let from = bits.position
    const count = bits.vbr32(6)
    this.#note('blob length', from, count)
    from = bits.position
    bits.align32()
    this.#note('align', from, 0)
    if (count * 8 > bits.left) bits.fail('blob is longer than the bitcode')
    from = bits.position
    bits.seek(from + count * 8)
    this.#note('blob', from, null)
    from = bits.position
    bits.align32()
    this.#note('align', from, 0)
  }

  #scalar(op: AbbrevOp): number | bigint {
    const bits = this.#bits
    switch (op.kind) {
      case 'literal':
        return op.value
      case 'fixed':
        return bits.fixed(op.width)
      case 'vbr':
        return op.width === 0 ? 0 : bits.vbr(op.width)
      case 'char6':
        return CHAR6_DECODE[bits.fixed(6)]!
      default:
        return bits.fail('array or blob inside an array')
    }
  }
}

interface First {
  readonly code: number
  readonly operand: number | bigint | null
}
