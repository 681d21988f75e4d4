// The namespace dx, which every program has: hit objects and the reordering of threads.

import type { ObjectType } from '../../tree/types.ts'
import { type Entity, type FunctionSet, Scope } from './scopes.ts'

export const HIT_OBJECT_NAME = 'HitObject'

const HIT_OBJECT: ObjectType = {
  kind: 'object',
  name: `dx::${HIT_OBJECT_NAME}`,
  element: undefined,
  count: 0,
  norm: undefined,
}

/** A function of the language in a namespace: a set without functions, under the name of its signatures. */
const languageFunction = (name: string): FunctionSet => ({ kind: 'functions', name, list: [] })

/** The name of its signatures; undefined for everything else. */
export const languageFunctionName = (found: Entity | 'failed' | undefined): string | undefined =>
  found !== undefined && found !== 'failed' && found.kind === 'functions' && found.list.length === 0
    ? found.name
    : undefined

/** The same for a name that functions of the program have, too: `using namespace dx` lets both be called. */
export function usedLanguageFunction(from: Scope, name: string): string | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.parent)
    for (const used of scope.usings ?? []) {
      const found = languageFunctionName(used.own(name))
      if (found !== undefined) return found
    }
  return undefined
}

export function declareDxNamespace(global: Scope): void {
  const scope = new Scope(global, 'dx', true)
  scope.set(HIT_OBJECT_NAME, { kind: 'type', type: HIT_OBJECT, isConst: false })
  for (const name of ['MaybeReorderThread', 'IsDebuggingEnabled']) scope.set(name, languageFunction(`dx::${name}`))
  global.set('dx', { kind: 'namespace', scope })
}
