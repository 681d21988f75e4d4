// Keeps what the checker says of names and expressions, as it comes; symbol_index.ts makes sense of it when somebody asks.

import { lazy } from '../base/lazy.ts'
import type { Span } from '../diag/sources.ts'
import type { Entity, Scope } from '../hlsl/check/core/scopes.ts'
import type { CheckWatch } from '../hlsl/check/core/watch.ts'
import type * as A from '../hlsl/tree/ast.ts'
import type { Expr } from '../hlsl/tree/typed.ts'

export interface NamedAt extends Span {
  readonly entity: Entity
}

export class UnitWatch implements CheckWatch {
  readonly names: NamedAt[] = []
  /** Where entities are declared that do not say it themselves. */
  readonly declarations = new Map<Entity, Span>()
  /** Entities by the position of their name, the last of several. */
  readonly entityAt = new Map<number, Entity>()
  /** Later declarations of a thing by their position: the position of the first one. */
  readonly first = new Map<number, number>()
  /** Nodes and their values as they were told: nobody asks for most of them before the next keystroke. */
  readonly #nodes: A.Expr[] = []
  readonly #values: Expr[] = []
  readonly #byNode = lazy(() => {
    const values = new Map<A.Expr, Expr>()
    for (const [i, node] of this.#nodes.entries()) {
      const value = this.#values[i]!
      // What fails for one instance of a template may have a type in another.
      if (value.type.kind !== 'error' || !values.has(node)) values.set(node, value)
    }
    return values
  })

  /** Values of expressions, when the unit is checked. */
  get values(): ReadonlyMap<A.Expr, Expr> {
    return this.#byNode()
  }

  named(at: Span, entity: Entity | undefined, _scope: Scope, _inside: boolean): void {
    if (entity) this.names.push({ pos: at.pos, end: at.end, entity })
  }

  declared(at: Span, entity: Entity): void {
    this.declarations.set(entity, at)
    this.entityAt.set(at.pos, entity)
  }

  again(first: Span, other: Span): void {
    if (first.pos !== other.pos) this.first.set(other.pos, this.first.get(first.pos) ?? first.pos)
  }

  typed(node: A.Expr, value: Expr): void {
    this.#nodes.push(node)
    this.#values.push(value)
  }

  member(_node: A.MemberExpr, _base: Expr): void {}
}
