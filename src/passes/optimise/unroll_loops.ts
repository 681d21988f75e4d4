// Replaces loops that go round a known number of times by that many copies of their body: those marked [unroll], and small ones as LLVM does
// at -O3; those marked [unroll(n)] by at most n copies, whatever their condition says behind them. A fulfilled hint is removed from the
// function's loopHints; one that stays behind could not be fulfilled.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import { type ExitTest, exitTest, isAny, type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { dxilStandsAlone } from '../../spec/dxil_ops.ts'
import { headerCost } from '../analyse/header_cost.ts'
import { costOf } from '../analyse/loop_cost.ts'
import { computesOffsets } from '../analyse/sample_offsets.ts'
import { type TripCount, tripCount } from '../analyse/trip_count.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { unrollFully } from './clone_loop.ts'
import { hasWaveExits, withExits } from './loop_exits.ts'
import { removeUnreachable } from './remove_unreachable.ts'

export interface UnrollLimits {
  /** Cost after unrolling, for loops without a hint (loop_cost.ts). LLVM 3.7's threshold at -O3 is 150; 0 leaves them all alone. */
  readonly unhinted: number
  /** Instructions after unrolling, for loops with a hint: a guard against sources that would never end compiling. */
  readonly hinted: number
  /** Iterations followed when looking for the trip count of a loop with a hint. */
  readonly trips: number
  /** Copies of a loop with a hint that each keep a test, as with `[unroll(5000)] for (i = 0; i < n; i++)`: each lies inside of the one before it. */
  readonly tests: number
  /** Of loops without a hint only outermost ones that index local arrays, which often need no memory then. */
  readonly onlyArrays?: boolean
}
export const UNROLL_LIMITS: UnrollLimits = { unhinted: 150, hinted: 500_000, trips: 100_000, tests: 4096 }

export const unrollLoops: Pass = unrollWith(UNROLL_LIMITS)
/** Once more, for loops whose bounds only became constants when others were unrolled and their values forwarded, or that cost less now. */
export const unrollRest: Pass = unrollWith({ ...UNROLL_LIMITS, onlyArrays: true })

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
    const dom = dominanceOf(f)
    const replaced: Block[] = []
    for (const loop of naturalLoops(f)) {
      if (tried.has(loop.header)) continue
      const whole = isHinted(f, loop) ? withExits(m, f, dom, loop) : loop
      // What holds a replaced loop looks different now; it waits for the next sweep. The others are as they were.
      if (replaced.some(h => whole.contains.has(h))) continue
      tried.add(loop.header)
      if (!tryUnroll(m, f, { dom, loop, whole }, limits, budget)) continue
      changed = again = true
      // Other loops may have gone with the exits.
      if (whole !== loop) break
      replaced.push(loop.header)
    }
    // What only folded branches led to is in no outer loop any more, and must not stay behind when that is replaced.
    if (again) removeUnreachable.run(m, f)
  }
  return changed
}

const isHinted = (f: Func, loop: Loop): boolean => {
  const hint = f.loopHints.get(loop.header)
  return hint !== undefined && hint.unroll !== 'disable'
}

/** Replaces `whole`, which is the loop or the loop with exits of it. */
function tryUnroll(
  m: Module,
  f: Func,
  { dom, loop, whole }: { readonly dom: Dominance; readonly loop: Loop; readonly whole: Loop },
  limits: UnrollLimits,
  budget: { left: number },
): boolean {
  const hint = f.loopHints.get(loop.header)?.unroll ?? (computesOffsets(m, f, loop) ? 'full' : undefined)
  const entry = entryOf(f, loop)
  if (Number(hint) < 0 || entry === NO_BLOCK || loop.latches.length !== 1) return false
  // [loop] keeps no loop that goes round once: its test is a constant.
  if (hint === 'disable')
    return unrollSmall(m, f, dom, loop, entry, { ...limits, unhinted: Math.min(1, limits.unhinted) })
  if (hint === undefined) return unrollSmall(m, f, dom, loop, entry, limits)
  const size = sizeOf(f, whole.blocks)
  const most = Math.min(limits.hinted, budget.left)
  if (size > most) return false
  const limit = Math.min(limits.trips, Math.ceil(most / size))
  const at = { dom, loop, entry }
  const known = tripCount(m, f, at, limit, { atMost: true, loadsDiffer: !limits.onlyArrays })
  const copies = typeof hint === 'number' ? copiesOf(m, f, loop, hint, known?.count) : undefined
  const times = copies?.times ?? known?.count
  // DXC leaves such a loop without a word.
  if (times === undefined && !limits.onlyArrays && !isPromise(m, f, loop)) f.loopHints.delete(loop.header)
  if (times === undefined || size * Math.max(1, times) > most || keepsTests(m, f, at, times, limits.tests)) return false
  if (known && limits.unhinted > 0 && m.options.hasLifetimes && losesHint(m, f, dom, loop, known.count)) {
    f.loopHints.delete(loop.header)
    return false
  }
  if (!unrollFully(m, f, whole, entry, times, copies?.test ?? known)) return false
  budget.left -= size * (times + 1)
  return true
}

type LoopPlace = Parameters<typeof tripCount>[2]

/** More copies of the body than `limit`, and nobody knows which of them is the last. */
const keepsTests = (m: Module, f: Func, at: LoopPlace, copies: number, limit: number): boolean =>
  copies > limit && tripCount(m, f, at, MOST_FOLLOWED) === undefined

/**
 * With lifetime markers DXC threads jumps before it unrolls (JumpThreading). An iteration of a known number, as in
 * `if (i == 4) continue;`, ends in a jump of its own to the next one then. The loop has two latches, no trip count and no hint any more, and
 * stays. Here only where nothing asks for constants.
 */
function losesHint(m: Module, f: Func, dom: Dominance, loop: Loop, count: number): boolean {
  const latch = loop.latches[0]!
  const isKnown = (v: Value): boolean => takesElement(f, v) || (f.op(v) === Op.Handle && f.operandAt(v, 0) > 0)
  if (sizeOf(f, [latch]) > LARGEST_COPY || computesOffsets(m, f, loop) || isAny(f, loop.blocks, isKnown)) return false
  const ends = f.predecessors(latch)
  return loop.blocks.some(b => {
    const to = numberedWay(m, f, loop, b, count)
    return to === latch || (f.predecessors(to).length === 1 && ends.some(end => dom.dominates(to, end)))
  })
}

/** LLVM's limit for blocks that jump threading copies: the test is elsewhere, the jump beside it. */
const LARGEST_COPY = 6

/** Where a block leads in one iteration of a known number alone, which is not the last one. */
function numberedWay(m: Module, f: Func, loop: Loop, b: Block, count: number): Block {
  const test = f.operandAt(f.terminator(b), 0)
  const p = f.aux(test)
  if (f.op(f.terminator(b)) !== Op.CondBr || f.op(test) !== Op.ICmp || p > ICMP.ne) return NO_BLOCK
  const counter = f.operandAt(test, 0)
  if (f.op(counter) !== Op.Phi || f.blockOf(counter) !== loop.header) return NO_BLOCK
  const at = f.predecessors(loop.header).indexOf(loop.latches[0]!)
  const next = f.operandAt(counter, at)
  if (f.op(next) !== Op.Add || f.operandAt(next, 0) !== counter) return NO_BLOCK
  const number = (v: Value): number => Number(intOf(m, v))
  const iteration = (number(f.operandAt(test, 1)) - number(f.operandAt(counter, 1 - at))) / number(f.operandAt(next, 1))
  return iteration >= 0 && iteration < count - 1 ? f.successors(b)[p - ICMP.eq]! : NO_BLOCK
}

/** An element of a local array that a value chooses. */
const takesElement = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Gep && f.operandAt(v, 1) > 0 && f.op(f.operandAt(v, 0)) === Op.Alloca

/** A loop without a hint, where DXC unrolls it: its cost times its iterations is small, or it goes round once. */
function unrollSmall(m: Module, f: Func, dom: Dominance, loop: Loop, entry: Block, limits: UnrollLimits): boolean {
  // Below -O3 only loops that go round once.
  const most = m.options.optimization < 3 ? Math.min(limits.unhinted, 1) : limits.unhinted
  const cost = Math.max(1, costOf(m, f, loop) - TEST_COST)
  const isLarge = cost > most || hasBarrier(f, loop) || hasWaveExits(f, dom, loop)
  if (isLarge && (most === 0 || cost > limits.hinted)) return false
  const at = { dom, loop, entry }
  const exact = tripCount(m, f, at, isLarge ? 1 : Math.ceil(most / Math.max(1, cost - 1)))
  // At most once, as for `i < n && i < 1`: DXC's jump threading leaves nothing of such a loop.
  const known = exact ?? tripCount(m, f, at, 1, { atMost: true })
  if (known === undefined) return false
  if (!runsOnce(loop, known)) {
    if (exact === undefined) return false
    if (limits.onlyArrays && !indexesArrays(f, loop)) return false
    const isFirst = known.block === loop.header && known.block !== loop.latches[0]
    // DXC moves a test at the start to the end, which saves a jump.
    const costs = isFirst ? (cost - 1) * known.count : cost * (known.count + 1)
    if (isLarge || costs + TEST_COST > most) return false
  }
  return unrollFully(m, f, loop, entry, known.count, known)
}

const indexesArrays = (f: Func, loop: Loop): boolean =>
  naturalLoops(f).every(other => other.header === loop.header || !other.contains.has(loop.header)) &&
  isAny(f, loop.blocks, v => takesElement(f, v))

/** The comparison and the branch at the end, of which only one copy would be left. */
const TEST_COST = 2

/** Without a hint DXC makes no copies of barriers. */
const hasBarrier = (f: Func, loop: Loop): boolean =>
  isAny(f, loop.blocks, v => f.op(v) === Op.Dx && dxilStandsAlone(f.aux(v)))

/** One copy of the body, or none: that is no more code than the loop, however large. */
const runsOnce = ({ header, latches }: Loop, { count, block }: TripCount): boolean =>
  count === 0 || (count === 1 && block === header && block !== latches[0])

/**
 * [unroll(n)] on a loop that goes round more often, or nobody knows how often: n copies of the body, the last of which leaves without asking.
 * Undefined when the loop ends earlier, or has no test that could be left out.
 */
function copiesOf(
  m: Module,
  f: Func,
  loop: Loop,
  n: number,
  count: number | undefined,
): { times: number; test: ExitTest } | undefined {
  const test = exitTest(f, loop)
  if (n < 1 || !test || !isSettled(m, f, loop, test)) return undefined
  const times = test.block === loop.header && test.block !== loop.latches[0] ? n : n - 1
  return count === undefined || count > times ? { times, test } : undefined
}

/**
 * A test before each iteration is only DXC's test of the loop when DXC would move it behind the iteration, which it does when that copies
 * little; else it leaves the loop as it is, hint or not, without a word.
 */
const isSettled = (m: Module, f: Func, loop: Loop, test: ExitTest): boolean =>
  test.block === loop.latches[0] || headerCost(m, f, test.block) <= LARGEST_HEADER

/** LLVM's limit for the headers of loops that it rotates. */
const LARGEST_HEADER = 16

/** A loop that was to be unrolled and could not be, as the shader model or DXC's language version wants it reported. */
export type UnrollProblem = { readonly pos: number } & (
  | { readonly kind: 'no-bound' | 'bad-count' }
  /** So many copies of so many instructions, with those of other loops, are more than UNROLL_LIMITS allow. */
  | { readonly kind: 'too-large'; readonly count: number; readonly size: number }
  /** So many copies keep a test each, which are more than UNROLL_LIMITS allow. */
  | { readonly kind: 'too-many-tests'; readonly count: number }
)

/** What is left of hints after optimisation, in the order of the code; loops that DXC lets pass are not in the list. */
export function unrollProblems(m: Module): UnrollProblem[] {
  const found: UnrollProblem[] = []
  for (const f of m.definitions) {
    if (![...f.loopHints.values()].some(({ unroll }) => unroll !== 'disable')) continue
    for (const loop of naturalLoops(f)) {
      const hint = f.loopHints.get(loop.header)
      if (hint === undefined || hint.unroll === 'disable' || loop.latches.length !== 1) continue
      if (typeof hint.unroll === 'number' && hint.unroll < 0)
        found.push({ kind: 'bad-count', pos: beginOf(f, loop, hint.pos) })
      else if (isPromise(m, f, loop)) found.push(unmet(m, f, loop))
    }
  }
  return found.sort((a, b) => a.pos - b.pos)
}

/** Why a loop with a hint stayed: nobody knows how often it goes round, or its copies are too many. */
function unmet(m: Module, f: Func, loop: Loop): UnrollProblem {
  const { unroll, pos } = f.loopHints.get(loop.header)!
  const at = { dom: dominanceOf(f), loop, entry: entryOf(f, loop) }
  const count = typeof unroll === 'number' ? unroll : tripCount(m, f, at, MOST_FOLLOWED, { atMost: true })?.count
  const size = sizeOf(f, loop.blocks)
  const { hinted, trips, tests } = UNROLL_LIMITS
  // The limit holds for all loops together. Passes behind may have removed half of the copies that others got.
  const isTooLarge = count !== undefined && (count > trips || size * count + 2 * sizeOf(f, f.blocks) > hinted)
  const noBound: UnrollProblem = { kind: 'no-bound', pos: beginOf(f, loop, pos) }
  if (count === undefined || at.entry === NO_BLOCK) return noBound
  if (isTooLarge) return { kind: 'too-large', pos, count, size }
  return keepsTests(m, f, at, count, tests) ? { kind: 'too-many-tests', pos, count } : noBound
}

/** Where DXC's message points: at the first instruction that is left of the body. */
function beginOf(f: Func, { header, contains }: Loop, hinted: number): number {
  const after = f.successors(header)
  const body = after.length === 2 && after.some(b => !contains.has(b)) ? after.find(b => contains.has(b)) : header
  for (let v = f.first(body ?? header); v !== NO_VALUE; v = f.next(v))
    if (f.op(v) !== Op.Phi && f.pos(v) > hinted) return f.pos(v)
  return hinted
}

/** Iterations that are counted for a message. */
const MOST_FOLLOWED = 1_000_000

function isPromise(m: Module, f: Func, loop: Loop): boolean {
  const test = exitTest(f, loop)
  return test !== undefined && isSettled(m, f, loop, test)
}

/** The only edge into the loop from outside, or NO_BLOCK. */
function entryOf(f: Func, loop: Loop): Block {
  const outside = f.predecessors(loop.header).filter(p => !loop.contains.has(p))
  return outside.length === 1 ? outside[0]! : NO_BLOCK
}

/** Instructions but phis. */
function sizeOf(f: Func, blocks: readonly Block[]): number {
  let n = 0
  for (const b of blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (f.op(v) !== Op.Phi) n++
  return n
}
