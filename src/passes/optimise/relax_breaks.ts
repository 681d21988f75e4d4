// Turns `condbr breakcond, exit, latch` back into a jump to the exit where nothing depends on it, by DXC's rule: the branch stays when its
// block holds a wave operation of the loop, or of a loop inside it, or a value computed from the result of one. Everywhere else the code
// is what it would have been without, so this runs before any pass that looks at loops. Without optimisation DXC leaves such branches where they
// are, on the constant true.

import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { type Loop, naturalLoops } from '../../ir/loops.ts'
import { Op } from '../../ir/ops.ts'
import { dxilAsksActiveLanes } from '../../spec/active_lanes.ts'
import type { Pass } from '../common/pass.ts'
import { foldKnownBranches, mergeChains } from './simplify_cfg.ts'

/** aux of a break condition that is written as a constant. */
const ALWAYS_TRUE = 1

export const relaxBreaks: Pass = {
  name: 'relax_breaks',
  run(m, f) {
    if (breakBlocks(f).size === 0) return false
    // `do { .. } while (false)` is no loop.
    let changed = foldKnownBranches(m, f)
    // DXC optimises the blocks of a function once before: what is behind an `if` that never falls through belongs to the other arm.
    if (m.options.optimization > 0 && mergeChains(f)) changed = true
    const breaks = breakBlocks(f)
    const kept = sensitiveBlocks(f, breaks)
    for (const [block, condition] of breaks) {
      if (kept.has(block)) continue
      changed = true
      if (m.options.optimization === 0) f.setAux(condition, ALWAYS_TRUE)
      else {
        f.replaceAllUses(condition, m.constants.bool(true))
        f.remove(condition)
      }
    }
    return foldKnownBranches(m, f) || changed
  },
}

/** Blocks that end in a branch on a break condition, with that condition. */
function breakBlocks(f: Func): Map<Block, Value> {
  const found = new Map<Block, Value>()
  for (const b of f.blocks) {
    const t = f.terminator(b)
    if (f.op(t) === Op.CondBr && f.op(f.operandAt(t, 0)) === Op.BreakCond) found.set(b, f.operandAt(t, 0))
  }
  return found
}

/** The blocks of `breaks` whose branch must stay. */
function sensitiveBlocks(f: Func, breaks: ReadonlyMap<Block, Value>): Set<Block> {
  // Inner loops come before outer ones.
  const loops = naturalLoops(f)
  const loopOf = new Map<Block, Loop>()
  for (const loop of loops) for (const b of loop.blocks) if (!loopOf.has(b)) loopOf.set(b, loop)
  const kept = new Set<Block>()
  for (const [waveLoop, operations] of waveOperations(f, loopOf)) {
    const mark = (b: Block): void => {
      if (breaks.has(b) && loopOf.get(b)?.contains.has(waveLoop.header) === true) kept.add(b)
    }
    const exits = new ExitPhis(f, loops)
    const seen = new Uint8Array(f.valueLimit)
    const work = [...operations]
    for (let v = work.pop(); v !== undefined; v = work.pop()) {
      // What is behind all loops decides nothing in them.
      if (seen[v] !== 0 || !loopOf.has(f.blockOf(v))) continue
      seen[v] = 1
      mark(f.blockOf(v))
      for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) work.push(f.userAt(slot))
      for (const b of exits.blocksOf(v, loopOf.get(f.blockOf(v))!)) mark(b)
    }
  }
  return kept
}

function waveOperations(f: Func, loopOf: ReadonlyMap<Block, Loop>): Map<Loop, Value[]> {
  const found = new Map<Loop, Value[]>()
  for (const [b, loop] of loopOf)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (f.op(v) !== Op.Dx || !dxilAsksActiveLanes(f.aux(v))) continue
      const list = found.get(loop)
      if (list) list.push(v)
      else found.set(loop, [v])
    }
  return found
}

/**
 * When DXC decides, it has turned loops that test first around: the test stands in front of them once more, and a variable of such a loop goes through
 * a phi where the loop is left, which counts as computed there. Loops that test last or not at all have no such way past them:
 * `do { v = WaveIsFirstLane(); } while (..); break;` leaves v as it is.
 */
class ExitPhis {
  readonly #f: Func
  readonly #loops: readonly Loop[]
  /** Blocks asked about before, by loop: the same value or another, the exits are marked already. */
  readonly #seen = new Map<Loop, Set<Block>>()

  constructor(f: Func, loops: readonly Loop[]) {
    this.#f = f
    this.#loops = loops.filter(loop => testsFirst(f, loop))
  }

  /** The blocks of such phis for a value of a loop that nobody asked for yet. */
  blocksOf(v: Value, within: Loop): Block[] {
    const f = this.#f
    const found: Block[] = []
    for (const loop of this.#loops) {
      if (!loop.contains.has(within.header)) continue
      for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
        const user = f.userAt(slot)
        const b = f.blockOf(user)
        if (f.op(user) !== Op.Phi) this.#exitsBefore(b, loop, found)
        else
          for (const [i, o] of f.operands(user).entries())
            if (o === v) this.#exitsBefore(f.predecessors(b)[i]!, loop, found)
      }
    }
    return found
  }

  /** Exit blocks of the loop from which a block is reached; none for a block of the loop. */
  #exitsBefore(from: Block, loop: Loop, found: Block[]): void {
    let seen = this.#seen.get(loop)
    if (!seen) this.#seen.set(loop, (seen = new Set()))
    const work = [from]
    for (let b = work.pop(); b !== undefined; b = work.pop()) {
      if (seen.has(b) || loop.contains.has(b)) continue
      seen.add(b)
      const preds = this.#f.predecessors(b)
      if (preds.some(p => loop.contains.has(p))) found.push(b)
      else work.push(...preds)
    }
  }
}

/** `for` and `while`: the header leaves, and has a body behind it. */
function testsFirst(f: Func, { header, contains }: Loop): boolean {
  const next = f.successors(header)
  return next.some(b => !contains.has(b)) && !next.includes(header)
}
