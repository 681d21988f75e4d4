// The register spaces while they fill: replays the order of placing and notes what each resource came by on the search for its place.
// Invariant: places are taken from the policy's answer, never computed; memory is linear in the resources whatever they take.

import type { BindingPolicy } from '../binding/binding.ts'
import { LAST_REGISTER } from '../binding/register_space.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { type Draft, isQueued, type SearchStep, spaceKey } from './bindings_model.ts'

/** Drafts by class and space. */
export type SpaceGroups = ReadonlyMap<string, readonly Draft[]>

export function groupBySpace(drafts: readonly Draft[]): SpaceGroups {
  const groups = new Map<string, Draft[]>()
  for (const draft of drafts) {
    const key = spaceKey(draft.request.class, draft.space)
    const group = groups.get(key)
    if (group) group.push(draft)
    else groups.set(key, [draft])
  }
  return groups
}

/** Fills in the turn of every draft that has one. Numbers must be given already. */
export function replay(groups: SpaceGroups, policy: BindingPolicy): void {
  for (const group of groups.values()) {
    const taken = new TakenList()
    for (const d of group)
      if (d.placement?.how === 'explicit') taken.add(d)
      else if (d.reserved) taken.add({ ...d, placement: d.reserved })
    const queue = group.filter(isQueued).sort(inTurn)
    const runs = policy === 'slang' ? runsByParameter(queue) : queue.map(d => [d])
    let place = 0
    for (const run of runs) {
      const search = taken.search(run)
      const highest = taken.highest
      for (const draft of run) {
        draft.turn = { place: ++place, of: queue.length, run, search, highest }
        if (draft.placement && !draft.problem) taken.add(draft)
      }
    }
  }
}

/** By the order of placing; one that failed stands where its order id puts it. */
function inTurn(a: Draft, b: Draft): number {
  if (a.placement && b.placement) return a.rank - b.rank
  return a.request.order - b.request.order
}

/** Parts of one parameter stand side by side; unbounded ones go their own way. */
function runsByParameter(queue: readonly Draft[]): Draft[][] {
  const runs: Draft[][] = []
  for (const draft of queue) {
    const last = runs.at(-1)
    const first = last?.[0]?.request
    const joins =
      first !== undefined &&
      first.parameter === draft.request.parameter &&
      first.rangeSize !== UNBOUNDED &&
      draft.request.rangeSize !== UNBOUNDED
    if (last && joins) last.push(draft)
    else runs.push([draft])
  }
  return runs
}

export const sizeOf = (run: readonly Draft[]): number => run.reduce((sum, d) => sum + d.request.rangeSize, 0)

const MOST_OWNERS = 16

interface OpenStep {
  lower: number
  upper: number | null
  verdict: SearchStep['verdict']
  owners: number[]
  more: number
}

/** Placements in ascending order. */
class TakenList {
  readonly #list: Draft[] = []

  get highest(): Draft | undefined {
    return this.#list.at(-1)
  }

  add(draft: Draft): void {
    const { lower } = draft.placement!
    let low = 0
    let high = this.#list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#list[middle]!.placement!.lower < lower) low = middle + 1
      else high = middle
    }
    this.#list.splice(low, 0, draft)
  }

  /** What lies between register 0 and the place of the run; all there is for one without a place. */
  search(run: readonly Draft[]): SearchStep[] {
    const { placement, request } = run[0]!
    const isUnbounded = request.rangeSize === UNBOUNDED
    const skipped = isUnbounded ? 'passed' : 'too-small'
    const chosen = placement?.lower ?? LAST_REGISTER + 1
    const steps: OpenStep[] = []
    const free = (lower: number, upper: number): void =>
      void steps.push({ lower, upper: upper === LAST_REGISTER ? null : upper, verdict: skipped, owners: [], more: 0 })
    let at = 0
    for (const draft of this.#list) {
      const { lower, upper } = draft.placement!
      if (lower >= chosen) break
      if (lower > at) free(at, lower - 1)
      at = Math.max(at, upper + 1)
      addTaken(steps, draft)
    }
    if (at < chosen) free(at, chosen - 1)
    if (placement) {
      const upper = isUnbounded ? null : chosen + sizeOf(run) - 1
      steps.push({ lower: chosen, upper, verdict: 'chosen', owners: [], more: 0 })
    }
    return steps
  }
}

/** Ranges that touch become one step. */
function addTaken(steps: OpenStep[], { placement, number }: Draft): void {
  const { lower, upper } = placement!
  const end = upper >= LAST_REGISTER ? null : upper
  const last = steps.at(-1)
  if (last?.verdict !== 'taken') {
    steps.push({ lower, upper: end, verdict: 'taken', owners: [number], more: 0 })
    return
  }
  if (last.upper !== null && (end === null || end > last.upper)) last.upper = end
  if (last.owners.length < MOST_OWNERS) last.owners.push(number)
  else last.more++
}
