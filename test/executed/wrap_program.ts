// Random compute shaders whose indices and loop bounds wrap around: `uint x = m << 2; if (x < 8) a[x] = 5;` where m may be 0x40000000. Whoever takes
// a product of the shader for four times something, or the end of a loop for more than its start, is wrong.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

/** What multiples of 2, 3, 4 and 6 wrap at, and some that are small. */
const EDGES = ['0u', '1u', '2u', '0x40000000u', '0x55555555u', '0x55555556u', '0x7ffffffeu', '0xfffffffeu']
/** Arrays and how many elements of them are in reach. */
const ARRAYS: readonly (readonly [name: string, count: number, isConstant: boolean])[] = [
  ['plain', 8, false],
  ['striped', 8, false],
  ['thirds', 8, false],
  ['common', 8, false],
  ['table', 6, true],
]

class Generator {
  readonly #dice: Dice
  #names = 0

  constructor(seed: number) {
    this.#dice = new Dice(seed)
  }

  program(): Source {
    const dice = this.#dice
    const args = ['-T', `cs_6_${dice.pick([0, 6, 9])}`, '-E', 'main', ...dice.pick([[], [], ['-Od']])]
    const statements = Array.from({ length: 3 + dice.below(4) }, () =>
      dice.chance(0.4) ? this.#loop() : this.#access('m'),
    )
    const source = `StructuredBuffer<uint> b; RWStructuredBuffer<uint> o;
groupshared uint common[8];
static const uint table[6] = { 1, 5, 2, 1, 5, 3 };
static const uint edges[${EDGES.length}] = { ${EDGES.join(', ')} };
[numthreads(1, 1, 1)]
void main() {
  uint q = 0, m = edges[b[10] & 7], p = ${dice.pick(['edges[b[11] & 7]', 'b[11] & 3'])};
  uint plain[8] = { b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7] };
  uint striped[8] = { b[9], 1, b[9], 1, b[9], 1, b[9], 1 };
  uint thirds[8] = { 1, b[7], 3, 1, b[7], 3, 1, b[7] };
  for (uint z = 0; z < 8; z++) common[z] = b[z];
  ${statements.join('\n  ')}
  o[100] = plain[1] + plain[4] * 16 + thirds[7] * 256;
  o[101] = q;
}
`
    return { source, args }
  }

  /** An index from one of the variables, which may be more than 32 bits have. */
  #index(counter: string): string {
    const dice = this.#dice
    const x = dice.pick([counter, 'm', 'p', '(m + 1)', '(p - m)', '(m ^ p)'])
    return dice.pick([
      `${x} * ${2 + dice.below(5)}`,
      `(${x} << ${1 + dice.below(4)})`,
      `${x} * 3 + ${dice.below(3)}`,
      `(${x} << 2) + ${dice.below(4)}`,
      `(${x} * 2 + 1) * 2`,
      `${x} * 4 - ${dice.below(5)}`,
      `${x} + 0x7fffffff`,
    ])
  }

  #access(counter: string): string {
    const dice = this.#dice
    const x = `x${this.#names++}`
    const [array, count, isConstant] = dice.pick(ARRAYS)
    const store = isConstant || dice.chance(0.4) ? '' : `${array}[${x}] ${dice.pick(['=', '+='])} ${dice.below(90)};`
    return `{ uint ${x} = ${this.#index(counter)}; if (${x} < ${count}) { ${store} o[q++] = ${array}[${x}]; } o[q++] = ${array}[${dice.below(6)}]; }`
  }

  #loop(): string {
    const dice = this.#dice
    const i = `i${this.#names++}`
    const inner = this.#access(i)
    const stop = 'if (q > 60) break;'
    return dice.pick([
      `for (uint ${i} = m; (int)${i} < (int)(m + ${2 + dice.below(4)}); ${i}++) { ${inner} ${stop} }`,
      `for (uint ${i} = m; (int)${i} >= (int)(m - 3); ${i}--) { ${inner} ${stop} }`,
      `for (uint ${i} = m * 2; ${i} != m * 2 + ${2 * (1 + dice.below(4))}; ${i} += 2) { ${inner} }`,
      `for (uint ${i} = m; ${i} < m + 3; ${i}++) { ${inner} }`,
      `for (uint ${i} = ${dice.below(3)}; ${i} < 4; ${i}++) { ${inner} ${this.#access(i)} }`,
    ])
  }
}

export const generateWraps = (seed: number): Source => new Generator(seed).program()
