// Types as the textual IR spells them: target types of resources, structs of elements and constant buffer layouts, IR types.

import { byOffset, table } from '../../base/table.ts'
import type { ComponentName, DataType, StructType } from '../../ir/data_type.ts'
import type { Module, Resource } from '../../ir/module.ts'
import type { Type } from '../../ir/types.ts'
import { RESOURCE_KIND } from '../../spec/psv_enums.ts'
import { RESOURCE_KINDS } from '../../spec/resource_kinds.ts'
import { nameText, UniqueNames } from './spelling.ts'

/** A spelled type: its text, its spelling inside intrinsic names, its size in bytes where it has one. */
export interface Spelled {
  readonly text: string
  readonly mangled: string
  readonly size: number
}

const COMPONENTS: Readonly<Record<ComponentName, readonly [text: string, mangled: string, size: number]>> = {
  bool: ['i32', 'i32', 4],
  i16: ['i16', 'i16', 2],
  u16: ['i16', 'i16', 2],
  i32: ['i32', 'i32', 4],
  u32: ['i32', 'i32', 4],
  i64: ['i64', 'i64', 8],
  u64: ['i64', 'i64', 8],
  f16: ['half', 'f16', 2],
  f32: ['float', 'f32', 4],
  f64: ['double', 'f64', 8],
  snormF16: ['half', 'f16', 2],
  unormF16: ['half', 'f16', 2],
  snormF32: ['float', 'f32', 4],
  unormF32: ['float', 'f32', 4],
  snormF64: ['double', 'f64', 8],
  unormF64: ['double', 'f64', 8],
}

const spelled = (text: string, mangled: string, size: number): Spelled => ({ text, mangled, size })
const vector = (n: number, e: Spelled): Spelled => spelled(`<${n} x ${e.text}>`, `v${n}${e.mangled}`, n * e.size)
const array = (n: number, e: Spelled): Spelled => spelled(`[${n} x ${e.text}]`, `a${n}${e.mangled}`, n * e.size)
const padding = (n: number): Spelled => spelled(`target("dx.Padding", ${n})`, `tdx.Padding_${n}t`, n)
const packed = (fields: readonly Spelled[]): Spelled =>
  spelled(
    `<{ ${fields.map(f => f.text).join(', ')} }>`,
    `sl_${fields.map(f => f.mangled).join('')}s`,
    fields.reduce((n, f) => n + f.size, 0),
  )

/** A row of a constant buffer: arrays, structs and matrix vectors start on one. */
const ROW = 16

/** Where a type lies decides its padding: constant buffers align to rows. */
type Place = 'constants' | 'structured'

type Numeric = Exclude<DataType, { readonly kind: 'array' | 'struct' }>

/** A component in memory: minimum precision takes 32 bits there. */
function memoryComponent(type: Numeric): Spelled {
  if (!type.minPrecision) return spelled(...COMPONENTS[type.component])
  return spelled(...COMPONENTS[type.component === 'f16' ? 'f32' : 'i32'])
}

const SIGNED: ReadonlySet<string> = new Set(['i16', 'i32', 'i64'])

/** First component of a typed element and how many it has. */
function typedShape(type: DataType): { component: ComponentName; count: number } {
  switch (type.kind) {
    case 'scalar':
      return { component: type.component, count: 1 }
    case 'vector':
      return { component: type.component, count: type.count }
    case 'matrix':
      return { component: type.component, count: type.rows * type.columns }
    case 'array': {
      const { component, count } = typedShape(type.element)
      return { component, count: count * type.count }
    }
    case 'struct': {
      const shapes = type.fields.map(f => typedShape(f.type))
      return { component: shapes[0]?.component ?? 'f32', count: shapes.reduce((n, s) => n + s.count, 0) }
    }
  }
}

/** How many values a load of the resource gives: 4 for anything but typed buffers and textures. */
export const elementCount = (r: Resource | undefined): number =>
  r?.element && r.kind !== 'TBuffer' && r.kind !== 'CBuffer' ? Math.min(typedShape(r.element).count, 4) : 4

/** Spells types of one module and collects the named structs it met. */
export class TypeSpeller {
  readonly #names = new UniqueNames()
  /** Name by definition: structs of one name and different shape get different names. */
  readonly #byBody = new Map<string, Spelled>()
  readonly #resources = new Map<Resource, Spelled>()
  readonly #definitions = new Set<string>()
  readonly #m: Module

  constructor(m: Module) {
    this.#m = m
  }

  /** Definitions of the named structs that were mentioned, one a line, in an order of their own. */
  get definitions(): readonly string[] {
    return [...this.#definitions].sort()
  }

  /** Adds a struct that is only mentioned by calls; the same name twice is one. */
  define(name: string, body: string): string {
    this.#definitions.add(`%${nameText(name)} = type ${body}`)
    return `%${nameText(name)}`
  }

  /** DXIL's own handle type. */
  handle(): string {
    return this.define('dx.types.Handle', '{ ptr }')
  }

  /** A type of the IR; handles without a resource are the opaque one of DXIL. */
  ir(t: Type): string {
    const shape = this.#m.types.shape(t)
    switch (shape.kind) {
      case 'hitobject':
        return this.define('dx.types.HitObject', '{ ptr }')
      case 'node handle':
        return this.define('dx.types.NodeHandle', '{ ptr }')
      case 'record handle':
        return this.define('dx.types.NodeRecordHandle', '{ ptr }')
      case 'pointer':
        return shape.space === 0 ? 'ptr' : `ptr addrspace(${shape.space})`
      case 'array':
        return `[${shape.count} x ${this.ir(shape.element)}]`
      case 'vector':
        return `<${shape.count} x ${this.ir(shape.element)}>`
      case 'handle':
        return this.handle()
      case 'struct':
        if (shape.name.startsWith('{')) return `{ ${shape.elements.map(e => this.ir(e)).join(', ')} }`
        return this.define(shape.name, `{ ${shape.elements.map(e => this.ir(e)).join(', ')} }`)
      default:
        return this.#m.types.text(t)
    }
  }

  /** The type of a parameter; a pointer's says what it points to. */
  parameter(t: Type): string {
    const shape = this.#m.types.shape(t)
    return shape.kind === 'pointer' ? `${this.ir(t)} elementtype(${this.ir(shape.pointee)})` : this.ir(t)
  }

  /** The target type of a resource's handles. */
  resource(r: Resource): Spelled {
    let known = this.#resources.get(r)
    if (!known) this.#resources.set(r, (known = this.#target(r)))
    return known
  }

  #target(r: Resource): Spelled {
    const write = r.class === 'uav' ? 1 : 0
    const ordered = r.rasterizerOrdered ? 1 : 0
    switch (r.kind) {
      case 'Sampler':
        return target('dx.Sampler', undefined, [r.typeName === 'SamplerComparisonState' ? 1 : 0])
      case 'CBuffer':
        return target('dx.CBuffer', this.#layout(r), [])
      case 'TBuffer':
        return target('dx.TypedBuffer', vector(4, spelled('i32', 'i32', 4)), [0, 0, 0])
      case 'RawBuffer':
        return target('dx.RawBuffer', spelled('i8', 'i8', 1), [write, ordered])
      case 'StructuredBuffer':
        return target('dx.RawBuffer', this.#element(r), [write, ordered])
      case 'FeedbackTexture2D':
      case 'FeedbackTexture2DArray':
        return target('dx.FeedbackTexture', undefined, [/MIN_MIP|<0>/.test(r.typeName) ? 0 : 1, RESOURCE_KIND[r.kind]])
      default:
        return this.#typed(r, write, ordered)
    }
  }

  #typed(r: Resource, write: number, ordered: number): Spelled {
    const shape = r.element ? typedShape(r.element) : { component: 'f32' as const, count: 4 }
    const component = spelled(...COMPONENTS[shape.component])
    const element = shape.count === 1 ? component : vector(shape.count, component)
    const signed = SIGNED.has(shape.component) ? 1 : 0
    if (r.kind === 'TypedBuffer') return target('dx.TypedBuffer', element, [write, ordered, signed])
    const dimension = RESOURCE_KIND[r.kind]
    if (RESOURCE_KINDS[r.kind].isMultisampled)
      return target('dx.MSTexture', element, [write, r.sampleCount, signed, dimension])
    return target('dx.Texture', element, [write, ordered, signed, dimension])
  }

  #element(r: Resource): Spelled {
    return r.element ? this.#memory(r.element, 'structured') : array(r.size, spelled('i8', 'i8', 1))
  }

  #layout(r: Resource): Spelled {
    if (r.element?.kind !== 'struct') return array(r.size, spelled('i8', 'i8', 1))
    return this.#struct(r.element, 'constants', `__cblayout_${r.typeName === r.element.name ? r.name : r.element.name}`)
  }

  #memory(type: DataType, place: Place): Spelled {
    switch (type.kind) {
      case 'scalar':
        return memoryComponent(type)
      case 'vector':
        return vector(type.count, memoryComponent(type))
      case 'matrix': {
        const [n, length] = type.rowMajor ? [type.rows, type.columns] : [type.columns, type.rows]
        const inner = memoryComponent(type)
        return this.#repeat(n, length === 1 ? inner : vector(length, inner), place)
      }
      case 'array':
        return this.#repeat(type.count, this.#memory(type.element, place), place)
      case 'struct':
        return this.#struct(type, place, place === 'constants' ? type.name : `struct.${type.name}`)
    }
  }

  /** Array elements in a constant buffer start on a row, but nothing is added behind the last. */
  #repeat(n: number, element: Spelled, place: Place): Spelled {
    const gap = place === 'constants' ? (ROW - (element.size % ROW)) % ROW : 0
    if (gap === 0 || n < 2) return array(n, element)
    return packed([array(n - 1, packed([element, padding(gap)])), element])
  }

  #struct(type: StructType, place: Place, wanted: string): Spelled {
    const fields: Spelled[] = []
    let end = 0
    for (const field of [...type.fields].sort(byOffset)) {
      if (field.offset > end) fields.push(padding(field.offset - end))
      const memory = this.#memory(field.type, place)
      fields.push(memory)
      end = field.offset + memory.size
    }
    // An element of a structured buffer is as long as its stride.
    if (place === 'structured' && type.size > end) fields.push(padding(type.size - end))
    const body = fields.length === 0 ? '<{}>' : packed(fields).text
    const key = `${wanted} ${body}`
    const known = this.#byBody.get(key)
    if (known) return known
    let name = this.#names.take(wanted)
    // A type of the IR keeps its name, which is in the container.
    while (this.#m.types.byText(`%${name}`) !== undefined) name = this.#names.take(wanted)
    const result = spelled(`%${nameText(name)}`, `s_${name}s`, Math.max(end, place === 'structured' ? type.size : 0))
    this.#byBody.set(key, result)
    this.define(name, body)
    return result
  }
}

function target(name: string, type: Spelled | undefined, numbers: readonly number[]): Spelled {
  const words = [`"${name}"`, ...(type ? [type.text] : []), ...numbers.map(String)]
  const parts = [name, ...(type ? [type.mangled] : []), ...numbers.map(String)]
  return spelled(`target(${words.join(', ')})`, `t${parts.join('_')}t`, 0)
}

/** How a scalar type is spelled inside intrinsic names. */
export const mangledScalar = (text: string): string => SCALARS.get(text) ?? text
const SCALARS: ReadonlyMap<string, string> = table({ half: 'f16', float: 'f32', double: 'f64' })
