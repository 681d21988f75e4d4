// Random expressions of some operators, as HLSL and as a function of their variables.

import { randomFrom } from '../ir/random_program.ts'
import {
  chosen,
  compared,
  exact,
  exactWhole,
  floats,
  functions,
  isExact,
  type Known,
  toFloat,
  truncated,
  whole,
} from './values.ts'

export const KINDS = ['int', 'bool', 'float', 'mix', 'widths', 'shared'] as const
/**
 * What an expression is made of: whole numbers, conditions of them, floats, or all together; whole numbers of 16, 32 and 64 bits. `shared`: a part
 * of it is stored as well, so that it stays whatever becomes of the rest.
 */
export type Kind = (typeof KINDS)[number]

/** Types of whole numbers: their width, and whether they have a sign. */
export const WHOLE_TYPES = {
  uint: [32, false],
  int: [32, true],
  uint16_t: [16, false],
  int16_t: [16, true],
  uint64_t: [64, false],
  int64_t: [64, true],
} as const
type WholeType = keyof typeof WHOLE_TYPES
type Type = WholeType | 'float' | 'bool'
const WIDE: readonly WholeType[] = Object.keys(WHOLE_TYPES) as WholeType[]

/** A number cut to a type. */
const wrapped = (type: WholeType, v: bigint): bigint => {
  const [width, isSigned] = WHOLE_TYPES[type]
  return isSigned ? BigInt.asIntN(width, v) : BigInt.asUintN(width, v)
}

/** One value of each variable. */
export type Inputs = Readonly<Record<string, number | bigint>>

export interface Expression {
  readonly type: Type
  readonly text: string
  readonly value: (inputs: Inputs) => Known
  /** What `w` stands for in the text, an expression of the same type; stored in front of the other. */
  readonly shared?: Expression
}

/** The variables, in the order of the struct that holds them. */
export const VARIABLES: Readonly<Record<Type, readonly string[]>> = {
  uint: ['x', 'y', 'z'],
  int: ['a', 'b', 'c'],
  float: ['f', 'g', 'h'],
  bool: ['p', 'q'],
  uint16_t: ['r', 's'],
  int16_t: ['t', 'u'],
  uint64_t: ['k', 'l'],
  int64_t: ['m', 'n'],
}

const NUMBERS = [
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  12,
  15,
  16,
  24,
  31,
  32,
  63,
  100,
  255,
  256,
  0xff00,
  0xffff,
  2 ** 31,
  2 ** 32 - 16,
  -1,
  -2,
]
const FLOATS = [0, 1, -1, 2, 0.5, 3, 0.25, 255, 4, -2, 10]
const COMPARISONS = ['<', '>', '<=', '>=', '==', '!=']

/** Of whole numbers, before they are cut to their type. */
type WholeRule = (a: bigint, b: bigint) => bigint
export const WHOLE: Readonly<Record<string, WholeRule>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
}

/** @param size number of operators */
export function generate(seed: number, kind: Kind, size: number): Expression {
  return new Generator(seed, kind).expression(size)
}

class Generator {
  readonly #random: (n: number) => number
  readonly #kind: Kind
  #shared: Expression | undefined

  constructor(seed: number, kind: Kind) {
    this.#random = randomFrom(seed)
    this.#kind = kind
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random(list.length)]!
  }

  expression(size: number): Expression {
    const types: Readonly<Record<Kind, readonly Type[]>> = {
      int: ['uint', 'int'],
      bool: ['bool'],
      float: ['float'],
      mix: ['uint', 'int', 'float', 'bool'],
      widths: WIDE,
      shared: ['uint', 'int', 'float'],
    }
    const type = this.#pick(types[this.#kind])
    if (this.#kind !== 'shared') return this.#make(type, size)
    const shared = this.#make(type, Math.max(1, size >> 1))
    this.#shared = shared
    return { ...this.#make(type, size - (size >> 1)), shared }
  }

  #make(type: Type, size: number): Expression {
    if (size <= 0) return this.#leaf(type)
    if (type === 'bool') return this.#condition(size)
    return type === 'float' ? this.#float(size) : this.#whole(type, size)
  }

  #leaf(type: Type): Expression {
    const shared = this.#shared
    if (shared?.type === type && this.#random(2)) return { type, text: 'w', value: shared.value }
    if (type === 'bool' || this.#random(10) >= 4) {
      // The first name more often: `x - x` and `x & (x >> 2)` are what rules are for.
      const name = this.#pick(shared ? VARIABLES[type].slice(0, 2) : [...VARIABLES[type], VARIABLES[type][0]!])
      return {
        type,
        text: name,
        value: inputs => {
          const v = inputs[name]!
          return type === 'float' || type === 'bool' ? exact(Number(v)) : exactWhole(BigInt(v))
        },
      }
    }
    if (type === 'float') {
      const v = this.#pick(FLOATS)
      return { type, text: `${Number.isInteger(v) ? v.toFixed(1) : v}f`, value: () => exact(v) }
    }
    const v = wrapped(type, BigInt(this.#pick(NUMBERS)))
    // Not a literal, which has 64 bits until it meets another type.
    return { type, text: type === 'uint' ? `${v}u` : `${type}(${v})`, value: () => exactWhole(v) }
  }

  /** Two operands that share the operators which are left. */
  #two(type: Type, size: number, second: Type = type): [Expression, Expression] {
    const first = this.#random(size)
    return [this.#make(type, first), this.#make(second, size - 1 - first)]
  }

  #condition(size: number): Expression {
    const make = (text: string, value: Expression['value']): Expression => ({ type: 'bool', text, value })
    const what = this.#random(6)
    if (what === 0) {
      const one = this.#make('bool', size - 1)
      return make(`(!${one.text})`, inputs => {
        const known = one.value(inputs)
        return known && isExact(known) ? exact(1 - known.lo) : undefined
      })
    }
    if (what <= 2) {
      const [one, other] = this.#two('bool', size)
      const isAnd = what === 1
      return make(`(${one.text} ${isAnd ? '&&' : '||'} ${other.text})`, inputs =>
        isAnd
          ? chosen(one.value(inputs), other.value(inputs), exact(0))
          : chosen(one.value(inputs), exact(1), other.value(inputs)),
      )
    }
    const types: readonly Type[] =
      this.#kind === 'float'
        ? ['float']
        : this.#kind === 'mix'
          ? ['uint', 'int', 'float']
          : this.#kind === 'widths'
            ? WIDE
            : this.#shared
              ? [this.#shared.type]
              : ['uint', 'int']
    const [one, other] = this.#two(this.#pick(types), size)
    const operator = this.#pick(COMPARISONS)
    return make(`(${one.text} ${operator} ${other.text})`, inputs =>
      compared(operator, one.value(inputs), other.value(inputs)),
    )
  }

  #float(size: number): Expression {
    const make = (text: string, value: Expression['value']): Expression => ({ type: 'float', text, value })
    const what = this.#random(this.#kind === 'mix' ? 18 : this.#shared && this.#random(3) ? 8 : 16)
    if (what <= 10) {
      const operator = this.#pick(['+', '+', '+', '-', '-', '*', '*', '*', '/', 'min', 'max'] as const)
      const [one, other] = this.#two('float', size)
      const isCall = operator === 'min' || operator === 'max'
      const text = isCall ? `${operator}(${one.text}, ${other.text})` : `(${one.text} ${operator} ${other.text})`
      return make(text, inputs => floats[operator](one.value(inputs), other.value(inputs)))
    }
    if (what <= 12) {
      const name = this.#pick(Object.keys(functions))
      const one = this.#make('float', size - 1)
      return make(name === '-' ? `(- ${one.text})` : `${name}(${one.text})`, inputs =>
        functions[name]!(one.value(inputs)),
      )
    }
    if (what === 13) {
      const [from, to] = this.#two('float', size)
      const by = this.#leaf('float')
      return make(`lerp(${from.text}, ${to.text}, ${by.text})`, inputs => {
        const [a, b, s] = [from.value(inputs), to.value(inputs), by.value(inputs)]
        return floats['+'](a, floats['*'](s, floats['-'](b, a)))
      })
    }
    if (what === 14) return this.#choice('float', size)
    if (what === 15) {
      const [edge, at] = this.#two('float', size)
      return make(`step(${edge.text}, ${at.text})`, inputs => compared('>=', at.value(inputs), edge.value(inputs)))
    }
    const from = this.#pick(['uint', 'int'] as const)
    const one = this.#make(from, size - 1)
    if (what === 16) return make(`(float)${one.text}`, inputs => toFloat(one.value(inputs)))
    return make(`asfloat(${one.text})`, inputs => bits(one.value(inputs), 'float'))
  }

  #choice(type: Type, size: number): Expression {
    const condition = this.#make('bool', this.#random(size))
    const [one, other] = [this.#make(type, Math.max(size - 2, 0)), this.#leaf(type)]
    return {
      type,
      text: `(${condition.text} ? ${one.text} : ${other.text})`,
      value: inputs => chosen(condition.value(inputs), one.value(inputs), other.value(inputs)),
    }
  }

  #whole(type: WholeType, size: number): Expression {
    const [width, isSigned] = WHOLE_TYPES[type]
    const make = (text: string, value: Expression['value']): Expression => ({ type, text, value })
    const binary = (operator: string, one: Expression, other: Expression, rule: WholeRule): Expression =>
      // Sums and products of 16 bits are of 16 bits again, in HLSL.
      make(`(${one.text} ${operator} ${other.text})`, inputs =>
        whole((a, b) => wrapped(type, rule(a!, b!)), one.value(inputs), other.value(inputs)),
      )
    // What cancels are sums and products.
    const what = this.#random(this.#kind === 'mix' ? 21 : this.#shared && this.#random(3) ? 10 : 19)
    if (what <= 9) {
      const operator = this.#pick(['+', '+', '+', '-', '-', '*', '&', '&', '|', '^'])
      return binary(operator, ...this.#two(type, size), WHOLE[operator]!)
    }
    const one = this.#make(what === 18 ? this.#other(type) : type, size - 1)
    if (what === 10) {
      // Division by what may be 0 has no value, and that of the smallest number by -1 neither.
      const n = this.#pick([2, 3, 4, 8, 16])
      const by: Expression = { type, text: `${type}(${n})`, value: () => exactWhole(BigInt(n)) }
      return this.#random(2) ? binary('/', one, by, (a, b) => a / b) : binary('%', one, by, (a, b) => a % b)
    }
    if (what <= 14) {
      const n = 1 + this.#random(8)
      const by: Expression = this.#random(4)
        ? { type, text: `${type}(${n})`, value: () => exactWhole(BigInt(n)) }
        : this.#leaf(type)
      const counted = (b: bigint): bigint => b & BigInt(width - 1)
      return what <= 12
        ? binary('<<', one, by, (a, b) => a << counted(b))
        : binary('>>', one, by, (a, b) => a >> counted(b))
    }
    if (what === 15) {
      const [first, second] = this.#two(type, size)
      const name = this.#pick(['min', 'max'] as const)
      return make(`${name}(${first.text}, ${second.text})`, inputs =>
        whole((a, b) => (a! < b! === (name === 'min') ? a! : b!), first.value(inputs), second.value(inputs)),
      )
    }
    if (what === 16) {
      const choices: [string, (v: bigint) => bigint][] = [
        ['~', v => ~v],
        ['-', v => -v],
      ]
      if (isSigned) choices.push(['abs', v => (v < 0n ? -v : v)])
      if (type === 'uint') choices.push(['countbits', v => BigInt(v.toString(2).replaceAll('0', '').length)])
      const [text, rule] = this.#pick(choices)
      return make(text.length > 1 ? `${text}(${one.text})` : `(${text} ${one.text})`, inputs =>
        whole(v => wrapped(type, rule(v!)), one.value(inputs)),
      )
    }
    if (what === 17) return this.#choice(type, size)
    if (what === 18) {
      const given = this.#random(3) ? one : this.#make('bool', size - 1)
      return make(`(${type})${given.text}`, inputs => whole(v => wrapped(type, v!), given.value(inputs)))
    }
    const float = this.#make('float', size - 1)
    if (what === 19) return make(`(${type})${float.text}`, inputs => truncated(float.value(inputs), type === 'int'))
    return make(`as${type}(${float.text})`, inputs => bits(float.value(inputs), type === 'int' ? 'int' : 'uint'))
  }

  /** Another type of whole numbers. */
  #other(type: WholeType): WholeType {
    if (this.#kind === 'widths') return this.#pick(WIDE.filter(t => t !== type))
    return type === 'uint' ? 'int' : 'uint'
  }
}

/** The bits of a number as another type. Zero is not taken, as fast arithmetic does not know its sign. */
function bits(k: Known, to: 'uint' | 'int' | 'float'): Known {
  if (!k || !isExact(k) || k.lo === 0) return undefined
  if (to !== 'float')
    return exactWhole(BigInt(new (to === 'uint' ? Uint32Array : Int32Array)(new Float32Array([k.lo]).buffer)[0]!))
  const v = new Float32Array(new Int32Array([k.lo]).buffer)[0]!
  // Numbers so small may become 0.
  return Math.abs(v) < 1e-30 ? undefined : exact(v)
}
