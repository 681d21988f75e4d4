// Random compute shaders of IEEE arithmetic on halves and doubles, and of whole numbers of 16 and 64 bits, to the last bit: zeros of both signs,
// infinities, NaNs, the ends of each range; conversions between all widths; shifts by as much as a number has bits.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

interface Real {
  readonly type: string
  /** The upper half of the bits of sixteen numbers. */
  readonly edges: string
  readonly literal: (text: string) => string
  readonly functions: readonly string[]
  readonly head: string
}

const REALS: readonly Real[] = [
  {
    type: 'half',
    edges:
      '0, 0x3c00, 0x3800, 0x4000, 0x7c00, 0x7bff, 0x7e00, 0x3e00, 0x8000, 0xbc00, 0xb800, 0xc000, 0xfc00, 0xfbff, 0x6801, 0x4a40',
    literal: text => `(half)${text}`,
    functions: ['floor', 'ceil', 'trunc', 'frac', 'abs', 'sqrt', 'round'],
    head: `half real(uint u) { return asfloat16((uint16_t)u); }
void put(half x) { uint u = asuint16(x); o[place++] = (u & 0x7fff) > 0x7c00 ? 0x7e00 : u; }`,
  },
  {
    type: 'double',
    edges:
      '0, 0x3ff00000, 0x3fe00000, 0x40000000, 0x7ff00000, 0x7fefffff, 0x7ff80000, 0x3ff80000, 0x80000000, 0xbff00000, 0xbfe00000, 0xc0000000, ' +
      '0xfff00000, 0x41e00000, 0x41f00000, 0xc3e00000',
    literal: text => `${text}L`,
    functions: [],
    head: `double real(uint u) { return asdouble(0, u); }
void put(double x) {
  uint u, v; asuint(x, u, v);
  if ((v & 0x7fffffff) >= 0x7ff00000 && ((v & 0xfffff) != 0 || u != 0)) { v = 0x7ff80000; u = 0; }
  o[place++] = v >> 16; o[place++] = v & 0xffff; o[place++] = u >> 16; o[place++] = u & 0xffff;
}`,
  },
]
const WHOLES = ['int16_t', 'uint16_t', 'int64_t', 'uint64_t', 'int64_t', 'uint64_t'] as const
const CONSTANTS = ['0', '1', '2', '3', '7', '8', '15', '16', '-1', '-2', '127', '255', '32767', '-32768', '65535']
const WIDE_CONSTANTS = [
  '0x7fffffff',
  '0x80000000',
  '0xffffffff',
  '0x100000000',
  '0x7fffffffffffffff',
  '-0x80000000',
  '63',
]
const REAL_CONSTANTS = ['0.0', '-0.0', '-1.0', '-2.0', '1.0', '0.5', '2.0', '0.25', '3.0', '1024.0']

class Generator {
  readonly #dice: Dice
  readonly #real: Real
  readonly #whole: string
  readonly #strict: boolean
  readonly #reals = ['f0', 'f1', 'f2', 'f3']
  readonly #wholes = ['i0', 'i1', 'i2', 'i3']

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#real = dice.pick(REALS)
    this.#whole = dice.pick(WHOLES)
    this.#strict = dice.chance(0.6)
  }

  program(): Source {
    const dice = this.#dice
    const { type, edges, head } = this.#real
    const lines: string[] = []
    const qualifier = this.#strict ? '' : 'precise '
    for (let n = 0, count = 4 + dice.below(7); n < count; n++)
      if (dice.chance(0.5)) {
        lines.push(`${qualifier}${type} v${n} = ${this.#float(3)};`, `put(v${n});`)
        this.#reals.push(`v${n}`)
      } else {
        lines.push(`${qualifier}${this.#whole} v${n} = ${this.#integer(3)};`, `put_whole(v${n});`)
        this.#wholes.push(`v${n}`)
      }
    const { length } = WIDE_CONSTANTS
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static const uint edges[16] = { ${edges} };
static const int64_t wholes[16] = { 0, 1, -1, 2, 31, 32767, -32768, 65535, 16, ${WIDE_CONSTANTS.map(c => `(int64_t)${c}`).join(', ')} };
static uint place;
${head}
void put_whole(${this.#whole} x) { uint64_t u = (uint64_t)x; for (uint i = 0; i < ${this.#bits()}; i += 16) o[place++] = (uint)(u >> i) & 0xffff; }
uint any_of(uint i) { uint u = b[i]; return (u ^ (u >> 13) ^ (u >> 21) ^ i) & 15; }
${type} edge(uint i) { return real(edges[any_of(i)]); }
${this.#whole} whole(uint i) { return (${this.#whole})wholes[any_of(i) % ${9 + length}]; }
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  place = t * 64;
  ${type} ${['t', 't + 8', 't + 16', 't + 24'].map((at, i) => `f${i} = ${dice.chance(0.3) ? `real(edges[${dice.below(16)}])` : `edge(${at})`}`).join(', ')};
  ${this.#whole} ${['t + 32', 't + 40', 't + 48', 't + 56'].map((at, i) => `i${i} = ${dice.chance(0.3) ? `(${this.#whole})wholes[${dice.below(9 + length)}]` : `whole(${at})`}`).join(', ')};
${lines.map(l => `  ${l}`).join('\n')}
}
`
    const flags = dice.pick([[], [], [], ['-O1'], ['-Od']])
    const model = dice.pick([2, 4, 6, 6, 8])
    return {
      source,
      args: ['-T', `cs_6_${model}`, '-E', 'main', '-enable-16bit-types', ...(this.#strict ? ['-Gis'] : []), ...flags],
    }
  }

  #bits(): number {
    return this.#whole.includes('16') ? 16 : 64
  }

  /** @param first 4: none that is a zero, or below */
  #realConstant(first = 0): string {
    return `(${this.#real.literal(this.#dice.pick(REAL_CONSTANTS.slice(first)))})`
  }

  #float(depth: number): string {
    const dice = this.#dice
    const { type, functions } = this.#real
    if (depth <= 0 || dice.chance(0.1)) return dice.chance(0.7) ? dice.pick(this.#reals) : this.#realConstant()
    const x = (): string => this.#float(depth - 1)
    const same = x()
    switch (dice.below(11)) {
      case 0:
      case 1:
      case 2:
        return `(${x()} ${dice.pick(['+', '-', '*', '/'])} ${dice.chance(0.5) ? this.#realConstant() : x()})`
      case 3:
        return `(${this.#realConstant()} ${dice.pick(['+', '-', '*', '/'])} ${x()})`
      case 4:
        return `(${same} ${dice.pick(['-', '/', '+', '*'])} ${same})`
      case 5:
        return `(${this.#test(depth - 1)} ? ${x()} : ${x()})`
      case 6: {
        const other = x()
        return `(${same} ${dice.pick(['<', '<=', '>', '>='])} ${other} ? ${dice.pick([`${same} : ${other}`, `${other} : ${same}`])})`
      }
      case 7:
        return functions.length > 0 ? `${dice.pick(functions)}(${x()})` : `fma(${x()}, ${x()}, ${x()})`
      case 8:
        return dice.pick([
          `(${type})(float)${x()}`,
          // DXC computes 0 of a constant that a half does not hold.
          `(${type})${type === 'half' ? '(float)' : ''}${this.#integer(depth - 1)}`,
          `(${type})(${this.#test(depth - 1)})`,
          `-(${x()})`,
        ])
      default:
        return `${dice.pick(['min', 'max'])}(${x()}, ${dice.chance(0.5) ? this.#realConstant(4) : x()})`
    }
  }

  #test(depth: number): string {
    const dice = this.#dice
    const compare = dice.pick(['<', '<=', '>', '>=', '==', '!='])
    switch (dice.below(5)) {
      case 0:
        return `!(${this.#float(depth)} ${compare} ${this.#float(depth)})`
      case 1:
        return `(${this.#float(depth)} ${compare} ${this.#realConstant()})`
      case 2:
        return `(${this.#integer(depth)} ${compare} ${this.#constant()})`
      case 3:
        return `(${this.#integer(depth)} ${compare} ${this.#integer(depth)})`
      default:
        return `(${this.#float(depth)} ${compare} ${this.#float(depth)})`
    }
  }

  #constant(): string {
    const dice = this.#dice
    const text = this.#bits() === 64 && dice.chance(0.3) ? dice.pick(WIDE_CONSTANTS) : dice.pick(CONSTANTS)
    return `((${this.#whole})${text})`
  }

  #divisor(): string {
    const dice = this.#dice
    return `((${this.#whole})${dice.pick(['2', '3', '7', '8', '10', '16', '-2', '-3', '-8', '255', '1024'])})`
  }

  #integer(depth: number): string {
    const dice = this.#dice
    const type = this.#whole
    if (depth <= 0 || dice.chance(0.1)) return dice.chance(0.7) ? dice.pick(this.#wholes) : this.#constant()
    const x = (): string => this.#integer(depth - 1)
    switch (dice.below(15)) {
      case 0:
      case 1:
        return `(${x()} ${dice.pick(['/', '%'])} ${this.#divisor()})`
      case 2:
        return `(${x()} ${dice.pick(['<<', '>>'])} ${dice.below(this.#bits())})`
      case 3:
        return `(${x()} ${dice.pick(['<<', '>>'])} ${x()})`
      case 4:
        return `${dice.pick(['min', 'max'])}(${x()}, ${dice.chance(0.5) ? x() : this.#constant()})`
      case 5:
        return `clamp(${x()}, ${x()}, ${x()})`
      case 6:
        return `(${type})${dice.pick(['countbits', 'reversebits', 'firstbithigh', 'firstbitlow', '-', '~'])}(${x()})`
      case 7:
        return `(${type})(${dice.pick(['int', 'uint', 'int16_t', 'uint16_t', 'int64_t', 'uint64_t', 'bool'])})${x()}`
      case 8:
        return `(${this.#test(depth - 1)} ? ${x()} : ${x()})`
      case 9:
        return `(${x()} ${dice.pick(['+', '-', '*', '&', '|', '^'])} ${this.#constant()})`
      case 10:
        return `(${type})(((${type.startsWith('u') ? 'uint' : 'int'})${x()} >> ${dice.below(32)}) ${dice.pick(['+', '&'])} ${1 + dice.below(9)})`
      default:
        return `(${x()} ${dice.pick(['+', '-', '*', '&', '|', '^'])} ${x()})`
    }
  }
}

export const generateWidths = (seed: number): Source => new Generator(seed).program()
