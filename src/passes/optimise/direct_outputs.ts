// Local arrays that are only there to be outputs: what is stored to an element is stored to its output instead, at a row known at run time
// where the index is. DXC does the same with output parameters that nobody reads.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { type LocalArray, rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'

export const directOutputs: Pass = {
  name: 'direct_outputs',
  run(m, f) {
    const { stage } = m.target
    if (stage !== 'vs' && stage !== 'ds') return false
    return rewriteArrays(m, f, array => {
      const rows = outputRows(m, f, array)
      if (rows) storeDirectly(m, f, array, rows)
      return rows !== undefined
    })
  },
}

/** Element i is row step * i + first of a component of an output. */
interface Rows {
  readonly element: Value
  readonly component: Value
  readonly step: number
  readonly first: number
  readonly outputs: readonly Value[]
}

/** Where the elements of an array go when the function ends; undefined when anything else is done with them. */
function outputRows(m: Module, f: Func, { alloca, count }: LocalArray): Rows | undefined {
  const outputs: Value[] = []
  const known: [index: number, row: number][] = []
  for (const gep of f.users(alloca))
    for (const load of f.users(gep)) {
      if (f.op(load) !== Op.Load || !f.isUsed(load)) continue
      const index = intOf(m, f.operand(gep, 1))
      const output = f.singleUser(load)
      if (index === undefined || f.op(output) !== Op.Dx || f.aux(output) !== DxilOp.StoreOutput) return undefined
      known.push([Number(index), Number(intOf(m, f.operand(output, 1)) ?? -1)])
      outputs.push(output)
    }
  const [a, b] = known
  if (!a || !b || a[0] === b[0] || !areLast(f, alloca, outputs)) return undefined
  const [element, , component] = f.operands(outputs[0]!) as [Value, Value, Value]
  const step = (b[1] - a[1]) / (b[0] - a[0])
  const first = a[1] - step * a[0]
  const rows = m.entryOf(f)?.signatures?.output[Number(intOf(m, element))]?.rows ?? 0
  const isRow = (i: number): boolean => first + step * i >= 0 && first + step * i < rows
  const isLinear = step > 0 && Number.isInteger(step) && known.every(([i, row]) => first + step * i === row)
  const isOne = outputs.every(o => f.operand(o, 0) === element && f.operand(o, 2) === component)
  return isLinear && isOne && isRow(0) && isRow(count - 1) ? { element, component, step, first, outputs } : undefined
}

/** Whether the outputs are written where the function ends, and nothing is stored to the array behind the first output. */
function areLast(f: Func, alloca: Value, outputs: readonly Value[]): boolean {
  const end = f.blockOf(outputs[0]!)
  if (f.op(f.terminator(end)) !== Op.Ret) return false
  if (f.blocks.some(b => b !== end && f.op(f.terminator(b)) === Op.Ret)) return false
  if (outputs.some(o => f.blockOf(o) !== end || f.blockOf(f.operand(o, 3)) !== end)) return false
  let isEnding = false
  for (let v = f.first(end); v !== NO_VALUE; v = f.next(v)) {
    const op = f.op(v)
    if (op === Op.Dx && f.aux(v) === DxilOp.StoreOutput) isEnding = true
    else if (op === Op.Load && f.isUsed(v) && isOf(f, v, alloca)) isEnding = true
    else if (op === Op.Store && isEnding && isOf(f, v, alloca)) return false
  }
  return true
}

function isOf(f: Func, access: Value, alloca: Value): boolean {
  const gep = f.operand(access, 0)
  return f.op(gep) === Op.Gep && f.operand(gep, 0) === alloca
}

function storeDirectly(m: Module, f: Func, { alloca }: LocalArray, rows: Rows): void {
  const { element, component, step, first } = rows
  for (const output of rows.outputs) f.remove(output)
  const constant = (n: number): Value => m.constants.int(I32, n)
  for (const gep of f.users(alloca)) {
    for (const user of f.users(gep)) {
      if (f.op(user) === Op.Store) {
        let row = f.operand(gep, 1)
        const loc = f.loc(user)
        if (step > 1) row = f.insertBefore(user, Op.Mul, I32, [row, constant(step)], 0, 0, loc)
        if (first > 0) row = f.insertBefore(user, Op.Add, I32, [row, constant(first)], 0, 0, loc)
        const operands = [element, row, component, f.operand(user, 1)]
        f.insertBefore(user, Op.Dx, VOID, operands, DxilOp.StoreOutput, 0, loc)
      }
      f.remove(user)
    }
    f.remove(gep)
  }
  f.remove(alloca)
}
