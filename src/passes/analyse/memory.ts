// Which memory an instruction touches, as far as passes tell memories apart. Private memory (locals, constant tables) is reached only through
// its own pointers, so nothing else in the program can change it; groupshared and resources count as one, since barriers order both. So do
// aggregate memory, which calls and ray tracing read and write, and static variables that functions of a library share.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'

export const PRIVATE = 0
export const SHARED = 1
export const RESOURCES = 2

/** Part of aggregate memory, or memory that the caller of the function has. */
const isAggregate = (f: Func, pointer: Value): boolean => {
  const op = f.op(pointer)
  return op === Op.AccessChain || op === Op.Param || op === Op.BitCast
}

/** A static variable that functions of a library share. */
function isVariable(m: Module, base: Value): boolean {
  const constant = base < 0 ? m.constants.get(base) : undefined
  return constant?.kind === 'global' && constant.global.initial !== undefined
}

/** The memory a load, store or atomic touches; anything that is not a plain memory op counts as resources. */
export function memoryOf(m: Module, f: Func, v: Value): typeof PRIVATE | typeof SHARED | typeof RESOURCES {
  const op = f.op(v)
  if (op < Op.Load || op > Op.CmpXchg) return RESOURCES
  const pointer = f.operandAt(v, 0)
  // A local variable that is no array stays in memory only when a call takes its address.
  if (isAggregate(f, pointer) || (pointer > 0 && f.op(pointer) === Op.Alloca)) return SHARED
  const shape = m.types.shape(m.typeOf(f, pointer))
  return (shape.kind === 'pointer' && shape.space !== 0) || isVariable(m, baseOf(f, pointer)) ? SHARED : PRIVATE
}

/** The variable (alloca or global constant) a pointer leads to. */
export const baseOf = (f: Func, pointer: Value): Value => (f.op(pointer) === Op.Gep ? f.operandAt(pointer, 0) : pointer)

/** The element index of a pointer, or NO_VALUE when it is the variable itself. */
const indexOf = (f: Func, pointer: Value): Value => (f.op(pointer) === Op.Gep ? f.operandAt(pointer, 1) : NO_VALUE)

/** False only when two pointers cannot reach the same memory: other variables, or different constant indices into one. */
export function mayAlias(f: Func, a: Value, b: Value): boolean {
  if (a === b) return true
  if (isAggregate(f, a) || isAggregate(f, b)) return mayShare(f, a, b)
  if (baseOf(f, a) !== baseOf(f, b)) return false
  const i = indexOf(f, a)
  const k = indexOf(f, b)
  return !(i < 0 && k < 0 && i !== k)
}

/** The same for aggregate memory. Callers copy what they pass by address, so that two parameters never point to one variable. */
function mayShare(f: Func, a: Value, b: Value): boolean {
  const rootA = rootOf(f, a)
  const rootB = rootOf(f, b)
  if (rootA !== rootB) return isForeign(f, rootA) && isForeign(f, rootB)
  const pathA = pathOf(f, a)
  const pathB = pathOf(f, b)
  for (let i = 0; i < pathA.length && i < pathB.length; i++) {
    const x = pathA[i]!
    const y = pathB[i]!
    if (x < 0 && y < 0 && x !== y) return false
  }
  return true
}

/** Roots that may be one: records of work graphs, whose numbers run time knows. */
const isForeign = (f: Func, root: Value): boolean => f.op(root) === Op.Dx

/** Aggregate memory that nobody reaches but through the addresses this function passes on: parameters and own variables. */
export const isReachedByAddress = (f: Func, pointer: Value): boolean => {
  const root = rootOf(f, pointer)
  return f.op(root) === Op.Param || (f.op(root) === Op.Alloca && (root === pointer || isAggregate(f, pointer)))
}

/** The index of the component that a pointer leads to, when it leads into the vector that another one leads to; else NO_VALUE. */
export function componentOf(m: Module, f: Func, whole: Value, pointer: Value): Value {
  if (f.op(pointer) !== Op.AccessChain || rootOf(f, pointer) !== rootOf(f, whole)) return NO_VALUE
  const shape = m.types.shape(m.typeOf(f, whole))
  if (shape.kind !== 'pointer' || m.types.shape(shape.pointee).kind !== 'vector') return NO_VALUE
  const path = pathOf(f, pointer)
  const outer = pathOf(f, whole)
  const index = path.length === outer.length + 1 && outer.every((v, i) => v === path[i]) ? path.at(-1)! : NO_VALUE
  return index < 0 ? index : NO_VALUE
}

/** The variable or parameter that an address leads into. */
export function rootOf(f: Func, pointer: Value): Value {
  let at = pointer
  while (f.op(at) === Op.AccessChain || f.op(at) === Op.BitCast) at = f.operandAt(at, 0)
  return at
}

/** Indices from the root on. */
function pathOf(f: Func, pointer: Value): readonly Value[] {
  // A float of a record is an integer for atomics.
  if (f.op(pointer) === Op.BitCast) return pathOf(f, f.operandAt(pointer, 0))
  if (f.op(pointer) !== Op.AccessChain) return []
  const [base, ...indices] = f.operands(pointer) as [Value, ...Value[]]
  return [...pathOf(f, base), ...indices]
}

/** True when two pointers are equal for sure. */
export function mustAlias(f: Func, a: Value, b: Value): boolean {
  if (a === b) return true
  if (isAggregate(f, a) || isAggregate(f, b)) {
    const pathA = pathOf(f, a)
    const pathB = pathOf(f, b)
    return rootOf(f, a) === rootOf(f, b) && pathA.length === pathB.length && pathA.every((v, i) => v === pathB[i])
  }
  return baseOf(f, a) === baseOf(f, b) && indexOf(f, a) === indexOf(f, b)
}
