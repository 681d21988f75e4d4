// What is wrong with a call that leaves nothing to choose: of one method, or of the one function that a qualified name names. DXC then says which
// argument is missing, one too many or of a wrong type, where it otherwise lists candidates.

import type { Span } from '../../../diag/sources.ts'
import type { Expr, ParamSymbol } from '../../tree/typed.ts'
import { type Checker, note, report } from '../core/context.ts'
import { exprTypeName, typeName } from '../core/type_names.ts'
import { categoryOf } from '../values/conversions.ts'
import { argumentCost, type Candidate } from './overloads.ts'

/**
 * @param call the whole call, which ends with its parenthesis
 * @returns false when the arguments' number and types are right: then one is no place that an out parameter could name
 */
export function reportSingleCall(checker: Checker, candidate: Candidate, args: readonly Expr[], call: Span): boolean {
  const { params, required, entity } = candidate
  const isMissing = args.length < required
  if (isMissing || args.length > params.length) {
    const error = isMissing
      ? report(checker, 'E2177', { pos: call.end - 1, end: call.end }, { wanted: missingText(candidate, args.length) })
      : report(checker, 'E2184', args[params.length]!, { wanted: surplusText(candidate, args.length) })
    note(checker, error, 'N2000', entity.decl, { name: entity.decl.name })
    return true
  }
  const wrong = args.findIndex((arg, i) => argumentCost(params[i]!, arg, 'values') === undefined)
  if (wrong < 0) return false
  const [param, arg] = [params[wrong]!, args[wrong]!]
  const to = `${typeName(checker, param)}${param.mode === 'in' ? '' : ' &'}`
  const names = { to, value: categoryOf(arg), from: exprTypeName(checker, arg) }
  const error = report(checker, 'E2102', arg, { what: 'a parameter', ...names })
  const { name, nameSpan } = entity.decl.params[wrong]!
  note(checker, error, 'N2080', nameSpan, { parameter: name === '' ? 'parameter' : `parameter '${name}'` })
  return true
}

const nameOf = (candidate: Candidate, i: number): string => (candidate.params[i] as ParamSymbol).name

function missingText(candidate: Candidate, given: number): string {
  const { params, required } = candidate
  if (required === 1 && nameOf(candidate, 0) !== '')
    return params.length === 1
      ? `single argument '${nameOf(candidate, 0)}' was not specified`
      : `at least argument '${nameOf(candidate, 0)}' must be specified`
  return `expected ${required < params.length ? 'at least ' : ''}${required}, have ${given}`
}

function surplusText(candidate: Candidate, given: number): string {
  const { params, required } = candidate
  const most = required < params.length ? 'at most ' : ''
  return params.length === 1 && nameOf(candidate, 0) !== ''
    ? `expected ${most}single argument '${nameOf(candidate, 0)}', have ${given} arguments`
    : `expected ${most}${params.length}, have ${given}`
}
