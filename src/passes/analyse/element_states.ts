// What every element of a local array holds where it is read: the values stored to it on every way there. A snapshot of the function.
// A block takes over what its immediate dominator leaves behind when no store on a way between the two can interfere.

import type { Dominance } from '../../ir/dominance.ts'
import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { intOf, isUndef } from '../common/simplify_rules.ts'
import { restOf } from './index_steps.ts'
import type { LocalArray } from './local_arrays.ts'
import { blocksAfter } from './writes_between.ts'

/** Nothing is known of the element; no value has this number. */
export const UNKNOWN = 0x7fffffff as Value

/** Per element: its value, NO_VALUE while nothing was stored, or UNKNOWN. Shared between reads; not to be changed. */
export type Elements = readonly Value[]

/** Larger arrays are not followed. */
const MAX_ELEMENTS = 1 << 16
/**
 * Arrays stored to in more blocks are not followed where each of these with each block of the function is more than MAX_PAIRS: every one is asked
 * which blocks come after it. 27 copies of an unrolled loop that calls a function with a struct by value are 27 such blocks.
 */
const MAX_STORING_BLOCKS = 16
const MAX_PAIRS = 1 << 16

/** What the elements hold before each load of the array, in the order of the dominator tree; undefined for arrays that are too large. */
export function elementsAtLoads(
  m: Module,
  f: Func,
  dom: Dominance,
  array: LocalArray,
  step: number,
): ReadonlyMap<Value, Elements> | undefined {
  if (array.count > MAX_ELEMENTS) return undefined
  const accesses = accessedBlocks(f, array.alloca)
  const { size } = accesses.storing
  if (size > MAX_STORING_BLOCKS && size * f.blockLimit > MAX_PAIRS) return undefined
  const states = new States(m, f, dom, array, step, accesses.storing)
  const found = new Map<Value, Elements>()
  for (const b of dom.preorder) if (accesses.all.has(b)) states.visit(b, found)
  return found
}

interface Accesses {
  readonly all: ReadonlySet<Block>
  readonly storing: ReadonlySet<Block>
}

function accessedBlocks(f: Func, alloca: Value): Accesses {
  const all = new Set<Block>()
  const storing = new Set<Block>()
  for (let slot = f.firstUse(alloca); slot !== 0; slot = f.nextUse(slot)) {
    const gep = f.userAt(slot)
    for (let s = f.firstUse(gep); s !== 0; s = f.nextUse(s)) {
      const b = f.blockOf(f.userAt(s))
      all.add(b)
      if (f.op(f.userAt(s)) === Op.Store) storing.add(b)
    }
  }
  return { all, storing }
}

class States {
  readonly #m: Module
  readonly #f: Func
  readonly #dom: Dominance
  readonly #array: LocalArray
  readonly #step: number
  readonly #storing: ReadonlySet<Block>
  readonly #atEnd = new Map<Block, Elements>()
  readonly #reached = new Map<Block, Uint8Array>()
  readonly #nothing: Elements
  readonly #unknown: Elements

  constructor(m: Module, f: Func, dom: Dominance, array: LocalArray, step: number, storing: ReadonlySet<Block>) {
    this.#m = m
    this.#f = f
    this.#dom = dom
    this.#array = array
    this.#step = step
    this.#storing = storing
    this.#nothing = new Array<Value>(array.count).fill(NO_VALUE)
    this.#unknown = new Array<Value>(array.count).fill(UNKNOWN)
  }

  visit(b: Block, found: Map<Value, Elements>): void {
    const f = this.#f
    let now = this.#atStart(b)
    let isShared = true
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const op = f.op(v)
      if (op !== Op.Load && op !== Op.Store) continue
      const gep = f.operandAt(v, 0)
      if (f.op(gep) !== Op.Gep || f.operandAt(gep, 0) !== this.#array.alloca) continue
      if (op === Op.Load) {
        found.set(v, now)
        isShared = true
        continue
      }
      const changed = isShared ? [...now] : (now as Value[])
      this.#store(changed, f.operandAt(gep, 1), f.operandAt(v, 1))
      now = changed
      isShared = false
    }
    if (this.#storing.has(b)) this.#atEnd.set(b, now)
  }

  #store(elements: Value[], index: Value, value: Value): void {
    const at = intOf(this.#m, index)
    if (at !== undefined) {
      if (at >= 0 && at < elements.length) elements[Number(at)] = isUndef(this.#m, value) ? NO_VALUE : value
      return
    }
    // Some element of those that are `step` apart.
    const rest = restOf(this.#m, this.#f, index, this.#step)
    for (let i = rest; i < elements.length; i += this.#step) elements[i] = UNKNOWN
  }

  /** Up the dominator tree to the last block that stores. */
  #atStart(b: Block): Elements {
    for (let at = b; ; ) {
      const up = this.#dom.idom(at)
      if (up === NO_BLOCK) return this.#interferes(at) ? this.#unknown : this.#nothing
      const preds = this.#f.predecessors(at)
      if ((preds.length !== 1 || preds[0] !== up) && this.#interferes(at)) return this.#unknown
      const known = this.#atEnd.get(up)
      if (known !== undefined) return known
      at = up
    }
  }

  /** Whether a store that is not in a strict dominator of b can come before b. */
  #interferes(b: Block): boolean {
    for (const s of this.#storing)
      if ((s === b || !this.#dom.dominates(s, b)) && this.#dom.isReachable(s) && this.#reachedFrom(s)[b] === 1)
        return true
    return false
  }

  /** Blocks that can run after `from`. */
  #reachedFrom(from: Block): Uint8Array {
    const known = this.#reached.get(from)
    if (known) return known
    const reached = blocksAfter(this.#f, from)
    this.#reached.set(from, reached)
    return reached
  }
}
