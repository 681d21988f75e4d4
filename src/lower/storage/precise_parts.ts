// Marks what is stored to `precise` variables and members: a store of a whole struct reaches its precise members.

import { allFields, type Type } from '../../hlsl/tree/types.ts'
import type { Value } from '../../ir/function.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { leafCount, leavesOf } from '../core/scalars.ts'

type Range = readonly [from: number, to: number]

const rangesOf = new WeakMap<Type, readonly Range[]>()

/** @param values the leaves of a value of `type`, which goes to a place that is `precise`, or whose members are */
export function sayPrecise(lowerer: Lowerer, type: Type, precise: boolean, values: readonly Value[]): void {
  const ranges = precise ? [[0, values.length] as const] : preciseLeaves(type)
  if (ranges.length === 0) return
  const leaves = leavesOf(type)
  // A leaf that is a resource stands for a declaration and is no value of the code: `precise Texture2D u = t;`.
  const isComputed = (i: number): boolean => leaves[i]?.kind !== 'object'
  for (const [from, to] of ranges) lowerer.b.precise(values.slice(from, to).filter((_, i) => isComputed(from + i)))
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
