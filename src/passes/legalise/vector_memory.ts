// Loads and stores of several components of raw and structured buffers, from shader model 6.9 on: one operation moves one vector.

import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op, rawAlignment, rawCount } from '../../ir/ops.ts'
import { vectorRetType } from '../../ir/result_types.ts'
import { I32, type Type, VOID } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'

/** A load whose components are elements of a struct becomes one whose vector is taken apart. */
export function loadVector(m: Module, f: Func, v: Value): void {
  const shape = m.types.shape(f.type(v))
  const element = shape.kind === 'struct' ? shape.elements[0]! : I32
  const count = rawCount(f.aux(v))
  const loc = f.loc(v)
  const operands = [...f.operands(v), m.constants.int(I32, rawAlignment(f.aux(v)))]
  const type = vectorRetType(m.types, element, count)
  const load = f.insertBefore(v, Op.Dx, type, operands, DxilOp.RawBufferVectorLoad, 0, loc)
  const vector = f.insertBefore(v, Op.Extract, m.types.vector(element, count), [load], 0, 0, loc)
  for (const user of f.users(v)) {
    const index = f.aux(user)
    const part =
      index < count
        ? f.insertBefore(user, Op.ExtractElement, element, [vector, m.constants.int(I32, index)], 0, 0, loc)
        : f.insertBefore(user, Op.Extract, I32, [load], 1, 0, loc)
    f.replaceAllUses(user, part)
    f.remove(user)
  }
  f.remove(v)
}

export function storeVector(m: Module, f: Func, v: Value): void {
  const [handle, address, offset, ...values] = f.operands(v) as [Value, Value, Value, ...Value[]]
  const vector = gather(m, f, v, values)
  const alignment = m.constants.int(I32, rawAlignment(f.aux(v)))
  const operands = [handle, address, offset, vector, alignment]
  f.insertBefore(v, Op.Dx, VOID, operands, DxilOp.RawBufferVectorStore, 0, f.loc(v))
  f.remove(v)
}

/** A vector of scalars, made right before an instruction. */
export function gather(m: Module, f: Func, at: Value, lanes: readonly Value[]): Value {
  const type: Type = m.types.vector(m.typeOf(f, lanes[0]!), lanes.length)
  let made = m.constants.undef(type)
  for (const [i, lane] of lanes.entries())
    made = f.insertBefore(at, Op.InsertElement, type, [made, lane, m.constants.int(I32, i)], 0, 0, f.loc(at))
  return made
}
