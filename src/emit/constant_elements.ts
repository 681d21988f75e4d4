// Elements of globals that are known by number: pointers to them are constants, not instructions.

import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import type { Type } from '../ir/types.ts'

/** Whether an Op.Gep or Op.AccessChain is such a pointer. Past the end it stays an instruction. */
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
  if (constant?.kind !== 'int' || constant.value < 0) return undefined
  const shape = m.types.shape(type)
  if (shape.kind === 'struct') return shape.elements[Number(constant.value)]
  return (shape.kind === 'array' || shape.kind === 'vector') && constant.value < shape.count ? shape.element : undefined
}
