// Values as functions take and return them: scalars and vectors in registers, matrices as values of their class, row by row whatever the
// orientation that is written or the default, as DXC has them (in memory that is passed by its address the orientation counts).

import type { MatrixType, Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { aggregateType } from '../core/aggregate_types.ts'
import type { Lowerer } from '../core/lowerer.ts'
import type { AggregatePlace } from '../core/places.ts'
import { newAggregate } from './aggregates.ts'

/** A number, vector or matrix as a function takes and returns it. */
export function registerValue(lowerer: Lowerer, type: Type, values: readonly Value[]): Value {
  const { b } = lowerer
  if (type.kind === 'matrix') {
    const memory = rowsOf(lowerer, type)
    lowerer.store(memory, values)
    return b.load(memory.pointer, aggregateType(lowerer, type))
  }
  if (type.kind !== 'vector') return values[0]!
  const vector = lowerer.module.types.vector(lowerer.ir(type.element), type.size)
  let whole = b.undef(vector)
  for (const [i, v] of values.entries()) whole = b.emit(Op.InsertElement, vector, [whole, v, b.i32(i)])
  return whole
}

/** The scalars of such a value. */
export function scalarsOf(lowerer: Lowerer, value: Value, type: Type): readonly Value[] {
  const { b } = lowerer
  if (type.kind === 'matrix') {
    // Taken apart in memory.
    const memory = rowsOf(lowerer, type)
    b.store(memory.pointer, value)
    return lowerer.load(memory)
  }
  if (type.kind !== 'vector') return [value]
  const element = lowerer.ir(type.element)
  return Array.from({ length: type.size }, (_, i) => b.emit(Op.ExtractElement, element, [value, b.i32(i)]))
}

const rowsOf = (lowerer: Lowerer, type: MatrixType): AggregatePlace =>
  newAggregate(lowerer, { ...type, orientation: 'row_major' })
