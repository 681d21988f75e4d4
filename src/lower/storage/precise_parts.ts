// Marks what is stored to `precise` variables and members: a store of a whole struct reaches its precise members.

import { allFields, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { leafCount } from '../core/scalars.ts'

type Range = readonly [from: number, to: number]

const rangesOf = new WeakMap<Type, readonly Range[]>()

/** @param values the leaves of a value of `type`, which goes to a place that is `precise`, or whose members are */
export function sayPrecise(lowerer: Lowerer, type: Type, precise: boolean, values: readonly Value[]): void {
  if (precise) lowerer.b.precise(values)
  else for (const [from, to] of preciseLeaves(type)) lowerer.b.precise(values.slice(from, to))
}

function preciseLeaves(type: Type): readonly Range[] {
  if (type.kind !== 'struct' && type.kind !== 'array') return []
  const known = rangesOf.get(type)
  if (known) return known
  const ranges: Range[] = []
  let at = 0
  const add = (part: Type, precise: boolean): void => {
    const end = at + leafCount(part)
    if (precise) ranges.push([at, end])
    else for (const [from, to] of preciseLeaves(part)) ranges.push([at + from, at + to])
    at = end
  }
  if (type.kind === 'struct') for (const field of allFields(type)) add(field.type, field.precise)
  else if (preciseLeaves(type.element).length > 0) for (let i = 0; i < type.size; i++) add(type.element, false)
  rangesOf.set(type, ranges)
  return ranges
}
