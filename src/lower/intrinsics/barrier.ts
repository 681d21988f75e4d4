// Barrier(memory, semantics) and Barrier(object, semantics) of shader model 6.8, and what DXC says against their flags.

import type { Code } from '../../diag/codes.ts'
import { nodeRowOf } from '../../hlsl/tree/nodes.ts'
import type { Expr, IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { NODE_IO } from '../../spec/node_objects.ts'
import { stageOf } from '../../spec/stages.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { argValues } from './family.ts'

/** `Group` stands for records that a group has; no program names it. */
const MEMORY = { Uav: 1, GroupShared: 2, Node: 12, All: 15, Group: 2 ** 31 } as const
const THREAD = 0x20
const SEMANTIC = { Group: 3, GroupScope: 2, DeviceScope: 4, All: 7 } as const

type Complaint = Extract<Code, 'E2372' | 'E2373' | 'E2374' | 'E2375' | 'E2376' | 'E2377' | 'E2378' | 'E2379'>

/** What the flags lack, each with the argument to blame. */
export function lowerBarrier(l: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const [first, second] = e.args as [Expr, Expr]
  const [target, semantics] = argValues(l, e).map(values => values[0]!) as [Value, Value]
  const isObject = first.type.kind === 'object'
  const memory = isObject ? memoryOf(first) : flagsOf(l, target, first)
  const flags = flagsOf(l, semantics, second)
  if (memory === undefined || flags === undefined) return []
  for (const [code, at] of complaints(memory, flags, hasGroup(l), isObject || mayBeNode(l))) {
    l.diagnostics.report(code, at === 0 ? first : second, {})
    return []
  }
  if (nodeRowOf(first.type)) l.b.dx(DxilOp.BarrierByNodeRecordHandle, VOID, [target, semantics])
  else if (isObject) l.b.dx(DxilOp.BarrierByMemoryHandle, VOID, [l.handle(target), semantics])
  else l.b.dx(DxilOp.BarrierByMemoryType, VOID, [target, semantics])
  return []
}

/** Threads of nodes that are launched alone are no group; the functions of a library may be called by one. */
function hasGroup({ program }: Lowerer): boolean {
  const { stage, node, isExported } = program
  return isExported === true || (node ? node.launch !== 'thread' : stageOf(stage)?.group !== undefined)
}

const mayBeNode = ({ program }: Lowerer): boolean => program.stage === 'node' || program.isExported === true

/** Records count as memory of the thread, the group, or, as UAVs do, the device. */
function memoryOf({ type }: Expr): number {
  const row = nodeRowOf(type)
  if (!row) return MEMORY.Uav
  const granularity = row.flags & NODE_IO.Granularity
  return granularity === THREAD ? 0 : granularity === NODE_IO.Granularity ? MEMORY.Uav : MEMORY.Group
}

/** The number that an argument is; the operation takes no other. */
function flagsOf(l: Lowerer, value: Value, at: Expr): number | undefined {
  const constant = value < 0 ? l.module.constants.get(value) : undefined
  if (constant && 'value' in constant && typeof constant.value === 'number') return constant.value >>> 0
  l.diagnostics.report('E2374', at, {})
  return undefined
}

function* complaints(
  memory: number,
  flags: number,
  hasGroup: boolean,
  takesNode: boolean,
): Generator<[code: Complaint, argument: 0 | 1]> {
  if (memory & ~MEMORY.All && memory !== MEMORY.Group) yield ['E2372', 0]
  if (flags & ~SEMANTIC.All) yield ['E2373', 1]
  // All memory is what the stage has of it.
  const isAll = memory === MEMORY.All
  if (!hasGroup && memory & MEMORY.GroupShared && !isAll) yield ['E2375', 0]
  if (memory & MEMORY.Node && !isAll && !takesNode) yield ['E2376', 0]
  const reached = isAll ? (hasGroup ? MEMORY.Uav | MEMORY.GroupShared : MEMORY.Uav) : memory
  if (!hasGroup && flags & SEMANTIC.Group) yield ['E2377', 1]
  if (flags & SEMANTIC.DeviceScope && !(reached & (MEMORY.Uav | MEMORY.Node))) yield ['E2378', 1]
  if (flags & SEMANTIC.GroupScope && reached === 0) yield ['E2379', 1]
}
