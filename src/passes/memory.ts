// Which memory an instruction touches, as far as passes tell memories apart. Private memory (locals, constant tables) is reached only through
// its own pointers, so nothing else in the program can change it; groupshared and resources count as one, since barriers order both.

import { type Func, NO_VALUE, type Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'

export const PRIVATE = 0
export const SHARED = 1
export const RESOURCES = 2

/** The memory a load, store or atomic touches; anything that is not a plain memory op counts as resources. */
export function memoryOf(m: Module, f: Func, v: Value): typeof PRIVATE | typeof SHARED | typeof RESOURCES {
  const op = f.op(v)
  if (op < Op.Load || op > Op.CmpXchg) return RESOURCES
  const shape = m.types.shape(m.typeOf(f, f.operand(v, 0)))
  return shape.kind === 'pointer' && shape.space === 3 ? SHARED : PRIVATE
}

/** The variable (alloca or global constant) a pointer leads to. */
export const baseOf = (f: Func, pointer: Value): Value => (f.op(pointer) === Op.Gep ? f.operand(pointer, 0) : pointer)

/** The element index of a pointer, or NO_VALUE when it is the variable itself. */
export const indexOf = (f: Func, pointer: Value): Value => (f.op(pointer) === Op.Gep ? f.operand(pointer, 1) : NO_VALUE)

/** False only when two pointers into the same variable cannot be equal: different constant indices. */
export function mayAlias(f: Func, a: Value, b: Value): boolean {
  if (a === b) return true
  if (baseOf(f, a) !== baseOf(f, b)) return false
  const i = indexOf(f, a)
  const k = indexOf(f, b)
  return !(i < 0 && k < 0 && i !== k)
}

/** True when two pointers are equal for sure. */
export const mustAlias = (f: Func, a: Value, b: Value): boolean =>
  a === b || (baseOf(f, a) === baseOf(f, b) && indexOf(f, a) === indexOf(f, b))
