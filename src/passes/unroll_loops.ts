// Replaces loops that go round a known number of times by that many copies of their body: those marked [unroll], and small ones as LLVM does
// at -O3. A fulfilled hint is removed from the function's loopHints; one that stays behind could not be fulfilled.

import { Dominance } from '../ir/dominance.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE } from '../ir/function.ts'
import { type Loop, naturalLoops } from '../ir/loops.ts'
import type { Module } from '../ir/module.ts'
import { unrollFully } from './clone_loop.ts'
import type { Pass } from './pass.ts'
import { removeUnreachable } from './remove_unreachable.ts'
import { tripCount } from './trip_count.ts'

export interface UnrollLimits {
  /** Instructions after unrolling, for loops without a hint. LLVM 3.7's threshold at -O3 is 150; 0 leaves them all alone. */
  readonly unhinted: number
  /** The same for loops with a hint: a guard against sources that would never end compiling. */
  readonly hinted: number
  /** Iterations followed when looking for the trip count of a loop with a hint. */
  readonly trips: number
}
export const UNROLL_LIMITS: UnrollLimits = { unhinted: 150, hinted: 100_000, trips: 4096 }

export const unrollLoops: Pass = unrollWith(UNROLL_LIMITS)

/** The pass with other limits. */
export function unrollWith(limits: UnrollLimits): Pass {
  return { name: 'unroll_loops', run: (m, f) => unrollAll(m, f, limits) }
}

function unrollAll(m: Module, f: Func, limits: UnrollLimits): boolean {
  const tried = new Set<Block>()
  // Copies of inner loops count against the same budget, so nested [unroll] cannot multiply without end.
  const budget = { left: limits.hinted }
  let changed = false
  for (let again = true; again; ) {
    again = false
    const dom = new Dominance(f)
    const replaced: Block[] = []
    for (const loop of naturalLoops(f, dom)) {
      // A loop around a replaced one looks different now; it waits for the next sweep. The others are as they were.
      if (tried.has(loop.header) || replaced.some(h => loop.contains.has(h))) continue
      tried.add(loop.header)
      if (!tryUnroll(m, f, dom, loop, limits, budget)) continue
      changed = again = true
      replaced.push(loop.header)
    }
    // What only folded branches led to is in no outer loop any more, and must not stay behind when that is replaced.
    if (again) removeUnreachable.run(m, f)
  }
  return changed
}

function tryUnroll(
  m: Module,
  f: Func,
  dom: Dominance,
  loop: Loop,
  limits: UnrollLimits,
  budget: { left: number },
): boolean {
  const hint = f.loopHints.get(loop.header)?.unroll
  const entry = entryOf(f, loop)
  if (hint === 'disable' || entry === NO_BLOCK || loop.latches.length !== 1) return false
  const size = sizeOf(f, loop)
  const most = hint === undefined ? limits.unhinted : Math.min(limits.hinted, budget.left)
  if (size > most) return false
  const trips = typeof hint === 'number' ? Math.min(hint, limits.trips) : hint === 'full' ? limits.trips : most
  const count = tripCount(m, f, dom, loop, entry, Math.min(trips, Math.ceil(most / size)))
  if (count === undefined || size * Math.max(1, count) > most) return false
  if (!unrollFully(m, f, loop, entry, count)) return false
  budget.left -= size * (count + 1)
  return true
}

/** The only edge into the loop from outside, or NO_BLOCK. */
function entryOf(f: Func, loop: Loop): Block {
  const outside = f.predecessors(loop.header).filter(p => !loop.contains.has(p))
  return outside.length === 1 ? outside[0]! : NO_BLOCK
}

function sizeOf(f: Func, loop: Loop): number {
  let n = 0
  for (const b of loop.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) n++
  return n
}
