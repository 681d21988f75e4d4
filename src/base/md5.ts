// MD5 (RFC 1321) over 32-bit words. No allocation per block: the state and one chunk of aligned words are reused.
// The rounds are written out, 16 steps a function, because tables of shifts and indexes cost a third of the speed.

/** 32-bit words of one chunk; a multiple of a block's 16, small enough to stay in the first-level cache. */
const CHUNK_WORDS = 2048
const chunk = new Int32Array(CHUNK_WORDS)
const chunkBytes = new Uint8Array(chunk.buffer)
const chunkView = new DataView(chunk.buffer)
const state = new Int32Array(4)
/** Typed arrays use the machine's byte order; MD5 wants little endian. */
const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1

/** Puts the state back to MD5's initial value. */
export function md5Start(): void {
  state[0] = 0x67452301
  state[1] = 0xefcdab89
  state[2] = 0x98badcfe
  state[3] = 0x10325476
}

/**
 * Hashes whole 64-byte blocks.
 * @param data  source bytes
 * @param start first byte
 * @param end   end, a multiple of 64 after start
 */
export function md5Blocks(data: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; ) {
    const stop = Math.min(end, at + CHUNK_WORDS * 4)
    chunkBytes.set(data.subarray(at, stop))
    hashChunk(stop - at)
    at = stop
  }
}

function hashChunk(bytes: number): void {
  const words = bytes >> 2
  if (!littleEndian) swapBytes(words)
  for (let w = 0; w < words; w += 16) block(chunk, w)
}

/** The 16 digest bytes of the current state. */
function md5State(): Uint8Array {
  const digest = new Uint8Array(16)
  for (let i = 0; i < 16; i++) digest[i] = state[i >> 2]! >>> ((i & 3) * 8)
  return digest
}

/** MD5 of data as 16 bytes. */
export function md5(data: Uint8Array): Uint8Array {
  const whole = data.length & ~63
  md5Start()
  md5Blocks(data, 0, whole)
  const rest = data.length - whole
  const size = rest < 56 ? 64 : 128
  const high = Math.floor(data.length / 0x20000000)
  return md5Last(data, whole, { size, at: 0, first: data.length << 3, place: size - 8, last: high })
}

/** How the last blocks are made. */
interface Tail {
  /** Bytes of the blocks: 64 or 128. */
  readonly size: number
  /** Where the rest of the data goes. */
  readonly at: number
  /** A word and where it goes, and the one that ends the blocks. */
  readonly first: number
  readonly place: number
  readonly last: number
}

/** The last blocks, and the digest: the data from `from` on, a bit behind it, and two words. */
export function md5Last(data: Uint8Array, from: number, { size, at, first, place, last }: Tail): Uint8Array {
  chunkBytes.fill(0, 0, size)
  chunkBytes.set(data.subarray(from), at)
  chunkBytes[at + data.length - from] = 0x80
  chunkView.setUint32(place, first, true)
  chunkView.setUint32(size - 4, last, true)
  hashChunk(size)
  return md5State()
}

function swapBytes(words: number): void {
  for (let w = 0; w < words; w++) chunk[w] = chunkView.getInt32(w * 4, true)
}

function block(x: Int32Array, w: number): void {
  const a = state[0]!
  const b = state[1]!
  const c = state[2]!
  const d = state[3]!
  round1(x, w)
  round2(x, w)
  round3(x, w)
  round4(x, w)
  state[0] = (state[0]! + a) | 0
  state[1] = (state[1]! + b) | 0
  state[2] = (state[2]! + c) | 0
  state[3] = (state[3]! + d) | 0
}

function round1(x: Int32Array, w: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = (a + (d ^ (b & (c ^ d))) + x[w]! + 0xd76aa478) | 0
  a = ((a << 7) | (a >>> 25)) + b
  d = (d + (c ^ (a & (b ^ c))) + x[w + 1]! + 0xe8c7b756) | 0
  d = ((d << 12) | (d >>> 20)) + a
  c = (c + (b ^ (d & (a ^ b))) + x[w + 2]! + 0x242070db) | 0
  c = ((c << 17) | (c >>> 15)) + d
  b = (b + (a ^ (c & (d ^ a))) + x[w + 3]! + 0xc1bdceee) | 0
  b = ((b << 22) | (b >>> 10)) + c
  a = (a + (d ^ (b & (c ^ d))) + x[w + 4]! + 0xf57c0faf) | 0
  a = ((a << 7) | (a >>> 25)) + b
  d = (d + (c ^ (a & (b ^ c))) + x[w + 5]! + 0x4787c62a) | 0
  d = ((d << 12) | (d >>> 20)) + a
  c = (c + (b ^ (d & (a ^ b))) + x[w + 6]! + 0xa8304613) | 0
  c = ((c << 17) | (c >>> 15)) + d
  b = (b + (a ^ (c & (d ^ a))) + x[w + 7]! + 0xfd469501) | 0
  b = ((b << 22) | (b >>> 10)) + c
  a = (a + (d ^ (b & (c ^ d))) + x[w + 8]! + 0x698098d8) | 0
  a = ((a << 7) | (a >>> 25)) + b
  d = (d + (c ^ (a & (b ^ c))) + x[w + 9]! + 0x8b44f7af) | 0
  d = ((d << 12) | (d >>> 20)) + a
  c = (c + (b ^ (d & (a ^ b))) + x[w + 10]! + 0xffff5bb1) | 0
  c = ((c << 17) | (c >>> 15)) + d
  b = (b + (a ^ (c & (d ^ a))) + x[w + 11]! + 0x895cd7be) | 0
  b = ((b << 22) | (b >>> 10)) + c
  a = (a + (d ^ (b & (c ^ d))) + x[w + 12]! + 0x6b901122) | 0
  a = ((a << 7) | (a >>> 25)) + b
  d = (d + (c ^ (a & (b ^ c))) + x[w + 13]! + 0xfd987193) | 0
  d = ((d << 12) | (d >>> 20)) + a
  c = (c + (b ^ (d & (a ^ b))) + x[w + 14]! + 0xa679438e) | 0
  c = ((c << 17) | (c >>> 15)) + d
  b = (b + (a ^ (c & (d ^ a))) + x[w + 15]! + 0x49b40821) | 0
  b = ((b << 22) | (b >>> 10)) + c
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function round2(x: Int32Array, w: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = (a + (c ^ (d & (b ^ c))) + x[w + 1]! + 0xf61e2562) | 0
  a = ((a << 5) | (a >>> 27)) + b
  d = (d + (b ^ (c & (a ^ b))) + x[w + 6]! + 0xc040b340) | 0
  d = ((d << 9) | (d >>> 23)) + a
  c = (c + (a ^ (b & (d ^ a))) + x[w + 11]! + 0x265e5a51) | 0
  c = ((c << 14) | (c >>> 18)) + d
  b = (b + (d ^ (a & (c ^ d))) + x[w]! + 0xe9b6c7aa) | 0
  b = ((b << 20) | (b >>> 12)) + c
  a = (a + (c ^ (d & (b ^ c))) + x[w + 5]! + 0xd62f105d) | 0
  a = ((a << 5) | (a >>> 27)) + b
  d = (d + (b ^ (c & (a ^ b))) + x[w + 10]! + 0x02441453) | 0
  d = ((d << 9) | (d >>> 23)) + a
  c = (c + (a ^ (b & (d ^ a))) + x[w + 15]! + 0xd8a1e681) | 0
  c = ((c << 14) | (c >>> 18)) + d
  b = (b + (d ^ (a & (c ^ d))) + x[w + 4]! + 0xe7d3fbc8) | 0
  b = ((b << 20) | (b >>> 12)) + c
  a = (a + (c ^ (d & (b ^ c))) + x[w + 9]! + 0x21e1cde6) | 0
  a = ((a << 5) | (a >>> 27)) + b
  d = (d + (b ^ (c & (a ^ b))) + x[w + 14]! + 0xc33707d6) | 0
  d = ((d << 9) | (d >>> 23)) + a
  c = (c + (a ^ (b & (d ^ a))) + x[w + 3]! + 0xf4d50d87) | 0
  c = ((c << 14) | (c >>> 18)) + d
  b = (b + (d ^ (a & (c ^ d))) + x[w + 8]! + 0x455a14ed) | 0
  b = ((b << 20) | (b >>> 12)) + c
  a = (a + (c ^ (d & (b ^ c))) + x[w + 13]! + 0xa9e3e905) | 0
  a = ((a << 5) | (a >>> 27)) + b
  d = (d + (b ^ (c & (a ^ b))) + x[w + 2]! + 0xfcefa3f8) | 0
  d = ((d << 9) | (d >>> 23)) + a
  c = (c + (a ^ (b & (d ^ a))) + x[w + 7]! + 0x676f02d9) | 0
  c = ((c << 14) | (c >>> 18)) + d
  b = (b + (d ^ (a & (c ^ d))) + x[w + 12]! + 0x8d2a4c8a) | 0
  b = ((b << 20) | (b >>> 12)) + c
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function round3(x: Int32Array, w: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = (a + (b ^ c ^ d) + x[w + 5]! + 0xfffa3942) | 0
  a = ((a << 4) | (a >>> 28)) + b
  d = (d + (a ^ b ^ c) + x[w + 8]! + 0x8771f681) | 0
  d = ((d << 11) | (d >>> 21)) + a
  c = (c + (d ^ a ^ b) + x[w + 11]! + 0x6d9d6122) | 0
  c = ((c << 16) | (c >>> 16)) + d
  b = (b + (c ^ d ^ a) + x[w + 14]! + 0xfde5380c) | 0
  b = ((b << 23) | (b >>> 9)) + c
  a = (a + (b ^ c ^ d) + x[w + 1]! + 0xa4beea44) | 0
  a = ((a << 4) | (a >>> 28)) + b
  d = (d + (a ^ b ^ c) + x[w + 4]! + 0x4bdecfa9) | 0
  d = ((d << 11) | (d >>> 21)) + a
  c = (c + (d ^ a ^ b) + x[w + 7]! + 0xf6bb4b60) | 0
  c = ((c << 16) | (c >>> 16)) + d
  b = (b + (c ^ d ^ a) + x[w + 10]! + 0xbebfbc70) | 0
  b = ((b << 23) | (b >>> 9)) + c
  a = (a + (b ^ c ^ d) + x[w + 13]! + 0x289b7ec6) | 0
  a = ((a << 4) | (a >>> 28)) + b
  d = (d + (a ^ b ^ c) + x[w]! + 0xeaa127fa) | 0
  d = ((d << 11) | (d >>> 21)) + a
  c = (c + (d ^ a ^ b) + x[w + 3]! + 0xd4ef3085) | 0
  c = ((c << 16) | (c >>> 16)) + d
  b = (b + (c ^ d ^ a) + x[w + 6]! + 0x04881d05) | 0
  b = ((b << 23) | (b >>> 9)) + c
  a = (a + (b ^ c ^ d) + x[w + 9]! + 0xd9d4d039) | 0
  a = ((a << 4) | (a >>> 28)) + b
  d = (d + (a ^ b ^ c) + x[w + 12]! + 0xe6db99e5) | 0
  d = ((d << 11) | (d >>> 21)) + a
  c = (c + (d ^ a ^ b) + x[w + 15]! + 0x1fa27cf8) | 0
  c = ((c << 16) | (c >>> 16)) + d
  b = (b + (c ^ d ^ a) + x[w + 2]! + 0xc4ac5665) | 0
  b = ((b << 23) | (b >>> 9)) + c
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function round4(x: Int32Array, w: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  a = (a + (c ^ (b | ~d)) + x[w]! + 0xf4292244) | 0
  a = ((a << 6) | (a >>> 26)) + b
  d = (d + (b ^ (a | ~c)) + x[w + 7]! + 0x432aff97) | 0
  d = ((d << 10) | (d >>> 22)) + a
  c = (c + (a ^ (d | ~b)) + x[w + 14]! + 0xab9423a7) | 0
  c = ((c << 15) | (c >>> 17)) + d
  b = (b + (d ^ (c | ~a)) + x[w + 5]! + 0xfc93a039) | 0
  b = ((b << 21) | (b >>> 11)) + c
  a = (a + (c ^ (b | ~d)) + x[w + 12]! + 0x655b59c3) | 0
  a = ((a << 6) | (a >>> 26)) + b
  d = (d + (b ^ (a | ~c)) + x[w + 3]! + 0x8f0ccc92) | 0
  d = ((d << 10) | (d >>> 22)) + a
  c = (c + (a ^ (d | ~b)) + x[w + 10]! + 0xffeff47d) | 0
  c = ((c << 15) | (c >>> 17)) + d
  b = (b + (d ^ (c | ~a)) + x[w + 1]! + 0x85845dd1) | 0
  b = ((b << 21) | (b >>> 11)) + c
  a = (a + (c ^ (b | ~d)) + x[w + 8]! + 0x6fa87e4f) | 0
  a = ((a << 6) | (a >>> 26)) + b
  d = (d + (b ^ (a | ~c)) + x[w + 15]! + 0xfe2ce6e0) | 0
  d = ((d << 10) | (d >>> 22)) + a
  c = (c + (a ^ (d | ~b)) + x[w + 6]! + 0xa3014314) | 0
  c = ((c << 15) | (c >>> 17)) + d
  b = (b + (d ^ (c | ~a)) + x[w + 13]! + 0x4e0811a1) | 0
  b = ((b << 21) | (b >>> 11)) + c
  a = (a + (c ^ (b | ~d)) + x[w + 4]! + 0xf7537e82) | 0
  a = ((a << 6) | (a >>> 26)) + b
  d = (d + (b ^ (a | ~c)) + x[w + 11]! + 0xbd3af235) | 0
  d = ((d << 10) | (d >>> 22)) + a
  c = (c + (a ^ (d | ~b)) + x[w + 2]! + 0x2ad7d2bb) | 0
  c = ((c << 15) | (c >>> 17)) + d
  b = (b + (d ^ (c | ~a)) + x[w + 9]! + 0xeb86d391) | 0
  b = ((b << 21) | (b >>> 11)) + c
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}
