// Constant indices outside of what they index, and the places where DXC does not look: under an explicit cast, a member access or an
// initialiser list an index is not compared with anything, nor in code that cannot be reached.

import type { Diagnostic } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { elementOf, isFloat, UINT } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { rootVariable } from '../core/lvalues.ts'
import { converted } from './conversions.ts'
import { integralConstant } from './integral_constants.ts'

/** Checks an expression under something through which DXC does not see its index. */
export function exprUnchecked(checker: Checker, node: A.Expr): Expr {
  let at = node
  while (at.kind === 'paren') at = at.inner
  if (at.kind === 'index') checker.uncheckedIndices.add(at)
  return checker.expr(node)
}

/** False, after reporting, when an index known here is outside of what has the type. */
export function inBounds(checker: Checker, base: Expr, index: Expr, node: A.IndexExpr): boolean {
  if (checker.uncheckedIndices.has(node)) return true
  if (base.type.kind === 'array' && checker.fn?.reach.here === false) return true
  if (index.kind === 'comma') return inBounds(checker, base, index.right, node)
  const element = elementOf(index.type)
  const isInteger = index.type.kind === 'enum' || (element && !isFloat(element))
  // An index of a vector is a uint: 3.5 is 3, 4294967296 is 0. It is compared as the int of the same bits.
  const isWord = base.type.kind !== 'array'
  const whole = isWord ? converted(index, UINT) : isInteger ? index : undefined
  const value = whole && integralConstant(checker, whole)
  if (value === undefined) return true
  const at = isWord ? Number(BigInt.asIntN(32, BigInt(value))) : Number(value)
  const { type } = base
  const size = sizeOf(type)
  // No index is past the end of an array without elements: DXC looks for its end only if it has one.
  if (size === undefined || (at >= 0 && (at < size || size === 0 || isTail(base)))) return true
  if (type.kind === 'array' && checker.options.hlslVersion <= 2016) {
    warnPast(checker, base, at, size, node)
    return true
  }
  const code = type.kind === 'array' ? 'E2147' : type.kind === 'vector' ? 'E2148' : 'E2149'
  const span = type.kind === 'array' ? node : index
  const method = checker.fn?.entity.owner?.template ? checker.fn.entity : undefined
  if (method && checker.silent === 0) {
    checker.lateBounds.push({ method, code, span, index: at, base })
    return true
  }
  noteDeclaration(checker, report(checker, code, span, { index: at }), base)
  return false
}

/** What clang takes for an array of any size, as in `struct S { uint count; float4 rest[1]; }`. */
const isTail = (base: Expr): boolean =>
  base.kind === 'member' && base.field.isFlexible === true && base.field === base.field.owner.fields.at(-1)

/** Methods of class templates that nobody calls are not looked into for indices. Call once all bodies are checked. */
export function reportLateBounds(checker: Checker): void {
  if (checker.lateBounds.length === 0) return
  // What other functions than such methods call, and what that calls.
  const called = new Set(checker.globalCalls.keys())
  for (const entity of checker.functions)
    if (!entity.owner?.template) for (const callee of entity.calls.keys()) called.add(callee)
  for (const entity of called) for (const callee of entity.calls.keys()) called.add(callee)
  for (const { method, code, span, index, base } of checker.lateBounds)
    if (called.has(method)) noteDeclaration(checker, report(checker, code, span, { index }), base)
}

/** How many elements an index can name; undefined when it is not known. */
function sizeOf(type: Type): number | undefined {
  if (type.kind === 'array') return type.size < 0 ? undefined : type.size
  if (type.kind === 'vector') return type.size
  return type.kind === 'matrix' ? type.rows : undefined
}

function warnPast(checker: Checker, base: Expr, index: number, size: number, at: Span): void {
  const warning =
    index < 0
      ? report(checker, 'W2112', at, { index })
      : report(checker, 'W2113', at, { index, size, s: size === 1 ? '' : 's' })
  noteDeclaration(checker, warning, base)
}

/** Where the array stands that an index is outside of. */
function noteDeclaration(checker: Checker, on: Diagnostic, base: Expr): void {
  if (base.type.kind !== 'array') return
  const place = base.kind === 'member' ? base.field : rootVariable(base)?.symbol
  if (!place) return
  const { pos, end, start = pos } = place as Span & { readonly start?: number }
  note(checker, on, 'N2014', { pos: start, end: start === pos ? end : start }, { name: place.name })
}
