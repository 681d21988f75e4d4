// What everyone who appends instructions to a function shares: constants of the module, and address arithmetic that folds them.

import { roundToHalf } from '../base/float16.ts'
import type { Func, Value } from './function.ts'
import type { Module } from './module.ts'
import { ICMP, Op } from './ops.ts'
import { F16, F32, I1, I32, I64, isFloat, type Type } from './types.ts'

/** More instructions than this are no shader but an explosion: calls become copies of what they call, aggregates are taken apart. */
export const MAX_INSTRUCTIONS = 1_000_000

export abstract class Emitter {
  readonly module: Module
  readonly f: Func

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

  // ---- instructions --------------------------------------------------------------------------------------------------------------

  extract(from: Value, index: number, type: Type): Value {
    return this.emit(Op.Extract, type, [from], index)
  }
  icmp(predicate: keyof typeof ICMP, a: Value, b: Value): Value {
    return this.emit(Op.ICmp, I1, [a, b], ICMP[predicate])
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
    return by === 1 ? a : this.emit(Op.Mul, I32, [a, this.i32(by)])
  }
}
