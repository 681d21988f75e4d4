// What a build has to make: read from a configuration (JSON or a module) or from a list of command lines, checked, and nothing run yet.

import { basename, dirname, isAbsolute, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { formatMessages, type Message } from '../api/index.ts'
import { type BuildConfig, decodeText, hasCode } from '../api/node.ts'
import { messageNowhere } from '../diag/message.ts'
import { type ConfigProblem, configProblems } from './build_config.ts'
import { type BuildJob, expandConfig } from './build_jobs.ts'
import { buildMessage } from './build_messages.ts'
import { inputName, isFile, isFolder, readInput } from './files.ts'
import { parseFlags } from './flag_parser.ts'
import { type Host, UsageError, wantsColor } from './host.ts'
import { expandInputs } from './inputs.ts'
import { JsonError, parseJson } from './json_text.ts'
import { type CompileJob, compileJob, type OutputPaths } from './options.ts'
import { flagOf } from './output_names.ts'
import { expandResponseFiles, splitWords } from './response_file.ts'

export interface BuildPlan {
  /** The configuration or list. */
  readonly file: string
  /** What all paths count from. */
  readonly folder: string
  readonly jobs: readonly BuildJob[]
  /** Paths from the folder; undefined: not asked for. */
  readonly manifest: string | undefined
  readonly archive: string | undefined
  readonly state: string
}

/** A configuration that is wrong: exit code 1, with messages that are ready to print. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
  readonly messages: readonly Message[]

  constructor(messages: readonly Message[]) {
    super(formatMessages(messages))
    this.messages = messages
  }

  print(host: Host): void {
    host.stderr.write(formatMessages(this.messages, { color: wantsColor(host, host.stderr) }))
  }
}

/** Names that are looked for when none is given. */
const NAMES = ['json', 'ts', 'mts', 'js', 'mjs'].map(extension => `dxilkit.build.${extension}`)
const MODULE = /\.[cm]?[jt]s$/i

/** @throws UsageError for files that cannot be read, BadConfig for what is in them */
export async function readPlan(host: Host, given: string | undefined): Promise<BuildPlan> {
  const file = given ?? NAMES.find(isFile)
  if (file === undefined) throw new UsageError(`no configuration is given, and there is none of ${NAMES.join(', ')}`)
  if (MODULE.test(file)) return planOf(file, await loadModule(file), undefined)
  const text = decodeText(readInput(host, file))
  if (!/\.jsonc?$/i.test(file) && !/^\s*(\{|\/[/*])/.test(text)) return listPlan(host, file, text)
  try {
    const json = parseJson(text)
    return planOf(file, json.value, { text, placeOf: json.placeOf })
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    throw new BadConfig(
      messagesIn(file, text, [{ code: 'E4400', args: { what: error.message }, at: [error.at, error.at + 1] }]),
    )
  }
}

interface TextOfConfig {
  readonly text: string
  readonly placeOf: ReturnType<typeof parseJson>['placeOf']
}

function planOf(file: string, value: unknown, text: TextOfConfig | undefined): BuildPlan {
  const refuse = (problems: readonly ConfigProblem[]): void => {
    if (problems.length === 0) return
    const located = problems.map(p => ({ ...p, at: text?.placeOf(p.path) ?? ([0, 0] as const) }))
    throw new BadConfig(messagesIn(file, text?.text, located))
  }
  refuse(configProblems(value))
  const config = value as BuildConfig
  const folder = dirname(file)
  const { jobs, problems } = expandConfig(config, pattern => filesOf(folder, pattern))
  refuse(problems)
  refuse(flagProblems(config))
  const outDir = config.outDir ?? 'out'
  const { manifest = `${outDir}/manifest.json`, archive, state = `${outDir}/.dxilkit-build` } = config
  return { file, folder, jobs, archive, state, manifest: manifest === false ? undefined : manifest }
}

/** Files that a path or pattern means, from the folder, with slashes. */
function filesOf(folder: string, pattern: string): string[] {
  const start = folder === '.' || isAbsolute(pattern) ? '' : `${folder.replaceAll('\\', '/')}/`
  if (!/[*?[]/.test(pattern) && !isFile(start + pattern) && !isFolder(start + pattern)) return []
  try {
    return expandInputs([start + pattern], /\.hlsl$/i).map(f => f.replaceAll('\\', '/').slice(start.length))
  } catch (error) {
    if (error instanceof UsageError) return []
    throw error
  }
}

interface Located extends Pick<ConfigProblem, 'code' | 'args'> {
  readonly at: readonly [start: number, end: number]
}

/** Messages at places of the text; without a text they are about the file as a whole. */
function messagesIn(file: string, text: string | undefined, problems: readonly Located[]): Message[] {
  return problems.map(({ code, args, at: [start, end] }) => {
    const message = messageNowhere(code, 'error', buildMessage(code, args), file)
    if (text === undefined) return message
    const before = text.slice(0, start)
    const line = before.split('\n').length
    const lineStart = before.lastIndexOf('\n') + 1
    const lineText = text.slice(lineStart).split('\n', 1)[0]!.replace(/\r$/, '')
    const column = start - lineStart + 1
    // A value of many lines is underlined on its first.
    const endColumn = Math.max(column + 1, Math.min(end - lineStart, lineText.length) + 1)
    return { ...message, line, column, endLine: line, endColumn, lineText }
  })
}

async function loadModule(file: string): Promise<unknown> {
  if (!isFile(file)) throw new UsageError(`cannot read '${file}': no such file or directory`)
  try {
    const { default: value } = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }
    return typeof value === 'function' ? await value() : await value
  } catch (error) {
    const isTypes = hasCode(error) && error.code === 'ERR_UNKNOWN_FILE_EXTENSION'
    const why = isTypes
      ? `Node takes TypeScript from 22.18 on (this is ${process.version.slice(1)}): rename it to .mjs and leave out the types, or run Node with --import tsx`
      : error instanceof Error
        ? error.message
        : String(error)
    throw new BadConfig(messagesIn(file, undefined, [{ code: 'E4412', args: { why }, at: [0, 0] }]))
  }
}

// ---- Lists of command lines ----

function listPlan(host: Host, file: string, text: string): BuildPlan {
  const problems: Located[] = []
  const jobs: BuildJob[] = []
  const seen = new Map<string, BuildJob>()
  let at = 0
  for (const line of text.split('\n')) {
    const start = at + line.search(/\S|$/)
    const place = [start, at + line.trimEnd().length] as const
    at += line.length + 1
    if (line.trim() === '' || /^\s*#/.test(line)) continue
    try {
      const words = expandResponseFiles(splitWords(line), path => decodeText(readInput(host, path)))
      const job = lineJob(commandWords(words))
      const other = seen.get(job.output)
      if (other) {
        const args = {
          output: job.output,
          first: other.words.join(' '),
          second: job.words.join(' '),
          advice: 'change one of them',
        }
        problems.push({ code: 'E4405', args, at: place })
      }
      seen.set(job.output, job)
      jobs.push(job)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      for (const what of error.lines) problems.push({ code: 'E4409', args: { what }, at: place })
    }
  }
  if (jobs.length === 0 && problems.length === 0)
    problems.push({ code: 'E4411', args: { why: 'the list has no command line' }, at: [0, 0] })
  if (problems.length > 0) throw new BadConfig(messagesIn(inputName(file), text, problems))
  const base = file === '-' ? 'dxilkit-build' : file
  return { file, folder: '.', jobs, manifest: `${base}.manifest.json`, archive: undefined, state: `${base}.state` }
}

/** Without the name of the compiler in front. */
function commandWords(words: readonly string[]): readonly string[] {
  const name = basename((words[0] ?? '').replaceAll('\\', '/')).replace(/\.exe$/i, '')
  if (name === 'dxc' || name === 'dxilkit-dxc') return words.slice(1)
  return name === 'dxilkit' ? words.slice(words[1] === 'compile' ? 2 : 1) : words
}

function lineJob(words: readonly string[]): BuildJob {
  const parsed = parseFlags(words, isFile)
  const job = compileJob(parsed)
  if (parsed.inputs.length > 1) throw new UsageError(`one input a line: here are ${parsed.inputs.join(' and ')}`)
  const complaint = unbuildable(job)
  if (complaint) throw new UsageError(`'${complaint[0]}' cannot be used in a build: ${complaint[1]}`)
  const { container } = job.outputs
  if (container === undefined) throw new UsageError('-Fo is missing: it names the output')
  if (job.input === '-') throw new UsageError('a build cannot read its sources from standard input')
  const { target, entry = 'main' } = job.compile
  const name = basename(job.input).replace(/\.[^.]*$/, '')
  return { output: container.replaceAll('\\', '/'), source: job.input, name, entry, target, axes: [], words }
}

/** A flag that asks for something else than files, and why not. */
function unbuildable(job: CompileJob): readonly [flag: string, why: string] | undefined {
  const { compile, outputs } = job
  const prints: readonly (readonly [string, unknown])[] = [
    ['--json', job.json],
    ['-fdiagnostics-format=sarif', job.sarif],
    ['-ast-dump', job.astDump],
    ['-verify', job.verify],
    ['-ftime-report', job.timeReport],
    ['-ftime-trace', job.timeTrace],
    ['-H', job.showIncludes],
    ['--stop-after', job.stopAfter],
    ['--print-after', compile.printAfter],
    ['--print-before', compile.printBefore],
  ]
  if (job.kind !== 'compile') return [`-${job.kind}`, 'it does not compile']
  const found = prints.find(([, value]) => value !== undefined && value !== false)
  if (found) return [found[0], 'it prints, and a build makes files']
  const toStream = Object.values(outputs).includes('-')
  return toStream ? ['-', 'outputs of a build are files'] : undefined
}

/** Flags of a configuration say how to compile, not what and where to. */
function flagProblems(config: BuildConfig): ConfigProblem[] {
  const problems: ConfigProblem[] = []
  const check = (flags: readonly string[] | undefined, path: ConfigProblem['path']): void => {
    if (!flags) return
    const at = [...path, 'flags']
    try {
      const job = compileJob(parseFlags(['x.hlsl', '-T', 'ps_6_0', ...flags], () => false))
      const own: readonly (readonly [string, unknown])[] = [
        ...Object.entries(job.outputs).map(([kind, value]) => [flagOf(kind as keyof OutputPaths), value] as const),
        ['-MD', job.dependencyPath],
        ['-Fd FILE', /[/\\]$/.test(job.debugPath ?? '/') ? undefined : job.debugPath],
      ]
      const output = own.find(([, value]) => value !== undefined)
      const complaint = unbuildable(job) ?? (output && [output[0], 'a build names its files itself'])
      if (complaint) problems.push({ path: at, code: 'E4408', args: { flag: complaint[0], why: complaint[1] } })
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      for (const what of error.lines) problems.push({ path: at, code: 'E4409', args: { what } })
    }
  }
  check(config.flags, [])
  for (const [i, shader] of config.shaders.entries()) {
    check(shader.flags, ['shaders', i])
    for (const [j, entry] of (shader.entries ?? []).entries())
      if (typeof entry !== 'string') check(entry.flags, ['shaders', i, 'entries', j])
  }
  return problems
}
