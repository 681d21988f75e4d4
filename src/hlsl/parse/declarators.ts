// Specifiers and declarators: the modifiers, type, names, dimensions, annotations and initialisers of variables, fields and typedefs.

import { Nearest } from '../../base/nearest.ts'
import { EFFECT_TYPES, objectTypeRow } from '../../spec/object_types.ts'
import {
  BUILTIN_TYPES,
  CHARACTER,
  EOF,
  IDENTIFIER,
  IS_RESERVED,
  KEYWORD_TYPES,
  KIND,
  KIND_OF_WORD,
  kindOf,
  NUMBER,
  SPELLING,
} from '../lex/token.ts'
import type {
  Annotation,
  Attribute,
  Declaration,
  Expr,
  Modifier,
  QualifiedName,
  TemplateArg,
  TemplateParam,
  TypeNode,
  VariableDecl,
} from '../tree/ast.ts'
import { parseAnnotations, skipDeclaratorAttributes, skipFxAnnotations } from './attributes.ts'
import { BAIL, type Cursor, type DeclarationContext } from './cursor.ts'
import { requireTypename } from './dependent_names.ts'
import { parseConditional, parseInitializer } from './expressions.ts'
import { operatorId } from './operator_names.ts'
import { FUNCTION_TEMPLATE, type ScopeMembers, VALUE } from './scopes.ts'
import { expectSemicolon, IN_FOR } from './statements.ts'
import {
  acceptElaboration,
  dimension,
  entryOf,
  isModifierAt,
  isReservedType,
  isTypeEntry,
  isTypeWord,
  KNOWN_TYPE,
  MAX_PARTS,
  NO_DIMS,
  NO_MODIFIERS,
  namedType,
  parseQualifiedName,
  parseTemplateArgs,
  readBehind,
  readModifiers,
  refuseUnknown,
  requireQualified,
  scanParenthesised,
  scanType,
  typeName,
} from './types.ts'

/** What the declarators of one declaration share. */
export interface Specifiers {
  readonly pos: number
  readonly attributes: readonly Attribute[]
  readonly modifiers: readonly Modifier[]
  readonly template: readonly TemplateParam[] | undefined
  readonly type: TypeNode
}

/** The name a declarator declares. */
export interface DeclaredName {
  /** Name id of the last part. */
  readonly id: number
  readonly pos: number
  readonly end: number
  readonly scope: QualifiedName | undefined
  /** Members of that scope, if it is known. */
  readonly members: ScopeMembers | undefined
  readonly templateArgs: readonly TemplateArg[] | undefined
  /** Dimensions in parentheses with the name, `(x[2])[3]`: the outer ones. */
  readonly dims?: readonly (Expr | undefined)[]
}

/** Reads a type with its modifiers on both sides, as a declaration or parameter begins with. */
export function typeWithModifiers(
  c: Cursor,
  context: DeclarationContext | 'parameter' = 'global',
): { readonly modifiers: readonly Modifier[]; readonly type: TypeNode } {
  let modifiers = readModifiers(c, undefined)
  const typename = c.span
  const isTypename = c.accept(KIND['typename'])
  const isElaborated = acceptElaboration(c)
  if (!isElaborated) checkTypeBegins(c, context)
  const first = c.at
  let name = typeName(c)
  if (isTypename) requireQualified(c, typename, name)
  else requireTypename(c, first, name)
  ;[name, modifiers] = readBehind(c, name, modifiers)
  if (c.kind === IDENTIFIER && KEYWORD_TYPES.has(c.text)) {
    const word = c.text === 'auto' ? '' : name.parts.at(-1)!.name
    c.fail('E1151', c.span, { word: KEYWORD_TYPES.has(word) ? word : 'type-name' })
  }
  const plain = namedType(name)
  const type = isElaborated ? { ...plain, isElaborated } : plain
  if (modifiers) refuseUnknown(c, modifiers, type.name, first)
  return { modifiers: modifiers ?? NO_MODIFIERS, type }
}

const isKnownType = (c: Cursor, at: number): boolean =>
  c.kindAt(at) === IDENTIFIER && (isTypeEntry(entryOf(c, c.tokens.value[at]!)) || scanType(c, at) === KNOWN_TYPE)

/** A declaration without a type has messages of its own. */
function checkTypeBegins(c: Cursor, context: DeclarationContext | 'parameter'): void {
  const { kind } = c
  if (isTypeWord(kind)) return
  if (kind !== IDENTIFIER && kind !== KIND['::']) {
    if (!IS_RESERVED[kind]) c.fail('E1010', c.span, {})
    behindReserved(c)
    return
  }
  if (isKnownType(c, c.at) || scanType(c, c.at) === KNOWN_TYPE) return
  const next = c.kindAt(c.at + 1)
  const lacksType =
    next === KIND['='] || next === KIND['('] || next === KIND[';'] || next === KIND[','] || next === KIND['[']
  // `DECLARE_TEXTURE(name);`: a macro that nobody defined, taken for a type with a name in parentheses.
  const isMacroLike = next === KIND['('] && c.kindAt(c.at + 2) === IDENTIFIER && c.kindAt(c.at + 3) === KIND[')']
  if (kind === IDENTIFIER && isMacroLike) c.fail('E2004', c.span, { name: c.text })
  // `UNKNOWN_MACRO [numthreads(8, 8, 1)] void f()`: the attribute is taken for the size of an array, and read first.
  const size = c.at + 2
  if (next === KIND['['] && c.kindAt(size) === IDENTIFIER && c.kindAt(size + 1) === KIND['('])
    c.fail('E2000', c.spanAt(size), { name: c.names.text(c.tokens.value[size]!) })
  if (kind === IDENTIFIER && lacksType) c.fail('E1011', c.span, {})
  if (kind === IDENTIFIER && entryOf(c, c.value) === undefined) refuseBehindUnknown(c, context)
}

/** `long x`, `long int x`: types of C++ are said once to be none; a type may still follow. */
function behindReserved(c: Cursor): void {
  do {
    c.complain('E1003', c.span, { word: SPELLING[c.kind]! })
    if (!isReservedType(c.kind)) throw BAIL
    c.advance()
  } while (IS_RESERVED[c.kind])
  if (!isTypeWord(c.kind) && !isKnownType(c, c.at)) c.fail('E1011', c.span, {})
}

/** `Foo float x`, `Foo<int> x`: what follows the name of a type that nobody declared cannot be declared with it. */
function refuseBehindUnknown(c: Cursor, context: DeclarationContext | 'parameter'): void {
  let behind = c.at + 1
  while (c.kindAt(behind) === KIND['::'] && c.kindAt(behind + 1) === IDENTIFIER) behind += 2
  const next = c.kindAt(behind)
  const text = next === IDENTIFIER ? c.names.text(c.tokens.value[behind]!) : (SPELLING[next] ?? '')
  const isWord = next === IDENTIFIER && !KEYWORD_TYPES.has(text) && !isModifierAt(c, behind)
  // `Foo float2 x`: names of types that are no words of C++ are taken for names.
  const isName = isWord && isKnownType(c, behind) && !ENDS_NAME.has(c.kindAt(behind + 1))
  const isIndirect = next === KIND['*'] || next === KIND['&']
  // `texture2d<float> t`: a template that is written otherwise; `ParameterBlock<T> b`: one of other rules.
  const isNear = (): boolean => new Nearest(c.text).considerAll(BUILTIN_TYPES).best !== undefined
  const isTemplate = next === KIND['<'] && (objectTypeRow(c.text) !== undefined || isNear())
  const isAnnotation = next === KIND['<'] && context !== 'local' && context !== 'for' && !isTemplate
  if (!isName && !isIndirect && !isAnnotation && (isWord || !/^[a-z]/.test(text))) return
  c.complain(behind > c.at + 1 ? 'E2000' : 'E2004', c.span, { name: c.text })
  if (isIndirect) return
  c.at = isName ? behind + 1 : behind
  if (context === 'parameter') c.complain('E1000', c.span, { what: "')'" })
  else if (isName) c.fail('E1001', c.behind, { where: semicolonPlaces()[context] })
  else if (context === 'member')
    c.complain('E1000', c.span, { what: "member name or ';' after declaration specifiers" })
  else if (c.kind === KIND['volatile']) c.complain('E1003', c.span, { word: 'volatile' })
  else c.complain('E1010', c.span, {})
  skipFxAnnotations(c)
  throw BAIL
}

const ENDS_NAME: ReadonlySet<number> = new Set([';', ',', '=', '[', '(', ')', ':'].map(word => KIND_OF_WORD.get(word)!))

/** Reads the name of a declarator: `x`, `S::x`, `operator+`, `f<int>` in an explicit specialisation. */
export function declaredName(c: Cursor, template: readonly TemplateParam[] | undefined): DeclaredName {
  const { pos } = c
  if (c.kind === KIND['operator']) {
    const id = operatorId(c)
    if (c.kind !== KIND['(']) c.fail('E1000', c.span, { what: "'('" })
    return { id, pos, end: c.lastEnd, scope: undefined, members: undefined, templateArgs: undefined }
  }
  const next = c.kindAt(c.at + 1)
  if (
    c.kind === KIND['::'] ||
    (c.kind === IDENTIFIER && (next === KIND['::'] || (next === KIND['<'] && isTemplateName(c))))
  ) {
    const scoped = scopedName(c)
    if (scoped) return scoped
  }
  if (c.kind === KIND['('] && scanParenthesised(c, c.at) > 0) return parenthesisedName(c)
  refuseIndirection(c)
  if (c.kind !== IDENTIFIER && !IS_RESERVED[c.kind]) c.fail('E1010', c.span, {})
  const id = c.newName(true)
  const end = c.lastEnd
  const templateArgs = template && c.kind === KIND['<'] ? parseTemplateArgs(c) : undefined
  return { id, pos, end, scope: undefined, members: undefined, templateArgs }
}

/** `((x))`, `(x[2])`: brackets around a name change nothing, as in C. */
function parenthesisedName(c: Cursor): DeclaredName {
  const open = c.at
  let depth = 0
  for (; c.accept(KIND['(']); depth++) c.enterBracket()
  const name = declaredName(c, undefined)
  const dims = [...dimensions(c)]
  for (; depth > 0; depth--) {
    c.leaveBracket()
    c.close(KIND[')'], open)
    if (depth > 1) dims.push(...dimensions(c))
  }
  return { ...name, dims }
}

/** `float *p`, `float &r`: habits of C++. */
export function refuseIndirection(c: Cursor, index = c.at): void {
  const kind = c.kindAt(index)
  if (kind === KIND['*']) c.fail('E1033', c.spanAt(index), { what: 'pointers' })
  if (kind === KIND['&'] || kind === KIND['&&']) c.fail('E1033', c.spanAt(index), { what: 'references' })
}

const isTemplateName = (c: Cursor): boolean => entryOf(c, c.value)?.kind === 'type_template'

function scopedName(c: Cursor): DeclaredName | undefined {
  const name = parseQualifiedName(c)
  const last = name.parts[name.parts.length - 1]!
  const id = c.names.intern(last.name)
  if (name.parts.length === 1)
    return { id, pos: last.pos, end: last.end, scope: undefined, members: undefined, templateArgs: last.templateArgs }
  const parts = name.parts.slice(0, -1)
  let members: ScopeMembers | undefined = name.global ? c.scopes.global : undefined
  parts.forEach((part, i) => {
    const partId = c.names.intern(part.name)
    members = (i === 0 && !name.global ? entryOf(c, partId) : members?.get(partId))?.scope
  })
  const scope: QualifiedName = {
    kind: 'name',
    global: name.global,
    parts,
    pos: name.pos,
    end: parts[parts.length - 1]!.end,
  }
  return { id, pos: last.pos, end: last.end, scope, members, templateArgs: last.templateArgs }
}

/** Reads `[a][b]`. */
export function dimensions(c: Cursor): readonly (Expr | undefined)[] {
  if (c.kind !== KIND['[']) return NO_DIMS
  const dims: (Expr | undefined)[] = []
  while (c.kind === KIND['['] && !skipDeclaratorAttributes(c, dims.length > 0)) {
    dims.push(dimension(c))
    if (dims.length > MAX_PARTS) c.cutOff('E1008', { what: 'array', limit: MAX_PARTS })
  }
  return dims
}

/** Those in parentheses with the name, then those behind it. */
export const allDimensions = (c: Cursor, inner: DeclaredName['dims']): readonly (Expr | undefined)[] =>
  inner ? [...inner, ...dimensions(c)] : dimensions(c)

/** Read when it is needed: this file and statements.ts know each other. */
const semicolonPlaces = (): Readonly<Record<DeclarationContext, string>> => ({
  global: 'after top level declarator',
  member: 'at end of declaration list',
  buffer: 'after top level declarator',
  local: 'at end of declaration',
  for: IN_FOR,
})

/** A bit field without a name only takes up space. */
export const unnamedField = (c: Cursor): DeclaredName => ({
  id: 0,
  pos: c.pos,
  end: c.pos,
  scope: undefined,
  members: undefined,
  templateArgs: undefined,
})

/** Reads the declarators of variables up to and with the `;`; the first one's name has been read. */
export function variables(
  c: Cursor,
  specifiers: Specifiers,
  first: DeclaredName,
  context: DeclarationContext,
  out: Declaration[],
  prototype: typeof variables,
): void {
  const isMember = context === 'member'
  out.push(variable(c, specifiers, first, isMember))
  while (c.accept(KIND[','])) {
    const name = isMember && c.kind === KIND[':'] ? unnamedField(c) : declaredName(c, undefined)
    // `int a, f();`: reads the rest of the list, too.
    if (c.kind === KIND['(']) {
      prototype(c, specifiers, name, context, out, prototype)
      return
    }
    out.push(variable(c, specifiers, name, isMember))
  }
  expectSemicolon(c, semicolonPlaces()[context])
}

/** Reads the rest of one variable declarator, its name having been read. */
export function variable(c: Cursor, specifiers: Specifiers, name: DeclaredName, isMember = false): Declaration {
  const dims = allDimensions(c, name.dims)
  let bitWidth = isMember ? parseBitWidth(c, name.id === 0) : undefined
  let annotations: readonly Annotation[] = parseAnnotations(c)
  if (isMember && !bitWidth && annotations.length > 0) {
    bitWidth = parseBitWidth(c, false)
    if (bitWidth) annotations = [...annotations, ...parseAnnotations(c)]
  }
  skipFxAnnotations(c)
  const { attributes, modifiers, type, template, pos } = specifiers
  const isTemplate = template !== undefined && (template.length > 0 || name.templateArgs !== undefined)
  // Visible in its own initialiser, as in C.
  if (!name.scope) c.scopes.declare(name.id, isTemplate ? FUNCTION_TEMPLATE : VALUE)
  const init = initializer(c, type)
  const nameSpan = { pos: name.pos, end: name.end }
  const text = c.names.text(name.id)
  const node: VariableDecl = {
    kind: 'variable',
    attributes,
    modifiers,
    type,
    nameSpan,
    name: text,
    scope: name.scope,
    dims,
    annotations,
    init,
    bitWidth,
    template,
    pos,
    end: c.lastEnd,
  }
  if (!isTemplate) return node
  return {
    kind: 'record',
    attributes,
    recordKind: 'variable',
    nameSpan,
    name: text,
    template,
    templateArgs: name.templateArgs,
    bases: [],
    members: [node],
    pos,
    end: node.end,
  }
}

/** What may begin a bit field's width: an identifier would be a semantic, unless it is a keyword of C. */
const BEGINS_WIDTH: ReadonlySet<number> = new Set([
  NUMBER,
  CHARACTER,
  ...(['(', '-', '+', '~', '!', '::', 'sizeof', 'true', 'false'] as const).map(kindOf),
])

function beginsWidth(c: Cursor): boolean {
  const kind = c.kindAt(c.at + 1)
  return kind === IDENTIFIER ? KEYWORD_TYPES.has(c.names.text(c.tokens.value[c.at + 1]!)) : BEGINS_WIDTH.has(kind)
}

/** Reads `: 4`, if that is what comes. Fields without a name have no semantic. */
function parseBitWidth(c: Cursor, isUnnamed: boolean): Expr | undefined {
  if (c.kind !== KIND[':'] || !(isUnnamed || beginsWidth(c))) return undefined
  c.advance()
  return parseConditional(c)
}

/** A broken initialiser becomes an error node, so that the variable is known to what follows. */
function initializer(c: Cursor, type: TypeNode): Expr | undefined {
  // Braces without `=` are the state of an effect, whatever is declared: DXC warns and passes over them.
  if (c.kind === KIND['{'] && c.hasEffects) return stateBlock(c, 'state block')
  if (!c.accept(KIND['='])) return undefined
  if (isEffectObject(c, type)) return skipEffect(c)
  if (c.kindAt(c.at + 1) === KIND['{'] && c.text === 'sampler_state' && c.hasEffects)
    return stateBlock(c, 'sampler_state assignment')
  const { pos } = c
  return c.guarded(() => parseInitializer(c)) ?? skipInitializer(c, pos)
}

/** `VertexShader v`, where no other type has that name. */
function isEffectObject(c: Cursor, type: TypeNode): boolean {
  if (!c.hasEffects || type.kind !== 'named_type' || type.name.parts.length > 1) return false
  const { name } = type.name.parts[0]!
  return EFFECT_TYPES.test(name) && c.scopes.lookup(c.names.intern(name)) === undefined
}

/** `compile vs_2_0 f(1), w = NULL`: moves before the `;`. As in DXC nothing of it is looked at, further variables neither. */
function skipEffect(c: Cursor): undefined {
  let depth = 0
  for (; c.kind !== EOF; c.advance()) {
    const { kind } = c
    if (CLOSING.has(kind)) depth++
    else if (depth === 0 && (kind === KIND[';'] || kind === KIND['}'])) return undefined
    else if (depth > 0 && (kind === KIND[')'] || kind === KIND[']'] || kind === KIND['}'])) depth--
  }
  return undefined
}

/** Moves before the `,` or `;` that ends a broken initialiser. */
function skipInitializer(c: Cursor, pos: number): Expr {
  let depth = 0
  for (; c.kind !== EOF; c.advance()) {
    const { kind } = c
    if (kind === KIND['('] || kind === KIND['['] || kind === KIND['{']) depth++
    else if (kind === KIND[')'] || kind === KIND[']'] || kind === KIND['}']) {
      if (depth === 0) break
      depth--
    } else if (kind === KIND[';'] || (kind === KIND[','] && depth === 0)) break
  }
  return { kind: 'error_expr', pos, end: Math.max(pos, c.lastEnd) }
}

const CLOSING: ReadonlyMap<number, number> = new Map([
  [KIND['('], KIND[')']],
  [KIND['['], KIND[']']],
  [KIND['{'], KIND['}']],
])

/**
 * Moves before a brace as clang skips to it: brackets on the way are skipped in pairs, and the first token behind an opening one
 * belongs to what it opens even if it is a closing one, so that `{ a = f( }` is not closed.
 */
export function skipToBrace(c: Cursor, brace: number): void {
  const counts = new Map([...CLOSING.values()].map(kind => [kind, 0]))
  counts.set(KIND['}'], c.scopes.depth - Number(brace === KIND['{']))
  const wanted: number[] = [brace]
  for (let isFirst = true; c.kind !== EOF; c.advance()) {
    const { kind } = c
    if (kind === brace && wanted.length === 1) return
    const closing = CLOSING.get(kind)
    const count = counts.get(kind)
    if (closing !== undefined) {
      wanted.push(closing)
      counts.set(closing, counts.get(closing)! + 1)
      isFirst = true
      continue
    }
    if (count !== undefined) {
      // A closing bracket of something further out ends what is being skipped.
      while (kind !== wanted[wanted.length - 1] && count > 0 && !isFirst && wanted.length > 1) wanted.pop()
      if (kind === wanted[wanted.length - 1]) {
        if (wanted.length === 1) return
        wanted.pop()
      } else if (count > 0 && !isFirst) return
      counts.set(kind, Math.max(0, count - 1))
    }
    isFirst = false
  }
}

function stateBlock(c: Cursor, what: string): Expr {
  const warning = c.diagnostics.report('W1002', c.span, { what })
  if (c.kind === KIND['{']) c.diagnostics.note(warning, 'N1002', c.span, {})
  else c.advance()
  const open = c.at
  const { pos } = c
  c.advance()
  skipToBrace(c, KIND['}'])
  c.close(KIND['}'], open)
  return { kind: 'state_block', pos, end: c.lastEnd }
}
