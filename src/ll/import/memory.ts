// Private and groupshared memory: objects of any type as variables of the IR (scalars and one-dimensional arrays), loads and stores in them.

import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, F64, HANDLE, I1, I8, I16, I32, I64, isFloat, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { LlType } from '../text/syntax.ts'
import type { Importer } from './importer.ts'
import { type Part, POINTER } from './layout.ts'
import {
  isPointer,
  type Leaf,
  type Leaves,
  type MemoryBase,
  type Pointer,
  type Region,
  UNDEF_POINTER,
} from './leaves.ts'

/** Bytes of a unit in memory: bools take four. */
export const bytesOf = (t: Type): number => (t === I1 || t === HANDLE || t === POINTER ? 4 : bitWidth(t) / 8)
export const intOf = (bytes: number): Type => (bytes === 1 ? I8 : bytes === 2 ? I16 : bytes === 4 ? I32 : I64)
const memoryType = (t: Type): Type => (t === I1 ? I32 : t)

type Shape = Pick<Region, 'start' | 'unit' | 'inner' | 'dims' | 'type' | 'isArray'>

/** The variables that an object of this type takes apart into. */
function shapes(s: Importer, t: LlType, start: number, dims: Region['dims'], out: Shape[]): void {
  const parts = s.layout.parts(t)
  if (parts.length === 0) return
  const uniform = uniformType(parts)
  if (uniform !== undefined) {
    const isArray = t.kind === 'array' || t.kind === 'vector' || parts.length > 1 || dims.length > 0
    const first = start + parts[0]!.offset
    out.push({ start: first, unit: bytesOf(uniform), inner: parts.length, dims, type: uniform, isArray })
  } else if (t.kind === 'array') {
    const stride = s.layout.stride(t)
    shapes(s, t.element, start, [...dims, { stride, count: t.count }], out)
  } else if (t.kind === 'struct') {
    const offsets = s.layout.offsets(t)
    for (const [i, field] of (t.fields ?? []).entries()) shapes(s, field, start + offsets[i]!, dims, out)
  } else s.unsupported('memory of this type')
}

/** The one type of units without gaps, or undefined. */
function uniformType(parts: readonly Part[]): Type | undefined {
  const first = memoryType(parts[0]!.type)
  const unit = bytesOf(first)
  const base = parts[0]!.offset
  for (const [i, part] of parts.entries()) {
    const t = memoryType(part.type)
    if (part.offset !== base + i * unit || bytesOf(t) !== unit) return undefined
    if (t !== first) return undefined
  }
  return first
}

const countOf = (shape: Shape): number => shape.dims.reduce((n, d) => n * d.count, shape.inner)

/** Makes an object; `place` gives each variable its storage. */
export function makeObject(
  s: Importer,
  name: string,
  type: LlType,
  space: 0 | 3,
  place: (type: Type, shape: Shape) => Value,
): MemoryBase {
  const list: Shape[] = []
  shapes(s, type, 0, [], list)
  const regions = list.map((shape): Region => {
    const { types } = s.module
    const isArray = shape.isArray || space === 3
    const whole = isArray ? types.array(shape.type, countOf(shape)) : shape.type
    return { ...shape, isArray, ir: shape.type === POINTER ? (0 as Value) : place(whole, shape), pointers: new Map() }
  })
  return { kind: 'memory', name, regions, size: s.layout.size(type), space }
}

export const localObject = (s: Importer, name: string, type: LlType): MemoryBase =>
  makeObject(s, name, type, 0, t => s.alloca(t))

/** Offsets (from the start of the object) of a region's units, in the order of its array. */
export function unitOffsets(region: Region): number[] {
  let offsets = [region.start]
  for (const { stride, count } of region.dims)
    offsets = offsets.flatMap(o => Array.from({ length: count }, (_, i) => o + i * stride))
  return offsets.flatMap(o => Array.from({ length: region.inner }, (_, i) => o + i * region.unit))
}

interface Spot {
  readonly region: Region
  /** Number of the unit, its constant and its variable part. */
  readonly unit: number
  /** Bytes into the unit. */
  readonly rest: number
}

/** The region that holds a constant offset. */
function find(base: MemoryBase, offset: number): Spot | undefined {
  for (const region of base.regions) {
    let rest = offset - region.start
    let index = 0
    for (const { stride, count } of region.dims) {
      index = index * count + Math.floor(rest / stride)
      rest -= Math.floor(rest / stride) * stride
    }
    if (rest < 0 || rest >= region.inner * region.unit) continue
    if (region.dims.length > 0 && offset < region.start) continue
    return { region, unit: index * region.inner + Math.floor(rest / region.unit), rest: rest % region.unit }
  }
  return undefined
}

/** The variable part of an address, in units of the region. */
function variableUnits(s: Importer, region: Region, p: Pointer): Value {
  let sum = s.i32(0)
  for (const { value, scale } of p.terms) sum = s.add(sum, termUnits(s, region, value, scale))
  return sum
}

function termUnits(s: Importer, region: Region, value: Value, scale: number): Value {
  let step = region.inner
  for (const { count } of region.dims) step *= count
  for (const { stride, count } of region.dims) {
    step /= count
    if (scale % stride === 0) return s.scale(value, (scale / stride) * step)
  }
  if (scale % region.unit === 0 && (region.dims.length === 0 || region.inner > 1))
    return s.scale(value, scale / region.unit)
  // A byte address that is only known to be a multiple of the unit.
  if (region.dims.length > 0) s.unsupported('this byte address into an array of structs')
  // It may be below zero: `a[i - 1]`.
  return s.binary(Op.AShr, s.scale(value, scale), s.i32(Math.log2(region.unit)))
}

/** The IR pointer to unit `spot.unit + more` of a region. */
function unitPointer(s: Importer, base: MemoryBase, p: Pointer, spot: Spot, more = 0): Value {
  const { region } = spot
  if (!region.isArray) return region.ir
  if (p.ir !== undefined && more === 0) return p.ir
  const index = s.add(variableUnits(s, region, p), s.i32(spot.unit + more))
  return s.elementPointer(region.ir, index, region.type, base.space)
}

/** A constant part outside of the object that the variable part makes up for: `a[i - 1]`. */
function shifted(base: MemoryBase, p: Pointer): Spot | undefined {
  const [region, another] = base.regions
  if (!region || another || region.dims.length > 0 || p.terms.length === 0) return undefined
  const rest = p.offset - region.start
  const unit = Math.floor(rest / region.unit)
  return { region, unit, rest: rest - unit * region.unit }
}

/** A part of a unit: the IR pointer to the unit, and the bits in front of the part in it. */
interface Slice {
  readonly pointer: Value
  readonly shift: Value
}

function sliceOf(s: Importer, base: MemoryBase, p: Pointer, spot: Spot): Slice {
  const { region } = spot
  const unitInt = intOf(region.unit)
  if (region.dims.length > 0 || p.terms.every(t => t.scale % region.unit === 0))
    return { pointer: unitPointer(s, base, p, spot), shift: s.constant(unitInt, spot.rest * 8) }
  // The variable part of the address says where in the unit, too: a choice between two halves of a word.
  let address = s.i32(spot.unit * region.unit + spot.rest)
  for (const { value, scale } of p.terms) address = s.add(address, s.scale(value, scale))
  const index = s.binary(Op.LShr, address, s.i32(Math.log2(region.unit)))
  const shift = s.binary(Op.Shl, s.binary(Op.And, address, s.i32(region.unit - 1)), s.i32(3))
  const pointer = region.isArray ? s.elementPointer(region.ir, index, region.type, base.space) : region.ir
  return { pointer, shift: s.resized(shift, unitInt) }
}

/** The place of so many bytes, which are whole units or a part that lies in one. */
function alignedSpot(s: Importer, base: MemoryBase, p: Pointer, bytes: number): Spot {
  const spot = spotOf(s, base, p)
  return spot.rest % bytes === 0 ? spot : s.unsupported('an access that is not aligned')
}

function spotOf(s: Importer, base: MemoryBase, p: Pointer): Spot {
  return find(base, p.offset) ?? shifted(base, p) ?? s.unsupported(`an access outside of '${base.name}'`)
}

/** How a choice between addresses counts: bytes of the region that a pointer leads into, or elements of an array of structs. */
export function stepsOf(s: Importer, base: MemoryBase, p: Pointer): { readonly start: number; readonly scale: number } {
  const { start, dims, inner } = spotOf(s, base, p).region
  const scale = dims[0]?.stride ?? 1
  const isWhole = [p.offset - start, ...p.terms.map(t => t.scale)].every(bytes => bytes % scale === 0)
  if (dims.length > 1 || (dims.length > 0 && inner > 1) || !isWhole)
    s.unsupported('a choice between addresses in this memory')
  return { start, scale }
}

/** The pointer with its IR instruction made here, once for all its accesses, where it points to one unit. */
export function materialise(s: Importer, p: Pointer): Pointer {
  if (p.base.kind !== 'memory' || p.terms.length !== 1 || p.ir !== undefined) return p
  const spot = find(p.base, p.offset)
  if (!spot?.region.isArray || spot.rest !== 0 || spot.region.type === POINTER) return p
  return { ...p, ir: unitPointer(s, p.base, p, spot) }
}

/** IR pointer to a scalar of exactly this type, for atomics; undefined when memory holds another. */
export function scalarPointer(s: Importer, p: Pointer, type: Type): Value | undefined {
  if (p.base.kind !== 'memory' || p.base.space !== 3) return undefined
  const spot = find(p.base, p.offset)
  return spot && spot.rest === 0 && spot.region.type === type ? unitPointer(s, p.base, p, spot) : undefined
}

export function loadMemory(s: Importer, base: MemoryBase, p: Pointer, parts: readonly Part[]): Leaf[] {
  return parts.map(part => loadPart(s, base, { ...p, offset: p.offset + part.offset, ...irAt(p, part) }, part.type))
}

const irAt = (p: Pointer, part: Part): { ir?: Value } =>
  p.ir !== undefined && part.offset === 0 ? { ir: p.ir } : { ir: undefined as never }

function loadPart(s: Importer, base: MemoryBase, p: Pointer, type: Type): Leaf {
  const memory = memoryType(type)
  const bytes = bytesOf(memory)
  const spot = alignedSpot(s, base, p, bytes)
  const { region } = spot
  if (type === POINTER) return loadPointer(s, region, p)
  if (region.type === POINTER || (region.type === HANDLE) !== (type === HANDLE))
    s.unsupported('reading an address as a number')
  if (bytes < region.unit)
    return fromMemory(s, fromBits(s, loadSlice(s, region, sliceOf(s, base, p, spot), bytes), memory), type)
  if (bytes === region.unit) {
    const v = s.emit(Op.Load, region.type, [unitPointer(s, base, p, spot)])
    return fromMemory(s, v, type)
  }
  return fromMemory(s, fromBits(s, loadUnits(s, base, p, spot, bytes), memory), type)
}

/** A value of `type` out of the same number of bits. */
function fromMemory(s: Importer, v: Value, type: Type): Value {
  if (type === I1) return s.icmp('ne', v, s.i32(0))
  return cast(s, v, type)
}

/** The same bits as another type. DXIL has no i64 <-> double bitcast of its own, so doubles go by words. */
export function cast(s: Importer, v: Value, type: Type): Value {
  if (s.typeOf(v) === type) return v
  return bitWidth(type) === 64 ? fromBits(s, toBits(s, v), type) : s.emit(Op.BitCast, type, [v])
}

/** Some bytes of a unit as an integer. */
function loadSlice(s: Importer, { unit, type }: Region, { pointer, shift }: Slice, bytes: number): Value {
  const whole = cast(s, s.emit(Op.Load, type, [pointer]), intOf(unit))
  return s.emit(Op.Trunc, intOf(bytes), [s.binary(Op.LShr, whole, shift)])
}

/** Several units as an integer. */
function loadUnits(s: Importer, base: MemoryBase, p: Pointer, spot: Spot, bytes: number): Value {
  const { region } = spot
  const type = intOf(bytes)
  let sum: Value | undefined
  for (let i = 0; i * region.unit < bytes; i++) {
    const one = cast(s, s.emit(Op.Load, region.type, [unitPointer(s, base, p, spot, i)]), intOf(region.unit))
    const wide = s.emit(Op.ZExt, type, [one])
    const moved = i === 0 ? wide : s.binary(Op.Shl, wide, s.constant(type, i * region.unit * 8))
    sum = sum === undefined ? moved : s.binary(Op.Or, sum, moved)
  }
  return sum!
}

/** An integer's bits as a type of the same width. */
export function fromBits(s: Importer, v: Value, type: Type): Value {
  if (type !== F64 || s.typeOf(v) === F64) return cast(s, v, type)
  const low = s.emit(Op.Trunc, I32, [v])
  const high = s.emit(Op.Trunc, I32, [s.binary(Op.LShr, v, s.constant(I64, 32))])
  return s.dx(DxilOp.MakeDouble, F64, [low, high])
}

/** A number's bits as an integer of the same width. */
export function toBits(s: Importer, v: Value): Value {
  const type = s.typeOf(v)
  if (type === F64) {
    const pair = s.dx(DxilOp.SplitDouble, s.module.types.struct('dx.types.splitdouble', [I32, I32]), [v])
    const [low, high] = [0, 1].map(i => s.emit(Op.ZExt, I64, [s.extract(pair, i, I32)]))
    return s.binary(Op.Or, low!, s.binary(Op.Shl, high!, s.constant(I64, 32)))
  }
  return isFloat(type) ? cast(s, v, intOf(bitWidth(type) / 8)) : v
}

export function storeMemory(s: Importer, base: MemoryBase, p: Pointer, parts: readonly Part[], leaves: Leaves): void {
  for (const [i, part] of parts.entries())
    storePart(s, base, { ...p, offset: p.offset + part.offset, ...irAt(p, part) }, part.type, leaves[i]!)
}

function storePart(s: Importer, base: MemoryBase, p: Pointer, type: Type, leaf: Leaf): void {
  const bytes = bytesOf(type)
  const spot = alignedSpot(s, base, p, bytes)
  const { region } = spot
  if (isPointer(leaf)) {
    storePointer(s, region, p, leaf)
    return
  }
  if (region.type === POINTER || (region.type === HANDLE) !== (type === HANDLE))
    s.unsupported('storing a number as an address')
  const given = s.value(leaf)
  const v = type === I1 ? s.emit(Op.ZExt, I32, [given]) : given
  const store = (more: number, unit: Value): void =>
    void s.emit(Op.Store, VOID, [unitPointer(s, base, p, spot, more), cast(s, unit, region.type)])
  if (bytes === region.unit) {
    store(0, v)
    return
  }
  const bits = toBits(s, v)
  const unitInt = intOf(region.unit)
  if (bytes > region.unit) {
    const wide = intOf(bytes)
    for (let i = 0; i * region.unit < bytes; i++) {
      const moved = i === 0 ? bits : s.binary(Op.LShr, bits, s.constant(wide, i * region.unit * 8))
      store(i, s.emit(Op.Trunc, unitInt, [moved]))
    }
    return
  }
  storeSlice(s, region, sliceOf(s, base, p, spot), bits, bytes)
}

/** Replaces some bytes of a wider unit. */
function storeSlice(s: Importer, { unit, type }: Region, { pointer, shift }: Slice, bits: Value, bytes: number): void {
  const unitInt = intOf(unit)
  const old = cast(s, s.emit(Op.Load, type, [pointer]), unitInt)
  const ones = s.constant(unitInt, 2 ** (bytes * 8) - 1)
  const mask = s.binary(Op.Xor, s.binary(Op.Shl, ones, shift), s.constant(unitInt, -1))
  const kept = s.binary(Op.And, old, mask)
  const placed = s.binary(Op.Shl, s.emit(Op.ZExt, unitInt, [bits]), shift)
  s.emit(Op.Store, VOID, [pointer, cast(s, s.binary(Op.Or, kept, placed), type)])
}

// ---- pointers in memory: known while importing, never values of the IR -----------------------------------------------------------------

function storePointer(s: Importer, region: Region, p: Pointer, pointer: Pointer): void {
  if (region.type !== POINTER || p.terms.length > 0) s.unsupported('storing this pointer in memory')
  const known = region.pointers.get(p.offset)
  if (!known) region.pointers.set(p.offset, { pointer, blocks: new Set([s.block]) })
  else {
    known.blocks.add(s.block)
    if (known.blocks.size > 1) s.unsupported('a pointer variable with several values')
    known.pointer = pointer
  }
}

function loadPointer(s: Importer, region: Region, p: Pointer): Leaf {
  const known = region.type === POINTER && p.terms.length === 0 ? region.pointers.get(p.offset) : undefined
  if (!known) return UNDEF_POINTER
  known.blocks.add(s.block)
  return known.pointer
}
