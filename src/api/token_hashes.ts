// Hashes of tokens: 64 bits in two halves, of what the parser sees and nothing else. Positions do not count.

import { lazy } from '../base/lazy.ts'
import { BASE_NAMES } from '../hlsl/lex/token.ts'
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

  /** Hashes of the names that every source has, by id. */
  readonly base: () => readonly PartHash[] = lazy(() => BASE_NAMES.map(name => this.of(name)))

  clear(): void {
    this.#known.clear()
  }
}

/** A hash for each part: kinds, flags and spellings of its tokens, and the pragmas up to its end. */
export function partHashes(
  { tokens, names, pragmas }: Preprocessed,
  parts: readonly Part[],
  texts: TextHashes,
): readonly PartHash[] {
  const { kind, flags, value } = tokens
  const base = texts.base()
  const nameA = new Int32Array(names.count)
  const nameB = new Int32Array(names.count)
  for (let id = 0; id < names.count; id++) {
    const hash = base[id] ?? texts.of(names.text(id))
    nameA[id] = hash.a
    nameB[id] = hash.b
  }
  let [stateA, stateB] = [1, 2]
  let at = 0
  return parts.map(({ first, end }) => {
    for (; at < pragmas.length && pragmas[at]!.tokenIndex < end; at++) {
      const { text, tokenIndex } = pragmas[at]!
      const hash = texts.of(text)
      stateA = hashNumber(stateA, hash.a ^ Math.max(0, tokenIndex - first))
      stateB = hashNumber(stateB, hash.b)
    }
    let [a, b] = [stateA, stateB]
    for (let i = first; i < end; i++) {
      const word = (kind[i]! << 8) | flags[i]!
      const id = value[i]!
      a = hashNumber(a, nameA[id]! ^ word)
      b = hashNumber(b, nameB[id]! + word)
    }
    return { a, b }
  })
}
