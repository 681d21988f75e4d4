// Every message the toolkit can print, merged from one table a subject. A code is stable; its text may be improved at any time.
// {name} marks a required argument: report() refuses to compile without it.

import { InternalError } from '../base/brand.ts'
import { lazy } from '../base/lazy.ts'
import { ASSEMBLE_MESSAGES } from './codes_assemble.ts'
import { BINDING_MESSAGES } from './codes_binding.ts'
import { CHECK_MESSAGES } from './codes_check.ts'
import { COMPILE_MESSAGES } from './codes_compile.ts'
import { GEOMETRY_MESSAGES } from './codes_geometry.ts'
import { LINK_MESSAGES } from './codes_link.ts'
import { LL_MESSAGES } from './codes_ll.ts'
import { LOWER_MESSAGES } from './codes_lower.ts'
import { MESH_MESSAGES } from './codes_mesh.ts'
import { NODE_MESSAGES } from './codes_nodes.ts'
import { PARSE_MESSAGES } from './codes_parse.ts'
import { PIPELINE_MESSAGES } from './codes_pipeline.ts'
import { SM69_MESSAGES } from './codes_sm69.ts'
import { TESSELLATION_MESSAGES } from './codes_tessellation.ts'

export type Severity = 'error' | 'warning' | 'note'

/** By the first letter of a code. */
const SEVERITIES: Readonly<Record<string, Severity>> = { E: 'error', W: 'warning', N: 'note' }

const tables = lazy(
  () =>
    [
      PARSE_MESSAGES,
      CHECK_MESSAGES,
      GEOMETRY_MESSAGES,
      LOWER_MESSAGES,
      BINDING_MESSAGES,
      COMPILE_MESSAGES,
      ASSEMBLE_MESSAGES,
      LL_MESSAGES,
      LINK_MESSAGES,
      PIPELINE_MESSAGES,
      TESSELLATION_MESSAGES,
      MESH_MESSAGES,
      SM69_MESSAGES,
      NODE_MESSAGES,
    ] as const,
)

type KeysOf<T> = T extends unknown ? keyof T : never
type RowOf<T, C> = T extends unknown ? (C extends keyof T ? T[C] : never) : never
type Tables = ReturnType<typeof tables>[number]

export type Code = KeysOf<Tables>
type Holes<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Holes<Rest> : never
/** The arguments a message requires, by the holes in its template. */
export type Args<C extends Code> = { readonly [K in Holes<RowOf<Tables, C> & string>]: string | number }

/** Severity and template of a message. */
export function messageRow(code: Code): readonly [severity: Severity, template: string] {
  for (const table of tables())
    if (Object.hasOwn(table, code)) return [SEVERITIES[code[0]!]!, (table as Readonly<Record<string, string>>)[code]!]
  throw new InternalError(`there is no message ${code}`)
}
