// Random preprocessor input: macros of every form over few names, so that they meet; conditionals, lines, features. Same seed, same text.

import { Seeded } from '../corpus/seeded.ts'

const NAMES = ['A', 'B', 'C', 'F', 'G', 'H', 'x', 'y', 'float4']
const OBJECTS = ['A', 'B', 'C']
const FUNCTIONS = ['F', 'G', 'H']
const OPERATORS = ['+', '-', '*', '/', '%', '<', '>', '<=', '>=', '==', '!=', '&&', '||', '&', '|', '^', '<<', '>>']
const BITS = [...OPERATORS, ',', '(', ')', '.', '::', '=', '+=', '->', '++', '[', ']', ';', '##', '#', '...']
const LITERALS = ['0', '1', '2', '10', '0x1f', '017', '3u', '4l', '1.5', '.5f', '2e3', '"s"', "'c'", '"a\\"b"', '1.x']

export class PreprocessGenerator {
  readonly #random: Seeded
  #depth = 0

  constructor(seed: number) {
    this.#random = new Seeded(seed)
  }

  /** A text of some lines. */
  text(): string {
    return this.#lines(this.#random.int(4, 14))
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.int(0, list.length - 1)]!
  }

  #chance(percent: number): boolean {
    return this.#random.int(1, 100) <= percent
  }

  #lines(count: number): string {
    let text = ''
    for (let i = 0; i < count; i++) text += `${this.#line()}\n`
    return text
  }

  #line(): string {
    const choice = this.#random.int(0, 99)
    if (choice < 18) return this.#object()
    if (choice < 40) return this.#function()
    if (choice < 45) return `#undef ${this.#pick(NAMES)}`
    if (choice < 60 && this.#depth < 2) return this.#conditional()
    if (choice < 63) return `#line ${this.#random.int(1, 500)}${this.#chance(50) ? ' "f.hlsl"' : ''}`
    if (choice < 65) return this.#pick(['__LINE__', '__COUNTER__', '__FILE__', '__INCLUDE_LEVEL__', '/* c */ x // d'])
    if (choice < 66)
      return this.#pick(['#', '# 7', '#foo', '#define', '#else', '#endif', '#elif 1', '#define 3', '#undef'])
    return this.#use()
  }

  #object(): string {
    return `#define ${this.#pick(OBJECTS)} ${this.#words(['x', ...NAMES, ...LITERALS, ...BITS], 5)}`
  }

  #function(): string {
    const variadic = this.#chance(25)
    const parameters = ['p', 'q'].slice(0, this.#random.int(0, 2))
    const list = [...parameters, ...(variadic ? ['...'] : [])].join(', ')
    const own = [...parameters, ...parameters, ...(variadic ? ['__VA_ARGS__'] : [])]
    const words: string[] = []
    for (let n = this.#random.int(0, 5); n > 0; n--) {
      const word = this.#pick([...own, ...own, ...NAMES, '+', ',', '1', '(', ')', 'F(x)'])
      if (own.length > 0 && this.#chance(12)) words.push(`#${this.#chance(90) ? this.#pick(own) : word}`)
      else if (this.#chance(15)) words.push(`${word} ## ${this.#pick([...own, 'x', '1', '2', 'y'])}`)
      else words.push(word)
    }
    return `#define ${this.#pick(FUNCTIONS)}(${list}) ${words.join(this.#chance(80) ? ' ' : '')}`
  }

  #words(from: readonly string[], most: number): string {
    return Array.from({ length: this.#random.int(0, most) }, () => this.#pick(from)).join(this.#chance(80) ? ' ' : '')
  }

  /** A line of tokens and calls. */
  #use(): string {
    return Array.from({ length: this.#random.int(1, 4) }, () => this.#item(2)).join(this.#chance(80) ? ' ' : '')
  }

  #item(depth: number): string {
    if (depth > 0 && this.#chance(55)) {
      const items = Array.from({ length: this.#random.int(0, 3) }, () => this.#item(depth - 1))
      return `${this.#pick(FUNCTIONS)}${this.#chance(10) ? ' ' : ''}(${items.join(this.#chance(90) ? ', ' : '\n,')})`
    }
    return this.#pick([...NAMES, ...LITERALS, '(x, y)', '+', 'p', '#'])
  }

  #conditional(): string {
    this.#depth++
    const head = this.#chance(70)
      ? `#if ${this.#condition(3)}`
      : `#${this.#pick(['ifdef', 'ifndef'])} ${this.#pick(NAMES)}`
    let text = `${head}\n${this.#lines(this.#random.int(0, 3))}`
    if (this.#chance(30)) text += `#elif ${this.#condition(2)}\n${this.#lines(this.#random.int(0, 2))}`
    if (this.#chance(50)) text += `#else\n${this.#lines(this.#random.int(0, 2))}`
    this.#depth--
    return `${text}#endif`
  }

  #condition(depth: number): string {
    if (depth === 0 || this.#chance(20))
      return this.#pick([
        '0',
        '1',
        '2',
        '5',
        '-1',
        'A',
        'B',
        'C',
        'x',
        'defined A',
        'defined(B)',
        '0xFFu',
        "'a'",
        'F(1)',
        'true',
      ])
    if (this.#chance(15)) return `${this.#pick(['!', '-', '~', '+'])}${this.#condition(depth - 1)}`
    if (this.#chance(15)) return `(${this.#condition(depth - 1)})`
    if (this.#chance(8))
      return `${this.#condition(depth - 1)} ? ${this.#condition(depth - 1)} : ${this.#condition(depth - 1)}`
    return `${this.#condition(depth - 1)} ${this.#pick(OPERATORS)} ${this.#condition(depth - 1)}`
  }
}
