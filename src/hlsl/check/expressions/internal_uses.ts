// Functions that only this unit can define, static and inline ones, and does not, though something calls them.

import type { Span } from '../../../diag/sources.ts'
import { type Checker, note, report } from '../core/context.ts'
import type { FunctionEntity } from '../core/scopes.ts'
import { functionName } from '../symbols/instance_requests.ts'

/** Something calls a function; only calls that may be evaluated want a body. */
export function noteUse(checker: Checker, entity: FunctionEntity, { pos }: Span): void {
  checker.used?.add(entity)
  const { internalCalls, isUnevaluated, silent, inPattern } = checker
  if (entity.hasBody || entity.owner || isUnevaluated || inPattern || silent > 0 || internalCalls.has(entity)) return
  if (entity.decl.modifiers.some(m => m.name === 'static' || m.name === 'inline'))
    internalCalls.set(entity, { pos, end: pos + 1 })
}

/** Warns in the order of the calls, unless there are errors: what defines them may be lost. Call once the unit is read. */
export function warnUndefined(checker: Checker): void {
  if (checker.diagnostics.brokenCount > 0) return
  for (const [entity, call] of checker.internalCalls) {
    if (entity.hasBody) continue
    const { nameSpan, modifiers } = entity.decl
    const args = { name: functionName(entity) }
    const isStatic = modifiers.some(m => m.name === 'static')
    const warning = isStatic ? report(checker, 'W2451', nameSpan, args) : report(checker, 'W2452', nameSpan, args)
    note(checker, warning, 'N2720', call, {})
  }
}
