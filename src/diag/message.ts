// Diagnostics as the library hands them out: plain data, resolved to file, line and column, free of the compilation's address space.

import type { Severity } from './codes.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { ExpansionPoint, Sources, Span } from './sources.ts'
import { warningName } from './warning_names.ts'

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

/** Where something is: file, line and column, and where it ends. */
export type Location = MessageRange

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
  /** The #include lines that led to the file, outermost first. */
  readonly includedFrom: readonly IncludeLine[]
  /** Where the place is inside bodies of macros, innermost first; of a deep nest only the ends. */
  readonly expansions: readonly MacroPlace[]
  readonly notes: readonly Message[]
}

export interface IncludeLine {
  readonly file: string
  readonly line: number
}

/** A place in the body of a macro. */
export interface MacroPlace {
  readonly macro: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
  /** What is underlined there. */
  readonly ranges: readonly MessageRange[]
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
    includedFrom: includeLines(span, sources),
    expansions: macroPlaces(diagnostic, sources),
    notes: diagnostic.notes.map(note => toMessage(note, sources)),
  }
}

/** A message about the command or the options, without a place. */
export function messageNowhere(code: string, severity: Severity, message: string, file = ''): Message {
  const nowhere = { line: 0, column: 0, endLine: 0, endColumn: 0, lineText: '' }
  const empty = { ranges: [], fixIts: [], includedFrom: [], expansions: [], notes: [] }
  return { code, severity, message, option: '', file, ...nowhere, ...empty }
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

function includeLines(span: Span, sources: Sources): IncludeLine[] {
  const lines: IncludeLine[] = []
  for (let pos = sources.fileAt(span.pos)?.includedAt ?? 0; pos !== 0; pos = sources.fileAt(pos)?.includedAt ?? 0) {
    const at = sources.locate(pos)
    if (at) lines.push({ file: at.file, line: at.line })
  }
  return lines.reverse()
}

/** A deep nest says the same thing over and over: this many places at each of its ends are enough. */
const NEST_ENDS = 3

function macroPlaces({ span, ranges, fixIts }: Diagnostic, sources: Sources): MacroPlace[] {
  const points: ExpansionPoint[] = []
  for (let point = sources.expansionAt(span.pos); point; point = sources.expansionAt(point.use.pos)) points.push(point)
  if (points.length > 2 * NEST_ENDS) points.splice(NEST_ENDS, points.length - 2 * NEST_ENDS)
  const marked = [span, ...ranges, ...fixIts.map(fix => fix.span)]
  return points.reverse().flatMap(point => {
    const at = sources.locate(point.spelling)
    if (!at) return []
    const spelled = marked.map(range => spelledRange(range, point, sources)).filter(range => range !== undefined)
    return [{ macro: point.macro, ...at, ranges: spelled.map(range => toRange(range, sources)) }]
  })
}

/** The part of a range that was written in this macro's body, as a place in that body. */
function spelledRange(range: Span, of: ExpansionPoint, sources: Sources): Span | undefined {
  const start = spelledAt(range.pos, of, sources)
  if (start === undefined || range.end <= range.pos) return undefined
  const last = spelledAt(range.end - 1, of, sources)
  return last === undefined ? undefined : { pos: start, end: last + 1 }
}

function spelledAt(pos: number, { use, macro }: ExpansionPoint, sources: Sources): number | undefined {
  for (let point = sources.expansionAt(pos); point; point = sources.expansionAt(point.use.pos))
    if (point.use.pos === use.pos && point.macro === macro) return sources.fileStart(point.spelling)
  return undefined
}
