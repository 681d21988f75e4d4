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
  (l, e) => {
    l.b.pos = e.pos
    l.b.dx(DxilOp.Barrier, VOID, [l.b.i32(mode)])
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
  SetMeshOutputCounts: (l, e) => {
    const counts = argValues(l, e).map(values => values[0]!)
    l.b.dx(DxilOp.SetMeshOutputCounts, VOID, counts)
    return []
  },
  DispatchMesh: lowerDispatchMesh,
  GetRemainingRecursionLevels: l => [l.b.dx(DxilOp.GetRemainingRecursionLevels, I32, [])],
  // Status arguments are 0 or 1 already (see methods.ts).
  CheckAccessFullyMapped: (l, e) => [l.b.emit(Op.Trunc, I1, argValues(l, e)[0]!)],
  NonUniformResourceIndex: (l, e) =>
    argValues(l, e)[0]!.map(v => (v < 0 ? v : l.b.emit(Op.NonUniformIndex, l.b.typeOf(v), [v]))),
  printf: () => [],
}
