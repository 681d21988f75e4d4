// Ray tracing: operations that pass a struct by its address, those that end an any hit shader, and the system values of a ray.

import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { F32, I1, I8, I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { aggregateType } from '../core/aggregate_types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { Place } from '../core/places.ts'
import { hasEffects } from '../core/scan.ts'
import { addressOf, newAggregate } from '../storage/aggregates.ts'
import { outPlace } from '../storage/arguments.ts'
import { notePayload } from '../storage/payloads.ts'
import { elementsOf3By4, trianglePositions } from '../storage/ray_queries.ts'
import { argValues, type Family, type Intrinsic } from './family.ts'

/** The address of a struct that is passed, and what is to be done behind the call. */
export interface Passed {
  readonly pointer: Value
  readonly after: () => void
}

/** Memory with an address is passed itself, everything else as a copy that comes back. */
export function passed(lowerer: Lowerer, e: IntrinsicExpr, i: number, values: readonly Value[]): Passed {
  const arg = e.args[i]!
  const isRead = e.params[i]!.mode === 'in'
  const place: Place | undefined = isRead ? (hasEffects(arg) ? undefined : lowerer.place(arg)) : outPlace(lowerer, arg)
  if (place?.kind === 'aggregate')
    return { pointer: addressOf(lowerer, place, aggregateType(lowerer, place.type)), after: () => undefined }
  const copy = newAggregate(lowerer, arg.type)
  lowerer.store(copy, isRead ? values : lowerer.load(place!))
  return { pointer: copy.pointer, after: () => (isRead ? undefined : lowerer.store(place!, lowerer.load(copy))) }
}

const traceRay: Intrinsic = (lowerer, e) => {
  const args = argValues(lowerer, e)
  const [scene, flags, mask, contribution, multiplier, miss, ray] = args.map(values => values[0]!)
  notePayload(lowerer, e.args[7]!.type)
  lowerer.mention(scene!)
  const handle = lowerer.handle(scene!)
  const { pointer, after } = passed(lowerer, e, 7, args[7]!)
  const numbers = [flags!, mask!, contribution!, multiplier!, miss!]
  // The fields of a ray in their order are the operation's operands.
  lowerer.b.dx(DxilOp.TraceRay, VOID, [handle, ...numbers, ...(ray === undefined ? [] : args[6]!), pointer])
  after()
  return []
}

const callShader: Intrinsic = (lowerer, e) => {
  const args = argValues(lowerer, e)
  const { pointer, after } = passed(lowerer, e, 1, args[1]!)
  lowerer.b.dx(DxilOp.CallShader, VOID, [args[0]![0]!, pointer])
  after()
  return []
}

const reportHit: Intrinsic = (lowerer, e) => {
  const args = argValues(lowerer, e)
  const { pointer } = passed(lowerer, e, 2, args[2]!)
  return [lowerer.b.dx(DxilOp.ReportHit, I1, [args[0]![0]!, args[1]![0]!, pointer])]
}

/** An operation that does not come back. */
const ending =
  (opcode: number): Intrinsic =>
  lowerer => {
    lowerer.b.dx(opcode, VOID, [])
    lowerer.b.unreachable()
    lowerer.b.ensureReachable()
    return []
  }

const scalar =
  (opcode: number, type: Type): Intrinsic =>
  lowerer => [lowerer.b.dx(opcode, type, [])]

const vector =
  (opcode: number, type: Type): Intrinsic =>
  lowerer =>
    [0, 1, 2].map(i => lowerer.b.dx(opcode, type, [lowerer.b.constant(I8, i)]))

/** The operation gives elements of the 3 by 4 matrix; the 4 by 3 one is its transpose. */
const matrix =
  (opcode: number, isTransposed: boolean): Intrinsic =>
  lowerer =>
    elementsOf3By4(isTransposed, (r, c) => lowerer.b.dx(opcode, F32, [lowerer.b.i32(r), lowerer.b.constant(I8, c)]))

export const RAYS: Family = {
  TraceRay: traceRay,
  CallShader: callShader,
  ReportHit: reportHit,
  IgnoreHit: ending(DxilOp.IgnoreHit),
  AcceptHitAndEndSearch: ending(DxilOp.AcceptHitAndEndSearch),
  DispatchRaysIndex: vector(DxilOp.DispatchRaysIndex, I32),
  DispatchRaysDimensions: vector(DxilOp.DispatchRaysDimensions, I32),
  WorldRayOrigin: vector(DxilOp.WorldRayOrigin, F32),
  WorldRayDirection: vector(DxilOp.WorldRayDirection, F32),
  ObjectRayOrigin: vector(DxilOp.ObjectRayOrigin, F32),
  ObjectRayDirection: vector(DxilOp.ObjectRayDirection, F32),
  RayTMin: scalar(DxilOp.RayTMin, F32),
  RayTCurrent: scalar(DxilOp.RayTCurrent, F32),
  PrimitiveIndex: scalar(DxilOp.PrimitiveIndex, I32),
  InstanceID: scalar(DxilOp.InstanceID, I32),
  InstanceIndex: scalar(DxilOp.InstanceIndex, I32),
  GeometryIndex: scalar(DxilOp.GeometryIndex, I32),
  HitKind: scalar(DxilOp.HitKind, I32),
  RayFlags: scalar(DxilOp.RayFlags, I32),
  ClusterID: scalar(DxilOp.ClusterID, I32),
  TriangleObjectPositions: lowerer => trianglePositions(lowerer, DxilOp.TriangleObjectPosition, []),
  ObjectToWorld: matrix(DxilOp.ObjectToWorld, false),
  ObjectToWorld3x4: matrix(DxilOp.ObjectToWorld, false),
  ObjectToWorld4x3: matrix(DxilOp.ObjectToWorld, true),
  WorldToObject: matrix(DxilOp.WorldToObject, false),
  WorldToObject3x4: matrix(DxilOp.WorldToObject, false),
  WorldToObject4x3: matrix(DxilOp.WorldToObject, true),
}
