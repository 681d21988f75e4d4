// Jump threading over blocks that only merge values and branch on one of them. Each way into the block on which that value is a constant knows where
// it goes on, and goes there directly: what an inlined `bool load(...)` leaves, whose early `return false` comes with values that nobody reads, or
// `bool ok = a && b; if (ok) ...` where b is not computed without a. Needs promote_locals afterwards.

import { loopHeaders, reversePostOrder } from '../../ir/control_flow.ts'
import { NO_VARIABLE } from '../../ir/debug_rows.ts'
import { dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { isStorable, VOID } from '../../ir/types.ts'
import { demote } from '../common/demote.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { canEnter, moveEdges } from './simplify_cfg.ts'

const threadWith = (merges: boolean): Pass => ({
  name: 'thread_jumps',
  run(m, f) {
    const found = f.blocks.filter(b => meetingAt(m, f, b))
    if (found.length === 0) return false
    const headers = loopHeaders(f, reversePostOrder(f))
    let changed = false
    for (const b of found) {
      // What went before may have taken one of its ways.
      const meeting = headers.has(b) ? undefined : meetingAt(m, f, b)
      if (meeting && thread(m, f, meeting, headers, merges)) changed = true
    }
    return changed
  },
})

export const threadJumps = threadWith(true)
/** Only where nothing has to be merged elsewhere instead: branches that will be choices (`a && b`) stay. */
export const threadFreely = threadWith(false)

/** A block of phis that branches on one of them, which is a constant on ways into it. */
interface Meeting {
  readonly block: Block
  readonly phis: readonly Value[]
  readonly branch: Value
  /** The ways that go on to the first and to the second successor. */
  readonly ways: readonly [Set<Block>, Set<Block>]
  /** How many ways may go on to either. */
  readonly open: number
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
  let open = 0
  const preds = f.predecessors(block)
  for (const [i, p] of preds.entries()) {
    const known = intOf(m, f.operandAt(condition, i))
    if (known === undefined) open++
    else ways[known === 1 ? 0 : 1].add(p)
  }
  // Two edges from one block would go on to one side each.
  return open < preds.length && new Set(preds).size === preds.length ? { block, phis, branch, ways, open } : undefined
}

/** Sends ways that are known to where they lead, past the block. */
function thread(m: Module, f: Func, meeting: Meeting, headers: ReadonlySet<Block>, merges: boolean): boolean {
  const { block, phis, branch, ways } = meeting
  const successors = f.successors(block)
  if (successors[0] === successors[1] || successors.some(s => s === block || headers.has(s))) return false
  const sides = sidesToThread(f, meeting, merges)
  if (!sides?.every(side => [...ways[side]!].every(p => canEnter(f, p, block, successors[side]!)))) return false
  const variables = phis.map(phi =>
    usesOf(f, [phi]).some(use => isMet(f, meeting, sides, use))
      ? demote(m, f, phi, (user, i) => isMet(f, meeting, sides, { user, i }))
      : NO_VALUE,
  )
  for (const side of sides) {
    const target = successors[side]!
    const passing = [...ways[side]!]
    describe(f, meeting, passing, target)
    for (const p of passing) {
      const way = f.predecessors(block).indexOf(p)
      for (const [k, variable] of variables.entries())
        if (variable !== NO_VALUE)
          f.insertBefore(f.terminator(p), Op.Store, VOID, [variable, f.operandAt(phis[k]!, way)])
      moveEdges(f, p, block, target)
    }
  }
  if (sides.length === 1 && meeting.open === 0) f.setOperand(branch, 0, m.constants.bool(sides[0] === 1))
  // Nothing meets any more where one way is left; what variables hold is told by the values themselves.
  if (f.predecessors(block).length === 1)
    for (const phi of phis) {
      if (f.isUsed(phi) || f.debugRows) f.replaceAllUses(phi, f.operandAt(phi, 0))
      f.remove(phi)
    }
  return true
}

/**
 * The successors whose ways pass the block. Where every way is known, one side passes that needs nothing of what the others have. Else one way must be
 * left: then the block merges nothing any more, and what its values were is merged in the successors.
 */
function sidesToThread(f: Func, meeting: Meeting, merges: boolean): readonly number[] | undefined {
  const { phis, ways, open } = meeting
  const used = [0, 1].filter(side => ways[side]!.size > 0)
  if (open === 0 && used.length === 2) {
    const free = [1, 0].find(side => usesOf(f, phis).every(use => !isMet(f, meeting, [side], use)))
    if (free !== undefined) return [free]
  }
  if (!merges) return undefined
  const sides = open === 1 ? used : [1, 0].filter(side => open === 0 && ways[1 - side]!.size === 1).slice(0, 1)
  const isAny = sides.length > 0 && sides.every(side => ways[side]!.size > 0)
  return isAny && canMerge(f, meeting, sides) ? sides : undefined
}

/** Whether each value is merged in one successor alone: behind both it would be merged once more. */
function canMerge(f: Func, meeting: Meeting, sides: readonly number[]): boolean {
  const dom = dominanceOf(f)
  const targets = sides.map(side => f.successors(meeting.block)[side]!)
  return (
    meeting.phis.every(phi => isStorable(f.type(phi))) &&
    usesOf(f, meeting.phis).every(
      use => !isMet(f, meeting, sides, use) || targets.some(target => dom.dominates(target, placeOf(f, use))),
    )
  )
}

/** An operand of an instruction. */
interface Use {
  readonly user: Value
  readonly i: number
}

const usesOf = (f: Func, values: readonly Value[]): Use[] =>
  values.flatMap(v =>
    [...new Set(f.users(v))].flatMap(user => f.operands(user).flatMap((o, i) => (o === v ? [{ user, i }] : []))),
  )

/** Where the value is needed: a phi needs it at the end of the predecessor. */
function placeOf(f: Func, { user, i }: Use): Block {
  const own = f.blockOf(user)
  return f.op(user) === Op.Phi ? f.predecessors(own)[i]! : own
}

/**
 * Whether a use of a phi of the block has other definitions when the ways to `sides` pass the block: not in the block itself, on its edges, and where
 * only a successor leads that none of them goes to.
 */
function isMet(f: Func, { block, ways }: Meeting, sides: readonly number[], use: Use): boolean {
  const at = placeOf(f, use)
  if (at === block) return false
  const dom = dominanceOf(f)
  const isBehind = (s: Block, side: number): boolean =>
    !(sides.includes(side) && ways[side]!.size > 0) && f.predecessors(s).length === 1 && dom.dominates(s, at)
  return !dom.isReachable(at) || !f.successors(block).some(isBehind)
}

/**
 * Copies what the block says of variables to the ways that pass it: to the target when the block is its only predecessor, else to the end of what leads
 * nowhere else.
 */
function describe(f: Func, { block, phis, branch }: Meeting, ways: readonly Block[], target: Block): void {
  const rows = f.debugRows
  if (!rows) return
  const edges = f.predecessors(block)
  const told = rows.before(branch).filter(row => row.variable !== NO_VARIABLE && !row.isMemory)
  const held = (v: Value, from: readonly Block[]): Value => {
    if (!phis.includes(v)) return v
    const values = new Set(from.map(p => f.operandAt(v, edges.indexOf(p))))
    return values.size === 1 ? [...values][0]! : NO_VALUE
  }
  if (f.predecessors(target).length === 1) {
    let at = f.first(target)
    while (f.op(at) === Op.Phi) at = f.next(at)
    for (const row of [...told].reverse()) rows.addBefore(at, { ...row, value: held(row.value, ways) }, true)
    return
  }
  for (const p of ways)
    if (f.successors(p).length === 1)
      for (const row of told) rows.addBefore(f.terminator(p), { ...row, value: held(row.value, [p]) })
}
