// Hashes of tokens: 64 bits in two halves, of what the parser sees and nothing else. Positions do not count.

import type { Names } from '../hlsl/lex/names.ts'
import type { TokenColumns } from '../hlsl/lex/token.ts'
import type { Part } from '../hlsl/preprocess/outline.ts'
import type { Preprocessed } from '../hlsl/preprocess/preprocessor.ts'

export interface PartHash {
  readonly a: number
  readonly b: number
}

/** A step of MurmurHash3: what stands in front, and a number of 32 bits. */
export function hashNumber(hash: number, value: number): number {
  let k = Math.imul(value, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const h = hash ^ k
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}

/** Hashes of texts, each computed once. */
export class TextHashes {
  readonly #known = new Map<string, PartHash>()
  /** Ids are never given anew, and what permutations share has one table. */
  #byId = new WeakMap<Names, { readonly a: Int32Array; readonly b: Int32Array; readonly count: number }>()

  of(text: string): PartHash {
    let hash = this.#known.get(text)
    if (!hash) {
      let [a, b] = [0x9747b28c, 0x2545f491]
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i)
        a = hashNumber(a, code)
        b = hashNumber(b, code + 0x10000)
      }
      hash = { a, b }
      this.#known.set(text, hash)
    }
    return hash
  }

  /** Hashes of names by id. */
  ofNames(names: Names): { readonly a: Int32Array; readonly b: Int32Array } {
    const known = this.#byId.get(names)
    if (known?.count === names.count) return known
    const count = names.count
    const [a, b] = [new Int32Array(count), new Int32Array(count)]
    if (known) {
      a.set(known.a)
      b.set(known.b)
    }
    for (let id = known?.count ?? 0; id < count; id++) {
      const hash = this.of(names.text(id))
      a[id] = hash.a
      b[id] = hash.b
    }
    const all = { a, b, count }
    this.#byId.set(names, all)
    return all
  }

  clear(): void {
    this.#known.clear()
    this.#byId = new WeakMap()
  }
}

/** A hash for each part: kinds, flags and spellings of its tokens, and the pragmas up to its end. */
export function partHashes(
  { tokens, names, pragmas }: Preprocessed,
  parts: readonly Part[],
  texts: TextHashes,
): readonly PartHash[] {
  const ofNames = texts.ofNames(names)
  let [stateA, stateB] = [1, 2]
  let at = 0
  return parts.map(({ first, end, scan }) => {
    for (; at < pragmas.length && pragmas[at]!.tokenIndex < end; at++) {
      const { text, tokenIndex } = pragmas[at]!
      const hash = texts.of(text)
      stateA = hashNumber(stateA, hash.a ^ Math.max(0, tokenIndex - first))
      stateB = hashNumber(stateB, hash.b)
    }
    scan.hash ??= tokenHash(tokens, first, end, ofNames)
    return { a: hashNumber(stateA, scan.hash.a), b: hashNumber(stateB, scan.hash.b) }
  })
}

function tokenHash(
  { kind, flags, value }: TokenColumns,
  first: number,
  end: number,
  names: { readonly a: Int32Array; readonly b: Int32Array },
): PartHash {
  let [a, b] = [1, 2]
  for (let i = first; i < end; i++) {
    const word = (kind[i]! << 8) | flags[i]!
    const id = value[i]!
    a = hashNumber(a, names.a[id]! ^ word)
    b = hashNumber(b, names.b[id]! + word)
  }
  return { a, b }
}
