// Interned spellings of one compilation: identifiers, numbers and strings become small numbers, so that keywords, macros and scopes are array look-ups.
// Invariant: ids are dense and given in order of first appearance, starting with BASE_NAMES; an id never changes its meaning.

import { BASE_NAMES } from './token.ts'

export const HASH_START = 17

/** The hash internRange expects, going on from that of what stands before; the lexer computes the same while it scans. */
function hashOf(text: string, start: number, end: number, before = HASH_START): number {
  let hash = before
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}

const free = (length: number): number[] => new Array<number>(length).fill(0)
/** Ordinary arrays: typed ones have memory outside of the heap, which takes longer to get than short tables to fill. */
const FREE_SLOTS: readonly number[] = free(256)

/** The table of BASE_NAMES alone, built once at load; every new table starts as its copy. */
let standard: Names | undefined

export class Names {
  /** A table that does not change any more: its names have their ids here too. */
  readonly #base: Names | undefined
  /** How many names the base has. */
  readonly #first: number
  readonly #strings: string[]
  /** Open addressing; 0 is free, which is why the empty name (id 0) is not in the table. */
  #slots: number[]
  readonly #hashes: number[]

  /** A table that goes on from another one, which from then on stays as it is; a copy of BASE_NAMES without one. */
  constructor(base?: Names) {
    this.#base = base
    this.#first = base?.count ?? 0
    if (base || standard) {
      this.#strings = base ? [] : standard!.#strings.slice()
      this.#slots = base ? FREE_SLOTS.slice() : standard!.#slots.slice()
      this.#hashes = base ? [] : standard!.#hashes.slice()
      return
    }
    this.#strings = ['']
    this.#slots = free(4096)
    this.#hashes = [0]
    // The hash of float4x4 goes on from that of float, which came before: every start of the command line waits for this.
    let [stem, hash] = ['', HASH_START]
    for (const name of BASE_NAMES) {
      if (name === '') continue
      const isLonger = stem !== '' && name.startsWith(stem)
      const whole = isLonger ? hashOf(name, stem.length, name.length, hash) : hashOf(name, 0, name.length)
      if (!isLonger) [stem, hash] = [name, whole]
      this.internRange(name, 0, name.length, whole)
    }
  }

  get count(): number {
    return this.#first + this.#strings.length
  }

  /** The spelling of an id. */
  text(id: number): string {
    return id < this.#first ? this.#base!.text(id) : this.#strings[id - this.#first]!
  }

  has(name: string): boolean {
    const hash = hashOf(name, 0, name.length)
    return this.#find(name, 0, name.length, hash) > 0 || (this.#base?.has(name) ?? false)
  }

  intern(name: string): number {
    return name === '' ? 0 : this.internRange(name, 0, name.length, hashOf(name, 0, name.length))
  }

  /** Interns text.slice(start, end), which is not empty, whose hashOf the caller has computed while scanning. */
  internRange(text: string, start: number, end: number, hash: number): number {
    const inBase = this.#base ? this.#base.#find(text, start, end, hash) : 0
    if (inBase > 0) return inBase
    const own = this.#find(text, start, end, hash)
    return own > 0 ? own : this.#insert(text.slice(start, end), hash, ~own)
  }

  /** The id of a name, or ~ of the slot that is free for it. */
  #find(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    const length = end - start
    let at = (hash ^ (hash >>> 15)) & mask
    for (let id = slots[at]!; id !== 0; id = slots[at]!) {
      if (this.#hashes[id - this.#first] === hash) {
        const known = this.#strings[id - this.#first]!
        if (known.length === length && sameText(known, text, start)) return id
      }
      at = (at + 1) & mask
    }
    return ~at
  }

  #insert(name: string, hash: number, at: number): number {
    const index = this.#strings.length
    const id = this.#first + index
    this.#strings.push(name)
    this.#hashes.push(hash)
    this.#slots[at] = id
    if (index * 2 > this.#slots.length) this.#rehash()
    return id
  }

  #rehash(): void {
    const slots = free(this.#slots.length * 2)
    const mask = slots.length - 1
    // No table has the empty name in its slots.
    for (let index = this.#base ? 0 : 1; index < this.#strings.length; index++) {
      const hash = this.#hashes[index]!
      let at = (hash ^ (hash >>> 15)) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = this.#first + index
    }
    this.#slots = slots
  }
}

function sameText(known: string, text: string, start: number): boolean {
  for (let i = 0; i < known.length; i++) if (known.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

standard = new Names()
