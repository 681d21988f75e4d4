// Numbers that are needed for a moment: making a typed array above 64 bytes takes V8 600 ns and more, clearing one that is there 30.
// Who borrows an array gives it back when nothing refers to it any more; one that is never given back (because of an exception) is only garbage.

/** What was given back. */
const SPARE: ArrayBuffer[] = []
/** In bytes: what is larger is made anew each time, and is rare. */
const SIZE = 1 << 15
const MOST = 6

/** So many zeros. */
export function borrowInts(count: number): Int32Array {
  if (count * 4 > SIZE || count <= 16) return new Int32Array(count)
  return new Int32Array(SPARE.pop() ?? new ArrayBuffer(SIZE), 0, count).fill(0)
}

/** The same, unsigned. */
export function borrowWords(count: number): Uint32Array {
  if (count * 4 > SIZE || count <= 16) return new Uint32Array(count)
  return new Uint32Array(SPARE.pop() ?? new ArrayBuffer(SIZE), 0, count).fill(0)
}

/** The same in bytes. */
export function borrowBytes(count: number): Uint8Array {
  if (count > SIZE || count <= 64) return new Uint8Array(count)
  return new Uint8Array(SPARE.pop() ?? new ArrayBuffer(SIZE), 0, count).fill(0)
}

/** Takes back what one of these made. The caller no longer reads or writes it, nor any part of it. */
export function giveBack({ buffer }: Int32Array | Uint32Array | Uint8Array): void {
  if (buffer.byteLength === SIZE && SPARE.length < MOST) SPARE.push(buffer as ArrayBuffer)
}
