// Whether an expression may be stored to, with the complaint when not.

import type { Span } from '../../../diag/sources.ts'
import { holdsObject } from '../../tree/components.ts'
import type { Expr } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'
import { constMemberOf, hasRepeats, placeOf, rootRecord, rootVariable, wholeOf } from '../core/lvalues.ts'
import { canonicalName, exprTypeName, typeName } from '../core/type_names.ts'

/** Reports and gives false when the expression cannot be assigned. `at` is the operator. Of resources it is the value that is wrong. */
export function checkAssignable(checker: Checker, target: Expr, at: Span, value = at): boolean {
  const place = placeOf(target)
  const marks = { ranges: at.pos === target.pos && at.end === target.end ? [] : [target] }
  if (place === 'assignable' && rootVariable(target)?.symbol.storage === 'resource') {
    if (holdsObject(target.type)) report(checker, 'E2134', value, {}, marks)
    else report(checker, 'E2132', at, {}, marks)
    return false
  }
  if (place === 'assignable' && target.type.kind === 'array' && target.type.size < 0) {
    report(checker, 'E2239', at, { type: exprTypeName(checker, target) }, marks)
    return false
  }
  if (place === 'assignable') {
    if (!hasRepeats(target)) return true
    report(checker, target.kind === 'matrix-swizzle' ? 'E2153' : 'E2133', at, {}, marks)
    return false
  }
  if (place === 'value') {
    report(checker, 'E2130', at, {}, marks)
    return false
  }
  const member = constMemberOf(target)
  const whole = wholeOf(target)
  if (member) {
    const { name, pos, end } = member.field
    const type = typeName(checker, { ...member.field, isConst: true })
    const error = report(checker, 'E2028', at, { name, type }, marks)
    note(checker, error, 'N2028', { pos, end }, { name })
  } else if (whole.kind === 'var' && whole.symbol.isConst) {
    const { name } = whole.symbol
    const error = report(checker, 'E2131', at, { name, type: typeName(checker, whole.symbol) }, marks)
    const { pos, start = pos } = whole.symbol
    if (pos > 0) note(checker, error, 'N2003', whole.symbol, { name }, { ranges: [{ pos: start, end: pos }] })
  } else {
    const record = rootRecord(target)
    if (record) report(checker, 'E2629', at, { name: record.isGet ? 'Get' : 'operator[]' }, marks)
    else if (whole.kind === 'resource-index')
      report(checker, 'E2629', at, { name: `operator[]<const ${canonicalName(whole.type)} &>` }, marks)
    else report(checker, 'E2132', at, {}, marks)
  }
  return false
}
