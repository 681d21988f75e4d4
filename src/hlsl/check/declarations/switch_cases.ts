// The body of a switch as groups: labels, and what runs from there on. A label may stand in blocks and arms of an `if`, as in C.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { BOOL, elementOf, INT, isFloat } from '../../tree/numeric.ts'
import type { Expr, Stmt, VarSymbol } from '../../tree/typed.ts'
import { isScoped } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { Scope } from '../core/scopes.ts'
import { shownType } from '../core/type_names.ts'
import { tellingUnused } from '../expressions/unused_values.ts'
import { evaluateScalar } from '../values/constants.ts'
import { converted } from '../values/conversions.ts'
import { integralConstant } from '../values/integral_constants.ts'
import { concretize, literal } from '../values/literals.ts'
import { makeVariable, NO_MODIFIERS } from './locals.ts'
import { missingValues } from './suspicious.ts'

type Label = number | bigint | undefined

interface Group {
  readonly labels: Label[]
  readonly body: Stmt[]
}

export interface SwitchParts {
  readonly node: A.SwitchStmt
  readonly selector: Expr
  /** The selector as it was written, which may be of an enum. */
  readonly value: Expr
  /** Control can come to the switch. */
  readonly isReached: boolean
  /** Checks a statement, and the condition of an `if`. */
  readonly statement: (checker: Checker, node: A.Statement, out: Stmt[]) => void
  readonly condition: (checker: Checker, node: A.Condition, what: string, out: Stmt[]) => Expr
}

/** Makes the groups of a switch, and declarations that belong in front of it. */
export function caseGroups(checker: Checker, parts: SwitchParts): { readonly groups: Group[]; readonly flags: Stmt[] } {
  const cases = new Cases(checker, parts)
  cases.read(bodyOf(parts.node.body))
  cases.finish()
  return cases
}

const bodyOf = (node: A.Statement): readonly A.Statement[] => (node.kind === 'block' ? node.statements : [node])

/** Whether a label of the switch around it is in a statement. */
function holdsLabel(node: A.Statement | undefined): boolean {
  switch (node?.kind) {
    case 'case':
    case 'default':
      return true
    case 'block':
      return node.statements.some(holdsLabel)
    case 'if':
      return holdsLabel(node.then) || holdsLabel(node.otherwise)
    case 'for':
    case 'while':
    case 'do':
      return holdsLabel(node.body)
    default:
      return false
  }
}

class Cases {
  readonly groups: Group[] = []
  readonly flags: Stmt[] = []
  readonly #checker: Checker
  readonly #parts: SwitchParts
  readonly #seen = new Map<string, Span>()
  readonly #jumps: { readonly label: Span; readonly variables: readonly VarSymbol[] }[] = []
  readonly #known: ReturnType<typeof evaluateScalar>
  /** Variables with values that are in scope. */
  #initialised: VarSymbol[] = []
  #isFound = false
  #hasDefault = false
  /** Flags of the arms around: what stands in an arm is passed over where its flag is set. */
  readonly #guards: VarSymbol[] = []
  /** A label stands in front of the next statement: the two are complete together. */
  #isLabelled = false
  /** Statements since the last label or guard. */
  #pending: Stmt[] = []

  constructor(checker: Checker, parts: SwitchParts) {
    this.#checker = checker
    this.#parts = parts
    this.#known = evaluateScalar(parts.selector)
    checker.fn!.jumps.push(this.#jumps)
  }

  read(statements: readonly A.Statement[]): void {
    for (const node of statements)
      if (node.kind === 'case' || node.kind === 'default') this.#label(node)
      else if (!holdsLabel(node)) this.#plain(node)
      else if (node.kind === 'block') this.#inScope(() => this.read(node.statements))
      else if (node.kind === 'if') this.#branch(node)
      // DXC takes only those loops that nothing but their labels enters.
      else report(this.#checker, 'E2744', node, {})
  }

  finish(): void {
    this.#flush()
    this.#checker.fn!.reach.here ||= this.#parts.isReached && !this.#hasDefault && this.#jumpsToDefault()
  }

  #jumpsToDefault(): boolean {
    return !this.#isFound && missingValues(this.#checker, this.#parts.value, this.groups)?.length !== 0
  }

  #label(node: A.CaseStmt | A.DefaultStmt): void {
    const checker = this.#checker
    this.#flush()
    this.#isLabelled = true
    // The last label is the first that clang looks at.
    if (this.#initialised.length > 0)
      this.#jumps.unshift({ label: labelOf(node), variables: [...this.#initialised].reverse() })
    const label = node.kind === 'case' ? caseValue(checker, node, this.#parts) : undefined
    // Of a known value only its own label is jumped to.
    const isOwn = this.#known !== undefined && label !== undefined && String(label) === String(this.#known)
    const isChosen = node.kind === 'case' ? this.#known === undefined || isOwn : this.#jumpsToDefault()
    this.#isFound ||= isOwn
    this.#hasDefault ||= node.kind === 'default'
    checker.fn!.reach.here ||= this.#parts.isReached && isChosen
    if ((node.kind === 'case' && label === undefined) || !unique(checker, node, label, this.#seen)) return
    const current = this.groups[this.groups.length - 1]
    if (current?.body.length === 0) current.labels.push(label)
    else this.groups.push({ labels: [label], body: [] })
  }

  #plain(node: A.Statement): void {
    const body: Stmt[] = []
    const check = (): void => this.#parts.statement(this.#checker, node, body)
    if (this.#isLabelled) tellingUnused(this.#checker, check)
    else check()
    this.#isLabelled = false
    if (node.kind === 'decl_stmt') this.#declared(body)
    this.#pending.push(...body)
  }

  #declared(statements: readonly Stmt[]): void {
    for (const s of statements) if (s.kind === 'decl' && s.init) this.#initialised.push(s.symbol)
  }

  #inScope(part: () => void): void {
    const checker = this.#checker
    const { scope } = checker
    const initialised = this.#initialised
    checker.scope = new Scope(scope)
    this.#initialised = [...initialised]
    part()
    checker.scope = scope
    this.#initialised = initialised
  }

  /**
   * `if (c) { a; case 7: b; } else d;` becomes `skip = !c; other = !skip; if (!skip) a;`, and from the label on `if (!skip) b; if (!skip) other = true;
   * if (!other) d;`. Both flags are false where the label is jumped to.
   */
  #branch(node: A.IfStmt): void {
    const { reach } = this.#checker.fn!
    this.#inScope(() => {
      const before: Stmt[] = []
      const test = this.#parts.condition(this.#checker, node.condition, 'if', before)
      this.#declared(before)
      const skip = this.#flag(node)
      const other = node.otherwise && this.#flag(node)
      this.#pending.push(...before, set(skip, not(test)))
      if (other) this.#pending.push(set(other, not(read(skip))))
      const { here } = reach
      this.#arm(node.then, skip, other)
      const falls = reach.here
      reach.here = here
      if (node.otherwise) this.#arm(node.otherwise, other!)
      reach.here ||= falls
    })
  }

  #arm(node: A.Statement, skip: VarSymbol, other?: VarSymbol): void {
    this.#flush()
    this.#guards.push(skip)
    this.#inScope(() => this.read(bodyOf(node)))
    if (other) this.#pending.push(set(other, literal(BOOL, true, node)))
    this.#flush()
    this.#guards.pop()
  }

  /** What stands before the first label is in scope but never runs. */
  #flush(): void {
    let body = this.#pending
    this.#pending = []
    if (body.length === 0) return
    for (const flag of [...this.#guards].reverse()) body = [unless(flag, body)]
    this.groups[this.groups.length - 1]?.body.push(...body)
  }

  #flag({ pos, end }: Span): VarSymbol {
    const span = { pos, end }
    const node = { name: '', nameSpan: span, type: span, modifiers: [] }
    const symbol = makeVariable(node, BOOL, 'local', NO_MODIFIERS, '', false)
    this.flags.push({ kind: 'decl', symbol, init: literal(BOOL, false, span), pos, end })
    return symbol
  }
}

const read = (symbol: VarSymbol): Expr => ({ kind: 'var', type: BOOL, symbol, pos: symbol.pos, end: symbol.end })

const not = (operand: Expr): Expr => ({
  kind: 'unary',
  type: BOOL,
  op: '!',
  operand,
  pos: operand.pos,
  end: operand.end,
})

function unless(flag: VarSymbol, body: readonly Stmt[]): Stmt {
  const { pos, end } = flag
  return {
    kind: 'if',
    condition: not(read(flag)),
    // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
    then: { kind: 'block', body, pos, end },
    else: undefined,
    attributes: [],
    pos,
    end,
  }
}

function set(symbol: VarSymbol, value: Expr): Stmt {
  const { pos, end } = value
  const expr: Expr = {
    kind: 'assign',
    type: BOOL,
    op: undefined,
    computeType: undefined,
    target: read(symbol),
    value,
    pos,
    end,
  }
  return { kind: 'expr', expr, pos, end }
}

const labelOf = ({ kind, pos }: A.CaseStmt | A.DefaultStmt): Span => ({ pos, end: pos + (kind === 'case' ? 4 : 7) })

/** A label behind a variable with a value, which the jump to it would leave without one. */
export function reportJumps(checker: Checker): void {
  for (const { label, variables } of checker.fn!.jumps.flat()) {
    const error = report(checker, 'E2360', label, {})
    for (const variable of variables) note(checker, error, 'N2360', variable, {})
  }
}

function unique(
  checker: Checker,
  node: A.CaseStmt | A.DefaultStmt,
  label: number | bigint | undefined,
  seen: Map<string, Span>,
): boolean {
  const key = label === undefined ? 'default' : String(label)
  const previous = seen.get(key)
  if (!previous) {
    seen.set(key, node.kind === 'case' ? node.value : node)
    return true
  }
  // DXC takes the later `default` for the earlier one.
  const isCase = node.kind === 'case'
  const error = isCase ? report(checker, 'E2193', node.value, { value: key }) : report(checker, 'E2194', previous, {})
  note(checker, error, 'N2008', isCase ? previous : node, {})
  if (!isCase) seen.set(key, node)
  return false
}

function caseValue(
  checker: Checker,
  node: A.CaseStmt,
  { selector, value: written }: SwitchParts,
): number | bigint | undefined {
  const type = elementOf(selector.type) ?? INT
  const value = checker.expr(node.value)
  if (value.type.kind === 'error') return undefined
  const to = written.type.kind === 'enum' ? written.type : selector.type
  if ((to.kind === 'enum' || isScoped(value.type)) && to !== value.type) {
    report(checker, 'E2754', node.value, { from: shownType(value.type), to: shownType(to) })
    return undefined
  }
  const element = elementOf(value.type)
  if (element && isFloat(element)) {
    report(checker, 'E2205', node.value, { from: element.name, to: type.name })
    return undefined
  }
  const constant =
    element && integralConstant(checker, value) !== undefined
      ? integralConstant(checker, converted(concretize(value, type), type), 'everything')
      : undefined
  if (constant === undefined || typeof constant === 'boolean') {
    const error = report(checker, 'E2195', node.value, {})
    if (value.kind === 'var') note(checker, error, 'N2013', node.value, { name: value.symbol.name })
    return undefined
  }
  // Whatever is not 0 is true.
  return elementOf(written.type) === BOOL && constant !== 0 && constant !== 0n ? 1 : constant
}
