// Local variables: type, storage, initialiser, constant value.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { isPatch } from '../../tree/patches.ts'
import type { Storage, VarSymbol } from '../../tree/typed.ts'
import { ERROR, innermost, type Mutable, type Type } from '../../tree/types.ts'
import { isTakenByConstant } from '../core/builtin_constants.ts'
import { isIncompleteStruct, refuseUndefined } from '../core/complete.ts'
import { type Checker, note, report } from '../core/context.ts'
import { checkModifiers } from '../core/modifiers.ts'
import type { Scope } from '../core/scopes.ts'
import { shownType, typeName } from '../core/type_names.ts'
import { checkVulkanArguments } from '../symbols/attributes.ts'
import { autoType } from '../symbols/auto_types.ts'
import { checkAvailable } from '../symbols/availability.ts'
import { ignoredRegisters, refuseFieldRegisters } from '../symbols/bindings.ts'
import { requireConcrete } from '../symbols/interfaces.ts'
import { refusePackOffset } from '../symbols/pack_offsets.ts'
import { refusePayloadAccess } from '../symbols/payloads.ts'
import { isTakenName, warnPromotion, withOrientation } from '../symbols/resolve_types.ts'
import { refuseSubobject } from '../symbols/subobjects.ts'
import { withCoherence } from '../values/coherence.ts'
import { evaluate } from '../values/constants.ts'
import { isConstantBuffer } from '../values/conversions.ts'
import { heapByName } from '../values/heaps.ts'
import { initializer } from '../values/initializers.ts'
import { integralConstant, toleranceOfSizes } from '../values/integral_constants.ts'
import { warnSelfReferences } from '../values/self_references.ts'
import { warnUnsequenced } from '../values/unsequenced.ts'
import { warnWhole } from '../values/whole_expressions.ts'
import { lintShadow } from './lint_body.ts'

export interface DeclModifiers {
  readonly isConst: boolean
  readonly isStatic: boolean
  readonly isGroupshared: boolean
  readonly precise: boolean
  readonly coherent: boolean
}

export const NO_MODIFIERS: DeclModifiers = {
  isConst: false,
  isStatic: false,
  isGroupshared: false,
  precise: false,
  coherent: false,
}

export function declModifiers(modifiers: readonly A.Modifier[], type: A.TypeNode): DeclModifiers {
  const hasNone = modifiers.length === 0 && (type.kind !== 'named_type' || type.modifiers.length === 0)
  return hasNone ? NO_MODIFIERS : writtenModifiers(modifiers, type)
}

function writtenModifiers(modifiers: readonly A.Modifier[], type: A.TypeNode): DeclModifiers {
  const has = (name: string): boolean => modifiers.some(m => m.name === name)
  const typeConst = type.kind === 'named_type' && type.modifiers.some(m => m.name === 'const')
  return {
    isConst: typeConst || has('const') || has('constexpr'),
    isStatic: has('static'),
    isGroupshared: has('groupshared'),
    precise: has('precise'),
    coherent:
      has('globallycoherent') ||
      (type.kind === 'named_type' && type.modifiers.some(m => m.name === 'globallycoherent')),
  }
}

/** Whether a typedef name carries const, or what `__decltype` names. */
export function aliasConst(checker: Checker, type: A.TypeNode): boolean {
  if (type.kind !== 'named_type' || type.name.parts.length !== 1) return false
  const [{ name, templateArgs }] = type.name.parts as [A.NamePart]
  const operand = name === '__decltype' ? templateArgs?.[0] : undefined
  const found = checker.scope.lookup(operand?.kind === 'name_expr' ? operand.name.parts.at(-1)!.name : name)
  return found?.kind === (operand ? 'var' : 'type') && found.isConst
}

/** `T T, other;`: the type of a list is what its name meant before the list. */
function listedType(checker: Checker, node: A.VariableDecl, isField: boolean): Type {
  const { type, name } = node
  if (checker.hiding?.node === type) return checker.hiding.type
  checker.ofVariable = isField ? undefined : node
  const found = checker.typeOf(type)
  if (type.kind === 'named_type' && type.name.parts.length === 1 && type.name.parts[0]!.name === name)
    checker.hiding = { node: type, type: found }
  return found
}

/** The type of a declarator: base type, orientation, dimensions. */
export function declaredTypeOf(checker: Checker, node: A.VariableDecl, isField = false): Type {
  checkVulkanArguments(checker, node.attributes)
  const deduced = autoType(checker, node)
  if (deduced) return deduced
  const base = withOrientation(checker, listedType(checker, node, isField), node.modifiers)
  if (!isField && node.dims.length === 0 && !requireConcrete(checker, base, 'variable', node.nameSpan)) return ERROR
  const type = checker.withDims(base, node.dims, node.nameSpan, node.name)
  if (!isField) checkAvailable(checker, type, node.type)
  warnPromotion(checker, type, node.type, node.modifiers)
  return withCoherence(checker, type, node.type, node, isField)
}

/** A struct that was only announced cannot be a variable's type. */
export function reportIncomplete(checker: Checker, type: Type, span: Span, node?: A.TypeNode): void {
  const element = innermost(type)
  if (refuseUndefined(checker, element, span)) return
  if (isIncompleteStruct(checker, element)) report(checker, 'E2213', span, { type: shownType(element) })
  else {
    // A block is told where its element is named.
    const named = node?.kind === 'named_type' ? node.name.parts.at(-1)!.templateArgs?.[0] : undefined
    reportIncompleteElement(checker, element, isConstantBuffer(element) ? (named ?? span) : span)
  }
}

/** Buffers of a struct that was only announced, or that is being declared: it would hold itself; patches of less than nothing. True when that was reported. */
export function reportIncompleteElement(checker: Checker, type: Type, span: Span): boolean {
  const element = type.kind === 'object' ? type.element : undefined
  if (isPatch(type) && type.count < 0) {
    report(checker, 'E2211', span, { name: 'h' })
    return true
  }
  if (!element || !isIncompleteStruct(checker, element)) return false
  report(checker, isConstantBuffer(type) ? 'E2213' : 'E2224', span, { type: shownType(element) })
  return true
}

/** Reports a name declared twice in one scope. */
export function claimName(checker: Checker, scope: Scope, node: A.VariableDecl, type: Type, isConst: boolean): boolean {
  const previous = scope.own(node.name)
  const heap = !previous && scope === checker.global ? heapByName(checker, node.name, node.nameSpan) : undefined
  if (heap) {
    report(checker, 'E2009', node.nameSpan, { name: node.name, type: shownType(type), previous: shownType(heap.type) })
    return false
  }
  if (!previous && scope === checker.global && isTakenName(checker, node.name)) {
    report(checker, 'E2010', node.nameSpan, { name: node.name })
    return false
  }
  if (!previous && scope === checker.global && isTakenByConstant(node.name)) {
    report(checker, 'E2008', node.nameSpan, { name: node.name })
    return false
  }
  if (!previous) return true
  if (previous.kind !== 'var') {
    if (scope.yieldsName(node.name)) return true
    report(checker, 'E2010', node.nameSpan, { name: node.name })
    return false
  }
  const text = typeName(checker, { type, typeNode: node.type, isConst })
  const old = typeName(checker, previous)
  if (checker.inOpenHead) {
    const how = text === old ? '' : ` with a different type: '${text}' vs '${old}'`
    const warning = report(checker, 'W2720', node.nameSpan, { name: node.name, how })
    note(checker, warning, 'N2001', previous, {})
    // A parameter stays what its name means, too.
    if (previous.storage === 'parameter') report(checker, 'E2720', node.nameSpan, { name: node.name })
    return true
  }
  const error =
    text === old
      ? report(checker, 'E2008', node.nameSpan, { name: node.name })
      : report(checker, 'E2009', node.nameSpan, { name: node.name, type: text, previous: old })
  if (previous.pos > 0) note(checker, error, 'N2001', previous, {})
  return false
}

/** Declares one local variable; undefined when its type is broken beyond use (the name is still declared). */
export function localVariable(checker: Checker, node: A.VariableDecl): VarSymbol | undefined {
  const type = declaredTypeOf(checker, node)
  const modifiers = declModifiers(node.modifiers, node.type)
  checkModifiers(checker, node.modifiers, node.type, 'local variable', type, node.dims)
  if (type.kind === 'void') report(checker, 'E2213', node.nameSpan, { type: 'void' })
  if (type.kind === 'string') report(checker, 'E2025', node, {})
  refuseSubobject(checker, type, node)
  for (const annotation of node.annotations)
    if (annotation.kind === 'semantic') report(checker, 'E2024', annotation, {})
  ignoredRegisters(checker, node.annotations, type, node.type)
  if (checker.registerFields.size > 0) checker.fn?.entity.late.push(() => refuseFieldRegisters(checker, type))
  reportIncomplete(checker, type, node.nameSpan, node.type)
  refusePackOffset(checker, node.annotations)
  refusePayloadAccess(checker, node.annotations)
  const isConst = modifiers.isConst || aliasConst(checker, node.type)
  claimName(checker, checker.scope, node, type, isConst)
  lintShadow(checker, node)
  const storage: Storage = modifiers.isStatic ? 'static-local' : 'local'
  const symbol = makeVariable(
    node,
    type.kind === 'void' ? { kind: 'error' } : type,
    storage,
    modifiers,
    node.name,
    isConst,
  )
  // The name is in scope in its own initialiser, as in C.
  checker.watch?.declared(node.nameSpan, symbol)
  checker.scope.set(node.name, symbol)
  initialise(checker, symbol, node, 'a variable')
  // DXC lets arrays of resources be as long as the indices they are used with; later languages do not.
  const isOpen = checker.options.hlslVersion <= 2021 && !modifiers.isStatic && innermost(type).kind === 'object'
  if (!symbol.init && !isOpen && symbol.type.kind === 'array' && symbol.type.size < 0)
    report(checker, 'E2163', node.nameSpan, {})
  return symbol.type.kind === 'error' ? undefined : symbol
}

export function makeVariable(
  node: Pick<A.VariableDecl, 'name' | 'nameSpan' | 'modifiers'> & { readonly type: Span | A.TypeNode },
  type: Type,
  storage: Storage,
  modifiers: DeclModifiers,
  qualifiedName: string,
  isConst: boolean,
): Mutable<VarSymbol> {
  return {
    kind: 'var',
    name: node.name,
    qualifiedName,
    type,
    typeNode: 'kind' in node.type ? node.type : undefined,
    storage,
    isConst,
    precise: modifiers.precise,
    block: undefined,
    memberIndex: -1,
    registers: [],
    globallyCoherent: modifiers.coherent,
    init: undefined,
    constant: undefined,
    start: Math.min(node.type.pos, node.modifiers[0]?.pos ?? node.type.pos),
    pos: node.nameSpan.pos,
    end: node.nameSpan.end,
  }
}

/** Checks the initialiser; const variables with constant ones get their value. */
export function initialise(checker: Checker, symbol: Mutable<VarSymbol>, node: A.VariableDecl, what: string): void {
  if (!node.init) return
  if (node.init.kind === 'state_block') return
  const isStatic = symbol.isConst || symbol.storage === 'static' || symbol.storage === 'static-local'
  const value = initializer(checker, node.init, symbol, what, node.nameSpan, isStatic)
  // In a pattern a constant of `T::N` has no value yet, and `a[] = { N }` no size: nothing is said of what is made with it.
  const isOpen = symbol.isConst || (symbol.type.kind === 'array' && symbol.type.size < 0)
  if (value.type.kind === 'error' && checker.inPattern && isOpen) symbol.type = ERROR
  if (value.type.kind === 'error' || symbol.type.kind === 'error') return
  if (symbol.type.kind === 'array' && symbol.type.size < 0) symbol.type = value.type
  symbol.init = value
  if (node.init.kind === 'init_list') warnUnsequenced(checker, value)
  else warnWhole(checker, value)
  warnSelfReferences(checker, symbol, node.init, value)
  if (!symbol.isConst) return
  symbol.constant = evaluate(value)
  if (symbol.constant && integralConstant(checker, value, toleranceOfSizes(checker)) === undefined)
    checker.weakConstants.add(symbol)
}
