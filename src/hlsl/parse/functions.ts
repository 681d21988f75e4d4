// Functions: parameters, what follows them, the body.

import type { Span } from '../../diag/sources.ts'
import { EOF, IDENTIFIER, KIND, SPELLING } from '../lex/token.ts'
import type { BlockStmt, Declaration, Expr, Modifier, ParameterDecl, TemplateParam, TypeNode } from '../tree/ast.ts'
import { refuseFunctionAttributes } from './attribute_rules.ts'
import { NO_ANNOTATIONS, parseAnnotations, parseAttributes, skipDeclaratorAttributes } from './attributes.ts'
import { BAIL, type Cursor, type DeclarationContext } from './cursor.ts'
import {
  allDimensions,
  type DeclaredName,
  declaredName,
  dimensions,
  refuseIndirection,
  type Specifiers,
  typeWithModifiers,
  variables,
} from './declarators.ts'
import { parseAssignment, parseConditional } from './expressions.ts'
import { FUNCTION_TEMPLATE, TEMPLATE_PARAMETER, TYPE_PARAMETER, VALUE, VALUE_PARAMETER } from './scopes.ts'
import { beginsDeclaration, expectSemicolon, parseBlock } from './statements.ts'
import { scanParenthesised, startsWithType, templateArg } from './types.ts'

const NO_PARAMETERS: readonly ParameterDecl[] = []

/** Reads a function from its `(` on. */
export function functionDeclaration(
  c: Cursor,
  specifiers: Specifiers,
  name: DeclaredName,
  context: DeclarationContext,
  out: Declaration[],
  isFirst = true,
): void {
  // `float S(S s)`: the name means the type up to the end of the parameters.
  const wasType = c.scopes.lookup(name.id)?.kind === 'type'
  if (!wasType) declareFunction(c, specifiers.template, name, context)
  c.scopes.enter(undefined)
  if (name.members) c.scopes.use(name.members)
  const params = parameters(c)
  if (wasType) declareFunction(c, specifiers.template, name, context)
  skipDeclaratorAttributes(c, true)
  const returnType = arrayReturn(c, specifiers.type)
  const annotations = c.kind === KIND[':'] ? parseAnnotations(c) : NO_ANNOTATIONS
  if (c.kind === KIND['{'] && (context === 'local' || context === 'for')) c.fail('E1017', c.span, {})
  // `int a, f() { }`: only a function declared alone has a body.
  const hasBody = c.kind === KIND['{'] && isFirst
  const body = hasBody ? functionBody(c) : undefined
  c.scopes.leave()
  if (wasType) declareFunction(c, specifiers.template, name, context)
  const isListed = !hasBody && c.kind === KIND[',']
  if (!hasBody && !isListed) endPrototype(c, context, { pos: name.pos, end: name.end })
  const { attributes, modifiers, template, pos } = specifiers
  out.push({
    kind: 'function',
    attributes,
    modifiers,
    template,
    returnType,
    nameSpan: { pos: name.pos, end: name.end },
    name: c.names.text(name.id),
    templateArgs: name.templateArgs,
    scope: name.scope,
    outer: undefined,
    params,
    annotations,
    body,
    pos,
    end: c.lastEnd,
  })
  if (isListed) nextDeclarator(c, specifiers, context, out)
}

function functionBody(c: Cursor): BlockStmt {
  c.bodies++
  try {
    return parseBlock(c)
  } finally {
    c.bodies--
  }
}

/** `int f()[2]`: the dimensions stand behind the parameters. */
function arrayReturn(c: Cursor, type: TypeNode): TypeNode {
  if (c.kind !== KIND['['] || type.kind !== 'named_type') return type
  return { ...type, dims: dimensions(c) }
}

/** Says what a function's name means from here on; again after a template's parameters have gone out of scope. */
export function declareFunction(
  c: Cursor,
  template: readonly TemplateParam[] | undefined,
  name: { readonly id: number; readonly scope: unknown },
  context: DeclarationContext,
): void {
  if (template && context === 'member') c.scopes.memberTemplates.add(name.id)
  if (!name.scope) c.scopes.declare(name.id, template ? FUNCTION_TEMPLATE : VALUE)
}

const ENDS_PROTOTYPE: ReadonlySet<number> = new Set([EOF, KIND[','], KIND[';']])

/** `;`. `= 0;` of a pure virtual method is read and refused. */
function endPrototype(c: Cursor, context: DeclarationContext, name: Span): void {
  const where = context === 'member' ? 'at end of declaration list' : 'after top level declarator'
  const equals = c.span
  if (c.accept(KIND['='])) {
    if (context === 'member') c.diagnostics.report('E2293', equals, {})
    else c.diagnostics.report('E1179', name, {})
    parseAssignment(c)
  }
  if (context === 'global' && !ENDS_PROTOTYPE.has(c.kind) && c.kind !== IDENTIFIER && !beginsDeclaration(c))
    c.fail('E2463', c.span, {})
  if (c.kind !== KIND[','] && c.kind !== KIND[';'] && !c.onNewLine) c.failMissing(';', 'E1001', c.behind, { where })
  expectSemicolon(c, where)
}

/** `float f(float x), g;`: the rest of the list. */
function nextDeclarator(c: Cursor, specifiers: Specifiers, context: DeclarationContext, out: Declaration[]): void {
  c.advance()
  const name = declaredName(c, undefined)
  if (c.kind === KIND['(']) laterFunction(c, specifiers, name, context, out)
  else variables(c, specifiers, name, context, out, laterFunction)
}

/** A function that is not the first thing its declaration declares. */
export const laterFunction = (
  c: Cursor,
  specifiers: Specifiers,
  name: DeclaredName,
  context: DeclarationContext,
  out: Declaration[],
): void => functionDeclaration(c, specifiers, name, context, out, false)

/** Reads `(parameters)`. A broken parameter is reported, and the list skipped to its end. */
export function parameters(c: Cursor): readonly ParameterDecl[] {
  const open = c.at
  c.expectToken(KIND['('])
  if (c.accept(KIND[')'])) return NO_PARAMETERS
  if (c.kind === IDENTIFIER && c.text === 'void' && c.kindAt(c.at + 1) === KIND[')']) {
    c.advance()
    c.advance()
    return NO_PARAMETERS
  }
  const list: ParameterDecl[] = []
  const whole = c.guarded(() => {
    c.enterBracket()
    do list.push(parameter(c))
    while (c.accept(KIND[',']))
    c.leaveBracket()
    return true
  })
  if (!whole) {
    c.skipToClosing(KIND['('], KIND[')'])
    // With the name in front: nobody knows what the function takes.
    c.noteBroken(open - 1)
  }
  c.close(KIND[')'], open)
  return list
}

/** `int f()`, `int f(int)` */
const startsParameters = (c: Cursor): boolean => c.kindAt(c.at + 1) === KIND[')'] || startsWithType(c, c.at + 1)

function parameter(c: Cursor): ParameterDecl {
  const { pos } = c
  const attributes = parseAttributes(c)
  if (c.kind !== IDENTIFIER && !/^[a-z_:]/i.test(SPELLING[c.kind] ?? '')) {
    c.complain('E1169', c.span, {})
    c.diagnostics.report('E1000', c.span, { what: "')'" })
    throw BAIL
  }
  const { modifiers, type }: { modifiers: readonly Modifier[]; type: ParameterDecl['type'] } = typeWithModifiers(
    c,
    'parameter',
  )
  let id = 0
  let nameSpan = c.span
  let inner: DeclaredName['dims']
  if (c.kind === KIND['('] && scanParenthesised(c, c.at) > 0) {
    const name = declaredName(c, undefined)
    nameSpan = { pos: name.pos, end: name.end }
    ;({ id, dims: inner } = name)
    c.scopes.declare(id, VALUE)
  } else if (c.kind === IDENTIFIER) {
    id = c.newName(true)
    c.scopes.declare(id, VALUE)
    if (c.kind === KIND['('] && startsParameters(c)) {
      c.diagnostics.report('E2976', { pos, end: c.lastEnd }, {})
      parameters(c)
    }
  } else if (
    c.kind !== KIND[','] &&
    c.kind !== KIND[')'] &&
    c.kind !== KIND['['] &&
    c.kind !== KIND[':'] &&
    c.kind !== KIND['=']
  ) {
    refuseIndirection(c, c.kind === KIND['('] ? c.at + 1 : c.at)
    c.identifier()
  }
  skipDeclaratorAttributes(c)
  refuseFunctionAttributes(c, attributes)
  const dims = allDimensions(c, inner)
  const annotations = parseAnnotations(c)
  let defaultValue: Expr | undefined
  if (c.accept(KIND['='])) {
    defaultValue = parseAssignment(c)
  }
  return {
    kind: 'parameter',
    attributes,
    modifiers,
    type,
    nameSpan,
    name: c.names.text(id),
    dims,
    annotations,
    defaultValue,
    pos,
    end: c.lastEnd,
  }
}

/** Reads `<typename T, int N = 4>` and declares the parameters in the current scope. */
export function templateParameters(c: Cursor): readonly TemplateParam[] {
  const open = c.at
  c.expectToken(KIND['<'])
  const list: TemplateParam[] = []
  const noGreater = c.noGreater
  c.noGreater = true
  while (c.kind !== KIND['>'] && c.kind !== EOF) {
    list.push(templateParameter(c))
    if (!c.accept(KIND[','])) break
    if (c.kind === KIND['>']) c.complain('E2831', c.span, {})
  }
  c.noGreater = noGreater
  c.closeAngle(open)
  return list
}

function templateParameter(c: Cursor): TemplateParam {
  const { pos } = c
  const template = c.accept(KIND['template']) ? ownParameters(c) : undefined
  if (c.accept(KIND['typename']) || c.accept(KIND['class'])) {
    refusePack(c)
    const id = c.kind === IDENTIFIER ? c.newName(false) : 0
    c.scopes.declare(id, template ? TEMPLATE_PARAMETER : TYPE_PARAMETER)
    const defaultValue = c.accept(KIND['=']) ? templateArg(c) : undefined
    const more = template ? { template } : {}
    return {
      kind: 'template_parameter',
      name: c.names.text(id),
      type: undefined,
      defaultValue,
      ...more,
      pos,
      end: c.lastEnd,
    }
  }
  const { type } = typeWithModifiers(c)
  refusePack(c)
  const id = c.kind === IDENTIFIER ? declaredName(c, undefined).id : 0
  c.scopes.declare(id, VALUE_PARAMETER)
  const defaultValue = c.accept(KIND['=']) ? parseConditional(c) : undefined
  return { kind: 'template_parameter', name: c.names.text(id), type, defaultValue, pos, end: c.lastEnd }
}

/** `typename... T` */
function refusePack(c: Cursor): void {
  if (c.kind === KIND['...']) c.fail('E1034', c.span, {})
}

/** `<typename>` of `template<typename> class C`. */
function ownParameters(c: Cursor): readonly TemplateParam[] {
  c.enterNesting('template')
  c.scopes.enter(undefined)
  const list = templateParameters(c)
  c.scopes.leave()
  c.leaveNesting()
  if (list.length === 0) c.complain('E1172', c.span, {})
  if (c.kind === KIND['typename']) c.diagnostics.report('W1173', c.span, {})
  else if (c.kind !== KIND['class']) c.fail('E1174', c.span, {})
  return list
}
