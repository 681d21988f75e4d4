// Calls of DXIL operations: `dx.op.*` functions whose first argument is the operation's number.

import { type Func, type Instruction, Op, type Value } from '../llvm/model/values.ts'

/** The function a call calls, when it is named directly. */
export function calleeOf(inst: Instruction): Func | undefined {
  if (inst.op !== Op.Call) return undefined
  const callee = inst.operands[inst.operands.length - 1]
  return callee?.kind === 'function' ? callee : undefined
}

/** A call of debug information, which is no code. */
export const isDebugCall = (inst: Instruction): boolean => calleeOf(inst)?.name.startsWith('llvm.dbg.') === true

export const isDxOp = (func: Func): boolean => func.name.startsWith('dx.op.')

/** Number of the DXIL operation a call is, as in spec/dxil_ops.ts, or -1. */
export function dxOpcode(inst: Instruction): number {
  const callee = calleeOf(inst)
  return callee && isDxOp(callee) ? opcodeArgument(inst.operands[0]) : -1
}

/** The number that the first argument of a DXIL operation is, or -1 where it is no constant. */
export const opcodeArgument = (value: Value | undefined): number => (constantOf(value) ?? -1) | 0

/** An integer constant as an unsigned 32-bit number. */
export function constantOf(value: Value | undefined): number | undefined {
  if (value?.kind !== 'int') return undefined
  return typeof value.value === 'number' ? value.value >>> 0 : Number(BigInt.asUintN(32, value.value))
}
