// Elements of globals that are known by number: pointers to them are constants, not instructions.

import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'

/** Whether an Op.Gep is such a pointer. Past the end it stays an instruction. */
export function isConstantElement(m: Module, f: Func, gep: Value): boolean {
  const [base, at] = [f.operand(gep, 0), f.operand(gep, 1)]
  if (base >= 0 || at >= 0 || f.operandCount(gep) !== 2) return false
  const global = m.constants.get(base)
  const index = m.constants.get(at)
  if (global.kind !== 'global' || index.kind !== 'int') return false
  const shape = m.types.shape(global.global.valueType)
  return shape.kind === 'array' && index.value >= 0 && index.value < shape.count
}
