// Subobjects of a library (root signatures, hit groups, pipeline settings). DXC keeps them in RDAT alone, so a library made from
// its module has them only when another RDAT part brings them along.

import { type Rdat, rdatBytes, rdatIndexes, rdatRows, rdatString } from '../container/rdat.ts'
import { type RdatRecord, subobjectFields } from '../container/rdat_records.ts'
import { RDAT_PART, SUBOBJECT_KIND } from '../spec/rdat_enums.ts'
import type { RdatTables } from './rdat_tables.ts'

const WORDS = ['a', 'b', 'c', 'd'] as const

/** Copies every subobject; references that lead nowhere become the empty string, array or range. */
export function copySubobjects(from: Rdat, to: RdatTables): void {
  for (const row of rdatRows(from, RDAT_PART.SubobjectTable)) {
    const { kind, words } = subobject(row)
    const name = to.string(rdatString(from, row['name'] as number) ?? '')
    const copied: number[] = []
    for (const [, field] of Object.entries(subobjectFields(kind))) {
      const value = words[copied.length] ?? 0
      if (field.kind === 'string') copied.push(to.string(rdatString(from, value) ?? ''))
      else if (field.kind === 'strings') {
        const offsets = [...(rdatIndexes(from, value) ?? [])]
        copied.push(to.array(offsets.map(offset => to.string(rdatString(from, offset) ?? ''))))
      } else if (field.kind === 'bytes') {
        const data = rdatBytes(from, { offset: value, size: words[copied.length + 1] ?? 0 })
        const range = to.bytes(data ?? new Uint8Array(0))
        copied.push(range.offset, range.size)
      } else copied.push(value)
    }
    const [a = 0, b = 0, c = 0, d = 0] = copied
    to.row(RDAT_PART.SubobjectTable, { kind, name, a, b, c, d })
  }
}

const ALLOWS_ADDITIONS = 4

/** Whether a subobject is of ray tracing tier 1.1. */
export function needsTier11(from: Rdat): boolean {
  return rdatRows(from, RDAT_PART.SubobjectTable).some(row => {
    const { kind, words } = subobject(row)
    if (kind === SUBOBJECT_KIND.RaytracingPipelineConfig1) return true
    return kind === SUBOBJECT_KIND.StateObjectConfig && (words[0]! & ALLOWS_ADDITIONS) !== 0
  })
}

function subobject(row: RdatRecord): { readonly kind: number; readonly words: readonly number[] } {
  return { kind: row['kind'] as number, words: WORDS.map(word => row[word] as number) }
}
