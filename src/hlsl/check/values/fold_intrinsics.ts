// Intrinsics whose value is known at compile time for constant arguments (what DXC folds in static const initialisers).
// Invariant: component-wise functions only, plus dot-like reductions; anything else is simply not constant.

import { table } from '../../../base/table.ts'
import { isFloat } from '../../tree/numeric.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import type { ScalarType } from '../../tree/types.ts'
import { foldArithmetic, toScalar } from './fold.ts'

type Fold1 = (x: number) => number

const FLOAT1: ReadonlyMap<string, Fold1> = table({
  acos: Math.acos,
  asin: Math.asin,
  atan: Math.atan,
  ceil: Math.ceil,
  cos: Math.cos,
  cosh: Math.cosh,
  exp: Math.exp,
  exp2: x => 2 ** x,
  floor: Math.floor,
  frac: x => x - Math.floor(x),
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  rcp: x => 1 / x,
  round: roundEven,
  // What is no number is 0.
  saturate: x => (x > 0 ? Math.min(x, 1) : 0),
  sin: Math.sin,
  sinh: Math.sinh,
  sqrt: Math.sqrt,
  tan: Math.tan,
  tanh: Math.tanh,
  trunc: Math.trunc,
})

const ANGLES: ReadonlyMap<string, number> = table({ degrees: 180 / Math.PI, radians: Math.PI / 180 })

function roundEven(x: number): number {
  const floor = Math.floor(x)
  const rest = x - floor
  if (rest !== 0.5) return Math.round(x)
  return floor % 2 === 0 ? floor : floor + 1
}

/** Result components, or undefined when the intrinsic is not folded. `element` is the result's, `argument` the first argument's. */
export function foldIntrinsic(
  name: string,
  args: readonly (readonly ConstantValue[])[],
  element: ScalarType,
  argument: ScalarType,
): ConstantValue[] | undefined {
  const x = args[0]
  if (!x) return undefined
  const unary = FLOAT1.get(name)
  if (name === 'rsqrt' && isFloat(argument)) return x.map(value => inverseRoot(Number(value), element))
  if (unary && isFloat(argument)) return x.map(value => toScalar(unary(Number(value)), element))
  const factor = ANGLES.get(name)
  if (factor !== undefined && isFloat(argument)) {
    const rounded = Number(toScalar(factor, element))
    return x.map(value => toScalar(Number(value) * rounded, element))
  }
  const y = args[1]
  const z = args[2]
  switch (name) {
    case 'abs':
      return x.map(value => toScalar(Number(value) < 0 ? negate(value) : value, element))
    case 'sign':
      return x.map(value => toScalar(Math.sign(Number(value)), element))
    case 'min':
      return y && x.map((value, i) => lesser(value, y[i]!))
    case 'max':
      return y && x.map((value, i) => greater(value, y[i]!))
    case 'clamp':
      return y && z && x.map((value, i) => clamped(value, y[i]!, z[i]!))
    case 'isnan':
      return x.map(value => Number.isNaN(value))
    case 'pow':
      return y && x.map((value, i) => toScalar(Number(value) ** Number(y[i]), element))
    case 'atan2':
      return y && x.map((value, i) => toScalar(Math.atan2(Number(value), Number(y[i])), element))
    case 'fmod':
      return y && x.map((value, i) => remainder(Number(value), Number(y[i]), element))
    case 'mul':
      return y && x.length === 1 && y.length === 1 ? foldProduct(x[0]!, y[0]!, element) : undefined
    case 'lerp':
      return y && z && foldLerp(x, y, z, element)
    case 'mad':
      return y && z && foldMad(x, y, z, element)
    case 'asuint':
    case 'asint':
    case 'asfloat':
      return args.length === 1 ? foldBits(x, argument, element) : undefined
    default:
      return undefined
  }
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
const lesser = (a: ConstantValue, b: ConstantValue): ConstantValue => {
  const takesA = a < b
  return takesA ? a : b
}
const greater = (a: ConstantValue, b: ConstantValue): ConstantValue => {
  const takesA = a > b
  return takesA ? a : b
}

/** The lower bound wins where it is above the upper one. */
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
    if (isFloat(from)) view.setFloat32(0, Number(value))
    else view.setUint32(0, Number(value) >>> 0)
    return isFloat(to) ? view.getFloat32(0) : to.name === 'int' ? view.getInt32(0) : view.getUint32(0)
  })
}
