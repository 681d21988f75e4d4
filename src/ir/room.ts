// Memory for columns: typed arrays that lie in one buffer, because thirteen buffers cost more time than the code of a small function.

export class Room {
  readonly #buffer: ArrayBuffer
  #at = 0

  /** @param size in bytes */
  constructor(size: number) {
    this.#buffer = new ArrayBuffer(size)
  }

  int16(count: number): Int16Array {
    return new Int16Array(this.#buffer, this.#claim(count * 2), count)
  }

  int32(count: number): Int32Array {
    return new Int32Array(this.#buffer, this.#claim(count * 4), count)
  }

  grown16(old: Int16Array, count: number): Int16Array {
    const column = this.int16(count)
    column.set(old)
    return column
  }

  grown32(old: Int32Array, count: number): Int32Array {
    const column = this.int32(count)
    column.set(old)
    return column
  }

  /** Zeros everywhere again; its columns stay what they are. */
  clear(): void {
    new Int32Array(this.#buffer).fill(0)
  }

  #claim(bytes: number): number {
    const at = this.#at
    this.#at += bytes
    return at
  }
}
