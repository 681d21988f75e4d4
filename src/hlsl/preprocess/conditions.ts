// The constant expressions of #if and #elif: 64-bit integers, signed unless a u says otherwise, as clang evaluates them.
// Invariant: consumes a finite token array; nesting is bounded; an error is reported once and makes the condition false.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Names } from '../lex/names.ts'
import { parseInteger } from '../lex/number_literal.ts'
import { BINARY_LEVELS, CHARACTER, IDENTIFIER, KIND, kindOf, NUMBER } from '../lex/token.ts'
import type { Token } from './macros.ts'

const MAX_DEPTH = 256

interface Value {
  readonly value: bigint
  readonly unsigned: boolean
}

const ZERO: Value = { value: 0n, unsigned: false }
const ONE: Value = { value: 1n, unsigned: false }
const truth = (b: boolean): Value => (b ? ONE : ZERO)

/** Thrown after reporting. */
const BAD = Symbol('bad condition')

/** Binding strength by token kind, 0 for what is no binary operator. */
const STRENGTH = new Uint8Array(256)
BINARY_LEVELS.forEach((level, i) => {
  for (const op of level) STRENGTH[kindOf(op)] = i + 3
})
STRENGTH[KIND[',']] = 1
STRENGTH[KIND['?']] = 2

/** Evaluates a condition whose macros have been expanded. at is where to complain when it is empty. */
export function evaluateCondition(
  tokens: readonly Token[],
  at: { readonly pos: number; readonly end: number },
  names: Names,
  diagnostics: Diagnostics,
): boolean {
  try {
    return new Evaluator(tokens, at, names, diagnostics).whole()
  } catch (e) {
    if (e === BAD) return false
    throw e
  }
}

class Evaluator {
  readonly #tokens: readonly Token[]
  readonly #end: { readonly pos: number; readonly end: number }
  readonly #names: Names
  readonly #diagnostics: Diagnostics
  #at = 0
  #depth = 0

  constructor(
    tokens: readonly Token[],
    end: { readonly pos: number; readonly end: number },
    names: Names,
    diagnostics: Diagnostics,
  ) {
    this.#tokens = tokens
    this.#end = end
    this.#names = names
    this.#diagnostics = diagnostics
  }

  whole(): boolean {
    const value = this.#binary(2, true)
    const left = this.#tokens[this.#at]
    if (left?.kind === KIND[',']) {
      this.#diagnostics.report('E1147', left, {})
      throw BAD
    }
    if (left) this.#notAnOperator(left)
    return value.value !== 0n
  }

  #notAnOperator(token: Token): never {
    this.#diagnostics.report('E1131', token, {})
    throw BAD
  }

  #binary(minimum: number, live: boolean): Value {
    if (++this.#depth > MAX_DEPTH) {
      this.#diagnostics.report('E1139', this.#tokens[this.#at] ?? this.#end, { limit: MAX_DEPTH })
      throw BAD
    }
    let left = this.#unary(live)
    for (;;) {
      const op = this.#tokens[this.#at]
      const strength = op ? STRENGTH[op.kind]! : 0
      if (!op || strength < minimum || strength === 0) break
      this.#at++
      left = op.kind === KIND['?'] ? this.#conditional(left, live) : this.#apply(op, left, strength, live)
    }
    this.#depth--
    return left
  }

  #conditional(condition: Value, live: boolean): Value {
    const chosen = condition.value !== 0n
    const yes = this.#binary(1, live && chosen)
    const colon = this.#tokens[this.#at]
    if (colon?.kind !== KIND[':']) {
      this.#diagnostics.report('E1138', colon ?? this.#end, {})
      throw BAD
    }
    this.#at++
    const no = this.#binary(2, live && !chosen)
    const unsigned = yes.unsigned || no.unsigned
    return wrap(chosen ? yes.value : no.value, unsigned)
  }

  #apply(op: Token, left: Value, strength: number, live: boolean): Value {
    const skipsRight = op.kind === KIND['&&'] ? left.value === 0n : op.kind === KIND['||'] && left.value !== 0n
    const right = this.#binary(strength + 1, live && !skipsRight)
    const shift = op.kind === KIND['<<'] || op.kind === KIND['>>']
    const unsigned = shift ? left.unsigned : left.unsigned || right.unsigned
    const divides = op.kind === KIND['/'] || op.kind === KIND['%']
    if (divides && right.value === 0n) {
      if (!live) return ZERO
      this.#diagnostics.report('E1133', op, { what: op.kind === KIND['/'] ? 'division' : 'remainder' })
      throw BAD
    }
    return compute(
      op.kind,
      wrap(left.value, unsigned).value,
      shift ? right.value : wrap(right.value, unsigned).value,
      unsigned,
    )
  }

  #unary(live: boolean): Value {
    const prefixes: number[] = []
    for (let t = this.#tokens[this.#at]; t && isPrefix(t.kind); t = this.#tokens[this.#at]) {
      prefixes.push(t.kind)
      this.#at++
    }
    let value = this.#primary(live)
    for (let i = prefixes.length - 1; i >= 0; i--) {
      if (prefixes[i] === KIND['!']) value = truth(value.value === 0n)
      else if (prefixes[i] === KIND['-']) value = wrap(-value.value, value.unsigned)
      else if (prefixes[i] === KIND['~']) value = wrap(~value.value, value.unsigned)
    }
    return value
  }

  #primary(live: boolean): Value {
    const token = this.#tokens[this.#at]
    if (!token) {
      this.#diagnostics.report('E1130', this.#end, {})
      throw BAD
    }
    this.#at++
    if (token.kind === KIND['(']) return this.#parenthesized(token, live)
    if (token.kind === NUMBER) return this.#number(token)
    // true is the only word with a value of its own; all others are undefined macros.
    if (token.kind === IDENTIFIER) return truth(this.#names.text(token.value) === 'true')
    if (token.kind === CHARACTER) return { value: BigInt(this.#names.text(token.value).charCodeAt(1)), unsigned: false }
    this.#diagnostics.report('E1136', token, {})
    throw BAD
  }

  #parenthesized(open: Token, live: boolean): Value {
    const value = this.#binary(1, live)
    const close = this.#tokens[this.#at]
    if (close?.kind === KIND[')']) {
      this.#at++
      return value
    }
    if (close && STRENGTH[close.kind] === 0 && close.kind !== KIND[':']) this.#notAnOperator(close)
    const error = this.#diagnostics.report('E1132', close ?? this.#end, {})
    this.#diagnostics.note(error, 'N1000', open, { bracket: '(' })
    throw BAD
  }

  #number(token: Token): Value {
    const text = this.#names.text(token.value)
    const parsed = parseInteger(text)
    if (parsed && !('problem' in parsed) && parsed.value > 0xffffffffffffffffn) {
      this.#diagnostics.report('E1006', token, {})
      throw BAD
    }
    if (parsed && !('problem' in parsed))
      return wrap(parsed.value, parsed.suffix.startsWith('u') || parsed.value > 0x7fffffffffffffffn)
    if (/^(?!0x)[\d.]+([eE][+-]?\d+)?[fFhHlL]?$/.test(text)) this.#diagnostics.report('E1135', token, {})
    else
      this.#diagnostics.report('E1004', token, { suffix: text.replace(/^(0[xX][\da-fA-F]*|\d+)/, ''), kind: 'integer' })
    throw BAD
  }
}

const isPrefix = (kind: number): boolean =>
  kind === KIND['!'] || kind === KIND['-'] || kind === KIND['+'] || kind === KIND['~']

function wrap(value: bigint, unsigned: boolean): Value {
  return { value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value), unsigned }
}

function compute(op: number, a: bigint, b: bigint, unsigned: boolean): Value {
  switch (op) {
    case KIND['||']:
      return truth(a !== 0n || b !== 0n)
    case KIND['&&']:
      return truth(a !== 0n && b !== 0n)
    case KIND['==']:
      return truth(a === b)
    case KIND['!=']:
      return truth(a !== b)
    case KIND['<']:
      return truth(a < b)
    case KIND['>']:
      return truth(a > b)
    case KIND['<=']:
      return truth(a <= b)
    case KIND['>=']:
      return truth(a >= b)
    default:
      return wrap(arithmetic(op, a, b), unsigned)
  }
}

function arithmetic(op: number, a: bigint, b: bigint): bigint {
  switch (op) {
    case KIND['|']:
      return a | b
    case KIND['^']:
      return a ^ b
    case KIND['&']:
      return a & b
    // A shift past 64 bits gives what 64 bits give: more would only cost memory.
    // A distance below zero is a large one.
    case KIND['<<']:
      return b < 0n || b > 63n ? 0n : a << b
    case KIND['>>']:
      return a >> (b < 0n || b > 63n ? 63n : b)
    case KIND['+']:
      return a + b
    case KIND['-']:
      return a - b
    case KIND['*']:
      return a * b
    case KIND['/']:
      return a / b
    case KIND['%']:
      return a % b
    default:
      return b
  }
}
