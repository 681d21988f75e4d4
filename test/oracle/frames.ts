// Length-prefixed frames spoken with the C programs of this folder, little-endian; a text is its UTF-8 bytes.
// Invariant: reading past a frame's end throws, it never yields made-up values.

/** Collects a frame's payload. */
export class ByteWriter {
  #parts: Uint8Array[] = []
  #size = 0

  u8(v: number): void {
    this.raw(Uint8Array.of(v))
  }

  u32(v: number): void {
    const b = Buffer.alloc(4)
    b.writeUInt32LE(v >>> 0)
    this.raw(b)
  }

  f32(v: number): void {
    const b = Buffer.alloc(4)
    b.writeFloatLE(v)
    this.raw(b)
  }

  /** u32 size, then the bytes. */
  bytes(v: Uint8Array): void {
    this.u32(v.length)
    this.raw(v)
  }

  text(v: string): void {
    this.bytes(Buffer.from(v, 'utf8'))
  }

  raw(v: Uint8Array): void {
    this.#parts.push(v)
    this.#size += v.length
  }

  /** The whole frame: u32 length of the rest, u8 kind, payload. */
  frame(kind: number): Uint8Array {
    const head = Buffer.alloc(5)
    head.writeUInt32LE(this.#size + 1)
    head[4] = kind
    return Buffer.concat([head, ...this.#parts])
  }
}

/** Reads a frame's payload front to back. @throws RangeError past the end */
export class ByteReader {
  readonly #data: Buffer
  #at = 0

  constructor(data: Uint8Array) {
    this.#data = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  }

  #take(n: number): number {
    const at = this.#at
    if (at + n > this.#data.length) throw new RangeError('the frame is shorter than what it says')
    this.#at = at + n
    return at
  }

  u32(): number {
    return this.#data.readUInt32LE(this.#take(4))
  }

  i32(): number {
    return this.#data.readInt32LE(this.#take(4))
  }

  f64(): number {
    return this.#data.readDoubleLE(this.#take(8))
  }

  /** A copy, so that results do not keep whole pipe chunks alive. */
  bytes(): Uint8Array {
    const n = this.u32()
    const at = this.#take(n)
    return Uint8Array.from(this.#data.subarray(at, at + n))
  }

  text(): string {
    const n = this.u32()
    const at = this.#take(n)
    return this.#data.toString('utf8', at, at + n)
  }
}
