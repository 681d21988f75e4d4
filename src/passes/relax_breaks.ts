// Turns `condbr breakcond, exit, latch` back into a jump to the exit where nothing depends on it, by DXC's rule: the branch stays when its
// block holds a wave operation of the loop, or of a loop inside it, or a value computed from the result of one. Everywhere else the code
// is what it would have been without, so this runs before any pass that looks at loops.

import { Dominance } from '../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../ir/function.ts'
import { type Loop, naturalLoops } from '../ir/loops.ts'
import { Op } from '../ir/ops.ts'
import { dxilAsksActiveLanes } from '../spec/active_lanes.ts'
import type { Pass } from './pass.ts'
import { foldKnownBranches } from './simplify_cfg.ts'

export const relaxBreaks: Pass = {
  name: 'relax_breaks',
  run(m, f) {
    const breaks = breakBlocks(f)
    if (breaks.size === 0) return false
    // `do { .. } while (false)` is no loop.
    let changed = foldKnownBranches(m, f)
    const kept = sensitiveBlocks(f, breaks)
    for (const [block, condition] of breaks) {
      if (f.op(condition) === Op.None || kept.has(block)) continue
      f.replaceAllUses(condition, m.constants.bool(true))
      f.remove(condition)
      changed = true
    }
    return foldKnownBranches(m, f) || changed
  },
}

/** Blocks that end in a branch on a break condition, with that condition. */
function breakBlocks(f: Func): Map<Block, Value> {
  const found = new Map<Block, Value>()
  for (const b of f.blocks) {
    const t = f.terminator(b)
    if (f.op(t) === Op.CondBr && f.op(f.operand(t, 0)) === Op.BreakCond) found.set(b, f.operand(t, 0))
  }
  return found
}

/** The blocks of `breaks` whose branch must stay. */
function sensitiveBlocks(f: Func, breaks: ReadonlyMap<Block, Value>): Set<Block> {
  const loopOf = innermostLoops(f)
  const waves = new Map<Loop, Value[]>()
  for (const [b, loop] of loopOf)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (f.op(v) !== Op.Dx || !dxilAsksActiveLanes(f.aux(v))) continue
      const list = waves.get(loop)
      if (list) list.push(v)
      else waves.set(loop, [v])
    }
  const kept = new Set<Block>()
  for (const [loop, operations] of waves) {
    const seen = new Uint8Array(f.valueLimit)
    const work = [...operations]
    for (let v = work.pop(); v !== undefined; v = work.pop()) {
      const block = f.blockOf(v)
      const around = loopOf.get(block)
      // What is behind all loops decides nothing in them.
      if (seen[v] !== 0 || around === undefined) continue
      seen[v] = 1
      if (breaks.has(block) && around.contains.has(loop.header)) kept.add(block)
      for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) work.push(f.userAt(slot))
    }
  }
  return kept
}

/** The innermost loop around each block that is in one. */
function innermostLoops(f: Func): Map<Block, Loop> {
  const found = new Map<Block, Loop>()
  // Inner loops come before outer ones.
  for (const loop of naturalLoops(f, new Dominance(f)))
    for (const b of loop.blocks) if (!found.has(b)) found.set(b, loop)
  return found
}
