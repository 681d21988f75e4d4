// Diagnostics for tools: plain data, positions resolved to file, line and column.

import type { Severity } from './codes.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { Sources } from './sources.ts'

export interface JsonDiagnostic {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** null when it belongs to no place in a source. */
  readonly file: string | null
  /** 1-based; 0 when there is no place. Columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  /** Exclusive end, on the same conditions. */
  readonly endLine: number
  readonly endColumn: number
  readonly notes: readonly JsonDiagnostic[]
}

/** Resolves a list of diagnostics; JSON.stringify prints the result. In macro expansions the place is that of the outermost use. */
export function renderJson(list: readonly Diagnostic[], sources: Sources): readonly JsonDiagnostic[] {
  return list.map(diagnostic => resolve(diagnostic, sources))
}

function resolve(diagnostic: Diagnostic, sources: Sources): JsonDiagnostic {
  const { code, severity, message, span } = diagnostic
  const start = sources.locate(span.pos)
  const startPlace = sources.fileStart(span.pos)
  const end = sources.locate(Math.max(sources.fileEnd(span.end), startPlace))
  return {
    code,
    severity,
    message,
    file: start?.file ?? null,
    line: start?.line ?? 0,
    column: start?.column ?? 0,
    endLine: end?.line ?? start?.line ?? 0,
    endColumn: end?.column ?? start?.column ?? 0,
    notes: renderJson(diagnostic.notes, sources),
  }
}
