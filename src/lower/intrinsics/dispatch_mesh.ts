// DispatchMesh(x, y, z, payload) of amplification shaders: the payload is passed by its address.

import type { Expr, IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import { VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { rootOf } from '../core/scan.ts'
import { isPayload, payloadPointer, payloadVariable } from '../storage/mesh_payloads.ts'

export function lowerDispatchMesh(l: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const [x, y, z, payload] = e.args as [Expr, Expr, Expr, Expr]
  const pointer = pointerTo(l, payload)
  const counts = [x, y, z].map(count => l.value(count)[0]!)
  l.payloadBytes = Math.max(l.payloadBytes, l.layout.size(payload.type))
  l.b.pos = e.pos
  l.b.dx(DxilOp.DispatchMesh, VOID, [...counts, pointer])
  return []
}

/** The variable itself, or a copy of anything else. */
function pointerTo(l: Lowerer, payload: Expr): Value {
  const root = rootOf(payload)
  const place = root !== undefined && root !== 'this' ? l.place(payload) : undefined
  if (place?.kind === 'memory' && isPayload(place)) return payloadPointer(l, place)
  const copy = payloadVariable(l, 'payload', payload.type)
  l.store(copy, place ? l.load(place) : l.value(payload))
  return payloadPointer(l, copy)
}
