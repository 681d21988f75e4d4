// Function templates: arguments deduced from a call, signatures instantiated once for each argument list. Failure is no error: the template
// is then simply no candidate.

import type * as A from '../../tree/ast.ts'
import { elementOf, INT, isFloat, UINT } from '../../tree/numeric.ts'
import { FUNCTION_TYPE, isTypeNode, REFERENCE_TYPE } from '../../tree/type_nodes.ts'
import type { ConstantValue, Expr, FunctionSymbol } from '../../tree/typed.ts'
import {
  array,
  CHAR,
  ERROR,
  isConstantType,
  type Mutable,
  type ScalarType,
  sameType,
  type Type,
  typeText,
  withoutConst,
} from '../../tree/types.ts'
import { type Checker, report, silently, tokenBehind, within } from '../core/context.ts'
import { isOperatorName, lookupName } from '../core/names.ts'
import { type Entity, type FunctionEntity, Scope, type TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { shownType } from '../core/type_names.ts'
import { withoutCoherence } from '../values/coherence.ts'
import { toScalar } from '../values/fold.ts'
import { deducedType } from './auto_types.ts'
import { constantOf, isWrittenConst } from './constant_types.ts'
import { makeFunction } from './function_symbols.ts'
import { argumentFor, builtinTemplate, takesTemplate } from './template_arguments.ts'

export type Bindings = Map<string, Type | ConstantValue>
/** As many templates as may be instantiated one out of the other; DXC's limit. */
export const MAX_TEMPLATE_DEPTH = 256

/** How many were to come to the place being checked. */
export function templateDepth(checker: Checker): number {
  const entity = checker.fn?.entity
  return Math.max(checker.instanceDepth, entity?.depth ?? 0, entity?.owner?.depth ?? 0, checker.record?.depth ?? 0)
}

/** The instance of a template for a call, or undefined when it does not fit. A template of an operator never does, but for that of subscripts. */
export function instanceFor(
  checker: Checker,
  entity: FunctionEntity,
  explicit: readonly A.TemplateArg[] | undefined,
  args: readonly Expr[],
): FunctionEntity | undefined {
  const { name } = entity.decl
  if (name !== 'operator[]' && isOperatorName(name)) return undefined
  return instanceOf(checker, entity, explicit, args.map(argumentType))
}

/** The instance for arguments of these types. */
export function instanceOf(
  checker: Checker,
  entity: FunctionEntity,
  explicit: readonly A.TemplateArg[] | undefined,
  types: readonly Type[],
): FunctionEntity | undefined {
  const bound = bindingsFor(checker, entity, explicit, types)
  if (!bound) return undefined
  const { key } = bound
  return entity.instances!.get(key) ?? entity.specialisations.get(key) ?? instantiate(checker, entity, bound)
}

/** A string in quotes is an array of characters. */
const argumentType = ({ kind, type, pos, end }: Expr): Type =>
  type.kind === 'string' && kind !== 'var' ? array(CHAR, end - pos - 1) : type

/** Text that identifies the arguments which an explicit specialisation is for: written, or deduced from its parameters. */
export function specialKey(checker: Checker, primary: FunctionEntity, special: FunctionEntity): string | undefined {
  const types = special.symbol!.params.map(p => p.type)
  const bound = bindingsFor(checker, primary, special.decl.templateArgs, types)
  return bound && declaresSame(checker, primary, bound.scope, special.symbol!) ? bound.key : undefined
}

/** Whether a template's declaration, with values in `scope`, is what a specialisation declares. */
function declaresSame(
  checker: Checker,
  { decl, owner }: FunctionEntity,
  scope: Scope,
  special: FunctionSymbol,
): boolean {
  const made = within(checker, scope, () => silently(checker, () => makeFunction(checker, decl, scope, owner, 0)))
    .symbol!
  const isSame = (a: Type, b: Type): boolean => a.kind === 'error' || b.kind === 'error' || sameType(a, b, true)
  return (
    isSame(made.returnType, special.returnType) &&
    made.params.every(({ mode, type }, i) => mode === special.params[i]!.mode && isSame(type, special.params[i]!.type))
  )
}

/** Names of parameters whose values are deduced; of functions, with what they are. */
type Names = Pick<ReadonlySet<string>, 'has'> & { get?(name: string): A.TemplateParam | undefined }

interface Bound {
  /** Where the parameters have their values. */
  readonly scope: Scope
  readonly key: string
  readonly bindings: Bindings
}

/** The values of a template's parameters for a call with arguments of these types, or undefined when it does not fit. */
function bindingsFor(
  checker: Checker,
  entity: FunctionEntity,
  explicit: readonly A.TemplateArg[] | undefined,
  types: readonly Type[],
): Bound | undefined {
  const { decl } = entity
  const params = decl.template ?? []
  if (types.length > decl.params.length) return undefined
  const bindings: Bindings = new Map()
  if (explicit) {
    // No parameter takes a float: the template is none that the call could mean.
    if (explicit.length > params.length || explicit.some(arg => arg.kind === 'float_literal')) return undefined
    const given = checker.templateArgs(explicit, params)
    for (let i = 0; i < given.length; i++) bindings.set(params[i]!.name, given[i]!)
  }
  const names = new Map(params.filter(p => !bindings.has(p.name)).map(p => [p.name, p]))
  for (let i = 0; i < types.length; i++)
    if (!deduce(checker, entity.scope, decl.params[i]!, types[i]!, names, bindings)) return undefined
  // A literal contradicts a variable's type: add(T a, T b) takes no add(i, 2).
  for (const [name, value] of bindings)
    if (typeof value === 'object') bindings.set(name, deducedType(withoutCoherence(value)))
  return complete(checker, entity, explicit, bindings)
}

function complete(
  checker: Checker,
  entity: FunctionEntity,
  explicit: readonly A.TemplateArg[] | undefined,
  bindings: Bindings,
): Bound | undefined {
  const params = entity.decl.template ?? []
  const scope = new Scope(entity.scope)
  for (const [i, param] of params.entries()) {
    let value = bindings.get(param.name)
    const fallback = value === undefined ? param.defaultValue : undefined
    const place = fallback ? scopeOfDefault(scope, params, i) : checker.scope
    if (fallback) value = within(checker, place, () => checker.templateArgs([fallback], [param])[0])
    if (value === undefined || (typeof value === 'object' && value.kind === 'error')) return undefined
    const given = value
    value = within(checker, place, () => valueFor(checker, scope, param, given, fallback ?? explicit?.[i]))
    if (value === undefined) return undefined
    bindings.set(param.name, value)
    bind(checker, scope, param, value)
  }
  return { scope, bindings, key: params.map(p => argumentKey(bindings.get(p.name)!)).join(',') }
}

/**
 * The scope in which the default value of a parameter is evaluated.
 * @param scope has the values of the parameters before it
 */
export function scopeOfDefault(scope: Scope, params: readonly A.TemplateParam[], i: number): Scope {
  const { among } = params[i]!
  if (!among) return scope
  // There they may have other names.
  const own = new Scope(scope.parent)
  for (let k = 0; k < i; k++) {
    const value = scope.own(params[k]!.name)
    if (value) own.set(among[k]!.name, value)
  }
  return own
}

function instantiate(
  checker: Checker,
  entity: FunctionEntity,
  { scope, key, bindings }: Bound,
): FunctionEntity | undefined {
  const depth = templateDepth(checker) + 1
  if (depth > MAX_TEMPLATE_DEPTH) {
    report(checker, 'E2226', entity.decl.nameSpan, { depth: MAX_TEMPLATE_DEPTH })
    return undefined
  }
  const errors = checker.silentErrors
  checker.silent++
  const instance = within(checker, scope, () => makeFunction(checker, entity.decl, scope, entity.owner, depth))
  checker.silent--
  if (checker.silentErrors > errors) {
    checker.silentErrors = errors
    checker.failedTemplates.add(entity)
    return undefined
  }
  // An array can only be returned where the declaration says so with brackets.
  const { returnType } = entity.decl
  const hasDims = returnType.kind === 'named_type' && returnType.dims.length > 0
  if (instance.symbol!.returnType.kind === 'array' && !hasDims) return undefined
  const params = entity.decl.template ?? []
  instance.symbol!.templateArgs = params.map(({ name }) => ({ name, value: withoutConst(bindings.get(name)!) }))
  instance.pattern = entity
  entity.instances!.set(key, instance)
  if (entity.decl.body) {
    instance.hasBody = true
    // Other candidates may fit better.
    instance.isWaiting = true
    checker.functions.push(instance)
  }
  return instance
}

/** Of a template that was only announced when it was instantiated: what its definition makes of the same arguments, under its own names of parameters. */
export function againFor(checker: Checker, entity: FunctionEntity, instance: Mutable<FunctionEntity>): FunctionEntity {
  const scope = new Scope(entity.scope)
  for (const [i, param] of entity.decl.template!.entries()) {
    const { name, value } = instance.symbol!.templateArgs![i]!
    const known = instance.scope.own(name)
    const isConst = typeof value === 'object' && known?.kind === 'type' && known.isConst
    bind(checker, scope, param, isConst ? constantOf(checker, value, param) : value)
  }
  instance.scope = scope
  return makeFunction(checker, entity.decl, scope, entity.owner, instance.depth)
}

/** Reports value parameters of types that are no integers. Types that depend on other parameters are seen when the template is used. */
export function checkTemplateParams(checker: Checker, params: readonly A.TemplateParam[]): void {
  for (const { type: node, end } of params) {
    if (!node) continue
    const type = typeQuietly(checker, node)
    // `struct Z` is a struct, known or not.
    const unknown = type.kind === 'error' && node.kind === 'named_type' && node.isElaborated && node.name.parts.at(-1)
    const isWhole =
      (type.kind === 'error' && !unknown) || type.kind === 'enum' || (type.kind === 'scalar' && !isFloat(type))
    if (!isWhole)
      report(checker, 'E2359', tokenBehind(checker, node.end, end), {
        type: unknown ? `struct ${unknown.name}` : typeText(type),
      })
  }
}

/** An argument as a parameter's type has it; undefined where that is of another kind or nothing converts to it, as to an enumeration. */
function valueFor(
  checker: Checker,
  scope: Scope,
  { type: node, template }: A.TemplateParam,
  value: Type | ConstantValue,
  written?: A.TemplateArg,
): Type | ConstantValue | undefined {
  if (template) return takesTemplate(checker, scope, template, value) ? value : undefined
  if (typeof value === 'object' || !node) return (typeof value === 'object') === !node ? value : undefined
  const type = within(checker, scope, () => typeQuietly(checker, node))
  if (type.kind === 'enum') {
    const from = written ? typeOfValue(checker, written) : type
    return from === type || from.kind === 'error' ? value : undefined
  }
  if (type.kind !== 'scalar') return value
  return isFloat(type) ? undefined : toScalar(value, type)
}

/** The same, with what is wrong reported. */
export function fitted(
  checker: Checker,
  scope: Scope,
  param: A.TemplateParam,
  value: Type | ConstantValue,
  written: A.TemplateArg,
  name: string,
): Type | ConstantValue | undefined {
  const fit = valueFor(checker, scope, param, value, written)
  if (fit !== undefined) return fit
  const type = param.type && within(checker, scope, () => typeQuietly(checker, param.type!))
  if (param.template) {
    if (value !== ERROR) report(checker, 'E2847', written, {})
  } else if (!type || typeof value === 'object')
    report(checker, 'E2217', written, { name, wanted: type ? 'value' : 'type' })
  else if (type.kind !== 'enum')
    report(checker, 'E2359', tokenBehind(checker, param.type!.end, param.end), { type: shownType(type) })
  else report(checker, 'E2361', written, { from: shownType(typeOfValue(checker, written)), to: shownType(type) })
  return undefined
}

/** The type of a value among template arguments. */
function typeOfValue(checker: Checker, arg: A.TemplateArg): Type {
  const found = arg.kind === 'named_type' ? checker.scope.lookup(arg.name.parts.at(-1)!.name) : undefined
  if (isTypeNode(arg)) return found?.kind === 'constant' ? found.type : ERROR
  return silently(checker, () => checker.expr(arg).type)
}

/** Makes a template parameter's value visible under its name. */
export function bind(checker: Checker, scope: Scope, param: A.TemplateParam, value: Type | ConstantValue): void {
  const entity = boundEntity(checker, scope, param, value)
  // A template is declared where it is declared.
  if (entity.kind !== 'template') checker.watch?.declared(param, entity)
  scope.set(param.name, entity)
}

function boundEntity(checker: Checker, scope: Scope, param: A.TemplateParam, value: Type | ConstantValue): Entity {
  if (typeof value === 'object')
    return (
      checker.templateTypes.get(value) ?? {
        kind: 'type',
        type: withoutConst(value),
        isConst: isConstantType(value),
        isDependent: true,
      }
    )
  const type = param.type ? within(checker, scope, () => checker.typeOf(param.type!)) : undefined
  const element = type && (elementOf(type) ?? undefined)
  return { kind: 'constant', type: type?.kind === 'enum' ? type : (element ?? ERROR), value, isDependent: true }
}

/** Matches a parameter's written type with an argument's type; false on a contradiction. What is not a pattern is left to conversion. */
function deduce(
  checker: Checker,
  scope: Scope,
  { type: pattern, dims }: Pick<A.ParameterDecl, 'type' | 'dims'>,
  given: Type,
  names: Names,
  bindings: Bindings,
): boolean {
  if (pattern.kind !== 'named_type') return true
  let type = given
  for (const dim of [...dims, ...pattern.dims]) {
    const whole = withoutConst(type)
    if (whole.kind !== 'array') return false
    if (dim && !deduceValue(dim, whole.size, names, bindings)) return false
    // The elements of a constant array are constant.
    type = whole === type ? whole.element : constantOf(checker, whole.element, pattern)
  }
  const { global, parts } = pattern.name
  const part = parts[parts.length - 1]!
  const isPlain = !global && parts.length === 1
  if (part.templateArgs === undefined || part.templateArgs.length === 0)
    return !isPlain || !names.has(part.name) || bindOnce(part.name, type, bindings)
  // `typename X<T>::In<T>` says nothing of T.
  if (parts.some(p => p !== part && (p.templateArgs || names.has(p.name)))) return true
  return isPlain && names.has(part.name)
    ? deduceTemplate(checker, scope, part, type, names, bindings)
    : deduceArgs(checker, scope, pattern.name, type, names, bindings)
}

/** `C<T>` of a parameter that takes templates. */
function deduceTemplate(
  checker: Checker,
  scope: Scope,
  { name, templateArgs: args }: A.NamePart,
  type: Type,
  names: Names,
  bindings: Bindings,
): boolean {
  const found = instanceParts(checker, type)
  return (
    found?.args.length === args!.length &&
    bindOnce(name, argumentFor(checker, found.template), bindings) &&
    deduceList(checker, scope, args!, found.args, names, bindings)
  )
}

interface Instance {
  readonly template: TemplateName
  readonly args: readonly (Type | ConstantValue)[]
}

/** The template that a type or a base of it is an instance of. */
function instanceParts(checker: Checker, type: Type): Instance | undefined {
  for (let at = type.kind === 'struct' ? checker.records.get(type) : undefined; at; at = at.base)
    if (at.template) return { template: at.template, args: at.templateArgs }
  const name = type.kind === 'object' ? type.name : type.kind
  const template = builtinTemplate(checker, name)
  const args = template && argumentsOf(checker, undefined, name, type)
  return args && { template, args: args.slice(0, template.decl.template!.length) }
}

function deduceArgs(
  checker: Checker,
  scope: Scope,
  name: A.QualifiedName,
  type: Type,
  names: Names,
  bindings: Bindings,
): boolean {
  const part = name.parts[name.parts.length - 1]!
  const args = part.templateArgs!
  const value = name.parts.length === 1 ? bindings.get(part.name) : undefined
  const found =
    (typeof value === 'object' && checker.templateTypes.get(value)) ||
    within(checker, scope, () => lookupName(checker, name))
  const template = found === 'failed' ? undefined : found
  if (template?.kind === 'template' && template.decl.kind === 'type_alias') {
    // The values that its own parameters have are matched with its arguments.
    const { template: params = [] } = template.decl
    const inner: Bindings = new Map()
    if (!deduce(checker, template.scope, template.decl, type, new Map(params.map(p => [p.name, p])), inner))
      return false
    const bound = params
      .map((p, i) => ({ arg: args[i]!, value: inner.get(p.name)! }))
      .filter(b => b.arg && b.value !== undefined)
    return deduceList(
      checker,
      scope,
      bound.map(b => b.arg),
      bound.map(b => b.value),
      names,
      bindings,
    )
  }
  const given = argumentsOf(checker, template, part.name, type)
  if (!given) return !args.some(arg => mentions(arg, names))
  if (!fitsVector(checker, scope, part, { type, given }, names, bindings)) return false
  for (let i = 0; i < args.length; i++)
    if (!isOfDeclaredType(checker, template, part.name, i, args[i]!, names)) return false
  return deduceList(checker, scope, args, given, names, bindings)
}

/** A pattern of vectors or matrices takes no other shape and element than it says: `vector<T, 3>` no float4, and no float. */
function fitsVector(
  checker: Checker,
  scope: Scope,
  { name, templateArgs: args = [] }: A.NamePart,
  { type, given }: { readonly type: Type; readonly given: readonly (Type | ConstantValue)[] },
  names: Names,
  bindings: Bindings,
): boolean {
  if ((name !== 'vector' && name !== 'matrix') || !args.some(arg => mentions(arg, names))) return true
  if (type.kind !== name) return false
  return args.every((arg, i) => {
    if (mentions(arg, names)) return true
    // What the call gives has its value already.
    const bound = isTypeNode(arg) && arg.kind === 'named_type' ? bindings.get(arg.name.parts[0]!.name) : undefined
    const written = bound ?? within(checker, scope, () => silently(checker, () => checker.templateArgs([arg], [])[0]))
    const value = given[i]
    if (typeof written !== 'object') return written === undefined || Number(written) === Number(value)
    return written.kind !== 'scalar' || typeof value !== 'object' || sameType(written, value)
  })
}

/** Types of the values that builtin templates take. */
const BUILTIN_VALUES: ReadonlyMap<string, ScalarType> = new Map([
  ['vector', INT],
  ['matrix', INT],
  ['Texture2DMS', INT],
  ['Texture2DMSArray', INT],
  ['RayQuery', UINT],
])

/** What is deduced has the type that it was declared with: `uint N` is no size of `vector<T, N>`. */
function isOfDeclaredType(
  checker: Checker,
  template: Entity | undefined,
  builtin: string,
  i: number,
  arg: A.TemplateArg,
  names: Names,
): boolean {
  const name = arg.kind === 'name_expr' || arg.kind === 'named_type' ? arg.name.parts[0]!.name : ''
  const node = names.get?.(name)?.type
  const type = node && checker.typeOf(node)
  if (type?.kind !== 'scalar' && type?.kind !== 'enum') return true
  const declared = template ? declaredType(checker, template, i) : BUILTIN_VALUES.get(builtin)
  return !declared || declared.kind === 'error' || declared === type
}

/** Of a value that a record template takes; undefined where it depends on others. */
function declaredType(checker: Checker, template: Entity | undefined, i: number): Type | undefined {
  const node = template?.kind === 'template' ? template.decl.template?.[i]?.type : undefined
  return node && template?.kind === 'template'
    ? within(checker, template.scope, () => typeQuietly(checker, node))
    : undefined
}

/** The type of a template's value parameter, an error where it depends on other parameters. */
function typeQuietly(checker: Checker, node: A.TypeNode): Type {
  return silently(checker, () => checker.typeOf(node))
}

/** Matches a list of template arguments as written with the values of one. */
export function deduceList(
  checker: Checker,
  scope: Scope,
  patterns: readonly A.TemplateArg[],
  given: readonly (Type | ConstantValue)[],
  names: Names,
  bindings: Bindings,
): boolean {
  for (let i = 0; i < patterns.length && i < given.length; i++) {
    const arg = patterns[i]!
    const value = given[i]!
    if (isTypeNode(arg)) {
      const inner = isWrittenConst(arg) && mentions(arg, names) ? constantPart(value) : value
      if (inner === undefined) return false
      if (typeof inner === 'object' && !deduce(checker, scope, { type: arg, dims: [] }, inner, names, bindings))
        return false
    } else if (!deduceValue(arg, value, names, bindings)) return false
  }
  return true
}

/** What a constant type is without `const`; undefined for any other argument. */
const constantPart = (value: Type | ConstantValue): Type | undefined =>
  isConstantType(value) ? value.constant : undefined

export function mentions(arg: A.TemplateArg, names: Names): boolean {
  if (isTypeNode(arg))
    return (
      arg.kind === 'named_type' &&
      (arg.dims.some(dim => dim && mentions(dim, names)) ||
        arg.name.parts.some(p => names.has(p.name) || (p.templateArgs?.some(a => mentions(a, names)) ?? false)))
    )
  return arg.kind === 'name_expr' && names.has(arg.name.parts[0]!.name)
}

/** The template arguments a type was made with: vector<T, N>, matrix<T, R, C>, objects, instances of record templates. */
function argumentsOf(
  checker: Checker,
  template: Entity | undefined,
  name: string,
  type: Type,
): readonly (Type | ConstantValue)[] | undefined {
  if (template?.kind === 'template') {
    if (type.kind !== 'struct') return undefined
    for (let at = checker.records.get(type); at; at = at.base) if (at.template === template) return at.templateArgs
    return undefined
  }
  if (name === FUNCTION_TYPE) {
    // Where something is written for the caller, what the pattern makes of these is another type: it does not fit.
    const signature = type.kind === 'struct' ? type.signature : undefined
    return signature && [signature.result, ...signature.params.map(p => p.type)]
  }
  if (name === REFERENCE_TYPE) return type.kind === 'struct' && type.referenced ? [type.referenced] : undefined
  if (name === 'vector')
    return type.kind === 'vector' ? [type.element, type.size] : type.kind === 'scalar' ? [type, 1] : undefined
  if (name === 'matrix') return type.kind === 'matrix' ? [type.element, type.rows, type.columns] : undefined
  if (type.kind !== 'object' || type.name !== name) return undefined
  return type.element ? [type.element, type.count] : [type.count, type.queryFlags ?? 0]
}

function deduceValue(node: A.Expr, value: Type | ConstantValue, names: Names, bindings: Bindings): boolean {
  if (node.kind !== 'name_expr' || node.name.parts.length > 1) return true
  const { name } = node.name.parts[0]!
  if (!names.has(name)) return true
  const known = bindings.get(name)
  if (known === undefined) bindings.set(name, value)
  return (
    known === undefined ||
    known === value ||
    (typeof known !== 'object' && typeof value !== 'object' && Number(known) === Number(value))
  )
}

function bindOnce(name: string, value: Type | ConstantValue, bindings: Bindings): boolean {
  const known = bindings.get(name)
  if (known === undefined) {
    bindings.set(name, value)
    return true
  }
  return argumentKey(known) === argumentKey(value)
}
