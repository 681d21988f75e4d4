// Whether an expression of a template has one type whatever the template's arguments are, though its value may depend on them: `N * 2`, `(float)t`.

import type * as A from '../../tree/ast.ts'
import { type Checker, silently } from '../core/context.ts'
import { lookupName } from '../core/names.ts'

const LITERALS: ReadonlySet<A.Expr['kind']> = new Set(['int_literal', 'float_literal', 'bool_literal', 'sizeof'])

/** Call while a template is checked whose parameters have no values. */
export function hasCertainType(checker: Checker, whole: A.Expr): boolean {
  const left: A.Expr[] = [whole]
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    const parts = partsOf(checker, expr)
    if (!parts) return false
    left.push(...parts)
  }
  return true
}

/** What the type hangs on; undefined: on what nobody knows. */
function partsOf(checker: Checker, expr: A.Expr): readonly A.Expr[] | undefined {
  if (LITERALS.has(expr.kind)) return []
  switch (expr.kind) {
    case 'paren':
      return [expr.inner]
    case 'unary':
    case 'postfix':
      return [expr.operand]
    case 'binary':
      return [expr.left, expr.right]
    case 'conditional':
      return [expr.condition, expr.whenTrue, expr.whenFalse]
    case 'index':
      return [expr.object, expr.index]
    case 'member':
      return expr.templateArgs ? undefined : [expr.object]
    case 'cast':
    case 'construct':
      return silently(checker, () => checker.typeOf(expr.type)).kind === 'error' ? undefined : []
    case 'name_expr':
      return isCertainName(checker, expr.name) ? [] : undefined
    default:
      return undefined
  }
}

/** Parameters that stand for values count: their types are written. */
function isCertainName(checker: Checker, name: A.QualifiedName): boolean {
  const found = silently(checker, () => lookupName(checker, name))
  if (found === 'failed' || !found) return false
  return found.kind === 'constant' || (found.kind === 'var' && found.type.kind !== 'error')
}
