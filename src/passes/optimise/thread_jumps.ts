// Jump threading over blocks that merge values and branch on what a few instructions make of them. Each way into the block on which the test is known
// goes where it leads directly: what an inlined `bool load(...)` leaves, whose early `return false` comes with values that nobody reads; `int id = -1;
// if (c) id = a[i]; if (id >= 0) ...`; a number that a helper returns for a kind, and whom its caller asks about one kind after the other.

import { loopHeaders } from '../../ir/control_flow.ts'
import { NO_VARIABLE } from '../../ir/debug_rows.ts'
import { dominanceOf } from '../../ir/dominance.ts'
import { isConvergent, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { isStorable, VOID } from '../../ir/types.ts'
import { constantsFrom } from '../analyse/known_ways.ts'
import { reachesConvergent } from '../analyse/reconvergence.ts'
import { demote } from '../common/demote.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { placeOf, type Use, usesOf } from '../common/uses.ts'
import { isChoice } from './convert_branches.ts'
import { promoteLocals } from './promote_locals.ts'
import { simplify } from './simplify.ts'
import { canEnter, moveEdges, straighten } from './simplify_cfg.ts'
import { splitTests } from './split_tests.ts'

/** Threading leaves blocks that only follow each other, behind which more is known: rounds of both. Real shaders settle in two or three. */
const MAX_ROUNDS = 8

/** Before branches become choices, as in LLVM: ways part for good where a test is known on one, whatever has to be merged elsewhere instead. */
export const threadEarly: Pass = {
  name: 'thread_jumps',
  run(m, f) {
    let changed = splitTests(m, f)
    for (let round = 0; round < MAX_ROUNDS && threadOnce(m, f, false); round++) {
      promoteLocals.run(m, f)
      simplify.run(m, f)
      straighten(m, f)
      changed = true
    }
    return changed
  },
}

/** Where branches became choices: only what makes the code no longer. Needs promote_locals afterwards. */
export const threadJumps: Pass = {
  name: 'thread_jumps',
  run: (m, f) => threadOnce(m, f, true),
}

function threadOnce(m: Module, f: Func, isLate: boolean): boolean {
  const found = f.blocks.filter(b => meetingAt(m, f, b))
  if (found.length === 0) return false
  const headers = loopHeaders(f)
  let changed = false
  // The last first: the ways into `a || b || c || ...` then go to its end at once, not from each place where two meet to the next.
  for (const b of found.reverse()) {
    // What went before may have taken one of its ways.
    const meeting = headers.has(b) ? undefined : meetingAt(m, f, b)
    if (meeting && thread(m, f, meeting, headers, isLate)) changed = true
  }
  return changed
}

/** Values that may be merged elsewhere so that a way passes a branch which would become a choice. */
const MOST_MET = 4

/** Instructions of a block that is passed, as in LLVM: ways that pass it may have to compute them for themselves. */
const MOST_INSTRUCTIONS = 6

/** A block of phis and little else, whose branch is decided on some of the ways into it. */
interface Meeting {
  readonly block: Block
  /** Phis, and what is computed of them. */
  readonly values: readonly Value[]
  readonly branch: Value
  /** The ways that go on to each successor. */
  readonly ways: readonly Set<Block>[]
  /** How many ways may go on to any. */
  readonly open: number
}

function meetingAt(m: Module, f: Func, block: Block): Meeting | undefined {
  const branch = f.terminator(block)
  if (f.op(branch) !== Op.CondBr) return undefined
  const condition = f.operandAt(branch, 0)
  const preds = f.predecessors(block)
  if (condition < 0 || preds.length < 2) return undefined
  const values: Value[] = []
  let others = 0
  for (let v = f.first(block); v !== branch; v = f.next(v)) {
    if (f.op(v) !== Op.Phi && (!isSpeculatable(f, v) || isConvergent(f, v) || ++others > MOST_INSTRUCTIONS))
      return undefined
    values.push(v)
  }
  const ways: Meeting['ways'] = [new Set(), new Set()]
  let open = 0
  for (const [i, p] of preds.entries()) {
    const known = constantsFrom(m, f, condition, block, i)
    if (known?.length !== 1) open++
    else ways[intOf(m, known[0]!) === 1 ? 0 : 1]!.add(p)
  }
  // Two edges from one block would go on to one side each.
  return open < preds.length && new Set(preds).size === preds.length ? { block, values, branch, ways, open } : undefined
}

/** Sends ways that are known to where they lead, past the block. */
function thread(m: Module, f: Func, meeting: Meeting, headers: ReadonlySet<Block>, isLate: boolean): boolean {
  const { block, values, branch, ways } = meeting
  const successors = f.successors(block)
  if (successors[0] === successors[1] || successors.some(s => s === block || headers.has(s))) return false
  if (meeting.open === 0 && ways.some(way => way.size === 0)) {
    f.setOperand(branch, 0, m.constants.bool(ways[0]!.size > 0))
    return true
  }
  if (reachesConvergent(f, block)) return false
  const sides = sidesToThread(f, meeting, isLate)
  if (!sides?.every(side => [...ways[side]!].every(p => canEnter(f, p, block, successors[side]!)))) return false
  if (sides.some(side => takesComputed(f, block, successors[side]!))) return false
  const isNeeded = (v: Value): boolean => usesOf(f, [v]).some(use => isMet(f, meeting, sides, use))
  if (!isLate && isChoice(f, block)) {
    // What an earlier branch decided alone is chosen by that once more: `if (c) { ... } if (c) x += 1;`.
    if (isOfOthers(f, block, f.operandAt(branch, 0)) || values.filter(isNeeded).length > MOST_MET) return false
  }
  const variables = values.map(v =>
    isNeeded(v) ? demote(m, f, v, (user, i) => isMet(f, meeting, sides, { user, i })) : NO_VALUE,
  )
  for (const side of sides) {
    const target = successors[side]!
    const passing = [...ways[side]!]
    describe(f, meeting, passing, target)
    for (const p of passing) {
      storeOn(m, f, meeting, p, variables)
      moveEdges(f, p, block, target)
    }
  }
  if (sides.length === 1 && meeting.open === 0) f.setOperand(branch, 0, m.constants.bool(sides[0] === 1))
  // Nothing meets any more where one way is left; what variables hold is told by the values themselves.
  if (f.predecessors(block).length === 1)
    for (const v of values) {
      if (f.op(v) !== Op.Phi) continue
      if (f.isUsed(v) || f.debugRows) f.replaceAllUses(v, f.operandAt(v, 0))
      f.remove(v)
    }
  return true
}

/** Whether a value depends on none of the block's phis. */
const isOfOthers = (f: Func, block: Block, v: Value): boolean =>
  v < 0 || f.blockOf(v) !== block || (f.op(v) !== Op.Phi && f.operands(v).every(o => isOfOthers(f, block, o)))

/** Whether a phi of the target merges what the block computes itself: a way that passes the block has no such value. */
function takesComputed(f: Func, block: Block, target: Block): boolean {
  const way = f.predecessors(target).indexOf(block)
  for (let phi = f.first(target); f.op(phi) === Op.Phi; phi = f.next(phi)) {
    const v = f.operandAt(phi, way)
    if (v > 0 && f.op(v) !== Op.Phi && f.blockOf(v) === block) return true
  }
  return false
}

/** Gives the variables what the block would have given them on the way from p. */
function storeOn(m: Module, f: Func, { block, values }: Meeting, p: Block, variables: readonly Value[]): void {
  const at = f.terminator(p)
  const way = f.predecessors(block).indexOf(p)
  const copies = new Map<Value, Value>()
  const copyOf = (v: Value): Value => {
    if (v < 0 || f.blockOf(v) !== block) return v
    const known = copies.get(v) ?? (f.op(v) === Op.Phi ? f.operandAt(v, way) : copied(v))
    copies.set(v, known)
    return known
  }
  const copied = (v: Value): Value => {
    const known = constantsFrom(m, f, v, block, way)
    if (known?.length === 1) return known[0]!
    return f.insertBefore(at, f.op(v), f.type(v), f.operands(v).map(copyOf), f.aux(v), f.flags(v), f.loc(v))
  }
  for (const [k, variable] of variables.entries())
    if (variable !== NO_VALUE) f.insertBefore(at, Op.Store, VOID, [variable, copyOf(values[k]!)])
}

/**
 * The successors whose ways pass the block. Where every way is known, one side passes that needs nothing of what the others have. Else one way must be
 * left: then the block merges nothing any more, and what its values were is merged in the successors.
 */
function sidesToThread(f: Func, meeting: Meeting, isLate: boolean): readonly number[] | undefined {
  const { values, ways, open } = meeting
  const used = [0, 1].filter(side => ways[side]!.size > 0)
  if (open === 0 && used.length === 2) {
    const free = [1, 0].find(side => usesOf(f, values).every(use => !isMet(f, meeting, [side], use)))
    if (free !== undefined) return [free]
  }
  const few = [1, 0].filter(side => open === 0 && ways[1 - side]!.size === 1).slice(0, 1)
  const more = used.length < 2 || ways[0]!.size > ways[1]!.size ? 0 : 1
  const sides = isLate ? (open === 1 ? used : few) : open > 0 ? used : used.length < 2 ? [] : [more]
  return sides.length > 0 && canMerge(f, meeting, sides, isLate) ? sides : undefined
}

/** Whether what ways to `sides` pass can be kept in variables and, where that must not lengthen the code, is merged in one successor alone. */
function canMerge(f: Func, meeting: Meeting, sides: readonly number[], isShort: boolean): boolean {
  const dom = dominanceOf(f)
  const targets = sides.map(side => f.successors(meeting.block)[side]!)
  return usesOf(f, meeting.values).every(
    use =>
      !isMet(f, meeting, sides, use) ||
      (isStorable(f.type(f.operandAt(use.user, use.i))) &&
        (!isShort || targets.some(target => dom.dominates(target, placeOf(f, use))))),
  )
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
function describe(f: Func, { block, values, branch }: Meeting, ways: readonly Block[], target: Block): void {
  const rows = f.debugRows
  if (!rows) return
  const edges = f.predecessors(block)
  const told = [...values, branch]
    .flatMap(v => rows.before(v))
    .filter(row => row.variable !== NO_VARIABLE && !row.isMemory)
  const held = (v: Value, from: readonly Block[]): Value => {
    if (!values.includes(v)) return v
    if (f.op(v) !== Op.Phi) return NO_VALUE
    const met = new Set(from.map(p => f.operandAt(v, edges.indexOf(p))))
    return met.size === 1 ? [...met][0]! : NO_VALUE
  }
  if (f.predecessors(target).length === 1) {
    const at = f.behindPhis(f.first(target))
    for (const row of [...told].reverse()) rows.addBefore(at, { ...row, value: held(row.value, ways) }, true)
    return
  }
  for (const p of ways)
    if (f.successors(p).length === 1)
      for (const row of told) rows.addBefore(f.terminator(p), { ...row, value: held(row.value, [p]) })
}
