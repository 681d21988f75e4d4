// Resolves names written in source: scopes, namespaces, records, enums; misspelt names get a suggestion.

import type { Span } from '../../diag/sources.ts'
import type * as A from '../ast.ts'
import type { Type } from '../types.ts'
import { typeText } from '../types.ts'
import { type Checker, note, report } from './context.ts'
import { closestName, type Entity, Scope } from './scopes.ts'
import { intrinsicNames } from './signatures.ts'

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
    const found: Entity | undefined = scope ? scope.member(part.name) : cx.scope.lookup(part.name)
    const next = found && scopeFrom(cx, found, part)
    if (!next) {
      if (found) report(cx, 'E2006', part, { name: part.name })
      else reportUndeclared(cx, part.name, part, scope)
      return undefined
    }
    scope = next
  }
  return scope
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

/** What a name stands for; undefined when nothing does (not reported). Leading parts that fail are reported and give 'failed'. */
export function lookupName(cx: Checker, name: A.QualifiedName): Entity | 'failed' | undefined {
  const last = name.parts[name.parts.length - 1]!
  if (name.parts.length === 1) return name.global ? cx.global.member(last.name) : cx.scope.lookup(last.name)
  const scope = scopeOf(cx, name, name.parts.length - 1)
  return scope ? scope.member(last.name) : 'failed'
}

/** Names the language declares itself and that nothing here can lower yet: saying they are undeclared would send people searching. */
const BUILTINS_TO_COME = /^((RAY_FLAG|RAYQUERY_FLAG|HIT_KIND|SAMPLER_FEEDBACK)(_\w+)?)$/

/** Reports an identifier that nothing declares, guessing what was meant. */
export function reportUndeclared(cx: Checker, name: string, span: Span, inside?: Scope): void {
  if (cx.silent > 0) return void cx.silentErrors++
  if (BUILTINS_TO_COME.test(name))
    return void report(cx, 'E3000', span, { what: `'${name}'`, where: 'this version of dxilkit' })
  const guess = closestName(inside ?? cx.scope, name, inside ? [] : intrinsicNames())
  if (guess === undefined) return void report(cx, 'E2000', span, { name })
  const error = report(cx, 'E2001', span, { name, guess })
  const entity = (inside ?? cx.scope).lookup(guess)
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
export function reportNoMember(cx: Checker, name: string, type: Type, span: Span, candidates: Iterable<string>): void {
  if (cx.silent > 0) return void cx.silentErrors++
  const scope = memberScope(cx, type)
  const pool = new Scope(undefined)
  pool.record = scope?.record
  pool.names = scope?.names
  const guess = closestName(pool, name, candidates)
  const text = typeText(type)
  if (guess === undefined) return void report(cx, 'E2002', span, { name, type: text })
  const error = report(cx, 'E2003', span, { name, type: text, guess })
  const entity = scope?.member(guess)
  const place = entity && placeOfEntity(entity)
  if (place) note(cx, error, 'N2000', place, { name: guess })
}
