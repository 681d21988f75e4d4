// A source as its top-level declarations, and which of them the entry point reaches. Keys say what results are made of: equal keys, equal results.

import type { Diagnostics } from '../diag/diagnostics.ts'
import { outlineOf, type Part, reachedFrom, withParts } from '../hlsl/preprocess/outline.ts'
import type { Preprocessed } from '../hlsl/preprocess/preprocessor.ts'
import type { CompileOptions } from './options.ts'
import { hashNumber, type PartHash, partHashes, type TextHashes } from './token_hashes.ts'

/** Everything but what the preprocessor alone looks at: that is in the tokens. */
export function optionsKey({ defines: _d, include: _i, fileName: _f, ...rest }: CompileOptions): string {
  const entries = Object.entries(rest).filter(([, value]) => value !== undefined)
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Warnings that somebody asked for may be about functions that are not called. */
const isAskedFor = (warning: string): boolean => !/^(no-|error$)/.test(warning)
const DIAGNOSTIC_PRAGMA = /^(dxc\s+diagnostic|warning|GCC|clang)\b/

export class Slice {
  readonly #source: Preprocessed
  readonly #diagnostics: Diagnostics
  readonly #parts: readonly Part[]
  readonly #hashes: readonly PartHash[]
  readonly #reached: readonly number[]
  /** Says what functionKey() does not: options and everything that is no function. */
  readonly base: string
  /** By part: how many parts that are no functions stand in front of it. */
  readonly #rank: readonly number[]
  #functionKeys: readonly string[] | undefined
  /** Parts that are compiled. */
  #kept: readonly number[]
  /** Functions that the entry point does not reach. */
  readonly unreached: readonly number[]
  /** Says everything that the container is made of. */
  readonly key: string
  /** The same of the container and of messages about any declaration. */
  readonly wholeKey: string

  constructor(source: Preprocessed, diagnostics: Diagnostics, options: CompileOptions, texts: TextHashes) {
    this.#source = source
    this.#diagnostics = diagnostics
    const isWhole =
      options.target.startsWith('lib') ||
      (options.warnings ?? []).some(isAskedFor) ||
      source.pragmas.some(pragma => DIAGNOSTIC_PRAGMA.test(pragma.text))
    this.#parts = (isWhole ? undefined : outlineOf(source)) ?? [wholeOf(source)]
    this.#hashes = partHashes(source, this.#parts, texts)
    const entry = options.entry ?? 'main'
    const all = this.#parts.map((_, i) => i)
    const roots = all.filter(i => this.#parts[i]!.name === 0)
    const starts = all.filter(i => this.#isStart(i, entry))
    this.#reached = reachedFrom(this.#parts, starts)
    const reached = new Set(this.#reached)
    this.unreached = all.filter(i => !reached.has(i))
    this.#kept = all
    let count = 0
    this.#rank = this.#parts.map(({ name }) => (name === 0 ? count++ : count))
    const common = `${optionsKey(options)}\n${source.finalMacro?.text ?? ''}\n`
    const key = (parts: readonly number[]): string => `${common}${this.#hashOf(parts)}`
    this.base = key(roots)
    this.key = key(this.#reached)
    this.wholeKey = key(all)
  }

  #isStart(part: number, entry: string): boolean {
    const { name } = this.#parts[part]!
    return name === 0 || this.#source.names.text(name) === entry
  }

  #hashOf(parts: readonly number[]): string {
    let [a, b] = [1, 2]
    for (const part of parts) {
      a = hashNumber(a, this.#hashes[part]!.a)
      b = hashNumber(b, this.#hashes[part]!.b)
    }
    return `${parts.length}.${a >>> 0}.${b >>> 0}`
  }

  /** Says, with `base`, everything that decides whether a function compiles: itself, what it reaches, all that is no function, and the order of these. */
  functionKey(part: number): string {
    this.#functionKeys ??= this.#keysOfFunctions()
    return this.#functionKeys[part]!
  }

  /** A function mostly names functions in front of it, whose keys say what they reach. */
  #keysOfFunctions(): readonly string[] {
    const parts = this.#parts
    const keysA = new Int32Array(parts.length)
    const keysB = new Int32Array(parts.length)
    return parts.map(({ mentions }, part) => {
      const reached = mentions.some(i => i > part) ? reachedFrom(parts, [part]) : undefined
      let [a, b] = reached ? [5, 6] : [3, 4]
      const hash = this.#hashes[part]!
      a = hashNumber(a, hash.a ^ this.#rank[part]!)
      b = hashNumber(b, hash.b)
      if (reached)
        for (const i of reached) {
          const other = this.#hashes[i]!
          a = hashNumber(a, other.a ^ this.#rank[i]!)
          b = hashNumber(b, other.b ^ (i === part ? 1 : 0))
        }
      else
        for (const i of mentions) {
          if (i === part) continue
          a = hashNumber(a, keysA[i]!)
          b = hashNumber(b, keysB[i]!)
        }
      keysA[part] = a
      keysB[part] = b
      return `${a >>> 0}.${b >>> 0}`
    })
  }

  /** The source with what is reached, these parts and what they reach. */
  with(parts: readonly number[]): Preprocessed {
    this.#kept = reachedFrom(this.#parts, [...this.#reached, ...parts])
    return withParts(this.#source, this.#parts, this.#kept)
  }

  /** Of the functions that were compiled: those without a message in them. None when a message is about anything else. */
  silentFunctions(): readonly number[] {
    const { sources, list } = this.#diagnostics
    const { pos, end } = this.#source.tokens
    const functions = this.#kept.filter(i => this.#parts[i]!.name !== 0)
    const loud = new Set<number>()
    for (const { span } of list) {
      const place = sources.fileStart(span.pos)
      const at = functions.filter(i => {
        const part = this.#parts[i]!
        return sources.fileStart(pos[part.first]!) <= place && place < sources.fileEnd(end[part.end - 1]!)
      })
      if (at.length !== 1) return []
      loud.add(at[0]!)
    }
    return functions.filter(i => !loud.has(i))
  }
}

/** All of a source as one part. */
function wholeOf({ tokens }: Preprocessed): Part {
  const scan = { first: 0, end: tokens.count - 1, name: 0, identifiers: [], strings: [], hash: undefined }
  return { first: 0, end: scan.end, name: 0, mentions: [], scan }
}
