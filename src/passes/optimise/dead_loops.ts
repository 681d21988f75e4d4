// Removes loops that only spend time: nothing in them can be observed, nothing they compute is used behind them, and they surely end.
// An endless loop stays, however useless: whether it is reached is for the program to say.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { effectOf, isConvergent } from '../../ir/effects.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import { type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { boundOf } from '../analyse/value_bounds.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { preheaderOf } from './hoist_invariants.ts'
import { removeUnreachable } from './remove_unreachable.ts'
import { inverseOf } from './simplify_bits.ts'

export const deadLoops: Pass = {
  name: 'dead_loops',
  run(m, f) {
    let changed = false
    // Inner loops first: an outer one is dead when its inner ones are gone or dead themselves.
    for (let again = true; again; ) {
      again = false
      const dom = dominanceOf(f)
      for (const loop of naturalLoops(f)) {
        if (!removeLoop(m, f, dom, loop)) continue
        // Nothing outside the loop has changed, but the graph has.
        changed = again = true
        break
      }
    }
    return changed
  },
}

function removeLoop(m: Module, f: Func, dom: Dominance, loop: Loop): boolean {
  // A promise to unroll that could not be kept is an error, even of a loop that does nothing.
  const hint = f.loopHints.get(loop.header)?.unroll ?? 'disable'
  if (hint !== 'disable') return false
  const from = preheaderOf(f, loop)
  const exit = exitOf(f, loop)
  if (from === NO_BLOCK || exit === NO_BLOCK || !isUnobservable(f, loop) || !ends(m, f, dom, loop)) return false
  const values = valuesOnExit(f, loop, exit)
  if (values === undefined) return false
  f.redirect(from, loop.header, exit)
  let i = 0
  for (let v = f.first(exit); f.op(v) === Op.Phi; v = f.next(v)) f.addOperand(v, values[i++]!)
  removeUnreachable.run(m, f)
  return true
}

/** Whether nothing but the loop leads to a block outside that does nothing but go on: where `break` stands without optimisation. */
const isJumpOut = (f: Func, loop: Loop, b: Block): boolean =>
  f.op(f.first(b)) === Op.Br && f.predecessors(b).every(p => loop.contains.has(p))

/** The one block all exits lead to. */
function exitOf(f: Func, loop: Loop): Block {
  let exit: Block = NO_BLOCK
  for (const b of loop.blocks)
    for (const next of f.successors(b)) {
      if (loop.contains.has(next)) continue
      const s = isJumpOut(f, loop, next) ? f.successors(next)[0]! : next
      if (exit !== NO_BLOCK && exit !== s) return NO_BLOCK
      exit = s
    }
  return exit
}

function isUnobservable(f: Func, loop: Loop): boolean {
  for (const b of loop.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (effectOf(f, v) === 'write' || isConvergent(f, v)) return false
      for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot))
        if (!loop.contains.has(f.blockOf(f.userAt(slot)))) return false
    }
  return true
}

/** What the phis of the exit have from the loop, when it is the same from each of its exits. */
function valuesOnExit(f: Func, loop: Loop, exit: Block): Value[] | undefined {
  const values: Value[] = []
  const preds = f.predecessors(exit)
  for (let v = f.first(exit); f.op(v) === Op.Phi; v = f.next(v)) {
    let known = NO_VALUE
    for (let i = 0; i < preds.length; i++) {
      if (!loop.contains.has(preds[i]!) && !isJumpOut(f, loop, preds[i]!)) continue
      if (known !== NO_VALUE && known !== f.operandAt(v, i)) return undefined
      known = f.operandAt(v, i)
    }
    values.push(known)
  }
  return values
}

/** True when a test made in every iteration must fail at last: a counter runs towards a bound it cannot step over. */
function ends(m: Module, f: Func, dom: Dominance, loop: Loop): boolean {
  if (loop.latches.length !== 1) return false
  return loop.blocks.some(b => {
    const t = f.terminator(b)
    if (f.op(t) !== Op.CondBr || !dom.dominates(b, loop.latches[0]!)) return false
    const [yes, no] = f.successors(b) as [Block, Block]
    if (loop.contains.has(yes) === loop.contains.has(no)) return false
    const test = f.operandAt(t, 0)
    if (f.op(test) !== Op.ICmp || !loop.contains.has(f.blockOf(test))) return false
    const stays = loop.contains.has(yes) ? f.aux(test) : inverseOf(f.aux(test))
    const bound = f.operandAt(test, 1)
    const step = stepOf(m, f, loop, f.operandAt(test, 0))
    if (isInvariant(f, loop, bound, 0)) return passes(stays, step, intOf(m, bound))
    return passesRange(stays, step, boundOf(m, f, bound))
  })
}

const MAX_DEPTH = 8

/** The same in every iteration. Reads are: the loop writes nothing. */
function isInvariant(f: Func, loop: Loop, v: Value, depth: number): boolean {
  if (v <= 0 || !loop.contains.has(f.blockOf(v))) return true
  if (f.op(v) === Op.Phi || depth >= MAX_DEPTH) return false
  return f.operands(v).every(o => isInvariant(f, loop, o, depth + 1))
}

/** By how much a counter of the loop (its phi, or the phi's next value) changes in each iteration; 0 = not a counter. */
function stepOf(m: Module, f: Func, loop: Loop, v: Value): number {
  const phi = f.op(v) === Op.Add ? f.operandAt(v, 0) : v
  if (phi < 0 || f.op(phi) !== Op.Phi || f.blockOf(phi) !== loop.header) return 0
  const next = f.operandAt(phi, f.predecessors(loop.header).indexOf(loop.latches[0]!))
  if (next < 0 || f.op(next) !== Op.Add || f.operandAt(next, 0) !== phi || (v !== phi && v !== next)) return 0
  return Number(intOf(m, f.operandAt(next, 1)) ?? 0)
}

const MAX_INT = 2 ** 31 - 1

/** The same for a bound that may be another one in each iteration, but always one of 0 to `most`. */
function passesRange(predicate: number, step: number, most: number): boolean {
  if (most > MAX_INT || predicate === ICMP.ne || predicate === ICMP.eq) return false
  return passes(predicate, step, step > 0 ? most : 0)
}

/** A counter that stays in the loop while `counter predicate bound` holds leaves it after finitely many steps, wrapping included. */
function passes(predicate: number, step: number, bound: number | bigint | undefined): boolean {
  if (step === 1 && (predicate === ICMP.ne || predicate === ICMP.ult || predicate === ICMP.slt)) return true
  if (step === -1 && (predicate === ICMP.ne || predicate === ICMP.ugt || predicate === ICMP.sgt)) return true
  if (typeof bound !== 'number') return false
  if (step > 0) {
    const last = predicate === ICMP.slt ? bound - 1 : predicate === ICMP.sle ? bound : Infinity
    return last + step <= MAX_INT
  }
  const last = predicate === ICMP.sgt ? bound + 1 : predicate === ICMP.sge ? bound : -Infinity
  return step < 0 && last + step >= -MAX_INT - 1
}
