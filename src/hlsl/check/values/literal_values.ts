// The values of literal-typed expressions, computed as 64-bit integers and doubles: one constant, or a choice among constants.
// Invariant: pure; an expression that is neither gives undefined.

import {
  BOOL,
  bitsOf,
  countOf,
  elementOf,
  hasLiteral,
  INT,
  isFloat,
  isNumeric,
  LITERAL_INT,
} from '../../tree/numeric.ts'
import type { ArithmeticOp, BinaryExpr, ConditionalExpr, ConstantValue, Expr, IntrinsicExpr } from '../../tree/typed.ts'
import { type ScalarType, type Type, vector } from '../../tree/types.ts'
import { type Components, convertComponents, evaluate, foldPair } from './constants.ts'
import { foldUnary } from './fold.ts'
import { foldIntrinsic } from './fold_intrinsics.ts'

/** What an expression is worth: constants, or by a condition that is only known at run time one of two such values. */
export type Decision =
  | { readonly kind: 'known'; readonly values: Components }
  | { readonly kind: 'chosen'; readonly by: ConditionalExpr; readonly yes: Decision; readonly no: Decision }

/** More constants than this to choose among are not worth their code. */
const MOST_LEAVES = 64

type Fold = (values: Components) => Components | undefined

const known = (values: Components | undefined): Decision | undefined => values && { kind: 'known', values }

/** Applies a function to every constant of a decision; undefined where one of them has no value. */
function mapped(decision: Decision, fold: Fold): Decision | undefined {
  if (decision.kind === 'known') return known(fold(decision.values))
  const yes = mapped(decision.yes, fold)
  const no = yes && mapped(decision.no, fold)
  return yes && no && { kind: 'chosen', by: decision.by, yes, no }
}

/** Whether no vector of conditions chooses component by component in it. */
const isByScalars = (d: Decision): boolean =>
  d.kind === 'known' || (d.by.condition.type === BOOL && isByScalars(d.yes) && isByScalars(d.no))

/** Components of a decision, and of the conditions that choose each of them. */
function swizzled(d: Decision, components: readonly number[]): Decision {
  if (d.kind === 'known') return { kind: 'known', values: components.map(i => d.values[i]!) }
  const { condition } = d.by
  const type = components.length === 1 ? BOOL : vector(BOOL, components.length)
  const picked: Expr =
    condition.type === BOOL
      ? condition
      : { kind: 'swizzle', base: condition, components, type, pos: condition.pos, end: condition.end }
  return {
    kind: 'chosen',
    by: { ...d.by, condition: picked },
    yes: swizzled(d.yes, components),
    no: swizzled(d.no, components),
  }
}

const keepsShape = (a: Type, b: Type): boolean => isNumeric(a) && isNumeric(b) && countOf(a) === countOf(b)

const leavesOf = (d: Decision): number => (d.kind === 'known' ? 1 : leavesOf(d.yes) + leavesOf(d.no))

/** How the constants of a tree are computed: as literals, or in 32 bits. */
type Mode = 'literal' | 'short'

/** The decision that a literal-typed expression comes to, or a comparison of literals. */
export function decide(expr: Expr, mode: Mode = 'literal'): Decision | undefined {
  const constant = mode === 'short' ? shortConstant(expr) : undefined
  if (constant) return constant
  switch (expr.kind) {
    case 'literal':
      return known([expr.value])
    case 'conditional':
      return decideConditional(expr, mode)
    case 'binary':
      return decideChain(expr, mode)
    case 'unary': {
      const operand = decide(expr.operand, mode)
      const element = elementOf(expr.operand.type)!
      return operand && mapped(operand, values => values.map(v => foldUnary(expr.op, v, computedIn(element, mode))))
    }
    case 'convert': {
      if (!hasLiteral(expr.operand.type)) return known(evaluate(expr))
      const operand = decideCast(expr.operand, elementOf(expr.type)!)
      if (operand && !keepsShape(expr.operand.type, expr.type) && !isByScalars(operand)) return undefined
      return operand && mapped(operand, values => convertComponents(values, expr.operand.type, expr.type))
    }
    case 'swizzle': {
      const base = decide(expr.base, mode)
      return base && swizzled(base, expr.components)
    }
    case 'intrinsic':
      return expr.name === 'select' ? decideConditional(asConditional(expr), mode) : decideIntrinsic(expr)
    case 'comma':
      // What is on the left has effects.
      return undefined
    default:
      return known(evaluate(expr))
  }
}

/** As `decide`, for a value that is converted: what DXC computes in 32 bits then is computed so. */
export const decideCast = (expr: Expr, to: ScalarType): Decision | undefined =>
  decide(expr, isShort(expr, to) ? 'short' : 'literal')

const computedIn = (element: ScalarType, mode: Mode): ScalarType =>
  mode === 'short' && element === LITERAL_INT ? INT : element

/** What is a constant from the start is computed in 64 bits before it is cut to 32. */
export const shortConstant = (expr: Expr): Decision | undefined =>
  isEarly(expr) ? known(evaluate(expr)?.map(shortened)) : undefined

const shortened = (value: ConstantValue): ConstantValue =>
  typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : value

/** select() is the conditional operator that looks at both of its sides. */
const asConditional = ({ type, args, pos, end }: IntrinsicExpr): ConditionalExpr => ({
  kind: 'conditional',
  type,
  shortCircuit: false,
  condition: args[0]!,
  // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
  then: args[1]!,
  else: args[2]!,
  pos,
  end,
})

function decideConditional(expr: ConditionalExpr, mode: Mode): Decision | undefined {
  const values = evaluate(expr.condition)
  if (values && values.length > 1) return known(evaluate(expr))
  const condition = values?.[0]
  if (condition !== undefined) return decide(condition ? expr.then : expr.else, mode)
  const yes = decide(expr.then, mode)
  const no = yes && decide(expr.else, mode)
  if (!yes || !no || leavesOf(yes) + leavesOf(no) > MOST_LEAVES) return undefined
  return { kind: 'chosen', by: expr, yes, no }
}

/** Binary chains lean left and may be very long. */
function decideChain(expr: BinaryExpr, mode: Mode): Decision | undefined {
  const spine: BinaryExpr[] = []
  let at: Expr = expr
  while (at.kind === 'binary') {
    spine.push(at)
    at = at.left
  }
  const early = mode === 'short' ? earlyPrefix(spine, at) : undefined
  let result = early ? early.value : decide(at, mode)
  for (let i = (early ? early.end : spine.length) - 1; i >= 0 && result; i--) {
    const node = spine[i]!
    const right = decide(node.right, mode)
    result = right && combined(node, result, right, mode)
  }
  return result
}

/**
 * The longest beginning of a chain that is a constant from the start, and where in its nodes, the last first, that ends: of `a / b - (c ? 1 : 2)`
 * the division. `at` is what the chain begins with.
 */
export function earlyPrefix(spine: readonly BinaryExpr[], at: Expr): { value: Decision; end: number } | undefined {
  if (!isEarly(at)) return undefined
  let end = spine.length
  while (end > 0 && isEarly(spine[end - 1]!.right)) end--
  const value = end < spine.length ? shortConstant(spine[end]!) : undefined
  return value && { value, end }
}

/** Two choices are not multiplied out: they stay operations on chosen values, unless one variable decides both. */
function combined(node: BinaryExpr, left: Decision, right: Decision, mode: Mode): Decision | undefined {
  const element = computedIn(elementOf(node.left.type)!, mode)
  const fold = (a: Components, b: Components): Components | undefined => foldPair(node.op, a, b, element)
  return joined(left, right, fold)
}

function joined(
  left: Decision,
  right: Decision,
  fold: (a: Components, b: Components) => Components | undefined,
): Decision | undefined {
  if (right.kind === 'known') return mapped(left, values => fold(values, right.values))
  if (left.kind === 'known') return mapped(right, values => fold(left.values, values))
  const variable = left.by.condition
  const other = right.by.condition
  if (variable.kind !== 'var' || other.kind !== 'var' || variable.symbol !== other.symbol) return undefined
  if (![left.yes, left.no, right.yes, right.no].every(d => d.kind === 'known')) return undefined
  const yes = joined(left.yes, right.yes, fold)
  const no = yes && joined(left.no, right.no, fold)
  return yes && no && { kind: 'chosen', by: left.by, yes, no }
}

function decideIntrinsic(expr: IntrinsicExpr): Decision | undefined {
  const element = elementOf(expr.type)
  const argument = expr.args[0] && elementOf(expr.args[0].type)
  if (!element || !argument) return undefined
  const args: Decision[] = []
  for (const arg of expr.args) {
    const value = decide(arg)
    if (!value) return undefined
    args.push(value)
  }
  const choice = args.find(arg => arg.kind === 'chosen') ?? args[0]!
  if (choice.kind === 'chosen' && !ARITHMETIC.has(expr.name)) return undefined
  const values: Components[] = []
  for (const arg of args) {
    if (arg === choice) values.push([])
    else if (arg.kind === 'known') values.push(arg.values)
    else return undefined
  }
  return mapped(choice, chosen =>
    foldIntrinsic(
      expr,
      values.map((v, i) => (args[i] === choice ? chosen : v)),
      element,
      argument,
    ),
  )
}

/** Builtins that are a few operators, which DXC distributes over a choice; others are called with what was chosen. */
const ARITHMETIC: ReadonlySet<string> = new Set(['degrees', 'lerp', 'mul', 'radians', 'rcp'])

const SHORT_OPS: ReadonlySet<string> = new Set<ArithmeticOp>(['+', '-', '*', '/', '%', '&', '|', '^', '<<', '>>'])

/** Whether DXC converts this scalar by way of 32 bits: an integer operation on constants and on choices among constants, when the
    target is neither bool nor as wide as a literal. */
export function isShort(expr: Expr, to: ScalarType): boolean {
  if (expr.type !== LITERAL_INT || to === BOOL || (!isFloat(to) && bitsOf(to) === 64)) return false
  let at = chosenArm(expr)
  while (at.kind === 'binary' && isLeft(at)) at = chosenArm(at.left)
  const isOperation = (at.kind === 'binary' && SHORT_OPS.has(at.op)) || at.kind === 'unary'
  return isOperation && isShortOperand(at) && evaluate(at) === undefined
}

/** Whether nothing is left of an operation but its left side: DXC's builder makes no instruction of `x | 0` and `x & -1`, but of `0 | x`. */
function isLeft({ op, right }: BinaryExpr): boolean {
  if ((op !== '|' && op !== '&') || !isEarly(right)) return false
  return evaluate(right)?.[0] === (op === '|' ? 0n : -1n)
}

/** What is left of conditionals that a constant decides. */
function chosenArm(expr: Expr): Expr {
  let at = expr
  while (at.kind === 'conditional' && at.condition.type === BOOL) {
    const values = evaluate(at.condition)
    if (!values) break
    at = values[0] ? at.then : at.else
  }
  return at
}

/** What an expression may consist of, besides literals and binary operators. */
interface Parts {
  readonly through: ReadonlySet<Expr['kind']>
  readonly calls: ReadonlySet<string>
}

/** What DXC has computed as soon as it meets it; components of vectors are taken out later. Other builtins of integers are calls until then. */
const EARLY: Parts = { through: new Set(['unary', 'swizzle']), calls: new Set(['clamp', 'max', 'min']) }
/** What DXC's front end evaluates, so that choosing it needs no branch. */
const EVALUATABLE: Parts = { through: new Set(['unary', 'convert']), calls: new Set(['max', 'min']) }

function consistsOf(expr: Expr, parts: Parts): boolean {
  let at = expr
  for (;;) {
    switch (at.kind) {
      case 'literal':
        return true
      case 'unary':
      case 'convert':
      case 'swizzle':
        if (!parts.through.has(at.kind)) return false
        at = at.kind === 'swizzle' ? at.base : at.operand
        break
      case 'binary':
        if (!consistsOf(at.right, parts)) return false
        at = at.left
        break
      case 'conditional': {
        const arm = chosenArm(at)
        if (arm === at) return false
        at = arm
        break
      }
      case 'intrinsic':
        return parts.calls.has(at.name) && at.args.every(arg => consistsOf(arg, parts))
      default:
        return false
    }
  }
}

const isEarly = (expr: Expr): boolean => consistsOf(expr, EARLY)
const isEvaluatable = (expr: Expr): boolean => consistsOf(expr, EVALUATABLE)

function isShortOperand(expr: Expr): boolean {
  let at = expr
  for (;;) {
    switch (at.kind) {
      case 'literal':
        return true
      case 'unary':
        at = at.operand
        break
      case 'binary':
        if (!isShortOperand(at.right)) return false
        at = at.left
        break
      case 'conditional':
        if (at.condition.type !== BOOL) return false
        if (evaluate(at.condition)) {
          at = evaluate(at.condition)![0] ? at.then : at.else
          break
        }
        // With short circuits, arms that DXC's front end cannot evaluate become branches.
        if (at.shortCircuit && !(isEvaluatable(at.then) && isEvaluatable(at.else))) return false
        if (!isShortOperand(at.then)) return false
        at = at.else
        break
      case 'swizzle':
      case 'intrinsic':
        return isEarly(at)
      default:
        return false
    }
  }
}
