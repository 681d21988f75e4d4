// Slang's resources inside structs, constant buffers and parameter blocks: each field path is one resource, an array around it makes it an
// array (`gPairs.b` of gPairs[8] becomes gPairs_b[8]). Explicit registers of the whole are handed out to the parts in order.

import { holdsNumber, holdsObject } from '../../hlsl/tree/components.ts'
import type { VarSymbol } from '../../hlsl/tree/typed.ts'
import { allFields, type ObjectType, type Type } from '../../hlsl/tree/types.ts'
import type { Resource } from '../../ir/module.ts'
import { isOfFamily } from '../../spec/object_types.ts'
import type { ResourceClass } from '../../spec/resource_classes.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { MemberNode } from '../core/places.ts'

/** A resource that the split makes, before it has a place in the module. */
export interface SplitPart {
  readonly name: string
  readonly type: ObjectType
  readonly class: ResourceClass
  readonly dims: readonly number[]
  /** Registers of its class in the parts before it. */
  readonly offset: number
  readonly block: number | undefined
}

/** Declares a part; undefined for types no resource can have. */
export type DeclarePart = (part: SplitPart) => Resource | undefined

const isGroup = (type: Type): boolean =>
  type.kind === 'object' &&
  (isOfFamily(type.name, 'block') ||
    (isOfFamily(type.name, 'constants') && type.element !== undefined && holdsObject(type.element)))

/** Whether a global is split, or is a resource or array of resources as it stands. */
export function isSplit(type: Type): boolean {
  if (type.kind === 'array') return isSplit(type.element)
  return type.kind === 'struct' || isGroup(type)
}

/** The parts of a global as a tree. */
export function splitNode(
  lowerer: Lowerer,
  symbol: VarSymbol,
  classOf: (type: ObjectType) => ResourceClass | undefined,
  declare: DeclarePart,
): MemberNode | undefined {
  return new Splitter(lowerer, classOf, declare).node(symbol.type, symbol.name, [], undefined)
}

class Splitter {
  readonly #lowerer: Lowerer
  readonly #classOf: (type: ObjectType) => ResourceClass | undefined
  readonly #declare: DeclarePart
  readonly #next = new Map<ResourceClass, number>()

  constructor(lowerer: Lowerer, classOf: (type: ObjectType) => ResourceClass | undefined, declare: DeclarePart) {
    this.#lowerer = lowerer
    this.#classOf = classOf
    this.#declare = declare
  }

  node(type: Type, name: string, dims: readonly number[], block: number | undefined): MemberNode | undefined {
    if (type.kind === 'object' && isGroup(type)) return this.#group(type, name, dims, block)
    switch (type.kind) {
      case 'object': {
        const resource = this.#part(type, name, dims, block)
        return resource && { kind: 'resource', resource, type }
      }
      case 'array': {
        const element = this.node(type.element, name, [...dims, type.size], block)
        return element && { kind: 'array', element, size: Math.max(type.size, 0) }
      }
      case 'struct': {
        const fields = allFields(type).map(f => this.node(f.type, `${name}_${f.name}`, dims, block))
        return fields.some(f => f !== undefined) ? { kind: 'struct', fields } : undefined
      }
      default:
        return undefined
    }
  }

  #group(type: ObjectType, name: string, dims: readonly number[], outer: number | undefined): MemberNode | undefined {
    const element = type.element!
    const block = isOfFamily(type.name, 'block') ? this.#lowerer.parameterBlocks++ : outer
    const buffer = holdsNumber(element) ? this.#part(type, name, dims, block) : undefined
    const contents = this.node(element, name, dims, block) ?? { kind: 'struct', fields: [] }
    return { kind: 'group', resource: buffer, type, contents }
  }

  #part(type: ObjectType, name: string, dims: readonly number[], block: number | undefined): Resource | undefined {
    const kind = this.#classOf(type)
    if (!kind) return this.#declare({ name, type, class: 'srv', dims, offset: 0, block })
    const offset = this.#next.get(kind) ?? 0
    this.#next.set(kind, dims.reduce((a, n) => a * Math.max(n, 0), 1) + offset)
    return this.#declare({ name, type, class: kind, dims, offset, block })
  }
}
