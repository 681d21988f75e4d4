// Every message the toolkit can print, merged from one table a subject. A code is stable; its text may be improved at any time.
// {name} marks a required argument: report() refuses to compile without it.

import { ASSEMBLE_MESSAGES } from './codes_assemble.ts'
import { BINDING_MESSAGES } from './codes_binding.ts'
import { CHECK_MESSAGES } from './codes_check.ts'
import { COMPILE_MESSAGES } from './codes_compile.ts'
import { LL_MESSAGES } from './codes_ll.ts'
import { LOWER_MESSAGES } from './codes_lower.ts'
import { PARSE_MESSAGES } from './codes_parse.ts'

export type Severity = 'error' | 'warning' | 'note'

export const MESSAGES = {
  ...PARSE_MESSAGES,
  ...CHECK_MESSAGES,
  ...LOWER_MESSAGES,
  ...BINDING_MESSAGES,
  ...COMPILE_MESSAGES,
  ...ASSEMBLE_MESSAGES,
  ...LL_MESSAGES,
} as const

export type Code = keyof typeof MESSAGES
type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never
/** The arguments a message requires, by the holes in its template. */
export type Args<C extends Code> = { readonly [K in Holes<(typeof MESSAGES)[C][1]>]: string | number }
