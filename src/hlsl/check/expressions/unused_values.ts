// Values that a statement computes and nobody takes, in clang's words and at its places.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { Expr } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { methodsOf, type Signature, signaturesOf } from '../core/signatures.ts'
import { noteAssignment } from './precedence.ts'

interface Unused {
  readonly code: 'W2130' | 'W2131' | 'W2132' | 'W2133'
  readonly at: Span
  /** What kind of comparison. */
  readonly what?: string | undefined
  /** The assignment that may have been meant. */
  readonly instead?: '=' | '|=' | undefined
  readonly ranges?: readonly Span[]
}

const COMPARISONS: ReadonlyMap<string, string> = table({
  '==': 'equality',
  '!=': 'inequality',
  '<': 'relational',
  '>': 'relational',
  '<=': 'relational',
  '>=': 'relational',
})

/**
 * Warns when the value of an expression statement is all that it is good for, once the statement around is complete. `expr` is what the source was
 * checked to be.
 */
export function warnUnused(checker: Checker, node: A.Expr, expr: Expr): void {
  if (expr.type.kind === 'error' || expr.type.kind === 'void') return
  const unused = unusedIn(node, expr)
  if (unused) checker.fn!.unused.push(() => tell(checker, unused))
}

function tell(checker: Checker, { code, at, what, instead, ranges = [] }: Unused): void {
  if (what !== undefined) {
    const warning = report(checker, 'W2131', at, { what }, { ranges })
    if (instead) noteAssignment(checker, warning, instead, at)
  } else if (code !== 'W2131') report(checker, code, at, {}, { ranges })
}

/** Checks parts of a statement; what there is to say of values that nobody takes in them is kept. */
export function keepingUnused<T>(checker: Checker, kept: (() => void)[], parts: () => T): T {
  const fn = checker.fn!
  const outer = fn.unused
  fn.unused = kept
  const result = parts()
  fn.unused = outer
  return result
}

/** Checks the parts of a statement, and says then what there is to say of values that nobody takes in them. */
export function tellingUnused<T>(checker: Checker, parts: () => T): T {
  const kept: (() => void)[] = []
  const result = keepingUnused(checker, kept, parts)
  for (const tellIt of kept) tellIt()
  return result
}

function unusedIn(node: A.Expr, expr: Expr): Unused | undefined {
  switch (node.kind) {
    case 'paren':
      return inside(unusedIn(node.inner, expr), expr)
    case 'int_literal':
    case 'float_literal':
    case 'bool_literal':
    case 'string_literal':
    case 'name_expr':
    case 'this':
    case 'cast':
    case 'construct':
    case 'sizeof':
      return { code: 'W2130', at: node }
    case 'member':
      return { code: 'W2130', at: expr.kind === 'member' ? node.memberSpan : node }
    case 'index':
      return expr.kind === 'index' && expr.base.type.kind === 'array'
        ? { code: 'W2130', at: { pos: node.end - 1, end: node.end } }
        : undefined
    case 'unary':
      return node.op === '++' || node.op === '--' || isCall(expr) ? undefined : { code: 'W2130', at: node }
    case 'binary':
      return unusedBinary(node, expr)
    case 'conditional':
      return unusedChoice(node, expr)
    case 'call':
      return unusedCall(node, expr)
    default:
      return undefined
  }
}

/** An operator of a struct's own. */
const isCall = (expr: Expr): boolean => expr.kind === 'call'

function unusedBinary(node: A.BinaryExpr, expr: Expr): Unused | undefined {
  const what = COMPARISONS.get(node.op)
  if (isCall(expr) && !what) return undefined
  if (node.op === ',') return expr.kind === 'comma' ? inside(unusedIn(node.right, expr.right), expr.right) : undefined
  // What one side does may hang on the other.
  if (expr.kind === 'logical' && !(unusedIn(node.left, bare(expr.left)) && unusedIn(node.right, bare(expr.right))))
    return undefined
  if (!what) return { code: 'W2130', at: node.opSpan, ranges: [node.left, node.right] }
  const instead = isPlace(expr) ? INSTEAD.get(node.op) : undefined
  return { code: 'W2131', at: node.opSpan, what, instead, ranges: [node] }
}

const INSTEAD: ReadonlyMap<string, '=' | '|='> = table({ '==': '=', '!=': '|=' })

/** What was written, without the conversions it needs. */
const bare = (expr: Expr): Expr => (expr.kind === 'convert' && !expr.explicit ? bare(expr.operand) : expr)

/** Of a struct's own comparison clang knows what it is only where it is the whole statement. */
function inside(unused: Unused | undefined, expr: Expr): Unused | undefined {
  return unused?.code === 'W2131' && isCall(expr) ? { ...unused, code: 'W2130', what: undefined } : unused
}

/** The left operand of a comparison could be assigned. */
function isPlace(expr: Expr): boolean {
  if (expr.kind === 'call') return expr.self !== undefined && placeOf(expr.self) === 'assignable'
  if (expr.kind !== 'binary') return false
  return placeOf(bare(expr.left)) === 'assignable'
}

/** A choice of which one side does something is control flow. */
function unusedChoice(node: A.ConditionalExpr, expr: Expr): Unused | undefined {
  if (expr.kind !== 'conditional') return undefined
  const whenTrue = unusedIn(node.whenTrue, bare(expr.then))
  return whenTrue && unusedIn(node.whenFalse, bare(expr.else)) ? whenTrue : undefined
}

/** The first one of what is called: what it does, the others do. */
function signatureOf(called: Expr): Signature | undefined {
  if (called.kind === 'method') return methodsOf(called.objectType.name, called.name)[0]
  if (called.kind !== 'intrinsic') return undefined
  // `dx::HitObject::IsHit` is a method of the type in front.
  const at = called.name.lastIndexOf('::')
  return signaturesOf(called.name)[0] ?? methodsOf(called.name.slice(0, Math.max(at, 0)), called.name.slice(at + 2))[0]
}

function unusedCall(node: A.CallExpr, expr: Expr): Unused | undefined {
  const called = expr.kind === 'convert' ? expr.operand : expr
  if (called.kind === 'construct' || called.kind === 'literal') return { code: 'W2130', at: node }
  const writes = (called.kind === 'intrinsic' || called.kind === 'method') && called.params.some(p => p.mode !== 'in')
  if (writes) return undefined
  const effect = signatureOf(called)?.effect ?? 'writes'
  if (effect === 'writes') return undefined
  const [first, last] = [node.args[0], node.args.at(-1)]
  const ranges = first && last ? [{ pos: first.pos, end: last.end }] : []
  return { code: effect === 'none' ? 'W2132' : 'W2133', at: node.callee, ranges }
}
