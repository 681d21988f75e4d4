// !dx.typeAnnotations of the STAT part: names, offsets and component types of every struct that reflection shows.

import { byteString } from '../base/c_string.ts'
import {
  type BitRange,
  COMPONENT_TYPE,
  type DataType,
  describedComponent,
  type StructField,
  type StructType,
} from '../ir/data_type.ts'
import type { Module, Resource } from '../ir/module.ts'
import type { MDNode, Metadata } from '../llvm/model/metadata.ts'
import type { Module as LlvmModule } from '../llvm/model/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { Func } from '../llvm/model/values.ts'
import { type BytesRead, rowBytes, usedBytes, usedFields } from './buffer_usage.ts'
import { memoryType, structType } from './data_types.ts'
import { cbufferLayout, type ResourceTable, resourceStruct } from './resources.ts'

// Tags of a field annotation (DxilMetadataHelper.h).
const FIELD_MATRIX = 2
const FIELD_OFFSET = 3
const FIELD_NAME = 6
const FIELD_COMPONENT = 7
const FIELD_USED = 9
const FIELD_BITS = 11
const FIELD_BIT_WIDTH = 12
const FIELD_VECTOR_SIZE = 13

/** Tag and value that say how many lanes a vector has; nothing for other types and older shader models. */
export const vectorSize = (m: LlvmModule, type: DataType | undefined, minor: number): Metadata[] =>
  type?.kind === 'vector' && minor >= SINCE.vectorSize ? [m.mdInt(FIELD_VECTOR_SIZE), m.mdInt(type.count)] : []

/** The shader model 6.n whose annotations a program or STAT has. */
export const annotatedModel = ({ target }: Module, isStat: boolean): number =>
  isStat ? Number.POSITIVE_INFINITY : target.minor

/** Shader models 6.n whose programs have these annotations; the validators before know none of them. */
const SINCE = { used: 5, templates: 5, bits: 7, vectorSize: 8 } as const

/** A function and what it takes and gives; without: nothing. */
export type FunctionAnnotation = readonly [Func, MDNode?]

/** Appends the struct and function annotation lists to the named metadata. A program tells less of them than STAT does. */
export function emitTypeAnnotations(
  m: LlvmModule,
  module: Module,
  table: ResourceTable,
  entries: readonly FunctionAnnotation[],
  isStat: boolean,
): void {
  const lists = m.namedMetadata('dx.typeAnnotations')
  const structs = new Annotations(m, annotatedModel(module, isStat))
  const used = usedBytes(module)
  for (const r of table.cbv) structs.cbuffer(r, used.get(r.id))
  for (const r of [...table.srv, ...table.uav])
    if (r.kind === 'StructuredBuffer') structs.structured(r)
    else if (r.kind === 'TBuffer') structs.cbuffer(r, used.get(r.id))
  if (structs.pairs.length > 0) lists.operands.push(m.node([m.mdInt(0), ...structs.pairs]))
  emitFunctionAnnotations(m, entries)
}

/** The list of functions alone, which libraries keep in their code. */
export function emitFunctionAnnotations(m: LlvmModule, entries: readonly FunctionAnnotation[]): void {
  const empty = m.node([])
  // One parameter list holding only the return value, as void functions have.
  const list = m.node([m.node([m.mdInt(0), empty, empty])])
  const pairs: Metadata[] = [m.mdInt(1)]
  for (const [f, own] of entries) pairs.push(m.mdValue(f), own ?? list)
  m.namedMetadata('dx.typeAnnotations').operands.push(m.node(pairs))
}

/** DXC annotates no struct that holds nothing but such structs; one inside that takes room for views is something. */
const isEmpty = (type: StructType): boolean =>
  type.fields.every(({ type: inner }) => inner.kind === 'struct' && inner.size === 0 && isEmpty(inner))

class Annotations {
  readonly #m: LlvmModule
  readonly pairs: Metadata[] = []
  readonly #done = new Set<Type>()

  /** Minor version of the shader model whose tags are known. */
  readonly #minor: number

  constructor(m: LlvmModule, minor: number) {
    this.#m = m
    this.#minor = minor
  }

  cbuffer(r: Resource, usedBytes: BytesRead | undefined): void {
    const layout = cbufferLayout(r)
    if (layout) this.#struct(resourceStruct(this.#m, r), layout, r.size, usedFields(layout, usedBytes))
  }

  /** A structured buffer's class: one field `h` at offset 0 holding the element. Sizes are those a constant buffer would give. */
  structured(r: Resource): void {
    const element = r.element!
    if (element.kind === 'struct') this.#struct(structType(this.#m, element, 'struct.'), element, element.size)
    const type = resourceStruct(this.#m, r)
    if (this.#done.has(type)) return
    this.#done.add(type)
    const field = this.#field('h', element, 0)
    this.#add(type, [this.#m.mdInt(rowBytes(element)), field, this.#templates([element])])
  }

  /** Arguments of a template: a type as an undefined value of it, a number as it is. */
  #templates(args: readonly (DataType | number)[]): MDNode {
    const m = this.#m
    const nodes = args.map(arg =>
      typeof arg === 'number'
        ? m.node([m.mdInt(1), m.mdInt(arg, m.types.i64)])
        : m.node([m.mdInt(0), m.mdValue(m.constUndef(memoryType(m, arg)))]),
    )
    return m.node([m.mdInt(0), m.node(nodes)])
  }

  #struct(type: Type, data: StructType, size: number, used?: ReadonlySet<StructField>): void {
    if (this.#done.has(type)) return
    this.#done.add(type)
    const fields = data.fields.map(field =>
      this.#field(field.name, field.type, field.offset, used?.has(field), field.bits),
    )
    for (const field of data.fields) this.#inner(field.type)
    const templates = data.typeArguments && this.#minor >= SINCE.templates ? [this.#templates(data.typeArguments)] : []
    if (!isEmpty(data)) this.#add(type, [this.#m.mdInt(size), ...fields, ...templates])
  }

  #inner(type: DataType): void {
    if (type.kind === 'array') this.#inner(type.element)
    else if (type.kind === 'struct') this.#struct(structType(this.#m, type, 'struct.'), type, type.size)
  }

  #add(type: Type, annotation: readonly Metadata[]): void {
    this.pairs.push(this.#m.mdValue(this.#m.constUndef(type)), this.#m.node(annotation))
  }

  #field(name: string, type: DataType, offset: number, used = false, bits?: readonly BitRange[]): MDNode {
    const m = this.#m
    const pairs = this.#name(name)
    let element = type
    while (element.kind === 'array') element = element.element
    if (element.kind === 'matrix') {
      const orientation = element.rowMajor ? 1 : 2
      pairs.push(m.mdInt(FIELD_MATRIX), m.node([m.mdInt(element.rows), m.mdInt(element.columns), m.mdInt(orientation)]))
    }
    pairs.push(m.mdInt(FIELD_OFFSET), m.mdInt(offset))
    if (element.kind !== 'struct') pairs.push(m.mdInt(FIELD_COMPONENT), m.mdInt(describedComponent(element)))
    if (used && this.#minor >= SINCE.used) pairs.push(m.mdInt(FIELD_USED), m.mdBool(true))
    if (bits && this.#minor >= SINCE.bits) pairs.push(m.mdInt(FIELD_BITS), m.node(bits.map(b => this.#bitField(b))))
    return m.node([...pairs, ...vectorSize(m, element, this.#minor)])
  }

  #name(name: string): Metadata[] {
    return name === '' ? [] : [this.#m.mdInt(FIELD_NAME), this.#m.mdString(byteString(name))]
  }

  #bitField({ name, component, offset, width }: BitRange): MDNode {
    const m = this.#m
    const pairs = [FIELD_OFFSET, offset, FIELD_COMPONENT, COMPONENT_TYPE[component], FIELD_BIT_WIDTH, width]
    return m.node([...this.#name(name), ...pairs.map(n => m.mdInt(n))])
  }
}
