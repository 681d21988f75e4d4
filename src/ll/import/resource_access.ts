// Memory accesses through getpointer and getbasepointer as operations of the resource: the access pass of LLVM's DirectX back end.

import type { Value } from '../../ir/function.ts'
import { Op, packRaw } from '../../ir/ops.ts'
import { cbufRetType, resRetType } from '../../ir/result_types.ts'
import { F64, I1, I32, I64, type Type, VOID } from '../../ir/types.ts'
import type { Importer } from './importer.ts'
import { type Part, POINTER } from './layout.ts'
import type { LazyLeaf, Leaf, Leaves, Pointer, ResourceBase, Term } from './leaves.ts'
import { bytesOf } from './memory.ts'

export const isByteAddress = (base: ResourceBase): boolean => {
  const element = base.target.types[0]
  return base.target.name === 'dx.RawBuffer' && element?.kind === 'int' && element.bits === 8
}
const isTextureTarget = (base: ResourceBase): boolean => /^dx\.(MS)?Texture$/.test(base.target.name)
const memoryType = (t: Type): Type => (t === I1 ? I32 : t)

/** The scalars of one element of a typed resource. */
function elementParts(s: Importer, base: ResourceBase): readonly Part[] {
  const type = base.target.types[0]
  return type ? s.layout.parts(type) : s.unsupported('this resource')
}

/** Bytes from the base as an i32 value. */
function byteOffset(s: Importer, p: Pointer, extra: number): Value {
  let sum = s.i32(p.offset + extra)
  for (const { value, scale } of p.terms) sum = s.add(s.scale(value, scale), sum)
  return sum
}

export function loadResource(s: Importer, base: ResourceBase, p: Pointer, parts: readonly Part[]): Leaf[] {
  if (parts.some(part => part.type === POINTER)) s.unsupported('loading a pointer from a resource')
  if (base.target.name === 'dx.RawBuffer') return loadRaw(s, base, p, parts)
  if (base.target.name === 'dx.CBuffer') return loadConstants(s, base, p, parts)
  const elements = elementLeaves(s, base)
  return parts.map(part => lane(s, elements, p, part))
}

/** All lanes of a typed element, lazily extracted from one load. */
function elementLeaves(s: Importer, base: ResourceBase): LazyLeaf[] {
  const parts = elementParts(s, base)
  const type = memoryType(parts[0]!.type)
  const row = loadElement(s, base, type)
  return parts.map((_, index) => ({ kind: 'lazy', row, index, type }))
}

/** The whole element as the operation's result struct. */
export function loadElement(s: Importer, base: ResourceBase, type: Type): Value {
  const result = resRetType(s.module.types, type)
  if (!isTextureTarget(base)) return s.emit(Op.LoadTyped, result, [base.handle, base.index[0]!])
  const undef = s.undef(I32)
  const isWritable = base.target.ints[0] !== 0
  const level = isWritable ? undef : s.i32(0)
  return s.emit(Op.LoadTexture, result, [base.handle, level, ...three(s, base.index), undef, undef, undef])
}

export function three(s: Importer, values: readonly Value[]): Value[] {
  const list = [...values]
  while (list.length < 3) list.push(s.undef(I32))
  return list
}

/** One lane of an element, by the offset of the access; a variable lane is read through a variable. */
function lane(s: Importer, leaves: readonly LazyLeaf[], p: Pointer, part: Part): Leaf {
  const type = leaves[0]!.type
  if (type !== memoryType(part.type)) s.fail('the access is not of the type of the resource')
  const unit = bytesOf(type)
  if (p.terms.length === 0)
    return leaves[(p.offset + part.offset) / unit] ?? s.fail('the access is outside of the element')
  const index = s.binary(Op.LShr, byteOffset(s, p, part.offset), s.i32(Math.log2(unit)))
  return s.pick(s.values(leaves), index)
}

// ---- raw and structured buffers -------------------------------------------------------------------------------------------------------

/** [element or address, offset]: byte address buffers have no offset operand. */
export function rawAddress(s: Importer, base: ResourceBase, offset: Value): [Value, Value] {
  if (!isByteAddress(base)) return [base.index[0]!, offset]
  return [s.add(base.index[0]!, offset), s.undef(I32)]
}

/** Runs of at most four scalars of one type that lie side by side: [first, count]. */
function* runs(parts: readonly Part[]): Generator<[number, number]> {
  for (let first = 0; first < parts.length; ) {
    const { type, offset } = parts[first]!
    const memory = memoryType(type)
    let n = 1
    for (; n < 4; n++) {
      const next = parts[first + n]
      if (!next || memoryType(next.type) !== memory || next.offset !== offset + n * bytesOf(memory)) break
    }
    yield [first, n]
    first += n
  }
}

function loadRaw(s: Importer, base: ResourceBase, p: Pointer, parts: readonly Part[]): Leaf[] {
  const leaves: Leaf[] = []
  for (const [first, n] of runs(parts)) {
    const type = memoryType(parts[first]!.type)
    const [index, offset] = rawAddress(s, base, byteOffset(s, p, parts[first]!.offset))
    const row = s.emit(
      Op.LoadRaw,
      resRetType(s.module.types, type),
      [base.handle, index, offset],
      packRaw(n, bytesOf(type)),
    )
    for (let i = 0; i < n; i++) {
      const leaf: LazyLeaf = { kind: 'lazy', row, index: i, type }
      leaves.push(parts[first + i]!.type === I1 ? s.icmp('ne', s.value(leaf), s.i32(0)) : leaf)
    }
  }
  return leaves
}

const inMemory = (s: Importer, v: Value): Value => (s.typeOf(v) === I1 ? s.emit(Op.ZExt, I32, [v]) : v)

export function storeResource(
  s: Importer,
  base: ResourceBase,
  p: Pointer,
  parts: readonly Part[],
  leaves: Leaves,
): void {
  if (parts.some(part => part.type === POINTER)) s.unsupported('storing a pointer in a resource')
  if (base.target.name === 'dx.CBuffer' || base.target.ints[0] === 0) s.fail('the resource cannot be written')
  const values = s.values(leaves).map(v => inMemory(s, v))
  if (base.target.name !== 'dx.RawBuffer') {
    storeLanes(s, base, p, parts, values)
    return
  }
  for (const [first, n] of runs(parts)) {
    const [index, offset] = rawAddress(s, base, byteOffset(s, p, parts[first]!.offset))
    const aux = packRaw(n, bytesOf(memoryType(parts[first]!.type)))
    s.emit(Op.StoreRaw, VOID, [base.handle, index, offset, ...values.slice(first, first + n)], aux)
  }
}

/** Typed stores write the whole element: the lanes that the access leaves out are loaded first. */
function storeLanes(s: Importer, base: ResourceBase, p: Pointer, parts: readonly Part[], values: Value[]): void {
  const lanes = elementParts(s, base)
  const unit = bytesOf(lanes[0]!.type)
  if (memoryType(lanes[0]!.type) !== s.typeOf(values[0]!)) s.fail('the access is not of the type of the resource')
  if (p.terms.length > 0) {
    const array = s.spill(s.values(elementLeaves(s, base)))
    const type = s.typeOf(values[0]!)
    for (const [i, v] of values.entries()) {
      const index = s.binary(Op.LShr, byteOffset(s, p, parts[i]!.offset), s.i32(Math.log2(unit)))
      s.emit(Op.Store, VOID, [s.elementPointer(array, index, type), v])
    }
    const all = lanes.map((_, i) => s.emit(Op.Load, type, [s.elementPointer(array, s.i32(i), type)]))
    storeElement(s, base, all)
    return
  }
  const whole: (Leaf | undefined)[] = lanes.map(() => undefined)
  for (const [i, part] of parts.entries()) {
    const at = (p.offset + part.offset) / unit
    if (!(at in whole)) s.fail('the access is outside of the element')
    whole[at] = values[i]
  }
  const rest = whole.includes(undefined) ? elementLeaves(s, base) : []
  storeElement(
    s,
    base,
    whole.map((leaf, i) => s.value(leaf ?? rest[i]!)),
  )
}

/** Stores four components; those that the element does not have repeat the first. */
export function storeElement(
  s: Importer,
  base: ResourceBase,
  values: readonly Value[],
  sample: readonly Value[] = [],
): void {
  const four = [...values]
  while (four.length < 4) four.push(four[0]!)
  if (isTextureTarget(base)) s.emit(Op.StoreTexture, VOID, [base.handle, ...three(s, base.index), ...four, ...sample])
  else s.emit(Op.StoreTyped, VOID, [base.handle, base.index[0]!, ...four])
}

// ---- constant buffers -------------------------------------------------------------------------------------------------------------------

function loadConstants(s: Importer, base: ResourceBase, p: Pointer, parts: readonly Part[]): Leaf[] {
  const rows = new Map<string, Value>()
  const byRow = p.terms.filter(t => t.scale % 16 === 0)
  const within = p.terms.filter(t => t.scale % 16 !== 0)
  return parts.map(part => {
    const type = memoryType(part.type)
    const leaf =
      within.length > 0
        ? anywhere(s, base, p, part.offset, type)
        : fixedLane(s, base, rows, rowIndex(s, byRow), p.offset + part.offset, type)
    return part.type === I1 ? s.icmp('ne', s.value(leaf), s.i32(0)) : leaf
  })
}

function rowIndex(s: Importer, terms: readonly Term[]): Value {
  let sum = s.i32(0)
  for (const { value, scale } of terms) sum = s.add(s.scale(value, scale / 16), sum)
  return sum
}

const rowType = (s: Importer, type: Type): Type => cbufRetType(s.module.types, type, s.module.options.native16Bit)

/** Bytes that a lane of a row takes: min-precision values keep four. */
const laneBytes = (s: Importer, type: Type): number => Math.max(bytesOf(type), s.module.options.native16Bit ? 2 : 4)

function fixedLane(
  s: Importer,
  base: ResourceBase,
  rows: Map<string, Value>,
  first: Value,
  offset: number,
  type: Type,
): Leaf {
  const key = `${offset >> 4}:${type}`
  let row = rows.get(key)
  if (row === undefined) {
    row = s.emit(Op.LoadCBufferRow, rowType(s, type), [base.handle, s.add(first, s.i32(offset >> 4))])
    rows.set(key, row)
  }
  return { kind: 'lazy', row, index: (offset & 15) / laneBytes(s, type), type }
}

/** A byte address that need not be that of a row: the row is read whole and the lane picked from it. */
function anywhere(s: Importer, base: ResourceBase, p: Pointer, extra: number, type: Type): Value {
  const address = byteOffset(s, p, extra)
  const row = s.emit(Op.LoadCBufferRow, rowType(s, type), [base.handle, s.binary(Op.LShr, address, s.i32(4))])
  const bytes = laneBytes(s, type)
  const lanes = type === F64 || type === I64 ? 2 : 16 / bytes
  const values = Array.from({ length: lanes }, (_, i) => s.extract(row, i, type))
  const inRow = s.binary(Op.And, address, s.i32(15))
  return s.pick(values, s.binary(Op.LShr, inRow, s.i32(Math.log2(bytes))))
}
