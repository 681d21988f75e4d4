// Binds resources under DXC's rules: unused ones are dropped first, explicit registers are reserved, the rest take the first free range of
// their class in space 0 (or -auto-binding-space) in order of declaration. Source of the rules: DXC's DxilResourceRegisterAllocator.
// Invariant afterwards: a resource has `binding` exactly if some handle of it remains.

import type { Module, Resource, ResourceClass } from '../ir/module.ts'
import { inBindingOrder, UNBOUNDED } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { LAST_REGISTER, RegisterSpace } from './register_space.ts'

/** Why binding failed; `other` is the resource that stood in the way. Registers are inclusive. */
export type BindingProblem =
  | { readonly kind: 'overlap'; readonly resource: Resource; readonly other: Resource; readonly space: number }
  | { readonly kind: 'two-unbounded'; readonly resource: Resource; readonly other: Resource; readonly space: number }
  | { readonly kind: 'no-room'; readonly resource: Resource; readonly space: number }
  | { readonly kind: 'past-end'; readonly resource: Resource; readonly space: number }

/** The classes in the order in which DXC writes and numbers them. */
export const RESOURCE_CLASSES: readonly ResourceClass[] = ['cbv', 'sampler', 'srv', 'uav']

/** Binds every used resource of the module; returns the problems found (empty: all bound). */
export function numberResources(module: Module, autoSpace = 0): BindingProblem[] {
  const used = usedResources(module)
  const problems: BindingProblem[] = []
  for (const resource of module.resources) resource.binding = undefined
  for (const klass of RESOURCE_CLASSES) {
    const list = inBindingOrder(module.resources.filter(r => r.class === klass && used[r.id] === 1))
    if (list.length > 0) bindClass(list, autoSpace, problems)
  }
  return problems
}

function usedResources(module: Module): Uint8Array {
  const used = new Uint8Array(module.resources.length)
  for (const f of module.functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Handle) used[f.aux(v)] = 1
  return used
}

function bindClass(list: readonly Resource[], autoSpace: number, problems: BindingProblem[]): void {
  const spaces = new Map<number, RegisterSpace<Resource>>()
  const spaceOf = (n: number): RegisterSpace<Resource> => {
    let space = spaces.get(n)
    if (!space) spaces.set(n, (space = new RegisterSpace()))
    return space
  }
  for (const resource of list)
    if (resource.register !== undefined) reserve(resource, spaceOf(resource.space ?? 0), problems)
  for (const resource of list)
    if (resource.register === undefined) {
      const number = resource.space ?? autoSpace
      place(resource, number, spaceOf(number), problems)
    }
}

function reserve(resource: Resource, registers: RegisterSpace<Resource>, problems: BindingProblem[]): void {
  const space = resource.space ?? 0
  const lower = resource.register!
  resource.binding = { space, lower }
  const unbounded = resource.rangeSize === UNBOUNDED
  const upper = unbounded ? LAST_REGISTER : lower + resource.rangeSize - 1
  if (upper > LAST_REGISTER) return void problems.push({ kind: 'past-end', resource, space })
  if (unbounded && registers.unbounded)
    return void problems.push({ kind: 'two-unbounded', resource, other: registers.unbounded, space })
  const other = registers.insert(resource, lower, upper)
  if (other) problems.push({ kind: 'overlap', resource, other, space })
  else if (unbounded) registers.unbounded = resource
}

function place(
  resource: Resource,
  space: number,
  registers: RegisterSpace<Resource>,
  problems: BindingProblem[],
): void {
  const unbounded = resource.rangeSize === UNBOUNDED
  if (unbounded && registers.unbounded)
    return void problems.push({ kind: 'two-unbounded', resource, other: registers.unbounded, space })
  const lower = unbounded ? registers.allocateUnbounded(resource) : registers.allocate(resource, resource.rangeSize)
  if (lower === undefined) return void problems.push({ kind: 'no-room', resource, space })
  if (unbounded) registers.unbounded = resource
  resource.binding = { space, lower }
}
