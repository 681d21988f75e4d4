// Compiling over and over: includes that have to be waited for, and results kept for sources that come again.

import { checkArgument, checkOptions, FUNCTION, type OptionTable, wholeNumber } from '../base/arguments.ts'
import { checkCompile } from './check_options.ts'
import { type CompileResult, compile } from './compile.ts'
import type { CompileOptions, Includer } from './options.ts'

type Answer = ReturnType<Includer>

/** What of an AbortSignal is looked at. */
export interface Abort {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** Options of compile(), with an include callback that may return promises. */
export interface AsyncCompileOptions extends Omit<CompileOptions, 'include'> {
  /** As for compile(), or a promise of the same. Called once for each path and including file. */
  readonly include?: (path: string, from: string, angled: boolean) => Answer | PromiseLike<Answer>
  /** Ends the waiting for includes; what was aborted rejects with the signal's reason. */
  readonly signal?: Abort
}

export interface ContextOptions {
  /** Results that are kept at most, 1000 by default; those that were not asked for longest go first. */
  readonly maxResults?: number
}

/** Compiles like compile() and keeps the results. */
export interface Context {
  /**
   * compile(), or the result of an earlier call with equal source, equal options and equal answers of the include callback, which is asked again
   * for each file that the earlier call included. A kept result has the same bytes and messages, and no phases, because nothing was run.
   * @throws as compile() does
   */
  compile(source: string, options: CompileOptions): CompileResult
  /** compileAsync() in the same way. */
  compileAsync(source: string, options: AsyncCompileOptions): Promise<CompileResult>
  /** How many calls compiled, and how many took a kept result. */
  readonly counts: { readonly compiled: number; readonly reused: number }
  /** Forgets all results. */
  dispose(): void
}

/** Thrown by an include callback whose answer is not there yet. */
class Wanted {
  readonly request: Request

  constructor(request: Request) {
    this.request = request
  }
}

type Request = readonly [path: string, from: string, angled: boolean]

const ABORT: { readonly what: string; fits(value: unknown): boolean } = {
  what: 'an AbortSignal',
  fits: v => typeof v === 'object' && v !== null && 'aborted' in v && 'addEventListener' in v,
}
const CONTEXT: OptionTable<ContextOptions> = { maxResults: wholeNumber(1, 1e9) }

/**
 * compile() with includes that may be promises. It runs on the calling thread, between the answers: a compilation is started anew when an answer
 * has come, and gets no further than the first include without one.
 * @returns a promise that rejects with what the include callback throws or rejects with, with the signal's reason, and with what compile() throws
 */
export async function compileAsync(source: string, options: AsyncCompileOptions): Promise<CompileResult> {
  return whenIncluded('compileAsync', source, options, compile)
}

async function whenIncluded(
  of: string,
  source: string,
  options: AsyncCompileOptions,
  run: (source: string, options: CompileOptions) => CompileResult,
): Promise<CompileResult> {
  const { signal, include, ...rest } = options ?? {}
  if (include !== undefined) checkArgument(of, 'include', include, FUNCTION)
  if (signal !== undefined) checkArgument(of, 'signal', signal, ABORT)
  checkCompile(of, source, rest)
  if (include === undefined) {
    throwIfAborted(signal)
    return run(source, rest)
  }
  const answers = new Map<string, Answer>()
  const known: Includer = (...request) => {
    const key = JSON.stringify(request)
    if (!answers.has(key)) throw new Wanted(request)
    return answers.get(key)
  }
  for (;;) {
    throwIfAborted(signal)
    try {
      return run(source, { ...rest, include: known })
    } catch (error) {
      if (!(error instanceof Wanted)) throw error
      const { request } = error
      answers.set(JSON.stringify(request), await unlessAborted(signal, include(...request)))
    }
  }
}

function throwIfAborted(signal: Abort | undefined): void {
  if (signal?.aborted) throw signal.reason
}

/** The answer, or a rejection as soon as the signal says so. */
function unlessAborted(signal: Abort | undefined, answer: Answer | PromiseLike<Answer>): Promise<Answer> {
  if (signal === undefined) return Promise.resolve(answer)
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason)
    signal.addEventListener('abort', stop)
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop))
  })
}

/** A result with what it depended on besides source and options. */
interface Kept {
  readonly key: string
  readonly requests: readonly (readonly [request: Request, answer: string])[]
  readonly result: CompileResult
}

/** A context, see Context. Results are kept in memory until dispose(). */
export function context(options: ContextOptions = {}): Context {
  checkOptions<ContextOptions>('context', options, CONTEXT, [])
  return new Results(options.maxResults ?? 1000)
}

class Results implements Context {
  readonly #most: number
  /** By options and source. */
  readonly #kept = new Map<string, Kept[]>()
  /** The last asked for stand last. */
  readonly #order = new Set<Kept>()
  #compiled = 0
  #reused = 0

  constructor(most: number) {
    this.#most = most
  }

  get counts(): { readonly compiled: number; readonly reused: number } {
    return { compiled: this.#compiled, reused: this.#reused }
  }

  compile(source: string, options: CompileOptions): CompileResult {
    checkCompile('compile', source, options)
    return this.#compile(source, options)
  }

  compileAsync(source: string, options: AsyncCompileOptions): Promise<CompileResult> {
    return whenIncluded('compileAsync', source, options, (text, plain) => this.#compile(text, plain))
  }

  dispose(): void {
    this.#kept.clear()
    this.#order.clear()
  }

  #compile(source: string, options: CompileOptions): CompileResult {
    const key = `${keyOf(options)}\n${source}`
    const { ask, asked } = recorder(options.include)
    const list = this.#kept.get(key) ?? []
    const found = list.find(kept => kept.requests.every(([request, answer]) => textOf(ask?.(...request)) === answer))
    if (found) {
      this.#order.delete(found)
      this.#order.add(found)
      this.#reused++
      return { ...structuredClone(found.result), phases: [] }
    }
    asked.clear()
    const result = compile(source, ask ? { ...options, include: ask } : options)
    this.#compiled++
    const requests = [...asked.values()].map(({ request, answer }) => [request, textOf(answer)] as const)
    const kept = { key, requests, result: structuredClone(result) }
    this.#kept.set(key, [...list, kept])
    this.#order.add(kept)
    for (const oldest of this.#order) {
      if (this.#order.size <= this.#most) break
      this.#forget(oldest)
    }
    return result
  }

  #forget(kept: Kept): void {
    this.#order.delete(kept)
    const rest = this.#kept.get(kept.key)!.filter(other => other !== kept)
    if (rest.length > 0) this.#kept.set(kept.key, rest)
    else this.#kept.delete(kept.key)
  }
}

/** The callback, called once for each request of a compilation, and what it was asked since the list was cleared. */
function recorder(include: Includer | undefined): {
  readonly ask: Includer | undefined
  readonly asked: Map<string, { readonly request: Request; readonly answer: Answer }>
} {
  const asked = new Map<string, { readonly request: Request; readonly answer: Answer }>()
  if (include === undefined) return { ask: undefined, asked }
  const answers = new Map<string, Answer>()
  const ask: Includer = (...request) => {
    const key = JSON.stringify(request)
    if (!answers.has(key)) answers.set(key, include(...request))
    const answer = answers.get(key)
    asked.set(key, { request, answer })
    return answer
  }
  return { ask, asked }
}

/** All options in one order; of the callback only whether there is one. */
function keyOf(options: CompileOptions): string {
  const { include, ...rest } = options
  const entries = Object.entries({ ...rest, include: include !== undefined }).filter(([, value]) => value !== undefined)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** An answer as text: equal for equal answers. */
function textOf(answer: Answer): string {
  if (answer === undefined || answer === null) return ''
  return JSON.stringify(answer, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value))
}
