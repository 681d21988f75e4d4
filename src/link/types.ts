// Types of LLVM modules in the IR. Memory that is not passed on is taken apart into its leaves: scalars and handles, in the order in which they lie.

import { byteText } from '../base/c_string.ts'
import {
  type AddressSpace,
  F16,
  F32,
  F64,
  HANDLE,
  HIT_OBJECT,
  I1,
  I8,
  I16,
  I32,
  I64,
  NODE_HANDLE,
  RECORD_HANDLE,
  type Type,
  type Types,
  VOID,
} from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import { nodeObjectRow } from '../spec/node_objects.ts'
import { objectTypeRow } from '../spec/object_types.ts'
import { unsupported } from './problem.ts'

/** Leaves that a value may have: what is larger is no value but a mistake. */
export const MAX_LEAVES = 4096
/** Types nest as deep as a file says. */
const MAX_NESTING = 32

export const INTEGERS: ReadonlyMap<number, Type> = new Map([
  [1, I1],
  [8, I8],
  [16, I16],
  [32, I32],
  [64, I64],
])

/** Objects that are values. */
const OBJECTS: ReadonlyMap<string, Type> = new Map([
  ['dx.types.NodeHandle', NODE_HANDLE],
  ['dx.types.NodeRecordHandle', RECORD_HANDLE],
  ['dx.types.HitObject', HIT_OBJECT],
])

/** What compilers put in front of a struct's own name, and the number behind a name that was taken. */
export const structName = (name: string): string =>
  name.replace(/^(dx\.alignment\.legacy\.|hostlayout\.|struct\.|class\.)+/, '')

/** A handle, or a resource as libraries before shader model 6.6 have it: a struct of the object's type. */
export function isHandle(type: LlvmType): boolean {
  if (type.kind !== 'struct') return false
  if (/^dx\.types\.Handle(\.\d+)?$/.test(type.name)) return true
  return objectTypeRow(objectName(type.name))?.resource !== undefined
}

/** The name of an object's type, without arguments. */
const objectName = (name: string): string => structName(name).replace(/<.*/s, '')

/** An input, output or record of a work graph node, as functions pass it. */
export const isNodeObject = (type: LlvmType): boolean =>
  type.kind === 'struct' && nodeObjectRow(objectName(type.name)) !== undefined

/** The scalar type of the IR; undefined for what is none. */
export function scalarType(type: LlvmType): Type | undefined {
  switch (type.kind) {
    case 'int':
      return INTEGERS.get(type.width) ?? (type.width < 32 ? I32 : type.width < 64 ? I64 : undefined)
    case 'half':
      return F16
    case 'float':
      return F32
    case 'double':
      return F64
    default:
      return isHandle(type) ? HANDLE : type.kind === 'struct' ? OBJECTS.get(type.name.replace(/\.\d+$/, '')) : undefined
  }
}

/** A leaf of a type: the indices that lead to it. */
export interface LeafPath {
  readonly path: readonly number[]
  readonly type: LlvmType
}

/** The leaves of a type, by type: asked for again and again. */
export class Leaves {
  readonly #known = new Map<LlvmType, readonly LeafPath[]>()

  of(type: LlvmType): readonly LeafPath[] {
    let known = this.#known.get(type)
    if (!known) {
      const list: LeafPath[] = []
      collect(type, [], list)
      this.#known.set(type, (known = list))
    }
    return known
  }

  count(type: LlvmType): number {
    return this.of(type).length
  }
}

function collect(type: LlvmType, path: readonly number[], into: LeafPath[]): void {
  if (scalarType(type) !== undefined) {
    into.push({ path, type })
    if (into.length > MAX_LEAVES) unsupported(`a value of more than ${MAX_LEAVES} numbers`)
    return
  }
  if (path.length > MAX_NESTING) unsupported('a type that is nested so deeply')
  for (let i = 0, n = partCount(type); i < n; i++) collect(partType(type, i), [...path, i], into)
}

function partCount(type: LlvmType): number {
  if (type.kind === 'struct') return type.contained.length
  if (type.kind === 'array' || type.kind === 'vector') return type.count
  return unsupported(`a value of type ${type.kind}`)
}

/** The type under an index. */
export function partType(type: LlvmType, index: number): LlvmType {
  if (type.kind === 'array' || type.kind === 'vector') return type.element
  const part = type.kind === 'struct' ? type.contained[index] : undefined
  return part ?? unsupported('an index that leads nowhere')
}

/**
 * The type as memory and parameters of functions that stay have it.
 * @param isFlat vectors are arrays, which is how shaders have memory
 */
export function irType(types: Types, type: LlvmType, isFlat: boolean): Type {
  const scalar = scalarType(type)
  if (scalar !== undefined) return scalar
  switch (type.kind) {
    case 'void':
      return VOID
    case 'pointer':
      return types.pointer(irType(types, type.element, isFlat), spaceOf(type.addressSpace))
    case 'array':
      return types.array(irType(types, type.element, isFlat), type.count)
    case 'vector':
      return types[isFlat ? 'array' : 'vector'](irType(types, type.element, isFlat), type.count)
    case 'struct':
      return structOf(types, type, isFlat)
    default:
      return unsupported(`a value of type ${type.kind}`)
  }
}

const spaceOf = (space: number): AddressSpace => (space === 3 || space === 6 ? space : 0)

/** Structs are known by their names; a second one of a name that looks otherwise gets a number, and one in which vectors became arrays. */
function structOf(types: Types, type: LlvmType, isFlat: boolean): Type {
  const elements = type.contained.map(t => irType(types, t, isFlat))
  const own = byteText(type.name)
  const name = own === '' ? `{ ${elements.map(e => types.text(e)).join(', ')} }` : own
  for (let n = isFlat && holdsVector(type) ? 1 : 0; ; n++) {
    const made = types.struct(n === 0 ? name : `${name}.${n}`, elements)
    const shape = types.shape(made)
    const isSame = shape.kind === 'struct' && shape.elements.length === elements.length
    if (isSame && shape.elements.every((e, i) => e === elements[i])) return made
  }
}

const holdsVector = (type: LlvmType): boolean =>
  type.kind === 'vector' || (type.kind !== 'pointer' && type.contained.some(holdsVector))

/** Whether functions of two libraries take and return the same: the numbers in them, whatever the structs around them are called. */
export function sameShape(a: LlvmType, b: LlvmType, leaves: Leaves): boolean {
  if (a.kind === 'function')
    return (
      b.kind === 'function' &&
      a.contained.length === b.contained.length &&
      a.contained.every((t, i) => sameShape(t, b.contained[i]!, leaves))
    )
  if (a.kind === 'pointer') return b.kind === 'pointer' && sameShape(a.element, b.element, leaves)
  if (a.kind === 'void' || b.kind === 'void') return a.kind === b.kind
  if (b.kind === 'pointer') return false
  const [x, y] = [leaves.of(a), leaves.of(b)]
  return x.length === y.length && x.every((leaf, i) => scalarType(leaf.type) === scalarType(y[i]!.type))
}

/** Types that are built alike, of modules that know each other's structs by other names. */
export function sameStructure(a: LlvmType, b: LlvmType, depth = 0): boolean {
  if (a === b) return true
  const scalar = scalarType(a)
  if (scalar !== undefined || depth > MAX_NESTING) return scalar !== undefined && scalar === scalarType(b)
  if (a.kind !== b.kind || a.count !== b.count || a.contained.length !== b.contained.length) return false
  return a.contained.every((t, i) => sameStructure(t, b.contained[i]!, depth + 1))
}
