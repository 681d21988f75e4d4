// Every byte of a file and what it is: header, part table, part headers, the fields of each part, unknown.
// Invariant: the ranges are in order, have bytes, and cover 0 to the end without holes or overlaps, whatever the bytes are.

import { DIGEST_OFFSET, DIGEST_SIZE } from '../base/digest.ts'
import { FormatError } from '../base/format_error.ts'
import { type Container, type Part, readContainer } from '../container/container.ts'
import type { FieldValue } from '../container/io.ts'
import { isDecodable, listPart } from '../container/parts.ts'

/**
 * 'header': the container's own fields and its part table; 'part header': FourCC and size of a part; 'field': a field of a
 * part; 'bitcode': a record or block of LLVM bitcode; 'raw': the payload of a part whose layout we do not know; 'unknown':
 * bytes nothing accounts for.
 */
export type ByteKind = 'header' | 'part header' | 'field' | 'bitcode' | 'raw' | 'unknown'

export interface ByteRange {
  /** Byte offset in the file. */
  readonly offset: number
  /** Bytes, at least 1. */
  readonly size: number
  readonly kind: ByteKind
  /** FourCC of the part, '' outside all parts. */
  readonly part: string
  /** Which of the container's parts (as readContainer lists them), -1 outside all. */
  readonly partIndex: number
  /** Dotted path of the field in its part, '' for unknown bytes. */
  readonly path: string
  readonly value?: FieldValue | string
  /** The value's name, where it has one. */
  readonly name?: string
}

/** The ranges of a file, of a container or of anything else; never throws for bad input. */
export function mapBytes(bytes: Uint8Array): ByteRange[] {
  const map = new RangeList(bytes.length)
  const container = containerOrNone(bytes)
  if (container) {
    mapHeader(map, container)
    mapParts(map, container)
  }
  return map.finish()
}

function containerOrNone(bytes: Uint8Array): Container | undefined {
  try {
    return readContainer(bytes)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

/** Takes ranges in order of offset; fills holes with unknown bytes, cuts what was taken before. */
class RangeList {
  readonly #ranges: ByteRange[] = []
  readonly #length: number
  #end = 0
  /** Where holes belong to. */
  #part = ''
  #partIndex = -1

  constructor(length: number) {
    this.#length = length
  }

  /** First byte that nothing has taken yet. */
  get end(): number {
    return this.#end
  }

  /** Adds a range whose start is not before the start of the one added last. */
  add(range: ByteRange): void {
    this.skipTo(Math.min(range.offset, this.#length))
    const end = Math.min(range.offset + range.size, this.#length)
    if (end <= this.#end) return
    const size = end - this.#end
    this.#ranges.push(size === range.size ? range : { ...range, offset: this.#end, size })
    this.#end = end
  }

  /** Whose the bytes from here on are, as long as nothing else is known of them. */
  enter(part: string, partIndex: number): void {
    this.#part = part
    this.#partIndex = partIndex
  }

  skipTo(offset: number): void {
    if (offset <= this.#end) return
    const size = offset - this.#end
    const [part, partIndex] = [this.#part, this.#partIndex]
    this.#ranges.push({ offset: this.#end, size, kind: 'unknown', part, partIndex, path: '' })
    this.#end = offset
  }

  finish(): ByteRange[] {
    this.enter('', -1)
    this.skipTo(this.#length)
    return this.#ranges
  }
}

function mapHeader(map: RangeList, { bytes, digest, major, minor, size, parts }: Container): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const field = (path: string, offset: number, length: number, value: FieldValue, name?: string): void =>
    map.add({
      ...{ offset, size: length, kind: 'header', part: '', partIndex: -1, path, value },
      ...(name === undefined ? {} : { name }),
    })
  const count = view.getUint32(28, true)
  field('magic', 0, 4, bytes.subarray(0, 4), 'DXBC')
  field('digest', DIGEST_OFFSET, DIGEST_SIZE, digest)
  field('major version', 20, 2, major)
  field('minor version', 22, 2, minor)
  field('file size', 24, 4, size)
  field('part count', 28, 4, count)
  const names = new Map(parts.map(part => [part.offset - 8, part.name]))
  for (let i = 0; i < count; i++) {
    const at = view.getUint32(32 + 4 * i, true)
    field(`part offset[${i}]`, 32 + 4 * i, 4, at, names.get(at))
  }
}

function mapParts(map: RangeList, container: Container): void {
  const order = container.parts.map((part, index) => ({ part, index })).sort((a, b) => a.part.offset - b.part.offset)
  for (const { part, index } of order) {
    map.enter('', -1)
    const header = part.offset - 8
    const overlaps = header < map.end
    const common = { kind: 'part header', part: part.name, partIndex: index } as const
    const [fourCC, size] = [container.bytes.subarray(header, header + 4), part.size]
    map.add({ ...common, offset: header, size: 4, path: 'FourCC', value: fourCC, name: part.name })
    map.add({ ...common, offset: header + 4, size: 4, path: 'size', value: size })
    map.enter(part.name, index)
    // Parts that lie over each other are damage; reading each again from every start would take quadratic time.
    if (!overlaps) mapFields(map, part, index)
    map.skipTo(part.offset + part.data.length)
  }
}

function mapFields(map: RangeList, part: Part, partIndex: number): void {
  const { fields } = listPart(part)
  const kind = isDecodable(part.name) ? 'field' : 'raw'
  const sorted = inOrder(fields) ? fields : [...fields].sort((a, b) => a.offset - b.offset || b.size - a.size)
  for (const field of sorted) if (field.size > 0) map.add({ ...field, kind, part: part.name, partIndex })
}

function inOrder(fields: readonly { readonly offset: number }[]): boolean {
  return fields.every((field, i) => i === 0 || fields[i - 1]!.offset <= field.offset)
}
