// Type rules of single instructions. Each returns what is wrong, or null.

import { BinOp, CastOp } from '../../spec/llvm_codes.ts'
import type { Type } from '../model/types.ts'
import { type Func, type Instruction, Op, type Value } from '../model/values.ts'

type Rule = (i: Instruction, f: Func) => string | null

const FLOAT_BINOPS: ReadonlySet<number> = new Set([BinOp.FAdd, BinOp.FSub, BinOp.FMul, BinOp.FDiv, BinOp.FRem])
const LAST_BINOP: number = BinOp.Xor

const binop: Rule = ({ type, operands: [a, b], code }) => {
  if (a!.type !== type || b!.type !== type) return 'operands and result have different types'
  if (type.isFloatOrFloatVector) return FLOAT_BINOPS.has(code) ? null : `opcode ${code} on floating point`
  if (!type.isIntOrIntVector) return `arithmetic on a ${type.kind}`
  return code <= LAST_BINOP ? null : `opcode ${code} does not exist`
}

const cast: Rule = ({ type, operands: [a], code }) => {
  const from = a!.type
  const lanes = (t: Type): number => (t.kind === 'vector' ? t.count : 1)
  const rule = CAST_RULES[code]
  if (!rule) return `opcode ${code} does not exist`
  if (code !== CastOp.BitCast && lanes(from) !== lanes(type)) return 'cast changes the number of elements'
  return rule(from.scalar, type.scalar) ? null : 'cast between types it does not convert'
}

const isInt = (t: Type): boolean => t.kind === 'int'
const isPointer = (t: Type): boolean => t.kind === 'pointer'
const floatSize = (t: Type): number => (t.kind === 'half' ? 16 : t.kind === 'float' ? 32 : t.kind === 'double' ? 64 : 0)

const CAST_RULES: Readonly<Record<number, (from: Type, to: Type) => boolean>> = {
  [CastOp.Trunc]: (a, b) => isInt(a) && isInt(b) && a.width > b.width,
  [CastOp.ZExt]: (a, b) => isInt(a) && isInt(b) && a.width < b.width,
  [CastOp.SExt]: (a, b) => isInt(a) && isInt(b) && a.width < b.width,
  [CastOp.FPToUI]: (a, b) => a.isFloatingPoint && isInt(b),
  [CastOp.FPToSI]: (a, b) => a.isFloatingPoint && isInt(b),
  [CastOp.UIToFP]: (a, b) => isInt(a) && b.isFloatingPoint,
  [CastOp.SIToFP]: (a, b) => isInt(a) && b.isFloatingPoint,
  [CastOp.FPTrunc]: (a, b) => floatSize(b) > 0 && floatSize(a) > floatSize(b),
  [CastOp.FPExt]: (a, b) => floatSize(a) > 0 && floatSize(a) < floatSize(b),
  [CastOp.PtrToInt]: (a, b) => isPointer(a) && isInt(b),
  [CastOp.IntToPtr]: (a, b) => isInt(a) && isPointer(b),
  [CastOp.BitCast]: (a, b) =>
    isPointer(a) === isPointer(b) && (!isPointer(a) || a.addressSpace === b.addressSpace) && !a.isAggregate,
  [CastOp.AddrSpaceCast]: (a, b) => isPointer(a) && isPointer(b) && a.addressSpace !== b.addressSpace,
}

const cmp: Rule = ({ operands: [a, b], code }) => {
  if (a!.type !== b!.type) return 'operands have different types'
  const isFloat = a!.type.isFloatOrFloatVector
  if (isFloat !== code < 16) return `predicate ${code} on ${isFloat ? 'floating point' : 'integers'}`
  if (code >= 42 || (code >= 16 && code < 32)) return `predicate ${code} does not exist`
  return isFloat || a!.type.isIntOrIntVector || a!.type.scalar.kind === 'pointer'
    ? null
    : `comparison of ${a!.type.kind}`
}

const select: Rule = ({ type, operands: [c, a, b] }) => {
  if (a!.type !== type || b!.type !== type) return 'operands and result have different types'
  return c!.type.scalar.kind === 'int' && c!.type.scalar.width === 1 ? null : 'condition is not i1'
}

const pointerTo = (p: Value, type: Type): string | null =>
  p.type.kind !== 'pointer'
    ? 'address is not a pointer'
    : p.type.element !== type
      ? 'address points to another type'
      : null

const load: Rule = ({ type, operands: [p] }) => pointerTo(p!, type)
const store: Rule = ({ operands: [v, p] }) => pointerTo(p!, v!.type)
const atomicRmw: Rule = ({ type, operands: [p, v] }) =>
  v!.type !== type ? 'operand and result have different types' : pointerTo(p!, type)
const cmpXchg: Rule = ({ operands: [p, c, v] }) =>
  c!.type !== v!.type ? 'compared and new value have different types' : pointerTo(p!, c!.type)

const gep: Rule = ({ operands, elementType, type }) => {
  const wrong = pointerTo(operands[0]!, elementType!)
  if (wrong) return wrong
  if (operands.slice(1).some(o => !isInt(o.type))) return 'index is not an integer'
  let at: Type | undefined = elementType!
  for (const o of operands.slice(2)) {
    if (at?.kind === 'struct') at = o.kind === 'int' ? at.contained[Number(o.value)] : undefined
    else at = at?.kind === 'array' || at?.kind === 'vector' ? at.element : undefined
  }
  if (!at) return 'indices leave the type'
  return type.kind === 'pointer' && type.element === at && type.addressSpace === operands[0]!.type.addressSpace
    ? null
    : 'result is not a pointer to what the indices reach'
}

/** The type at `indices` inside an aggregate, if there is one. */
function memberType(type: Type, indices: readonly number[]): Type | undefined {
  let at: Type | undefined = type
  for (const i of indices)
    at = at?.kind === 'struct' ? at.contained[i] : at?.kind === 'array' && i < at.count ? at.element : undefined
  return at
}

const extractValue: Rule = ({ type, operands: [a], indices }) =>
  memberType(a!.type, indices ?? []) === type ? null : 'result is not the type of that member'
const insertValue: Rule = ({ operands: [a, v], indices }) =>
  memberType(a!.type, indices ?? []) === v!.type ? null : 'value is not of the type of that member'

const extractElement: Rule = ({ type, operands: [v, i] }) =>
  v!.type.kind === 'vector' && v!.type.element === type && isInt(i!.type) ? null : 'operands do not fit'
const insertElement: Rule = ({ type, operands: [v, e, i] }) =>
  v!.type === type && type.kind === 'vector' && e!.type === type.element && isInt(i!.type)
    ? null
    : 'operands do not fit'

const ret: Rule = ({ operands: [v], type }, f) => {
  const { result } = f.functionType
  return (v ? v.type : type) === result ? null : 'returns another type than the function'
}

const br: Rule = ({ operands: [c], blocks }) => {
  if (blocks.length !== (c ? 2 : 1)) return 'wrong number of targets'
  return !c || (isInt(c.type) && c.type.width === 1) ? null : 'condition is not i1'
}

const switchOn: Rule = ({ operands, blocks }) => {
  const { type } = operands[0]!
  if (!isInt(type) || operands.some(o => o.type !== type)) return 'cases are not integers of the same type'
  if (operands.slice(1).some(o => o.kind !== 'int')) return 'case is not a constant'
  if (new Set(operands.slice(1)).size !== operands.length - 1) return 'case appears twice'
  return blocks.length === operands.length ? null : 'cases and targets differ in number'
}

const phi: Rule = ({ type, operands }) => (operands.every(o => o.type === type) ? null : 'operand of another type')

const alloca: Rule = ({ operands: [size], elementType, type }) =>
  isInt(size!.type) && type.element === elementType ? null : 'size or type does not fit'

const call: Rule = ({ operands, elementType, type }) => {
  const callee = operands[operands.length - 1]!
  const wrong = pointerTo(callee, elementType!)
  if (wrong) return wrong
  const { contained, paramCount, vararg } = elementType!
  const count = operands.length - 1
  if (vararg ? count < paramCount : count !== paramCount) return `${count} arguments for ${paramCount} parameters`
  for (let i = 0; i < paramCount; i++)
    if (operands[i]!.type !== contained[i + 1]) return `argument ${i} is not of the parameter's type`
  return contained[0] === type ? null : 'result is not of the return type'
}

/** By Op; operations without a rule are free of type constraints. */
export const TYPE_RULES: Partial<Record<Op, Rule>> = {
  [Op.Binop]: binop,
  [Op.Cast]: cast,
  [Op.Cmp]: cmp,
  [Op.Select]: select,
  [Op.Load]: load,
  [Op.Store]: store,
  [Op.AtomicRmw]: atomicRmw,
  [Op.CmpXchg]: cmpXchg,
  [Op.Gep]: gep,
  [Op.ExtractValue]: extractValue,
  [Op.InsertValue]: insertValue,
  [Op.ExtractElement]: extractElement,
  [Op.InsertElement]: insertElement,
  [Op.Ret]: ret,
  [Op.Br]: br,
  [Op.Switch]: switchOn,
  [Op.Phi]: phi,
  [Op.Alloca]: alloca,
  [Op.Call]: call,
}
