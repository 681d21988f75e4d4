// Number and string tokens as literal nodes.

import { table } from '../../base/table.ts'
import type { Span } from '../../diag/sources.ts'
import { parseNumber } from '../lex/number_literal.ts'
import { STRING } from '../lex/token.ts'
import type { Expr } from '../tree/ast.ts'
import type { Cursor } from './cursor.ts'

const MAX_UINT64 = 0xffffffffffffffffn

/** Takes a number token. A bad one is reported and becomes an error node: parsing goes on behind it. */
export function numberLiteral(c: Cursor): Expr {
  const { text, pos } = c
  const end = c.tokens.end[c.at]!
  const number = parseNumber(text)
  if ('problem' in number || ('radix' in number && number.value > MAX_UINT64)) {
    badNumber(c, number)
    c.advance()
    return { kind: 'error_expr', pos, end }
  }
  c.advance()
  if ('radix' in number)
    return { kind: 'int_literal', value: number.value, suffix: number.suffix, radix: number.radix, pos, end }
  const { value, suffix, fixed, text: digits } = number
  return { kind: 'float_literal', value, suffix, text: digits, pos, end, ...(fixed !== undefined && { fixed }) }
}

function badNumber(c: Cursor, number: ReturnType<typeof parseNumber>): void {
  const { span, text } = c
  // From the offending letter on.
  const from = (offset: number): Span => ({ pos: Math.min(span.pos + offset, span.end), end: span.end })
  if (!('problem' in number) || number.problem === 'large') c.complain('E1006', span, {})
  else if (number.problem === 'suffix') {
    c.complain('E1004', from(text.length - number.suffix.length), { suffix: number.suffix, kind: number.of })
  } else if (number.problem === 'digit')
    c.complain('E1005', from(text.indexOf(number.digit)), { digit: number.digit, kind: number.of })
  else c.complain('E1014', from(text.search(/[eE]/)), {})
}

/** Takes adjacent string tokens as one literal. */
export function stringLiteral(c: Cursor): Expr {
  const pos = c.pos
  const parts: string[] = []
  for (; c.kind === STRING; c.advance()) parts.push(unquoted(c))
  return { kind: 'string_literal', value: parts.join(''), pos, end: c.lastEnd }
}

/** Takes a character constant: the code of its character, as an integer. */
export function characterLiteral(c: Cursor): Expr {
  const { pos } = c
  const value = unquoted(c)
  if (value === '') c.fail('E1022', c.span, {})
  c.advance()
  if (value.length > 1) c.complain('E1024', { pos, end: c.lastEnd }, {})
  return { kind: 'int_literal', value: BigInt(value.charCodeAt(0)), suffix: '', radix: 10, pos, end: c.lastEnd }
}

const ESCAPES: ReadonlyMap<string, string> = table({
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  f: '\f',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
})
/** What stands for itself behind a backslash, and GNU's, which clang lets pass. */
const PLAIN = '\\\'"?({[%'

/** The value of the current token, a quoted spelling, whose escape sequences are checked. */
export function unquoted(c: Cursor): string {
  const inner = c.text.slice(1, -1)
  if (!inner.includes('\\')) return inner
  const start = c.pos + 1
  return inner.replace(/\\(x[\da-fA-F]*|[0-7]{1,3}|.)/gs, (whole, e: string, at: number) => {
    const span = { pos: start + at, end: start + at + whole.length }
    const isHex = e[0] === 'x'
    if (isHex || /^[0-7]/.test(e)) {
      const code = Number.parseInt(isHex ? e.slice(1) : e, isHex ? 16 : 8)
      if (e === 'x') c.complain('E1191', span, {})
      else if (code > 0xff) c.complain('E1192', span, { kind: isHex ? 'hex' : 'octal' })
      return String.fromCharCode(code & 0xff)
    }
    if (!ESCAPES.has(e) && !PLAIN.includes(e) && !/[uU]/.test(e)) c.complain('W1011', span, { letter: e })
    return ESCAPES.get(e) ?? e
  })
}
