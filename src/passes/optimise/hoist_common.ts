// What both ways of a branch compute alike is computed once in front of it, and what both store to one place last is stored once behind it, as
// in DXC. Loads move when nothing is written in front of them; samples and derivatives too, since the lanes of both ways take part then.
// What one way computes, and a place behind the branch as well, is computed in front of it: if (c) x = a * b; y = a * b;

import { postDominates, postDominators } from '../../ir/control_dependence.ts'
import { reversePostOrder } from '../../ir/control_flow.ts'
import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { clobbersMemory, effectOf, isSpeculatable } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Pass } from '../common/pass.ts'
import { hasSameOperands, isSameOperation } from '../common/same_instruction.ts'

export const hoistCommon: Pass = {
  name: 'hoist_common',
  run(m, f) {
    const ahead = new Ahead(f)
    let changed = false
    // Inner branches first: what both of their ways have in common may be in the other way of the outer one, too.
    for (const b of [...reversePostOrder(f)].reverse()) {
      if (f.op(f.terminator(b)) === Op.CondBr && hoistInto(f, b)) changed = true
      if (f.successors(b).length > 1 && ahead.hoistInto(b)) changed = true
      while (sinkInto(m, f, b)) changed = true
    }
    return changed
  },
}

function hoistInto(f: Func, head: Block): boolean {
  const [yes, no] = f.successors(head) as [Block, Block]
  if (yes === no || f.predecessors(yes).length !== 1 || f.predecessors(no).length !== 1) return false
  const readable = readsInFront(f, no)
  const end = f.terminator(head)
  let isWritten = false
  let changed = false
  for (let v = f.first(yes), next: Value; v !== f.terminator(yes); v = next) {
    next = f.next(v)
    if (clobbersMemory(f, v)) isWritten = true
    const effect = effectOf(f, v)
    if (f.op(v) === Op.Phi || f.op(v) === Op.Alloca || (effect !== 'pure' && (effect !== 'read' || isWritten))) continue
    const twin = twinOf(f, v, b => b === no)
    if (twin === NO_VALUE || (effect === 'read' && !readable.has(twin))) continue
    computeOnce(f, v, twin, end)
    changed = true
  }
  return changed
}

/** Moves v in front of `end` and lets it stand for its twin. */
function computeOnce(f: Func, v: Value, twin: Value, end: Value): void {
  f.moveBefore(v, end)
  if (f.isUsed(twin)) f.replaceAllUses(twin, v)
  f.remove(twin)
}

/** Hoists what one successor of a branch computes, and what a block that post-dominates the branch computes, too. */
class Ahead {
  readonly #f: Func
  #dom: Dominance | undefined
  #ipdom: Int32Array | undefined

  constructor(f: Func) {
    this.#f = f
  }

  hoistInto(head: Block): boolean {
    const f = this.#f
    let changed = false
    for (const side of f.successors(head)) {
      if (f.predecessors(side).length !== 1) continue
      for (let v = f.first(side), next: Value; v !== f.terminator(side); v = next) {
        next = f.next(v)
        if (isSpeculatable(f, v) && this.#hoist(v, side, head)) changed = true
      }
    }
    return changed
  }

  #hoist(v: Value, side: Block, head: Block): boolean {
    const f = this.#f
    if (f.operands(v).some(o => o > 0 && f.blockOf(o) === side)) return false
    const twin = twinOf(f, v, b => b !== side && this.#isBehind(b, head))
    if (twin === NO_VALUE) return false
    computeOnce(f, v, twin, f.terminator(head))
    return true
  }

  /** Whether b runs once behind each time that head does, in the same loops. */
  #isBehind(b: Block, head: Block): boolean {
    const f = this.#f
    if (b === head) return false
    this.#dom ??= dominanceOf(f)
    if (!this.#dom.dominates(head, b)) return false
    this.#ipdom ??= postDominators(f)
    if (!postDominates(this.#ipdom, b, head)) return false
    return naturalLoops(f).every(loop => loop.contains.has(head) === loop.contains.has(b))
  }
}

/** Reads of a block in front of its first write. */
function readsInFront(f: Func, b: Block): ReadonlySet<Value> {
  const reads = new Set<Value>()
  for (let v = f.first(b); v !== NO_VALUE && !clobbersMemory(f, v); v = f.next(v))
    if (effectOf(f, v) === 'read') reads.add(v)
  return reads
}

/** Uses of one value that are looked through. */
const MOST_USES = 64

/** The instruction of some block that computes the same from the same operands. */
function twinOf(f: Func, v: Value, isThere: (b: Block) => boolean): Value {
  const count = f.operandCount(v)
  let operand = NO_VALUE
  for (let i = 0; i < count && operand === NO_VALUE; i++) if (f.operandAt(v, i) > 0) operand = f.operandAt(v, i)
  if (operand === NO_VALUE) return NO_VALUE
  let left = MOST_USES
  for (let slot = f.firstUse(operand); slot !== 0 && left > 0; slot = f.nextUse(slot), left--) {
    const user = f.userAt(slot)
    if (user === v || !isSameOperation(f, user, v) || !hasSameOperands(f, user, v)) continue
    if (isThere(f.blockOf(user))) return user
  }
  return NO_VALUE
}

/** Puts the last stores of two blocks that meet in `join`, when they are to one place, at the start of it. */
function sinkInto(m: Module, f: Func, join: Block): boolean {
  const preds = f.predecessors(join)
  if (preds.length !== 2 || preds[0] === preds[1] || preds.includes(join)) return false
  const [a, b] = preds.map(p => (f.op(f.terminator(p)) === Op.Br ? lastStore(f, p) : NO_VALUE)) as [Value, Value]
  if (a === NO_VALUE || b === NO_VALUE || f.operandAt(a, 0) !== f.operandAt(b, 0)) return false
  const [x, y] = [f.operandAt(a, 1), f.operandAt(b, 1)]
  const at = f.behindPhis(f.first(join))
  const value = x === y ? x : f.prepend(join, Op.Phi, m.typeOf(f, x), [x, y], 0, 0, f.loc(a))
  f.insertBefore(at, Op.Store, f.type(a), [f.operandAt(a, 0), value], f.aux(a), f.flags(a), f.loc(a))
  f.remove(a)
  f.remove(b)
  return true
}

/** The last instruction of a block that reads or writes memory, when it is a store of a number. */
function lastStore(f: Func, b: Block): Value {
  for (let v = f.last(b); v !== NO_VALUE; v = f.prev(v)) {
    if (f.op(v) === Op.Store) return v
    if (effectOf(f, v) === 'write' || effectOf(f, v) === 'read') return NO_VALUE
  }
  return NO_VALUE
}
