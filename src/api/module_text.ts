// A module of LLVM text as a front end: text to syntax tree, target triple to profile, syntax tree to IR.

import type { Diagnostics } from '../diag/diagnostics.ts'
import type { SourceFile } from '../diag/sources.ts'
import { importModule } from '../ll/import.ts'
import { parseLl } from '../ll/parse_module.ts'
import type { LlModule } from '../ll/syntax.ts'
import { profileOfTriple } from '../ll/triple.ts'

/** A parsed module and the profile it is compiled for. */
export interface ModuleText {
  readonly source: LlModule
  readonly profile: string
}

/** Reads a module; `target` is the profile asked for, '' for that of the triple. */
export function readModuleText(file: SourceFile, target: string, diagnostics: Diagnostics): ModuleText | undefined {
  const source = parseLl(file, diagnostics)
  if (!source) return undefined
  if (target !== '') return { source, profile: target }
  if (source.triple === '') {
    diagnostics.report('E6003', { pos: file.base, end: file.base }, { why: 'there is no target triple' })
    return undefined
  }
  const found = profileOfTriple(source.triple)
  if ('profile' in found) return { source, profile: found.profile }
  diagnostics.report('E6004', source.triplePos, { triple: source.triple, why: found.why })
  return undefined
}

export { importModule }
