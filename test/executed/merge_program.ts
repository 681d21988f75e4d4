// Random programs of lanes that go apart and meet: operations of waves, quads and derivatives behind short circuits, flags and early returns, in loops that
// are left in several places, in switches that fall through, in functions with several returns; group memory between. For every model of convergence.
// Invariant: the same seed gives the same text.

import { Dice } from '../libraries/shapes.ts'
import type { Source } from './sources.ts'

const INDENT = '  '
/** Statements nest so deep at most, and loops. */
const [MOST_DEPTH, MOST_LOOPS] = [4, 2]
/** Rounds of a loop end there even when it is left nowhere. */
const MOST_ROUNDS = 7

interface Scope {
  readonly depth: number
  readonly loops: number
  readonly canContinue: boolean
  readonly canBreak: boolean
  /** What a `return` says; undefined where there is none. */
  readonly returns: (() => string) | undefined
}

class Generator {
  readonly #dice: Dice
  readonly #minor: number
  readonly #isPixel: boolean
  readonly #args: readonly string[]
  readonly #functions: string[] = []
  readonly #calls: string[] = []
  #names: string[] = []
  #places: string[] = []
  #count = 0
  /** Whether lanes have left for good. */
  #isLeft = false

  constructor(seed: number) {
    const dice = new Dice(seed)
    this.#dice = dice
    this.#minor = dice.pick([0, 0, 5, 6, 7, 8])
    this.#isPixel = dice.chance(0.3)
    const more = dice.pick([[], [], [], [], ['-O1'], ['-Od'], ['-HV', '2018'], ['-Zi', '-Qembed_debug']])
    this.#args = ['-T', `${this.#isPixel ? 'ps' : 'cs'}_6_${this.#minor}`, '-E', 'main', ...more]
  }

  program(): Source {
    const dice = this.#dice
    for (let i = dice.below(3); i > 0; i--) this.#function()
    this.#names = ['t', 'n', 'k', 'a', 'c']
    this.#places = ['a', 'c']
    const head = [`uint a = b[t];`, `uint c = b[t + 4];`]
    for (let i = 1 + dice.below(3); i > 0; i--) head.push(this.#declared())
    const body: string[] = []
    const scope: Scope = {
      ...{ depth: 1, loops: 0, canContinue: false, canBreak: false },
      returns: dice.chance(0.3) ? () => `return${this.#isPixel ? ` ${this.#number(1)}` : ''};` : undefined,
    }
    // Half of the programs are short: in long ones lanes are apart by one thing or the other.
    const isShort = dice.chance(0.5)
    for (let i = isShort ? 1 + dice.below(2) : 2 + dice.below(4); i > 0; i--) {
      if (!this.#isPixel && !this.#isLeft && dice.chance(0.25)) body.push(...this.#exchange())
      body.push(...(isShort ? this.#flagged(scope) : this.#statement(scope)))
    }
    const results = this.#places.map((name, i) => `o[${i * 4} + t] = ${name};`)
    const lines = [...[...head].map(l => INDENT + l), ...body, ...results.map(l => INDENT + l)].join('\n')
    return { source: this.#printed(lines), args: this.#args }
  }

  #printed(lines: string): string {
    const entry = this.#isPixel
      ? `uint main(uint t : LANE) : SV_Target {\n${INDENT}t = WaveGetLaneIndex();\n${lines}\n${INDENT}return a;\n}`
      : `groupshared uint g[4];\n[numthreads(4, 1, 1)] void main(uint t : SV_GroupIndex) {\n${lines}\n}`
    return `StructuredBuffer<uint> b : register(t0);
RWStructuredBuffer<uint> o : register(u1);
cbuffer C : register(b0) { uint n; uint k; };
${this.#functions.join('')}${entry}
`
  }

  #declared(): string {
    const name = `r${this.#count++}`
    const value = this.#dice.chance(0.4) ? `${this.#dice.below(4)}` : this.#number(2)
    this.#names.push(name)
    this.#places.push(name)
    return `uint ${name} = ${value};`
  }

  /** A function with several returns. */
  #function(): void {
    const name = `f${this.#functions.length}`
    this.#names = ['t', 'n', 'k', 'x', 'y']
    this.#places = ['x', 'y']
    const returns = (): string => `return ${this.#number(2)};`
    const body: string[] = []
    for (let i = 1 + this.#dice.below(3); i > 0; i--)
      body.push(
        ...this.#statement({ depth: 1, loops: 1, canContinue: false, canBreak: false, returns }),
        `${INDENT}if (${this.#test()}) ${returns()}`,
      )
    this.#functions.push(`uint ${name}(uint t, uint x, uint y) {\n${body.join('\n')}\n${INDENT}${returns()}\n}\n`)
    this.#calls.push(name)
    this.#isLeft = false
  }

  /** Words of the other lanes, between barriers. */
  #exchange(): string[] {
    const [from, to] = [this.#number(1), this.#dice.pick(this.#places)]
    return [
      `g[t] = ${from};`,
      'GroupMemoryBarrierWithGroupSync();',
      `${to} += g[${this.#dice.pick(['t ^ 1', '(t + 1) & 3', '3 - t'])}];`,
      'GroupMemoryBarrierWithGroupSync();',
    ].map(line => INDENT + line)
  }

  // ---- numbers ----

  #number(depth = 2): string {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.25)) return dice.chance(0.75) ? dice.pick(this.#names) : `${dice.below(5)}`
    if (dice.chance(0.3)) return this.#wave(depth - 1)
    const call = this.#calls[0] && dice.chance(0.12) ? dice.pick(this.#calls) : undefined
    const [x, y] = [this.#number(depth - 1), this.#number(depth - 1)]
    if (call) return `${call}(t, ${x}, ${y})`
    if (dice.chance(0.1)) return `(${this.#test(depth - 1)} ? ${x} : ${y})`
    return dice.chance(0.15) ? `b[(${x}) & 15]` : `(${x} ${dice.pick(['+', '-', '*', '^', '&', '|'])} ${y})`
  }

  /** A whole number that other lanes have a part in. */
  #wave(depth: number): string {
    const dice = this.#dice
    const [x, y] = [this.#number(depth), this.#number(depth)]
    const made = [
      () =>
        `${dice.pick(['WaveActiveSum', 'WaveActiveMin', 'WaveActiveMax', 'WaveActiveBitOr', 'WaveActiveBitXor'])}(${x})`,
      () => `${dice.pick(['WaveReadLaneFirst', 'WavePrefixSum', 'WaveActiveProduct'])}(${x})`,
      () => `WaveActiveBallot(${this.#plain()}).x`,
      () => `${dice.pick(['WaveActiveCountBits', 'WavePrefixCountBits'])}(${this.#plain()})`,
      ...(this.#minor >= 5 ? [() => `WaveMatch(${x} & 3).x`, () => this.#multi(x, y)] : []),
    ]
    return dice.pick(made)()
  }

  /** What it reads of lanes that are not there is undefined, so that nothing else may depend on it. */
  #quad(): string {
    const dice = this.#dice
    const x = this.#number(1)
    const made = [
      `${dice.pick(['QuadReadAcrossX', 'QuadReadAcrossY', 'QuadReadAcrossDiagonal'])}(${x})`,
      `${dice.pick(['WaveReadLaneAt', 'QuadReadLaneAt'])}(${x}, ${dice.below(4)})`,
      ...(this.#minor >= 6 || this.#isPixel
        ? [`uint(int(${dice.pick(['ddx', 'ddy', 'ddx_fine', 'ddy_fine'])}(float(${x} & 255))))`]
        : []),
    ]
    return `o[${32 + 4 * dice.below(4)} + t] = ${dice.pick(made)};`
  }

  #multi(x: string, y: string): string {
    const name = this.#dice.pick(['Sum', 'BitOr', 'BitXor', 'BitAnd'])
    return `WaveMultiPrefix${name}(${x}, WaveMatch(${y} & 1))`
  }

  /** A test without jumps. */
  #plain(): string {
    const dice = this.#dice
    const name = dice.chance(0.3) ? 't' : dice.pick(this.#names)
    return dice.chance(0.5)
      ? `(${name} & ${1 + dice.below(3)}) ${dice.pick(['==', '!='])} 0`
      : `${name} ${dice.pick(['<', '>', '==', '!='])} ${dice.below(4)}`
  }

  #test(depth = 2): string {
    const dice = this.#dice
    if (depth > 0 && dice.chance(0.35))
      return `(${this.#test(depth - 1)} ${dice.pick(['&&', '||'])} ${this.#test(depth - 1)})`
    if (depth > 0 && dice.chance(0.12))
      return `${dice.pick(['WaveActiveAnyTrue', 'WaveActiveAllTrue', 'WaveActiveAllEqual'])}(${this.#plain()})`
    if (dice.chance(0.06)) return 'WaveIsFirstLane()'
    if (this.#minor >= 7 && dice.chance(0.05)) return `${dice.pick(['QuadAny', 'QuadAll'])}(${this.#plain()})`
    return dice.chance(0.85) ? this.#plain() : `${this.#number(1)} ${dice.pick(['<', '>=', '!='])} ${dice.below(5)}`
  }

  // ---- statements ----

  #set(): string {
    const dice = this.#dice
    if (dice.chance(0.12)) return this.#quad()
    return `${dice.pick(this.#places)} ${dice.pick(['=', '+=', '^=', '+='])} ${dice.chance(0.5) ? this.#wave(1) : this.#number()};`
  }

  #jump(s: Scope): string | undefined {
    const jumps = [
      ...(s.canBreak ? ['break;', 'break;'] : []),
      ...(s.canContinue ? ['continue;'] : []),
      ...(s.returns && this.#dice.chance(0.4) ? [s.returns()] : []),
    ]
    if (jumps.length === 0) return undefined
    const jump = this.#dice.pick(jumps)
    this.#isLeft ||= jump.startsWith('return')
    return jump
  }

  #block(s: Scope, most = 3): string[] {
    const visible = this.#names.length
    const places = this.#places.length
    const inner = { ...s, depth: s.depth + 1 }
    const body = Array.from({ length: 1 + this.#dice.below(most) }, () => this.#statement(inner)).flat()
    this.#names.length = visible
    this.#places.length = places
    return body
  }

  #statement(s: Scope): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(s.depth)
    const isDeep = s.depth >= MOST_DEPTH
    switch (dice.below(isDeep ? 4 : 10)) {
      case 0:
      case 1:
        return [`${space}${this.#set()}`]
      case 2: {
        const jump = this.#jump(s)
        return [
          `${space}if (${this.#test()}) ${jump ? (dice.chance(0.5) ? jump : `{ ${this.#set()} ${jump} }`) : this.#set()}`,
        ]
      }
      case 3:
        return this.#flagged(s)
      case 4:
        return [`${space}if (${this.#test()}) {`, ...this.#block(s), `${space}}`]
      case 5:
        return [
          `${space}if (${this.#test()}) {`,
          ...this.#block(s, 2),
          `${space}} else {`,
          ...this.#block(s, 2),
          `${space}}`,
        ]
      case 6:
        return this.#switch(s)
      default:
        return s.loops < MOST_LOOPS ? this.#loop(s) : this.#flagged(s)
    }
  }

  /** What was found in one place decides in another: what passes would like to jump past. */
  #flagged(s: Scope): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(s.depth)
    const name = `q${this.#count++}`
    const isFlag = dice.chance(0.5)
    const known = (): string =>
      isFlag ? dice.pick(['true', 'false', this.#plain()]) : dice.pick(['5', '7', '1', this.#number(1)])
    // A store keeps a branch from becoming a choice.
    const found = (): string => {
      const set = `${name} = ${known()};`
      return dice.chance(0.4) ? set : `{ ${dice.pick([`o[48 + t] = ${this.#number(0)};`, this.#set()])} ${set} }`
    }
    const asked = (): string =>
      isFlag
        ? dice.pick([
            name,
            `!${name}`,
            `${name} ${dice.pick(['&&', '||'])} ${this.#plain()}`,
            `${this.#plain()} && ${name}`,
          ])
        : `${name} ${dice.pick(['>', '<', '==', '!='])} ${1 + dice.below(7)}`
    const tests = Array.from(
      { length: 1 + dice.below(3) },
      (_, i) => `${space}${i > 0 && dice.chance(0.6) ? 'else ' : ''}if (${this.#test(1)}) ${found()}`,
    )
    const lines = [
      isFlag ? `${space}bool ${name} = ${known()};` : `${space}uint ${name} = ${dice.below(3)};`,
      ...tests,
      ...(dice.chance(0.3) ? [`${space}${this.#set()}`] : []),
    ]
    if (!isFlag) this.#names.push(name)
    lines.push(`${space}if (${asked()}) ${this.#set()}`)
    if (dice.chance(0.5)) lines.push(`${space}${dice.chance(0.3) ? 'else ' : ''}if (${asked()}) ${this.#set()}`)
    if (dice.chance(0.5)) lines.push(`${space}${this.#set()}`)
    if (!isFlag && s.depth > 1) this.#names.pop()
    return lines
  }

  #switch(s: Scope): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(s.depth)
    const inner = { ...s, depth: s.depth + 1, canBreak: false }
    const ends = (): string =>
      dice.pick(['break;', 'break;', '', ...(s.canContinue ? ['continue;'] : []), ...(s.returns ? [s.returns()] : [])])
    const body = (label: string, end: string): string[] => {
      this.#isLeft ||= end.startsWith('return')
      return [`${space}${INDENT}${label}: {`, ...this.#block(inner, 2), `${space}${INDENT}} ${end}`]
    }
    const cases = Array.from({ length: 1 + dice.below(3) }, (_, i) => body(`case ${i}`, ends())).flat()
    return [
      `${space}switch (${this.#number(1)} & 3) {`,
      ...cases,
      ...(dice.chance(0.6) ? body('default', 'break;') : []),
      `${space}}`,
    ]
  }

  #loop(s: Scope): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(s.depth)
    const i = `i${this.#count++}`
    const form = dice.below(4)
    if (form === 3)
      return this.#waterfall({ ...s, loops: s.loops + 1, canBreak: false, canContinue: false, returns: undefined }, i)
    this.#names.push(i)
    const bound = dice.pick([
      `${1 + dice.below(MOST_ROUNDS)}`,
      `(t & 3)`,
      `(${dice.pick(this.#places)} & 3)`,
      `(n & 3)`,
    ])
    const hint = dice.pick(['', '', '[loop] ', ...(form === 0 ? ['[unroll] '] : [])])
    // DXC brings lanes together again that have not returned from a loop that it unrolls.
    const returns = hint === '[unroll] ' ? undefined : s.returns
    const body = this.#block({ ...s, loops: s.loops + 1, canBreak: true, canContinue: true, returns })
    if (dice.chance(0.3)) body.push(`${space}${INDENT}if (${this.#test()}) break;`)
    const more = dice.chance(0.3) ? ` && ${this.#plain()}` : ''
    this.#names.pop()
    if (form === 0) {
      const head = hint === '[unroll] ' ? `${i} < ${1 + dice.below(4)}` : `${i} < ${bound}${more}`
      return [`${space}${hint}for (uint ${i} = 0; ${head}; ${i}++) {`, ...body, `${space}}`]
    }
    const step = `${space}${INDENT}${i}++;`
    const [head, end] = form === 1 ? [`while (${i} < ${bound}${more})`, ''] : ['do', ` while (${i} < ${bound}${more});`]
    return [
      `${space}uint ${i} = 0;`,
      `${space}${hint}${head} {`,
      step,
      ...(form === 1 ? [] : [`${space}${INDENT}if (${i} > ${MOST_ROUNDS}) break;`]),
      ...body,
      `${space}}${end}`,
    ]
  }

  /** Each round serves the lanes that agree with the first one. DXC keeps a `break` in its loop where its block has an operation of the wave. */
  #waterfall(s: Scope, i: string): string[] {
    const dice = this.#dice
    const space = INDENT.repeat(s.depth)
    const place = dice.pick(this.#places)
    const key = `(${dice.pick(this.#names)} & 3)`
    this.#names.push(i)
    const body = this.#block({ ...s, depth: s.depth + 1 })
    this.#names.pop()
    return [
      `${space}uint ${i} = ${key};`,
      `${space}for (uint e${i} = 0; e${i} < ${MOST_ROUNDS}; e${i}++) {`,
      `${space}${INDENT}if (WaveReadLaneFirst(${i}) == ${i}) {`,
      ...body,
      `${space}${INDENT}${INDENT}${place} += WaveActiveCountBits(${place} ${dice.pick(['!=', '<', '>'])} ${i});`,
      `${space}${INDENT}${INDENT}break;`,
      `${space}${INDENT}}`,
      `${space}}`,
    ]
  }
}

export const generateMerges = (seed: number): Source => new Generator(seed).program()
