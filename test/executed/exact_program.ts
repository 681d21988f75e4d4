// Random compute shaders of IEEE arithmetic to the last bit: `-Gis`, or `precise`, with zeros of both signs, infinities, NaNs and the largest numbers,
// in sums, quotients, choices, comparisons, minima and roundings; whole numbers at the ends of their ranges, divided, shifted, counted, packed.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

/** 0, 1, 0.5, 2, infinity, the largest number, NaN, 1.5, and the same below zero but for the NaN, which is 2^24 + 1 there. */
const FLOAT_EDGES =
  '0, 0x3f800000, 0x3f000000, 0x40000000, 0x7f800000, 0x7f7fffff, 0x7fc00000, 0x3fc00000, ' +
  '0x80000000, 0xbf800000, 0xbf000000, 0xc0000000, 0xff800000, 0xff7fffff, 0x4b800001, 0xbfc00000'
const INTEGER_EDGES =
  '0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x80000001, 0xffff, 0x10000, 0x8000, 7, 0xfff0'
const FLOATS = ['0.0', '-0.0', '1.0', '-1.0', '0.5', '2.0', '-2.0', '1e30', '0.25', '3.0']
const INTEGERS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '4',
  '7',
  '8',
  '31',
  '255',
  '-2',
  '-8',
  '65535',
  '(-2147483647 - 1)',
  '2147483647',
]

class Generator {
  readonly #dice: Dice
  readonly #strict: boolean
  readonly #args: readonly string[]
  readonly #floats = ['f0', 'f1', 'f2', 'f3']
  readonly #integers = ['i0', 'i1', 'i2', 'i3']

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#strict = dice.chance(0.6)
    const minor = dice.pick([0, 2, 4, 6, 6, 8])
    const flags = dice.pick([[], [], [], ['-O1'], ['-Od']])
    this.#args = ['-T', `cs_6_${minor}`, '-E', 'main', ...(this.#strict ? ['-Gis'] : []), ...flags]
  }

  program(): Source {
    const dice = this.#dice
    const lines: string[] = []
    const qualifier = this.#strict ? '' : 'precise '
    const count = 4 + dice.below(8)
    for (let n = 0; n < count; n++) {
      if (dice.chance(0.65)) {
        lines.push(`${qualifier}float v${n} = ${this.#float(3)};`, `put(v${n});`)
        this.#floats.push(`v${n}`)
      } else {
        const u = dice.chance(0.3)
        lines.push(`${qualifier}int v${n} = ${u ? `(int)${this.#unsigned(2)}` : this.#integer(3)};`, `put(v${n});`)
        this.#integers.push(`v${n}`)
      }
    }
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
static const uint float_edges[16] = { ${FLOAT_EDGES} };
static const uint integer_edges[16] = { ${INTEGER_EDGES} };
static uint place;
void put(float x) {
  uint u = asuint(x);
  u = (u & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : u;
  o[place++] = u >> 16; o[place++] = u & 0xffff;
}
void put(int x) { o[place++] = (uint)x >> 16; o[place++] = (uint)x & 0xffff; }
uint any_of(uint i) { uint u = b[i]; return (u ^ (u >> 13) ^ (u >> 21) ^ i) & 15; }
float edge(uint i) { return asfloat(float_edges[any_of(i)]); }
int whole(uint i) { return (int)integer_edges[any_of(i)]; }
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  place = t * 64;
  float ${['t', 't + 8', 't + 16', 't + 24'].map((at, i) => `f${i} = ${i < 3 && dice.chance(0.3) ? `asfloat(float_edges[${dice.below(16)}])` : `edge(${at})`}`).join(', ')};
  int ${['t + 32', 't + 40', 't + 48'].map((at, i) => `i${i} = ${dice.chance(0.3) ? `(int)integer_edges[${dice.below(16)}]` : `whole(${at})`}`).join(', ')}, i3 = (int)b[t + 56] & 63;
${lines.map(l => `  ${l}`).join('\n')}
}
`
    return { source, args: this.#args }
  }

  #float(depth: number): string {
    const dice = this.#dice
    if (depth <= 0 || dice.chance(0.1)) return dice.chance(0.7) ? dice.pick(this.#floats) : dice.pick(FLOATS)
    const x = (): string => this.#float(depth - 1)
    const same = x()
    switch (dice.below(14)) {
      case 0:
      case 1:
      case 2:
        return `(${x()} ${dice.pick(['+', '-', '*', '/', '+', '-'])} ${dice.chance(0.4) ? dice.pick(FLOATS) : x()})`
      case 3:
        return `(${dice.pick(FLOATS)} ${dice.pick(['+', '-', '*', '/'])} ${x()})`
      case 4:
        return `(${same} ${dice.pick(['-', '/', '+', '*'])} ${same})`
      case 5:
        return `(${this.#test(depth - 1)} ? ${x()} : ${x()})`
      case 6: {
        const other = x()
        return `(${same} ${dice.pick(['<', '<=', '>', '>=', '==', '!='])} ${other} ? ${dice.pick([`${same} : ${other}`, `${other} : ${same}`])})`
      }
      case 7:
        return `${dice.pick(['floor', 'ceil', 'trunc', 'round', 'frac', 'abs', '-', 'sqrt', 'sign'])}(${x()})`
      case 8:
        return `-(${x()})`
      case 9:
        return `asfloat(asuint(${x()}) ${dice.pick(['& 0x7fffffff', '| 0x80000000', '^ 0x80000000'])})`
      case 10:
        return dice.pick([
          `f16tof32(f32tof16(${x()}))`,
          `(float)${this.#integer(depth - 1)}`,
          `(float)(${this.#test(depth - 1)})`,
          `mad(${x()}, ${x()}, ${x()})`,
          `step(${x()}, ${x()})`,
          `lerp(${x()}, ${x()}, ${x()})`,
          `fmod(${x()}, ${x()})`,
          `rcp(${x()})`,
          // DXC's saturate of a NaN that it knows is a NaN. This one it does not know.
          `saturate(f3 + ${x()})`,
        ])
      case 11:
        return `(1.0 / (1.0 / ${x()}))`
      default:
        return `${dice.pick(['min', 'max'])}(${x()}, ${dice.chance(0.5) ? dice.pick(FLOATS.slice(2)) : x()})`
    }
  }

  #test(depth: number): string {
    const dice = this.#dice
    const x = (): string => this.#float(depth)
    const compare = dice.pick(['<', '<=', '>', '>=', '==', '!='])
    switch (dice.below(7)) {
      case 0:
        return `!(${x()} ${compare} ${x()})`
      case 1:
        return `(${x()} ${compare} ${dice.pick(FLOATS)})`
      case 2:
        return `${dice.pick(['isnan', 'isinf', 'isfinite'])}(${x()})`
      case 3:
        return `(${this.#integer(depth)} ${compare} ${this.#integer(depth)})`
      case 4:
        return depth > 0
          ? `(${this.#test(depth - 1)} ${dice.pick(['&&', '||', '!='])} ${this.#test(depth - 1)})`
          : `f0 == f0`
      default:
        return `(${x()} ${compare} ${x()})`
    }
  }

  #integer(depth: number): string {
    const dice = this.#dice
    if (depth <= 0 || dice.chance(0.1)) return dice.chance(0.7) ? dice.pick(this.#integers) : dice.pick(INTEGERS)
    const x = (): string => this.#integer(depth - 1)
    switch (dice.below(14)) {
      case 0:
        return `(${x()} / ${dice.pick(INTEGERS.filter(n => !/^0$|^-1$/.test(n)))})`
      case 1:
        return `(${x()} % ${dice.pick(INTEGERS.filter(n => !/^0$|^-1$/.test(n)))})`
      case 2:
        return `(${x()} ${dice.pick(['<<', '>>'])} ${dice.below(32)})`
      case 3:
        return `(${x()} ${dice.pick(['<<', '>>'])} ${x()})`
      case 4:
        return `${dice.pick(['min', 'max'])}(${x()}, ${x()})`
      case 5:
        return `clamp(${x()}, ${x()}, ${x()})`
      case 6:
        return `${dice.pick(['abs', 'sign', 'countbits', 'reversebits', 'firstbithigh', 'firstbitlow', '-', '~'])}(${x()})`
      case 7:
        return `(int)${this.#unsigned(depth - 1)}`
      case 8:
        return `(${this.#test(depth - 1)} ? ${x()} : ${x()})`
      case 9:
        return `mad(${x()}, ${x()}, ${x()})`
      default:
        return `(${x()} ${dice.pick(['+', '-', '*', '&', '|', '^'])} ${x()})`
    }
  }

  #unsigned(depth: number): string {
    const dice = this.#dice
    const x = (): string => `(uint)${this.#integer(depth - 1)}`
    const nonzero = dice.pick([
      '1u',
      '2u',
      '3u',
      '7u',
      '8u',
      '255u',
      '0x80000000u',
      '0xffffffffu',
      '0x7fffffffu',
      '641u',
    ])
    return dice.pick([
      () => `(${x()} ${dice.pick(['/', '%'])} ${nonzero})`,
      () => `(${x()} >> ${dice.below(32)})`,
      () => `${dice.pick(['min', 'max'])}(${x()}, ${x()})`,
      () => `${dice.pick(['firstbithigh', 'firstbitlow', 'countbits', 'reversebits'])}(${x()})`,
      () => `f32tof16(${this.#float(1)})`,
      () =>
        `dot4add_u8packed(${x()}, ${x()}, ${x()})`.replace(/^dot4add_u8packed.*/, m =>
          this.#args[1]! >= 'cs_6_4' ? m : x(),
        ),
      () =>
        `msad4(${x()}, uint2(${x()}, ${x()}), uint4(${x()}, ${x()}, ${x()}, ${x()})).${dice.pick(['x', 'y', 'z', 'w'])}`,
      () => `(uint)((uint64_t)${x()} * ${x()} >> ${dice.below(64)})`,
      () =>
        `(uint)((int64_t)${this.#integer(depth - 1)} ${dice.pick(['/', '%'])} ${dice.pick(['3', '-2', '8', '7', '(int64_t)0x80000000'])})`,
      () =>
        `(uint)((uint64_t)${x()} << 32 | ${x()}) ${dice.pick(['>>', '<<'])} (${x()} & 31)`.replace(/^(.*)$/, '($1)'),
      () =>
        `(uint)${dice.pick(['firstbithigh', 'firstbitlow', 'countbits', 'reversebits'])}((uint64_t)${x()} << ${dice.below(40)})`,
      () => `(uint)firstbithigh((int64_t)${this.#integer(depth - 1)} << ${dice.below(40)})`,
    ])()
  }
}

export const generateExacts = (seed: number): Source => new Generator(seed).program()
