// The operators that ask about the compiler: __has_feature and its kin, __has_warning, __is_identifier.
// Invariant: a question that is answered becomes a number; of a malformed one, reported, what stands in the parentheses is gone.

import { isWarningOption } from '../../diag/warning_groups.ts'
import { isOtherKeyword, QUERIES } from '../../spec/language_queries.ts'
import { END_OF_LINE, EOF, IDENTIFIER, isNamedKeyword, KIND, KIND_OF_WORD, NUMBER, STRING } from '../lex/token.ts'
import type { MacroReader } from './macro_reader.ts'
import type { Token } from './macros.ts'

/** The reader's token becomes 1 or 0, at the place of the operator. */
export function answer(reader: MacroReader, at: Token, value: boolean): void {
  reader.pos = at.pos
  reader.end = at.end
  reader.flags = at.flags
  reader.become(NUMBER, value ? '1' : '0')
}

/** `__has_feature(x)` and its kin, as DXC answers; known everywhere, not only in conditions. */
export function featureQuery(reader: MacroReader, inCondition: boolean): void {
  const at = reader.token()
  const operator = reader.names.text(reader.value)
  if (operator === '__has_warning') warningQuery(reader, at, inCondition)
  else if (opens(reader)) {
    const name = featureName(reader, operator === '__has_cpp_attribute')
    if (name === undefined) refuse(reader, at, inCondition)
    else answer(reader, at, QUERIES.get(operator)!(name))
  } else reader.diagnostics.report('E1141', at, {})
}

/** `__is_identifier(x)`: 1 unless the name is a keyword to DXC. */
export function identifierQuery(reader: MacroReader, inCondition: boolean): void {
  const at = reader.token()
  if (!opens(reader)) return void reader.diagnostics.report('E1141', at, {})
  const name = featureName(reader, false)
  if (name === undefined) refuse(reader, at, inCondition)
  else answer(reader, at, !(KIND_OF_WORD.has(name) || isNamedKeyword(name, false) || isOtherKeyword(name)))
}

function opens(reader: MacroReader): boolean {
  reader.raw()
  return reader.kind === KIND['(']
}

/** `x)`, or `x::y)` where scopes may be; undefined for anything else. */
function featureName(reader: MacroReader, hasScope: boolean): string | undefined {
  const outer = word(reader)
  if (outer === undefined) return undefined
  reader.raw()
  let name = outer
  if (hasScope && reader.kind === KIND['::']) {
    const inner = word(reader)
    if (inner === undefined) return undefined
    name += `::${inner}`
    reader.raw()
  }
  return reader.kind === KIND[')'] ? name : undefined
}

function word(reader: MacroReader): string | undefined {
  reader.raw()
  return reader.kind === IDENTIFIER ? reader.names.text(reader.value) : undefined
}

/** `__has_warning("-Wname")`, where strings in a row are one. */
function warningQuery(reader: MacroReader, at: Token, inCondition: boolean): void {
  if (!opens(reader)) return void reader.diagnostics.report('E1148', at, {})
  reader.raw()
  const first = reader.token()
  if (first.kind !== STRING) {
    reader.diagnostics.report('E1142', first, { where: "'__has_warning'" })
    return void skip(reader, inCondition)
  }
  let text = ''
  for (; reader.kind === STRING; reader.raw()) text += reader.names.text(reader.value).slice(1, -1)
  if (reader.kind !== KIND[')']) return void reader.diagnostics.report('E1148', at, {})
  const name = /^-W(.+)$/.exec(text)?.[1]
  if (name === undefined) reader.diagnostics.report('W1124', first, {})
  answer(reader, at, name !== undefined && isWarningOption(name))
}

function refuse(reader: MacroReader, at: Token, inCondition: boolean): void {
  reader.diagnostics.report('E1141', at, {})
  skip(reader, inCondition)
}

/** Up to the closing parenthesis, which stays; a condition is wrong as a whole anyway. */
function skip(reader: MacroReader, inCondition: boolean): void {
  if (inCondition) return
  while (reader.kind !== EOF && reader.kind !== END_OF_LINE && reader.kind !== KIND[')']) reader.raw()
}
