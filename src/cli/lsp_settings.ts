// What an editor's settings say of files: the same for all, or for those whose path fits a pattern.
//
//   { "includePaths": ["shaders/include"], "defines": ["QUALITY=2"],
//     "shaders": [{ "files": "post/**/*.hlsl", "target": "ps_6_6", "entry": "PixelMain" }] }

import { relative } from 'node:path'
import type { FileSettings } from '../api/language.ts'
import { hasFields } from '../base/arguments.ts'
import { globMatcher } from './inputs.ts'

interface Rule {
  readonly pattern: RegExp
  readonly settings: FileSettings
}

type Check = (value: unknown) => boolean
const isText: Check = value => typeof value === 'string'
const isTexts: Check = value => Array.isArray(value) && value.every(isText)
const oneOf =
  (...words: readonly string[]): Check =>
  value =>
    words.some(word => word === value)

/** Every setting with what it may be. */
const SETTINGS: ReadonlyMap<string, Check> = new Map<keyof FileSettings, Check>([
  ['target', isText],
  ['entry', isText],
  ['defines', isTexts],
  ['includePaths', isTexts],
  ['hlslVersion', oneOf('2016', '2017', '2018', '2021', '202x')],
  ['enable16BitTypes', value => typeof value === 'boolean'],
  ['packMatrix', oneOf('row_major', 'column_major')],
  ['binding', oneOf('dxc', 'llvm', 'slang')],
])

export class LspSettings {
  /** Folder of the project, which patterns and folders for includes are relative to. */
  root: string | undefined
  /** The client draws hints again when it is asked to. */
  refreshesHints = false
  #all: FileSettings = {}
  #rules: readonly Rule[] = []

  /** Takes settings as an editor sends them; what is wrong with them is left out and returned. */
  take(given: unknown): readonly string[] {
    if (given === undefined || given === null) return []
    if (typeof given !== 'object') return ['the settings are no object']
    const problems: string[] = []
    const { shaders, ...rest } = given as { readonly shaders?: unknown }
    this.#all = fileSettings(rest, problems)
    const list = shaders === undefined || shaders === null ? [] : shaders
    if (!Array.isArray(list)) problems.push("'shaders' is no list")
    this.#rules = (Array.isArray(list) ? list : []).flatMap(rule => ruleOf(rule, problems))
    return problems
  }

  of(file: string): FileSettings {
    const path = (this.root === undefined ? file : relative(this.root, file)).replaceAll('\\', '/')
    return Object.assign({}, this.#all, ...this.#rules.filter(r => r.pattern.test(path)).map(r => r.settings))
  }
}

function ruleOf(rule: unknown, problems: string[]): Rule[] {
  const { files, ...rest } = (hasFields(rule) ? rule : {}) as { readonly files?: unknown }
  if (typeof files !== 'string') {
    problems.push("an entry of 'shaders' has no 'files'")
    return []
  }
  return [{ pattern: globMatcher(files), settings: fileSettings(rest, problems) }]
}

/** Editors send null or '' for what nobody set. */
function fileSettings(given: object, problems: string[]): FileSettings {
  const kept: [string, unknown][] = []
  for (const [name, value] of Object.entries(given)) {
    const check = SETTINGS.get(name)
    if (value === null || value === undefined || value === '' || OF_THE_EDITOR.has(name)) continue
    if (check?.(value)) kept.push([name, value])
    else problems.push(check ? `'${name}' has a wrong value` : `there is no setting '${name}'`)
  }
  return Object.fromEntries(kept) as FileSettings
}

/** Settings that extensions read themselves. */
const OF_THE_EDITOR: ReadonlySet<string> = new Set(['server', 'trace', 'path'])
