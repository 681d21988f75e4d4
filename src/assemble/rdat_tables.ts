// The tables of an RDAT part while it is filled: strings, index arrays and rows, each stored once where DXC stores it once.

import { ByteWriter } from '../base/bytes.ts'
import { utf8 } from '../base/c_string.ts'
import { buildRdat, newRdatPart, type RdatPart } from '../container/rdat.ts'
import { newRdatRecord, type RdatRecord, rdatStride } from '../container/rdat_records.ts'
import { RDAT_PART } from '../spec/rdat_enums.ts'

type Fields = Readonly<Record<string, number | { readonly offset: number; readonly size: number }>>

/** File order of the parts. */
const PART_ORDER: readonly number[] = [
  RDAT_PART.StringBuffer,
  RDAT_PART.ResourceTable,
  RDAT_PART.FunctionTable,
  RDAT_PART.IndexArrays,
  RDAT_PART.RawBytes,
  RDAT_PART.SubobjectTable,
  RDAT_PART.NodeIDTable,
  RDAT_PART.NodeShaderFuncAttribTable,
  RDAT_PART.NodeShaderIOAttribTable,
  RDAT_PART.IONodeTable,
  RDAT_PART.NodeShaderInfoTable,
  RDAT_PART.SignatureElementTable,
  RDAT_PART.VSInfoTable,
  RDAT_PART.PSInfoTable,
  RDAT_PART.HSInfoTable,
  RDAT_PART.DSInfoTable,
  RDAT_PART.GSInfoTable,
  RDAT_PART.CSInfoTable,
  RDAT_PART.MSInfoTable,
  RDAT_PART.ASInfoTable,
]

interface Table {
  readonly part: RdatPart
  readonly rows: Map<string, number>
}

export class RdatTables {
  readonly #strings = new ByteWriter(256)
  readonly #stringAt = new Map<string, number>([['', 0]])
  readonly #words: number[] = []
  readonly #arrayAt = new Map<string, number>()
  readonly #bytes = new ByteWriter(16)
  readonly #bytesAt = new Map<string, number>()
  readonly #tables = new Map<number, Table>()
  readonly #sharesRows: boolean
  readonly #functionStride: number

  /**
   * @param sharesRows     equal rows of a table are stored once (from validator 1.7 on)
   * @param functionStride bytes of a function row
   */
  constructor(sharesRows: boolean, functionStride: number) {
    this.#sharesRows = sharesRows
    this.#functionStride = functionStride
    this.#strings.u8(0) // offset 0 is the empty string
  }

  /** Offset of a string. */
  string(text: string): number {
    let at = this.#stringAt.get(text)
    if (at === undefined) {
      at = this.#strings.length
      this.#strings.bytes(utf8(text))
      this.#strings.u8(0)
      this.#stringAt.set(text, at)
    }
    return at
  }

  /** Word offset of an index array; empty ones are stored too. */
  array(items: readonly number[]): number {
    const key = items.join(' ')
    let at = this.#arrayAt.get(key)
    if (at === undefined) {
      at = this.#words.length
      this.#words.push(items.length, ...items)
      this.#arrayAt.set(key, at)
    }
    return at
  }

  /** Range of raw bytes. */
  bytes(data: Uint8Array): { readonly offset: number; readonly size: number } {
    const key = data.join(' ')
    let at = this.#bytesAt.get(key)
    if (at === undefined) {
      at = this.#bytes.length
      this.#bytes.bytes(data)
      this.#bytesAt.set(key, at)
    }
    return { offset: at, size: data.length }
  }

  /** Row number in a table (RDAT_PART); fields not given are zero. */
  row(type: number, fields: Fields): number {
    let table = this.#tables.get(type)
    if (!table) {
      const part = newRdatPart(type)
      part.stride = type === RDAT_PART.FunctionTable ? this.#functionStride : rdatStride(type)
      table = { part, rows: new Map() }
      this.#tables.set(type, table)
    }
    const record: RdatRecord = Object.assign(newRdatRecord(type), fields)
    const { records } = table.part
    // Most tables have one row, which needs no key.
    if (!this.#sharesRows || records.length === 0) return records.push(record) - 1
    if (records.length === 1) table.rows.set(JSON.stringify(records[0]), 0)
    const key = JSON.stringify(record)
    const known = table.rows.get(key)
    if (known !== undefined) return known
    table.rows.set(key, records.length)
    return records.push(record) - 1
  }

  finish(): Uint8Array {
    const parts = PART_ORDER.flatMap(type => this.#tables.get(type)?.part ?? [])
    const insert = (type: number, fields: Partial<RdatPart>): void => {
      const before = parts.findIndex(p => PART_ORDER.indexOf(p.type) > PART_ORDER.indexOf(type))
      parts.splice(before < 0 ? parts.length : before, 0, Object.assign(newRdatPart(type), fields))
    }
    insert(RDAT_PART.StringBuffer, { bytes: this.#strings.finish() })
    insert(RDAT_PART.IndexArrays, { words: Uint32Array.from(this.#words) })
    insert(RDAT_PART.RawBytes, { bytes: this.#bytes.finish() })
    return buildRdat(parts)
  }
}
