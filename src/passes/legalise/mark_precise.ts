// `precise`: what computes such a value keeps its exact order of operations, through local variables and memory, and so do the tests that decide which
// value it is: `if (a * b > c) p = d; else p = e;`. Early, while nothing has been reordered, but on values: `precise float p = x; x = x * y;` says nothing
// of the product. Removes the operation that says it. Needs promote_locals. As DXC's DxilPrecisePropagatePass.

import { controlDependence } from '../../ir/control_dependence.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { Flag, Op } from '../../ir/ops.ts'
import { isFloat } from '../../ir/types.ts'
import { mayAlias } from '../analyse/memory.ts'
import type { Pass } from '../common/pass.ts'

export const markPrecise: Pass = {
  name: 'mark_precise',
  run(_m, f) {
    const said = instructionsOf(f, Op.Precise)
    if (said.length === 0) return false
    const marker = new Marker(f)
    for (const v of said) marker.mark(f.operandAt(v, 0))
    for (const v of said) f.remove(v)
    return true
  },
}

function instructionsOf(f: Func, op: number): Value[] {
  const found: Value[] = []
  for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (f.op(v) === op) found.push(v)
  return found
}

const FLAGGED: ReadonlySet<number> = new Set([Op.FAdd, Op.FSub, Op.FMul, Op.FDiv, Op.FRem, Op.FCmp])

class Marker {
  readonly #f: Func
  readonly #seen = new Set<Value>()
  readonly #seenBlocks = new Set<Block>()
  readonly #work: Value[] = []
  #controls: readonly (readonly Block[])[] | undefined
  #stores: readonly Value[] | undefined

  constructor(f: Func) {
    this.#f = f
  }

  /** Takes FAST from the operations behind a value and marks them PRECISE. */
  mark(root: Value): void {
    const f = this.#f
    this.#work.push(root)
    for (let v = this.#work.pop(); v !== undefined; v = this.#work.pop()) {
      if (v <= 0 || this.#seen.has(v)) continue
      this.#seen.add(v)
      const op = f.op(v)
      if (FLAGGED.has(op) || (op === Op.Dx && isFloat(f.type(v))))
        f.setFlags(v, (f.flags(v) & ~Flag.FAST) | Flag.PRECISE)
      this.#work.push(...f.operands(v))
      if (op === Op.Load) this.#work.push(...this.#storedValues(f.operandAt(v, 0)))
      if (op === Op.Phi) this.#markEdges(v)
      this.#markTests(f.blockOf(v))
    }
  }

  /** Which constant a phi has depends on the edge that was taken. */
  #markEdges(phi: Value): void {
    const f = this.#f
    for (const [i, from] of f.predecessors(f.blockOf(phi)).entries()) if (f.operandAt(phi, i) < 0) this.#markTests(from)
  }

  /** What decides whether a block runs. */
  #markTests(block: Block): void {
    if (this.#seenBlocks.has(block)) return
    this.#seenBlocks.add(block)
    const f = this.#f
    this.#controls ??= controlDependence(f)
    for (const b of this.#controls[block]!) {
      const test = f.terminator(b)
      this.#work.push(...f.operands(test))
      this.#markTests(b)
    }
  }

  /** What is ever stored where a pointer may point to. */
  #storedValues(pointer: Value): Value[] {
    const f = this.#f
    this.#stores ??= instructionsOf(f, Op.Store)
    return this.#stores.filter(s => mayAlias(f, pointer, f.operandAt(s, 0))).map(s => f.operandAt(s, 1))
  }
}
