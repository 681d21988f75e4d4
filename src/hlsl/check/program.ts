// Semantic analysis of a translation unit: declarations in source order, bodies as they become complete, then the entry point.
// Invariant: a Program is returned only when nothing was reported as an error.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type * as A from '../tree/ast.ts'
import type { CBufferSymbol, Expr, FunctionSymbol, Program, SubobjectSymbol } from '../tree/typed.ts'
import { sameType, typeText, VOID } from '../tree/types.ts'
import { type Checker, type CheckOptions, type CompleteOptions, report, within } from './core/context.ts'
import { declareDxNamespace } from './core/dx_namespace.ts'
import { checkModifiers } from './core/modifiers.ts'
import { lookupName, scopeOf } from './core/names.ts'
import { type FunctionEntity, Scope } from './core/scopes.ts'
import type { CheckWatch } from './core/watch.ts'
import { checkPendingBodies, declareFunction, declarePrototype } from './declarations/functions.ts'
import { bufferBlock, globalVariable, placeMembers } from './declarations/globals.ts'
import { LINT_CODES, lintGlobals } from './declarations/lint_body.ts'
import { declareEnum, declareRecord, instantiateRecord } from './declarations/records.ts'
import { OF_LOCALS } from './declarations/unset_outputs.ts'
import { checkUnusedTemplates } from './declarations/unused_templates.ts'
import { checkEntry } from './entries/entry_points.ts'
import { checkLibrary } from './entries/library.ts'
import { checkExpr, constantInt, constantValue } from './expressions/expressions.ts'
import { isDependent } from './symbols/bindings.ts'
import { builtinRecord } from './symbols/builtin_records.ts'
import { refuseLaterWords } from './symbols/declaration_rules.ts'
import { checkParameters } from './symbols/function_symbols.ts'
import { isBuiltinName, isTakenName, resolveTemplateArgs, resolveType, withDims } from './symbols/resolve_types.ts'
import { isSubobject } from './symbols/subobjects.ts'
import { evaluateScalar } from './values/constants.ts'
import { reportLateBounds } from './values/index_bounds.ts'
import { settled } from './values/literals.ts'

export type { CheckOptions, CompleteOptions } from './core/context.ts'

/** Checks a unit and its entry point; undefined when there were errors (all of them in `diagnostics`). */
export function checkProgram(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): Program | undefined {
  const cx = declared(unit, options, diagnostics)
  // What is missing may be what could not be read.
  const program = options.isBroken ? undefined : checkEntry(cx)
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
  const cx = declared(unit, options, diagnostics)
  const programs = options.isBroken ? undefined : checkLibrary(cx)
  const { subobjects, globals } = cx
  return programs && diagnostics.errorCount === 0 ? { programs, subobjects, globals } : undefined
}

/** Checks what a unit declares and looks for no entry point; undefined when there were errors. */
export function checkDeclarations(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): Program['globals'] | undefined {
  const { globals } = declared(unit, options, diagnostics)
  return diagnostics.errorCount === 0 ? globals : undefined
}

/** A unit of several: what it declares and which functions can be entered, in source order; undefined when there were errors. */
export function checkUnit(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
): { readonly globals: Program['globals']; readonly entryPoints: readonly FunctionSymbol[] } | undefined {
  const { globals, functions } = declared(unit, options, diagnostics)
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
  const cx = declared(unit, options, diagnostics, watch)
  if (!options.isBroken && !isHeader) {
    if (options.stage === 'lib') checkLibrary(cx)
    else checkEntry(cx)
  }
  return { global: cx.global, globals: cx.globals, functions: cx.functions }
}

function declared(
  unit: A.TranslationUnit,
  options: CheckOptions,
  diagnostics: Diagnostics,
  watch?: CheckWatch,
): Checker {
  const cx = newChecker(options, diagnostics, watch)
  declareAll(cx, unit.declarations)
  reportLateBounds(cx)
  checkUnusedTemplates(cx)
  diagnostics.place = unit.declarations.length
  const { globalsBlock } = cx
  if (globalsBlock.members.length > 0) {
    placeMembers(cx, globalsBlock)
    cx.globals.unshift(globalsBlock)
  }
  lintGlobals(cx)
  return cx
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
  const cx: Checker = {
    diagnostics,
    watch,
    options: withDefaults(options),
    silent: 0,
    silentErrors: 0,
    scope: global,
    global,
    blockVariable: undefined,
    record: undefined,
    fn: undefined,
    inOpenHead: false,
    hiding: undefined,
    templates: [],
    inPattern: false,
    calledIntrinsics: new Set(),
    orientation: options.packMatrix ?? 'column_major',
    records: new Map(),
    recordDecls: new Map(),
    enumDecls: new Map(),
    usedShared: new Set(),
    instanceDepth: 0,
    nested: 0,
    weakConstants: new Set(),
    namesQuietly: false,
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
    expr: (node: A.Expr): Expr => checkExpr(cx, node),
    typeOf: (node: A.TypeNode) => resolveType(cx, node),
    withDims: (type, dims, span, name) => withDims(cx, type, dims, span, name ?? 'array'),
    constantInt: (node: A.Expr): number | undefined => constantInt(cx, node),
    constantValue: (node, isTemplateArg) => constantValue(cx, node, isTemplateArg),
    builtinRecord: (name: string) => builtinRecord(cx, name),
    templateArgs: args => resolveTemplateArgs(cx, args),
    instantiateRecord: (template, args, span) => instantiateRecord(cx, template, args, span),
    declare: (decl: A.Declaration): void => declare(cx, decl),
    declareRecord: (decl: A.RecordDecl) => declareRecord(cx, decl),
    declareEnum: (decl: A.EnumDecl) => declareEnum(cx, decl),
  }
  return cx
}

/** Declarations at namespace scope; bodies are checked as soon as the declaration they stand in is complete. */
function declareAll(cx: Checker, list: readonly A.Declaration[]): void {
  const isTop = cx.scope === cx.global
  for (const [i, decl] of list.entries()) {
    if (isTop) cx.diagnostics.place = i
    if (decl.kind === 'variable') (cx.blockVariable ?? (d => globalVariable(cx, d)))(decl)
    else declare(cx, decl)
    if (decl.kind !== 'namespace' && cx.pendingBodies.length > 0) checkPendingBodies(cx)
  }
}

/** Anything but a variable, in the current scope. */
function declare(cx: Checker, decl: A.Declaration): void {
  refuseLaterWords(cx, decl)
  switch (decl.kind) {
    case 'variable':
      globalVariable(cx, decl)
      break
    case 'function':
      if (cx.fn && decl.body) report(cx, 'E2203', decl.nameSpan, {})
      else if (cx.fn && !decl.template) declarePrototype(cx, decl)
      else declareFunction(cx, decl, undefined)
      break
    case 'record':
      declareRecord(cx, decl)
      break
    case 'enum':
      declareEnum(cx, decl)
      break
    case 'type_alias':
      declareAlias(cx, decl)
      break
    case 'buffer_block':
      bufferBlock(cx, decl)
      break
    case 'namespace':
      declareNamespace(cx, decl)
      break
    case 'using':
      declareUsing(cx, decl)
      break
    case 'static_assert':
      staticAssert(cx, decl)
      break
    case 'pragma':
      pragma(cx, decl)
      break
    case 'explicit_instantiation':
      explicitInstantiation(cx, decl.declaration)
      break
    case 'error_decl':
      if (decl.type) cx.typeOf(decl.type)
      break
  }
}

/** Templates are made where they are used: `template void f<int>(int);` only has to name one. */
function explicitInstantiation(cx: Checker, decl: A.Declaration): void {
  if (decl.kind !== 'function' && decl.kind !== 'variable') return
  if (decl.scope) return
  const { name } = decl
  const found = cx.scope.lookup(name)
  const isTemplate = found?.kind === 'functions' && found.list.some(e => e.instances)
  if (!isTemplate) report(cx, 'E2723', decl.nameSpan, { name })
}

function declareAlias(cx: Checker, decl: A.TypeAliasDecl): void {
  if (decl.template) {
    const known = cx.scope.own(decl.name)
    if (known?.kind === 'template' && known.decl.kind === 'type_alias') return
    if (known || cx.scope.tags?.has(decl.name)) return void report(cx, 'E2010', decl.nameSpan, { name: decl.name })
    cx.scope.set(decl.name, { kind: 'template', decl, scope: cx.scope, instances: new Map(), specialisations: [] })
    return
  }
  const named = cx.withDims(cx.typeOf(decl.type), decl.dims, decl)
  if (decl.params) checkParameters(cx, decl.params)
  const type = decl.params ? VOID : named
  if (isSubobject(type)) return void report(cx, 'E2294', decl, { name: 'static', what: 'typedef' })
  const { modifiers } = decl
  if (modifiers.length > 0)
    checkModifiers(cx, decl.type.kind === 'named_type' ? [] : modifiers, decl.type, 'typedef', type)
  const known = cx.scope.own(decl.name)
  const isTaken = isTakenName(cx, decl.name) !== undefined || (/^[A-Z]/.test(decl.name) && isBuiltinName(decl.name))
  if (!known && cx.scope === cx.global && isTaken && decl.name !== typeText(type)) {
    report(cx, 'E2021', decl.nameSpan, { type: typeText(type), previous: decl.name })
    return
  }
  // `typedef struct S { } S;` and a repeated typedef say the same thing twice.
  if (known && known.kind !== 'type') return void report(cx, 'E2010', decl.nameSpan, { name: decl.name })
  if (known?.kind === 'type') {
    if (!sameType(known.type, type))
      report(cx, 'E2021', decl.nameSpan, { type: typeText(type), previous: typeText(known.type) })
    return
  }
  const isConst = decl.type.kind === 'named_type' && decl.type.modifiers.some(m => m.name === 'const')
  const entity = { kind: 'type', type, isConst, isDependent: isDependent(cx, decl.type) } as const
  cx.watch?.declared(decl.nameSpan, entity)
  cx.scope.set(decl.name, entity)
}

function declareNamespace(cx: Checker, decl: A.NamespaceDecl): void {
  if (cx.scope === cx.global && isTakenName(cx, decl.name) === 'template') {
    report(cx, 'E2010', decl.nameSpan, { name: decl.name })
    return
  }
  const known = cx.scope.own(decl.name)
  if (known && known.kind !== 'namespace') {
    report(cx, 'E2010', decl.nameSpan, { name: decl.name })
    return
  }
  const scope = known?.scope ?? new Scope(cx.scope, decl.name, true)
  cx.watch?.declared(decl.nameSpan, known ?? { kind: 'namespace', scope })
  if (!known) cx.scope.set(decl.name, { kind: 'namespace', scope })
  within(cx, scope, () => declareAll(cx, decl.declarations))
}

function declareUsing(cx: Checker, decl: A.UsingDecl): void {
  const { name } = decl
  if (decl.isNamespace) {
    const scope = scopeOf(cx, name, name.parts.length)
    if (!scope) return
    if (!scope.isNamespace) return void report(cx, 'E2014', name, { name: name.parts[name.parts.length - 1]!.name })
    ;(cx.scope.usings ??= []).push(scope)
    return
  }
  const last = name.parts[name.parts.length - 1]!
  const found = lookupName(cx, name)
  if (found === 'failed') return
  if (found) cx.scope.set(last.name, found)
  else report(cx, 'E2000', last, { name: last.name })
}

function staticAssert(cx: Checker, decl: A.StaticAssertDecl): void {
  const value = settled(cx.expr(decl.condition))
  if (value.type.kind === 'error') return
  const constant = evaluateScalar(value)
  if (constant === undefined) report(cx, 'E2220', decl.condition, {})
  else if (!constant) report(cx, 'E2202', decl, { message: decl.message === undefined ? '' : ` "${decl.message}"` })
}

function pragma(cx: Checker, decl: A.PragmaDecl): void {
  const match = /^pack_matrix\((row_major|column_major)\)$/.exec(decl.text.replace(/\s+/g, ''))
  if (match) cx.orientation = match[1] as 'row_major' | 'column_major'
}
