// Unary, binary and comparison operators, component by component, with DXC's instructions and predicates.

import type { ArithmeticOp, CompareOp, UnaryOp } from '../../hlsl/tree/typed.ts'
import type { ScalarType } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { type FCMP, type ICMP, Op } from '../../ir/ops.ts'
import { bitWidth, I1 } from '../../ir/types.ts'
import type { Builder } from '../core/builder.ts'
import { isUnsigned, kindOf, type ScalarKind } from '../core/scalars.ts'

type OpRow = readonly [float: number, signed: number, unsigned: number]

const ARITHMETIC: Readonly<Record<ArithmeticOp, OpRow>> = {
  '+': [Op.FAdd, Op.Add, Op.Add],
  '-': [Op.FSub, Op.Sub, Op.Sub],
  '*': [Op.FMul, Op.Mul, Op.Mul],
  '/': [Op.FDiv, Op.SDiv, Op.UDiv],
  '%': [Op.FRem, Op.SRem, Op.URem],
  '&': [0, Op.And, Op.And],
  '|': [0, Op.Or, Op.Or],
  '^': [0, Op.Xor, Op.Xor],
  '<<': [0, Op.Shl, Op.Shl],
  '>>': [0, Op.AShr, Op.LShr],
}

const COMPARE: Readonly<Record<CompareOp, readonly [keyof typeof FCMP, keyof typeof ICMP, keyof typeof ICMP]>> = {
  '<': ['olt', 'slt', 'ult'],
  '<=': ['ole', 'sle', 'ule'],
  '>': ['ogt', 'sgt', 'ugt'],
  '>=': ['oge', 'sge', 'uge'],
  '==': ['oeq', 'eq', 'eq'],
  '!=': ['une', 'ne', 'ne'],
}

const COLUMN: Readonly<Record<ScalarKind, 0 | 1 | 2>> = { float: 0, int: 1, uint: 2, bool: 2 }

export const isCompare = (op: ArithmeticOp | CompareOp): op is CompareOp => op in COMPARE

/** One component of an arithmetic operation on values of HLSL type `type`. */
export function arithmetic(b: Builder, op: ArithmeticOp, type: ScalarType, x: Value, y: Value): Value {
  const code = ARITHMETIC[op][COLUMN[kindOf(type)]]
  if (op !== '<<' && op !== '>>') return b.binary(code, x, y)
  return b.binary(code, x, shiftCount(b, y))
}

/** Shift counts wrap at the width, as on D3D hardware. */
function shiftCount(b: Builder, count: Value): Value {
  const type = b.typeOf(count)
  const mask = bitWidth(type) - 1
  const n = b.constantInt(count)
  return n !== undefined ? b.constant(type, n & mask) : b.binary(Op.And, count, b.constant(type, mask))
}

/** @param isMatrix of matrices `!=` is ordered: DXC has it so, and false where a NaN is compared */
export function compare(b: Builder, op: CompareOp, type: ScalarType, x: Value, y: Value, isMatrix = false): Value {
  const [float, signed, unsigned] = COMPARE[op]
  const kind = kindOf(type)
  if (kind === 'float') return b.fcmp(isMatrix && float === 'une' ? 'one' : float, x, y)
  return b.icmp(kind === 'int' && !isUnsigned(type) ? signed : unsigned, x, y)
}

export function unary(b: Builder, op: UnaryOp, x: Value): Value {
  switch (op) {
    case '+':
      return x
    case '-':
      return b.negate(x)
    case '~':
    case '!':
      return not(b, x)
  }
}

/** Bitwise complement; of an i1 the logical one. */
function not(b: Builder, x: Value): Value {
  const type = b.typeOf(x)
  const n = b.constantInt(x)
  if (n !== undefined) return type === I1 ? b.bool(n === 0) : b.constant(type, ~n)
  return b.binary(Op.Xor, x, type === I1 ? b.bool(true) : b.constant(type, -1))
}
