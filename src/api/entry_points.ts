// Which functions of a source can be compute entry points: those with [numthreads], found without checking anything.

import { Diagnostics, TooManyErrors } from '../diag/diagnostics.ts'
import { Sources } from '../diag/sources.ts'
import type { Declaration } from '../hlsl/ast.ts'
import { parseSource } from '../hlsl/parse/translation_unit.ts'
import { unwrapped } from './callbacks.ts'
import type { CompileOptions } from './options.ts'
import { preprocessOptions } from './preprocess.ts'

/** Names in order of declaration; empty for sources that do not parse (compile() says why). */
export function entryPointsOf(source: string, options: CompileOptions): readonly string[] {
  const diagnostics = new Diagnostics(new Sources(), 1)
  try {
    const parsing = preprocessOptions(source, options, diagnostics)
    if (!parsing) return []
    const unit = parseSource(parsing, diagnostics)
    return [...new Set(entryNames(unit.declarations))]
  } catch (error) {
    // Errors and nesting without end are compile()'s to report.
    if (error instanceof TooManyErrors || error instanceof RangeError) return []
    throw unwrapped(error)
  }
}

function entryNames(declarations: readonly Declaration[]): string[] {
  return declarations.flatMap(d =>
    d.kind === 'function' && d.body && d.attributes.some(a => a.name.toLowerCase() === 'numthreads') ? [d.name] : [],
  )
}
