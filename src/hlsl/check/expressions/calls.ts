// Calls: user functions and methods through overload resolution, builtins through their signatures, constructors by type name.

import { extended } from '../../../base/extended.ts'
import { table } from '../../../base/table.ts'
import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { leafCount } from '../../tree/components.ts'
import { isNodeObject, nodeRowOf, tracksSharing } from '../../tree/nodes.ts'
import { countOf, elementOf, isNumeric } from '../../tree/numeric.ts'
import type { Expr, IntrinsicParam, ParamSymbol } from '../../tree/typed.ts'
import { type ObjectType, type ScalarType, type Type, withoutConst } from '../../tree/types.ts'
import { type Checker, report, tokenBehind } from '../core/context.ts'
import { HIT_OBJECT_NAME, languageFunctionName, usedLanguageFunction } from '../core/dx_namespace.ts'
import { refuseElements } from '../core/long_vectors.ts'
import { isOnlyWritten, placeOf } from '../core/lvalues.ts'
import { lookupName, memberScope, membersOf, reportNoMember, reportUnknown } from '../core/names.ts'
import { type FunctionSet, isPattern } from '../core/scopes.ts'
import { isIntrinsic, methodNames, methodsOf, type Signature, signaturesOf } from '../core/signatures.ts'
import { shownType } from '../core/type_names.ts'
import { checkAvailable, checkComparison, checkVersion } from '../symbols/availability.ts'
import { recordOf } from '../symbols/builtin_records.ts'
import { defaultOf } from '../symbols/function_symbols.ts'
import { instanceFor } from '../symbols/function_templates.ts'
import { requestBody } from '../symbols/instance_requests.ts'
import { checkDispatchMesh } from '../symbols/mesh.ts'
import { isGet } from '../symbols/node_types.ts'
import { checkPayload } from '../symbols/payloads.ts'
import { warnCoherentArguments } from '../values/coherence.ts'
import { conversionCost } from '../values/conversions.ts'
import { exprUnchecked } from '../values/index_bounds.ts'
import { construct } from '../values/initializers.ts'
import { errorExpr, literalKind, settled } from '../values/literals.ts'
import { inFront, withAssociated } from './associated_functions.ts'
import {
  canSample,
  checkAtomicTarget,
  checkAttributes,
  checkBarrier,
  holdsOnlyNumbers,
  MADE_OF_WORDS,
  refuseArgument,
  refuseOldTemplate,
  refuseTemplate,
} from './builtin_arguments.ts'
import { noteSignatures } from './candidate_notes.ts'
import { noteUse } from './internal_uses.ts'
import { type Match, matchSignature } from './match_signature.ts'
import { checkTemplateWord, doubtTemplate, inOwnPattern, memberOf, nodeRecord, reportArrow } from './members.ts'
import { choose } from './operators.ts'
import { bestOf, type Candidate, candidateOf, convertArguments, reportCall } from './overloads.ts'
import { reportSingleCall } from './single_calls.ts'
import { asStored, refuseStored, storesWords } from './stored_values.ts'

/** A call expression of any kind. */
export function checkCall(checker: Checker, node: A.CallExpr): Expr {
  const callee = withoutParens(checker, node.callee)
  if (callee.kind === 'name_expr') return callByName(checker, callee, node)
  if (callee.kind === 'member') return methodCall(checker, callee, node)
  const target = checker.expr(callee)
  if (target.type.kind === 'struct') return callOperator(checker, target, node)
  if (target.type.kind !== 'error')
    report(checker, 'E2173', afterCallee(checker, node), { type: shownType(target.type) })
  checkArgs(checker, node.args)
  return errorExpr(node)
}

/** `(f)(x)`. Intrinsics have their name from their first call on. */
function withoutParens(checker: Checker, callee: A.Expr): A.Expr {
  let at = callee
  while (at.kind === 'paren') at = at.inner
  if (at === callee || at.kind !== 'name_expr') return callee
  const { name } = at.name.parts[at.name.parts.length - 1]!
  return checker.calledIntrinsics.has(name) || checker.scope.lookup(name)?.kind === 'functions' ? at : callee
}

/** Where the parenthesis of the call most likely is. */
const afterCallee = (checker: Checker, { callee, end }: A.CallExpr): Span => tokenBehind(checker, callee.end, end)

function checkArgs(checker: Checker, nodes: readonly A.Expr[]): Expr[] {
  return nodes.map(arg => checker.expr(arg))
}

const anyError = (args: readonly Expr[]): boolean => args.some(arg => arg.type.kind === 'error')

function callByName(checker: Checker, callee: A.NameExpr, node: A.CallExpr): Expr {
  const { name } = callee
  const last = name.parts[name.parts.length - 1]!
  const owner = objectBefore(checker, name)
  if (owner) return staticMethod(checker, owner, name.parts, node)
  const found = lookupName(checker, name)
  if (found === 'failed') {
    checkArgs(checker, node.args)
    return errorExpr(node)
  }
  if (found?.kind === 'type') return construct(checker, found.type, checkArgs(checker, node.args), node)
  if (found?.kind === 'template')
    return construct(
      checker,
      withoutConst(checker.instantiateRecord(found, last.templateArgs, last)),
      checkArgs(checker, node.args),
      node,
    )
  // `::sin` names functions of the program alone; where there are some, the builtin hides them as it does without the colons.
  const functions = found?.kind === 'functions' ? found : undefined
  const mayBeBuiltin = name.parts.length === 1 && isIntrinsic(last.name) && !functions?.isOfBlock
  const isBuiltin = mayBeBuiltin && (!name.global || functions !== undefined)
  if (isBuiltin && found === undefined && last.name === 'printf') {
    report(checker, 'E2281', last, { name: last.name })
    return errorExpr(node)
  }
  const ofLanguage = languageFunctionName(found)
  if (ofLanguage !== undefined) {
    const args = checkArgs(checker, node.args)
    return anyError(args) ? errorExpr(node) : callBuiltin(checker, { ...last, name: ofLanguage }, args, node)
  }
  const isPlain = name.parts.length === 1 && !name.global
  const builtin = isBuiltin ? last.name : isPlain ? usedLanguageFunction(checker.scope, last.name) : undefined
  if (functions || (isBuiltin && found === undefined))
    return callFunctions(checker, functions, last, node, builtin, isPlain)
  const args = checkArgs(checker, node.args)
  const associated = isPlain && !found && withAssociated(checker, undefined, last.name, args)
  if (associated) return resolveUser(checker, associated, { ...last, args, at: last, span: node })
  // Where arguments have no type, what they are decides which function is meant.
  if (!found && anyError(args)) return errorExpr(node)
  if (!found) reportUnknown(checker, name, true)
  else if (found.kind === 'var' || found.kind === 'constant' || found.kind === 'field') {
    const target = checker.expr(callee)
    const { type } = target
    if (type.kind === 'struct') return callOperator(checker, target, node, args)
    // In a class template whose parameters have no values every member of `this` depends on them to DXC.
    const isDependent = checker.inPattern && found.kind === 'field' && checker.fn?.entity.owner?.template !== undefined
    if (type.kind !== 'error' && !isDependent && !anyError(args))
      report(checker, 'E2173', afterCallee(checker, node), { type: shownType(type) })
  } else report(checker, 'E2007', last, { name: last.name })
  return errorExpr(node)
}

/** `dx::HitObject::MakeNop`: the type in front of the last part. */
function objectBefore(checker: Checker, name: A.QualifiedName): ObjectType | undefined {
  if (name.parts.length === 1) return undefined
  const parts = name.parts.slice(0, -1)
  if (parts.at(-1)?.name !== HIT_OBJECT_NAME) return undefined
  const found = lookupName(checker, { ...name, parts })
  return found !== 'failed' && found?.kind === 'type' && found.type.kind === 'object' ? found.type : undefined
}

function staticMethod(checker: Checker, type: ObjectType, parts: readonly A.NamePart[], node: A.CallExpr): Expr {
  const part = parts.at(-1)!
  checkAvailable(checker, type, parts.at(-2)!)
  const args = checkArgs(checker, node.args)
  if (anyError(args)) return errorExpr(node)
  const signatures = methodsOf(type.name, part.name).filter(s => s.isStatic)
  const chosen = firstMatch(checker, signatures, args, type, undefined)
  if (chosen && refuseTemplate(checker, type, part.templateArgs, part)) return errorExpr(node)
  if (chosen) return intrinsic(checker, `${type.name}::${part.name}`, chosen, args, node)
  if (signatures.length === 0) report(checker, 'E2002', part, { name: part.name, type: shownType(type) })
  else {
    const error = report(checker, 'E2170', node, { name: part.name })
    noteSignatures(checker, error, { name: part.name, signatures, args, object: type }, part)
  }
  return errorExpr(node)
}

/** `object(args)` through operator(). */
function callOperator(checker: Checker, target: Expr, node: A.CallExpr, checked?: readonly Expr[]): Expr {
  const set = memberScope(checker, target.type)?.member('operator()')
  if (set?.kind === 'functions')
    return resolveUser(checker, set, {
      name: 'operator()',
      args: checked ?? checkArgs(checker, node.args),
      self: target,
      at: node,
      span: node,
    })
  if (!checked) checkArgs(checker, node.args)
  report(checker, 'E2173', afterCallee(checker, node), { type: shownType(target.type) })
  return errorExpr(node)
}

function callFunctions(
  checker: Checker,
  found: FunctionSet | undefined,
  part: A.NamePart,
  node: A.CallExpr,
  builtin: string | undefined,
  isPlain: boolean,
): Expr {
  const args = checkArgs(checker, node.args)
  if (anyError(args)) return errorExpr(node)
  const set = isPlain ? withAssociated(checker, found, part.name, args) : inFront(checker, found)
  if (!set && builtin) return callBuiltin(checker, part, args, node)
  if (!set) report(checker, 'E2742', part, { name: part.name })
  if (!set) return errorExpr(node)
  const { name, templateArgs } = part
  const qualified = isPlain ? undefined : node.callee
  return resolveUser(checker, set, { name, templateArgs, args, at: part, qualified, span: node, builtin })
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
  /** The whole of a name with `::`. */
  readonly qualified?: Span | undefined
  /** A builtin that may be meant, too. */
  readonly builtin?: string | undefined
}

/** Chooses among user functions (and a builtin of the same name) and makes the call. */
export function resolveUser(checker: Checker, set: FunctionSet, call: UserCall): Expr {
  const { name, templateArgs, args, self, at, span, builtin } = call
  if (anyError(args) || (checker.inPattern && templateArgs && lacksValue(checker, templateArgs))) return errorExpr(span)
  // A builtin that takes the arguments hides functions of the program, however well they fit, but for methods.
  const match =
    builtin !== undefined && !set.list.some(entity => entity.owner)
      ? firstMatch(checker, signaturesOf(builtin), args, undefined, undefined)
      : undefined
  if (match) return intrinsic(checker, builtin!, match, args, span)
  const candidates = candidatesOf(checker, set, templateArgs, args)
  const isMethod = set.list.every(entity => entity.owner)
  const fitting = bestOf(candidates, args, 'places')
  // A qualified name of one function alone leaves nothing to choose.
  const isLoose = isMethod || (call.qualified !== undefined && set.list.length === 1)
  const best = fitting === 'none' && isLoose ? bestOf(candidates, args, 'constants') : fitting
  if (best === 'none' || best === 'ambiguous') {
    // What `this` is depends on the template's arguments.
    const isOpen = ({ type }: Expr): boolean => type.kind === 'struct' && inOwnPattern(checker, type)
    if (set.list.some(({ owner, isStatic }) => owner && isPattern(owner) && !isStatic) || args.some(isOpen))
      return errorExpr(span)
    const [only, ...others] = candidates
    const isSingle = isLoose && others.length === 0 && !name.startsWith('operator')
    const refuse = (): void => {
      if (isSingle && only?.isInstance === false && reportSingleCall(checker, only, args, span)) return
      reportCall(checker, best, { name, set, candidates, args, isMember: self !== undefined }, call.qualified ?? at)
    }
    refuseLate(checker, isMethod && best === 'none' && bestOf(candidates, args, 'values') !== 'none', refuse)
    return errorExpr(span)
  }
  if (args.some(arg => arg.type.kind === 'string')) {
    const refuse = (): void => void report(checker, 'E2282', at, {})
    if (checker.fn) checker.fn.entity.late.push(refuse)
    else refuse()
    return errorExpr(span)
  }
  return userCall(checker, best, call)
}

/** Arguments that depend on a parameter without a value. */
const lacksValue = (checker: Checker, args: readonly A.TemplateArg[]): boolean =>
  checker.templateArgs(args).some(arg => typeof arg === 'object' && arg.kind === 'error')

function candidatesOf(
  checker: Checker,
  set: FunctionSet,
  templateArgs: readonly A.TemplateArg[] | undefined,
  args: readonly Expr[],
): Candidate[] {
  const out: Candidate[] = []
  for (const entity of set.list) {
    if (entity.symbol) {
      if (!templateArgs) out.push(candidateOf(entity))
    } else {
      const instance = instanceFor(checker, entity, templateArgs, args)
      if (instance) out.push(candidateOf(instance, true))
    }
  }
  return out
}

function userCall(checker: Checker, candidate: Candidate, { args, self, at, span }: UserCall): Expr {
  const { entity } = candidate
  const symbol = entity.symbol!
  if (!checker.isUnevaluated) {
    const calls = checker.fn ? checker.fn.entity.calls : checker.globalCalls
    calls.set(entity, { pos: at.pos, end: at.end })
    if (entity.isWaiting) requestBody(checker, entity, { pos: at.pos, end: at.pos + 1 })
  }
  noteUse(checker, entity, at)
  const object = symbol.self ? (self ?? implicitThis(checker, symbol.self, at)) : undefined
  if (symbol.self && !object) {
    report(checker, 'E2016', at, { name: symbol.name })
    return errorExpr(span)
  }
  refuseShorter(checker, symbol.params, args)
  warnShared(checker, symbol.params, args)
  if (!symbol.self) warnCoherentArguments(checker, args, symbol.params, span)
  const converted = convertArguments(checker, candidate.params, args)
  for (const param of symbol.params.slice(converted.length)) converted.push(defaultOf(param))
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
function warnShared(checker: Checker, params: readonly ParamSymbol[], args: readonly Expr[]): void {
  if (checker.options.hlslVersion <= 2021) return
  for (const [i, arg] of args.entries())
    if (
      params[i]!.mode === 'inout' &&
      !params[i]!.isShared &&
      arg.kind === 'var' &&
      arg.symbol.storage === 'groupshared'
    )
      report(checker, 'W2343', arg, {})
}

/** A scalar that is written to cannot be the beginning of a vector, unless a cast says so. */
function refuseShorter(checker: Checker, params: readonly ParamSymbol[], args: readonly Expr[]): void {
  for (const [i, arg] of args.entries()) {
    const { mode, type } = params[i]!
    if (mode === 'in' || !isNumeric(type) || !isNumeric(arg.type) || countOf(type) > 1 || countOf(arg.type) === 1)
      continue
    if (type.kind === 'scalar' || elementOf(type) === elementOf(arg.type)) report(checker, 'E2183', arg, {})
  }
}

function implicitThis(checker: Checker, _owner: Type, at: Span): Expr | undefined {
  const type = checker.fn?.self
  return type && { kind: 'this', type, pos: at.pos, end: at.pos }
}

// ---- builtins ----------------------------------------------------------------------------------------------------------------------------

interface Chosen {
  readonly match: Match
  readonly signature: Signature
}

/** The first overload that takes the arguments. */
function firstMatch(
  checker: Checker,
  signatures: readonly Signature[],
  args: readonly Expr[],
  object: ObjectType | undefined,
  functionArg: Type | undefined,
  takesValues = false,
): Chosen | undefined {
  const types = args.map(arg => arg.type)
  const kindOf = (i: number): ScalarType => literalKind(args[i]!)
  for (const signature of signatures) {
    const match = matchSignature(signature, types, object, functionArg, checker.options.native16Bit, kindOf)
    const params = match?.params.map((p, i) => (p.type.kind === 'struct' && isTemporary(args[i]!) ? asCopy(p) : p))
    if (match && params && acceptAll(params, args, takesValues))
      return { match: { params, result: recordOf(checker, match.result) }, signature }
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
  // Builtins write enumerations, which user functions do not.
  return arg.type.kind === 'enum' || conversionCost(param.type, arg.type) !== undefined
}

/** What is no struct where a builtin takes one of any type. */
function plainPayload(signatures: readonly Signature[], args: readonly Expr[]): Expr | undefined {
  const params = signatures.find(s => s.params.length === args.length)?.params ?? []
  return args.find(({ type: { kind } }, i) => {
    const isAny = params[i]?.set.name === 'user_defined_type'
    return isAny && kind !== 'struct' && kind !== 'error'
  })
}

function callBuiltin(checker: Checker, part: A.NamePart, args: readonly Expr[], span: Span): Expr {
  const { name } = part
  if (part.templateArgs) {
    report(checker, 'E2178', part, { name })
    return errorExpr(span)
  }
  const signatures = signaturesOf(name)
  const chosen = firstMatch(checker, signatures, args, undefined, undefined)
  if (chosen) return intrinsic(checker, name, chosen, args, span)
  const plain = plainPayload(signatures, args)
  if (plain) {
    report(checker, 'E2434', plain, {})
    return errorExpr(span)
  }
  const refuse = (): void =>
    noteSignatures(checker, report(checker, 'E2170', part, { name }), { name, signatures, args }, part)
  refuseLate(checker, firstMatch(checker, signatures, args, undefined, undefined, true) !== undefined, refuse)
  return errorExpr(span)
}

/** DXC notices a value that is to be written when it makes code of the function; of what is not `static` in libraries it does. */
function refuseLate(checker: Checker, takesValues: boolean, refuse: () => void): void {
  const fn = checker.fn?.entity
  if (fn && takesValues && (checker.options.stage !== 'lib' || fn.isStatic)) fn.late.push(refuse)
  else refuse()
}

/** `at`: what names it. */
function intrinsic(checker: Checker, name: string, chosen: Chosen, args: readonly Expr[], span: Span, at = span): Expr {
  const { match, signature } = chosen
  checkVersion(checker, name, signature, at)
  checker.calledIntrinsics.add(name)
  if (name === 'DispatchMesh' && !checkDispatchMesh(checker, args)) return errorExpr(span)
  const converted = convertArguments(checker, match.params, args)
  if (name === 'Barrier') checkBarrier(checker, converted)
  const payload = CARRIES_PAYLOAD.has(name) ? converted.at(-1)!.type : undefined
  if (payload?.kind === 'struct') checkPayload(checker, payload)
  const place = PASSED_RECORDS.get(name)
  if (place !== undefined) refuseElements(checker, converted.at(-1)!.type, place, converted.at(-1)!)
  if (name === 'ReportHit') checkAttributes(checker, converted.at(-1)!)
  for (let i = 0; i < match.params.length; i++)
    if (match.params[i]!.mode === 'ref') checkAtomicTarget(checker, converted[i]!, span)
  // Samplers: as `condition ? a : b`
  if (name === 'select' && match.result.kind === 'object')
    return choose(converted[0]!, converted[1]!, converted[2]!, match.result, true, span)
  const { pos, end } = span
  const call = { kind: 'intrinsic', type: match.result, name, args: converted, params: match.params, pos, end } as const
  return name === 'round' && checker.options.hlslVersion <= 2016 ? extended(call, { halvesAway: true }) : call
}

/** Builtins that pass a struct to other shaders, as messages name what it is. */
const PASSED_RECORDS: ReadonlyMap<string, string> = table({
  TraceRay: 'user-defined struct parameter',
  CallShader: 'user-defined struct parameter',
  ReportHit: 'attributes',
  DispatchMesh: 'user-defined struct parameter',
  'dx::HitObject::TraceRay': 'payload parameters',
  'dx::HitObject::Invoke': 'payload parameters',
  'dx::HitObject::GetAttributes': 'attributes',
  'dx::HitObject::FromRayQuery': 'attributes',
})
const CARRIES_PAYLOAD: ReadonlySet<string> = new Set(['TraceRay', 'dx::HitObject::TraceRay', 'dx::HitObject::Invoke'])

// ---- methods -----------------------------------------------------------------------------------------------------------------------------

function methodCall(checker: Checker, callee: A.MemberExpr, node: A.CallExpr): Expr {
  if (callee.arrow) reportArrow(checker, callee)
  const object = exprUnchecked(checker, callee.object)
  checker.watch?.member(callee, object)
  const { type } = object
  doubtTemplate(checker, callee)
  if (callee.templateWord && (type.kind === 'object' || type.kind === 'struct'))
    checkTemplateWord(checker, callee, callee.templateWord, type)
  if (type.kind === 'object') return objectMethod(checker, object, type, callee, node)
  const args = checkArgs(checker, node.args)
  if (type.kind === 'error') memberOf(checker, object, callee)
  if (type.kind === 'error' || anyError(args)) return errorExpr(node)
  if (type.kind !== 'struct') {
    if (memberOf(checker, object, callee).type.kind !== 'error')
      report(checker, 'E2173', afterCallee(checker, node), { type: shownType(type) })
    return errorExpr(node)
  }
  if (inOwnPattern(checker, type)) return memberOf(checker, object, callee)
  return structMethod(checker, object, type, callee, args, node)
}

function structMethod(
  checker: Checker,
  object: Expr,
  type: Type,
  callee: A.MemberExpr,
  args: readonly Expr[],
  node: A.CallExpr,
): Expr {
  const scope = membersOf(checker, type, callee)
  if (scope === 'failed') return errorExpr(node)
  const found = scope?.member(callee.member)
  if (found?.kind === 'functions')
    return resolveUser(checker, found, {
      name: callee.member,
      templateArgs: callee.templateArgs,
      args,
      self: object,
      at: callee.memberSpan,
      span: node,
    })
  if (found?.kind === 'field' || found?.kind === 'var') {
    const member = memberOf(checker, object, callee)
    if (member.type.kind === 'struct') return callOperator(checker, member, node, args)
  }
  if (found)
    report(checker, 'E2173', afterCallee(checker, node), {
      type: found.kind === 'field' ? shownType((found.bits ?? found.field).type) : callee.member,
    })
  else if (type.kind !== 'struct' || !checker.records.get(type)?.hasUnknownBase)
    reportNoMember(checker, callee.member, type, callee, [])
  return errorExpr(node)
}

function objectMethod(checker: Checker, object: Expr, type: ObjectType, callee: A.MemberExpr, node: A.CallExpr): Expr {
  const args = checkArgs(checker, node.args)
  const { member } = callee
  if (type.element?.kind === 'struct' && isOfFamily(type.name, 'constants', 'block') && !anyError(args))
    return structMethod(checker, object, type.element, callee, args, node)
  if (membersOf(checker, type, callee) === 'failed') return errorExpr(node)
  if (isGet(type, member, args.length) && !anyError(args)) return nodeRecord(checker, object, type, args[0], node)
  const signatures = methodsOf(type.name, member)
  if (signatures.length === 0 && member === 'Get' && nodeRowOf(type)?.records) {
    if (!anyError(args)) report(checker, 'E2172', callee.memberSpan, { name: member })
    return errorExpr(node)
  }
  const isSharing = member === 'FinishedCrossGroupSharing' && isNodeObject(type)
  if (isSharing && type.name === 'RWDispatchNodeInputRecord' && !tracksSharing(type)) {
    report(checker, 'E2622', node, {})
    return errorExpr(node)
  }
  if (signatures.length === 0) {
    reportNoMember(checker, member, type, callee, methodNames(type.name))
    return errorExpr(node)
  }
  if (anyError(args)) return errorExpr(node)
  const templateArgs = callee.templateArgs ? checker.templateArgs(callee.templateArgs).filter(isType) : []
  const [asked] = templateArgs
  if (asked && (MADE_OF_WORDS.test(member) || !holdsOnlyNumbers(asked) || templateArgs.length > 1)) {
    refuseArgument(checker, asked, callee)
    return errorExpr(node)
  }
  if (refuseOldTemplate(checker, callee) || refuseStored(checker, type, callee, args)) return errorExpr(node)
  const chosen = firstMatch(checker, signatures, args, type, templateArgs[0])
  if (!chosen || (storesWords(checker, type, member) && leafCount(args[1]!.type) !== 1)) {
    const refuse = (): void => {
      const marks = { ranges: [{ pos: callee.pos, end: callee.memberSpan.end }] }
      const error = report(checker, 'E2172', callee.memberSpan, { name: member }, marks)
      noteSignatures(checker, error, { name: member, signatures, args, object: type }, callee.memberSpan)
    }
    refuseLate(checker, firstMatch(checker, signatures, args, type, templateArgs[0], true) !== undefined, refuse)
    return errorExpr(node)
  }
  if (refuseTemplate(checker, type, callee.templateArgs, { name: member, pos: callee.memberSpan.pos }))
    return errorExpr(node)
  if (!canSample(checker, type, member)) {
    report(checker, 'E2182', node.args[0] ?? callee.memberSpan, { name: member, type: shownType(type.element!) })
    return errorExpr(node)
  }
  if (isOfFamily(type.name, 'hit object')) return hitObjectCall(checker, chosen, { object, type, args }, callee, node)
  const { name, count, queryFlags = 0 } = type
  checkVersion(checker, `${name}<${count}, ${queryFlags}>::${member}`, chosen.signature, callee.memberSpan)
  checkComparison(checker, member, args, node)
  const { result } = chosen.match
  const params = asStored(checker, type, member, templateArgs[0], args, chosen.match.params)
  return {
    kind: 'method',
    type: result,
    object,
    objectType: type,
    name: member,
    templateArgs,
    args: convertArguments(checker, params, args).map(settled),
    params,
    pos: node.pos,
    end: node.end,
  }
}

/** Methods of hit objects are builtin functions of the object: the one that changes it writes it. */
function hitObjectCall(
  checker: Checker,
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
  return intrinsic(checker, name, chosen, isStatic ? args : [object, ...args], node, callee.memberSpan)
}

const isType = (arg: unknown): arg is Type => typeof arg === 'object'
