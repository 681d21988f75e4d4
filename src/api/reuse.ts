// Compiling the permutations of a source: what an earlier compilation with the same options has shown is not done again. A source whose reached
// declarations have the same tokens has the same container; functions that are not reached and compiled before without a message are not even parsed.
// Invariant: results are those of compile(), byte for byte. Whatever is in doubt is compiled whole: sources with messages of no single function,
// libraries, debug information, warnings about what is unused.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { FileMemory } from '../hlsl/preprocess/file_memory.ts'
import type { Preprocessed } from '../hlsl/preprocess/preprocessor.ts'
import { type CompileResult, compileWatched } from './compile.ts'
import type { CompileOptions } from './options.ts'
import { optionsKey, Slice } from './slice.ts'
import { TextHashes } from './token_hashes.ts'

/** How a result came about: everything compiled; functions left out; nothing compiled, because an equal source was; read from a store. */
export type Origin = 'compiled' | 'shortened' | 'equal' | 'stored'

/** What keeps results beyond this process. */
export interface KeptResults {
  /** The result of exactly this, or undefined. */
  read(identity: string): CompileResult | undefined
  write(identity: string, result: CompileResult): void
}

export interface Reused {
  readonly result: CompileResult
  readonly origin: Origin
  /** What the container is made of: equal for equal containers; '' when that was not found out. */
  readonly key: string
  /** Nothing was compiled, because claim() said that somebody else does. */
  readonly isClaimed?: boolean
}

/** What is known about sources compiled with some options. */
export class Reuse {
  readonly #texts = new TextHashes()
  /** What was read with which options. */
  readonly #files = new Map<string, FileMemory>()
  /** Containers by what they are made of. */
  readonly #containers = new Map<string, Uint8Array>()
  /** Functions that compiled without a message, by what they are made of: Slice.base, then Slice.functionKey(). */
  readonly #clean = new Map<string, Set<string>>()
  #cleanCount = 0
  readonly #most: number
  readonly #store: KeptResults | undefined

  /** @param most containers kept; those made first go first */
  constructor(most: number, store?: KeptResults) {
    this.#most = most
    this.#store = store
  }

  clear(): void {
    this.#texts.clear()
    this.#files.clear()
    this.#containers.clear()
    this.#clean.clear()
    this.#cleanCount = 0
  }

  /** compile() of checked options. @param claim asked before a container is made: false when somebody else makes the same */
  compile(source: string, options: CompileOptions, claim: (key: string) => boolean = () => true): Reused {
    const run = new Run(options, this.#store)
    const result = compileWatched(source, options, {
      ...(isReusable(options) ? { memory: this.#memoryFor(options) } : {}),
      preprocessed: (all, diagnostics) => {
        if (!all.complete) return all
        if (isReusable(options) && diagnostics.errorCount === 0)
          run.slice = new Slice(all, diagnostics, options, this.#texts)
        run.nameBy(diagnostics)
        return this.#choose(run, all, diagnostics, claim)
      },
    })
    const { slice } = run
    const key = slice?.key ?? ''
    if (run.isClaimed) return { result, origin: 'equal', key, isClaimed: true }
    const { includes, phases } = result
    if (run.stored) return { result: { ...run.stored, includes, phases }, origin: 'stored', key }
    if (run.found) return { result: { ...result, ok: true, container: run.found.slice() }, origin: 'equal', key }
    // What is wrong is told by a compilation of everything.
    const isWhole = !run.isShort || !result.ok
    const whole = run.isShort && isWhole ? compileWatched(source, options, {}) : result
    run.keep(whole)
    if (slice && whole.ok) this.#learn(slice, whole)
    return { result: whole, origin: isWhole ? 'compiled' : 'shortened', key }
  }

  #memoryFor(options: CompileOptions): FileMemory {
    const key = `${options.fileName ?? ''}\n${optionsKey(options)}`
    const memory = this.#files.get(key) ?? new FileMemory()
    // The one used last is the last.
    this.#files.delete(key)
    this.#files.set(key, memory)
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MAX_MEMORIES) break
      this.#files.delete(oldest)
    }
    return memory
  }

  /** What of a source is to be compiled; undefined for nothing. */
  #choose(
    run: Run,
    all: Preprocessed,
    diagnostics: Diagnostics,
    claim: (key: string) => boolean,
  ): Preprocessed | undefined {
    const { slice } = run
    const clean = slice && this.#clean.get(slice.base)
    const dirty = slice?.unreached.filter(part => !clean?.has(slice.functionKey(part))) ?? []
    const isSilent = slice !== undefined && dirty.length === 0 && diagnostics.list.length === 0
    run.found = isSilent ? this.#containers.get(slice.key) : undefined
    if (run.found) return undefined
    run.stored = run.read()
    if (run.stored) {
      // Known from now on.
      if (slice && run.stored.ok && run.stored.diagnostics.length === 0) this.#learn(slice, run.stored)
      return undefined
    }
    run.isClaimed = isSilent && !claim(slice.key)
    if (run.isClaimed) return undefined
    run.isShort = slice !== undefined && dirty.length < slice.unreached.length
    return run.isShort ? slice!.with(dirty) : all
  }

  /** Notes a container that somebody else has made. */
  learnContainer(key: string, container: Uint8Array): void {
    this.#containers.set(key, container.slice())
    for (const oldest of this.#containers.keys()) {
      if (this.#containers.size <= this.#most) break
      this.#containers.delete(oldest)
    }
  }

  #learn(slice: Slice, result: CompileResult & { readonly ok: true }): void {
    if (this.#cleanCount > MAX_CLEAN) {
      this.#clean.clear()
      this.#cleanCount = 0
    }
    const known = this.#clean.get(slice.base)
    const clean = known ?? new Set()
    const before = known ? known.size : -1
    for (const part of slice.silentFunctions()) clean.add(slice.functionKey(part))
    if (!known) this.#clean.set(slice.base, clean)
    this.#cleanCount += clean.size - before
    if (result.diagnostics.length === 0) this.learnContainer(slice.key, result.container)
  }
}

const MAX_CLEAN = 1_000_000
/** Different options whose files are remembered at once. */
const MAX_MEMORIES = 4

/** One compilation on its way. */
class Run {
  readonly #options: CompileOptions
  readonly #store: KeptResults | undefined
  /** Of the store: what has no messages is known by its tokens, everything else by its texts too, because messages show them. */
  #silent = ''
  #exact = ''
  slice: Slice | undefined
  found: Uint8Array | undefined
  stored: CompileResult | undefined
  isClaimed = false
  isShort = false

  constructor(options: CompileOptions, store: KeptResults | undefined) {
    this.#options = options
    this.#store = store
  }

  nameBy({ sources, list }: Diagnostics): void {
    const { printAfter, printBefore, include: _, ...rest } = this.#options
    if (!this.#store || printAfter || printBefore) return
    if (this.slice && list.length === 0) this.#silent = this.slice.wholeKey
    const options = Object.entries(rest).filter(([, value]) => value !== undefined)
    this.#exact = JSON.stringify([
      options.sort(([a], [b]) => (a < b ? -1 : 1)),
      sources.files.map(f => [f.name, f.text]),
    ])
  }

  read(): CompileResult | undefined {
    const silent = this.#silent === '' ? undefined : this.#store?.read(this.#silent)
    return silent ?? (this.#exact === '' ? undefined : this.#store?.read(this.#exact))
  }

  keep(result: CompileResult): void {
    const name = result.diagnostics.length === 0 && this.#silent !== '' ? this.#silent : this.#exact
    if (name !== '') this.#store?.write(name, result)
  }
}

/** What no code names counts where it keeps registers from others. Debug information holds the sources; IR is printed while it is made. */
function isReusable(options: CompileOptions): boolean {
  const { target, language, debug, hashSource, printAfter, printBefore, verifyEach, legacyResourceReservation } =
    options
  const isLlvm = language === 'llvm'
  const isOther = isLlvm || target.startsWith('rootsig') || verifyEach || hashSource || legacyResourceReservation
  return !isOther && debug === undefined && printAfter === undefined && printBefore === undefined
}
