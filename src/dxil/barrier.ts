// What a barrier needs: a thread group, a node, an order of rays; and whether older shader models can say it.

import type { Instruction } from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { constantOf } from './dx_call.ts'

/** Memory types (operand 1 of BarrierByMemoryType). */
const MEMORY = { Uav: 1, GroupShared: 2, Node: 12, All: 15, Legacy: 3 } as const
/** Semantic flags (operand 2). */
const SEMANTIC = { GroupSync: 1, GroupScope: 2, DeviceScope: 4, Legacy: 7, ReorderScope: 8 } as const
/** Operand of the old Barrier. */
const MODE_UAV_GLOBAL = 2

/** "All memory" may be narrowed to what a shader has; other values mean what they say. */
const narrowed = (types: number, to: number): number => (types === MEMORY.All ? types & to : types)

export function barrierNeedsGroup(call: Instruction, opcode: number): boolean {
  const first = constantOf(call.operands[1])
  if (opcode === DxilOp.Barrier) return first !== undefined && first !== MODE_UAV_GLOBAL
  if (opcode === DxilOp.BarrierByMemoryType && first !== undefined)
    if (narrowed(first, ~MEMORY.GroupShared) & MEMORY.GroupShared) return true
  return ((constantOf(call.operands[2]) ?? 0) & (SEMANTIC.GroupSync | SEMANTIC.GroupScope)) !== 0
}

export function barrierNeedsNode(call: Instruction, opcode: number): boolean {
  if (opcode === DxilOp.BarrierByNodeRecordHandle) return true
  if (opcode !== DxilOp.BarrierByMemoryType) return false
  return (narrowed(constantOf(call.operands[1]) ?? 0, ~MEMORY.Node) & MEMORY.Node) !== 0
}

export function barrierNeedsReorder(call: Instruction, opcode: number): boolean {
  if (opcode !== DxilOp.BarrierByMemoryType && opcode !== DxilOp.BarrierByMemoryHandle) return false
  return ((constantOf(call.operands[2]) ?? 0) & SEMANTIC.ReorderScope) !== 0
}

/** Whether a BarrierByMemoryType can be said as the old Barrier. */
export function isOldBarrier(call: Instruction): boolean {
  const semantics = constantOf(call.operands[2]) ?? 0
  if (semantics & ~SEMANTIC.Legacy) return false
  const types = narrowed(constantOf(call.operands[1]) ?? 0, MEMORY.Legacy)
  if (types & ~MEMORY.Legacy) return false
  const fencesUav = types & MEMORY.Uav && semantics & (SEMANTIC.DeviceScope | SEMANTIC.GroupScope)
  return Boolean(types & MEMORY.GroupShared || fencesUav || semantics & SEMANTIC.GroupSync)
}
