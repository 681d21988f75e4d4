// What a file is compiled as: said by a comment or by its name, or guessed from its functions.
//
//   // dxilkit: -T ps_6_6 -E main -D LIGHTS=4 -I include     one line an entry point, anywhere in the file
//   blur.cs.hlsl, BlurCS.hlsl, blur_cs.hlsl, blur.comp.hlsl   the stage
//   [numthreads(...)], [shader("...")], SV_Target, SV_Position ... of functions, where neither says it

import { lazy } from '../base/lazy.ts'
import { table } from '../base/table.ts'
import { isStagePrefix, RELEASED_MINOR, type StagePrefix } from '../spec/stages.ts'

/** How a file is compiled. What is not said here is guessed. */
export interface FileSettings {
  /** 'ps_6_6'; a stage alone takes the newest shader model. */
  readonly target?: string
  readonly entry?: string
  /** 'NAME' or 'NAME=value'. */
  readonly defines?: readonly string[]
  /** Folders for includes, as the host understands them. */
  readonly includePaths?: readonly string[]
  readonly hlslVersion?: '2016' | '2017' | '2018' | '2021' | '202x'
  readonly enable16BitTypes?: boolean
  readonly packMatrix?: 'row_major' | 'column_major'
  readonly binding?: 'dxc' | 'llvm' | 'slang'
}

/** An entry point of a file. */
export interface EntrySettings extends FileSettings {
  readonly target: string
  readonly entry: string
}

export interface FileTarget {
  /** None: a header, which is checked for what it says by itself. */
  readonly entries: readonly EntrySettings[]
  /** Of the file where it has no entry. */
  readonly settings: FileSettings
  readonly how: 'comment' | 'settings' | 'name' | 'functions' | 'header'
}

const NEWEST = `6_${RELEASED_MINOR}`
const STAGE_WORDS: ReadonlyMap<string, StagePrefix> = table({
  vert: 'vs',
  vertex: 'vs',
  frag: 'ps',
  pixel: 'ps',
  fragment: 'ps',
  comp: 'cs',
  compute: 'cs',
  geom: 'gs',
  tesc: 'hs',
  tese: 'ds',
  mesh: 'ms',
  task: 'as',
  rgen: 'lib',
  rchit: 'lib',
  rahit: 'lib',
  rmiss: 'lib',
  rint: 'lib',
  rcall: 'lib',
})

/** The entry points of a file; settings of the host go before the name, a comment before both. */
export function targetOf(file: string, text: string, given: FileSettings | undefined): FileTarget {
  const native = /\b(?:float16_t|u?int16_t)[1-4x]*\b/.test(text) ? { enable16BitTypes: true } : {}
  const settings: FileSettings = { ...native, ...given }
  const said = commentSettings(text)
  const defaults = { ...settings, ...said.find(line => line.target === undefined) }
  const guess = lazy(() => guessEntries(text))
  const entries = said.flatMap(line => (line.target === undefined ? [] : [entryOf({ ...defaults, ...line }, guess)]))
  if (entries.length > 0) return { entries, settings: defaults, how: 'comment' }
  if (defaults.target !== undefined) return { entries: [entryOf(defaults, guess)], settings: defaults, how: 'settings' }
  const stage = stageOfFile(file)
  if (stage) return { entries: [entryOf({ ...defaults, target: stage }, guess)], settings: defaults, how: 'name' }
  const guesses = guess()
  if (/\.(hlsli|fxh|h|inc)$/i.test(file) || guesses.length === 0)
    return { entries: [], settings: defaults, how: 'header' }
  const chosen = defaults.entry === undefined ? guesses : guesses.filter(g => g.entry === defaults.entry)
  const found = (chosen.length > 0 ? chosen : guesses).map(g => ({ ...defaults, ...g }))
  return { entries: found, settings: defaults, how: 'functions' }
}

function entryOf(settings: FileSettings, guess: () => readonly Guess[]): EntrySettings {
  const word = settings.target!
  const target = /^[a-z]+$/.test(word) ? `${word}_${NEWEST}` : word
  const stage = target.split('_')[0]!
  const entry = settings.entry ?? guess().find(g => g.target.startsWith(`${stage}_`))?.entry ?? 'main'
  return { ...settings, target, entry }
}

/** The stage that a file's name ends with. */
function stageOfFile(file: string): string | undefined {
  const name = file
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\.[^.]*$/, '')
  const word =
    /[._-]([A-Za-z]+)$/.exec(name)?.[1]?.toLowerCase() ?? /(VS|PS|CS|GS|HS|DS|AS|MS)$/.exec(name)?.[1]?.toLowerCase()
  if (word === undefined) return undefined
  return isStagePrefix(word) ? word : STAGE_WORDS.get(word)
}

const COMMENT = /^[ \t]*\/\/[ \t]*dxilkit:[ \t]*(.*?)[ \t]*$/dgm

/** Offsets of what a comment says after -T for an entry point, of the whole comment where it is not found; undefined without comments. */
export function profilePlace(text: string, target: string): readonly [start: number, end: number] | undefined {
  const lines = [...text.matchAll(COMMENT)].map(match => match.indices![1]!)
  for (const [start, end] of lines)
    for (const match of text.slice(start, end).matchAll(/(?:^|\s)[-/]T[\s=]*(\w+)/dg)) {
      const [from, to] = match.indices![1]!
      if (match[1] === target || target.startsWith(`${match[1]}_`)) return [start + from, start + to]
    }
  return lines[0]
}

/** The lines `// dxilkit: FLAGS` of a text. Other flags than those below say nothing here. */
function commentSettings(text: string): FileSettings[] {
  const lines = [...text.matchAll(COMMENT)]
  return lines.map(([, flags]) =>
    settingsOfFlags((flags!.match(/"[^"]*"|\S+/g) ?? []).map(word => word.replace(/^"|"$/g, ''))),
  )
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function settingsOfFlags(words: readonly string[]): FileSettings {
  const out: Mutable<FileSettings> = {}
  const defines: string[] = []
  const includePaths: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!.replace(/^\//, '-')
    const value = (flag: string): string =>
      word.length > flag.length ? word.slice(flag.length).replace(/^=/, '') : (words[++i] ?? '')
    if (word === '-enable-16bit-types') out.enable16BitTypes = true
    else if (word === '-Zpr' || word === '-Zpc') out.packMatrix = word === '-Zpr' ? 'row_major' : 'column_major'
    else if (word.startsWith('-HV')) out.hlslVersion = versionOf(value('-HV'))
    else if (word.startsWith('-T')) out.target = value('-T')
    else if (word.startsWith('-E')) out.entry = value('-E')
    else if (word.startsWith('-D')) defines.push(value('-D'))
    else if (word.startsWith('-I')) includePaths.push(value('-I'))
    else if (word.startsWith('--binding')) out.binding = bindingOf(value('--binding'))
  }
  if (defines.length > 0) out.defines = defines
  if (includePaths.length > 0) out.includePaths = includePaths
  return out
}

const versionOf = (word: string): NonNullable<FileSettings['hlslVersion']> =>
  (['2016', '2017', '2018', '202x'] as const).find(v => v === word) ?? '2021'
const bindingOf = (word: string): NonNullable<FileSettings['binding']> =>
  (['llvm', 'slang'] as const).find(v => v === word) ?? 'dxc'

interface Guess {
  readonly target: string
  readonly entry: string
}

const FUNCTION =
  /((?:\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]\s*)*)(?:\b(?:export|precise|static|inline)\s+)*\b([A-Za-z_]\w*)\s+([A-Za-z_]\w*)\s*\(([^(){}]*)\)\s*(?::\s*(\w+)\s*)?\{/g

/** Entry points by what their declarations say; `main` first. */
function guessEntries(source: string): Guess[] {
  const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ')
  const found: Guess[] = []
  const bodies = lazy(() => structBodies(text))
  let isLibrary = false
  for (const [, attributes = '', result = '', entry = '', params = '', semantic = ''] of text.matchAll(FUNCTION)) {
    if (/\[\s*shader\s*\(/i.test(attributes)) isLibrary = true
    const stage = stageOfFunction(text, bodies, { attributes, result, entry, params, semantic })
    if (stage) found.push({ target: `${stage}_${NEWEST}`, entry })
  }
  if (isLibrary) return [{ target: `lib_${NEWEST}`, entry: '' }]
  const isMain = ({ entry }: Guess): number => (entry === 'main' ? 0 : 1)
  return found.sort((a, b) => isMain(a) - isMain(b))
}

interface Heading {
  readonly attributes: string
  readonly result: string
  readonly entry: string
  readonly params: string
  readonly semantic: string
}

function stageOfFunction(
  text: string,
  bodies: () => ReadonlyMap<string, string>,
  { attributes, result, entry, params, semantic }: Heading,
): StagePrefix | undefined {
  const has = (word: string): boolean => attributes !== '' && new RegExp(`\\[\\s*${word}\\b`, 'i').test(attributes)
  if (has('outputtopology')) return /\bout\s+(?:vertices|indices)\b/.test(params) ? 'ms' : 'hs'
  if (has('patchconstantfunc')) return 'hs'
  if (has('maxvertexcount')) return 'gs'
  if (has('domain')) return 'ds'
  if (has('numthreads')) return bodyCalls(text, entry, 'DispatchMesh') ? 'as' : 'cs'
  const outs = [semantic, ...membersOf(bodies(), result)]
  for (const [, type, after] of params.matchAll(/\b(?:out|inout)\s+(\w+)\s+\w+\s*(?::\s*(\w+))?/g))
    outs.push(after ?? '', ...membersOf(bodies(), type!))
  const says = (word: RegExp): boolean => outs.some(out => word.test(out))
  if (says(/^(SV_Target\d*|SV_Depth\w*)$/i) || /^COLOR\d*$/i.test(semantic)) return 'ps'
  if (says(/^SV_Position$/i)) return 'vs'
  return result === 'void' && /SV_Position/i.test(params) ? 'ps' : undefined
}

/** What stands between the braces of each struct, of several with one name the first. Structs in others are some too. */
function structBodies(text: string): Map<string, string> {
  const bodies = new Map<string, string>()
  for (const [, name, body] of text.matchAll(/\bstruct\s+(?=(\w+)\b[^{;]*\{([^}]*)\})/g))
    if (!bodies.has(name!)) bodies.set(name!, body!)
  return bodies
}

/** Semantics of the members of a struct. */
function membersOf(bodies: ReadonlyMap<string, string>, type: string): string[] {
  return [...(bodies.get(type) ?? '').matchAll(/:\s*(\w+)/g)].map(m => m[1]!)
}

function bodyCalls(text: string, entry: string, callee: string): boolean {
  const behind = text.slice(Math.max(0, text.search(new RegExp(`\\b${entry}\\s*\\(`))))
  return behind.split('numthreads', 1)[0]!.includes(callee)
}
