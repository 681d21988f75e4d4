// 64-bit integer operations on constants, in two's complement.

import Long from 'long'
import { ICMP, Op } from '../../ir/ops.ts'

const toLong = (x: bigint): Long => new Long(Number(BigInt.asIntN(32, x)), Number(BigInt.asIntN(32, x >> 32n)))
const toBigInt = (x: Long): bigint => (BigInt(x.high) << 32n) | BigInt(x.low >>> 0)

/** undefined where LLVM leaves the result undefined. */
export function int64Operation(op: number, a: bigint, b: bigint): bigint | undefined {
  const x = toLong(a)
  const y = toLong(b)
  const result = operate(op, x, y, b >= 0n && b < 64n)
  return result === undefined ? undefined : toBigInt(result)
}

function operate(op: number, x: Long, y: Long, shiftable: boolean): Long | undefined {
  switch (op) {
    case Op.Add:
      return x.add(y)
    case Op.Sub:
      return x.sub(y)
    case Op.Mul:
      return x.mul(y)
    case Op.And:
      return x.and(y)
    case Op.Or:
      return x.or(y)
    case Op.Xor:
      return x.xor(y)
    case Op.Shl:
      return shiftable ? x.shl(y.low) : undefined
    case Op.LShr:
      return shiftable ? x.shru(y.low) : undefined
    case Op.AShr:
      return shiftable ? x.shr(y.low) : undefined
    default:
      return y.isZero() ? undefined : divide(op, x, y)
  }
}

function divide(op: number, x: Long, y: Long): Long | undefined {
  const overflows = x.eq(Long.MIN_VALUE) && y.eq(-1)
  switch (op) {
    case Op.UDiv:
      return x.toUnsigned().div(y.toUnsigned())
    case Op.URem:
      return x.toUnsigned().mod(y.toUnsigned())
    case Op.SDiv:
      return overflows ? undefined : x.div(y)
    case Op.SRem:
      return overflows ? undefined : x.mod(y)
    default:
      return undefined
  }
}

export function compareInt64(predicate: number, a: bigint, b: bigint): boolean {
  if (predicate === ICMP.eq) return a === b
  if (predicate === ICMP.ne) return a !== b
  const unsigned = predicate >= ICMP.ugt && predicate <= ICMP.ule
  const order = unsigned ? toLong(a).toUnsigned().compare(toLong(b).toUnsigned()) : toLong(a).compare(toLong(b))
  switch (predicate) {
    case ICMP.ugt:
    case ICMP.sgt:
      return order > 0
    case ICMP.uge:
    case ICMP.sge:
      return order >= 0
    case ICMP.ult:
    case ICMP.slt:
      return order < 0
    default:
      return order <= 0
  }
}
