// Slang's rules (parameter layout): nothing is dropped, explicit registers are reserved first, then each top-level parameter takes one
// contiguous range of every class it needs, in global order. Parameter blocks and unsized arrays take register spaces of their own.

import { RESOURCE_CLASSES, type ResourceClass, UNBOUNDED } from '../spec/resource_classes.ts'
import type { BindingOptions, BindingProblem, BindingRequest, BindingResult, Placement } from './binding.ts'
import { LAST_REGISTER } from './register_space.ts'
import { overlappingPairs, placementOf, TakenRegisters } from './taken_registers.ts'

/** The constant buffer of loose uniform globals: it is placed before all parameters without a register. */
export const DEFAULT_CONSTANT_BUFFER = '$Globals'

/** Places all requests; those of one parameter are placed in ascending order inside the parameter's ranges. */
export function bindLikeSlang(requests: readonly BindingRequest[], options: BindingOptions): BindingResult {
  const sorted = [...requests].sort((a, b) => a.parameter - b.parameter || a.order - b.order)
  const binder = new SlangBinder(options)
  binder.reserve(sorted)
  const isDefault = (r: BindingRequest): boolean => r.name === DEFAULT_CONSTANT_BUFFER
  binder.placeParameter(sorted.filter(isDefault))
  for (const parts of byParameter(sorted.filter(r => !isDefault(r)))) binder.placeParameter(parts)
  return binder
}

function byParameter(sorted: readonly BindingRequest[]): BindingRequest[][] {
  const groups: BindingRequest[][] = []
  for (const request of sorted) {
    const last = groups[groups.length - 1]
    if (last && last[0]!.parameter === request.parameter) last.push(request)
    else groups.push([request])
  }
  return groups
}

class SlangBinder implements BindingResult {
  readonly placements: Placement[] = []
  readonly problems: BindingProblem[] = []
  readonly #taken = new TakenRegisters()
  readonly #defaultSpace: number

  constructor(options: BindingOptions) {
    this.#defaultSpace = options.autoSpace ?? 0
  }

  /** Explicit registers, and the spaces that are spoken for. */
  reserve(requests: readonly BindingRequest[]): void {
    for (const request of requests) {
      const { register, block, space } = request
      if (register !== undefined && block === undefined) this.#put(request, space ?? 0, register, 'explicit')
      else if (space !== undefined) this.#taken.reserveSpace(space)
      else if (block === undefined && request.rangeSize !== UNBOUNDED) this.#taken.reserveSpace(this.#defaultSpace)
    }
    for (const [placement, other] of overlappingPairs(this.placements))
      this.problems.push({ kind: 'overlap', placement, other })
  }

  /** The parts of one parameter that have no register. */
  placeParameter(parts: readonly BindingRequest[]): void {
    const open = parts.filter(r => r.register === undefined || r.block !== undefined)
    if (open.length === 0) return
    const blocks = new Map<number, number | undefined>()
    let spaces = 0
    for (const { block, rangeSize, space } of open) {
      if (isWholeSpace(block, rangeSize, space)) spaces++
      else if (block !== undefined && !blocks.has(block)) {
        blocks.set(block, space)
        if (space === undefined) spaces++
      }
    }
    let next = spaces > 0 ? this.#taken.unusedSpaces(spaces) : 0
    for (const [block, space] of blocks) if (space === undefined) blocks.set(block, next++)
    const groups = new Map<string, BindingRequest[]>()
    for (const request of open) {
      const { block, rangeSize, space } = request
      if (isWholeSpace(block, rangeSize, space)) {
        this.#put(request, next++, 0, 'implicit')
        continue
      }
      const where = block === undefined ? (space ?? this.#defaultSpace) : blocks.get(block)!
      const key = `${request.class} ${where}`
      const group = groups.get(key)
      if (group) group.push(request)
      else groups.set(key, [request])
    }
    for (const kind of RESOURCE_CLASSES)
      for (const [key, group] of groups)
        if (key.startsWith(`${kind} `)) this.#placeRun(kind, Number(key.split(' ')[1]), group)
  }

  /** Parts of one class in one space, side by side. */
  #placeRun(kind: ResourceClass, space: number, parts: readonly BindingRequest[]): void {
    const unbounded = parts.filter(r => r.rangeSize === UNBOUNDED)
    const finite = parts.filter(r => r.rangeSize !== UNBOUNDED)
    const size = finite.reduce((n, r) => n + r.rangeSize, 0)
    let lower = size > 0 ? this.#taken.firstFree(kind, space, size) : 0
    for (const request of finite) {
      if (lower === undefined) this.problems.push({ kind: 'no-room', request, space })
      else {
        this.#put(request, space, lower, 'implicit')
        lower += request.rangeSize
      }
    }
    // An unsized array that was sent to a space by name takes the end of it.
    for (const request of unbounded) {
      const start = this.#taken.lastFree(kind, space)
      if (start === undefined) this.problems.push({ kind: 'no-room', request, space })
      else this.#put(request, space, start, 'implicit')
    }
  }

  #put(request: BindingRequest, space: number, lower: number, how: Placement['how']): void {
    const placement = placementOf(request, space, lower, how)
    this.placements.push(placement)
    if (placement.upper > LAST_REGISTER) this.problems.push({ kind: 'past-end', request, space })
    else this.#taken.take(placement)
  }
}

/** Unsized arrays take a whole register space, also inside blocks, unless a space was named. */
const isWholeSpace = (block: number | undefined, rangeSize: number, space: number | undefined): boolean =>
  rangeSize === UNBOUNDED && (block !== undefined || space === undefined)
