// What a function-like macro's body becomes with its arguments in place: substitution, # and ##.
// Invariant: pure over its inputs except for interning spellings and reporting bad pastes.

import type { Diagnostics } from '../../diag/diagnostics.ts'
import { Lexer } from '../lex/lexer.ts'
import type { Names } from '../lex/names.ts'
import { CHARACTER, EOF, KIND, LINE_START, PLACEMARKER, SPACE_BEFORE, SPELLING, STRING, UNKNOWN } from '../lex/token.ts'
import type { Macro, Token } from './macros.ts'

/** One argument of an invocation. expanded() is computed on first use, because stringified and pasted arguments never need it. */
export interface Argument {
  readonly raw: readonly Token[]
  /** No argument was written for the variadic parameter, not even an empty one. */
  readonly absent: boolean
  expanded(): readonly Token[]
}

export interface Substitution {
  readonly names: Names
  readonly diagnostics: Diagnostics
  /** Moves a position of the macro's body into the expansion's range. */
  readonly place: (pos: number) => number
  /** Operands of ## are expanded, as FXC has it. */
  readonly pastesExpanded: boolean
  /** Called before text of that length is made; stops a macro bomb. */
  readonly spend: (characters: number) => void
}

/** The spelling of a token, whatever its kind. */
export function spell(names: Names, kind: number, value: number): string {
  return value !== 0 ? names.text(value) : (SPELLING[kind] ?? '')
}

/** The tokens of one invocation, before rescanning. args is empty for object-like macros. */
export function substitute(macro: Macro, args: readonly Argument[], to: Substitution): Token[] {
  const out: Token[] = []
  const body = macro.body
  let pasting = false
  let [left, operator] = [0, 0]
  for (let i = 0; i < body.length; i++) {
    const token = body[i]!
    if (macro.hasPaste && token.kind === KIND['##'] && i > 0) {
      pasting = true
      operator = token.pos
      continue
    }
    const pasted = pasting || (macro.hasPaste && body[i + 1]?.kind === KIND['##'])
    const param = args.length > 0 ? macro.paramOf[i]! : -1
    if (pasting) {
      pasting = false
      const paste = { left, operator, end: token.end }
      pasteOnto(out, pieceOf(token, param, true), isVariadic(macro, param) ? args[param]! : undefined, to, paste)
      continue
    }
    left = token.pos
    if (macro.params && token.kind === KIND['#'] && i + 1 < body.length && macro.paramOf[i + 1]! >= 0) {
      i++
      const text = stringify(to, args[macro.paramOf[i]!]!.raw)
      const string: Token = {
        kind: STRING,
        value: to.names.intern(text),
        pos: to.place(token.pos),
        end: to.place(token.end),
        flags: token.flags,
      }
      // `#x ## y`: the paste finds the string as its left side on the next round.
      out.push(string)
      continue
    }
    const piece = pieceOf(token, param, pasted)
    for (let k = 0; k < piece.length; k++) out.push(piece[k]!)
  }
  return out.some(t => t.kind === PLACEMARKER) ? out.filter(t => t.kind !== PLACEMARKER) : out

  function pieceOf(token: Token, param: number, raw: boolean): readonly Token[] {
    const pos = to.place(token.pos)
    const end = to.place(token.end)
    if (param < 0) return [{ kind: token.kind, value: token.value, pos, end, flags: token.flags }]
    const tokens = raw && !to.pastesExpanded ? args[param]!.raw : args[param]!.expanded()
    if (tokens.length === 0) return raw ? [{ kind: PLACEMARKER, value: 0, pos, end, flags: token.flags }] : []
    const first = tokens[0]!
    // The blank before an argument is the one before the parameter.
    const flags = (first.flags & ~(SPACE_BEFORE | LINE_START)) | (token.flags & SPACE_BEFORE)
    return [{ ...first, flags }, ...tokens.slice(1)]
  }
}

/** Where a ## and its operands stand in the body of the macro. */
interface Paste {
  readonly left: number
  readonly operator: number
  readonly end: number
}

const isVariadic = (macro: Macro, param: number): boolean => macro.variadic && param === macro.params!.length - 1

function pasteOnto(
  out: Token[],
  piece: readonly Token[],
  variadic: Argument | undefined,
  to: Substitution,
  paste: Paste,
): void {
  const left = out.pop()
  const right = piece[0]!
  if (!left) return void out.push(...piece)
  if (variadic && left.kind === KIND[',']) {
    // GNU's `, ## __VA_ARGS__`: the comma goes with an absent argument, and is not pasted otherwise.
    if (variadic.absent) return
    out.push(left)
    for (const token of piece) out.push(token)
    return
  }
  if (left.kind === PLACEMARKER) out.push({ ...right, flags: left.flags })
  else if (right.kind === PLACEMARKER) out.push(left)
  else out.push(...pasteTokens(left, right, to, paste))
  for (let k = 1; k < piece.length; k++) out.push(piece[k]!)
}

function pasteTokens(left: Token, right: Token, to: Substitution, paste: Paste): Token[] {
  const a = spell(to.names, left.kind, left.value)
  const b = spell(to.names, right.kind, right.value)
  to.spend(a.length + b.length)
  const text = a + b
  const lexer = new Lexer({ name: '', text, base: 0, includedAt: 0 }, to.names, undefined)
  lexer.next()
  // As clang has it, the token is the macro's and not an argument's.
  const [pos, end] = [to.place(paste.left), to.place(paste.end)]
  const pasted: Token = { kind: lexer.kind, value: lexer.value, pos, end, flags: left.flags }
  const whole = lexer.end === text.length && lexer.kind !== UNKNOWN && lexer.kind !== EOF && !/^\/[/*]/.test(text)
  if (whole) return [pasted]
  to.diagnostics.report('E1124', { pos: to.place(paste.operator), end: to.place(paste.operator + 2) }, { text })
  return [left, right]
}

/** C's #: the spelling with blanks collapsed, quotes and backslashes of literals escaped. */
function stringify(to: Substitution, tokens: readonly Token[]): string {
  let text = ''
  for (let i = 0; i < tokens.length; i++) {
    const { kind, value, flags } = tokens[i]!
    if (i > 0 && (flags & (SPACE_BEFORE | LINE_START)) !== 0) text += ' '
    const spelling = spell(to.names, kind, value)
    to.spend(spelling.length)
    text += kind === STRING || kind === CHARACTER ? spelling.replace(/[\\"]/g, '\\$&') : spelling
  }
  // A backslash that would escape the closing quote goes.
  if (/(?<!\\)(?:\\\\)*\\$/.test(text)) text = text.slice(0, -1)
  return `"${text}"`
}
