// Rows of numbers for a moment. V8 makes typed arrays above 64 bytes outside its heap, which costs about as much as a small pass does with them:
// what was given back goes to the next that asks, filled with zeros.

/** Bytes of a piece of memory that is kept; who asks for more gets memory of their own. */
const PIECE = 2 ** 16
const MAX_KEPT = 8
const kept: ArrayBuffer[] = []

const take = (bytes: number): ArrayBuffer =>
  bytes <= PIECE ? (kept.pop() ?? new ArrayBuffer(PIECE)) : new ArrayBuffer(bytes)

/** `count` zeros. Whoever does not give them back, because of an error, only leaves them to the garbage collector. */
export const borrowInts = (count: number): Int32Array<ArrayBuffer> => new Int32Array(take(count * 4), 0, count).fill(0)

export const borrowBytes = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(take(count), 0, count).fill(0)

/** Nobody may look at the rows any more. */
export function giveBack({ buffer }: Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>): void {
  if (buffer.byteLength === PIECE && kept.length < MAX_KEPT) kept.push(buffer)
}
