// Random compute shaders of whole numbers as shaders write them: addresses of neighbours, scaled and masked; bit fields taken out and put in; packed
// bytes; remainders; products of 64 bits; ranges. Branches and switches on one number, which compute with it and with what was computed of it before.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

const INDENT = '  '
/** A program is cut off at so many letters. */
const LONGEST = 6000

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #native: boolean
  /** Numbers in scope, all of them uint. */
  readonly #names = ['s0', 's1', 's2', 'w0', 'w1', 'n']
  readonly #places: string[] = []
  readonly #lines: string[] = []

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 2, 4, 6, 6, 8])
    this.#native = minor >= 2 && dice.chance(0.3)
    const flags = dice.pick([[], [], [], [], [], ['-O1'], ['-Od']])
    this.#args = ['-T', `cs_6_${minor}`, '-E', 'main', ...(this.#native ? ['-enable-16bit-types'] : []), ...flags]
  }

  program(): Source {
    const dice = this.#dice
    const places = 2 + dice.below(3)
    for (let i = 0; i < places; i++) {
      this.#lines.push(`${INDENT}uint r${i} = ${this.#number(2)};`)
      this.#names.push(`r${i}`)
      this.#places.push(`r${i}`)
    }
    for (let i = 4 + dice.below(5); i > 0 && this.#lines.join('').length < LONGEST; i--)
      this.#lines.push(...this.#statement(1))
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
cbuffer C : register(b0) { uint n; uint k; };
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint s0 = b[t], s1 = b[t + 4], s2 = t + 1;
  uint w0 = (b[t + 8] + 3) * 0x9e3779b1u, w1 = b[t + 12] * 0x85ebca6bu - t;
${this.#lines.join('\n')}
${this.#places.map((name, i) => `${INDENT}o[t * ${places} + ${i}] = ${name};`).join('\n')}
}
`
    return { source, args: this.#args }
  }

  #name(): string {
    return this.#dice.pick(this.#names)
  }

  #small(): number {
    return this.#dice.below(9)
  }

  #constant(): string {
    const dice = this.#dice
    return dice.pick([`${this.#small()}`, `${this.#small()}`, `${dice.below(70)}`, '0xffffffffu', '0x80000000u', '255'])
  }

  /** Ones at the low end, at the high end, or in between. */
  #mask(): string {
    const dice = this.#dice
    const ones = 2 ** (1 + dice.below(16)) - 1
    return dice.pick([`${ones}`, `~${ones}u`, `${ones * 2 ** dice.below(15)}u`, `${dice.below(256)}`])
  }

  #number(depth: number): string {
    const dice = this.#dice
    if (depth <= 0 || dice.chance(0.12)) return dice.chance(0.8) ? this.#name() : this.#constant()
    const x = (): string => this.#number(depth - 1)
    const bits = 1 + dice.below(12)
    const ones = 2 ** bits - 1
    const by = dice.below(6)
    switch (dice.below(17)) {
      case 0:
        return `((${this.#name()} + ${this.#constant()}) << ${by})`
      case 1:
        return `(((${x()} ${dice.pick(['+', '-'])} ${this.#small()}) & ${this.#mask()}) << ${by})`
      case 2:
        return `(((${this.#name()} ${dice.pick(['+', '-'])} ${this.#small()}) & ${this.#mask()}) * ${this.#constant()} + ${x()})`
      case 3:
        return `((${x()} + ${this.#constant()}) * ${this.#constant()})`
      case 4:
        return `((${x()} >> ${dice.below(32)}) & ${this.#mask()})`
      case 5:
        return `((${x()} & ${this.#mask()}) >> ${dice.below(20)})`
      case 6:
        return `((${x()} & ~(${ones}u << ${by})) | ((${x()} & ${ones}) << ${by}))`
      case 7:
        return `((${x()} & 255) | ((${x()} & 255) << 8) | (${x()} << 16))`
      case 8:
        return `(${x()} ${dice.pick(['/', '%'])} ${dice.pick([1, 2, 3, 4, 7, 8, 10, 16, 100, 1024])}u)`
      case 9:
        return `(uint)((int)${x()} ${dice.pick([`>> ${dice.below(32)}`, `/ ${2 + dice.below(9)}`, `% ${2 + dice.below(9)}`])})`
      case 10:
        return this.#wide(x(), x())
      case 11:
        return this.#call(x)
      case 12:
        return `(${this.#test(1)} ? ${x()} : ${x()})`
      case 13:
        return `((uint)(${this.#test(1)}) * ${x()})`
      case 14:
        return `(${x()} ${dice.pick(['<<', '>>'])} (${this.#name()} & 31))`
      default:
        return `(${x()} ${dice.pick(['+', '-', '*', '&', '|', '^'])} ${x()})`
    }
  }

  /** Through 64 bits, or through 16. */
  #wide(x: string, y: string): string {
    const dice = this.#dice
    if (this.#native && dice.chance(0.6))
      return dice.pick([
        `(uint)((uint16_t)${x} + (uint16_t)${y})`,
        `(uint)(int)(int16_t)${x}`,
        `(uint)((uint16_t)${x} >> ${dice.below(16)})`,
      ])
    return dice.pick([
      `(uint)(((uint64_t)${x} * ${y}) >> ${dice.below(40)})`,
      `(uint)(((int64_t)(int)${x} + (int)${y}) >> ${dice.below(34)})`,
      `(uint)((((uint64_t)${x} << 32) | ${y}) >> ${dice.below(40)})`,
    ])
  }

  #call(x: () => string): string {
    const dice = this.#dice
    return dice.pick([
      () => `${dice.pick(['min', 'max'])}(${x()}, ${x()})`,
      () => `(uint)${dice.pick(['min', 'max'])}((int)${x()}, ${this.#small()})`,
      () => `clamp(${x()}, ${dice.below(4)}u, ${4 + dice.below(9)}u)`,
      () => `(uint)abs((int)${x()})`,
      () => `(uint)sign((int)${x()})`,
      () => `${dice.pick(['countbits', 'reversebits', 'firstbithigh', 'firstbitlow'])}(${x()})`,
    ])()
  }

  #test(depth: number): string {
    const dice = this.#dice
    const x = (): string => (dice.chance(0.6) ? this.#name() : this.#number(depth))
    const compare = (): string => dice.pick(['==', '!=', '<', '<=', '>', '>='])
    const c = this.#small()
    switch (dice.below(depth > 0 ? 8 : 5)) {
      case 0:
        return `${x()} == ${c}`
      case 1:
        return `${x()} ${compare()} ${this.#constant()}`
      case 2:
        return `(int)${x()} ${compare()} ${dice.pick(['', '-'])}${c}`
      case 3:
        return `(${x()} & ${this.#mask()}) ${dice.pick(['==', '!='])} ${c}`
      case 4:
        return `${x()} - ${c} ${dice.pick(['<', '<=', '>'])} ${this.#small()}`
      case 5: {
        const name = this.#name()
        return `(${name} >= ${c} && ${name} < ${c + 1 + dice.below(5)})`
      }
      case 6:
        return `(${this.#test(depth - 1)} ${dice.pick(['&&', '||'])} ${this.#test(depth - 1)})`
      default:
        return `!(${this.#test(depth - 1)})`
    }
  }

  #set(): string {
    return `${this.#dice.pick(this.#places)} ${this.#dice.pick(['=', '=', '+=', '^=', '-='])} ${this.#number(3)};`
  }

  #statement(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const block = (): string[] => Array.from({ length: 1 + dice.below(2) }, () => this.#statement(depth + 1)).flat()
    switch (depth > 3 ? 9 : dice.below(9)) {
      case 0:
      case 1:
        return [`${space}if (${this.#test(2)}) {`, ...block(), `${space}}`]
      case 2:
        return [`${space}if (${this.#test(2)}) {`, ...block(), `${space}} else {`, ...block(), `${space}}`]
      case 3:
      case 4:
        return this.#derived(space, block)
      case 5: {
        const x = dice.pick([this.#name(), `${this.#name()} & 7`, `${this.#name()} - ${this.#small()}`])
        const cases = Array.from({ length: 2 + dice.below(4) }, (_, i) => [
          `${space}${INDENT}case ${i}: ${this.#set()} ${dice.chance(0.8) ? 'break;' : ''}`,
        ])
        return [`${space}switch (${x}) {`, ...cases.flat(), `${space}${INDENT}default: ${this.#set()}`, `${space}}`]
      }
      default:
        return [`${space}${this.#set()}`]
    }
  }

  /** A number, one that is computed of it, and a branch on one of both that uses both. */
  #derived(space: string, block: () => string[]): string[] {
    const dice = this.#dice
    const of = this.#name()
    const name = dice.chance(0.5)
      ? this.#step(of)
      : `(${this.#step(of)}) ${dice.pick(['&', '+', '^', '<<'])} ${this.#small()}`
    const d = dice.name('d')
    const before = `${space}uint ${d} = ${name};`
    const count = this.#names.length
    this.#names.push(d, d, of, of)
    const tested = dice.pick([of, of, d])
    const test = dice.pick([
      `${tested} == ${this.#small()}`,
      `${tested} != ${this.#small()}`,
      `${tested} < ${this.#small()}`,
    ])
    const lines = [`${space}if (${test}) {`, ...block(), `${space}} else {`, ...block(), `${space}}`]
    this.#names.length = count
    return [before, ...lines]
  }

  #step(x: string): string {
    const dice = this.#dice
    return dice.pick([
      `${x} + ${this.#constant()}`,
      `${x} * ${1 + this.#small()}`,
      `${x} >> ${1 + dice.below(4)}`,
      `${x} << ${1 + dice.below(8)}`,
      `${x} & ${this.#mask()}`,
      `${x} / ${1 + this.#small()}`,
      `${x} % ${1 + this.#small()}`,
      `${x} ^ ${this.#constant()}`,
    ])
  }
}

export const generateNumbers = (seed: number): Source => new Generator(seed).program()
