// What the page's script reads: the bytes in Base64 and the byte map as columns with the texts interned, since a map has
// a range for every record of the program. Invariant: columns are of equal length and their sizes add up to the file.

import { base64 } from '../base/base64.ts'
import { hex } from '../base/bytes.ts'
import type { Container } from '../container/container.ts'
import type { ByteKind, ByteRange } from '../inspect/byte_map.ts'
import { valueText } from '../inspect/format_hex.ts'

const KINDS: readonly ByteKind[] = ['header', 'part header', 'field', 'bitcode', 'raw', 'unknown']
const LONGEST_VALUE = 400

export interface PageData {
  readonly bytes: string
  readonly kinds: readonly ByteKind[]
  /** In the container's order. start: offset of the part's header. */
  readonly parts: readonly { readonly name: string; readonly start: number; readonly end: number }[]
  /** Texts of the columns that hold indexes; the first is ''. */
  readonly strings: readonly string[]
  readonly sizes: readonly number[]
  readonly kind: readonly number[]
  /** Index of the part, -1 outside all. */
  readonly part: readonly number[]
  readonly paths: readonly number[]
  readonly values: readonly number[]
  readonly names: readonly number[]
}

export function pageData(container: Container, ranges: Iterable<ByteRange>): PageData {
  const numbers = new Map<string, number>([['', 0]])
  const intern = (text: string): number => {
    let number = numbers.get(text)
    if (number === undefined) numbers.set(text, (number = numbers.size))
    return number
  }
  const columns = {
    sizes: [] as number[],
    kind: [] as number[],
    part: [] as number[],
    paths: [] as number[],
    values: [] as number[],
    names: [] as number[],
  }
  for (const range of ranges) {
    columns.sizes.push(range.size)
    columns.kind.push(KINDS.indexOf(range.kind))
    columns.part.push(range.partIndex)
    columns.paths.push(intern(range.path))
    columns.values.push(intern(shownValue(range)))
    columns.names.push(intern(range.name ?? ''))
  }
  return {
    bytes: base64(container.bytes),
    kinds: KINDS,
    parts: container.parts.map(p => ({ name: p.name, start: p.offset - 8, end: p.offset + p.data.length })),
    strings: [...numbers.keys()],
    ...columns,
  }
}

/** Short byte fields in full; of long ones the grid shows more than a text could. */
function shownValue({ value }: ByteRange): string {
  if (value instanceof Uint8Array) return value.length <= 64 ? hex(value) : `${value.length} bytes`
  return valueText(value, LONGEST_VALUE)
}
