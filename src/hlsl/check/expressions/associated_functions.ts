// Argument-dependent lookup: a call by a plain name also means the functions of that name in the namespaces that its arguments' types come from.

import type { Expr } from '../../tree/typed.ts'
import type { Type } from '../../tree/types.ts'
import type { Checker } from '../core/context.ts'
import type { FunctionEntity, FunctionSet, Scope } from '../core/scopes.ts'

/** What a call by a plain name may mean: what the usual lookup found, unless that are methods or a prototype in a body, and what the arguments add. */
export function withAssociated(
  checker: Checker,
  found: FunctionSet | undefined,
  name: string,
  args: readonly Expr[],
): FunctionSet | undefined {
  if (!checker.hasNamespaces && !checker.fn?.entity.pattern) return found
  if (found?.isOfBlock || found?.list.some(f => f.owner)) return found
  const visible = inFront(checker, found)
  const scopes = new Set<Scope>()
  const seen = new Set<Type>()
  for (const arg of args) addScopes(checker, arg.type, scopes, seen)
  const list = new Set<FunctionEntity>(visible?.list)
  for (const scope of scopes) {
    const own = scope.own(name)
    if (own?.kind === 'functions') for (const f of own.list) list.add(f)
  }
  return list.size === (visible?.list.length ?? 0) ? visible : { kind: 'functions', name, list: [...list] }
}

/** The body of a function template sees functions that are declared in front of it, not those in front of the call that makes the instance. */
export function inFront(checker: Checker, found: FunctionSet | undefined): FunctionSet | undefined {
  const { pattern } = checker.fn?.entity ?? {}
  if (!found || !pattern || pattern.owner || found.list.some(f => f.owner)) return found
  const last = pattern.definedAt ?? pattern.order
  const list = found.list.filter(f => f.order <= last)
  if (list.length === found.list.length) return found
  return list.length > 0 ? { ...found, list } : undefined
}

/** Namespaces of a type, of its bases, and of the types among the arguments of its template. Vectors, matrices and objects are classes of the global one. */
function addScopes(checker: Checker, type: Type, scopes: Set<Scope>, seen: Set<Type>): void {
  if (seen.has(type)) return
  seen.add(type)
  const follow = (of: Type | undefined): void => {
    if (of) addScopes(checker, of, scopes, seen)
  }
  if (type.kind === 'array' || type.kind === 'object') follow(type.element)
  if (type.kind === 'vector' || type.kind === 'matrix' || type.kind === 'object') scopes.add(checker.global)
  if (type.kind !== 'struct' && type.kind !== 'enum') return
  const record = type.kind === 'struct' ? checker.records.get(type) : undefined
  const home = (type.kind === 'enum' ? checker.enumScopes.get(type) : record?.scope)?.namespace
  if (home) scopes.add(home)
  if (type.kind === 'enum') return
  follow(type.base)
  for (const arg of record?.templateArgs ?? []) if (typeof arg === 'object') follow(arg)
}
