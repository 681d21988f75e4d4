// Expressions: prefix operators and casts in a loop, binary operators by precedence, the rest by descent.
// Invariant: chains of binary operators cost no stack; everything that nests is counted by the cursor.

import {
  BINARY_LEVELS,
  CHARACTER,
  DECLTYPE,
  EOF,
  IDENTIFIER,
  IS_RESERVED,
  isNamedKeyword,
  KEYWORD_TYPES,
  KIND,
  kindOf,
  NUMBER,
  SPELLING,
  STRING,
} from '../lex/token.ts'
import type { AssignOp, BinaryOp, Expr, QualifiedName, TemplateArg, TypeNode, UnaryOp } from '../tree/ast.ts'
import { BAIL, type Cursor } from './cursor.ts'
import { characterLiteral, numberLiteral, stringLiteral } from './literals.ts'
import { operatorId } from './operator_names.ts'
import {
  behindAnnotation,
  bracketed,
  entryOf,
  isEmptyCall,
  isModifierAt,
  isTypeEntry,
  isTypeWord,
  KNOWN_TYPE,
  MAYBE_TYPE,
  namedType,
  parseQualifiedName,
  parseTemplateArgs,
  parseType,
  scanAngles,
  scanType,
  startsWithType,
  typeName,
} from './types.ts'

/** Binding strength by token kind; 0 for what is no binary operator. */
const STRENGTH = new Uint8Array(256)
BINARY_LEVELS.forEach((level, i) => {
  for (const op of level) STRENGTH[kindOf(op)] = i + 1
})

const IS_ASSIGNMENT = new Uint8Array(256)
for (const op of ['=', '*=', '/=', '%=', '+=', '-=', '<<=', '>>=', '&=', '|=', '^='] as const)
  IS_ASSIGNMENT[kindOf(op)] = 1

const IS_PREFIX = new Uint8Array(256)
for (const op of ['+', '-', '!', '~', '++', '--', '*', '&'] as const) IS_PREFIX[kindOf(op)] = 1

/** Prefix operators, casts and postfix operators in a row: what consumers of the tree may have to recurse over. */
const MAX_CHAIN = 512

export const NO_EXPRS: readonly Expr[] = []

/** An expression with commas. */
export function parseExpression(c: Cursor): Expr {
  let left = parseAssignment(c)
  while (c.kind === KIND[',']) {
    const opSpan = c.span
    c.advance()
    const right = parseAssignment(c)
    left = { kind: 'binary', op: ',', opSpan, left, right, pos: left.pos, end: right.end }
  }
  return left
}

/** An expression without commas at its top. */
export function parseAssignment(c: Cursor): Expr {
  c.enterNesting('expression')
  const left = parseConditional(c)
  if (IS_ASSIGNMENT[c.kind] === 0) {
    c.leaveNesting()
    return left
  }
  const op = SPELLING[c.kind] as AssignOp
  const opSpan = c.span
  c.advance()
  const right = c.kind === KIND['{'] ? parseInitializer(c) : parseAssignment(c)
  c.leaveNesting()
  return { kind: 'assign', op, opSpan, left, right, pos: left.pos, end: right.end }
}

/** An expression without commas or assignments. */
export function parseConditional(c: Cursor): Expr {
  const condition = parseBinary(c, 1)
  if (c.kind !== KIND['?']) return condition
  const question = c.span
  c.advance()
  c.enterNesting('expression')
  const noGreater = c.noGreater
  c.noGreater = false
  const omitted = 'use of GNU ?: conditional expression extension, omitting middle operand'
  const isOmitted = c.kind === KIND[':']
  if (isOmitted) c.complain('E1175', c.span, { what: omitted })
  const whenTrue = isOmitted ? condition : parseExpression(c)
  c.noGreater = noGreater
  c.expectToken(KIND[':'])
  const whenFalse = parseAssignment(c)
  c.leaveNesting()
  return { kind: 'conditional', question, condition, whenTrue, whenFalse, pos: condition.pos, end: whenFalse.end }
}

/** An initializer: `{ list }` or an expression without commas. */
export function parseInitializer(c: Cursor): Expr {
  if (c.kind !== KIND['{']) return parseAssignment(c)
  const open = c.at
  const pos = c.pos
  c.advance()
  c.enterBracket()
  const items: Expr[] = []
  while (c.kind !== KIND['}'] && c.kind !== EOF) {
    items.push(parseInitializer(c))
    if (!c.accept(KIND[','])) break
  }
  c.leaveBracket()
  c.close(KIND['}'], open)
  return { kind: 'init_list', items, pos, end: c.lastEnd }
}

function parseBinary(c: Cursor, minimum: number): Expr {
  let left = parseUnary(c)
  for (;;) {
    const kind = c.kind
    const strength = STRENGTH[kind]!
    if (strength < minimum || strength === 0) return left
    if (c.noGreater && (kind === KIND['>'] || (kind === KIND['>>'] && c.closesTogether))) return left
    const op = SPELLING[kind] as BinaryOp
    const opSpan = c.span
    // The operator of old, which a later language takes for two brackets.
    if (c.noGreater && kind === KIND['>>']) c.diagnostics.report('W1026', opSpan, {})
    c.advance()
    c.unfinished.push(left)
    const right = parseBinary(c, strength + 1)
    c.unfinished.length--
    left = { kind: 'binary', op, opSpan, left, right, pos: left.pos, end: right.end }
  }
}

// ---- Prefix operators and casts ---------------------------------------------------------------------------------------------

interface Prefix {
  readonly op: UnaryOp | undefined
  readonly type: TypeNode | undefined
  readonly pos: number
}

function parseUnary(c: Cursor): Expr {
  let prefixes: Prefix[] | undefined
  for (;;) {
    const kind = c.kind
    if (IS_PREFIX[kind]) {
      prefixes ??= []
      prefixes.push({ op: SPELLING[kind] as UnaryOp, type: undefined, pos: c.pos })
      c.advance()
    } else if (kind === KIND['('] && isCast(c)) {
      prefixes ??= []
      prefixes.push(castPrefix(c))
    } else break
    if (prefixes.length > MAX_CHAIN) c.cutOff('E1008', { what: 'expression', limit: MAX_CHAIN })
  }
  let expr = parsePostfix(c)
  if (!prefixes) return expr
  for (let i = prefixes.length - 1; i >= 0; i--) {
    const { op, type, pos } = prefixes[i]!
    if (type) expr = { kind: 'cast', type, operand: expr, pos, end: expr.end }
    else expr = { kind: 'unary', op: op!, operand: expr, pos, end: expr.end }
  }
  return expr
}

function castPrefix(c: Cursor): Prefix {
  const open = c.at
  const pos = c.pos
  c.advance()
  const type = parseType(c)
  c.close(KIND[')'], open)
  if (c.kind === KIND['{']) c.fail('E1175', c.span, { what: 'compound literal' })
  return { op: undefined, type, pos }
}

/** Whether the `(` here opens a cast: a type name, dimensions, `)`. */
function isCast(c: Cursor): boolean {
  const i = skipSpecifiers(c, c.at + 1)
  const certain = i > c.at + 1
  const scanned = scanType(c, i)
  if (scanned !== KNOWN_TYPE && scanned !== MAYBE_TYPE) return false
  const after = behindAnnotation(c, skipDims(c, skipConst(c, c.scannedTo)))
  if (c.kindAt(after) !== KIND[')']) return false
  return certain || scanned === KNOWN_TYPE || startsOperand(c.kindAt(after + 1))
}

/** Words that can only stand before a type. */
function skipSpecifiers(c: Cursor, index: number): number {
  let i = index
  while (
    c.kindAt(i) === KIND['typename'] ||
    c.kindAt(i) === KIND['struct'] ||
    (c.kindAt(i) !== EOF && isModifierAt(c, i))
  )
    i++
  return i
}

/** `(int4 const)v`. */
function skipConst(c: Cursor, index: number): number {
  let i = index
  while (c.kindAt(i) === KIND['const']) i++
  return i
}

function skipDims(c: Cursor, index: number): number {
  let i = index
  while (c.kindAt(i) === KIND['[']) {
    let depth = 0
    do {
      const kind = c.kindAt(i)
      if (kind === KIND['[']) depth++
      else if (kind === KIND[']']) depth--
      else if (kind === EOF || kind === KIND[';']) return i
      i++
    } while (depth > 0)
  }
  return i
}

/** What can only begin an operand, so that `(name)` before it must be a cast even if the name is unknown. */
function startsOperand(kind: number): boolean {
  return (
    kind === IDENTIFIER ||
    kind === NUMBER ||
    kind === KIND['!'] ||
    kind === KIND['~'] ||
    kind === KIND['this'] ||
    kind === KIND['true'] ||
    kind === KIND['false']
  )
}

// ---- Postfix operators ----------------------------------------------------------------------------------------------------------

function parsePostfix(c: Cursor): Expr {
  let expr = parsePrimary(c)
  // `true.x`: nothing can stand behind these words.
  if (expr.kind === 'bool_literal') return expr
  for (let length = 0; ; length++) {
    const kind = c.kind
    if (kind === KIND['.'] || kind === KIND['->']) expr = parseMember(c, expr)
    else if (kind === KIND['[']) expr = parseIndex(c, expr)
    else if (kind === KIND['(']) {
      const args = parseArguments(c)
      expr = { kind: 'call', callee: expr, args, pos: expr.pos, end: c.lastEnd }
    } else if (kind === KIND['++'] || kind === KIND['--']) {
      c.advance()
      expr = { kind: 'postfix', op: SPELLING[kind] as '++' | '--', operand: expr, pos: expr.pos, end: c.lastEnd }
    } else return expr
    if (length > MAX_CHAIN) c.cutOff('E1008', { what: 'expression', limit: MAX_CHAIN })
  }
}

function parseMember(c: Cursor, object: Expr): Expr {
  const arrow = c.kind === KIND['->']
  c.advance()
  let scope: QualifiedName | undefined
  if (c.kind === KIND['::']) {
    const { pos, end } = c.span
    scope = { kind: 'name', global: true, parts: [], pos, end }
    c.advance()
  }
  const templateWord = c.kind === KIND['template'] ? c.span : undefined
  if (templateWord) c.advance()
  let memberSpan = c.span
  let id = memberName(c)
  for (;;) {
    const isInstance = c.kind === KIND['<'] && c.kindAt(scanAngles(c, c.at)) === KIND['::']
    const isTemplate = c.scopes.lookup(id)?.kind === 'type_template' || startsWithType(c, c.at + 1)
    const args = isInstance && isTemplate ? parseTemplateArgs(c) : undefined
    if (!c.accept(KIND['::'])) break
    const parts = [...(scope?.parts ?? []), { name: c.names.text(id), templateArgs: args, ...memberSpan }]
    scope = { kind: 'name', global: scope?.global ?? false, parts, pos: parts[0]!.pos, end: memberSpan.end }
    memberSpan = c.span
    id = memberName(c)
  }
  let templateArgs: readonly TemplateArg[] | undefined
  if (c.kind === KIND['<'] && (templateWord || isMemberTemplate(c, id, object))) templateArgs = parseTemplateArgs(c)
  return {
    kind: 'member',
    object,
    member: c.names.text(id),
    memberSpan,
    scope,
    templateArgs,
    templateWord,
    arrow,
    pos: object.pos,
    end: c.lastEnd,
  }
}

function memberName(c: Cursor): number {
  // A call by name: `a.operator+(b)`.
  if (c.kind === KIND['operator']) return operatorId(c)
  if (c.kind !== IDENTIFIER && !IS_RESERVED[c.kind]) c.fail('E1010', c.span, {})
  return c.identifier()
}

/** Whether `<` after `.name` opens template arguments: they close before `(`, and either the name or the first argument says so. */
function isMemberTemplate(c: Cursor, id: number, { kind }: Expr): boolean {
  const close = scanAngles(c, c.at, c.scopes.memberTemplates.has(id))
  if (close < 0 || c.kindAt(close) !== KIND['(']) return false
  return (
    c.kindAt(c.at + 1) === KIND['>'] ||
    c.scopes.memberTemplates.has(id) ||
    startsWithType(c, c.at + 1) ||
    (kind === 'this' && isEmptyCall(c, close))
  )
}

function parseIndex(c: Cursor, object: Expr): Expr {
  const open = c.at
  c.advance()
  if (c.kind === KIND[']']) c.fail('E1016', c.span, {})
  const index = bracketed(c, parseExpression)
  c.close(KIND[']'], open)
  return { kind: 'index', object, index, pos: object.pos, end: c.lastEnd }
}

/** Reads `(a, b)`. */
export function parseArguments(c: Cursor): readonly Expr[] {
  const open = c.at
  c.expectToken(KIND['('])
  if (c.accept(KIND[')'])) return NO_EXPRS
  const args = bracketed(c, () => {
    const list: Expr[] = []
    do {
      const arg = parseInitializer(c)
      list.push(arg)
      c.unfinished.push(arg)
    } while (c.accept(KIND[',']))
    return list
  })
  c.close(KIND[')'], open)
  c.unfinished.length -= args.length
  return args
}

// ---- Primary expressions -----------------------------------------------------------------------------------------------------

function parsePrimary(c: Cursor): Expr {
  const kind = c.kind
  switch (kind) {
    case IDENTIFIER:
    case KIND['::']:
      return parseName(c)
    case NUMBER:
      return numberLiteral(c)
    case STRING:
      return stringLiteral(c)
    case KIND['(']:
      return parseParenthesized(c)
    case KIND['true']:
    case KIND['false']: {
      const span = c.span
      c.advance()
      return { kind: 'bool_literal', value: kind === KIND['true'], pos: span.pos, end: span.end }
    }
    case KIND['this']: {
      const span = c.span
      c.advance()
      return { kind: 'this', pos: span.pos, end: span.end }
    }
    case KIND['sizeof']:
      return parseSizeof(c)
    case KIND['operator']: {
      // A call by name: `operator+(a, b)`.
      const name = parseQualifiedName(c)
      return { kind: 'name_expr', name, pos: name.pos, end: name.end }
    }
    default:
      return parseOtherPrimary(c)
  }
}

function parseOtherPrimary(c: Cursor): Expr {
  const kind = c.kind
  if (isTypeWord(kind)) {
    // A call has one word for its type.
    if (c.kindAt(c.at + 1) !== KIND['(']) c.complain('E1152', c.span, { type: 'unspecified' })
    return construct(c, namedType(typeName(c)))
  }
  if (IS_RESERVED[kind]) c.fail('E1003', c.span, { word: SPELLING[kind]! })
  if (kind === CHARACTER) return characterLiteral(c)
  c.fail('E1016', c.span, {})
}

function parseParenthesized(c: Cursor): Expr {
  const open = c.at
  const pos = c.pos
  c.advance()
  const inner = bracketed(c, parseExpression)
  c.close(KIND[')'], open)
  return { kind: 'paren', inner, pos, end: c.lastEnd }
}

/** A name, or a type when `(` follows one. */
function parseName(c: Cursor): Expr {
  const start = c.at
  const next = c.kindAt(start + 1)
  // The common case, a plain name that is no type, needs no look-ahead.
  if (c.kind === IDENTIFIER && next !== KIND['::'] && next !== KIND['<'] && c.value !== DECLTYPE) {
    const { value, pos } = c
    const end = c.tokens.end[start]!
    const entry = entryOf(c, value)
    c.at++
    const name: QualifiedName = {
      kind: 'name',
      global: false,
      parts: [{ name: c.names.text(value), templateArgs: undefined, pos, end }],
      pos,
      end,
    }
    return isTypeEntry(entry) ? construct(c, namedType(name)) : { kind: 'name_expr', name, pos, end }
  }
  const isType = scanType(c, start) === KNOWN_TYPE
  const name = parseQualifiedName(c)
  // `N::sample(x)`: behind `::` DXC reads words of modifiers as keywords, although `sample(x)` calls a function of that name.
  const word = name.parts.find((part, i) => (i > 0 || name.global) && isNamedKeyword(part.name, false))
  if (word) c.fail('E1010', word, {})
  return isType ? construct(c, namedType(name)) : { kind: 'name_expr', name, pos: name.pos, end: name.end }
}

function construct(c: Cursor, type: TypeNode): Expr {
  if (c.kind !== KIND['(']) {
    const id = c.tokens.value[c.at - 1]!
    const name = c.names.text(id)
    if (c.kind !== KIND['{'] && c.scopes.lookup(id)) c.fail('E2007', type, { name })
    if (c.kind !== KIND['{'] && !KEYWORD_TYPES.has(name)) c.fail('E1021', type, { name })
    c.complain('E2464', c.span, {}, { ranges: [type] })
    throw BAIL
  }
  const args = parseArguments(c)
  return { kind: 'construct', type, args, pos: type.pos, end: c.lastEnd }
}

function parseSizeof(c: Cursor): Expr {
  const pos = c.pos
  c.advance()
  const open = c.at
  if (
    c.kind === KIND['('] &&
    scanType(c, skipSpecifiers(c, c.at + 1)) === KNOWN_TYPE &&
    c.kindAt(behindAnnotation(c, skipDims(c, skipConst(c, c.scannedTo)))) === KIND[')']
  ) {
    c.advance()
    const operand = parseType(c)
    c.close(KIND[')'], open)
    return { kind: 'sizeof', operand, pos, end: c.lastEnd }
  }
  c.enterNesting('expression')
  const operand = parseUnary(c)
  c.leaveNesting()
  return { kind: 'sizeof', operand, pos, end: operand.end }
}
