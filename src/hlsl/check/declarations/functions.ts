// Declares functions and methods, matches prototypes with definitions, checks bodies.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { isPatch } from '../../tree/patches.ts'
import type { BlockStmt, FunctionSymbol, ParamSymbol } from '../../tree/typed.ts'
import { type Mutable, sameType, typeText } from '../../tree/types.ts'
import { isTakenByConstant } from '../core/builtin_constants.ts'
import { isIncompleteStruct } from '../core/complete.ts'
import { type Checker, note, noteTemplate, report, within } from '../core/context.ts'
import { isOperatorName, scopeOf } from '../core/names.ts'
import { Reach } from '../core/reach.ts'
import { type FunctionEntity, type FunctionSet, isPattern, type RecordInfo, Scope } from '../core/scopes.ts'
import { makeFunction } from '../symbols/function_symbols.ts'
import { againFor, checkTemplateParams, specialKey } from '../symbols/function_templates.ts'
import { functionName, outermost } from '../symbols/instance_requests.ts'
import { declareVirtual, sameParameters } from '../symbols/interfaces.ts'
import { nameOfTemplate, scopeOutside, type TemplateAround, templateAround } from '../symbols/outside_members.ts'
import { isTakenName } from '../symbols/resolve_types.ts'
import { stageOfEntry } from '../symbols/shader_stages.ts'
import { mergeParameters, namesOf } from '../symbols/template_parameters.ts'
import { lintBody, lintParameters } from './lint_body.ts'
import { reportIncomplete, reportIncompleteElement } from './locals.ts'
import { checkBlock } from './statements.ts'
import { reportJumps } from './switch_cases.ts'
import { warnUnset } from './unset_outputs.ts'

/** A prototype in a body announces a function of the namespace around it; in its block the name means nothing else. */
export function declarePrototype(checker: Checker, decl: A.FunctionDecl): void {
  const home = checker.scope.namespace
  const entity = declareFunction(checker, decl, undefined, home)
  if (!entity) return
  const { name } = decl
  const own = checker.scope.own(name)
  if (own?.kind === 'functions') own.list.push(entity)
  else if (own) report(checker, 'E2010', decl.nameSpan, { name })
  else checker.scope.set(name, { kind: 'functions', name, list: [entity], isOfBlock: true })
}

/** Declares a function in the current scope or another one, or defines one declared before. Gives it when it is no template and no member's definition. */
export function declareFunction(
  checker: Checker,
  decl: A.FunctionDecl,
  owner: RecordInfo | undefined,
  home: Scope = checker.scope,
): FunctionEntity | undefined {
  if (isOperatorName(decl.name)) checkOperator(checker, decl, owner)
  if (decl.scope) {
    defineMember(checker, decl)
    return undefined
  }
  // Before it has its name: `float S(S s)` takes the struct.
  const plain = decl.template ? undefined : makeFunction(checker, decl, checker.scope, owner, 0)
  if (plain && home === checker.global) warnPosition(checker, decl, plain.symbol!)
  const set = functionSet(checker, decl, home)
  if (!set) return undefined
  if (decl.template && (decl.templateArgs || decl.template.length === 0)) {
    declareSpecialisation(checker, decl, set, owner)
    return undefined
  }
  if (!plain) {
    checkTemplateParams(checker, decl.template!)
    if (home !== checker.global || !isSecondMain(checker, decl, set)) addTemplate(checker, decl, set, owner)
    return undefined
  }
  const known = withSameParameters(set, plain)
  if (known) {
    // What a prototype in a body says of default values ends with its block.
    if (home === checker.scope) addDefaults(checker, known, plain)
    redeclare(checker, known, plain)
    return known
  }
  if (home === checker.global && isSecondMain(checker, decl, set, plain.symbol)) return undefined
  if (owner) declareVirtual(checker, owner, plain)
  checker.watch?.declared(decl.nameSpan, { kind: 'functions', name: decl.name, list: [plain] })
  set.list.push(plain)
  checker.functions.push(plain)
  // Methods that stand for an interface's are called by that name.
  if (owner?.isInstance && !owner.virtuals) plain.isWaiting = true
  else if (decl.body) checker.pendingBodies.push(plain)
  if (decl.body) checker.defined.add(plain)
  else defineFromOutside(checker, plain)
  return plain
}

/** Operators that a struct may define, by the numbers of operands they may have, of which the object is the first; calls may have any. */
const OPERANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    unary: '! ~',
    'unary or binary': '+ - * &',
    binary: '/ % | ^ < > <= >= == != && || , []',
    '': '()',
  }).flatMap(([operands, list]) => list.split(' ').map(op => [`operator${op}`, operands] as const)),
)

/** What Direct3D 9 called the position is a name like others to rasterizers of today. */
function warnPosition(checker: Checker, { name, nameSpan }: A.FunctionDecl, symbol: FunctionSymbol): void {
  const { semantic = '' } = symbol
  if (!/^position0?$/i.test(semantic)) return
  const isEntry = checker.options.stage === 'lib' || name === checker.options.entry
  if (isEntry && stageOfEntry(checker, symbol)?.prefix === 'vs')
    report(checker, 'W2445', { pos: nameSpan.pos, end: nameSpan.pos + 1 }, { semantic })
}

function checkOperator(checker: Checker, decl: A.FunctionDecl, owner: RecordInfo | undefined): void {
  const { name, nameSpan, params } = decl
  const operands = OPERANDS.get(name)
  if (operands === undefined) {
    const word = name.replace(/^operator(?=\w)/, 'operator ')
    const what = /^operator \w/.test(name) ? 'conversion operator overloading' : `overloading '${word}'`
    report(checker, 'E2020', nameSpan, { what })
  } else if (!owner && !decl.scope) report(checker, 'E2019', nameSpan, { name })
  else if (decl.modifiers.some(m => m.name === 'static')) report(checker, 'E2751', nameSpan, { name })
  else if (operands !== '') {
    const initial = params.find(param => param.defaultValue)
    const count = params.length + 1
    const wanted = ['', 'unary', 'binary'][count]
    if (initial) report(checker, 'E2752', initial.nameSpan, { name })
    else if (!wanted || !operands.includes(wanted))
      report(checker, 'E2753', nameSpan, { name, operands, count, s: count === 1 ? '' : 's' })
  }
}

function functionSet(checker: Checker, decl: A.FunctionDecl, home: Scope): FunctionSet | undefined {
  const found = home.own(decl.name)
  if (found?.kind === 'functions') return found
  const isFree = !found || home.yieldsName(decl.name)
  if (!isFree || (home === checker.global && (isTakenName(checker, decl.name) || isTakenByConstant(decl.name)))) {
    report(checker, 'E2010', decl.nameSpan, { name: decl.name })
    return undefined
  }
  const set: FunctionSet = { kind: 'functions', name: decl.name, list: [] }
  home.set(decl.name, set)
  return set
}

/** Nothing overloads a function `main` outside of namespaces and records, whatever the entry point is called. Reports what does. */
function isSecondMain(
  checker: Checker,
  { name, nameSpan }: A.FunctionDecl,
  { list }: FunctionSet,
  symbol?: FunctionSymbol,
): boolean {
  const first = symbol ? list[0] : list.find(e => e.symbol)
  if (name !== 'main' || !first) return false
  const isOtherResult = symbol && first.symbol && !sameType(symbol.returnType, first.symbol.returnType, true)
  const error = isOtherResult ? report(checker, 'E2011', nameSpan, {}) : report(checker, 'E2726', nameSpan, { name })
  note(checker, error, first.hasBody ? 'N2001' : 'N2002', first.decl.nameSpan, {})
  return true
}

function addTemplate(checker: Checker, decl: A.FunctionDecl, set: FunctionSet, owner: RecordInfo | undefined): void {
  const templates = set.list.filter(e => e.instances && e.decl.params.length === decl.params.length)
  const key = templates.length > 0 ? templateKey(decl) : ''
  const same = templates.find(e => templateKey(e.decl) === key)
  const mayBe = (e: FunctionEntity): boolean => !e.decl.body && e.decl.template!.length === decl.template!.length
  const prototype: Mutable<FunctionEntity> | undefined = same ?? (decl.body && templates.find(mayBe))
  if (prototype && !(decl.body && prototype.decl.body)) {
    checker.watch?.again(prototype.decl.nameSpan, decl.nameSpan)
    refuseLateStatic(checker, decl, prototype)
    const template = mergeParameters(checker, prototype.decl.template!, decl.template!, !!decl.body, decl)
    prototype.decl = { ...(decl.body ? decl : prototype.decl), template }
    if (!decl.body) return
    prototype.scope = checker.scope
    prototype.definedAt = ++checker.functionsDeclared
    prototype.seenAt = checker.global.visibility.now
    for (const instance of prototype.instances!.values()) {
      define(checker, instance, againFor(checker, prototype, instance))
      checker.functions.push(instance)
    }
    return
  }
  if (same) {
    refuseAgain(checker, decl, same.decl)
    return
  }
  const entity: FunctionEntity = {
    name: decl.name,
    decl,
    scope: checker.scope,
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
    order: ++checker.functionsDeclared,
  }
  checker.watch?.declared(decl.nameSpan, { kind: 'functions', name: decl.name, list: [entity] })
  set.list.push(entity)
  noteTemplate(checker, entity)
  defineFromOutside(checker, entity)
}

/** Reports what has a body already. */
function refuseAgain(checker: Checker, { name, nameSpan }: A.FunctionDecl, known: A.FunctionDecl): void {
  const error = report(checker, 'E2008', nameSpan, { name })
  note(checker, error, 'N2001', known.nameSpan, {})
}

/** What two templates of one name must have in common to be the same: their parameters' types and the result's, whatever the names are. */
function templateKey({ template, returnType, params }: A.FunctionDecl, outer: readonly string[] = []): string {
  const own = new Map([...outer, ...namesOf(template)].map((name, i) => [name, i]))
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
  checker: Checker,
  decl: A.FunctionDecl,
  set: FunctionSet,
  owner: RecordInfo | undefined,
): void {
  const entity = makeFunction(checker, decl, checker.scope, owner, 1)
  let key: string | undefined
  const primary = set.list.find(e => {
    if (e.instances && e.decl.params.length === decl.params.length) key = specialKey(checker, e, entity)
    return key !== undefined
  })
  if (key === undefined) return void report(checker, 'E2370', decl.nameSpan, { name: decl.name })
  if (checker.record) refuseInside(checker, decl, checker.record)
  const known = primary!.specialisations.get(key)
  if (decl.body) (known ?? entity).seenAt = checker.global.visibility.now
  if (known) return void redeclare(checker, known, entity)
  const instance = primary!.instances!.get(key)
  if (instance?.requested) return void refuseLate(checker, decl, { name: functionName(instance), instance })
  primary!.specialisations.set(key, entity)
  checker.functions.push(entity)
  if (decl.body) checker.pendingBodies.push(entity)
}

/** A specialisation of a member stands behind the struct. */
function refuseInside(checker: Checker, { name, nameSpan }: A.FunctionDecl, record: RecordInfo): void {
  report(checker, record.isInstance || isPattern(record) ? 'E2027' : 'E2026', nameSpan, { name })
}

/** What stands behind the use of an instance cannot be meant by it any more. */
function refuseLate(
  checker: Checker,
  decl: A.FunctionDecl,
  { name, instance }: { readonly name: string; readonly instance: FunctionEntity },
): void {
  const error = report(checker, 'E2984', decl.nameSpan, { name })
  note(checker, error, 'N2984', instance.requested!.span, {})
}

/** The function of a set that another one declares again. */
const withSameParameters = (set: FunctionSet | undefined, { symbol }: FunctionEntity): FunctionEntity | undefined =>
  set?.list.find(other => other.symbol && sameParameters(other.symbol, symbol!))

/** The same of a member, outside of its struct: that it is static is said inside alone. */
function redeclareMember(checker: Checker, known: FunctionEntity, again: FunctionEntity): void {
  const { decl, scope } = again
  if (decl.body) known.seenAt = checker.global.visibility.now
  addDefaults(checker, known, again)
  redeclare(checker, known, known.isStatic ? makeFunction(checker, decl, scope, undefined, 0) : again)
}

/** A second declaration of the same function: a definition for a prototype, or an error. */
function redeclare(checker: Checker, known: FunctionEntity, again: FunctionEntity): void {
  const { decl } = again
  checker.watch?.again(known.decl.nameSpan, decl.nameSpan)
  const [theirs, ours] = [known.symbol!.returnType, again.symbol!.returnType]
  // In the pattern of a template `C` and `C<T>` are not known to be one.
  const mayBeSame = checker.inPattern && [theirs, ours].every(t => t.kind === 'struct' || t.kind === 'error')
  if (!mayBeSame && !sameType(theirs, ours, true)) {
    const owner = decl.scope || checker.outside.get(known.decl)?.decl === decl ? known.owner : undefined
    const error = owner
      ? report(checker, 'E2749', decl.nameSpan, { name: `${owner.type.name}::${decl.name}` })
      : report(checker, 'E2011', decl.nameSpan, {})
    note(checker, error, 'N2002', known.decl.nameSpan, {})
    return
  }
  refuseLateStatic(checker, decl, known)
  if (known.hasBody && decl.body) {
    refuseAgain(checker, decl, known.decl)
    return
  }
  if (decl.body) define(checker, known, again)
}

/** `float f(); static float f();`: the first declaration of a function says whether it is static, as in C. */
function refuseLateStatic(
  checker: Checker,
  { name, nameSpan, modifiers }: A.FunctionDecl,
  known: FunctionEntity,
): void {
  if (known.owner || known.isStatic || !modifiers.some(m => m.name === 'static')) return
  const error = report(checker, 'E2988', nameSpan, { name })
  note(checker, error, known.hasBody ? 'N2001' : 'N2002', known.decl.nameSpan, {})
}

/** `int f(int a); int f(int b = 3);`: the first declaration that has a default value gives it, and the only one. */
function addDefaults(
  checker: Checker,
  { symbol, decl: own }: FunctionEntity,
  { symbol: again, decl }: FunctionEntity,
): void {
  for (const [i, { defaultValue }] of again!.params.entries()) {
    const known: Mutable<ParamSymbol> | undefined = symbol!.params[i]
    if (!known || defaultValue === undefined) continue
    if (known.defaultValue === undefined) known.defaultValue = defaultValue
    else refuseDefault(checker, decl.params[i]!, own.params[i]!)
  }
}

function refuseDefault(checker: Checker, again: A.ParameterDecl, known: A.ParameterDecl): void {
  const error = report(checker, 'E2996', again.nameSpan, {})
  note(checker, error, 'N2001', known.nameSpan, {})
}

/** The definition's parameters replace the prototype's; defaults and attributes of both count. */
function define(checker: Checker, known: FunctionEntity, definition: FunctionEntity): void {
  const symbol: Mutable<FunctionSymbol> = known.symbol!
  const { semantic, semanticSpan } = definition.symbol!
  symbol.semantic = semantic
  symbol.semanticSpan = semanticSpan
  const merged = definition.symbol!.params.map((param, i): ParamSymbol => {
    const old = symbol.params[i]!
    return param.defaultValue || !old.defaultValue ? param : { ...param, defaultValue: old.defaultValue }
  })
  ;(symbol.params as ParamSymbol[]).splice(0, symbol.params.length, ...merged)
  // A list of its own: that of functions without attributes is shared by all of them.
  symbol.attributes = [...symbol.attributes, ...definition.symbol!.attributes]
  known.decl = definition.decl
  known.hasBody = true
  checker.defined.add(known)
  if (!known.isWaiting) checker.pendingBodies.push(known)
}

/** `template<typename T> T S<T>::f() { ... }`: each instance takes its method from there. */
function defineOutside(checker: Checker, decl: A.FunctionDecl, around: TemplateAround): void {
  const { record, own, theirs } = around
  const { name, nameSpan } = decl
  const template = decl.outer && decl.template
  const found = (record.members ?? []).filter(
    (m): m is A.FunctionDecl => m.kind === 'function' && m.name === name && m.params.length === decl.params.length,
  )
  const key = templateKey({ ...decl, template }, own)
  const member = found.find(m => templateKey(m, theirs) === key) ?? found[0]
  if (!member) return void reportNoMember(checker, decl, nameOfTemplate(around))
  if (!decl.body) return void report(checker, 'E2745', nameSpan, {})
  const known = member.body ? member : checker.outside.get(member)?.decl
  if (known) return void refuseAgain(checker, decl, known)
  const modifiers = [...decl.modifiers, ...member.modifiers]
  const seenAt = checker.global.visibility.now
  checker.outside.set(member, { ...around, decl: { ...decl, modifiers, template, scope: undefined }, seenAt })
  for (const { scope } of checker.records.values()) {
    const set = scope.own(name)
    if (set?.kind === 'functions') for (const entity of set.list) defineFromOutside(checker, entity)
  }
}

/** Gives a member of an instance the body that stands outside of the template. */
function defineFromOutside(checker: Checker, entity: Mutable<FunctionEntity>): void {
  const outside = checker.outside.get(entity.decl)
  if (!outside) return
  const { decl } = outside
  const scope = scopeOutside(entity, outside)
  if (entity.instances) {
    within(checker, scope, () =>
      addTemplate(checker, decl, { kind: 'functions', name: '', list: [entity] }, entity.owner),
    )
    return
  }
  const definition = makeFunction(checker, decl, scope, entity.owner, entity.depth)
  entity.scope = scope
  entity.seenAt = outside.seenAt
  redeclare(checker, entity, definition)
}

/** `float S::f() { ... }` and `void N::g() { ... }`. */
function defineMember(checker: Checker, decl: A.FunctionDecl): void {
  const around = decl.template?.length ? templateAround(checker, decl) : undefined
  if (around) return void defineOutside(checker, decl, around)
  const scope = scopeOf(checker, decl.scope!, decl.scope!.parts.length)
  if (!scope) return
  const found = scope.own(decl.name)
  const from = checker.scope
  within(checker, scope, () => {
    const owner = scope.record
    const set = found?.kind === 'functions' ? found : undefined
    if (owner?.isInstance && decl.template?.length === 0 && !decl.outer && !decl.templateArgs)
      return void specialiseMember(checker, decl, set, { owner, from })
    if (decl.template) return void defineTemplate(checker, decl, set, { scope, from })
    if (owner?.isInstance && decl.scope!.parts.at(-1)!.templateArgs)
      return void report(checker, 'E2985', decl.nameSpan, {})
    const entity = makeFunction(checker, decl, scope, owner, 0)
    const known = withSameParameters(set, entity)
    if (known && owner && !decl.body) return void report(checker, 'E2745', decl.nameSpan, {})
    if (known) return void redeclareMember(checker, known, entity)
    reportNoMember(checker, decl, owner ? typeText(owner.type) : scope.name)
  })
}

/** `template<> int S<float>::f() { ... }` instead of what every S<T> has, for which nothing may have asked yet. `from`: the scope that it stands in. */
function specialiseMember(
  checker: Checker,
  decl: A.FunctionDecl,
  set: FunctionSet | undefined,
  { owner, from }: { readonly owner: RecordInfo; readonly from: Scope },
): void {
  const { scope } = owner
  const special = makeFunction(checker, decl, scope, owner, 0)
  const known = withSameParameters(set, special)
  if (!known) return void reportNoMember(checker, decl, typeText(owner.type))
  if (known.requested && !known.isSpecialised)
    return void refuseLate(checker, decl, { name: decl.name, instance: known })
  if (!known.isSpecialised) {
    warnOutsideNamespace(checker, decl, known, from)
    known.isSpecialised = true
    known.hasBody = false
    known.isWaiting = false
  }
  redeclareMember(checker, known, special)
  // What the template says of it counts no longer.
  if (!known.hasBody) known.decl = decl
}

/** C++ before 2011 wanted a specialisation to stand in the namespace of its template. */
function warnOutsideNamespace(checker: Checker, decl: A.FunctionDecl, known: FunctionEntity, from: Scope): void {
  const home = known.scope.namespace
  if (home === checker.global || home === from.namespace) return
  const what = known.instances ? 'function template' : 'member function'
  const warning = report(checker, 'W2985', decl.nameSpan, { what, name: decl.name, namespace: home.name })
  note(checker, warning, 'N2985', known.decl.nameSpan, {})
}

/** `template<typename T> T S::f(T x) { ... }`, or what is meant for some arguments. `from`: the scope that it stands in. */
function defineTemplate(
  checker: Checker,
  given: A.FunctionDecl,
  set: FunctionSet | undefined,
  { scope, from }: { readonly scope: Scope; readonly from: Scope },
): void {
  const { record } = scope
  const key = templateKey(given)
  const isSpecial = given.templateArgs !== undefined || given.template!.length === 0
  const known = set?.list.find(e => e.instances && (isSpecial || templateKey(e.decl) === key))
  if (!known) return void reportNoMember(checker, given, record ? typeText(record.type) : scope.name)
  const decl = { ...given, modifiers: [...given.modifiers, ...known.decl.modifiers], scope: undefined }
  if (isSpecial) {
    warnOutsideNamespace(checker, decl, known, from)
    return void declareSpecialisation(checker, decl, set!, record)
  }
  if (!decl.body) return void report(checker, 'E2745', decl.nameSpan, {})
  // `template<> template<typename U> U S<int>::f(U u) { ... }` instead of the template that every S<T> has.
  if (record?.isInstance && given.outer?.length === 0 && !known.isSpecialised) {
    known.isSpecialised = true
    known.decl = { ...known.decl, body: undefined }
  }
  if (known.decl.body) refuseAgain(checker, decl, known.decl)
  else addTemplate(checker, decl, { kind: 'functions', name: '', list: [known] }, record)
}

const reportNoMember = (checker: Checker, { name, nameSpan, body }: A.FunctionDecl, type: string): void =>
  void report(checker, 'E2017', nameSpan, { what: body ? 'definition' : 'declaration', name, type })

/** Checks every body that waits, including those that checking brings up (instances of templates). */
export function checkPendingBodies(checker: Checker): void {
  const { pendingBodies } = checker
  // What an instance asks for comes before what waits, as clang instantiates. A stack.
  const asked: FunctionEntity[] = []
  for (let i = 0; asked.length > 0 || i < pendingBodies.length; ) {
    const entity = asked.pop() ?? pendingBodies[i++]!
    const known = pendingBodies.length
    checkBody(checker, entity)
    if (entity.requested) while (pendingBodies.length > known) asked.push(pendingBodies.pop()!)
  }
  pendingBodies.length = 0
}

export function checkBody(checker: Checker, entity: FunctionEntity): void {
  const symbol = entity.symbol!
  const { decl } = entity
  if (!decl.body || symbol.body) return
  const { fn: outer, diagnostics } = checker
  const { request, isBroken: wasBroken } = diagnostics
  const { visibility } = checker.global
  const { limit } = visibility
  if (!checker.inPattern) visibility.limit = seenBy(entity)
  diagnostics.request = entity.requested
  diagnostics.isBroken = false
  checker.fn = {
    entity,
    returnType: symbol.returnType,
    self: symbol.self,
    loopDepth: 0,
    switchDepth: 0,
    reach: new Reach(),
    unused: [],
    delayed: [],
    selfNamed: new Map(),
    jumps: [],
  }
  const scope = new Scope(entity.scope)
  if (isIncompleteStruct(checker, symbol.returnType))
    report(checker, 'E2982', decl.nameSpan, { type: typeText(symbol.returnType) })
  for (const param of symbol.params) {
    if (isPatch(param.type)) reportIncompleteElement(checker, param.type, param)
    else if (param.type.kind === 'struct') reportIncomplete(checker, param.type, param)
    if (param.name !== '') declareParam(checker, scope, param)
  }
  const errors = checker.diagnostics.errorCount
  symbol.body = within(checker, scope, () => checkBlock(checker, decl.body!, false))
  if (checker.diagnostics.errorCount === errors) reportJumps(checker)
  lintParameters(checker, symbol)
  const isBroken = diagnostics.brokenCount > 0
  tellDelayed(checker, isBroken)
  const returns = symbol.returnType.kind !== 'void' && symbol.returnType.kind !== 'error'
  // What depends on parameters without values is no statement of a pattern.
  if (returns && !checker.inPattern && !isBroken) checkReturns(checker, decl.body)
  if (!isBroken) warnBody(checker, symbol, symbol.body, { pos: decl.body.end - 1, end: decl.body.end })
  checker.fn = outer
  diagnostics.request = request
  diagnostics.isBroken = wasBroken
  visibility.limit = limit
}

/** Up to where the names in a body mean what was declared. */
function seenBy({ seenAt, pattern, owner }: FunctionEntity): number {
  const own = seenAt ?? pattern?.seenAt
  return own ?? (owner && seenByClass(outermost(owner))) ?? Number.POSITIVE_INFINITY
}

const seenByClass = ({ seenAt, template }: RecordInfo): number | undefined => seenAt ?? template?.seenAt

/** With errors nobody knows what is reached. Nothing is said of patterns: their instances come. */
function tellDelayed({ fn, inPattern }: Checker, isBroken: boolean): void {
  if (!inPattern) for (const { tell, isReached } of fn!.delayed) if (isReached || isBroken) tell()
}

function warnBody(checker: Checker, symbol: FunctionSymbol, body: BlockStmt, end: Span): void {
  const { entity } = checker.fn!
  warnUnset(checker, entity.owner?.isInstance || entity.decl.template ? [] : symbol.params, body, end)
  if (!entity.decl.template) lintBody(checker, body)
}

function declareParam(checker: Checker, scope: Scope, param: ParamSymbol): void {
  if (scope.own(param.name)) return
  checker.watch?.declared(param, param)
  scope.set(param.name, param)
}

function checkReturns(checker: Checker, body: A.BlockStmt): void {
  const { here, returned } = checker.fn!.reach
  if (here) report(checker, returned ? 'E2200' : 'E2199', { pos: body.end - 1, end: body.end }, {})
}
