// Diagnostics as data, collected during a compilation; renderers turn them into text or JSON later.

import { type Args, type Code, messageRow, type Severity } from './codes.ts'
import type { Sources, Span } from './sources.ts'
import { DEFAULT_OFF, defaultLevel, isWarning, type WarningLevel } from './warning_names.ts'
import type { WarningLevels } from './warning_options.ts'
import { WarningStates } from './warning_states.ts'

/** An edit that would mend the source: `text` in place of the span; an empty span inserts, an empty text removes. */
export interface FixIt {
  readonly span: Span
  readonly text: string
}

/** What a diagnostic shows besides its place. */
export interface Marks {
  /** Operands, arguments: underlined with `~~~`. */
  readonly ranges?: readonly Span[]
  readonly fixIts?: readonly FixIt[]
}

export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  readonly message: string
  /** The caret stands at pos; what follows up to end is underlined. */
  readonly span: Span
  readonly ranges: readonly Span[]
  /** Edits that belong together: all of them or none. */
  readonly fixIts: readonly FixIt[]
  /** Follow-up remarks, printed under their diagnostic. */
  readonly notes: Diagnostic[]
}

export const insertion = (pos: number, text: string): FixIt => ({ span: { pos, end: pos }, text })
export const replacement = ({ pos, end }: Span, text: string): FixIt => ({ span: { pos, end }, text })
export const removal = (span: Span): FixIt => replacement(span, '')

const UNMARKED: Marks = {}

/** Why the code that is looked at was made: an instance of a template, and what asked for it. */
export interface Request {
  readonly span: Span
  /** What was made: "template class 'S<int>'". */
  readonly what: () => string
  readonly outer: Request | undefined
  /** Messages come behind those of the whole unit. */
  readonly isLater: boolean
  /** The template: what is told of it apart from its instances belongs to its place in the unit. */
  readonly template: object | undefined
}

/** A message of an instance: of a class at once, of a function's body when the unit is read. */
export interface InstanceDiagnostic {
  readonly diagnostic: Diagnostic
  readonly template: object | undefined
}

/** Wrong, but with a value: what stands around is instantiated all the same. */
export const HARMLESS: ReadonlySet<string> = new Set(['E2141', 'E2144', 'E2147', 'E2148', 'E2149'])

/** As many requests as are told of one message; of more, those in the middle are left out. As clang does. */
const MAX_REQUESTS = 10

/** Thrown by report() when the error limit is reached; caught by the driver, which prints what was collected. */
export class TooManyErrors extends Error {
  override readonly name = 'TooManyErrors'
}

/** Warnings about the flags: -no-warnings and -WX are about those of the source. */
const OF_FLAGS: ReadonlySet<string> = new Set(['W4040', 'W4041', 'W4042'])

/** Decides about what comes behind errors. */
export interface Judge {
  breaks(error: Diagnostic): boolean
  keep(later: Diagnostic, bySyntax: boolean): boolean
}

/** What becomes of warnings. Ignored ones are not recorded at all, so they are no errors either. */
export interface WarningPolicy {
  /** -no-warnings */
  readonly ignoreAll?: boolean
  /** Codes. */
  readonly ignore?: readonly string[]
  /** -WX */
  readonly asErrors?: boolean
  /** -W... */
  readonly options?: WarningLevels
}

export class Diagnostics {
  readonly sources: Sources
  readonly list: Diagnostic[] = []
  /** What pragmas in the source say about warnings. */
  readonly states = new WarningStates()
  readonly #errorLimit: number
  readonly #warnings: WarningPolicy
  /** By what asked for the code that they are in. */
  #seen = new Map<Request | undefined, Map<string, Diagnostic>>()
  /** What comes behind all of the unit. */
  readonly #later: InstanceDiagnostic[] = []
  readonly #ofClasses: InstanceDiagnostic[] = []
  /** The last request that was told. */
  #told: Request | undefined
  /** Of the diagnostics of `list`: number of the top-level declaration they were found in. */
  readonly #places: number[] = []
  /** Errors that may be found beyond the limit, as long as nobody knows which of them come first. */
  #slack = 0
  #errors = 0
  /** Number of the top-level declaration being read or checked. */
  place = 0
  /** What asked for the code being checked. */
  request: Request | undefined
  /** Something in the statement being instantiated is wrong: the rest of it is not looked at, as clang does not make it. */
  isBroken = false

  /** errorLimit 0 means no limit (clang's -ferror-limit). */
  constructor(sources: Sources, errorLimit = 20, warnings: WarningPolicy = {}) {
    this.sources = sources
    this.#errorLimit = errorLimit
    this.#warnings = warnings
  }

  get errorCount(): number {
    return this.#errors
  }

  /** Errors so far that no flag has made of warnings, of what is read up to here: after one clang looks into no body for what paths do. */
  get brokenCount(): number {
    if (this.#errors === 0) return 0
    const isBroken = ({ severity, code }: Diagnostic): boolean => severity === 'error' && code.startsWith('E')
    const { length } = this.list.filter((d, i) => isBroken(d) && this.#places[i]! <= this.place)
    return length + this.#later.filter(({ diagnostic }) => isBroken(diagnostic)).length
  }

  /**
   * Records a diagnostic at a span. The same message at the same place is recorded once for each request. Gives it as it came out; an ignored one
   * is a warning.
   * A message that names a `guess` ("did you mean") offers it as a replacement of the span.
   */
  report<C extends Code>(code: C, span: Span, args: Args<C>, marks = UNMARKED): Diagnostic {
    let diagnostic = this.make(code, span, args, marks)
    if (isWarning(code)) {
      const level = this.#warningLevel(code, span)
      const severity = level === 'ignored' ? 'warning' : level
      if (severity !== diagnostic.severity) diagnostic = { ...diagnostic, severity }
      if (level === 'ignored') return diagnostic
    }
    const key = `${code}@${span.pos}:${diagnostic.message}`
    const { request } = this
    if (request?.isLater && this.isBroken) return diagnostic
    let seen = this.#seen.get(request)
    if (!seen) this.#seen.set(request, (seen = new Map()))
    const known = seen.get(key)
    if (known) return known
    seen.set(key, diagnostic)
    if (request && request !== this.#told) this.#tellRequest(diagnostic, request)
    if (request?.isLater) this.#later.push({ diagnostic, template: request.template })
    else this.#add(diagnostic)
    if (request && !request.isLater) this.#ofClasses.push({ diagnostic, template: request.template })
    if (diagnostic.severity === 'error') {
      this.isBroken ||= request?.isLater === true && code.startsWith('E') && !HARMLESS.has(code)
      this.#errors++
      if (this.#errorLimit > 0 && this.#errors >= this.#errorLimit + this.#slack) {
        this.addLater()
        throw new TooManyErrors('error limit reached')
      }
    }
    return diagnostic
  }

  #add(diagnostic: Diagnostic): void {
    this.list.push(diagnostic)
    this.#places.push(this.place)
  }

  /** The unit is read: what was found in instances of templates comes now, as far as `keep` says; of classes the rest is taken back. */
  addLater(keep: (diagnostic: Diagnostic) => boolean = () => true): void {
    for (const { diagnostic } of this.#later.splice(0)) {
      if (keep(diagnostic)) this.#add(diagnostic)
      else if (diagnostic.severity === 'error') this.#errors--
    }
    for (const { diagnostic } of this.#ofClasses.splice(0)) if (!keep(diagnostic)) this.#remove(diagnostic)
  }

  #remove(diagnostic: Diagnostic): void {
    const at = this.list.indexOf(diagnostic)
    if (at < 0) return
    this.list.splice(at, 1)
    this.#places.splice(at, 1)
    if (diagnostic.severity === 'error') this.#errors--
  }

  /** Of the templates whose instances have messages. */
  get instantiated(): ReadonlySet<object> {
    const all = [...this.#later, ...this.#ofClasses].flatMap(({ template }) => (template ? [template] : []))
    return new Set(all)
  }

  /** What a part of the work reports, of which nothing is recorded. */
  collect(work: () => void): readonly Diagnostic[] {
    const mark = this.list.length
    const [errors, seen, slack, request] = [this.#errors, this.#seen, this.#slack, this.request]
    this.#seen = new Map()
    this.#slack = Number.POSITIVE_INFINITY
    this.request = undefined
    work()
    this.request = request
    this.#slack = slack
    this.#seen = seen
    this.#errors = errors
    this.#places.length = mark
    return this.list.splice(mark)
  }

  /** Records what belongs to an earlier declaration, behind all else of it. */
  insert(diagnostic: Diagnostic, place: number): void {
    const found = this.#places.findIndex(p => p > place)
    const at = found < 0 ? this.list.length : found
    this.list.splice(at, 0, diagnostic)
    this.#places.splice(at, 0, place)
    if (diagnostic.severity === 'error') this.#errors++
  }

  /** Once for all messages in a row that have the same. */
  #tellRequest(diagnostic: Diagnostic, request: Request): void {
    this.#told = request
    const all: Request[] = []
    for (let at: Request | undefined = request; at; at = at.outer) all.push(at)
    const half = MAX_REQUESTS / 2
    const count = all.length - MAX_REQUESTS
    for (const [i, { span, what }] of all.entries()) {
      // The empty range shows the line again where it is that of the note before.
      if (count <= 0 || i < half || i >= all.length - half)
        this.note(diagnostic, 'N2009', span, { what: what() }, { ranges: [{ pos: span.pos, end: span.pos }] })
      else if (i === half) this.note(diagnostic, 'N2018', span, { count, s: count === 1 ? '' : 's' })
    }
  }

  /** Whether any of these warnings may come out: then it pays to look for them. */
  wants(codes: readonly Code[]): boolean {
    const { ignoreAll, options } = this.#warnings
    if (ignoreAll) return false
    const isOn = (code: Code): boolean =>
      (options?.levels.get(code) ?? 'ignored') !== 'ignored' || !DEFAULT_OFF.has(code)
    return this.states.isUsed || codes.some(isOn)
  }

  /** What pragmas, flags and defaults make of a warning at a place. */
  #warningLevel(code: Code, { pos }: Span): WarningLevel {
    const { ignoreAll, ignore, asErrors, options } = this.#warnings
    const byFlag = ignore?.includes(code) ? 'ignored' : options?.levels.get(code)
    const level = this.states.levelAt(this.sources.fileStart(pos), code) ?? byFlag ?? defaultLevel(code)
    if (level !== 'warning') return level
    const isOfFlags = OF_FLAGS.has(code)
    if (ignoreAll && !isOfFlags) return 'ignored'
    const areErrors = options?.asErrors || (asErrors && !isOfFlags)
    return areErrors && !options?.neverErrors.has(code) ? 'error' : 'warning'
  }

  /** Hangs a note under an already reported diagnostic. */
  note<C extends Code>(on: Diagnostic, code: C, span: Span, args: Args<C>, marks = UNMARKED): void {
    on.notes.push(this.make(code, span, args, marks))
  }

  /** Lets more errors than the limit be found, by this many times the limit; trim() says which ones stay. */
  allow(times: number): void {
    this.#slack = times > 1 ? this.#errors + (times - 1) * this.#errorLimit : 0
  }

  /**
   * Orders what was found in two walks over the same source, as one walk would have found it: the first `mark` diagnostics are of the first.
   * `judge` says what is told behind an error of the first walk or of any.
   */
  interleave(mark: number, judge: Judge): void {
    const first = this.list.slice(0, mark)
    const places = this.#places.slice()
    const merged: Diagnostic[] = []
    let at = 0
    let isBroken = false
    let bySyntax = false
    this.list.slice(mark).forEach((later, i) => {
      const place = places[mark + i]!
      for (
        ;
        at < mark && (places[at]! < place || (places[at] === place && first[at]!.span.pos <= later.span.pos));
        at++
      ) {
        merged.push(first[at]!)
        bySyntax ||= first[at]!.severity === 'error'
      }
      if ((isBroken || bySyntax) && !judge.keep(later, bySyntax)) return
      merged.push(later)
      isBroken ||= later.severity === 'error' && judge.breaks(later)
    })
    merged.push(...first.slice(at))
    this.list.splice(0, this.list.length, ...merged)
    this.#places.length = 0
    this.#errors = merged.filter(d => d.severity === 'error').length
  }

  /** If errors of this code were found since the list had `mark` entries, drops all else that was found since then. */
  prefer(code: Code, mark: number): void {
    if (!this.list.slice(mark).some(d => d.code === code)) return
    const kept = this.list.flatMap((d, i) => (i < mark || d.code === code ? [i] : []))
    this.#places.splice(0, this.#places.length, ...kept.map(i => this.#places[i]!))
    this.list.splice(0, this.list.length, ...kept.map(i => this.list[i]!))
    this.#errors = this.list.filter(d => d.severity === 'error').length
  }

  /** Drops what stands behind as many errors as the limit allows. */
  trim(): void {
    if (this.#errorLimit === 0) return
    let errors = 0
    const last = this.list.findIndex(d => d.severity === 'error' && ++errors >= this.#errorLimit)
    if (last >= 0) this.list.length = last + 1
  }

  private make<C extends Code>(code: C, span: Span, args: Args<C>, marks: Marks): Diagnostic {
    const [severity, template] = messageRow(code)
    const holes = args as Readonly<Record<string, string | number>>
    // A typedef and what it stands for have quotes of their own: 'T' (aka 'int').
    const message = template
      .replace(/\{(\w+)\}/g, (_, name: string) => String(holes[name]))
      .replace(/(\(aka '[^']*'\))'/g, '$1')
    const guess = holes['guess']
    const fixIts = marks.fixIts ?? (guess === undefined ? [] : [replacement(span, String(guess))])
    return {
      code,
      severity,
      message,
      span: { pos: span.pos, end: span.end },
      ranges: (marks.ranges ?? []).map(({ pos, end }) => ({ pos, end })),
      fixIts,
      notes: [],
    }
  }
}
