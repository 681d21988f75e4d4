// Which functions of a source can be compute entry points: those with [numthreads], found without checking anything.

import { Diagnostics, TooManyErrors } from '../diag/diagnostics.ts'
import { Sources } from '../diag/sources.ts'
import type { Declaration } from '../hlsl/ast.ts'
import { parseSource } from '../hlsl/parse/translation_unit.ts'
import { type CompileOptions, preprocessorTarget } from './options.ts'

/** Names in order of declaration; empty for sources that do not parse (compile() says why). */
export function entryPointsOf(source: string, options: CompileOptions): readonly string[] {
  const diagnostics = new Diagnostics(new Sources(), 1)
  const target = preprocessorTarget(options.target, diagnostics)
  if (!target) return []
  try {
    const unit = parseSource(
      {
        source,
        name: options.fileName ?? 'hlsl.hlsl',
        defines: options.defines ?? [],
        include: options.include,
        target,
        hlslVersion: options.hlslVersion === '202x' ? 2021 : Number(options.hlslVersion ?? '2021'),
        enable16BitTypes: options.enable16BitTypes ?? false,
      },
      diagnostics,
    )
    return [...new Set(entryNames(unit.declarations))]
  } catch (error) {
    // Errors and nesting without end are compile()'s to report.
    if (error instanceof TooManyErrors || error instanceof RangeError) return []
    throw error
  }
}

function entryNames(declarations: readonly Declaration[]): string[] {
  return declarations.flatMap(d =>
    d.kind === 'function' && d.body && d.attributes.some(a => a.name.toLowerCase() === 'numthreads') ? [d.name] : [],
  )
}
