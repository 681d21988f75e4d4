// `dxilkit compile`: one job from DXC's flags to output files. Output files appear only when everything went well.

import { join } from 'node:path'
import {
  type CompileOptions,
  type CompileReport,
  type CompileResult,
  compile,
  compileToIr,
  dumpContainer,
  formatDump,
  formatMessages,
  hashContainer,
  type Includer,
  type LinkInput,
  type LinkOptions,
  link,
  listIncludes,
  listing,
  type Message,
  type PreprocessResult,
  preprocessSource,
  readContainer,
  rootSignatureContainer,
  syntaxTree,
  toSarif,
} from '../api/index.ts'
import { decodeText, useNativeDigest } from '../api/node.ts'
import { shownName } from '../base/shown_name.ts'
import { messageNowhere } from '../diag/message.ts'
import { cHeader } from './c_header.ts'
import { compileHelp } from './compile_help.ts'
import { readContainerInput } from './container_input.ts'
import { dependencyRule } from './depfile.ts'
import { disasmText } from './disasm.ts'
import { dxcComplaint } from './dxc_words.ts'
import { inputName, isFile, notedIncluder, readInput } from './files.ts'
import { dxcFlagsOnly, type ParsedFlags, parseFlags } from './flag_parser.ts'
import { EXIT, type ExitCode, exitCodeOf, type Host, UsageError, wantsColor } from './host.ts'
import { expandInputs, forEachInput } from './inputs.ts'
import { type CompileJob, compileJob } from './options.ts'
import { placed } from './output_names.ts'
import { Outputs } from './outputs.ts'
import { editParts } from './part_flags.ts'
import { sourcesAgain } from './recompile.ts'
import { expandResponseFiles } from './response_file.ts'
import { verifyMessages } from './verify.ts'
import { packageVersion, versionText } from './version.ts'

/** In whose manner the words are read. */
export interface CompileManner {
  /** dxc's: its own flags only, and its words in front of warnings. */
  readonly isDxc: boolean
}

/** Runs `compile` with the words behind it. @throws UsageError, FormatError (-dumpbin), InternalError */
export function runCompile(
  host: Host,
  words: readonly string[],
  { isDxc }: CompileManner = { isDxc: false },
): ExitCode | Promise<ExitCode> {
  const expanded = withFileOfPo(expandResponseFiles(words, path => decodeText(readInput(host, path))))
  const all = parseFlags(expanded, isFile)
  // Of several inputs dxc takes the last.
  const parsed = isDxc ? dxcFlagsOnly({ ...all, inputs: all.inputs.slice(-1) }) : all
  const refused = isDxc ? dxcComplaint(parsed) : undefined
  if (refused !== undefined) throw new UsageError([shownName(refused)])
  if (parsed.uses.some(u => u.flag.id === 'recompile') && !parsed.uses.some(u => u.flag.id === 'help'))
    return recompile(host, parsed, isDxc)
  const isLink = parsed.uses.some(u => u.flag.id === 'link')
  const isOne = parsed.inputs.length < 2 && (isDxc || !isPattern(parsed.inputs[0]))
  const files = isLink
    ? expandInputs(parsed.inputs.flatMap(librariesOf))
    : isOne
      ? parsed.inputs
      : expandInputs(parsed.inputs, SOURCE_FILE)
  const job = compileJob({ ...parsed, inputs: files.slice(0, 1) })
  if (job.kind === 'help') return print(host, compileHelp())
  if (job.kind === 'version') return print(host, versionText())
  warn(host, job, isDxc)
  if (job.kind === 'link') return linkFiles(host, job, files)
  // Complaints about the outputs are the same for every file.
  const first = placed(job, files.length > 1)
  if (isOne) return compileOne(host, isDxc ? inDxcManner(first) : first)
  return compileMany(host, files, file => placed(compileJob({ ...parsed, inputs: [file] }), files.length > 1))
}

/** dxc only lists dependencies where it writes them to a file. */
const inDxcManner = (job: CompileJob): CompileJob => ({
  ...job,
  isDxc: true,
  kind: job.kind === 'compile' && job.dependencyPath !== undefined ? 'dependencies' : job.kind,
})

async function compileMany(
  host: Host,
  files: readonly string[],
  jobOf: (file: string) => CompileJob,
): Promise<ExitCode> {
  const owners = new Map<string, string>()
  const log: Message[] = []
  const sarif = { isWanted: false, ok: true }
  const code = await forEachInput(host, files, async (file, own) => {
    const job = jobOf(file)
    for (const path of Object.values(job.outputs)) {
      const other = owners.get(path)
      if (other !== undefined && path !== '-')
        throw new UsageError(`'${inputName(other)}' and '${inputName(file)}' would both be written to '${path}'`)
      owners.set(path, file)
    }
    const isLogged = job.sarif && job.outputs.diagnostics === undefined
    const ran = await compileOne(own, isLogged ? { ...job, log } : job)
    if (isLogged) Object.assign(sarif, { isWanted: true, ok: sarif.ok && ran === EXIT.ok })
    return ran
  })
  if (sarif.isWanted) host.stderr.write(sarifText(log, sarif.ok))
  return code
}

const sarifText = (messages: readonly Message[], ok: boolean): string =>
  `${JSON.stringify(toSarif(messages, { version: packageVersion(), ok }), null, 2)}\n`

/** The word behind -Po is where the text goes, if it is no flag and an input is left: as if it were -Fi's. */
function withFileOfPo(words: readonly string[]): readonly string[] {
  const at = words.findLastIndex(word => /^[-/]Po$/.test(word))
  const file = words[at + 1]
  if (at < 0 || file === undefined || /^(-|\/Fi)/.test(file) || parseFlags([file], isFile).uses.length > 0) return words
  const isOnly = parseFlags(words.toSpliced(at + 1, 1), isFile).inputs.length === 0
  return isOnly ? words : words.toSpliced(at + 1, 1, '-Fi', file)
}

/** Warnings about the command line that DXC gives among the messages of the compilation. */
const OF_COMPILATION = /^(no output provided for debug|Promoting older shader model)/

/** What stands before a warning of dxc.exe: its option reader says "warning" itself where a flag is gone. */
const dxcStart = (text: string): string =>
  OF_COMPILATION.test(text)
    ? 'warning: '
    : /^(-no-legacy|\/Po |invalid option)/.test(text)
      ? 'dxc warning : warning: '
      : 'dxc warning : '

function warn(host: Host, { compile, json, sarif, warnings }: CompileJob, isDxc: boolean): void {
  if (compile.noWarnings || json || sarif) return
  for (const text of warnings) {
    host.stderr.write(`${isDxc ? dxcStart(text) : 'dxilkit: warning: '}${shownName(text)}\n`)
  }
}

/** -recompile */
async function recompile(host: Host, given: ParsedFlags, isDxc: boolean): Promise<ExitCode> {
  const { parsed, source, include } = await sourcesAgain(host, given)
  const job = compileJob(parsed)
  warn(host, job, isDxc)
  return compileSource(host, placed(job, false), source, include)
}

/** What a folder among several inputs is searched for. */
const SOURCE_FILE = /\.(hlsl|fx|ll)$/i

const isPattern = (input: string | undefined): boolean => input !== undefined && /[*?[]/.test(input) && !isFile(input)

function compileOne(host: Host, job: CompileJob): ExitCode | Promise<ExitCode> {
  if (job.kind === 'listing') return listContainer(host, job)
  if (job.kind === 'parts') return editParts(host, job)
  let source: string
  try {
    source = decodeText(readInput(host, job.input))
  } catch (error) {
    if (!(job.json || job.log) || !(error instanceof UsageError)) throw error
    // Who reads data wants every file to be in it.
    const diagnostics = [messageNowhere('E4000', 'error', error.message, inputName(job.input))]
    finish(host, job, { ok: false, diagnostics }, outputsOf(host, job))
    return EXIT.usage
  }
  if (job.kind === 'compile') return compileSource(host, job, source)
  return preprocessJob(host, job, source)
}

/** dxc takes libraries as one word with semicolons. */
const librariesOf = (word: string): readonly string[] => (isFile(word) ? [word] : word.split(';').filter(f => f !== ''))

/** -link, and the command `link`. */
async function linkFiles(host: Host, job: CompileJob, files: readonly string[]): Promise<ExitCode> {
  const inputs: LinkInput[] = []
  for (const file of files) inputs.push({ name: inputName(file), container: await readContainerInput(host, file) })
  const linked = link(inputs, linkOptions(job.compile))
  const result: CompileResult = { ...linked, includes: [], phases: [], dumps: [] }
  const outputs = outputsOf(host, job)
  report(host, job, result, outputs)
  if (result.ok) addOutputs(job, result, outputs, job.json, made => link(inputs, linkOptions(made)))
  finish(host, job, result, outputs)
  return exitCodeOf(result)
}

function linkOptions(compile: CompileJob['compile']): LinkOptions {
  const { target, entry, exports, exportShadersOnly, autoBindingSpace, resMayAlias } = compile
  const { allResourcesBound, validatorVersion, sign, stripReflection, stripRootSignature, keepReflectionInDxil } =
    compile
  const { warningsAsErrors, noWarnings, errorLimit, stripDebug, debugFile } = compile
  const given = {
    ...{ target, entry, exports, exportShadersOnly, autoBindingSpace, resMayAlias, validatorVersion },
    ...{ sign, stripReflection, stripRootSignature, keepReflectionInDxil, warningsAsErrors, noWarnings, errorLimit },
    ...{ stripDebug, debugFile },
    allResourcesBound: allResourcesBound || undefined,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as unknown as LinkOptions
}

function print(host: Host, text: string): ExitCode {
  host.stdout.write(text)
  return EXIT.ok
}

/** -dumpbin */
async function listContainer(host: Host, job: CompileJob): Promise<ExitCode> {
  const outputs = outputsOf(host, job)
  addListing(job, outputs, await disasmText(host, job.input))
  outputs.commit()
  return EXIT.ok
}

function outputsOf(host: Host, job: CompileJob): Outputs {
  const outputs = new Outputs(host)
  for (const folder of job.folders) outputs.needFolder(folder)
  return outputs
}

/** Of several files each on the console follows a line with its name. */
function addListing(job: CompileJob, outputs: Pick<Outputs, 'add'>, text: string): void {
  const path = job.outputs.listing ?? '-'
  const isTitled = path === '-' && job.isOneOfMany
  outputs.add(path, isTitled ? `; ==== ${shownName(inputName(job.input))}\n${text}\n` : text)
}

function optionsOf(host: Host, job: CompileJob): CompileOptions {
  return {
    ...job.compile,
    fileName: inputName(job.input),
    include: notedIncluder(host, job.includeDirs),
  }
}

function preprocessJob(host: Host, job: CompileJob, source: string): ExitCode {
  const outputs = outputsOf(host, job)
  let result: PreprocessResult
  if (job.kind === 'preprocess') {
    const { value, ...rest } = preprocessSource(source, optionsOf(host, job))
    result = rest
    const path = job.preprocessedPath ?? (job.input === '-' ? '-' : job.input.replace(/(\.[^./\\]*)?$/, '.i'))
    if (result.ok) outputs.add(path, value)
  } else {
    const { value, ...rest } = listIncludes(source, optionsOf(host, job))
    result = rest
    const rule = dependencyRule(job.outputs.container ?? job.input, job.input, value)
    if (result.ok) outputs.add(job.dependencyPath ?? '-', rule)
  }
  report(host, job, result, outputs)
  finish(host, job, result, outputs)
  return exitCodeOf(result)
}

/** Digest in C pays off from this many characters of source on; below, loading the addon takes longer. */
const NATIVE_FROM = 100_000

function compileSource(host: Host, job: CompileJob, source: string, include?: Includer): ExitCode {
  if (source.length >= NATIVE_FROM) useNativeDigest()
  const { stopAfter } = job
  const given = include ? { ...optionsOf(host, job), include } : optionsOf(host, job)
  const opened: string[] = []
  const options = job.showIncludes ? { ...given, include: listingIncluder(given.include, opened) } : given
  if (job.astDump) return dumpTree(host, job, source, options)
  const start = Date.now()
  const result =
    stopAfter === undefined
      ? (host.compile ?? compile)(source, options)
      : compileToIr(source, { ...options, stopAfter })
  if (job.verify) return verify(host, job, source, result)
  const outputs = outputsOf(host, job)
  report(host, job, result, outputs)
  // Where the listing goes; never among the bytes of a container.
  const stream = job.outputs.container === '-' ? host.stderr : host.stdout
  for (const line of opened) stream.write(line)
  if (job.timeReport) host.stderr.write(timeTable(result))
  printIr(host, job, result)
  if (result.ok) {
    // Without a file it goes where the listing goes, in front of it.
    if (job.timeTrace === '-') host.stdout.write(timeTrace(result, start))
    else if (job.timeTrace !== undefined) outputs.add(job.timeTrace, timeTrace(result, start))
    if ('ir' in result) addListing(job, outputs, result.ir)
    else
      addOutputs(job, result, outputs, job.json || result.dumps.length > 0, made =>
        compile(source, { ...options, ...made }),
      )
  }
  finish(host, job, result, outputs)
  return exitCodeOf(result)
}

/** -H: the callback, adding a line for every file that it finds, with how many files are open around it. */
function listingIncluder(include: Includer | undefined, lines: string[]): Includer {
  const depths = new Map<string, number>()
  return (...request) => {
    const found = include?.(...request)
    if (!found || typeof found === 'string' || !('name' in found) || found.name === undefined) return found
    const depth = (depths.get(request[1]) ?? -1) + 1
    depths.set(found.name, depth)
    lines.push(`; Opening file [${shownName(found.name)}], stack top [${depth}]\n`)
    return found
  }
}

/** -ast-dump */
function dumpTree(host: Host, job: CompileJob, source: string, options: CompileOptions): ExitCode {
  const result = syntaxTree(source, options)
  const outputs = outputsOf(host, job)
  report(host, job, result, outputs)
  if (result.ok) addListing(job, outputs, result.tree)
  finish(host, job, result, outputs)
  return exitCodeOf(result)
}

/** Phases as Chrome and Perfetto show them: microseconds from `start`, which is in milliseconds since 1970. */
function timeTrace(result: CompileReport, start: number): string {
  let at = 0
  const traceEvents = result.phases.map(({ name, ms }) => {
    const event = { ph: 'X', pid: 1, tid: 0, name, ts: Math.round(at * 1000), dur: Math.round(ms * 1000) }
    at += ms
    return event
  })
  return `${JSON.stringify({ traceEvents, beginningOfTime: start * 1000 })}\n`
}

/** The IR around passes, each under a line that says where; of what failed too, for that is when one wants to see it. */
function printIr(host: Host, job: CompileJob, result: CompileReport): void {
  const stream = job.json || Object.values(job.outputs).includes('-') ? host.stderr : host.stdout
  for (const { pass, run, when, func, changed, text } of result.dumps) {
    const where = `${when} ${pass}${run > 1 ? ` (run ${run})` : ''}${func === undefined ? '' : ` of ${func}`}`
    const idle = when === 'after' && !changed ? ', which changed nothing' : ''
    stream.write(`; IR ${where}${idle}\n${text}\n`)
  }
}

/** Warnings about the command line, as diagnostics. */
const driverMessages = ({ compile, warnings }: CompileJob): Message[] =>
  compile.noWarnings ? [] : warnings.map(text => messageNowhere('W1160', 'warning', text))

/** Prints the diagnostics for people, or adds the file that they go to. What is data is written by finish(). */
function report(host: Host, job: CompileJob, result: PreprocessResult, outputs: Outputs): void {
  const { json, sarif, outputs: paths, style } = job
  if (!json && !sarif && paths.diagnostics === undefined && result.diagnostics.length > 0) {
    const color = job.color ?? wantsColor(host, host.stderr)
    const width = job.messageLength === 0 ? NO_LIMIT : (job.messageLength ?? host.stderr.columns)
    host.stderr.write(formatMessages(result.diagnostics, { color, style, width }))
  }
  if (paths.diagnostics === undefined) return
  const driver = driverMessages(job)
  const early = driver.filter(({ message }) => OF_COMPILATION.test(message))
  const text = sarif
    ? sarifText([...driver, ...result.diagnostics], result.ok)
    : formatMessages([...early, ...result.diagnostics], { style })
  outputs.add(paths.diagnostics, text)
}

/** Puts the outputs in place, then writes what --json and SARIF say of the whole: an output that cannot be written is an error in it. */
function finish(host: Host, job: CompileJob, result: Findings, outputs: Outputs): void {
  const all = [...driverMessages(job), ...result.diagnostics]
  try {
    outputs.commit()
  } catch (error) {
    if (error instanceof UsageError)
      writeData(host, job, false, [...all, messageNowhere('E4001', 'error', error.message, inputName(job.input))])
    throw error
  }
  writeData(host, job, result.ok, all)
}

type Findings = Pick<PreprocessResult, 'ok' | 'diagnostics'>

function writeData(host: Host, job: CompileJob, ok: boolean, all: readonly Message[]): void {
  if (job.sarif) {
    if (job.log) job.log.push(...all)
    else if (job.outputs.diagnostics === undefined) host.stderr.write(sarifText(all, ok))
  } else if (job.json) {
    const diagnostics = all.map(trimmedLine)
    const line = { file: inputName(job.input), ok, diagnostics }
    host.stdout.write(`${job.isOneOfMany ? JSON.stringify(line) : JSON.stringify({ ok, diagnostics }, null, 2)}\n`)
  }
}

/** Columns that no line shown has. */
const NO_LIMIT = 1_000_000
const MAX_LINE_TEXT = 1000
/** Generated sources have lines of megabytes: in JSON they are cut, and an empty text says so. */
function trimmedLine(message: Message): Message {
  const { lineText, notes, expansions } = message
  const cut = (text: string): string => (text.length > MAX_LINE_TEXT ? '' : text)
  return {
    ...message,
    lineText: cut(lineText),
    expansions: expansions.map(e => ({ ...e, lineText: cut(e.lineText) })),
    notes: notes.map(trimmedLine),
  }
}

/** Whether an output has what the container has not. */
export const needsWhole = ({ outputs, compile }: CompileJob): boolean =>
  (outputs.reflection !== undefined && compile.stripReflection === true) ||
  (outputs.rootSignature !== undefined && compile.stripRootSignature === true)

/** Adds everything that the flags ask for. @param again makes the container with other options, for what was stripped of it */
export function addOutputs(
  job: CompileJob,
  result: CompileResult & { readonly ok: true },
  outputs: Pick<Outputs, 'add'>,
  isQuiet: boolean,
  again: (compile: CompileJob['compile']) => { readonly container?: Uint8Array | undefined },
): void {
  const { container } = result
  // Unsigned, because the root signature of a signed one has to fit.
  const unstripped = { ...job.compile, stripReflection: false, stripRootSignature: false, sign: false }
  const whole = (needsWhole(job) && again(unstripped).container) || container
  const { container: binary, listing: assembly, header, reflection, hash, rootSignature } = job.outputs
  const text =
    assembly !== undefined || header !== undefined || !(isQuiet || hasFiles(job)) ? listingText(container) : ''
  if (binary !== undefined) outputs.add(binary, container)
  if (assembly !== undefined) outputs.add(assembly, text)
  if (job.debugPath !== undefined && result.pdb) outputs.add(debugFilePath(job.debugPath, result.pdb), result.pdb.bytes)
  if (header !== undefined) outputs.add(header, cHeader(container, text, job.headerVariable))
  // As from dxc, there is no file of what there is not.
  const add = (path: string | undefined, bytes: Uint8Array | undefined): void => {
    if (path !== undefined && bytes) outputs.add(path, bytes)
  }
  add(reflection, partBytes(whole, 'STAT'))
  add(hash, shaderHash(container))
  add(rootSignature, signatureBytes(whole))
  if (job.dependencyPath !== undefined)
    outputs.add(job.dependencyPath, dependencyRule(binary ?? job.input, job.input, result.includes))
  if (!isQuiet && !hasFiles(job)) addListing(job, outputs, text)
}

/** In a folder it is called after the shader's hash. */
const debugFilePath = (path: string, { name }: { readonly name: string }): string =>
  /[/\\]$/.test(path) ? join(path, name) : path

/** A root signature alone has no program to list. */
function listingText(container: Uint8Array): string {
  const { parts } = readContainer(container)
  return parts.some(p => p.name === 'DXIL') ? listing(container) : formatDump(dumpContainer(container))
}

/** Any of them stops the listing on the console; in dxc those of facts alone do not. */
function hasFiles(job: CompileJob): boolean {
  const { container, listing: assembly, header, reflection, hash, rootSignature } = job.outputs
  if (job.isDxc) return [container, assembly, header, job.debugPath].some(path => path !== undefined)
  return [container, assembly, header, reflection, hash, rootSignature].some(path => path !== undefined)
}

/** A part with its 8-byte part header, which is how dxc writes -Fre. */
function partBytes(container: Uint8Array, name: string): Uint8Array | undefined {
  const part = readContainer(container).parts.find(p => p.name === name)
  return part && container.subarray(part.offset - 8, part.offset + part.size)
}

/** Flags and digest: what the part holds, or would hold where old versions of the validator want none. */
function shaderHash(container: Uint8Array): Uint8Array | undefined {
  const part = readContainer(container).parts.find(p => p.name === 'HASH')
  if (part) return part.data
  const { bitcode } = hashContainer(container)
  const md5 = bitcode.find(b => b.part === 'DXIL')?.md5
  return md5 === undefined ? undefined : Buffer.from(`00000000${md5}`, 'hex')
}

function signatureBytes(container: Uint8Array): Uint8Array | undefined {
  const part = readContainer(container).parts.find(p => p.name === 'RTS0')
  return part && rootSignatureContainer(part.data)
}

function verify(host: Host, job: CompileJob, source: string, result: CompileReport): ExitCode {
  const complaints = verifyMessages(source, inputName(job.input), result.diagnostics)
  for (const text of complaints) host.stderr.write(`${shownName(text)}\n`)
  return complaints.length === 0 ? EXIT.ok : EXIT.problems
}

function timeTable(result: CompileReport): string {
  const total = result.phases.reduce((sum, p) => sum + p.ms, 0)
  const row = (name: string, ms: number): string => `  ${name.padEnd(10)} ${ms.toFixed(3).padStart(9)} ms\n`
  return `time by phase\n${result.phases.map(p => row(p.name, p.ms)).join('')}${row('total', total)}`
}
