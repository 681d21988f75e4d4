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

/** Takes the word `operator`. */
export function operatorWord(c: Cursor): void {
  if (c.hlslVersion < 2021) c.fail('E1003', c.span, { word: 'operator' })
  c.expectToken(KIND['operator'])
}

/** Reads `operator+`, `operator()`, `operator[]`; gives the name id of its spelling. */
export function operatorId(c: Cursor): number {
  operatorWord(c)
  const kind = c.kind
  if (kind === KIND['new'] || kind === KIND['delete']) return memoryOperator(c)
  if (kind === KIND['('] || kind === KIND['[']) {
    const open = c.at
    c.advance()
    c.close(kind === KIND['('] ? KIND[')'] : KIND[']'], open)
    return c.names.intern(kind === KIND['('] ? 'operator()' : 'operator[]')
  }
  // A conversion, which has a type here, cannot be named.
  if (!OPERATORS.has(kind)) c.fail('E1000', c.span, { what: 'a type' })
  const text = SPELLING[kind]!
  c.advance()
  return c.names.intern(`operator${text}`)
}

/** `operator new[]`, which nobody may declare; those of conversions have a space in their names. */
function memoryOperator(c: Cursor): number {
  const name = `operator${SPELLING[c.kind]}`
  c.advance()
  return c.names.intern(c.accept(KIND['[']) && c.accept(KIND[']']) ? `${name}[]` : name)
}
