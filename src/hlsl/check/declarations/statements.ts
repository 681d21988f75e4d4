// Statements: scopes, conditions, loops, switches, local declarations, returns.
// Invariant: a failed statement is dropped; the rest of the body is still checked.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { BOOL, bitsOf, elementOf, INT, INT64, isFloat, isNumeric, LITERAL_INT, UINT } from '../../tree/numeric.ts'
import type { BlockStmt, Expr, Stmt } from '../../tree/typed.ts'
import { type Checker, report } from '../core/context.ts'
import { Scope } from '../core/scopes.ts'
import { shownType } from '../core/type_names.ts'
import { namesFunction } from '../expressions/function_names.ts'
import { warnCondition } from '../expressions/precedence.ts'
import { keepingUnused, tellingUnused, warnUnused } from '../expressions/unused_values.ts'
import { checkAttributes } from '../symbols/attributes.ts'
import { checkDeductions } from '../symbols/auto_types.ts'
import { converted, convertInit } from '../values/conversions.ts'
import { conditionValue } from '../values/initializers.ts'
import { truth } from '../values/integral_constants.ts'
import { concretize, settled } from '../values/literals.ts'
import { warnWhole } from '../values/whole_expressions.ts'
import { inLintedScope } from './lint_body.ts'
import { localVariable } from './locals.ts'
import { warnDangling, warnEmptyBody, warnEmptyLoop, warnEmptySwitch, warnMissing, warnNoCase } from './suspicious.ts'
import { caseGroups } from './switch_cases.ts'

/** Checks a block in a scope of its own, or in the present one (parameters and loop variables may not be redeclared). */
export function checkBlock(checker: Checker, node: A.BlockStmt, ownScope = true): BlockStmt {
  const body: Stmt[] = []
  const { statements } = node
  const scope = ownScope ? new Scope(checker.scope) : checker.scope
  inLintedScope(checker, scope, () => {
    tellingUnused(checker, () => {
      for (const statement of statements) checkStatement(checker, statement, body)
    })
    for (let i = 0; i + 1 < statements.length; i++) warnEmptyLoop(checker, statements[i]!, statements[i + 1]!)
  })
  return { kind: 'block', body, pos: node.pos, end: node.end }
}

/** A statement as the body of another: its own scope, one statement. */
function nested(checker: Checker, node: A.Statement): Stmt {
  if (node.kind === 'block') return checkBlock(checker, node)
  const outer = checker.scope
  checker.scope = new Scope(outer)
  const body: Stmt[] = []
  checkStatement(checker, node, body)
  checker.scope = outer
  return body.length === 1 ? body[0]! : { kind: 'block', body, pos: node.pos, end: node.end }
}

/** A body that shares the scope of what its statement declares. */
function inScope(checker: Checker, node: A.Statement): Stmt {
  if (node.kind === 'block') return checkBlock(checker, node, false)
  const body: Stmt[] = []
  checkStatement(checker, node, body)
  return body.length === 1 ? body[0]! : { kind: 'block', body, pos: node.pos, end: node.end }
}

function checkStatement(checker: Checker, node: A.Statement, out: Stmt[]): void {
  const { diagnostics } = checker
  const { isBroken } = diagnostics
  checkAny(checker, node, out)
  // Without a declaration clang makes none of the rest of its block.
  if (node.kind !== 'decl_stmt') diagnostics.isBroken = isBroken
}

function checkAny(checker: Checker, node: A.Statement, out: Stmt[]): void {
  const { pos, end } = node
  switch (node.kind) {
    case 'block':
      out.push(checkBlock(checker, node))
      break
    case 'decl_stmt':
      declarations(checker, node, out)
      break
    case 'expr_stmt': {
      if (namesFunction(checker, node.expr)) {
        checker.fn!.unused.push(() => report(checker, 'W2130', node.expr, {}))
        break
      }
      const value = checker.expr(node.expr)
      warnWhole(checker, value)
      warnUnused(checker, node.expr, value)
      const expr = settled(value)
      if (expr.type.kind !== 'error') out.push({ kind: 'expr', expr, pos, end })
      break
    }
    case 'if':
      ifChain(checker, node, out)
      break
    case 'for':
      tellingUnused(checker, () => forLoop(checker, node, out))
      break
    case 'while':
      tellingUnused(checker, () => whileLoop(checker, node, out))
      break
    case 'do':
      tellingUnused(checker, () => doLoop(checker, node, out))
      break
    case 'switch':
      tellingUnused(checker, () => switchStatement(checker, node, out))
      break
    case 'case':
    case 'default':
      report(checker, 'E2192', node, { what: node.kind })
      break
    case 'break':
      if (checker.fn!.loopDepth + checker.fn!.switchDepth === 0) report(checker, 'E2190', node, {})
      checker.fn!.reach.break()
      out.push({ kind: 'break', pos, end })
      break
    case 'continue':
      if (checker.fn!.loopDepth === 0) report(checker, 'E2191', node, {})
      checker.fn!.reach.continue()
      out.push({ kind: 'continue', pos, end })
      break
    case 'discard':
      out.push({ kind: 'discard', pos, end })
      break
    case 'return':
      returnStatement(checker, node, out)
      checker.fn!.reach.return()
      break
    case 'error_stmt':
      for (const expr of node.exprs) checker.expr(expr)
      break
    case 'empty_stmt':
      break
  }
}

function declarations(checker: Checker, node: A.DeclStmt, out: Stmt[]): void {
  checkDeductions(checker, node.declarations)
  for (const declaration of node.declarations) {
    if (declaration.kind === 'variable') {
      const symbol = localVariable(checker, declaration)
      if (symbol)
        out.push({
          kind: 'decl',
          symbol,
          init: symbol.storage === 'local' ? symbol.init : undefined,
          pos: declaration.pos,
          end: declaration.end,
        })
    } else {
      if (declaration.kind === 'buffer_block') report(checker, 'E2259', declaration.nameSpan, {})
      if (declaration.kind === 'namespace') report(checker, 'E2729', declaration.nameSpan, {})
      else checker.declare(declaration)
    }
  }
}

/** An expression that decides whether something runs. */
function tested(checker: Checker, node: A.Expr, what: string): Expr {
  const value = checker.expr(node)
  warnWhole(checker, value)
  return conditionValue(checker, value, what, BOOL)
}

/** `if (int x = f())` declares; the value is then tested. */
function condition(checker: Checker, node: A.Condition, what: string, out: Stmt[]): Expr {
  warnCondition(checker, node)
  if (node.kind !== 'decl_stmt') return tested(checker, node, what)
  declarations(checker, node, out)
  const last = out[out.length - 1]
  if (last?.kind !== 'decl') return { kind: 'literal', type: BOOL, value: false, pos: node.pos, end: node.end }
  const { symbol } = last
  return conditionValue(
    checker,
    { kind: 'var', type: symbol.type, symbol, pos: symbol.pos, end: symbol.end },
    what,
    BOOL,
  )
}

/** else-if chains may be long: built from the last branch forwards, without recursion along the chain. */
function ifChain(checker: Checker, node: A.IfStmt, out: Stmt[]): void {
  const links: { node: A.IfStmt; condition: Expr; then: Stmt; before: Stmt[]; scope: Scope; unused: (() => void)[] }[] =
    []
  const outer = checker.scope
  let at: A.IfStmt | undefined = node
  let last: A.Statement | undefined
  const { reach } = checker.fn!
  let falls = false
  while (at) {
    const before: Stmt[] = []
    checker.scope = new Scope(checker.scope)
    const test = condition(checker, at.condition, 'if', before)
    const known = truth(checker, test)
    const { here } = reach
    reach.here = here && known !== false
    const body = at.then
    const unused: (() => void)[] = []
    const then = keepingUnused(checker, unused, () =>
      before.length > 0 ? inScope(checker, body) : nested(checker, body),
    )
    links.push({ node: at, condition: test, then, before, scope: checker.scope, unused })
    falls ||= reach.here
    reach.here = here && known !== true
    const otherwise: A.Statement | undefined = at.otherwise
    if (otherwise?.kind === 'if') at = otherwise
    else {
      last = otherwise
      at = undefined
    }
  }
  const inLast: (() => void)[] = []
  let tail: Stmt | undefined = last && keepingUnused(checker, inLast, () => nested(checker, last))
  reach.here ||= falls
  for (let i = links.length - 1; i >= 0; i--) {
    const link = links[i]!
    const { pos, end } = link.node
    warnDangling(checker, link.node)
    for (const tell of link.unused) tell()
    warnEmptyBody(checker, link.node)
    if (i === links.length - 1) for (const tell of inLast) tell()
    const attributes = checkAttributes(checker, link.node.attributes, 'condition')
    // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
    const stmt: Stmt = { kind: 'if', condition: link.condition, then: link.then, else: tail, attributes, pos, end }
    tail = link.before.length > 0 ? { kind: 'block', body: [...link.before, stmt], pos, end } : stmt
  }
  checker.scope = outer
  out.push(tail!)
}

/** A loop's body; `test` stands before it. */
function loopBody(checker: Checker, node: A.Statement, test: Expr | undefined, sameScope: boolean): Stmt {
  const { reach } = checker.fn!
  const known = test ? truth(checker, test) : true
  const { here } = reach
  reach.here = here && known !== false
  reach.enter(true)
  const body = repeated(checker, node, sameScope)
  reach.leave(here && known !== true)
  return body
}

function repeated(checker: Checker, node: A.Statement, sameScope: boolean): Stmt {
  const fn = checker.fn!
  fn.loopDepth++
  const body = sameScope ? inScope(checker, node) : nested(checker, node)
  fn.loopDepth--
  return body
}

/** Before HLSL 2021 what the head declares belongs to the block around the loop, and may take a name there is. */
function forLoop(checker: Checker, node: A.ForStmt, out: Stmt[]): void {
  const isOpen = checker.options.hlslVersion < 2021
  if (isOpen) readFor(checker, node, out, isOpen)
  else inLintedScope(checker, new Scope(checker.scope), () => readFor(checker, node, out, isOpen))
}

function readFor(checker: Checker, node: A.ForStmt, out: Stmt[], isOpen: boolean): void {
  const init: Stmt[] = []
  const { inOpenHead } = checker
  checker.inOpenHead = isOpen
  if (node.init) checkStatement(checker, node.init, init)
  const before: Stmt[] = []
  const test = node.condition && condition(checker, node.condition, 'for', before)
  checker.inOpenHead = inOpenHead
  const runs = !test || truth(checker, test) !== false
  const stepped =
    node.step && !namesFunction(checker, node.step)
      ? checker.fn!.reach.only(runs, () => checker.expr(node.step!))
      : undefined
  if (node.step && stepped) {
    warnWhole(checker, stepped)
    warnUnused(checker, node.step, stepped)
  }
  const step = stepped && settled(stepped)
  const body = loopBody(checker, node.body, test, !isOpen)
  const attributes = checkAttributes(checker, node.attributes, 'loop')
  out.push({
    kind: 'loop',
    init,
    condition: before.length > 0 ? undefined : test,
    step,
    body: testedBody(before, test, body),
    testAfter: false,
    attributes,
    pos: node.pos,
    end: node.end,
  })
}

function whileLoop(checker: Checker, node: A.WhileStmt, out: Stmt[]): void {
  const outer = checker.scope
  checker.scope = new Scope(outer)
  const before: Stmt[] = []
  const test = condition(checker, node.condition, 'while', before)
  const body = loopBody(checker, node.body, test, true)
  checker.scope = outer
  const attributes = checkAttributes(checker, node.attributes, 'loop')
  const { pos, end } = node
  out.push({
    kind: 'loop',
    init: [],
    condition: before.length > 0 ? undefined : test,
    step: undefined,
    body: testedBody(before, test, body),
    testAfter: false,
    attributes,
    pos,
    end,
  })
}

/** The body of a loop: `while (int x = f())` declares and tests x in each round, in front of it. */
function testedBody(before: Stmt[], condition: Expr | undefined, body: Stmt): Stmt {
  if (!condition || before.length === 0) return body
  const { pos, end } = condition
  const empty: Stmt = { kind: 'block', body: [], pos, end }
  // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
  const test: Stmt = { kind: 'if', condition, then: empty, else: { kind: 'break', pos, end }, attributes: [], pos, end }
  return { kind: 'block', body: [...before, test, body], pos: body.pos, end: body.end }
}

function doLoop(checker: Checker, node: A.DoStmt, out: Stmt[]): void {
  const { reach } = checker.fn!
  reach.enter(true)
  const body = repeated(checker, node.body, false)
  warnCondition(checker, node.condition)
  reach.here ||= reach.continued
  const test = tested(checker, node.condition, 'do-while')
  reach.leave(reach.here && truth(checker, test) !== true)
  const attributes = checkAttributes(checker, node.attributes, 'loop')
  const { pos, end } = node
  out.push({ kind: 'loop', init: [], condition: test, step: undefined, body, testAfter: true, attributes, pos, end })
}

// ---- switch --------------------------------------------------------------------------------------------------------------------------------

function switchStatement(checker: Checker, node: A.SwitchStmt, out: Stmt[]): void {
  const before: Stmt[] = []
  const outer = checker.scope
  checker.scope = new Scope(outer)
  const value =
    node.condition.kind === 'decl_stmt' ? declared(checker, node.condition, before) : checker.expr(node.condition)
  warnWhole(checker, value)
  const selector = selectorOf(checker, value, node)
  checker.fn!.switchDepth++
  checker.scope = new Scope(checker.scope)
  const { reach } = checker.fn!
  const { here } = reach
  reach.here = false
  reach.enter(false)
  const { groups, flags } = caseGroups(checker, {
    node,
    selector,
    value,
    isReached: here,
    statement: checkStatement,
    condition,
  })
  reach.leave(reach.here)
  if (value.type === BOOL) report(checker, 'W2444', { pos: node.pos, end: node.pos + 1 }, {}, { ranges: [value] })
  if (!warnNoCase(checker, selector, groups, node.condition)) warnMissing(checker, value, groups, node.condition)
  warnEmptySwitch(checker, node)
  checker.scope = outer
  checker.fn!.switchDepth--
  const attributes = checkAttributes(checker, node.attributes, 'switch')
  const { pos, end } = node
  const stmt: Stmt = { kind: 'switch', selector, groups, attributes, pos, end }
  before.push(...flags)
  out.push(before.length > 0 ? { kind: 'block', body: [...before, stmt], pos, end } : stmt)
}

function declared(checker: Checker, node: A.DeclStmt, before: Stmt[]): Expr {
  declarations(checker, node, before)
  const last = before[before.length - 1]
  if (last?.kind !== 'decl') return { kind: 'literal', type: INT, value: 0, pos: node.pos, end: node.end }
  return { kind: 'var', type: last.symbol.type, symbol: last.symbol, pos: node.pos, end: node.end }
}

/** A literal is a 64-bit integer here; constants and choices among constants that need no more are ints. */
function wholeSelector(value: Expr): Expr {
  const wide = concretize(value, INT64)
  return isShort(wide) ? shortened(wide) : wide
}

function isShort(expr: Expr): boolean {
  if (expr.kind === 'conditional') return isShort(expr.then) && isShort(expr.else)
  return expr.kind === 'literal' && BigInt.asIntN(32, BigInt(expr.value)) === BigInt(expr.value)
}

function shortened(expr: Expr): Expr {
  if (expr.kind === 'literal') return { ...expr, type: INT, value: Number(expr.value) }
  if (expr.kind !== 'conditional') return expr
  // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
  return { ...expr, type: INT, then: shortened(expr.then), else: shortened(expr.else) }
}

/** int or uint (64-bit kept); floats convert to int, as DXC allows. */
function selectorOf(checker: Checker, value: Expr, at: Span): Expr {
  const plain = value.type === LITERAL_INT ? wholeSelector(value) : settled(value)
  if (plain.type.kind === 'error') return plain
  const element = elementOf(plain.type)
  if (!element || (isNumeric(plain.type) && plain.type.kind !== 'scalar')) {
    report(checker, 'E2196', at, { type: shownType(plain.type) })
    return { kind: 'literal', type: INT, value: 0, pos: value.pos, end: value.end }
  }
  if (isFloat(element) || element === BOOL) return convertInit(checker, value, { type: INT }, 'a value', value)
  const wide = bitsOf(element) === 64
  return wide
    ? converted(plain, element)
    : converted(plain, element.name.startsWith('u') || element.name === 'min16uint' ? UINT : INT)
}

// ---- return --------------------------------------------------------------------------------------------------------------------------------

function returnStatement(checker: Checker, node: A.ReturnStmt, out: Stmt[]): void {
  const fn = checker.fn!
  const { pos, end } = node
  const { name } = fn.entity
  const isVoid = fn.returnType.kind === 'void'
  if (!node.value) {
    if (!isVoid && fn.returnType.kind !== 'error') report(checker, 'E2198', node, { name })
    out.push({ kind: 'return', value: undefined, pos, end })
    return
  }
  if (node.value.kind === 'init_list') {
    report(checker, 'E2166', node.value, {})
    return
  }
  const value = checker.expr(node.value)
  warnWhole(checker, value)
  if (isVoid) {
    if (value.type.kind !== 'void' && value.type.kind !== 'error') report(checker, 'E2197', node, { name })
    if (value.type.kind !== 'error')
      out.push({ kind: 'expr', expr: settled(value), pos, end }, { kind: 'return', value: undefined, pos, end })
    return
  }
  if (value.type.kind === 'error') return void out.push({ kind: 'return', value, pos, end })
  const to = { type: fn.returnType, typeNode: fn.entity.decl.returnType }
  const result = convertInit(checker, value, to, 'return object', node.value, node)
  out.push({ kind: 'return', value: result, pos, end })
}
