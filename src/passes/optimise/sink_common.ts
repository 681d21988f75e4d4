// Where two ways meet, phis of equal operations become the operation on phis, when that is less code: what both ways computed from different
// values is computed once, behind them. LLVM does the same; a whole normalisation moves as one.
// Stores to one place at the end of both ways become one store, too.

import { loopHeaders, reversePostOrder } from '../../ir/control_flow.ts'
import { effectOf, isConvergent } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE, isFloat, isInt } from '../../ir/types.ts'
import type { Pass } from '../common/pass.ts'
import { isCommutative, isSameOperation } from '../common/same_instruction.ts'

export const sinkCommon: Pass = {
  name: 'sink_common',
  run(m, f) {
    let changed = false
    const order = reversePostOrder(f)
    const headers = loopHeaders(f)
    for (const b of order) {
      const preds = f.predecessors(b)
      if (preds.length !== 2 || preds[0] === preds[1] || headers.has(b)) continue
      if (sinkStores(m, f, b)) changed = true
      if (f.op(f.first(b)) === Op.Phi && new Sinking(m, f, b).run()) changed = true
    }
    return changed
  },
}

function sinkStores(m: Module, f: Func, join: Block): boolean {
  const preds = f.predecessors(join)
  if (preds.some(p => f.successors(p).length > 1)) return false
  let at = f.behindPhis(f.first(join))
  for (let changed = false; ; changed = true) {
    const [a, b] = preds.map(p => f.prev(f.terminator(p))) as [Value, Value]
    if (f.op(a) !== Op.Store || f.op(b) !== Op.Store || f.operandAt(a, 0) !== f.operandAt(b, 0)) return changed
    const [x, y] = [f.operandAt(a, 1), f.operandAt(b, 1)]
    const type = m.typeOf(f, x)
    // A phi of handles would be a resource chosen at run time.
    if (type === HANDLE) return changed
    if (x !== y) f.setOperand(a, 1, f.prepend(join, Op.Phi, type, [x, y], 0, 0, f.loc(a)))
    f.moveBefore(a, at)
    f.remove(b)
    at = a
  }
}

/** Of x * y and z * x the second becomes x * z. */
function orient(f: Func, v: Value, twin: Value): void {
  if (!isCommutative(f.op(v)) || f.op(twin) !== f.op(v)) return
  const [[a, b], [c, d]] = [f.operands(v), f.operands(twin)] as [[Value, Value], [Value, Value]]
  if (a !== c && b !== d && (a === d || b === c)) f.setOperands(twin, [d, c])
}

/** Instructions of one way that are looked at. */
const MOST_INSTRUCTIONS = 128

class Sinking {
  readonly #m: Module
  readonly #f: Func
  readonly #join: Block
  /** What moves: an instruction of the first way and its like in the second, users first. */
  readonly #pairs = new Map<Value, Value>()
  readonly #firsts = new Map<Value, Value>()

  constructor(m: Module, f: Func, join: Block) {
    this.#m = m
    this.#f = f
    this.#join = join
  }

  run(): boolean {
    this.#collect()
    while (this.#prune());
    if (this.#pairs.size === 0) return false
    this.#move()
    return true
  }

  /** All pairs that nobody needs but phis of the join and other pairs. */
  #collect(): void {
    const f = this.#f
    const [first, second] = f.predecessors(this.#join) as [Block, Block]
    let left = MOST_INSTRUCTIONS
    for (let v = f.last(first); v !== NO_VALUE && left > 0; v = f.prev(v), left--) {
      if (!f.isUsed(v) || !this.#isMovable(v)) continue
      const twin = this.#twinOf(v)
      if (twin <= 0 || f.blockOf(twin) !== second) continue
      orient(f, v, twin)
      if (!this.#isAlike(v, twin)) continue
      if (this.#twinOf(twin, 1) !== v) continue
      this.#pairs.set(v, twin)
      this.#firsts.set(twin, v)
    }
  }

  #isMovable(v: Value): boolean {
    const f = this.#f
    const op = f.op(v)
    const isPlain = (op >= Op.Add && op <= Op.FRem) || (op >= Op.Trunc && op <= Op.BitCast)
    if (!isPlain && op !== Op.ICmp && op !== Op.FCmp && op !== Op.Select && op !== Op.Dx) return false
    return this.#isNumber(v) && effectOf(f, v) === 'pure' && !isConvergent(f, v)
  }

  #isNumber(v: Value): boolean {
    const type = this.#m.typeOf(this.#f, v)
    return isInt(type) || isFloat(type)
  }

  #isAlike(v: Value, w: Value): boolean {
    const f = this.#f
    if (!isSameOperation(f, v, w)) return false
    return f.operands(v).every((a, i) => {
      const b = f.operandAt(w, i)
      if (a === b) return true
      const type = this.#m.typeOf(f, a)
      if (type !== this.#m.typeOf(f, b) || !this.#isNumber(a)) return false
      // Integers of operations may have to be constants.
      return f.op(v) !== Op.Dx || isFloat(type) || (a > 0 && b > 0)
    })
  }

  /** What stands for v in all uses of it, seen from the other way; NO_VALUE when uses disagree, or others use it. */
  #twinOf(v: Value, way = 0): Value {
    const f = this.#f
    let twin = NO_VALUE
    for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      const found = this.#inUser(user, v, way)
      if (found === NO_VALUE || (twin !== NO_VALUE && twin !== found)) return NO_VALUE
      twin = found
    }
    return twin
  }

  #inUser(user: Value, v: Value, way: number): Value {
    const f = this.#f
    let operands: readonly Value[]
    let others: readonly Value[]
    if (f.op(user) === Op.Phi && f.blockOf(user) === this.#join) {
      operands = [f.operandAt(user, way)]
      others = [f.operandAt(user, 1 - way)]
      // The other edge brings it, too.
      if (others[0] === v) return NO_VALUE
    } else {
      const like = way === 0 ? this.#pairs.get(user) : this.#firsts.get(user)
      if (like === undefined) return NO_VALUE
      operands = f.operands(user)
      others = f.operands(like)
    }
    let twin = NO_VALUE
    for (const [i, operand] of operands.entries()) {
      if (operand !== v) continue
      const other = others[i]!
      if (twin !== NO_VALUE && twin !== other) return NO_VALUE
      twin = other
    }
    return twin
  }

  /** Leaves one pair out that would need two phis of its own; true when there was one. */
  #prune(): boolean {
    const f = this.#f
    const needed = new Map<string, number>()
    const leaves = (v: Value): Set<string> => {
      const w = this.#pairs.get(v)!
      const list = new Set<string>()
      for (const [i, a] of f.operands(v).entries()) {
        const b = f.operandAt(w, i)
        if (a !== b && this.#pairs.get(a) !== b) list.add(`${a} ${b}`)
      }
      return list
    }
    for (const v of this.#pairs.keys()) for (const leaf of leaves(v)) needed.set(leaf, (needed.get(leaf) ?? 0) + 1)
    for (let phi = f.first(this.#join); f.op(phi) === Op.Phi; phi = f.next(phi)) {
      const leaf = `${f.operandAt(phi, 0)} ${f.operandAt(phi, 1)}`
      needed.set(leaf, (needed.get(leaf) ?? 0) + 1)
    }
    // The first to be computed stand last.
    for (const v of [...this.#pairs.keys()].reverse()) {
      const own = [...leaves(v)].filter(leaf => needed.get(leaf) === 1)
      if (own.length < 2) continue
      this.#leave(v)
      return true
    }
    return false
  }

  /** A pair that stays, and with it what it is computed from. */
  #leave(v: Value): void {
    const f = this.#f
    const w = this.#pairs.get(v)!
    this.#pairs.delete(v)
    this.#firsts.delete(w)
    for (const [i, a] of f.operands(v).entries()) if (this.#pairs.get(a) === f.operandAt(w, i)) this.#leave(a)
  }

  #move(): void {
    const f = this.#f
    const phis = new Map<string, Value>()
    for (let phi = f.first(this.#join); f.op(phi) === Op.Phi; phi = f.next(phi))
      phis.set(`${f.operandAt(phi, 0)} ${f.operandAt(phi, 1)}`, phi)
    const at = f.behindPhis(f.first(this.#join))
    for (const [v, w] of [...this.#pairs].reverse()) {
      for (const [i, a] of f.operands(v).entries()) {
        const b = f.operandAt(w, i)
        if (a === b || this.#pairs.get(a) === b) continue
        const key = `${a} ${b}`
        let phi = phis.get(key)
        if (phi === undefined) {
          phi = f.prepend(this.#join, Op.Phi, this.#m.typeOf(f, a), [a, b], 0, 0, f.loc(v))
          phis.set(key, phi)
        }
        f.setOperand(v, i, phi)
      }
      f.moveBefore(v, at)
    }
    for (let phi = f.first(this.#join), next: Value; f.op(phi) === Op.Phi; phi = next) {
      next = f.next(phi)
      const v = f.operandAt(phi, 0)
      if (this.#pairs.get(v) !== f.operandAt(phi, 1)) continue
      if (f.isUsed(phi)) f.replaceAllUses(phi, v)
      f.remove(phi)
    }
    for (const [v, w] of this.#pairs) {
      if (f.isUsed(w)) f.replaceAllUses(w, v)
      f.remove(w)
    }
  }
}
