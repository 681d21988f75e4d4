// Subobjects of a library (root signatures, hit groups, pipeline settings). DXC keeps them in RDAT alone: the module does not tell them.

import { type Rdat, rdatBytes, rdatIndexes, rdatRows, rdatString } from '../container/rdat.ts'
import { type RdatField, subobjectFields } from '../container/rdat_records.ts'
import { type ValidatorVersion, validatorAtLeast } from '../container/validator_version.ts'
import { RDAT_PART, SUBOBJECT_KIND } from '../spec/rdat_enums.ts'
import type { Subobject, SubobjectValue } from '../spec/subobjects.ts'
import type { RdatTables } from './rdat_tables.ts'

const WORDS = ['a', 'b', 'c', 'd'] as const

/** The subobjects of an RDAT part; references that lead nowhere become the empty string, list or range. */
export function readSubobjects(from: Rdat): Subobject[] {
  return rdatRows(from, RDAT_PART.SubobjectTable).map(row => {
    const kind = row['kind'] as number
    const words = WORDS.map(word => row[word] as number)
    let at = 0
    const values = Object.values(subobjectFields(kind)).map((field: RdatField): SubobjectValue => {
      const value = words[at++] ?? 0
      if (field.kind === 'string') return rdatString(from, value) ?? ''
      if (field.kind === 'strings') return [...(rdatIndexes(from, value) ?? [])].map(s => rdatString(from, s) ?? '')
      if (field.kind !== 'bytes') return value
      return rdatBytes(from, { offset: value, size: words[at++] ?? 0 }) ?? new Uint8Array(0)
    })
    return { kind, name: rdatString(from, row['name'] as number) ?? '', values }
  })
}

/** Adds a row for each. */
export function addSubobjects(list: readonly Subobject[], to: RdatTables): void {
  for (const { kind, name, values } of list) {
    const nameAt = to.string(name)
    const words = values.flatMap(value => {
      if (typeof value === 'number') return [value]
      if (typeof value === 'string') return [to.string(value)]
      if (!(value instanceof Uint8Array)) return [to.array(value.map(text => to.string(text)))]
      const { offset, size } = to.bytes(value)
      return [offset, size]
    })
    const [a = 0, b = 0, c = 0, d = 0] = words
    to.row(RDAT_PART.SubobjectTable, { kind, name: nameAt, a, b, c, d })
  }
}

const ALLOWS_ADDITIONS = 4

/** Validators 1.5 to 1.7 had the tier on every function of a library with such subobjects. */
export const marksTier11 = (v: ValidatorVersion): boolean => validatorAtLeast(v, 1, 5) && !validatorAtLeast(v, 1, 8)

/** Whether a subobject is of ray tracing tier 1.1. */
export function needsTier11(list: readonly Subobject[]): boolean {
  return list.some(({ kind, values }) => {
    if (kind === SUBOBJECT_KIND.RaytracingPipelineConfig1) return true
    return kind === SUBOBJECT_KIND.StateObjectConfig && (Number(values[0]) & ALLOWS_ADDITIONS) !== 0
  })
}
