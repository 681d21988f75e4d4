// Calls that DXC computes before anything else sees them, because their arguments are written as constants: `pow(-2.0, 3.0)` is -8 then,
// though the logarithm in its expansion has no value.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import { foldIntrinsic } from '../../hlsl/check/values/fold_intrinsics.ts'
import type { Expr, IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { F16 } from '../../ir/types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { elementOf, irType, isUnsigned, kindOf } from '../core/scalars.ts'

const IMMEDIATE: ReadonlySet<string> = new Set([
  'acos',
  'asin',
  'atan',
  'atan2',
  'ceil',
  'clamp',
  'cos',
  'cosh',
  'exp',
  'exp2',
  'floor',
  'frac',
  'isnan',
  'log',
  'log10',
  'log2',
  'max',
  'min',
  'pow',
  'rcp',
  'round',
  'rsqrt',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
  'trunc',
])

/** The constants that a call gives, or undefined where it is to be lowered like any other. */
export function immediateValues(lowerer: Lowerer, e: IntrinsicExpr): readonly Value[] | undefined {
  if (!isImmediateCall(lowerer, e)) return undefined
  const element = elementOf(e.type)!
  const argument = elementOf(e.args[0]!.type)!
  const args = []
  for (const arg of e.args) {
    const values = evaluate(arg)
    if (!values) return undefined
    args.push(values)
  }
  const result = foldIntrinsic(e, args, element, argument)
  // The bits of a NaN are nobody's business here.
  if (!result || result.some(v => Number.isNaN(v))) return undefined
  const { constants } = lowerer.module
  const type = irType(element, lowerer.b.native16Bit)
  return result.map(v => {
    if (typeof v === 'boolean') return lowerer.b.bool(v)
    if (kindOf(element) === 'float') return lowerer.b.constant(type, Number(v))
    return typeof v === 'bigint' ? constants.int64(BigInt.asIntN(64, v)) : constants.int(type, v | 0)
  })
}

function isImmediateCall(lowerer: Lowerer, e: IntrinsicExpr): boolean {
  if (!IMMEDIATE.has(e.name)) return false
  const argument = e.args[0] && elementOf(e.args[0].type)
  if (!argument || !elementOf(e.type) || irType(argument, lowerer.b.native16Bit) === F16) return false
  if (e.name === 'clamp' && isUnsigned(argument)) return false
  return e.args.every(arg => isImmediate(lowerer, arg))
}

/** What DXC's code generator has as a constant from the start: operators and conversions of constants, and variables that are none. */
function isImmediate(lowerer: Lowerer, expr: Expr): boolean {
  let at = expr
  for (;;) {
    switch (at.kind) {
      case 'literal':
        return true
      case 'var':
        return at.symbol.constant !== undefined
      case 'convert':
      case 'unary':
        at = at.operand
        break
      case 'binary':
        if (!isImmediate(lowerer, at.right)) return false
        at = at.left
        break
      case 'conditional': {
        const [condition] = evaluate(at.condition) ?? []
        if (condition === undefined || at.condition.type.kind !== 'scalar') return false
        at = condition ? at.then : at.else
        break
      }
      case 'construct':
        return at.args.every(arg => isImmediate(lowerer, arg))
      case 'intrinsic':
        return isImmediateCall(lowerer, at)
      default:
        return false
    }
  }
}
