// Which messages of the checker are worth telling in a source that has errors.

import type { Judge } from '../../diag/diagnostics.ts'
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

/** Of the analysis of bodies; no code is missing for them. */
const OF_PATHS: ReadonlySet<string> = new Set(['E2199', 'E2200'])
/** What DXC finds out while it analyses bodies or makes code, which it does not behind an error. */
const OF_CODE: ReadonlySet<string> = new Set([...OF_PATHS, 'W2134', 'W2423', 'W2425', 'W2439', 'W2116'])

/** What is told behind errors; behind a syntax error only what has its own cause. */
export const judgeOf = ({ brokenNames }: TranslationUnit): Judge => ({
  breaks: ({ code }) => !OF_PATHS.has(code) && !code.startsWith('W'),
  keep: ({ code, message }, bySyntax) =>
    !OF_CODE.has(code) && (!bySyntax || !OF_NAMES.has(code) || !brokenNames.has(/'([^']*)'/.exec(message)?.[1] ?? '')),
})
