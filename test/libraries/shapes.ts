// Structs of random fields for the random libraries, and expressions over their parts.

import { Seeded } from '../corpus/seeded.ts'

/** A number or vector somewhere in a struct: `path` from the whole, with an index for every array. */
export interface Part {
  readonly path: string
  readonly scalar: string
  readonly size: number
  readonly columns: number
}
export interface Shape {
  readonly name: string
  readonly parts: readonly Part[]
  /** No part is smaller than 32 bits and none is a bool: it fits buffers. */
  readonly isPlain: boolean
}

export interface Qualifiers {
  readonly isPayload: boolean
  /** Written behind a field; '' for none. */
  readonly next: () => string
}

export const NO_QUALIFIERS: Qualifiers = { isPayload: false, next: () => '' }

export class Dice {
  readonly #random: Seeded
  #next = 0

  constructor(seed: number) {
    this.#random = new Seeded(seed)
  }

  below(n: number): number {
    return this.#random.int(0, n - 1)
  }
  chance(p: number): boolean {
    return this.#random.float(0, 1) < p
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
  name(prefix: string): string {
    return `${prefix}${this.#next++}`
  }
}

export class Shapes {
  readonly declarations: string[] = []
  readonly #dice: Dice
  readonly #native: boolean

  readonly #bases: number

  /** @param bases the share of structs with a base */
  constructor(dice: Dice, native: boolean, bases = 0.2) {
    this.#dice = dice
    this.#native = native
    this.#bases = bases
  }

  /** A struct of `fields` fields; fields that are structs have no qualifiers of their own. */
  struct(fields: number, qualifiers = NO_QUALIFIERS, depth = 0, prefix = 'f'): Shape {
    const dice = this.#dice
    const hasBase = depth === 0 && dice.chance(this.#bases)
    const base = hasBase ? this.struct(dice.below(3), dice.chance(0.8) ? qualifiers : NO_QUALIFIERS, 1, 'g') : undefined
    const name = dice.name('S')
    const lines: string[] = []
    const parts: Part[] = [...(base?.parts ?? [])]
    for (let i = 0; i < fields; i++) {
      const field = `${prefix}${i}`
      const length = dice.chance(0.25) ? 1 + dice.below(3) : 0
      const suffix = length > 0 ? `[${length}]` : ''
      const at = length > 0 ? `${field}[${dice.below(length)}]` : field
      const { type, inner } = this.#field(depth, length > 0)
      lines.push(`${type}${type.endsWith(' ') ? '' : ' '}${field}${suffix}${qualifiers.next()};`)
      parts.push(...inner.map(p => ({ ...p, path: p.path ? `${at}.${p.path}` : at })))
    }
    const mark = qualifiers.isPayload ? '[raypayload] ' : ''
    this.declarations.push(`struct ${mark}${name}${base ? ` : ${base.name}` : ''} { ${lines.join(' ')} };`)
    const isPlain = parts.every(p => /^(float|u?int)$/.test(p.scalar))
    return { name, parts, isPlain }
  }

  #field(depth: number, inArray: boolean): { type: string; inner: readonly Part[] } {
    const dice = this.#dice
    if (depth < 2 && dice.chance(0.12)) {
      const inner = this.struct(1 + dice.below(3), NO_QUALIFIERS, depth + 1)
      return { type: inner.name, inner: inner.parts }
    }
    const scalar = this.#scalar(inArray)
    const size = 1 + dice.below(4)
    if (scalar === 'float' && dice.chance(0.15)) {
      const columns = 1 + dice.below(4)
      const order = dice.pick(['', '', 'row_major ', 'column_major '])
      const inner = [{ path: '', scalar, size, columns }]
      return { type: `${order}float${size}x${columns}`, inner }
    }
    return { type: size === 1 ? scalar : `${scalar}${size}`, inner: [{ path: '', scalar, size, columns: 0 }] }
  }

  #scalar(inArray: boolean): string {
    const dice = this.#dice
    const narrow = this.#native ? ['float16_t', 'int16_t', 'uint16_t'] : ['min16float', 'min16int', 'min16uint']
    const wide = dice.chance(0.05) ? ['uint64_t'] : []
    const truth = inArray ? [] : ['bool']
    return dice.pick(['float', 'float', 'float', 'uint', 'int', ...truth, ...wide, ...(dice.chance(0.2) ? narrow : [])])
  }
}

/** Something that expressions can read or write. */
export interface Cell {
  readonly text: string
  readonly part: Part
  readonly isWritable: boolean
}

export const cellsOf = (base: string, shape: Shape, isWritable: boolean): Cell[] =>
  shape.parts.map(part => ({ text: `${base}.${part.path}`, part, isWritable }))

export const typeOf = (part: Part): string =>
  part.columns > 0
    ? `${part.scalar}${part.size}x${part.columns}`
    : part.size === 1
      ? part.scalar
      : `${part.scalar}${part.size}`
