// Loads and stores through pointers whose base and indices are known.

import type { Value } from '../ir/function.ts'
import type { Resource } from '../ir/module.ts'
import { Flag, Op } from '../ir/ops.ts'
import { type AddressSpace, bitWidth, HANDLE, isFloat, type Type } from '../ir/types.ts'
import type { Type as LlvmType } from '../llvm/model/types.ts'
import { UNBOUNDED } from '../spec/resource_classes.ts'
import { type Importer, leafType } from './importer.ts'
import type { Cell, Parts, Pointer, Variable } from './memory.ts'
import { unsupported } from './problem.ts'
import { isHandle, type LeafPath, MAX_LEAVES, partType, sameStructure, scalarType } from './types.ts'

/** A private variable of any type. */
export function newVariable(s: Importer, type: LlvmType): Variable {
  const { types } = s.module
  const make = (_key: string, leaf: LlvmType, dims: readonly number[]): Cell => {
    const scalar = leafType(leaf)
    return { pointer: s.alloca(dims.length === 0 ? scalar : types.array(scalar, product(dims))), type: scalar, dims }
  }
  return { kind: 'variable', type, space: 0, cells: new Map(), make, shown: [] }
}

export const product = (dims: readonly number[]): number => dims.reduce((a, n) => a * n, 1)

export const pointerTo = (base: Pointer['base']): Pointer => ({ kind: 'pointer', base, path: [], type: base.type })

// ---- addresses -----------------------------------------------------------------------------------------------------------------------

/** getelementptr: the first index steps over whole elements, the others lead inside. */
export function elementPointer(s: Importer, p: Pointer, indices: readonly Value[], isNonUniform = false): Pointer {
  const [first, ...inner] = indices
  let at = first === undefined || s.anyInt(first) === 0 ? p : stepped(s, p, s.index(first))
  for (const i of inner) at = inside(s, at, s.index(i))
  return isNonUniform ? { ...at, isNonUniform } : at
}

const seenType = (p: Pointer): LlvmType => p.view?.type ?? p.type

/** Elements further on in the array that the pointer leads into. */
function stepped(s: Importer, p: Pointer, by: Value): Pointer {
  if (p.view) return moved(s, p, p.view.type, s.scale(by, s.leaves.count(p.view.type)))
  if (p.base.kind === 'resource' && p.path.length === 0 && p.type.kind === 'array' && p.base.resource.class !== 'cbv')
    return p
  const last = p.path.at(-1)
  const around = last === undefined ? undefined : typeAround(s, p)
  if (last === undefined || (around?.kind !== 'array' && around?.kind !== 'vector'))
    return unsupported('an address behind the end of a variable')
  return { ...p, path: [...p.path.slice(0, -1), s.add(last, by)] }
}

function typeAround(s: Importer, p: Pointer): LlvmType {
  let type = p.base.type
  for (const i of p.path.slice(0, -1)) type = partType(type, s.anyInt(i) ?? 0)
  return type
}

function inside(s: Importer, p: Pointer, index: Value): Pointer {
  const type = seenType(p)
  const number = s.anyInt(index)
  if (type.kind === 'struct' && number === undefined) return unsupported('a member chosen at run time')
  const part = partType(type, number ?? 0)
  if (!p.view) return { ...p, path: [...p.path, index], type: part }
  if (type.kind !== 'struct') return moved(s, p, part, s.scale(index, s.leaves.count(part)))
  const before = type.contained.slice(0, number).reduce((n, t) => n + s.leaves.count(t), 0)
  return moved(s, p, part, s.i32(before))
}

const moved = (s: Importer, p: Pointer, type: LlvmType, by: Value): Pointer => ({
  ...p,
  view: { type, leaf: s.add(p.view!.leaf, by) },
})

/** A cast: the same memory as another type. Leaves stay what they are, so only how they are grouped may change, or the type of numbers. */
export function castPointer(s: Importer, p: Pointer, to: LlvmType): Pointer {
  if (sameStructure(p.type, to) && isStart(s, p)) return { ...uncast(p), type: to }
  // Who asks for bytes ends a lifetime or copies memory, and looks through the cast.
  return { ...p, view: { type: to, leaf: p.view?.leaf ?? s.i32(0) } }
}

const isStart = (s: Importer, { view }: Pointer): boolean => view === undefined || s.anyInt(view.leaf) === 0

/** The memory without what casts made of it. */
export const uncast = (p: Pointer): Pointer => ({ kind: 'pointer', base: p.base, path: p.path, type: p.type })

// ---- leaves --------------------------------------------------------------------------------------------------------------------------

/** The address of a leaf behind a pointer, as a pointer of the IR. */
function leafAddress(s: Importer, p: Pointer, path: readonly Value[]): Value | undefined {
  const { base } = p
  const whole = [...p.path, ...path]
  if (base.kind === 'variable') return cellAddress(s, base, whole)
  if (base.kind === 'address') return chainAddress(s, base.pointer, base.type, whole)
  return undefined
}

function chainAddress(s: Importer, pointer: Value, type: LlvmType, path: readonly Value[]): Value {
  if (path.length === 0) return pointer
  let at = type
  for (const i of path) at = partType(at, s.anyInt(i) ?? 0)
  const space = addressSpace(s, pointer)
  return s.emit(Op.AccessChain, s.module.types.pointer(s.irType(at), space), [pointer, ...path])
}

function addressSpace(s: Importer, pointer: Value): AddressSpace {
  const shape = s.module.types.shape(s.typeOf(pointer))
  return shape.kind === 'pointer' ? shape.space : 0
}

function cellAddress(s: Importer, base: Variable, path: readonly Value[]): Value {
  let type = base.type
  let key = ''
  const dims: number[] = []
  const indices: Value[] = []
  for (const i of path) {
    if (type.kind === 'struct') key += `.${s.anyInt(i)}`
    else {
      dims.push(type.count)
      indices.push(i)
    }
    type = partType(type, s.anyInt(i) ?? 0)
  }
  let cell = base.cells.get(key)
  if (!cell) {
    base.cells.set(key, (cell = base.make(key, type, dims)))
    for (const row of base.shown) if (row.key === key) row.show(cell.pointer)
  }
  return elementAddress(s, cell, linearIndex(s, cell.dims, indices))
}

function linearIndex(s: Importer, dims: readonly number[], indices: readonly Value[]): Value {
  let linear = s.i32(0)
  for (const [i, index] of indices.entries()) linear = s.add(s.scale(linear, dims[i]!), index)
  return linear
}

function elementAddress(s: Importer, cell: Cell, index: Value): Value {
  const shape = s.module.types.shape(s.typeOf(cell.pointer))
  if (shape.kind !== 'pointer') return unsupported('this memory')
  if (s.module.types.shape(shape.pointee).kind !== 'array') return cell.pointer
  return s.emit(Op.Gep, s.module.types.pointer(cell.type, shape.space), [cell.pointer, index])
}

/** A leaf that is accessed: where it lies, and its type there and for whoever looks. */
interface Access {
  readonly address: Value
  readonly stored: Type
  readonly seen: Type
}

/** Every leaf of what a pointer is seen as; undefined where nothing lies. */
function accesses(s: Importer, p: Pointer): readonly (Access | undefined)[] {
  const own = s.leaves.of(p.type)
  const seen = p.view ? s.leaves.of(p.view.type) : own
  return seen.map((leaf, i) => {
    const type = leafType(leaf.type)
    if (!p.view) return accessOf(s, p, leaf, type)
    const number = s.anyInt(p.view.leaf)
    if (number === undefined) return dynamicAccess(s, p, s.add(p.view.leaf, s.i32(i)), type)
    const at = own[number + i]
    return at && accessOf(s, p, at, type)
  })
}

function accessOf(s: Importer, p: Pointer, leaf: LeafPath, seen: Type): Access | undefined {
  const address = leafAddress(
    s,
    p,
    leaf.path.map(i => s.i32(i)),
  )
  return address === undefined ? undefined : { address, stored: leafType(leaf.type), seen }
}

/** A leaf chosen at run time behind a cast: the whole has to be one array of numbers. */
function dynamicAccess(s: Importer, p: Pointer, leaf: Value, seen: Type): Access | undefined {
  if (p.base.kind !== 'variable') return unsupported('an element chosen at run time behind a cast')
  let type = p.type
  const path: Value[] = []
  const dims: number[] = []
  while (scalarType(type) === undefined) {
    if (type.kind === 'struct' && type.contained.length !== 1)
      return unsupported('an element chosen at run time behind a cast')
    if (type.kind !== 'struct') dims.push(type.count)
    path.push(s.i32(0))
    type = partType(type, 0)
  }
  // The last dimension takes what the others would: they follow each other.
  const last =
    path.length - 1 - [...path].reverse().findIndex((_, i) => kindAt(p.type, path.length - 1 - i) !== 'struct')
  if (dims.length > 0) path[last] = leaf
  return accessOf(s, p, { path: [], type }, seen) && { address: leafAddress(s, p, path)!, stored: leafType(type), seen }
}

/** Kind of the type that index number n of a path leads into. */
function kindAt(type: LlvmType, n: number): LlvmType['kind'] {
  let at = type
  for (let i = 0; i < n; i++) at = partType(at, 0)
  return at.kind
}

// ---- loads and stores ----------------------------------------------------------------------------------------------------------------

/** Memory of others holds vectors, which are read and written as they are; undefined for other memory. */
function vectorsOf(s: Importer, p: Pointer): readonly VectorPath[] | undefined {
  if (p.base.kind !== 'address' || p.view || s.module.target.stage !== 'lib') return undefined
  const list: VectorPath[] = []
  collectVectors(s, p.type, [...p.path], list)
  return list.some(v => v.lanes > 0) ? list : undefined
}

/** A scalar, or a vector of so many lanes, behind an address. */
interface VectorPath {
  readonly path: readonly Value[]
  readonly type: LlvmType
  readonly lanes: number
}

function collectVectors(s: Importer, type: LlvmType, path: readonly Value[], into: VectorPath[]): void {
  if (type.kind === 'vector' || scalarType(type) !== undefined) {
    into.push({ path, type, lanes: type.kind === 'vector' ? type.count : 0 })
    return
  }
  const count = type.kind === 'struct' ? type.contained.length : type.count
  for (let i = 0; i < count; i++) collectVectors(s, partType(type, i), [...path, s.i32(i)], into)
}

function storeVectors(s: Importer, p: Pointer, list: readonly VectorPath[], values: Parts): void {
  if (p.base.kind !== 'address') return
  let at = 0
  for (const { path, type, lanes } of list) {
    const own = values.slice(at, at + Math.max(lanes, 1))
    at += own.length
    if (own.every(v => s.isUndef(v))) continue
    const whole = lanes > 0 ? s.gathered(s.irType(type), own) : own[0]!
    s.store(chainAddress(s, p.base.pointer, p.base.type, path), whole)
  }
}

export function loadPointer(s: Importer, p: Pointer): Parts {
  const { base } = p
  if (base.kind === 'handle') return [base.handle]
  if (base.kind === 'resource') return resourceHandles(s, p)
  if (base.kind === 'none') return s.undefs(seenType(p))
  return accesses(s, p).map((a, i) => {
    if (!a) return s.undef(leafType(s.leaves.of(seenType(p))[i]!.type))
    return converted(s, s.load(a.address), a.seen)
  })
}

export function storePointer(s: Importer, p: Pointer, values: Parts): void {
  if (p.base.kind === 'none') return
  if (p.base.kind === 'resource' || p.base.kind === 'handle') unsupported('writing to a global resource')
  const vectors = vectorsOf(s, p)
  if (vectors) {
    storeVectors(s, p, vectors, values)
    return
  }
  for (const [i, a] of accesses(s, p).entries()) {
    const v = values[i]
    if (a && v !== undefined && !s.isUndef(v)) s.store(a.address, converted(s, v, a.stored))
  }
}

/** The one scalar that a pointer leads to, for operations on memory. */
export function scalarAddress(s: Importer, p: Pointer): { readonly address: Value; readonly stored: Type } {
  const [only, second] = accesses(s, p)
  return only && !second ? only : unsupported('an atomic operation on this memory')
}

/** The same bits as another type. */
export function converted(s: Importer, v: Value, to: Type): Value {
  const from = s.typeOf(v)
  if (from === to) return v
  if (s.isUndef(v)) return s.undef(to)
  if (bitWidth(from) !== bitWidth(to) || bitWidth(to) === 0)
    return unsupported('memory used as numbers of another size')
  return isFloat(from) === isFloat(to) ? unsupported('memory used as another type') : s.emit(Op.BitCast, to, [v])
}

/** Copies what lies behind one pointer to the other, leaf by leaf. */
export function copyMemory(s: Importer, to: Pointer, from: Pointer): void {
  storePointer(s, uncast(to), loadPointer(s, castPointer(s, uncast(from), to.type)))
}

// ---- resources -----------------------------------------------------------------------------------------------------------------------

/** A known index behind the end of an array counts from its start again, as LLVM folds addresses in DXC. */
function wrapped(s: Importer, index: Value, { class: kind, rangeSize }: Resource): Value {
  const known = s.anyInt(index)
  return known === undefined || known < rangeSize || rangeSize === 0 || kind === 'cbv'
    ? index
    : s.i32(known % rangeSize)
}

/** The handle of a resource, or of an element of an array of resources. */
function resourceHandle(s: Importer, p: Pointer): Value {
  if (p.base.kind !== 'resource') return unsupported('a resource')
  const { resource } = p.base
  const dims = resource.dims ?? []
  const indices = p.path.slice(0, dims.length)
  if (indices.length < dims.length) return unsupported('an array of resources as a value')
  const inner = dims.map((n, i) => (i === 0 || n === UNBOUNDED ? 1 : n))
  const index = indices.length === 0 ? s.i32(0) : wrapped(s, linearIndex(s, inner, indices), resource)
  return s.emit(Op.Handle, HANDLE, [index], resource.id, p.isNonUniform ? Flag.NON_UNIFORM : 0)
}

/** The handles of all elements that an address leads to. */
function resourceHandles(s: Importer, p: Pointer): Parts {
  const { type } = p
  if (type.kind !== 'array' || type.count === 0 || type.count > MAX_LEAVES) return [resourceHandle(s, p)]
  const element = (i: number): Pointer => ({ ...p, path: [...p.path, s.i32(i)], type: type.element })
  return Array.from({ length: type.count }, (_, i) => resourceHandles(s, element(i))).flat()
}

/** True for an address whose value is a handle. */
export const pointsToHandle = (p: Pointer): boolean =>
  p.base.kind === 'handle' || p.base.kind === 'resource' || isHandle(seenType(p))
