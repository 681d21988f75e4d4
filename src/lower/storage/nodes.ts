// Work graphs: inputs and outputs of nodes are handles that travel like numbers; a record is memory behind a handle and a number.

import { isNodeObject, nodeFlags, nodeRowOf } from '../../hlsl/tree/nodes.ts'
import type { MethodExpr, ParamSymbol, ResourceIndexExpr } from '../../hlsl/tree/typed.ts'
import type { Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { I1, I32, NODE_HANDLE, RECORD_HANDLE, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { NodeIo } from '../../spec/node_objects.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { type Place, valuesPlace } from '../core/places.ts'
import { nodeRecord } from './mesh_payloads.ts'

/** The handle of an input or output of the entry point, made where it begins. */
export function nodeParameter(lowerer: Lowerer, param: ParamSymbol): Place {
  const { b, program } = lowerer
  const role = nodeRowOf(param.type)?.role
  const same = program.entry.params.filter(p => nodeRowOf(p.type)?.role === role)
  const index = same.indexOf(param)
  const { node } = program
  const io = role === 'input' ? node?.inputs[index] : role === 'output' ? node?.outputs[index] : undefined
  if (!io) return valuesPlace(param.type, lowerer.undefined(param.type))
  const number = [b.i32(index)]
  if (role === 'output') {
    const made = b.early(Op.Dx, NODE_HANDLE, number, DxilOp.CreateNodeOutputHandle)
    return valuesPlace(param.type, [
      b.early(Op.Dx, NODE_HANDLE, [made, ...words(lowerer, io)], DxilOp.AnnotateNodeHandle),
    ])
  }
  const made = b.early(Op.Dx, RECORD_HANDLE, number, DxilOp.CreateNodeInputRecordHandle)
  const annotated = b.early(Op.Dx, RECORD_HANDLE, [made, ...words(lowerer, io)], DxilOp.AnnotateNodeRecordHandle)
  return valuesPlace(param.type, [annotated])
}

const words = ({ b }: Lowerer, { flags, record }: NodeIo): Value[] => [b.i32(flags), b.i32(record?.bytes ?? 0)]

/** The word of NODE_IO of a type, and the bytes of a record. */
function wordsOf(lowerer: Lowerer, type: Type): Value[] {
  if (!isNodeObject(type)) return []
  return [lowerer.b.i32(nodeFlags(type)), lowerer.b.i32(type.element ? lowerer.layout.size(type.element) : 0)]
}

/** `records[i]`, `records.Get(i)`: a record; `outputs[i]`: an output, annotated as its array is. */
export function nodeElement(lowerer: Lowerer, e: ResourceIndexExpr): Place {
  const { b } = lowerer
  const [handle, index] = [lowerer.scalar(e.resource), lowerer.scalar(e.index)]
  b.pos = e.pos
  const { type } = e
  if (!isNodeObject(type)) return nodeRecord(lowerer, handle, index, type)
  const made = b.dx(DxilOp.IndexNodeHandle, NODE_HANDLE, [handle, index])
  return valuesPlace(type, [b.dx(DxilOp.AnnotateNodeHandle, NODE_HANDLE, [made, ...wordsOf(lowerer, e.resource.type)])])
}

type NodeMethod = (lowerer: Lowerer, e: MethodExpr, handle: Value, arg: Value | undefined) => readonly Value[]

const allocate =
  (isPerThread: boolean): NodeMethod =>
  (lowerer, e, handle, count) => {
    const operands = [handle, count!, lowerer.b.bool(isPerThread)]
    const made = lowerer.b.dx(DxilOp.AllocateNodeOutputRecords, RECORD_HANDLE, operands)
    return [lowerer.b.dx(DxilOp.AnnotateNodeRecordHandle, RECORD_HANDLE, [made, ...wordsOf(lowerer, e.type)])]
  }

const increment =
  (isPerThread: boolean): NodeMethod =>
  (lowerer, _, handle, count) => {
    lowerer.b.dx(DxilOp.IncrementOutputCount, VOID, [handle, count!, lowerer.b.bool(isPerThread)])
    return []
  }

const METHODS: ReadonlyMap<string, NodeMethod> = new Map<string, NodeMethod>([
  ['GetThreadNodeOutputRecords', allocate(true)],
  ['GetGroupNodeOutputRecords', allocate(false)],
  ['ThreadIncrementOutputCount', increment(true)],
  ['GroupIncrementOutputCount', increment(false)],
  ['IsValid', (lowerer, _, handle) => [lowerer.b.dx(DxilOp.NodeOutputIsValid, I1, [handle])]],
  ['Count', (lowerer, _, handle) => [lowerer.b.dx(DxilOp.GetInputRecordCount, I32, [handle])]],
  ['FinishedCrossGroupSharing', (lowerer, _, handle) => [lowerer.b.dx(DxilOp.FinishedCrossGroupSharing, I1, [handle])]],
  [
    'OutputComplete',
    (lowerer, e, handle) => {
      lowerer.b.dx(DxilOp.OutputComplete, VOID, [handle])
      // The records are gone: who uses the variable again reads what it does not hold.
      const place = lowerer.place(e.object)
      if (place.kind === 'memory') lowerer.store(place, [lowerer.b.undef(RECORD_HANDLE)])
      return []
    },
  ],
])

/** A method call on an input, an output or records; `evaluate` gives the values of its arguments. */
export function lowerNodeMethod(
  lowerer: Lowerer,
  e: MethodExpr,
  evaluate: () => readonly (readonly Value[])[],
): readonly Value[] {
  const handle = lowerer.value(e.object)[0]!
  const method = METHODS.get(e.name)
  const [arg] = evaluate()
  lowerer.b.pos = e.pos
  if (method) return method(lowerer, e, handle, arg?.[0])
  lowerer.unsupported(`'${e.objectType.name}.${e.name}'`, e)
  return lowerer.undefined(e.type)
}
