// Deflates bytes into zlib data (RFC 1950, RFC 1951): matches by a hash of three bytes, written in the fixed code. Equal bytes in give equal bytes
// out on every machine, which compressors that come with a platform do not promise.

import { lazy } from './lazy.ts'
import { adler32 } from './zlib.ts'

const MIN_MATCH = 3
const MAX_MATCH = 258
const WINDOW = 32768
const HASH_BITS = 15
/** Earlier places with the same hash that are tried. */
const MAX_CHAIN = 32

const LENGTH_BASE: readonly number[] = [
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227],
  258,
]
const LENGTH_BITS: readonly number[] = [
  ...[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0],
]
const DISTANCE_BASE: readonly number[] = [
  ...[
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  ],
  ...[8193, 12289, 16385, 24577],
]

/** zlib data that opens to `data`. */
export function deflateZlib(data: Uint8Array): Uint8Array {
  const out = new BitSink()
  out.bytes(0x78, 0x01)
  // One last block in the fixed code.
  out.bits(0b011, 3)
  compress(data, out)
  out.symbol(256)
  out.align()
  const sum = adler32(data, data.length)
  out.bytes(sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255)
  return out.finish()
}

function compress(data: Uint8Array, out: BitSink): void {
  const head = new Int32Array(1 << HASH_BITS).fill(-1)
  const chain = new Int32Array(data.length)
  const insert = (at: number): void => {
    if (at + MIN_MATCH > data.length) return
    const hash = hashAt(data, at)
    chain[at] = head[hash]!
    head[hash] = at
  }
  for (let at = 0; at < data.length; ) {
    const { length, distance } = longestMatch(data, at, head, chain)
    if (length < MIN_MATCH) {
      out.symbol(data[at]!)
      insert(at++)
      continue
    }
    writeMatch(out, length, distance)
    for (let end = at + length; at < end; at++) insert(at)
  }
}

const hashAt = (data: Uint8Array, at: number): number =>
  (Math.imul(data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16), 0x9e3779b1) >>> (32 - HASH_BITS)) & 0x7fff

interface Match {
  readonly length: number
  readonly distance: number
}

function longestMatch(data: Uint8Array, at: number, head: Int32Array, chain: Int32Array): Match {
  const most = Math.min(MAX_MATCH, data.length - at)
  let best: Match = { length: 0, distance: 0 }
  if (most < MIN_MATCH) return best
  let from = head[hashAt(data, at)]!
  for (let tries = 0; from >= 0 && at - from <= WINDOW && tries < MAX_CHAIN; tries++) {
    // What differs where the best match ends is no longer one.
    if (data[from + best.length] !== data[at + best.length]) {
      from = chain[from]!
      continue
    }
    let length = 0
    while (length < most && data[from + length] === data[at + length]) length++
    if (length > best.length) best = { length, distance: at - from }
    if (length === most) break
    from = chain[from]!
  }
  return best
}

function writeMatch(out: BitSink, length: number, distance: number): void {
  const row = rowOfLength()[length]!
  out.symbol(257 + row)
  out.bits(length - LENGTH_BASE[row]!, LENGTH_BITS[row]!)
  let far = DISTANCE_BASE.length - 1
  while (DISTANCE_BASE[far]! > distance) far--
  out.code(far, 5)
  out.bits(distance - DISTANCE_BASE[far]!, far < 4 ? 0 : (far >> 1) - 1)
}

/** By length of a match. */
const rowOfLength = lazy(() => {
  const rows = new Uint8Array(MAX_MATCH + 1)
  for (const [row, base] of LENGTH_BASE.entries()) rows.fill(row, base)
  return rows
})

interface FixedCode {
  /** By symbol: its code word as it stands in the data, lowest bit first. */
  readonly words: Uint16Array
  readonly widths: Uint8Array
}
const fixedCode = lazy((): FixedCode => {
  const [words, widths] = [new Uint16Array(288), new Uint8Array(288)]
  for (let n = 0; n < 288; n++) {
    const [word, width] = n < 144 ? [0x30 + n, 8] : n < 256 ? [0x100 + n, 9] : n < 280 ? [n - 256, 7] : [n - 88, 8]
    widths[n] = width
    words[n] = turned(word, width)
  }
  return { words, widths }
})

/** Bits in the opposite order. */
function turned(word: number, width: number): number {
  let made = 0
  for (let i = 0; i < width; i++) made |= ((word >> i) & 1) << (width - 1 - i)
  return made
}

class BitSink {
  readonly #code = fixedCode()
  #bytes = new Uint8Array(1024)
  #size = 0
  #held = 0
  #count = 0

  /** `count` bits of a value, lowest first. */
  bits(value: number, count: number): void {
    this.#held |= value << this.#count
    this.#count += count
    while (this.#count >= 8) {
      if (this.#size === this.#bytes.length) this.#grow()
      this.#bytes[this.#size++] = this.#held & 255
      this.#held >>>= 8
      this.#count -= 8
    }
  }

  /** A code word, highest bit first. */
  code(word: number, length: number): void {
    this.bits(turned(word, length), length)
  }

  /** A literal, length or end in the fixed code. */
  symbol(n: number): void {
    this.bits(this.#code.words[n]!, this.#code.widths[n]!)
  }

  #grow(): void {
    const bigger = new Uint8Array(this.#bytes.length * 2)
    bigger.set(this.#bytes)
    this.#bytes = bigger
  }

  align(): void {
    if (this.#count > 0) this.bits(0, 8 - this.#count)
  }

  bytes(...list: readonly number[]): void {
    if (this.#size + list.length > this.#bytes.length) this.#grow()
    for (const b of list) this.#bytes[this.#size++] = b
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#size)
  }
}
