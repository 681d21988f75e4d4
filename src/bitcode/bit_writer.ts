// Writes bits into little-endian 32-bit words, low bits first. Only whole words ever reach the output.

import Long from 'long'

/** Buffers that finished writers leave to later ones: making one takes longer than filling it. */
const SPARE: Uint32Array[] = []
const SPARE_WORDS = 1 << 14
const NO_WORDS = new Uint32Array()

const LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

export class BitWriter {
  #words = SPARE.pop() ?? new Uint32Array(1024)
  #count = 0
  /** The word being filled and how many of its bits are used (0..31). */
  #word = 0
  #used = 0

  /** Position in words; only meaningful after align32. */
  get wordCount(): number {
    return this.#count
  }

  /** The low `width` (0..32) bits of `value`, which must not have others set (unless width is 32). */
  fixed(value: number, width: number): void {
    const used = this.#used
    this.#word |= value << used
    const total = used + width
    if (total < 32) {
      this.#used = total
      return
    }
    this.#flush()
    this.#word = used === 0 ? 0 : value >>> (32 - used)
    this.#used = total - 32
  }

  /** Variable width: chunks of width-1 bits, the top bit says more follow. `value`: integer 0..2^53. */
  vbr(value: number, width: number): void {
    const step = width - 1
    const more = 1 << step
    // Most are; chunks of 32 bits have a negative one.
    if (value < more) {
      this.fixed(value, width)
      return
    }
    if (width < 16 && value < 1 << (2 * step)) {
      this.fixed((value & (more - 1)) | more | ((value >>> step) << width), 2 * width)
      return
    }
    if (value > 0xffffffff) {
      this.vbrBig(BigInt(value), width)
      return
    }
    value >>>= 0
    while (value >>> 0 >= more >>> 0) {
      this.fixed((value & (more - 1)) | more, width)
      value >>>= step
    }
    this.fixed(value, width)
  }

  /** vbr of a value up to 2^64 - 1. In halves of 32 bits, which take two thirds of the time that shifts of a bigint do. */
  vbrBig(value: bigint, width: number): void {
    const step = width - 1
    const more = 1 << step
    let left = Long.fromBigInt(value, true)
    while (left.high !== 0 || left.low >>> 0 >= more >>> 0) {
      this.fixed((left.low & (more - 1)) | more, width)
      left = left.shiftRightUnsigned(step)
    }
    this.fixed(left.low, width)
  }

  /** Fills the current word with zero bits. */
  align32(): void {
    if (this.#used === 0) return
    this.#flush()
    this.#word = 0
    this.#used = 0
  }

  /** A whole word, position must be aligned. */
  word(value: number): void {
    this.fixed(value, 32)
  }

  /** Whole words, position must be aligned. */
  words(values: Uint32Array): void {
    while (this.#count + values.length > this.#words.length) this.#grow()
    this.#words.set(values, this.#count)
    this.#count += values.length
  }

  /** The words written from this one on; position must be aligned. */
  wordsFrom(first: number): Uint32Array {
    return this.#words.slice(first, this.#count)
  }

  /** Overwrites a word already written. */
  patch(wordIndex: number, value: number): void {
    this.#words[wordIndex] = value
  }

  /** The bytes written, a multiple of 4; nothing can be written afterwards. */
  finish(): Uint8Array {
    this.align32()
    const words = this.#words.slice(0, this.#count)
    if (this.#words.length <= SPARE_WORDS && SPARE.length < 2) SPARE.push(this.#words)
    this.#words = NO_WORDS
    if (LITTLE_ENDIAN) return new Uint8Array(words.buffer)
    const view = new DataView(new ArrayBuffer(words.length * 4))
    words.forEach((w, i) => {
      view.setUint32(i * 4, w, true)
    })
    return new Uint8Array(view.buffer)
  }

  #flush(): void {
    if (this.#count === this.#words.length) this.#grow()
    this.#words[this.#count++] = this.#word
  }

  #grow(): void {
    const larger = new Uint32Array(this.#words.length * 2)
    larger.set(this.#words)
    this.#words = larger
  }
}
