// 64-bit integer operations on constants, in two's complement.

import { ICMP, Op } from '../../ir/ops.ts'

const signed = (x: bigint): bigint => BigInt.asIntN(64, x)
const unsigned = (x: bigint): bigint => BigInt.asUintN(64, x)

/** A signed result; undefined where LLVM leaves the result undefined. */
export function int64Operation(op: number, a: bigint, b: bigint): bigint | undefined {
  const result = operate(op, signed(a), signed(b))
  return result === undefined ? undefined : signed(result)
}

function operate(op: number, x: bigint, y: bigint): bigint | undefined {
  const shiftable = y >= 0n && y < 64n
  switch (op) {
    case Op.Add:
      return x + y
    case Op.Sub:
      return x - y
    case Op.Mul:
      return x * y
    case Op.And:
      return x & y
    case Op.Or:
      return x | y
    case Op.Xor:
      return x ^ y
    case Op.Shl:
      return shiftable ? x << y : undefined
    case Op.LShr:
      return shiftable ? unsigned(x) >> y : undefined
    case Op.AShr:
      return shiftable ? x >> y : undefined
    default:
      return y === 0n ? undefined : divide(op, x, y)
  }
}

function divide(op: number, x: bigint, y: bigint): bigint | undefined {
  const overflows = y === -1n && x === signed(1n << 63n)
  switch (op) {
    case Op.UDiv:
      return unsigned(x) / unsigned(y)
    case Op.URem:
      return unsigned(x) % unsigned(y)
    case Op.SDiv:
      return overflows ? undefined : x / y
    case Op.SRem:
      return overflows ? undefined : x % y
    default:
      return undefined
  }
}

export function compareInt64(predicate: number, a: bigint, b: bigint): boolean {
  if (predicate === ICMP.eq) return a === b
  if (predicate === ICMP.ne) return a !== b
  const order = predicate >= ICMP.ugt && predicate <= ICMP.ule ? unsigned : signed
  const x = order(a)
  const y = order(b)
  switch (predicate) {
    case ICMP.ugt:
    case ICMP.sgt:
      return x > y
    case ICMP.uge:
    case ICMP.sge:
      return x >= y
    case ICMP.ult:
    case ICMP.slt:
      return x < y
    default:
      return x <= y
  }
}
