// What could stand at the cursor: the unit is read again with a name there that nothing has, and the checker tells where it looked for it.

import type { Span } from '../diag/sources.ts'
import type { Entity, Scope } from '../hlsl/check/core/scopes.ts'
import type { CheckWatch } from '../hlsl/check/core/watch.ts'
import type * as A from '../hlsl/tree/ast.ts'
import type { Expr } from '../hlsl/tree/typed.ts'
import { Analysis, type AnalysisInput } from './analysis.ts'

/** A name of no program. */
const HERE = 'dxilkit_cursor_is_here'

export interface Captured {
  /** Names to choose from, the innermost first; undefined behind a dot. */
  readonly names: ReadonlyMap<string, Entity> | undefined
  /** Names in front of `::` were given. */
  readonly inside: boolean
  /** The value in front of the dot. */
  readonly base: Expr | undefined
}

class CursorWatch implements CheckWatch {
  found: Captured | undefined
  named(at: Span, _entity: Entity | undefined, scope: Scope, inside: boolean): void {
    if ('name' in at && at.name === HERE && !this.found)
      this.found = { names: visibleNames(scope, inside), inside, base: undefined }
  }
  declared(): void {}
  again(): void {}
  typed(): void {}
  member(node: A.MemberExpr, base: Expr): void {
    if (node.member === HERE && base.type.kind !== 'error') this.found ??= { names: undefined, inside: false, base }
  }
}

function visibleNames(scope: Scope, inside: boolean): Map<string, Entity> {
  const names = new Map<string, Entity>()
  const add = (at: Scope): void => {
    for (const [name, entity] of at.entries()) if (!names.has(name)) names.set(name, entity)
    for (const [name, entity] of at.tags ?? []) if (!names.has(name)) names.set(name, entity)
    for (let base = at.record?.base; base; base = base.base)
      for (const [n, e] of base.scope.entries()) if (!names.has(n)) names.set(n, e)
    for (const used of at.usings ?? []) for (const [n, e] of used.entries()) if (!names.has(n)) names.set(n, e)
  }
  for (let at: Scope | undefined = scope; at; at = inside ? undefined : at.parent) add(at)
  return names
}

/** What a source that breaks off at the cursor may need to be read, tried in turn. */
const ENDINGS = ['', ';', ')', ');', '];', ') {}', ' x;', '; }', '); }', ')); }', '); } }'] as const

/** Looks with a name in place of start..end of the file. */
export function capture(input: AnalysisInput, start: number, end: number): Captured | undefined {
  for (const ending of ENDINGS) {
    const text = input.text.slice(0, start) + HERE + ending + input.text.slice(end)
    const watch = new CursorWatch()
    new Analysis({ ...input, text }, watch)
    if (watch.found) return watch.found
  }
  return undefined
}
