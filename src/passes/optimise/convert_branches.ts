// Turns a branch around a few cheap instructions into selects, as LLVM does. Only pure, cheap, speculatable work moves; never loads,
// divisions, or anything that looks at other lanes. [branch] is respected, [flatten] raises the limits.

import { isInside } from '../../ir/debug_info.ts'
import { type DebugRow, NO_VARIABLE } from '../../ir/debug_rows.ts'
import { isConvergent, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'

const HINT_BRANCH = 1
const HINT_FLATTEN = 2

/** Instructions of both sides together, and selects, that a branch may turn into. */
const LIMITS = { cost: 4, selects: 4 }
const FLATTEN_LIMITS = { cost: 256, selects: 64 }

/** DXIL math that costs about as much as an addition. */
const CHEAP_DX: ReadonlySet<number> = new Set([
  ...[DxilOp.FAbs, DxilOp.Saturate, DxilOp.FMax, DxilOp.FMin, DxilOp.IMax, DxilOp.IMin, DxilOp.UMax, DxilOp.UMin],
  ...[DxilOp.FirstbitHi, DxilOp.FirstbitLo, DxilOp.FirstbitSHi, DxilOp.Countbits, DxilOp.Bfrev],
])
const FREE: ReadonlySet<number> = new Set([Op.BitCast, Op.Extract])
const EXPENSIVE: ReadonlySet<number> = new Set([
  ...[Op.UDiv, Op.SDiv, Op.URem, Op.SRem, Op.FRem, Op.Handle, Op.LoadCBufferRow, Op.Phi],
])

/** Converts the branch that ends `head` when it pays; blocks that fell out are added to `emptied`. */
export function convertBranch(m: Module, f: Func, head: Block, emptied: Set<Block>): boolean {
  const t = f.terminator(head)
  if (f.op(t) !== Op.CondBr || f.aux(t) === HINT_BRANCH) return false
  const [yes, no] = f.successors(head) as [Block, Block]
  const join = joinOf(f, head, yes, no)
  if (join === NO_BLOCK) return false
  const limits = f.aux(t) === HINT_FLATTEN ? FLATTEN_LIMITS : LIMITS
  const sides = [yes, no].filter(s => s !== join)
  if (!isWorthIt(f, sides, join, yes === join ? head : yes, no === join ? head : no, limits)) return false
  for (const side of sides) while (f.first(side) !== f.terminator(side)) f.moveBefore(f.first(side), t)
  if (f.debugRows) for (const side of sides) keepInner(m, f, side, join, t)
  const chosen = selects(f, t, join, yes === join ? head : yes, no === join ? head : no)
  const loc = f.loc(t)
  for (const side of sides) {
    f.clearTerminator(side)
    emptied.add(side)
  }
  f.clearTerminator(head)
  f.terminate(head, Op.Br, VOID, [], [join], 0, loc)
  let i = 0
  for (let v = f.first(join); f.op(v) === Op.Phi; v = f.next(v)) f.addOperand(v, chosen[i++]!)
  return true
}

/**
 * Variables of the side alone have their values also where it runs always. What others got there is told where the ways meet; where nothing tells it,
 * because no code asks, nobody knows it any more.
 */
function keepInner(m: Module, f: Func, side: Block, join: Block, t: Value): void {
  const rows = f.debugRows!
  const met = new Set<string>()
  const key = ({ variable, loc }: DebugRow): string => `${variable} ${loc}`
  for (let v = f.first(join); v !== NO_VALUE; v = f.next(v)) {
    for (const row of rows.before(v)) met.add(key(row))
    if (f.op(v) !== Op.Phi) break
  }
  for (const row of rows.take(f.terminator(side), row => !met.has(key(row))))
    rows.addBefore(
      t,
      row.variable !== NO_VARIABLE && isAround(m, f, row.loc, f.loc(t)) ? { ...row, value: NO_VALUE } : row,
    )
}

/** Whether what is declared at `outer` is also visible at `inner`, or in a function that calls it. */
function isAround(m: Module, f: Func, outer: Loc, inner: Loc): boolean {
  const declared = f.locations.row(outer)
  for (let at = f.locations.row(inner); declared && at; at = f.locations.row(at.inlinedAt))
    if (at.inlinedAt === declared.inlinedAt && m.debug && isInside(m.debug, at.scope, declared.scope)) return true
  return declared === undefined || f.locations.row(inner) === undefined
}

/** Where both ways meet right after at most one block each, or NO_BLOCK. */
function joinOf(f: Func, head: Block, yes: Block, no: Block): Block {
  const after = (side: Block): Block =>
    f.predecessors(side).length === 1 && f.op(f.terminator(side)) === Op.Br ? f.successors(side)[0]! : NO_BLOCK
  const fromYes = after(yes)
  const fromNo = after(no)
  const join =
    fromYes !== NO_BLOCK && (fromYes === no || fromYes === fromNo) ? fromYes : fromNo === yes ? yes : NO_BLOCK
  return join === head || yes === no || (join !== NO_BLOCK && f.blocks[0] === join) ? NO_BLOCK : join
}

function isWorthIt(
  f: Func,
  sides: readonly Block[],
  join: Block,
  fromYes: Block,
  fromNo: Block,
  limits: { readonly cost: number; readonly selects: number },
): boolean {
  let cost = 0
  for (const side of sides)
    for (let v = f.first(side); v !== f.terminator(side); v = f.next(v)) {
      cost += costOf(f, v, limits === FLATTEN_LIMITS)
      if (cost > limits.cost) return false
    }
  const preds = f.predecessors(join)
  const a = preds.indexOf(fromYes)
  const b = preds.indexOf(fromNo)
  let selects = 0
  for (let v = f.first(join); f.op(v) === Op.Phi; v = f.next(v)) if (f.operandAt(v, a) !== f.operandAt(v, b)) selects++
  // An `if` of at most one instruction only chooses values, however many.
  return selects <= limits.selects || (cost <= 1 && sides.length === 1)
}

/** Cost in additions; Infinity for what must not run where the program does not run it. */
function costOf(f: Func, v: Value, flatten: boolean): number {
  const op = f.op(v)
  if (!isSpeculatable(f, v) || isConvergent(f, v) || op === Op.Phi) return Number.POSITIVE_INFINITY
  if (flatten) return 1
  if (EXPENSIVE.has(op) || (op === Op.Dx && !CHEAP_DX.has(f.aux(v)))) return Number.POSITIVE_INFINITY
  return FREE.has(op) ? 0 : 1
}

/** The value of each phi of the join when it is entered from the head alone. */
function selects(f: Func, t: Value, join: Block, fromYes: Block, fromNo: Block): Value[] {
  const condition = f.operandAt(t, 0)
  const a = f.predecessors(join).indexOf(fromYes)
  const b = f.predecessors(join).indexOf(fromNo)
  const list: Value[] = []
  for (let v = f.first(join); v !== NO_VALUE && f.op(v) === Op.Phi; v = f.next(v)) {
    const yes = f.operandAt(v, a)
    const no = f.operandAt(v, b)
    list.push(yes === no ? yes : f.insertBefore(t, Op.Select, f.type(v), [condition, yes, no]))
  }
  return list
}
