// Reads bits from little-endian 32-bit words, low bits first. Never leaves its range: FormatError with the byte offset.

import Long from 'long'
import { FormatError } from '../base/format_error.ts'

/** Positions are kept in 32 bits. */
const MAX_BYTES = 1 << 28

export class BitReader {
  readonly #view: DataView
  readonly #base: number
  /** End of the readable range, in bits. */
  readonly end: number
  #position = 0
  #operands = 0

  /** @param base offset of bytes[0] in the original input, for messages */
  constructor(bytes: Uint8Array, base = 0) {
    if (bytes.length > MAX_BYTES) throw new FormatError(`bitcode of ${bytes.length} bytes is too large`, base)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#base = base
    this.end = (bytes.length & ~3) * 8
  }

  /** Position in bits. */
  get position(): number {
    return this.#position
  }

  /** Bits left. */
  get left(): number {
    return this.end - this.#position
  }

  /** Byte offset of the position in the original input. */
  get offset(): number {
    return this.#base + (this.#position >>> 3)
  }

  fail(message: string): never {
    throw new FormatError(message, this.offset)
  }

  /** Counts operands read. Some take no bits (literals, zero widths), so the stream's length alone would not bound them. */
  charge(operands: number): void {
    this.#operands += operands
    if (this.#operands > this.end) this.fail('records have more operands than the bitcode has bits')
  }

  /** `width` (0..32) bits as an unsigned number. */
  fixed(width: number): number {
    const at = this.#position
    if (at + width > this.end) this.fail('bitcode ends in the middle of a value')
    if (width === 0) return 0
    this.#position = at + width
    const shift = at & 31
    const byte = (at >>> 5) * 4
    const low = this.#view.getUint32(byte, true) >>> shift
    const got = 32 - shift
    const value = got >= width ? low : low | (this.#view.getUint32(byte + 4, true) << got)
    return width === 32 ? value >>> 0 : value & ((1 << width) - 1)
  }

  /** Variable-width integer: a number below 2^53, a bigint from there to 2^64 - 1. */
  vbr(width: number): number | bigint {
    const step = width - 1
    const more = step === 31 ? 0x80000000 : 1 << step
    let chunk = this.fixed(width)
    if (chunk < more) return chunk
    const start = this.#position
    let value = chunk - more
    let scale = 2 ** step
    for (let shift = step; ; shift += step) {
      chunk = this.fixed(width)
      const bits = chunk >= more ? chunk - more : chunk
      if (bits !== 0 && shift + step > 53 && value + bits * scale > Number.MAX_SAFE_INTEGER) {
        this.#position = start
        return this.#vbrBig(width, value % 2 ** step)
      }
      value += bits * scale
      if (chunk < more) return value
      if (shift > 64) this.fail('variable-width integer has more than 64 bits')
      scale *= 2 ** step
    }
  }

  /** The chunks behind the first of a value that may need all of 64 bits. */
  #vbrBig(width: number, first: number): bigint {
    const step = width - 1
    const more = step === 31 ? 0x80000000 : 1 << step
    let value = Long.fromNumber(first, true)
    for (let shift = step; ; shift += step) {
      const chunk = this.fixed(width)
      const bits = Long.fromNumber(chunk >= more ? chunk - more : chunk, true)
      const shifted = shift < 64 ? bits.shiftLeft(shift) : Long.UZERO
      if (shift < 64 ? shifted.shiftRightUnsigned(shift).notEquals(bits) : !bits.isZero())
        this.fail('variable-width integer has more than 64 bits')
      value = value.or(shifted)
      if (chunk < more) return value.toBigInt()
    }
  }

  /** A vbr that must fit 32 bits (counts, ids, widths). */
  vbr32(width: number): number {
    const value = this.vbr(width)
    if (typeof value === 'bigint' || value > 0xffffffff) this.fail('value does not fit 32 bits')
    return value
  }

  /** Jumps to a bit position inside the range. */
  seek(position: number): void {
    if (position < 0 || position > this.end) this.fail('bitcode ends before the block does')
    this.#position = position
  }

  align32(): void {
    this.#position = Math.min(this.end, Math.ceil(this.#position / 32) * 32)
  }
}
