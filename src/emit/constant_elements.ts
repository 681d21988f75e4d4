// Elements of globals that are known by number: pointers to them are constants, not instructions.

import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import type { Type } from '../ir/types.ts'

/** Whether an Op.Gep or Op.AccessChain is such a pointer. Also past the end of an array: the program may never come there, and DXC does not look. */
export function isConstantElement(m: Module, f: Func, pointer: Value): boolean {
  const [base, ...indices] = f.operands(pointer) as [Value, ...Value[]]
  if (base >= 0 || indices.length === 0) return false
  const global = m.constants.get(base)
  if (global.kind !== 'global') return false
  let at: Type | undefined = global.global.valueType
  for (const index of indices) at = at === undefined ? undefined : partOf(m, at, index)
  return at !== undefined
}

/** The type of a part whose number is a constant; undefined where there is no such part. */
function partOf(m: Module, type: Type, index: Value): Type | undefined {
  const constant = index < 0 ? m.constants.get(index) : undefined
  if (constant?.kind !== 'int') return undefined
  const shape = m.types.shape(type)
  if (shape.kind === 'array') return shape.element
  if (shape.kind === 'struct') return shape.elements[Number(constant.value)]
  return shape.kind === 'vector' && constant.value >= 0 && constant.value < shape.count ? shape.element : undefined
}
