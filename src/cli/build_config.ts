// The check of a build's configuration (api/node_build.ts).

import { isRecord, shown } from '../base/arguments.ts'
import { closestWord } from '../base/closest_word.ts'
import type { BuildCode, MessageArgs } from './build_messages.ts'
import type { JsonPath } from './json_text.ts'

/** What is wrong with a configuration, and where. */
export interface ConfigProblem {
  readonly path: JsonPath
  readonly code: BuildCode
  readonly args: MessageArgs
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
    if (!isRecord(value)) return void found.push(wrong(what, value, path))
    for (const [key, v] of Object.entries(value))
      if (isName(key)) item(v, [...path, key], found)
      else found.push({ path: [...path, key], code: 'E4413', args: { name: key } })
  }

const isMacro = (name: string): boolean => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)

const fields =
  (table: ReadonlyMap<string, Check>, required: readonly string[]): Check =>
  (value, path, found) => {
    if (!isRecord(value)) return void found.push(wrong('an object', value, path))
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
  if (!isRecord(value)) return void found.push(wrong('a rule: an object of axes and their values', value, path))
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
  isRecord(value) ? conditional(value, path, found) : values(value, path, found)
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
