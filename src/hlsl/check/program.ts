// Semantic analysis of a translation unit: declarations in source order, bodies as they become complete, then the entry point.
// Invariant: a Program is returned only when nothing was reported as an error.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type * as A from '../tree/ast.ts'
import type { CBufferSymbol, Expr, FunctionSymbol, Program, SubobjectSymbol } from '../tree/typed.ts'
import { ERROR, sameType, type Type, typeText } from '../tree/types.ts'
import { type Checker, type CheckOptions, type CompleteOptions, report, within } from './core/context.ts'
import { DependentMembers } from './core/dependent_members.ts'
import { declareDxNamespace } from './core/dx_namespace.ts'
import { checkModifiers } from './core/modifiers.ts'
import { lookupName, namespaceOf, reportUnknown, scopeOf } from './core/names.ts'
import { type Entity, type FunctionEntity, type FunctionSet, Scope } from './core/scopes.ts'
import { shownType } from './core/type_names.ts'
import type { CheckWatch } from './core/watch.ts'
import { declareEnum } from './declarations/enums.ts'
import { explicitInstantiation } from './declarations/explicit_instantiations.ts'
import { checkPendingBodies, declareFunction, declarePrototype } from './declarations/functions.ts'
import { bufferBlock, globalVariable, placeMembers } from './declarations/globals.ts'
import { LINT_CODES, lintGlobals } from './declarations/lint_body.ts'
import { declareRecord, instantiateRecord } from './declarations/records.ts'
import { OF_LOCALS } from './declarations/unset_outputs.ts'
import { checkTemplates } from './declarations/unused_templates.ts'
import { checkEntry } from './entries/entry_points.ts'
import { checkLibrary, checkRayShader } from './entries/library.ts'
import { requireAttributes } from './entries/required_attributes.ts'
import { checkExpr, constantInt, constantValue } from './expressions/expressions.ts'
import { warnUndefined } from './expressions/internal_uses.ts'
import { typeOfOperand } from './symbols/auto_types.ts'
import { isDependent } from './symbols/bindings.ts'
import { builtinRecord } from './symbols/builtin_records.ts'
import { isConstType } from './symbols/constant_types.ts'
import { checkParameters } from './symbols/function_symbols.ts'
import { typeOfFunctions } from './symbols/function_types.ts'
import { sameParameters } from './symbols/interfaces.ts'
import {
  isBuiltinName,
  isTakenName,
  isTakenTemplate,
  numericByName,
  resolveTemplateArgs,
  resolveType,
  warnPromotion,
  withDims,
} from './symbols/resolve_types.ts'
import { isSubobject } from './symbols/subobjects.ts'
import { reportLateBounds } from './values/index_bounds.ts'
import { integralConstant, toleranceOfSizes } from './values/integral_constants.ts'
import { settled } from './values/literals.ts'

export type { CheckOptions, CompleteOptions } from './core/context.ts'

/** Checks a unit and its entry point; undefined when there were errors (all of them in `diagnostics`). */
export function checkProgram(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): Program | undefined {
  const checker = declared(unit, options, diagnostics)
  // What is missing may be what could not be read.
  const program = options.isBroken ? undefined : checkEntry(checker)
  return diagnostics.errorCount === 0 ? program : undefined
}

export interface CheckedLibrary {
  /** One an entry point or exported function, in order of declaration. */
  readonly programs: readonly Program[]
  readonly subobjects: readonly SubobjectSymbol[]
  /** What it declares outside of functions, also when it has none. */
  readonly globals: Program['globals']
}

/** Checks a library; undefined when there were errors. */
export function checkLibraryUnit(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): CheckedLibrary | undefined {
  const checker = declared(unit, options, diagnostics)
  const programs = options.isBroken ? undefined : checkLibrary(checker)
  const { subobjects, globals } = checker
  return programs && diagnostics.errorCount === 0 ? { programs, subobjects, globals } : undefined
}

/** Checks what a unit declares and looks for no entry point; undefined when there were errors. */
export function checkDeclarations(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): Program['globals'] | undefined {
  const { globals } = declared(unit, { ...options, seeksEntry: false }, diagnostics)
  return diagnostics.errorCount === 0 ? globals : undefined
}

/** A unit of several: what it declares and which functions can be entered, in source order; undefined when there were errors. */
export function checkUnit(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): { readonly globals: Program['globals']; readonly entryPoints: readonly FunctionSymbol[] } | undefined {
  const { globals, functions } = declared(unit, { ...options, seeksEntry: false }, diagnostics)
  if (diagnostics.errorCount > 0) return undefined
  const isEntry = ({ name, attributes }: FunctionSymbol): boolean =>
    name === options.entry || attributes.some(a => a.name === 'numthreads' || a.name === 'shader')
  const symbols = functions.flatMap(e => (e.hasBody && !e.owner && e.symbol ? [e.symbol] : []))
  return { globals, entryPoints: symbols.filter(isEntry).sort((a, b) => a.pos - b.pos) }
}

/** What a language server asks of a checked unit, errors or not. */
export interface WatchedUnit {
  readonly global: Scope
  readonly globals: Program['globals']
  /** Instances of templates among them; those whose bodies were checked have one. */
  readonly functions: readonly FunctionEntity[]
}

/** Checks a unit under a watch; `isHeader`: it need have no entry point. */
export function checkWatched(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
  { watch, isHeader }: { readonly watch: CheckWatch; readonly isHeader: boolean },
): WatchedUnit {
  const checker = declared(unit, { ...options, seeksEntry: !isHeader }, diagnostics, watch)
  if (!options.isBroken && !isHeader) {
    if (options.stage === 'lib') checkLibrary(checker)
    else checkEntry(checker)
  }
  return { global: checker.global, globals: checker.globals, functions: checker.functions }
}

function declared(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
  watch?: CheckWatch,
): Checker {
  const checker = newChecker(options, diagnostics, watch)
  checker.hidesTypes = unit.hidesTypes
  declareAll(checker, unit.implicit)
  declareAll(checker, unit.declarations)
  diagnostics.place = unit.declarations.length
  reportLateBounds(checker)
  checkTemplates(checker)
  const { globalsBlock } = checker
  if (globalsBlock.members.length > 0) {
    placeMembers(checker, globalsBlock)
    checker.globals.unshift(globalsBlock)
  }
  warnUndefined(checker)
  lintGlobals(checker)
  return checker
}

/** Written out, which is faster than joining objects. */
const withDefaults = (options: CheckOptions): CompleteOptions => ({
  entry: options.entry,
  stage: options.stage,
  shaderModel: options.shaderModel,
  hlslVersion: options.hlslVersion ?? 2021,
  native16Bit: options.native16Bit ?? false,
  packMatrix: options.packMatrix ?? 'column_major',
  packing: options.packing ?? 'prefix-stable',
  legacySemantics: options.legacySemantics ?? false,
  binding: options.binding ?? 'dxc',
  payloadQualifiers: options.payloadQualifiers ?? false,
  exported: options.exported ?? 'marked',
  exportNames: options.exportNames ?? new Map(),
  seeksEntry: options.seeksEntry ?? true,
  isBroken: options.isBroken ?? false,
})

function newChecker(options: CheckOptions, diagnostics: Diagnostics, watch: CheckWatch | undefined): Checker {
  const global = new Scope(undefined, '', true)
  declareDxNamespace(global)
  const globalsBlock: CBufferSymbol = {
    kind: 'cbuffer',
    name: '$Globals',
    isTBuffer: false,
    members: [],
    size: 0,
    registers: [],
    pos: 0,
    end: 0,
  }
  const checker: Checker = {
    diagnostics,
    watch,
    options: withDefaults(options),
    silent: 0,
    silentErrors: 0,
    functionsDeclared: 0,
    hasNamespaces: false,
    hidesTypes: false,
    scope: global,
    global,
    blockVariable: undefined,
    record: undefined,
    fn: undefined,
    inOpenHead: false,
    isUnevaluated: false,
    ofVariable: undefined,
    hiding: undefined,
    templates: [],
    templatePlaces: new Map(),
    failedTemplates: new Set(),
    dependentMembers: new DependentMembers(),
    outside: new Map(),
    outsideVariables: new Map(),
    inPattern: false,
    calledIntrinsics: new Set(),
    orientation: options.packMatrix ?? 'column_major',
    records: new Map(),
    recordDecls: new Map(),
    templateTypes: new Map(),
    enumDecls: new Map(),
    earlierErrors: 0,
    instanceDepth: 0,
    nested: 0,
    weakConstants: new Set(),
    uncheckedIndices: new Set(),
    lateBounds: [],
    wantedOffsets: new Map(),
    enumScopes: new Map(),
    registerFields: new Map(),
    declared: 0,
    globals: [],
    globalsBlock,
    checkedPayloads: new Set(),
    refusedStatics: new Set(),
    subobjects: [],
    pendingBodies: [],
    functions: [],
    defined: new Set(),
    used: diagnostics.wants(LINT_CODES) ? new Set() : undefined,
    wantsLocals: diagnostics.wants(OF_LOCALS),
    globalCalls: new Map(),
    internalCalls: new Map(),
    expr: (node: A.Expr): Expr => checkExpr(checker, node),
    typeOf: (node: A.TypeNode) => resolveType(checker, node),
    withDims: (type, dims, span, name) => withDims(checker, type, dims, span, name ?? 'array'),
    constantInt: (node: A.Expr): number | undefined => constantInt(checker, node),
    constantValue: (node, isTemplateArg) => constantValue(checker, node, isTemplateArg),
    builtinRecord: (name: string) => builtinRecord(checker, name),
    templateArgs: (args, params) => resolveTemplateArgs(checker, args, params),
    instantiateRecord: (template, args, span) => instantiateRecord(checker, template, args, span),
    declare: (decl: A.Declaration): void => declare(checker, decl),
    declareRecord: (decl: A.RecordDecl) => declareRecord(checker, decl),
    declareEnum: (decl: A.EnumDecl) => declareEnum(checker, decl),
  }
  return checker
}

/** Declarations at namespace scope; bodies are checked as soon as the declaration they stand in is complete. */
function declareAll(checker: Checker, list: readonly A.Declaration[]): void {
  const isTop = checker.scope === checker.global
  const isLibrary = checker.options.stage === 'lib'
  for (const [i, decl] of list.entries()) {
    if (isTop) checker.diagnostics.place = i
    if (decl.kind === 'variable') (checker.blockVariable ?? (d => globalVariable(checker, d)))(decl)
    else declare(checker, decl)
    if (decl.kind === 'namespace' || checker.pendingBodies.length === 0) continue
    for (const entity of checker.pendingBodies) {
      if (isLibrary) checkRayShader(checker, entity)
      requireAttributes(checker, entity)
    }
    checkPendingBodies(checker)
  }
}

/** Anything but a variable, in the current scope. */
function declare(checker: Checker, decl: A.Declaration): void {
  switch (decl.kind) {
    case 'variable':
      globalVariable(checker, decl)
      break
    case 'function':
      if (checker.fn && decl.body) report(checker, 'E2203', decl.nameSpan, {})
      else if (checker.fn && !decl.template) declarePrototype(checker, decl)
      else declareFunction(checker, decl, undefined)
      break
    case 'record':
      declareRecord(checker, decl)
      break
    case 'enum':
      declareEnum(checker, decl)
      break
    case 'type_alias':
      declareAlias(checker, decl)
      break
    case 'buffer_block':
      bufferBlock(checker, decl)
      break
    case 'namespace':
      declareNamespace(checker, decl)
      break
    case 'using':
      declareUsing(checker, decl)
      break
    case 'static_assert':
      staticAssert(checker, decl)
      break
    case 'pragma':
      pragma(checker, decl)
      break
    case 'explicit_instantiation':
      explicitInstantiation(checker, decl.declaration)
      break
    case 'error_decl':
      if (decl.type) checker.typeOf(decl.type)
      break
  }
}

function declareAlias(checker: Checker, decl: A.TypeAliasDecl): void {
  if (decl.template) {
    const known = checker.scope.own(decl.name)
    if (known?.kind === 'template' && known.decl.kind === 'type_alias') return
    if (known || isTakenTemplate(checker, decl.name) || checker.scope.tags?.has(decl.name))
      return void report(checker, 'E2010', decl.nameSpan, { name: decl.name })
    checker.scope.set(decl.name, {
      kind: 'template',
      decl,
      scope: checker.scope,
      instances: new Map(),
      specialisations: [],
    })
    return
  }
  const named = checker.withDims(aliasedType(checker, decl), decl.dims, decl)
  const type = decl.params ? typeOfFunctions(checker, named, checkParameters(checker, decl.params), decl) : named
  if (isSubobject(type)) return void report(checker, 'E2294', decl, { name: 'static', what: 'typedef' })
  const { modifiers } = decl
  // A typedef begins with that word.
  if (!decl.isUsing) warnPromotion(checker, type, { ...decl.type, pos: decl.pos }, [])
  if (modifiers.length > 0)
    checkModifiers(checker, decl.type.kind === 'named_type' ? [] : modifiers, decl.type, 'typedef', type)
  const known = checker.scope.own(decl.name)
  const isTaken =
    isTakenName(checker, decl.name) !== undefined || (/^[A-Z]/.test(decl.name) && isBuiltinName(decl.name))
  const previous = numericByName(decl.name)
  if (!known && checker.scope === checker.global && isTaken && decl.name !== typeText(type) && previous !== type) {
    const text = previous ? typeText(previous) : decl.name
    report(checker, 'E2021', decl.nameSpan, { type: shownType(type), previous: text })
    return
  }
  // `typedef struct S { } S;` and a repeated typedef say the same thing twice.
  if (known && known.kind !== 'type') return void report(checker, 'E2010', decl.nameSpan, { name: decl.name })
  if (known?.kind === 'type') {
    if (!sameType(known.type, type))
      report(checker, 'E2021', decl.nameSpan, { type: shownType(type), previous: shownType(known.type) })
    else if (checker.scope.record && typeText(type) !== checker.scope.prefix() + decl.name)
      report(checker, 'E2008', decl.nameSpan, { name: decl.name })
    return
  }
  const isConst = isConstType(checker, decl.type)
  const isOfParameter = isDependent(checker, decl.type)
  const entity = { kind: 'type', type, isConst, typeNode: decl.type, isDependent: isOfParameter } as const
  checker.watch?.declared(decl.nameSpan, entity)
  checker.scope.set(decl.name, entity)
}

/** `using R = __decltype(a[0])` names a reference, for arguments of templates. */
function aliasedType(checker: Checker, { type, isUsing }: A.TypeAliasDecl): Type {
  const part = isUsing && type.kind === 'named_type' && type.dims.length === 0 && type.name.parts[0]
  return part && part.name === '__decltype' ? typeOfOperand(checker, part, true) : checker.typeOf(type)
}

function declareNamespace(checker: Checker, decl: A.NamespaceDecl): void {
  if (checker.scope === checker.global && isTakenName(checker, decl.name) === 'template') {
    report(checker, 'E2010', decl.nameSpan, { name: decl.name })
    return
  }
  const known = checker.scope.own(decl.name)
  if (known && known.kind !== 'namespace') {
    report(checker, 'E2010', decl.nameSpan, { name: decl.name })
    return
  }
  const scope = known?.scope ?? new Scope(checker.scope, decl.name, true)
  checker.hasNamespaces = true
  checker.watch?.declared(decl.nameSpan, known ?? { kind: 'namespace', scope })
  if (!known) checker.scope.set(decl.name, { kind: 'namespace', scope })
  within(checker, scope, () => declareAll(checker, decl.declarations))
}

function declareUsing(checker: Checker, decl: A.UsingDecl): void {
  const { name } = decl
  if (decl.isNamespace) {
    const scope = namespaceOf(checker, name)
    if (scope) (checker.scope.usings ??= []).push(scope)
    return
  }
  const last = name.parts[name.parts.length - 1]!
  const found = lookupName(checker, name)
  if (found === 'failed') {
    // A member of a base that depends on a parameter is whatever it will be.
    if (checker.inPattern) checker.scope.set(last.name, { kind: 'constant', type: ERROR, value: 1 })
  } else if (!found) reportUnknown(checker, name, false)
  else if (!refuseUsing(checker, name, last, found)) use(checker, last, found)
}

/** Functions overload those that are here already; what else has the name must be the same, or a type beside something else. */
function use(checker: Checker, last: A.NamePart, found: Entity): void {
  const { scope } = checker
  const own = scope.record ? undefined : scope.own(last.name)
  const here = own?.kind === 'functions' ? own : undefined
  if (found.kind === 'functions' && (here || !own)) {
    if (here && declaresOneOf(scope, here, found)) report(checker, 'E2743', last, {})
    // A list of its own: neither side sees what is declared later on the other.
    else scope.set(last.name, { ...found, list: [...new Set([...(here?.list ?? []), ...found.list])] })
  } else if (own && own !== found && isConflict(own, found)) report(checker, 'E2743', last, {})
  else scope.set(last.name, found)
}

const declaresOneOf = (scope: Scope, own: FunctionSet, found: FunctionSet): boolean =>
  own.list.some(
    f =>
      f.symbol && f.scope === scope && found.list.some(g => g !== f && g.symbol && sameParameters(g.symbol, f.symbol!)),
  )

function isConflict(own: Entity, found: Entity): boolean {
  if (own.kind === 'type' && found.kind === 'type') return !sameType(own.type, found.type)
  const isType = ({ kind }: Entity): boolean => kind === 'type' || kind === 'template'
  return !isType(own) && !isType(found)
}

/** In a struct members of its bases are named, elsewhere what namespaces declare. */
function refuseUsing(checker: Checker, name: A.QualifiedName, last: A.NamePart, found: Entity): boolean {
  const from = scopeOf(checker, name, name.parts.length - 1)?.record
  const own = checker.scope.record
  const outer = name.parts
    .slice(0, -1)
    .map(part => `${part.name}::`)
    .join('')
  let base = own?.base
  while (base && base !== from) base = base.base
  const what =
    own && !from
      ? `in class refers into '${outer}', which is not a class`
      : own && !base
        ? `refers into '${typeText(from!.type)}::', which is not a base class of '${typeText(own.type)}'`
        : from && !own
          ? 'cannot refer to class member'
          : found.kind === 'namespace'
            ? 'cannot refer to namespace'
            : undefined
  if (what !== undefined) report(checker, 'E2734', own ? name : last, { what })
  else if (own?.scope.own(last.name)?.kind === 'field') report(checker, 'E2735', last, {})
  else return false
  return true
}

function staticAssert(checker: Checker, decl: A.StaticAssertDecl): void {
  const value = settled(checker.expr(decl.condition))
  if (value.type.kind === 'error') return
  const constant = integralConstant(checker, value, toleranceOfSizes(checker))
  if (constant === undefined) report(checker, 'E2220', decl.condition, { what: 'static_assert expression' })
  else if (!constant)
    report(checker, 'E2202', decl, { message: decl.message === undefined ? '' : ` "${decl.message}"` })
}

/** `#pragma pack_matrix(row_major)`: DXC names braces where it wants parentheses. */
function pragma(checker: Checker, decl: A.PragmaDecl): void {
  const [, open, order, close] = /^pack_matrix\b(\(?)(\w*)(\)?)/.exec(decl.text) ?? []
  if (open === undefined) return
  const isOrder = order === 'row_major' || order === 'column_major'
  if (open && isOrder && close) {
    checker.orientation = order
    return
  }
  const written = checker.diagnostics.sources.textOf(decl) ?? ''
  const before = (open ? /^.*?\(\s*/ : /^.*?pack_matrix\s*/).exec(written)?.[0].length ?? 0
  const pos = open && isOrder ? decl.end : decl.pos + before
  if (open && !isOrder) report(checker, 'E1168', { pos, end: pos + 1 }, {})
  else report(checker, 'E1000', { pos, end: pos + 1 }, { what: open ? "'}'" : "'{'" })
}
