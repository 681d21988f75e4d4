// Global declarations: variables by storage, cbuffer blocks, resources; offsets inside blocks.

import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { holdsObject } from '../../tree/components.ts'
import { cbufferLayout, isMinRow, packingRules, placeMember } from '../../tree/layout.ts'
import type { CBufferMember, CBufferSymbol, Storage, VarSymbol } from '../../tree/typed.ts'
import { ERROR, innermost, type Mutable, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { refuseElements, refuseHitObjects } from '../core/long_vectors.ts'
import { checkModifiers } from '../core/modifiers.ts'
import { scopeOf } from '../core/names.ts'
import { blockRegistersOf, refuseFieldRegisters, registersOf } from '../symbols/bindings.ts'
import { checkTexel } from '../symbols/declaration_rules.ts'
import {
  checkPackOffsets,
  constantRegisterOf,
  fitsRow,
  packOffsetOf,
  refusePackOffset,
} from '../symbols/pack_offsets.ts'
import { refusePayloadAccess } from '../symbols/payloads.ts'
import { declareSubobject, isSubobject, refuseSubobject } from '../symbols/subobjects.ts'
import {
  aliasConst,
  claimName,
  declaredTypeOf,
  declModifiers,
  initialise,
  makeVariable,
  reportIncomplete,
} from './locals.ts'

/** A variable at namespace scope. */
export function globalVariable(cx: Checker, node: A.VariableDecl): void {
  if (node.scope) return void defineStaticMember(cx, node)
  const type = declaredTypeOf(cx, node)
  const modifiers = declModifiers(node.modifiers, node.type)
  if (type.kind === 'void') report(cx, 'E2213', node.nameSpan, { type: 'void' })
  reportIncomplete(cx, type, node.nameSpan)
  checkTexel(cx, type, node)
  checkModifiers(cx, node.modifiers, node.type, 'global variable', type)
  if (!claimName(cx, cx.scope, node, type)) return
  if (isSubobject(type)) {
    cx.scope.set(node.name, makeVariable(node, type, 'static', modifiers, node.name, true))
    declareSubobject(cx, node, type)
    return
  }
  const storage = storageOf(type, modifiers.isStatic, modifiers.isGroupshared)
  const isConst = modifiers.isConst || aliasConst(cx, node.type) || isReadOnly(cx, storage)
  const kept: Type = type.kind === 'void' ? { kind: 'error' } : type
  const symbol = makeVariable(node, kept, storage, modifiers, cx.scope.prefix() + node.name, isConst)
  symbol.registers = registersOf(cx, node, type)
  refuseFieldRegisters(cx, type)
  symbol.order = cx.declared++
  refusePackOffset(cx, node.annotations)
  refusePayloadAccess(cx, node.annotations)
  cx.watch?.declared(node.nameSpan, symbol)
  cx.scope.set(node.name, symbol)
  if (modifiers.isGroupshared && holdsObject(type) && refuseHitObjects(cx, type, 'groupshared variables', node))
    report(cx, 'E2228', node.nameSpan, { name: node.name })
  if (node.init && (storage === 'cbuffer' || (storage === 'groupshared' && !modifiers.isStatic))) warnIgnored(cx, node)
  // Shared memory does not begin with what its initialiser says, so a constant there is none.
  if (storage !== 'cbuffer' && storage !== 'groupshared') initialise(cx, symbol, node, 'a variable')
  else if (node.init && node.init.kind !== 'state_block') {
    const copy = { ...symbol }
    initialise(cx, copy, node, 'a variable')
    // The values are ignored, how many there are is not.
    symbol.type = copy.type
  }
  const unsized = symbol.type.kind === 'array' && symbol.type.size < 0
  if (unsized && storage !== 'resource') report(cx, 'E2163', node.nameSpan, {})
  if (cx.options.binding !== 'slang' && holdsObjectViews(type)) report(cx, 'E2265', node.nameSpan, {})
  if (symbol.type.kind === 'error') return
  if (storage === 'static') refuseHitObjects(cx, type, 'global variables', node)
  else if (storage === 'cbuffer' || storage === 'resource') refuseInConstants(cx, type, node)
  if (storage === 'cbuffer' || (storage === 'resource' && holdsStruct(type))) addLoose(cx, symbol, node)
  if (storage !== 'cbuffer') cx.globals.push(symbol)
}

/** Constants are rows of four. */
function refuseInConstants(cx: Checker, type: Type, node: A.VariableDecl): void {
  const at = innermost(type)
  if (at.kind !== 'object' || isOfFamily(at.name, 'hit object')) refuseElements(cx, type, 'cbuffers or tbuffers', node)
}

/** FXC's language writes to constants: the shader then has a copy of its own. */
const isReadOnly = (cx: Checker, storage: Storage): boolean => storage === 'cbuffer' && !cx.options.legacySemantics

/** Nothing of a shader's can be what external variables begin with; blocks tell reflection their default values without complaint. */
function warnIgnored(cx: Checker, node: A.VariableDecl): void {
  if (node.init?.kind === 'state_block') return
  if (node.modifiers.some(m => m.name === 'extern')) report(cx, 'W2115', node.nameSpan, {})
  report(cx, 'W2116', node.nameSpan, {})
}

/** Arrays of constant buffer views cannot hold resources, a single one can. */
function holdsObjectViews(type: Type): boolean {
  if (type.kind !== 'array') return false
  const at = innermost(type)
  return at.kind === 'object' && isOfFamily(at.name, 'constants') && at.element !== undefined && holdsObject(at.element)
}

/** Structs of resources may have numbers too, which lie in $Globals. DXC puts every struct there: its register counts even without. */
const holdsStruct = (type: Type): boolean => innermost(type).kind === 'struct'

function storageOf(type: Type, isStatic: boolean, isGroupshared: boolean): Storage {
  if (isGroupshared) return 'groupshared'
  if (isStatic) return 'static'
  return holdsObject(type) ? 'resource' : 'cbuffer'
}

/** `float S::x = 1;` */
function defineStaticMember(cx: Checker, node: A.VariableDecl): void {
  const scope = scopeOf(cx, node.scope!, node.scope!.parts.length)
  const found = scope?.own(node.name)
  if (!scope) return
  if (found?.kind !== 'var') {
    report(cx, 'E2002', node.nameSpan, {
      name: node.name,
      type: scope.record ? typeText(scope.record.type) : scope.name,
    })
    return
  }
  cx.watch?.again(found, node.nameSpan)
  const outer = cx.scope
  cx.scope = scope
  delete found.isAnnounced
  initialise(cx, found as Mutable<VarSymbol>, node, 'a variable')
  cx.scope = outer
}

/** A loose global becomes a member of $Globals. */
function addLoose(cx: Checker, symbol: Mutable<VarSymbol>, node: A.VariableDecl): void {
  const block = cx.globalsBlock
  symbol.block = block
  symbol.memberIndex = block.members.length
  cx.wantedOffsets.set(symbol, constantRegisterOf(cx, node.annotations, symbol.storage === 'resource'))
  block.members.push({ symbol, offset: 0 })
}

/** cbuffer and tbuffer blocks: their variables are visible in the enclosing scope. */
export function bufferBlock(cx: Checker, node: A.BufferBlockDecl): void {
  const block: CBufferSymbol = {
    kind: 'cbuffer',
    name: node.name,
    isTBuffer: node.blockKind === 'tbuffer',
    order: cx.declared++,
    members: [],
    size: 0,
    registers: blockRegistersOf(cx, node.annotations, node.blockKind === 'cbuffer' ? 'b' : 't'),
    pos: node.nameSpan.pos,
    end: node.nameSpan.end,
  }
  for (const annotation of node.annotations) if (annotation.kind === 'packoffset') report(cx, 'E2249', annotation, {})
  refusePayloadAccess(cx, node.annotations)
  const start = cx.globals.length
  const declared: VarSymbol[] = []
  const outer = cx.scope
  const addMember = (member: A.VariableDecl): void => {
    // `namespace N { float a; }` in the block: a member N::a of it.
    const isDirect = cx.scope === outer
    const scope = isDirect ? globalScope(cx) : cx.scope
    const prefix = isDirect ? '' : scope.prefix().slice(outer.prefix().length)
    const symbol = blockMember(cx, block, member, scope, prefix)
    if (symbol) declared.push(symbol)
  }
  const outerVariable = cx.blockVariable
  cx.blockVariable = addMember
  for (const member of node.members) {
    if (member.kind === 'variable') addMember(member)
    else {
      if (!mayStandInBlock(member)) report(cx, 'E2252', member, {})
      cx.declare(member)
    }
  }
  cx.blockVariable = outerVariable
  // A block inside another one comes before it.
  cx.globals.splice(
    Math.max(start, 1 + cx.globals.findLastIndex((g, i) => i >= start && g.kind === 'cbuffer')),
    0,
    block,
  )
  checkPackOffsets(cx, block, declared, cx.wantedOffsets)
  placeMembers(cx, block)
}

/** Types under new names, enums and templates may not; structs, functions, namespaces and other blocks may. */
function mayStandInBlock(node: A.Declaration): boolean {
  if (node.kind === 'type_alias' || node.kind === 'enum') return false
  return !(node.kind === 'function' || node.kind === 'record') || !node.template
}

/** Members are declared at global scope even where the block stands in a namespace: DXC hoists them. */
function blockMember(
  cx: Checker,
  block: CBufferSymbol,
  node: A.VariableDecl,
  scope: Checker['scope'],
  prefix: string,
): VarSymbol | undefined {
  const declared = declaredTypeOf(cx, node)
  const type: Type = declared.kind === 'void' ? ERROR : declared
  if (declared.kind === 'void') report(cx, 'E2213', node.nameSpan, { type: 'void' })
  if (declared.kind === 'string') report(cx, 'E2025', node, {})
  if (refuseSubobject(cx, declared, node)) return undefined
  refusePayloadAccess(cx, node.annotations)
  if (node.bitWidth) report(cx, 'E2222', node.nameSpan, { name: node.name })
  checkModifiers(cx, node.modifiers, node.type, 'global variable', type)
  if (!claimName(cx, scope, node, type)) return undefined
  const modifiers = declModifiers(node.modifiers, node.type)
  const storage = storageOf(type, modifiers.isStatic, modifiers.isGroupshared)
  const isData = storage === 'cbuffer' || storage === 'resource'
  const isConst = storage === 'resource' || isReadOnly(cx, storage) || modifiers.isConst || aliasConst(cx, node.type)
  const symbol = makeVariable(node, type, storage, modifiers, prefix + node.name, isConst)
  symbol.registers = registersOf(cx, node, type)
  refuseFieldRegisters(cx, type)
  symbol.order = cx.declared++
  cx.watch?.declared(node.nameSpan, symbol)
  scope.set(node.name, symbol)
  if (node.init) initialise(cx, storage === 'static' ? symbol : { ...symbol }, node, 'a variable')
  if (type.kind === 'array' && type.size < 0 && storage !== 'resource') report(cx, 'E2163', node.nameSpan, {})
  if (type.kind === 'error' || symbol.type.kind === 'string') return undefined
  if (storage !== 'cbuffer') cx.globals.push(symbol)
  // DXC leaves a place for groupshared variables, though nothing is there.
  if (storage === 'groupshared') block.members.push({ symbol: { ...symbol }, offset: 0 })
  if (!isData) return symbol
  refuseInConstants(cx, type, node)
  cx.wantedOffsets.set(symbol, packOffsetOf(cx, node.annotations))
  symbol.block = block
  symbol.memberIndex = block.members.length
  block.members.push({ symbol, offset: 0 })
  return symbol
}

function globalScope(cx: Checker): Checker['scope'] {
  let scope = cx.scope
  while (scope.parent) scope = scope.parent
  return scope
}

/** Offsets: members that ask for one first, the others after the last of those, in order. */
export function placeMembers(cx: Checker, block: CBufferSymbol): void {
  const { packMatrix, native16Bit, binding } = cx.options
  const rules = packingRules(packMatrix, native16Bit, binding)
  const layoutOf = (symbol: VarSymbol) => cbufferLayout(symbol.type, rules)
  let end = 0
  block.members.forEach((member, i) => {
    const wanted = cx.wantedOffsets.get(member.symbol)
    if (wanted === undefined) return
    const { size } = layoutOf(member.symbol)
    if (!fitsRow(member.symbol.type, wanted)) report(cx, 'E2245', member.symbol, {})
    block.members[i] = { symbol: member.symbol, offset: wanted }
    end = Math.max(end, (wanted + size) >>> 0)
  })
  let minRow = false
  block.members.forEach((member: CBufferMember, i) => {
    const { symbol } = member
    if (cx.wantedOffsets.get(symbol) !== undefined) return
    const layout = layoutOf(symbol)
    // What has no size changes nothing.
    const wantsMin = native16Bit ? false : layout.size === 0 ? undefined : isMinRow(symbol.type)
    if (wantsMin !== undefined && wantsMin !== minRow) {
      end = Math.ceil(end / 16) * 16
      minRow = wantsMin
    }
    const offset = placeMember(end, symbol.type, layout)
    block.members[i] = { symbol, offset }
    end = offset + layout.size
  })
  block.size = end
}
