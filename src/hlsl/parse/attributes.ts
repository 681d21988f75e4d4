// What stands before declarations and statements in brackets, and behind declarators after a colon.

import type { Span } from '../../diag/sources.ts'
import { attributeRow, VK_ATTRIBUTES } from '../../spec/hlsl_attributes.ts'
import { EOF, IDENTIFIER, IS_RESERVED, KEYWORD_TYPES, KIND } from '../lex/token.ts'
import type { Annotation, Attribute, Expr, QualifiedName } from '../tree/ast.ts'
import { isKnown, refuseFunctionAttributes } from './attribute_rules.ts'
import type { Cursor } from './cursor.ts'
import { NO_EXPRS, parseArguments } from './expressions.ts'

const NO_ATTRIBUTES: readonly Attribute[] = []
export const NO_ANNOTATIONS: readonly Annotation[] = []

/** Reads all of `[[vk::binding(0)]] [unroll]`. A broken attribute is reported and skipped. */
export function parseAttributes(c: Cursor): readonly Attribute[] {
  return c.kind === KIND['['] ? attributeGroups(c, () => c.kind === KIND['[']) : NO_ATTRIBUTES
}

function attributeGroups(c: Cursor, isMore: () => boolean, ofType = false): readonly Attribute[] {
  const list: Attribute[] = []
  let mayDouble = true
  while (isMore()) {
    const open = c.at
    if (c.kindAt(open + 1) !== KIND['[']) mayDouble = false
    if (c.guarded(() => attributeGroup(c, list, mayDouble, ofType)) !== undefined) continue
    c.skipToClosing(KIND['['], KIND[']'])
    while (c.accept(KIND[']']));
    if (c.at === open) c.advance()
  }
  return list
}

/** Elsewhere the case means nothing; in doubled brackets DXC knows these as `RootSignature`, `MaxRecords` and `NodeArraySize` alone. */
const ONLY_CAPITALISED: ReadonlySet<string> = new Set(['rootsignature', 'maxrecords', 'nodearraysize'])

/** `float x [[nosuch]][2]`: attributes behind the name of what is declared mean nothing. Behind `[2]` or `()` they are `ofType`. */
export function skipDeclaratorAttributes(c: Cursor, ofType = false): boolean {
  const isDouble = (): boolean => c.kind === KIND['['] && c.kindAt(c.at + 1) === KIND['[']
  if (!isDouble()) return false
  for (const attribute of attributeGroups(c, isDouble, ofType)) {
    const { name, scope } = attribute
    if (scope === 'vk') continue
    if (!isKnown(attribute) || ONLY_CAPITALISED.has(name)) c.diagnostics.report('W2104', attribute, { name })
    else if (ofType) c.diagnostics.report('E1290', attribute, { name })
    else refuseFunctionAttributes(c, [attribute])
  }
  return true
}

function attributeGroup(c: Cursor, list: Attribute[], mayDouble: boolean, ofType: boolean): true {
  c.expectToken(KIND['['])
  if (!mayDouble || c.kind !== KIND['[']) {
    if (c.kind !== KIND[']']) list.push(singleAttribute(c))
    c.closeBehind(KIND[']'])
    return true
  }
  c.advance()
  for (;;) {
    while (c.accept(KIND[',']));
    if (c.kind === KIND[']']) break
    if (c.kind !== IDENTIFIER && c.value === 0) break
    list.push(doubleAttribute(c, ofType))
  }
  c.closeBehind(KIND[']'])
  c.closeBehind(KIND[']'])
  return true
}

/** `[name]`, `[name(args)]`: the name is no keyword. */
function singleAttribute(c: Cursor): Attribute {
  const { pos, text: name } = c
  c.newName(false)
  const args = c.kind === KIND['('] ? attributeArguments(c, name) : NO_EXPRS
  return { kind: 'attribute', scope: undefined, name, args, double: false, pos, end: c.lastEnd }
}

/** Arguments of attributes that nobody knows may be anything in parentheses. */
function attributeArguments(c: Cursor, name: string): readonly Expr[] {
  const row = attributeRow(name)
  if (!row) {
    skipArguments(c)
    return NO_EXPRS
  }
  const isName = row.of === 'loop' && c.kindAt(c.at + 1) === IDENTIFIER
  const behind = c.kindAt(c.at + 2)
  if (isName && behind === KIND['('] && isKeyword(c.names.text(c.tokens.value[c.at + 1]!))) return parseArguments(c)
  if (isName && behind !== KIND[','] && behind !== KIND[')'] && name.toLowerCase() === 'unroll') {
    c.at += 2
    c.fail('E1000', c.span, { what: "')'" })
  }
  const isAlone = isName && behind === KIND[')'] && !isKeyword(c.names.text(c.tokens.value[c.at + 1]!))
  return isAlone ? [nameArgument(c)] : parseArguments(c)
}

const isKeyword = (name: string): boolean => KEYWORD_TYPES.has(name) || name === 'auto'

/** `[unroll(uint)]`: a name, though elsewhere it is a type. */
function nameArgument(c: Cursor): Expr {
  c.advance()
  const { pos, text } = c
  c.advance()
  const name: QualifiedName = {
    kind: 'name',
    global: false,
    parts: [{ name: text, templateArgs: undefined, pos, end: c.lastEnd }],
    pos,
    end: c.lastEnd,
  }
  c.advance()
  return { kind: 'name_expr', name, pos, end: name.end }
}

function skipArguments(c: Cursor): void {
  const open = c.at
  c.advance()
  c.skipToClosing(KIND['('], KIND[')'])
  c.close(KIND[')'], open)
}

/** `scope::name(args)` inside `[[ ]]`; only the scope vk has arguments that anybody reads. */
function doubleAttribute(c: Cursor, ofType: boolean): Attribute {
  const { pos } = c
  let name = attributeWord(c)
  let scope: string | undefined
  if (c.accept(KIND['::'])) {
    scope = name
    name = attributeWord(c)
  }
  let args: readonly Expr[] = NO_EXPRS
  if (c.kind === KIND['(']) {
    if (scope === 'vk') args = parseArguments(c)
    else skipArguments(c)
  }
  const known = ofType ? 'E1290' : 'W2372'
  if (scope === 'vk') c.complain(VK_ATTRIBUTES.has(name) ? known : 'W2104', { pos, end: c.lastEnd }, { name })
  return { kind: 'attribute', scope, name, args, double: true, pos, end: c.lastEnd }
}

/** Keywords are ordinary words here. */
function attributeWord(c: Cursor): string {
  if (c.kind !== IDENTIFIER && c.value === 0) c.identifier()
  const { text } = c
  c.advance()
  return text
}

/** Reads all of `: SV_Position : register(t0)`. A bit field's width ends it. */
export function parseAnnotations(c: Cursor): readonly Annotation[] {
  if (c.kind !== KIND[':']) return NO_ANNOTATIONS
  const list: Annotation[] = []
  while (c.kind === KIND[':'] && beginsAnnotation(c.kindAt(c.at + 1))) {
    c.advance()
    list.push(annotation(c))
  }
  return list
}

/** Anything else behind a colon is none of ours: whoever reads on misses what it waits for. */
const beginsAnnotation = (kind: number): boolean =>
  kind === IDENTIFIER || kind === KIND['register'] || kind === KIND['packoffset'] || IS_RESERVED[kind] === 1

function annotation(c: Cursor): Annotation {
  const pos = c.pos
  if (c.kind === KIND['register']) return registerAnnotation(c)
  if (c.kind === KIND['packoffset']) return packOffset(c)
  const name = c.names.text(c.newName(false))
  if (c.kind === KIND['('] && (name === 'read' || name === 'write')) return payloadAccess(c, name, pos)
  if (c.kind === KIND['(']) {
    c.diagnostics.report('E1178', c.span, {})
    c.advance()
    c.skipToClosing(KIND['('], KIND[')'])
    c.accept(KIND[')'])
  }
  // Of all the names that Direct3D 9 had DXC looks for this one.
  if (name === 'VFACE') c.diagnostics.report('W1029', { pos, end: c.lastEnd }, { name })
  return { kind: 'semantic', name, pos, end: c.lastEnd }
}

function registerAnnotation(c: Cursor): Annotation {
  const pos = c.pos
  c.advance()
  c.expectToken(KIND['('])
  let profile: string | undefined
  let slot: string | undefined
  let space: string | undefined
  let offset: Expr | undefined
  let word = c.names.text(c.identifier())
  if (isProfile(word)) {
    profile = word
    c.expectToken(KIND[','])
    word = c.names.text(c.identifier())
  }
  if (word.startsWith('space')) space = word
  else {
    slot = word
    if (c.kind === KIND['[']) {
      const bracket = c.at
      c.advance()
      c.enterBracket()
      offset = c.grammar.expression(c)
      c.leaveBracket()
      c.close(KIND[']'], bracket)
    }
    if (c.accept(KIND[','])) space = c.names.text(c.identifier())
  }
  c.closeBehind(KIND[')'])
  return { kind: 'register', profile, slot, offset, space, pos, end: c.lastEnd }
}

/** `register(ps_5_0, s2)`, `register(ps, s2)`: lower case letters, digits and an underscore, or one of four short names. */
const isProfile = (word: string): boolean =>
  /^(?=.*_)(?=.*\d)(?=.*[a-z])[a-z\d_]+$/.test(word) || /^[vpgc]s$/.test(word)

function packOffset(c: Cursor): Annotation {
  const pos = c.pos
  c.advance()
  c.expectToken(KIND['('])
  const location = c.names.text(c.identifier())
  const component = c.accept(KIND['.']) ? c.names.text(c.identifier()) : undefined
  c.closeBehind(KIND[')'])
  return { kind: 'packoffset', location, component, pos, end: c.lastEnd }
}

function payloadAccess(c: Cursor, access: 'read' | 'write', pos: number): Annotation {
  const open = c.at
  c.advance()
  const stages: (Span & { readonly name: string })[] = []
  while (c.kind !== KIND[')']) {
    const { pos: at } = c
    stages.push({ name: c.names.text(c.identifier()), pos: at, end: c.lastEnd })
    if (!c.accept(KIND[','])) break
  }
  c.close(KIND[')'], open)
  return { kind: 'payload_access', access, stages, pos, end: c.lastEnd }
}

/** Skips FX annotations `< string Name = "x"; >` behind a declarator: as DXC does, to the first `>` behind a `<` or a `;`. */
export function skipFxAnnotations(c: Cursor): void {
  if (c.kind !== KIND['<'] || !c.hasEffects) return
  c.diagnostics.report('W1027', c.span, {})
  c.advance()
  while (c.kind !== KIND['>'] && c.kind !== EOF) skipThroughSemicolon(c)
  c.accept(KIND['>'])
}

function skipThroughSemicolon(c: Cursor): void {
  let depth = 0
  for (; c.kind !== EOF; c.advance()) {
    const { kind } = c
    if (kind === KIND['('] || kind === KIND['['] || kind === KIND['{']) depth++
    else if (kind === KIND[')'] || kind === KIND[']'] || kind === KIND['}']) depth = Math.max(0, depth - 1)
    else if (kind === KIND[';'] && depth === 0) break
  }
  c.advance()
}
