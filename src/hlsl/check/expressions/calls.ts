// Calls: user functions and methods through overload resolution, builtins through their signatures, constructors by type name.

import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { leafCount } from '../../tree/components.ts'
import { isNodeObject, nodeRowOf, tracksSharing } from '../../tree/nodes.ts'
import { countOf, elementOf, isFloat, isNumeric, UINT } from '../../tree/numeric.ts'
import type { Expr, IntrinsicParam, ParamSymbol } from '../../tree/typed.ts'
import { type ObjectType, type ScalarType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { HIT_OBJECT_NAME, languageFunctionName } from '../core/dx_namespace.ts'
import { refuseElements } from '../core/long_vectors.ts'
import { isOnlyWritten, placeOf } from '../core/lvalues.ts'
import { lookupName, memberScope, membersOf, reportNoMember, reportUnknown } from '../core/names.ts'
import type { FunctionSet } from '../core/scopes.ts'
import { isIntrinsic, methodNames, methodsOf, type Signature, signaturesOf } from '../core/signatures.ts'
import { instanceFor } from '../symbols/function_templates.ts'
import { checkDispatchMesh } from '../symbols/mesh.ts'
import { isGet } from '../symbols/node_types.ts'
import { checkPayload } from '../symbols/payloads.ts'
import { conversionCost } from '../values/conversions.ts'
import { exprUnchecked } from '../values/index_bounds.ts'
import { construct } from '../values/initializers.ts'
import { errorExpr, literalKind, settled } from '../values/literals.ts'
import { noteSignatures } from './candidate_notes.ts'
import { type Match, matchSignature } from './match_signature.ts'
import { checkTemplateWord, memberOf, nodeRecord, reportArrow } from './members.ts'
import { bestOf, type Candidate, candidateOf, convertArguments, reportCall } from './overloads.ts'

/** A call expression of any kind. */
export function checkCall(cx: Checker, node: A.CallExpr): Expr {
  const callee = withoutParens(cx, node.callee)
  if (callee.kind === 'name_expr') return callByName(cx, callee, node)
  if (callee.kind === 'member') return methodCall(cx, callee, node)
  const target = cx.expr(callee)
  if (target.type.kind === 'struct') return callOperator(cx, target, node)
  if (target.type.kind !== 'error') report(cx, 'E2173', afterCallee(node), { type: typeText(target.type) })
  checkArgs(cx, node.args)
  return errorExpr(node)
}

/** `(f)(x)`. Intrinsics have their name from their first call on. */
function withoutParens(cx: Checker, callee: A.Expr): A.Expr {
  let at = callee
  while (at.kind === 'paren') at = at.inner
  if (at === callee || at.kind !== 'name_expr') return callee
  const { name } = at.name.parts[at.name.parts.length - 1]!
  return cx.calledIntrinsics.has(name) || cx.scope.lookup(name)?.kind === 'functions' ? at : callee
}

/** Where the parenthesis of the call most likely is. */
const afterCallee = (node: A.CallExpr): Span => ({ pos: node.callee.end, end: node.end })

function checkArgs(cx: Checker, nodes: readonly A.Expr[]): Expr[] {
  return nodes.map(arg => cx.expr(arg))
}

const anyError = (args: readonly Expr[]): boolean => args.some(arg => arg.type.kind === 'error')

function callByName(cx: Checker, callee: A.NameExpr, node: A.CallExpr): Expr {
  const { name } = callee
  const last = name.parts[name.parts.length - 1]!
  const owner = objectBefore(cx, name)
  if (owner) return staticMethod(cx, owner, last, node)
  const found = lookupName(cx, name)
  if (found === 'failed') {
    checkArgs(cx, node.args)
    return errorExpr(node)
  }
  if (found?.kind === 'type') return construct(cx, found.type, checkArgs(cx, node.args), node)
  if (found?.kind === 'template')
    return construct(cx, cx.instantiateRecord(found, last.templateArgs, last), checkArgs(cx, node.args), node)
  // `::sin` names functions of the program alone; where there are some, the builtin hides them as it does without the colons.
  const functions = found?.kind === 'functions' ? found : undefined
  const mayBeBuiltin = name.parts.length === 1 && isIntrinsic(last.name) && !functions?.isOfBlock
  const builtin = mayBeBuiltin && (!name.global || functions !== undefined)
  if (builtin && found === undefined && last.name === 'printf') {
    report(cx, 'E2281', last, { name: last.name })
    return errorExpr(node)
  }
  const ofLanguage = languageFunctionName(found)
  if (ofLanguage !== undefined) {
    const args = checkArgs(cx, node.args)
    return anyError(args) ? errorExpr(node) : callBuiltin(cx, { ...last, name: ofLanguage }, args, node)
  }
  if (functions || (builtin && found === undefined)) return callFunctions(cx, functions, last, undefined, node, builtin)
  const args = checkArgs(cx, node.args)
  // Arguments without a type may have a function that is declared later.
  if (!found && cx.inPattern && anyError(args)) return errorExpr(node)
  if (!found) reportUnknown(cx, name, true)
  else if (found.kind === 'var' && found.type.kind === 'struct') return callOperator(cx, cx.expr(callee), node, args)
  else if (found.kind === 'var' || found.kind === 'constant') {
    if (found.type.kind !== 'error') report(cx, 'E2173', afterCallee(node), { type: typeText(found.type) })
  } else report(cx, 'E2007', last, { name: last.name })
  return errorExpr(node)
}

/** `dx::HitObject::MakeNop`: the type in front of the last part. */
function objectBefore(cx: Checker, name: A.QualifiedName): ObjectType | undefined {
  if (name.parts.length === 1) return undefined
  const parts = name.parts.slice(0, -1)
  if (parts.at(-1)?.name !== HIT_OBJECT_NAME) return undefined
  const found = lookupName(cx, { ...name, parts })
  return found !== 'failed' && found?.kind === 'type' && found.type.kind === 'object' ? found.type : undefined
}

function staticMethod(cx: Checker, type: ObjectType, part: A.NamePart, node: A.CallExpr): Expr {
  const args = checkArgs(cx, node.args)
  if (anyError(args)) return errorExpr(node)
  const signatures = methodsOf(type.name, part.name).filter(s => s.isStatic)
  const chosen = firstMatch(cx, signatures, args, type, undefined)
  if (chosen) return intrinsic(cx, `${type.name}::${part.name}`, chosen, args, node)
  if (signatures.length === 0) report(cx, 'E2002', part, { name: part.name, type: typeText(type) })
  else {
    const error = report(cx, 'E2170', part, { name: part.name })
    noteSignatures(cx, error, { name: part.name, signatures, args, object: type }, part)
  }
  return errorExpr(node)
}

/** `object(args)` through operator(). */
function callOperator(cx: Checker, target: Expr, node: A.CallExpr, checked?: Expr[]): Expr {
  const set = memberScope(cx, target.type)?.member('operator()')
  if (set?.kind === 'functions')
    return resolveUser(cx, set, {
      name: 'operator()',
      args: checked ?? checkArgs(cx, node.args),
      self: target,
      at: node,
      span: node,
    })
  if (!checked) checkArgs(cx, node.args)
  report(cx, 'E2173', afterCallee(node), { type: typeText(target.type) })
  return errorExpr(node)
}

function callFunctions(
  cx: Checker,
  set: FunctionSet | undefined,
  part: A.NamePart,
  self: Expr | undefined,
  node: A.CallExpr,
  builtin: boolean,
): Expr {
  const args = checkArgs(cx, node.args)
  if (anyError(args)) return errorExpr(node)
  if (!set) return callBuiltin(cx, part, args, node)
  const { name, templateArgs } = part
  return resolveUser(cx, set, { name, templateArgs, args, self, at: part, span: node, withBuiltin: builtin })
}

/** A call of a function of the program, as it is written. */
interface UserCall {
  readonly name: string
  readonly templateArgs?: readonly A.TemplateArg[] | undefined
  readonly args: readonly Expr[]
  /** Of methods and operators of structs: the object. */
  readonly self?: Expr | undefined
  /** The name, which messages point to. */
  readonly at: Span
  readonly span: Span
  /** A builtin of the name may be meant, too. */
  readonly withBuiltin?: boolean
}

/** Chooses among user functions (and a builtin of the same name) and makes the call. */
export function resolveUser(cx: Checker, set: FunctionSet, call: UserCall): Expr {
  const { name, templateArgs, args, self, at, span, withBuiltin } = call
  if (anyError(args) || (cx.inPattern && templateArgs && lacksValue(cx, templateArgs))) return errorExpr(span)
  // A builtin that takes the arguments hides functions of the program, however well they fit, but for methods.
  const match =
    withBuiltin && !set.list.some(entity => entity.owner)
      ? firstMatch(cx, signaturesOf(name), args, undefined, undefined)
      : undefined
  if (match) return intrinsic(cx, name, match, args, span)
  const candidates = candidatesOf(cx, set, templateArgs, args)
  const best = bestOf(candidates, args)
  if (best === 'none' || best === 'ambiguous') {
    const refuse = (): void => reportCall(cx, best, { name, set, candidates, args, isMember: self !== undefined }, at)
    const isMethod = set.list.every(entity => entity.owner)
    refuseLate(cx, isMethod && best === 'none' && bestOf(candidates, args, true) !== 'none', refuse)
    return errorExpr(span)
  }
  if (args.some(arg => arg.type.kind === 'string')) {
    report(cx, 'E2282', at, {})
    return errorExpr(span)
  }
  return userCall(cx, best, call)
}

/** Arguments that depend on a parameter without a value. */
const lacksValue = (cx: Checker, args: readonly A.TemplateArg[]): boolean =>
  cx.templateArgs(args).some(arg => typeof arg === 'object' && arg.kind === 'error')

function candidatesOf(
  cx: Checker,
  set: FunctionSet,
  templateArgs: readonly A.TemplateArg[] | undefined,
  args: readonly Expr[],
): Candidate[] {
  const out: Candidate[] = []
  for (const entity of set.list) {
    if (entity.symbol) {
      if (!templateArgs) out.push(candidateOf(entity))
    } else {
      const instance = instanceFor(cx, entity, templateArgs, args)
      if (instance) out.push(candidateOf(instance))
    }
  }
  return out
}

function userCall(cx: Checker, candidate: Candidate, { args, self, at, span }: UserCall): Expr {
  const { entity } = candidate
  const symbol = entity.symbol!
  const calls = cx.fn ? cx.fn.entity.calls : cx.globalCalls
  calls.set(entity, { pos: at.pos, end: at.end })
  if (entity.isWaiting) {
    entity.isWaiting = false
    cx.pendingBodies.push(entity)
  }
  cx.used?.add(entity)
  const object = symbol.self ? (self ?? implicitThis(cx, symbol.self, at)) : undefined
  if (symbol.self && !object) {
    report(cx, 'E2016', at, { name: symbol.name })
    return errorExpr(span)
  }
  refuseShorter(cx, symbol.params, args)
  warnShared(cx, symbol.params, args)
  const converted = convertArguments(cx, candidate.params, args)
  for (let i = converted.length; i < symbol.params.length; i++) converted.push(symbol.params[i]!.defaultValue!)
  return {
    kind: 'call',
    type: symbol.returnType,
    callee: symbol,
    self: object,
    args: converted,
    pos: span.pos,
    end: span.end,
  }
}

/** Shared memory is copied in and out as well, which other threads may see. */
function warnShared(cx: Checker, params: readonly ParamSymbol[], args: readonly Expr[]): void {
  if (cx.options.hlslVersion <= 2021) return
  for (const [i, arg] of args.entries())
    if (
      params[i]!.mode === 'inout' &&
      !params[i]!.isShared &&
      arg.kind === 'var' &&
      arg.symbol.storage === 'groupshared'
    )
      report(cx, 'W2343', arg, {})
}

/** A scalar that is written to cannot be the beginning of a vector, unless a cast says so. */
function refuseShorter(cx: Checker, params: readonly ParamSymbol[], args: readonly Expr[]): void {
  for (const [i, arg] of args.entries()) {
    const { mode, type } = params[i]!
    if (mode !== 'in' && type.kind === 'scalar' && isNumeric(arg.type) && countOf(arg.type) > 1)
      report(cx, 'E2183', arg, {})
  }
}

function implicitThis(cx: Checker, _owner: Type, at: Span): Expr | undefined {
  const type = cx.fn?.self
  return type && { kind: 'this', type, pos: at.pos, end: at.pos }
}

// ---- builtins ----------------------------------------------------------------------------------------------------------------------------

interface Chosen {
  readonly match: Match
  readonly signature: Signature
}

/** The first overload that takes the arguments. */
function firstMatch(
  cx: Checker,
  signatures: readonly Signature[],
  args: readonly Expr[],
  object: ObjectType | undefined,
  functionArg: Type | undefined,
  takesValues = false,
): Chosen | undefined {
  const types = args.map(arg => arg.type)
  const kindOf = (i: number): ScalarType => literalKind(args[i]!)
  for (const signature of signatures) {
    const match = matchSignature(signature, types, object, functionArg, cx.options.native16Bit, kindOf)
    const params = match?.params.map((p, i) => (p.type.kind === 'struct' && isTemporary(args[i]!) ? asCopy(p) : p))
    if (match && params && acceptAll(params, args, takesValues)) return { match: { ...match, params }, signature }
  }
  return undefined
}

/** What a payload that nobody else can see is passed as. */
const asCopy = (param: IntrinsicParam): IntrinsicParam => ({ ...param, mode: 'in' })

/** The result of a call, an assignment or a comma, whole or a part. */
function isTemporary(expr: Expr): boolean {
  let at = expr
  while (at.kind === 'member' || at.kind === 'index' || (at.kind === 'convert' && at.operand.type.kind === 'struct'))
    at = at.kind === 'convert' ? at.operand : at.base
  return at.kind === 'call' || at.kind === 'comma' || (at.kind === 'assign' && at.op === undefined)
}

function acceptAll(params: readonly IntrinsicParam[], args: readonly Expr[], takesValues: boolean): boolean {
  for (let i = 0; i < params.length; i++) if (!accepts(params[i]!, args[i]!, takesValues)) return false
  return true
}

/** `takesValues`: what is no place counts as one. */
function accepts(param: IntrinsicParam, arg: Expr, takesValues: boolean): boolean {
  if (param.type.kind === 'error' || arg.type.kind === 'error') return true
  if (param.mode === 'in') return conversionCost(arg.type, param.type) !== undefined
  if (takesValues && placeOf(arg) === 'value') return conversionCost(param.type, arg.type) !== undefined
  // No reference can be bound to a bit field; user functions copy in and out.
  if (placeOf(arg) !== 'assignable' || arg.kind === 'bit-field' || isOnlyWritten(arg)) return false
  if (param.mode === 'ref') return conversionCost(arg.type, param.type) === 0
  return conversionCost(param.type, arg.type) !== undefined
}

/** What is no struct where a builtin takes one of any type. */
function plainPayload(signatures: readonly Signature[], args: readonly Expr[]): Expr | undefined {
  const params = signatures.find(s => s.params.length === args.length)?.params ?? []
  return args.find(({ type: { kind } }, i) => {
    const isAny = params[i]?.set.name === 'user_defined_type'
    return isAny && kind !== 'struct' && kind !== 'error'
  })
}

function callBuiltin(cx: Checker, part: A.NamePart, args: readonly Expr[], span: Span): Expr {
  const { name } = part
  if (part.templateArgs) {
    report(cx, 'E2178', part, { name })
    return errorExpr(span)
  }
  const signatures = signaturesOf(name)
  const chosen = firstMatch(cx, signatures, args, undefined, undefined)
  if (chosen) return intrinsic(cx, name, chosen, args, span)
  const plain = plainPayload(signatures, args)
  if (plain) {
    report(cx, 'E2434', plain, {})
    return errorExpr(span)
  }
  const refuse = (): void => noteSignatures(cx, report(cx, 'E2170', part, { name }), { name, signatures, args }, part)
  refuseLate(cx, firstMatch(cx, signatures, args, undefined, undefined, true) !== undefined, refuse)
  return errorExpr(span)
}

/** DXC notices a value that is to be written when it makes code of the function; of what is not `static` in libraries it does. */
function refuseLate(cx: Checker, takesValues: boolean, refuse: () => void): void {
  const fn = cx.fn?.entity
  if (fn && takesValues && (cx.options.stage !== 'lib' || fn.isStatic)) fn.late.push(refuse)
  else refuse()
}

function intrinsic(cx: Checker, name: string, chosen: Chosen, args: readonly Expr[], span: Span): Expr {
  const { match, signature } = chosen
  checkVersion(cx, name, signature, span)
  cx.calledIntrinsics.add(name)
  if (name === 'DispatchMesh' && !checkDispatchMesh(cx, args)) return errorExpr(span)
  const converted = convertArguments(cx, match.params, args)
  const payload = CARRIES_PAYLOAD.has(name) ? converted.at(-1)!.type : undefined
  if (payload?.kind === 'struct') checkPayload(cx, payload)
  const place = PASSED_RECORDS.get(name)
  if (place !== undefined) refuseElements(cx, converted.at(-1)!.type, place, converted.at(-1)!)
  for (let i = 0; i < match.params.length; i++)
    if (match.params[i]!.mode === 'ref') checkAtomicTarget(cx, converted[i]!)
  const { pos, end } = span
  const call = { kind: 'intrinsic', type: match.result, name, args: converted, params: match.params, pos, end } as const
  return name === 'round' && cx.options.hlslVersion <= 2016 ? { ...call, halvesAway: true } : call
}

/** Builtins that pass a struct to other shaders, as messages name what it is. */
const PASSED_RECORDS: ReadonlyMap<string, string> = table({
  TraceRay: 'user-defined struct parameter',
  CallShader: 'user-defined struct parameter',
  ReportHit: 'attributes',
  DispatchMesh: 'payload parameters',
  'dx::HitObject::TraceRay': 'payload parameters',
  'dx::HitObject::Invoke': 'payload parameters',
  'dx::HitObject::GetAttributes': 'attributes',
  'dx::HitObject::FromRayQuery': 'attributes',
})
const CARRIES_PAYLOAD: ReadonlySet<string> = new Set(['TraceRay', 'dx::HitObject::TraceRay', 'dx::HitObject::Invoke'])

function checkVersion(cx: Checker, name: string, signature: Signature, span: Span): void {
  if (!signature.since) return
  const [major, minor] = signature.since
  const { shaderModel } = cx.options
  if (shaderModel.major > major || (shaderModel.major === major && shaderModel.minor >= minor)) return
  report(cx, 'E2176', span, { name, version: `${major}.${minor}` })
}

/** Atomics work on groupshared memory and on elements of UAVs. */
function checkAtomicTarget(cx: Checker, target: Expr): void {
  let at = target
  let isPart = false
  while (at.kind === 'member' || at.kind === 'index' || at.kind === 'swizzle' || at.kind === 'matrix-swizzle') {
    if (at.kind === 'swizzle') isPart = true
    at = at.base
  }
  if (at.kind === 'var') {
    const { storage } = at.symbol
    // A copy, whatever is passed; only a parameter that names shared memory is none.
    const isCopy = storage === 'parameter' && !('isShared' in at.symbol)
    if (isCopy) cx.fn?.entity.late.push(() => void report(cx, 'E2180', target, {}))
    if (storage === 'local' || storage === 'static' || storage === 'cbuffer') report(cx, 'E2180', target, {})
  } else if (
    at.kind === 'resource-index' &&
    isPart &&
    at.type.kind === 'vector' &&
    /Texture|(RW|Ordered)Buffer/.test(typeText(at.resource.type))
  )
    report(cx, 'E2181', target, {})
}

// ---- methods -----------------------------------------------------------------------------------------------------------------------------

function methodCall(cx: Checker, callee: A.MemberExpr, node: A.CallExpr): Expr {
  if (callee.arrow) reportArrow(cx, callee)
  const object = exprUnchecked(cx, callee.object)
  cx.watch?.member(callee, object)
  const { type } = object
  if (callee.templateWord && (type.kind === 'object' || type.kind === 'struct'))
    checkTemplateWord(cx, callee, callee.templateWord, type)
  if (type.kind === 'object') return objectMethod(cx, object, type, callee, node)
  const args = checkArgs(cx, node.args)
  if (type.kind === 'error' || anyError(args)) return errorExpr(node)
  if (type.kind !== 'struct') {
    if (memberOf(cx, object, callee).type.kind !== 'error')
      report(cx, 'E2173', afterCallee(node), { type: typeText(type) })
    return errorExpr(node)
  }
  return structMethod(cx, object, type, callee, args, node)
}

function structMethod(
  cx: Checker,
  object: Expr,
  type: Type,
  callee: A.MemberExpr,
  args: readonly Expr[],
  node: A.CallExpr,
): Expr {
  const scope = membersOf(cx, type, callee)
  if (scope === 'failed') return errorExpr(node)
  const found = scope?.member(callee.member)
  if (found?.kind === 'functions')
    return resolveUser(cx, found, {
      name: callee.member,
      templateArgs: callee.templateArgs,
      args,
      self: object,
      at: callee.memberSpan,
      span: node,
    })
  if (found)
    report(cx, 'E2173', afterCallee(node), {
      type: found.kind === 'field' ? typeText((found.bits ?? found.field).type) : callee.member,
    })
  else if (type.kind !== 'struct' || !cx.records.get(type)?.hasUnknownBase)
    reportNoMember(cx, callee.member, type, callee, [])
  return errorExpr(node)
}

function objectMethod(cx: Checker, object: Expr, type: ObjectType, callee: A.MemberExpr, node: A.CallExpr): Expr {
  const args = checkArgs(cx, node.args)
  const { member } = callee
  if (type.element?.kind === 'struct' && isOfFamily(type.name, 'constants', 'block') && !anyError(args))
    return structMethod(cx, object, type.element, callee, args, node)
  if (membersOf(cx, type, callee) === 'failed') return errorExpr(node)
  if (isGet(type, member, args.length) && !anyError(args)) return nodeRecord(cx, object, type, args[0], node)
  const signatures = methodsOf(type.name, member)
  if (signatures.length === 0 && member === 'Get' && nodeRowOf(type)?.records) {
    if (!anyError(args)) report(cx, 'E2172', callee.memberSpan, { name: member })
    return errorExpr(node)
  }
  if (member === 'FinishedCrossGroupSharing' && isNodeObject(type) && !tracksSharing(type)) {
    report(cx, 'E2622', callee.memberSpan, {})
    return errorExpr(node)
  }
  if (signatures.length === 0) {
    reportNoMember(cx, member, type, callee, methodNames(type.name))
    return errorExpr(node)
  }
  if (anyError(args)) return errorExpr(node)
  const templateArgs = callee.templateArgs ? cx.templateArgs(callee.templateArgs).filter(isType) : []
  if (templateArgs[0] && !holdsOnlyNumbers(templateArgs[0])) {
    if (templateArgs[0].kind !== 'error') report(cx, 'E2279', callee.memberSpan, { name: member })
    return errorExpr(node)
  }
  if (callee.templateArgs && cx.options.hlslVersion < 2018) {
    report(cx, 'E2832', callee.templateArgs[0] ?? callee.memberSpan, { name: member })
    return errorExpr(node)
  }
  const chosen = firstMatch(cx, signatures, args, type, templateArgs[0])
  if (!chosen || (storesWords(cx, type, member) && leafCount(args[1]!.type) !== 1)) {
    const refuse = (): void => {
      const marks = { ranges: [{ pos: callee.pos, end: callee.memberSpan.end }] }
      const error = report(cx, 'E2172', callee.memberSpan, { name: member }, marks)
      noteSignatures(cx, error, { name: member, signatures, args, object: type }, callee.memberSpan)
    }
    refuseLate(cx, firstMatch(cx, signatures, args, type, templateArgs[0], true) !== undefined, refuse)
    return errorExpr(node)
  }
  if (!canSample(cx, type, member)) {
    report(cx, 'E2182', node.args[0] ?? callee.memberSpan, { name: member, type: typeText(type.element!) })
    return errorExpr(node)
  }
  if (isOfFamily(type.name, 'hit object')) return hitObjectCall(cx, chosen, { object, type, args }, callee, node)
  const { result } = chosen.match
  const params = storesWords(cx, type, member) ? asWords(chosen.match.params) : chosen.match.params
  return {
    kind: 'method',
    type: result,
    object,
    objectType: type,
    name: member,
    templateArgs,
    args: convertArguments(cx, params, args).map(settled),
    params,
    pos: node.pos,
    end: node.end,
  }
}

/** Before HLSL 2018, Store writes one uint, whatever it is given. */
const storesWords = (cx: Checker, type: ObjectType, member: string): boolean =>
  cx.options.hlslVersion < 2018 && type.name === 'RWByteAddressBuffer' && member === 'Store'

const asWords = (params: Match['params']): Match['params'] =>
  params.map((param, i) => (i === 1 ? { ...param, type: UINT } : param))

/** Methods of hit objects are builtin functions of the object: the one that changes it writes it. */
function hitObjectCall(
  cx: Checker,
  { match, signature }: Chosen,
  { object, type, args }: { readonly object: Expr; readonly type: ObjectType; readonly args: readonly Expr[] },
  callee: A.MemberExpr,
  node: A.CallExpr,
): Expr {
  const name = `${type.name}::${callee.member}`
  const mode = callee.member.startsWith('Set') ? 'inout' : 'in'
  const self = { type, mode } as const
  const isStatic = signature.isStatic
  const chosen = { match: { ...match, params: isStatic ? match.params : [self, ...match.params] }, signature }
  return intrinsic(cx, name, chosen, isStatic ? args : [object, ...args], node)
}

/** What Load and Store of raw buffers take: enums are no numbers there. DXC does not look into bases. */
function holdsOnlyNumbers(type: Type): boolean {
  if (type.kind === 'array') return holdsOnlyNumbers(type.element)
  if (type.kind === 'struct') return type.fields.every(field => holdsOnlyNumbers(field.type))
  return isNumeric(type) || type.kind === 'enum' || type.kind === 'void'
}

/** Sampling filters: it takes floats of at most 32 bits, from shader model 6.7 on integers of 32 bits too unless it compares. */
function canSample(cx: Checker, type: ObjectType, method: string): boolean {
  if (method === 'GatherRaw') return type.element?.kind === 'scalar' && RAW_TEXELS.has(type.element.name)
  if (!SAMPLING_METHODS.has(method) || !type.element) return true
  const element = elementOf(type.element)
  if (!element) return true
  if (isFloat(element)) return element.name !== 'double'
  if (element.name === 'bool' || method.startsWith('SampleCmp')) return false
  const { major, minor } = cx.options.shaderModel
  return major > 6 || (major === 6 && minor >= 7)
}

/** Texels that can be told apart from nothing but their size. */
const RAW_TEXELS: ReadonlySet<string> = new Set(['uint', 'uint16_t', 'uint64_t'])

const SAMPLING_METHODS: ReadonlySet<string> = new Set([
  'Sample',
  'SampleBias',
  'SampleCmp',
  'SampleCmpLevel',
  'SampleCmpLevelZero',
  'SampleGrad',
  'SampleLevel',
])

const isType = (arg: unknown): arg is Type => typeof arg === 'object'
