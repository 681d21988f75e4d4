// What an implicit conversion of scalars costs an overload: DXC's rule. Two types meet in a third, as the operands of an addition do; each way there is
// nothing, a promotion, a change of sign or a cast. Costs of all arguments add up, so each step outweighs any likely sum of the ones below it.

import { BOOL, combineElements } from '../../tree/numeric.ts'
import type { ScalarName, ScalarType } from '../../tree/types.ts'

const STEP = 2 ** 7
export const SPLAT_COST = 1
/** The target is promoted to the common type; does not happen with the types of today. */
const TARGET_PROMOTED = STEP
const SOURCE_PROMOTED = STEP ** 2
const TARGET_SIGN = STEP ** 3
const SOURCE_SIGN = STEP ** 4
export const TARGET_CAST = STEP ** 5
const SOURCE_CAST = STEP ** 6
export const TRUNCATION_COST = STEP ** 7

const WIDER_INTS: readonly ScalarName[] = ['int', 'uint', 'int64_t', 'uint64_t']
/** What a type is promoted to without loss. */
const PROMOTIONS: Readonly<Partial<Record<ScalarName, readonly ScalarName[]>>> = {
  min10float: ['min16float', 'float16_t', 'half', 'float', 'double'],
  min16float: ['float16_t', 'half', 'float', 'double'],
  float16_t: ['half', 'float', 'double'],
  half: ['float', 'double'],
  float: ['double'],
  min12int: ['min16int', 'int', 'int64_t'],
  min16int: ['int', 'int64_t'],
  min16uint: ['uint', 'uint64_t'],
  int16_t: WIDER_INTS,
  uint16_t: WIDER_INTS,
  int: ['int64_t', 'uint64_t'],
  uint: ['int64_t', 'uint64_t'],
}

/** Types that are as good as the literal type. Those of a minimum precision are not. */
const LITERALS: Readonly<Partial<Record<ScalarName, readonly ScalarName[]>>> = {
  'literal int': ['int16_t', 'uint16_t', 'int', 'uint', 'int64_t', 'uint64_t'],
  'literal float': ['float16_t', 'half', 'float', 'double'],
}

/** Pairs that differ in their sign alone. */
const SIGNS: Readonly<Partial<Record<ScalarName, ScalarName>>> = {
  int: 'uint',
  uint: 'int',
  int64_t: 'uint64_t',
  uint64_t: 'int64_t',
  int16_t: 'uint16_t',
  uint16_t: 'int16_t',
}

type Step = 'none' | 'promotion' | 'sign' | 'cast'

function step(from: ScalarName, to: ScalarName): Step {
  if (from === to || LITERALS[from]?.includes(to) || LITERALS[to]?.includes(from)) return 'none'
  if (PROMOTIONS[from]?.includes(to)) return 'promotion'
  return SIGNS[from] === to ? 'sign' : 'cast'
}

const TARGET: Readonly<Record<Step, number>> = {
  none: 0,
  promotion: TARGET_PROMOTED,
  sign: TARGET_SIGN,
  cast: TARGET_CAST,
}
const SOURCE: Readonly<Record<Step, number>> = {
  none: 0,
  promotion: SOURCE_PROMOTED,
  sign: SOURCE_SIGN,
  cast: SOURCE_CAST,
}

/** Cost of from -> to. */
export function scalarCost(from: ScalarType, to: ScalarType): number {
  if (from === to) return 0
  const common = combineElements(to, from).name
  // The target's side is asked in the other direction.
  return TARGET[step(common, to.name)] + SOURCE[step(from.name, common)]
}

/** Cost of an enum -> to: it meets a number where an int of no width of its own does. */
export const enumCost = (to: ScalarType): number => SOURCE_CAST + (to === BOOL ? TARGET_CAST : 0)
