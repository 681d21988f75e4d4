// What the Store methods of raw buffers write.

import { isOfFamily } from '../../../spec/object_types.ts'
import type * as A from '../../tree/ast.ts'
import { isResource, leafTypes } from '../../tree/components.ts'
import { INT64, isNumeric, LITERAL_INT, UINT, withElement } from '../../tree/numeric.ts'
import type { Expr } from '../../tree/typed.ts'
import { type NumericType, type ObjectType, type Type, typeText } from '../../tree/types.ts'
import { type Checker, report } from '../core/context.ts'
import type { Match } from './match_signature.ts'

/** Before HLSL 2018, Store writes one uint, whatever it is given. */
export const storesWords = (checker: Checker, type: ObjectType, member: string): boolean =>
  checker.options.hlslVersion < 2018 && type.name === 'RWByteAddressBuffer' && member === 'Store'

/** Reports what no Store of a raw buffer writes, although its parameter takes anything; true then. */
export function refuseStored(
  checker: Checker,
  object: ObjectType,
  { member, templateArgs, pos }: A.MemberExpr,
  args: readonly Expr[],
): boolean {
  const [offset, value] = args
  if (member !== 'Store' || templateArgs || !value || !isOfFamily(object.name, 'raw')) return false
  if (!isNumeric(offset!.type)) return false
  const { type } = value
  const resource = leafTypes(type).find(isResource)
  if (type.kind === 'void') report(checker, 'E2994', value, { type: 'void' })
  else if (type.kind === 'string') report(checker, 'E2282', { pos, end: pos }, {})
  else if (resource) report(checker, 'E2652', value, { type: typeText(resource), place: 'builtin template parameters' })
  else return false
  return true
}

/**
 * The parameters of a store with the type of what is written. In vectors literal integers stay the 64-bit numbers they are: `o.Store2(0, (1).xx)`
 * writes 16 bytes, `o.Store2(0, 1)` eight. So does DXC 1.10.
 */
export function asStored(
  checker: Checker,
  type: ObjectType,
  member: string,
  given: Type | undefined,
  args: readonly Expr[],
  params: Match['params'],
): Match['params'] {
  const stored = args[1]?.type
  const isLong = stored?.kind === 'vector' && stored.element === LITERAL_INT && !given && member.startsWith('Store')
  const word = storesWords(checker, type, member) ? UINT : undefined
  if (!word && !(isLong && type.name === 'RWByteAddressBuffer')) return params
  return params.map((p, i) => (i === 1 ? { ...p, type: word ?? withElement(p.type as NumericType, INT64) } : p))
}
