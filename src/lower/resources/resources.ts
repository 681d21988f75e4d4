// Declares the program's resources in the module, in source order, and gives each global its place.

import { isPatch } from '../../hlsl/tree/patches.ts'
import { isStream } from '../../hlsl/tree/streams.ts'
import type { CBufferSymbol, RegisterBinding, VarSymbol } from '../../hlsl/tree/typed.ts'
import { matrix, type ObjectType, type Type, typeText } from '../../hlsl/tree/types.ts'
import type { DataType, HiddenMember, StructField } from '../../ir/data_type.ts'
import type { Value } from '../../ir/function.ts'
import { type MemberPath, type MemberStep, memberName } from '../../ir/member_path.ts'
import type { Resource } from '../../ir/module.ts'
import { isOfFamily, objectTypeRow } from '../../spec/object_types.ts'
import { type ResourceClass, UNBOUNDED } from '../../spec/resource_classes.ts'
import { dataType, typedElement } from '../core/data_types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { leavesSpace } from '../core/member_instances.ts'
import { type MemberNode, type Place, valuesPlace } from '../core/places.ts'
import { CLASS_LETTER } from '../core/register_letters.ts'
import { leavesOf } from '../core/scalars.ts'
import { constantsOf } from '../storage/constant_buffers.ts'
import { MemberRegisters, memberNode, membersPlace } from '../storage/struct_resources.ts'
import { blockRegisters } from './block_registers.ts'
import { isSplit, splitNode } from './slang_resources.ts'

interface Declaration {
  readonly name: string
  readonly pos: number
  readonly end: number
  readonly registers: readonly RegisterBinding[]
}

/** The binding written for a register class: its own letter, else a bare space. */
function bindingOf(registers: readonly RegisterBinding[], kind: ResourceClass, isTBuffer = false) {
  const letter = isTBuffer ? 't' : CLASS_LETTER[kind]
  const own = registers.find(r => r.letter === letter)
  const bare = registers.find(r => r.letter === undefined)
  return { register: own?.number, space: own ? own.space : bare?.space }
}

type ResourceRow = Pick<Resource, 'class' | 'kind' | 'element' | 'typeName' | 'size' | 'rangeSize'> & Partial<Resource>

function addResource(l: Lowerer, at: Declaration, row: ResourceRow): Resource {
  const resource = makeResource(l, at, row)
  l.module.resources.push(resource)
  return resource
}

function makeResource(l: Lowerer, at: Declaration, row: ResourceRow): Resource {
  const { register, space } = bindingOf(at.registers, row.class)
  const made = {
    id: l.module.resources.length,
    name: at.name,
    alignLog2: 0,
    register,
    space,
    parameter: l.parameter,
    pos: at.pos,
    globallyCoherent: false,
    rasterizerOrdered: false,
    sampleCount: 0,
    hasCounter: false,
    atomic64: false,
    binding: undefined,
  }
  return Object.assign(made, row)
}

/** What an object type says about every resource of the type, as a resource that belongs to no module; undefined for other objects. */
export function describeType(l: Lowerer, type: ObjectType): Resource | undefined {
  const row = objectRow(l, type, 1)
  const { pos } = l.b
  return row && makeResource(l, { name: '', pos, end: pos, registers: [] }, row)
}

/** Declares everything in program.globals that is a resource. */
export function declareResources(l: Lowerer): void {
  const later: [VarSymbol, number][] = []
  for (const [i, g] of l.program.globals.entries()) {
    l.parameter = parameterOf(l, g, i)
    // Structs of nothing but resources make no constant buffer.
    if (g.kind === 'cbuffer') {
      if (g.name !== '$Globals' || g.members.some(m => l.layout.rowSize(m.symbol.type) > 0)) declareBlock(l, g)
    } else if (g.storage === 'resource') {
      if (l.module.options.binding === 'slang' && (g.block || isSplit(g.type))) l.shared.set(g, declareSplit(l, g))
      else if (isGroup(l, g.type)) l.shared.set(g, declareGroup(l, g, g.type))
      else if (holdsOnlyObject(g.type) && !g.block)
        l.shared.set(g, objectsPlace(g.type, declareObjects(l, g, g.name, g.type)))
      else later.push([g, i])
    }
  }
  // Resources inside structs come after all others.
  for (const [g, i] of later) {
    l.parameter = i
    l.shared.set(g, declareStruct(l, g))
  }
  const { globals } = l.program
  l.module.blockRegisters = blockRegisters(l.program, l.module.resources, r => globals[r.parameter])
}

/** Under Slang's rules the resources of a block are parts of what the block takes, unless they name registers. */
function parameterOf(l: Lowerer, g: VarSymbol | CBufferSymbol, own: number): number {
  if (l.module.options.binding !== 'slang' || g.kind !== 'var' || g.storage !== 'resource') return own
  if (!g.block || g.block.name === '$Globals' || g.registers.length > 0) return own
  return l.program.globals.indexOf(g.block)
}

const objectsPlace = (type: Type, objects: readonly Value[]): Place =>
  type.kind === 'array' && objects[0] !== undefined
    ? { kind: 'objects', type, object: objects[0] }
    : valuesPlace(type, objects)

const holdsOnlyObject = (type: Type): boolean =>
  type.kind === 'object' || (type.kind === 'array' && holdsOnlyObject(type.element))

/** Declares the resource of a block. */
export function declareBlock(l: Lowerer, block: CBufferSymbol): void {
  const fields: StructField[] = []
  const members: HiddenMember[] = []
  for (const member of block.members) {
    const data = dataType(l.layout, member.symbol.type, 'constants')
    if (!data) members.push({ offset: member.offset, at: fields.length })
    else fields.push({ name: member.symbol.qualifiedName, type: data, offset: member.offset })
  }
  const hidden = members.length > 0 ? { hidden: members } : {}
  const element: DataType = { kind: 'struct', name: block.name, fields, size: block.size, ...hidden }
  const type: ObjectType = { kind: 'object', name: 'ConstantBuffer', element: undefined, count: 0, norm: undefined }
  const row: ResourceRow = {
    class: block.isTBuffer ? 'srv' : 'cbv',
    kind: block.isTBuffer ? 'TBuffer' : 'CBuffer',
    element,
    typeName: block.name,
    size: block.size,
    rangeSize: 1,
  }
  // -auto-binding-space passes by what has no declaration.
  const isLoose = block.name === '$Globals' && (l.module.options.binding ?? 'dxc') === 'dxc'
  const resource = addResource(l, block, isLoose ? { ...row, space: 0 } : row)
  l.blocks.set(block, l.addObject({ resource, index: l.b.i32(0), nonUniform: false, type }))
}

/** Blocks may share a name, the structs of those that code reads do not: LLVM counts the clashes. Runs when all code is lowered. */
export function nameBlocks(l: Lowerer): void {
  const names = new Set<string>()
  let clashes = 0
  for (const [block, object] of l.blocks) {
    if (!l.readBlocks.has(block)) continue
    const resource = l.object(object).resource as { element: DataType | undefined }
    if (names.has(block.name) && resource.element?.kind === 'struct')
      resource.element = { ...resource.element, name: `${block.name}.${clashes++}` }
    names.add(block.name)
  }
}

function declareObjects(l: Lowerer, g: VarSymbol, name: string, type: Type): readonly Value[] {
  const dims: number[] = []
  let inner = type
  for (; inner.kind === 'array'; inner = inner.element) dims.push(inner.size)
  if (inner.kind !== 'object') return []
  const unbounded = dims.some(d => d < 0)
  const rangeSize = unbounded ? UNBOUNDED : dims.reduce((a, n) => a * n, 1)
  // Streams, patches and queries of rays as globals are nothing, which nobody minds who does not use them.
  if (isStream(inner) || isPatch(inner) || inner.name === 'RayQuery') return [l.unset(inner)]
  const { pos, end, registers, globallyCoherent } = g
  const range = dims.length > 0 ? { rangeSize, dims: dims.map(n => (n < 0 ? UNBOUNDED : n)) } : { rangeSize }
  const resource = addObjectResource(l, { name, pos, end, registers }, inner, range, globallyCoherent)
  if (!resource) {
    l.unsupported(`'${inner.name}'`, g, 'resource declarations')
    return []
  }
  const object = l.addObject({ resource, index: l.b.i32(0), nonUniform: false, type: inner })
  return [object]
}

function addObjectResource(
  l: Lowerer,
  at: Declaration,
  type: ObjectType,
  range: Pick<Resource, 'rangeSize' | 'dims' | 'member'>,
  globallyCoherent: boolean,
): Resource | undefined {
  const row = objectRow(l, type, range.rangeSize)
  return row && addResource(l, at, Object.assign(row, range, { globallyCoherent }))
}

function objectRow(l: Lowerer, type: ObjectType, rangeSize: number): ResourceRow | undefined {
  const row = objectTypeRow(type.name)
  if (!row?.resource) return undefined
  const { layout } = l
  const element = type.element
  let data: DataType | undefined
  let size = 0
  let alignLog2 = 0
  if (element && row.args === 'texel') data = typedElement(layout, element, type.norm)
  else if (element && row.args === 'element') {
    // DXC forgets the orientation written on a matrix that is the whole template argument.
    const plain = element.kind === 'matrix' ? matrix(element.element, element.rows, element.columns) : element
    // DXC describes them with the offsets of constant buffers; the stride is the real one.
    data = dataType(layout, plain, 'constants')
    size = layout.size(element)
    alignLog2 = Math.log2(Math.max(layout.align(element), 1))
  } else if (element && row.args === 'struct') {
    data = dataType(layout, element, 'constants')
    size = layout.rowSize(element)
  }
  if (data && data.kind !== 'struct' && data.kind !== 'array' && type.spelling)
    data = { ...data, spelling: type.spelling }
  const made: ResourceRow = {
    class: row.resource.class,
    kind: row.resource.kind,
    element: data,
    typeName: typeText(type),
    size,
    alignLog2,
    rangeSize,
    globallyCoherent: type.coherent === true,
    rasterizerOrdered: row.access === 'ordered',
    sampleCount: type.count,
  }
  return type.reorderCoherent ? { ...made, reorderCoherent: true } : made
}

/** A constant or texture buffer whose element holds resources. */
const isGroup = (l: Lowerer, type: Type): type is ObjectType & { readonly element: Type } =>
  l.module.options.binding !== 'llvm' &&
  type.kind === 'object' &&
  isOfFamily(type.name, 'constants', 'block') &&
  type.element !== undefined &&
  leavesOf(type.element).some(leaf => leaf.kind === 'object')

function declareGroup(l: Lowerer, symbol: VarSymbol, type: ObjectType & { readonly element: Type }): Place {
  const resource = addObjectResource(l, symbol, type, { rangeSize: 1 }, false)
  const contents = memberTree(l, symbol, type.element, [])
  if (!resource || !contents) return valuesPlace(type, l.undefined(type))
  const node = { kind: 'group' as const, resource, type, contents }
  return membersPlace(l, { kind: 'members', type, symbol, node, index: l.b.i32(0), numbers: undefined })
}

/** A global struct that holds resources: a template for each of its fields that does. */
function declareStruct(l: Lowerer, symbol: VarSymbol): Place {
  const { type } = symbol
  const start = l.module.resources.length
  const node = memberTree(l, symbol, type, symbol.registers)
  if (!node) return valuesPlace(type, l.undefined(type))
  if (l.module.options.binding === 'llvm' && l.module.resources.slice(start).some(leavesSpace))
    l.diagnostics.report('E3903', symbol, { name: symbol.name })
  const numbers = symbol.memberIndex >= 0 ? constantsOf(l, symbol) : undefined
  return membersPlace(l, { kind: 'members', type, symbol, node, index: l.b.i32(0), numbers })
}

function memberTree(
  l: Lowerer,
  symbol: VarSymbol,
  type: Type,
  registers: readonly RegisterBinding[],
): MemberNode | undefined {
  const make = (object: ObjectType, steps: readonly MemberStep[]): Resource | undefined => {
    const dims = steps.flatMap(s => (s.kind === 'index' ? [s.size] : []))
    const ownDims = steps.length - 1 - steps.findLastIndex(s => s.kind !== 'index')
    l.memberUses.isNeeded = true
    const member: MemberPath = { steps, ownDims, offset: [], strides: [] }
    const name = memberName(member, [])
    const rangeSize = dims.reduce((a, n) => a * n, 1)
    const resource = addObjectResource(
      l,
      { ...symbol, name, registers },
      object,
      { rangeSize, dims, member },
      symbol.globallyCoherent,
    )
    if (!resource) l.unsupported(`'${object.name}'`, symbol, 'resource declarations')
    return resource
  }
  const node = memberNode(type, [{ kind: 'field', name: symbol.qualifiedName }], make)
  const registerCounts = new MemberRegisters(object => {
    const held = objectTypeRow(object.name)?.resource
    return held && `${held.class} ${typeText(object)}`
  })
  if (node) registerCounts.assign(type, node)
  return node
}

/** Under Slang's rules: a global that consists of several resources. */
export function declareSplit(l: Lowerer, symbol: VarSymbol): Place {
  const { type } = symbol
  const classOf = (object: ObjectType): ResourceClass | undefined => objectTypeRow(object.name)?.resource?.class
  const node = splitNode(l, symbol, classOf, ({ name, type: object, class: resourceClass, dims, offset, block }) => {
    const rangeSize = dims.some(n => n < 0) ? UNBOUNDED : dims.reduce((a, n) => a * n, 1)
    const row = objectRow(l, object, rangeSize)
    if (!row) return void l.unsupported(`'${object.name}'`, symbol, 'resource declarations')
    const { register, space } = bindingOf(symbol.registers, resourceClass)
    return addResource(
      l,
      { ...symbol, name },
      {
        ...row,
        typeName: row.typeName.replace(/^ParameterBlock/, 'ConstantBuffer'),
        register: register === undefined || block !== undefined ? undefined : register + offset,
        space,
        globallyCoherent: symbol.globallyCoherent,
        ...(dims.length > 0 ? { dims: dims.map(n => (n < 0 ? UNBOUNDED : n)) } : {}),
        ...(block === undefined ? {} : { block }),
      },
    )
  })
  if (!node) return valuesPlace(type, l.undefined(type))
  const numbers = symbol.memberIndex >= 0 ? constantsOf(l, symbol) : undefined
  return membersPlace(l, { kind: 'members', type, symbol, node, index: l.b.i32(0), numbers })
}
