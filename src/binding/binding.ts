// What a binding policy is asked and what it answers. Pure data about declarations: no IR, no syntax.
// Invariant: a policy is a function of its requests alone, so that the same declarations bind alike wherever they come from.

import type { ResourceClass } from '../spec/resource_classes.ts'

/** Whose rules place resources without a register: DXC's, LLVM's (wg-hlsl 0024, 0038) or Slang's (parameter layout). */
export type BindingPolicy = 'dxc' | 'llvm' | 'slang'
export const BINDING_POLICIES: readonly BindingPolicy[] = ['dxc', 'llvm', 'slang']

/** One resource, or one array of resources, as declared. */
export interface BindingRequest {
  readonly name: string
  readonly class: ResourceClass
  /** Registers it takes: 1, the flattened size of an array, or UNBOUNDED. */
  readonly rangeSize: number
  /** Explicit register number; undefined: the policy chooses. */
  readonly register: number | undefined
  /** Explicit space; undefined: none given. */
  readonly space: number | undefined
  /** Some access is left after optimisation. Slang's policy keeps the others too. */
  readonly used: boolean
  /** Order id: resources without a register are placed in ascending order. */
  readonly order: number
  /** Number of the top-level parameter it is a part of; the parts of one have equal numbers. */
  readonly parameter: number
  /** Slang's parameter block it lies in, each with a number of its own; absent outside of blocks. */
  readonly block?: number | undefined
  /** A member of a struct or of a buffer's block, which keeps no registers where others do. */
  readonly isMember?: boolean
}

export interface Placement {
  readonly request: BindingRequest
  readonly space: number
  readonly lower: number
  /** Inclusive; LAST_REGISTER for unbounded ranges. */
  readonly upper: number
  readonly how: 'explicit' | 'implicit'
}

/** Why binding failed; `other` is what stood in the way. */
export type BindingProblem =
  | {
      readonly kind: 'overlap'
      readonly placement: Placement
      readonly other: Placement
      /** All others in the way, where `other` is only the first. */
      readonly others?: readonly Placement[]
    }
  | {
      readonly kind: 'two-unbounded'
      readonly request: BindingRequest
      readonly other: BindingRequest
      readonly space: number
    }
  | {
      readonly kind: 'no-room'
      readonly request: BindingRequest
      readonly space: number
      /** The one that takes the end of the space. */
      readonly unbounded?: Placement
    }
  | { readonly kind: 'past-end'; readonly request: BindingRequest; readonly space: number }

export interface BindingResult {
  /** In the order of placing: explicit ones of a class first. Unused requests are absent where the policy drops them. */
  readonly placements: readonly Placement[]
  readonly problems: readonly BindingProblem[]
  /** Registers of unused requests that are kept from others. */
  readonly reserved?: readonly Placement[]
}

export interface BindingOptions {
  /** -auto-binding-space: space of resources that name none. */
  readonly autoSpace?: number
  /** -flegacy-resource-reservation: no register that an unused resource names is given to another; DXC's rules only. */
  readonly reserveUnused?: boolean
}
