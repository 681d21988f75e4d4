// Members that are wrong if what they are of depends on a parameter of a template, `t.x` of a float or `t.get<int>()`. An instance cannot see that, since
// there everything has a type; it keeps the message until the template itself is looked at.

import type { Diagnostic, Diagnostics, Request } from '../../../diag/diagnostics.ts'
import type * as A from '../../tree/ast.ts'

interface Doubt {
  readonly node: A.MemberExpr
  readonly diagnostic: Diagnostic
  readonly template: object
}

export class DependentMembers {
  readonly #doubts = new Map<A.MemberExpr, Doubt>()
  readonly #dependent = new Set<A.MemberExpr>()

  /** Of what is checked in an instance. `isOfInstance`: the message names what asked for the instance. */
  doubt(diagnostics: Diagnostics, node: A.MemberExpr, report: () => void, isOfInstance: boolean): void {
    const { request } = diagnostics
    if (!request?.template || this.#doubts.has(node)) return
    const [diagnostic] = diagnostics.collect(report)
    if (!diagnostic) return
    this.#doubts.set(node, { node, diagnostic, template: request.template })
    for (let at: Request | undefined = isOfInstance ? request : undefined; at; at = at.outer)
      diagnostics.note(diagnostic, 'N2009', at.span, { what: at.what() })
  }

  /** Of a template whose parameters have no values. */
  depends(node: A.MemberExpr): void {
    this.#dependent.add(node)
  }

  get templates(): ReadonlySet<object> {
    return new Set([...this.#doubts.values()].map(doubt => doubt.template))
  }

  /** What is wrong for certain. */
  found(): readonly Doubt[] {
    return [...this.#doubts].flatMap(([node, doubt]) => (this.#dependent.has(node) ? [doubt] : []))
  }
}
