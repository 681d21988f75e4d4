// Integral constant expressions as clang evaluates them: only what decides the value is looked at, and what leaves its type on the way is a flaw.
// Invariant: never reports; chains that lean left are walked in a loop.

import { elementOf, isFloat } from '../../tree/numeric.ts'
import type {
  BinaryExpr,
  ConstantValue,
  ConvertExpr,
  Expr,
  IntrinsicExpr,
  LogicalExpr,
  VarSymbol,
} from '../../tree/typed.ts'
import type { ScalarType } from '../../tree/types.ts'
import type { Checker } from '../core/context.ts'
import { evaluateScalar, foldPair } from './constants.ts'
import { foldUnary, leavesType, toScalar } from './fold.ts'
import { foldIntrinsic } from './fold_intrinsics.ts'

/** What a constant expression may do at its place: nothing wrong, arithmetic and shifts that leave their type, or quotients and floats that do, too. */
export type Tolerance = 'none' | 'wrapping' | 'everything'

type Rules = Pick<Checker, 'options' | 'weakConstants'>

/** Before HLSL 2021 sizes and arguments of types may wrap around. */
export const toleranceOfSizes = ({ options }: Rules): Tolerance => (options.hlslVersion < 2021 ? 'wrapping' : 'none')

/** The value of an integral constant expression; undefined where it is none. */
export function integralConstant(checker: Rules, expr: Expr, tolerance: Tolerance = 'none'): ConstantValue | undefined {
  if (expr.kind === 'literal' && !expr.from) return evaluateScalar(expr)
  const evaluation = new Evaluation(checker)
  const value = evaluation.value(expr)
  const isTolerated =
    tolerance === 'everything' || (!evaluation.isLost && (tolerance === 'wrapping' || !evaluation.isWrapped))
  if (!isTolerated || (tolerance === 'wrapping' && !isPlain(checker, expr))) return undefined
  return value
}

/**
 * Whether a condition is known to be true or false, as `x && false` is; undefined when it depends. Only what clang evaluates counts: no component of a
 * vector, and few builtins.
 */
export function truth(checker: Rules, condition: Expr): boolean | undefined {
  const chain: LogicalExpr[] = []
  let first = condition
  for (; first.kind === 'logical'; first = first.left) chain.push(first)
  let known: boolean | undefined
  if (first.kind === 'comma') known = lastTruth(checker, first)
  else {
    const value = integralConstant(checker, first, 'everything')
    known = value === undefined ? undefined : Boolean(value)
  }
  for (let link = chain.pop(); link; link = chain.pop()) known = joinedTruth(link.op, known, truth(checker, link.right))
  return known
}

function lastTruth(checker: Rules, expr: Expr): boolean | undefined {
  let at = expr
  while (at.kind === 'comma') at = at.right
  return truth(checker, at)
}

/** What is known of `left && right` or `left || right`. */
export function joinedTruth(
  op: '&&' | '||',
  left: boolean | undefined,
  right: boolean | undefined,
): boolean | undefined {
  const decisive = op === '||'
  if (left === decisive || right === decisive) return decisive
  return left === undefined || right === undefined ? undefined : !decisive
}

/** Builtins that DXC evaluates in integral constant expressions. */
const CONSTANT_BUILTINS: ReadonlySet<string> = new Set(['min', 'max', 'asuint'])

type Overflowed = (expr: BinaryExpr, result: ConstantValue) => void

/** Tells of every sum, difference and product of constants in an expression that leaves its type. */
export function eachOverflow(checker: Rules, expr: Expr, overflowed: Overflowed): void {
  new Evaluation(checker, overflowed).value(expr)
}

class Evaluation {
  isWrapped = false
  isLost = false
  readonly #rules: Rules

  readonly #overflowed: Overflowed | undefined

  /** @param overflowed hears of sums, differences and products that leave their type, also beside what is no constant */
  constructor(rules: Rules, overflowed?: Overflowed) {
    this.#rules = rules
    this.#overflowed = overflowed
  }

  value(expr: Expr): ConstantValue | undefined {
    if (expr.type.kind !== 'scalar' && expr.type.kind !== 'enum') return undefined
    switch (expr.kind) {
      case 'literal':
        return this.#literal(expr.value, elementOf(expr.type)!, expr.from)
      case 'var':
        return this.#variable(expr.symbol, elementOf(expr.type)!)
      case 'unary': {
        const operand = this.value(expr.operand)
        const element = elementOf(expr.operand.type)!
        if (operand === undefined) return undefined
        const value = foldUnary(expr.op, operand, element)
        if (expr.op === '-' && leavesType('-', 0, operand, element, value)) this.isWrapped = true
        return value
      }
      case 'binary':
      case 'convert':
        return this.#chain(expr)
      case 'logical':
        return this.#logical(expr)
      case 'conditional': {
        const condition = this.value(expr.condition)
        return condition === undefined ? undefined : this.value(condition ? expr.then : expr.else)
      }
      case 'comma':
        return this.#last(expr)
      case 'intrinsic':
        return this.#intrinsic(expr)
      default:
        return undefined
    }
  }

  /** The last of values behind commas, which all have to be constant. */
  #last(expr: Expr): ConstantValue | undefined {
    const parts: Expr[] = []
    let first = expr
    for (; first.kind === 'comma'; first = first.left) parts.push(first.right)
    let value = this.value(first)
    for (let part = parts.pop(); part && value !== undefined; part = parts.pop()) value = this.value(part)
    return value
  }

  /** What a literal was computed from says whether it is a constant. */
  #literal(value: ConstantValue, element: ScalarType, from: Expr | undefined): ConstantValue | undefined {
    if (!from) return value
    const source = this.value(from)
    if (source !== undefined) this.#converted(source, from, element)
    return source === undefined ? undefined : value
  }

  #variable(symbol: VarSymbol, element: ScalarType): ConstantValue | undefined {
    if (symbol.constant?.length !== 1) return undefined
    if (isFloat(element)) this.isLost = true
    if (this.#overflowed || !this.#rules.weakConstants.has(symbol)) return symbol.constant[0]
    this.isLost = true
    return symbol.init && this.value(symbol.init)
  }

  #converted(value: ConstantValue, from: Expr, to: ScalarType): ConstantValue {
    const result = toScalar(value, to)
    const isCut = isFloat(elementOf(from.type)!) && !isFloat(to) && to.name !== 'bool'
    if (isCut && Math.trunc(Number(value)) !== Number(result)) this.isLost = true
    return result
  }

  /** Operators that lean left, with what converts their results: each comparison of `a < b < c` is converted for the next. */
  #chain(expr: Link): ConstantValue | undefined {
    const spine: Link[] = []
    let at: Expr = expr
    for (; isLink(at); at = at.kind === 'binary' ? at.left : at.operand) spine.push(at)
    let value = this.value(at)
    for (let i = spine.length - 1; i >= 0 && (value !== undefined || this.#overflowed); i--) {
      const link = spine[i]!
      if (link.kind === 'binary') value = this.#binary(link, value)
      else if (value !== undefined) value = this.#converted(value, link.operand, elementOf(link.type)!)
    }
    return value
  }

  #binary(expr: BinaryExpr, value: ConstantValue | undefined): ConstantValue | undefined {
    const { op, left, right } = expr
    const other = this.value(right)
    const element = elementOf(left.type)
    if (value === undefined || other === undefined || !element) return undefined
    const result = foldPair(op, [value], [other], element)?.[0]
    if (result === undefined || !leavesType(op, value, other, element, result)) return result
    if (op === '/' || op === '%') this.isLost = true
    else this.isWrapped = true
    if (op === '+' || op === '-' || op === '*') this.#overflowed?.(expr, result)
    return result
  }

  #logical(expr: LogicalExpr): ConstantValue | undefined {
    const chain: LogicalExpr[] = []
    let first: Expr = expr
    for (; first.kind === 'logical'; first = first.left) chain.push(first)
    let value = this.value(first)
    for (let link = chain.pop(); link && (value !== undefined || this.#overflowed); link = chain.pop())
      if (value === undefined) this.value(link.right)
      else if (Boolean(value) !== (link.op === '||')) value = this.value(link.right)
    return value
  }

  #intrinsic(expr: IntrinsicExpr): ConstantValue | undefined {
    const { name, args } = expr
    const element = elementOf(expr.type)!
    if (!CONSTANT_BUILTINS.has(name)) return undefined
    const given = elementOf(args[0]!.type)!
    const values = args.map(arg => this.value(arg))
    if (values.includes(undefined)) return undefined
    const known = values.map(value => [value!])
    return foldIntrinsic(expr, known, element, given)?.[0]
  }
}

type Link = BinaryExpr | ConvertExpr

const isLink = (expr: Expr): expr is Link =>
  (expr.kind === 'binary' || expr.kind === 'convert') && (expr.type.kind === 'scalar' || expr.type.kind === 'enum')

/** Whether there is nothing but constants, in what does not decide the value, too: what counted before HLSL 2021. */
function isPlain(checker: Rules, expr: Expr): boolean {
  let at = expr
  for (;;) {
    switch (at.kind) {
      case 'literal':
        if (!at.from) return true
        at = at.from
        break
      case 'var':
        return at.symbol.constant !== undefined && !checker.weakConstants.has(at.symbol)
      case 'unary':
      case 'convert':
        at = at.operand
        break
      case 'binary':
      case 'logical':
      case 'comma':
        if (!isPlain(checker, at.right)) return false
        at = at.left
        break
      case 'conditional':
        return [at.condition, at.then, at.else].every(part => isPlain(checker, part))
      case 'intrinsic':
        return CONSTANT_BUILTINS.has(at.name) && at.args.every(arg => isPlain(checker, arg))
      default:
        return false
    }
  }
}
