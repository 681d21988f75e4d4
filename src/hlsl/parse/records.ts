// Declarations with a body of declarations: struct and its kin, enum, cbuffer, namespace.

import { EOF, IDENTIFIER, KEYWORD_TYPES, KIND } from '../lex/token.ts'
import type {
  Attribute,
  BaseSpecifier,
  Declaration,
  EnumDecl,
  EnumValue,
  RecordDecl,
  TemplateParam,
  TypeNode,
} from '../tree/ast.ts'
import { checkDeclaredAttributes } from './attribute_rules.ts'
import { parseAnnotations, parseAttributes } from './attributes.ts'
import type { Cursor, DeclarationContext } from './cursor.ts'
import { parseConditional } from './expressions.ts'
import { type Entry, type ScopeMembers, VALUE } from './scopes.ts'
import { entryOf, isModifierAt, parseQualifiedName, parseTemplateArgs, parseType, refuseElaborated } from './types.ts'

export type RecordKind = RecordDecl['recordKind']

/** Reads declarations until the end of the source, or with closing up to a `}` (not taken), recovering from errors one by one. */
export function declarationList(c: Cursor, context: DeclarationContext, out: Declaration[], closing: boolean): void {
  while (c.kind !== EOF && !(closing && c.kind === KIND['}'])) {
    passPragmas(c, out)
    if (!closing) c.diagnostics.place = out.length
    if (c.kind === KIND['}']) {
      c.complain('E1009', c.span, {})
      while (c.accept(KIND['}']));
      continue
    }
    const start = c.at
    const { pos } = c
    if (c.guarded(() => readOne(c, context, out))) continue
    c.skipDeclaration()
    if (c.at === start) c.advance()
    c.noteBroken(start)
    // The brace that ended a broken declaration is part of it.
    if (!closing) c.accept(KIND['}'])
    out.push({ kind: 'error_decl', type: undefined, pos, end: c.lastEnd })
  }
  passPragmas(c, out)
}

function readOne(c: Cursor, context: DeclarationContext, out: Declaration[]): true {
  c.grammar.declaration(c, context, out)
  return true
}

function passPragmas(c: Cursor, out: Declaration[]): void {
  for (let next = c.pragmas[c.pragmaAt]; next && next.tokenIndex <= c.at; next = c.pragmas[++c.pragmaAt]) {
    out.push({ kind: 'pragma', text: next.text, pos: next.pos, end: next.end })
  }
}

/** Reads `{ declarations }`. */
function body(c: Cursor, context: DeclarationContext, out: Declaration[]): void {
  const open = c.at
  c.expectToken(KIND['{'])
  c.enterBracket()
  declarationList(c, context, out, true)
  c.leaveBracket()
  c.close(KIND['}'], open)
}

/** Reads a record from its keyword on. Gives its type for declarators behind it; the declaration itself goes to out if there is one. */
export function recordDeclaration(
  c: Cursor,
  template: readonly TemplateParam[] | undefined,
  outer: readonly Attribute[],
  out: Declaration[],
): TypeNode {
  const { pos } = c
  const recordKind = c.text as RecordKind
  c.advance()
  const own = parseAttributes(c)
  checkDeclaredAttributes(c, own)
  const attributes = outer.length === 0 ? own : own.length === 0 ? outer : [...outer, ...own]
  if (isDefinedOutside(c)) return outsideRecord(c, { template, attributes, recordKind, pos }, out)
  const nameSpan = c.span
  const named = c.kind === IDENTIFIER
  if (c.kind === KIND['::'] || (named && isElaborated(c, template))) {
    if (recordKind === 'union') c.fail('E1003', { pos, end: pos + recordKind.length }, { word: recordKind })
    refuseElaborated(c, 'record')
    const type = parseType(c)
    const last = type.kind === 'named_type' && type.name.parts.length > 1 ? type.name.parts.at(-1)! : undefined
    if (last && !last.templateArgs && c.kind === KIND[';'])
      c.diagnostics.report('E2992', { pos: type.pos, end: last.end }, { kind: recordKind })
    return { ...type, isElaborated: true } as TypeNode
  }
  const id = named ? c.newName(false) : 0
  const templateArgs = template && c.kind === KIND['<'] ? parseTemplateArgs(c) : undefined
  if (!named && c.kind !== KIND['{'] && c.kind !== KIND[':']) c.identifier()
  const members: ScopeMembers = entryForForward(c, id, template) ?? new Map()
  // A specialisation does not change what the name means.
  if (!templateArgs)
    c.scopes.declare(id, {
      kind: template ? 'type_template' : 'type',
      scope: members,
      tag: 'record',
      ...(template?.some(p => p.defaultValue === undefined) ? { needsArguments: true } : {}),
    })
  const parts = c.kind === KIND[';'] ? { bases: [], members: undefined } : recordBody(c, members)
  const record: RecordDecl = {
    kind: 'record',
    attributes,
    recordKind,
    nameSpan,
    name: c.names.text(id),
    template,
    templateArgs,
    bases: parts.bases,
    members: parts.members,
    pos,
    end: c.lastEnd,
  }
  out.push(record)
  return { kind: 'inline_type', declaration: record, pos, end: c.lastEnd }
}

/** `struct N::S {`, `struct N::S<int> {`: a name in a scope, and a body or bases behind it. */
function isDefinedOutside(c: Cursor): boolean {
  let at = c.at
  if (c.kindAt(at) === KIND['::']) at++
  const first = at
  while (c.kindAt(at) === IDENTIFIER && c.kindAt(at + 1) === KIND['::']) at += 2
  if (at === c.at || (at === first && first === c.at) || c.kindAt(at) !== IDENTIFIER) return false
  at++
  if (c.kindAt(at) === KIND['<']) {
    let depth = 0
    do {
      const kind = c.kindAt(at)
      if (kind === KIND['{'] || kind === KIND[';'] || kind === EOF) return false
      if (kind === KIND['<']) depth++
      else if (kind === KIND['>']) depth--
      else if (kind === KIND['>>']) depth -= 2
      at++
    } while (depth > 0)
  }
  return c.kindAt(at) === KIND['{'] || c.kindAt(at) === KIND[':']
}

function outsideRecord(
  c: Cursor,
  head: Pick<RecordDecl, 'template' | 'attributes' | 'recordKind' | 'pos'>,
  out: Declaration[],
): TypeNode {
  const { global, parts, pos: from } = parseQualifiedName(c)
  const { name, templateArgs, pos, end } = parts.at(-1)!
  const around = parts.slice(0, -1)
  let members: ScopeMembers | undefined = global ? c.scopes.global : undefined
  for (const [i, part] of around.entries()) {
    const id = c.names.intern(part.name)
    members = (i === 0 && !global ? entryOf(c, id) : members?.get(id))?.scope
  }
  const own = templateArgs ? undefined : members?.get(c.names.intern(name))?.scope
  c.scopes.enter(undefined)
  if (members) c.scopes.use(members)
  const { bases, members: declared } = recordBody(c, own ?? new Map())
  c.scopes.leave()
  const scopeEnd = around.at(-1)?.end ?? from
  const scope = { kind: 'name' as const, global, parts: around, pos: from, end: scopeEnd }
  const record: RecordDecl = {
    kind: 'record',
    attributes: head.attributes,
    recordKind: head.recordKind,
    nameSpan: { pos, end },
    scope,
    name,
    template: head.template,
    templateArgs,
    bases,
    members: declared,
    pos: head.pos,
    end: c.lastEnd,
  }
  out.push(record)
  return { kind: 'inline_type', declaration: record, pos: head.pos, end: c.lastEnd }
}

/** A forward declaration's member table is filled by the definition. */
function entryForForward(
  c: Cursor,
  id: number,
  template: readonly TemplateParam[] | undefined,
): ScopeMembers | undefined {
  const entry = id === 0 ? undefined : c.scopes.lookup(id)
  return entry && entry.kind === (template ? 'type_template' : 'type') && entry.scope?.size === 0
    ? entry.scope
    : undefined
}

/** `struct S x`: neither body nor forward declaration follows the name. */
function isElaborated(c: Cursor, template: readonly TemplateParam[] | undefined): boolean {
  const next = c.kindAt(c.at + 1)
  return (
    next === IDENTIFIER ||
    next === KIND['::'] ||
    next === KIND['typedef'] ||
    (next === KIND['<'] && template === undefined)
  )
}

function recordBody(
  c: Cursor,
  scope: ScopeMembers,
): { readonly bases: readonly BaseSpecifier[]; readonly members: readonly Declaration[] } {
  const bases: BaseSpecifier[] = []
  c.scopes.enter(scope)
  if (c.accept(KIND[':'])) {
    do bases.push(baseSpecifier(c))
    while (c.accept(KIND[',']))
  }
  if (bases.length > 0 && c.kind !== KIND['{'])
    c.failMissing('{', 'E1000', c.behind, { what: "'{' after base class list" })
  const members: Declaration[] = []
  body(c, 'member', members)
  for (const member of members)
    if (member.kind === 'type_alias' && !member.isUsing) c.diagnostics.report('E2022', member, {})
  c.scopes.leave()
  return { bases, members }
}

function baseSpecifier(c: Cursor): BaseSpecifier {
  // DXC reports the word `virtual` itself only where it stands behind the access specifier.
  const isVirtual = c.accept(KIND['virtual'])
  const { pos } = c
  const refuse = (what: string, at: number): void => void c.diagnostics.report('E1175', { pos: at, end: at }, { what })
  if (isVirtual) refuse('virtual base type', pos)
  if (c.accept(KIND['public']) || c.accept(KIND['private']) || c.accept(KIND['protected']))
    refuse('base type access specifier', pos)
  const second = c.pos
  if (c.accept(KIND['virtual'])) refuse('virtual base type', second)
  if (isModifierAt(c, c.at)) c.fail('E1162', c.span, {})
  const name = c.span
  const isNone = c.kind === IDENTIFIER && (KEYWORD_TYPES.has(c.text) || !entryOf(c, c.value))
  const type = parseType(c)
  if (isNone) {
    c.diagnostics.report('E1000', name, { what: 'class name' })
    return { type: { kind: 'error_type', ...name }, pos, end: c.lastEnd }
  }
  const first = type.kind === 'named_type' ? type.name.parts[0]! : undefined
  const inherited = first ? entryOf(c, c.names.intern(first.name))?.scope : undefined
  if (inherited) c.scopes.use(inherited)
  return { type, pos, end: c.lastEnd }
}

/** Reads an enum from its keyword on. */
export function enumDeclaration(c: Cursor, out: Declaration[], isTemplate = false): TypeNode {
  const { pos } = c
  c.advance()
  const word = c.span
  const isClass = c.accept(KIND['class']) || c.accept(KIND['struct'])
  checkDeclaredAttributes(c, parseAttributes(c))
  const nameSpan = c.span
  if (
    c.kind === IDENTIFIER &&
    c.kindAt(c.at + 1) !== KIND['{'] &&
    c.kindAt(c.at + 1) !== KIND[':'] &&
    c.kindAt(c.at + 1) !== KIND[';']
  ) {
    if (isClass) c.diagnostics.report('E1171', word, {})
    refuseElaborated(c, 'enum')
    return { ...parseType(c), isElaborated: true } as TypeNode
  }
  if (c.hlslVersion < 2017) c.diagnostics.report('E1003', { pos, end: pos + 'enum'.length }, { word: 'enum' })
  if (isClass && c.kind !== IDENTIFIER) c.fail('E1170', c.span, {})
  const id = c.kind === IDENTIFIER ? c.newName(false) : 0
  const underlying = c.accept(KIND[':']) ? parseType(c) : undefined
  const scope: ScopeMembers = new Map()
  if (isTemplate && c.kind === KIND['{']) c.diagnostics.report('E1180', c.span, {})
  c.scopes.declare(id, { kind: 'type', scope, tag: 'enum' })
  const values = c.kind === KIND['{'] ? enumValues(c, scope, isClass) : undefined
  const node: EnumDecl = {
    kind: 'enum',
    nameSpan,
    name: c.names.text(id),
    isClass,
    underlying,
    values,
    pos,
    end: c.lastEnd,
  }
  out.push(node)
  return { kind: 'inline_type', declaration: node, pos, end: c.lastEnd }
}

function enumValues(c: Cursor, scope: ScopeMembers, isClass: boolean): readonly EnumValue[] {
  const open = c.at
  c.expectToken(KIND['{'])
  const values: EnumValue[] = []
  while (c.kind !== KIND['}'] && c.kind !== EOF) {
    const { pos } = c
    const id = c.newName(false)
    const value = c.accept(KIND['=']) ? parseConditional(c) : undefined
    scope.set(id, VALUE)
    if (!isClass) c.scopes.declare(id, VALUE)
    values.push({ kind: 'enum_value', name: c.names.text(id), value, pos, end: c.lastEnd })
    if (c.accept(KIND[','])) continue
    if (c.kind !== IDENTIFIER) break
    c.complainMissing(',', 'E2465', c.behind, {})
  }
  c.close(KIND['}'], open)
  return values
}

/** Reads a cbuffer or tbuffer from its keyword on. Its members belong to the enclosing scope. */
export function bufferBlock(c: Cursor, attributes: readonly Attribute[], out: Declaration[]): void {
  const { pos } = c
  const blockKind = c.kind === KIND['cbuffer'] ? 'cbuffer' : 'tbuffer'
  c.advance()
  const nameSpan = c.span
  const name = c.names.text(c.newName(false))
  const annotations = parseAnnotations(c)
  const members: Declaration[] = []
  body(c, 'buffer', members)
  const end = c.lastEnd
  c.accept(KIND[';'])
  out.push({ kind: 'buffer_block', attributes, blockKind, nameSpan, name, annotations, members, pos, end })
}

/** Reads `namespace A { ... }`; DXC takes no `namespace A::B { ... }`. */
export function namespaceDeclaration(c: Cursor, out: Declaration[]): void {
  const { pos } = c
  c.advance()
  const nameSpan = c.span
  if (c.kind !== IDENTIFIER) c.fail('E1000', nameSpan, { what: 'identifier' })
  const id = c.newName(false)
  const known = c.scopes.lookup(id)
  const entry: Entry = known?.kind === 'namespace' ? known : { kind: 'namespace', scope: new Map() }
  c.scopes.declare(id, entry)
  c.scopes.enter(entry.scope)
  const declarations: Declaration[] = []
  c.enterBracket()
  body(c, 'global', declarations)
  c.leaveBracket()
  c.scopes.leave()
  refuseAttributesInside(c, declarations)
  out.push({ kind: 'namespace', nameSpan, name: c.names.text(id), declarations, pos, end: c.lastEnd })
  c.accept(KIND[';'])
}

/** Global declarations and members alone take attributes in single brackets. */
function refuseAttributesInside(c: Cursor, declarations: readonly Declaration[]): void {
  for (const declaration of declarations) {
    const first = 'attributes' in declaration ? declaration.attributes.find(attribute => !attribute.double) : undefined
    if (first) c.complain('E2000', first, { name: first.name })
  }
}
