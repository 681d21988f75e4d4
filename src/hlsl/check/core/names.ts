// Resolves names written in source: scopes, namespaces, records, enums; misspelt names get a suggestion.

import { looseLimit, Nearest } from '../../../base/nearest.ts'
import type { Span } from '../../../diag/sources.ts'
import { FOREIGN_NAMES, FOREIGN_TYPES } from '../../../spec/foreign_names.ts'
import { BUILTIN_TYPES } from '../../lex/token.ts'
import type * as A from '../../tree/ast.ts'
import type { Type } from '../../tree/types.ts'
import { typeText, withoutConst } from '../../tree/types.ts'
import { type Checker, note, report } from './context.ts'
import { considerVisible, type Entity, type FunctionSet, type Meaning, Scope, type TemplateName } from './scopes.ts'
import { intrinsicNames, isIntrinsic } from './signatures.ts'
import { canonicalName } from './type_names.ts'

/** Scope in which the members of a struct or enum can be found. */
export function memberScope(checker: Checker, type: Type): Scope | undefined {
  if (type.kind === 'struct') return checker.records.get(type)?.scope
  return type.kind === 'enum' ? checker.enumScopes.get(type) : undefined
}

/** The scope the leading parts of a qualified name designate; reports when they do not. */
export function scopeOf(checker: Checker, name: A.QualifiedName, count: number): Scope | undefined {
  let scope: Scope | undefined = name.global ? checker.global : undefined
  for (let i = 0; i < count; i++) {
    const part = name.parts[i]!
    if (part.name === '__decltype') {
      const { pos, end } = part
      const alone = { ...name, parts: [part] }
      const type = checker.typeOf({ kind: 'named_type', name: alone, modifiers: [], dims: [], pos, end })
      scope = memberScope(checker, type)
      if (scope) continue
      if (type.kind !== 'error') report(checker, 'E2006', part, { name: typeText(type) })
      return undefined
    }
    const found: Entity | undefined = scope
      ? (scope.tags?.get(part.name) ?? scope.member(part.name))
      : (checker.scope.lookupType(part.name) ?? checker.scope.lookup(part.name))
    checker.watch?.named(part, found, scope ?? checker.scope, scope !== undefined)
    const meanings = found && (scope ? scope.meaningsInside(part.name) : checker.scope.meanings(part.name))
    if (meanings && isAmbiguous(checker, meanings, part)) return undefined
    const next = found && scopeFrom(checker, found, part)
    if (next === 'failed') return undefined
    if (!next) {
      if (found && (checker.inPattern || next === null)) return undefined
      if (found) report(checker, 'E2006', part, { name: part.name })
      else reportUndeclared(checker, part.name, part, scope)
      return undefined
    }
    scope = next
  }
  return scope
}

/** 'failed': what is wrong was reported. */
function scopeFrom(checker: Checker, found: Entity, part: A.NamePart): Scope | 'failed' | undefined {
  switch (found.kind) {
    case 'namespace':
      return found.scope
    case 'type':
      return memberScope(checker, found.type)
    case 'template': {
      const type = withoutConst(checker.instantiateRecord(found, part.templateArgs, part))
      return type.kind === 'error' ? 'failed' : memberScope(checker, type)
    }
    default:
      return undefined
  }
}

/** Where the member of `object.member` or `object.Record::member` is looked up; 'failed' where that was reported. */
export function membersOf(checker: Checker, type: Type, node: A.MemberExpr): Scope | 'failed' | undefined {
  const own = memberScope(checker, type)
  const { scope: qualifier, member, memberSpan } = node
  if (!qualifier) return own
  const last = qualifier.parts.at(-1)
  // An instance of a template bears the template's name inside.
  for (let r = own?.record; r && last; r = r.base)
    if (r.template?.decl.name === last.name)
      if (!last.templateArgs || withoutConst(checker.instantiateRecord(r.template, last.templateArgs, last)) === r.type)
        return r.scope
  const scope = last && scopeOf(checker, qualifier, qualifier.parts.length)
  for (let r = own?.record; r && scope; r = r.base) if (r.scope === scope && scope.member(member)) return scope
  if (!last) report(checker, 'E2722', memberSpan, {})
  else if (scope && !own?.record?.hasUnknownBase)
    report(checker, 'E2730', memberSpan, { name: `${last.name}::${member}`, type: typeText(type) })
  return 'failed'
}

/** What a name stands for; undefined when nothing does (not reported). Leading parts that fail are reported and give 'failed'. */
export function lookupName(checker: Checker, name: A.QualifiedName): Entity | 'failed' | undefined {
  const last = name.parts[name.parts.length - 1]!
  const inside = name.global || name.parts.length > 1
  const scope = inside ? scopeOf(checker, name, name.parts.length - 1) : checker.scope
  if (!scope && name.parts.length > 1) return 'failed'
  const place = scope ?? checker.global
  const found = inside ? (place.member(last.name) ?? hoistedIn(checker, place, last.name)) : place.lookup(last.name)
  // A parameter that stands for a template is no name of that template.
  if (found?.kind !== 'template' || found.decl.name === last.name) checker.watch?.named(last, found, place, inside)
  if (!found) return undefined
  const meanings = inside ? place.meaningsInside(last.name) : place.meanings(last.name)
  if (isAmbiguous(checker, meanings, last)) return 'failed'
  // In its initialiser the variable of a template has the template's name.
  const own = checker.record?.template
  const template = found.kind === 'var' && last.templateArgs && own?.decl.name === last.name ? own : found
  if (isVariableTemplate(template))
    return (
      memberScope(checker, withoutConst(checker.instantiateRecord(template, last.templateArgs, last)))?.own(
        last.name,
      ) ?? 'failed'
    )
  return found.kind === 'functions' && meanings.length > 0 ? overloadsOf(last.name, meanings) : found
}

/** `N::x` for what a buffer block in N declares. */
function hoistedIn(checker: Checker, place: Scope, name: string): Entity | undefined {
  if (!place.hoisted) return undefined
  place.showsHoisted ||= checker.scope.isWithin(place)
  return place.showsHoisted ? place.hoisted.get(name) : undefined
}

export const isVariableTemplate = (found: Entity): found is TemplateName =>
  found.kind === 'template' && found.decl.kind === 'record' && found.decl.recordKind === 'variable'

/** Functions of one name in several namespaces overload each other. */
function overloadsOf(name: string, meanings: readonly Meaning[]): FunctionSet {
  const list = new Set(meanings.flatMap(({ entity }) => (entity.kind === 'functions' ? entity.list : [])))
  return { kind: 'functions', name, list: [...list] }
}

/** Reports a name that several namespaces in use declare, unless all of them declare functions. */
function isAmbiguous(checker: Checker, meanings: readonly Meaning[], part: A.NamePart): boolean {
  if (meanings.every(({ entity }) => entity.kind === 'functions')) return false
  const error = report(checker, 'E2720', part, { name: part.name })
  for (const meaning of meanings) {
    const place = placeOfEntity(meaning.entity)
    if (place) note(checker, error, 'N3980', place, { name: meaning.scope.prefix() + part.name })
  }
  return true
}

/** Reports an identifier that nothing declares, guessing what was meant. */
function reportUndeclared(
  checker: Checker,
  name: string,
  span: Span,
  inside?: Scope,
  isCall = false,
  from = span.pos,
): void {
  if (checker.silent > 0) return void checker.silentErrors++
  if (inside) return void reportNotInside(checker, name, span, inside, from)
  const guess = guessName(checker.scope, name, isCall)
  if (guess === undefined) return void report(checker, 'E2000', span, { name })
  noteDeclared(checker, report(checker, 'E2001', span, { name, guess }), guess, checker.scope.lookup(guess))
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
  considerVisible(near, scope, looseLimit(name))
  // Short words are near to many others.
  if (isCall) near.considerAll(intrinsicNames()).considerAll(BUILTIN_TYPES)
  if (name.length > 3) near.considerAll(WORDS)
  return near.best
}

/** A name behind `::` that its namespace, struct or enum does not have; the whole begins at `from`. */
function reportNotInside(checker: Checker, name: string, span: Span, inside: Scope, from: number): void {
  const guess = guessInside(name, inside)
  const where = whereOf(checker, inside)
  if (guess === undefined) {
    const error = report(checker, 'E2460', span, { name, where })
    // `std::max`
    const meant = isIntrinsic(name) ? name : FOREIGN_NAMES.get(name)
    if (meant !== undefined && inside.prefix() === 'std::')
      note(checker, error, 'N2060', { pos: from, end: span.end }, { guess: meant })
    return
  }
  const error = report(checker, 'E2461', span, { name, where, guess })
  noteDeclared(checker, error, guess, inside.member(guess))
}

function guessInside(name: string, { record, names }: Scope, fits?: (entity: Entity) => boolean): string | undefined {
  const near = new Nearest(name)
  const pool = new Scope(undefined)
  Object.assign(pool, { record, names })
  considerVisible(near, pool, fits ? undefined : looseLimit(name), fits)
  return near.best
}

/** A scope as messages name it. */
function whereOf(checker: Checker, inside: Scope): string {
  if (inside.record) return `'${typeText(inside.record.type)}'`
  if (inside === checker.global) return 'the global namespace'
  return inside.isNamespace ? `namespace '${inside.prefix().slice(0, -2)}'` : `'${inside.name}'`
}

function noteDeclared(checker: Checker, error: ReturnType<typeof report>, name: string, entity?: Entity): void {
  const place = entity && placeOfEntity(entity)
  if (place) note(checker, error, 'N2000', place, { name })
}

/** Reports what a name of an expression does not stand for. */
export function reportUnknown(checker: Checker, name: A.QualifiedName, isCall: boolean): void {
  const last = name.parts[name.parts.length - 1]!
  const inside = name.parts.length > 1 || name.global ? scopeOf(checker, name, name.parts.length - 1) : undefined
  reportUndeclared(checker, last.name, last, inside, isCall, name.pos)
}

const isType = (entity: Entity): boolean => entity.kind === 'type' || entity.kind === 'template'

/** Reports a type name that nothing declares. */
export function reportUnknownType(checker: Checker, name: A.QualifiedName): void {
  if (checker.silent > 0) return void checker.silentErrors++
  const part = name.parts.at(-1)!
  const isInside = name.global || name.parts.length > 1
  const inside = isInside ? scopeOf(checker, name, name.parts.length - 1) : undefined
  if (inside) reportNoType(checker, name, part, inside)
  else reportUnknownPlainType(checker, part.name, part)
}

function reportNoType(
  checker: Checker,
  qualified: A.QualifiedName,
  { name, pos, end }: A.NamePart,
  inside: Scope,
): void {
  const where = whereOf(checker, inside)
  const plain = checker.scope.lookupType(name)
  if (plain) {
    const error = report(checker, 'E2738', { pos: qualified.pos, end }, { name, where })
    return void noteDeclared(checker, error, name, plain)
  }
  const guess = guessInside(name, inside, isType)
  if (guess === undefined) return void report(checker, 'E2736', { pos, end }, { name, where })
  noteDeclared(checker, report(checker, 'E2737', { pos, end }, { name, where, guess }), guess, inside.member(guess))
}

function reportUnknownPlainType(checker: Checker, name: string, span: Span): void {
  const near = new Nearest(name)
  considerVisible(near, checker.scope, undefined, isType)
  near.considerAll(BUILTIN_TYPES).considerAll(WORDS)
  const guess = FOREIGN_TYPES.get(name) ?? near.best
  if (guess === undefined) return void report(checker, 'E2004', span, { name })
  noteDeclared(checker, report(checker, 'E2005', span, { name, guess }), guess, checker.scope.lookup(guess))
}

/** Reports a name that stands for nothing where a type may stand, if the name next to it is a type's. */
export function reportMeantType(checker: Checker, { parts, global }: A.QualifiedName): boolean {
  const part = parts[0]!
  const near = new Nearest(part.name)
  if (parts.length === 1 && !global && checker.silent === 0) considerVisible(near, checker.scope, looseLimit(part.name))
  const guess = near.best
  const entity = guess === undefined ? undefined : checker.scope.lookup(guess)
  if (!entity || !isType(entity)) return false
  noteDeclared(checker, report(checker, 'E2005', part, { name: part.name, guess: guess! }), guess!, entity)
  return true
}

/** The namespace that `using namespace N;` names; undefined when it was reported. */
export function namespaceOf(checker: Checker, name: A.QualifiedName): Scope | undefined {
  const part = name.parts.at(-1)!
  const around = name.parts.length > 1 ? scopeOf(checker, name, name.parts.length - 1) : undefined
  if (!around && name.parts.length > 1) return undefined
  const place = around ?? (name.global ? checker.global : checker.scope)
  const found = around || name.global ? place.member(part.name) : place.lookup(part.name)
  checker.watch?.named(part, found, place, place !== checker.scope)
  if (found?.kind === 'namespace') return found.scope
  const near = new Nearest(part.name)
  if (!found) considerVisible(near, place, undefined, entity => entity.kind === 'namespace')
  const guess = near.best
  if (guess === undefined) report(checker, 'E2014', part, {})
  else report(checker, 'E2739', part, { name: part.name, guess })
  return undefined
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
  checker: Checker,
  name: string,
  type: Type,
  { memberSpan: span, pos }: A.MemberExpr,
  candidates: Iterable<string>,
): void {
  const marks = { ranges: [{ pos, end: span.end }] }
  if (checker.silent > 0) return void checker.silentErrors++
  const scope = memberScope(checker, type)
  const pool = new Scope(undefined)
  pool.record = scope?.record
  pool.names = scope?.names
  const near = new Nearest(name)
  considerVisible(near, pool, looseLimit(name))
  const guess = near.considerAll(candidates).best
  const text = canonicalName(type)
  if (guess === undefined) return void report(checker, 'E2002', span, { name, type: text }, marks)
  const error = report(checker, 'E2003', span, { name, type: text, guess }, marks)
  noteDeclared(checker, error, guess, scope?.member(guess))
}

/** `operator+`, `operator float4`; `operator_x` is a name like others. */
export const isOperatorName = (name: string): boolean => /^operator(\W|(new|delete)(\[\])?$)/.test(name)
