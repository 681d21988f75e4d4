// Statements that hardly mean what they say: an `if` with nothing to do, a switch that forgets values of an enum. In clang's words.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { Expr } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'
import { integralConstant } from '../values/integral_constants.ts'

function warnEmpty(checker: Checker, what: string, behind: number, body: A.Statement): void {
  if (body.kind !== 'empty_stmt' || !isOnLine(checker, behind, body)) return
  const warning = report(checker, 'W2142', body, { what })
  note(checker, warning, 'N2016', body, {})
}

export function warnEmptySwitch(checker: Checker, node: A.SwitchStmt): void {
  warnEmpty(checker, 'switch', node.condition.end, node.body)
}

/** `if (x);` with the semicolon on the same line. */
export function warnEmptyBody(checker: Checker, node: A.IfStmt): void {
  if (!node.otherwise) warnEmpty(checker, 'if', node.condition.end, node.then)
}

/** `if (a) if (b) x(); else y();` without braces: whose `else` that is nobody sees. */
export function warnDangling(checker: Checker, node: A.IfStmt): void {
  let inner = node.otherwise ? undefined : node.then
  while (inner?.kind === 'for' || inner?.kind === 'while') inner = inner.body
  if (inner?.kind !== 'if' || !inner.otherwise) return
  const [from, to] = [inner.then.end, inner.otherwise.pos]
  const between = checker.diagnostics.sources.textOf({ pos: from, end: to })
  const at = between?.lastIndexOf('else') ?? -1
  const pos = at < 0 ? to : from + at
  report(checker, 'W2447', { pos, end: pos + 4 }, {})
}

/** The semicolon stands on the line of what it follows. */
function isOnLine(checker: Checker, behind: number, semicolon: Span): boolean {
  return checker.diagnostics.sources.textOf({ pos: behind, end: semicolon.end })?.includes('\n') === false
}

/** `for (...);` or `while (...);` in front of what looks like its body: a block, or a statement further to the right. */
export function warnEmptyLoop(checker: Checker, node: A.Statement, next: A.Statement | undefined): void {
  if ((node.kind !== 'for' && node.kind !== 'while') || node.body.kind !== 'empty_stmt' || !next) return
  const head = node.kind === 'while' ? node.condition.end : (node.step ?? node.condition ?? node.body).end
  if (next.kind === 'empty_stmt' || !isOnLine(checker, head, node.body)) return
  const { sources } = checker.diagnostics
  if (sources.expansionAt(node.pos) || sources.expansionAt(next.pos)) return
  const column = (span: Span): number => sources.locate(span.pos)?.column ?? 0
  if (next.kind !== 'block' && column(next) <= column(node)) return
  const warning = report(checker, 'W2421', node.body, { what: node.kind })
  note(checker, warning, 'N2016', node.body, {})
}

interface Labelled {
  readonly labels: readonly (number | bigint | undefined)[]
}

/** A switch over a constant that has no case for it, and no default; true then. */
export function warnNoCase(checker: Checker, selector: Expr, groups: readonly Labelled[], at: Span): boolean {
  const labels = groups.flatMap(group => group.labels)
  const value = labels.includes(undefined) ? undefined : integralConstant(checker, selector)
  if (value === undefined || labels.some(label => BigInt(label!) === BigInt(value))) return false
  report(checker, 'W2459', at, { value: String(value) })
  return true
}

/** A switch over an enum that has neither a case for each of its values nor a default. */
export function warnMissing(checker: Checker, selector: Expr, groups: readonly Labelled[], at: Span): void {
  if (groups.some(group => group.labels.includes(undefined))) return
  const missing = missingValues(checker, selector, groups)
  if (!missing || missing.length === 0) return
  const few = missing.length <= 3
  const what = few
    ? `enumeration value${missing.length === 1 ? '' : 's'} ${joined(missing)}`
    : `${missing.length} enumeration values`
  report(checker, 'W2141', at, { what, list: few ? '' : `: ${missing.slice(0, 3).join(', ')}...` })
}

/** Values of an enum that have no case, in quotes; undefined for what is no enum. */
export function missingValues(checker: Checker, selector: Expr, groups: readonly Labelled[]): string[] | undefined {
  const values = selector.type.kind === 'enum' ? checker.enumScopes.get(selector.type)?.names : undefined
  if (!values) return undefined
  const covered = new Set(groups.flatMap(group => group.labels).map(String))
  const missing: string[] = []
  for (const [name, entity] of values) {
    if (entity.kind !== 'constant') continue
    const text = String(entity.value)
    if (!covered.has(text)) missing.push(`'${name}'`)
    covered.add(text)
  }
  return missing
}

function joined(names: readonly string[]): string {
  if (names.length <= 2) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names[names.length - 1]}`
}
