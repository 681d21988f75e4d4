// Module-level variables: groupshared memory, constant tables, and static variables that functions of a library share.

import type { Value } from './function.ts'
import type { AddressSpace, Type } from './types.ts'

/**
 * A groupshared variable (space 3, no initialiser), a constant table (space 0, `values` given) or a static variable (space 0, `initial` given).
 * Always [n x scalar]; groupshared also <n x scalar>, which is one vector in the source.
 */
export interface GlobalVariable {
  readonly id: number
  readonly name: string
  /** The array type behind the pointer, e.g. [64 x float]. */
  readonly valueType: Type
  readonly space: AddressSpace
  /** Constants, one an element; undefined: no initialiser (groupshared is undef). */
  readonly values: readonly Value[] | undefined
  /** What a variable of the invocation begins with. */
  readonly initial?: readonly Value[]
}
