// Maps of register spaces: which resource holds what, with the free stretches between. Four billion registers are as many cells as there
// are ranges. Invariant: the segments of the first lane cover the space from register 0 to its end; further lanes hold overlaps only.

import { LAST_REGISTER } from '../binding/register_space.ts'
import type { ResourceExplanation, SpaceMap, SpaceSegment } from './bindings_model.ts'

/** One map a class and space that holds something, in the order of the resources. */
export function spaceMaps(resources: readonly ResourceExplanation[]): SpaceMap[] {
  const groups = new Map<string, number[]>()
  for (const [i, r] of resources.entries()) {
    if (!r.binding) continue
    const key = `${r.letter} ${r.binding.space}`
    const group = groups.get(key)
    if (group) group.push(i)
    else groups.set(key, [i])
  }
  return [...groups.values()].map(group => spaceMap(resources, group))
}

function spaceMap(resources: readonly ResourceExplanation[], group: readonly number[]): SpaceMap {
  const first = resources[group[0]!]!
  const held = group.map(i => ({ ...resources[i]!.binding!, resource: i })).sort((a, b) => a.lower - b.lower)
  const lanes: SpaceSegment[][] = []
  const ends: number[] = []
  for (const { lower, upper, resource } of held) {
    let lane = ends.findIndex(end => end <= lower)
    if (lane < 0) lane = ends.push(0) - 1
    const from = ends[lane]!
    const cells = (lanes[lane] ??= [])
    if (lower > from) cells.push({ lower: from, upper: lower - 1, resource: null })
    cells.push({ lower, upper, resource })
    ends[lane] = (upper ?? LAST_REGISTER) + 1
  }
  if (ends[0]! <= LAST_REGISTER) lanes[0]!.push({ lower: ends[0]!, upper: null, resource: null })
  const free = freeRegisters(held)
  return {
    class: first.class,
    letter: first.letter,
    space: first.binding!.space,
    lanes,
    taken: LAST_REGISTER + 1 - free,
    free,
  }
}

function freeRegisters(ascending: readonly { readonly lower: number; readonly upper: number | null }[]): number {
  let free = 0
  let at = 0
  for (const { lower, upper } of ascending) {
    free += Math.max(0, lower - at)
    at = Math.max(at, (upper ?? LAST_REGISTER) + 1)
  }
  return free + LAST_REGISTER + 1 - at
}
