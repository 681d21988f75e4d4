// DispatchMesh(x, y, z, payload) of amplification shaders: the payload is passed by its address.

import type { Expr, IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { rootOf } from '../core/scan.ts'
import { isPayload, payloadPointer, payloadVariable } from '../storage/mesh_payloads.ts'

export function lowerDispatchMesh(lowerer: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const [x, y, z, payload] = e.args as [Expr, Expr, Expr, Expr]
  const pointer = pointerTo(lowerer, payload)
  const counts = [x, y, z].map(count => lowerer.value(count)[0]!)
  lowerer.payloadBytes = Math.max(lowerer.payloadBytes, lowerer.layout.size(payload.type))
  lowerer.b.pos = e.pos
  lowerer.b.dx(DxilOp.DispatchMesh, VOID, [...counts, pointer])
  return []
}

/** The variable itself, or a copy of anything else. */
function pointerTo(lowerer: Lowerer, payload: Expr): Value {
  const root = rootOf(payload)
  const place = root !== undefined && root !== 'this' ? lowerer.place(payload) : undefined
  if (place?.kind === 'memory' && isPayload(place)) return payloadPointer(lowerer, place)
  const copy = payloadVariable(lowerer, 'payload', payload.type)
  lowerer.store(copy, place ? lowerer.load(place) : lowerer.value(payload))
  return payloadPointer(lowerer, copy)
}
