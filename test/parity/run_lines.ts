// RUN comments of a lit-style shader test as compile cases: which arguments to compile the file with, or why that is left out.
// Invariant: every command that starts the compiler becomes exactly one case or one skip with its reason.

import { FlagValues, parseFlags } from '../../src/cli/flag_parser.ts'

/** One way to compile one file. */
export interface ParityCase {
  readonly file: string
  /** Words for both compilers, without input and output files and without flags that change only debug output. */
  readonly words: readonly string[]
  readonly profile: string
  /** What to compile instead of the file's own text. */
  readonly source?: string
  /** Only the later DXC knows the shader model, or has the validator that the test asks for: the validator version to give it. */
  readonly newestValidator?: '1.8' | '1.9' | '1.10'
  /** Root signatures are taken out of included files. */
  readonly noRootSignatures?: boolean
}

export interface Skip {
  readonly file: string
  readonly reason: string
}

export interface RunLines {
  readonly cases: readonly ParityCase[]
  readonly skips: readonly Skip[]
}

export interface Selection {
  /** Stage prefix of the profile: 'cs', 'ps', ... */
  readonly stages: readonly string[]
  readonly newestMinor: number
}

/** The newest validator the oracles have; tests that ask for a later one are about later language. */
const NEWEST_VALIDATOR = 10
/** The newest that the first oracle has. */
const FIRST_VALIDATOR = 8

/** Flags that ask for something else than a container. */
const OTHER_OUTPUT = new Set([
  'P',
  'M',
  'MD',
  'dumpbin',
  'help',
  'version',
  'recompile',
  'ast-dump',
  'ast-dump-implicit',
  'Vd',
  'validator-version',
  'fcgl',
])
/** Flags left out for both compilers: output files and debug information, which change no part that is compared. */
const LEFT_OUT = new Set([
  'Fo',
  'Fc',
  'Fh',
  'Vn',
  'Fe',
  'Fre',
  'Fsh',
  'Fd',
  'Fi',
  'verify',
  'ftime-report',
  'ftime-trace',
])

/** @param text the test file; @param file its name in the results */
export function readRunLines(text: string, file: string, selection: Selection): RunLines {
  const cases: ParityCase[] = []
  const skips: Skip[] = []
  const skip = (reason: string): void => void skips.push({ file, reason })
  for (const line of runCommands(text)) {
    const version = /%dxilver\s+1\.(\d+)/.exec(line)
    for (const command of line.split(/\||&&|;/)) {
      const words = compilerWords(command)
      if (!words) continue
      if (version && Number(version[1]) > NEWEST_VALIDATOR) skip(`validator 1.${version[1]}`)
      else {
        const result = readCommand(words, selection)
        if (typeof result === 'string') skip(result)
        else if (/_6_(9|10)$/.test(result.profile))
          cases.push({ file, ...result, newestValidator: result.profile.endsWith('9') ? '1.9' : '1.10' })
        else if (version && Number(version[1]) > FIRST_VALIDATOR)
          cases.push({ file, ...result, newestValidator: '1.8' })
        else cases.push({ file, ...result })
      }
    }
  }
  return { cases, skips }
}

/** Words with the shader model of the profile changed. */
export const withModel = (words: readonly string[], minor: number): string[] =>
  words.map((w, i) => (words[i - 1] === '-T' ? w.replace(/_\w+$/, `_6_${minor}`) : w))

/** The cases for one shader model, by the newest DXC, whatever they are for; those for later models are left out. */
export function forModel(cases: readonly ParityCase[], minor: number): ParityCase[] {
  const newestValidator = minor >= 10 ? '1.10' : minor === 9 ? '1.9' : '1.8'
  const asked = cases.filter(c => !(Number(/\d+$/.exec(c.profile)?.[0]) > minor))
  return asked.map(c => ({ ...c, words: withModel(c.words, minor), newestValidator }))
}

/** RUN lines with their continuations joined. */
export function runCommands(text: string): string[] {
  const joined = text.replace(/\\\r?\n\s*(\/\/|;)\s*RUN\s*:/g, ' ')
  return [...joined.matchAll(/^\s*(?:\/\/|;|\/\*)?\s*RUN\s*:(.*)$/gm)].map(m => m[1]!.trim())
}

/** The words behind `%dxc` with the shell's redirections removed; undefined when the command is another one. */
export function compilerWords(command: string): string[] | undefined {
  const words = command.replace(/\d?>{1,2}\s*(&\d|\S+)/g, ' ').match(/(?:[^\s"]|"[^"]*")+/g) ?? []
  const at = words.findIndex(w => w === '%dxc' || w === 'dxc' || w === 'dxc.exe')
  if (at < 0 || at > 1) return undefined
  return words.slice(at + 1).map(w => w.replaceAll('"', ''))
}

/** The case's words and profile, or the reason to leave it out. */
function readCommand(words: readonly string[], selection: Selection): Omit<ParityCase, 'file'> | string {
  const parsed = parseFlags(words.filter(w => w !== '%s'))
  if (parsed.unknown.length > 0) return `flag ${/'([^']*)'/.exec(parsed.unknown[0]!)?.[1] ?? '?'}`
  if (parsed.errors.length > 0) return parsed.errors[0]!
  if (!words.includes('%s')) return 'input is another file'
  const profile = new FlagValues(parsed.uses).last('T')
  const match = /^([a-z]+)_6_(\d+|x)$/.exec(profile ?? '')
  if (!match) return profile === undefined ? 'no profile' : `profile ${profile}`
  if (!selection.stages.includes(match[1]!)) return `stage ${match[1]}`
  const isOffline = match[1] === 'lib' && match[2] === 'x'
  if (!isOffline && !(Number(match[2]) <= selection.newestMinor)) return `profile ${profile}`
  const kept: string[] = []
  for (const { flag, value } of parsed.uses) {
    if (OTHER_OUTPUT.has(flag.id) || flag.effect === 'missing') return `flag ${flag.shown}`
    if (LEFT_OUT.has(flag.id) || flag.effect === 'inert') continue
    if (flag.form === 'F') kept.push(flag.shown)
    else if (flag.form === 'J' || flag.id === 'D') kept.push(`${flag.shown}${value}`)
    else kept.push(flag.shown, value)
  }
  return { words: kept, profile: profile! }
}
