// Random compute shaders of choices: switches over numbers of all widths, bools and enums, with labels at the ends of their ranges, `default` anywhere,
// falling through, nested, in loops that they continue; functions that return early out of loops and switches with `out` and `inout` parameters;
// calls with side effects behind `&&`, `||` and `?:`; loops over floats and narrow numbers, with two counters, with the test at the end.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

interface Width {
  readonly type: string
  readonly labels: readonly string[]
}

const WIDTHS: readonly Width[] = [
  { type: 'uint', labels: ['0', '1', '2', '3', '4', '5', '0xffffffff', '0x80000000', '0x7fffffff', '0xfffffffe'] },
  { type: 'int', labels: ['0', '1', '2', '3', '4', '-1', '-2', '-3', '2147483647', '(-2147483647 - 1)'] },
  { type: 'int64_t', labels: ['0', '1', '2', '3', '-1', '-2', '0x100000000', '0x100000001', '0x7fffffffffffffff'] },
  {
    type: 'uint64_t',
    labels: ['0', '1', '2', '3', '4', '0x100000000', '0x100000002', '0xffffffffffffffff', '0xffffffff'],
  },
  { type: 'bool', labels: ['true', 'false'] },
  { type: 'E', labels: ['A', 'B', 'F', 'D'] },
]
const NARROW: readonly Width[] = [
  { type: 'uint16_t', labels: ['0', '1', '2', '3', '4', '65535', '65534', '32768', '32767'] },
  { type: 'int16_t', labels: ['0', '1', '2', '3', '-1', '-2', '-32768', '32767'] },
]
const INDENT = '  '

class Generator {
  readonly #dice: Dice
  readonly #args: readonly string[]
  readonly #widths: readonly Width[]
  readonly #functions: string[] = []
  readonly #isNative: boolean
  readonly #isShort: boolean
  #places: readonly string[] = ['r0', 'r1', 'r2']
  #names: string[] = ['t', 'k', 'n']
  #callable = 0
  /** What a `return` gives back; undefined in `main`. */
  #isFunction = false

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    const minor = dice.pick([0, 2, 5, 6, 6, 8])
    this.#isNative = minor >= 2 && dice.chance(0.4)
    this.#isShort = dice.chance(0.7)
    this.#widths = this.#isNative ? [...WIDTHS, ...NARROW, ...NARROW] : WIDTHS
    const flags = dice.pick([[], [], [], ['-O1'], ['-Od'], ['-Zi', '-Qembed_debug']])
    this.#args = [
      ...['-T', `cs_6_${minor}`, '-E', 'main'],
      ...(this.#isNative ? ['-enable-16bit-types'] : []),
      ...(this.#isShort ? [] : ['-HV', '2018']),
      ...flags,
    ]
  }

  program(): Source {
    const dice = this.#dice
    const functions = 1 + dice.below(3)
    for (let i = 0; i < functions; i++) this.#function(i)
    this.#isFunction = false
    this.#places = ['r0', 'r1', 'r2', 's']
    this.#names = ['t', 'k', 'n', 'r0', 'r1', 'r2', 's']
    const body = Array.from({ length: 3 + dice.below(3) }, () => this.#statement(1)).flat()
    const source = `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u0);
cbuffer C : register(b0) { uint n; uint k; };
enum E { A, B = 3, F = 2, D = -1 };
static uint s = 1;
bool bump(inout uint x, uint a) { x += a + 1; s = s * 3 + x; return (x & 2) != 0; }
uint step_on(inout uint x, uint a) { x = x * 5 + a; return x >> 3; }
${this.#functions.join('\n')}
[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {
  uint r0 = b[t], r1 = b[t + 4], r2 = t * 3;
${body.join('\n')}
  o[t] = r0; o[4 + t] = r1; o[8 + t] = r2; o[12 + t] = s;
}
`
    return { source, args: this.#args }
  }

  #function(i: number): void {
    const dice = this.#dice
    this.#isFunction = true
    this.#callable = i
    this.#places = ['x', 'y', 'm', 's']
    this.#names = ['a', 'x', 'y', 'm', 'k', 's']
    const body = Array.from({ length: 2 + dice.below(3) }, () => this.#statement(1)).flat()
    this.#functions.push(
      `uint f${i}(uint a, out uint x, inout uint y) {
  x = a * 2 + ${dice.below(5)}; uint m = y ^ a;
${body.join('\n')}
  return m + x;
}`,
    )
    this.#callable = i + 1
  }

  #number(depth = 2): string {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.3)) return dice.chance(0.75) ? dice.pick(this.#names) : `${dice.below(9)}`
    const [x, y] = [this.#number(depth - 1), this.#number(depth - 1)]
    if (dice.chance(0.15)) return `b[(${x} + ${y}) & 15]`
    if (dice.chance(0.12)) return `(${this.#test(depth - 1)} ? ${x} : ${y})`
    return `(${x} ${dice.pick(['+', '-', '*', '^', '&', '|'])} ${y})`
  }

  /** Something that changes a variable; no operand beside it reads one that it changes. */
  #effect(): string {
    const dice = this.#dice
    const place = dice.pick(this.#places.filter(p => p !== 's'))
    return dice.chance(0.6) ? `bump(${place}, ${dice.below(5)})` : `(step_on(${place}, ${dice.below(5)}) & 1) != 0`
  }

  #test(depth = 1): string {
    const dice = this.#dice
    switch (dice.below(depth > 0 ? 6 : 2)) {
      case 0:
        return `(${this.#number(depth)} & ${1 + dice.below(7)}) ${dice.pick(['==', '!='])} ${dice.below(2)}`
      case 1:
        return `${this.#number(depth)} % ${3 + dice.below(7)} ${dice.pick(['>', '<='])} ${dice.below(3)}`
      case 2:
        return `(${this.#test(0)} && ${this.#effect()})`
      case 3:
        return `(${this.#test(0)} || ${this.#effect()})`
      case 4:
        return `(${this.#effect()} ${dice.pick(['&&', '||'])} (${this.#test(0)} ${dice.pick(['&&', '||'])} ${this.#effect()}))`
      default:
        return `!(${this.#test(depth - 1)})`
    }
  }

  #set(): string {
    const dice = this.#dice
    const place = dice.pick(this.#places)
    if (this.#callable > 0 && dice.chance(0.2)) {
      const [x, y] = [dice.pick(this.#places), dice.pick(this.#places)]
      // Two arguments that name one place are another kind's.
      if (x !== y && x !== 's' && y !== 's')
        return `${place} = f${dice.below(this.#callable)}(${this.#number(1)}, ${x}, ${y});`
    }
    if (dice.chance(0.15))
      return `${place} += ${this.#test(0)} ? step_on(${this.#other(place)}, 1) : step_on(${this.#other(place)}, 2);`
    return `${place} ${dice.pick(['=', '+=', '^=', '-='])} ${this.#number()};`
  }

  #other(place: string): string {
    return this.#dice.pick(this.#places.filter(p => p !== place && p !== 's'))
  }

  /** `loop`: the innermost loop's step, for `continue`; `isIn`: what may be left. */
  #jump(inLoop: boolean, inSwitch: boolean): string {
    const dice = this.#dice
    const list: string[] = []
    if (inLoop) list.push('continue;', 'continue;')
    if (inLoop || inSwitch) list.push('break;', 'break;')
    if (this.#isFunction) list.push(`return ${this.#number(1)};`)
    else if (dice.chance(0.2)) list.push('{ o[16 + t] = r0; return; }')
    return list.length > 0 ? dice.pick(list) : ''
  }

  #block(depth: number, inLoop: boolean, inSwitch: boolean): string[] {
    return Array.from({ length: 1 + this.#dice.below(2) }, () => this.#statement(depth + 1, inLoop, inSwitch)).flat()
  }

  #statement(depth: number, inLoop = false, inSwitch = false): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    switch (dice.below(depth < 4 ? 10 : 4)) {
      case 0:
        return [`${space}if (${this.#test()}) { ${this.#set()} ${this.#jump(inLoop, inSwitch)} }`]
      case 1:
      case 2:
      case 3:
        return [`${space}${this.#set()}`]
      case 4:
        return [
          `${space}if (${this.#test()}) {`,
          ...this.#block(depth, inLoop, inSwitch),
          ...(dice.chance(0.6) ? [`${space}} else {`, ...this.#block(depth, inLoop, inSwitch)] : []),
          `${space}}`,
        ]
      case 5:
      case 6:
        return this.#loop(depth)
      default:
        return this.#switch(depth, inLoop)
    }
  }

  #switch(depth: number, inLoop: boolean): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const { type, labels } = dice.pick(this.#widths)
    const left = [...labels]
    const small = `(${this.#number()} ${dice.pick(['& 3', '& 7', '% 5', '- 1', ''])})`
    const value =
      type === 'bool'
        ? `(${this.#test()})`
        : type === 'E'
          ? `(E)${small}`
          : type.includes('64') && dice.chance(0.4)
            ? `(((${type})${this.#number(1)} << 32) + ${small})`
            : type.startsWith('uint') && dice.chance(0.3)
              ? `(${type})(0u - (${type})${small})`
              : `(${type})${small}`
    const groups = 1 + dice.below(4)
    const defaultAt = dice.below(groups + 2)
    const lines: string[] = [`${space}switch (${value}) {`]
    for (let g = 0; g < groups; g++) {
      const own: string[] = []
      for (let n = 1 + dice.below(3); n > 0 && left.length > 0; n--)
        own.push(`case ${left.splice(dice.below(left.length), 1)[0]}:`)
      if (g === defaultAt) own.splice(dice.below(own.length + 1), 0, 'default:')
      if (own.length === 0) break
      const end = dice.chance(0.65) ? this.#jump(inLoop, true) : ''
      const last = g === groups - 1 || left.length === 0
      lines.push(
        `${space}${own.join(' ')} {`,
        ...this.#block(depth, inLoop, true),
        `${space}} ${end === '' && last ? 'break;' : end}`,
      )
    }
    if (lines.length === 1) lines.push(`${space}default: break;`)
    return [...lines, `${space}}`]
  }

  #loop(depth: number): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(depth)
    const i = dice.name('i')
    const hint = dice.pick(['', '', '[loop] ', depth > 1 ? '' : '[unroll(8)] '])
    const bound = dice.pick([`${1 + dice.below(5)}`, '(k & 3)', `(${this.#number(1)} & 3)`])
    const names = [...this.#names]
    this.#names.push(i)
    const body = this.#block(depth, true, false)
    this.#names = names
    const inner = [...body, `${space}}`]
    const narrow = this.#isNative ? dice.pick(['uint16_t', 'int16_t']) : dice.pick(['min16uint', 'int', 'uint64_t'])
    const head = `${space}${hint}`
    switch (dice.below(7)) {
      case 0:
        return [
          `${head}for (uint ${i} = 0, ${i}e = ${bound}; ${i} < ${i}e; ${i}++, ${i}e -= ${dice.below(2)}) {`,
          ...inner,
        ]
      case 1:
        return [
          `${head}for (float ${i}f = 0; ${i}f < ${1 + dice.below(3)}; ${i}f += ${dice.pick(['0.5', '1', '0.75'])}) { uint ${i} = (uint)(${i}f * 4);`,
          ...inner,
        ]
      case 2:
        return [
          `${head}for (${narrow} ${i}w = 0; ${i}w < (${narrow})${bound}; ${i}w++) { uint ${i} = (uint)${i}w;`,
          ...inner,
        ]
      case 3:
        return [
          `${space}uint ${i} = ${dice.below(3)};`,
          `${space}do {`,
          ...body,
          `${space}} while (++${i} < ${bound});`,
        ]
      case 4:
        return [
          `${space}uint ${i} = 0;`,
          `${space}for (;;) {`,
          `${space}${INDENT}if (${i}++ >= ${bound}) break;`,
          ...inner,
        ]
      case 5:
        return [
          `${head}for (int ${i}s = ${dice.below(5)}; ${i}s >= 0; ${i}s -= ${1 + dice.below(2)}) { uint ${i} = (uint)${i}s;`,
          ...inner,
        ]
      default:
        return [`${head}for (uint ${i} = 0; ${i} < ${dice.below(4) + 1} && ${this.#test()}; ${i}++) {`, ...inner]
    }
  }
}

export const generateChoices = (seed: number): Source => new Generator(seed).program()
