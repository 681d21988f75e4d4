// Jump threading over blocks that only merge values and branch on one of them: what an inlined `bool load(...)` leaves, whose early `return false`
// comes with values that nobody reads. Each way into the block knows where it goes on, so that the values of one need not meet those of the other.

import { loopHeaders, reversePostOrder } from '../../ir/control_flow.ts'
import { NO_VARIABLE } from '../../ir/debug_rows.ts'
import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { canEnter, moveEdges } from './simplify_cfg.ts'

export const threadJumps: Pass = {
  name: 'thread_jumps',
  run(m, f) {
    let changed = false
    const headers = candidates(m, f).length > 0 ? loopHeaders(f, reversePostOrder(f)) : undefined
    if (!headers) return false
    for (const b of candidates(m, f)) {
      // What went before may have taken one of its ways, or changed what dominates what.
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
  readonly ways: readonly [readonly Block[], readonly Block[]]
}

const candidates = (m: Module, f: Func): Block[] => f.blocks.filter(b => meetingAt(m, f, b) !== undefined)

function meetingAt(m: Module, f: Func, block: Block): Meeting | undefined {
  const branch = f.terminator(block)
  const condition = f.op(branch) === Op.CondBr ? f.operandAt(branch, 0) : NO_VALUE
  if (condition <= 0 || f.op(condition) !== Op.Phi || f.blockOf(condition) !== block) return undefined
  const phis: Value[] = []
  for (let v = f.first(block); v !== branch; v = f.next(v)) {
    if (f.op(v) !== Op.Phi) return undefined
    phis.push(v)
  }
  const ways: [Block[], Block[]] = [[], []]
  for (const [i, p] of f.predecessors(block).entries()) {
    const known = intOf(m, f.operandAt(condition, i))
    if (known === undefined) return undefined
    const way = ways[known === 1 ? 0 : 1]
    if (!way.includes(p)) way.push(p)
  }
  return ways[0].length > 0 && ways[1].length > 0 ? { block, phis, branch, ways } : undefined
}

/** Which phis a successor needs itself when its ways no longer come through the block. */
type Needs = readonly Value[]

function thread(m: Module, f: Func, meeting: Meeting, headers: ReadonlySet<Block>): boolean {
  const { block } = meeting
  const successors = f.successors(block)
  if (successors[0] === successors[1] || successors.some(s => s === block || headers.has(s))) return false
  const dom = dominanceOf(f)
  const needs = [needsOf(f, meeting, dom, 0), needsOf(f, meeting, dom, 1)] as const
  if (!needs[0] || !needs[1]) return false
  const side = needs[0].length < needs[1].length ? 0 : 1
  const target = successors[side]!
  const ways = meeting.ways[side]
  // Where several ways lead to both there would be two phis in place of one.
  if (needs[side]!.length > 0 && meeting.ways.every(list => list.length > 1)) return false
  if (!ways.every(p => canEnter(f, p, block, target))) return false
  moveWays(f, meeting, ways, target, needs[side]!, dom)
  f.setOperand(meeting.branch, 0, m.constants.bool(side === 1))
  if (f.predecessors(block).length === 1) replacePhis(f, meeting.phis)
  return true
}

/** Nothing meets any more where one way is left; what variables hold is told by the values themselves. */
function replacePhis(f: Func, phis: readonly Value[]): void {
  for (const phi of phis) {
    if (f.isUsed(phi) || f.debugRows) f.replaceAllUses(phi, f.operandAt(phi, 0))
    f.remove(phi)
  }
}

/** The phis that are used where the successor alone leads; undefined when one is used where both lead. */
function needsOf(f: Func, { block, phis }: Meeting, dom: Dominance, side: number): Needs | undefined {
  const successors = f.successors(block)
  const isOwn = successors.map(s => f.predecessors(s).length === 1)
  const needed: Value[] = []
  for (const phi of phis) {
    let isNeeded = false
    for (const [at] of usesOf(f, phi)) {
      // The branch, and phis of the successors, which get their values with the edges.
      if (at === block) continue
      const owner = dom.isReachable(at) ? successors.findIndex((s, i) => isOwn[i] && dom.dominates(s, at)) : -1
      if (owner < 0) return undefined
      if (owner === side) isNeeded = true
    }
    if (isNeeded) needed.push(phi)
  }
  return needed
}

/** Where each use of a value takes it: phis take theirs at the end of the block it comes from. */
function* usesOf(f: Func, v: Value): Generator<readonly [at: Block, user: Value, operand: number]> {
  for (const user of f.users(v))
    for (let i = 0; i < f.operandCount(user); i++)
      if (f.operandAt(user, i) === v) {
        const own = f.blockOf(user)
        yield [f.op(user) === Op.Phi ? f.predecessors(own)[i]! : own, user, i]
      }
}

function moveWays(
  f: Func,
  { block, phis, branch }: Meeting,
  ways: readonly Block[],
  target: Block,
  needed: Needs,
  dom: Dominance,
): void {
  const edges = f.predecessors(block)
  const given = new Map(ways.map(p => [p, new Map(phis.map(phi => [phi, f.operandAt(phi, edges.indexOf(p))]))]))
  const isOwn = f.predecessors(target).length === 1
  for (const p of ways) moveEdges(f, p, block, target)
  const made = new Map<Value, Value>()
  for (const phi of phis) {
    if (!needed.includes(phi)) {
      const values = new Set(ways.map(p => given.get(p)!.get(phi)!))
      made.set(phi, values.size === 1 ? [...values][0]! : NO_VALUE)
      continue
    }
    const operands = f.predecessors(target).map(p => given.get(p)?.get(phi) ?? phi)
    const own = f.prepend(target, Op.Phi, f.type(phi), operands, 0, 0, f.loc(phi))
    made.set(phi, own)
    for (const [at, user, i] of [...usesOf(f, phi)])
      if (user !== own && at !== block && dom.dominates(target, at)) f.setOperand(user, i, own)
  }
  if (isOwn) describe(f, branch, target, made)
}

/** What the block says of variables holds behind it, too. */
function describe(f: Func, branch: Value, target: Block, made: ReadonlyMap<Value, Value>): void {
  const rows = f.debugRows
  if (!rows) return
  let at = f.first(target)
  while (f.op(at) === Op.Phi) at = f.next(at)
  const held = rows.before(branch).filter(row => row.variable !== NO_VARIABLE && !row.isMemory)
  for (const row of held.reverse()) rows.addBefore(at, { ...row, value: made.get(row.value) ?? row.value }, true)
}
