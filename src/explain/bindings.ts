// Why each resource landed where it did: the policy's answer turned into a table, the steps of every placement, and maps of the register
// spaces. Plain data, JSON as it is. Invariant: says only what the binding's own record (Placement.taken) says; no rule is applied twice.

import type { BindingProblem, BindingRequest, Placement } from '../binding/binding.ts'
import { LAST_REGISTER } from '../binding/register_space.ts'
import { REGISTER_LETTER, RESOURCE_CLASSES, UNBOUNDED } from '../spec/resource_classes.ts'
import { problemText, reasonText } from './binding_text.ts'
import {
  type BindingsExplanation,
  type BindingsInput,
  type Draft,
  inTurn,
  isQueued,
  type ProblemExplanation,
  type RegisterRange,
  type ResourceExplanation,
  requestOf,
  type SearchStep,
  sameSpace,
  spaceOf,
  takenFor,
} from './bindings_model.ts'
import { spaceMaps } from './register_map.ts'

/** Explains an answer of bind() to these requests. */
export function explainBindings(input: BindingsInput): BindingsExplanation {
  const drafts = input.requests.map(request => draftOf(input, request)).sort(inTableOrder)
  const numbers = new Map(drafts.map((draft, i) => [draft.request, i]))
  const numberOf = (request: BindingRequest): number => numbers.get(request) ?? -1
  const resources = drafts.map(draft => resourceOf(input, draft, drafts, numberOf))
  return {
    file: input.file,
    entry: input.entry,
    target: input.target,
    policy: input.policy,
    resources,
    spaces: spaceMaps(resources),
    problems: input.problems.map(problem => problemOf(problem, drafts, numberOf)),
  }
}

function draftOf({ placements, problems, autoSpace }: BindingsInput, request: BindingRequest): Draft {
  const rank = placements.findIndex(p => p.request === request)
  const placement = placements[rank]
  const problem = problems.find(p => requestOf(p) === request)
  const space = placement?.space ?? (problem && spaceOf(problem)) ?? request.space ?? autoSpace
  return { request, placement, problem, space, rank: rank < 0 ? Number.POSITIVE_INFINITY : rank }
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
  numberOf: (request: BindingRequest) => number,
): ResourceExplanation {
  const { request, placement, problem } = draft
  const facts = input.factsOf(request)
  const queue = all.filter(d => isQueued(d) && sameSpace(d, draft)).sort(inTurn)
  const failed = problem !== undefined && problem.kind !== 'overlap'
  const run = runOf(draft, all, input.policy)
  const search = isQueued(draft) ? searchOf(run, all, numberOf) : []
  const holds = placement !== undefined && !failed
  const rest = {
    name: request.name,
    type: facts.type,
    class: request.class,
    letter: REGISTER_LETTER[request.class],
    declared: facts.declared,
    root: facts.root,
    parameter: request.parameter,
    count: request.rangeSize === UNBOUNDED ? null : request.rangeSize,
    written: facts.written,
    used: request.used,
    how: failed ? 'failed' : (placement?.how ?? 'dropped'),
    binding: holds ? rangeOf(placement) : null,
    turn: queue.indexOf(draft) + 1,
    turns: isQueued(draft) ? queue.length : 0,
    need: request.rangeSize === UNBOUNDED ? null : sizeOf(run),
    search,
  } as const
  return { ...rest, reason: reasonText(input, draft, { ...rest, reason: '' }, all) }
}

function rangeOf({ space, lower, upper, request }: Placement): RegisterRange {
  return { space, lower, upper: request.rangeSize === UNBOUNDED ? null : upper }
}

/** The parts of one parameter that Slang's rules place side by side, this one among them; else itself alone. */
function runOf(draft: Draft, all: readonly Draft[], policy: BindingsInput['policy']): readonly Draft[] {
  const isPart = (d: Draft): boolean =>
    d.request.parameter === draft.request.parameter &&
    sameSpace(d, draft) &&
    isQueued(d) &&
    d.request.rangeSize !== UNBOUNDED
  return policy === 'slang' && isPart(draft) ? all.filter(isPart).sort(inTurn) : [draft]
}

const sizeOf = (run: readonly Draft[]): number => run.reduce((sum, d) => sum + d.request.rangeSize, 0)

function searchOf(
  run: readonly Draft[],
  all: readonly Draft[],
  numberOf: (request: BindingRequest) => number,
): readonly SearchStep[] {
  const draft = run[0]!
  const { placement, request } = draft
  const chosen = placement?.lower ?? LAST_REGISTER + 1
  const skipped = request.rangeSize === UNBOUNDED ? 'passed' : 'too-small'
  const steps: { lower: number; upper: number | null; verdict: SearchStep['verdict']; owners: number[] }[] = []
  let at = 0
  for (const { lower, upper, owner } of takenFor(draft, all)) {
    if (lower >= chosen) break
    if (lower > at) steps.push({ lower: at, upper: lower - 1, verdict: skipped, owners: [] })
    const last = steps.at(-1)
    const end = upper >= LAST_REGISTER ? null : upper
    if (last?.verdict === 'taken') {
      last.upper = end
      last.owners.push(numberOf(owner))
    } else steps.push({ lower, upper: end, verdict: 'taken', owners: [numberOf(owner)] })
    at = upper + 1
  }
  if (at < chosen && at <= LAST_REGISTER)
    steps.push({ lower: at, upper: placement ? chosen - 1 : null, verdict: skipped, owners: [] })
  if (placement) {
    const { lower, upper } = rangeOf(placement)
    steps.push({ lower, upper: upper === null ? null : lower + sizeOf(run) - 1, verdict: 'chosen', owners: [] })
  }
  return steps
}

function problemOf(
  problem: BindingProblem,
  all: readonly Draft[],
  numberOf: (request: BindingRequest) => number,
): ProblemExplanation {
  const other =
    problem.kind === 'overlap' ? problem.other.request : problem.kind === 'two-unbounded' ? problem.other : undefined
  return {
    kind: problem.kind,
    resource: numberOf(requestOf(problem)),
    other: other ? numberOf(other) : null,
    space: spaceOf(problem),
    message: problemText(problem, all),
  }
}
