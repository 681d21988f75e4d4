// What the families of builtin functions share: the shape of a rule, and rules made from one operation on scalars.

import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { ScalarType } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import type { Builder } from '../core/builder.ts'
import { convertValue } from '../core/convert.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { elementOf, FLOAT } from '../core/scalars.ts'
import { builtinArguments, outPlace } from '../storage/arguments.ts'

export type Intrinsic = (lowerer: Lowerer, e: IntrinsicExpr) => readonly Value[]
export type Family = Readonly<Record<string, Intrinsic>>

/** Element type of argument i. */
export const argElement = (e: IntrinsicExpr, i: number): ScalarType => elementOf(e.args[i]!.type) ?? FLOAT
/** Element type of the result. */
export const resultElement = (e: IntrinsicExpr): ScalarType => elementOf(e.type) ?? FLOAT

/** Values of all arguments, none of those that are written; the source position is then the call's. */
export function argValues(lowerer: Lowerer, e: IntrinsicExpr): (readonly Value[])[] {
  const args = builtinArguments(lowerer, e.args, e.params, arg => lowerer.value(arg))
  lowerer.b.pos = e.at ?? e.pos
  return args
}

/** Component by component over the arguments, scalars repeated. */
export const each =
  (rule: (b: Builder, args: readonly Value[], e: IntrinsicExpr) => Value): Intrinsic =>
  (lowerer, e) => {
    const args = argValues(lowerer, e)
    let n = 0
    for (const a of args) n = Math.max(n, a.length)
    const result: Value[] = []
    for (let i = 0; i < n; i++)
      result.push(
        rule(
          lowerer.b,
          args.map(a => a[a.length === 1 ? 0 : i]!),
          e,
        ),
      )
    return result
  }

/** One DXIL operation on each component, of the component's type. */
export const op = (opcode: number): Intrinsic => each((b, args) => b.dx(opcode, b.typeOf(args[0]!), args))

/** Writes the value of an out argument, converted from the parameter's type to the argument's. */
export function writeOut(lowerer: Lowerer, e: IntrinsicExpr, i: number, values: readonly Value[]): void {
  const arg = e.args[i]
  const param = e.params[i]
  if (!arg || !param) return
  lowerer.store(outPlace(lowerer, arg), convertValue(lowerer, values, param.type, arg.type))
}
