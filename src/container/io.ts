// One layout function per part serves every direction: it names each field, gives the value it has and keeps the value it
// gets back. Reader returns what the bytes say, Writer returns what it was given, Lister reads and notes every field.

import { ByteWriter } from '../base/bytes.ts'
import { ContentError } from '../base/content_error.ts'
import { FormatError } from '../base/format_error.ts'

/** Names of a field's numbers, for listings. */
export type Names = Readonly<Record<string, number>>

/** A record that keeps the bytes behind the fields we know. */
export interface Sized {
  rest: Uint8Array
}

/** What a layout sees of a direction. */
export interface Io {
  /** Bytes of the part read or written so far. */
  readonly at: number
  u8(field: string, value: number, names?: Names): number
  u16(field: string, value: number, names?: Names): number
  u32(field: string, value: number, names?: Names): number
  u64(field: string, value: bigint): bigint
  bytes(field: string, value: Uint8Array, length: number): Uint8Array
  words(field: string, value: Uint32Array, count: number): Uint32Array
  /** Everything up to the end of the part (or of the enclosing sized record). */
  remainder(field: string, value: Uint8Array): Uint8Array
  /** Runs layout on each of count items; when reading, make() supplies the fresh ones. Every item must take bytes. */
  list<T>(
    field: string,
    items: readonly T[],
    count: number,
    make: () => T,
    layout: (io: Io, item: T, index: number) => void,
  ): T[]
  /** A list without a stored count: reading, items follow as long as more() says so; writing, all of items. */
  each<T>(
    field: string,
    items: readonly T[],
    more: (index: number) => boolean,
    make: () => T,
    layout: (io: Io, item: T, index: number) => void,
  ): T[]
  /** A record whose size is stored in the file: fields past `size` are absent, bytes past the known fields are in `rest`. */
  sized<T extends Sized>(field: string, size: number, record: T, layout: (io: Io, record: T) => void): void
  /** The error of a value that cannot be; thrown by layouts. */
  error(message: string): Error
}

/** A layout: the declaration of one part or record. */
export type Layout<T> = (io: Io, value: T) => void

export const NO_BYTES = new Uint8Array(0)
export const NO_WORDS = new Uint32Array(0)

const ABSENT = -1

/** Reads a part. Bytes are returned as views of the input, words as copies. */
export class Reader implements Io {
  protected readonly source: Uint8Array
  protected readonly origin: number
  readonly #view: DataView
  readonly #part: string
  #at = 0
  #limit: number
  /** In a sized record a field that does not fit is absent, and so is every later one. */
  #inRecord = false
  #recordFull = false

  /**
   * @param source payload of the part
   * @param origin its offset in the file, for errors and listings
   * @param part   its name, for errors
   */
  constructor(source: Uint8Array, origin = 0, part = '') {
    this.source = source
    this.origin = origin
    this.#part = part
    this.#limit = source.length
    this.#view = new DataView(source.buffer, source.byteOffset, source.byteLength)
  }

  get at(): number {
    return this.#at
  }

  u8(field: string, value: number, names?: Names): number {
    const at = this.#take(1, field)
    if (at === ABSENT) return value
    const got = this.#view.getUint8(at)
    this.note(field, at, 1, got, names)
    return got
  }

  u16(field: string, value: number, names?: Names): number {
    const at = this.#take(2, field)
    if (at === ABSENT) return value
    const got = this.#view.getUint16(at, true)
    this.note(field, at, 2, got, names)
    return got
  }

  u32(field: string, value: number, names?: Names): number {
    const at = this.#take(4, field)
    if (at === ABSENT) return value
    const got = this.#view.getUint32(at, true)
    this.note(field, at, 4, got, names)
    return got
  }

  u64(field: string, value: bigint): bigint {
    const at = this.#take(8, field)
    if (at === ABSENT) return value
    const got = this.#view.getBigUint64(at, true)
    this.note(field, at, 8, got)
    return got
  }

  bytes(field: string, value: Uint8Array, length: number): Uint8Array {
    const at = this.#take(length, field)
    if (at === ABSENT) return value
    const got = this.source.subarray(at, at + length)
    if (length > 0) this.note(field, at, length, got)
    return got
  }

  words(field: string, value: Uint32Array, count: number): Uint32Array {
    const at = this.#take(count * 4, field)
    if (at === ABSENT) return value
    const got = new Uint32Array(count)
    for (let i = 0; i < count; i++) got[i] = this.#view.getUint32(at + i * 4, true)
    if (count > 0) this.note(field, at, count * 4, got)
    return got
  }

  remainder(field: string, value: Uint8Array): Uint8Array {
    return this.bytes(field, value, this.#limit - this.#at)
  }

  list<T>(
    field: string,
    _items: readonly T[],
    count: number,
    make: () => T,
    layout: (io: Io, item: T, index: number) => void,
  ): T[] {
    // A count from the file must not make us allocate more items than there are bytes.
    if (count > this.#limit - this.#at) throw this.error(`${count} of ${field} cannot fit the bytes that are left`)
    const items: T[] = []
    for (let i = 0; i < count; i++) {
      const before = this.#at
      const item = make()
      this.enter(`${field}[${i}]`)
      layout(this, item, i)
      this.leave()
      if (this.#at === before) throw this.error(`${field}[${i}] has no bytes`)
      items.push(item)
    }
    return items
  }

  each<T>(
    field: string,
    _items: readonly T[],
    more: (index: number) => boolean,
    make: () => T,
    layout: (io: Io, item: T, index: number) => void,
  ): T[] {
    const items: T[] = []
    for (let i = 0; more(i); i++) {
      const item = make()
      this.enter(`${field}[${i}]`)
      layout(this, item, i)
      this.leave()
      items.push(item)
    }
    return items
  }

  sized<T extends Sized>(field: string, size: number, record: T, layout: (io: Io, record: T) => void): void {
    if (size < 0) throw this.error(`${field || 'record'} is shorter than its own header`)
    const end = this.#at + size
    if (end > this.#limit)
      throw this.error(`${field || 'record'} needs ${size} bytes, ${this.#limit - this.#at} are left`)
    const limit = this.#limit
    const inRecord = this.#inRecord
    const recordFull = this.#recordFull
    this.#limit = end
    this.#inRecord = true
    this.#recordFull = false
    this.enter(field)
    layout(this, record)
    this.#recordFull = false
    record.rest = this.remainder('unknown', record.rest)
    this.leave()
    this.#limit = limit
    this.#inRecord = inRecord
    this.#recordFull = recordFull
  }

  error(message: string): FormatError {
    return new FormatError(message, this.origin + this.#at, this.#part)
  }

  /** Called for every field read; offsets are relative to the part. */
  protected note(_field: string, _at: number, _size: number, _value: FieldValue, _names?: Names): void {}
  protected enter(_field: string): void {}
  protected leave(): void {}

  #take(count: number, field: string): number {
    const at = this.#at
    if (this.#recordFull) return ABSENT
    if (at + count > this.#limit) {
      if (!this.#inRecord) throw this.error(`${field} needs ${count} bytes, ${this.#limit - at} are left`)
      this.#recordFull = true
      return ABSENT
    }
    this.#at = at + count
    return at
  }
}

/** Writes a part: the same layouts, the other way. */
export class Writer implements Io {
  readonly #out: ByteWriter
  #limit = Number.POSITIVE_INFINITY
  #recordFull = false

  constructor(capacity?: number) {
    this.#out = new ByteWriter(capacity)
  }

  get at(): number {
    return this.#out.length
  }

  u8(_field: string, value: number): number {
    if (this.#fits(1)) this.#out.u8(value)
    return value
  }

  u16(_field: string, value: number): number {
    if (this.#fits(2)) this.#out.u16(value)
    return value
  }

  u32(_field: string, value: number): number {
    if (this.#fits(4)) this.#out.u32(value)
    return value
  }

  u64(_field: string, value: bigint): bigint {
    if (this.#fits(8)) this.#out.u64(value)
    return value
  }

  bytes(field: string, value: Uint8Array, length: number): Uint8Array {
    if (value.length !== length) throw this.error(`${field} has ${value.length} bytes where ${length} are declared`)
    if (this.#fits(length)) this.#out.bytes(value)
    return value
  }

  words(field: string, value: Uint32Array, count: number): Uint32Array {
    if (value.length !== count) throw this.error(`${field} has ${value.length} words where ${count} are declared`)
    if (this.#fits(count * 4)) for (let i = 0; i < count; i++) this.#out.u32(value[i]!)
    return value
  }

  remainder(_field: string, value: Uint8Array): Uint8Array {
    this.#out.bytes(value)
    return value
  }

  list<T>(
    field: string,
    items: readonly T[],
    count: number,
    _make: () => T,
    layout: (io: Io, item: T, index: number) => void,
  ): T[] {
    if (items.length !== count) throw this.error(`${items.length} of ${field} where ${count} are declared`)
    for (let i = 0; i < count; i++) layout(this, items[i]!, i)
    return items as T[]
  }

  each<T>(
    _field: string,
    items: readonly T[],
    _more: (index: number) => boolean,
    _make: () => T,
    layout: (io: Io, item: T, index: number) => void,
  ): T[] {
    items.forEach((item, i) => {
      layout(this, item, i)
    })
    return items as T[]
  }

  sized<T extends Sized>(field: string, size: number, record: T, layout: (io: Io, record: T) => void): void {
    const limit = this.#limit
    const recordFull = this.#recordFull
    const end = this.#out.length + size
    this.#limit = end
    this.#recordFull = false
    layout(this, record)
    this.#out.bytes(record.rest)
    if (this.#out.length > end) throw this.error(`${field || 'record'} is longer than its ${size} bytes`)
    this.#out.zeros(end - this.#out.length)
    this.#limit = limit
    this.#recordFull = recordFull
  }

  error(message: string): ContentError {
    return new ContentError(message)
  }

  /** The bytes written, as a view. */
  finish(): Uint8Array {
    return this.#out.finish()
  }

  #fits(count: number): boolean {
    if (this.#recordFull) return false
    if (this.#out.length + count > this.#limit) this.#recordFull = true
    return !this.#recordFull
  }
}

export type FieldValue = number | bigint | Uint8Array | Uint32Array

/** One field of a listing. */
export interface Field {
  /** Dotted path from the part, e.g. 'resource[0].type'. */
  readonly path: string
  /** Byte offset in the file. */
  readonly offset: number
  readonly size: number
  readonly value: FieldValue
  /** The value's name, where its field has names and this value is one of them. */
  readonly name?: string
}

/** A reader that notes every field, in file order. What it noted before an error stays available. */
export class Lister extends Reader {
  readonly fields: Field[] = []
  readonly #path: string[] = []

  protected override note(field: string, at: number, size: number, value: FieldValue, names?: Names): void {
    const path = [...this.#path, field].filter(p => p !== '').join('.')
    const name = names && Object.keys(names).find(n => names[n] === value)
    const base = { path, offset: this.origin + at, size, value }
    this.fields.push(name === undefined ? base : { ...base, name })
  }

  protected override enter(field: string): void {
    this.#path.push(field)
  }

  protected override leave(): void {
    this.#path.pop()
  }
}
