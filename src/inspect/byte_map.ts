// Every byte of a file and what it is: header, part table, part headers, the fields of each part, unknown.
// Invariant: the ranges are in order, have bytes, and cover 0 to the end without holes or overlaps, whatever the bytes are.

import { checkBytes } from '../base/arguments.ts'
import { DIGEST_OFFSET, DIGEST_SIZE } from '../base/digest.ts'
import { FormatError } from '../base/format_error.ts'
import { type Container, type Part, readContainer } from '../container/container.ts'
import type { FieldValue } from '../container/io.ts'
import { isDecodable, listPart } from '../container/parts.ts'
import { bitcodeRanges } from './bitcode_ranges.ts'

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
  readonly name?: string | undefined
}

/** The ranges of any file; never throws. */
export function mapBytes(bytes: Uint8Array): ByteRange[] {
  checkBytes('mapBytes', bytes)
  return [...byteRanges(bytes)]
}

/** mapBytes() one range after the other: a big file's need not all be in memory. */
export function byteRanges(bytes: Uint8Array): Generator<ByteRange> {
  checkBytes('byteRanges', bytes)
  return rangesOf(bytes)
}

function* rangesOf(bytes: Uint8Array): Generator<ByteRange> {
  const container = containerOrNone(bytes)
  let end = 0
  let rest: Owner = NOBODY
  for (const range of container ? claims(container) : []) {
    const from = Math.min(range.offset, bytes.length)
    if (from > end) yield { ...rest, offset: end, size: from - end, kind: 'unknown', path: '' }
    end = Math.max(end, from)
    const to = Math.min(range.offset + range.size, bytes.length)
    if (to > end) yield to - end === range.size ? range : { ...range, offset: end, size: to - end }
    end = Math.max(end, to)
    rest = range.isLast ? NOBODY : { part: range.part, partIndex: range.partIndex }
  }
  if (end < bytes.length) yield { ...rest, offset: end, size: bytes.length - end, kind: 'unknown', path: '' }
}

/** Whose the bytes behind a range are, as long as nothing else is known of them. */
type Owner = Pick<ByteRange, 'part' | 'partIndex'>
const NOBODY: Owner = { part: '', partIndex: -1 }

/** What something says of bytes: in order of offset, perhaps empty, perhaps over what an earlier one has taken. */
interface Claim extends ByteRange {
  /** Nothing of its part follows. */
  readonly isLast?: boolean
}

function containerOrNone(bytes: Uint8Array): Container | undefined {
  try {
    return readContainer(bytes)
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

function* claims(container: Container): Generator<Claim> {
  yield* headerClaims(container)
  const order = container.parts.map((part, index) => ({ part, index })).sort((a, b) => a.part.offset - b.part.offset)
  let end = 0
  for (const { part, index } of order) {
    // Parts that lie over each other are damage; reading each again from every start would take quadratic time.
    yield* partClaims(container, part, index, part.offset - 8 < end)
    end = Math.max(end, part.offset + part.data.length)
  }
}

function* headerClaims({ bytes, digest, major, minor, size, parts }: Container): Generator<Claim> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const field = (path: string, offset: number, length: number, value: FieldValue, name?: string): Claim => ({
    ...{ ...NOBODY, offset, size: length, kind: 'header', path, value },
    ...(name === undefined ? {} : { name }),
  })
  const count = view.getUint32(28, true)
  yield field('magic', 0, 4, bytes.subarray(0, 4), 'DXBC')
  yield field('digest', DIGEST_OFFSET, DIGEST_SIZE, digest)
  yield field('major version', 20, 2, major)
  yield field('minor version', 22, 2, minor)
  yield field('file size', 24, 4, size)
  yield field('part count', 28, 4, count)
  const names = new Map(parts.map(part => [part.offset - 8, part.name]))
  for (let i = 0; i < count; i++) {
    const at = view.getUint32(32 + 4 * i, true)
    yield field(`part offset[${i}]`, 32 + 4 * i, 4, at, names.get(at))
  }
}

function* partClaims({ bytes }: Container, part: Part, partIndex: number, overlaps: boolean): Generator<Claim> {
  const { name, offset } = part
  const common = { part: name, partIndex, kind: 'part header' } as const
  yield { ...common, offset: offset - 8, size: 4, path: 'FourCC', value: bytes.subarray(offset - 8, offset - 4), name }
  yield { ...common, offset: offset - 4, size: 4, path: 'size', value: part.size }
  if (!overlaps) yield* fieldClaims(part, partIndex)
  const end = offset + part.data.length
  yield { part: name, partIndex, offset: end, size: 0, kind: 'unknown', path: '', isLast: true }
}

function* fieldClaims(part: Part, partIndex: number): Generator<Claim> {
  const { fields } = listPart(part)
  const owner = { part: part.name, partIndex }
  const kind = isDecodable(part.name) ? 'field' : 'raw'
  const sorted = inOrder(fields) ? fields : [...fields].sort((a, b) => a.offset - b.offset || b.size - a.size)
  for (const field of sorted) {
    if (!(field.path === 'bitcode' && field.value instanceof Uint8Array)) yield { ...field, ...owner, kind }
    // Spelled out: copying by spread takes most of the time of a map with a million ranges.
    else
      for (const { offset, size, path, value, name, isDamaged } of bitcodeRanges(field.value, field.offset))
        yield { offset, size, kind: isDamaged ? 'unknown' : 'bitcode', part: part.name, partIndex, path, value, name }
  }
}

function inOrder(fields: readonly { readonly offset: number }[]): boolean {
  return fields.every((field, i) => i === 0 || fields[i - 1]!.offset <= field.offset)
}
