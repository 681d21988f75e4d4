// What everyone who appends instructions to a function shares: constants of the module, and address arithmetic that folds them.

import { roundToHalf } from '../base/float16.ts'
import type { Func, Value } from './function.ts'
import type { Module } from './module.ts'
import { FCMP, Flag, ICMP, Op } from './ops.ts'
import { bitWidth, F16, F32, I1, I32, I64, isFloat, type Type } from './types.ts'

/** More instructions than this are no shader but an explosion: calls become copies of what they call, aggregates are taken apart. */
export const MAX_INSTRUCTIONS = 1_000_000

export abstract class Emitter {
  readonly module: Module
  readonly f: Func
  /** Flags of floating point arithmetic that is made from now on. */
  floatFlags = 0

  constructor(module: Module, f: Func) {
    this.module = module
    this.f = f
  }

  /** Appends an instruction where the emitter stands; throws what its room throws when the function holds MAX_INSTRUCTIONS. */
  abstract emit(op: number, type: Type, operands: readonly Value[], aux?: number, flags?: number): Value

  typeOf(v: Value): Type {
    return v > 0 ? this.f.type(v) : this.module.constants.get(v).type
  }

  // ---- constants -----------------------------------------------------------------------------------------------------------------

  i32(n: number): Value {
    return this.module.constants.int(I32, n)
  }
  undef(type: Type): Value {
    return this.module.constants.undef(type)
  }
  isUndef(v: Value): boolean {
    return this.module.constants.isUndef(v)
  }
  /** A constant of any scalar type from a number, wrapped or rounded to it. */
  constant(type: Type, n: number): Value {
    if (!isFloat(type)) return this.module.constants.int(type, n)
    if (type === F16) return this.module.constants.float(type, roundToHalf(n))
    return this.module.constants.float(type, type === F32 ? Math.fround(n) : n)
  }
  /** The number behind an integer constant of at most 32 bits (sign-extended); undefined for anything else. */
  constantInt(v: Value): number | undefined {
    if (v >= 0) return undefined
    const c = this.module.constants.get(v)
    return c.kind === 'int' && c.type !== I64 ? Number(c.value) : undefined
  }

  /** The number behind an integer constant of any width. */
  anyInt(v: Value): number | undefined {
    return this.module.constants.numberOf(v)
  }
  /** A value as i32: indices of other widths are signed. */
  index(v: Value): Value {
    const n = this.anyInt(v)
    if (n !== undefined) return this.i32(n)
    return this.isUndef(v) ? this.undef(I32) : this.resized(v, I32, true)
  }

  // ---- instructions --------------------------------------------------------------------------------------------------------------

  extract(from: Value, index: number, type: Type): Value {
    return this.emit(Op.Extract, type, [from], index)
  }
  icmp(predicate: keyof typeof ICMP, a: Value, b: Value): Value {
    return this.emit(Op.ICmp, I1, [a, b], ICMP[predicate])
  }
  fcmp(predicate: keyof typeof FCMP, a: Value, b: Value): Value {
    return this.emit(Op.FCmp, I1, [a, b], FCMP[predicate], this.floatFlags)
  }
  /** Arithmetic on two values of one type. */
  binary(op: number, a: Value, b: Value): Value {
    const type = this.typeOf(a)
    return this.emit(op, type, [a, b], 0, isFloat(type) ? this.floatFlags : 0)
  }
  /** An integer in as many bits as another type has. */
  resized(v: Value, to: Type, isSigned = false): Value {
    const more = bitWidth(to) - bitWidth(this.typeOf(v))
    return more === 0 ? v : this.emit(more < 0 ? Op.Trunc : isSigned ? Op.SExt : Op.ZExt, to, [v])
  }
  /** Whether a scalar is not zero, as i1. */
  truth(v: Value): Value {
    const type = this.typeOf(v)
    if (type === I1) return v
    return isFloat(type) ? this.fcmp('une', v, this.constant(type, 0)) : this.icmp('ne', v, this.constant(type, 0))
  }
  select(condition: Value, yes: Value, no: Value): Value {
    return yes === no ? yes : this.emit(Op.Select, this.typeOf(yes), [condition, yes, no])
  }
  /** A DXIL operation. */
  dx(opcode: number, type: Type, operands: readonly Value[], flags = 0): Value {
    return this.emit(Op.Dx, type, operands, opcode, flags)
  }
  /** i32 addition for addresses, folding constants. */
  add(a: Value, b: Value): Value {
    const x = this.constantInt(a)
    const y = this.constantInt(b)
    if (x !== undefined && y !== undefined) return this.i32(x + y)
    if (x === 0) return b
    if (y === 0) return a
    return this.emit(Op.Add, I32, [a, b])
  }
  /** i32 value times a constant, for addresses. */
  scale(a: Value, by: number): Value {
    const x = this.constantInt(a)
    if (x !== undefined) return this.i32(Math.imul(x, by))
    // NUW: an index whose product needs more than 32 bits is outside of every array.
    return by === 1 ? a : this.emit(Op.Mul, I32, [a, this.i32(by)], 0, Flag.NUW)
  }
}
