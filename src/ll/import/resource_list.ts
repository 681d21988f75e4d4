// The resources of a module of LLVM text: one row a binding, made from the target types of the handles that name it.
// Explicit bindings are known by registers, implicit ones by their order id; module.resources is put in order when all are known.

import { extended } from '../../base/extended.ts'
import { COMPONENT_TYPE, type ComponentName, type DataType, type StructField } from '../../ir/data_type.ts'
import type { Func } from '../../ir/function.ts'
import { type Module, PLAIN_RESOURCE, type Resource } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { RESOURCE_KIND } from '../../spec/psv_enums.ts'
import { UNBOUNDED } from '../../spec/resource_classes.ts'
import { RESOURCE_KINDS, type ResourceKind } from '../../spec/resource_kinds.ts'
import { type LlTarget, type LlType, typeText } from '../text/syntax.ts'
import { isLayout, isPadding, Layout } from './layout.ts'

/** How a handle is bound, as the intrinsics say it. */
export interface HandleBinding {
  /** Order id of an implicit binding; undefined: the register is given. */
  readonly order: number | undefined
  readonly space: number
  readonly register: number | undefined
  /** As written: 0 and -1 are unbounded. */
  readonly range: number
  readonly name: string
  readonly pos: number
}

export type Description = Pick<Resource, 'class' | 'kind' | 'element' | 'typeName' | 'size' | 'alignLog2'> & {
  readonly rasterizerOrdered?: boolean
  readonly sampleCount?: number
}

const KIND_NAMES = new Map(Object.entries(RESOURCE_KIND).map(([name, n]): [number, string] => [n, name]))

export class ResourceList {
  readonly #module: Module
  readonly #byKey = new Map<string, Resource>()
  readonly #orders = new Map<Resource, number>()
  readonly #native16Bit: boolean
  /** Names of the members of constant buffers, by the name of the buffer's handle global. */
  readonly memberNames = new Map<string, readonly string[]>()

  constructor(module: Module) {
    this.#module = module
    this.#native16Bit = module.options.native16Bit
  }

  /** The resource of a handle; undefined for a target type that is no resource's. */
  resource(target: LlTarget, b: HandleBinding): Resource | undefined {
    const description = this.describe(target, b.name)
    if (!description) return undefined
    const where = b.order === undefined ? `${b.space},${b.register},${b.range}` : `#${b.order}`
    const key = `${description.class}:${where}:${typeText(target)}`
    const known = this.#byKey.get(key)
    if (known) return known
    const { resources } = this.#module
    const resource: Resource = extended(extended(PLAIN_RESOURCE, description), {
      id: resources.length,
      name: b.name,
      rangeSize: b.range === 0 || b.range === -1 || b.range === UNBOUNDED ? UNBOUNDED : b.range,
      register: b.register,
      space: b.space,
      parameter: resources.length,
      pos: b.pos,
    })
    resources.push(resource)
    this.#byKey.set(key, resource)
    if (b.order !== undefined) this.#orders.set(resource, b.order)
    return resource
  }

  /** Position in the module's table of the types of heap handles. */
  heapType(description: Description): number {
    const resource: Resource = extended(PLAIN_RESOURCE, description)
    return this.#module.heapType(resource, description.class === 'sampler')
  }

  /** Puts implicit resources in the order of their ids and gives all their final numbers, in the functions too. */
  renumber(functions: readonly Func[]): void {
    const old = [...this.#module.resources]
    const implicit = old.filter(r => this.#orders.has(r)).sort((a, b) => this.#orders.get(a)! - this.#orders.get(b)!)
    const sorted = [...old.filter(r => !this.#orders.has(r)), ...implicit]
    if (sorted.every((r, i) => r.id === i)) return
    const ids = new Int32Array(old.length)
    for (const [i, r] of sorted.entries()) ids[r.id] = i
    this.#module.resources.splice(0, old.length, ...sorted.map((r, id) => ({ ...r, id, parameter: id })))
    for (const f of functions)
      for (const b of f.blocks)
        for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Handle) f.setAux(v, ids[f.aux(v)]!)
  }

  /** What a target type says about its resource. */
  describe(target: LlTarget, name = ''): Description | undefined {
    const [element] = target.types
    const [first = 0, second = 0, third = 0, fourth = 0] = target.ints
    switch (target.name) {
      case 'dx.TypedBuffer':
        return element && this.#typed('TypedBuffer', element, first, second, third)
      case 'dx.RawBuffer':
        return element && this.#raw(element, first, second)
      case 'dx.Texture':
        return element && this.#texture(element, first, second, third, fourth)
      case 'dx.MSTexture':
        return element && { ...this.#texture(element, first, 0, third, fourth)!, sampleCount: second }
      case 'dx.CBuffer':
        return element && this.#constants(element, name)
      case 'dx.Sampler':
        return {
          ...NO_ELEMENT,
          class: 'sampler',
          kind: 'Sampler',
          typeName: first === 1 ? 'SamplerComparisonState' : 'SamplerState',
        }
      case 'dx.FeedbackTexture': {
        const kind = second === RESOURCE_KIND.Texture2DArray ? 'FeedbackTexture2DArray' : 'FeedbackTexture2D'
        return { ...NO_ELEMENT, class: 'uav', kind, typeName: kind }
      }
      default:
        return undefined
    }
  }

  #typed(kind: ResourceKind, type: LlType, isWritable: number, isOrdered: number, isSigned: number): Description {
    const element = this.#element(type, isSigned !== 0)
    const object = kind === 'TypedBuffer' ? 'Buffer' : kind
    const prefix = isOrdered ? 'RasterizerOrdered' : isWritable ? 'RW' : ''
    return {
      ...NO_ELEMENT,
      class: isWritable ? 'uav' : 'srv',
      kind,
      element,
      typeName: `${prefix}${object}<${hlslName(element)}>`,
      rasterizerOrdered: isOrdered !== 0,
    }
  }

  #texture(type: LlType, isWritable: number, isOrdered: number, isSigned: number, dimension: number) {
    const kind = KIND_NAMES.get(dimension) as ResourceKind | undefined
    return kind && RESOURCE_KINDS[kind].family === 'texture'
      ? this.#typed(kind, type, isWritable, isOrdered, isSigned)
      : undefined
  }

  #raw(type: LlType, isWritable: number, isOrdered: number): Description {
    const prefix = isOrdered ? 'RasterizerOrdered' : isWritable ? 'RW' : ''
    const common = { class: isWritable ? 'uav' : 'srv', rasterizerOrdered: isOrdered !== 0 } as const
    if (type.kind === 'int' && type.bits === 8)
      return { ...NO_ELEMENT, ...common, kind: 'RawBuffer', typeName: `${prefix}ByteAddressBuffer` }
    const layout = new Layout()
    const element = this.#data(layout, type)
    const unit = Math.max(1, ...layout.parts(type).map(p => PART_BYTES[p.type] ?? 4))
    return {
      ...common,
      kind: 'StructuredBuffer',
      element,
      typeName: `${prefix}StructuredBuffer<${hlslName(element)}>`,
      size: Math.ceil(layout.size(type) / unit) * unit,
      alignLog2: Math.log2(unit),
    }
  }

  #constants(type: LlType, name: string): Description {
    const layout = new Layout(isLayout(type))
    const element = this.#data(layout, type, this.memberNames.get(name))
    return { ...NO_ELEMENT, class: 'cbv', kind: 'CBuffer', element, typeName: name, size: layout.size(type) }
  }

  #element(type: LlType, isSigned: boolean): DataType {
    const scalar = type.kind === 'vector' ? type.element : type
    const component = componentOf(scalar, isSigned)
    const minPrecision = !this.#native16Bit && /16$/.test(component) ? { minPrecision: true } : {}
    if (type.kind !== 'vector') return { kind: 'scalar', component, ...minPrecision }
    return { kind: 'vector', component, count: type.count, ...minPrecision }
  }

  /** A type as reflection shows it. LLVM types have no member names. */
  #data(layout: Layout, type: LlType, names: readonly string[] = []): DataType {
    if (type.kind === 'array') return { kind: 'array', element: this.#data(layout, type.element), count: type.count }
    if (type.kind !== 'struct' && !isLayout(type)) return this.#element(type, true)
    const inner = isLayout(type) ? type.types[0]! : type
    const array = paddedArray(type)
    if (array) return { kind: 'array', element: this.#data(layout, array.element), count: array.count }
    const fields: StructField[] = []
    const offsets = layout.offsets(type)
    for (const [i, field] of (inner.kind === 'struct' ? (inner.fields ?? []) : []).entries()) {
      if (isPadding(field)) continue
      const name = names[fields.length] ?? `field${fields.length}`
      fields.push({ name, type: this.#data(layout, field), offset: offsets[i] ?? 0 })
    }
    const name =
      inner.kind === 'struct' && inner.name !== undefined ? inner.name.replace(/^(struct|class)\./, '') : 'anon'
    return { kind: 'struct', name, fields, size: layout.size(type) }
  }
}

const NO_ELEMENT = { element: undefined, size: 0, alignLog2: 0 } as const
/** Bytes by IR type number: i1 i8 i16 i32 i64 half float double. */
const PART_BYTES: readonly number[] = [1, 4, 1, 2, 4, 8, 2, 4, 8]

/** <{ [n x <{ T, padding }>], T }>: an array of n + 1 elements that start on rows. */
function paddedArray(type: LlType): { readonly element: LlType; readonly count: number } | undefined {
  if (type.kind !== 'struct' || !type.packed || type.name !== undefined || type.fields?.length !== 2) return undefined
  const [head, last] = type.fields as [LlType, LlType]
  if (head.kind !== 'array' || head.element.kind !== 'struct' || head.element.fields?.length !== 2) return undefined
  const [element, padding] = head.element.fields as [LlType, LlType]
  if (!isPadding(padding) || typeText(element) !== typeText(last)) return undefined
  return { element: last, count: head.count + 1 }
}

function componentOf(type: LlType, isSigned: boolean): ComponentName {
  if (type.kind === 'float') return `f${type.bits}`
  const bits = type.kind === 'int' ? type.bits : 32
  const name = `${isSigned ? 'i' : 'u'}${bits}`
  return Object.hasOwn(COMPONENT_TYPE, name) ? (name as ComponentName) : isSigned ? 'i32' : 'u32'
}

const HLSL_NAME: Readonly<Partial<Record<ComponentName, string>>> = {
  i16: 'int16_t',
  u16: 'uint16_t',
  i32: 'int',
  u32: 'uint',
  i64: 'int64_t',
  u64: 'uint64_t',
  f16: 'half',
  f32: 'float',
  f64: 'double',
}

function hlslName(t: DataType): string {
  if (t.kind === 'scalar') return HLSL_NAME[t.component] ?? t.component
  if (t.kind === 'vector') return `${HLSL_NAME[t.component] ?? t.component}${t.count}`
  if (t.kind === 'array') return `${hlslName(t.element)}[${t.count}]`
  return t.kind === 'struct' ? t.name : 'float4x4'
}
