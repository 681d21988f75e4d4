// Hit objects: made by tracing a ray, by a query or of nothing; asked, changed, and invoked. They are values of a type of their own.

import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import { F32, HIT_OBJECT, I1, I32, type Type, VOID } from '../../ir/types.ts'
import type { Value } from '../../ir/value.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { outPlace } from '../storage/arguments.ts'
import { notePayload } from '../storage/payloads.ts'
import { elementsOf3By4, requireHitObjects, stageName, trianglePositions } from '../storage/ray_queries.ts'
import { argValues, type Family, type Intrinsic } from './family.ts'
import { passed } from './rays.ts'

const REORDER: ReadonlySet<string> = new Set(['raygeneration', 'lib'])

const first = (values: readonly Value[] | undefined): Value => values![0]!

/** A rule of hit objects, which the stage must have. */
const rule =
  (make: (lowerer: Lowerer, args: readonly (readonly Value[])[], e: IntrinsicExpr) => readonly Value[]): Intrinsic =>
  (lowerer, e) => {
    requireHitObjects(lowerer, e)
    return make(lowerer, argValues(lowerer, e), e)
  }

const nop = (lowerer: Lowerer): Value => lowerer.b.dx(DxilOp.HitObject_MakeNop, HIT_OBJECT, [])

const fromQuery = rule((lowerer, [query, kind, attributes], e) => {
  if (!kind) return [lowerer.b.dx(DxilOp.HitObject_FromRayQuery, HIT_OBJECT, [first(query)])]
  const { pointer } = passed(lowerer, e, 2, attributes!)
  return [lowerer.b.dx(DxilOp.HitObject_FromRayQueryWithAttrs, HIT_OBJECT, [first(query), first(kind), pointer])]
})

const traceRay = rule((lowerer, args, e) => {
  const [scene, flags, mask, contribution, multiplier, miss] = args.map(values => values[0]!)
  notePayload(lowerer, e.args[7]!.type)
  lowerer.mention(scene!)
  const handle = lowerer.handle(scene!)
  const { pointer, after } = passed(lowerer, e, 7, args[7]!)
  const numbers = [flags!, mask!, contribution!, multiplier!, miss!]
  const hit = lowerer.b.dx(DxilOp.HitObject_TraceRay, HIT_OBJECT, [handle, ...numbers, ...args[6]!, pointer])
  after()
  return [hit]
})

const invoke = rule((lowerer, [hit, payload], e) => {
  notePayload(lowerer, e.args[1]!.type)
  const { pointer, after } = passed(lowerer, e, 1, payload!)
  lowerer.b.dx(DxilOp.HitObject_Invoke, VOID, [first(hit), pointer])
  after()
  return []
})

const attributes = rule((lowerer, [hit, written], e) => {
  const { pointer, after } = passed(lowerer, e, 1, written!)
  lowerer.b.dx(DxilOp.HitObject_Attributes, VOID, [first(hit), pointer])
  after()
  return []
})

const setTableIndex = rule((lowerer, [, index], e) => {
  const place = outPlace(lowerer, e.args[0]!)
  const hit = first(lowerer.load(place))
  lowerer.store(place, [lowerer.b.dx(DxilOp.HitObject_SetShaderTableIndex, HIT_OBJECT, [hit, first(index)])])
  return []
})

/** (hit), (hint, bits) or (hit, hint, bits). */
const reorder: Intrinsic = (lowerer, e) => {
  if (!REORDER.has(lowerer.program.stage)) lowerer.diagnostics.report('E2654', e, { stage: stageName(lowerer) })
  const args = argValues(lowerer, e).map(first)
  const hit = args.length === 2 ? nop(lowerer) : args[0]!
  const [hint, bits] = args.length === 1 ? [lowerer.b.undef(I32), lowerer.b.i32(0)] : args.slice(-2)
  lowerer.b.dx(DxilOp.MaybeReorderThread, VOID, [hit, hint!, bits!])
  return []
}

const state = (opcode: number, type: Type): Intrinsic =>
  rule((lowerer, [hit]) => [lowerer.b.dx(opcode, type, [first(hit)])])

const vector = (opcode: number): Intrinsic =>
  rule((lowerer, [hit]) => [0, 1, 2].map(i => lowerer.b.dx(opcode, F32, [first(hit), lowerer.b.i32(i)])))

/** The operation gives elements of the 3 by 4 matrix; the 4 by 3 one is its transpose. */
const matrix = (opcode: number, isTransposed: boolean): Intrinsic =>
  rule((lowerer, [hit]) =>
    elementsOf3By4(isTransposed, (r, c) => lowerer.b.dx(opcode, F32, [first(hit), lowerer.b.i32(r), lowerer.b.i32(c)])),
  )

const METHODS: Family = {
  MakeNop: rule(lowerer => [nop(lowerer)]),
  MakeMiss: rule((lowerer, [flags, miss, ray]) => [
    lowerer.b.dx(DxilOp.HitObject_MakeMiss, HIT_OBJECT, [first(flags), first(miss), ...ray!]),
  ]),
  FromRayQuery: fromQuery,
  TraceRay: traceRay,
  Invoke: invoke,
  GetAttributes: attributes,
  SetShaderTableIndex: setTableIndex,
  LoadLocalRootTableConstant: rule((lowerer, [hit, offset]) => [
    lowerer.b.dx(DxilOp.HitObject_LoadLocalRootTableConstant, I32, [first(hit), first(offset)]),
  ]),
  IsMiss: state(DxilOp.HitObject_IsMiss, I1),
  IsHit: state(DxilOp.HitObject_IsHit, I1),
  IsNop: state(DxilOp.HitObject_IsNop, I1),
  GetRayFlags: state(DxilOp.HitObject_RayFlags, I32),
  GetRayTMin: state(DxilOp.HitObject_RayTMin, F32),
  GetRayTCurrent: state(DxilOp.HitObject_RayTCurrent, F32),
  GetGeometryIndex: state(DxilOp.HitObject_GeometryIndex, I32),
  GetInstanceIndex: state(DxilOp.HitObject_InstanceIndex, I32),
  GetInstanceID: state(DxilOp.HitObject_InstanceID, I32),
  GetPrimitiveIndex: state(DxilOp.HitObject_PrimitiveIndex, I32),
  GetHitKind: state(DxilOp.HitObject_HitKind, I32),
  GetShaderTableIndex: state(DxilOp.HitObject_ShaderTableIndex, I32),
  GetClusterID: state(DxilOp.HitObject_ClusterID, I32),
  TriangleObjectPositions: rule((lowerer, [hit]) =>
    trianglePositions(lowerer, DxilOp.HitObject_TriangleObjectPosition, [first(hit)]),
  ),
  GetWorldRayOrigin: vector(DxilOp.HitObject_WorldRayOrigin),
  GetWorldRayDirection: vector(DxilOp.HitObject_WorldRayDirection),
  GetObjectRayOrigin: vector(DxilOp.HitObject_ObjectRayOrigin),
  GetObjectRayDirection: vector(DxilOp.HitObject_ObjectRayDirection),
  GetObjectToWorld3x4: matrix(DxilOp.HitObject_ObjectToWorld3x4, false),
  GetObjectToWorld4x3: matrix(DxilOp.HitObject_ObjectToWorld3x4, true),
  GetWorldToObject3x4: matrix(DxilOp.HitObject_WorldToObject3x4, false),
  GetWorldToObject4x3: matrix(DxilOp.HitObject_WorldToObject3x4, true),
}

export const HIT_OBJECTS: Family = {
  ...Object.fromEntries(Object.entries(METHODS).map(([name, make]) => [`dx::HitObject::${name}`, make])),
  'dx::MaybeReorderThread': reorder,
}
