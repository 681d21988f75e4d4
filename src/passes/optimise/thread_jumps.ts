// Jump threading over blocks that only merge values and branch on one of them: what an inlined `bool load(...)` leaves, whose early `return false`
// comes with values that nobody reads. Each way into the block knows where it goes on, so that what one has need not meet what the others have.

import { loopHeaders, reversePostOrder } from '../../ir/control_flow.ts'
import { NO_VARIABLE } from '../../ir/debug_rows.ts'
import { dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { canEnter, moveEdges } from './simplify_cfg.ts'

export const threadJumps: Pass = {
  name: 'thread_jumps',
  run(m, f) {
    const found = f.blocks.filter(b => meetingAt(m, f, b))
    if (found.length === 0) return false
    const headers = loopHeaders(f, reversePostOrder(f))
    let changed = false
    for (const b of found) {
      // What went before may have taken one of its ways.
      const meeting = headers.has(b) ? undefined : meetingAt(m, f, b)
      if (meeting && thread(m, f, meeting, headers)) changed = true
    }
    return changed
  },
}

/** A block of phis that branches on one of them, which is a constant on every way into it. */
interface Meeting {
  readonly block: Block
  readonly phis: readonly Value[]
  readonly branch: Value
  /** The ways that go on to the first and to the second successor. */
  readonly ways: readonly [Set<Block>, Set<Block>]
}

function meetingAt(m: Module, f: Func, block: Block): Meeting | undefined {
  const branch = f.terminator(block)
  if (f.op(branch) !== Op.CondBr) return undefined
  const phis: Value[] = []
  let v = f.first(block)
  for (; f.op(v) === Op.Phi; v = f.next(v)) phis.push(v)
  const condition = f.operandAt(branch, 0)
  if (v !== branch || !phis.includes(condition)) return undefined
  const ways: Meeting['ways'] = [new Set(), new Set()]
  for (const [i, p] of f.predecessors(block).entries()) {
    const known = intOf(m, f.operandAt(condition, i))
    if (known === undefined) return undefined
    ways[known === 1 ? 0 : 1].add(p)
  }
  return ways.every(way => way.size > 0) ? { block, phis, branch, ways } : undefined
}

/** Sends the ways that lead to one successor there, past the block, when none of its values is needed there. */
function thread(m: Module, f: Func, meeting: Meeting, headers: ReadonlySet<Block>): boolean {
  const { block, phis, branch } = meeting
  const successors = f.successors(block)
  if (successors[0] === successors[1] || successors.some(s => s === block || headers.has(s))) return false
  const side = [1, 0].find(s => needsNothing(f, meeting, successors[1 - s]!))
  if (side === undefined) return false
  const target = successors[side]!
  const ways = [...meeting.ways[side]!]
  if (!ways.every(p => canEnter(f, p, block, target))) return false
  describe(f, meeting, ways, target)
  for (const p of ways) moveEdges(f, p, block, target)
  f.setOperand(branch, 0, m.constants.bool(side === 1))
  // Nothing meets any more where one way is left; what variables hold is told by the values themselves.
  if (f.predecessors(block).length === 1)
    for (const phi of phis) {
      if (f.isUsed(phi) || f.debugRows) f.replaceAllUses(phi, f.operandAt(phi, 0))
      f.remove(phi)
    }
  return true
}

/** Whether every use of the phis is dominated by `other`, which has no other predecessor, or is a phi that takes the value from the block itself. */
function needsNothing(f: Func, { block, phis }: Meeting, other: Block): boolean {
  const dom = dominanceOf(f)
  const isBehind = (at: Block): boolean =>
    f.predecessors(other).length === 1 && dom.isReachable(at) && dom.dominates(other, at)
  return phis.every(phi =>
    f.users(phi).every(user => {
      const own = f.blockOf(user)
      if (f.op(user) !== Op.Phi) return own === block || isBehind(own)
      return f.predecessors(own).every((p, i) => f.operandAt(user, i) !== phi || p === block || isBehind(p))
    }),
  )
}

/** Copies what the block says of variables to the target, when the block is its only predecessor. */
function describe(f: Func, { block, phis, branch }: Meeting, ways: readonly Block[], target: Block): void {
  const rows = f.debugRows
  if (!rows || f.predecessors(target).length > 1) return
  const edges = f.predecessors(block)
  const held = (v: Value): Value => {
    if (!phis.includes(v)) return v
    const values = new Set(ways.map(p => f.operandAt(v, edges.indexOf(p))))
    return values.size === 1 ? [...values][0]! : NO_VALUE
  }
  let at = f.first(target)
  while (f.op(at) === Op.Phi) at = f.next(at)
  for (const row of [...rows.before(branch)].reverse())
    if (row.variable !== NO_VARIABLE && !row.isMemory) rows.addBefore(at, { ...row, value: held(row.value) }, true)
}
