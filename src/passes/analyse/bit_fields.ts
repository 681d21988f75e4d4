// Fields of bits: what shifts by constants and masks leave of a value of at most 32 bits.

import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, isFloat } from '../../ir/types.ts'
import { intOf } from '../common/simplify_rules.ts'
import { onesOf, unsignedOf } from './value_bounds.ts'

/** ((x >> 2) & 7) << 5 is x moved up by 3 bits, of which 0xe0 are kept and the others 0. */
export interface BitField {
  readonly x: Value
  /** Down when negative. */
  readonly up: number
  readonly mask: number
}

/** What v is a field of: itself at least; undefined for other types, and where all is shifted away. */
export function bitFieldOf(m: Module, f: Func, v: Value): BitField | undefined {
  const type = v < 0 ? undefined : f.type(v)
  if (type === undefined || isFloat(type) || bitWidth(type) > 32) return undefined
  const all = onesOf(bitWidth(type))
  let [x, up, mask] = [v, 0, all]
  const moved = (bits: number): number => ((up < 0 ? bits >>> -up : bits << up) & all) >>> 0
  for (;;) {
    const by = shiftBy(m, f, x)
    if (f.op(x) === Op.And && f.operandAt(x, 1) < 0)
      mask = (mask & moved(unsignedOf(m, f.operandAt(x, 1)) ?? all)) >>> 0
    else if (by === undefined || Math.abs(up + by) >= bitWidth(type)) break
    // Copies of the sign must be masked or shifted away.
    else if (f.op(x) === Op.AShr && (mask & moved(all & ~(all >>> -by))) !== 0) break
    else {
      mask = (mask & moved(by > 0 ? all << by : all >>> -by)) >>> 0
      up += by
    }
    x = f.operandAt(x, 0)
  }
  return { x, up, mask }
}

/** How far a shift by a constant moves bits up, down when negative; undefined for anything else. */
export function shiftBy(m: Module, f: Func, v: Value): number | undefined {
  const op = v < 0 ? Op.None : f.op(v)
  if (op < Op.Shl || op > Op.AShr) return undefined
  const n = intOf(m, f.operandAt(v, 1))
  return n === undefined || n <= 0 || n >= bitWidth(f.type(v)) ? undefined : op === Op.Shl ? Number(n) : -Number(n)
}
