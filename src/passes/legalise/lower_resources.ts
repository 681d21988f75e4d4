// Turns resource operations into DXIL operations of the target's shader model and makes handle indices absolute.
// Handles themselves stay: emission writes them as createHandle, or createHandleFromBinding or -FromHeap + annotateHandle. Afterwards no other
// `hl` op remains.

import { LAST_REGISTER } from '../../binding/register_space.ts'
import type { Func, Value } from '../../ir/function.ts'
import { handleResource } from '../../ir/handles.ts'
import type { Module } from '../../ir/module.ts'
import { Flag, Op, rawAlignment, rawCount } from '../../ir/ops.ts'
import { resRetType } from '../../ir/result_types.ts'
import { F64, I8, I32, I64, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { UNBOUNDED } from '../../spec/resource_classes.ts'
import { unsignedOf } from '../analyse/value_bounds.ts'
import { markNonUniform } from './mark_non_uniform.ts'
import { composedOf, composeWide, splitWide } from './wide_values.ts'

/** Runs after number_resources: bindings must be known. */
export function lowerResources(module: Module, f: Func): void {
  markNonUniform(f)
  const state = new Lowering(module, f)
  for (const b of f.blocks)
    for (let v = f.first(b), next: Value; v !== 0; v = next) {
      next = f.next(v)
      LOWER[f.op(v)]?.(state, v)
    }
  hoistConstantHandles(f)
}

/** Known indices of unbounded arrays that no register is left for. Runs after number_resources. */
export function indexesPastEnd(
  module: Module,
): readonly { readonly name: string; readonly index: number; readonly pos: number }[] {
  const found: { name: string; index: number; pos: number }[] = []
  if (!module.resources.some(r => r.rangeSize === UNBOUNDED && (r.binding?.lower ?? 0) > 0)) return found
  for (const f of module.definitions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        if (f.op(v) !== Op.Handle) continue
        const { binding, rangeSize, name } = module.resources[f.aux(v)]!
        const index = rangeSize === UNBOUNDED ? unsignedOf(module, f.operandAt(v, 0)) : undefined
        if (binding && index !== undefined && binding.lower + index > LAST_REGISTER)
          found.push({ name, index, pos: placeOf(f, v) })
      }
  return found
}

/** Handles with a known index are made at the start of the function, nowhere in the source: the first use has a place. */
const placeOf = (f: Func, handle: Value): number =>
  f.pos(handle) || f.users(handle).reduce((pos, user) => pos || f.pos(user), 0)

class Lowering {
  readonly module: Module
  readonly f: Func
  readonly undefI32: Value
  constructor(module: Module, f: Func) {
    this.module = module
    this.f = f
    this.undefI32 = module.constants.undef(I32)
  }
  i32(n: number): Value {
    return this.module.constants.int(I32, n)
  }
  i8(n: number): Value {
    return this.module.constants.int(I8, n)
  }
  /** Element type of a load's ResRet result. */
  elementOf(v: Value): Type {
    const shape = this.module.types.shape(this.f.type(v))
    return shape.kind === 'struct' ? shape.elements[0]! : this.f.type(v)
  }
  add(at: Value, v: Value, n: number): Value {
    if (n === 0) return v
    const constant = v < 0 ? this.module.constants.get(v) : undefined
    if (constant?.kind === 'undef') return v
    if (constant?.kind === 'int') return this.i32(Number(constant.value) + n)
    return this.f.insertBefore(at, Op.Add, I32, [v, this.i32(n)])
  }
  dx(at: Value, opcode: number, type: Type, operands: readonly Value[]): Value {
    return this.f.insertBefore(at, Op.Dx, type, operands, opcode)
  }
  /** v itself becomes the DXIL operation. */
  become(v: Value, opcode: number, operands: readonly Value[]): void {
    this.f.become(v, Op.Dx, this.f.type(v), operands, opcode)
  }
}

type Rule = (s: Lowering, v: Value) => void

const LOWER: Readonly<Record<number, Rule>> = {
  [Op.Handle]: lowerHandle,
  [Op.LoadTyped]: lowerLoadTyped,
  [Op.StoreTyped]: lowerStoreTyped,
  [Op.LoadRaw]: lowerLoadRaw,
  [Op.StoreRaw]: lowerStoreRaw,
  [Op.LoadCBufferRow]: (s, v) => s.become(v, DxilOp.CBufferLoadLegacy, s.f.operands(v)),
  [Op.LoadTexture]: lowerLoadTexture,
  [Op.StoreTexture]: lowerStoreTexture,
  [Op.UpdateCounter]: (s, v) => {
    markCounter(s, v)
    s.become(v, DxilOp.BufferUpdateCounter, [s.f.operandAt(v, 0), s.i8(s.f.aux(v))])
  },
  [Op.AtomicBinOp]: (s, v) => {
    const [handle, ...rest] = s.f.operands(v)
    markAtomic64(s, v)
    s.become(v, DxilOp.AtomicBinOp, [handle!, s.i32(s.f.aux(v)), ...rest])
  },
  [Op.AtomicCmpXchg]: (s, v) => {
    markAtomic64(s, v)
    s.become(v, DxilOp.AtomicCompareExchange, s.f.operands(v))
  },
  [Op.Dx]: (s, v) => {
    clampBias(s, v)
    dropUndefinedOutput(s, v)
  },
  [Op.GetDimensions]: (s, v) => s.become(v, DxilOp.GetDimensions, s.f.operands(v)),
}

/** Place of the bias among the operands. */
const BIAS: ReadonlyMap<number, number> = new Map([
  [DxilOp.SampleBias, 9],
  [DxilOp.SampleCmpBias, 10],
  [DxilOp.WriteSamplerFeedbackBias, 7],
])
// Bounds of D3D12 samplers' mip bias.
const MIN_BIAS = -16
const MAX_BIAS = Math.fround(15.99)

/** A constant bias beyond what hardware does is brought back into the range, as DXC does. */
function clampBias(s: Lowering, v: Value): void {
  const at = BIAS.get(s.f.aux(v))
  if (at === undefined) return
  const bias = s.f.operandAt(v, at)
  const constant = bias < 0 ? s.module.constants.get(bias) : undefined
  if (constant?.kind !== 'float') return
  const clamped = Math.min(Math.max(constant.value, MIN_BIAS), MAX_BIAS)
  if (clamped !== constant.value) s.f.setOperand(v, at, s.module.constants.float(constant.type, clamped))
}

/** An output that has no value is not written; patch constants are, as in DXC. */
function dropUndefinedOutput(s: Lowering, v: Value): void {
  if (s.f.aux(v) !== DxilOp.StoreOutput) return
  const value = s.f.operandAt(v, 3)
  if (value < 0 && s.module.constants.isUndef(value)) s.f.remove(v)
}

/** Index from the start of the binding -> index from the start of the space. */
function lowerHandle(s: Lowering, v: Value): void {
  const { binding, rangeSize, class: kind, size } = s.module.resources[s.f.aux(v)]!
  // Libraries index the global, which has no register yet.
  if (!binding || s.module.target.stage === 'lib') return
  const index = rangeSize !== UNBOUNDED && rangeSize !== 0 ? unsignedOf(s.module, s.f.operandAt(v, 0)) : undefined
  if (index !== undefined && index >= rangeSize) {
    // A known index behind the end, perhaps of code that never runs, counts from the start again: LLVM folds it so in DXC.
    s.f.setOperand(v, 0, s.i32(index % rangeSize))
    if (kind === 'cbv') moveRows(s, v, Math.floor(index / rangeSize) * Math.ceil(size / 16))
  }
  s.f.setOperand(v, 0, s.add(v, s.f.operandAt(v, 0), binding.lower))
}

/** What was taken off the index of a constant buffer is added to its rows there, which are then outside of the buffer. */
function moveRows(s: Lowering, handle: Value, rows: number): void {
  for (const user of s.f.users(handle)) {
    const row = s.f.op(user) === Op.LoadCBufferRow ? unsignedOf(s.module, s.f.operandAt(user, 1)) : undefined
    if (row !== undefined) s.f.setOperand(user, 1, s.i32(row + rows))
  }
}

function markCounter(s: Lowering, v: Value): void {
  mark(s, s.f.operandAt(v, 0), 'hasCounter')
}

function markAtomic64(s: Lowering, v: Value): void {
  if (s.f.type(v) === I64) mark(s, s.f.operandAt(v, 0), 'atomic64')
}

/** Notes a use of a resource; a heap's element has nobody but the handle itself to tell it. */
function mark(s: Lowering, handle: Value, use: 'hasCounter' | 'atomic64'): void {
  const resource = handleResource(s.module, s.f, handle)
  if (!resource) return
  if (s.f.op(handle) === Op.Handle) resource[use] = true
  else {
    const { isSampler } = s.module.heapTypes[s.f.aux(handle)]!
    s.f.setAux(handle, s.module.heapType({ ...resource, [use]: true }, isSampler))
  }
}

const isWide = (t: Type): boolean => t === F64 || t === I64

function lowerLoadTyped(s: Lowering, v: Value): void {
  const [handle, element] = s.f.operands(v) as [Value, Value]
  const operands = [handle, element, s.undefI32]
  if (isWide(s.elementOf(v)))
    replaceTypedLoad(s, v, s.dx(v, DxilOp.BufferLoad, resRetType(s.module.types, I32), operands))
  else s.become(v, DxilOp.BufferLoad, operands)
}

function lowerLoadTexture(s: Lowering, v: Value): void {
  const operands = s.f.operands(v)
  if (isWide(s.elementOf(v)))
    replaceTypedLoad(s, v, s.dx(v, DxilOp.TextureLoad, resRetType(s.module.types, I32), operands))
  else s.become(v, DxilOp.TextureLoad, operands)
}

/** Typed stores write all four components: the missing ones repeat undef, the mask is always 15. */
function lowerStoreTyped(s: Lowering, v: Value): void {
  const [handle, element, ...values] = s.f.operands(v) as [Value, Value, ...Value[]]
  s.become(v, DxilOp.BufferStore, [handle, element, s.undefI32, ...fourNarrow(s, v, values), s.i8(15)])
}

function lowerStoreTexture(s: Lowering, v: Value): void {
  const [handle, x, y, z, ...values] = s.f.operands(v) as [Value, Value, Value, Value, ...Value[]]
  const four = fourNarrow(s, v, values.slice(0, 4))
  const sample = values[4]
  if (sample === undefined) s.become(v, DxilOp.TextureStore, [handle, x, y, z, ...four, s.i8(15)])
  else s.become(v, DxilOp.TextureStoreSample, [handle, x, y, z, ...four, s.i8(15), sample])
}

/** 64-bit values of a typed store (at most two) travel as pairs of 32-bit words. */
function fourNarrow(s: Lowering, at: Value, values: readonly Value[]): Value[] {
  const type = s.module.typeOf(s.f, values[0]!)
  if (!isWide(type)) return [...values]
  // What is only moved needs no 64-bit operations, which would ask for a feature of the device.
  return values.slice(0, 2).flatMap(value => composedOf(s.module, s.f, value) ?? splitWide(s.module, s.f, at, value))
}

/** Byte step of the next four words: raw buffers move the address, structured ones the offset. */
function advance(s: Lowering, at: Value, address: Value, offset: Value, bytes: number): [Value, Value] {
  const isRaw = s.module.constants.isUndef(offset)
  return isRaw ? [s.add(at, address, bytes), offset] : [address, s.add(at, offset, bytes)]
}

function lowerLoadRaw(s: Lowering, v: Value): void {
  if (s.module.hasVectors() && rawCount(s.f.aux(v)) > 1) {
    const count = rawCount(s.f.aux(v))
    const operands = [...s.f.operands(v), s.i32(rawAlignment(s.f.aux(v))), s.i32(count)]
    s.become(v, DxilOp.RawBufferVectorLoad, operands)
    return
  }
  const [handle, address, offset] = s.f.operands(v) as [Value, Value, Value]
  const alignment = rawAlignment(s.f.aux(v))
  if (!isWide(s.elementOf(v)) || s.module.atLeast(3)) {
    s.become(v, ...rawLoad(s, handle, address, offset, rawCount(s.f.aux(v)), alignment))
    return
  }
  const parts: Value[] = []
  const wordCount = 2 * usedElements(s, v)
  for (let done = 0; done === 0 || done < wordCount; done += 4) {
    const words = Math.min(4, wordCount - done)
    const [a, o] = advance(s, v, address, offset, done * 4)
    parts.push(s.dx(v, ...withType(rawLoad(s, handle, a, o, words, alignment), resRetType(s.module.types, I32))))
  }
  replaceWideLoad(s, v, parts)
}

/** Elements of a load up to the last one used: 64-bit loads split into words ask for no more, as DXC's do. */
const usedElements = (s: Lowering, load: Value): number =>
  s.f.users(load).reduce((n, user) => (s.f.aux(user) === 4 ? n : Math.max(n, s.f.aux(user) + 1)), 0)

const withType = ([opcode, operands]: [number, Value[]], type: Type): [number, Type, Value[]] => [
  opcode,
  type,
  operands,
]

function rawLoad(
  s: Lowering,
  handle: Value,
  address: Value,
  offset: Value,
  count: number,
  alignment: number,
): [number, Value[]] {
  if (!s.module.atLeast(2)) return [DxilOp.BufferLoad, [handle, address, offset]]
  return [DxilOp.RawBufferLoad, [handle, address, offset, s.i8((1 << count) - 1), s.i32(alignment)]]
}

function lowerStoreRaw(s: Lowering, v: Value): void {
  if (s.module.hasVectors() && rawCount(s.f.aux(v)) > 1) {
    s.become(v, DxilOp.RawBufferVectorStore, [...s.f.operands(v), s.i32(rawAlignment(s.f.aux(v)))])
    return
  }
  const [handle, address, offset, ...values] = s.f.operands(v) as [Value, Value, Value, ...Value[]]
  const alignment = rawAlignment(s.f.aux(v))
  const type = s.module.typeOf(s.f, values[0]!)
  if (!isWide(type) || s.module.atLeast(3)) {
    s.become(v, ...rawStore(s, [handle, address, offset], values, type, alignment))
    return
  }
  const words = values.flatMap(value => splitWide(s.module, s.f, v, value))
  for (let done = 0; done < words.length; done += 4) {
    const [a, o] = advance(s, v, address, offset, done * 4)
    const four = words.slice(done, done + 4)
    const [opcode, operands] = rawStore(s, [handle, a, o], four, I32, alignment)
    s.dx(v, opcode, VOID, operands)
  }
  s.f.remove(v)
}

function rawStore(
  s: Lowering,
  [handle, address, offset]: readonly [handle: Value, address: Value, offset: Value],
  values: readonly Value[],
  type: Type,
  alignment: number,
): [number, Value[]] {
  const four = [...values]
  while (four.length < 4) four.push(s.module.constants.undef(type))
  const operands = [handle, address, offset, ...four, s.i8((1 << values.length) - 1)]
  if (!s.module.atLeast(2)) return [DxilOp.BufferStore, operands]
  return [DxilOp.RawBufferStore, [...operands, s.i32(alignment)]]
}

/** Rewrites the extracts of a 64-bit load in terms of loads of 32-bit words, four each. */
function replaceWideLoad(s: Lowering, v: Value, parts: readonly Value[]): void {
  const { f } = s
  const type = s.elementOf(v)
  for (const user of f.users(v)) {
    const index = f.aux(user)
    if (f.users(user).length > 0)
      f.replaceAllUses(user, index === 4 ? extract(s, user, parts[0]!, 4) : widePart(s, user, parts, index, type))
    f.remove(user)
  }
  f.remove(v)
}

/** A typed load of 64-bit values; those of which only the low word is wanted are not put together. */
function replaceTypedLoad(s: Lowering, v: Value, words: Value): void {
  for (const element of s.f.users(v)) {
    const index = s.f.aux(element)
    if (index > 1) continue
    for (const user of s.f.users(element)) {
      if (s.f.op(user) !== Op.Trunc || s.f.type(user) !== I32) continue
      s.f.replaceAllUses(user, extract(s, user, words, index * 2))
      s.f.remove(user)
    }
  }
  replaceWideLoad(s, v, [words])
}

function widePart(s: Lowering, at: Value, parts: readonly Value[], index: number, type: Type): Value {
  const part = parts[index >> 1]
  if (part === undefined) return s.module.constants.undef(type)
  const at2 = (index & 1) * 2
  return composeWide(s.module, s.f, at, extract(s, at, part, at2), extract(s, at, part, at2 + 1), type)
}

const extract = (s: Lowering, at: Value, from: Value, index: number): Value =>
  s.f.insertBefore(at, Op.Extract, I32, [from], index)

/** One handle per resource and constant index, at the top of the entry: what DXC does, and what makes every use dominated. */
function hoistConstantHandles(f: Func): void {
  const known = new Map<string, Value>()
  const found: Value[] = []
  for (const b of f.blocks) for (let v = f.first(b); v !== 0; v = f.next(v)) if (f.op(v) === Op.Handle) found.push(v)
  for (const v of found) {
    const index = f.operandAt(v, 0)
    if (index > 0) continue
    const key = `${f.aux(v)}:${index}`
    const first = known.get(key)
    if (first === undefined) {
      known.set(key, v)
      f.setFlags(v, f.flags(v) & ~Flag.NON_UNIFORM)
      const at = firstNonAlloca(f, v)
      if (at !== v) f.moveBefore(v, at)
    } else {
      f.replaceAllUses(v, first)
      f.remove(v)
    }
  }
}

const OF_THE_START: ReadonlySet<number> = new Set([Op.Param, Op.Alloca, Op.Handle])

/** Handles go behind parameters and allocas, and behind the handles already hoisted. */
function firstNonAlloca(f: Func, moving: Value): Value {
  let v = f.first(f.entry)
  while (v !== moving && OF_THE_START.has(f.op(v)) && f.next(v) !== 0) v = f.next(v)
  return v
}
