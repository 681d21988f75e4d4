// Compiling over and over: results are kept for sources that come again, and what permutations of a source share is done once.

import { checkOptions, FUNCTION, type OptionTable, record, wholeNumber } from '../base/arguments.ts'
import { hex } from '../base/bytes.ts'
import { sha256 } from '../base/sha256.ts'
import { checkCompile } from './check_options.ts'
import { type CompileResult, IDENT } from './compile.ts'
import { type AsyncCompileOptions, compileBy, localRunner } from './compile_async.ts'
import type { CompileOptions, Includer } from './options.ts'
import { decodeResult, encodeResult } from './result_file.ts'
import { type KeptResults, Reuse } from './reuse.ts'

type Answer = ReturnType<Includer>
type Request = readonly [path: string, from: string, angled: boolean, outer: readonly string[]]

/** Files of bytes by name, which may be gone any time. Names are lower-case hexadecimal digits. */
export interface ResultStore {
  read(name: string): Uint8Array | undefined
  write(name: string, bytes: Uint8Array): void
}

export interface ContextOptions {
  /** Results that are kept at most, 1000 by default; those that were not asked for longest go first. */
  readonly maxResults?: number
  /** Where results are kept beyond the life of the context. In Node `folder` names a folder for it. Damaged results are made anew. */
  readonly store?: ResultStore
}

/** Compiles like compile() and keeps results, and what other sources can use: permutations of one source share most work. */
export interface Context {
  /**
   * compile(), or the result of an earlier call with equal source, equal options and equal answers of the include callback, which is asked again
   * for each file that the earlier call included; also that of a call whose source became the same behind the preprocessor, as far as the entry point
   * reaches it. Functions that the entry point does not reach, and that an earlier call compiled without a message, are not compiled again.
   * Results have the same bytes and messages as those of compile(); phases are those that ran.
   * @throws as compile() does
   */
  compile(source: string, options: CompileOptions): CompileResult
  /** compileAsync() in the same way. */
  compileAsync(source: string, options: Omit<AsyncCompileOptions, 'worker'>): Promise<CompileResult>
  /** How many calls compiled, and how many took a kept result. */
  readonly counts: { readonly compiled: number; readonly reused: number }
  /** Forgets all results. */
  dispose(): void
}

const CONTEXT: OptionTable<ContextOptions> = {
  maxResults: wholeNumber(1, 1e9),
  store: record('an object with the functions read and write', { read: FUNCTION, write: FUNCTION }),
}

/** A result with what it depended on besides source and options. */
interface Kept {
  readonly key: string
  readonly requests: readonly (readonly [request: Request, answer: string])[]
  readonly result: CompileResult
}

/** A context, see Context. Results are kept in memory until dispose(), and in the store if there is one. */
export function context(options: ContextOptions = {}): Context {
  checkOptions<ContextOptions>('context', options, CONTEXT, [])
  return new Results(options.maxResults ?? 1000, options.store)
}

/** Results in a store, by a hash of all that they come from, this compiler included. */
class StoredResults implements KeptResults {
  readonly #store: ResultStore

  constructor(store: ResultStore) {
    this.#store = store
  }

  read(identity: string): CompileResult | undefined {
    const bytes = this.#store.read(fileName(identity))
    return bytes && decodeResult(bytes)
  }

  write(identity: string, result: CompileResult): void {
    this.#store.write(fileName(identity), encodeResult(result))
  }
}

const fileName = (identity: string): string => hex(sha256(new TextEncoder().encode(`${IDENT}\n${identity}`)))

class Results implements Context {
  readonly #most: number
  /** By options and source. */
  readonly #kept = new Map<string, Kept[]>()
  /** The last asked for stand last. */
  readonly #order = new Set<Kept>()
  readonly #reuse: Reuse
  #compiled = 0
  #reused = 0

  constructor(most: number, store: ResultStore | undefined) {
    this.#most = most
    this.#reuse = new Reuse(most, store && new StoredResults(store))
  }

  get counts(): { readonly compiled: number; readonly reused: number } {
    return { compiled: this.#compiled, reused: this.#reused }
  }

  // Functions of their own, so that `const { compile } = context()` works.
  readonly compile = (source: string, options: CompileOptions): CompileResult => {
    checkCompile('compile', source, options)
    return this.#compile(source, options)
  }

  readonly compileAsync = (source: string, options: Omit<AsyncCompileOptions, 'worker'>): Promise<CompileResult> => {
    const here = localRunner((text, plain) => this.#compile(text, plain))
    return compileBy('compileAsync', source, options, here)
  }

  readonly dispose = (): void => {
    this.#reuse.clear()
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
    const { result, origin } = this.#reuse.compile(source, ask ? { ...options, include: ask } : options)
    if (origin === 'compiled' || origin === 'shortened') this.#compiled++
    else this.#reused++
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
  // Begins as no other answer's text does. Not copied: headers are long, and every call asks for all of them.
  if (typeof answer === 'string') return `"${answer}`
  return JSON.stringify(answer, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value))
}
