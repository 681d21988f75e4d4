// Statements: scopes, conditions, loops, switches, local declarations, returns.
// Invariant: a failed statement is dropped; the rest of the body is still checked.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { BOOL, bitsOf, elementOf, INT, INT64, isFloat, isNumeric, LITERAL_INT, UINT } from '../../tree/numeric.ts'
import type { BlockStmt, Expr, Stmt, SwitchStmt, VarSymbol } from '../../tree/typed.ts'
import { typeText } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { placeOf } from '../core/lvalues.ts'
import { Scope } from '../core/scopes.ts'
import { namesFunction } from '../expressions/function_names.ts'
import { warnCondition } from '../expressions/precedence.ts'
import { warnUnused } from '../expressions/unused_values.ts'
import { checkAttributes } from '../symbols/attributes.ts'
import { checkDeductions } from '../symbols/auto_types.ts'
import { evaluateScalar, isIntegralConstant, truth } from '../values/constants.ts'
import { converted, convertInit } from '../values/conversions.ts'
import { conditionValue } from '../values/initializers.ts'
import { concretize, settled } from '../values/literals.ts'
import { localVariable } from './locals.ts'
import { warnEmptyBody, warnEmptyLoop, warnMissing } from './suspicious.ts'

/** Checks a block in a scope of its own, or in the present one (parameters and loop variables may not be redeclared). */
export function checkBlock(cx: Checker, node: A.BlockStmt, ownScope = true): BlockStmt {
  const outer = cx.scope
  if (ownScope) cx.scope = new Scope(outer)
  const body: Stmt[] = []
  const { statements } = node
  for (let i = 0; i < statements.length; i++) {
    checkStatement(cx, statements[i]!, body)
    warnEmptyLoop(cx, statements[i]!, statements[i + 1])
  }
  cx.scope = outer
  return { kind: 'block', body, pos: node.pos, end: node.end }
}

/** A statement as the body of another: its own scope, one statement. */
function nested(cx: Checker, node: A.Statement): Stmt {
  if (node.kind === 'block') return checkBlock(cx, node)
  const outer = cx.scope
  cx.scope = new Scope(outer)
  const body: Stmt[] = []
  checkStatement(cx, node, body)
  cx.scope = outer
  return body.length === 1 ? body[0]! : { kind: 'block', body, pos: node.pos, end: node.end }
}

/** A body that shares the scope of what its statement declares. */
function inScope(cx: Checker, node: A.Statement): Stmt {
  if (node.kind === 'block') return checkBlock(cx, node, false)
  const body: Stmt[] = []
  checkStatement(cx, node, body)
  return body.length === 1 ? body[0]! : { kind: 'block', body, pos: node.pos, end: node.end }
}

function checkStatement(cx: Checker, node: A.Statement, out: Stmt[]): void {
  const { pos, end } = node
  switch (node.kind) {
    case 'block':
      out.push(checkBlock(cx, node))
      break
    case 'decl_stmt':
      declarations(cx, node, out)
      break
    case 'expr_stmt': {
      if (namesFunction(cx, node.expr)) {
        report(cx, 'W2130', node.expr, {})
        break
      }
      const value = cx.expr(node.expr)
      warnUnused(cx, node.expr, value)
      const expr = settled(value)
      if (expr.type.kind !== 'error') out.push({ kind: 'expr', expr, pos, end })
      break
    }
    case 'if':
      ifChain(cx, node, out)
      break
    case 'for':
      forLoop(cx, node, out)
      break
    case 'while':
      whileLoop(cx, node, out)
      break
    case 'do':
      doLoop(cx, node, out)
      break
    case 'switch':
      switchStatement(cx, node, out)
      break
    case 'case':
    case 'default':
      report(cx, 'E2192', node, { what: node.kind })
      break
    case 'break':
      if (cx.fn!.loopDepth + cx.fn!.switchDepth === 0) report(cx, 'E2190', node, {})
      cx.fn!.reach.break()
      out.push({ kind: 'break', pos, end })
      break
    case 'continue':
      if (cx.fn!.loopDepth === 0) report(cx, 'E2191', node, {})
      cx.fn!.reach.continue()
      out.push({ kind: 'continue', pos, end })
      break
    case 'discard':
      out.push({ kind: 'discard', pos, end })
      break
    case 'return':
      returnStatement(cx, node, out)
      cx.fn!.reach.stop()
      break
    case 'error_stmt':
      for (const expr of node.exprs) cx.expr(expr)
      break
    case 'empty_stmt':
      break
  }
}

function declarations(cx: Checker, node: A.DeclStmt, out: Stmt[]): void {
  checkDeductions(cx, node.declarations)
  for (const declaration of node.declarations) {
    if (declaration.kind === 'variable') {
      const symbol = localVariable(cx, declaration)
      if (symbol)
        out.push({
          kind: 'decl',
          symbol,
          init: symbol.storage === 'local' ? symbol.init : undefined,
          pos: declaration.pos,
          end: declaration.end,
        })
    } else {
      if (declaration.kind === 'buffer_block') report(cx, 'E2259', declaration.nameSpan, {})
      if (declaration.kind === 'namespace') report(cx, 'E2729', declaration.nameSpan, {})
      else cx.declare(declaration)
    }
  }
}

/** `if (int x = f())` declares; the value is then tested. */
function condition(cx: Checker, node: A.Condition, what: string, out: Stmt[]): Expr {
  warnCondition(cx, node)
  if (node.kind !== 'decl_stmt') return conditionValue(cx, cx.expr(node), what, BOOL)
  declarations(cx, node, out)
  const last = out[out.length - 1]
  if (last?.kind !== 'decl') return { kind: 'literal', type: BOOL, value: false, pos: node.pos, end: node.end }
  const { symbol } = last
  return conditionValue(cx, { kind: 'var', type: symbol.type, symbol, pos: node.pos, end: node.end }, what, BOOL)
}

/** else-if chains may be long: built from the last branch forwards, without recursion along the chain. */
function ifChain(cx: Checker, node: A.IfStmt, out: Stmt[]): void {
  const links: { node: A.IfStmt; condition: Expr; then: Stmt; before: Stmt[]; scope: Scope }[] = []
  const outer = cx.scope
  let at: A.IfStmt | undefined = node
  let last: A.Statement | undefined
  const { reach } = cx.fn!
  let falls = false
  while (at) {
    const before: Stmt[] = []
    cx.scope = new Scope(cx.scope)
    const test = condition(cx, at.condition, 'if', before)
    const known = truth(test)
    const { here } = reach
    reach.here = here && known !== false
    warnEmptyBody(cx, at)
    links.push({
      node: at,
      condition: test,
      // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
      then: before.length > 0 ? inScope(cx, at.then) : nested(cx, at.then),
      before,
      scope: cx.scope,
    })
    falls ||= reach.here
    reach.here = here && known !== true
    const otherwise: A.Statement | undefined = at.otherwise
    if (otherwise?.kind === 'if') at = otherwise
    else {
      last = otherwise
      at = undefined
    }
  }
  let tail: Stmt | undefined = last && nested(cx, last)
  reach.here ||= falls
  for (let i = links.length - 1; i >= 0; i--) {
    const link = links[i]!
    const { pos, end } = link.node
    const attributes = checkAttributes(cx, link.node.attributes, 'condition')
    // biome-ignore lint/suspicious/noThenProperty: the branch's name in the typed tree
    const stmt: Stmt = { kind: 'if', condition: link.condition, then: link.then, else: tail, attributes, pos, end }
    tail = link.before.length > 0 ? { kind: 'block', body: [...link.before, stmt], pos, end } : stmt
  }
  cx.scope = outer
  out.push(tail!)
}

/** A loop's body; `test` stands before it. */
function loopBody(cx: Checker, node: A.Statement, test: Expr | undefined, sameScope: boolean): Stmt {
  const { reach } = cx.fn!
  const known = test ? truth(test) : true
  const { here } = reach
  reach.here = here && known !== false
  reach.enter(true)
  const body = repeated(cx, node, sameScope)
  reach.leave(here && known !== true)
  return body
}

function repeated(cx: Checker, node: A.Statement, sameScope: boolean): Stmt {
  const fn = cx.fn!
  fn.loopDepth++
  const body = sameScope ? inScope(cx, node) : nested(cx, node)
  fn.loopDepth--
  return body
}

/** Before HLSL 2021 what the head declares belongs to the block around the loop, and may take a name there is. */
function forLoop(cx: Checker, node: A.ForStmt, out: Stmt[]): void {
  const outer = cx.scope
  const isOpen = cx.options.hlslVersion < 2021
  if (!isOpen) cx.scope = new Scope(outer)
  const init: Stmt[] = []
  const { inOpenHead } = cx
  cx.inOpenHead = isOpen
  if (node.init) checkStatement(cx, node.init, init)
  const test = node.condition && condition(cx, node.condition, 'for', init)
  cx.inOpenHead = inOpenHead
  const runs = !test || truth(test) !== false
  const stepped =
    node.step && !namesFunction(cx, node.step) ? cx.fn!.reach.only(runs, () => cx.expr(node.step!)) : undefined
  if (node.step && stepped) warnUnused(cx, node.step, stepped)
  const step = stepped && settled(stepped)
  const body = loopBody(cx, node.body, test, !isOpen)
  cx.scope = outer
  const attributes = checkAttributes(cx, node.attributes, 'loop')
  out.push({
    kind: 'loop',
    init,
    condition: test,
    step,
    body,
    testAfter: false,
    attributes,
    pos: node.pos,
    end: node.end,
  })
}

function whileLoop(cx: Checker, node: A.WhileStmt, out: Stmt[]): void {
  const outer = cx.scope
  cx.scope = new Scope(outer)
  const init: Stmt[] = []
  const test = condition(cx, node.condition, 'while', init)
  const body = loopBody(cx, node.body, test, true)
  cx.scope = outer
  const attributes = checkAttributes(cx, node.attributes, 'loop')
  const { pos, end } = node
  out.push({ kind: 'loop', init, condition: test, step: undefined, body, testAfter: false, attributes, pos, end })
}

function doLoop(cx: Checker, node: A.DoStmt, out: Stmt[]): void {
  const { reach } = cx.fn!
  reach.enter(true)
  const body = repeated(cx, node.body, false)
  warnCondition(cx, node.condition)
  reach.here ||= reach.continued
  const test = conditionValue(cx, cx.expr(node.condition), 'do', BOOL)
  reach.leave(reach.here && truth(test) !== true)
  const attributes = checkAttributes(cx, node.attributes, 'loop')
  const { pos, end } = node
  out.push({ kind: 'loop', init: [], condition: test, step: undefined, body, testAfter: true, attributes, pos, end })
}

// ---- switch --------------------------------------------------------------------------------------------------------------------------------

function switchStatement(cx: Checker, node: A.SwitchStmt, out: Stmt[]): void {
  const before: Stmt[] = []
  const outer = cx.scope
  cx.scope = new Scope(outer)
  const value = node.condition.kind === 'decl_stmt' ? declared(cx, node.condition, before) : cx.expr(node.condition)
  const selector = selectorOf(cx, value, node)
  cx.fn!.switchDepth++
  cx.scope = new Scope(cx.scope)
  const { reach } = cx.fn!
  const { here } = reach
  reach.here = false
  reach.enter(false)
  const groups = caseGroups(cx, node, selector, here)
  reach.leave(reach.here || (here && !groups.some(group => group.labels.includes(undefined))))
  warnMissing(cx, value, groups, node.condition)
  cx.scope = outer
  cx.fn!.switchDepth--
  const attributes = checkAttributes(cx, node.attributes, 'switch')
  const { pos, end } = node
  const stmt: Stmt = { kind: 'switch', selector, groups, attributes, pos, end }
  out.push(before.length > 0 ? { kind: 'block', body: [...before, stmt], pos, end } : stmt)
}

function declared(cx: Checker, node: A.DeclStmt, before: Stmt[]): Expr {
  declarations(cx, node, before)
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
function selectorOf(cx: Checker, value: Expr, at: Span): Expr {
  const plain = value.type === LITERAL_INT ? wholeSelector(value) : settled(value)
  if (plain.type.kind === 'error') return plain
  const element = elementOf(plain.type)
  if (!element || (isNumeric(plain.type) && plain.type.kind !== 'scalar')) {
    report(cx, 'E2196', at, { type: typeText(plain.type) })
    return { kind: 'literal', type: INT, value: 0, pos: value.pos, end: value.end }
  }
  if (isFloat(element) || element === BOOL) return convertInit(cx, value, INT, 'a value', value, false)
  const wide = bitsOf(element) === 64
  return wide
    ? converted(plain, element)
    : converted(plain, element.name.startsWith('u') || element.name === 'min16uint' ? UINT : INT)
}

type Group = SwitchStmt['groups'][number]

function caseGroups(cx: Checker, node: A.SwitchStmt, selector: Expr, isReached: boolean): Group[] {
  const groups: { labels: (number | bigint | undefined)[]; body: Stmt[] }[] = []
  const seen = new Map<string, Span>()
  const statements = node.body.kind === 'block' ? node.body.statements : [node.body]
  const initialised: VarSymbol[] = []
  const known = evaluateScalar(selector)
  let isFound = false
  for (const statement of statements) {
    const current = groups[groups.length - 1]
    if (statement.kind === 'case' || statement.kind === 'default') {
      if (initialised.length > 0) cx.fn!.jumps.push({ label: labelOf(statement), variables: [...initialised] })
      const label = statement.kind === 'case' ? caseValue(cx, statement, selector) : undefined
      // Of a known value only its own label is jumped to.
      const isOwn = known !== undefined && label !== undefined && String(label) === String(known)
      const isChosen = known === undefined || isOwn || (label === undefined && !isFound)
      isFound ||= isOwn
      cx.fn!.reach.here ||= isReached && isChosen
      if (statement.kind === 'case' && label === undefined) continue
      if (!unique(cx, statement, label, seen)) continue
      if (current && current.body.length === 0) current.labels.push(label)
      else groups.push({ labels: [label], body: [] })
    } else {
      // What stands before the first label is in scope but never runs.
      const body: Stmt[] = []
      checkStatement(cx, statement, body)
      for (const s of body)
        if (s.kind === 'decl' && s.init && statement.kind === 'decl_stmt') initialised.push(s.symbol)
      current?.body.push(...body)
    }
  }
  return groups
}

const labelOf = ({ kind, pos }: A.CaseStmt | A.DefaultStmt): Span => ({ pos, end: pos + (kind === 'case' ? 4 : 7) })

/** A label behind a variable with a value, which the jump to it would leave without one. */
export function reportJumps(cx: Checker): void {
  for (const { label, variables } of cx.fn!.jumps) {
    const error = report(cx, 'E2360', label, {})
    for (const variable of variables) note(cx, error, 'N2360', variable, {})
  }
}

function unique(
  cx: Checker,
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
  const error = node.kind === 'case' ? report(cx, 'E2193', node.value, { value: key }) : report(cx, 'E2194', node, {})
  note(cx, error, 'N2008', previous, {})
  return false
}

function caseValue(cx: Checker, node: A.CaseStmt, selector: Expr): number | bigint | undefined {
  const type = elementOf(selector.type) ?? INT
  const value = cx.expr(node.value)
  if (value.type.kind === 'error') return undefined
  const element = elementOf(value.type)
  if (element && isFloat(element)) {
    report(cx, 'E2205', node.value, { from: element.name, to: type.name })
    return undefined
  }
  const constant =
    element && isIntegralConstant(cx, value) ? evaluateScalar(converted(concretize(value, type), type)) : undefined
  if (constant === undefined || typeof constant === 'boolean') {
    const error = report(cx, 'E2195', node.value, {})
    if (value.kind === 'var') note(cx, error, 'N2013', node.value, { name: value.symbol.name })
    return undefined
  }
  return constant
}

// ---- return --------------------------------------------------------------------------------------------------------------------------------

function returnStatement(cx: Checker, node: A.ReturnStmt, out: Stmt[]): void {
  const fn = cx.fn!
  const { pos, end } = node
  const { name } = fn.entity
  const isVoid = fn.returnType.kind === 'void'
  if (!node.value) {
    if (!isVoid && fn.returnType.kind !== 'error') report(cx, 'E2198', node, { name })
    out.push({ kind: 'return', value: undefined, pos, end })
    return
  }
  if (node.value.kind === 'init_list') {
    report(cx, 'E2166', node.value, {})
    return
  }
  const value = cx.expr(node.value)
  if (isVoid) {
    if (value.type.kind === 'void')
      out.push({ kind: 'expr', expr: value, pos, end }, { kind: 'return', value: undefined, pos, end })
    else if (value.type.kind !== 'error') report(cx, 'E2197', node, { name })
    return
  }
  if (value.type.kind === 'error') return void out.push({ kind: 'return', value, pos, end })
  const result = convertInit(cx, value, fn.returnType, 'return object', node.value, placeOf(value) !== 'value')
  out.push({ kind: 'return', value: result, pos, end })
}
