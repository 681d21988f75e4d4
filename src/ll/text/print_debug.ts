// Debug information in printed text: `!dxilkit.loc` behind instructions, calls of @dxilkit.dbg.value and @dxilkit.dbg.declare for debug rows.
//
//   call void @dxilkit.dbg.value(float %3, i32 2, i32 32, i32 32), !dxilkit.loc !7     ; variable 2: bits 32 to 63 are %3 from here on
//   call void @dxilkit.dbg.step(), !dxilkit.loc !7                                      ; stepping stops here
//   call void @dxilkit.dbg.declare(ptr %4, i32 3, i32 0, i32 32, i32 4, i32 96)        ; variable 3: memory, 4 elements 96 bits apart
//   !7 = !{i32 12, i32 5, i32 1, !8}                                                   ; line, column, scope, the call around it

import { type DebugRow, NO_VARIABLE } from '../../ir/debug_rows.ts'
import { type Func, NO_VALUE } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import type { Module } from '../../ir/module.ts'
import type { MetadataPool } from './metadata_pool.ts'

export class LocationText {
  readonly #pool: MetadataPool
  readonly #f: Func
  readonly #calls = new Map<Loc, string>()

  constructor(pool: MetadataPool, f: Func) {
    this.#pool = pool
    this.#f = f
  }

  /** The node of a location; '' for one that is only a position, which the text has itself. */
  node(loc: Loc): string {
    const operands = this.#operands(loc)
    return operands === undefined ? '' : this.#pool.node(operands)
  }

  #operands(loc: Loc): string[] | undefined {
    const row = this.#f.locations.row(loc)
    if (!row) return undefined
    const operands = [row.line, row.column, row.scope].map(n => `i32 ${n}`)
    return row.inlinedAt === 0 ? operands : [...operands, this.#call(row.inlinedAt)]
  }

  /** Two calls at one place are two. */
  #call(loc: Loc): string {
    let node = this.#calls.get(loc)
    if (node === undefined) this.#calls.set(loc, (node = this.#pool.distinct(this.#operands(loc) ?? [])))
    return node
  }
}

/** The words of a row behind `call void`; `value` is the spelling of its value with its type. */
export function rowText({ variable, piece, isMemory }: DebugRow, value: string): string {
  if (variable === NO_VARIABLE) return 'call void @dxilkit.dbg.step()'
  const numbers = [variable, piece.offset, piece.bits, ...piece.dims.flat()].map(n => `, i32 ${n}`).join('')
  return `call void @dxilkit.dbg.${isMemory ? 'declare' : 'value'}(${value}${numbers})`
}

/** From here on nobody knows what the variable holds. */
export const isUnknown = (m: Module, { value }: DebugRow): boolean =>
  value === NO_VALUE || (value < 0 && m.constants.get(value).kind === 'undef')

/** Memory that is gone says nothing. */
export const isSaid = (row: DebugRow): boolean => !row.isMemory || row.value !== NO_VALUE
