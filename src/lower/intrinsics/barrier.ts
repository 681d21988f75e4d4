// Barrier(memory, semantics) and Barrier(object, semantics) of shader model 6.8, and what DXC says against their flags.

import type { Code } from '../../diag/codes.ts'
import type { Span } from '../../diag/sources.ts'
import { unknownFlags } from '../../hlsl/check/expressions/builtin_arguments.ts'
import { nodeRowOf } from '../../hlsl/tree/nodes.ts'
import type { Expr, IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Func, Value } from '../../ir/function.ts'
import type { EntryPoint } from '../../ir/module.ts'
import { VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { NODE_IO } from '../../spec/node_objects.ts'
import { stageOf } from '../../spec/stages.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { argValues } from './family.ts'

/** `Group` stands for records that a group has; no program names it. */
const MEMORY = { Uav: 1, GroupShared: 2, Node: 12, All: 15, Group: 2 ** 31 } as const
const THREAD = 0x20
const SEMANTIC = { Group: 3, GroupScope: 2, DeviceScope: 4, ReorderScope: 8 } as const

const REORDER_STAGES: ReadonlySet<string> = new Set(['raygeneration', 'lib'])

type Complaint = Extract<Code, 'E2375' | 'E2376' | 'E2377' | 'E2378' | 'E2379'>

/** What the flags lack, each with the argument to blame. */
export function lowerBarrier(lowerer: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const [first, second] = e.args as [Expr, Expr]
  const [target, semantics] = argValues(lowerer, e).map(values => values[0]!) as [Value, Value]
  const isObject = first.type.kind === 'object'
  const memory = isObject ? memoryOf(first) : flagsOf(lowerer, target, first)
  const flags = flagsOf(lowerer, semantics, second)
  if (memory === undefined || flags === undefined) return []
  // What is constant only here, the validator refuses in DXC.
  const unknown = unknownFlags(isObject ? undefined : memory, flags, lowerer.module.atLeast(9))
  if (unknown) {
    lowerer.diagnostics.report(unknown[0], unknown[1] === 0 ? first : second, {})
    return []
  }
  if ((flags & SEMANTIC.ReorderScope) !== 0 && !REORDER_STAGES.has(lowerer.program.stage))
    lowerer.diagnostics.report('E2659', second, {
      stage: stageOf(lowerer.program.stage)?.name ?? lowerer.program.stage,
    })
  if (lowerer.program.isExported) noteComplaints(lowerer, memory, flags, isObject, [first, second])
  let isRefused = false
  for (const [code, at] of complaints(memory, flags, hasGroup(lowerer), isObject || mayBeNode(lowerer)))
    if (refuse(lowerer, code, at === 0 ? first : second)) isRefused = true
  if (isRefused) return []
  if (nodeRowOf(first.type)) lowerer.b.dx(DxilOp.BarrierByNodeRecordHandle, VOID, [target, semantics])
  else if (isObject) lowerer.b.dx(DxilOp.BarrierByMemoryHandle, VOID, [lowerer.handle(target), semantics])
  else lowerer.b.dx(DxilOp.BarrierByMemoryType, VOID, [target, semantics])
  return []
}

/** Reports wrong flags and tells whether that is an error. What the validator refuses is one even when -Wno-hlsl-barrier turns DXC's message off. */
function refuse({ diagnostics }: Lowerer, code: Complaint, at: Span): boolean {
  if (diagnostics.report(code, at, {}).severity === 'error') return true
  if (code !== 'E2375' && code !== 'E2376' && code !== 'E2377') return false
  diagnostics.report('E2666', at, { what: code === 'E2376' ? NODES_ALONE : UAV_ALONE })
  return true
}

const NODES_ALONE = 'Node Shader must not sync node record memory.'
const UAV_ALONE = 'Compute/Amplification/Mesh/Node Shader must only sync UAV (sync_uglobal).'

/** What would be wrong in a shader without a group, or one that is no node. */
function noteComplaints(lowerer: Lowerer, memory: number, flags: number, isObject: boolean, at: readonly Expr[]): void {
  for (const [code, i] of complaints(memory, flags, false, isObject)) {
    const { pos, end } = at[i]!
    if (code === 'E2375' || code === 'E2376' || code === 'E2377')
      lowerer.barrierComplaints.push({ f: lowerer.b.f, code, pos, end })
  }
}

/** Reports the barriers of functions that a shader reaches which has no group, or is no node. */
export function reportReachedBarriers(lowerer: Lowerer): void {
  if (lowerer.barrierComplaints.length === 0) return
  const reached = (entries: readonly EntryPoint[]): Set<Func> => {
    const found = new Set(entries.map(e => e.func))
    for (const f of found) for (const { caller, callee } of lowerer.keptCalls) if (caller === f) found.add(callee)
    return found
  }
  const { entries } = lowerer.module
  const groupless = reached(
    entries.filter(e => (e.node ? e.node.launch === 'thread' : stageOf(e.stage)?.group === undefined)),
  )
  const others = reached(entries.filter(e => e.stage !== 'node'))
  for (const { f, code, pos, end } of lowerer.barrierComplaints)
    if ((code === 'E2376' ? others : groupless).has(f)) refuse(lowerer, code, { pos, end })
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
function flagsOf(lowerer: Lowerer, value: Value, at: Expr): number | undefined {
  const constant = value < 0 ? lowerer.module.constants.get(value) : undefined
  if (constant && 'value' in constant && typeof constant.value === 'number') return constant.value >>> 0
  lowerer.diagnostics.report('E2374', at, {})
  return undefined
}

function* complaints(
  memory: number,
  flags: number,
  hasGroup: boolean,
  takesNode: boolean,
): Generator<[code: Complaint, argument: 0 | 1]> {
  // All memory is what the stage has of it.
  const isAll = memory === MEMORY.All
  if (!hasGroup && memory & MEMORY.GroupShared && !isAll) yield ['E2375', 0]
  if (memory & MEMORY.Node && !isAll && !takesNode) yield ['E2376', 0]
  const reached = isAll ? (hasGroup ? MEMORY.Uav | MEMORY.GroupShared : MEMORY.Uav) : memory
  if (!hasGroup && flags & SEMANTIC.Group) yield ['E2377', 1]
  if (flags & SEMANTIC.DeviceScope && !(reached & (MEMORY.Uav | MEMORY.Node))) yield ['E2378', 1]
  if (flags & SEMANTIC.GroupScope && reached === 0) yield ['E2379', 1]
}
