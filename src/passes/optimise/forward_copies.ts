// Local arrays of which it is known at every read what they hold: one value, constants (a table then), or copies of memory that nobody writes,
// which are read from that memory instead. When all reads are replaced the array is gone, with what was loaded only to fill it.

import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE, type Type } from '../../ir/types.ts'
import { type Copy, canRead, copyOf, readElement } from '../analyse/copied_memory.ts'
import { type Elements, elementsAtLoads, UNKNOWN } from '../analyse/element_states.ts'
import { divide, gcd, restOf, stepOf, sum } from '../analyse/index_steps.ts'
import { type LocalArray, rewriteArrays } from '../analyse/local_arrays.ts'
import { Writes } from '../analyse/writes_between.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'
import { addTable, isTabular } from './hoist_arrays.ts'

export const forwardCopies: Pass = {
  name: 'forward_copies',
  run(m, f) {
    let dom: Dominance | undefined
    const writes = new Writes(m, f)
    return rewriteArrays(m, f, array => {
      if (array.element === HANDLE || f.constantVectors.has(array.alloca)) return false
      dom ??= dominanceOf(f)
      return new Forwarding(m, f, dom, array, writes).run()
    })
  },
}

/** Whether elements are written that only run time chooses. */
const isWrittenAnywhere = (f: Func, alloca: Value): boolean =>
  f.users(alloca).some(gep => f.operandAt(gep, 1) >= 0 && f.users(gep).some(user => f.op(user) === Op.Store))

/** What a load can be replaced by. */
type Plan =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'table'; readonly values: readonly Value[] }
  | { readonly kind: 'copy'; readonly copy: Copy }

class Forwarding {
  readonly #m: Module
  readonly #f: Func
  readonly #dom: Dominance
  readonly #array: LocalArray
  readonly #writes: Writes
  readonly #step: number
  /** By elements and rest: what is known of one class of elements. */
  readonly #plans = new Map<Elements, (Plan | undefined)[]>()
  readonly #tables = new Map<string, Value>()
  /** What replaced a load, which may be the value of an element elsewhere. */
  readonly #replaced = new Map<Value, Value>()

  constructor(m: Module, f: Func, dom: Dominance, array: LocalArray, writes: Writes) {
    this.#m = m
    this.#f = f
    this.#dom = dom
    this.#array = array
    this.#writes = writes
    // What stays one array is not known in parts where an element chosen at run time is written.
    let step = f.aux(array.alloca) !== 0 && isWrittenAnywhere(f, array.alloca) ? 1 : 0
    for (let slot = f.firstUse(array.alloca); slot !== 0; slot = f.nextUse(slot))
      step = gcd(step, stepOf(m, f, f.operandAt(f.userAt(slot), 1)))
    this.#step = step || 1
  }

  run(): boolean {
    const states = elementsAtLoads(this.#m, this.#f, this.#dom, this.#array, this.#step)
    if (!states) return false
    const plans: [Value, Plan][] = []
    let all = true
    for (const [load, elements] of states) {
      if (!this.#f.isUsed(load)) continue
      const plan = this.#planFor(load, elements)
      if (plan) plans.push([load, plan])
      else all = false
    }
    let changed = false
    for (const [load, plan] of plans) {
      // Copies and tables only pay when the array goes with its stores.
      if (!all && plan.kind !== 'value') continue
      this.#replace(load, plan)
      changed = true
    }
    if (all) this.#removeArray()
    return changed || all
  }

  #planFor(load: Value, elements: Elements): Plan | undefined {
    const index = this.#f.operandAt(this.#f.operandAt(load, 0), 1)
    const at = intOf(this.#m, index)
    if (at !== undefined) {
      const value = elements[Number(at)] ?? NO_VALUE
      return value === UNKNOWN ? undefined : { kind: 'value', value: this.#orUndef(value) }
    }
    const rest = restOf(this.#m, this.#f, index, this.#step)
    let known = this.#plans.get(elements)
    if (!known) this.#plans.set(elements, (known = []))
    if (!(rest in known)) known[rest] = this.#planOfClass(elements, rest)
    const plan = known[rest]
    return plan?.kind === 'copy' && !canRead(this.#m, this.#f, this.#dom, this.#writes, plan.copy, load)
      ? undefined
      : plan
  }

  #orUndef(v: Value): Value {
    return v === NO_VALUE ? this.#m.constants.undef(this.#array.element) : v
  }

  /** Elements `rest`, `rest` + step and so on. */
  #planOfClass(elements: Elements, rest: number): Plan | undefined {
    const values: Value[] = []
    for (let i = rest; i < elements.length; i += this.#step) values.push(elements[i]!)
    if (values.includes(UNKNOWN)) return undefined
    const stored = values.flatMap((v, n): [number, Value][] => (v === NO_VALUE ? [] : [[n, v]]))
    const first = this.#orUndef(stored[0]?.[1] ?? NO_VALUE)
    if (stored.every(([, v]) => v === first)) return { kind: 'value', value: first }
    if (stored.every(([, v]) => v < 0)) return isTabular(this.#array.element) ? { kind: 'table', values } : undefined
    const copy = copyOf(this.#m, this.#f, stored)
    return copy && { kind: 'copy', copy }
  }

  #replace(load: Value, plan: Plan): void {
    const f = this.#f
    const by = plan.kind === 'value' ? (this.#replaced.get(plan.value) ?? plan.value) : this.#read(load, plan)
    f.replaceAllUses(load, by)
    f.remove(load)
    this.#replaced.set(load, by)
  }

  #read(load: Value, plan: Exclude<Plan, { kind: 'value' }>): Value {
    const f = this.#f
    const { quotient, rest } = divide(this.#m, f, f.operandAt(f.operandAt(load, 0), 1), this.#step, load)
    const carry = Math.floor(rest / this.#step)
    if (plan.kind === 'copy') return readElement(this.#m, f, plan.copy, quotient, carry, load)
    const { element } = this.#array
    const index = sum(this.#m, f, quotient, carry, load)
    const pointer = this.#m.types.pointer(element)
    const gep = f.insertBefore(load, Op.Gep, pointer, [this.#table(plan.values, element), index])
    return f.insertBefore(load, Op.Load, element, [gep])
  }

  #table(values: readonly Value[], element: Type): Value {
    const key = values.join()
    let table = this.#tables.get(key)
    if (table === undefined) this.#tables.set(key, (table = addTable(this.#m, element, values)))
    return table
  }

  /** No load is left that anything uses. */
  #removeArray(): void {
    const f = this.#f
    for (const gep of f.users(this.#array.alloca)) {
      for (const user of f.users(gep)) f.remove(user)
      f.remove(gep)
    }
    f.remove(this.#array.alloca)
  }
}
