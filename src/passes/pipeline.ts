// The passes in order, why they stand where they stand, and how to watch them. ORDER is checked when this file loads.

import { check, InternalError } from '../base/brand.ts'
import type { Func } from '../ir/function.ts'
import { isAny } from '../ir/loops.ts'
import type { Module } from '../ir/module.ts'
import { HANDLE } from '../ir/types.ts'
import { verifyFunc } from '../ir/verify.ts'
import { offsetKindOf } from './analyse/sample_offsets.ts'
import type { Pass } from './common/pass.ts'
import { findInputs } from './legalise/find_inputs.ts'
import { joinVectors } from './legalise/join_vectors.ts'
import { markPrecise } from './legalise/mark_precise.ts'
import { orderPhis } from './legalise/order_phis.ts'
import { isChoice, resolveHandles } from './legalise/resolve_handles.ts'
import { splitMembers } from './legalise/split_members.ts'
import { makeVectorArrays } from './legalise/vector_arrays.ts'
import { defineLanes, makeVectorOperations } from './legalise/vector_memory.ts'
import { widenBools } from './legalise/widen_bools.ts'
import { assumeBranches } from './optimise/assume_branches.ts'
import { combineTests } from './optimise/combine_tests.ts'
import { deadCode, removeUnreadStatics } from './optimise/dead_code.ts'
import { deadLoops } from './optimise/dead_loops.ts'
import { exitValues } from './optimise/exit_values.ts'
import { foldConstants } from './optimise/fold_constants.ts'
import { forwardCopies } from './optimise/forward_copies.ts'
import { forwardStores } from './optimise/forward_stores.ts'
import { hoistArrays } from './optimise/hoist_arrays.ts'
import { hoistCommon } from './optimise/hoist_common.ts'
import { hoistInvariants } from './optimise/hoist_invariants.ts'
import { improveKeptCalls } from './optimise/kept_calls.ts'
import { mergeArrays } from './optimise/merge_arrays.ts'
import { numberValues } from './optimise/number_values.ts'
import { overwrittenOutputs } from './optimise/overwritten_outputs.ts'
import { promoteLocals } from './optimise/promote_locals.ts'
import { propagateConstants } from './optimise/propagate_constants.ts'
import { reassociate } from './optimise/reassociate.ts'
import { relaxBreaks } from './optimise/relax_breaks.ts'
import { removeUnreachable } from './optimise/remove_unreachable.ts'
import { rotateLoops } from './optimise/rotate_loops.ts'
import { simplify } from './optimise/simplify.ts'
import { simplifyCfg, simplifyCfgLate } from './optimise/simplify_cfg.ts'
import { sinkCommon } from './optimise/sink_common.ts'
import { splitArrays } from './optimise/split_arrays.ts'
import { splitVectors } from './optimise/split_vectors.ts'
import { staticMemory } from './optimise/static_memory.ts'
import { threadEarly, threadJumps } from './optimise/thread_jumps.ts'
import { UNROLL_LIMITS, unrollLoops, unrollRest, unrollWith } from './optimise/unroll_loops.ts'

export interface Step {
  readonly pass: Pass
  /** Numbers of the pass and of its name, which may be another pass's, too. */
  readonly number: number
  readonly name: number
  /** Numbers of names: run only when a pass of one of them changed something since this pass last ran. Empty: always. */
  readonly onlyAfter: readonly number[]
  readonly skipped: string
}

/** Numbers of passes and of their names, for tables of what a list of steps has done. */
const numbers = new Map<Pass | string, number>()

function numberOf(what: Pass | string): number {
  const number = numbers.get(what) ?? numbers.size
  numbers.set(what, number)
  return number
}

/** What a history says of a step: its pass changed something, changed nothing, was skipped. */
const CHANGED = ':1'
const SAME = ':0'
const SKIPPED = ':-'

/** A run of a pass, if one of these passes changed something since it last ran; without any always. */
export const step = (pass: Pass, ...onlyAfter: readonly string[]): Step => ({
  pass,
  number: numberOf(pass),
  name: numberOf(pass.name),
  onlyAfter: onlyAfter.map(numberOf),
  skipped: pass.name + SKIPPED,
})

/** -Od: only what DXIL needs. Locals are promoted all the same, since DXC's own -Od output has no loads of scalar locals either. */
// -Od leaves loops alone that did not ask. DXC gives up after 1024 iterations there.
const unrollHinted = unrollWith({ ...UNROLL_LIMITS, unhinted: 0, trips: 1024 })
/** A round at the end of -Od: what only dead code looked at goes, then what led to it. What lies in each other takes several. */
const MINIMAL_ROUND: readonly Step[] = [
  step(simplifyCfg, 'dead_code', 'dead_loops'),
  step(deadCode, 'simplify_cfg'),
  step(deadLoops, 'dead_code'),
]

const MINIMAL: readonly Step[] = [
  step(removeUnreachable),
  step(splitArrays),
  step(promoteLocals),
  step(markPrecise),
  step(relaxBreaks),
  step(foldConstants),
  // What a constant condition rules out must not ask for resources or read out of their bounds.
  step(simplifyCfg),
  step(splitMembers),
  step(findInputs),
  // [unroll] is a promise about code, not about speed: what is indexed by the counter must be known.
  step(unrollHinted),
  step(splitArrays, 'unroll_loops'),
  step(promoteLocals, 'unroll_loops', 'split_arrays'),
  step(foldConstants, 'unroll_loops', 'promote_locals'),
  step(simplifyCfg, 'fold_constants'),
  step(splitVectors),
  step(resolveHandles),
  step(deadCode),
  // Resources that only loops without effect read must not count as used.
  step(deadLoops),
  ...MINIMAL_ROUND,
  ...MINIMAL_ROUND,
  ...MINIMAL_ROUND,
  step(staticMemory),
]

/**
 * A round of the end: a branch around nothing goes, then what computed its condition, then the loop that only computed that. A pass waits for
 * the others to change something, so that most rounds are none. What loops and conditions read must not count as used when registers are numbered.
 */
const SETTLE: readonly Step[] = [
  step(
    simplifyCfg,
    'dead_code',
    'dead_loops',
    'simplify',
    'number_values',
    'hoist_common',
    'sink_common',
    'combine_tests',
  ),
  step(simplify, 'simplify_cfg', 'dead_loops', 'number_values', 'sink_common', 'overwritten_outputs'),
  step(numberValues, 'dead_loops', 'simplify'),
  step(hoistInvariants, 'simplify_cfg'),
  step(deadCode, 'simplify_cfg', 'simplify', 'number_values', 'dead_loops', 'exit_values'),
  step(exitValues, 'dead_code', 'simplify_cfg', 'hoist_invariants'),
  step(deadLoops, 'dead_code', 'simplify_cfg', 'exit_values'),
]

const FULL: readonly Step[] = [
  step(removeUnreachable),
  step(splitArrays),
  step(promoteLocals),
  step(markPrecise),
  step(relaxBreaks),
  step(simplify),
  step(threadEarly),
  step(simplifyCfg),
  step(simplify, 'simplify_cfg'),
  step(splitMembers),
  step(findInputs),
  step(unrollLoops),
  // Indices that counted iterations are constants now, and values that left the loop went into variables.
  step(splitArrays),
  step(promoteLocals, 'unroll_loops', 'split_arrays'),
  step(simplify, 'unroll_loops', 'promote_locals'),
  // Copies of a loop's body are one block: chains of sums go through them.
  step(simplifyCfg, 'unroll_loops'),
  // Indices that tables gave, in which the loop's counter is the index.
  step(splitArrays, 'simplify'),
  step(promoteLocals, 'split_arrays'),
  step(splitVectors),
  step(forwardCopies),
  step(numberValues),
  step(reassociate),
  step(numberValues, 'reassociate'),
  step(assumeBranches),
  step(forwardStores),
  step(mergeArrays),
  // Loads that could be forwarded need no table.
  step(hoistArrays),
  // Trip counts and forwarded values decide branches that decide each other.
  step(propagateConstants),
  step(simplify, 'number_values', 'assume_branches'),
  step(threadJumps),
  step(promoteLocals, 'thread_jumps'),
  step(simplifyCfg),
  step(simplify, 'simplify_cfg'),
  // What nobody reads is no part of what a loop costs.
  step(deadCode),
  step(unrollRest),
  step(splitArrays, 'unroll_loops'),
  step(promoteLocals, 'unroll_loops', 'split_arrays'),
  step(simplify, 'promote_locals'),
  step(simplifyCfg, 'unroll_loops'),
  // What is constant since the last loops were unrolled, or since others were found to be equal.
  step(forwardCopies, 'unroll_loops', 'propagate_constants'),
  step(forwardStores, 'unroll_loops'),
  step(hoistArrays, 'unroll_loops', 'propagate_constants', 'forward_stores'),
  step(propagateConstants, 'unroll_loops', 'forward_copies', 'forward_stores', 'hoist_arrays'),
  step(resolveHandles),
  // Local arrays of indices in place of handles.
  step(hoistArrays, 'resolve_handles'),
  step(simplify, 'resolve_handles', 'propagate_constants'),
  // What nobody uses any more would count as a user.
  step(deadCode),
  // Before one of two tests leaves a loop and the other stays.
  step(combineTests),
  step(hoistCommon),
  step(sinkCommon),
  // What was moved in front of a branch is there behind it, too.
  step(numberValues, 'hoist_common', 'forward_stores', 'combine_tests'),
  // What unrolled loops store is in one block.
  step(overwrittenOutputs),
  step(hoistInvariants),
  step(deadCode),
  step(exitValues),
  step(deadLoops),
  ...SETTLE,
  ...SETTLE,
  ...SETTLE,
  ...SETTLE,
  // Nothing looks for the tests of loops any more.
  step(rotateLoops),
  step(promoteLocals, 'rotate_loops'),
  step(simplifyCfgLate),
  step(staticMemory),
]

/** After lower_resources: index arithmetic it added may be constant, what it replaced is dead. */
const AFTER_LOWERING: readonly Step[] = [
  step(simplify),
  step(numberValues),
  // Merged values leave phis of one value, which the D3D12 runtime refuses when they name themselves.
  step(simplify, 'number_values'),
  step(deadCode),
  step(widenBools),
  step(orderPhis),
]

/** [before, after, why]: the first run of `before` comes before the first run of `after` in every list that has both. */
const ORDER: readonly (readonly [before: string, after: string, why: string])[] = [
  ['remove_unreachable', 'promote_locals', 'a store in an unreachable block must not ask for phis'],
  ['split_arrays', 'promote_locals', 'the scalars of a split array are locals to promote'],
  ['promote_locals', 'mark_precise', 'what a variable holds later need not be precise'],
  ['mark_precise', 'simplify', 'the order of operations is as written'],
  ['promote_locals', 'relax_breaks', 'what a break depends on is only visible as values'],
  ['relax_breaks', 'simplify', 'loops are as long as without break conditions'],
  ['relax_breaks', 'simplify_cfg', 'a block that only leaves the loop is no branch to keep'],
  ['relax_breaks', 'unroll_loops', 'a loop with wave operations has its exits inside'],
  ['promote_locals', 'simplify', 'expressions through variables are only visible as values'],
  ['simplify', 'simplify_cfg', 'branches fold on constant conditions'],
  ['simplify', 'unroll_loops', 'trip counts come from constants'],
  ['promote_locals', 'thread_jumps', 'variables meet in phis'],
  ['thread_jumps', 'simplify_cfg', 'branches that it decides become jumps there'],
  ['split_members', 'unroll_loops', 'DXC takes no member index that only unrolling makes constant'],
  ['simplify_cfg', 'find_inputs', 'what a constant condition chose is no choice'],
  ['find_inputs', 'unroll_loops', 'DXC looks for the inputs before'],
  ['split_members', 'resolve_handles', 'members of different indices are different resources'],
  [
    'unroll_loops',
    'number_values',
    'a load shared with code behind the loop could not be kept in a variable, and the loop not be unrolled',
  ],
  ['split_arrays', 'split_vectors', 'what is only accessed at constant indices needs no arrays at all'],
  ['split_vectors', 'forward_copies', 'each component is a copy of its own'],
  ['forward_copies', 'number_values', 'rows read instead of copies are read once'],
  ['split_vectors', 'number_values', 'the new indices of the components are equal'],
  ['number_values', 'assume_branches', 'equal conditions are one value'],
  ['number_values', 'reassociate', 'equal operands are one value, and what others use is no part of a chain'],
  ['combine_tests', 'hoist_invariants', 'a test that left a loop alone can no longer be joined with the other'],
  ['assume_branches', 'combine_tests', 'what a branch says of a value is read from its single tests'],
  ['assume_branches', 'propagate_constants', 'values known behind a branch are constants to propagate'],
  ['number_values', 'forward_stores', 'equal pointers are one value'],
  ['forward_stores', 'hoist_arrays', 'stores that others overwrite are no second value'],
  ['hoist_arrays', 'propagate_constants', 'elements of tables are constants'],
  ['number_values', 'hoist_invariants', 'hoisting one of two equal values would leave the other behind'],
  ['simplify_cfg', 'resolve_handles', 'what a constant condition chose is no choice'],
  ['dead_code', 'dead_loops', 'values nobody needs look like results of a loop'],
  ['simplify', 'widen_bools', 'it would put the two steps together again'],
  ['dead_code', 'order_phis', 'dead phis need no order, and nothing may add phis behind it'],
  ['dead_code', 'static_memory', 'a variable of the module stays in memory'],
]

/** [before, after, why]: a run of `after` comes behind the first run of `before` in every list that has both. */
const FOLLOWED: typeof ORDER = [
  ['propagate_constants', 'dead_code', 'what only fed values now constant is dead'],
  ['resolve_handles', 'dead_code', 'the handles that were chosen from are dead'],
  ['simplify_cfg', 'dead_code', 'code only a removed branch used is dead'],
]

/** @throws InternalError when a list breaks the order; for the tests. */
export function checkOrders(): void {
  for (const steps of [MINIMAL, FULL, AFTER_LOWERING]) checkOrder(steps)
}

function checkOrder(steps: readonly Step[]): void {
  const first = (name: string): number => steps.findIndex(s => s.pass.name === name)
  for (const [before, after, why] of ORDER) {
    if (first(before) < 0 || first(after) < 0) continue
    check(first(before) < first(after), `pass ${before} must come before ${after}: ${why}`)
  }
  for (const [before, after, why] of FOLLOWED) {
    const last = steps.findLastIndex(s => s.pass.name === after)
    if (first(before) < 0 || last < 0) continue
    check(first(before) < last, `pass ${before} must be followed by ${after}: ${why}`)
  }
}

/** What may look on; everything optional. */
export interface Watch {
  /** Verify after each pass; a complaint is an InternalError that names the pass. */
  readonly verify?: boolean
  /** Called before each run of a pass. */
  readonly before?: (pass: string, m: Module, f: Func) => void
  /** Called after each run of a pass, whether it changed anything or not; milliseconds it took by `now`. */
  readonly after?: (pass: string, m: Module, f: Func, changed: boolean, ms: number) => void
  /** A clock in milliseconds, for `after`; without one ms is 0. */
  readonly now?: () => number
}

/** Names of all passes of the lists, in order of first use. */
export const PASS_NAMES: readonly string[] = [
  ...new Set([...MINIMAL, ...FULL, ...AFTER_LOWERING].map(({ pass }) => pass.name)),
]

/** Optimises every function of a module (`hl` operations and all), at the module's own level; goes on behind what histories say was done. */
export function optimize(m: Module, watch: Watch = {}): void {
  const steps = m.options.optimization === 0 ? MINIMAL : FULL
  for (const f of m.definitions) {
    const done = takeHistory(f)
    runSteps(steps, m, f, watch, done)
    // A resource and a texel offset must be known in the end, whatever it takes.
    const further = done.slice(steps.length)
    if (steps === MINIMAL && (further.length > 0 || mustGoOn(m, f))) runSteps(FULL, m, f, watch, further)
  }
  if (steps !== FULL) return
  removeUnreadStatics(m)
  improveKeptCalls(m)
}

function takeHistory(f: Func): readonly string[] {
  const done = f.history
  f.history = []
  return done
}

/** A resource is chosen at run time, or a texel offset computed. */
const mustGoOn = (m: Module, f: Func): boolean =>
  isAny(f, f.blocks, v => (f.type(v) === HANDLE && isChoice(f.op(v))) || offsetKindOf(m, f, v) === 'not-constant')

/** Cleans up after the passes that lower resource operations. */
export function cleanUp(m: Module, watch: Watch = {}): void {
  for (const f of m.definitions) runSteps(AFTER_LOWERING, m, f, watch, takeHistory(f))
}

/**
 * The last step before emission, for shader models that have vectors, and for libraries, which have them in memory. No phase of the text form
 * is behind it.
 */
export function makeVectors(m: Module): void {
  if (m.hasVectors()) {
    for (const f of m.definitions) {
      defineLanes(m, f)
      makeVectorOperations(m, f)
    }
    makeVectorArrays(m)
  } else if (m.target.stage !== 'lib') return
  for (const f of m.definitions) if (joinVectors(m, f)) deadCode.run(m, f)
}

/**
 * Runs a list of steps on one function; for tests and tools that want their own list. `done`: entries of a history of the same list, whose
 * steps are not run again.
 */
export function runSteps(
  steps: readonly Step[],
  m: Module,
  f: Func,
  watch: Watch = {},
  done: readonly string[] = [],
): void {
  /** Steps, counted from 1, at which a pass of a name last changed something and a pass last ran; by their numbers. */
  const changedAt = new Array<number>(numbers.size).fill(0)
  const ranAt = new Array<number>(numbers.size).fill(0)
  const known = done.length === 0 ? 0 : steps.findIndex(({ pass }, i) => !done[i]?.startsWith(`${pass.name}:`))
  for (let i = 0; i < steps.length; i++) {
    const { pass, number, name, onlyAfter, skipped } = steps[i]!
    if (known < 0 || i < known) {
      f.history.push(done[i]!)
      if (!done[i]!.endsWith(SKIPPED)) ranAt[number] = i + 1
      if (done[i]!.endsWith(CHANGED)) changedAt[name] = i + 1
    } else if (onlyAfter.length > 0 && !hasChanged(onlyAfter, changedAt, ranAt[number]!)) {
      f.history.push(skipped)
    } else {
      ranAt[number] = i + 1
      if (runPass(pass, m, f, watch)) changedAt[name] = i + 1
    }
  }
}

function hasChanged(passes: readonly number[], changedAt: readonly number[], since: number): boolean {
  for (const pass of passes) if (changedAt[pass]! > since) return true
  return false
}

/** One pass with the watcher's extras; true when it changed the function. */
export function runPass(pass: Pass, m: Module, f: Func, watch: Watch = {}): boolean {
  watch.before?.(pass.name, m, f)
  const start = watch.now?.() ?? 0
  const changed = pass.run(m, f)
  f.history.push(pass.name + (changed ? CHANGED : SAME))
  watch.after?.(pass.name, m, f, changed, (watch.now?.() ?? 0) - start)
  if (watch.verify === true) {
    const complaint = verifyFunc(m, f, m.isResourcesLowered ? 'dx' : 'hl')[0]
    if (complaint !== undefined)
      throw new InternalError(`after ${pass.name}: line ${complaint.line}: ${complaint.what}: ${complaint.text}`)
  }
  return changed
}
