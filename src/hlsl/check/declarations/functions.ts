// Declares functions and methods, matches prototypes with definitions, checks bodies.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { isPatch } from '../../tree/patches.ts'
import type { Attribute, BlockStmt, FunctionSymbol, ParamSymbol } from '../../tree/typed.ts'
import { sameType, typeText } from '../../tree/types.ts'
import { type Checker, note, report, within } from '../core/context.ts'
import { scopeOf } from '../core/names.ts'
import { Reach } from '../core/reach.ts'
import { type FunctionEntity, type FunctionSet, type RecordInfo, Scope } from '../core/scopes.ts'
import { makeFunction } from '../symbols/function_symbols.ts'
import { checkTemplateParams, specialKey } from '../symbols/function_templates.ts'
import { declareVirtual, sameParameters } from '../symbols/interfaces.ts'
import { isTakenName } from '../symbols/resolve_types.ts'
import { lintBody } from './lint_body.ts'
import { reportIncompleteElement } from './locals.ts'
import { reachesEnd } from './returns.ts'
import { checkBlock, reportJumps } from './statements.ts'
import { warnUnset } from './unset_outputs.ts'

/** A prototype in a body announces a function of the namespace around it; in its block the name means nothing else. */
export function declarePrototype(cx: Checker, decl: A.FunctionDecl): void {
  let home = cx.scope
  while (home.parent && !home.isNamespace) home = home.parent
  const entity = declareFunction(cx, decl, undefined, home)
  if (!entity) return
  const { name } = decl
  const own = cx.scope.own(name)
  if (own?.kind === 'functions') own.list.push(entity)
  else if (own) report(cx, 'E2010', decl.nameSpan, { name })
  else cx.scope.set(name, { kind: 'functions', name, list: [entity], isOfBlock: true })
}

/** Declares a function in the current scope or another one, or defines one declared before. Gives it when it is no template and no member's definition. */
export function declareFunction(
  cx: Checker,
  decl: A.FunctionDecl,
  owner: RecordInfo | undefined,
  home: Scope = cx.scope,
): FunctionEntity | undefined {
  if (decl.name.startsWith('operator')) checkOperator(cx, decl, owner)
  if (decl.scope) {
    defineMember(cx, decl)
    return undefined
  }
  // Before it has its name: `float S(S s)` takes the struct.
  const plain = decl.template ? undefined : makeFunction(cx, decl, cx.scope, owner, 0)
  const set = functionSet(cx, decl, home)
  if (!set) return undefined
  if (decl.template && (decl.templateArgs || decl.template.length === 0)) {
    declareSpecialisation(cx, decl, set, owner)
    return undefined
  }
  if (!plain) {
    checkTemplateParams(cx, decl.template!)
    addTemplate(cx, decl, set, owner)
    return undefined
  }
  const known = set.list.find(other => other.symbol && sameParameters(other.symbol, plain.symbol!))
  if (known) {
    redeclare(cx, known, plain)
    return known
  }
  if (owner) declareVirtual(cx, owner, plain)
  cx.watch?.declared(decl.nameSpan, { kind: 'functions', name: decl.name, list: [plain] })
  set.list.push(plain)
  cx.functions.push(plain)
  if (!decl.body) return plain
  cx.defined.add(plain)
  // Methods that stand for an interface's are called by that name.
  if (owner?.isInstance && !owner.virtuals) plain.isWaiting = true
  else cx.pendingBodies.push(plain)
  return plain
}

/** Operators a struct may define. */
const OVERLOADABLE: ReadonlySet<string> = new Set(
  [
    '+',
    '-',
    '*',
    '/',
    '%',
    '&',
    '|',
    '^',
    '<',
    '>',
    '<=',
    '>=',
    '==',
    '!=',
    '&&',
    '||',
    '<<',
    '>>',
    ',',
    '[]',
    '()',
  ].map(op => `operator${op}`),
)

function checkOperator(cx: Checker, decl: A.FunctionDecl, owner: RecordInfo | undefined): void {
  const { name } = decl
  if (!owner && !decl.scope) report(cx, 'E2019', decl.nameSpan, { name })
  else if (!OVERLOADABLE.has(name)) report(cx, 'E2020', decl.nameSpan, { name })
}

function functionSet(cx: Checker, decl: A.FunctionDecl, home: Scope): FunctionSet | undefined {
  const found = home.own(decl.name)
  if (found?.kind === 'functions') return found
  const isFree = !found || home.yieldsName(decl.name)
  if (!isFree || (home === cx.global && isTakenName(cx, decl.name))) {
    report(cx, 'E2010', decl.nameSpan, { name: decl.name })
    return undefined
  }
  const set: FunctionSet = { kind: 'functions', name: decl.name, list: [] }
  home.set(decl.name, set)
  return set
}

function addTemplate(cx: Checker, decl: A.FunctionDecl, set: FunctionSet, owner: RecordInfo | undefined): void {
  const prototype = set.list.find(e => e.instances && !e.decl.body && e.decl.params.length === decl.params.length)
  if (prototype && decl.body) {
    cx.watch?.again(prototype.decl.nameSpan, decl.nameSpan)
    prototype.decl = decl
    return
  }
  const others = decl.body ? set.list.filter(e => e.instances && e.decl.body) : []
  const key = others.length > 0 ? templateKey(decl) : ''
  const known = others.find(e => templateKey(e.decl) === key)
  if (known) {
    const error = report(cx, 'E2008', decl.nameSpan, { name: decl.name })
    note(cx, error, 'N2001', known.decl.nameSpan, {})
    return
  }
  const entity: FunctionEntity = {
    name: decl.name,
    decl,
    scope: cx.scope,
    owner,
    isStatic: decl.modifiers.some(m => m.name === 'static'),
    symbol: undefined,
    instances: new Map(),
    specialisations: new Map(),
    calls: new Map(),
    shared: new Set(),
    late: [],
    hasBody: decl.body !== undefined,
    depth: 0,
  }
  cx.watch?.declared(decl.nameSpan, { kind: 'functions', name: decl.name, list: [entity] })
  set.list.push(entity)
  cx.templates.push(entity)
}

/** What two templates of one name must have in common to be the same: their parameters' types and the result's, whatever the names are. */
function templateKey({ template, returnType, params }: A.FunctionDecl): string {
  const own = new Map((template ?? []).map((p, i) => [p.name, i]))
  const parts = [
    template?.map(p => p.type),
    returnType,
    params.map(p => [p.type, p.dims, p.modifiers.map(m => m.name)]),
  ]
  return JSON.stringify(parts, (key, value: unknown) => {
    if (key === 'pos' || key === 'end') return undefined
    if (key === 'name' && typeof value === 'string') return own.get(value) ?? value
    return typeof value === 'bigint' ? `${value}n` : value
  })
}

/** `template<> float f<int>(int x)` or `template<> float f(int x)`: chosen when its arguments come out. */
function declareSpecialisation(
  cx: Checker,
  decl: A.FunctionDecl,
  set: FunctionSet,
  owner: RecordInfo | undefined,
): void {
  const entity = makeFunction(cx, decl, cx.scope, owner, 1)
  const primary = set.list.find(e => e.instances && e.decl.params.length === decl.params.length)
  const key = primary && specialKey(cx, primary, entity)
  if (key === undefined) return void report(cx, 'E2370', decl.nameSpan, { name: decl.name })
  const known = primary!.specialisations.get(key)
  if (known) return void redeclare(cx, known, entity)
  primary!.specialisations.set(key, entity)
  cx.functions.push(entity)
  if (decl.body) cx.pendingBodies.push(entity)
}

/** A second declaration of the same function: a definition for a prototype, or an error. */
function redeclare(cx: Checker, known: FunctionEntity, again: FunctionEntity): void {
  const { decl } = again
  cx.watch?.again(known.decl.nameSpan, decl.nameSpan)
  if (!sameType(known.symbol!.returnType, again.symbol!.returnType, true)) {
    const error = report(cx, 'E2011', decl.nameSpan, {})
    note(cx, error, 'N2002', known.decl.nameSpan, {})
    return
  }
  if (known.hasBody && decl.body) {
    const error = report(cx, 'E2008', decl.nameSpan, { name: decl.name })
    note(cx, error, 'N2001', known.decl.nameSpan, {})
    return
  }
  if (decl.body) define(cx, known, again)
}

/** The definition's parameters replace the prototype's; defaults and attributes of both count. */
function define(cx: Checker, known: FunctionEntity, definition: FunctionEntity): void {
  const symbol = known.symbol!
  const merged = definition.symbol!.params.map((param, i): ParamSymbol => {
    const old = symbol.params[i]!
    return param.defaultValue || !old.defaultValue ? param : { ...param, defaultValue: old.defaultValue }
  })
  ;(symbol.params as ParamSymbol[]).splice(0, symbol.params.length, ...merged)
  // A list of its own: that of functions without attributes is shared by all of them.
  ;(symbol as { attributes: readonly Attribute[] }).attributes = [
    ...symbol.attributes,
    ...definition.symbol!.attributes,
  ]
  known.decl = definition.decl
  known.hasBody = true
  cx.defined.add(known)
  cx.pendingBodies.push(known)
}

/** `float S::f() { ... }` and `void N::g() { ... }`. */
function defineMember(cx: Checker, decl: A.FunctionDecl): void {
  const scope = scopeOf(cx, decl.scope!, decl.scope!.parts.length)
  if (!scope) return
  const found = scope.own(decl.name)
  within(cx, scope, () => {
    const owner = scope.record
    const entity = makeFunction(cx, decl, scope, owner, 0)
    const set = found?.kind === 'functions' ? found : undefined
    const known = set?.list.find(other => other.symbol && sameParameters(other.symbol, entity.symbol!))
    if (known) return void redeclare(cx, known, known.isStatic ? makeFunction(cx, decl, scope, undefined, 0) : entity)
    const type = owner ? typeText(owner.type) : scope.name
    report(cx, 'E2017', decl.nameSpan, { name: decl.name, type })
  })
}

/** Checks every body that waits, including those that checking brings up (instances of templates). */
export function checkPendingBodies(cx: Checker): void {
  for (let i = 0; i < cx.pendingBodies.length; i++) checkBody(cx, cx.pendingBodies[i]!)
  cx.pendingBodies.length = 0
}

export function checkBody(cx: Checker, entity: FunctionEntity): void {
  const symbol = entity.symbol!
  const { decl } = entity
  if (!decl.body || symbol.body) return
  const outer = cx.fn
  cx.fn = {
    entity,
    returnType: symbol.returnType,
    self: symbol.self,
    loopDepth: 0,
    switchDepth: 0,
    reach: new Reach(),
    jumps: [],
  }
  const scope = new Scope(entity.scope)
  for (const param of symbol.params) {
    if (isPatch(param.type)) reportIncompleteElement(cx, param.type, param)
    if (param.name !== '') declareParam(cx, scope, param)
  }
  const errors = cx.diagnostics.errorCount
  symbol.body = within(cx, scope, () => checkBlock(cx, decl.body!, false))
  if (cx.diagnostics.errorCount === errors) reportJumps(cx)
  const returns = symbol.returnType.kind !== 'void' && symbol.returnType.kind !== 'error'
  // What depends on parameters without values is no statement of a pattern.
  if (returns && !cx.inPattern && cx.diagnostics.errorCount === errors) checkReturns(cx, symbol, decl.body)
  if (!decl.template && cx.diagnostics.errorCount === errors)
    warnBody(cx, symbol, symbol.body, { pos: decl.body.end - 1, end: decl.body.end })
  cx.fn = outer
}

function warnBody(cx: Checker, symbol: FunctionSymbol, body: BlockStmt, end: Span): void {
  warnUnset(cx, symbol.params, body, end)
  lintBody(cx, symbol, body)
}

function declareParam(cx: Checker, scope: Scope, param: ParamSymbol): void {
  if (scope.own(param.name)) return
  cx.watch?.declared(param, param)
  scope.set(param.name, param)
}

function checkReturns(cx: Checker, symbol: FunctionSymbol, body: A.BlockStmt): void {
  const reach = reachesEnd(symbol.body!)
  if (reach === 'no') return
  const at = { pos: body.end - 1, end: body.end }
  report(cx, reach === 'always' ? 'E2199' : 'E2200', at, {})
}
