// Little-endian byte access: a writer that grows and a reader that never leaves its range.
// Only base/, bitcode/bit_* and container/io.ts touch DataView; everybody else goes through these two.

import { FormatError } from './format_error.ts'

/** Of every byte, for files of any size are printed. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Lower-case hex of bytes. */
export function hex(bytes: Uint8Array, between = ''): string {
  let text = ''
  for (const byte of bytes) text += (text === '' ? '' : between) + HEX[byte]!
  return text
}

/** A growing little-endian buffer. Values are truncated to their width, as stores are. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  /** @param capacity bytes to reserve at first; the buffer doubles when it is full. V8 makes arrays of up to 64 bytes twenty times as fast. */
  constructor(capacity = 64) {
    this.#bytes = new Uint8Array(capacity)
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length
  }

  u8(value: number): void {
    const at = this.#claim(1)
    this.#bytes[at] = value
  }

  u16(value: number): void {
    const at = this.#claim(2)
    this.#bytes[at] = value
    this.#bytes[at + 1] = value >>> 8
  }

  u32(value: number): void {
    this.#word(this.#claim(4), value)
  }

  u64(value: bigint): void {
    const at = this.#claim(8)
    this.#word(at, Number(BigInt.asUintN(32, value)))
    this.#word(at + 4, Number(BigInt.asUintN(32, value >> 32n)))
  }

  bytes(value: Uint8Array): void {
    const at = this.#claim(value.length)
    this.#bytes.set(value, at)
  }

  zeros(count: number): void {
    // claim() hands out fresh memory only, which is zero already.
    this.#claim(count)
  }

  /** Zeros up to the next multiple of `multiple` (a power of two is not required). */
  align(multiple: number): void {
    const over = this.#length % multiple
    if (over !== 0) this.zeros(multiple - over)
  }

  /** The bytes written, as a view of the internal buffer: copy it if the writer is used further. */
  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #word(at: number, value: number): void {
    const bytes = this.#bytes
    bytes[at] = value
    bytes[at + 1] = value >>> 8
    bytes[at + 2] = value >>> 16
    bytes[at + 3] = value >>> 24
  }

  /** Takes the next bytes; call it before touching #bytes, which it may replace. */
  #claim(count: number): number {
    const at = this.#length
    const end = at + count
    if (end > this.#bytes.length) this.#grow(end)
    this.#length = end
    return at
  }

  #grow(needed: number): void {
    const bytes = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    bytes.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = bytes
  }
}

/** Reads little-endian values in order; leaving the range throws a FormatError with the offset in the original input. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #origin: number
  readonly #part: string
  #at = 0

  /**
   * @param bytes  the range to read
   * @param origin offset of that range in the original input, used in errors only
   * @param part   part name for errors
   */
  constructor(bytes: Uint8Array, origin = 0, part = '') {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#origin = origin
    this.#part = part
  }

  /** Offset of the next byte in the range. */
  get at(): number {
    return this.#at
  }

  /** Offset of the next byte in the original input. */
  get offset(): number {
    return this.#origin + this.#at
  }

  get remaining(): number {
    return this.#bytes.length - this.#at
  }

  u16(what = 'u16'): number {
    return this.#view.getUint16(this.#take(2, what), true)
  }

  u32(what = 'u32'): number {
    return this.#view.getUint32(this.#take(4, what), true)
  }

  /** A view (not a copy) of the next `count` bytes. */
  bytes(count: number, what = 'bytes'): Uint8Array {
    const at = this.#take(count, what)
    return this.#bytes.subarray(at, at + count)
  }

  seek(at: number, what = 'position'): void {
    if (at < 0 || at > this.#bytes.length)
      throw this.error(`${what} ${at} is outside the ${this.#bytes.length} bytes here`)
    this.#at = at
  }

  /** A FormatError at the current position. */
  error(message: string): FormatError {
    return new FormatError(message, this.offset, this.#part)
  }

  #take(count: number, what: string): number {
    if (count > this.remaining) throw this.error(`${what} needs ${count} bytes, ${this.remaining} are left`)
    const at = this.#at
    this.#at = at + count
    return at
  }
}
