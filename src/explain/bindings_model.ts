// The shape of an explanation of bindings, and a request with what became of it.
// Invariant: BindingsExplanation is JSON as it is; its fields are documented in docs/cli.md and keep their meaning.

import type { BindingPolicy, BindingProblem, BindingRequest, Placement } from '../binding/binding.ts'
import type { ResourceClass } from '../spec/resource_classes.ts'

/** Where something is declared; line and column count from 1. */
export interface DeclaredAt {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** Registers of one space, bounds inclusive; upper null: to the end of the space. */
export interface RegisterRange {
  readonly space: number
  readonly lower: number
  readonly upper: number | null
}

/** A stretch of registers the search came by, in ascending order. */
export interface SearchStep {
  readonly lower: number
  /** null: to the end of the space. */
  readonly upper: number | null
  /** taken; free but too small; behind which it starts (unbounded arrays); the place it got. */
  readonly verdict: 'taken' | 'too-small' | 'passed' | 'chosen'
  /** Numbers of the resources that hold it, ascending by register, the first 16; empty when free. */
  readonly owners: readonly number[]
  /** How many owners are not listed. */
  readonly more: number
}

export interface ResourceExplanation {
  readonly name: string
  /** As HLSL writes it, arrays with their dimensions. */
  readonly type: string
  readonly class: ResourceClass
  /** Letter of its registers: b, s, t or u. */
  readonly letter: string
  /** null when it has no place in a source (containers). */
  readonly declared: DeclaredAt | null
  /** Name of the top-level declaration it is, or is a part of. */
  readonly root: string
  /** Number of that declaration. */
  readonly parameter: number
  /** Registers it takes; null: unbounded. */
  readonly count: number | null
  /** Register and space as the declaration (of a struct's part: the struct's) says; null: not written. */
  readonly written: { readonly register: number | null; readonly space: number | null }
  /** Some access is left after optimisation. */
  readonly used: boolean
  /** dropped: the policy gives unused resources nothing. failed: no place for it. given: read from a container. */
  readonly how: 'explicit' | 'implicit' | 'dropped' | 'failed' | 'given'
  /** What it holds; null when nothing. */
  readonly binding: RegisterRange | null
  /** Of the resources without a register in its class and space: it was the turn-th to be placed, of `turns`. 0 elsewhere. */
  readonly turn: number
  readonly turns: number
  /** Registers in a row that were looked for: its own, or (Slang) those of all parts of one parameter, which stay together. null: unbounded. */
  readonly need: number | null
  /** The search for its place, from register 0 on. What is chosen are `need` registers. */
  readonly search: readonly SearchStep[]
  /** In words, one or more sentences. */
  readonly reason: string
}

export interface ProblemExplanation {
  readonly kind: BindingProblem['kind']
  /** Number of the resource that has no place, and of the one in its way (null when there is no single one). */
  readonly resource: number
  readonly other: number | null
  readonly space: number
  readonly message: string
}

export interface SpaceSegment {
  readonly lower: number
  /** null: to the end of the space. */
  readonly upper: number | null
  /** Number of the resource; null: free. */
  readonly resource: number | null
}

export interface SpaceMap {
  readonly class: ResourceClass
  readonly letter: string
  readonly space: number
  /** Ascending; lane 0 has no holes. Ranges that overlap an earlier one stand in a lane behind. */
  readonly lanes: readonly (readonly SpaceSegment[])[]
  readonly taken: number
  readonly free: number
}

export interface BindingsExplanation {
  readonly file: string
  readonly entry: string
  readonly target: string
  /** null: read from a container, by whatever compiler. */
  readonly policy: BindingPolicy | null
  /** Sorted by class (b, s, t, u), space, register; what holds nothing comes last. */
  readonly resources: readonly ResourceExplanation[]
  readonly spaces: readonly SpaceMap[]
  readonly problems: readonly ProblemExplanation[]
}

/** What the explanation needs to know of a request beyond the request. */
export interface RequestFacts {
  readonly root: string
  readonly type: string
  readonly declared: DeclaredAt | null
  /** What the declaration says for this class. */
  readonly written: ResourceExplanation['written']
}

export interface BindingsInput {
  readonly file: string
  readonly entry: string
  readonly target: string
  readonly policy: BindingPolicy
  readonly autoSpace: number
  readonly requests: readonly BindingRequest[]
  /** In the order of placing. */
  readonly placements: readonly Placement[]
  /** Of unused ones, where they keep their registers. */
  readonly reserved?: readonly Placement[]
  readonly problems: readonly BindingProblem[]
  readonly factsOf: (request: BindingRequest) => RequestFacts
}

/** A request with what became of it. */
export interface Draft {
  readonly request: BindingRequest
  readonly placement: Placement | undefined
  readonly problem: BindingProblem | undefined
  /** Registers kept from others although nothing uses the resource. */
  readonly reserved: Placement | undefined
  readonly space: number
  /** Place in the order of placing; Infinity for what was never placed. */
  readonly rank: number
  /** Number of the resource in the table. */
  number: number
  /** What space_history.ts finds out; absent for what takes no turn. */
  turn?: Turn
}

/** One resource's turn to be placed. */
export interface Turn {
  /** Counted from 1. */
  readonly place: number
  readonly of: number
  /** What is placed side by side in one go: itself, or (Slang) all parts of its parameter. */
  readonly run: readonly Draft[]
  readonly search: readonly SearchStep[]
  /** The highest taken range at that moment. */
  readonly highest: Draft | undefined
}

/** Resources of LLVM text need no name. */
export const nameOf = ({ name }: { readonly name: string }): string => (name === '' ? '(no name)' : name)

/** Has no register and takes its turn, with or without success. */
export const isQueued = (d: Draft): boolean =>
  d.placement ? d.placement.how === 'implicit' : d.problem !== undefined && d.request.register === undefined

export const spaceKey = (kind: ResourceClass, space: number): string => `${kind} ${space}`

export const requestOf = (problem: BindingProblem): BindingRequest =>
  problem.kind === 'overlap' ? problem.placement.request : problem.request

export const spaceOf = (problem: BindingProblem): number =>
  problem.kind === 'overlap' ? problem.placement.space : problem.space
