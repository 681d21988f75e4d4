// Operands of one record, taken in order with bounds and range checks; errors carry the record's offset.

import { FormatError } from '../../base/format_error.ts'
import type { BitBlock, BitRecord } from '../../bitcode/block_reader.ts'

export function failAt(item: BitRecord | BitBlock, message: string): never {
  throw new FormatError(message, item.offset, 'DXIL')
}

export class RecordCursor {
  readonly record: BitRecord
  #at = 0

  constructor(record: BitRecord) {
    this.record = record
  }

  get left(): number {
    return this.record.operands.length - this.#at
  }

  fail(message: string): never {
    failAt(this.record, message)
  }

  /** Any 64-bit value. */
  wide(what: string): number | bigint {
    const v = this.record.operands[this.#at++]
    if (v === undefined) this.fail(`record ${this.record.code} has no ${what}`)
    return v
  }

  /** A value below 2^53. */
  number(what: string): number {
    const v = this.wide(what)
    if (typeof v === 'bigint') this.fail(`${what} ${v} is out of range`)
    return v
  }

  /** A number below `limit`. */
  below(limit: number, what: string): number {
    const v = this.number(what)
    if (v >= limit) this.fail(`${what} ${v} is out of range`)
    return v
  }

  /** As number; `fallback` when the record has ended. */
  optional(what: string, fallback = 0): number {
    return this.left > 0 ? this.number(what) : fallback
  }

  /** The remaining operands as numbers. */
  rest(what: string): number[] {
    const all: number[] = []
    while (this.left > 0) all.push(this.number(what))
    return all
  }

  /** The remaining operands as text, one character a byte. */
  text(): string {
    return textOf(this.record.operands, this.#takeAll())
  }

  #takeAll(): number {
    const from = this.#at
    this.#at = this.record.operands.length
    return from
  }

  /** Throws if operands are left over: a field nobody knows would be lost on writing. */
  end(): void {
    if (this.left > 0) this.fail(`record ${this.record.code} has ${this.left} operands too many`)
  }
}

/** Text of operands[from..], one character a byte. */
export function textOf(operands: readonly (number | bigint)[], from = 0): string {
  let text = ''
  for (let i = from; i < operands.length; i++) text += String.fromCharCode(Number(operands[i]) & 255)
  return text
}

export const recordsOf = (block: BitBlock): BitRecord[] =>
  block.items.filter((item): item is BitRecord => item.kind === 'record')

export const blocksOf = (block: BitBlock): BitBlock[] =>
  block.items.filter((item): item is BitBlock => item.kind === 'block')
