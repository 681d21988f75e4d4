// Vectors of more than four elements (shader model 6.9): how many elements they may have; where they and hit objects may not be.

import type { Span } from '../../../diag/sources.ts'
import { isOfFamily } from '../../../spec/object_types.ts'
import { allFields, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from './context.ts'

/** Elements of a vector that has letters for each: what memory of constants, signatures and object types hold. */
export const SHORT_VECTOR = 4
const LONG_VECTOR = 1024

/** Elements that a vector may have in the shader model. */
export const maxVectorSize = (checker: Checker): number =>
  checker.options.shaderModel.minor >= 9 ? LONG_VECTOR : SHORT_VECTOR

function holdsLongVector(type: Type): boolean {
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

/** The hit object in a type. */
function hitObjectIn(type: Type): Type | undefined {
  switch (type.kind) {
    case 'object':
      return isOfFamily(type.name, 'hit object') ? type : undefined
    case 'array':
      return hitObjectIn(type.element)
    case 'struct':
      for (const f of allFields(type)) {
        const found = hitObjectIn(f.type)
        if (found) return found
      }
      return undefined
    default:
      return undefined
  }
}

/** Reports a type with a hit object in it. */
export function refuseHitObjects(checker: Checker, type: Type, place: string, at: Span): boolean {
  const hit = hitObjectIn(type)
  if (hit) report(checker, 'E2652', at, { type: typeText(hit), place })
  return hit === undefined
}

/** Reports a type with a hit object or a long vector in it. */
export function refuseElements(checker: Checker, type: Type, place: string, at: Span): void {
  if (refuseHitObjects(checker, type, place, at) && holdsLongVector(type)) report(checker, 'E2650', at, { place })
}
