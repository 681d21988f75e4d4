// Turns a branch around a few cheap instructions into selects, as LLVM does. Only pure, cheap, speculatable work moves; never loads,
// divisions by a variable, or anything that looks at other lanes. [branch] is respected, [flatten] raises the limits.

import { isInside } from '../../ir/debug_info.ts'
import { type DebugRow, NO_VARIABLE } from '../../ir/debug_rows.ts'
import { isConvergent, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I1, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'

const HINT_BRANCH = 1
const HINT_FLATTEN = 2

interface Limits {
  /** Instructions of both sides together, and selects, that a branch may turn into. */
  readonly cost: number
  readonly selects: number
  /** Instructions of a side for each value that is chosen: LLVM counts two, when the value is a vector still. */
  readonly each: number
}

const LIMITS: Limits = { cost: 4, selects: 4, each: 2 }
const FLATTEN_LIMITS: Limits = { cost: 256, selects: 64, each: 0 }
const ONE_LIMITS: Limits = { cost: 1, selects: 1, each: 0 }

/** DXIL math that costs about as much as an addition. */
const CHEAP_DX: ReadonlySet<number> = new Set([
  ...[DxilOp.FAbs, DxilOp.Saturate, DxilOp.FMax, DxilOp.FMin, DxilOp.IMax, DxilOp.IMin, DxilOp.UMax, DxilOp.UMin],
  ...[DxilOp.FirstbitHi, DxilOp.FirstbitLo, DxilOp.FirstbitSHi, DxilOp.Countbits, DxilOp.Bfrev],
])
const FREE: ReadonlySet<number> = new Set([Op.BitCast, Op.Extract])
const EXPENSIVE: ReadonlySet<number> = new Set([Op.FRem, Op.Handle, Op.LoadCBufferRow, Op.Phi])

/** Converts the branch that ends `head` when it pays; blocks that fell out are added to `emptied`. */
export function convertBranch(m: Module, f: Func, head: Block, emptied: Set<Block>): boolean {
  const t = f.terminator(head)
  if (!branchesFreely(f, head)) return false
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

/** Values that ways which meet must be chosen between, where a branch behind a branch leads where that leads, too; as in LLVM. */
const MOST_CHOICES = 2

/**
 * `if (a) { if (b) X else Y } else Y` has one branch on a && b where b costs nothing: what threading makes of `bool ok = a && b; if (ok) ...`. Behind it
 * the block of the second branch is added to `emptied`.
 */
export function joinBranches(m: Module, f: Func, head: Block, emptied: Set<Block>): boolean {
  const t = f.terminator(head)
  for (const [i, second, common] of innerTests(f, head)) {
    const branch = f.terminator(second)
    const at = f.successors(second).indexOf(common)
    const other = f.successors(second)[1 - at]
    if (at < 0 || other === common || other === head || common === second || common === head) continue
    if (!canJoin(f, head, second, common, phi => valueAt(f, phi, second))) continue
    while (f.first(second) !== branch) f.moveBefore(f.first(second), t)
    const both = [f.operandAt(t, 0), f.operandAt(branch, 0)]
    // Ways that both lead there when false: either leads there when it is true.
    const isEither = i === 1 && at === 0
    const not = (v: Value): Value => f.insertBefore(t, Op.Xor, I1, [v, m.constants.bool(true)])
    if (!isEither && i === 1) both[0] = not(both[0]!)
    if (!isEither && at === 0) both[1] = not(both[1]!)
    const condition = f.insertBefore(t, isEither ? Op.Or : Op.And, I1, both)
    const met = selects(f, t, common, i === 0 ? second : head, i === 0 ? head : second)
    if (f.debugRows) keepInner(m, f, second, common, t)
    enterTogether(f, { head, second, common, other: other! }, condition, met)
    if (isEither) f.swapSuccessors(head)
    emptied.add(second)
    return true
  }
  return false
}

/** Whether a block ends in a branch that may become a choice. */
const branchesFreely = (f: Func, b: Block): boolean =>
  f.op(f.terminator(b)) === Op.CondBr && f.aux(f.terminator(b)) !== HINT_BRANCH

/** The branches that only one way from a branch leads to: that way's index, the block, and where the other way leads. */
function innerTests(f: Func, head: Block): (readonly [index: number, second: Block, common: Block])[] {
  if (!branchesFreely(f, head)) return []
  const [yes, no] = f.successors(head) as [Block, Block]
  const ways = [[0, yes, no] as const, [1, no, yes] as const]
  return ways.filter(([, second]) => branchesFreely(f, second) && f.predecessors(second).length === 1)
}

const valueAt = (f: Func, phi: Value, from: Block): Value =>
  f.operandAt(phi, f.predecessors(f.blockOf(phi)).indexOf(from))

/** Whether the second block holds but its condition, and the place both lead to has few values to choose between. @param fromSecond what a phi there has from it */
function canJoin(f: Func, head: Block, second: Block, common: Block, fromSecond: (phi: Value) => Value): boolean {
  let cost = 0
  for (let v = f.first(second); v !== f.terminator(second); v = f.next(v)) cost += costOf(f, v, false)
  let choices = 0
  for (let v = f.first(common); f.op(v) === Op.Phi; v = f.next(v)) if (valueAt(f, v, head) !== fromSecond(v)) choices++
  return cost <= 1 && choices <= (cost === 0 ? MOST_CHOICES : 0)
}

/**
 * The place where the inner test of `if (a) { if (b) X }` ends, when only that it leads to the end of the outer one keeps the two from being joined; or
 * NO_BLOCK. @param past what a phi has from a block that goes to it past another
 */
export function innerEnd(f: Func, head: Block, past: (f: Func, from: Block, via: Block, phi: Value) => Value): Block {
  for (const [, second, common] of innerTests(f, head)) {
    const after = f.successors(second)
    if (common === second || after.includes(common)) continue
    const end = after.find(e => f.op(f.terminator(e)) === Op.Br && f.successors(e)[0] === common && isEmpty(f, e))
    if (end && canJoin(f, head, second, common, phi => past(f, second, end, phi))) return end
  }
  return NO_BLOCK
}

const isEmpty = (f: Func, b: Block): boolean => f.behindPhis(f.first(b)) === f.terminator(b)

/** Whether the branch that ends a block is around one instruction at most, so that it becomes a choice. */
export function isChoice(f: Func, head: Block): boolean {
  if (!branchesFreely(f, head)) return false
  const [yes, no] = f.successors(head) as [Block, Block]
  const join = joinOf(f, head, yes, no)
  const sides = [yes, no].filter(s => s !== join)
  if (join === NO_BLOCK || sides.length !== 1) return false
  return isWorthIt(f, sides, join, yes === join ? head : yes, no === join ? head : no, ONE_LIMITS)
}

interface Meeting {
  readonly head: Block
  readonly second: Block
  readonly common: Block
  readonly other: Block
}

/** The head alone branches; the phis of the common place have `met` from it. */
function enterTogether(f: Func, { head, second, common, other }: Meeting, both: Value, met: readonly Value[]): void {
  const edge = f.predecessors(other).indexOf(second)
  const kept: Value[] = []
  for (let v = f.first(other); f.op(v) === Op.Phi; v = f.next(v)) kept.push(f.operandAt(v, edge))
  const loc = f.loc(f.terminator(head))
  f.clearTerminator(second)
  f.clearTerminator(head)
  f.terminate(head, Op.CondBr, VOID, [both], [other, common], 0, loc)
  for (const [place, values] of [
    [other, kept],
    [common, met],
  ] as const) {
    let i = 0
    for (let v = f.first(place); f.op(v) === Op.Phi; v = f.next(v)) f.addOperand(v, values[i++]!)
  }
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
  limits: Limits,
): boolean {
  const preds = f.predecessors(join)
  const a = preds.indexOf(fromYes)
  const b = preds.indexOf(fromNo)
  let selects = 0
  for (let v = f.first(join); f.op(v) === Op.Phi; v = f.next(v)) if (f.operandAt(v, a) !== f.operandAt(v, b)) selects++
  const most = Math.max(limits.cost, limits.each * selects * sides.length)
  let cost = 0
  for (const side of sides)
    for (let v = f.first(side); v !== f.terminator(side); v = f.next(v)) {
      cost += costOf(f, v, limits === FLATTEN_LIMITS)
      if (cost > most) return false
    }
  // A join with further predecessors keeps its phis: each select is one instruction more, each side one jump less.
  if (preds.length > 2 && limits !== FLATTEN_LIMITS && selects > sides.length) return false
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
