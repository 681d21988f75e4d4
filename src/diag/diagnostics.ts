// Diagnostics as data, collected during a compilation; renderers turn them into text or JSON later.

import { type Args, type Code, MESSAGES, type Severity } from './codes.ts'
import type { Sources, Span } from './sources.ts'

export interface Diagnostic {
  readonly code: Code
  readonly severity: Severity
  readonly message: string
  readonly span: Span
  /** Follow-up remarks, printed under their diagnostic. */
  readonly notes: Diagnostic[]
}

/** Thrown by report() when the error limit is reached; caught by the driver, which prints what was collected. */
export class TooManyErrors extends Error {
  override readonly name = 'TooManyErrors'
}

/** What becomes of warnings. Ignored ones are not recorded at all, so they are no errors either. */
export interface WarningPolicy {
  /** -no-warnings */
  readonly ignoreAll?: boolean
  /** -Wno-...: codes. */
  readonly ignore?: readonly string[]
  /** -WX */
  readonly asErrors?: boolean
}

export class Diagnostics {
  readonly sources: Sources
  readonly list: Diagnostic[] = []
  readonly #errorLimit: number
  readonly #warnings: WarningPolicy
  readonly #seen = new Set<string>()
  #errors = 0

  /** errorLimit 0 means no limit (clang's -ferror-limit). */
  constructor(sources: Sources, errorLimit = 20, warnings: WarningPolicy = {}) {
    this.sources = sources
    this.#errorLimit = errorLimit
    this.#warnings = warnings
  }

  get errorCount(): number {
    return this.#errors
  }

  /** Records a diagnostic at a span. The same code at the same place is recorded once. */
  report<C extends Code>(code: C, span: Span, args: Args<C>): Diagnostic {
    let diagnostic = this.make(code, span, args)
    if (diagnostic.severity === 'warning') {
      const policy = this.#warnings
      if (policy.ignoreAll || policy.ignore?.includes(code)) return diagnostic
      if (policy.asErrors) diagnostic = { ...diagnostic, severity: 'error' }
    }
    const key = `${code}@${span.pos}:${diagnostic.message}`
    if (this.#seen.has(key)) return diagnostic
    this.#seen.add(key)
    this.list.push(diagnostic)
    if (diagnostic.severity === 'error') {
      this.#errors++
      if (this.#errorLimit > 0 && this.#errors >= this.#errorLimit) throw new TooManyErrors('error limit reached')
    }
    return diagnostic
  }

  /** Hangs a note under an already reported diagnostic. */
  note<C extends Code>(on: Diagnostic, code: C, span: Span, args: Args<C>): void {
    on.notes.push(this.make(code, span, args))
  }

  private make<C extends Code>(code: C, span: Span, args: Args<C>): Diagnostic {
    const [severity, template] = MESSAGES[code]
    const holes = args as Readonly<Record<string, string | number>>
    const message = template.replace(/\{(\w+)\}/g, (_, name: string) => String(holes[name]))
    return { code, severity, message, span: { pos: span.pos, end: span.end }, notes: [] }
  }
}
