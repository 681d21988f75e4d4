// Turns scalar local variables that are only loaded and stored into SSA values (Cytron et al.): phis at the iterated dominance frontier
// of the stores, only where the variable is live, then one walk over the dominator tree. What was never stored reads as undef.

import { borrowInts, giveBack } from '../../ir/borrowed.ts'
import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { isStorable, type Type } from '../../ir/types.ts'
import type { Pass } from '../common/pass.ts'

export const promoteLocals: Pass = {
  name: 'promote_locals',
  run(m, f) {
    const promotion = new Promotion(m, f)
    if (promotion.empty) return false
    promotion.placePhis()
    promotion.rename()
    promotion.finish()
    return true
  },
}

const NOTHING = new Int32Array(0)

class Promotion {
  readonly #m: Module
  readonly #f: Func
  readonly #dom: Dominance
  readonly #allocas: Value[] = []
  readonly #types: Type[] = []
  /** Variable number plus one of an alloca or a placed phi; 0 = neither. */
  #variable: Int32Array<ArrayBuffer>
  /** Blocks with a store; blocks whose first access is a load. Each variable's list is in reverse post order, without repeats. */
  readonly #stores: Block[][] = []
  readonly #exposed: Block[][] = []

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    for (let v = f.first(f.entry); v !== NO_VALUE; v = f.next(v))
      if (f.op(v) === Op.Alloca && this.#isPromotable(v)) this.#add(v)
    this.#dom = this.empty ? (undefined as never) : dominanceOf(f)
    this.#variable = this.empty ? NOTHING : borrowInts(f.valueLimit)
    for (let i = 0; i < this.#allocas.length; i++) this.#variable[this.#allocas[i]!] = i + 1
  }

  get empty(): boolean {
    return this.#allocas.length === 0
  }

  #add(v: Value): void {
    const shape = this.#m.types.shape(this.#f.type(v))
    this.#allocas.push(v)
    this.#types.push(shape.kind === 'pointer' ? shape.pointee : (0 as Type))
    this.#stores.push([])
    this.#exposed.push([])
  }

  #isPromotable(v: Value): boolean {
    const f = this.#f
    const shape = this.#m.types.shape(f.type(v))
    if (shape.kind !== 'pointer' || !isStorable(shape.pointee)) return false
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      const op = f.op(user)
      if (op !== Op.Load && (op !== Op.Store || f.operandAt(user, 1) === v)) return false
    }
    return true
  }

  /** The variable an access reads or writes, from 1; 0 for other instructions. */
  #accessed(v: Value): number {
    const op = this.#f.op(v)
    if (op !== Op.Load && op !== Op.Store) return 0
    const pointer = this.#f.operandAt(v, 0)
    return pointer > 0 ? (this.#variable[pointer] ?? 0) : 0
  }

  placePhis(): void {
    this.#collectAccesses()
    const inWork = new Int32Array(this.#f.blockLimit)
    const hasPhi = new Int32Array(this.#f.blockLimit)
    const phis: { b: Block; variable: number }[] = []
    for (let n = 1; n <= this.#allocas.length; n++) {
      if (this.#exposed[n - 1]!.length === 0) continue
      const live = this.#liveBlocks(n)
      const work = [...this.#stores[n - 1]!]
      for (const b of work) inWork[b] = n
      for (let b = work.pop(); b !== undefined; b = work.pop())
        for (const j of this.#dom.frontier(b)) {
          if (hasPhi[j] === n || live[j] !== n) continue
          hasPhi[j] = n
          phis.push({ b: j, variable: n })
          if (inWork[j] !== n) {
            inWork[j] = n
            work.push(j)
          }
        }
    }
    this.#createPhis(phis)
  }

  #collectAccesses(): void {
    const f = this.#f
    // Per variable the last block seen, so that only first accesses in a block count.
    const seen = new Int32Array(this.#allocas.length + 1)
    const stored = new Int32Array(this.#allocas.length + 1)
    for (const b of this.#dom.order)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        const n = this.#accessed(v)
        if (n === 0) continue
        const store = f.op(v) === Op.Store
        if (store && stored[n] !== b) {
          stored[n] = b
          this.#stores[n - 1]!.push(b)
        }
        if (seen[n] === b) continue
        seen[n] = b
        if (!store) this.#exposed[n - 1]!.push(b)
      }
  }

  #liveMarks: Int32Array = NOTHING
  #storeMarks: Int32Array = NOTHING

  /** Blocks where the variable is live on entry are marked with its number. */
  #liveBlocks(n: number): Int32Array {
    const f = this.#f
    if (this.#liveMarks.length === 0) {
      this.#liveMarks = new Int32Array(f.blockLimit)
      this.#storeMarks = new Int32Array(f.blockLimit)
    }
    const live = this.#liveMarks
    const stores = this.#storeMarks
    for (const b of this.#stores[n - 1]!) stores[b] = n
    const work = [...this.#exposed[n - 1]!]
    for (const b of work) live[b] = n
    for (let b = work.pop(); b !== undefined; b = work.pop())
      for (const p of f.predecessors(b)) {
        if (live[p] === n || stores[p] === n) continue
        live[p] = n
        work.push(p)
      }
    return live
  }

  /** In block order, and within a block in the order of the variables: prepending backwards. */
  #createPhis(phis: { b: Block; variable: number }[]): void {
    const f = this.#f
    phis.reverse()
    const created: Value[] = []
    for (const { b, variable } of phis) {
      const type = this.#types[variable - 1]!
      const undef = this.#m.constants.undef(type)
      const operands = f.predecessors(b).map(() => undef)
      created.push(f.prepend(b, Op.Phi, type, operands, 0, 0, f.loc(this.#allocas[variable - 1]!)))
    }
    if (created.length === 0) return
    const bigger = borrowInts(f.valueLimit)
    bigger.set(this.#variable)
    giveBack(this.#variable)
    this.#variable = bigger
    for (let i = 0; i < created.length; i++) this.#variable[created[i]!] = phis[i]!.variable
    if (f.debugRows) for (let i = 0; i < created.length; i++) this.#describe(created[i]!, phis[i]!.variable, true)
  }

  /** Variables in the memory have what was stored there, or what a phi brings together, from behind it on. */
  #describe(made: Value, variable: number, isPhi: boolean): void {
    const f = this.#f
    const rows = f.debugRows!
    const at = f.behindPhis(f.next(made))
    for (const row of rows.of(this.#allocas[variable - 1]!))
      if (row.isMemory)
        rows.addBefore(at, { ...row, isMemory: false, value: isPhi ? made : f.operandAt(made, 1) }, isPhi)
  }

  /** Preorder over the dominator tree; what a block changed is undone when the walk leaves its subtree. */
  rename(): void {
    const f = this.#f
    const current: Value[] = [NO_VALUE, ...this.#types.map(t => this.#m.constants.undef(t))]
    const undo: { variable: number; value: Value }[] = []
    const open: { b: Block; mark: number }[] = []
    for (const b of this.#dom.preorder) {
      while (open.length > 0 && !this.#dom.dominates(open[open.length - 1]!.b, b)) {
        const { mark } = open.pop()!
        while (undo.length > mark) {
          const { variable, value } = undo.pop()!
          current[variable] = value
        }
      }
      open.push({ b, mark: undo.length })
      const set = (variable: number, value: Value): void => {
        undo.push({ variable, value: current[variable]! })
        current[variable] = value
      }
      for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
        next = f.next(v)
        if (f.op(v) === Op.Phi) {
          if (this.#variable[v]! > 0) set(this.#variable[v]!, v)
        } else this.#renameAccess(v, current, set)
      }
      this.#fillPhis(b, current)
    }
  }

  #renameAccess(v: Value, current: readonly Value[], set: (variable: number, value: Value) => void): void {
    const f = this.#f
    const n = this.#accessed(v)
    if (n === 0) return
    if (f.op(v) === Op.Store) {
      set(n, f.operandAt(v, 1))
      if (f.debugRows) this.#describe(v, n, false)
    } else if (f.isUsed(v) || f.debugRows) f.replaceAllUses(v, current[n]!)
    f.remove(v)
  }

  #fillPhis(b: Block, current: readonly Value[]): void {
    const f = this.#f
    for (const s of f.successors(b)) {
      const preds = f.predecessors(s)
      for (let v = f.first(s); v !== NO_VALUE && f.op(v) === Op.Phi; v = f.next(v)) {
        const n = this.#variable[v]!
        if (n === 0) continue
        for (let i = 0; i < preds.length; i++) if (preds[i] === b) f.setOperand(v, i, current[n]!)
      }
    }
  }

  /** Accesses in unreachable blocks keep nothing alive: their loads become undef. */
  /** Nobody needs the variables any more. */
  finish(): void {
    giveBack(this.#variable)
    const f = this.#f
    for (let n = 0; n < this.#allocas.length; n++) {
      const v = this.#allocas[n]!
      for (const user of f.users(v)) {
        if (f.isUsed(user)) f.replaceAllUses(user, this.#m.constants.undef(this.#types[n]!))
        f.remove(user)
      }
      f.remove(v)
    }
  }
}
