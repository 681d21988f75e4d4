// Without optimisation DXC keeps every resource that a local array holds whose index is no constant expression, if any of them is used:
// `Texture2D a[2] = { t0, t1 }; uint i = 1; a[i].Load(p)` has t0 in its table, too.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import type { Expr } from '../../hlsl/tree/typed.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'

/** An element is taken. The counters of loops that are unrolled count as constants. */
export function noteChoice(lowerer: Lowerer, base: Place, index: Expr, value: Value): void {
  if (lowerer.module.options.optimization !== 0 || base.kind !== 'memory' || evaluate(index) !== undefined) return
  if (lowerer.unrolling > 0 && lowerer.b.constantInt(value) === undefined) return
  for (const cell of base.cells) if (cell.type === HANDLE) lowerer.chosenFrom.push({ func: lowerer.b.f, cell })
}

export function noteCompanions(lowerer: Lowerer): void {
  for (const func of new Set(lowerer.chosenFrom.map(c => c.func))) {
    const held = storedHandles(func)
    for (const { func: own, cell } of lowerer.chosenFrom) {
      const list = own === func ? resourcesIn(lowerer, func, new Set(held.get(cell.pointer)), held) : []
      if (list.length > 1) lowerer.module.companions.push(list)
    }
  }
}

/** The handles stored to each array. */
function storedHandles(f: Func): Map<Value, Value[]> {
  const held = new Map<Value, Value[]>()
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const value = f.op(v) === Op.Store ? f.operandAt(v, 1) : NO_VALUE
      if (value <= 0 || f.type(value) !== HANDLE) continue
      const array = arrayOf(f, f.operandAt(v, 0))
      const known = held.get(array)
      if (known) known.push(value)
      else held.set(array, [value])
    }
  return held
}

const arrayOf = (f: Func, pointer: Value): Value =>
  pointer > 0 && f.op(pointer) === Op.Gep ? f.operandAt(pointer, 0) : pointer

/** Declared resources among the handles, those of arrays that were copied too. */
function resourcesIn({ module }: Lowerer, f: Func, seen: Set<Value>, held: Map<Value, Value[]>): number[] {
  const found = new Set<number>()
  for (const v of seen) {
    if (f.op(v) === Op.Handle && module.resources[f.aux(v)]!.member === undefined) found.add(f.aux(v))
    if (f.op(v) === Op.Load) for (const other of held.get(arrayOf(f, f.operandAt(v, 0))) ?? []) seen.add(other)
  }
  return [...found]
}
