// Structs and record templates: fields, static members, methods, bases, instances.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { holdsBits } from '../../tree/bit_fields.ts'
import { isFloat } from '../../tree/numeric.ts'
import { completeStruct, MAX_SCALARS, MAX_TYPE_DEPTH, typeDepth } from '../../tree/type_size.ts'
import type { ConstantValue } from '../../tree/typed.ts'
import {
  allFields,
  ERROR,
  type Field,
  innermost,
  type Mutable,
  type StructType,
  type Type,
  typeText,
  withoutConst,
} from '../../tree/types.ts'
import { isIncompleteStruct, refuseUndefined } from '../core/complete.ts'
import { type Checker, note, noteTemplate, report, tokenBehind, within } from '../core/context.ts'
import { checkModifiers } from '../core/modifiers.ts'
import { isVariableTemplate, placeOfEntity, scopeOf } from '../core/names.ts'
import { type Entity, type RecordInfo, Scope, type TemplateName } from '../core/scopes.ts'
import { argumentKey } from '../core/type_keys.ts'
import { shownType } from '../core/type_names.ts'
import { ignoredRegisters, isDependent, noteFieldRegisters } from '../symbols/bindings.ts'
import { isBuiltinRecord } from '../symbols/builtin_records.ts'
import { constantOf, isConstType } from '../symbols/constant_types.ts'
import { checkTargetIndex } from '../symbols/declaration_rules.ts'
import { semanticOf } from '../symbols/function_symbols.ts'
import { checkTemplateParams, MAX_TEMPLATE_DEPTH, templateDepth } from '../symbols/function_templates.ts'
import { enterClass, leaveClass } from '../symbols/instance_requests.ts'
import { checkInterface, inheritVirtuals, requireConcrete } from '../symbols/interfaces.ts'
import { refusePackOffset } from '../symbols/pack_offsets.ts'
import { partialFor, patternKey, specialisesNothing, usesNothing } from '../symbols/partial_templates.ts'
import { payloadAccess } from '../symbols/payloads.ts'
import { isTakenName, isTakenTemplate } from '../symbols/resolve_types.ts'
import { refuseSubobject } from '../symbols/subobjects.ts'
import { instanceAround } from '../symbols/template_arguments.ts'
import { completeArguments, hasArguments, mergeParameters, requireDefaults } from '../symbols/template_parameters.ts'
import { declareBitField } from '../values/bit_fields.ts'
import { namesOfAnonymous } from './anonymous_members.ts'
import { declareFunction } from './functions.ts'
import { globalVariable } from './globals.ts'
import {
  aliasConst,
  claimName,
  declaredTypeOf,
  declModifiers,
  initialise,
  makeVariable,
  reportIncompleteElement,
} from './locals.ts'
import { beginOutside, defineOutside } from './outside_variables.ts'

/** Declares a struct in the current scope and gives its type; templates only leave their name. */
export function declareRecord(checker: Checker, decl: A.RecordDecl): Type {
  if (decl.recordKind === 'union') {
    report(checker, 'E2230', decl, {})
    return ERROR
  }
  return decl.scope ? declareOutside(checker, decl, decl.scope) : declareHere(checker, decl)
}

/** `struct N::S { ... };`: what N declared. */
function declareOutside(checker: Checker, decl: A.RecordDecl, name: A.QualifiedName): Type {
  const scope = name.parts.length > 0 ? scopeOf(checker, name, name.parts.length) : checker.global
  if (!scope) return ERROR
  const known = scope.tags?.get(decl.name) ?? scope.own(decl.name)
  if (known?.kind !== 'type' && known?.kind !== 'template') {
    const last = name.parts.at(-1)?.name ?? ''
    const where = scope === checker.global ? 'the global namespace' : `${scope.record ? '' : 'namespace '}'${last}'`
    report(checker, 'E2986', decl.nameSpan, { kind: decl.recordKind, name: decl.name, where })
    return ERROR
  }
  if (checker.fn) {
    report(checker, 'E2987', decl.nameSpan, { name: decl.name })
    return ERROR
  }
  if (decl.templateArgs && !decl.template) {
    report(checker, 'E2985', decl.nameSpan, {})
    return ERROR
  }
  if (checker.record) {
    const isOwn = checker.record.scope === scope
    report(checker, isOwn ? 'E2990' : 'E2991', decl.nameSpan, { name: decl.name })
    return ERROR
  }
  if (!scope.isWithin(checker.scope)) {
    const there = name.parts.at(-1)?.name ?? ''
    report(checker, 'E2989', decl.nameSpan, { name: decl.name, here: checker.scope.name, there })
    return ERROR
  }
  return within(checker, scope, () => declareHere(checker, decl))
}

function declareHere(checker: Checker, decl: A.RecordDecl): Type {
  if (decl.template) {
    checkTemplateParams(checker, decl.template)
    declareTemplate(checker, decl)
    return ERROR
  }
  const taken = checker.scope === checker.global ? isTakenName(checker, decl.name) : undefined
  if (taken) {
    report(checker, taken === 'alias' ? 'E2433' : 'E2010', decl.nameSpan, { name: decl.name })
    return ERROR
  }
  if (checker.scope === checker.global && isBuiltinRecord(decl.name)) {
    report(checker, 'E2008', decl.nameSpan, { name: decl.name })
    return ERROR
  }
  const here = checker.recordDecls.get(decl)
  // The inline type of a declarator list names the record declared just before.
  if (here && checker.records.get(here)!.scope.parent === checker.scope) return here
  const known = decl.name === '' ? undefined : (checker.scope.tags?.get(decl.name) ?? checker.scope.own(decl.name))
  if (known?.kind === 'type' && known.type.kind === 'struct') {
    const record = checker.records.get(known.type)!
    if (!decl.members) return known.type
    if (record.complete) {
      report(checker, 'E2008', decl.nameSpan, { name: decl.name })
      return known.type
    }
    checker.watch?.named(decl.nameSpan, known, checker.scope, true)
    checker.recordDecls.set(decl, known.type)
    defineRecord(checker, decl, record)
    return known.type
  }
  if (refuseTag(checker, decl, known, 'struct')) return ERROR
  const record = newRecord(checker, decl, decl.name && checker.scope.prefix() + decl.name, undefined, [])
  if (decl.name !== '') {
    const tag = { kind: 'type', type: record.type, isConst: false } as const
    checker.watch?.declared(decl.nameSpan, tag)
    checker.scope.setTag(decl.name, tag)
  }
  if (decl.members) defineRecord(checker, decl, record)
  return record.type
}

/** Reports what has the name of a struct or enum already. Functions, variables and enumerators may have it: they hide a tag. */
export function refuseTag(
  checker: Checker,
  decl: A.RecordDecl | A.EnumDecl,
  known: Entity | undefined,
  kind: 'struct' | 'enum',
): boolean {
  if (!known || known.kind === 'functions' || known.kind === 'var' || known.kind === 'constant') return false
  const { name, nameSpan } = decl
  if (known.kind === 'type' && known.type.kind !== 'error') {
    const isTag = known.type.kind === 'struct' || known.type.kind === 'enum'
    if (isTag && known.type.kind !== kind && known.type.name === checker.scope.prefix() + name)
      report(checker, 'E1031', nameSpan, { name })
    else report(checker, 'E2433', nameSpan, { name })
    return true
  }
  const error = report(checker, 'E2010', nameSpan, { name })
  const place = placeOfEntity(known)
  if (place) note(checker, error, 'N2001', place, {})
  return true
}

function newRecord(
  checker: Checker,
  decl: A.RecordDecl,
  name: string,
  template: TemplateName | undefined,
  templateArgs: readonly (Type | ConstantValue)[],
): RecordInfo & { base: RecordInfo | undefined } {
  const isFlat = checker.options.hlslVersion < 2021 || decl.name === ''
  const type: Mutable<StructType> = {
    kind: 'struct',
    name,
    base: undefined,
    fields: [],
    isFlat,
    pos: decl.pos,
    scalars: undefined,
    depth: undefined,
  }
  if (decl.recordKind === 'class') type.isClass = true
  for (const attribute of decl.attributes) {
    const word = attribute.name.toLowerCase()
    if (word === 'nodetrackrwinputsharing') type.tracksSharing = true
    else if (word === 'raypayload') type.payload = decl.nameSpan
  }
  if (template) {
    type.templateArgs = templateArgs.map(withoutConst)
    type.templateNames = template.decl.template?.map(p => p.name) ?? []
  }
  const scope = new Scope(checker.scope, decl.recordKind === 'variable' ? '' : decl.name)
  const record = {
    type,
    scope,
    base: undefined,
    isInterface: decl.recordKind === 'interface',
    depth: templateDepth(checker),
    complete: false,
    template,
    templateArgs,
    isInstance: template ? templateArgs.length > 0 && decl.template!.length > 0 : !!checker.record?.isInstance,
  }
  scope.record = record
  checker.records.set(type, record)
  checker.recordDecls.set(decl, type)
  return record
}

/** Bases, then members in order; bodies of methods wait until the outermost record is complete. */
function defineRecord(checker: Checker, decl: A.RecordDecl, record: RecordInfo): void {
  checkInterface(checker, decl)
  for (const base of decl.bases) addBase(checker, base, record as RecordInfo & { base: RecordInfo | undefined })
  const { record: outer, scope } = checker
  // As within() does it, with fewer frames of the stack: instances of templates nest through here.
  checker.record = record
  checker.scope = record.scope
  for (const member of decl.members ?? [])
    if (decl.recordKind === 'variable') templateVariable(checker, member as A.VariableDecl)
    else declareMember(checker, member, record)
  checker.scope = scope
  checker.record = outer
  record.complete = true
  const isLarge = completeStruct(record.type) > MAX_SCALARS
  if (isLarge || typeDepth(record.type) > MAX_TYPE_DEPTH) {
    if (isLarge) report(checker, 'E2236', decl.nameSpan, { name: record.type.name })
    else report(checker, 'E1008', decl.nameSpan, { what: 'struct', limit: MAX_TYPE_DEPTH })
    record.type.fields.length = 0
    completeStruct(record.type)
  }
}

/**
 * The variable of a template: a global variable, no member. While the template itself is checked, only a `static` one is declared: any other would become a
 * constant of $Globals that nobody asked for.
 */
function templateVariable(checker: Checker, node: A.VariableDecl): void {
  if (!checker.inPattern || node.modifiers.some(m => m.name === 'static')) globalVariable(checker, node)
}

/** Fields are collected by walking the bases, so chains of them must end. */
const MAX_BASES = 2048

/** Classes to DXC, but no bases: the name of one. */
function baseOfLanguage(type: Type): string | undefined {
  if (type.kind === 'vector' || type.kind === 'matrix') return type.kind
  if (type.kind === 'object') return type.name
  return type.kind === 'struct' && isBuiltinRecord(type.name) ? type.name : undefined
}

function addBase(checker: Checker, base: A.BaseSpecifier, record: RecordInfo & { base: RecordInfo | undefined }): void {
  const type = checker.typeOf(base.type)
  if (type.kind === 'error') return void (record.hasUnknownBase = true)
  const name = baseOfLanguage(type)
  if (name !== undefined) return void report(checker, 'E2978', base, { name })
  const info = type.kind === 'struct' ? checker.records.get(type) : undefined
  if (!info?.complete || type.kind !== 'struct') {
    if (!refuseUndefined(checker, type, base)) report(checker, type.kind === 'struct' ? 'E2979' : 'E2221', base, {})
    return
  }
  inheritVirtuals(record, info)
  if (info.isInterface) return
  if (record.base) return void report(checker, 'E2755', base, {})
  let depth = 0
  for (let at: StructType | undefined = type; at; at = at.base) depth++
  if (depth > MAX_BASES) return void report(checker, 'E1008', base, { what: 'base class', limit: MAX_BASES })
  record.type.base = type
  if (type.holdsBits) record.type.holdsBits = true
  record.base = info
  if (isDependent(checker, base.type)) record.hasDependentBase = true
}

/** In C++ a member named like its class would be a constructor; fields alone may have the name. */
function refuseClassName(checker: Checker, member: A.Declaration, record: RecordInfo): void {
  const own = record.scope.name
  if (own === '') return
  const refuse = (at: Span): void => void report(checker, 'E2431', at, { name: own })
  if (member.kind === 'function' && member.name === own && !member.scope) report(checker, 'E2432', member.nameSpan, {})
  else if (member.kind === 'variable' && member.name === own && member.modifiers.some(m => m.name === 'static'))
    refuse(member.nameSpan)
  else if ((member.kind === 'record' || member.kind === 'enum' || member.kind === 'type_alias') && member.name === own)
    refuse(member.nameSpan)
  if (member.kind === 'enum' && !member.isClass) for (const v of member.values ?? []) if (v.name === own) refuse(v)
}

function declareMember(checker: Checker, member: A.Declaration, record: RecordInfo): void {
  refuseClassName(checker, member, record)
  if (member.kind === 'variable') {
    // Of a struct without a name and without an object `static` says nothing.
    if (member.name !== '' && member.modifiers.some(m => m.name === 'static')) staticMember(checker, member, record)
    else addField(checker, member, record)
  } else if (member.kind === 'function') declareFunction(checker, member, record)
  else {
    if (member.kind === 'record' && member.recordKind === 'variable' && !isStaticTemplate(member))
      return void report(checker, 'E2993', member.nameSpan, { name: member.name })
    if (member.kind === 'buffer_block') report(checker, 'E2259', member.nameSpan, {})
    checker.declare(member)
  }
}

const isStaticTemplate = ({ members }: A.RecordDecl): boolean =>
  members?.[0]?.kind === 'variable' && members[0].modifiers.some(m => m.name === 'static')

/** clang takes `float rest[1];` at the end of a struct for an array of any size, where the 1 stands there and in no macro. */
const isFlexible = (checker: Checker, size: A.Expr | undefined): boolean =>
  size?.kind === 'int_literal' && Number(size.value) === 1 && !checker.diagnostics.sources.expansionAt(size.pos)

function addField(checker: Checker, node: A.VariableDecl, record: RecordInfo): void {
  const type = declaredTypeOf(checker, node, true)
  if (node.name !== '' || node.bitWidth) checkModifiers(checker, node.modifiers, node.type, 'field', type, node.dims)
  if (node.init) report(checker, 'E2293', tokenBehind(checker, (node.bitWidth ?? node.nameSpan).end, node.end), {})
  if (type.kind === 'string') report(checker, 'E2025', node, {})
  if (refuseSubobject(checker, type, node) || !requireConcrete(checker, type, 'field', node.nameSpan)) return
  const inner = innermost(type)
  if (refuseUndefined(checker, inner, node.nameSpan)) return
  if (inner.kind === 'void' || isIncompleteStruct(checker, inner))
    return void report(checker, 'E2224', node.nameSpan, { type: shownType(inner) })
  if (reportIncompleteElement(checker, inner, node.nameSpan)) return
  if (node.name !== '' && record.scope.own(node.name)) {
    report(checker, 'E2222', node.nameSpan, { name: node.name })
    return
  }
  if (node.bitWidth && declareBitField(checker, node, node.bitWidth, type, record)) return
  if (type.kind === 'array' && type.size < 0) {
    report(checker, 'E2238', node, {})
    return
  }
  checkTargetIndex(checker, node.annotations)
  refusePackOffset(checker, node.annotations)
  ignoredRegisters(checker, node.annotations, type, node.type)
  const { fields } = record.type
  const { semantic, semanticSpan } = semanticOf(node.annotations)
  const field: Field = {
    name: node.name,
    type,
    ...(record.isInstance && isDependent(checker, node.type) ? {} : { typeNode: node.type }),
    index: (record.type.base ? allFields(record.type.base).length : 0) + fields.length,
    owner: record.type,
    semantic,
    semanticSpan,
    precise: node.modifiers.some(m => m.name === 'precise'),
    modifiers: node.modifiers.map(m => m.name),
    payloadAccess: payloadAccess(checker, node.name, node.annotations),
    isConst: aliasConst(checker, node.type),
    isFlexible: isFlexible(checker, node.dims[0]),
    pos: node.nameSpan.pos,
    end: node.nameSpan.end,
  }
  fields.push(field)
  if (holdsBits(type)) record.type.holdsBits = true
  noteFieldRegisters(checker, field, node.annotations)
  if (node.name === '' && type.kind === 'struct') namesOfAnonymous(checker, node, field, type, record)
  else {
    const entity = { kind: 'field', field } as const
    checker.watch?.declared(node.nameSpan, entity)
    record.scope.set(node.name, entity)
  }
}

function staticMember(checker: Checker, node: A.VariableDecl, record: RecordInfo): void {
  const type = declaredTypeOf(checker, node)
  if (type.kind === 'string') report(checker, 'E2025', node, {})
  checkModifiers(checker, node.modifiers, node.type, 'field', type, node.dims)
  if (node.bitWidth) report(checker, 'E2291', node.nameSpan, { name: node.name })
  const modifiers = declModifiers(node.modifiers, node.type)
  if (!claimName(checker, record.scope, node, type, modifiers.isConst)) return
  const symbol = makeVariable(node, type, 'static', modifiers, record.scope.prefix() + node.name, modifiers.isConst)
  if (!node.init) symbol.isAnnounced = true
  else if (!modifiers.isConst) report(checker, 'E2293', tokenBehind(checker, node.nameSpan.end, node.end), {})
  else if (type.kind === 'vector' || type.kind === 'matrix' || type.kind === 'array' || type.kind === 'struct')
    report(checker, 'E2728', node.nameSpan, { type: shownType(type) })
  else if (type.kind === 'scalar' && isFloat(type))
    report(checker, 'W2760', node.nameSpan, { type: `const ${shownType(type)}` }, { ranges: [node.init] })
  checker.watch?.declared(node.nameSpan, symbol)
  record.scope.set(node.name, symbol)
  initialise(checker, symbol, node, 'a variable')
  beginOutside(checker, symbol, node, record.scope)
  checker.globals.push(symbol)
}

// ---- templates ---------------------------------------------------------------------------------------------------------------------------

function declareTemplate(checker: Checker, decl: A.RecordDecl): void {
  const variable = decl.recordKind === 'variable' ? (decl.members?.[0] as A.VariableDecl) : undefined
  if (variable?.scope && decl.template?.length) return void defineOutside(checker, decl, variable)
  const known = checker.scope.own(decl.name)
  if (variable && !decl.templateArgs) report(checker, 'W2732', decl.nameSpan, {})
  if (decl.templateArgs && known?.kind === 'template' && known.decl.kind === 'record') {
    const isPartial = (decl.template?.length ?? 0) > 0
    const { templateArgs, nameSpan } = decl
    if (!isPartial && checker.record) report(checker, 'E2026', nameSpan, { name: decl.name })
    const given = isPartial ? undefined : completeArguments(checker, known, templateArgs, nameSpan)
    const isComplete = isPartial
      ? hasArguments(checker, known.decl, templateArgs.length, nameSpan)
      : given !== undefined
    if (!isComplete) return
    const args = given?.args.map(argumentKey).join(',')
    if (isPartial && specialisesNothing(decl, known.decl)) return void report(checker, 'E2977', decl.nameSpan, {})
    if (isPartial && usesNothing(decl)) return void report(checker, 'E2995', decl.nameSpan, { name: decl.name })
    const pattern = isPartial ? patternKey(decl) : undefined
    const earlier = known.specialisations.findIndex(
      s => s.args === args && (!isPartial || patternKey(s.decl) === pattern),
    )
    if (!decl.members && earlier >= 0) return
    if (known.specialisations[earlier]?.decl.members) report(checker, 'E2008', decl.nameSpan, { name: decl.name })
    const { now, limit } = checker.global.visibility
    const special = { decl, args, seenAt: Math.min(now, limit) }
    known.specialisations.splice(Math.max(earlier, 0), earlier < 0 ? 0 : 1, special)
    return
  }
  if (known?.kind === 'template' && known.decl.kind === 'record') {
    const { nameSpan, name } = decl
    const { members } = known.decl
    if (decl.members) checker.watch?.again(known.decl.nameSpan, nameSpan)
    if (members && decl.members) report(checker, 'E2008', nameSpan, { name })
    const template = mergeParameters(checker, known.decl.template!, decl.template!, !members, nameSpan)
    requireDefaults(checker, template)
    ;(known as Mutable<TemplateName>).decl = { ...(members ? known.decl : decl), template }
    if (!members) known.seenAt = checker.global.visibility.now
    return
  }
  if (decl.templateArgs) return void report(checker, 'E2437', decl.nameSpan, { kind: decl.recordKind, name: decl.name })
  if (known || isTakenTemplate(checker, decl.name) || checker.scope.tags?.has(decl.name))
    return void report(checker, 'E2010', decl.nameSpan, { name: decl.name })
  requireDefaults(checker, decl.template ?? [])
  const template: TemplateName = {
    kind: 'template',
    decl,
    scope: checker.scope,
    instances: new Map(),
    specialisations: [],
  }
  checker.scope.set(decl.name, template)
  noteTemplate(checker, template)
}

/** Declares what a template declares, its parameters having no values: to be checked, not to be used. */
export function definePattern(checker: Checker, template: TemplateName, decl: A.RecordDecl): void {
  const record = newRecord(checker, decl, template.scope.prefix() + decl.name, template, [])
  defineRecord(checker, decl, record)
}

/** The type a template gives for some arguments; made once. */
export function instantiateRecord(
  checker: Checker,
  template: TemplateName,
  nodes: readonly A.TemplateArg[] | undefined,
  span: Span,
): Type {
  const { decl } = template
  if (nodes === undefined && !decl.template?.every(p => p.defaultValue)) return insideItself(checker, template, span)
  const given = completeArguments(checker, template, nodes ?? [], span)
  if (!given) return ERROR
  const { args, scope } = given
  const key = args.map(argumentKey).join(',')
  const known = template.instances.get(key)
  const isKnown = known && !(known.kind === 'struct' && checker.records.get(known)?.isUndefined)
  return isKnown ? known : makeInstance(checker, template, scope, args, key, span)
}

function insideItself(checker: Checker, template: TemplateName, span: Span): Type {
  const around = instanceAround(checker, template)
  if (around) return around
  report(checker, 'E2015', span, {
    what: `${isVariableTemplate(template) ? 'variable' : 'class'} template`,
    name: template.decl.name,
  })
  return ERROR
}

/** What an instance takes of the stack, measured in expressions, and how much of it there may be: instances of instances take about 0.4 kB a piece. */
const FRAMES = 7
const MAX_FRAMES = 2300

/** Longer names are no names any more: arguments that are named twice double them at every step. */
const MAX_NAME = 1 << 14

function makeInstance(
  checker: Checker,
  template: TemplateName,
  scope: Scope,
  args: readonly (Type | ConstantValue)[],
  key: string,
  span: Span,
): Type {
  const outer = checker.instanceDepth
  const depth = templateDepth(checker) + 1
  if (depth > MAX_TEMPLATE_DEPTH || depth * FRAMES + checker.nested > MAX_FRAMES) {
    report(checker, 'E2226', template.decl.nameSpan, { depth: depth - 1 })
    return ERROR
  }
  checker.instanceDepth = depth
  const full = template.specialisations.find(s => s.args === key)
  const partial = full ? undefined : partialFor(checker, template, args, key)
  if (partial === 'ambiguous') {
    report(checker, 'E2439', span, { name: template.decl.name })
    checker.instanceDepth = outer
    return ERROR
  }
  const special = full ?? partial
  // Without within(), as in defineRecord.
  const { scope: place, isUnevaluated } = checker
  checker.scope = partial?.scope ?? scope
  checker.isUnevaluated = false
  const around = enterClass(checker, template, args, checker.ofVariable?.nameSpan ?? span)
  if (special) checker.global.visibility.limit = special.seenAt
  const type = instance(checker, template, special?.decl ?? template.decl, args, key)
  leaveClass(checker, around)
  checker.isUnevaluated = isUnevaluated
  checker.scope = place
  checker.instanceDepth = outer
  return type
}

function instance(
  checker: Checker,
  template: TemplateName,
  decl: TemplateName['decl'],
  args: readonly (Type | ConstantValue)[],
  key: string,
): Type {
  if (decl.kind === 'type_alias') {
    const named = checker.withDims(checker.typeOf(decl.type), decl.dims, decl)
    const type = isConstType(checker, decl.type) ? constantOf(checker, named, decl) : named
    template.instances.set(key, type)
    return type
  }
  const text = args.map(arg => (typeof arg === 'object' ? typeText(arg) : String(arg))).join(', ')
  if (text.length > MAX_NAME) {
    report(checker, 'E2371', decl.nameSpan, { name: decl.name, limit: MAX_NAME })
    return ERROR
  }
  const known = template.instances.get(key)
  const announced = known?.kind === 'struct' ? checker.records.get(known) : undefined
  if (announced && !decl.members) return announced.type
  const record =
    announced ?? newRecord(checker, decl, `${template.scope.prefix()}${decl.name}<${text}>`, template, args)
  template.instances.set(key, record.type)
  if (decl !== template.decl) record.seenAt = checker.global.visibility.limit
  record.isUndefined = !decl.members
  if (!decl.members) return record.type
  ;(record.scope as Mutable<Scope>).parent = checker.scope
  defineRecord(checker, decl, record)
  return record.type
}
