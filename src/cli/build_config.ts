// The configuration of a build: what it may hold, and the check of what it holds. docs/build.md explains it, docs/build.schema.json is the same as a schema.

import { shown } from '../base/arguments.ts'
import { closestWord } from '../base/closest_word.ts'
import type { BuildCode } from './build_messages.ts'
import type { JsonPath } from './json_text.ts'

/** A value of an axis: the macro's value; true is 1, false 0, and null leaves the macro undefined. */
export type AxisValue = string | number | boolean | null

/** The values of an axis by its name, which is that of a macro. `when`: permutations that the rule does not match have not got the axis. */
export interface Axes {
  readonly [macro: string]: readonly AxisValue[] | { readonly values: readonly AxisValue[]; readonly when?: Rule }
}

/**
 * What a permutation is like. By axis the value or values that it has; `entry`, `target` and `name` are known like axes. All of what a rule says must hold;
 * `all`, `any` and `not` hold further rules.
 */
export interface Rule {
  readonly all?: readonly Rule[]
  readonly any?: readonly Rule[]
  readonly not?: Rule
  readonly [axis: string]: AxisValue | readonly AxisValue[] | readonly Rule[] | Rule | undefined
}

/** What can be said for all shaders, for one, or for one of its entry points. Lists are put together, values nearer to the shader count. */
export interface BuildSettings {
  /** Profile, such as 'ps_6_0'. */
  readonly target?: string
  /** Several profiles: the shader is compiled for each. */
  readonly targets?: readonly string[]
  /** Name of the output below outDir: {name}, {entry}, {target}, {stage}, {axes} and {NAME} for each axis; default '{name}.{entry}{axes}.dxil'. */
  readonly output?: string
  /** Folders for #include (-I). */
  readonly include?: readonly string[]
  /** Flags of dxc, such as '-Zpr'. */
  readonly flags?: readonly string[]
  readonly defines?: { readonly [macro: string]: AxisValue }
  readonly axes?: Axes
  /** Permutations that one of these rules matches are left out. */
  readonly exclude?: readonly Rule[]
  /** Permutations that this rule does not match are left out. */
  readonly when?: Rule
}

export interface BuildEntry extends BuildSettings {
  readonly entry: string
}

export interface BuildShader extends BuildSettings {
  /** Path, or a pattern with *, ? and **, from the configuration's folder. */
  readonly file: string | readonly string[]
  /** In names of outputs; default: the file's name without its extension. */
  readonly name?: string
  /** Entry point; default 'main'. */
  readonly entry?: string
  readonly entries?: readonly (string | BuildEntry)[]
}

/** All paths count from the configuration's folder. */
export interface BuildConfig extends BuildSettings {
  readonly $schema?: string
  readonly shaders: readonly BuildShader[]
  /** Folder of the outputs; default 'out'. */
  readonly outDir?: string
  /** What was built, as JSON; default 'manifest.json' in outDir; false: none. */
  readonly manifest?: string | false
  /** One file with all containers and an index. */
  readonly archive?: string
  /** Where the build remembers what it has done; default '.dxilkit-build' in outDir. */
  readonly state?: string
}

/** Gives a configuration its type. */
export const defineConfig = (config: BuildConfig): BuildConfig => config

/** What is wrong with a configuration, and where. */
export interface ConfigProblem {
  readonly path: JsonPath
  readonly code: BuildCode
  readonly args: Readonly<Record<string, string | number>>
}

type Check = (value: unknown, path: JsonPath, found: ConfigProblem[]) => void

/** A way to a value as people write it. */
export const shownPath = (path: JsonPath): string =>
  path.length === 0
    ? 'the configuration'
    : path.reduce<string>((text, key) => {
        if (typeof key === 'number') return `${text}[${key}]`
        return /^[\w$]+$/.test(key) ? `${text}${text && '.'}${key}` : `${text}[${JSON.stringify(key)}]`
      }, '')

const wrong = (what: string, value: unknown, path: JsonPath): ConfigProblem => ({
  path,
  code: 'E4401',
  args: { path: shownPath(path), what, value: shown(value) },
})

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isValue = (v: unknown): boolean =>
  v === null || typeof v === 'string' || typeof v === 'boolean' || (typeof v === 'number' && Number.isFinite(v))

const simple =
  (what: string, fits: (value: unknown) => boolean): Check =>
  (value, path, found) => {
    if (!fits(value)) found.push(wrong(what, value, path))
  }

const text = simple('a string that is not empty', v => typeof v === 'string' && v !== '')
const axisValue = simple('a string, a number, true, false or null', isValue)

const list =
  (what: string, item: Check, least = 0): Check =>
  (value, path, found) => {
    if (!Array.isArray(value) || value.length < least) found.push(wrong(what, value, path))
    else for (const [i, v] of value.entries()) item(v, [...path, i], found)
  }

/** Objects with keys of the user's. */
const named =
  (what: string, item: Check, isName: (key: string) => boolean): Check =>
  (value, path, found) => {
    if (!isPlain(value)) return void found.push(wrong(what, value, path))
    for (const [key, v] of Object.entries(value))
      if (isName(key)) item(v, [...path, key], found)
      else found.push({ path: [...path, key], code: 'E4413', args: { name: key } })
  }

const isMacro = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)

const fields =
  (table: ReadonlyMap<string, Check>, required: readonly string[]): Check =>
  (value, path, found) => {
    if (!isPlain(value)) return void found.push(wrong('an object', value, path))
    for (const [key, v] of Object.entries(value)) {
      const check = table.get(key)
      const near = closestWord(key, [...table.keys()])
      const hint = near === undefined ? `; known are ${[...table.keys()].join(', ')}` : `; did you mean '${near}'?`
      if (!check) found.push({ path: [...path, key], code: 'E4402', args: { path: shownPath([...path, key]), hint } })
      else if (v !== undefined) check(v, [...path, key], found)
    }
    for (const key of required)
      if (!(key in value))
        found.push({ path, code: 'E4403', args: { path: shownPath([...path, key]), what: WHAT.get(key)! } })
  }

/** What must be there. */
const WHAT: ReadonlyMap<string, string> = new Map([
  ['shaders', 'an array of shaders'],
  ['file', 'a path or pattern'],
  ['entry', 'the name of a function'],
  ['values', 'an array of values'],
])

const texts = list('an array of strings', text)
const values = list('an array of at least one value', axisValue, 1)

const rule: Check = (value, path, found) => {
  if (!isPlain(value)) return void found.push(wrong('a rule: an object of axes and their values', value, path))
  for (const [key, v] of Object.entries(value)) {
    const at = [...path, key]
    if (key === 'not') rule(v, at, found)
    else if (key === 'all' || key === 'any') rules(v, at, found)
    else if (Array.isArray(v)) values(v, at, found)
    else axisValue(v, at, found)
  }
}
const rules = list('an array of rules', rule)

const axis: Check = (value, path, found) =>
  isPlain(value) ? conditional(value, path, found) : values(value, path, found)
const conditional = fields(
  new Map([
    ['values', values],
    ['when', rule],
  ]),
  ['values'],
)

const SETTINGS: readonly (readonly [string, Check])[] = [
  ['target', text],
  ['targets', list('an array of at least one profile', text, 1)],
  ['output', text],
  ['include', texts],
  ['flags', texts],
  ['defines', named('an object of macros and their values', axisValue, isMacro)],
  ['axes', named('an object of axes and their values', axis, isMacro)],
  ['exclude', rules],
  ['when', rule],
]

const entry = fields(new Map([['entry', text], ...SETTINGS]), ['entry'])
const shader = fields(
  new Map([
    ['file', (value, path, found) => (Array.isArray(value) ? texts : text)(value, path, found)],
    ['name', text],
    ['entry', text],
    [
      'entries',
      list('an array of entry points', (v, path, found) => (typeof v === 'string' ? text : entry)(v, path, found), 1),
    ],
    ...SETTINGS,
  ]),
  ['file'],
)
const config = fields(
  new Map<string, Check>([
    ['$schema', text],
    ['shaders', list('an array of shaders', shader)],
    ['outDir', text],
    ['manifest', simple('a path or false', v => v === false || (typeof v === 'string' && v !== ''))],
    ['archive', text],
    ['state', text],
    ...SETTINGS,
  ]),
  ['shaders'],
)

/** What is wrong with a value that should be a BuildConfig; nothing for one that is. */
export function configProblems(value: unknown): readonly ConfigProblem[] {
  const found: ConfigProblem[] = []
  config(value, [], found)
  return found
}
