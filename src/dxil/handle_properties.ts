// What resource a handle stands for, as far as the code says: found through phis and selects at the call that makes it.
// Follows one operand only, as DXC's collection of shader flags does, whose results the validator recomputes.

import type { Type } from '../llvm/model/types.ts'
import { type Constant, type Instruction, Op, type Value } from '../llvm/model/values.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { constantOf, dxOpcode } from './dx_call.ts'
import { globalOf } from './references.ts'
import type { ProgramResource } from './resources.ts'

export interface HandleProperties {
  readonly isUav: boolean
  /** RESOURCE_KIND; 0 when unknown. */
  readonly kind: number
  /** Components of a typed resource's element; 0 when unknown. */
  readonly components: number
}

/** In word 0 of a handle's properties. */
const IS_UAV = 1 << 12
const UAV_CLASS = 1
const UNKNOWN: HandleProperties = { isUav: false, kind: 0, components: 0 }
const MAX_STEPS = 1000

/** The call that made a handle. */
export function handleCall(handle: Value | undefined): Instruction | undefined {
  let value = handle
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    if (value?.kind !== 'instruction') return undefined
    if (value.op === Op.Call) return value
    if (value.op === Op.Phi) value = value.operands[0]
    else if (value.op === Op.Select) value = value.operands[1]
    else return undefined
  }
  return undefined
}

export function handleProperties(
  call: Instruction | undefined,
  resources: readonly ProgramResource[],
): HandleProperties {
  if (!call) return UNKNOWN
  switch (dxOpcode(call)) {
    case DxilOp.AnnotateHandle:
      return annotated(call.operands[2])
    case DxilOp.CreateHandleForLib: {
      const uav = loadedUav(call, resources)
      return uav ? { isUav: true, kind: uav.kind, components: componentCount(uav) } : UNKNOWN
    }
    case DxilOp.CreateHandle: {
      const resourceClass = constantOf(call.operands[1]) === UAV_CLASS ? 'uav' : 'srv'
      const id = rangeId(call.operands[2])
      const found = resources.find(r => r.class === resourceClass && r.id === id)
      return found ? { isUav: resourceClass === 'uav', kind: found.kind, components: componentCount(found) } : UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

/** Whether a handle may be a UAV's: what made it says so, or does not say. */
export function mayBeUav(handle: Value): boolean {
  if (handle.kind !== 'instruction') return true
  switch (dxOpcode(handle)) {
    case DxilOp.CreateHandle:
      return (constantOf(handle.operands[1]) ?? UAV_CLASS) === UAV_CLASS
    case DxilOp.AnnotateHandle: {
      const properties = handle.operands[2]
      if (properties?.kind === 'null') return false
      const first = properties?.kind === 'aggregate' ? constantOf(properties.operands[0]) : undefined
      return ((first ?? IS_UAV) & IS_UAV) !== 0
    }
    default:
      return true
  }
}

/** The UAV behind an annotated handle whose binding the code names; undefined for handles from the heap. */
export function annotatedUav(
  call: Instruction | undefined,
  resources: readonly ProgramResource[],
): ProgramResource | undefined {
  if (!call || dxOpcode(call) !== DxilOp.AnnotateHandle) return undefined
  const create = call.operands[1]
  if (create?.kind !== 'instruction') return undefined
  const opcode = dxOpcode(create)
  if (opcode === DxilOp.CreateHandleForLib) return loadedUav(create, resources)
  if (opcode !== DxilOp.CreateHandleFromBinding) return undefined
  const [lower = 0, upper = 0, space = 0, resourceClass = 0] = fieldsOf(create.operands[1])
  return resources.find(
    r =>
      r.class === 'uav' &&
      resourceClass === UAV_CLASS &&
      r.space === space &&
      r.lower === lower &&
      (r.count === undefined ? 0xffffffff : (r.lower + r.count - 1) >>> 0) === upper,
  )
}

/** The UAV whose global a createHandleForLib loads; elements of arrays are not looked through. */
function loadedUav(call: Instruction, resources: readonly ProgramResource[]): ProgramResource | undefined {
  const load = call.operands[1]
  if (load?.kind !== 'instruction' || load.op !== Op.Load) return undefined
  const pointer = load.operands[0]
  return resources.find(r => r.class === 'uav' && r.symbol !== undefined && globalOf(r.symbol) === pointer)
}

/** resproperty: word 0 has the kind in bits 0-7 and the UAV flag in bit 12, word 1 the component count in bits 8-15. */
function annotated(value: Value | undefined): HandleProperties {
  const [first = 0, second = 0] = fieldsOf(value)
  return { isUav: (first & IS_UAV) !== 0, kind: first & 0xff, components: (second >>> 8) & 0xff }
}

const fieldsOf = (value: Value | undefined): number[] =>
  value?.kind === 'aggregate' ? value.operands.map((o: Constant) => constantOf(o) ?? 0) : []

function rangeId(value: Value | undefined): number | undefined {
  let id = value
  for (let steps = 0; steps < MAX_STEPS && id?.kind === 'instruction'; steps++) {
    if (id.op === Op.Phi) id = id.operands[0]
    else if (id.op === Op.Select) id = id.operands[1]
    else return undefined
  }
  return constantOf(id)
}

/** Components of a typed resource, which only its type tells: the first field of its class is the element. */
function componentCount(resource: ProgramResource): number {
  let type = resource.symbol?.type
  while (type?.kind === 'pointer' || type?.kind === 'array') type = type.element
  const element = type?.kind === 'struct' ? type.contained[0] : undefined
  return element ? scalarCount(element, 0) : 1
}

/** Types of a damaged module can nest as deep as they like. */
const MAX_NESTED = 16

/** Scalars of an element; a struct has those of its fields. */
function scalarCount(type: Type, depth: number): number {
  if (type.kind === 'vector' || type.kind === 'array')
    return type.count * (depth < MAX_NESTED ? scalarCount(type.element, depth + 1) : 1)
  if (type.kind !== 'struct' || depth >= MAX_NESTED) return 1
  return type.contained.reduce((n, field) => n + scalarCount(field, depth + 1), 0)
}
