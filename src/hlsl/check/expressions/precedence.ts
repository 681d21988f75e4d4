// What reads otherwise than it is: operators that bind more loosely than they look, assignments where a comparison is expected. In clang's words.

import { type Diagnostic, insertion, type Marks, removal, replacement } from '../../../diag/diagnostics.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { Expr } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'
import { truth } from '../values/integral_constants.ts'

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>='])
const BITWISE: ReadonlySet<string> = new Set(['&', '^', '|'])

/** Warns of operands of a binary operation, which are checked, that have no parentheses and should. */
export function warnPrecedence(checker: Checker, node: A.BinaryExpr, leftValue: Expr, rightValue: Expr): void {
  const left = node.left.kind === 'binary' ? node.left : undefined
  const right = node.right.kind === 'binary' ? node.right : undefined
  if (!left && !right) return
  if (BITWISE.has(node.op)) warnComparison(checker, node, left, right)
  if (node.op === '||') warnMixed(checker, node, leftValue, rightValue)
  else for (const operand of [left, right]) if (operand) warnOperand(checker, node, operand)
}

/**
 * `a && b || c`, but not where a constant makes both readings the same: `1 && a || b`, `a && b || 0`, and `a || b && 1`, of which a further
 * `|| c` warns.
 */
function warnMixed(checker: Checker, node: A.BinaryExpr, left: Expr, right: Expr): void {
  const first = binaryOf(node.left, '&&')
  if (first && truth(checker, right) !== false && operandTruth(checker, left, 'left') !== true)
    warnOperand(checker, node, first)
  const kept = binaryOf(binaryOf(node.left, '||')?.right, '&&')
  if (kept && left.kind === 'logical' && operandTruth(checker, left.right, 'right') === true)
    warnOperand(checker, node, kept)
  const last = binaryOf(node.right, '&&')
  if (last && truth(checker, left) !== false && operandTruth(checker, right, 'right') !== true)
    warnOperand(checker, node, last)
}

const binaryOf = (node: A.Expr | undefined, op: '&&' | '||'): A.BinaryExpr | undefined =>
  node?.kind === 'binary' && node.op === op ? node : undefined

/** Whether an operand of `a && b` is constant; of vectors nothing is known. */
const operandTruth = (checker: Checker, value: Expr, side: 'left' | 'right'): boolean | undefined =>
  value.kind === 'logical' ? truth(checker, value[side]) : undefined

/** `a & b == c`, unless both sides compare. */
function warnComparison(
  checker: Checker,
  node: A.BinaryExpr,
  left: A.BinaryExpr | undefined,
  right: A.BinaryExpr | undefined,
): void {
  const leftCompares = left !== undefined && COMPARISONS.has(left.op)
  const rightCompares = right !== undefined && COMPARISONS.has(right.op)
  if (leftCompares === rightCompares) return
  const inner = (leftCompares ? left : right)!
  const range = leftCompares ? { pos: inner.pos, end: node.opSpan.end } : { pos: node.opSpan.pos, end: inner.end }
  const warning = report(checker, 'W2136', node.opSpan, { op: node.op, inner: inner.op }, { ranges: [range] })
  note(checker, warning, 'N2015', node.opSpan, { what: `'${inner.op}' expression` }, parentheses(inner))
  const first = leftCompares ? { pos: inner.right.pos, end: node.end } : { pos: node.pos, end: inner.left.end }
  note(checker, warning, 'N2068', node.opSpan, { what: node.op }, parentheses(first))
}

/** Parentheses that a note offers. */
function parentheses(span: Span): Marks {
  return { fixIts: [insertion(span.pos, '('), insertion(span.end, ')')] }
}

function warnOperand(checker: Checker, node: A.BinaryExpr, inner: A.BinaryExpr): void {
  const code = confusion(checker, node, inner)
  if (code === undefined) return
  const warning = report(
    checker,
    code,
    inner.opSpan,
    { outer: node.op, inner: inner.op },
    { ranges: [inner, node.opSpan] },
  )
  note(checker, warning, 'N2015', inner.opSpan, { what: `'${inner.op}' expression` }, parentheses(inner))
}

/** Macros are left alone with what only looks odd in a line of text. */
function confusion(
  checker: Checker,
  outer: A.BinaryExpr,
  inner: A.BinaryExpr,
): 'W2137' | 'W2138' | 'W2139' | undefined {
  const isSum = inner.op === '+' || inner.op === '-'
  if (isSum && (outer.op === '<<' || outer.op === '>>')) return 'W2139'
  if (checker.diagnostics.sources.expansionAt(outer.opSpan.pos)) return undefined
  if (outer.op === '|' && inner.op === '&') return 'W2137'
  return outer.op === '||' ? 'W2138' : undefined
}

/** `if (a = b)`, `if ((a == b))`. */
export function warnCondition(checker: Checker, node: A.Condition): void {
  if (node.kind === 'paren') return void warnParentheses(checker, node)
  if (node.kind !== 'assign' || node.op !== '=') return
  const warning = report(checker, 'W2140', node.opSpan, {}, { ranges: [node] })
  note(checker, warning, 'N2015', node.opSpan, { what: 'assignment' }, parentheses(node))
  const instead = { fixIts: [replacement(node.opSpan, '==')] }
  note(checker, warning, 'N2067', node.opSpan, { op: '==', from: 'assignment', to: 'equality comparison' }, instead)
}

/** Parentheses doubled as if around an assignment. What may not be assigned cannot be meant. */
function warnParentheses(checker: Checker, node: A.ParenExpr): void {
  let inner = node.inner
  while (inner.kind === 'paren') inner = inner.inner
  if (inner.kind !== 'binary' || inner.op !== '==' || !mayBeAssigned(checker, inner.left)) return
  if (checker.diagnostics.sources.expansionAt(node.pos)) return
  const { opSpan } = inner
  const warning = report(checker, 'W2420', opSpan, {}, { ranges: [inner] })
  const outer = node.inner
  const parens = [removal({ pos: node.pos, end: outer.pos }), removal({ pos: outer.end, end: node.end })]
  note(checker, warning, 'N2069', opSpan, {}, { fixIts: parens })
  noteAssignment(checker, warning, '=', opSpan)
}

/** "use '=' to turn this equality comparison into an assignment" */
export function noteAssignment(checker: Checker, on: Diagnostic, op: '=' | '|=', opSpan: Span): void {
  const from = op === '=' ? 'equality comparison' : 'inequality comparison'
  const to = op === '=' ? 'assignment' : 'or-assignment'
  note(checker, on, 'N2067', opSpan, { op, from, to }, { fixIts: [replacement(opSpan, op)] })
}

function mayBeAssigned(checker: Checker, node: A.Expr): boolean {
  let at = node
  while (at.kind === 'paren' || at.kind === 'member' || at.kind === 'index')
    at = at.kind === 'paren' ? at.inner : at.object
  if (at.kind !== 'name_expr' || at.name.parts.length > 1) return at.kind === 'this'
  const found = checker.scope.lookup(at.name.parts[0]!.name)
  return found?.kind === 'field' || (found?.kind === 'var' && !found.isConst)
}
