// Statements, and where a statement begins a declaration instead of an expression.
// Invariant: a broken statement is reported, skipped to its end and becomes one error node; its neighbours are read as usual.

import { removal } from '../../diag/diagnostics.ts'
import { DECLTYPE, EOF, IDENTIFIER, KIND, KIND_OF_WORD, kindOf, SPELLING } from '../lex/token.ts'
import type {
  Attribute,
  BlockStmt,
  Condition,
  Declaration,
  DeclStmt,
  Expr,
  ExprStmt,
  ForStmt,
  IfStmt,
  Statement,
} from '../tree/ast.ts'
import {
  checkDeclaredAttributes,
  refuseAttributes,
  refuseOnStatement,
  refusePairs,
  warnOnPlain,
} from './attribute_rules.ts'
import { parseAttributes, skipDeclaratorAttributes } from './attributes.ts'
import type { Cursor, DeclarationContext } from './cursor.ts'
import { parseConditional, parseExpression } from './expressions.ts'
import { isBuiltinType } from './scopes.ts'
import {
  entryOf,
  isModifierAt,
  isReservedType,
  isTypeEntry,
  isTypeWord,
  KNOWN_TYPE,
  MAYBE_TYPE,
  scanAngles,
  scanParenthesised,
  scanType,
} from './types.ts'

/** Keywords that begin a statement: recovery may stop before them. */
const BEGINS_STATEMENT = new Uint8Array(256)
for (const word of [
  'if',
  'for',
  'while',
  'do',
  'switch',
  'case',
  'default',
  'break',
  'continue',
  'return',
  'discard',
  '}',
  '{',
] as const)
  BEGINS_STATEMENT[KIND_OF_WORD.get(word)!] = 1

const BEGINS_DECLARATION = new Uint8Array(256)
for (const word of [
  'struct',
  'class',
  'enum',
  'typedef',
  'using',
  'typename',
  '_Static_assert',
  'namespace',
  'cbuffer',
  'tbuffer',
] as const)
  BEGINS_DECLARATION[KIND_OF_WORD.get(word)!] = 1

/** Reads `{ ... }`. Its scope is the caller's to open when parameters belong to it. */
export function parseBlock(c: Cursor): BlockStmt {
  const open = c.at
  const pos = c.pos
  c.expectToken(KIND['{'])
  c.enterBracket()
  const statements: Statement[] = []
  while (c.kind !== KIND['}'] && c.kind !== EOF) statements.push(parseStatement(c))
  c.leaveBracket()
  c.close(KIND['}'], open)
  return { kind: 'block', statements, pos, end: c.lastEnd }
}

const HAS_HEAD: ReadonlySet<number> = new Set((['for', 'while', 'if', 'switch', '{', '['] as const).map(kindOf))

/** Reads one statement, recovering from errors in it. */
export function parseStatement(c: Cursor): Statement {
  const start = c.at
  const pos = c.pos
  const unfinished = c.unfinished.length
  const statement = c.guarded(() => oneStatement(c))
  return statement ?? brokenStatement(c, start, pos, unfinished)
}

function brokenStatement(c: Cursor, start: number, pos: number, unfinished: number): Statement {
  // What the head of a statement declares is not known without the statement.
  const hasHead = HAS_HEAD.has(c.kindAt(start))
  const exprs = c.takeUnfinished(unfinished)
  skipBroken(c, start)
  c.noteBroken(start)
  return { kind: 'error_stmt', exprs: hasHead ? [] : exprs, pos, end: c.lastEnd }
}

/** After an error: what looks like the next statement on a line of its own is taken for one. */
function skipBroken(c: Cursor, start: number): void {
  if (c.at > start && c.onNewLine && BEGINS_STATEMENT[c.kind]) return
  c.skipStatement()
  if (c.at === start) c.advance()
}

function oneStatement(c: Cursor): Statement {
  const { pos } = c
  const attributes = parseAttributes(c)
  const branches = c.kind === KIND['if'] || c.kind === KIND['switch']
  const start = c.at
  const statement = statementBehind(c, attributes)
  if (attributes.length === 0) return statement
  if (statement.kind === 'decl_stmt') checkOfDeclaration(c, attributes, start, statement.declarations, pos)
  else {
    refuseOnStatement(c, attributes)
    if (!('attributes' in statement)) warnOnPlain(c, attributes)
    // DXC does not compare the loop attributes of a declaration.
    refusePairs(c, attributes, branches, pos)
  }
  return statement
}

/** Types that are declared without a variable have no attributes before them. */
function checkOfDeclaration(
  c: Cursor,
  attributes: readonly Attribute[],
  start: number,
  declarations: readonly Declaration[],
  pos: number,
): void {
  if (DECLARES_TYPE.has(c.kinds[start]!) && declarations.every(({ kind }) => /record|enum|type_alias/.test(kind)))
    refuseAttributes(c, attributes, pos)
  else checkDeclaredAttributes(c, attributes)
}

const DECLARES_TYPE: ReadonlySet<number> = new Set([KIND['struct'], KIND['class'], KIND['enum'], KIND['using']])

function statementBehind(c: Cursor, attributes: readonly Attribute[]): Statement {
  const pos = c.pos
  switch (c.kind) {
    case KIND['{']:
      return scopedBlock(c)
    case KIND[';']:
      c.advance()
      return { kind: 'empty_stmt', pos, end: c.lastEnd }
    case KIND['if']:
      return parseIf(c, attributes)
    case KIND['for']:
      return parseFor(c, attributes)
    case KIND['while']:
      return parseWhile(c, attributes)
    case KIND['do']:
      return parseDo(c, attributes)
    case KIND['switch']:
      return parseSwitch(c, attributes)
    case KIND['case']:
    case KIND['default']:
      return parseLabel(c)
    case KIND['break']:
    case KIND['continue']:
    case KIND['discard']: {
      const kind = c.kind === KIND['break'] ? 'break' : c.kind === KIND['continue'] ? 'continue' : 'discard'
      c.advance()
      expectSemicolon(c, `after ${kind} statement`)
      return { kind, pos, end: c.lastEnd }
    }
    case KIND['return']:
      return parseReturn(c)
    default:
      return parseSimple(c)
  }
}

const scopedBlock = (c: Cursor): BlockStmt => scoped(c, () => parseBlock(c))

/** Opens a scope for the declarations in a statement's head. After an error the cursor's guard closes it. */
function scoped<T>(c: Cursor, part: () => T): T {
  c.scopes.enter(undefined)
  const result = part()
  c.scopes.leave()
  return result
}

/** Where a `;` of a loop's head belongs. */
export const IN_FOR = "in 'for' statement specifier"

/** Takes a `;`. A missing one is reported behind the last token; reading goes on as if it were there. */
export function expectSemicolon(c: Cursor, where: string): void {
  if (c.accept(KIND[';'])) return
  const isExtra = c.kindAt(c.at + 1) === KIND[';'] && (c.kind === KIND[')'] || c.kind === KIND[']'])
  if (isExtra && !where.endsWith(' statement')) {
    c.complain('E2462', c.span, { what: SPELLING[c.kind]! }, { fixIts: [removal(c.span)] })
    c.advance()
    c.advance()
    return
  }
  c.complainMissing(';', 'E1001', where === IN_FOR ? c.span : c.behind, { where })
  if (c.onNewLine || BEGINS_STATEMENT[c.kind]) return
  const start = c.at
  c.skipStatement()
  c.noteBroken(start)
}

function parseReturn(c: Cursor): Statement {
  const pos = c.pos
  c.advance()
  const value = c.kind === KIND[';'] ? undefined : c.kind === KIND['{'] ? c.grammar.initializer(c) : parseExpression(c)
  expectSemicolon(c, 'after return statement')
  return { kind: 'return', value, pos, end: c.lastEnd }
}

function parseLabel(c: Cursor): Statement {
  const pos = c.pos
  if (c.accept(KIND['default'])) {
    expectColon(c, "'default'")
    return { kind: 'default', pos, end: c.lastEnd }
  }
  c.advance()
  const value = parseConditional(c)
  expectColon(c, "'case'")
  return { kind: 'case', value, pos, end: c.lastEnd }
}

function expectColon(c: Cursor, after: string): void {
  if (!c.accept(KIND[':'])) c.complainMissing(':', 'E1000', c.behind, { what: `':' after ${after}` })
  if (c.kind === KIND['}']) c.complain('E1025', c.behind, {})
}

function parseSimple(c: Cursor): Statement {
  const pos = c.pos
  if (!beginsDeclaration(c)) {
    const expr = parseExpression(c)
    expectSemicolon(c, 'after expression')
    return { kind: 'expr_stmt', expr, pos, end: c.lastEnd }
  }
  return declarationStatement(c)
}

function declarationStatement(c: Cursor, context: DeclarationContext = 'local'): DeclStmt {
  const pos = c.pos
  const declarations: Declaration[] = []
  c.grammar.declaration(c, context, declarations)
  return { kind: 'decl_stmt', declarations, pos, end: c.lastEnd }
}

/** Whether a declaration begins here. `T(...)` and `a < b` are expressions; `T x` is a declaration even when T is unknown. */
export function beginsDeclaration(c: Cursor): boolean {
  const { kind } = c
  if (BEGINS_DECLARATION[kind] || isReservedType(kind) || isModifierAt(c, c.at)) return true
  if (kind === IDENTIFIER) {
    const next = c.kindAt(c.at + 1)
    if (next !== KIND['::'] && next !== KIND['<'] && c.value !== DECLTYPE) return plainNameBegins(c, next)
  } else if (kind !== KIND['::'] && !isTypeWord(kind)) return false
  const scanned = scanType(c, c.at)
  const after = c.kindAt(c.scannedTo)
  if (scanned === KNOWN_TYPE) return isNoValue(c, c.scannedTo, after) && after !== KIND['::']
  if (scanned !== MAYBE_TYPE) return false
  if (after === IDENTIFIER) return true
  if (after !== KIND['<']) return false
  const close = scanAngles(c, c.scannedTo)
  return close >= 0 && c.kindAt(close) === IDENTIFIER
}

/** Behind a type: no call or cast begins there. `int(x) = 3;` declares, as all does that could. */
function isNoValue(c: Cursor, index: number, kind: number): boolean {
  if (kind !== KIND['(']) return kind !== KIND['.']
  const after = scanParenthesised(c, index)
  return after > 0 && ENDS_DECLARATOR.has(c.kindAt(after))
}

const ENDS_DECLARATOR: ReadonlySet<number> = new Set([KIND[';'], KIND['='], KIND[','], KIND['[']])

function plainNameBegins(c: Cursor, next: number): boolean {
  const entry = entryOf(c, c.value)
  if (isTypeEntry(entry)) return isNoValue(c, c.at + 1, next)
  if (entry !== undefined) return false
  // `retrun float4(...)`: a misspelt word rather than a type.
  if (next === IDENTIFIER) return !isBuiltinType(c.tokens.value[c.at + 1]!) || c.kindAt(c.at + 2) !== KIND['(']
  return BEGINS_DECLARATION[next] === 1 || isModifierAt(c, c.at + 1)
}

// ---- Control flow ---------------------------------------------------------------------------------------------------------

/** `( condition )`, possibly a declaration. */
function parseCondition(c: Cursor, after: string): Condition {
  const open = c.at
  if (!c.accept(KIND['('])) c.failMissing('(', 'E1000', c.span, { what: `'(' after '${after}'` })
  c.enterBracket()
  headAttributes(c)
  const condition = beginsDeclaration(c) ? conditionDeclaration(c) : parseExpression(c)
  c.leaveBracket()
  c.close(KIND[')'], open)
  return condition
}

/** `for ([[vk::binding(0)]] int i = 0; ...)`: what is declared in a head may have attributes, which mean nothing there. */
function headAttributes(c: Cursor): void {
  const { span } = c
  if (skipDeclaratorAttributes(c) && !beginsDeclaration(c)) c.fail('E1016', span, {})
}

function conditionDeclaration(c: Cursor): DeclStmt {
  const pos = c.pos
  const declarations: Declaration[] = []
  c.grammar.conditionDeclaration(c, declarations)
  return { kind: 'decl_stmt', declarations, pos, end: c.lastEnd }
}

/** A statement that is part of another, in a scope of its own. */
function substatement(c: Cursor): Statement {
  c.enterNesting('statement')
  const body = scoped(c, () => labelled(c))
  c.leaveNesting()
  return body
}

/** A statement with the labels in front of it, which are statements of their own in a block. */
function labelled(c: Cursor): Statement {
  const { pos } = c
  const statements: Statement[] = []
  do statements.push(parseStatement(c))
  while (/^(case|default)$/.test(statements[statements.length - 1]!.kind) && c.kind !== KIND['}'] && c.kind !== EOF)
  return statements.length === 1 ? statements[0]! : { kind: 'block', statements, pos, end: c.lastEnd }
}

/** A chain of else-if is read in a loop: each `if` is a statement of its own in the scopes of those before it. */
function parseIf(c: Cursor, attributes: readonly Attribute[]): IfStmt {
  return scoped(c, () => {
    const first = ifHead(c)
    const { depth } = c.scopes
    const links: IfHead[] = []
    let otherwise: Statement | undefined
    while (c.accept(KIND['else'])) {
      if (c.kind !== KIND['if']) {
        otherwise = substatement(c)
        break
      }
      const { at: start, pos } = c
      const unfinished = c.unfinished.length
      c.enterNesting('statement')
      c.scopes.enter(undefined)
      const link = c.guarded(() => ifHead(c))
      if (!link) {
        otherwise = brokenStatement(c, start, pos, unfinished)
        c.leaveNesting()
        break
      }
      links.push(link)
    }
    for (let link = links.pop(); link; link = links.pop()) {
      otherwise = { kind: 'if', attributes: [], ...link, otherwise, end: c.lastEnd }
      c.leaveNesting()
    }
    c.scopes.leaveTo(depth)
    return { kind: 'if', attributes, ...first, otherwise, end: c.lastEnd }
  })
}

type IfHead = Pick<IfStmt, 'pos' | 'condition' | 'then'>

function ifHead(c: Cursor): IfHead {
  const { pos } = c
  c.advance()
  const condition = parseCondition(c, 'if')
  const then = substatement(c)
  return { pos, condition, then }
}

/** Before HLSL 2021 what the head declares belongs to the block around the loop. */
function parseFor(c: Cursor, attributes: readonly Attribute[]): ForStmt {
  return c.hlslVersion < 2021 ? forStatement(c, attributes) : scoped(c, () => forStatement(c, attributes))
}

function forStatement(c: Cursor, attributes: readonly Attribute[]): ForStmt {
  const pos = c.pos
  c.advance()
  const open = c.at
  if (!c.accept(KIND['('])) c.failMissing('(', 'E1000', c.span, { what: "'(' after 'for'" })
  const init = forInit(c)
  const condition =
    c.kind === KIND[';'] ? undefined : beginsDeclaration(c) ? conditionDeclaration(c) : parseExpression(c)
  if (!c.accept(KIND[';'])) c.failMissing(';', 'E1001', c.span, { where: IN_FOR })
  const step = c.kind === KIND[')'] ? undefined : parseExpression(c)
  c.close(KIND[')'], open)
  const body = substatement(c)
  return { kind: 'for', attributes, init, condition, step, body, pos, end: c.lastEnd }
}

function forInit(c: Cursor): DeclStmt | ExprStmt | undefined {
  if (c.accept(KIND[';'])) return undefined
  headAttributes(c)
  if (beginsDeclaration(c)) return declarationStatement(c, 'for')
  const pos = c.pos
  const expr: Expr = parseExpression(c)
  if (!c.accept(KIND[';'])) c.failMissing(';', 'E1001', c.span, { where: IN_FOR })
  return { kind: 'expr_stmt', expr, pos, end: c.lastEnd }
}

function parseWhile(c: Cursor, attributes: readonly Attribute[]): Statement {
  return scoped(c, () => {
    const pos = c.pos
    c.advance()
    const condition = parseCondition(c, 'while')
    const body = substatement(c)
    return { kind: 'while', attributes, condition, body, pos, end: c.lastEnd }
  })
}

function parseDo(c: Cursor, attributes: readonly Attribute[]): Statement {
  const pos = c.pos
  const start = c.at
  c.advance()
  const body = substatement(c)
  if (!c.accept(KIND['while'])) {
    const error = c.complainMissing('while', 'E1000', c.span, { what: "'while' in do/while loop" })
    if (error)
      c.diagnostics.note(error, 'N1001', { pos: c.tokens.pos[start]!, end: c.tokens.end[start]! }, { word: 'do' })
    return { kind: 'error_stmt', exprs: [], pos, end: c.lastEnd }
  }
  const open = c.at
  if (!c.accept(KIND['('])) c.failMissing('(', 'E1000', c.span, { what: "'(' after 'do'/'while'" })
  const condition = parseExpression(c)
  c.close(KIND[')'], open)
  expectSemicolon(c, 'after do/while statement')
  return { kind: 'do', attributes, body, condition, pos, end: c.lastEnd }
}

function parseSwitch(c: Cursor, attributes: readonly Attribute[]): Statement {
  return scoped(c, () => {
    const pos = c.pos
    c.advance()
    const condition = parseCondition(c, 'switch')
    const body = substatement(c)
    return { kind: 'switch', attributes, condition, body, pos, end: c.lastEnd }
  })
}
