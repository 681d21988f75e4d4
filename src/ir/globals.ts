// Module-level variables: groupshared memory and constant tables.

import type { Value } from './function.ts'
import type { AddressSpace, Type } from './types.ts'

/** A groupshared variable (space 3, no initialiser) or a constant table (space 0, `values` given). Always [n x scalar]. */
export interface GlobalVariable {
  readonly id: number
  readonly name: string
  /** The array type behind the pointer, e.g. [64 x float]. */
  readonly valueType: Type
  readonly space: AddressSpace
  /** Constants, one an element; undefined: no initialiser (groupshared is undef). */
  readonly values: readonly Value[] | undefined
}
