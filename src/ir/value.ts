// Ids of values and blocks of a function.

import type { Id } from '../base/brand.ts'

export type Value = Id<'value'>
export type Block = Id<'block'>
export const NO_VALUE = 0 as Value
export const NO_BLOCK = 0 as Block
