// Locations and debug rows: scopes exist, calls around a location come before it, rows tell of variables of their own function.

import { functionOf, isVariableMemory } from './debug_info.ts'
import { type DebugRow, NO_VARIABLE } from './debug_rows.ts'
import { type Func, NO_VALUE, type Value } from './function.ts'
import type { Loc } from './locations.ts'
import type { Module } from './module.ts'
import { Op } from './ops.ts'

/** What is wrong with where v comes from, and with the rows in front of it. */
export function debugComplaints(m: Module, f: Func, v: Value): string[] {
  const found: string[] = []
  const location = locationComplaint(m, f, f.loc(v))
  if (location !== undefined) found.push(location)
  for (const row of f.debugRows?.before(v) ?? []) {
    const what = rowComplaint(m, f, row)
    if (what !== undefined) found.push(`debug row of variable ${row.variable}: ${what}`)
  }
  return found
}

function locationComplaint(m: Module, f: Func, loc: Loc): string | undefined {
  if (loc >= 0) return undefined
  const row = f.locations.row(loc)
  if (!row) return `there is no location ${-loc}`
  if (!m.debug?.scopes[row.scope]) return `its location has scope ${row.scope}, which there is not`
  // Rows of calls are made before the code that they bring, so that no chain of them has a circle.
  if (row.inlinedAt > 0 || (row.inlinedAt < 0 && row.inlinedAt <= loc)) return 'its call is not located before it'
  return undefined
}

function rowComplaint(m: Module, f: Func, row: DebugRow): string | undefined {
  if (row.variable === NO_VARIABLE) return locationComplaint(m, f, row.loc)
  const variable = m.debug?.variables[row.variable]
  if (!m.debug || !variable) return 'there is no such variable'
  const complaint = locationComplaint(m, f, row.loc)
  if (complaint !== undefined) return complaint
  const scope = f.locations.row(row.loc)?.scope
  if (scope === undefined) return 'it has no scope'
  if (functionOf(m.debug, scope) !== functionOf(m.debug, variable.scope)) return 'it lies in another function'
  if (row.value > 0 && f.op(row.value) === Op.None) return 'its value was removed'
  if (row.isMemory && row.value > 0 && !isVariableMemory(f, row.value)) return 'its memory is none'
  if (!row.isMemory && row.piece.dims.length > 0) return 'a value has no elements'
  return row.value === NO_VALUE || row.piece.bits > 0 ? undefined : 'it tells of no bits'
}
