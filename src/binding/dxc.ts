// DXC's rules: unused resources hold nothing, explicit registers are reserved, the rest take the first free range of their class and space
// in order. Source of the rules: DXC's DxilResourceRegisterAllocator.

import { RESOURCE_CLASSES, UNBOUNDED } from '../spec/resource_classes.ts'
import type { BindingOptions, BindingProblem, BindingRequest, BindingResult, Placement } from './binding.ts'
import { LAST_REGISTER, RegisterSpace } from './register_space.ts'

/** Places the used requests; texture buffers are expected behind all other SRVs by their order ids. */
export function bindLikeDxc(requests: readonly BindingRequest[], options: BindingOptions): BindingResult {
  const binder = new Binder(options)
  for (const resourceClass of RESOURCE_CLASSES) {
    const all = requests.filter(r => r.class === resourceClass).sort((a, b) => a.order - b.order)
    const list = all.filter(r => r.used)
    if (list.length > 0)
      binder.bindClass(list, options.reserveUnused ? all.filter(r => !r.used && !r.isMember && isExplicit(r)) : [])
  }
  return binder
}

/** How DXC says that no register, or no space, was written: writing it is writing none. */
const NONE = 0xffffffff
const isExplicit = ({ register }: BindingRequest): boolean => register !== undefined && register !== NONE

/** A register without a space is in space 0, even the register that is none. */
function writtenSpace({ register, space }: BindingRequest): number | undefined {
  if (space === NONE) return undefined
  return space ?? (register === NONE ? 0 : undefined)
}

function placementOf(
  request: BindingRequest,
  space: number,
  lower: number,
  how: Placement['how'] = 'explicit',
): Placement {
  // No elements from register 0 on: DXC computes the last register modulo 2^32.
  const isOpen = request.rangeSize === UNBOUNDED || (lower === 0 && request.rangeSize === 0)
  return { request, space, lower, upper: isOpen ? LAST_REGISTER : lower + request.rangeSize - 1, how }
}

class Binder implements BindingResult {
  readonly placements: Placement[] = []
  readonly problems: BindingProblem[] = []
  readonly reserved: Placement[] = []
  readonly #options: BindingOptions

  constructor(options: BindingOptions) {
    this.#options = options
  }

  /** @param unused those whose registers are kept from others: they may overlap, with used ones too */
  bindClass(list: readonly BindingRequest[], unused: readonly BindingRequest[]): void {
    const spaces = new Map<number, RegisterSpace<Placement>>()
    const spaceOf = (n: number): RegisterSpace<Placement> => {
      let space = spaces.get(n)
      if (!space) spaces.set(n, (space = new RegisterSpace()))
      return space
    }
    for (const request of list)
      if (isExplicit(request)) this.#reserve(request, request.register!, spaceOf(request.space ?? 0))
    for (const request of unused) {
      const space = request.space ?? 0
      const placement = placementOf(request, space, request.register!)
      this.reserved.push(placement)
      spaceOf(space).block(placement, placement.lower, Math.min(placement.upper, LAST_REGISTER))
    }
    for (const request of list)
      if (!isExplicit(request)) {
        const space = writtenSpace(request) ?? this.#options.autoSpace ?? 0
        this.#place(request, space, spaceOf(space))
      }
  }

  #placement(request: BindingRequest, space: number, lower: number, how: Placement['how']): Placement {
    const placement = placementOf(request, space, lower, how)
    this.placements.push(placement)
    return placement
  }

  #reserve(request: BindingRequest, lower: number, registers: RegisterSpace<Placement>): void {
    const space = request.space ?? 0
    const placement = this.#placement(request, space, lower, 'explicit')
    const unbounded = request.rangeSize === UNBOUNDED
    if (placement.upper > LAST_REGISTER) return void this.problems.push({ kind: 'past-end', request, space })
    if (unbounded && registers.unbounded)
      return void this.problems.push({ kind: 'two-unbounded', request, other: registers.unbounded.request, space })
    const other = registers.insert(placement, lower, placement.upper)
    // The first one in the way is found on the way in; who else is, only when there is something to report.
    if (other) {
      const others = registers.ranges.filter(r => r.lower <= placement.upper && r.upper >= lower && r.owner !== other)
      this.problems.push({ kind: 'overlap', placement, other, others: others.map(r => r.owner) })
    } else if (unbounded) registers.unbounded = placement
  }

  #place(request: BindingRequest, space: number, registers: RegisterSpace<Placement>): void {
    const unbounded = request.rangeSize === UNBOUNDED
    if (unbounded && registers.unbounded)
      return void this.problems.push({ kind: 'two-unbounded', request, other: registers.unbounded.request, space })
    const lower = unbounded ? registers.firstBehindAll() : registers.firstFree(request.rangeSize)
    if (lower === undefined) {
      const last = registers.unbounded
      return void this.problems.push({ kind: 'no-room', request, space, ...(last ? { unbounded: last } : {}) })
    }
    const placement = this.#placement(request, space, lower, 'implicit')
    registers.insert(placement, lower, placement.upper)
    if (unbounded) registers.unbounded = placement
  }
}
