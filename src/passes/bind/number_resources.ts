// Binds the module's resources by a policy (binding/): collects which of them code still uses, asks, writes the answers back.
// Invariant afterwards: a resource has `binding` exactly if the policy keeps it.

import { bind } from '../../binding/bind.ts'
import type {
  BindingOptions,
  BindingPolicy,
  BindingProblem,
  BindingRequest,
  BindingResult,
  Placement,
} from '../../binding/binding.ts'
import { overlappingPairs, placementOf } from '../../binding/taken_registers.ts'
import type { Module, Resource } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { inPolicyOrder } from './declaration_order.ts'

/** What a request of numberResources says beyond the policy's needs: the resource it stands for. */
export interface ResourceRequest extends BindingRequest {
  readonly resource: Resource
}

/** The answer with what was asked: every declared resource in order, dropped ones too. */
export interface NumberedResources extends BindingResult {
  readonly requests: readonly ResourceRequest[]
}

export const resourceOf = (request: BindingRequest): Resource => (request as ResourceRequest).resource

/** Binds the resources of the module; problems are in the result (none: all bound). */
export function numberResources(
  module: Module,
  policy: BindingPolicy = 'dxc',
  options: BindingOptions = {},
): NumberedResources {
  const used = usedResources(module)
  const requests = inPolicyOrder(module, policy).map((r, order) => requestOf(r, order, used[r.id] === 1))
  for (const resource of module.resources) resource.binding = undefined
  const result = bind(policy, requests, options)
  for (const { request, space, lower } of result.placements) resourceOf(request).binding = { space, lower }
  const { placements, problems, reserved } = result
  return { requests, placements, problems, ...(reserved ? { reserved } : {}) }
}

function requestOf(resource: Resource, order: number, used: boolean): ResourceRequest {
  const { name, rangeSize, register, space, parameter, block } = resource
  const isMember = resource.member !== undefined
  return { name, class: resource.class, rangeSize, register, space, parameter, block, isMember, used, order, resource }
}

/** Resources of a library that name the same registers. All others get theirs when it is linked. */
export function overlaps(resources: Iterable<Resource>): BindingProblem[] {
  const placements = [...resources].flatMap((resource, order): Placement[] => {
    const { register, space = 0 } = resource
    return register === undefined ? [] : [placementOf(requestOf(resource, order, true), space, register, 'explicit')]
  })
  return overlappingPairs(placements).map(([other, placement]) => ({ kind: 'overlap', placement, other }))
}

function usedResources(module: Module): Uint8Array {
  const used = new Uint8Array(module.resources.length)
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Handle) used[f.aux(v)] = 1
  for (const list of module.companions) if (list.some(id => used[id] === 1)) for (const id of list) used[id] = 1
  return used
}
