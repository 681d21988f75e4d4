// The three policies side by side: one row a declared resource (of structs: a member), what each policy gives it, and the rule behind a
// difference. Invariant: a rule is named only where the answers show it; what merely follows from another row says which one.

import { BINDING_POLICIES, type BindingPolicy } from '../binding/binding.ts'
import { LAST_REGISTER } from '../binding/register_space.ts'
import type { ResourceClass } from '../spec/resource_classes.ts'
import { POLICY_NAMES } from './binding_text.ts'
import type { BindingsExplanation, RegisterRange, ResourceExplanation, SpaceSegment } from './bindings_model.ts'
import { listed, registersText } from './register_text.ts'

export interface ComparedCell {
  /** `u3-u6`, `u0, space 1`, `dropped`, `no place`, `error`; several with commas. */
  readonly text: string
  /** Resources of this row under the policy: DXC makes one of each element of a member array. */
  readonly ranges: readonly (RegisterRange & { readonly name: string })[]
  /** Registers in all; null: unbounded. */
  readonly count: number | null
}

export interface ComparedRow {
  /** Without the numbers of elements: `s.B`. */
  readonly name: string
  readonly type: string
  readonly class: ResourceClass
  readonly letter: string
  readonly cells: Readonly<Record<BindingPolicy, ComparedCell>>
  readonly same: boolean
  /** What differs from DXC, and why. */
  readonly differences: readonly { readonly policy: BindingPolicy; readonly rule: string }[]
}

export interface BindingsComparison {
  readonly file: string
  readonly entry: string
  readonly target: string
  readonly same: boolean
  readonly rows: readonly ComparedRow[]
  /** Policies under which the shader has errors, with the first of them. */
  readonly errors: readonly { readonly policy: BindingPolicy; readonly message: string }[]
  /** undefined where errors came before binding. */
  readonly explanations: Readonly<Record<BindingPolicy, BindingsExplanation | null>>
}

export interface ComparedPolicy {
  readonly explanation: BindingsExplanation | undefined
  /** The first error; undefined when there is none. */
  readonly error: string | undefined
}

/** undefined when no policy got as far as binding. */
export function compareBindings(
  policies: Readonly<Record<BindingPolicy, ComparedPolicy>>,
): BindingsComparison | undefined {
  const base = BINDING_POLICIES.map(p => policies[p].explanation).find(e => e !== undefined)
  if (!base) return undefined
  const groups = groupsOf(policies)
  const drafts = groups.map(group => rowOf(group, policies))
  const rows = drafts.map((row, i) => ({ ...row, differences: differencesOf(row, groups[i]!, policies) }))
  const errors = BINDING_POLICIES.flatMap(policy => {
    const { error } = policies[policy]
    return error === undefined ? [] : [{ policy, message: error }]
  })
  const { file, entry, target } = base
  return {
    file,
    entry,
    target,
    same: rows.every(r => r.same) && (errors.length === 0 || errors.length === BINDING_POLICIES.length),
    rows,
    errors,
    explanations: {
      dxc: policies.dxc.explanation ?? null,
      llvm: policies.llvm.explanation ?? null,
      slang: policies.slang.explanation ?? null,
    },
  }
}

type Group = Readonly<Record<BindingPolicy, readonly ResourceExplanation[]>> & { readonly key: string }

/** A member's name without the numbers of elements. */
export const plainName = (name: string): string => name.replace(/\.\d+(?=\.|$)/g, '').replaceAll('::', '.')

/** Elements of one member belong together, however a policy names them: s.1.B.2 (DXC), s.1.B and S::B (LLVM), s_B (Slang). */
const memberKey = (r: ResourceExplanation): string =>
  `${r.letter} ${r.parameter} ${plainName(r.name).replaceAll('.', '_')}`

function groupsOf(policies: Readonly<Record<BindingPolicy, ComparedPolicy>>): Group[] {
  const groups = new Map<string, { key: string } & Record<BindingPolicy, ResourceExplanation[]>>()
  for (const policy of BINDING_POLICIES)
    for (const r of policies[policy].explanation?.resources ?? []) {
      const key = memberKey(r)
      let group = groups.get(key)
      if (!group) groups.set(key, (group = { key, dxc: [], llvm: [], slang: [] }))
      group[policy].push(r)
    }
  const parameterOf = (g: Group): number => sampleOf(g).parameter
  return [...groups.values()].sort((a, b) => parameterOf(a) - parameterOf(b))
}

const sampleOf = (group: Group): ResourceExplanation => (group.dxc[0] ?? group.llvm[0] ?? group.slang[0])!

function rowOf(group: Group, policies: Readonly<Record<BindingPolicy, ComparedPolicy>>): ComparedRow {
  const sample = sampleOf(group)
  const whole = group.llvm[0] ?? group.slang[0] ?? sample
  const cell = (policy: BindingPolicy): ComparedCell => cellOf(group[policy], policies[policy])
  const cells = { dxc: cell('dxc'), llvm: cell('llvm'), slang: cell('slang') }
  return {
    name: plainName(sample.name),
    type: whole.type,
    class: sample.class,
    letter: sample.letter,
    cells,
    same: BINDING_POLICIES.every(p => cells[p].text === cells.dxc.text),
    differences: [],
  }
}

function cellOf(resources: readonly ResourceExplanation[], { explanation }: ComparedPolicy): ComparedCell {
  if (!explanation) return { text: 'error', ranges: [], count: 0 }
  const ranges = resources.flatMap(r => (r.binding ? [{ name: r.name, ...r.binding }] : []))
  ranges.sort((a, b) => a.space - b.space || a.lower - b.lower)
  const failed = resources.some(r => r.how === 'failed')
  const letter = resources[0]?.letter ?? ''
  const shown = joined(ranges).map(({ space, lower, upper }) => {
    const range = registersText(letter, lower, upper)
    return space === 0 ? range : `${range}, space ${space}`
  })
  const text = failed ? 'no place' : shown.length === 0 ? 'dropped' : shown.join('; ')
  const open = ranges.some(r => r.upper === null)
  return { text, ranges, count: open ? null : ranges.reduce((sum, r) => sum + r.upper! - r.lower + 1, 0) }
}

/** Ranges that touch, as one. */
function joined(ascending: readonly RegisterRange[]): RegisterRange[] {
  const out: { space: number; lower: number; upper: number | null }[] = []
  for (const { space, lower, upper } of ascending) {
    const last = out.at(-1)
    if (last && last.space === space && last.upper !== null && last.upper + 1 === lower) last.upper = upper
    else out.push({ space, lower, upper })
  }
  return out
}

// ---- rules ---------------------------------------------------------------------------------------------------------------------------

function differencesOf(
  row: ComparedRow,
  group: Group,
  policies: Readonly<Record<BindingPolicy, ComparedPolicy>>,
): ComparedRow['differences'] {
  return (['llvm', 'slang'] as const).flatMap(policy =>
    row.cells[policy].text === row.cells.dxc.text ? [] : [{ policy, rule: ruleOf(policy, row, group, policies) }],
  )
}

function ruleOf(
  policy: 'llvm' | 'slang',
  { cells, letter }: ComparedRow,
  group: Group,
  policies: Readonly<Record<BindingPolicy, ComparedPolicy>>,
): string {
  const { dxc } = cells
  const other = cells[policy]
  const name = POLICY_NAMES[policy]
  if (dxc.text === 'error' || other.text === 'error') return `${dxc.text === 'error' ? 'DXC' : name} refuses the shader`
  if (dxc.ranges.length === 0 && other.ranges.length > 0)
    return dxc.text === 'dropped' ? `dead parameter kept: nothing uses it, DXC drops it` : `only ${name} finds room`
  if (other.text === 'no place') return `${name} finds no room`
  const first = group[policy][0]
  if (first && policy === 'slang' && first.count === null && other.ranges[0]?.space !== dxc.ranges[0]?.space)
    return 'an unsized array takes a register space of its own'
  if (first && /^ParameterBlock</.test(first.type)) return 'a parameter block takes a register space of its own'
  if (dxc.count !== other.count) {
    const used = `DXC binds only elements that are used (${dxc.count} of ${other.count ?? 'all'}), each on its own`
    return policy === 'llvm' ? `0038: one range per member array; ${used}` : `one range for all elements; ${used}`
  }
  return movedRule(policy, group, other, dxc, letter, policies)
}

/** Same registers, another place: who holds the old one there, or else the order of placing. */
function movedRule(
  policy: 'llvm' | 'slang',
  group: Group,
  other: ComparedCell,
  dxc: ComparedCell,
  letter: string,
  policies: Readonly<Record<BindingPolicy, ComparedPolicy>>,
): string {
  const { explanation } = policies[policy]
  const own = new Set(group[policy])
  const found = new Set(explanation ? dxc.ranges.flatMap(range => holdersOf(explanation, letter, range)) : [])
  const holders = [...found].filter(r => !own.has(r))
  const isMember = group.dxc.some(r => r.root !== r.name)
  const order = isMember
    ? `order of declaration; DXC places struct members last, in order of use`
    : policy === 'slang'
      ? 'order of declaration, dead parameters included'
      : 'order of declaration'
  if (holders.length === 0) {
    const space = other.ranges[0]?.space !== dxc.ranges[0]?.space
    return space ? 'another register space' : order
  }
  const names = listed(holders.map(r => `'${r.name}'${r.used ? '' : ' (dead)'}`))
  const place =
    dxc.ranges.length === 1 ? registersText(letter, dxc.ranges[0]!.lower, dxc.ranges[0]!.upper) : 'its place'
  const follows = `${names} ${holders.length === 1 ? 'has' : 'have'} ${place} there`
  return isMember ? `${order}; ${follows}` : `follows: ${follows}`
}

/** Resources that hold part of a range, ascending. */
function holdersOf(e: BindingsExplanation, letter: string, range: RegisterRange): ResourceExplanation[] {
  const map = e.spaces.find(m => m.letter === letter && m.space === range.space)
  const end = range.upper ?? LAST_REGISTER
  return (map?.lanes ?? []).flatMap(lane => {
    const found: ResourceExplanation[] = []
    for (let i = firstEndingFrom(lane, range.lower); i < lane.length && lane[i]!.lower <= end; i++) {
      const { resource } = lane[i]!
      if (resource !== null) found.push(e.resources[resource]!)
    }
    return found
  })
}

/** Segments of a lane are ascending and apart. */
function firstEndingFrom(lane: readonly SpaceSegment[], register: number): number {
  let low = 0
  let high = lane.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lane[middle]!.upper ?? LAST_REGISTER) < register) low = middle + 1
    else high = middle
  }
  return low
}
