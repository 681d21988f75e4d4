// Bitcode as byte ranges, one a record: llvm/read/map_bitcode.ts tells bits apart, a hex view shows bytes. A byte that two records
// share belongs to the one its lowest bit is of. Made a window of fields at a time: big bitcode has millions of them.

import type { BitField } from '../bitcode/bit_map.ts'
import { mapBitcode } from '../llvm/read/map_bitcode.ts'

export interface BitcodeRange {
  /** Byte offset in the file. */
  readonly offset: number
  readonly size: number
  /** 'bitcode', the blocks and the record, joined by dots. */
  readonly path: string
  /** The operands. */
  readonly value: string
  /** The text that a record of characters spells. */
  readonly name: string | undefined
  readonly isDamaged: boolean
}

/** Fields a window: the walk to a window's start is repeated for each, so few and large. */
const WINDOW = 1 << 17
const MAX_OPERANDS = 200

/** @param base offset of the bitcode in the file */
export function* bitcodeRanges(bitcode: Uint8Array, base: number): Generator<BitcodeRange> {
  const end = base + bitcode.length
  let group = new Group()
  let done = 0
  let at = base
  for (let from: number | null = base; from !== null; ) {
    const map = mapBitcode(bitcode, base, { from, limit: WINDOW })
    for (const field of map.fields) {
      if (field.bitOffset < done) continue
      done = field.bitOffset + field.bitLength
      if (!group.takes(field)) {
        const range = group.range(at, Math.min(end, Math.ceil(field.bitOffset / 8)))
        if (range) {
          yield range
          at = range.offset + range.size
        }
        group = new Group()
      }
      group.add(field)
    }
    from = map.next !== null && map.next >= from && done > from * 8 ? map.next : null
  }
  const last = group.range(at, end)
  if (last) yield last
}

/** The fields of one record. */
class Group {
  #first: BitField | undefined
  readonly #operands: (number | bigint)[] = []
  readonly #facts: string[] = []
  #count = 0

  takes(field: BitField): boolean {
    const first = this.#first
    return !first || (first.path === field.path && first.item === field.item)
  }

  add(field: BitField): void {
    this.#first ??= field
    if (field.field.startsWith('op[')) {
      this.#count++
      if (this.#operands.length < MAX_OPERANDS) this.#operands.push(field.value ?? 0)
    } else if (field.field.startsWith('block ') || field.field === 'new width')
      this.#facts.push(`${field.field} ${field.value}`)
  }

  /** The bytes from `from` to `to` as this record's; undefined when it has none to itself. */
  range(from: number, to: number): BitcodeRange | undefined {
    const first = this.#first
    if (!first || to <= from) return undefined
    const path = this.#path(first)
    const size = to - from
    const isDamaged = first.field === 'damaged'
    const before = textAt(path)
    const name = before === undefined || this.#count > MAX_OPERANDS ? undefined : spelled(this.#operands.slice(before))
    const operands = name === undefined ? this.#operands : this.#operands.slice(0, before)
    let value = operands.join(', ')
    if (this.#facts.length > 0) value = this.#facts.join(', ')
    if (this.#count > MAX_OPERANDS) value += `, … ${this.#count} operands`
    return { offset: from, size, path, value, name, isDamaged }
  }

  #path({ path, field }: BitField): string {
    const words = ['bitcode', ...(path === '' ? [] : path.split('/'))]
    if (path === '' || field === 'END_BLOCK') words.push(field)
    else if (this.#facts.length > 0) words.push('begin')
    return words.join('.')
  }
}

/** Records of characters, and how many operands come before the text. */
const TEXTS: ReadonlyMap<string, number> = new Map([
  ...['STRING', 'NAME', 'STRUCT_NAME', 'TRIPLE', 'DATA_LAYOUT', 'SOURCE_FILENAME', 'SECTION_NAME', 'CSTRING'].map(
    name => [name, 0] as const,
  ),
  ...['KIND', 'BLOCK_ENTRY'].map(name => [name, 1] as const),
])

function textAt(path: string): number | undefined {
  const record = path.slice(path.lastIndexOf('.') + 1)
  return record === 'ENTRY' && path.includes('SYMTAB') ? 1 : TEXTS.get(record)
}

function spelled(operands: readonly (number | bigint)[]): string | undefined {
  let text = ''
  for (const operand of operands) {
    if (typeof operand !== 'number' || operand < 0x20 || operand > 0x7e) return undefined
    text += String.fromCharCode(operand)
  }
  return `"${text}"`
}
