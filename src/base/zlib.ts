// Inflates zlib data (RFC 1950, RFC 1951) into a buffer of known size. No table is built before the first use.

/** The data is no zlib stream, is damaged, or opens to more bytes than there is room for. */
export class ZlibError extends Error {
  override readonly name = 'ZlibError'
}

const MAX_CODE_LENGTH = 15
const DEFLATE = 8
const END_OF_BLOCK = 256

/** A prefix code: every value of the next `bits` bits gives `symbol << 4 | length`, 0 where no code word begins so. */
interface PrefixCode {
  readonly bits: number
  readonly entries: Uint16Array
}

/**
 * Writes the opened data to `out` and returns its length.
 * @throws ZlibError
 */
export function inflateZlib(data: Uint8Array, out: Uint8Array): number {
  const [method = 0, flags = 0] = data
  if ((method & 15) !== DEFLATE || method >> 4 > 7 || ((method << 8) | flags) % 31 !== 0 || flags & 0x20)
    throw new ZlibError('this is no zlib stream')
  const inflater = new Inflater(data, 2, out)
  const length = inflater.run()
  if (inflater.checksum() !== adler32(out, length)) throw new ZlibError('the checksum is wrong')
  return length
}

/** The Adler-32 checksum of the first `length` bytes. */
export function adler32(bytes: Uint8Array, length: number): number {
  let low = 1
  let high = 0
  for (let at = 0; at < length; ) {
    // So many steps at most before a sum could pass 2^32.
    const end = Math.min(length, at + 3800)
    for (; at < end; at++) {
      low += bytes[at]!
      high += low
    }
    low %= 65521
    high %= 65521
  }
  return ((high << 16) | low) >>> 0
}

class Inflater {
  readonly #data: Uint8Array
  readonly #out: Uint8Array
  #next: number
  #size = 0
  /** Bits read ahead, the next one lowest. */
  #held = 0
  #count = 0

  constructor(data: Uint8Array, start: number, out: Uint8Array) {
    this.#data = data
    this.#next = start
    this.#out = out
  }

  run(): number {
    for (let isLast = false; !isLast; ) {
      isLast = this.#bits(1) === 1
      const type = this.#bits(2)
      if (type === 0) this.#stored()
      else if (type === 1) this.#block(prefixCode(fixedLiterals()), prefixCode(new Uint8Array(32).fill(5)))
      else if (type === 2) this.#dynamic()
      else throw new ZlibError('a block has an unknown type')
    }
    return this.#size
  }

  /** The stored checksum behind the blocks. */
  checksum(): number {
    this.#align()
    let value = 0
    for (let i = 0; i < 4; i++) value = ((value << 8) | this.#byte()) >>> 0
    return value
  }

  #byte(): number {
    if (this.#next >= this.#data.length) throw new ZlibError('the data ends early')
    return this.#data[this.#next++]!
  }

  /** Drops the rest of the byte, and gives whole bytes that were read ahead back. */
  #align(): void {
    this.#next -= this.#count >> 3
    this.#held = 0
    this.#count = 0
  }

  #bits(count: number): number {
    while (this.#count < count) {
      this.#held |= this.#byte() << this.#count
      this.#count += 8
    }
    const value = this.#held & ((1 << count) - 1)
    this.#held >>>= count
    this.#count -= count
    return value
  }

  #symbol(code: PrefixCode): number {
    // Near the end there may be fewer bits than the longest word has; zeros stand for what is missing.
    while (this.#count < code.bits && this.#next < this.#data.length) {
      this.#held |= this.#data[this.#next++]! << this.#count
      this.#count += 8
    }
    const entry = code.entries[this.#held & ((1 << code.bits) - 1)]!
    const length = entry & 15
    if (length === 0) throw new ZlibError('a code word is unknown')
    if (length > this.#count) throw new ZlibError('the data ends early')
    this.#held >>>= length
    this.#count -= length
    return entry >> 4
  }

  #stored(): void {
    this.#align()
    const length = this.#byte() | (this.#byte() << 8)
    const inverse = this.#byte() | (this.#byte() << 8)
    if ((length ^ inverse) !== 0xffff) throw new ZlibError('the length of a stored block is wrong')
    if (length > this.#data.length - this.#next) throw new ZlibError('the data ends early')
    this.#room(length)
    this.#out.set(this.#data.subarray(this.#next, this.#next + length), this.#size)
    this.#next += length
    this.#size += length
  }

  #dynamic(): void {
    const literals = this.#bits(5) + 257
    const distances = this.#bits(5) + 1
    const count = this.#bits(4) + 4
    if (literals > 286 || distances > 30) throw new ZlibError('a block has too many codes')
    const lengths = new Uint8Array(19)
    const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for (let i = 0; i < count; i++) lengths[order[i]!] = this.#bits(3)
    const all = this.#lengths(prefixCode(lengths), literals + distances)
    if (all[END_OF_BLOCK] === 0) throw new ZlibError('a block has no end')
    this.#block(prefixCode(all.subarray(0, literals)), prefixCode(all.subarray(literals)))
  }

  /** Code lengths, which are stored as symbols themselves: 16 repeats the last, 17 and 18 are runs of zeros. */
  #lengths(code: PrefixCode, count: number): Uint8Array {
    const lengths = new Uint8Array(count)
    for (let at = 0; at < count; ) {
      const symbol = this.#symbol(code)
      if (symbol < 16) {
        lengths[at++] = symbol
        continue
      }
      if (symbol === 16 && at === 0) throw new ZlibError('there is no code length to repeat')
      const value = symbol === 16 ? lengths[at - 1]! : 0
      const run = symbol === 16 ? 3 + this.#bits(2) : symbol === 17 ? 3 + this.#bits(3) : 11 + this.#bits(7)
      if (run > count - at) throw new ZlibError('there are more code lengths than codes')
      lengths.fill(value, at, at + run)
      at += run
    }
    return lengths
  }

  #block(literals: PrefixCode, distances: PrefixCode): void {
    for (;;) {
      const symbol = this.#symbol(literals)
      if (symbol === END_OF_BLOCK) return
      if (symbol < END_OF_BLOCK) {
        this.#room(1)
        this.#out[this.#size++] = symbol
      } else this.#copy(this.#length(symbol - 257), this.#distance(this.#symbol(distances)))
    }
  }

  #length(code: number): number {
    if (code === 28) return 258
    if (code > 28) throw new ZlibError('a length is unknown')
    if (code < 8) return code + 3
    const extra = (code >> 2) - 1
    return ((4 + (code & 3)) << extra) + 3 + this.#bits(extra)
  }

  #distance(code: number): number {
    if (code > 29) throw new ZlibError('a distance is unknown')
    if (code < 4) return code + 1
    const extra = (code >> 1) - 1
    return ((2 + (code & 1)) << extra) + 1 + this.#bits(extra)
  }

  /** The source may reach into what is being written: a distance of 1 repeats one byte. */
  #copy(length: number, distance: number): void {
    if (distance > this.#size) throw new ZlibError('a distance reaches before the data')
    this.#room(length)
    const out = this.#out
    const end = this.#size + length
    for (let at = this.#size; at < end; at++) out[at] = out[at - distance]!
    this.#size = end
  }

  #room(length: number): void {
    if (length > this.#out.length - this.#size) throw new ZlibError('the data opens to more than there is room for')
  }
}

function fixedLiterals(): Uint8Array {
  return new Uint8Array(288).fill(8).fill(9, 144, 256).fill(7, 256, 280)
}

/** The code of RFC 1951 for these lengths. @throws ZlibError when they ask for more code words than there are, or leave some unused */
function prefixCode(lengths: Uint8Array): PrefixCode {
  const counts = new Uint16Array(MAX_CODE_LENGTH + 1)
  for (const length of lengths) counts[length]!++
  counts[0] = 0
  let bits = MAX_CODE_LENGTH
  while (bits > 1 && counts[bits] === 0) bits--
  const starts = new Uint16Array(MAX_CODE_LENGTH + 2)
  let free = 1
  for (let length = 1; length <= bits; length++) {
    free = free * 2 - counts[length]!
    if (free < 0) throw new ZlibError('a code has too many words')
    starts[length + 1] = (starts[length]! + counts[length]!) << 1
  }
  // A single word of one bit is the only incomplete code there is; no word at all is a code that is never used.
  if (free > 0 && counts.subarray(2).some(count => count > 0)) throw new ZlibError('a code has too few words')
  const entries = new Uint16Array(1 << bits)
  lengths.forEach((length, symbol) => {
    if (length === 0) return
    const word = starts[length]!++
    const step = 1 << length
    for (let at = reversed(word, length); at < entries.length; at += step) entries[at] = (symbol << 4) | length
  })
  return { bits, entries }
}

/** Code words come with their highest bit first, everything else with its lowest. */
function reversed(word: number, length: number): number {
  let result = 0
  for (let i = 0; i < length; i++) result |= ((word >> i) & 1) << (length - 1 - i)
  return result
}
