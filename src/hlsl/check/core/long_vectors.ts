// Vectors of more than four elements (shader model 6.9): how many elements they may have, and where they may not be.

import type { Span } from '../../../diag/sources.ts'
import { allFields, type Type } from '../../tree/types.ts'
import { type Checker, report } from './context.ts'

/** Elements of a vector that has letters for each: what memory of constants, signatures and object types hold. */
export const SHORT_VECTOR = 4
const LONG_VECTOR = 1024

/** Elements that a vector may have in the shader model. */
export const maxVectorSize = (cx: Checker): number => (cx.options.shaderModel.minor >= 9 ? LONG_VECTOR : SHORT_VECTOR)

export function holdsLongVector(type: Type): boolean {
  switch (type.kind) {
    case 'vector':
      return type.size > SHORT_VECTOR
    case 'array':
      return holdsLongVector(type.element)
    case 'struct':
      return allFields(type).some(f => holdsLongVector(f.type))
    default:
      return false
  }
}

/** Reports a type with a long vector in it. @returns true when there is none */
export function refuseLongVectors(cx: Checker, type: Type, place: string, at: Span): boolean {
  if (!holdsLongVector(type)) return true
  report(cx, 'E2650', at, { place })
  return false
}
