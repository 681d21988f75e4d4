// The sentences of an explanation: why a resource is where it is, why another is nowhere.

import type { BindingPolicy, BindingProblem } from '../binding/binding.ts'
import { LAST_REGISTER } from '../binding/register_space.ts'
import { REGISTER_LETTER, UNBOUNDED } from '../spec/resource_classes.ts'
import { type BindingsInput, type Draft, nameOf, type ResourceExplanation, spaceKey } from './bindings_model.ts'
import { counted, listed, ordinal, registersText } from './register_text.ts'
import { type SpaceGroups, sizeOf } from './space_history.ts'

/** What reasons refer to. */
export interface TextContext {
  readonly input: BindingsInput
  /** In the order of the table. */
  readonly all: readonly Draft[]
  readonly groups: SpaceGroups
}

/** Why this resource is where it is. @param resource everything but its reason */
export function reasonText(context: TextContext, draft: Draft, resource: ResourceExplanation): string {
  switch (resource.how) {
    case 'explicit':
      return explicitText(context.input.policy, draft, resource)
    case 'implicit':
      return resource.count === null ? unboundedText(context, draft, resource) : placedText(context, draft, resource)
    case 'dropped':
      return droppedText(context, draft, resource)
    case 'failed':
      return draft.problem ? problemText(draft.problem, draft) : ''
    case 'given':
      return ''
  }
}

const space = (n: number): string => `space ${n}`

/** The annotation as one would write it; '' when there is none. */
function writtenText({ letter, written }: Pick<ResourceExplanation, 'letter' | 'written'>): string {
  const words: string[] = []
  if (written.register !== null) words.push(`${letter}${written.register}`)
  if (written.space !== null) words.push(`space${written.space}`)
  return words.length === 0 ? '' : `register(${words.join(', ')})`
}

function explicitText(policy: BindingPolicy, draft: Draft, resource: ResourceExplanation): string {
  const { name, letter, binding } = resource
  const range = binding ? registersText(letter, binding.lower, binding.upper) : ''
  const reserved = `${range} ${resource.count === 1 ? 'is' : 'are'} reserved before anything without a register is placed.`
  const first =
    resource.root === name
      ? `${writtenText(resource)}: ${reserved}`
      : `A part of '${resource.root}', which has ${writtenText(resource)}; counted on from there, ${reserved}`
  const kept = resource.used ? '' : ` Nothing uses it, yet ${POLICY_NAMES[policy]} keeps it.`
  return draft.problem ? `${first}${kept} ${problemText(draft.problem, draft)}` : first + kept
}

export const POLICY_NAMES: Readonly<Record<BindingPolicy, string>> = {
  dxc: 'DXC',
  llvm: 'LLVM',
  slang: 'Slang',
}

/** What made it wait for its turn, and in which space. */
function opening({ policy, autoSpace }: BindingsInput, draft: Draft, resource: ResourceExplanation): string {
  const { written, letter, turn, turns, name } = resource
  const kept = resource.used ? '' : `Nothing uses it, yet ${POLICY_NAMES[policy]} keeps it. `
  const where = `${letter}, ${space(draft.space)}`
  const origin =
    written.register !== null
      ? `${writtenText(resource)} counts as no register in ${POLICY_NAMES[policy]}`
      : written.space !== null
        ? `${writtenText(resource)} names a space and no register`
        : draft.request.block !== undefined
          ? 'A parameter block takes a register space of its own'
          : draft.space === autoSpace && autoSpace !== 0
            ? `No register given, and -auto-binding-space ${autoSpace} names the space`
            : 'No register given'
  const order =
    policy === 'dxc' && resource.root !== name
      ? 'members of structs wait for all others, then go in order of first use'
      : 'order of declaration'
  const placed =
    turns === 1
      ? `the only one to be placed in ${where}`
      : `${ordinal(turn)} of ${turns} to be placed in ${where} (${order})`
  return `${kept}${origin}: ${placed}`
}

function placedText({ input, all }: TextContext, draft: Draft, resource: ResourceExplanation): string {
  const { binding, letter, count, need, search } = resource
  const chosen = search.at(-1)
  if (!binding || !chosen) return ''
  const where = registersText(letter, chosen.lower, chosen.upper)
  const isAre = need === 1 ? 'is' : 'are'
  const needs =
    need !== count
      ? `The ${need} registers of all parts of '${resource.root}' stay together`
      : need === 1
        ? 'Needs one register'
        : `Needs ${need} in a row`
  const small = search.filter(s => s.verdict === 'too-small')
  let found: string
  if (chosen.lower === 0) found = `${where} ${isAre} free`
  else if (small.length > 0) {
    const gaps = small.map(
      s => `${registersText(letter, s.lower, s.upper)} (${(s.upper ?? LAST_REGISTER) - s.lower + 1})`,
    )
    found = `${listed(gaps)} too small; ${where} ${isAre} the first place that fits`
  } else {
    const before = search.filter(s => s.verdict === 'taken')
    const owners = before.flatMap(s => s.owners.map(i => `'${nameOf(all[i]!.request)}'`))
    const names = listed(
      owners,
      4,
      before.reduce((sum, s) => sum + s.more, 0),
    )
    found = `${registersText(letter, 0, chosen.lower - 1)} ${chosen.lower === 1 ? 'belongs' : 'belong'} to ${names}; ${where} ${isAre} next`
  }
  const own = need === count ? '' : `, ${registersText(letter, binding.lower, binding.upper)} of them for this part`
  return `${opening(input, draft, resource)}. ${needs}: ${found}${own}.`
}

function unboundedText({ input }: TextContext, draft: Draft, resource: ResourceExplanation): string {
  const { letter, binding } = resource
  const last = draft.turn?.highest
  const behind = last?.placement
    ? `behind the highest register taken so far, ${letter}${last.placement.upper} of '${nameOf(last.request)}'`
    : 'from register 0 on, since nothing is taken yet'
  const gaps = resource.search.some(s => s.verdict === 'passed') ? ' Gaps below are left to others.' : ''
  const start = binding ? `${letter}${binding.lower}` : ''
  if (input.policy === 'slang' && resource.written.space === null && !last)
    return `${opening(input, draft, resource)}. An unsized array takes a register space of its own under Slang's rules: ${space(draft.space)} is the next that nothing names or uses.`
  return `${opening(input, draft, resource)}. Unbounded, so it takes the rest of the space ${behind}: ${start} and up.${gaps}`
}

function droppedText({ groups }: TextContext, draft: Draft, resource: ResourceExplanation): string {
  const { letter, count } = resource
  const first = 'Dropped: no access to it is left in the code, so it holds no register.'
  const lower = draft.request.register
  if (lower === undefined) return first
  const { root } = resource
  const whose = root === resource.name ? `its ${writtenText(resource)}` : `the ${writtenText(resource)} of '${root}'`
  if (draft.reserved)
    return `Dropped: no access to it is left in the code. What ${whose} names goes to no other all the same, as before shader model 5.1.`
  const upper = count === null ? LAST_REGISTER : Math.min(lower + count - 1, LAST_REGISTER)
  const takers = (groups.get(spaceKey(draft.request.class, draft.request.space ?? 0)) ?? [])
    .filter(d => d.placement && d.placement.lower <= upper && d.placement.upper >= lower)
    .map(({ request, placement }) => {
      const from = Math.max(lower, placement!.lower)
      return `'${nameOf(request)}' has ${registersText(letter, from, Math.min(upper, placement!.upper))}`
    })
  const range = registersText(letter, lower, count === null ? null : upper)
  const taken = takers.length === 0 ? 'nobody took any of it' : listed(takers)
  const isAre = count === 1 ? 'is' : 'are'
  return `${first} The ${range} of ${whose} ${isAre} free for others: ${taken}.`
}

/** Why binding failed, with the picture of what was in the way. @param draft of the request that failed */
export function problemText(problem: BindingProblem, draft: Draft | undefined): string {
  switch (problem.kind) {
    case 'overlap': {
      const { placement, other } = problem
      const letter = REGISTER_LETTER[placement.request.class]
      const shared = registersText(
        letter,
        Math.max(placement.lower, other.lower),
        Math.min(placement.upper, other.upper),
      )
      const of = (p: typeof other): string => `'${nameOf(p.request)}' at ${registersText(letter, p.lower, p.upper)}`
      return `Overlap: ${of(placement)} and ${of(other)} share ${shared} in ${space(placement.space)}.`
    }
    case 'two-unbounded':
      return `No place: '${nameOf(problem.request)}' is unbounded and '${nameOf(problem.other)}' already reaches to the end of ${space(problem.space)}; a class has room for one such array a space.`
    case 'no-room':
      return noRoomText(problem, draft)
    case 'past-end': {
      const { request } = problem
      const letter = REGISTER_LETTER[request.class]
      const last = (request.register ?? 0) + request.rangeSize - 1
      return `No place: '${nameOf(request)}' would end at ${letter}${last}, and the last register of a space is ${letter}${LAST_REGISTER}.`
    }
  }
}

function noRoomText(problem: Extract<BindingProblem, { kind: 'no-room' }>, draft: Draft | undefined): string {
  const { request } = problem
  const letter = REGISTER_LETTER[request.class]
  const free = (draft?.turn?.search ?? [])
    .filter(s => s.verdict !== 'taken')
    .map(s => `${registersText(letter, s.lower, s.upper)} (${(s.upper ?? LAST_REGISTER) - s.lower + 1})`)
  const size = draft?.turn ? sizeOf(draft.turn.run) : request.rangeSize
  const need =
    request.rangeSize === UNBOUNDED ? 'what is behind all others' : counted(size, 'register', 'registers in a row')
  const last = draft?.turn?.highest
  const end =
    last?.placement && last.placement.upper >= LAST_REGISTER
      ? `; '${nameOf(last.request)}' holds ${registersText(letter, last.placement.lower, null)}`
      : ''
  const gaps = free.length === 0 ? 'no register is free' : `free are only ${listed(free)}`
  return `No place: '${nameOf(request)}' needs ${need} in ${space(problem.space)}, and ${gaps}${end}.`
}
