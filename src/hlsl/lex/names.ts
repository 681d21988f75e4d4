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

/** The table of BASE_NAMES alone, built once at load; every new table starts as its copy. */
let standard: Names | undefined

export class Names {
  readonly #strings: string[]
  /** Open addressing; 0 is free, which is why the empty name (id 0) is not in the table. */
  #slots: Int32Array
  #hashes: Int32Array

  /** A table holding what another one holds, or BASE_NAMES. */
  constructor(from: Names | undefined = standard) {
    if (from) {
      this.#strings = from.#strings.slice()
      this.#slots = from.#slots.slice()
      this.#hashes = from.#hashes.slice()
      return
    }
    this.#strings = ['']
    this.#slots = new Int32Array(4096)
    this.#hashes = new Int32Array(2048)
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
    return this.#strings.length
  }

  /** The spelling of an id. */
  text(id: number): string {
    return this.#strings[id]!
  }

  intern(name: string): number {
    return name === '' ? 0 : this.internRange(name, 0, name.length, hashOf(name, 0, name.length))
  }

  /** Interns text.slice(start, end), which is not empty, whose hashOf the caller has computed while scanning. */
  internRange(text: string, start: number, end: number, hash: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    const length = end - start
    let at = (hash ^ (hash >>> 15)) & mask
    for (let id = slots[at]!; id !== 0; id = slots[at]!) {
      if (this.#hashes[id] === hash) {
        const known = this.#strings[id]!
        if (known.length === length && sameText(known, text, start)) return id
      }
      at = (at + 1) & mask
    }
    return this.#insert(text.slice(start, end), hash, at)
  }

  #insert(name: string, hash: number, at: number): number {
    const id = this.#strings.length
    this.#strings.push(name)
    this.#slots[at] = id
    if (id >= this.#hashes.length) {
      const grown = new Int32Array(this.#hashes.length * 2)
      grown.set(this.#hashes)
      this.#hashes = grown
    }
    this.#hashes[id] = hash
    if (id * 2 > this.#slots.length) this.#rehash()
    return id
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 2)
    const mask = slots.length - 1
    for (let id = 1; id < this.#strings.length; id++) {
      const hash = this.#hashes[id]!
      let at = (hash ^ (hash >>> 15)) & mask
      while (slots[at] !== 0) at = (at + 1) & mask
      slots[at] = id
    }
    this.#slots = slots
  }
}

function sameText(known: string, text: string, start: number): boolean {
  for (let i = 0; i < known.length; i++) if (known.charCodeAt(i) !== text.charCodeAt(start + i)) return false
  return true
}

standard = new Names()
