// What stands before declarations and statements in brackets, and behind declarators after a colon.

import type { Annotation, Attribute, Expr } from '../ast.ts'
import { IDENTIFIER, KIND, NUMBER, SPELLING } from '../token.ts'
import type { Cursor } from './cursor.ts'
import { NO_EXPRS, parseArguments } from './expressions.ts'

export const NO_ATTRIBUTES: readonly Attribute[] = []
export const NO_ANNOTATIONS: readonly Annotation[] = []

/** Reads all of `[unroll] [[vk::binding(0)]]`. A broken attribute is reported and skipped. */
export function parseAttributes(c: Cursor): readonly Attribute[] {
  if (c.kind !== KIND['[']) return NO_ATTRIBUTES
  const list: Attribute[] = []
  while (c.kind === KIND['[']) {
    const open = c.at
    if (c.guarded(() => attributeGroup(c, list)) !== undefined) continue
    c.skipToClosing(KIND['['], KIND[']'])
    while (c.accept(KIND[']']));
    if (c.at === open) c.advance()
  }
  return list
}

function attributeGroup(c: Cursor, list: Attribute[]): true {
  const open = c.at
  c.expect(KIND['['])
  const inner = c.at
  const double = c.accept(KIND['['])
  while (c.kind !== KIND[']']) {
    list.push(attribute(c, double))
    if (!c.accept(KIND[','])) break
  }
  if (double) c.close(KIND[']'], inner)
  c.close(KIND[']'], open)
  return true
}

function attribute(c: Cursor, double: boolean): Attribute {
  const pos = c.pos
  let name = attributeWord(c)
  let scope: string | undefined
  if (c.accept(KIND['::'])) {
    scope = name
    name = attributeWord(c)
  }
  const args: readonly Expr[] = c.kind === KIND['('] ? parseArguments(c) : NO_EXPRS
  return { kind: 'attribute', scope, name, args, double, pos, end: c.lastEnd }
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
  while (c.kind === KIND[':'] && c.kindAt(c.at + 1) !== NUMBER) {
    c.advance()
    list.push(annotation(c))
  }
  return list
}

function annotation(c: Cursor): Annotation {
  const pos = c.pos
  if (c.kind === KIND['register']) return registerAnnotation(c)
  if (c.kind === KIND['packoffset']) return packOffset(c)
  const name = c.names.text(c.identifier())
  if (c.kind === KIND['('] && (name === 'read' || name === 'write')) return payloadAccess(c, name, pos)
  return { kind: 'semantic', name, pos, end: c.lastEnd }
}

function registerAnnotation(c: Cursor): Annotation {
  const pos = c.pos
  c.advance()
  const open = c.at
  c.expect(KIND['('])
  let profile: string | undefined
  let slot: string | undefined
  let space: string | undefined
  let offset: Expr | undefined
  let word = c.names.text(c.identifier())
  if (isProfile(word)) {
    profile = word
    c.expect(KIND[','])
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
  c.close(KIND[')'], open)
  return { kind: 'register', profile, slot, offset, space, pos, end: c.lastEnd }
}

/** `register(ps_5_0, s2)`, `register(ps, s2)`: lower case letters, digits and an underscore, or one of four short names. */
const isProfile = (word: string): boolean =>
  /^(?=.*_)(?=.*\d)(?=.*[a-z])[a-z\d_]+$/.test(word) || /^[vpgc]s$/.test(word)

function packOffset(c: Cursor): Annotation {
  const pos = c.pos
  c.advance()
  const open = c.at
  c.expect(KIND['('])
  const location = c.names.text(c.identifier())
  const component = c.accept(KIND['.']) ? c.names.text(c.identifier()) : undefined
  c.close(KIND[')'], open)
  return { kind: 'packoffset', location, component, pos, end: c.lastEnd }
}

function payloadAccess(c: Cursor, access: 'read' | 'write', pos: number): Annotation {
  const open = c.at
  c.advance()
  const stages: string[] = []
  while (c.kind !== KIND[')']) {
    stages.push(c.names.text(c.identifier()))
    if (!c.accept(KIND[','])) break
  }
  c.close(KIND[')'], open)
  return { kind: 'payload_access', access, stages, pos, end: c.lastEnd }
}

/** Skips FX annotations `< string Name = "x"; >` behind a declarator. */
export function skipFxAnnotations(c: Cursor): void {
  if (c.kind !== KIND['<']) return
  const open = c.at
  c.advance()
  while (c.kind !== KIND['>'] && c.kind !== KIND['}'] && SPELLING[c.kind] !== undefined && c.kind !== 0) c.advance()
  c.close(KIND['>'], open)
}
