// How large types may get. Lowering takes aggregates apart into scalars, so a type of billions of them is refused where it is made.
// Invariant: sizes come from memoised sums; no list of that length is ever built here.

import { allFields, type StructType, type Type } from './types.ts'

/** Scalars in one type (16 MiB of floats): far above any limit of D3D, and small enough to take apart. */
export const MAX_SCALARS = 2 ** 24

/** How many structs and arrays may lie in each other: what walks types counts on it. */
export const MAX_TYPE_DEPTH = 1024

const structs = new WeakMap<StructType, number>()
const depths = new WeakMap<StructType, number>()

/** Levels of structs and arrays. */
export function typeDepth(type: Type): number {
  let depth = 0
  let at = type
  for (; at.kind === 'array'; at = at.element) depth++
  return at.kind === 'struct' ? depth + (depths.get(at) ?? 1) : depth
}

/** Number of scalars; an object counts 1, an unsized array as one element. Inexact far above MAX_SCALARS. */
export function scalarCount(type: Type): number {
  switch (type.kind) {
    case 'scalar':
    case 'enum':
    case 'object':
      return 1
    case 'vector':
      return type.size
    case 'matrix':
      return type.rows * type.columns
    case 'array':
      return Math.max(type.size, 1) * scalarCount(type.element)
    case 'struct':
      return structs.get(type) ?? allFields(type).reduce((sum, field) => sum + scalarCount(field.type), 0)
    default:
      return 0
  }
}

/** Remembers the size and depth of a struct whose fields are all known. */
export function completeStruct(type: StructType): number {
  const count = scalarCount(type)
  structs.set(type, count)
  let inside = type.base ? typeDepth(type.base) - 1 : 0
  for (const field of type.fields) inside = Math.max(inside, typeDepth(field.type))
  depths.set(type, inside + 1)
  return count
}
