// Diagnostics as the library hands them out: resolved to file, line and column, free of the compilation's address space.

import type { Severity } from '../diag/codes.ts'
import type { Diagnostic } from '../diag/diagnostics.ts'
import { type PlaceStyle, renderText } from '../diag/render_text.ts'
import type { Sources, Span } from '../diag/sources.ts'
import { warningName } from '../diag/warning_names.ts'

/** A part of a file; empty where something is missing. */
export interface MessageRange {
  readonly file: string
  /** 1-based; columns count UTF-16 units. */
  readonly line: number
  readonly column: number
  /** Exclusive, on the same or a later line. */
  readonly endLine: number
  readonly endColumn: number
}

/** An edit: `text` in place of the range. */
export interface MessageFixIt extends MessageRange {
  readonly text: string
}

/** One message. line and column are 1-based; 0 when it belongs to no place in a file. end is exclusive and on the same or a later line. */
export interface Message {
  /** Stable code, e.g. E2000. */
  readonly code: string
  readonly severity: Severity
  readonly message: string
  /** The option that turns a warning on and off, e.g. `-Wconversion`; '' for messages without one. */
  readonly option: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** The source line, without its end. */
  readonly lineText: string
  /** Further places that the text rendering underlines: operands, arguments. */
  readonly ranges: readonly MessageRange[]
  /** Edits that mend the source, to be made together. */
  readonly fixIts: readonly MessageFixIt[]
  readonly notes: readonly Message[]
}

/** Resolves a diagnostic; in macro expansions the place is that of the outermost use. */
export function toMessage(diagnostic: Diagnostic, sources: Sources): Message {
  const { code, severity, message, span, ranges, fixIts } = diagnostic
  const name = warningName(diagnostic)
  // Other uses of a macro may not need what one of them does.
  const areFixable = fixIts.every(fix => sources.expansionAt(fix.span.pos) === undefined)
  return {
    code,
    severity,
    message,
    option: name === undefined ? '' : `-W${name}`,
    ...toRange(span, sources),
    lineText: sources.locate(span.pos)?.lineText ?? '',
    ranges: ranges.map(range => toRange(range, sources)),
    fixIts: areFixable ? fixIts.map(fix => ({ ...toRange(fix.span, sources), text: fix.text })) : [],
    notes: diagnostic.notes.map(note => toMessage(note, sources)),
  }
}

function toRange(span: Span, sources: Sources): MessageRange {
  const from = sources.fileStart(span.pos)
  const start = sources.locate(from)
  const end = span.end > span.pos ? sources.locate(Math.max(from, sources.fileEnd(span.end))) : start
  return {
    file: start?.file ?? '',
    line: start?.line ?? 0,
    column: start?.column ?? 0,
    endLine: end?.line ?? 0,
    endColumn: end?.column ?? 0,
  }
}

/** The messages as clang prints them: with ANSI colours or without; source lines take at most `width` columns. */
export type MessageText = (color?: boolean, style?: PlaceStyle, width?: number) => string

export const textOf =
  (list: readonly Diagnostic[], sources: Sources): MessageText =>
  (color = false, style = 'clang', width) =>
    renderText(list, sources, { color, style, width })
