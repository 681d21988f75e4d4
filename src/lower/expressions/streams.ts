// Output streams of geometry shaders. A stream is a parameter of the entry point and stays one: functions get it passed on, nothing stores it.

import type { MethodExpr } from '../../hlsl/tree/typed.ts'
import type { ObjectType } from '../../hlsl/tree/types.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { I8, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { type Lowerer, UNKNOWN_OBJECT } from '../core/lowerer.ts'
import { isObject, objectId, type Place, valuesPlace } from '../core/places.ts'

/** The entry point's parameter for output stream number `stream`. */
export function streamPlace(l: Lowerer, type: ObjectType, stream: number): Place {
  const { resource } = UNKNOWN_OBJECT(l.b.pos)
  return valuesPlace(type, [l.addObject({ resource, index: NO_VALUE, nonUniform: false, type, stream })])
}

/** Append(vertex) writes every output of the stream, then emits; RestartStrip() ends the strip. */
export function lowerStreamMethod(l: Lowerer, e: MethodExpr, evaluate: () => readonly (readonly Value[])[]): void {
  const object = l.value(e.object)[0]
  const stream = object !== undefined && isObject(object) ? l.objects[objectId(object)]?.stream : undefined
  const [vertex] = evaluate()
  if (stream === undefined) {
    l.diagnostics.report('E3080', e, {})
    return
  }
  const { b } = l
  if (e.name === 'Append') l.varyings?.append(stream, e.objectType.element!, vertex ?? [])
  b.pos = e.pos
  b.dx(e.name === 'Append' ? DxilOp.EmitStream : DxilOp.CutStream, VOID, [b.constant(I8, stream)])
}
