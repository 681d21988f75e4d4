// Structs that are used where they must be complete, and that are only announced or still being declared.

import type { Span } from '../../../diag/sources.ts'
import { type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from './context.ts'

export const isIncompleteStruct = (checker: Checker, type: Type): boolean =>
  type.kind === 'struct' && checker.records.get(type)?.complete === false

/** Refuses an instance of a template that is only announced, in the same words wherever a complete type is wanted. True when it was one. */
export function refuseUndefined(checker: Checker, type: Type, span: Span): boolean {
  if (type.kind !== 'struct' || !checker.records.get(type)?.isUndefined) return false
  report(checker, 'E2733', span, { type: typeText(type) })
  return true
}
