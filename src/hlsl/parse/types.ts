// Type names: reading them, and looking ahead to see whether something is one.
// Invariant: the scan functions move nothing and report nothing; each looks at a bounded number of tokens.

import type { Span } from '../../diag/sources.ts'
import {
  BEHIND_TYPE,
  DECLTYPE,
  EOF,
  IDENTIFIER,
  KEYWORD_TYPES,
  KIND,
  kindOf,
  MODIFIER_CLASS,
  NUMBER,
  NUMERIC_TYPES,
} from '../lex/token.ts'
import type { Expr, Modifier, NamedType, NamePart, QualifiedName, TemplateArg } from '../tree/ast.ts'
import { FUNCTION_TYPE, REFERENCE_TYPE } from '../tree/type_nodes.ts'
import type { Cursor } from './cursor.ts'
import { isDependent } from './dependent_names.ts'
import { operatorId } from './operator_names.ts'
import { type Entry, isBuiltinType, PLAIN_TYPE, TYPE_PARAMETER } from './scopes.ts'
import { elementName, unsignedName, withLast } from './unsigned_names.ts'

export const NO_MODIFIERS: readonly Modifier[] = []
export const NO_DIMS: readonly (Expr | undefined)[] = []

/** How far a template argument list may reach when looking ahead. */
const MAX_SCAN = 1024

/** How many undeclared names in a row may look like templates of each other when looking ahead. */
const MAX_SCAN_DEPTH = 8

/** Array dimensions of one type, parts of one name: more only serves to exhaust later stages. */
export const MAX_PARTS = 256

/** What the scan of a possible type name found. */
const NOT_A_TYPE = 0
/** An undeclared name, which may be a type declared later or missing. */
export const MAYBE_TYPE = 1
export const KNOWN_TYPE = 2

/** The meaning of a name where it stands alone. */
export function entryOf(c: Cursor, id: number): Entry | undefined {
  return c.scopes.lookup(id) ?? (isBuiltinType(id) ? PLAIN_TYPE : undefined)
}

/** The meaning of a name behind a leading `::`. */
const globalEntry = (c: Cursor, id: number): Entry | undefined =>
  c.scopes.global.get(id) ?? (isBuiltinType(id) ? PLAIN_TYPE : undefined)

export const isTypeEntry = (entry: Entry | undefined): boolean =>
  entry !== undefined && (entry.kind === 'type' || entry.kind === 'type_template')

/** Whether the keyword begins a type of several words; DXC reserves `signed`, `long` and `short`. */
export const isTypeWord = (kind: number): boolean => kind === KIND['unsigned']

/** Types of C++ that HLSL has not. */
export const isReservedType = (kind: number): boolean =>
  kind === KIND['long'] || kind === KIND['short'] || kind === KIND['signed'] || kind === KIND['char']

/** Looks at the tokens from index on: is there a type name? Afterwards scannedTo is the index behind it. */
export function scanType(c: Cursor, index: number): number {
  let i = index
  const first = c.kindAt(i)
  if (isTypeWord(first)) {
    i = behindSpecifiers(c, i)
    const isNamed = c.kindAt(i) === IDENTIFIER && isTypeEntry(entryOf(c, c.tokens.value[i]!))
    if (!isNamed || scanType(c, i) !== KNOWN_TYPE) c.scannedTo = i
    return KNOWN_TYPE
  }
  let entry: Entry | undefined
  let scoped = false
  if (first === KIND['::']) {
    scoped = true
    i++
  }
  for (let part = 0; ; part++) {
    if (c.kindAt(i) !== IDENTIFIER) return NOT_A_TYPE
    const id = c.tokens.value[i]!
    if (part > 0) entry = entry?.scope?.get(id)
    else entry = scoped ? globalEntry(c, id) : entryOf(c, id)
    i++
    if (id === DECLTYPE) i = behindParens(c, i)
    if (c.kindAt(i) === KIND['<'] && mayHaveTemplateArgs(c, entry, i)) {
      const close = scanAngles(c, i, entry !== undefined)
      if (close >= 0) i = close
    }
    if (c.kindAt(i) !== KIND['::']) break
    i++
    if (c.kindAt(i) === KIND['template']) i++
  }
  // `int const unsigned`: modifiers may stand before it.
  let behind = behindSpecifiers(c, i)
  while (behind > i && !isTypeWord(c.kindAt(behind - 1))) behind--
  c.scannedTo = behind
  if (entry === undefined) return MAYBE_TYPE
  return isTypeEntry(entry) ? KNOWN_TYPE : NOT_A_TYPE
}

/** Index behind the parentheses that open at index. */
function behindParens(c: Cursor, index: number): number {
  let depth = 0
  for (let i = index; i < index + MAX_SCAN; i++) {
    if (c.kindAt(i) === KIND['(']) depth++
    else if (c.kindAt(i) === KIND[')'] && --depth <= 0) return i + 1
  }
  return index
}

/** Whether the `<` at index opens template arguments of a name with this meaning. */
function mayHaveTemplateArgs(c: Cursor, entry: Entry | undefined, index: number): boolean {
  if (entry) return entry.kind !== 'value' && entry.kind !== 'namespace'
  return startsWithType(c, index + 1) || isEmptyCall(c, scanAngles(c, index))
}

/** `g<2>()`: no operand of `>` is empty, so that the list is one whatever its name is. */
export const isEmptyCall = (c: Cursor, close: number): boolean =>
  c.kindAt(close) === KIND['('] && c.kindAt(close + 1) === KIND[')']

/** Whether a template argument list after a name nothing is known about looks like one: its first argument is a type. */
export function startsWithType(c: Cursor, index: number): boolean {
  const kind = c.kindAt(index)
  if (isTypeWord(kind) || BEGINS_TYPE[kind] === 1 || isModifierAt(c, index)) return true
  if ((kind !== IDENTIFIER && kind !== KIND['::']) || c.scanDepth >= MAX_SCAN_DEPTH) return false
  c.scanDepth++
  const found = scanType(c, index) === KNOWN_TYPE
  c.scanDepth--
  return found
}

/** Index behind `(x)`, `((x[2]))` at index: a name that is no type, in parentheses; or -1. */
export function scanParenthesised(c: Cursor, index: number): number {
  let i = index
  let depth = 0
  for (; c.kindAt(i) === KIND['(']; i++) depth++
  if (depth === 0 || c.kindAt(i) !== IDENTIFIER || isTypeEntry(entryOf(c, c.tokens.value[i]!))) return -1
  for (i++; depth > 0; i++) {
    const kind = c.kindAt(i)
    if (kind === KIND['[']) {
      while (c.kindAt(i) !== KIND[']']) if (c.kindAt(i) === KIND[';'] || c.kindAt(i++) === EOF) return -1
    } else if (kind === KIND[')']) depth--
    else return -1
  }
  return i
}

/** Index behind the `>` that closes the `<` at index, or -1. `a < b && c > d` is a list of arguments only where a is a template. */
export function scanAngles(c: Cursor, index: number, isTemplate = false): number {
  let angles = 0
  let brackets = 0
  for (let i = index; i < index + MAX_SCAN; i++) {
    const kind = c.kindAt(i)
    if (kind === KIND['('] || kind === KIND['[']) brackets++
    else if (kind === KIND[')'] || kind === KIND[']']) {
      if (brackets-- === 0) return -1
    } else if (brackets > 0 && kind !== KIND[';']) continue
    else if (kind === KIND['<']) angles += isTemplate && i > index && isLess(c, i) ? 0 : 1
    else if (kind === KIND['>']) {
      if (--angles === 0) return i + 1
    } else if (kind === KIND['>>']) {
      angles -= 2
      if (angles <= 0) return angles === 0 ? i + 1 : -1
    } else if (
      kind === KIND[';'] ||
      kind === KIND['{'] ||
      kind === KIND['}'] ||
      (!isTemplate && (kind === KIND['&&'] || kind === KIND['||'])) ||
      kind === 0
    )
      return -1
  }
  return -1
}

/** Whether the `<` at index compares, as in `g<1 < 3>()`: what stands before it is no template. */
function isLess(c: Cursor, index: number): boolean {
  const before = c.kindAt(index - 1)
  if (before === IDENTIFIER) return c.scopes.lookup(c.tokens.value[index - 1]!)?.kind === 'value'
  return before === NUMBER || before === KIND[')'] || before === KIND[']']
}

const BEGINS_TYPE = new Uint8Array(256)
for (const word of ['struct', 'class', 'enum', 'cbuffer', 'tbuffer', 'typename'] as const) BEGINS_TYPE[kindOf(word)] = 1

/** Whether the token at index is a modifier there. */
export function isModifierAt(c: Cursor, index: number): boolean {
  const id = c.tokens.value[index]!
  const cls = id < MODIFIER_CLASS.length ? MODIFIER_CLASS[id] : 0
  // Later languages have names where earlier ones had modifiers.
  if (cls !== 2) return cls === 1 && c.kindAt(index) !== IDENTIFIER
  const next = c.kindAt(index + 1)
  // `sample` the modifier goes on with a type or another modifier; `sample` the variable does not.
  return (
    next === IDENTIFIER ||
    BEGINS_TYPE[next] === 1 ||
    isTypeWord(next) ||
    next === KIND['typedef'] ||
    (index + 1 < c.tokens.count && MODIFIER_CLASS[c.tokens.value[index + 1]!] === 1)
  )
}

/** Reads modifiers into the list, which is made when there are any. */
export function readModifiers(c: Cursor, list: Modifier[] | undefined): Modifier[] | undefined {
  c.unsignedAhead = undefined
  for (;;) {
    if (c.value !== 0 && c.value < MODIFIER_CLASS.length && isModifierAt(c, c.at)) {
      list ??= []
      takeModifier(c, list)
    } else if (isTypeWord(c.kind) && isApart(c)) {
      c.unsignedAhead = c.span
      c.advance()
    } else return list
  }
}

function takeModifier(c: Cursor, list: Modifier[]): void {
  const name = c.text as Modifier['name']
  if (name === 'volatile' && c.at > c.refusedAt) {
    c.refusedAt = c.at
    c.diagnostics.report('E1003', c.span, { word: name })
  }
  if (BEHIND_TYPE[c.kind] === 2 && name !== 'volatile' && list.some(m => m.name === name))
    c.diagnostics.report('W1028', c.span, { word: name })
  list.push({ name, pos: c.pos, end: c.tokens.end[c.at]! })
  c.advance()
}

/** Whether modifiers stand between `unsigned` and its type. */
function isApart(c: Cursor): boolean {
  const type = behindSpecifiers(c, c.at)
  const isBehind = isModifierAt(c, type - 1) || c.kindAt(type - 1) === KIND['typedef']
  return isBehind && c.kindAt(type) === IDENTIFIER && isTypeEntry(entryOf(c, c.tokens.value[type]!))
}

/** Index behind modifiers, `unsigned` and `typedef`. */
function behindSpecifiers(c: Cursor, index: number): number {
  let i = index
  while (c.kindAt(i) !== EOF && (isTypeWord(c.kindAt(i)) || c.kindAt(i) === KIND['typedef'] || isModifierAt(c, i))) i++
  return i
}

/** Reads modifiers behind the type of a declaration, where most are errors. */
export function readTrailing(c: Cursor, list: Modifier[] | undefined): Modifier[] | undefined {
  let all = list
  for (let what = BEHIND_TYPE[c.kind]; what !== 0; what = BEHIND_TYPE[c.kind]) {
    all ??= []
    if (what === 1) c.complain('E1150', c.span, {})
    takeModifier(c, what === 1 ? [] : all)
  }
  return all
}

/** Reads what stands behind the name of a type: modifiers, and `unsigned` among them, which belongs to the name. */
export function readBehind(
  c: Cursor,
  name: QualifiedName,
  list: Modifier[] | undefined,
  isAlone = false,
): readonly [name: QualifiedName, modifiers: Modifier[] | undefined] {
  let modifiers = readTrailing(c, list)
  if (!isTypeWord(c.kind)) return [name, modifiers]
  const { span } = c
  while (isTypeWord(c.kind)) {
    c.advance()
    modifiers = readTrailing(c, modifiers)
  }
  return [unsignedOf(c, name, span, isAlone), modifiers]
}

/** Reads a type where only a type can be: casts, template arguments, using. Dimensions belong to it. */
export function parseType(c: Cursor): NamedType {
  const { pos } = c
  let typename = acceptTypename(c)
  let modifiers = readModifiers(c, undefined)
  typename = acceptTypename(c) ?? typename
  const isElaborated = acceptElaboration(c)
  const first = c.at
  let name = typeName(c, true)
  if (typename) requireQualified(c, typename, name)
  ;[name, modifiers] = readBehind(c, name, modifiers, true)
  if (modifiers) {
    refuseOfTypeName(c, modifiers)
    refuseUnknown(c, modifiers, name, first)
  }
  skipAnnotation(c)
  let dims: (Expr | undefined)[] | undefined
  while (c.kind === KIND['[']) {
    dims ??= []
    dims.push(dimension(c))
    if (dims.length > MAX_PARTS) c.cutOff('E1008', { what: 'array', limit: MAX_PARTS })
  }
  const type: NamedType = {
    kind: 'named_type',
    name,
    modifiers: modifiers ?? NO_MODIFIERS,
    dims: dims ?? NO_DIMS,
    pos,
    end: c.lastEnd,
  }
  return isElaborated ? { ...type, isElaborated } : type
}

/** Whether the parenthesis at index opens types of parameters, as in `float(int, T)`: what may be a type is one. */
function isParameterList(c: Cursor, index: number): boolean {
  if (c.kindAt(index) !== KIND['(']) return false
  const first = index + 1
  c.scannedTo = first
  if (c.kindAt(first) !== KIND[')'] && !startsWithType(c, first)) return false
  const next = c.kindAt(c.scannedTo)
  // `int(float(3))` is a value.
  return next !== KIND['('] && next !== KIND['.']
}

/** Reads a type that may be a function's: an argument of a template, what stands behind `using F =`. */
export function parseTypeId(c: Cursor): NamedType {
  const result = parseType(c)
  if (c.accept(KIND['&']) || c.accept(KIND['&&'])) return derived(c, REFERENCE_TYPE, [result])
  if (result.dims.length > 0 || !isParameterList(c, c.at)) return result
  const templateArgs: TemplateArg[] = [result]
  const open = c.at
  c.advance()
  c.enterBracket()
  if (c.kind !== KIND[')'])
    do {
      templateArgs.push(parseType(c))
      c.accept(IDENTIFIER)
    } while (c.accept(KIND[',']))
  c.leaveBracket()
  c.close(KIND[')'], open)
  return derived(c, FUNCTION_TYPE, templateArgs)
}

function derived(c: Cursor, name: string, templateArgs: readonly TemplateArg[]): NamedType {
  const at = { pos: templateArgs[0]!.pos, end: c.lastEnd }
  return namedType({ kind: 'name', global: false, parts: [{ name, templateArgs, ...at }], ...at })
}

/**
 * `snorm T` and `row_major matrix<T, 2, 2>` in a template: whatever they are going to be, they are no numbers with a point or matrices yet.
 * The type stands behind the token `first`.
 */
export function refuseUnknown(c: Cursor, modifiers: readonly Modifier[], name: QualifiedName, first: number): void {
  const order = modifiers.find(m => m.name === 'row_major' || m.name === 'column_major')
  if (order && isDependent(c, first, c.at)) c.diagnostics.report('E2253', order, { name: order.name })
  const word = modifiers.find(m => m.name === 'snorm' || m.name === 'unorm')
  if (!word) return
  const { templateArgs, name: outer } = name.parts[0]!
  const element = outer === 'vector' || outer === 'matrix' ? templateArgs?.[0] : undefined
  const inner = element?.kind === 'named_type' ? element.name.parts[0]!.name : outer
  if (c.scopes.lookup(c.names.intern(inner)) === TYPE_PARAMETER) c.diagnostics.report('E2405', word, {})
}

const acceptTypename = (c: Cursor): Span | undefined => {
  const { span } = c
  return c.accept(KIND['typename']) ? span : undefined
}

/** `typename` stands before names in scopes alone. */
export function requireQualified(c: Cursor, typename: Span, name: QualifiedName): void {
  if (name.parts.length === 1 && !name.global) c.diagnostics.report('E1161', typename, {})
}

/** `Buffer<float4 : register(t0)>`: a register, packoffset or semantic behind a type alone means nothing. */
function skipAnnotation(c: Cursor): void {
  const next = c.kindAt(c.at + 1)
  if (c.kind !== KIND[':'] || (next !== KIND['register'] && next !== KIND['packoffset'] && next !== IDENTIFIER)) return
  c.at += 2
  if (next === IDENTIFIER) return
  const open = c.at
  if (c.kind !== KIND['(']) return
  c.advance()
  c.skipToClosing(KIND['('], KIND[')'])
  c.close(KIND[')'], open)
}

/** Index behind such an annotation, if one begins at index. */
export function behindAnnotation(c: Cursor, index: number): number {
  if (c.kindAt(index) !== KIND[':']) return index
  const next = c.kindAt(index + 1)
  if (next === IDENTIFIER) return index + 2
  if ((next !== KIND['register'] && next !== KIND['packoffset']) || c.kindAt(index + 2) !== KIND['(']) return index
  for (let i = index + 3; i < index + MAX_SCAN; i++) if (c.kindAt(i) === KIND[')']) return i + 1
  return index
}

/** A type alone is not stored anywhere. */
function refuseOfTypeName(c: Cursor, modifiers: readonly Modifier[]): void {
  for (const at of modifiers) {
    if (at.name === 'static' || at.name === 'extern') c.diagnostics.report('E1153', at, {})
    else if (at.name === 'inline') c.diagnostics.report('E1154', at, {})
  }
}

const ELABORATIONS: ReadonlySet<number> = new Set((['struct', 'class', 'interface', 'enum'] as const).map(kindOf))

/** `struct S` where S is only named. */
export function acceptElaboration(c: Cursor): boolean {
  if (!ELABORATIONS.has(c.kind)) return false
  const tag = c.kind === KIND['enum'] ? 'enum' : 'record'
  c.advance()
  refuseElaborated(c, tag)
  return true
}

/** `struct float4 x`: types of numbers are no structs. `struct E x` of an enum, or of another name for a struct, is wrong as well. */
export function refuseElaborated(c: Cursor, tag: 'record' | 'enum'): void {
  const next = c.kindAt(c.at + 1)
  if (c.kind !== IDENTIFIER || next === KIND['::'] || next === KIND['<']) return
  if (c.text === 'void') c.fail('E1000', c.span, { what: "identifier or '{'" })
  const entry = c.scopes.lookup(c.value)
  if (entry === TYPE_PARAMETER) c.fail('E1166', c.span, { name: c.text })
  if (entry === undefined ? NUMERIC_TYPES.has(c.text) : entry.tag === 'alias') c.fail('E1160', c.span, {})
  if (entry === undefined && tag === 'enum') c.fail('E2275', c.span, {})
  if (entry?.tag !== undefined && entry.tag !== tag) c.fail('E1031', c.span, { name: c.text })
}

/** Reads something inside brackets, where `>` compares again. */
export function bracketed<T>(c: Cursor, part: (c: Cursor) => T): T {
  const noGreater = c.noGreater
  c.noGreater = false
  c.enterBracket()
  const result = part(c)
  c.leaveBracket()
  c.noGreater = noGreater
  return result
}

/** One `[size]` or `[]`. */
export function dimension(c: Cursor): Expr | undefined {
  const open = c.at
  c.expectToken(KIND['['])
  if (c.accept(KIND[']'])) return undefined
  // No comma: `int a[2, 3]` is no array.
  const size = bracketed(c, c.grammar.assignment)
  c.close(KIND[']'], open)
  return size
}

/** Reads a type's name, words like `unsigned int` normalised; fails when there is none. `isAlone`: nothing is declared of the type. */
export function typeName(c: Cursor, isAlone = false): QualifiedName {
  const ahead = c.unsignedAhead
  c.unsignedAhead = undefined
  if (ahead) return unsignedOf(c, parseQualifiedName(c), ahead, isAlone)
  if (isTypeWord(c.kind)) return severalWords(c, isAlone)
  if (c.kind !== IDENTIFIER && c.kind !== KIND['::']) {
    if (c.text !== '' && c.kind !== NUMBER) c.identifier()
    c.fail('E1000', c.span, { what: 'a type' })
  }
  const name = parseQualifiedName(c)
  if (!isTypeWord(c.kind)) return name
  const { span } = c
  while (isTypeWord(c.kind)) c.advance()
  return unsignedOf(c, name, span, isAlone)
}

/** The type node of a name without dimensions. */
export function namedType(name: QualifiedName, modifiers: readonly Modifier[] = NO_MODIFIERS): NamedType {
  return { kind: 'named_type', name, modifiers, dims: NO_DIMS, pos: name.pos, end: name.end }
}

/** `unsigned`, `unsigned int`, `unsigned vector<int, 2>`. */
function severalWords(c: Cursor, isAlone: boolean): QualifiedName {
  const { pos, span } = c
  c.advance()
  if (isTypeWord(c.kind)) c.complain('E1151', c.span, { word: 'unsigned' })
  while (isTypeWord(c.kind)) c.advance()
  if (c.kind === IDENTIFIER && isTypeEntry(entryOf(c, c.value)))
    return { ...unsignedOf(c, parseQualifiedName(c), span, isAlone), pos }
  c.complain('E1152', span, { type: 'unspecified' })
  const part = { name: 'uint', templateArgs: undefined, pos, end: c.lastEnd }
  return { kind: 'name', global: false, parts: [part], pos, end: c.lastEnd }
}

/** A type with `unsigned` beside it: integers take it, enums and what other names stand for keep their type. */
export function unsignedOf(c: Cursor, name: QualifiedName, word: Span, isAlone: boolean): QualifiedName {
  const last = name.parts[name.parts.length - 1]!
  const unsigned = unsignedName(last.name)
  if (unsigned !== undefined) return withLast(name, { ...last, name: unsigned })
  const element = last.templateArgs?.[0]
  if ((last.name === 'vector' || last.name === 'matrix') && element?.kind === 'named_type') {
    const inner = unsignedName(element.name.parts[0]!.name)
    const part = { ...element.name.parts[0]!, name: inner ?? '' }
    const args = [{ ...element, name: withLast(element.name, part) }, ...last.templateArgs!.slice(1)]
    if (inner !== undefined) return withLast(name, { ...last, templateArgs: args })
  }
  const entry = name.parts.length === 1 ? c.scopes.lookup(c.names.intern(last.name)) : undefined
  const takesIt =
    entry?.tag === 'enum' ||
    (entry?.tag === 'alias' && entry.unsignable === undefined) ||
    (isAlone && !KEYWORD_TYPES.has(last.name))
  if (!takesIt) c.complain('E1152', word, { type: entry?.unsignable ?? elementName(last) })
  return name
}

/** DXC declares float2 and its kin globally when their plain names are first used: before that `::float2` names nothing. */
function refuseUnused(c: Cursor, id: number, pos: number): void {
  const name = c.names.text(id)
  if (!NUMERIC_TYPES.has(name)) return
  const { firstUses } = c.scopes
  let first = firstUses.get(id)
  if (first === undefined) {
    first = 0
    while (c.kindAt(first) !== EOF && !isPlainUse(c, first, id)) first++
    firstUses.set(id, first)
  }
  if (first > c.at) c.diagnostics.report('E2738', { pos, end: c.lastEnd }, { name, where: 'the global namespace' })
}

const isPlainUse = (c: Cursor, index: number, id: number): boolean =>
  c.kindAt(index) === IDENTIFIER && c.tokens.value[index] === id && c.kindAt(index - 1) !== KIND['::']

/** Reads `A::B<args>`; template arguments are taken only where the name can have them. */
export function parseQualifiedName(c: Cursor): QualifiedName {
  const pos = c.pos
  const global = c.accept(KIND['::'])
  const parts: NamePart[] = []
  let entry: Entry | undefined
  const first = c.at
  let isMarked = false
  for (;;) {
    const start = c.pos
    const outer = entry
    const behind = c.at
    const id = c.kind === KIND['operator'] ? operatorId(c) : c.identifier()
    if (parts.length > 0) entry = entry?.scope?.get(id)
    else if (global) {
      entry = globalEntry(c, id)
      if (c.kind !== KIND['::'] && !c.scopes.global.has(id)) refuseUnused(c, id, pos)
    } else entry = entryOf(c, id)
    let templateArgs: readonly TemplateArg[] | undefined
    if (
      c.kind === KIND['<'] &&
      (isMarked ||
        isTypeEntry(entry) ||
        (mayHaveTemplateArgs(c, entry, c.at) && scanAngles(c, c.at, entry !== undefined) >= 0))
    )
      templateArgs = parseTemplateArgs(c)
    if (id === DECLTYPE) templateArgs = [operandOfType(c)]
    if (templateArgs && outer && !isMarked && isDependent(c, first, behind) && !c.scopes.isInside(outer.scope))
      c.complain('E1167', { pos: start, end: c.lastEnd }, { name: c.names.text(id) })
    parts.push({ name: c.names.text(id), templateArgs, pos: start, end: c.lastEnd })
    if (c.kind !== KIND['::']) break
    if (parts.length > MAX_PARTS) c.cutOff('E1008', { what: 'name', limit: MAX_PARTS })
    c.advance()
    isMarked = c.accept(KIND['template'])
  }
  return { kind: 'name', global, parts, pos, end: c.lastEnd }
}

/** The `(x)` of `__decltype(x)`. */
function operandOfType(c: Cursor): Expr {
  const open = c.at
  if (c.kind !== KIND['(']) c.fail('E1000', c.behind, { what: "'(' after 'decltype'" })
  c.advance()
  const operand = bracketed(c, c.grammar.expression)
  c.close(KIND[')'], open)
  return operand
}

/** Reads `<a, b>`. */
export function parseTemplateArgs(c: Cursor): readonly TemplateArg[] {
  const open = c.at
  c.expectToken(KIND['<'])
  c.enterBracket()
  const noGreater = c.noGreater
  c.noGreater = true
  const args: TemplateArg[] = []
  if (c.kind !== KIND['>']) {
    do args.push(templateArg(c))
    while (c.accept(KIND[',']))
  }
  c.noGreater = noGreater
  c.closeAngle(open)
  c.leaveBracket()
  return args
}

/** A type if it can be one; a lone undeclared name is an expression, which check/ may still take for a type. */
export function templateArg(c: Cursor): TemplateArg {
  const kind = c.kind
  if (isModifierAt(c, c.at) || isTypeWord(kind) || kind === KIND['typename'] || kind === KIND['struct'])
    return parseTypeId(c)
  if (kind === IDENTIFIER || kind === KIND['::']) {
    const scanned = scanType(c, c.at)
    const next = c.kindAt(c.scannedTo)
    if (scanned === KNOWN_TYPE && (next !== KIND['('] || isParameterList(c, c.scannedTo)) && next !== KIND['::'])
      return parseTypeId(c)
    if (scanned === MAYBE_TYPE && c.kindAt(c.scannedTo - 1) === KIND['>']) return parseTypeId(c)
  }
  return c.grammar.constant(c)
}
