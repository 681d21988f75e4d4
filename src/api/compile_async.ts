// Compiling with includes that have to be waited for, on this thread or in a worker. A compilation is a task of plain data; what comes back is a result
// or the include that it needs.

import { checkArgument, FUNCTION, hasFields } from '../base/arguments.ts'
import { InternalError, messageOf } from '../base/brand.ts'
import type { MissingInclude } from '../hlsl/preprocess/preprocessor.ts'
import { checkCompile } from './check_options.ts'
import { type CompileResult, compile } from './compile.ts'
import type { CompileOptions, IncludedFile, Includer } from './options.ts'

type Answer = ReturnType<Includer>
type Request = readonly [path: string, from: string, angled: boolean, outer: readonly string[]]

/** What of an AbortSignal is looked at. */
export interface Abort {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** What of a worker is used: a Worker of the page, in which serveCompiles() runs. */
export interface CompileWorker {
  // biome-ignore lint/suspicious/noExplicitAny: what can be transferred has another type in each surrounding.
  postMessage(message: unknown, transfer: any[]): void
}

/** Options of compile(), with an include callback that may return promises. */
export interface AsyncCompileOptions extends Omit<CompileOptions, 'include'> {
  /** As for compile(), or a promise of the same. Called once for each path and including file. */
  readonly include?: (...request: Request) => Answer | PromiseLike<Answer>
  /** Ends the waiting for includes and for a worker; what was aborted rejects with the signal's reason. */
  readonly signal?: Abort
  /** Runs serveCompiles(). Without one the calling thread compiles; with 'dxilkit/node' a pool of threads does. */
  readonly worker?: CompileWorker
}

/** An answer that can be posted: the guess is made already. */
type PlainAnswer =
  | string
  | Uint8Array
  | IncludedFile
  | { searched: readonly string[]; guess?: string }
  | undefined
  | null

/** Plain data. */
export interface CompileTask {
  readonly source: string
  readonly options: Omit<CompileOptions, 'include'>
  /** By request as JSON; undefined when there are no includes. */
  readonly answers: ReadonlyMap<string, PlainAnswer> | undefined
}

/** Plain data. */
export type CompileReply =
  | { readonly result: CompileResult }
  | { readonly wanted: Request }
  | { readonly thrown: { readonly kind: 'internal' | 'type' | 'other'; readonly message: string } }

/** Carries out a task wherever it is. */
export type TaskRunner = (task: CompileTask, signal: Abort | undefined) => CompileReply | Promise<CompileReply>

/** Thrown by an include callback whose answer is not there yet. */
class Wanted {
  readonly request: Request

  constructor(request: Request) {
    this.request = request
  }
}

const ABORT: { readonly what: string; fits(value: unknown): boolean } = {
  what: 'an AbortSignal',
  fits: v => hasFields(v) && 'aborted' in v && 'addEventListener' in v,
}
const WORKER: typeof ABORT = {
  what: 'a worker',
  fits: v => hasFields(v) && 'postMessage' in v,
}

const SCOPE: typeof ABORT = {
  what: "a worker's global object",
  fits: v => hasFields(v) && 'addEventListener' in v,
}

/**
 * compile() with includes that may be promises. It runs on the calling thread, or in a worker, between the answers: a compilation is started anew
 * when an answer has come, and gets no further than the first include without one.
 * @returns a promise that rejects with what the include callback throws or rejects with, with the signal's reason, and with what compile() throws
 */
export async function compileAsync(source: string, options: AsyncCompileOptions): Promise<CompileResult> {
  return compileBy('compileAsync', source, options, localRunner(compile))
}

/** Runs tasks at once, on this thread. */
export const localRunner =
  (run: (source: string, options: CompileOptions) => CompileResult): TaskRunner =>
  task =>
    carryOut(task, run)

/** compileAsync() by whatever carries out tasks. @param of the function to name in complaints about arguments */
export async function compileBy(
  of: string,
  source: string,
  options: AsyncCompileOptions,
  runner: TaskRunner,
): Promise<CompileResult> {
  const { signal, include, worker, ...rest } = options ?? {}
  if (include !== undefined) checkArgument(of, 'include', include, FUNCTION)
  if (signal !== undefined) checkArgument(of, 'signal', signal, ABORT)
  if (worker !== undefined) checkArgument(of, 'worker', worker, WORKER)
  checkCompile(of, source, rest)
  const ask = worker ? workerRunner(worker) : runner
  const answers = include ? new Map<string, PlainAnswer>() : undefined
  for (;;) {
    if (signal?.aborted) throw signal.reason
    const reply = await unlessAborted(signal, ask({ source, options: rest, answers }, signal))
    if ('result' in reply) return reply.result
    if ('thrown' in reply) throw errorOf(reply.thrown)
    const { wanted } = reply
    answers?.set(JSON.stringify(wanted), plainAnswer(await unlessAborted(signal, include?.(...wanted))))
  }
}

/** A task's reply. What compile() throws is thrown. */
function carryOut(
  { source, options, answers }: CompileTask,
  run: (source: string, options: CompileOptions) => CompileResult,
): CompileReply {
  const include: Includer | undefined =
    answers &&
    ((...request) => {
      const key = JSON.stringify(request)
      if (!answers.has(key)) throw new Wanted(request)
      return fullAnswer(answers.get(key))
    })
  try {
    return { result: run(source, include ? { ...options, include } : options) }
  } catch (error) {
    if (error instanceof Wanted) return { wanted: error.request }
    throw error
  }
}

/** A task's reply, whatever happens: for those who post it. */
export function replyTo(task: CompileTask): CompileReply {
  try {
    return carryOut(task, compile)
  } catch (error) {
    const kind = error instanceof InternalError ? 'internal' : error instanceof TypeError ? 'type' : 'other'
    return { thrown: { kind, message: messageOf(error) } }
  }
}

function errorOf({ kind, message }: { readonly kind: string; readonly message: string }): Error {
  return kind === 'internal'
    ? new InternalError(message)
    : kind === 'type'
      ? new TypeError(message)
      : new Error(message)
}

const plainAnswer = (answer: Answer): PlainAnswer => {
  if (typeof answer !== 'object' || answer === null || !('searched' in answer)) return answer
  const guess = answer.nearest?.()
  return { searched: answer.searched, ...(guess === undefined ? {} : { guess }) }
}

const fullAnswer = (answer: PlainAnswer): string | Uint8Array | IncludedFile | MissingInclude | undefined | null => {
  if (typeof answer !== 'object' || answer === null || !('searched' in answer)) return answer
  const { searched, guess } = answer
  return guess === undefined ? { searched } : { searched, nearest: () => guess }
}

/** The promise, or a rejection as soon as the signal says so. */
function unlessAborted<T>(signal: Abort | undefined, value: T | PromiseLike<T>): Promise<T> {
  if (signal === undefined) return Promise.resolve(value)
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop)
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** What is posted to a worker. */
interface Posted {
  readonly dxilkitTask: CompileTask
  readonly port: { postMessage(message: unknown): void }
}

const workerRunner =
  (worker: CompileWorker): TaskRunner =>
  task =>
    new Promise(resolve => {
      const { port1, port2 } = new MessageChannel()
      const answered = (event: unknown): void => {
        port1.close()
        resolve((event as { readonly data: CompileReply }).data)
      }
      // Listening this way opens the port, in browsers and in Node.
      Object.assign(port1, { onmessage: answered })
      const posted: Posted = { dxilkitTask: task, port: port2 }
      worker.postMessage(posted, [port2])
    })

/** What of a worker's global object is used. */
export interface WorkerScope {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
}

/** Makes a page's worker one for compileAsync(): `serveCompiles(self)`. Messages of others are left alone. */
export function serveCompiles(scope: WorkerScope): void {
  checkArgument('serveCompiles', 'scope', scope, SCOPE)
  scope.addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || data === null || !('dxilkitTask' in data)) return
    const { dxilkitTask, port } = data as Posted
    port.postMessage(replyTo(dxilkitTask))
  })
}
