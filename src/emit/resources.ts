// !dx.resources: one tuple a resource, by class, as DxilMetadataHelper lays them out; and the resource properties of annotateHandle.

import { byteString } from '../base/c_string.ts'
import { table } from '../base/table.ts'
import { COMPONENT_TYPE, type DataType, type StructType } from '../ir/data_type.ts'
import { inBindingOrder, type Module, type Resource } from '../ir/module.ts'
import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { Constant } from '../llvm/model/values.ts'
import { objectTypeRow } from '../spec/object_types.ts'
import { RESOURCE_KIND } from '../spec/psv_enums.ts'
import { type ResourceClass, UNBOUNDED } from '../spec/resource_classes.ts'
import { RESOURCE_KINDS } from '../spec/resource_kinds.ts'
import { clangName, componentType, memoryType, needsHostLayout, structType } from './data_types.ts'

/** Bound resources by class; a resource's range id is its position. */
export type ResourceTable = Readonly<Record<ResourceClass, readonly Resource[]>>

/** Class numbers of createHandle and metadata. */
export const CLASS_NUMBER: Readonly<Record<ResourceClass, number>> = { srv: 0, uav: 1, cbv: 2, sampler: 3 }

export function resourceTable(module: Module): ResourceTable {
  const of = (c: ResourceClass): readonly Resource[] =>
    inBindingOrder(
      module,
      module.resources.filter(r => r.class === c && r.binding !== undefined),
    )
  return { srv: of('srv'), uav: of('uav'), cbv: of('cbv'), sampler: of('sampler') }
}

/** The operand of !dx.resources, or undefined when no resource is bound. Names are kept for STAT and dropped for DXIL. */
export function resourceMetadata(
  m: LlvmModule,
  table: ResourceTable,
  keepNames: boolean,
  symbol: SymbolOf = r => m.constUndef(m.types.pointer(arrayOf(m, r, resourceStruct(m, r)))),
): MDNode | undefined {
  const tuples = (c: ResourceClass, make: Row): MDNode | null =>
    table[c].length === 0
      ? null
      : m.node(table[c].map((r, i) => m.node([...base(m, r, i, keepNames, symbol(r)), ...make(m, r)])))
  const classes = [tuples('srv', srv), tuples('uav', uav), tuples('cbv', cbv), tuples('sampler', sampler)]
  return classes.some(c => c !== null) ? m.node(classes) : undefined
}

type Row = (m: LlvmModule, r: Resource) => (Metadata | null)[]

/** What stands for a resource: an undefined pointer to its type, in libraries its global. */
export type SymbolOf = (r: Resource) => Constant

function base(m: LlvmModule, r: Resource, id: number, keepNames: boolean, symbol: Constant): (Metadata | null)[] {
  return [
    m.mdInt(id),
    m.mdValue(symbol),
    m.mdString(keepNames ? byteString(r.name) : ''),
    m.mdInt(r.binding!.space),
    m.mdInt(r.binding!.lower),
    m.mdInt(r.rangeSize === UNBOUNDED ? -1 : r.rangeSize),
  ]
}

/** Arrays keep their dimensions. DXC writes the unbounded one as 0, but as 2^32 - 1 where it lays out constant buffers itself. */
export function arrayOf(m: LlvmModule, r: Resource, type: Type): Type {
  const isConstants = r.class === 'cbv' || r.kind === 'TBuffer'
  // Arrays of constant buffers are flat.
  const dims = (isConstants && r.dims ? [r.rangeSize] : r.dims) ?? (r.rangeSize === 1 ? [] : [r.rangeSize])
  return dims.reduceRight((inner, n) => m.types.array(n === UNBOUNDED && !isConstants ? 0 : n, inner), type)
}

const srv: Row = (m, r) => [m.mdInt(RESOURCE_KIND[r.kind]), m.mdInt(r.sampleCount), elementInfo(m, r)]
const uav: Row = (m, r) => [
  m.mdInt(RESOURCE_KIND[r.kind]),
  m.mdBool(r.globallyCoherent),
  m.mdBool(r.hasCounter),
  m.mdBool(r.rasterizerOrdered),
  elementInfo(m, r),
]
const cbv: Row = (m, r) => [m.mdInt(r.size), null]
const sampler: Row = (m, r) => [m.mdInt(isComparison(r) ? 1 : 0), null]

/** Sampler mode 'comparison', which the validator asks of every sampler of a comparing operation. */
const isComparison = (r: Resource): boolean => r.typeName === 'SamplerComparisonState'

/** Tag-value list: 0 component type of typed resources, 1 stride of structured ones, 2 kind of feedback, 3 64-bit atomics, 4 reordercoherent. */
function elementInfo(m: LlvmModule, r: Resource): MDNode | null {
  const pairs: Metadata[] = []
  if (r.kind === 'StructuredBuffer') pairs.push(m.mdInt(1), m.mdInt(r.size))
  // Texture buffers are read as typed buffers of uint.
  else if (r.kind === 'TBuffer') pairs.push(m.mdInt(0), m.mdInt(COMPONENT_TYPE.u32))
  else if (isTyped(r)) pairs.push(m.mdInt(0), m.mdInt(COMPONENT_TYPE[typedComponent(r.element!)]))
  if (r.kind === 'RTAccelerationStructure') pairs.push(m.mdInt(0), m.mdInt(COMPONENT_TYPE.i32))
  if (isFeedback(r)) pairs.push(m.mdInt(2), m.mdInt(r.sampleCount))
  if (r.atomic64) pairs.push(m.mdInt(3), m.mdInt(1))
  if (r.reorderCoherent) pairs.push(m.mdInt(4), m.mdBool(true))
  return pairs.length > 0 ? m.node(pairs) : null
}

/** Their second argument, what is recorded, stands where others have the number of samples. */
const isFeedback = (r: Resource): boolean => RESOURCE_KINDS[r.kind].family === 'feedback'

const isTyped = (r: Resource): boolean =>
  r.kind !== 'StructuredBuffer' && r.kind !== 'RawBuffer' && r.kind !== 'TBuffer' && r.element !== undefined

/** Components that are loaded as words of 32 bits. */
const WORDS: ReadonlySet<string> = new Set(['f64', 'snormF64', 'unormF64', 'i64', 'u64', 'bool'])

function typedComponent(type: DataType): keyof typeof COMPONENT_TYPE {
  if (type.kind === 'scalar' || type.kind === 'vector') {
    // DXC describes 64-bit elements of typed resources as the 32-bit words they are loaded as.
    return WORDS.has(type.component) ? 'u32' : type.component
  }
  // The members of a struct in a typed buffer all have one component type.
  const first = type.kind === 'struct' ? type.fields[0]?.type : undefined
  return first ? typedComponent(first) : 'f32'
}

/** Components of a typed element; members of a struct add up. */
function componentCount(type: DataType | undefined): number {
  if (type?.kind === 'struct') return type.fields.reduce((n, field) => n + componentCount(field.type), 0)
  return type?.kind === 'vector' ? type.count : 1
}

/** The two words of %dx.types.ResourceProperties (DxilResourceProperties.h). */
export function resourceProperties(r: Resource): readonly [number, number] {
  let word = RESOURCE_KIND[r.kind]
  // DXC states the alignment of structs and matrices only; scalars and vectors say 0.
  if (r.kind === 'StructuredBuffer' && (r.element?.kind === 'struct' || r.element?.kind === 'matrix'))
    word |= r.alignLog2 << 8
  if (r.class === 'uav') word |= 1 << 12
  if (r.rasterizerOrdered) word |= 1 << 13
  if (r.globallyCoherent) word |= 1 << 14
  if (r.reorderCoherent) word |= 1 << 16
  if (r.hasCounter || isComparison(r)) word |= 1 << 15
  return [word, propertyDetail(r)]
}

/** The same as a constant. */
export function propertiesConstant(m: LlvmModule, r: Resource): Constant {
  const { i32 } = m.types
  const type = m.types.namedStruct('dx.types.ResourceProperties', [i32, i32])
  return m.constAggregate(
    type,
    resourceProperties(r).map(word => m.constInt(i32, word)),
  )
}

function propertyDetail(r: Resource): number {
  if (r.kind === 'StructuredBuffer' || r.kind === 'CBuffer' || r.kind === 'TBuffer') return r.size
  if (isFeedback(r)) return r.sampleCount
  if (!isTyped(r)) return 0
  return COMPONENT_TYPE[typedComponent(r.element!)] | (componentCount(r.element) << 8) | (r.sampleCount << 16)
}

/** The struct whose pointer stands for the resource in metadata; only its name and shape are ever looked at. */
export function resourceStruct(m: LlvmModule, r: Resource): Type {
  const { types } = m
  if (r.class === 'cbv' || r.kind === 'TBuffer') return cbufferStruct(m, r)
  if (r.class === 'sampler') return types.namedStruct(`struct.${r.typeName}`, [types.i32])
  if (isFeedback(r)) return types.namedStruct(`class.${r.typeName}<${r.sampleCount}>`, [types.i32])
  if (r.kind === 'RawBuffer' || r.kind === 'RTAccelerationStructure')
    return types.namedStruct(`struct.${r.typeName}`, [types.i32])
  return elementStruct(m, r)
}

function cbufferStruct(m: LlvmModule, r: Resource): Type {
  const layout = cbufferLayout(r)
  return layout ? structType(m, layout, '') : m.types.namedStruct(r.name, [m.types.i32])
}

/** The struct of a constant buffer as reflection shows it: a block's members, or the one variable that `ConstantBuffer<T> x` declares. */
export function cbufferLayout(r: Resource): StructType | undefined {
  if (r.element?.kind !== 'struct') return undefined
  // A block's struct has the block's name; a second block of the name has a number behind it.
  const { name } = r.element
  if (!/^(Constant|Texture)Buffer</.test(r.typeName))
    return name === r.name || name.startsWith(`${r.name}.`) ? r.element : { ...r.element, name: r.name }
  return { kind: 'struct', name: r.name, size: r.size, fields: [{ name: r.name, type: r.element, offset: 0 }] }
}

function elementStruct(m: LlvmModule, r: Resource): Type {
  const { types } = m
  const element = r.element!
  const host = r.kind === 'StructuredBuffer' && needsHostLayout(m, element) ? 'hostlayout.' : ''
  const open = r.typeName.indexOf('<')
  const object = open < 0 ? r.typeName : r.typeName.slice(0, open)
  const samples = RESOURCE_KINDS[r.kind].isMultisampled
    ? `${typeArgument(element).trimEnd()}, ${r.sampleCount}`
    : undefined
  const name = `${host}class.${object}<${samples ?? typeArgument(element)}>`
  const value = r.kind === 'StructuredBuffer' ? memoryType(m, element) : typedValue(m, element)
  const levels = objectTypeRow(object)?.levels
  const part = levels && `${levels}_type`
  return types.namedStruct(name, part ? [value, types.namedStruct(`${name}::${part}`, [types.i32])] : [value])
}

function typedValue(m: LlvmModule, element: DataType): Type {
  if (element.kind === 'vector') return m.types.vector(element.count, componentType(m.types, element.component))
  if (element.kind === 'scalar') return componentType(m.types, element.component)
  return memoryType(m, element)
}

const MIN_PRECISION_NAME: ReadonlyMap<string, string> = table({ f16: 'min16float', i16: 'min16int', u16: 'min16uint' })

type Numeric = Exclude<DataType, { readonly kind: 'array' | 'struct' }>
const scalarName = (type: Numeric): string =>
  type.spelling ?? (type.minPrecision ? MIN_PRECISION_NAME.get(type.component) : undefined) ?? clangName(type.component)

/** Template argument as clang prints it, which is how DXC names the struct types. */
function typeArgument(type: DataType): string {
  switch (type.kind) {
    case 'scalar':
      return scalarName(type)
    case 'vector':
      return `vector<${scalarName(type)}, ${type.count}> `
    case 'matrix':
      return `matrix<${scalarName(type)}, ${type.rows}, ${type.columns}> `
    case 'array':
      return `${typeArgument(type.element).trim()} [${type.count}]`
    case 'struct':
      return type.name.endsWith('>') ? `${type.name} ` : type.name
  }
}
