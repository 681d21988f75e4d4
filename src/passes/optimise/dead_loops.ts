// Removes loops that only spend time: nothing in them can be observed and nothing they compute is used behind them. Whether they end is not
// asked, as in DXC (dxil-erase-dead-region): a loop that goes on for ever without any effect has no meaning. One that nothing leaves stays.

import { effectOf } from '../../ir/effects.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import { isAny, type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Pass } from '../common/pass.ts'
import { preheaderOf } from './hoist_invariants.ts'
import { removeUnreachable } from './remove_unreachable.ts'

export const deadLoops: Pass = {
  name: 'dead_loops',
  run(m, f) {
    let changed = false
    // Inner loops first: an outer one is dead when its inner ones are gone or dead themselves.
    for (let again = true; again; ) {
      again = false
      for (const loop of naturalLoops(f)) {
        if (!removeLoop(m, f, loop)) continue
        // Nothing outside the loop has changed, but the graph has.
        changed = again = true
        break
      }
    }
    return changed
  },
}

function removeLoop(m: Module, f: Func, loop: Loop): boolean {
  // A promise to unroll that could not be kept is an error, even of a loop that does nothing.
  const hint = f.loopHints.get(loop.header)?.unroll ?? 'disable'
  if (hint !== 'disable') return false
  const from = preheaderOf(f, loop)
  const exit = exitOf(f, loop)
  if (from === NO_BLOCK || exit === NO_BLOCK || !isUnobservable(f, loop)) return false
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

const isUnobservable = (f: Func, loop: Loop): boolean =>
  !isAny(
    f,
    loop.blocks,
    v => effectOf(f, v) === 'write' || f.users(v).some(user => !loop.contains.has(f.blockOf(user))),
  )

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
