// Debug information out of printed text; the inverse of print_debug.ts.

import { type DebugInfo, debugComplaint } from '../../ir/debug_info.ts'
import { NO_VALUE } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { type LlInstruction, type LlSpan, typeText } from '../text/syntax.ts'
import type { RestoreState } from './restore_state.ts'
import { fail } from './restore_values.ts'

/** Checks what a record says and gives it to the module. */
export function restoreDebugInfo(m: Module, value: unknown, span: LlSpan): void {
  if (value === undefined) return
  const complaint = debugComplaint(value)
  if (complaint !== undefined) fail(`'!dxilkit.debug': ${complaint}`, span)
  m.debug = value as DebugInfo
}

/** A call of @dxilkit.dbg.*: a debug row in front of the next instruction. */
export function restoreRow(r: RestoreState, i: LlInstruction, isMemory: boolean): void {
  const [value, ...rest] = i.operands.slice(1)
  const numbers = rest.map(o => r.number(o))
  const [variable, offset, bits, ...dims] = numbers
  if (variable === undefined || offset === undefined || bits === undefined || dims.length % 2 === 1)
    fail('this is no debug row', i)
  if (!r.s.m.debug?.variables[variable]) fail(`there is no variable ${variable}`, i)
  const pairs = Array.from({ length: dims.length / 2 }, (_, n) => [dims[2 * n]!, dims[2 * n + 1]!] as const)
  const rows = r.f.keepDebugRows()
  const { block } = r
  const isKnown = value !== undefined && !(value.kind === 'undef' && typeText(value.type) === 'i8')
  const row = { variable, loc: r.loc(i), piece: { offset, bits, dims: pairs }, isMemory, value: NO_VALUE }
  // The value may be defined further down; the place is here.
  rows.addAtEnd(block, row)
  if (isKnown) r.later(() => rows.setValue(row, r.value(value)))
}
