// Warnings that only come when they are asked for (-Wall, -Wextra, by name): what a function declares and does not use, compares in vain,
// never reaches. In clang's words and groups.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { bitsOf, elementOf, isFloat, isSigned, isUnsigned } from '../../tree/numeric.ts'
import type { AssignExpr, BinaryExpr, BlockStmt, Expr, FunctionSymbol, Stmt, VarSymbol } from '../../tree/typed.ts'
import { typeText } from '../../tree/types.ts'
import { eachExpression, eachStatement, expressionsOf } from '../../tree/walk.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { Entity, FunctionEntity, Scope } from '../core/scopes.ts'
import { shownType } from '../core/type_names.ts'

/** What this file looks for; without any of them nothing is noted while bodies are checked. */
export const LINT_CODES = [
  ...(['W2422', 'W2426', 'W2427', 'W2428', 'W2429', 'W2430', 'W2431', 'W2432', 'W2433', 'W2434'] as const),
  ...(['W2435', 'W2436', 'W2437', 'W2438', 'W2439'] as const),
]

/** Warns of one function's body; its symbols and expressions are those of the checked tree. */
export function lintBody(checker: Checker, body: BlockStmt): void {
  if (!checker.used || checker.silent > 0) return
  const parts = new Parts()
  eachStatement(body, stmt => {
    if (stmt.kind === 'decl' && !stmt.init) parts.declare(stmt.symbol)
    if (stmt.kind === 'block') lintReach(checker, stmt)
    for (const expr of expressionsOf(stmt))
      eachExpression(expr, part => {
        lintExpression(checker, part)
        parts.see(part)
      })
  })
  parts.report(checker)
}

// ---- what is never used --------------------------------------------------------------------------------------------------------------------

/** A function's parameters, once its body is read. */
export function lintParameters(checker: Checker, { params }: FunctionSymbol): void {
  const { used, fn } = checker
  if (!used || checker.silent > 0 || fn!.entity.decl.template) return
  for (const param of params)
    if (param.name !== '' && !used.has(param)) report(checker, 'W2426', param, { name: param.name })
}

/** The variables of a scope that ends, behind the first few, unless there are errors in it. */
function lintScope(checker: Checker, known: number, broken: number): void {
  const { used, fn } = checker
  if (!used || checker.silent > 0 || fn!.entity.decl.template || checker.diagnostics.brokenCount > broken) return
  for (const [name, entity] of [...checker.scope.entries()].slice(known))
    if (entity.kind === 'var' && entity.storage !== 'parameter' && !used.has(entity))
      report(checker, 'W2422', entity, { name })
}

/** Reads the statements of a scope of its own, or of the one around, and leaves it. */
export function inLintedScope<T>(checker: Checker, scope: Scope, read: () => T): T {
  const outer = checker.scope
  const broken = checker.used ? checker.diagnostics.brokenCount : 0
  checker.scope = scope
  const known = scope.names?.size ?? 0
  const result = read()
  lintScope(checker, known, broken)
  checker.scope = outer
  return result
}

/** Static variables and functions of the main file that nothing names. */
export function lintGlobals(checker: Checker): void {
  const { used } = checker
  if (!used || checker.diagnostics.errorCount > 0) return
  const main = checker.diagnostics.sources.files[0]
  const isMain = ({ pos }: Span): boolean => checker.diagnostics.sources.fileAt(pos) === main
  for (const symbol of checker.globals)
    if (symbol.kind === 'var' && symbol.storage === 'static' && !used.has(symbol) && isMain(symbol))
      report(checker, symbol.isConst ? 'W2427' : 'W2422', symbol, { name: symbol.name })
  for (const entity of checker.functions)
    if (isUnusedFunction(checker, entity, used) && isMain(entity.decl)) unused(checker, entity)
}

function isUnusedFunction(checker: Checker, entity: FunctionEntity, used: ReadonlySet<unknown>): boolean {
  const { decl, owner, hasBody, name } = entity
  const isStatic = decl.modifiers.some(m => m.name === 'static')
  return isStatic && hasBody && !owner && !decl.template && !used.has(entity) && name !== checker.options.entry
}

function unused(checker: Checker, { decl, name }: FunctionEntity): void {
  report(checker, 'W2428', decl.nameSpan, { name })
}

/** A local takes the name of a variable around it. */
export function lintShadow(checker: Checker, node: A.VariableDecl): void {
  if (!checker.used || !checker.fn || checker.silent > 0) return
  const hidden = checker.scope.parent?.lookup(node.name)
  if (hidden?.kind !== 'var' && hidden?.kind !== 'field') return
  const warning = report(checker, 'W2432', node.nameSpan, { what: hiddenText(hidden) })
  note(checker, warning, 'N2002', hidden.kind === 'var' ? hidden : hidden.field, {})
}

function hiddenText(entity: Entity): string {
  if (entity.kind === 'field') return `a field of '${typeText(entity.field.owner)}'`
  const isLocal = entity.kind === 'var' && /^(local|static-local|parameter)$/.test(entity.storage)
  return isLocal ? 'a local variable' : 'a variable in the global namespace'
}

// ---- what is never reached ------------------------------------------------------------------------------------------------------------------

function lintReach(checker: Checker, { body }: BlockStmt): void {
  const end = body.findIndex(endsPath)
  const next = end < 0 ? undefined : body.slice(end + 1).find(stmt => stmt.kind !== 'block' || stmt.body.length > 0)
  if (!next) return
  // The value is what would be evaluated first.
  report(checker, 'W2433', next.kind === 'expr' && next.expr.kind === 'assign' ? next.expr.value : startOf(next), {})
}

function endsPath(stmt: Stmt): boolean {
  if (stmt.kind === 'block') return stmt.body.some(endsPath)
  if (stmt.kind === 'if') return stmt.else !== undefined && endsPath(stmt.then) && endsPath(stmt.else)
  return stmt.kind === 'return' || stmt.kind === 'break' || stmt.kind === 'continue'
}

const startOf = (stmt: Stmt): Span =>
  stmt.kind === 'decl' ? { pos: stmt.symbol.pos, end: stmt.symbol.end } : { pos: stmt.pos, end: stmt.pos }

// ---- expressions ------------------------------------------------------------------------------------------------------------------------------

function lintExpression(checker: Checker, expr: Expr): void {
  if (expr.kind === 'binary') lintBinary(checker, expr)
  else if (expr.kind === 'assign') lintAssign(checker, expr)
}

function lintBinary(checker: Checker, expr: BinaryExpr): void {
  const { op, left, right } = expr
  const element = elementOf(left.type)
  if (!element) return
  const at = (): Span => operatorOf(checker, left, op, right)
  const ranges = [left, right]
  if (op === '/' || op === '%') {
    if (!isFloat(element) && isZero(right)) reportZero(checker, op, at(), right)
    return
  }
  if (op === '<<' || op === '>>') return void lintShift(checker, expr, bitsOf(element))
  if (!/^[<>=!]=?$/.test(op)) return
  if (isUnsigned(element) && ((op === '<' && isZero(right)) || (op === '>' && isZero(left))))
    report(
      checker,
      'W2429',
      at(),
      { what: op === '<' ? 'unsigned expression < 0' : '0 > unsigned expression', value: 'false' },
      { ranges },
    )
  else if (isUnsigned(element) && ((op === '>=' && isZero(right)) || (op === '<=' && isZero(left))))
    report(
      checker,
      'W2429',
      at(),
      { what: op === '>=' ? 'unsigned expression >= 0' : '0 <= unsigned expression', value: 'true' },
      { ranges },
    )
  else if (!isFloat(element) && sameVariable(left, right))
    report(checker, 'W2430', at(), { value: /^(==|<=|>=)$/.test(op) ? 'true' : 'false' }, { ranges })
  else if (isFloat(element)) {
    const isConstant = (side: Expr): boolean =>
      side.kind === 'literal' || (side.kind === 'convert' && isConstant(side.operand))
    if ((op === '==' || op === '!=') && !isConstant(left) && !isConstant(right))
      report(checker, 'W2434', at(), {}, { ranges })
  } else lintSigns(checker, left, right, at)
}

/** One side was converted from a signed integer for the sake of the other one. */
function lintSigns(checker: Checker, left: Expr, right: Expr, at: () => Span): void {
  const signed = [left, right].find(isSignChanged)
  if (signed?.kind !== 'convert') return
  const [a, b] = signed === left ? [signed.operand.type, right.type] : [left.type, signed.operand.type]
  report(checker, 'W2431', at(), { left: shownType(a), right: shownType(b) }, { ranges: [left, right] })
}

function isSignChanged(expr: Expr): boolean {
  if (expr.kind !== 'convert' || expr.explicit || expr.operand.kind === 'literal') return false
  const [from, to] = [elementOf(expr.operand.type), elementOf(expr.type)]
  return from !== undefined && to !== undefined && isSigned(from) && !isFloat(from) && isUnsigned(to)
}

function lintShift(checker: Checker, { left, op, right }: BinaryExpr, bits: number): void {
  const count = literalValue(right)
  if (count === undefined || (count >= 0 && count < bits)) return
  report(checker, count < 0 ? 'W2435' : 'W2436', operatorOf(checker, left, op, right), {}, { ranges: [left, right] })
}

function lintAssign(checker: Checker, { op, target, value }: AssignExpr): void {
  const element = elementOf(target.type)
  if ((op === '/' || op === '%') && element && !isFloat(element) && isZero(value))
    return void reportZero(checker, op, operatorOf(checker, target, `${op}=`, value), value)
  if (op !== undefined || !sameVariable(target, value)) return
  const at = operatorOf(checker, target, '=', value)
  report(checker, 'W2438', at, { type: shownType(target.type) }, { ranges: [target, value] })
}

function reportZero(checker: Checker, op: '/' | '%', at: Span, divisor: Expr): void {
  report(checker, 'W2437', at, { what: op === '/' ? 'division' : 'remainder' }, { ranges: [divisor] })
}

function isZero(expr: Expr): boolean {
  if (expr.kind === 'construct') return expr.args.every(isZero)
  return literalValue(expr) === 0
}

/** The value of a literal under conversions of its size and sign. */
function literalValue(expr: Expr): number | undefined {
  if (expr.kind === 'literal') return Number(expr.value)
  if (expr.kind === 'unary' && expr.op === '-') {
    const value = literalValue(expr.operand)
    return value === undefined ? undefined : -value
  }
  return expr.kind === 'convert' ? literalValue(expr.operand) : undefined
}

/** Both name the same variable, or the same member of one. */
function sameVariable(a: Expr, b: Expr): boolean {
  if (a.kind === 'var') return b.kind === 'var' && a.symbol === b.symbol
  if (a.kind === 'member') return b.kind === 'member' && a.field === b.field && sameVariable(a.base, b.base)
  if (a.kind === 'this') return b.kind === 'this'
  if (a.kind !== 'swizzle' || b.kind !== 'swizzle') return false
  return a.components.join() === b.components.join() && sameVariable(a.base, b.base)
}

/** The operator between two operands; in macros, where it cannot be found, what stands behind the left one. */
function operatorOf(checker: Checker, left: Span, op: string, right: Span): Span {
  const text = checker.diagnostics.sources.textOf({ pos: left.end, end: right.pos })
  const at = left.end + Math.max(0, text?.indexOf(op) ?? 0)
  return { pos: at, end: at + op.length }
}

// ---- parts that are never written -------------------------------------------------------------------------------------------------------------

/** Vectors of which only some components are ever written, arrays and structs of which nothing is: reading the rest reads nothing. */
class Parts {
  /** Components written; undefined when something writes the variable as a whole or in an unknown part. */
  readonly #written = new Map<VarSymbol, Set<number> | undefined>()
  readonly #reads: { readonly symbol: VarSymbol; readonly component: number; readonly at: Span }[] = []
  /** Variables that an expression names as the root of what it writes. */
  readonly #targets = new Set<Expr>()

  declare(symbol: VarSymbol): void {
    if (symbol.storage === 'local' && symbol.type.kind === 'vector') this.#written.set(symbol, new Set())
  }

  /** Parents come before their parts. */
  see(expr: Expr): void {
    if (expr.kind === 'assign' && expr.op === undefined) this.#write(expr.target)
    else if (expr.kind === 'swizzle' && expr.base.kind === 'var' && this.#written.has(expr.base.symbol)) {
      if (this.#targets.has(expr.base)) return
      this.#targets.add(expr.base)
      for (const component of expr.components) this.#reads.push({ symbol: expr.base.symbol, component, at: expr })
    } else if (expr.kind === 'call' || expr.kind === 'intrinsic' || expr.kind === 'method') this.#passed(expr)
    else if (expr.kind === 'incdec' || expr.kind === 'assign') this.#whole(expr.target)
    // Read or written as a whole: unset_outputs.ts looks after that.
    else if (expr.kind === 'var' && !this.#targets.has(expr)) this.#written.set(expr.symbol, undefined)
  }

  #write(target: Expr): void {
    if (target.kind !== 'swizzle' || target.base.kind !== 'var') return void this.#whole(target)
    this.#targets.add(target.base)
    const written = this.#written.get(target.base.symbol)
    for (const component of target.components) written?.add(component)
  }

  #passed(expr: Extract<Expr, { kind: 'call' | 'intrinsic' | 'method' }>): void {
    const modes = expr.kind === 'call' ? expr.callee.params : expr.params
    for (const [i, arg] of expr.args.entries()) if (modes[i]?.mode !== 'in') this.#whole(arg)
  }

  #whole(target: Expr): void {
    eachExpression(target, part => {
      if (part.kind === 'var') this.#written.set(part.symbol, undefined)
    })
  }

  report(checker: Checker): void {
    const told = new Set<VarSymbol>()
    for (const { symbol, component, at } of this.#reads) {
      const written = this.#written.get(symbol)
      if (!written || written.size === 0 || written.has(component) || told.has(symbol)) continue
      told.add(symbol)
      report(checker, 'W2439', at, { component: 'xyzw'[component] ?? component, name: symbol.name })
    }
  }
}
