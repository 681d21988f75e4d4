// Constants of a module, interned; inside functions they are NEGATIVE values, so operands stay one number and take no instruction rows.

import { check, InternalError } from '../base/brand.ts'
import type { Value } from './function.ts'
import type { GlobalVariable } from './globals.ts'
import { F16, F32, I1, I32, I64, isFloat, isInt, type Type } from './types.ts'

/** int: -2^31..2^31-1 for 1..32 bits, sign-extended (i1 true = 1); bigint (signed) for i64. float: exactly representable in the type. */
export type Constant =
  | { readonly kind: 'int'; readonly type: Type; readonly value: number | bigint }
  | { readonly kind: 'float'; readonly type: Type; readonly value: number }
  | { readonly kind: 'undef'; readonly type: Type }
  | { readonly kind: 'global'; readonly type: Type; readonly global: GlobalVariable }

export class Constants {
  readonly #list: (Constant | undefined)[] = [undefined]
  readonly #byKey = new Map<string, Value>()
  /** Numbers by type: no key strings on the hot path. -0 and 0 are one Map key, so -0 goes by string. */
  readonly #byNumber: Map<number, Value>[] = []
  /** Fast path for small i32 constants -16..255, the bulk of all requests. */
  readonly #small: Value[] = []

  /** Whether an operand is undefined; those of instructions are not. */
  isUndef(v: Value): boolean {
    return v < 0 && this.get(v).kind === 'undef'
  }

  /** The integer behind an operand as a number, exact up to 53 bits; undefined for anything else. */
  numberOf(v: Value): number | undefined {
    const constant = v < 0 ? this.get(v) : undefined
    return constant?.kind === 'int' ? Number(constant.value) : undefined
  }

  /** The constant behind a negative value. */
  get(v: Value): Constant {
    const constant = this.#list[-v]
    // No check(): the text would be made each time.
    if (!constant) throw new InternalError(`value ${v} is not a constant`)
    return constant
  }

  /** An integer of at most 32 bits; value is wrapped to the type's width and kept sign-extended (i1: 0 or 1). */
  int(type: Type, value: number): Value {
    if (type === I64) return this.int64(BigInt(Math.trunc(value)))
    if (type === I32 && value >= -16 && value < 256 && Number.isInteger(value)) {
      const known = this.#small[value + 16]
      if (known !== undefined) return known
      return (this.#small[value + 16] = this.#add({ kind: 'int', type, value: value | 0 }))
    }
    const wrapped = wrapInt(type, value)
    // 0xffffffff is -1.
    if (wrapped !== value && type === I32) return this.int(type, wrapped)
    const known = this.#numbers(type).get(wrapped)
    return known ?? this.#remember(wrapped, { kind: 'int', type, value: wrapped })
  }

  int64(value: bigint): Value {
    const wrapped = BigInt.asIntN(64, value)
    return this.#intern(`${I64}:${wrapped}`, { kind: 'int', type: I64, value: wrapped })
  }

  bool(value: boolean): Value {
    return this.int(I1, value ? 1 : 0)
  }

  /** A float constant; the caller has rounded it to the type (float32 by Math.fround; half by base/float16). */
  float(type: Type, value: number): Value {
    const rounded = type === F32 ? Math.fround(value) : value
    check(
      type !== F16 || Number.isNaN(value) || Math.abs(value) <= 65504 || !Number.isFinite(value),
      'half constant out of range',
    )
    const constant: Constant = { kind: 'float', type, value: rounded }
    if (Object.is(rounded, -0)) return this.#intern(`${type}:-0`, constant)
    return this.#numbers(type).get(rounded) ?? this.#remember(rounded, constant)
  }

  /** 0 of an integer or float type. */
  zero(type: Type): Value {
    return isInt(type) ? this.int(type, 0) : this.float(type, 0)
  }

  undef(type: Type): Value {
    return this.#intern(`${type}:undef`, { kind: 'undef', type })
  }

  /** A pointer to a groupshared variable or constant table. */
  global(type: Type, global: GlobalVariable): Value {
    return this.#intern(`@${global.id}`, { kind: 'global', type, global })
  }

  #intern(key: string, constant: Constant): Value {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const v = this.#add(constant)
    this.#byKey.set(key, v)
    return v
  }

  #numbers(type: Type): Map<number, Value> {
    return (this.#byNumber[type] ??= new Map())
  }

  #remember(number: number, constant: Constant): Value {
    const v = this.#add(constant)
    this.#numbers(constant.type).set(number, v)
    return v
  }

  #add(constant: Constant): Value {
    const { kind, type } = constant
    // A float under an integer type would be found for the integer of the same number from then on.
    check(kind === 'int' ? isInt(type) : kind !== 'float' || isFloat(type), 'a constant has another kind than its type')
    const v = -this.#list.length as Value
    this.#list.push(constant)
    return v
  }
}

function wrapInt(type: Type, value: number): number {
  switch (type as number) {
    case 1:
      return value & 1
    case 2:
      return (value << 24) >> 24
    case 3:
      return (value << 16) >> 16
    default:
      return value | 0
  }
}
