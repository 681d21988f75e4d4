// Output streams of geometry shaders. A stream is a parameter of the entry point and stays one: functions get it passed on, nothing stores it.

import type { MethodExpr } from '../../hlsl/tree/typed.ts'
import type { ObjectType } from '../../hlsl/tree/types.ts'
import { NO_VALUE, type Value } from '../../ir/function.ts'
import { I8, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { type Lowerer, UNKNOWN_OBJECT } from '../core/lowerer.ts'
import { isObject, objectId, type Place, valuesPlace } from '../core/places.ts'

/** The entry point's parameter for output stream number `stream`. */
export function streamPlace(lowerer: Lowerer, type: ObjectType, stream: number): Place {
  const { resource } = UNKNOWN_OBJECT(lowerer.b.pos)
  return valuesPlace(type, [lowerer.addObject({ resource, index: NO_VALUE, nonUniform: false, type, stream })])
}

/** Append(vertex) writes every output of the stream, then emits; RestartStrip() ends the strip. */
export function lowerStreamMethod(
  lowerer: Lowerer,
  e: MethodExpr,
  evaluate: () => readonly (readonly Value[])[],
): void {
  const object = lowerer.value(e.object)[0]
  const stream = object !== undefined && isObject(object) ? lowerer.objects[objectId(object)]?.stream : undefined
  const [vertex] = evaluate()
  if (stream === undefined) {
    lowerer.diagnostics.report('E3080', e, {})
    return
  }
  const { b } = lowerer
  if (e.name === 'Append') lowerer.varyings?.append(stream, e.objectType.element!, vertex ?? [])
  b.pos = e.pos
  b.dx(e.name === 'Append' ? DxilOp.EmitStream : DxilOp.CutStream, VOID, [b.constant(I8, stream)])
}
