// Everything that a program reads: resources, inputs, what rays hit. All of it follows from a seed and a key, whoever asks in whichever order.

import type { Type } from '../../src/llvm/model/types.ts'
import { bitsOf, rounded, wrapped } from './arithmetic.ts'
import type { Datum, Scalar } from './data.ts'

/** FNV-1a over the words, mixed. */
export function hash(...words: readonly (number | string)[]): number {
  let h = 0x811c9dc5
  const add = (v: number): void => {
    for (let i = 0; i < 32; i += 8) h = Math.imul(h ^ ((v >>> i) & 255), 0x01000193)
  }
  for (const word of words)
    if (typeof word === 'number') add(word | 0)
    else for (let i = 0; i < word.length; i++) add(word.charCodeAt(i))
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  return h >>> 0
}

/** What a word of memory holds: numbers that are likely to be one or the other. */
type Content = 'floats' | 'integers' | 'mixed'
const CONTENTS: readonly Content[] = ['floats', 'integers', 'mixed']

/** A multiple of 1/64 between -8 and 8: sums and products of few of them are exact, and halves hold them. */
const floatFrom = (h: number): number => ((h % 1024) - 512) / 64
/** Small, so that loops end; now and then below zero. */
const integerFrom = (h: number): number => (h % 32 === 0 ? -(h >>> 28) : (h >>> 8) % 7)
/** Whole numbers at the ends of their ranges, and what is as much as a number has bits, between small ones. */
const ENDS = [
  0, 1, -1, -2, 0x7fffffff, -0x80000000, -0x7fffffff, 0x40000000, 0x10000, 0xffff, 0x8000, 255, 31, 32, 63, 64,
]
const endFrom = (h: number): number => ((h >>> 5) % 3 === 0 ? integerFrom(h) : ENDS[(h >>> 8) % ENDS.length]!)

export class World {
  readonly seed: number
  readonly #contents = new Map<string, Content>()
  constructor(seed: number) {
    this.seed = seed
  }

  /** Word of the memory of a resource, as an unsigned number. */
  word(resource: string, address: number | string): number {
    let content = this.#contents.get(resource)
    if (!content) {
      content = CONTENTS[hash(this.seed, resource) % 3]!
      this.#contents.set(resource, content)
    }
    const h = hash(this.seed, resource, address)
    const isFloat = content === 'floats' || (content === 'mixed' && (h & 0x100000) !== 0)
    return isFloat ? bitsOf(floatFrom(h)) : this.#integer(h) >>> 0
  }

  /** A value of a scalar type for a key. */
  scalar(type: Type, ...key: readonly (number | string)[]): Scalar {
    const h = hash(this.seed, ...key)
    if (type.isFloatingPoint) return rounded(type, floatFrom(h))
    if (type.width === 1) return (h >>> 9) & 1
    // What lies in memory that is passed may be a bool, which is 0 or 1: in every other world all whole numbers there are.
    if (key[0] === 'argument' && this.seed % 2 === 0) return wrapped(type.width, (h >>> 9) & 1)
    return type.width > 32 ? BigInt(this.#integer(h)) : wrapped(type.width, this.#integer(h))
  }

  /** Worlds of every fifth seed are of ends of ranges: loops take long in them, and indices leave their arrays, so that fewer programs are judged. */
  #integer(h: number): number {
    return this.seed % 5 === 0 ? endFrom(h) : integerFrom(h)
  }

  /** The same of any type. */
  value(type: Type, ...key: readonly (number | string)[]): Datum {
    if (type.kind === 'vector' || type.kind === 'array')
      return Array.from({ length: type.count }, (_, i) => this.value(type.element, ...key, i))
    if (type.kind === 'struct') return type.contained.map((t, i) => this.value(t, ...key, i))
    return this.scalar(type, ...key)
  }

  /**
   * A result that changes little where the floats change little, as what a sampler gives does.
   * @param floats undefined where the operation does not look
   */
  smooth(type: Type, floats: readonly Datum[], ...key: readonly (number | string)[]): Scalar {
    if (!type.isFloatingPoint) return this.scalar(type, ...key, ...floats.map(f => Math.round(Number(f ?? 0) * 4)))
    let angle = hash(this.seed, ...key) / 2 ** 30
    floats.forEach((f, i) => {
      if (typeof f === 'number') angle += f * (0.3 + ((i * 7) % 5) * 0.17)
    })
    return rounded(type, Number.isFinite(angle) ? Math.sin(angle) * 2 : 0)
  }
}
