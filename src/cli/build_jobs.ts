// From a configuration to the command lines of its permutations: axes multiplied, rules applied, outputs named.

import { basename, normalize } from 'node:path/posix'
import type { Axes, AxisValue, BuildConfig, BuildEntry, BuildSettings, BuildShader, Rule } from '../api/node.ts'
import type { ConfigProblem } from './build_config.ts'
import type { JsonPath } from './json_text.ts'

/** One container to be made. */
export interface BuildJob {
  /** Path of the container, from the configuration's folder. */
  readonly output: string
  readonly source: string
  readonly name: string
  readonly entry: string
  readonly target: string
  /** The choice, in the order of the axes. */
  readonly axes: readonly (readonly [axis: string, value: AxisValue])[]
  /** A command line of dxc with paths from the configuration's folder, source and -Fo included. */
  readonly words: readonly string[]
}

export interface Expanded {
  readonly jobs: readonly BuildJob[]
  readonly problems: readonly ConfigProblem[]
}

const MAX_PERMUTATIONS = 1_000_000
const TEMPLATE = '{name}.{entry}{axes}.dxil'

type Choice = readonly (readonly [axis: string, value: AxisValue])[]

/** What of the configuration stands for one entry point of one file at one profile. */
interface Unit {
  readonly source: string
  readonly name: string
  readonly entry: string
  readonly target: string
  readonly settings: readonly (readonly [settings: BuildSettings, path: JsonPath])[]
}

/** @param find files that a path or pattern means */
export function expandConfig(config: BuildConfig, find: (pattern: string) => readonly string[]): Expanded {
  const problems: ConfigProblem[] = []
  const jobs: BuildJob[] = []
  for (const [i, shader] of config.shaders.entries()) {
    const path: JsonPath = ['shaders', i]
    for (const unit of unitsOf(config, shader, path, find, problems)) {
      const before = problems.length
      checkRules(unit, problems)
      if (problems.length > before) continue
      const choices = choicesOf(unit, path, problems)
      for (const axes of choices) jobs.push(jobOf(unit, axes, config.outDir ?? 'out', path, problems))
      // One wrong template is wrong for all.
      if (problems.length > before) break
    }
  }
  if (problems.length === 0) checkOutputs(jobs, problems)
  if (problems.length === 0 && jobs.length === 0) {
    const why = config.shaders.length === 0 ? 'there are no shaders' : 'rules leave out every permutation'
    problems.push({ path: ['shaders'], code: 'E4411', args: { why } })
  }
  return { jobs, problems }
}

function unitsOf(
  config: BuildConfig,
  shader: BuildShader,
  path: JsonPath,
  find: (pattern: string) => readonly string[],
  problems: ConfigProblem[],
): Unit[] {
  const patterns = typeof shader.file === 'string' ? [shader.file] : shader.file
  const files = patterns.flatMap(pattern => {
    const found = find(pattern)
    if (found.length === 0) problems.push({ path: [...path, 'file'], code: 'E4404', args: { pattern } })
    return found
  })
  const entries = shader.entries ?? [shader.entry ?? 'main']
  return [...new Set(files)].flatMap(source =>
    entries.flatMap((item, i) => {
      const own: BuildEntry = typeof item === 'string' ? { entry: item } : item
      const settings = [
        [config, []],
        [shader, path],
        [own, [...path, 'entries', i]],
      ] as const
      const targets = lastOf(settings, s => s.targets ?? (s.target === undefined ? undefined : [s.target]))
      if (!targets)
        problems.push({
          path,
          code: 'E4403',
          args: { path: `${path[0]}[${path[1]}].target`, what: "a profile, for instance 'ps_6_0'" },
        })
      const name = shader.name ?? basename(source).replace(/\.[^.]*$/, '')
      return (targets ?? []).map(target => ({ source, name, entry: own.entry, target, settings }))
    }),
  )
}

function lastOf<T>(settings: Unit['settings'], pick: (settings: BuildSettings) => T | undefined): T | undefined {
  return settings.map(([s]) => pick(s)).findLast(value => value !== undefined)
}

interface Axis {
  readonly name: string
  readonly values: readonly AxisValue[]
  readonly when: Rule | undefined
}

const isList = (value: Axes[string]): value is readonly AxisValue[] => Array.isArray(value)

/** Nearer settings replace an axis and keep its place. */
function axesOf({ settings }: Unit): readonly Axis[] {
  const axes = new Map<string, Axis>()
  for (const [{ axes: own = {} }] of settings)
    for (const [name, given] of Object.entries(own)) {
      const { values, when } = isList(given) ? { values: given, when: undefined } : given
      axes.set(name, { name, values: [...new Set(values)], when })
    }
  return [...axes.values()]
}

function choicesOf(unit: Unit, path: JsonPath, problems: ConfigProblem[]): readonly Choice[] {
  const axes = axesOf(unit)
  const excluded = unit.settings.flatMap(([s]) => s.exclude ?? [])
  const wanted = unit.settings.flatMap(([s]) => (s.when ? [s.when] : []))
  const tooMany = (count: number): boolean => {
    if (count <= MAX_PERMUTATIONS) return false
    problems.push({ path, code: 'E4410', args: { shader: unit.source, count, most: MAX_PERMUTATIONS } })
    return true
  }
  // Known before anything is multiplied.
  if (tooMany(axes.reduce((product, { values, when }) => (when ? product : product * values.length), 1))) return []
  let choices: Choice[] = [[]]
  for (const { name, values, when } of axes) {
    choices = choices.flatMap(choice =>
      when && !matches(when, choice, unit) ? [choice] : values.map(value => [...choice, [name, value] as const]),
    )
    if (tooMany(choices.length)) return []
  }
  return choices.filter(
    choice => wanted.every(rule => matches(rule, choice, unit)) && !excluded.some(rule => matches(rule, choice, unit)),
  )
}

type Facts = Pick<Unit, 'name' | 'entry' | 'target'>
const FACTS = ['entry', 'target', 'name'] as const
const isFact = (key: string): key is (typeof FACTS)[number] => FACTS.some(fact => fact === key)

/** Whether a permutation is as the rule says; an axis that it has not got has no value. */
export function matches(rule: Rule, choice: Choice, facts: Facts): boolean {
  return Object.entries(rule).every(([key, wanted]) => {
    if (key === 'all') return (wanted as readonly Rule[]).every(r => matches(r, choice, facts))
    if (key === 'any') return (wanted as readonly Rule[]).some(r => matches(r, choice, facts))
    if (key === 'not') return !matches(wanted as Rule, choice, facts)
    const own = choice.find(([axis]) => axis === key)
    const value = own ? own[1] : isFact(key) ? facts[key] : undefined
    return (Array.isArray(wanted) ? wanted : [wanted]).some(one => one === value)
  })
}

/** Rules that name what is not there would never match: a mistake. */
function checkRules(unit: Unit, problems: ConfigProblem[]): void {
  const axes = axesOf(unit)
  const check = (rule: Rule, path: JsonPath): void => {
    for (const [key, wanted] of Object.entries(rule)) {
      const at = [...path, key]
      if (key === 'all' || key === 'any') (wanted as readonly Rule[]).forEach((r, i) => void check(r, [...at, i]))
      else if (key === 'not') check(wanted as Rule, at)
      else if (!isFact(key)) checkAxis(key, wanted as AxisValue | readonly AxisValue[], at)
    }
  }
  const checkAxis = (key: string, wanted: AxisValue | readonly AxisValue[], path: JsonPath): void => {
    const axis = axes.find(a => a.name === key)
    if (!axis) {
      const known = [...axes.map(a => a.name), ...FACTS].join(', ')
      return void problems.push({ path, code: 'E4406', args: { name: key, shader: unit.source, known } })
    }
    for (const value of Array.isArray(wanted) ? wanted : [wanted])
      if (!axis.values.includes(value as AxisValue)) {
        const known = axis.values.map(v => JSON.stringify(v)).join(', ')
        problems.push({ path, code: 'E4414', args: { axis: key, value: JSON.stringify(value), known } })
      }
  }
  for (const [s, path] of unit.settings) {
    // What is said for all shaders may be about axes of some.
    if (path.length === 0) continue
    for (const [i, rule] of (s.exclude ?? []).entries()) check(rule, [...path, 'exclude', i])
    if (s.when) check(s.when, [...path, 'when'])
    for (const [name, axis] of Object.entries(s.axes ?? {}))
      if (!isList(axis) && axis.when) check(axis.when, [...path, 'axes', name, 'when'])
  }
}

const macroValue = (value: AxisValue): string => (typeof value === 'boolean' ? String(Number(value)) : String(value))
/** In names of files: null is "off". */
const fileWord = (value: AxisValue): string =>
  (value === null ? 'off' : macroValue(value)).replace(/[^\w.+-]/gu, '_') || '_'

function jobOf(unit: Unit, axes: Choice, outDir: string, path: JsonPath, problems: ConfigProblem[]): BuildJob {
  const { source, name, entry, target, settings } = unit
  const template = lastOf(settings, s => s.output) ?? TEMPLATE
  const words = new Map<string, string>([
    ['name', name],
    ['entry', entry],
    ['target', target],
    ['stage', target.replace(/_.*/, '')],
    ['axes', axes.map(([axis, value]) => `.${axis}-${fileWord(value)}`).join('')],
    ...axesOf(unit).map(a => [a.name, 'off'] as const),
    ...axes.map(([axis, value]) => [axis, fileWord(value)] as const),
  ])
  const file = template.replace(/\{(\w+)\}/g, (whole, word: string) => {
    const found = words.get(word)
    if (found === undefined && problems.length === 0) {
      const known = [...words.keys()].map(w => `{${w}}`).join(', ')
      problems.push({ path: [...path, 'output'], code: 'E4407', args: { template, name: whole, known } })
    }
    return found ?? ''
  })
  if (/^\.\.(\/|$)/.test(normalize(file)) && problems.length === 0)
    problems.push({ path: [...path, 'output'], code: 'E4415', args: { output: file, outDir } })
  const output = `${outDir.replace(/\/$/, '')}/${file}`
  const defines = new Map<string, AxisValue>()
  for (const [s] of settings) for (const [macro, value] of Object.entries(s.defines ?? {})) defines.set(macro, value)
  for (const [axis, value] of axes) defines.set(axis, value)
  return {
    output,
    source,
    name,
    entry,
    target,
    axes,
    words: [
      source,
      ...['-T', target, '-E', entry],
      ...settings.flatMap(([s]) => s.include ?? []).flatMap(folder => ['-I', folder]),
      ...settings.flatMap(([s]) => s.flags ?? []),
      ...[...defines].flatMap(([macro, value]) => (value === null ? [] : ['-D', `${macro}=${macroValue(value)}`])),
      ...['-Fo', output],
    ],
  }
}

/** What a job is called in messages. */
export const jobText = ({ source, entry, target, axes }: BuildJob): string =>
  [`${source} ${entry} ${target}`, ...axes.map(([axis, value]) => `${axis}=${String(value)}`)].join(' ')

function checkOutputs(jobs: readonly BuildJob[], problems: ConfigProblem[]): void {
  const seen = new Map<string, BuildJob>()
  for (const job of jobs) {
    const other = seen.get(job.output)
    seen.set(job.output, job)
    if (!other) continue
    const advice = `give the template of their names {name}, {entry}, {target} or {axes}`
    const args = { output: job.output, first: jobText(other), second: jobText(job), advice }
    problems.push({ path: ['shaders'], code: 'E4405', args })
    return
  }
}
