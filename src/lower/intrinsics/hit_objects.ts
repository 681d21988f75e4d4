// Hit objects: made by tracing a ray, by a query or of nothing; asked, changed, and invoked. They are values of a type of their own.

import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import { F32, HIT_OBJECT, I1, I32, type Type, VOID } from '../../ir/types.ts'
import type { Value } from '../../ir/value.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { outPlace } from '../storage/arguments.ts'
import { notePayload } from '../storage/payloads.ts'
import { requireHitObjects, stageName } from '../storage/ray_queries.ts'
import { argValues, type Family, type Intrinsic } from './family.ts'
import { passed } from './rays.ts'

const REORDER: ReadonlySet<string> = new Set(['raygeneration', 'lib'])

const first = (values: readonly Value[] | undefined): Value => values![0]!

/** A rule of hit objects, which the stage must have. */
const rule =
  (make: (l: Lowerer, args: readonly (readonly Value[])[], e: IntrinsicExpr) => readonly Value[]): Intrinsic =>
  (l, e) => {
    requireHitObjects(l, e)
    return make(l, argValues(l, e), e)
  }

const nop = (l: Lowerer): Value => l.b.dx(DxilOp.HitObject_MakeNop, HIT_OBJECT, [])

const fromQuery = rule((l, [query, kind, attributes], e) => {
  if (!kind) return [l.b.dx(DxilOp.HitObject_FromRayQuery, HIT_OBJECT, [first(query)])]
  const { pointer } = passed(l, e, 2, attributes!)
  return [l.b.dx(DxilOp.HitObject_FromRayQueryWithAttrs, HIT_OBJECT, [first(query), first(kind), pointer])]
})

const traceRay = rule((l, args, e) => {
  const [scene, flags, mask, contribution, multiplier, miss] = args.map(values => values[0]!)
  notePayload(l, e.args[7]!.type)
  l.mention(scene!)
  const handle = l.handle(scene!)
  const { pointer, after } = passed(l, e, 7, args[7]!)
  const numbers = [flags!, mask!, contribution!, multiplier!, miss!]
  const hit = l.b.dx(DxilOp.HitObject_TraceRay, HIT_OBJECT, [handle, ...numbers, ...args[6]!, pointer])
  after()
  return [hit]
})

const invoke = rule((l, [hit, payload], e) => {
  notePayload(l, e.args[1]!.type)
  const { pointer, after } = passed(l, e, 1, payload!)
  l.b.dx(DxilOp.HitObject_Invoke, VOID, [first(hit), pointer])
  after()
  return []
})

const attributes = rule((l, [hit, written], e) => {
  const { pointer, after } = passed(l, e, 1, written!)
  l.b.dx(DxilOp.HitObject_Attributes, VOID, [first(hit), pointer])
  after()
  return []
})

const setTableIndex = rule((l, [, index], e) => {
  const place = outPlace(l, e.args[0]!)
  const hit = first(l.load(place))
  l.store(place, [l.b.dx(DxilOp.HitObject_SetShaderTableIndex, HIT_OBJECT, [hit, first(index)])])
  return []
})

/** (hit), (hint, bits) or (hit, hint, bits). */
const reorder: Intrinsic = (l, e) => {
  if (!REORDER.has(l.program.stage)) l.diagnostics.report('E2654', e, { stage: stageName(l) })
  const args = argValues(l, e).map(first)
  const hit = args.length === 2 ? nop(l) : args[0]!
  const [hint, bits] = args.length === 1 ? [l.b.undef(I32), l.b.i32(0)] : args.slice(-2)
  l.b.dx(DxilOp.MaybeReorderThread, VOID, [hit, hint!, bits!])
  return []
}

const state = (opcode: number, type: Type): Intrinsic => rule((l, [hit]) => [l.b.dx(opcode, type, [first(hit)])])

const vector = (opcode: number): Intrinsic =>
  rule((l, [hit]) => [0, 1, 2].map(i => l.b.dx(opcode, F32, [first(hit), l.b.i32(i)])))

/** The operation gives elements of the 3 by 4 matrix; the 4 by 3 one is its transpose. */
const matrix = (opcode: number, isTransposed: boolean): Intrinsic =>
  rule((l, [hit]) =>
    Array.from({ length: 12 }, (_, i) => {
      const width = isTransposed ? 3 : 4
      const [row, column] = [Math.floor(i / width), i % width]
      const [r, c] = isTransposed ? [column, row] : [row, column]
      return l.b.dx(opcode, F32, [first(hit), l.b.i32(r), l.b.i32(c)])
    }),
  )

const METHODS: Family = {
  MakeNop: rule(l => [nop(l)]),
  MakeMiss: rule((l, [flags, miss, ray]) => [
    l.b.dx(DxilOp.HitObject_MakeMiss, HIT_OBJECT, [first(flags), first(miss), ...ray!]),
  ]),
  FromRayQuery: fromQuery,
  TraceRay: traceRay,
  Invoke: invoke,
  GetAttributes: attributes,
  SetShaderTableIndex: setTableIndex,
  LoadLocalRootTableConstant: rule((l, [hit, offset]) => [
    l.b.dx(DxilOp.HitObject_LoadLocalRootTableConstant, I32, [first(hit), first(offset)]),
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
