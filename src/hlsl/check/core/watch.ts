// What a language server hears while a unit is checked. A compilation has no watch, and then none of this takes time.

import type { Span } from '../../../diag/sources.ts'
import type * as A from '../../tree/ast.ts'
import type { Expr } from '../../tree/typed.ts'
import type { Entity, Scope } from './scopes.ts'

export interface CheckWatch {
  /** A name was looked up; undefined: nothing has it. `inside`: only in this scope (`A::name`), else also in those around it. */
  named(at: Span, entity: Entity | undefined, scope: Scope, inside: boolean): void
  /** A name whose entity does not say where it is declared: types, enumerators, template parameters. */
  declared(at: Span, entity: Entity): void
  /** Two declarations of one thing: a prototype and its definition. */
  again(first: Span, other: Span): void
  /** An expression was checked. Bodies of templates are checked once an instance. */
  typed(node: A.Expr, value: Expr): void
  /** A member or method was looked for in a value. */
  member(node: A.MemberExpr, base: Expr): void
}
