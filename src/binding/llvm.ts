// LLVM's rules (wg-hlsl 0024, 0038): first an analysis of what explicit registers leave free, then implicit bindings by order id.
// Unused resources are gone before; an unbounded array takes the run of free registers at the end of its space.

import { UNBOUNDED } from '../spec/resource_classes.ts'
import type { BindingOptions, BindingProblem, BindingRequest, BindingResult, Placement } from './binding.ts'
import { LAST_REGISTER } from './register_space.ts'
import { overlappingPairs, placementOf, TakenRegisters } from './taken_registers.ts'

/** What the first phase finds. The common case pays for two flags; which ranges overlap is computed only when they do. */
export interface BindingAnalysis {
  readonly hasImplicitBinding: boolean
  readonly hasOverlappingBinding: boolean
  readonly placements: readonly Placement[]
  readonly taken: TakenRegisters
  readonly problems: readonly BindingProblem[]
}

/** Phase one: takes the registers of explicit bindings and notes what is left to do. Expects used requests only. */
export function analyzeBindings(requests: readonly BindingRequest[]): BindingAnalysis {
  const taken = new TakenRegisters()
  const placements: Placement[] = []
  const problems: BindingProblem[] = []
  const explicit = requests.filter(r => r.register !== undefined).sort((a, b) => a.register! - b.register!)
  let hasOverlappingBinding = false
  for (const request of explicit) {
    const space = request.space ?? 0
    const register = request.register!
    const placement = placementOf(request, space, register, 'explicit')
    placements.push(placement)
    if (placement.upper > LAST_REGISTER) {
      problems.push({ kind: 'past-end', request, space })
      continue
    }
    hasOverlappingBinding ||= register < taken.end(request.class, space)
    taken.take(placement)
  }
  const hasImplicitBinding = explicit.length < requests.length
  return { hasImplicitBinding, hasOverlappingBinding, placements, taken, problems }
}

/** A register range that leaves its space is an error of the declaration, used or not. */
const isPastEnd = ({ register, rangeSize }: BindingRequest): boolean =>
  register !== undefined && rangeSize !== UNBOUNDED && register + rangeSize - 1 > LAST_REGISTER
const pastEnd = (request: BindingRequest): BindingProblem => ({
  kind: 'past-end',
  request,
  space: request.space ?? 0,
})

/** Both phases, and the precise report of overlaps when the flag says that there are some. */
export function bindLikeLlvm(requests: readonly BindingRequest[], options: BindingOptions): BindingResult {
  const used = requests.filter(r => r.used).sort((a, b) => a.order - b.order)
  const analysis = analyzeBindings(used)
  const { taken } = analysis
  const placements = [...analysis.placements]
  const problems = [...requests.filter(r => !r.used && isPastEnd(r)).map(pastEnd), ...analysis.problems]
  if (analysis.hasImplicitBinding)
    for (const request of used) {
      if (request.register !== undefined) continue
      const space = request.space ?? options.autoSpace ?? 0
      const lower =
        request.rangeSize === UNBOUNDED
          ? taken.lastFree(request.class, space)
          : taken.firstFree(request.class, space, request.rangeSize)
      if (lower === undefined) {
        problems.push({ kind: 'no-room', request, space })
        continue
      }
      const placement = placementOf(request, space, lower, 'implicit')
      placements.push(placement)
      taken.take(placement)
    }
  if (analysis.hasOverlappingBinding)
    for (const [placement, other] of overlappingPairs(analysis.placements))
      problems.push({ kind: 'overlap', placement, other })
  return { placements, problems }
}
