// Barriers, status checks, and functions that leave no trace in the code.

import { Op } from '../../ir/ops.ts'
import { I1, I32, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { lowerBarrier } from './barrier.ts'
import { lowerDispatchMesh } from './dispatch_mesh.ts'
import { argValues, type Family, type Intrinsic } from './family.ts'

/** Bits of the barrier operation's mode. */
const GROUP_SYNC = 1
const UAV_GLOBAL = 2
const GROUPSHARED = 8

const barrier =
  (mode: number): Intrinsic =>
  (lowerer, e) => {
    lowerer.b.pos = e.pos
    lowerer.b.dx(DxilOp.Barrier, VOID, [lowerer.b.i32(mode)])
    return []
  }

export const SYNC: Family = {
  AllMemoryBarrier: barrier(UAV_GLOBAL | GROUPSHARED),
  AllMemoryBarrierWithGroupSync: barrier(UAV_GLOBAL | GROUPSHARED | GROUP_SYNC),
  DeviceMemoryBarrier: barrier(UAV_GLOBAL),
  DeviceMemoryBarrierWithGroupSync: barrier(UAV_GLOBAL | GROUP_SYNC),
  Barrier: lowerBarrier,
  GroupMemoryBarrier: barrier(GROUPSHARED),
  GroupMemoryBarrierWithGroupSync: barrier(GROUPSHARED | GROUP_SYNC),
  SetMeshOutputCounts: (lowerer, e) => {
    const counts = argValues(lowerer, e).map(values => values[0]!)
    lowerer.b.dx(DxilOp.SetMeshOutputCounts, VOID, counts)
    return []
  },
  DispatchMesh: lowerDispatchMesh,
  DebugBreak: lowerer => {
    lowerer.b.dx(DxilOp.DebugBreak, VOID, [])
    return []
  },
  'dx::IsDebuggingEnabled': lowerer => [lowerer.b.dx(DxilOp.IsDebuggingEnabled, I1, [])],
  GetRemainingRecursionLevels: lowerer => [lowerer.b.dx(DxilOp.GetRemainingRecursionLevels, I32, [])],
  // Status arguments are 0 or 1 already (see methods.ts).
  CheckAccessFullyMapped: (lowerer, e) => [lowerer.b.emit(Op.Trunc, I1, argValues(lowerer, e)[0]!)],
  NonUniformResourceIndex: (lowerer, e) =>
    argValues(lowerer, e)[0]!.map(v => (v < 0 ? v : lowerer.b.emit(Op.NonUniformIndex, lowerer.b.typeOf(v), [v]))),
  printf: () => [],
}
