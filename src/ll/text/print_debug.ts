// Debug information in printed text: `!dxilkit.loc` behind instructions, calls of @dxilkit.dbg.value and @dxilkit.dbg.declare for debug rows.
//
//   call void @dxilkit.dbg.value(float %3, i32 2, i32 32, i32 32), !dxilkit.loc !7     ; variable 2: bits 32 to 63 are %3 from here on
//   call void @dxilkit.dbg.step(), !dxilkit.loc !7                                      ; stepping stops here
//   call void @dxilkit.dbg.declare(ptr %4, i32 3, i32 0, i32 32, i32 4, i32 96)        ; variable 3: memory, 4 elements 96 bits apart
//   !7 = !{i32 12, i32 5, i32 1, !8}                                                   ; line, column, scope, the call around it

import { type DebugRow, NO_VARIABLE } from '../../ir/debug_rows.ts'
import { type Func, NO_VALUE } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import { nothingLeft } from './fields.ts'
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
    const { pos: _ofTheText, line, column, scope, inlinedAt, ...unsaid } = row
    nothingLeft(unsaid)
    const operands = [line, column, scope].map(n => `i32 ${n}`)
    return inlinedAt === 0 ? operands : [...operands, this.#call(inlinedAt)]
  }

  /** Two calls at one place are two. */
  #call(loc: Loc): string {
    let node = this.#calls.get(loc)
    if (node === undefined) this.#calls.set(loc, (node = this.#pool.distinct(this.#operands(loc) ?? [])))
    return node
  }
}

/** The words of a row behind `call void`; `value` is the spelling of its value with its type. */
export function rowText(row: DebugRow, value: string): string {
  const { variable, piece, isMemory, loc: _attached, value: _spelled, ...unsaid } = row
  const { offset, bits, dims, ...unsaidOfPiece } = piece
  nothingLeft(unsaid)
  nothingLeft(unsaidOfPiece)
  if (variable === NO_VARIABLE) return 'call void @dxilkit.dbg.step()'
  const numbers = [variable, offset, bits, ...dims.flat()].map(n => `, i32 ${n}`).join('')
  return `call void @dxilkit.dbg.${isMemory ? 'declare' : 'value'}(${value}${numbers})`
}

/** What stands for a value that nobody knows from here on; no value of the IR is of this type. */
export const UNKNOWN = 'i8 undef'

/** Memory that is gone says nothing. */
export const isSaid = (row: DebugRow): boolean => !row.isMemory || row.value !== NO_VALUE
