// Commands that take many files: words become files (globs and folders expanded, in a fixed order), each is run, one that fails
// does not stop the others, and a terminal shows how far it is. The worst exit code is the command's.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode, systemReason } from '../api/node.ts'
import { shownName } from '../base/shown_name.ts'
import { inputName, noteInput, statOf } from './files.ts'
import { BadFile, EXIT, type ExitCode, type Host, type Stream, UsageError } from './host.ts'
import { failureJson } from './json_failure.ts'

/** What a folder is searched for; a glob finds any name. */
const CONTAINER_FILE = /\.(dxil|cso|dxbc|fxo|pdb)$/i
const GLOB = /[*?[]/

/**
 * The files that words mean: a file, `-`, a folder (the containers and debug files in it and below), or a pattern with `*`, `?`,
 * `[abc]` and `**` for any folders. Every file once, patterns and folders in order of names.
 * @param inFolder which names of a folder count
 * @throws UsageError when a folder or pattern finds nothing
 */
export function expandInputs(words: readonly string[], inFolder: RegExp = CONTAINER_FILE): string[] {
  const found = new Set<string>()
  for (const word of words) for (const file of expand(word, inFolder)) found.add(file)
  return [...found]
}

function expand(word: string, inFolder: RegExp): string[] {
  if (word === '-') return [word]
  const stat = statOf(word)
  if (stat?.isDirectory()) {
    const files = filesBelow(word).filter(file => inFolder.test(file))
    if (files.length === 0) throw new UsageError(`no container in the folder '${word}'`)
    return files
  }
  if (stat !== undefined || !GLOB.test(word)) return [word]
  const files = glob(word)
  if (files.length === 0) throw new UsageError(`no file matches '${word}'`)
  return files
}

function glob(pattern: string): string[] {
  const parts = pattern.replaceAll('\\', '/').split('/')
  const fixed = parts.findIndex(part => GLOB.test(part))
  const root = parts.slice(0, fixed).join('/') || (pattern.startsWith('/') ? '/' : '.')
  const rest = parts.slice(fixed)
  const matcher = globMatcher(rest.join('/'))
  const depth = rest.includes('**') ? Number.POSITIVE_INFINITY : rest.length
  const prefix = parts.slice(0, fixed).join('/')
  return namesBelow(root, '', depth)
    .filter(name => matcher.test(name))
    .map(name => (prefix === '' && !pattern.startsWith('/') ? name : `${prefix}/${name}`))
}

/** A pattern over '/'-separated names as an expression. */
export function globMatcher(pattern: string): RegExp {
  let source = ''
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!
    if (pattern.startsWith('**/', i)) {
      source += '(?:[^/]+/)*'
      i += 2
    } else if (pattern.startsWith('**', i)) {
      source += '.*'
      i++
    } else if (c === '*') source += '[^/]*'
    else if (c === '?') source += '[^/]'
    else if (c === '[' && pattern.indexOf(']', i + 2) > 0) {
      const end = pattern.indexOf(']', i + 2)
      source += `[${pattern
        .slice(i + 1, end)
        .replace(/^!/, '^')
        .replace(/[\\[\]]/g, '\\$&')}]`
      i = end
    } else source += c.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  }
  return new RegExp(`^${source}$`, 'u')
}

function filesBelow(folder: string): string[] {
  return namesBelow(folder, '', Number.POSITIVE_INFINITY).map(name => join(folder, name))
}

/** Names of the files below a folder, relative to it, sorted by code units; hidden ones are left out, links to folders not followed. */
function namesBelow(folder: string, prefix: string, depth: number): string[] {
  if (depth <= 0) return []
  const names: string[] = []
  for (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) names.push(...namesBelow(join(folder, entry.name), `${prefix}${entry.name}/`, depth - 1))
    else names.push(prefix + entry.name)
  }
  return names
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  } catch (error) {
    if (!hasCode(error)) throw error
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw new UsageError(`cannot read '${folder}': ${systemReason(error)}`, { cause: error })
  }
}

/** One file's turn. `host` is to be written to instead of the command's own: it keeps the progress line out of the way. */
export type RunOne = (file: string, host: Host, index: number) => ExitCode | Promise<ExitCode>

/**
 * Runs a command over the files that words mean. With several files a bad or unreadable one is reported and the rest goes on.
 * @param isJson of several files one that fails is a line of JSON, too
 * @returns the worst exit code @throws UsageError when words find nothing; what run throws when there is one file only
 */
export async function forEachInput(
  host: Host,
  words: readonly string[],
  run: RunOne,
  isJson = false,
): Promise<ExitCode> {
  const files = expandInputs(words)
  // Also those whose turn has not come: no output may overwrite them.
  for (const file of files) noteInput(host, file)
  if (files.length === 1) return run(files[0]!, host, 0)
  const progress = new Progress(host, files.length)
  let worst: ExitCode = EXIT.ok
  for (const [i, file] of files.entries()) {
    progress.show(i, file)
    const code = await runOne(file, progress.host, isJson, () => run(file, progress.host, i))
    if (code > worst) worst = code
    // Lets Ctrl-C through.
    await new Promise(resolve => setImmediate(resolve))
  }
  progress.clear()
  return worst
}

async function runOne(
  file: string,
  host: Host,
  isJson: boolean,
  run: () => ExitCode | Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await run()
  } catch (error) {
    if (isJson && (error instanceof BadFile || error instanceof UsageError)) host.stdout.write(failureJson(error, file))
    if (error instanceof BadFile) {
      host.stderr.write(`${error.message}\n`)
      return EXIT.problems
    }
    if (!(error instanceof UsageError)) throw error
    for (const line of error.lines) host.stderr.write(`${host.complaint ?? 'dxilkit: error: '}${line}\n`)
    return EXIT.usage
  }
}

const CLEAR_LINE = '\r\x1b[K'

/** One line on stderr that says which file is in work; only on terminals. Whatever else is written takes it away first. */
export class Progress {
  readonly host: Host
  readonly #stderr: Stream
  readonly #total: number
  #isShown = false

  constructor(host: Host, total: number) {
    this.#stderr = host.stderr
    this.#total = total
    const guarded = (stream: Stream): Stream => ({
      isTerminal: stream.isTerminal,
      write: data => {
        this.clear()
        stream.write(data)
      },
    })
    this.host = {
      ...host,
      readStdin: () => host.readStdin(),
      stdout: guarded(host.stdout),
      stderr: guarded(host.stderr),
    }
  }

  show(index: number, file: string): void {
    if (!this.#stderr.isTerminal) return
    const name = shownName(inputName(file))
    const shown = name.length > 60 ? `...${name.slice(-57)}` : name
    this.#stderr.write(`${CLEAR_LINE}[${index + 1}/${this.#total}] ${shown}`)
    this.#isShown = true
  }

  clear(): void {
    if (this.#isShown) this.#stderr.write(CLEAR_LINE)
    this.#isShown = false
  }
}
