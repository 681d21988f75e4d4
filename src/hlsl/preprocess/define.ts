// Reads the rest of a `#define` line into a macro.
// Invariant: reads only up to the end of the line; after an error (reported) it gives undefined and the rest of the line is for the caller to skip.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import type { Lexer } from '../lex/lexer.ts'
import type { Names } from '../lex/names.ts'
import { END_OF_LINE, IDENTIFIER, KIND, SPACE_BEFORE } from '../lex/token.ts'
import { type Macro, makeMacro, type Token } from './macros.ts'

interface Parameters {
  readonly ids: number[]
  readonly variadic: boolean
}

/** Reads a definition; the lexer's current token is the macro's name. */
export function readDefinition(lexer: Lexer, names: Names, diagnostics: Diagnostics): Macro | undefined {
  const name = { pos: lexer.pos, end: lexer.end }
  const text = names.text(lexer.value)
  lexer.next()
  let params: Parameters | undefined
  if (lexer.kind === KIND['('] && (lexer.flags & SPACE_BEFORE) === 0) {
    params = readParameters(lexer, names, diagnostics)
    if (!params) return undefined
    lexer.next()
  } else if (lexer.kind !== END_OF_LINE && (lexer.flags & SPACE_BEFORE) === 0) diagnostics.report('W1121', lexer, {})
  const body: Token[] = []
  for (; lexer.kind !== END_OF_LINE; lexer.next()) body.push(tokenOf(lexer, body.length === 0))
  const hasPaste = checkOperators(body, params, diagnostics)
  if (hasPaste === undefined) return undefined
  return makeMacro(text, name, { params: params?.ids, variadic: params?.variadic ?? false, body, hasPaste })
}

/** The lexer's current token as an object. */
export function tokenOf(lexer: Lexer, first = false): Token {
  return { kind: lexer.kind, value: lexer.value, pos: lexer.pos, end: lexer.end, flags: first ? 0 : lexer.flags }
}

function readParameters(lexer: Lexer, names: Names, diagnostics: Diagnostics): Parameters | undefined {
  const variadicId = names.intern('__VA_ARGS__')
  const ids: number[] = []
  lexer.next()
  if (lexer.kind === KIND[')']) return { ids, variadic: false }
  for (;;) {
    if (lexer.kind === KIND['...']) {
      ids.push(variadicId)
      return closeVariadic(lexer, ids, diagnostics)
    }
    if (lexer.kind !== IDENTIFIER) {
      if (lexer.kind === END_OF_LINE) noClosing(lexer, diagnostics)
      else diagnostics.report('E1115', lexer, {})
      return undefined
    }
    if (ids.includes(lexer.value)) {
      diagnostics.report('E1116', lexer, { name: names.text(lexer.value) })
      return undefined
    }
    ids.push(lexer.value)
    lexer.next()
    if (lexer.kind === KIND[')']) return { ids, variadic: false }
    // GNU's named variadic parameter: `args...`.
    if (lexer.kind === KIND['...']) return closeVariadic(lexer, ids, diagnostics)
    if (lexer.kind !== KIND[',']) {
      diagnostics.report('E1114', lexer, {})
      return undefined
    }
    lexer.next()
  }
}

function closeVariadic(lexer: Lexer, ids: number[], diagnostics: Diagnostics): Parameters | undefined {
  lexer.next()
  if (lexer.kind === KIND[')']) return { ids, variadic: true }
  noClosing(lexer, diagnostics)
  return undefined
}

function noClosing(lexer: Lexer, diagnostics: Diagnostics): void {
  diagnostics.report('E1113', lexer, {})
}

/** Checks # and ##; gives whether there are any, undefined after an error. */
function checkOperators(
  body: readonly Token[],
  params: Parameters | undefined,
  diagnostics: Diagnostics,
): boolean | undefined {
  let has = false
  for (let i = 0; i < body.length; i++) {
    const token = body[i]!
    if (token.kind === KIND['##']) {
      has = true
      if (i > 0 && i < body.length - 1) continue
      diagnostics.report('E1118', token, { place: i === 0 ? 'start' : 'end' })
      return undefined
    }
    if (token.kind !== KIND['#'] || !params) continue
    has = true
    const next = body[i + 1]
    if (next && params.ids.includes(next.value)) continue
    diagnostics.report('E1117', next ?? token, {})
    return undefined
  }
  return has
}
