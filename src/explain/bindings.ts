// Why each resource landed where it did: the policy's answer turned into a table, the steps of every placement, and maps of the register
// spaces. Plain data, JSON as it is. Invariant: repeats what the policy answered; no rule of binding is applied here.

import type { BindingProblem, BindingRequest, Placement } from '../binding/binding.ts'
import { REGISTER_LETTER, RESOURCE_CLASSES, UNBOUNDED } from '../spec/resource_classes.ts'
import { problemText, reasonText } from './binding_text.ts'
import {
  type BindingsExplanation,
  type BindingsInput,
  type Draft,
  nameOf,
  type ProblemExplanation,
  type RegisterRange,
  type ResourceExplanation,
  requestOf,
  spaceOf,
} from './bindings_model.ts'
import { spaceMaps } from './register_map.ts'
import { groupBySpace, replay, type SpaceGroups, sizeOf } from './space_history.ts'

/** Explains an answer of bind() to these requests. */
export function explainBindings(input: BindingsInput): BindingsExplanation {
  const drafts = draftsOf(input).sort(inTableOrder)
  for (const [i, draft] of drafts.entries()) draft.number = i
  const groups = groupBySpace(drafts)
  replay(groups, input.policy)
  const byRequest = new Map(drafts.map(draft => [draft.request, draft]))
  const resources = drafts.map(draft => resourceOf(input, draft, drafts, groups))
  return {
    file: input.file,
    entry: input.entry,
    target: input.target,
    policy: input.policy,
    resources,
    spaces: spaceMaps(resources),
    problems: input.problems.map(problem => problemOf(problem, byRequest)),
  }
}

function draftsOf({ requests, placements, reserved = [], problems, autoSpace }: BindingsInput): Draft[] {
  const ranks = new Map(placements.map((p, i) => [p.request, i]))
  const kept = new Map(reserved.map(p => [p.request, p]))
  const failures = new Map<BindingRequest, BindingProblem>()
  for (const p of problems) if (!failures.has(requestOf(p))) failures.set(requestOf(p), p)
  return requests.map(request => {
    const rank = ranks.get(request)
    const placement = rank === undefined ? undefined : placements[rank]
    const problem = failures.get(request)
    const held = kept.get(request)
    const space = (placement ?? held)?.space ?? (problem && spaceOf(problem)) ?? request.space ?? autoSpace
    return { request, placement, problem, reserved: held, space, rank: rank ?? Number.POSITIVE_INFINITY, number: 0 }
  })
}

function inTableOrder(a: Draft, b: Draft): number {
  const classOf = (d: Draft): number => RESOURCE_CLASSES.indexOf(d.request.class)
  const holds = (d: Draft): number => (d.placement ? 0 : d.problem ? 1 : 2)
  return (
    holds(a) - holds(b) ||
    classOf(a) - classOf(b) ||
    a.space - b.space ||
    (a.placement?.lower ?? 0) - (b.placement?.lower ?? 0) ||
    a.request.order - b.request.order
  )
}

function resourceOf(
  input: BindingsInput,
  draft: Draft,
  all: readonly Draft[],
  groups: SpaceGroups,
): ResourceExplanation {
  const { request, placement, problem, turn } = draft
  const facts = input.factsOf(request)
  const failed = problem !== undefined && problem.kind !== 'overlap'
  const isUnbounded = request.rangeSize === UNBOUNDED
  const rest = {
    name: nameOf(request),
    type: facts.type,
    class: request.class,
    letter: REGISTER_LETTER[request.class],
    declared: facts.declared,
    root: facts.root,
    parameter: request.parameter,
    count: isUnbounded ? null : request.rangeSize,
    written: facts.written,
    used: request.used,
    how: failed ? 'failed' : (placement?.how ?? 'dropped'),
    binding: placement !== undefined && !failed ? rangeOf(placement) : null,
    turn: turn?.place ?? 0,
    turns: turn?.of ?? 0,
    need: isUnbounded ? null : sizeOf(turn?.run ?? [draft]),
    search: turn?.search ?? [],
  } as const
  return { ...rest, reason: reasonText({ input, all, groups }, draft, { ...rest, reason: '' }) }
}

function rangeOf({ space, lower, upper, request }: Placement): RegisterRange {
  return { space, lower, upper: request.rangeSize === UNBOUNDED ? null : upper }
}

function problemOf(problem: BindingProblem, byRequest: ReadonlyMap<BindingRequest, Draft>): ProblemExplanation {
  const numberOf = (request: BindingRequest): number => byRequest.get(request)?.number ?? -1
  const other =
    problem.kind === 'overlap' ? problem.other.request : problem.kind === 'two-unbounded' ? problem.other : undefined
  const request = requestOf(problem)
  return {
    kind: problem.kind,
    resource: numberOf(request),
    other: other ? numberOf(other) : null,
    space: spaceOf(problem),
    message: problemText(problem, byRequest.get(request)),
  }
}
