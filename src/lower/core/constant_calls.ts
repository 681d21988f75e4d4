// Functions without parameters that return a constant made of constants and of other such functions: f<N - 1>() + f<N - 2>() in line would
// double with every level, and is one number. Each function is looked into once.

import { evaluate } from '../../hlsl/check/values/constants.ts'
import type { ConstantValue, Expr, FunctionSymbol, LiteralExpr } from '../../hlsl/tree/typed.ts'

/** What is known of each function; undefined: no constant. */
export type ConstantCalls = Map<FunctionSymbol, ConstantValue | undefined>

/** How deep expressions and calls of calls are looked into: templates nest no deeper. */
const MAX_DEPTH = 1024

/** The constant that the call is, as a literal in its place; undefined when it is none. */
export function constantCall(known: ConstantCalls, callee: FunctionSymbol, at: Expr): LiteralExpr | undefined {
  const value = resultOf(known, callee, 0)
  return value === undefined ? undefined : { kind: 'literal', type: callee.returnType, value, pos: at.pos, end: at.end }
}

function resultOf(known: ConstantCalls, callee: FunctionSymbol, depth: number): ConstantValue | undefined {
  if (known.has(callee)) return known.get(callee)
  known.set(callee, undefined)
  const { returnType, params, self, body } = callee
  if (params.length > 0 || self || returnType.kind !== 'scalar' || !/^(bool|u?int)$/.test(returnType.name))
    return undefined
  const [only, ...more] = body?.body ?? []
  if (only?.kind !== 'return' || !only.value || more.length > 0) return undefined
  const values = evaluate(withResults(known, only.value, depth + 1))
  if (values?.length !== 1) return undefined
  known.set(callee, values[0])
  return values[0]
}

/** The expression with literals in place of calls that are constants. */
function withResults(known: ConstantCalls, e: Expr, depth: number): Expr {
  if (depth > MAX_DEPTH) return e
  const inner = (part: Expr): Expr => withResults(known, part, depth + 1)
  switch (e.kind) {
    case 'call': {
      const value = e.args.length > 0 || e.self ? undefined : resultOf(known, e.callee, depth + 1)
      return value === undefined ? e : { kind: 'literal', type: e.type, value, pos: e.pos, end: e.end }
    }
    case 'binary':
      return { ...e, left: inner(e.left), right: inner(e.right) }
    case 'unary':
    case 'convert':
      return { ...e, operand: inner(e.operand) }
    default:
      return e
  }
}
