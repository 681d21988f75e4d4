// Locations out of printed text: `!dxilkit.loc` and the nodes behind it; the inverse of LocationText.

import type { Func } from '../../ir/function.ts'
import type { Loc } from '../../ir/locations.ts'
import type { Module } from '../../ir/module.ts'
import type { LlInstruction, LlModule, LlNodeRef, LlSpan } from '../text/syntax.ts'
import { fail, recordView, tupleOf } from './restore_values.ts'

/** Calls in line inside calls in line. */
const MAX_CALLS = 1000

export class RestoredLocations {
  readonly #source: LlModule
  readonly #m: Module
  readonly #f: Func
  readonly #byNode = new Map<number, Loc>()

  constructor(source: LlModule, m: Module, f: Func) {
    this.#source = source
    this.#m = m
    this.#f = f
  }

  /** Location of an instruction: what its node says, else its place in the text. */
  of(i: LlInstruction): Loc {
    const ref = i.metadata.get('dxilkit.loc')
    return ref === undefined ? i.pos : this.#row(ref, i, 0)
  }

  #row(ref: LlNodeRef, span: LlSpan, depth: number): Loc {
    if (ref.kind !== 'id') return fail('a location is a node of its own', span)
    const known = this.#byNode.get(ref.id)
    if (known !== undefined) return known
    if (depth > MAX_CALLS) fail('a location is inside itself', span)
    const view = recordView(this.#source)
    const elements = tupleOf(this.#source, ref) ?? []
    // A node equal to no other has itself in front.
    const first = elements[0] && view.scalar(elements[0]) === undefined ? 1 : 0
    const [line, column, scope] = elements.slice(first, first + 3).map(o => view.scalar(o))
    const call = elements[first + 3]
    if (!isCount(line) || !isCount(column) || !isCount(scope) || !this.#m.debug?.scopes[scope])
      return fail('this is no location', span)
    const inlinedAt = call ? this.#row(call, span, depth + 1) : 0
    const loc = this.#f.locations.add({ pos: span.pos, line, column, scope, inlinedAt })
    this.#byNode.set(ref.id, loc)
    return loc
  }
}

const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 0
