// A branch on `found && x` is two where some way to it knows that something was found: that way goes straight to the test of x, and others need no x.
// What threading (thread_jumps.ts) does with the first of both; branches that turn out to be one in spite of it are joined again by simplify_cfg.

import { loopHeaders } from '../../ir/control_flow.ts'
import { isConvergent, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { VOID } from '../../ir/types.ts'
import { reachesConvergent } from '../analyse/reconvergence.ts'
import { intOf } from '../common/simplify_rules.ts'

/** True when a branch became two. */
export function splitTests(m: Module, f: Func): boolean {
  let headers: ReadonlySet<Block> | undefined
  let changed = false
  for (const b of [...f.blocks]) {
    const test = testAt(m, f, b)
    if (!test || reachesConvergent(f, b)) continue
    headers ??= loopHeaders(f)
    if (headers.has(b) || f.successors(b).some(s => headers!.has(s))) continue
    split(f, b, test)
    changed = true
  }
  return changed
}

interface JoinedTest {
  /** The phi that some way knows. */
  readonly first: Value
  readonly second: Value
  readonly isAnd: boolean
  /** Where the first alone leads. */
  readonly stop: Block
}

function testAt(m: Module, f: Func, b: Block): JoinedTest | undefined {
  const branch = f.terminator(b)
  if (f.op(branch) !== Op.CondBr) return undefined
  const condition = f.operandAt(branch, 0)
  const op = condition < 0 ? NO_VALUE : f.op(condition)
  if ((op !== Op.And && op !== Op.Or) || f.blockOf(condition) !== b || f.singleUser(condition) !== branch)
    return undefined
  const isAnd = op === Op.And
  const goesOn = Number(isAnd)
  const isKnown = (v: Value): boolean =>
    v > 0 && f.op(v) === Op.Phi && f.blockOf(v) === b && f.operands(v).some(o => intOf(m, o) === goesOn)
  const at = f.operands(condition).findIndex(isKnown)
  const [yes, no] = f.successors(b) as [Block, Block]
  if (at < 0 || yes === no) return undefined
  const stop = isAnd ? no : yes
  const test = { first: f.operandAt(condition, at), second: f.operandAt(condition, 1 - at), isAnd, stop }
  return test.second > 0 && canStandBehind(f, b, stop) ? test : undefined
}

/** Whether what the block computes is needed for its test alone, so that it can stand behind the first half. */
function canStandBehind(f: Func, b: Block, stop: Block): boolean {
  if (stop === b) return false
  for (let v = f.first(b); v !== f.terminator(b); v = f.next(v)) {
    if (f.op(v) === Op.Phi) continue
    if (!isSpeculatable(f, v) || isConvergent(f, v)) return false
    if (f.users(v).some(user => f.blockOf(user) !== b || f.op(user) === Op.Phi)) return false
  }
  return true
}

function split(f: Func, b: Block, { first, second, isAnd, stop }: JoinedTest): void {
  const edge = f.predecessors(stop).indexOf(b)
  const at = f.behindPhis(f.first(b))
  const behind = f.splitBefore(at)
  const branch = f.terminator(behind)
  const condition = f.operandAt(branch, 0)
  f.setOperand(branch, 0, second)
  f.remove(condition)
  f.terminate(b, Op.CondBr, VOID, [first], isAnd ? [behind, stop] : [stop, behind], 0, f.loc(branch))
  for (let v = f.first(stop); f.op(v) === Op.Phi; v = f.next(v)) f.addOperand(v, f.operandAt(v, edge))
}
