// Casts that are l-values: a vector, matrix, array or struct seen as its beginning. Which leaves of the whole the part has, in order.

import { leafTypes } from './components.ts'
import { elementOf } from './numeric.ts'
import { sameType, type Type } from './types.ts'

/** Leaves of `from` that `to` is made of; undefined when the cast makes a new value. */
export function castLeaves(from: Type, to: Type): number[] | undefined {
  if (from.kind === 'vector' && (to.kind === 'vector' || to.kind === 'scalar')) {
    const size = to.kind === 'vector' ? to.size : 1
    return from.element === elementOf(to) && size < from.size ? upTo(size) : undefined
  }
  if (from.kind === 'matrix' && to.kind === 'matrix') {
    if (from.element !== to.element || to.rows > from.rows || to.columns > from.columns) return undefined
    const { columns } = to
    return upTo(to.rows * columns).map(i => Math.floor(i / columns) * from.columns + (i % columns))
  }
  if (from.kind === 'array' && to.kind === 'array')
    return to.size >= 0 && to.size < from.size && sameType(from.element, to.element)
      ? upTo(to.size * leafTypes(to.element).length)
      : undefined
  if (from.kind !== 'struct' || to.kind !== 'struct') return undefined
  const whole = leafTypes(from)
  const part = leafTypes(to)
  const fits =
    part.length <= whole.length && part.every((leaf, i) => leaf.kind === 'scalar' && sameType(leaf, whole[i]!))
  return fits ? upTo(part.length) : undefined
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
