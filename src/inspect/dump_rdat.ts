// RDAT with names and texts instead of numbers and offsets. Bounded: rows may refer to the same long text or array again and
// again, so what references may bring in has a budget; beyond it they stay numbers.

import { cString } from '../base/c_string.ts'
import { NO_BYTES } from '../container/io.ts'
import { type Rdat, rdatIndexes, rdatPart } from '../container/rdat.ts'
import {
  RDAT_NULL,
  RDAT_TABLES,
  type RdatBytes,
  type RdatField,
  type RdatRecord,
  subobjectFields,
} from '../container/rdat_records.ts'
import { nameOf } from '../spec/psv_enums.ts'
import { RDAT_PART } from '../spec/rdat_enums.ts'

export type RdatValue = number | string | null | readonly (number | string)[]

export type RdatRow = Readonly<Record<string, RdatValue>>

export interface RdatTableDump {
  /** e.g. 'FunctionTable' */
  readonly table: string
  /** References to rows are row numbers, to nothing null; texts are text. */
  readonly rows: readonly RdatRow[]
}

const BUDGET = 1 << 20
const LONGEST_TEXT = 4096

/** The tables of an RDAT in file order. Parts that are no tables only serve them. */
export function dumpRdat(p: Rdat): RdatTableDump[] {
  const texts = new References(p)
  const tables: RdatTableDump[] = []
  for (const { type, records } of p.parts) {
    const fields = RDAT_TABLES[type]
    if (!fields) continue
    const rows = records.map(record => {
      const row = rowOf(record, fields, texts)
      return type === RDAT_PART.SubobjectTable ? { ...row, ...subobject(record, texts) } : row
    })
    tables.push({ table: nameOf(RDAT_PART, type), rows })
  }
  return tables
}

function rowOf(record: RdatRecord, fields: Readonly<Record<string, RdatField>>, texts: References) {
  const values = record as Readonly<Record<string, number | RdatBytes>>
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, texts.value(values[name]!, field)]))
}

/** A subobject's words a to d by its kind. */
function subobject(record: RdatRecord, texts: References): Record<string, RdatValue> {
  const words = record as unknown as Readonly<Record<string, number>>
  const names = ['a', 'b', 'c', 'd']
  const shown: Record<string, RdatValue> = {}
  let at = 0
  for (const [name, field] of Object.entries(subobjectFields(words['kind'] ?? -1))) {
    const word = words[names[at++]!] ?? 0
    shown[name] = texts.value(field.kind === 'bytes' ? { offset: word, size: words[names[at++]!] ?? 0 } : word, field)
  }
  return shown
}

class References {
  readonly #rdat: Rdat
  readonly #strings: Uint8Array
  #left = BUDGET

  constructor(p: Rdat) {
    this.#rdat = p
    this.#strings = rdatPart(p, RDAT_PART.StringBuffer)?.bytes ?? NO_BYTES
  }

  value(value: number | RdatBytes, { kind, names }: RdatField): RdatValue {
    if (typeof value !== 'number') return `${value.size} bytes at ${value.offset}`
    if (kind === 'number') return names ? nameOf(names, value) : value
    if (kind === 'flags') return `0x${value.toString(16)}`
    if (kind === 'string') return this.#text(value)
    if (value === RDAT_NULL) return kind === 'row' ? null : []
    if (kind === 'row') return value
    const list = this.#left > 0 ? rdatIndexes(this.#rdat, value) : undefined
    if (!list || list.length > this.#left) return value
    this.#left -= list.length
    return Array.from(list, item => (kind === 'strings' ? this.#text(item) : item))
  }

  #text(offset: number): string | number {
    if (offset >= this.#strings.length || this.#left <= 0) return offset
    const text = cString(this.#strings.subarray(offset, offset + LONGEST_TEXT), 0) ?? ''
    this.#left -= text.length
    return text
  }
}
