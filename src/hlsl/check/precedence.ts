// What reads otherwise than it is: operators that bind more loosely than they look, assignments where a comparison is expected. In clang's words.

import type * as A from '../ast.ts'
import { type Checker, note, report } from './context.ts'

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>='])
const BITWISE: ReadonlySet<string> = new Set(['&', '^', '|'])

/** Warns of operands of a binary operation that have no parentheses and should. */
export function warnPrecedence(cx: Checker, node: A.BinaryExpr): void {
  const left = node.left.kind === 'binary' ? node.left : undefined
  const right = node.right.kind === 'binary' ? node.right : undefined
  if (!left && !right) return
  if (BITWISE.has(node.op)) warnComparison(cx, node, left, right)
  for (const operand of [left, right]) if (operand) warnOperand(cx, node, operand)
}

/** `a & b == c`, unless both sides compare. */
function warnComparison(
  cx: Checker,
  node: A.BinaryExpr,
  left: A.BinaryExpr | undefined,
  right: A.BinaryExpr | undefined,
): void {
  const leftCompares = left !== undefined && COMPARISONS.has(left.op)
  const rightCompares = right !== undefined && COMPARISONS.has(right.op)
  if (leftCompares === rightCompares) return
  const inner = (leftCompares ? left : right)!
  const warning = report(cx, 'W2136', node.opSpan, { op: node.op, inner: inner.op })
  note(cx, warning, 'N2015', node.opSpan, { what: `'${inner.op}' expression` })
}

function warnOperand(cx: Checker, node: A.BinaryExpr, inner: A.BinaryExpr): void {
  const code = confusion(cx, node, inner)
  if (code === undefined) return
  const warning = report(cx, code, inner.opSpan, { outer: node.op, inner: inner.op })
  note(cx, warning, 'N2015', inner.opSpan, { what: `'${inner.op}' expression` })
}

/** Macros are left alone with what only looks odd in a line of text. */
function confusion(cx: Checker, outer: A.BinaryExpr, inner: A.BinaryExpr): 'W2137' | 'W2138' | 'W2139' | undefined {
  const isSum = inner.op === '+' || inner.op === '-'
  if (isSum && (outer.op === '<<' || outer.op === '>>')) return 'W2139'
  if (cx.diagnostics.sources.expansionAt(outer.opSpan.pos)) return undefined
  if (outer.op === '|' && inner.op === '&') return 'W2137'
  return outer.op === '||' && inner.op === '&&' ? 'W2138' : undefined
}

/** `if (a = b)`. */
export function warnCondition(cx: Checker, node: A.Condition): void {
  if (node.kind !== 'assign' || node.op !== '=') return
  const warning = report(cx, 'W2140', node.opSpan, {})
  note(cx, warning, 'N2015', node.opSpan, { what: 'assignment' })
}
