// Two ways to keep a warm compiler: a persistent worker of Bazel's, and a server. Both read a line of JSON a request from standard input and write a line of
// JSON a reply to standard output. Requests are carried out one after the other.

import { resolve } from 'node:path'
import { type CompileOptions, type CompileResult, formatMessages, Reuse } from '../api/index.ts'
import { fileIncluder, hasCode, systemReason } from '../api/node.ts'
import { hasFields, isRecord } from '../base/arguments.ts'
import { messageOf } from '../base/brand.ts'
import { runCompile } from './compile.ts'
import { explain } from './failure.ts'
import { CommandFiles } from './file_identity.ts'
import { isFile } from './files.ts'
import { parseFlags } from './flag_parser.ts'
import { EXIT, type ExitCode, type Host, UsageError } from './host.ts'
import { compileJob } from './options.ts'
import { packageVersion } from './version.ts'

/** Containers that are kept. */
const KEPT = 10_000

/** compile() that shares work between requests. */
function sharedCompile(): (source: string, options: CompileOptions) => CompileResult {
  const reuse = new Reuse(KEPT)
  return (source, options) => reuse.compile(source, options).result
}

/** A request of Bazel's, as far as it is looked at. */
interface WorkRequest {
  readonly arguments?: unknown
  readonly requestId?: unknown
  readonly cancel?: unknown
  readonly sandboxDir?: unknown
}

/** --worker: https://bazel.build/remote/creating, with JSON. */
export async function runWorker(host: Host): Promise<ExitCode> {
  const compile = sharedCompile()
  const start = process.cwd()
  for await (const line of linesOf(host)) {
    const request = objectOf(line) as WorkRequest | undefined
    const requestId = Number(request?.requestId ?? 0)
    // Requests are carried out in order: what a cancellation names is over already.
    if (request?.cancel === true) continue
    const words = request?.arguments
    if (!isWords(words)) {
      reply(host, { exitCode: EXIT.usage, output: 'dxilkit: error: no work request\n', requestId })
      continue
    }
    goTo(start, request?.sandboxDir)
    const { code, stdout, stderr } = await runWords(host, words, compile)
    reply(host, { exitCode: code, output: stderr + stdout, requestId })
  }
  goTo(start, '')
  return EXIT.ok
}

/** A request to the server: docs/build.md. */
interface ServerRequest {
  readonly id?: unknown
  readonly method?: unknown
  readonly arguments?: unknown
  readonly source?: unknown
  readonly files?: unknown
  readonly cwd?: unknown
}

/** --server */
export async function runServer(host: Host): Promise<ExitCode> {
  const compile = sharedCompile()
  const start = process.cwd()
  for await (const line of linesOf(host)) {
    const request = objectOf(line) as ServerRequest | undefined
    const id = request?.id ?? null
    if (!request) reply(host, { id, error: 'a request is an object in one line of JSON' })
    else if (request.method === 'version') reply(host, { id, version: packageVersion(), protocol: 1 })
    else if (request.method === 'shutdown') {
      reply(host, { id })
      break
    } else if (request.method !== 'compile' && request.method !== 'run')
      reply(host, { id, error: "the method must be 'compile', 'run', 'version' or 'shutdown'" })
    else if (!isWords(request.arguments)) reply(host, { id, error: 'the arguments must be an array of strings' })
    else {
      try {
        goTo(start, request.cwd)
        if (request.method === 'run') {
          const { code, stdout, stderr } = await runWords(host, request.arguments, compile)
          reply(host, { id, exitCode: code, stdout, stderr })
        } else reply(host, { id, ...compiled(request, request.arguments, compile) })
      } catch (error) {
        reply(host, { id, error: messageOf(error) })
      }
    }
  }
  goTo(start, '')
  return EXIT.ok
}

/** A compilation in memory: the source and included files may come with the request, and the container goes with the reply. */
function compiled(
  { source, files }: ServerRequest,
  words: readonly string[],
  compile: (source: string, options: CompileOptions) => CompileResult,
): object {
  if (typeof source !== 'string') throw new UsageError("the source must be a string (the method 'run' reads files)")
  const given = new Map(Object.entries(hasFields(files) ? files : {}))
  const wrong = [...given].find(([, text]) => typeof text !== 'string')
  if (wrong) throw new UsageError(`files: '${wrong[0]}' must be a string`)
  const parsed = parseFlags(words, isFile)
  const job = compileJob({ ...parsed, inputs: parsed.inputs.length === 0 ? ['hlsl.hlsl'] : parsed.inputs })
  if (job.kind !== 'compile') throw new UsageError("only compilations have a source (the method 'run' does the rest)")
  const disk = fileIncluder(job.includeDirs)
  const result = compile(source, {
    ...job.compile,
    fileName: job.input,
    include: (path, from, angled, outer) => {
      const text = given.get(path)
      return typeof text === 'string' ? { name: path, text } : disk(path, from, angled, outer)
    },
  })
  const { ok, diagnostics, includes } = result
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
  const pdb = result.ok && result.pdb ? { pdb: { name: result.pdb.name, bytes: base64(result.pdb.bytes) } } : {}
  return {
    ok,
    diagnostics,
    text: formatMessages(diagnostics),
    includes,
    ...(result.ok ? { container: base64(result.container), ...pdb } : {}),
  }
}

/** A command line with its streams caught. */
async function runWords(
  host: Host,
  words: readonly string[],
  compile: (source: string, options: CompileOptions) => CompileResult,
): Promise<{ readonly code: ExitCode; readonly stdout: string; readonly stderr: string }> {
  const caught = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') => ({
    isTerminal: false,
    write: (data: string | Uint8Array): void => {
      caught[name] += typeof data === 'string' ? data : Buffer.from(data).toString('latin1')
    },
  })
  const own: Host = {
    ...host,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    files: new CommandFiles(),
    compile,
    readStdin: () => {
      throw new UsageError('standard input is taken by requests')
    },
  }
  let code: ExitCode
  try {
    code = await runCompile(own, words[0] === 'compile' ? words.slice(1) : words)
  } catch (error) {
    code = explain(error, own)
  }
  return { code, ...caught }
}

/** Makes a folder the working folder, if it is not. */
function goTo(start: string, folder: unknown): void {
  const path = typeof folder === 'string' ? resolve(start, folder) : start
  if (path === process.cwd()) return
  try {
    process.chdir(path)
  } catch (error) {
    if (!hasCode(error)) throw error
    throw new UsageError(`cannot work in '${path}': ${systemReason(error)}`, { cause: error })
  }
}

const isWords = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(word => typeof word === 'string')

function objectOf(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const reply = (host: Host, value: object): void => host.stdout.write(`${JSON.stringify(value)}\n`)

/** Lines that are not empty. */
async function* linesOf(host: Host): AsyncIterable<string> {
  if (!host.stdinLines) throw new UsageError('there is no standard input')
  for await (const line of host.stdinLines()) if (line.trim() !== '') yield line
}
