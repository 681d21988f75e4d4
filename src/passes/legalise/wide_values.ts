// 64-bit values as pairs of 32-bit words, for memory operations that have no 64-bit overload.

import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { fixedResultType } from '../../ir/result_types.ts'
import { F64, I32, I64, type Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'

/** [low word, high word] of a double or 64-bit integer, inserted before `at`. */
export function splitWide(module: Module, f: Func, at: Value, value: Value): [Value, Value] {
  const constant = value < 0 ? module.constants.get(value) : undefined
  if (constant?.kind === 'undef') return [module.constants.undef(I32), module.constants.undef(I32)]
  if (module.typeOf(f, value) === F64) {
    const pair = f.insertBefore(at, Op.Dx, fixedResultType(module.types, 'splitdouble')!, [value], DxilOp.SplitDouble)
    return [f.insertBefore(at, Op.Extract, I32, [pair]), f.insertBefore(at, Op.Extract, I32, [pair], 1)]
  }
  const low = f.insertBefore(at, Op.Trunc, I32, [value])
  const shifted = f.insertBefore(at, Op.LShr, I64, [value, module.constants.int64(32n)])
  return [low, f.insertBefore(at, Op.Trunc, I32, [shifted])]
}

/** The words that composeWide made a 64-bit integer of. */
export function composedOf(module: Module, f: Func, value: Value): [Value, Value] | undefined {
  if (value < 0 || f.op(value) !== Op.Or) return undefined
  const [low, shifted] = f.operands(value) as [Value, Value]
  if (low < 0 || shifted < 0 || f.op(low) !== Op.ZExt || f.op(shifted) !== Op.Shl) return undefined
  const high = f.operandAt(shifted, 0)
  const isWord = f.operandAt(shifted, 1) === module.constants.int64(32n) && high > 0 && f.op(high) === Op.ZExt
  if (!isWord) return undefined
  const words: [Value, Value] = [f.operandAt(low, 0), f.operandAt(high, 0)]
  return words.every(word => module.typeOf(f, word) === I32) ? words : undefined
}

/** A double or 64-bit integer from its words, inserted before `at`. */
export function composeWide(module: Module, f: Func, at: Value, low: Value, high: Value, type: Type): Value {
  if (type === F64) return f.insertBefore(at, Op.Dx, F64, [low, high], DxilOp.MakeDouble)
  const wideLow = f.insertBefore(at, Op.ZExt, I64, [low])
  const wideHigh = f.insertBefore(at, Op.ZExt, I64, [high])
  const shifted = f.insertBefore(at, Op.Shl, I64, [wideHigh, module.constants.int64(32n)])
  return f.insertBefore(at, Op.Or, I64, [wideLow, shifted])
}
