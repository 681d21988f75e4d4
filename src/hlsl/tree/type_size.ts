// How large types may get. Lowering takes aggregates apart into scalars, so a type of billions of them is refused where it is made.
// Invariant: sizes come from memoised sums; no list of that length is ever built here.

import { allFields, type StructType, type Type } from './types.ts'

/** Scalars in one type (16 MiB of floats): far above any limit of D3D, and small enough to take apart. */
export const MAX_SCALARS = 2 ** 24

/** How many structs and arrays may lie in each other: what walks types counts on it. */
export const MAX_TYPE_DEPTH = 1024

/** Levels of structs and arrays. */
export function typeDepth(type: Type): number {
  let depth = 0
  let at = type
  for (; at.kind === 'array'; at = at.element) depth++
  return at.kind === 'struct' ? depth + (at.depth ?? 1) : depth
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
      return type.scalars ?? sumOf(type)
    default:
      return 0
  }
}

function sumOf(type: StructType): number {
  let sum = 0
  for (const field of allFields(type)) sum += scalarCount(field.type)
  return sum
}

/** Remembers the size and depth of a struct whose fields are all known. */
export function completeStruct(type: StructType): number {
  const count = scalarCount(type)
  type.scalars = count
  let inside = type.base ? typeDepth(type.base) - 1 : 0
  for (const field of type.fields) inside = Math.max(inside, typeDepth(field.type))
  type.depth = inside + 1
  return count
}
