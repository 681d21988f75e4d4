// Conversions between scalar types, and between whole values leaf by leaf.

import { eachDeclaredLeaf, holdsBits } from '../../hlsl/tree/bit_fields.ts'
import type { ScalarType, Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { bitWidth, I64, type Type as IrType, isFloat } from '../../ir/types.ts'
import type { Lowerer } from './lowerer.ts'
import { irType, isUnsigned, kindOf, type Leaf, leavesOf } from './scalars.ts'

/** One scalar from one HLSL scalar type to another. */
export function convertScalar(lowerer: Lowerer, v: Value, from: ScalarType, to: ScalarType): Value {
  if (from === to) return v
  const { b } = lowerer
  const target = irType(to, b.native16Bit)
  const folded = foldConstant(lowerer, v, from, to, target)
  if (folded !== undefined) return folded
  const fromKind = kindOf(from)
  const toKind = kindOf(to)
  if (toKind === 'bool') return b.truth(v)
  if (toKind === 'float') return toFloat(lowerer, v, fromKind, target)
  if (fromKind === 'bool') return b.emit(Op.ZExt, target, [v])
  if (fromKind === 'float') return b.emit(toKind === 'uint' ? Op.FPToUI : Op.FPToSI, target, [v])
  return b.resized(v, target, !isUnsigned(from))
}

function toFloat(lowerer: Lowerer, v: Value, fromKind: string, target: IrType): Value {
  const { b } = lowerer
  if (fromKind !== 'float') return b.emit(fromKind === 'int' ? Op.SIToFP : Op.UIToFP, target, [v])
  const difference = bitWidth(target) - bitWidth(b.typeOf(v))
  if (difference === 0) return v
  return b.emit(difference < 0 ? Op.FPTrunc : Op.FPExt, target, [v])
}

/** Constants are converted at once; float to integer only where the result is defined. */
function foldConstant(lowerer: Lowerer, v: Value, from: ScalarType, to: ScalarType, target: IrType): Value | undefined {
  if (v >= 0) return undefined
  const { b } = lowerer
  const c = lowerer.module.constants.get(v)
  if (c.kind === 'undef') {
    // As LLVM has it, what an integer becomes in more bits or as a float is not undefined: it may be zero.
    const isWider = kindOf(to) === 'float' || bitWidth(target) > bitWidth(c.type)
    return kindOf(from) !== 'float' && isWider ? b.constant(target, 0) : b.undef(target)
  }
  if (c.kind !== 'int' && c.kind !== 'float') return undefined
  const toKind = kindOf(to)
  let value = c.value
  if (c.kind === 'int' && isUnsigned(from)) value = BigInt.asUintN(bitWidth(c.type), BigInt(value))
  if (toKind === 'bool') return b.bool(Number(value) !== 0)
  if (toKind === 'float') return b.constant(target, Number(value))
  if (c.kind === 'float') {
    const n = Math.trunc(c.value)
    const low = toKind === 'uint' ? 0 : -(2 ** (bitWidth(target) - 1))
    const high = 2 ** (toKind === 'uint' ? bitWidth(target) : bitWidth(target) - 1)
    if (!(n >= low && n < high)) return undefined
    return isFloat(target) ? undefined : integer(lowerer, target, BigInt(n))
  }
  return integer(lowerer, target, BigInt(value))
}

function integer(lowerer: Lowerer, type: IrType, value: bigint): Value {
  if (type === I64) return lowerer.module.constants.int64(value)
  return lowerer.module.constants.int(type, Number(BigInt.asIntN(32, value)))
}

/** Any conversion the typed AST knows: element types, splats, truncations, flat casts. Objects pass through. */
export function convertValue(lowerer: Lowerer, values: readonly Value[], from: Type, to: Type): readonly Value[] {
  if (from === to) return values
  if (holdsBits(from) || holdsBits(to)) return convertDeclared(lowerer, values, from, to)
  return convertLeaves(lowerer, values, from, to, leavesOf(from), leavesOf(to))
}

/** Bit fields count by themselves, and each stands for the whole integer that it lies in. */
function convertDeclared(lowerer: Lowerer, values: readonly Value[], from: Type, to: Type): readonly Value[] {
  const given: Value[] = []
  const source: Leaf[] = []
  eachDeclaredLeaf(from, (type, stored, storedType) => {
    given.push(...convertValue(lowerer, [values[stored]!], storedType, type))
    source.push(...leavesOf(type))
  })
  const target: Leaf[] = []
  eachDeclaredLeaf(to, type => void target.push(...leavesOf(type)))
  const converted = convertLeaves(lowerer, given, from, to, source, target)
  const out: Value[] = []
  let at = 0
  eachDeclaredLeaf(to, (type, stored, storedType) => {
    out[stored] = convertValue(lowerer, [converted[at++]!], type, storedType)[0]!
  })
  return out
}

function convertLeaves(
  lowerer: Lowerer,
  values: readonly Value[],
  from: Type,
  to: Type,
  source: readonly Leaf[],
  target: readonly Leaf[],
): readonly Value[] {
  const pick = leafPicker(from, to, source.length)
  let same = source.length === target.length
  if (same) for (let i = 0; same && i < target.length; i++) same = source[i] === target[i] && pick(i) === i
  if (same) return values
  return target.map((leaf, i) => {
    const n = pick(i)
    const v = values[n]
    const s = source[n]
    if (v === undefined || s === undefined)
      return leaf.kind === 'scalar' ? lowerer.b.undef(lowerer.ir(leaf)) : (0 as Value)
    if (s.kind !== 'scalar') return v
    return leaf.kind === 'scalar' ? convertScalar(lowerer, v, s, leaf) : lowerer.unset(leaf)
  })
}

/** Which source leaf gives target leaf i. */
function leafPicker(from: Type, to: Type, sourceCount: number): (i: number) => number {
  if (sourceCount === 1) return () => 0
  if (from.kind === 'matrix' && to.kind === 'matrix' && from.columns !== to.columns) {
    return i => Math.floor(i / to.columns) * from.columns + (i % to.columns)
  }
  return i => i
}
