// The resources of libraries as the IR has them. Resources of one name are one resource when their types agree, as in DXC's linker; their
// order is that of their names, and with it that of their registers.

import { globalOf } from '../dxil/references.ts'
import type { ProgramResource } from '../dxil/resources.ts'
import { allocSize } from '../dxil/type_size.ts'
import type { DataType } from '../ir/data_type.ts'
import type { Module, Resource } from '../ir/module.ts'
import type { Type } from '../llvm/model/types.ts'
import type { GlobalVariable } from '../llvm/model/values.ts'
import { RESOURCE_KIND } from '../spec/psv_enums.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { RESOURCE_KINDS, type ResourceKind } from '../spec/resource_kinds.ts'
import { componentName, DataTypes } from './data_types.ts'
import type { Library } from './library.ts'
import { LinkProblem, unsupported } from './problem.ts'
import { structName } from './types.ts'

const KIND_OF: ReadonlyMap<number, ResourceKind> = new Map(
  (Object.keys(RESOURCE_KIND) as (keyof typeof RESOURCE_KIND)[]).flatMap(name =>
    name === 'Invalid' ? [] : [[RESOURCE_KIND[name], name] as const],
  ),
)

/** A word of metadata that says "not yet". */
const OPEN = 0xffffffff
/** As messages name the classes. */
const CLASS_NAMES = { srv: 'SRV', uav: 'UAV', cbv: 'cbuffer', sampler: 'Sampler' } as const

interface Declared {
  readonly library: Library
  readonly resource: ProgramResource
  readonly type: Type
}

export class LinkedResources {
  readonly #byGlobal = new Map<GlobalVariable, Resource>()

  /** The resource that a global stands for. */
  of(global: GlobalVariable): Resource | undefined {
    return this.#byGlobal.get(global)
  }

  /**
   * Declares in the module what the wanted globals stand for.
   * @param differ told of a resource that two libraries give different registers
   * @throws LinkProblem when two of a name are of different types
   */
  declare(
    module: Module,
    libraries: readonly Library[],
    wanted: (global: GlobalVariable) => boolean,
    differ: (name: string, first: string, second: string) => void,
  ): void {
    const byName = new Map<string, Declared[]>()
    for (const library of libraries)
      for (const resource of library.program.resources) {
        const global = resource.symbol && globalOf(resource.symbol)
        if (global?.kind !== 'global' || !wanted(global)) continue
        const type = resource.symbol!.type.element
        const name = resource.name || global.name
        byName.set(name, [...(byName.get(name) ?? []), { library, resource, type }])
      }
    for (const name of [...byName.keys()].sort(byBytes)) {
      const [first, ...others] = byName.get(name)!
      const made = makeResource(module.resources.length, name, first!, module.options.native16Bit)
      module.resources.push(made)
      this.#byGlobal.set(globalOf(first!.resource.symbol!) as GlobalVariable, made)
      for (const other of others) {
        if (first!.resource.class !== other.resource.class || !matches(first!.type, other.type, 0))
          throw new LinkProblem('E4106', {
            class: CLASS_NAMES[other.resource.class],
            name,
            first: first!.library.name,
            second: other.library.name,
          })
        if (place(first!.resource) !== place(other.resource)) differ(name, first!.library.name, other.library.name)
        this.#byGlobal.set(globalOf(other.resource.symbol!) as GlobalVariable, made)
      }
    }
  }
}

const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const place = ({ space, lower }: ProgramResource): string => `${space}:${lower}`

/** Types of different modules: structs by name, without the number that a name taken twice has behind it, and by their fields. */
function matches(a: Type, b: Type, depth: number): boolean {
  if (depth > 32) return true
  if (a.kind !== b.kind || a.contained.length !== b.contained.length) return false
  if (a.kind === 'struct' && unnumbered(a.name) !== unnumbered(b.name)) return false
  if (a.count !== b.count || a.width !== b.width || a.addressSpace !== b.addressSpace) return false
  return a.contained.every((t, i) => matches(t, b.contained[i]!, depth + 1))
}
const unnumbered = (name: string): string => name.replace(/\.\d+$/, '')

function makeResource(id: number, name: string, { library, resource, type }: Declared, native16Bit: boolean): Resource {
  const dims: number[] = []
  let own = type
  for (; own.kind === 'array'; own = own.element)
    dims.push(own.count === 0 || own.count === UNBOUNDED ? UNBOUNDED : own.count)
  const kind = KIND_OF.get(resource.kind) ?? unsupported(`a resource of kind ${resource.kind}`)
  const rangeSize = resource.count ?? UNBOUNDED
  const shape = shapeOf(name, { library, resource, type: own }, kind, native16Bit)
  return {
    id,
    name,
    class: resource.class,
    kind,
    ...shape,
    rangeSize,
    ...(dims.length > 0 ? { dims } : {}),
    register: resource.lower === OPEN ? undefined : resource.lower,
    space: resource.space === OPEN ? undefined : resource.space,
    parameter: id,
    pos: 0,
    globallyCoherent: resource.globallyCoherent ?? false,
    rasterizerOrdered: resource.rasterizerOrdered ?? false,
    hasCounter: false,
    atomic64: false,
    binding: undefined,
  }
}

type Shape = Pick<Resource, 'element' | 'typeName' | 'size' | 'alignLog2' | 'sampleCount'>

function shapeOf(name: string, { library, resource, type }: Declared, kind: ResourceKind, native16Bit: boolean): Shape {
  const types = new DataTypes(library.annotations, native16Bit)
  const plain = { element: undefined, size: 0, alignLog2: 0, sampleCount: resource.sampleCount ?? 0 }
  const typeName = structName(type.name)
  if (resource.class === 'sampler')
    return { ...plain, typeName: resource.samplerKind === 1 ? 'SamplerComparisonState' : 'SamplerState' }
  if (resource.class === 'cbv' || kind === 'TBuffer') {
    const element = type.kind === 'struct' ? types.struct(type, name) : undefined
    return { ...plain, element, typeName: name, size: resource.bytes ?? element?.size ?? 0 }
  }
  if (RESOURCE_KINDS[kind].family === 'feedback')
    return { ...plain, typeName: typeName.replace(/<.*/s, ''), sampleCount: resource.feedbackKind ?? 0 }
  if (kind === 'RawBuffer' || kind === 'RTAccelerationStructure') return { ...plain, typeName }
  const held = type.kind === 'struct' ? type.contained[0] : undefined
  if (!held) return unsupported(`the type of '${name}'`)
  if (kind === 'StructuredBuffer') {
    const field = library.annotations.get(type.name)?.fields[0]
    const alignLog2 = Math.log2(alignment(held, native16Bit, 0))
    const element = elementOf(types, held, field)
    return {
      ...plain,
      element,
      typeName,
      size: resource.stride ?? allocSize(held, { native16: native16Bit }),
      alignLog2,
    }
  }
  const samples = /, (\d+)>$/.exec(typeName)
  const sampleCount = RESOURCE_KINDS[kind].isMultisampled && samples ? Number(samples[1]) : plain.sampleCount
  return { ...plain, element: typedElement(held, resource, typeName), typeName, sampleCount }
}

/** The element of a structured buffer, with the offsets of constant buffers, as DXC describes it. */
const elementOf = (types: DataTypes, held: Type, field: Parameters<DataTypes['of']>[1]): DataType =>
  types.of(held, field)

/** Typed buffers and textures: 64-bit elements are described as the words that they are loaded as, so their type says what they are. */
function typedElement(held: Type, { componentType = 0 }: ProgramResource, typeName: string): DataType {
  const scalar = held.scalar
  const wide =
    scalar.kind === 'double'
      ? 'f64'
      : scalar.width === 64
        ? /unsigned|uint64/.test(typeName)
          ? 'u64'
          : 'i64'
        : undefined
  const component = wide ?? componentName(componentType) ?? 'f32'
  if (held.kind === 'vector') return { kind: 'vector', component, count: held.count }
  if (held.kind !== 'struct') return { kind: 'scalar', component }
  const fields = held.contained.map((t, i): { name: string; type: DataType; offset: number } => ({
    name: `f${i}`,
    type: t.kind === 'vector' ? { kind: 'vector', component, count: t.count } : { kind: 'scalar', component },
    offset: 0,
  }))
  return { kind: 'struct', name: structName(held.name), fields, size: 0 }
}

function alignment(type: Type, native16Bit: boolean, depth: number): number {
  if (depth > 32) return 4
  switch (type.kind) {
    case 'double':
      return 8
    case 'int':
    case 'half':
      return type.width === 64 ? 8 : native16Bit && (type.kind === 'half' || type.width === 16) ? 2 : 4
    case 'array':
    case 'vector':
      return alignment(type.element, native16Bit, depth + 1)
    case 'struct':
      return type.contained.reduce((most, t) => Math.max(most, alignment(t, native16Bit, depth + 1)), 1)
    default:
      return 4
  }
}
