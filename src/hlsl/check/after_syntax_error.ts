// Which errors of the checker are worth telling in a source that has syntax errors.

import type { Diagnostic } from '../../diag/diagnostics.ts'
import type { TranslationUnit } from '../tree/ast.ts'

/** As many times the limit of errors as the parser may find before it gives up. */
export const SYNTAX_ERRORS = 10

/** About names, which are the first thing that these messages quote: what a syntax error skipped may have declared them. */
const OF_NAMES: ReadonlySet<string> = new Set([
  'E2000',
  'E2001',
  'E2002',
  'E2003',
  'E2004',
  'E2005',
  'E2006',
  'E2007',
  'E2014',
  'E2015',
  'E2017',
  'E2170',
  'E2172',
  'E2173',
  'E2175',
])

/** Whether a message has its own cause, though a syntax error stands in front of it. W2116 is told while code is made: behind no error. */
export const isIndependent =
  ({ brokenNames }: TranslationUnit) =>
  ({ code, message }: Diagnostic): boolean =>
    code !== 'W2116' && (!OF_NAMES.has(code) || !brokenNames.has(/'([^']*)'/.exec(message)?.[1] ?? ''))
