// Local variables: type, storage, initialiser, constant value.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import { isPatch } from '../../tree/patches.ts'
import type { Storage, VarSymbol } from '../../tree/typed.ts'
import { ERROR, innermost, type Mutable, type Type, typeText } from '../../tree/types.ts'
import { type Checker, note, report } from '../core/context.ts'
import { checkModifiers } from '../core/modifiers.ts'
import type { Scope } from '../core/scopes.ts'
import { autoType } from '../symbols/auto_types.ts'
import { ignoredRegisters, refuseFieldRegisters } from '../symbols/bindings.ts'
import { requireConcrete } from '../symbols/interfaces.ts'
import { refusePackOffset } from '../symbols/pack_offsets.ts'
import { refusePayloadAccess } from '../symbols/payloads.ts'
import { isTakenName, withOrientation } from '../symbols/resolve_types.ts'
import { refuseSubobject } from '../symbols/subobjects.ts'
import { withCoherence } from '../values/coherence.ts'
import { evaluate, isIntegralConstant } from '../values/constants.ts'
import { isConstantBuffer } from '../values/conversions.ts'
import { heapByName } from '../values/heaps.ts'
import { initializer } from '../values/initializers.ts'
import { lintShadow } from './lint_body.ts'

export interface DeclModifiers {
  readonly isConst: boolean
  readonly isStatic: boolean
  readonly isGroupshared: boolean
  readonly precise: boolean
  readonly coherent: boolean
}

const NO_MODIFIERS: DeclModifiers = {
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

/** Whether a typedef name carries const. */
export function aliasConst(cx: Checker, type: A.TypeNode): boolean {
  if (type.kind !== 'named_type' || type.name.parts.length !== 1) return false
  const found = cx.scope.lookup(type.name.parts[0]!.name)
  return found?.kind === 'type' && found.isConst
}

/** `T T, other;`: the type of a list is what its name meant before the list. */
function listedType(cx: Checker, { type, name }: A.VariableDecl): Type {
  if (cx.hiding?.node === type) return cx.hiding.type
  const found = cx.typeOf(type)
  if (type.kind === 'named_type' && type.name.parts.length === 1 && type.name.parts[0]!.name === name)
    cx.hiding = { node: type, type: found }
  return found
}

/** The type of a declarator: base type, orientation, dimensions. */
export function declaredTypeOf(cx: Checker, node: A.VariableDecl, isField = false): Type {
  const deduced = autoType(cx, node)
  if (deduced) return deduced
  const base = withOrientation(cx, listedType(cx, node), node.modifiers)
  if (!isField && node.dims.length === 0 && !requireConcrete(cx, base, 'variable', node.nameSpan)) return ERROR
  const type = cx.withDims(base, node.dims, node.nameSpan, node.name)
  return withCoherence(cx, type, node.type, node.modifiers, node.nameSpan, isField)
}

/** A struct that was only announced cannot be a variable's type. */
export function reportIncomplete(cx: Checker, type: Type, span: Span): void {
  const element = innermost(type)
  if (element.kind === 'struct' && cx.records.get(element)?.complete === false)
    report(cx, 'E2213', span, { type: typeText(element) })
  else reportIncompleteElement(cx, element, span)
}

/** Buffers of a struct that was only announced, or that is being declared: it would hold itself; patches of less than nothing. True when that was reported. */
export function reportIncompleteElement(cx: Checker, type: Type, span: Span): boolean {
  const element = type.kind === 'object' ? type.element : undefined
  if (isPatch(type) && type.count < 0) {
    report(cx, 'E2211', span, { name: 'h' })
    return true
  }
  if (element?.kind !== 'struct' || cx.records.get(element)?.complete !== false) return false
  report(cx, isConstantBuffer(type) ? 'E2213' : 'E2224', span, { type: typeText(element) })
  return true
}

/** Reports a name declared twice in one scope. */
export function claimName(cx: Checker, scope: Scope, node: A.VariableDecl, type: Type): boolean {
  const previous = scope.own(node.name)
  const heap = !previous && scope === cx.global ? heapByName(cx, node.name, node.nameSpan) : undefined
  if (heap) {
    report(cx, 'E2009', node.nameSpan, { name: node.name, type: typeText(type), previous: typeText(heap.type) })
    return false
  }
  if (!previous && scope === cx.global && isTakenName(cx, node.name)) {
    report(cx, 'E2010', node.nameSpan, { name: node.name })
    return false
  }
  if (!previous) return true
  if (previous.kind !== 'var') {
    if (scope.yieldsName(node.name)) return true
    report(cx, 'E2010', node.nameSpan, { name: node.name })
    return false
  }
  const text = typeText(type)
  const old = typeText(previous.type)
  if (cx.inOpenHead) {
    const how = text === old ? '' : ` with a different type: '${text}' vs '${old}'`
    const warning = report(cx, 'W2720', node.nameSpan, { name: node.name, how })
    note(cx, warning, 'N2001', previous, {})
    // A parameter stays what its name means, too.
    if (previous.storage === 'parameter') report(cx, 'E2720', node.nameSpan, { name: node.name })
    return true
  }
  const error =
    text === old
      ? report(cx, 'E2008', node.nameSpan, { name: node.name })
      : report(cx, 'E2009', node.nameSpan, { name: node.name, type: text, previous: old })
  if (previous.pos > 0) note(cx, error, 'N2001', previous, {})
  return false
}

/** Declares one local variable; undefined when its type is broken beyond use (the name is still declared). */
export function localVariable(cx: Checker, node: A.VariableDecl): VarSymbol | undefined {
  const type = declaredTypeOf(cx, node)
  const modifiers = declModifiers(node.modifiers, node.type)
  checkModifiers(cx, node.modifiers, node.type, 'local variable', type)
  if (type.kind === 'void') report(cx, 'E2213', node.nameSpan, { type: 'void' })
  if (type.kind === 'string') report(cx, 'E2025', node, {})
  refuseSubobject(cx, type, node)
  for (const annotation of node.annotations) if (annotation.kind === 'semantic') report(cx, 'E2024', annotation, {})
  ignoredRegisters(cx, node.annotations, type, node.type)
  if (cx.registerFields.size > 0) cx.fn?.entity.late.push(() => refuseFieldRegisters(cx, type))
  reportIncomplete(cx, type, node.nameSpan)
  refusePackOffset(cx, node.annotations)
  refusePayloadAccess(cx, node.annotations)
  claimName(cx, cx.scope, node, type)
  lintShadow(cx, node)
  const storage: Storage = modifiers.isStatic ? 'static-local' : 'local'
  const symbol = makeVariable(
    node,
    type.kind === 'void' ? { kind: 'error' } : type,
    storage,
    modifiers,
    node.name,
    modifiers.isConst || aliasConst(cx, node.type),
  )
  // The name is in scope in its own initialiser, as in C.
  cx.watch?.declared(node.nameSpan, symbol)
  cx.scope.set(node.name, symbol)
  initialise(cx, symbol, node, 'a variable')
  // DXC lets arrays of resources be as long as the indices they are used with; later languages do not.
  const isOpen = cx.options.hlslVersion <= 2021 && !modifiers.isStatic && innermost(type).kind === 'object'
  if (!symbol.init && !isOpen && symbol.type.kind === 'array' && symbol.type.size < 0)
    report(cx, 'E2163', node.nameSpan, {})
  return symbol.type.kind === 'error' ? undefined : symbol
}

export function makeVariable(
  node: A.VariableDecl,
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
export function initialise(cx: Checker, symbol: Mutable<VarSymbol>, node: A.VariableDecl, what: string): void {
  if (!node.init) return
  if (node.init.kind === 'state_block') return void report(cx, 'W2106', node.init, {})
  const isStatic = symbol.isConst || symbol.storage === 'static' || symbol.storage === 'static-local'
  const value = initializer(cx, node.init, symbol.type, what, node.nameSpan, isStatic)
  if (value.type.kind === 'error' || symbol.type.kind === 'error') return
  if (symbol.type.kind === 'array' && symbol.type.size < 0) symbol.type = value.type
  symbol.init = value
  if (!symbol.isConst) return
  symbol.constant = evaluate(value)
  if (symbol.constant && !isIntegralConstant(cx, value)) cx.weakConstants.add(symbol)
}
