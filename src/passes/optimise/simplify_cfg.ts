// Cleans the control flow graph: constant branches, empty blocks, straight lines, branches on a phi of constants, small branches turned into
// selects. Keeps the graph reducible: loop headers are never skipped or threaded through, so each loop keeps its one entry. Until nothing looks for
// loops any more, each keeps a preheader, too. It always has one jump back: runtimes take no other form.

import { loopHeaders } from '../../ir/control_flow.ts'
import { dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I1, VOID } from '../../ir/types.ts'
import { knownBits } from '../analyse/demanded_bits.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { reachesConvergent } from '../analyse/reconvergence.ts'
import { unsignedOf } from '../analyse/value_bounds.ts'
import type { Pass } from '../common/pass.ts'
import { intOf, isUndef, notOf } from '../common/simplify_rules.ts'
import { convertBranch, innerEnd, joinBranches } from './convert_branches.ts'
import { removeUnreachable } from './remove_unreachable.ts'

/** A round that changes something can enable another; real shaders settle in two or three. */
const MAX_ROUNDS = 12

interface Extent {
  /** Loops keep their preheaders, and blocks that only jump back. */
  readonly keepsLoops: boolean
  /** Branches become choices. */
  readonly chooses: boolean
}

const simplifyCfgWith = (extent: Extent): Pass => ({
  name: 'simplify_cfg',
  run(m, f) {
    let changed = false
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (!runOnce(m, f, extent)) break
      changed = true
    }
    return changed
  },
})

export const simplifyCfg = simplifyCfgWith({ keepsLoops: true, chooses: true })
/** The end of an iteration may decide whether there is another one, and several jumps may lead into a loop. */
export const simplifyCfgLate = simplifyCfgWith({ keepsLoops: false, chooses: true })

/** Known branches go, and blocks around nothing; what branches stays a branch. For passes that look for more of it. */
export const straighten = (m: Module, f: Func): boolean => runOnce(m, f, { keepsLoops: true, chooses: false })

function runOnce(m: Module, f: Func, { keepsLoops, chooses }: Extent): boolean {
  let changed = false
  for (const b of f.blocks) if (foldTerminator(m, f, b)) changed = true
  if (removeUnreachable.run(m, f)) changed = true
  if (mergeChains(f)) changed = true
  const headers = loopHeaders(f)
  const emptied = new Set<Block>()
  for (const b of f.blocks) {
    if (emptied.has(b)) continue
    // Before the inner one of two tests becomes a choice, which costs too much to be joined with the outer one.
    if (chooses && !headers.has(b)) {
      const end = innerEnd(f, b, valueFrom)
      if (end !== NO_BLOCK && !headers.has(end) && skipEmptyBlock(m, f, end, headers, keepsLoops)) emptied.add(end)
    }
    if (!headers.has(b) && skipEmptyBlock(m, f, b, headers, keepsLoops)) emptied.add(b)
    else if (chooses && convertBranch(m, f, b, emptied)) changed = true
    else if (chooses && !headers.has(b) && joinAll(m, f, b, emptied)) changed = true
    else if (!headers.has(b) && threadPhi(m, f, b, headers)) changed = true
  }
  for (const b of emptied) f.loopHints.delete(b)
  if (emptied.size > 0) f.removeBlocks(emptied)
  return changed || emptied.size > 0
}

/** From the outermost test inwards: two tests that are joined cost too much to be joined with those around them. */
function joinAll(m: Module, f: Func, head: Block, emptied: Set<Block>): boolean {
  let joined = false
  while (joinBranches(m, f, head, emptied)) joined = true
  return joined
}

/** Branches whose outcome is a constant become jumps; what nothing leads to any more goes. For passes that need to know the loops. */
export function foldKnownBranches(m: Module, f: Func): boolean {
  let changed = false
  for (const b of f.blocks) {
    const t = f.terminator(b)
    const op = f.op(t)
    if ((op !== Op.CondBr && op !== Op.Switch) || intOf(m, f.operandAt(t, 0)) === undefined) continue
    if (foldTerminator(m, f, b)) changed = true
  }
  return removeUnreachable.run(m, f) || changed
}

/** Branches whose outcome is known, and switches that are simpler branches. */
function foldTerminator(m: Module, f: Func, b: Block): boolean {
  const t = f.terminator(b)
  const op = f.op(t)
  if (op !== Op.CondBr && op !== Op.Switch) return false
  const succs = f.successors(b)
  if (succs.every(s => s === succs[0])) return keep(f, b, 0)
  // Elsewhere the empty blocks go first.
  if (m.options.optimization === 0 && isEmptyChoice(f, b, succs)) return keep(f, b, 0)
  const selector = f.operandAt(t, 0)
  if (selector < 0 && isUndef(m, selector)) return keep(f, b, undefinedEdge(f, b, succs))
  const known = intOf(m, selector)
  if (op === Op.CondBr) {
    if (known !== undefined) return keep(f, b, known === 1 ? 0 : 1)
    const opposite = notOf(m, f, selector, I1)
    if (opposite === NO_VALUE) return false
    f.setOperand(t, 0, opposite)
    f.swapSuccessors(b)
    return true
  }
  if (known !== undefined) return keep(f, b, Math.max(0, f.operands(t).indexOf(selector, 1)))
  const isPlainer = switchBeforeSum(m, f, t)
  const isShorter = dropCases(m, f, b) || isPlainer
  if (f.successors(b).every(s => s === f.successors(b)[0])) return keep(f, b, 0)
  if (f.successors(b).length !== 2) return isShorter
  // One case: the default is taken when the value differs.
  const differs = f.insertBefore(t, Op.ICmp, I1, [f.operandAt(t, 0), f.operandAt(t, 1)], ICMP.ne)
  f.become(t, Op.CondBr, VOID, [differs])
  return true
}

/** switch (x + 4) { case 5: } is switch (x) { case 1: }: what is computed of x is known in the cases, too. */
function switchBeforeSum(m: Module, f: Func, t: Value): boolean {
  const sum = f.operandAt(t, 0)
  if (f.op(sum) !== Op.Add || f.operandAt(sum, 1) >= 0 || m.options.optimization === 0) return false
  const [x, by] = f.operands(sum) as [Value, Value]
  const cases = f.operands(t).slice(1)
  const moved = cases.map(c => evaluate(m, Op.Sub, f.type(sum), 0, [c, by]))
  if (moved.includes(NO_VALUE)) return false
  f.setOperands(t, [x, ...moved])
  return true
}

/** Drops cases that the bits of the selector rule out, and cases with the target of the default; without optimisation only if all are ruled out. */
function dropCases(m: Module, f: Func, b: Block): boolean {
  const t = f.terminator(b)
  const selector = f.operandAt(t, 0)
  const bits = knownBits(m, f, selector)
  const isExcluded = (c: Value): boolean => {
    const n = Number(unsignedOf(m, c) ?? Infinity)
    return n <= 0xffffffff && bitWidth(f.type(selector)) <= 32 && ((n & ~bits.can) | (~n & bits.must)) !== 0
  }
  if (m.options.optimization === 0 && !f.operands(t).every((c, i) => i === 0 || isExcluded(c))) return false
  const [otherwise] = f.successors(b) as [Block]
  let changed = false
  for (let i = f.successors(b).length - 1; i > 0; i--) {
    if (f.successors(b)[i] !== otherwise && !isExcluded(f.operandAt(t, i))) continue
    f.dropCase(b, i)
    changed = true
  }
  return changed
}

/** Where an undefined condition leads: out of a loop, if one way does, as in DXC; else along the last edge. */
function undefinedEdge(f: Func, b: Block, succs: readonly Block[]): number {
  const leaves = (s: Block): boolean => {
    const seen = new Set([s])
    for (const at of seen) for (const next of f.successors(at)) seen.add(next)
    return !seen.has(b)
  }
  const edge = succs.findLastIndex(leaves)
  return edge < 0 ? succs.length - 1 : edge
}

/** Whether all ways lead to one place at once, which cannot tell them apart. */
function isEmptyChoice(f: Func, b: Block, succs: readonly Block[]): boolean {
  const isEmpty = (s: Block): boolean => f.op(f.first(s)) === Op.Br && f.predecessors(s).every(p => p === b)
  const joins = succs.map(s => (isEmpty(s) ? f.successors(s)[0]! : s))
  const join = joins[0]!
  if (join === b || joins.some(s => s !== join)) return false
  const at = succs.map(s => f.predecessors(join).indexOf(s === join ? b : s))
  for (let v = f.first(join); f.op(v) === Op.Phi; v = f.next(v))
    if (at.some(i => f.operandAt(v, i) !== f.operandAt(v, at[0]!))) return false
  return true
}

function keep(f: Func, b: Block, edge: number): boolean {
  f.keepEdge(b, edge)
  return true
}

/** Blocks that only follow each other become one. */
export function mergeChains(f: Func): boolean {
  let changed = false
  for (const b of [...f.blocks]) while (mergeWithSuccessor(f, b)) changed = true
  return changed
}

/** b: br s, with b the only predecessor of s. */
function mergeWithSuccessor(f: Func, b: Block): boolean {
  if (f.op(f.terminator(b)) !== Op.Br) return false
  const s = f.successors(b)[0]!
  if (s === b || f.predecessors(s).length !== 1) return false
  for (let v = f.first(s), next: Value; f.op(v) === Op.Phi; v = next) {
    next = f.next(v)
    if (f.isUsed(v) || f.debugRows) f.replaceAllUses(v, f.operandAt(v, 0))
    f.remove(v)
  }
  f.loopHints.delete(s)
  f.mergeInto(b, s)
  return true
}

/**
 * Sends the predecessors of a block that only branches on, or only merges values for the phis of its target, to that target. True: b is to be
 * dropped.
 */
function skipEmptyBlock(m: Module, f: Func, b: Block, headers: ReadonlySet<Block>, keepsLoops: boolean): boolean {
  let t = f.first(b)
  // Without optimisation the places where ways meet stay places to stop at.
  while (f.op(t) === Op.Phi && m.options.optimization > 0) t = f.next(t)
  if (b === f.entry || f.op(t) !== Op.Br) return false
  const target = f.successors(b)[0]!
  const preds = [...new Set(f.predecessors(b))]
  // So do the jumps of `if (done) return;`, as in DXC.
  if (m.options.optimization === 0 && preds.some(p => f.op(f.terminator(p)) !== Op.Br)) return false
  if (target === b || preds.length === 0 || !feedsOnly(f, b, target)) return false
  // A loop keeps its preheader and its single latch.
  if (headers.has(target) && (keepsLoops || (f.predecessors(b).length > 1 && dominanceOf(f).dominates(target, b))))
    return false
  for (const p of preds) if (!canEnter(f, p, b, target)) return false
  for (const p of preds) moveEdges(f, p, b, target)
  f.clearTerminator(b)
  return true
}

/** Whether the phis of b are used only by the phis of the target, where they come from b. */
function feedsOnly(f: Func, b: Block, target: Block): boolean {
  if (f.op(f.first(b)) !== Op.Phi) return true
  const edges = f.predecessors(target)
  for (let v = f.first(b); f.op(v) === Op.Phi; v = f.next(v))
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (f.op(user) !== Op.Phi || f.blockOf(user) !== target) return false
      for (let i = 0; i < edges.length; i++) if (f.operandAt(user, i) === v && edges[i] !== b) return false
    }
  return true
}

/** What a phi of `target` gets from p when p goes there past `via`. */
function valueFrom(f: Func, p: Block, via: Block, phi: Value): Value {
  const known = f.operandAt(phi, f.predecessors(f.blockOf(phi)).indexOf(via))
  const isMerged = f.op(known) === Op.Phi && f.blockOf(known) === via
  return isMerged ? f.operandAt(known, f.predecessors(via).indexOf(p)) : known
}

/** True when the phis of target can take the values they have from `via` for an edge from p as well. */
export function canEnter(f: Func, p: Block, via: Block, target: Block): boolean {
  const known = f.predecessors(target).indexOf(p)
  if (known < 0) return true
  for (let v = f.first(target); f.op(v) === Op.Phi; v = f.next(v))
    if (f.operandAt(v, known) !== valueFrom(f, p, via, v)) return false
  return true
}

/** Redirects p -> via to p -> target; phis of target get what they have for the edge from `via`. */
export function moveEdges(f: Func, p: Block, via: Block, target: Block): void {
  const values: Value[] = []
  for (let v = f.first(target); f.op(v) === Op.Phi; v = f.next(v)) values.push(valueFrom(f, p, via, v))
  const before = f.predecessors(target).length
  f.redirect(p, via, target)
  const added = f.predecessors(target).length - before
  let i = 0
  for (let v = f.first(target); f.op(v) === Op.Phi; v = f.next(v), i++)
    for (let n = 0; n < added; n++) f.addOperand(v, values[i]!)
}

/** A block that only branches on a phi: predecessors that give a constant go straight to where it leads (short-circuit conditions). */
function threadPhi(m: Module, f: Func, b: Block, headers: ReadonlySet<Block>): boolean {
  const phi = f.first(b)
  if (f.op(phi) !== Op.Phi) return false
  const t = f.next(phi)
  if (f.op(t) !== Op.CondBr || f.operandAt(t, 0) !== phi || f.singleUser(phi) !== t) return false
  const incoming = f.operands(phi)
  if (incoming.every(v => intOf(m, v) === undefined) || reachesConvergent(f, b)) return false
  let changed = false
  for (const p of [...new Set(f.predecessors(b))]) {
    const c = intOf(m, f.operandAt(phi, f.predecessors(b).indexOf(p)))
    if (c === undefined) continue
    const target = f.successors(b)[c === 1 ? 0 : 1]!
    if (target === b || headers.has(target) || !canEnter(f, p, b, target)) continue
    moveEdges(f, p, b, target)
    changed = true
  }
  return changed
}
