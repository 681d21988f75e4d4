// Names of operator functions.

import { KIND, kindOf, SPELLING } from '../lex/token.ts'
import type { Cursor } from './cursor.ts'

const OPERATORS: ReadonlySet<number> = new Set(
  (
    [
      '+',
      '-',
      '*',
      '/',
      '%',
      '^',
      '&',
      '|',
      '~',
      '!',
      '=',
      '<',
      '>',
      '+=',
      '-=',
      '*=',
      '/=',
      '%=',
      '^=',
      '&=',
      '|=',
      '<<',
      '>>',
      '<<=',
      '>>=',
      '==',
      '!=',
      '<=',
      '>=',
      '&&',
      '||',
      '++',
      '--',
      ',',
      '->',
    ] as const
  ).map(kindOf),
)

/** Reads `operator+`, `operator()`, `operator[]`; gives the name id of its spelling. `operator` before a type is a conversion: 'operator '. */
export function operatorId(c: Cursor): number {
  if (c.hlslVersion < 2021) c.fail('E1003', c.span, { word: 'operator' })
  c.expectToken(KIND['operator'])
  const kind = c.kind
  if (kind === KIND['('] || kind === KIND['[']) {
    const open = c.at
    c.advance()
    c.close(kind === KIND['('] ? KIND[')'] : KIND[']'], open)
    return c.names.intern(kind === KIND['('] ? 'operator()' : 'operator[]')
  }
  if (!OPERATORS.has(kind)) return c.names.intern('operator ')
  const text = SPELLING[kind]!
  c.advance()
  return c.names.intern(`operator${text}`)
}
