// Resolves names written in source: scopes, namespaces, records, enums; misspelt names get a suggestion.

import { looseLimit, Nearest } from '../../../base/nearest.ts'
import type { Span } from '../../../diag/sources.ts'
import { FOREIGN_NAMES, FOREIGN_TYPES } from '../../../spec/foreign_names.ts'
import { BUILTIN_TYPES } from '../../lex/token.ts'
import type * as A from '../../tree/ast.ts'
import type { Type } from '../../tree/types.ts'
import { typeText } from '../../tree/types.ts'
import { type Checker, note, report } from './context.ts'
import { considerVisible, type Entity, type FunctionSet, type Meaning, Scope, type TemplateName } from './scopes.ts'
import { intrinsicNames, isIntrinsic } from './signatures.ts'

/** Scope in which the members of a struct or enum can be found. */
export function memberScope(cx: Checker, type: Type): Scope | undefined {
  if (type.kind === 'struct') return cx.records.get(type)?.scope
  return type.kind === 'enum' ? cx.enumScopes.get(type) : undefined
}

/** The scope the leading parts of a qualified name designate; reports when they do not. */
export function scopeOf(cx: Checker, name: A.QualifiedName, count: number): Scope | undefined {
  let scope: Scope | undefined = name.global ? cx.global : undefined
  for (let i = 0; i < count; i++) {
    const part = name.parts[i]!
    const found: Entity | undefined = scope
      ? (scope.tags?.get(part.name) ?? scope.member(part.name))
      : (cx.scope.lookupType(part.name) ?? cx.scope.lookup(part.name))
    cx.watch?.named(part, found, scope ?? cx.scope, scope !== undefined)
    const meanings = found && (scope ? scope.meaningsInside(part.name) : cx.scope.meanings(part.name))
    if (meanings && isAmbiguous(cx, meanings, part)) return undefined
    const next = found && scopeFrom(cx, found, part)
    if (!next) {
      if (found && cx.inPattern) return undefined
      if (found) report(cx, 'E2006', part, { name: part.name })
      else if (part.name === 'std' && i === 0) reportStd(cx, name)
      else reportUndeclared(cx, part.name, part, scope)
      return undefined
    }
    scope = next
  }
  return scope
}

/** `std::max`: DXC knows the namespace and nothing in it. */
function reportStd(cx: Checker, name: A.QualifiedName): void {
  const member = name.parts[1]!
  const error = report(cx, 'E2460', member, { name: member.name, where: "namespace 'std'" })
  const guess = isIntrinsic(member.name) ? member.name : FOREIGN_NAMES.get(member.name)
  if (guess !== undefined) note(cx, error, 'N2060', { pos: name.pos, end: member.end }, { guess })
}

function scopeFrom(cx: Checker, found: Entity, part: A.NamePart): Scope | undefined {
  switch (found.kind) {
    case 'namespace':
      return found.scope
    case 'type':
      return memberScope(cx, found.type)
    case 'template':
      return memberScope(cx, cx.instantiateRecord(found, part.templateArgs, part))
    default:
      return undefined
  }
}

/** Where the member of `object.member` or `object.Record::member` is looked up; 'failed' where that was reported. */
export function membersOf(cx: Checker, type: Type, node: A.MemberExpr): Scope | 'failed' | undefined {
  const own = memberScope(cx, type)
  const { scope: qualifier, member, memberSpan } = node
  if (!qualifier) return own
  const last = qualifier.parts.at(-1)
  // An instance of a template bears the template's name inside.
  for (let r = own?.record; r && last; r = r.base)
    if (r.template?.decl.name === last.name)
      if (!last.templateArgs || cx.instantiateRecord(r.template, last.templateArgs, last) === r.type) return r.scope
  const scope = last && scopeOf(cx, qualifier, qualifier.parts.length)
  for (let r = own?.record; r && scope; r = r.base) if (r.scope === scope && scope.member(member)) return scope
  if (!last) report(cx, 'E2722', memberSpan, {})
  else if (scope && !own?.record?.hasUnknownBase)
    report(cx, 'E2730', memberSpan, { name: `${last.name}::${member}`, type: typeText(type) })
  return 'failed'
}

/** What a name stands for; undefined when nothing does (not reported). Leading parts that fail are reported and give 'failed'. */
export function lookupName(cx: Checker, name: A.QualifiedName): Entity | 'failed' | undefined {
  const last = name.parts[name.parts.length - 1]!
  const inside = name.global || name.parts.length > 1
  const scope = inside ? scopeOf(cx, name, name.parts.length - 1) : cx.scope
  if (!scope && name.parts.length > 1) return 'failed'
  const place = scope ?? cx.global
  const found = inside ? place.member(last.name) : place.lookup(last.name)
  cx.watch?.named(last, found, place, inside)
  if (!found) return undefined
  const meanings = inside ? place.meaningsInside(last.name) : place.meanings(last.name)
  if (isAmbiguous(cx, meanings, last)) return 'failed'
  // In its initialiser the variable of a template has the template's name.
  const own = cx.record?.template
  const template = found.kind === 'var' && last.templateArgs && own?.decl.name === last.name ? own : found
  if (isVariableTemplate(template))
    return memberScope(cx, cx.instantiateRecord(template, last.templateArgs, last))?.own(last.name) ?? 'failed'
  return found.kind === 'functions' && meanings.length > 0 ? overloadsOf(last.name, meanings) : found
}

export const isVariableTemplate = (found: Entity): found is TemplateName =>
  found.kind === 'template' && found.decl.kind === 'record' && found.decl.recordKind === 'variable'

/** Functions of one name in several namespaces overload each other. */
function overloadsOf(name: string, meanings: readonly Meaning[]): FunctionSet {
  const list = new Set(meanings.flatMap(({ entity }) => (entity.kind === 'functions' ? entity.list : [])))
  return { kind: 'functions', name, list: [...list] }
}

/** Reports a name that several namespaces in use declare, unless all of them declare functions. */
function isAmbiguous(cx: Checker, meanings: readonly Meaning[], part: A.NamePart): boolean {
  if (meanings.every(({ entity }) => entity.kind === 'functions')) return false
  const error = report(cx, 'E2720', part, { name: part.name })
  for (const meaning of meanings) {
    const place = placeOfEntity(meaning.entity)
    if (place) note(cx, error, 'N3980', place, { name: meaning.scope.prefix() + part.name })
  }
  return true
}

/** Reports an identifier that nothing declares, guessing what was meant. */
function reportUndeclared(cx: Checker, name: string, span: Span, inside?: Scope, isCall = false): void {
  if (cx.silent > 0) return void cx.silentErrors++
  if (inside) return void reportNotInside(cx, name, span, inside)
  const guess = guessName(cx.scope, name, isCall)
  if (guess === undefined) return void report(cx, 'E2000', span, { name })
  const error = report(cx, 'E2001', span, { name, guess })
  const entity = cx.scope.lookup(guess)
  const place = entity && placeOfEntity(entity)
  if (place) note(cx, error, 'N2000', place, { name: guess })
}

/** Words that begin or are an expression or a statement. */
const WORDS: readonly string[] = [
  ...['true', 'false', 'this', 'sizeof', 'return', 'discard', 'break', 'continue', 'if', 'else', 'for', 'while', 'do'],
  ...['switch', 'case', 'default', 'static', 'const', 'struct', 'namespace', 'typedef', 'cbuffer', 'tbuffer', 'enum'],
  ...['template', 'groupshared', 'uniform', 'nointerpolation', 'void', 'class', 'interface'],
]

function guessName(scope: Scope, name: string, isCall: boolean): string | undefined {
  const foreign = FOREIGN_NAMES.get(name) ?? FOREIGN_TYPES.get(name)
  if (foreign !== undefined) return foreign
  const near = new Nearest(name)
  considerVisible(near, looseLimit(name), scope)
  // Short words are near to many others.
  if (isCall) near.considerAll(intrinsicNames()).considerAll(BUILTIN_TYPES)
  if (name.length > 3) near.considerAll(WORDS)
  return near.best
}

/** A name behind `::` that its namespace, struct or enum does not have. */
function reportNotInside(cx: Checker, name: string, span: Span, inside: Scope): void {
  const near = new Nearest(name)
  const pool = new Scope(undefined)
  pool.record = inside.record
  pool.names = inside.names
  considerVisible(near, looseLimit(name), pool)
  const guess = near.best
  const where = inside.record
    ? `'${typeText(inside.record.type)}'`
    : inside === cx.global
      ? 'the global namespace'
      : inside.isNamespace
        ? `namespace '${inside.prefix().slice(0, -2)}'`
        : `'${inside.name}'`
  if (guess === undefined) return void report(cx, 'E2460', span, { name, where })
  const error = report(cx, 'E2461', span, { name, where, guess })
  const entity = inside.member(guess)
  const place = entity && placeOfEntity(entity)
  if (place) note(cx, error, 'N2000', place, { name: guess })
}

/** Reports what a name of an expression does not stand for. */
export function reportUnknown(cx: Checker, name: A.QualifiedName, isCall: boolean): void {
  const last = name.parts[name.parts.length - 1]!
  const inside = name.parts.length > 1 || name.global ? scopeOf(cx, name, name.parts.length - 1) : undefined
  reportUndeclared(cx, last.name, last, inside, isCall)
}

/** Reports a type name that nothing declares. */
export function reportUnknownType(cx: Checker, name: string, span: Span): void {
  if (cx.silent > 0) return void cx.silentErrors++
  const near = new Nearest(name)
  considerVisible(near, looseLimit(name), cx.scope, entity => entity.kind === 'type' || entity.kind === 'template')
  near.considerAll(BUILTIN_TYPES).considerAll(WORDS)
  const guess = FOREIGN_TYPES.get(name) ?? near.best
  if (guess === undefined) return void report(cx, 'E2004', span, { name })
  const error = report(cx, 'E2005', span, { name, guess })
  const entity = cx.scope.lookup(guess)
  const place = entity && placeOfEntity(entity)
  if (place) note(cx, error, 'N2000', place, { name: guess })
}

export function placeOfEntity(entity: Entity): Span | undefined {
  switch (entity.kind) {
    case 'var':
      return entity.pos > 0 ? entity : undefined
    case 'functions':
      return entity.list[0]?.decl.nameSpan
    case 'template':
      return entity.decl.nameSpan
    case 'field':
      return entity.field
    default:
      return undefined
  }
}

/** A member that a type does not have, with a guess. */
export function reportNoMember(
  cx: Checker,
  name: string,
  type: Type,
  { memberSpan: span, pos }: A.MemberExpr,
  candidates: Iterable<string>,
): void {
  const marks = { ranges: [{ pos, end: span.end }] }
  if (cx.silent > 0) return void cx.silentErrors++
  const scope = memberScope(cx, type)
  const pool = new Scope(undefined)
  pool.record = scope?.record
  pool.names = scope?.names
  const near = new Nearest(name)
  considerVisible(near, looseLimit(name), pool)
  const guess = near.considerAll(candidates).best
  const text = typeText(type)
  if (guess === undefined) return void report(cx, 'E2002', span, { name, type: text }, marks)
  const error = report(cx, 'E2003', span, { name, type: text, guess }, marks)
  const entity = scope?.member(guess)
  const place = entity && placeOfEntity(entity)
  if (place) note(cx, error, 'N2000', place, { name: guess })
}
