// Global declarations: variables by storage, cbuffer blocks, resources; offsets inside blocks.

import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { holdsObject, holdsOtherObject } from '../../tree/components.ts'
import { cbufferLayout, isMinRow, packingRules, placeMember } from '../../tree/layout.ts'
import type { CBufferMember, CBufferSymbol, Storage, VarSymbol } from '../../tree/typed.ts'
import { ERROR, innermost, type Mutable, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import { refuseElements, refuseHitObjects } from '../core/long_vectors.ts'
import { checkModifiers } from '../core/modifiers.ts'
import { scopeOf } from '../core/names.ts'
import { checkVulkanArguments } from '../symbols/attributes.ts'
import { blockRegistersOf, refuseFieldRegisters, registersOf } from '../symbols/bindings.ts'
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
export function globalVariable(checker: Checker, node: A.VariableDecl): void {
  if (node.scope) return void defineStaticMember(checker, node)
  const type = declaredTypeOf(checker, node)
  const modifiers = declModifiers(node.modifiers, node.type)
  if (type.kind === 'void') report(checker, 'E2213', node.nameSpan, { type: 'void' })
  reportIncomplete(checker, type, node.nameSpan, node.type)
  const errors = checker.diagnostics.errorCount
  checkModifiers(checker, node.modifiers, node.type, 'global variable', type, node.dims)
  // What is given up takes no name.
  if (errors < checker.diagnostics.errorCount && checker.scope.own(node.name)) return
  const storage = storageOf(type, modifiers.isStatic, modifiers.isGroupshared)
  const isConst = modifiers.isConst || aliasConst(checker, node.type) || isReadOnly(checker, storage)
  if (!claimName(checker, checker.scope, node, type, isConst)) return
  if (isSubobject(type)) {
    checker.scope.set(node.name, makeVariable(node, type, 'static', modifiers, node.name, true))
    declareSubobject(checker, node, type)
    return
  }
  if (type.kind === 'string' && node.modifiers.some(m => m.name === 'extern'))
    report(checker, 'E2481', node, { what: 'string' })
  const kept: Type = type.kind === 'void' ? { kind: 'error' } : type
  const symbol = makeVariable(node, kept, storage, modifiers, checker.scope.prefix() + node.name, isConst)
  symbol.registers = registersOf(checker, node, type)
  refuseFieldRegisters(checker, type)
  symbol.order = checker.declared++
  refusePackOffset(checker, node.annotations)
  refusePayloadAccess(checker, node.annotations)
  checker.watch?.declared(node.nameSpan, symbol)
  checker.scope.set(node.name, symbol)
  // Resources are refused where they are read.
  if (
    modifiers.isGroupshared &&
    holdsObject(type) &&
    refuseHitObjects(checker, type, 'groupshared variables', node) &&
    holdsOtherObject(type)
  )
    report(checker, 'E2228', node.nameSpan, { name: node.name })
  // Shared memory does not begin with what its initialiser says, so a constant there is none.
  if (storage !== 'cbuffer' && storage !== 'groupshared') initialise(checker, symbol, node, 'a variable')
  else if (node.init && node.init.kind !== 'state_block') {
    const copy = { ...symbol }
    initialise(checker, copy, node, 'a variable')
    // The values are ignored, how many there are is not.
    symbol.type = copy.type
  }
  if (node.init && (storage === 'cbuffer' || (storage === 'groupshared' && !modifiers.isStatic)))
    warnIgnored(checker, node)
  const unsized = symbol.type.kind === 'array' && symbol.type.size < 0
  if (unsized && storage !== 'resource') report(checker, 'E2163', node.nameSpan, {})
  if (checker.options.binding !== 'slang' && holdsObjectViews(type)) report(checker, 'E2265', node.nameSpan, {})
  if (symbol.type.kind === 'error') return
  if (storage === 'static') refuseHitObjects(checker, type, 'global variables', node)
  else if (storage === 'cbuffer' || storage === 'resource') refuseInConstants(checker, type, node)
  if (storage === 'cbuffer' || (storage === 'resource' && holdsStruct(type))) addLoose(checker, symbol, node)
  if (storage !== 'cbuffer') checker.globals.push(symbol)
}

/** Constants are rows of four. */
function refuseInConstants(checker: Checker, type: Type, node: A.VariableDecl): void {
  const at = innermost(type)
  if (at.kind !== 'object' || isOfFamily(at.name, 'hit object'))
    refuseElements(checker, type, 'cbuffers or tbuffers', node)
}

/** FXC's language writes to constants: the shader then has a copy of its own. */
const isReadOnly = (checker: Checker, storage: Storage): boolean =>
  storage === 'cbuffer' && !checker.options.legacySemantics

/** Nothing of a shader's can be what external variables begin with; blocks tell reflection their default values without complaint. */
function warnIgnored(checker: Checker, node: A.VariableDecl): void {
  if (node.init?.kind === 'state_block') return
  if (node.modifiers.some(m => m.name === 'extern')) report(checker, 'W2115', node.nameSpan, {})
  report(checker, 'W2116', node.nameSpan, {})
}

/** Arrays of constant buffer views cannot hold resources, a single one can. */
function holdsObjectViews(type: Type): boolean {
  if (type.kind !== 'array') return false
  const at = innermost(type)
  if (elementsOf(type) === 1) return false
  return at.kind === 'object' && isOfFamily(at.name, 'constants') && at.element !== undefined && holdsObject(at.element)
}

function elementsOf(type: Type): number {
  let count = 1
  for (let at = type; at.kind === 'array'; at = at.element) count *= at.size
  return count
}

/** Structs of resources may have numbers too, which lie in $Globals. DXC puts every struct there: its register counts even without. */
const holdsStruct = (type: Type): boolean => innermost(type).kind === 'struct'

function storageOf(type: Type, isStatic: boolean, isGroupshared: boolean): Storage {
  if (isGroupshared) return 'groupshared'
  if (isStatic || type.kind === 'string') return 'static'
  return holdsObject(type) ? 'resource' : 'cbuffer'
}

/** `float S::x = 1;` */
function defineStaticMember(checker: Checker, node: A.VariableDecl): void {
  const scope = scopeOf(checker, node.scope!, node.scope!.parts.length)
  const found = scope?.own(node.name)
  if (!scope) return
  if (found?.kind !== 'var') {
    report(checker, 'E2002', node.nameSpan, {
      name: node.name,
      type: scope.record ? typeText(scope.record.type) : scope.name,
    })
    return
  }
  checker.watch?.again(found, node.nameSpan)
  const outer = checker.scope
  checker.scope = scope
  delete found.isAnnounced
  initialise(checker, found as Mutable<VarSymbol>, node, 'a variable')
  checker.scope = outer
}

/** A loose global becomes a member of $Globals. */
function addLoose(checker: Checker, symbol: Mutable<VarSymbol>, node: A.VariableDecl): void {
  const block = checker.globalsBlock
  symbol.block = block
  symbol.memberIndex = block.members.length
  checker.wantedOffsets.set(symbol, constantRegisterOf(checker, node.annotations, symbol.storage === 'resource'))
  block.members.push({ symbol, offset: 0 })
}

/** cbuffer and tbuffer blocks: their variables are visible in the enclosing scope. */
export function bufferBlock(checker: Checker, node: A.BufferBlockDecl): void {
  checkVulkanArguments(checker, node.attributes)
  const block: CBufferSymbol = {
    kind: 'cbuffer',
    name: node.name,
    isTBuffer: node.blockKind === 'tbuffer',
    order: checker.declared++,
    members: [],
    size: 0,
    registers: blockRegistersOf(checker, node.annotations, node.blockKind === 'cbuffer' ? 'b' : 't'),
    pos: node.nameSpan.pos,
    end: node.nameSpan.end,
  }
  for (const annotation of node.annotations)
    if (annotation.kind === 'packoffset') report(checker, 'E2249', annotation, {})
  refusePayloadAccess(checker, node.annotations)
  const start = checker.globals.length
  const declared: VarSymbol[] = []
  const outer = checker.scope
  const addMember = (member: A.VariableDecl): void => {
    // `namespace N { float a; }` in the block: a member N::a of it.
    const isDirect = checker.scope === outer
    const scope = isDirect ? globalScope(checker) : checker.scope
    const prefix = isDirect ? '' : scope.prefix().slice(outer.prefix().length)
    const symbol = blockMember(checker, block, member, scope, prefix)
    if (symbol) declared.push(symbol)
    if (symbol && isDirect && outer !== scope) (outer.hoisted ??= new Map()).set(member.name, symbol)
  }
  const outerVariable = checker.blockVariable
  checker.blockVariable = addMember
  for (const member of node.members) {
    if (member.kind === 'variable') addMember(member)
    else {
      if (!mayStandInBlock(member)) report(checker, 'E2252', member, {})
      checker.declare(member)
    }
  }
  checker.blockVariable = outerVariable
  // A block inside another one comes before it.
  checker.globals.splice(
    Math.max(start, 1 + checker.globals.findLastIndex((g, i) => i >= start && g.kind === 'cbuffer')),
    0,
    block,
  )
  checkPackOffsets(checker, block, declared, checker.wantedOffsets)
  placeMembers(checker, block)
}

/** Types under new names, enums and templates may not; structs, functions, namespaces and other blocks may. */
function mayStandInBlock(node: A.Declaration): boolean {
  if (node.kind === 'type_alias' || node.kind === 'enum') return false
  return !(node.kind === 'function' || node.kind === 'record') || !node.template
}

/** Members are declared at global scope even where the block stands in a namespace: DXC hoists them. */
function blockMember(
  checker: Checker,
  block: CBufferSymbol,
  node: A.VariableDecl,
  scope: Checker['scope'],
  prefix: string,
): VarSymbol | undefined {
  const declared = declaredTypeOf(checker, node)
  const type: Type = declared.kind === 'void' ? ERROR : declared
  if (declared.kind === 'void') report(checker, 'E2213', node.nameSpan, { type: 'void' })
  if (declared.kind === 'string') report(checker, 'E2025', node, {})
  reportIncomplete(checker, declared, node.nameSpan, node.type)
  if (refuseSubobject(checker, declared, node)) return undefined
  refusePayloadAccess(checker, node.annotations)
  if (node.bitWidth) report(checker, 'E2222', node.nameSpan, { name: node.name })
  checkModifiers(checker, node.modifiers, node.type, 'global variable', type, node.dims)
  const modifiers = declModifiers(node.modifiers, node.type)
  const storage = storageOf(type, modifiers.isStatic, modifiers.isGroupshared)
  const isData = storage === 'cbuffer' || storage === 'resource'
  const isConst =
    storage === 'resource' || isReadOnly(checker, storage) || modifiers.isConst || aliasConst(checker, node.type)
  if (!claimName(checker, scope, node, type, isConst)) return undefined
  const symbol = makeVariable(node, type, storage, modifiers, prefix + node.name, isConst)
  symbol.registers = registersOf(checker, node, type)
  refuseFieldRegisters(checker, type)
  symbol.order = checker.declared++
  checker.watch?.declared(node.nameSpan, symbol)
  scope.set(node.name, symbol)
  if (node.init) initialise(checker, storage === 'static' ? symbol : { ...symbol }, node, 'a variable')
  if (type.kind === 'array' && type.size < 0 && storage !== 'resource') report(checker, 'E2163', node.nameSpan, {})
  if (type.kind === 'error' || symbol.type.kind === 'string') return undefined
  if (storage !== 'cbuffer') checker.globals.push(symbol)
  // DXC leaves a place for groupshared variables, though nothing is there.
  if (storage === 'groupshared') block.members.push({ symbol: { ...symbol }, offset: 0 })
  if (!isData) return symbol
  refuseInConstants(checker, type, node)
  checker.wantedOffsets.set(symbol, packOffsetOf(checker, node.annotations))
  symbol.block = block
  symbol.memberIndex = block.members.length
  block.members.push({ symbol, offset: 0 })
  return symbol
}

function globalScope(checker: Checker): Checker['scope'] {
  let scope = checker.scope
  while (scope.parent) scope = scope.parent
  return scope
}

/** Offsets: members that ask for one first, the others after the last of those, in order. */
export function placeMembers(checker: Checker, block: CBufferSymbol): void {
  const { packMatrix, native16Bit, binding } = checker.options
  const rules = packingRules(packMatrix, native16Bit, binding)
  const layoutOf = (symbol: VarSymbol) => cbufferLayout(symbol.type, rules)
  let end = 0
  block.members.forEach((member, i) => {
    const wanted = checker.wantedOffsets.get(member.symbol)
    if (wanted === undefined) return
    const { size } = layoutOf(member.symbol)
    if (!fitsRow(member.symbol.type, wanted)) report(checker, 'E2245', member.symbol, {})
    block.members[i] = { symbol: member.symbol, offset: wanted }
    end = Math.max(end, (wanted + size) >>> 0)
  })
  let minRow = false
  block.members.forEach((member: CBufferMember, i) => {
    const { symbol } = member
    if (checker.wantedOffsets.get(symbol) !== undefined) return
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
