// Declares the program's resources in the module, in source order, and gives each global its place.

import { extended } from '../../base/extended.ts'
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

function addResource(lowerer: Lowerer, at: Declaration, row: ResourceRow): Resource {
  const resource = makeResource(lowerer, at, row)
  lowerer.module.resources.push(resource)
  return resource
}

function makeResource(lowerer: Lowerer, at: Declaration, row: ResourceRow): Resource {
  const { register, space } = bindingOf(at.registers, row.class)
  // Written out: V8 makes slow objects of `{ ...PLAIN_RESOURCE }`, and every pass would feel it.
  const made = {
    id: lowerer.module.resources.length,
    name: at.name,
    alignLog2: 0,
    register,
    space,
    parameter: lowerer.parameter,
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
export function describeType(lowerer: Lowerer, type: ObjectType): Resource | undefined {
  const row = objectRow(lowerer, type, 1)
  const { pos } = lowerer.b
  return row && makeResource(lowerer, { name: '', pos, end: pos, registers: [] }, row)
}

/** Declares everything in program.globals that is a resource. */
export function declareResources(lowerer: Lowerer): void {
  const later: [VarSymbol, number][] = []
  for (const [i, g] of lowerer.program.globals.entries()) {
    lowerer.parameter = parameterOf(lowerer, g, i)
    // Structs of nothing but resources make no constant buffer.
    if (g.kind === 'cbuffer') {
      if (g.name !== '$Globals' || g.members.some(m => lowerer.layout.rowSize(m.symbol.type) > 0))
        declareBlock(lowerer, g)
    } else if (g.storage === 'resource') {
      if (lowerer.module.options.binding === 'slang' && (g.block || isSplit(g.type)))
        lowerer.shared.set(g, declareSplit(lowerer, g))
      else if (isGroup(lowerer, g.type)) lowerer.shared.set(g, declareGroup(lowerer, g, g.type))
      else if (holdsOnlyObject(g.type) && !g.block)
        lowerer.shared.set(g, objectsPlace(g.type, declareObjects(lowerer, g, g.name, g.type)))
      else later.push([g, i])
    }
  }
  // Resources inside structs come after all others.
  for (const [g, i] of later) {
    lowerer.parameter = i
    lowerer.shared.set(g, declareStruct(lowerer, g))
  }
  const { globals } = lowerer.program
  lowerer.module.blockRegisters = blockRegisters(lowerer.program, lowerer.module.resources, r => globals[r.parameter])
}

/** Under Slang's rules the resources of a block are parts of what the block takes, unless they name registers. */
function parameterOf(lowerer: Lowerer, g: VarSymbol | CBufferSymbol, own: number): number {
  if (lowerer.module.options.binding !== 'slang' || g.kind !== 'var' || g.storage !== 'resource') return own
  if (!g.block || g.block.name === '$Globals' || g.registers.length > 0) return own
  return lowerer.program.globals.indexOf(g.block)
}

const objectsPlace = (type: Type, objects: readonly Value[]): Place =>
  type.kind === 'array' && objects[0] !== undefined
    ? { kind: 'objects', type, object: objects[0] }
    : valuesPlace(type, objects)

const holdsOnlyObject = (type: Type): boolean =>
  type.kind === 'object' || (type.kind === 'array' && holdsOnlyObject(type.element))

/** Declares the resource of a block. */
export function declareBlock(lowerer: Lowerer, block: CBufferSymbol): void {
  const fields: StructField[] = []
  const members: HiddenMember[] = []
  for (const member of block.members) {
    const data = dataType(lowerer.layout, member.symbol.type, 'constants')
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
  const isLoose = block.name === '$Globals' && (lowerer.module.options.binding ?? 'dxc') === 'dxc'
  const resource = addResource(lowerer, block, isLoose ? extended(row, { space: 0 }) : row)
  lowerer.blocks.set(block, lowerer.addObject({ resource, index: lowerer.b.i32(0), nonUniform: false, type }))
}

/** Blocks may share a name, the structs of those that code reads do not: LLVM counts the clashes. Runs when all code is lowered. */
export function nameBlocks(lowerer: Lowerer): void {
  const names = new Set<string>()
  let clashes = 0
  for (const [block, object] of lowerer.blocks) {
    if (!lowerer.readBlocks.has(block)) continue
    const resource = lowerer.object(object).resource as { element: DataType | undefined }
    if (names.has(block.name) && resource.element?.kind === 'struct')
      resource.element = { ...resource.element, name: `${block.name}.${clashes++}` }
    names.add(block.name)
  }
}

function declareObjects(lowerer: Lowerer, g: VarSymbol, name: string, type: Type): readonly Value[] {
  const dims: number[] = []
  let inner = type
  for (; inner.kind === 'array'; inner = inner.element) dims.push(inner.size)
  if (inner.kind !== 'object') return []
  const unbounded = dims.some(d => d < 0)
  const rangeSize = unbounded ? UNBOUNDED : dims.reduce((a, n) => a * n, 1)
  // Streams, patches and queries of rays as globals are nothing, which nobody minds who does not use them.
  if (isStream(inner) || isPatch(inner) || inner.name === 'RayQuery') return [lowerer.unset(inner)]
  const { pos, end, registers, globallyCoherent } = g
  const range = dims.length > 0 ? { rangeSize, dims: dims.map(n => (n < 0 ? UNBOUNDED : n)) } : { rangeSize }
  const resource = addObjectResource(lowerer, { name, pos, end, registers }, inner, range, globallyCoherent)
  if (!resource) {
    lowerer.unsupported(`'${inner.name}'`, g, 'resource declarations')
    return []
  }
  const object = lowerer.addObject({ resource, index: lowerer.b.i32(0), nonUniform: false, type: inner })
  return [object]
}

function addObjectResource(
  lowerer: Lowerer,
  at: Declaration,
  type: ObjectType,
  range: Pick<Resource, 'rangeSize' | 'dims' | 'member'>,
  globallyCoherent: boolean,
): Resource | undefined {
  const row = objectRow(lowerer, type, range.rangeSize)
  return row && addResource(lowerer, at, Object.assign(row, range, { globallyCoherent }))
}

function objectRow(lowerer: Lowerer, type: ObjectType, rangeSize: number): ResourceRow | undefined {
  const row = objectTypeRow(type.name)
  if (!row?.resource) return undefined
  const { layout } = lowerer
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
const isGroup = (lowerer: Lowerer, type: Type): type is ObjectType & { readonly element: Type } =>
  lowerer.module.options.binding !== 'llvm' &&
  type.kind === 'object' &&
  isOfFamily(type.name, 'constants', 'block') &&
  type.element !== undefined &&
  leavesOf(type.element).some(leaf => leaf.kind === 'object')

function declareGroup(lowerer: Lowerer, symbol: VarSymbol, type: ObjectType & { readonly element: Type }): Place {
  const resource = addObjectResource(lowerer, symbol, type, { rangeSize: 1 }, false)
  const contents = memberTree(lowerer, symbol, type.element, [])
  if (!resource || !contents) return valuesPlace(type, lowerer.undefined(type))
  const node = { kind: 'group' as const, resource, type, contents }
  return membersPlace(lowerer, {
    kind: 'members',
    type,
    symbol,
    node,
    index: lowerer.b.i32(0),
    depth: 1,
    numbers: undefined,
  })
}

/** A global struct that holds resources: a template for each of its fields that does. */
function declareStruct(lowerer: Lowerer, symbol: VarSymbol): Place {
  const { type } = symbol
  const start = lowerer.module.resources.length
  const node = memberTree(lowerer, symbol, type, symbol.registers)
  if (!node) return valuesPlace(type, lowerer.undefined(type))
  if (lowerer.module.options.binding === 'llvm' && lowerer.module.resources.slice(start).some(leavesSpace))
    lowerer.diagnostics.report('E3903', symbol, { name: symbol.name })
  const numbers = symbol.memberIndex >= 0 ? constantsOf(lowerer, symbol) : undefined
  return membersPlace(lowerer, { kind: 'members', type, symbol, node, index: lowerer.b.i32(0), depth: 1, numbers })
}

function memberTree(
  lowerer: Lowerer,
  symbol: VarSymbol,
  type: Type,
  registers: readonly RegisterBinding[],
): MemberNode | undefined {
  const make = (object: ObjectType, steps: readonly MemberStep[]): Resource | undefined => {
    const dims = steps.flatMap(s => (s.kind === 'index' ? [s.size] : []))
    const ownDims = steps.length - 1 - steps.findLastIndex(s => s.kind !== 'index')
    lowerer.memberUses.isNeeded = true
    const member: MemberPath = { steps, ownDims, offset: [], strides: [] }
    const name = memberName(member, [])
    const rangeSize = dims.reduce((a, n) => a * n, 1)
    const resource = addObjectResource(
      lowerer,
      { ...symbol, name, registers },
      object,
      { rangeSize, dims, member },
      symbol.globallyCoherent,
    )
    if (!resource) lowerer.unsupported(`'${object.name}'`, symbol, 'resource declarations')
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
export function declareSplit(lowerer: Lowerer, symbol: VarSymbol): Place {
  const { type } = symbol
  const classOf = (object: ObjectType): ResourceClass | undefined => objectTypeRow(object.name)?.resource?.class
  const node = splitNode(
    lowerer,
    symbol,
    classOf,
    ({ name, type: object, class: resourceClass, dims, offset, block }) => {
      const rangeSize = dims.some(n => n < 0) ? UNBOUNDED : dims.reduce((a, n) => a * n, 1)
      const row = objectRow(lowerer, object, rangeSize)
      if (!row) return void lowerer.unsupported(`'${object.name}'`, symbol, 'resource declarations')
      const { register, space } = bindingOf(symbol.registers, resourceClass)
      return addResource(
        lowerer,
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
    },
  )
  if (!node) return valuesPlace(type, lowerer.undefined(type))
  const numbers = symbol.memberIndex >= 0 ? constantsOf(lowerer, symbol) : undefined
  return membersPlace(lowerer, { kind: 'members', type, symbol, node, index: lowerer.b.i32(0), depth: 1, numbers })
}
