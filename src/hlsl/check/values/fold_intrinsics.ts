// Intrinsics whose value is known at compile time for constant arguments (what DXC folds in static const initialisers).
// Invariant: component-wise functions only, plus dot-like reductions; anything else is simply not constant.

import { table } from '../../../base/table.ts'
import { isFloat } from '../../tree/numeric.ts'
import type { ConstantValue, Expr, IntrinsicExpr } from '../../tree/typed.ts'
import type { ScalarType } from '../../tree/types.ts'
import { someExpression } from '../../tree/walk.ts'
import { foldArithmetic, toScalar } from './fold.ts'

type Constants = readonly ConstantValue[]
/** Components of the result, from those of the arguments; undefined when they are not computed. */
type Fold = (args: readonly Constants[], element: ScalarType, argument: ScalarType) => ConstantValue[] | undefined

/** One function of each component of a float; of other types it is not computed. */
const float =
  (f: (x: number, element: ScalarType) => number): Fold =>
  ([x], element, argument) =>
    isFloat(argument) ? x!.map(value => toScalar(f(Number(value), element), element)) : undefined

/** One function of each component of any number. */
const one =
  (f: (x: ConstantValue, element: ScalarType) => ConstantValue): Fold =>
  ([x], element) =>
    x!.map(value => f(value, element))

const two =
  (f: (x: ConstantValue, y: ConstantValue, element: ScalarType) => ConstantValue): Fold =>
  ([x, y], element) =>
    y && x!.map((value, i) => f(value, y[i]!, element))

const angle = (factor: number): Fold => float((x, element) => x * Number(toScalar(factor, element)))

const bits: Fold = (args, element, argument) => (args.length === 1 ? foldBits(args[0]!, argument, element) : undefined)

const FOLDS: ReadonlyMap<string, Fold> = table({
  abs: one((x, element) => toScalar(Number(x) < 0 ? negate(x) : x, element)),
  acos: float(Math.acos),
  asfloat: bits,
  asin: float(Math.asin),
  asint: bits,
  asuint: bits,
  atan: float(Math.atan),
  atan2: two((y, x, element) => toScalar(Math.atan2(Number(y), Number(x)), element)),
  ceil: float(Math.ceil),
  clamp: ([x, low, high]) => x!.map((value, i) => clamped(value, low![i]!, high![i]!)),
  cos: float(Math.cos),
  cosh: float(Math.cosh),
  degrees: angle(180 / Math.PI),
  exp: float(Math.exp),
  exp2: float(x => 2 ** x),
  floor: float(Math.floor),
  fmod: two((x, y, element) => remainder(Number(x), Number(y), element)),
  frac: float(x => x - Math.floor(x)),
  isnan: one(x => Number.isNaN(x)),
  lerp: ([x, y, s], element) => y && s && foldLerp(x!, y, s, element),
  log: float(Math.log),
  log2: float(Math.log2),
  log10: float(Math.log10),
  mad: ([x, y, z], element) => y && z && foldMad(x!, y, z, element),
  max: two(greater),
  min: two(lesser),
  mul: ([x, y], element) => (y && x!.length === 1 && y.length === 1 ? foldProduct(x![0]!, y[0]!, element) : undefined),
  pow: two((x, y, element) => toScalar(Number(x) ** Number(y), element)),
  radians: angle(Math.PI / 180),
  rcp: float(x => 1 / x),
  round: float(roundEven),
  rsqrt: float((x, element) => Number(inverseRoot(x, element))),
  // What is no number is 0.
  // -0 stays what it is, a NaN becomes 0.
  saturate: float(x => (x > 0 ? Math.min(x, 1) : x === 0 ? x : 0)),
  sign: one((x, element) => toScalar(Math.sign(Number(x)), element)),
  sin: float(Math.sin),
  sinh: float(Math.sinh),
  sqrt: float(Math.sqrt),
  tan: float(Math.tan),
  tanh: float(Math.tanh),
  trunc: float(Math.trunc),
})

/** Names of the builtins that are computed. */
export const foldedNames = (): readonly string[] => [...FOLDS.keys()]

/** To the nearest integer, of two to the even one; what is rounded to zero keeps its sign. */
function roundEven(x: number): number {
  const floor = Math.floor(x)
  if (x - floor !== 0.5) return Math.round(x)
  const even = floor % 2 === 0 ? floor : floor + 1
  return even === 0 && x < 0 ? -0 : even
}

const ROUND_AWAY = float(x => {
  const floor = Math.floor(Math.abs(x))
  return Math.sign(x) * (Math.abs(x) - floor < 0.5 ? floor : Math.ceil(Math.abs(x)))
})

/** What DXC computes in its optimiser; it computes the other builtins as soon as it meets them. */
const LATE: ReadonlySet<string> = new Set('abs degrees fmod lerp mad mul radians saturate'.split(' '))

/** Whether DXC computes a constant `clamp` in its optimiser: one of matrices, and one that reads a vector, an array or what is computed there, too. */
function isLate(clamp: Expr): boolean {
  const roots = new Set([clamp])
  let late = false
  for (const root of roots)
    late ||= someExpression(root, expr => {
      if (expr.kind === 'intrinsic') return expr.type.kind === 'matrix' || LATE.has(expr.name)
      const from = expr.kind === 'literal' ? expr.from : expr.kind === 'var' && expr.symbol.init
      if (from) roots.add(from)
      return expr.kind === 'var' && expr.type.kind !== 'scalar'
    })
  return late
}

/** Where the bounds are the wrong way round, the upper one wins. */
const lateClamp: Fold = ([x, low, high]) => x!.map((value, i) => lesser(greater(value, low![i]!), high![i]!))

/** Result components, or undefined when the intrinsic is not folded. `element` is the result's, `argument` the first argument's. */
export const foldIntrinsic = (
  expr: IntrinsicExpr,
  args: readonly Constants[],
  element: ScalarType,
  argument: ScalarType,
): ConstantValue[] | undefined => {
  const { name, halvesAway } = expr
  const fold = halvesAway ? ROUND_AWAY : name === 'clamp' && isLate(expr) ? lateClamp : FOLDS.get(name)
  return args[0] && fold?.(args, element, argument)
}

/** The root is rounded to the type before it is inverted. */
const inverseRoot = (x: number, element: ScalarType): ConstantValue =>
  toScalar(1 / Number(toScalar(Math.sqrt(x), element)), element)

/** As fmod is computed: by the fraction of the quotient, with its sign. */
function remainder(x: number, y: number, element: ScalarType): ConstantValue {
  // Fast mathematics: nothing times 0 is anything else.
  if (y === 0) return toScalar(0, element)
  const quotient = Number(toScalar(x / y, element))
  const fraction = Math.abs(quotient) - Math.floor(Math.abs(quotient))
  return toScalar((quotient >= -quotient ? fraction : -fraction) * y, element)
}

function foldProduct(x: ConstantValue, y: ConstantValue, element: ScalarType): ConstantValue[] | undefined {
  const product = foldArithmetic('*', x, y, element)
  return product === undefined ? undefined : [product]
}

function foldLerp(
  x: readonly ConstantValue[],
  y: readonly ConstantValue[],
  s: readonly ConstantValue[],
  element: ScalarType,
): ConstantValue[] | undefined {
  if (!isFloat(element)) return undefined
  return x.map((from, i) => {
    const difference = Number(toScalar(Number(y[i]) - Number(from), element))
    return toScalar(Number(from) + Number(toScalar(Number(s[i]) * difference, element)), element)
  })
}

const negate = (value: ConstantValue): ConstantValue => (typeof value === 'bigint' ? -value : -Number(value))

/** The second of equal ones, and of any with a NaN; Math.min does not know bigint. */
function lesser(a: ConstantValue, b: ConstantValue): ConstantValue {
  const takesA = a < b
  return takesA ? a : b
}
function greater(a: ConstantValue, b: ConstantValue): ConstantValue {
  const takesA = a > b
  return takesA ? a : b
}

/** The lower bound wins where it is above the upper one and DXC computes the clamp early. */
const clamped = (x: ConstantValue, low: ConstantValue, high: ConstantValue): ConstantValue => {
  if (x < low) return low
  const isAbove = x > high
  return isAbove ? high : x
}

function foldMad(
  x: readonly ConstantValue[],
  y: readonly ConstantValue[],
  z: readonly ConstantValue[],
  element: ScalarType,
): ConstantValue[] | undefined {
  const out: ConstantValue[] = []
  for (let i = 0; i < x.length; i++) {
    const product = foldArithmetic('*', x[i]!, y[i]!, element)
    const sum = product === undefined ? undefined : foldArithmetic('+', product, z[i]!, element)
    if (sum === undefined) return undefined
    out.push(sum)
  }
  return out
}

function foldBits(x: readonly ConstantValue[], from: ScalarType, to: ScalarType): ConstantValue[] | undefined {
  const view = new DataView(new ArrayBuffer(4))
  return x.map(value => {
    // The bits of a NaN are the engine's own; LLVM's is positive and quiet.
    if (Number.isNaN(value)) view.setUint32(0, 0x7fc00000)
    else if (isFloat(from)) view.setFloat32(0, Number(value))
    else view.setUint32(0, Number(value) >>> 0)
    return isFloat(to) ? view.getFloat32(0) : to.name === 'int' ? view.getInt32(0) : view.getUint32(0)
  })
}
