// The type rules of each op, one small function a kind of op, for verify.ts.

import type { Func, Value } from './function.ts'
import type { Module } from './module.ts'
import { MNEMONIC, Op } from './ops.ts'
import { AUX_NAMES } from './text.ts'
import {
  bitWidth,
  HANDLE,
  I1,
  I32,
  isFloat,
  isInt,
  isNodeHandle,
  isStorable,
  type Shape,
  type Type,
  VOID,
} from './types.ts'

type TypeOf = (v: Value) => Type
type Rule = (m: Module, f: Func, v: Value, typeOf: TypeOf) => string | undefined

const isScalar = (t: Type): boolean => isInt(t) || isFloat(t)

/** The type of one lane, and how many there are: 1 of a scalar. */
function lanesOf(m: Module, t: Type): readonly [element: Type, count: number] {
  const shape = m.types.shape(t)
  return shape.kind === 'vector' ? [shape.element, shape.count] : [t, 1]
}

const sameTypes =
  (kind: (t: Type) => boolean, what: string): Rule =>
  (m, f, v, typeOf) => {
    if (!kind(lanesOf(m, f.type(v))[0])) return `result is not ${what}`
    for (let i = 0; i < f.operandCount(v); i++)
      if (typeOf(f.operandAt(v, i)) !== f.type(v)) return `operand ${i} is not of the result's type`
    return undefined
  }
const intOp = sameTypes(isInt, 'an integer')
const floatOp = sameTypes(isFloat, 'a float')

const compare =
  (kind: (t: Type) => boolean): Rule =>
  (m, f, v, typeOf) => {
    const [result, count] = lanesOf(m, f.type(v))
    const t = typeOf(f.operandAt(v, 0))
    const [compared, lanes] = lanesOf(m, t)
    if (result !== I1 || count !== lanes) return 'result is not i1'
    if (!AUX_NAMES.get(f.op(v))!.has(f.aux(v))) return 'unknown predicate'
    return kind(compared) && typeOf(f.operandAt(v, 1)) === t ? undefined : 'operands cannot be compared'
  }

const convert =
  (from: (t: Type) => boolean, to: (t: Type) => boolean, widths: (from: number, to: number) => boolean): Rule =>
  (m, f, v, typeOf) => {
    const [source, count] = lanesOf(m, typeOf(f.operandAt(v, 0)))
    const [target, lanes] = lanesOf(m, f.type(v))
    const fits = count === lanes && from(source) && to(target) && widths(bitWidth(source), bitWidth(target))
    return fits ? undefined : 'is no conversion between these types'
  }
const wider = (from: number, to: number): boolean => to > from
const narrower = (from: number, to: number): boolean => to < from
const anyWidth = (): boolean => true

const pointerOf = (m: Module, t: Type): Extract<Shape, { kind: 'pointer' }> | undefined => {
  const shape = m.types.shape(t)
  return shape.kind === 'pointer' ? shape : undefined
}

/** What one load or store moves: a matrix that a function passes by value is a struct. */
const isMoved = (m: Module, t: Type): boolean =>
  isStorable(t) || (m.types.shape(t).kind !== 'array' && isAggregate(m, t))

/** Memory ops: operand 0 points to a scalar or vector of the type of `value` (an operand number, or -1 for the result). */
const access =
  (...values: readonly number[]): Rule =>
  (m, f, v, typeOf) => {
    const pointer = pointerOf(m, typeOf(f.operandAt(v, 0)))
    if (pointer === undefined || !isMoved(m, pointer.pointee)) return 'operand 0 does not point to a scalar'
    for (const i of values)
      if ((i < 0 ? f.type(v) : typeOf(f.operandAt(v, i))) !== pointer.pointee)
        return 'value is not of the type pointed to'
    return undefined
  }

const gep: Rule = (m, f, v, typeOf) => {
  const from = pointerOf(m, typeOf(f.operandAt(v, 0)))
  const array = from === undefined ? undefined : m.types.shape(from.pointee)
  if (array?.kind !== 'array' && array?.kind !== 'vector') return 'operand 0 does not point to an array'
  if (typeOf(f.operandAt(v, 1)) !== I32) return 'index is not i32'
  return f.type(v) === m.types.pointer(array.element, from!.space) ? undefined : 'result does not point to the element'
}

/** Between scalars of one width, or pointers to them; objects of nodes are words where libraries pass them. */
const bitCast: Rule = (m, f, v, typeOf) => {
  const [from, to] = [pointerOf(m, typeOf(f.operandAt(v, 0))), pointerOf(m, f.type(v))]
  const types = [typeOf(f.operandAt(v, 0)), f.type(v)]
  if (types.includes(I32) && types.some(isNodeHandle)) return undefined
  if (!from || !to) return convert(isScalar, isScalar, (a, b) => a === b)(m, f, v, typeOf)
  const bits = wholeWidth(m, to.pointee)
  const fits = bits > 0 && bits === wholeWidth(m, from.pointee) && from.space === to.space
  return fits ? undefined : 'is no conversion between these types'
}

/** Bits of a scalar, of a vector, and of a matrix, which memory has as an array of vectors in a struct. */
function wholeWidth(m: Module, t: Type): number {
  const shape = m.types.shape(t)
  if (shape.kind === 'struct') return shape.elements.length === 1 ? wholeWidth(m, shape.elements[0]!) : 0
  if (shape.kind === 'array' || shape.kind === 'vector') return shape.count * wholeWidth(m, shape.element)
  return bitWidth(t)
}

/** Part of aggregate memory under an index; undefined where there is none. */
function partOf(m: Module, t: Type, index: Value): Type | undefined {
  const shape = m.types.shape(t)
  if (shape.kind === 'array' || shape.kind === 'vector') return shape.element
  if (shape.kind !== 'struct' || index >= 0) return undefined
  const c = m.constants.get(index)
  return c.kind === 'int' ? shape.elements[Number(c.value)] : undefined
}

const accessChain: Rule = (m, f, v, typeOf) => {
  if (f.operandCount(v) === 0) return 'has no pointer'
  const from = pointerOf(m, typeOf(f.operandAt(v, 0)))
  if (from === undefined) return 'operand 0 is no pointer'
  let at: Type | undefined = from.pointee
  for (let i = 1; i < f.operandCount(v) && at !== undefined; i++) {
    if (typeOf(f.operandAt(v, i)) !== I32) return 'index is not i32'
    at = partOf(m, at, f.operandAt(v, i))
  }
  if (at === undefined) return 'the memory has no such part'
  return f.type(v) === m.types.pointer(at, from.space) ? undefined : 'result does not point to the part'
}

const NO_LANE = 'the vector has no such element'

/** Whether a lane that is known is one of the vector. */
function hasLane(m: Module, count: number, index: Value): boolean {
  const lane = m.constants.numberOf(index)
  return lane === undefined || (lane >= 0 && lane < count)
}

const extractElement: Rule = (m, f, v, typeOf) => {
  const shape = m.types.shape(typeOf(f.operandAt(v, 0)))
  if (shape.kind !== 'vector' || typeOf(f.operandAt(v, 1)) !== I32) return 'operands are not a vector and an i32'
  if (!hasLane(m, shape.count, f.operandAt(v, 1))) return NO_LANE
  return shape.element === f.type(v) ? undefined : 'result is not of the type of the elements'
}

const insertElement: Rule = (m, f, v, typeOf) => {
  const shape = m.types.shape(f.type(v))
  if (shape.kind !== 'vector' || typeOf(f.operandAt(v, 0)) !== f.type(v))
    return 'operand 0 is not a vector of the type of the result'
  if (typeOf(f.operandAt(v, 2)) !== I32) return 'index is not i32'
  if (!hasLane(m, shape.count, f.operandAt(v, 2))) return NO_LANE
  return typeOf(f.operandAt(v, 1)) === shape.element ? undefined : 'operand 1 is not of the type of the elements'
}

const shuffle: Rule = (m, f, v, typeOf) => {
  const from = m.types.shape(typeOf(f.operandAt(v, 0)))
  const to = m.types.shape(f.type(v))
  if (from.kind !== 'vector' || to.kind !== 'vector' || from.element !== to.element)
    return 'operands are no vectors of one type'
  if (f.operandCount(v) !== to.count + 1) return 'names another number of elements than it has'
  for (let i = 1; i <= to.count; i++) {
    const c = f.operandAt(v, i) < 0 ? m.constants.get(f.operandAt(v, i)) : undefined
    if (c?.kind !== 'int' || Number(c.value) < 0 || Number(c.value) >= from.count) return NO_LANE
  }
  return undefined
}

const param: Rule = (_m, f, v) => (f.params[f.aux(v)] === f.type(v) ? undefined : 'the function has no such parameter')

const call: Rule = (m, f, v, typeOf) => {
  const callee = m.functions[f.aux(v)]
  if (callee === undefined) return 'there is no such function'
  if (callee.result !== f.type(v)) return 'result is not that of the function'
  const { params } = callee
  const fits = params.length === f.operandCount(v) && params.every((t, i) => typeOf(f.operandAt(v, i)) === t)
  return fits ? undefined : 'operands are not the parameters of the function'
}

const ret: Rule = (_m, f, v, typeOf) => {
  const n = f.operandCount(v)
  if (f.result === VOID) return n === 0 ? undefined : 'the function returns nothing'
  return n === 1 && typeOf(f.operandAt(v, 0)) === f.result ? undefined : 'operand 0 is not of the type of the result'
}

/** Aggregate memory holds what DXIL holds in structs. */
function isAggregate(m: Module, t: Type): boolean {
  const shape = m.types.shape(t)
  if (shape.kind === 'struct') return shape.elements.every(e => isStorable(e) || isAggregate(m, e))
  if (shape.kind === 'array') return isStorable(shape.element) || isAggregate(m, shape.element)
  return shape.kind === 'vector' && isStorable(shape.element)
}

const alloca: Rule = (m, f, v) => {
  const pointer = pointerOf(m, f.type(v))
  if (pointer === undefined || pointer.space !== 0) return 'result is not a pointer to private memory'
  return isStorable(pointer.pointee) || isAggregate(m, pointer.pointee) ? undefined : 'is no memory for numbers'
}

const select: Rule = (m, f, v, typeOf) => {
  const [condition, count] = lanesOf(m, typeOf(f.operandAt(v, 0)))
  if (condition !== I1 || (count > 1 && count !== lanesOf(m, f.type(v))[1])) return 'condition is not i1'
  const same = typeOf(f.operandAt(v, 1)) === f.type(v) && typeOf(f.operandAt(v, 2)) === f.type(v)
  return same ? undefined : 'arms are not of the type of the result'
}

const phi: Rule = (_m, f, v, typeOf) => {
  for (let i = 0; i < f.operandCount(v); i++)
    if (typeOf(f.operandAt(v, i)) !== f.type(v)) return `operand ${i} is not of the result's type`
  return f.type(v) === VOID ? 'a phi of nothing' : undefined
}

const extract: Rule = (m, f, v, typeOf) => {
  const shape = m.types.shape(typeOf(f.operandAt(v, 0)))
  if (shape.kind !== 'struct') return 'operand 0 is not a struct'
  return shape.elements[f.aux(v)] === f.type(v) ? undefined : 'the struct has no such element of that type'
}

const switchRule: Rule = (m, f, v, typeOf) => {
  if (f.operandCount(v) === 0) return 'has no value'
  const type = typeOf(f.operandAt(v, 0))
  const seen = new Set<Value>()
  for (let i = 1; i < f.operandCount(v); i++) {
    const c = f.operandAt(v, i)
    if (c >= 0 || m.constants.get(c).kind !== 'int' || typeOf(c) !== type)
      return `case ${i} is no constant of the value's type`
    if (seen.has(c)) return `case ${i} is repeated`
    seen.add(c)
  }
  return isInt(type) ? undefined : 'value is not an integer'
}

/** Operations on a handle: it comes first. */
const onHandle: Rule = (_m, f, v, typeOf) =>
  typeOf(f.operandAt(v, 0)) === HANDLE ? undefined : 'operand 0 is no handle'

const handle: Rule = (m, f, v, typeOf) => {
  if (typeOf(f.operandAt(v, 0)) !== I32) return 'index is not i32'
  if (f.type(v) !== HANDLE) return 'result is no handle'
  // Hand-written functions need not list resources.
  return m.resources.length > 0 && m.resources[f.aux(v)] === undefined ? 'names no resource' : undefined
}

const heapHandle: Rule = (m, f, v, typeOf) => {
  if (typeOf(f.operandAt(v, 0)) !== I32) return 'index is not i32'
  if (f.type(v) !== HANDLE) return 'result is no handle'
  return m.heapTypes.length > 0 && m.heapTypes[f.aux(v)] === undefined ? 'names no type of a heap resource' : undefined
}

const valueHandle: Rule = (m, f, v, typeOf) => {
  if (typeOf(f.operandAt(v, 0)) !== HANDLE) return 'operand 0 is no handle'
  if (f.type(v) !== HANDLE) return 'result is no handle'
  return m.heapTypes[f.aux(v)] === undefined ? 'names no type of a resource' : undefined
}

const condition: Rule = (_m, f, v, typeOf) => (typeOf(f.operandAt(v, 0)) === I1 ? undefined : 'condition is not i1')

const RULES: readonly (readonly [Rule, readonly number[]])[] = [
  [phi, [Op.Phi]],
  [condition, [Op.CondBr]],
  [switchRule, [Op.Switch]],
  [
    intOp,
    [Op.Add, Op.Sub, Op.Mul, Op.UDiv, Op.SDiv, Op.URem, Op.SRem, Op.Shl, Op.LShr, Op.AShr, Op.And, Op.Or, Op.Xor],
  ],
  [floatOp, [Op.FAdd, Op.FSub, Op.FMul, Op.FDiv, Op.FRem]],
  [compare(isInt), [Op.ICmp]],
  [compare(isFloat), [Op.FCmp]],
  [convert(isInt, isInt, narrower), [Op.Trunc]],
  [convert(isInt, isInt, wider), [Op.ZExt, Op.SExt]],
  [convert(isFloat, isFloat, narrower), [Op.FPTrunc]],
  [convert(isFloat, isFloat, wider), [Op.FPExt]],
  [convert(isFloat, isInt, anyWidth), [Op.FPToSI, Op.FPToUI]],
  [convert(isInt, isFloat, anyWidth), [Op.SIToFP, Op.UIToFP]],
  [bitCast, [Op.BitCast]],
  [select, [Op.Select]],
  [extract, [Op.Extract]],
  [extractElement, [Op.ExtractElement]],
  [insertElement, [Op.InsertElement]],
  [shuffle, [Op.Shuffle]],
  [accessChain, [Op.AccessChain]],
  [param, [Op.Param]],
  [call, [Op.Call]],
  [ret, [Op.Ret]],
  [alloca, [Op.Alloca]],
  [gep, [Op.Gep]],
  [access(-1), [Op.Load]],
  [access(1), [Op.Store]],
  [access(1, -1), [Op.AtomicRmw]],
  [access(1, 2), [Op.CmpXchg]],
  [handle, [Op.Handle]],
  [
    (_m, f, v, typeOf) => (typeOf(f.operandAt(v, 0)) === f.type(v) ? undefined : 'operand 0 is of another type'),
    [Op.NonUniformIndex],
  ],
  [(_m, f, v) => (f.type(v) === I1 ? undefined : 'the result is no i1'), [Op.BreakCond]],
  [heapHandle, [Op.HandleFromHeap]],
  [valueHandle, [Op.HandleFromValue]],
  [
    onHandle,
    [
      ...[Op.LoadTyped, Op.StoreTyped, Op.LoadRaw, Op.StoreRaw, Op.LoadCBufferRow, Op.LoadTexture, Op.StoreTexture],
      ...[Op.UpdateCounter, Op.AtomicBinOp, Op.AtomicCmpXchg, Op.GetDimensions],
    ],
  ],
]

const RULE_OF: (Rule | undefined)[] = []
for (const [rule, ops] of RULES) for (const op of ops) RULE_OF[op] = rule

/** Ops without a value; Dx decides by its opcode. */
const VOID_OPS: ReadonlySet<number> = new Set([
  ...[Op.Br, Op.CondBr, Op.Switch, Op.Ret, Op.Unreachable],
  ...[Op.Store, Op.StoreTyped, Op.StoreRaw, Op.StoreTexture, Op.Precise],
])

/** What is wrong with the types of v, or undefined. Operands exist and are counted. */
export function typeComplaint(m: Module, f: Func, v: Value, typeOf: TypeOf): string | undefined {
  const op = f.op(v)
  if (op !== Op.Dx && op !== Op.Call && VOID_OPS.has(op) !== (f.type(v) === VOID))
    return `'${MNEMONIC[op]}' with a wrong kind of result`
  return RULE_OF[op]?.(m, f, v, typeOf)
}
