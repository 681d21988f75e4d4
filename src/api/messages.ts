// Diagnostics as the library hands them out: resolved to file, line and column, free of the compilation's address space.

import type { Severity } from '../diag/codes.ts'
import type { Diagnostic } from '../diag/diagnostics.ts'
import type { Sources } from '../diag/sources.ts'

/** One message. line and column are 1-based; 0 when it belongs to no place in a file. end is exclusive and on the same or a later line. */
export interface Message {
  /** Stable code, e.g. E2000. */
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** The source line, without its end. */
  readonly lineText: string
  readonly notes: readonly Message[]
}

export function toMessage(diagnostic: Diagnostic, sources: Sources): Message {
  const { code, severity, message, span } = diagnostic
  const start = sources.locate(span.pos)
  const end = sources.locate(Math.max(span.pos, span.end))
  return {
    code,
    severity,
    message,
    file: start?.file ?? '',
    line: start?.line ?? 0,
    column: start?.column ?? 0,
    endLine: end?.line ?? 0,
    endColumn: end?.column ?? 0,
    lineText: start?.lineText ?? '',
    notes: diagnostic.notes.map(note => toMessage(note, sources)),
  }
}
