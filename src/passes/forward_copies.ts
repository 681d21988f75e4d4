// Local arrays that are copies of a constant buffer's rows, and nothing else, are read from the buffer itself: element i is component c of row
// r + s * i for all i that were copied. Nothing can change a constant buffer, so it does not matter when the copy was made; what is read of an
// element before it was copied is undefined and may be the copy.

import { type Func, NO_VALUE, type Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { I32 } from '../ir/types.ts'
import { elementStores, rewriteArrays } from './local_arrays.ts'
import type { Pass } from './pass.ts'
import { intOf } from './simplify_rules.ts'

export const forwardCopies: Pass = {
  name: 'forward_copies',
  run: (m, f) =>
    rewriteArrays(m, f, ({ alloca, count }) => {
      const copy = copyIn(m, f, alloca, count)
      if (copy) replace(m, f, alloca, copy)
      return copy !== undefined
    }),
}

/** Element i is component `component` of row `first + step * i` of what `load`, one of the loads, reads. */
interface Copy {
  readonly load: Value
  readonly component: number
  readonly first: number
  readonly step: number
}

function copyIn(m: Module, f: Func, alloca: Value, count: number): Copy | undefined {
  const rows = new Map<number, number>()
  let load: Value = NO_VALUE
  let component = 0
  for (const [at, value] of elementStores(m, f, alloca)) {
    const index = intOf(m, at)
    const row = rowOf(m, f, value)
    if (row === undefined || typeof index !== 'number' || index < 0 || index >= count) return undefined
    const from = f.operand(value, 0)
    if (load === NO_VALUE) {
      load = from
      component = f.aux(value)
    } else if (!readsSame(f, load, from) || f.aux(value) !== component) return undefined
    if ((rows.get(index) ?? row) !== row) return undefined
    rows.set(index, row)
  }
  return rows.size < 2 ? undefined : affine(rows, load, component)
}

/** The row when v is a component of a known row of a constant buffer. */
function rowOf(m: Module, f: Func, v: Value): number | undefined {
  if (v <= 0 || f.op(v) !== Op.Extract) return undefined
  const load = f.operand(v, 0)
  if (f.op(load) !== Op.LoadCBufferRow || !isFixed(m, f, f.operand(load, 0))) return undefined
  const row = intOf(m, f.operand(load, 1))
  return typeof row === 'number' ? row : undefined
}

/** A handle that can be made anywhere. */
const isFixed = (m: Module, f: Func, handle: Value): boolean =>
  handle > 0 && f.op(handle) === Op.Handle && intOf(m, f.operand(handle, 0)) !== undefined

function readsSame(f: Func, a: Value, b: Value): boolean {
  const x = f.operand(a, 0)
  const y = f.operand(b, 0)
  return f.type(a) === f.type(b) && f.aux(x) === f.aux(y) && f.operand(x, 0) === f.operand(y, 0)
}

function affine(rows: ReadonlyMap<number, number>, load: Value, component: number): Copy | undefined {
  const [[i, x], [k, y]] = [...rows] as [[number, number], [number, number]]
  const step = (y - x) / (k - i)
  const first = x - step * i
  if (!Number.isInteger(step) || step < 0) return undefined
  for (const [index, row] of rows) if (row !== first + step * index) return undefined
  return { load, component, first, step }
}

function replace(m: Module, f: Func, alloca: Value, copy: Copy): void {
  for (const gep of f.users(alloca)) {
    for (const user of f.users(gep)) {
      if (f.op(user) === Op.Load) f.replaceAllUses(user, readRow(m, f, f.operand(gep, 1), copy, user))
      f.remove(user)
    }
    f.remove(gep)
  }
  f.remove(alloca)
}

/** Component of the row at an index, read right before `at`. */
function readRow(m: Module, f: Func, index: Value, { load, component, first, step }: Copy, at: Value): Value {
  const loc = f.loc(at)
  const source = f.operand(load, 0)
  const insert = (op: number, a: Value, n: number): Value => {
    const known = intOf(m, a)
    const result = op === Op.Mul ? Number(known) * n : Number(known) + n
    if (known !== undefined) return m.constants.int(I32, result)
    if (n === (op === Op.Mul ? 1 : 0)) return a
    return f.insertBefore(at, op, I32, [a, m.constants.int(I32, n)], 0, 0, loc)
  }
  const row = insert(Op.Add, insert(Op.Mul, index, step), first)
  const handle = f.insertBefore(
    at,
    Op.Handle,
    f.type(source),
    [f.operand(source, 0)],
    f.aux(source),
    f.flags(source),
    loc,
  )
  const read = f.insertBefore(at, Op.LoadCBufferRow, f.type(load), [handle, row], f.aux(load), f.flags(load), loc)
  return f.insertBefore(at, Op.Extract, f.type(at), [read], component, 0, loc)
}
