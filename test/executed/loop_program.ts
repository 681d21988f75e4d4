// Random compute shaders of loops: tests in front, at the end and within; flags that end them, early `break`, `continue` and `return`; what a variable
// was one round ago, variables that swap, counters that step alike; loops in loops, one behind the other, and what all of that left behind them.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

/** Rounds of a loop at most, by depth: some are too many to be unrolled, and the interpreter counts steps. */
const MOST_ROUNDS = [40, 6, 4]

const INDENT = '  '

/** A `continue` in front of the step of a loop must not go round for ever. */
const stepping = (line: string, i: string): string => line.replaceAll('STEP', `if (++${i} > 60) break;`)

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  /** Numbers that may be read, and those of them that may be written. */
  readonly #names: string[] = ['t', 'k']
  readonly #places: string[] = []
  readonly #head: string[] = []
  readonly #swaps: boolean
  #count = 0

  constructor(seed: number, swaps: boolean) {
    this.#swaps = swaps
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 0, 0, 2, 5, 6, 8])
    this.#args = [
      '-T',
      `cs_6_${minor}`,
      '-E',
      'main',
      ...dice.pick([[], [], [], [], ['-O1'], ['-Od'], ['-Zi', '-Qembed_debug']]),
    ]
  }

  program(): Source {
    const dice = this.#dice
    const variables = 2 + dice.below(3)
    for (let i = 0; i < variables; i++) this.#declare(`r${i}`, dice.chance(0.5) ? `${dice.below(9)}` : this.#number(1))
    const loops = 1 + dice.below(3)
    const body = Array.from({ length: loops }, () => this.#loop(1).join('\n'))
    const results = this.#places.map((name, i) => `${INDENT}o[${i * 4} + t] = ${name};`)
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
cbuffer C : register(b0) { uint n; uint k; };
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
${[...this.#head, ...body, ...results].join('\n')}
}
`
    return { source, args: this.#args }
  }

  #declare(name: string, value: string): void {
    this.#head.push(`${INDENT}uint ${name} = ${value};`)
    this.#names.push(name)
    this.#places.push(name)
  }

  #number(depth = 2): string {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.3)) return dice.chance(0.7) ? dice.pick(this.#names) : `${dice.below(9)}`
    const [x, y] = [this.#number(depth - 1), this.#number(depth - 1)]
    return dice.chance(0.2) ? `b[(${x} + ${y}) & 15]` : `(${x} ${dice.pick(['+', '-', '*', '^', '&', '|'])} ${y})`
  }

  #test(): string {
    const dice = this.#dice
    return dice.chance(0.5)
      ? `(${this.#number()} & ${1 + dice.below(7)}) == ${dice.below(2)}`
      : `${this.#number()} % ${3 + dice.below(7)} > ${dice.below(3)}`
  }

  /** A loop, and what it needs in front of it. */
  #loop(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const i = `i${this.#count++}`
    const most = MOST_ROUNDS[depth - 1]!
    const rounds = dice.chance(0.5) ? 1 + dice.below(most) : `(${dice.pick(['n', 'k', 't'])} % ${most})`
    this.#names.push(i)
    const [body, flag] = [this.#body(depth, i), dice.chance(0.4) ? `done${i}` : '']
    const hint = dice.pick(['', '', '[loop] '])
    const ends = flag === '' ? [] : [`${space}${INDENT}if (${this.#test()}) ${flag} = true;`]
    const open = flag === '' ? '' : ` && !${flag}`
    const front = [
      `${space}uint ${i} = 0;`,
      ...(flag === '' ? [] : [`${space}bool ${flag} = ${dice.chance(0.8) ? 'false' : this.#test()};`]),
    ]
    // Rounds that one way goes on from, and the other leaves.
    const last = dice.chance(0.2)
      ? [
          `${space}${INDENT}if (${this.#test()}) { ${dice.chance(0.5) ? `${dice.pick(this.#places)} = ${this.#number()};` : ''} STEP continue; } else break;`,
        ]
      : []
    const inner = [...body, ...ends, ...last.map(line => stepping(line, i))]
    // What a counter is behind its loop may be read, too.
    const behind = dice.chance(0.5) ? [`${space}${dice.pick(this.#places)} += ${i};`] : []
    const step = `${i} += ${dice.pick([1, 1, 1, 2])}`
    const parts = (head: string, tail: string, last: readonly string[] = []): string[] => [
      ...front,
      `${space}${head} {`,
      ...inner,
      ...last,
      `${space}}${tail}`,
      ...behind,
    ]
    switch (dice.below(4)) {
      case 0:
        return parts(`${hint}while (${i}++ < ${rounds}${open})`, '')
      case 1:
        return parts(`${hint}do`, ` while (++${i} < ${rounds}${open});`)
      case 2:
        return parts(`${hint}for (;; ${step})`, '', [
          `${space}${INDENT}if (${i} >= ${rounds}${open.replace('&& !', '|| ')}) break;`,
        ])
      default:
        return parts(`${hint}for (; ${i} < ${rounds}${open}; ${step})`, '')
    }
  }

  #body(depth: number, i: string): string[] {
    const count = 1 + this.#dice.below(4)
    const visible = this.#names.length
    const body = Array.from({ length: count }, () => this.#statement(depth + 1)).flat()
    this.#names.length = visible
    return body.map(line => stepping(line, i))
  }

  #statement(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const place = (): string => dice.pick(this.#places)
    const set = (): string => `${place()} ${dice.pick(['=', '+=', '^=', '='])} ${this.#number()};`
    switch (dice.below(10)) {
      case 0:
        // What it was one round ago.
        return [`${space}${place()} = ${place()};`, `${space}${set()}`]
      case 1: {
        if (!this.#swaps) return [`${space}${set()}`]
        const [a, c] = [place(), place()]
        return [`${space}{ uint swap = ${a}; ${a} = ${c}; ${c} = swap + ${dice.below(2)}; }`]
      }
      case 2:
        return [`${space}if (${this.#test()}) ${dice.pick(['break;', 'break;', `{ ${set()} break; }`])}`]
      case 3:
        return [`${space}if (${this.#test()}) { ${set()} STEP continue; }`]
      case 4:
        return [`${space}if (${this.#test()}) ${set()}`, `${space}else ${set()}`]
      case 5:
        return dice.chance(0.3)
          ? [`${space}if (${this.#test()}) { o[16 + t] = ${this.#number()}; return; }`]
          : [`${space}${set()}`]
      case 6:
        return depth < MOST_ROUNDS.length + 1 ? this.#loop(depth) : [`${space}${set()}`]
      case 7:
        return [`${space}o[32 + t * 8 + (${this.#number(1)} & 7)] ${dice.pick(['=', '+='])} ${place()};`]
      case 8: {
        const jump = (): string => dice.pick(['break;', 'break;', 'STEP continue;', ''])
        const cases = [0, 1, 2].map(n => `${space}${INDENT}case ${n}: ${dice.chance(0.7) ? set() : ''} ${jump()}`)
        return [
          `${space}switch (${this.#number()} & 3) {`,
          ...cases,
          `${space}${INDENT}default: ${dice.chance(0.5) ? set() : ''} ${dice.pick(['break;', 'STEP continue;'])}`,
          `${space}}`,
        ]
      }
      default:
        return [`${space}${set()}`]
    }
  }
}

/** @param swaps whether variables are swapped in loops, too */
export const generateLoops = (seed: number, swaps = true): Source => new Generator(seed, swaps).program()
