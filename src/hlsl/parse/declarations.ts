// Declarations: which kind one is, and those small enough to need no file of their own.
// Invariant: everything a declaration declares is in the scopes when it has been read, also after recoverable errors.

import type { Span } from '../../diag/sources.ts'
import { objectTypeRow } from '../../spec/object_types.ts'
import { EOF, IDENTIFIER, isNamedKeyword, KIND, MODIFIER_CLASS, STRING } from '../lex/token.ts'
import type {
  Attribute,
  Declaration,
  Expr,
  Modifier,
  ParameterDecl,
  QualifiedName,
  TemplateParam,
  TypeNode,
} from '../tree/ast.ts'
import { checkDeclaredAttributes, refuseAttributes } from './attribute_rules.ts'
import { parseAttributes, skipDeclaratorAttributes } from './attributes.ts'
import type { Cursor, DeclarationContext } from './cursor.ts'
import {
  allDimensions,
  declaredName,
  type Specifiers,
  skipToBrace,
  typeWithModifiers,
  unnamedField,
  variable,
  variables,
} from './declarators.ts'
import { parseConditional } from './expressions.ts'
import { declareFunction, functionDeclaration, laterFunction, parameters, templateParameters } from './functions.ts'
import { unquoted } from './literals.ts'
import { operatorWord } from './operator_names.ts'
import { bufferBlock, enumDeclaration, namespaceDeclaration, recordDeclaration } from './records.ts'
import type { Entry, ScopeMembers } from './scopes.ts'
import { expectSemicolon } from './statements.ts'
import {
  entryOf,
  NO_DIMS,
  parseQualifiedName,
  parseType,
  parseTypeId,
  readBehind,
  readModifiers,
  readTrailing,
  unsignedOf,
} from './types.ts'

/** Reads one declaration (of any number of declarators) into out. */
export function parseDeclaration(c: Cursor, context: DeclarationContext, out: Declaration[]): void {
  const open = c.pos
  const attributes = parseAttributes(c)
  if (c.kind === KIND['shared'] && (context === 'global' || modifiesBlock(c))) c.advance()
  switch (c.kind) {
    case KIND[';']:
      checkDeclaredAttributes(c, attributes)
      c.advance()
      return
    case KIND['namespace']:
      refuseAttributes(c, attributes, open)
      namespaceDeclaration(c, out)
      return
    case KIND['cbuffer']:
    case KIND['tbuffer']:
      checkDeclaredAttributes(c, attributes)
      bufferBlock(c, attributes, out)
      return
    case KIND['typedef']:
      checkDeclaredAttributes(c, attributes)
      typedefDeclaration(c, [], undefined, out)
      return
    case KIND['using']:
      refuseAttributes(c, attributes, open)
      usingDeclaration(c, undefined, out)
      return
    case KIND['template']:
      refuseAttributes(c, attributes, open)
      templateDeclaration(c, context, attributes, out)
      return
    case KIND['_Static_assert']:
      refuseAttributes(c, attributes, open)
      staticAssert(c, out)
      return
    default:
      if (
        context === 'global' &&
        c.hasEffects &&
        c.scopes.depth === 1 &&
        attributes.length === 0 &&
        TECHNIQUE.test(c.text)
      )
        skipTechnique(c)
      else simpleDeclaration(c, context, attributes, undefined, out, open)
  }
}

/** `shared cbuffer`: the word means nothing any more, and nothing at all in front of what is global. */
function modifiesBlock(c: Cursor): boolean {
  const next = c.kindAt(c.at + 1)
  return next === KIND['cbuffer'] || next === KIND['tbuffer']
}

/** The word that a type declared in place begins with. */
const wordOf = ({ declaration }: Extract<TypeNode, { kind: 'inline_type' }>): string =>
  declaration.kind === 'enum' ? 'enum' : declaration.recordKind

/** `struct S { ... } const s;`: words of declarations stand before a body alone. */
function refuseBehindBody(c: Cursor, type: TypeNode, modifiers: readonly Modifier[]): void {
  if (type.kind === 'inline_type' && modifiers.some(m => m.pos > type.pos))
    c.complain('E1001', { pos: type.end, end: type.end }, { where: `after ${wordOf(type)}` })
}

/** Takes `const;` and `precise;`, which declare nothing. In functions `precise` is a name. */
function declaresNothing(c: Cursor, before: readonly Modifier[] | undefined, context: DeclarationContext): boolean {
  const isLast = c.value !== 0 && MODIFIER_CLASS[c.value] === 2 && context !== 'local' && context !== 'for'
  const end = isLast ? c.at + 1 : c.at
  if ((!before && !isLast) || c.kindAt(end) !== KIND[';']) return false
  c.diagnostics.report('W1004', before?.[0] ?? c.span, {})
  const inline = before?.find(m => m.name === 'inline')
  if (inline) c.diagnostics.report('E2400', inline, {})
  c.at = end + 1
  return true
}

/** Variables, functions, records. Gives the name it declares, for templates. */
function simpleDeclaration(
  c: Cursor,
  context: DeclarationContext,
  attributes: readonly Attribute[],
  template: readonly TemplateParam[] | undefined,
  out: Declaration[],
  open = c.pos,
): void {
  const { pos } = c
  if (c.kind === KIND['operator']) {
    conversionOperator(
      c,
      context,
      { pos, attributes, modifiers: [], template, type: { kind: 'error_type', pos, end: pos } },
      out,
    )
    return
  }
  const begin = c.at
  const before = readModifiers(c, undefined)
  if (c.kind === KIND['typedef']) {
    typedefDeclaration(c, before ?? [], c.unsignedAhead, out)
    return
  }
  if (declaresNothing(c, before, context)) return
  c.at = begin
  const { modifiers, type } = declarationType(c, attributes, template, out, context)
  if (c.kind === KIND['typedef'] && type.kind === 'named_type' && context !== 'member') {
    // `float typedef F;`
    const { span } = c
    c.advance()
    const [name, all] = readBehind(c, type.name, [...modifiers])
    refuseStorage(c, span, modifiers, all?.slice(modifiers.length) ?? [])
    typedefNames(c, pos, { ...type, name }, all ?? modifiers, out)
    return
  }
  refuseBehindBody(c, type, modifiers)
  // `struct S { ... };` and `float;` declare no variable.
  if (c.accept(KIND[';'])) {
    refuseAttributes(c, attributes, open)
    if (lacksArguments(c, type, context)) c.diagnostics.report('E1011', type, {})
    else if (type.kind === 'named_type' && context !== 'member') c.diagnostics.report('W1004', type, {})
    noteTypeAlone(type, out)
    if (context === 'member') memberWithoutName(c, modifiers, type, out)
    else refuseAnonymous(c, type)
    const inline = modifiers.find(m => m.name === 'inline')
    if (inline) c.diagnostics.report('E2400', inline, {})
    return
  }
  const isRecord = type.kind === 'inline_type' && type.declaration.kind === 'record'
  if (
    type.kind === 'inline_type' &&
    (endsWithoutSemicolon(c) || isModifierWord(c) || (isRecord && c.kind === KIND[':']))
  ) {
    c.complainMissing(';', 'E1001', c.behind, {
      where: `after ${wordOf(type)}`,
    })
    return
  }
  const specifiers: Specifiers = { pos, attributes, modifiers, template, type }
  const unnamed = context === 'member' && c.kind === KIND[':']
  const name = unnamed ? unnamedField(c) : declaredName(c, template)
  skipDeclaratorAttributes(c)
  if (c.kind === KIND['(']) functionDeclaration(c, specifiers, name, context, out)
  else {
    if (context !== 'local') checkDeclaredAttributes(c, attributes)
    variables(c, specifiers, name, context, out, laterFunction)
  }
}

/** `int16_t;`: whether it is a type the options say. */
function noteTypeAlone(type: TypeNode, out: Declaration[]): void {
  if (type.kind === 'named_type' && type.name.parts.at(-1)!.name.includes('16_t'))
    out.push({ kind: 'error_decl', type, pos: type.pos, end: type.end })
}

/** `RWTexture2D;`: a template that needs arguments is no type. */
function lacksArguments(c: Cursor, type: TypeNode, context: DeclarationContext): boolean {
  if (type.kind !== 'named_type') return false
  const [part] = type.name.parts
  if (type.name.parts.length > 1 || part!.templateArgs) return false
  const entry = c.scopes.lookup(c.names.intern(part!.name))
  // In a template its own name needs none.
  if (entry) return entry.needsArguments === true && context !== 'member'
  const row = objectTypeRow(part!.name)
  return row !== undefined && !row.isReserved && row.args !== 'none' && !row.argsOptional
}

/** `struct { int a; };` outside of a struct gives nobody a way to name it. */
function refuseAnonymous(c: Cursor, type: TypeNode): void {
  if (type.kind !== 'inline_type') return
  const { kind, name, pos } = type.declaration
  if (kind === 'record' && name === '')
    c.diagnostics.report('E1032', { pos, end: pos + type.declaration.recordKind.length }, {})
}

/** `struct { int a; };` in a struct is a member without a name, whose members are found in the struct around it. */
function memberWithoutName(c: Cursor, modifiers: readonly Modifier[], type: TypeNode, out: Declaration[]): void {
  if (type.kind !== 'inline_type') return
  const { kind, name, pos } = type.declaration
  if (kind !== 'record' || name !== '' || type.declaration.recordKind === 'interface') return
  const nameSpan = { pos, end: pos + type.declaration.recordKind.length }
  const none = { attributes: [], scope: undefined, dims: [], annotations: [] }
  const rest = { init: undefined, bitWidth: undefined, template: undefined }
  out.push({ kind: 'variable', ...none, modifiers, type, nameSpan, name: '', ...rest, pos, end: c.lastEnd })
}

/** `struct S { ... } sample;`: words like this are names elsewhere, but not behind a body. */
const isModifierWord = (c: Cursor): boolean => c.kind === IDENTIFIER && isNamedKeyword(c.text, false)

/** A record's `}` with the next declaration on a new line: the `;` was forgotten. */
function endsWithoutSemicolon(c: Cursor): boolean {
  return (
    c.kind === EOF ||
    c.kind === KIND['}'] ||
    (c.onNewLine && (c.kind !== IDENTIFIER || entryOf(c, c.value) !== undefined))
  )
}

const RECORDS: ReadonlySet<number> = new Set([KIND['struct'], KIND['class'], KIND['interface'], KIND['union']])

function declarationType(
  c: Cursor,
  attributes: readonly Attribute[],
  template: readonly TemplateParam[] | undefined,
  out: Declaration[],
  context: DeclarationContext = 'global',
): { readonly modifiers: Specifiers['modifiers']; readonly type: TypeNode } {
  const begin = c.at
  let modifiers = readModifiers(c, undefined)
  let type: TypeNode
  if (RECORDS.has(c.kind)) type = recordDeclaration(c, template, attributes, out)
  else if (c.kind === KIND['enum']) type = enumDeclaration(c, out, template !== undefined)
  else {
    c.at = begin
    return typeWithModifiers(c, context)
  }
  modifiers = readTrailing(c, modifiers)
  return { modifiers: modifiers ?? [], type }
}

/** `operator float4() const { ... }`: the target type is the return type. */
function conversionOperator(c: Cursor, context: DeclarationContext, specifiers: Specifiers, out: Declaration[]): void {
  const { pos } = c
  operatorWord(c)
  const type = parseType(c)
  const id = c.names.intern(`operator ${nameOf(type)}`)
  functionDeclaration(
    c,
    { ...specifiers, type },
    { id, pos, end: c.lastEnd, scope: undefined, members: undefined, templateArgs: undefined },
    context,
    out,
  )
}

/** Reads `int x = f()` without a `;`, in the parentheses of a condition. */
export function conditionDeclaration(c: Cursor, out: Declaration[]): void {
  const { pos } = c
  const { modifiers, type } = typeWithModifiers(c)
  for (const at of modifiers) if (at.name === 'static' || at.name === 'extern') c.diagnostics.report('E1153', at, {})
  const declared = variable(
    c,
    { pos, attributes: [], modifiers, template: undefined, type },
    declaredName(c, undefined),
  )
  if (declared.kind === 'variable' && !declared.init) c.diagnostics.report('E1163', declared.nameSpan, {})
  else if (declared.kind === 'variable' && declared.init?.kind === 'init_list')
    c.diagnostics.report('E1016', declared.init, {})
  out.push(declared)
}

// ---- Names for types ----------------------------------------------------------------------------------------------------------

/** @param word `unsigned` in front of `typedef` */
function typedefDeclaration(c: Cursor, before: readonly Modifier[], word: Span | undefined, out: Declaration[]): void {
  const { span } = c
  const { pos } = span
  c.advance()
  acceptTypedefs(c)
  if (c.kind === KIND[';']) {
    c.diagnostics.report('W1004', { pos, end: c.lastEnd }, {})
    c.advance()
    return
  }
  const { type: read, modifiers: behind } = declarationType(c, [], undefined, out)
  const type = word && read.kind === 'named_type' ? { ...read, name: unsignedOf(c, read.name, word, false) } : read
  refuseStorage(c, span, before, behind)
  refuseBehindBody(c, type, behind)
  if (type.kind === 'inline_type' && c.kind === KIND['typedef'])
    c.complainMissing(';', 'E1001', c.behind, { where: `after ${wordOf(type)}` })
  typedefNames(c, pos, type, [...before, ...behind], out)
}

/** The names of a typedef, from behind its type on. */
function typedefNames(
  c: Cursor,
  pos: number,
  type: TypeNode,
  modifiers: readonly Modifier[],
  out: Declaration[],
): void {
  acceptTypedefs(c)
  const aliased: TypeNode = type.kind === 'named_type' && modifiers.length > 0 ? { ...type, modifiers } : type
  if (c.kind === KIND[';']) {
    if (lacksArguments(c, type, 'global')) c.diagnostics.report('E1011', type, {})
    else if (type.kind === 'named_type') c.diagnostics.report('W1003', { pos, end: type.end }, {})
    noteTypeAlone(type, out)
    c.advance()
    return
  }
  do {
    const name = declaredName(c, undefined)
    const params = c.kind === KIND['('] ? functionType(c) : undefined
    const dims = allDimensions(c, name.dims)
    declareAlias(c, name.id, undefined, aliased)
    const nameSpan = { pos: name.pos, end: name.end }
    out.push({
      kind: 'type_alias',
      nameSpan,
      name: c.names.text(name.id),
      template: undefined,
      modifiers,
      type: aliased,
      ...(params ? { params } : {}),
      dims,
      pos,
      end: c.lastEnd,
    })
  } while (c.accept(KIND[',']))
  expectSemicolon(c, 'after top level declarator')
}

/** The parameters of `typedef float f(int a);`. */
function functionType(c: Cursor): readonly ParameterDecl[] {
  c.scopes.enter(undefined)
  const params = parameters(c)
  c.scopes.leave()
  return params
}

/** `typedef typedef int I`, `typedef int typedef I`: once would do. */
function acceptTypedefs(c: Cursor): void {
  while (c.kind === KIND['typedef']) {
    c.diagnostics.report('W1028', c.span, { word: 'typedef' })
    c.advance()
  }
}

/** `typedef` is a storage class like the others, and a declaration has one. `at`: the word. */
function refuseStorage(c: Cursor, at: Span, before: readonly Modifier[], behind: readonly Modifier[]): void {
  const isStorage = (m: Modifier): boolean => m.name === 'static' || m.name === 'extern'
  const other = before.find(isStorage)
  if (other) c.diagnostics.report('E1151', at, { word: other.name })
  else for (const second of behind.filter(isStorage)) c.diagnostics.report('E1151', second, { word: 'typedef' })
}

const PLAIN_ALIAS: Entry = { kind: 'type', scope: undefined, tag: 'alias' }

/** The alias of a declared type has that type's members. */
function declareAlias(c: Cursor, id: number, template: readonly TemplateParam[] | undefined, type: TypeNode): void {
  const scope = type.kind === 'named_type' ? membersOf(c, type.name) : undefined
  // `typedef struct S { } S;` leaves S what it is.
  if (!template && c.names.text(id) === nameOf(type) && c.scopes.lookup(id)?.tag) return
  if (template) c.scopes.declare(id, { kind: 'type_template', scope })
  else {
    const unsignable = unsignableElement(c, type)
    const alias: Entry = scope ? { kind: 'type', scope, tag: 'alias' } : PLAIN_ALIAS
    c.scopes.declare(id, unsignable === undefined ? alias : { ...alias, unsignable })
  }
}

/** The element of a number that is no integer, also under another name. */
function unsignableElement(c: Cursor, type: TypeNode): string | undefined {
  const name = nameOf(type)
  if (name === undefined || type.kind !== 'named_type') return undefined
  const entry = c.scopes.lookup(c.names.intern(name))
  if (entry) return entry.unsignable
  return /^(bool|half|float|double|min16float|min10float)(?:[1-4](?:x[1-4])?)?$/.exec(name)?.[1]
}

const nameOf = (type: TypeNode): string | undefined =>
  type.kind === 'inline_type'
    ? type.declaration.name
    : type.kind === 'named_type' && type.name.parts.length === 1
      ? type.name.parts[0]!.name
      : undefined

function membersOf(c: Cursor, name: QualifiedName): ScopeMembers | undefined {
  let members: ScopeMembers | undefined = name.global ? c.scopes.global : undefined
  for (let i = 0; i < name.parts.length; i++) {
    const id = c.names.intern(name.parts[i]!.name)
    members = (i === 0 && !name.global ? entryOf(c, id) : members?.get(id))?.scope
  }
  return members
}

function usingDeclaration(c: Cursor, template: readonly TemplateParam[] | undefined, out: Declaration[]): void {
  const { pos } = c
  const word = c.span
  c.advance()
  const isNamespace = c.accept(KIND['namespace'])
  const next = c.kindAt(c.at + 1)
  const isAlias = next === KIND['='] || next === KIND['[']
  if (c.hlslVersion < 2021 && (isNamespace || isAlias)) c.diagnostics.report('W1183', word, {})
  if (!isNamespace && c.kind === IDENTIFIER && isAlias) {
    const nameSpan = c.span
    const id = c.newName(false)
    skipDeclaratorAttributes(c)
    c.expectToken(KIND['='])
    const isDeclared = !template && (RECORDS.has(c.kind) || c.kind === KIND['enum'])
    const type = isDeclared ? declarationType(c, [], undefined, out).type : parseTypeId(c)
    declareAlias(c, id, template, type)
    expectSemicolon(c, 'after alias declaration')
    out.push({
      kind: 'type_alias',
      isUsing: true,
      nameSpan,
      name: c.names.text(id),
      template,
      modifiers: [],
      type,
      dims: NO_DIMS,
      pos,
      end: c.lastEnd,
    })
    return
  }
  c.accept(KIND['typename'])
  const name = parseQualifiedName(c)
  if (!isNamespace && name.parts.length === 1 && !name.global) c.fail('E1030', name, {})
  if (isNamespace) {
    const members = membersOf(c, name)
    if (members) c.scopes.use(members)
  } else importName(c, name)
  expectSemicolon(c, isNamespace ? 'after namespace name' : 'after using declaration')
  out.push({ kind: 'using', isNamespace, name, pos, end: c.lastEnd })
}

function importName(c: Cursor, name: QualifiedName): void {
  const last = name.parts[name.parts.length - 1]!
  const id = c.names.intern(last.name)
  const outer: QualifiedName = { ...name, parts: name.parts.slice(0, -1) }
  const entry = outer.parts.length > 0 ? membersOf(c, outer)?.get(id) : undefined
  if (entry) c.scopes.declare(id, entry)
}

// ---- Templates and the rest -----------------------------------------------------------------------------------------------------

/** `template<typename T> [[nosuch]] T f();`: in doubled brackets alone, which no array begins with. */
function behindTemplate(c: Cursor, attributes: readonly Attribute[]): readonly Attribute[] {
  const isDouble = c.kind === KIND['['] && c.kindAt(c.at + 1) === KIND['[']
  return isDouble ? [...attributes, ...parseAttributes(c)] : attributes
}

function templateDeclaration(
  c: Cursor,
  context: DeclarationContext,
  attributes: readonly Attribute[],
  out: Declaration[],
): void {
  const { pos } = c
  c.advance()
  // To DXC a word that is repeated in a struct says nothing more.
  while (context === 'member' && c.accept(KIND['template']));
  if (c.kind !== KIND['<']) {
    // DXC reads `template int f;` in a struct as the member `int f;`.
    const isRecord = c.kind === KIND['struct'] || c.kind === KIND['class']
    if (context === 'member' && c.kind !== KIND[';'] && !isRecord)
      simpleDeclaration(c, context, attributes, undefined, out)
    else explicitInstantiation(c, context, attributes, pos, out)
    return
  }
  if (c.hlslVersion < 2021) c.diagnostics.report('E1003', { pos, end: c.lastEnd }, { word: 'template' })
  if (context === 'member' && c.bodies > 0) c.diagnostics.report('E1165', { pos, end: pos + 'template'.length }, {})
  const from = out.length
  c.enterNesting('template')
  c.scopes.enter(undefined)
  const template = templateParameters(c)
  if (c.kind === KIND['export']) c.complain('E1181', c.spanAt(c.at + 1), {})
  if (c.kind === KIND['using']) usingDeclaration(c, template, out)
  // A member of a class template defined outside may have parameters of its own.
  else if (c.kind === KIND['template']) {
    templateDeclaration(c, context, attributes, out)
    const node = out[from]
    if (node?.kind === 'function') out[from] = { ...node, outer: template }
  } else simpleDeclaration(c, context, behindTemplate(c, attributes), template, out)
  const declared = out.slice(from).map(node => entryOfDeclaration(c, node))
  if (declared.length > 1) {
    const { end } = out[from]!
    c.diagnostics.report('E1164', { pos: end, end: end + 1 }, {})
  }
  c.scopes.leave()
  c.leaveNesting()
  declared.forEach(redeclare => {
    redeclare(context)
  })
}

/** `template void f<int>(int);` or `template struct S<int>;` */
function explicitInstantiation(
  c: Cursor,
  context: DeclarationContext,
  attributes: readonly Attribute[],
  pos: number,
  out: Declaration[],
): void {
  if (c.kind === KIND[';']) {
    c.diagnostics.report('W1004', c.span, {})
    c.advance()
    return
  }
  const inner: Declaration[] = []
  // Without parameters, so that the name may have arguments.
  simpleDeclaration(c, context, attributes, [], inner)
  const [declaration] = inner
  if (declaration) refuseDefinition(c, declaration)
  if (declaration) out.push({ kind: 'explicit_instantiation', declaration, pos, end: c.lastEnd })
}

/** An explicit instantiation names what is defined elsewhere. */
function refuseDefinition(c: Cursor, node: Declaration): void {
  if (node.kind === 'function' && node.body) c.diagnostics.report('E1029', node.nameSpan, { what: 'function' })
  else if (node.kind === 'record' && node.members && node.recordKind !== 'variable')
    c.diagnostics.report('E1029', node.nameSpan, { what: 'class' })
}

/** The declared name disappeared with the scope of the template's parameters: says it again outside. */
function entryOfDeclaration(c: Cursor, node: Declaration): (context: DeclarationContext) => void {
  if (node.kind === 'function') {
    const name = { id: c.names.intern(node.name), scope: node.scope }
    return context => declareFunction(c, node.template, name, context)
  }
  if ((node.kind !== 'record' && node.kind !== 'type_alias') || (node.kind === 'record' && node.scope)) return () => {}
  const id = c.names.intern(node.name)
  const entry = c.scopes.lookup(id)
  return () => {
    if (entry) c.scopes.declare(id, entry)
  }
}

function staticAssert(c: Cursor, out: Declaration[]): void {
  const { pos } = c
  c.advance()
  const open = c.at
  c.expectToken(KIND['('])
  const condition: Expr = parseConditional(c)
  let message: string | undefined
  if (c.accept(KIND[',']) && c.kind === STRING) {
    message = ''
    for (; c.kind === STRING; c.advance()) message += unquoted(c)
  }
  c.close(KIND[')'], open)
  expectSemicolon(c, 'after static_assert')
  out.push({ kind: 'static_assert', condition, message, pos, end: c.lastEnd })
}

const TECHNIQUE = /^([tT]echnique|technique1[01])$/

/** FX techniques mean nothing to a shader: skipped with a warning, as DXC does. */
function skipTechnique(c: Cursor): void {
  c.diagnostics.report('W1002', c.span, { what: 'technique' })
  skipToBrace(c, KIND['{'])
  if (!c.accept(KIND['{'])) return
  skipToBrace(c, KIND['}'])
  c.accept(KIND['}'])
}
