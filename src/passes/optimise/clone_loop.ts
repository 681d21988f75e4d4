// Copies a loop's blocks once for each iteration and drops the original. Constants are propagated while copying, so that branches decided by
// the iteration number disappear with all that only they led to.

import { type Block, type Func, NO_BLOCK, NO_VALUE, type Value } from '../../ir/function.ts'
import type { ExitTest, Loop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { isTerminator, Op } from '../../ir/ops.ts'
import { isStorable, VOID } from '../../ir/types.ts'
import { evaluate } from '../analyse/evaluate.ts'
import { demote } from '../common/demote.ts'
import { intOf } from '../common/simplify_rules.ts'

/**
 * Replaces the loop by iterations + 1 copies of its body, the last of which leaves the loop. False, and nothing changed, when a value that
 * cannot be kept in a variable is used behind the loop. Needs promote_locals afterwards. `forced`: the test which in the last copy leaves the
 * loop whatever its condition says, and in the others stays in it where that is sure.
 */
export function unrollFully(
  m: Module,
  f: Func,
  loop: Loop,
  entry: Block,
  iterations: number,
  forced?: ExitTest,
): boolean {
  if (!demoteEscaping(m, f, loop)) return false
  new Cloner(m, f, loop, entry, forced).run(iterations)
  return true
}

/** Puts values that are used behind the loop into variables, so that copies of their definition can share the uses. */
function demoteEscaping(m: Module, f: Func, loop: Loop): boolean {
  const escaping: Value[] = []
  for (const b of loop.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (!escapes(f, v, loop)) continue
      if (!isStorable(f.type(v))) return false
      escaping.push(v)
    }
  for (const v of escaping) demote(m, f, v, (user, i) => isOutside(f, user, i, loop))
  return true
}

const escapes = (f: Func, v: Value, loop: Loop): boolean =>
  f.users(v).some(user => f.operands(user).some((o, i) => o === v && isOutside(f, user, i, loop)))

/** A phi uses its operand at the end of the predecessor; edges that leave the loop are copied with it, so those are inside. */
const isOutside = (f: Func, user: Value, i: number, loop: Loop): boolean => {
  const b = f.blockOf(user)
  return !loop.contains.has(b) && !(f.op(user) === Op.Phi && loop.contains.has(f.predecessors(b)[i]!))
}

class Cloner {
  readonly #m: Module
  readonly #f: Func
  readonly #loop: Loop
  readonly #entry: Block
  /** The current iteration's copy of a block; NO_BLOCK where nothing leads to it. */
  readonly #copies: Block[] = []
  /** The current iteration's copy of a value of the loop. */
  readonly #values: Int32Array
  readonly #placed: Block[] = []
  readonly #pending: { phi: Value; copy: Value }[] = []
  #next: Block = NO_BLOCK
  readonly #forced: ExitTest | undefined
  #isLast = false
  /** Sums decide the later tests only where the first one holds: `i < i + 4` does not where unsigned numbers wrap. */
  #isFirst = true

  constructor(m: Module, f: Func, loop: Loop, entry: Block, forced: ExitTest | undefined) {
    this.#forced = forced
    this.#m = m
    this.#f = f
    this.#loop = loop
    this.#entry = entry
    this.#values = new Int32Array(f.valueLimit)
  }

  run(iterations: number): void {
    const f = this.#f
    const header = this.#loop.header
    const first = f.createBlock(f.blockName(header))
    this.#next = first
    for (let i = 0; i <= iterations && this.#next !== NO_BLOCK; i++) {
      this.#isLast = i === iterations
      this.#isFirst = i === 0
      const phis = this.#headerValues(i === 0 ? this.#entry : this.#loop.latches[0]!, i > 0)
      for (const b of this.#loop.blocks) this.#copies[b] = NO_BLOCK
      this.#copies[header] = this.#next
      this.#next = NO_BLOCK
      phis.forEach(([phi, value]) => {
        this.#values[phi] = value
      })
      for (const b of this.#loop.blocks) if (this.#copies[b] !== NO_BLOCK) this.#copyBlock(b)
      this.#fillPending()
    }
    this.#finishLast()
    f.redirect(this.#entry, header, first)
    this.#replaceBlocks()
  }

  #headerValues(from: Block, mapped: boolean): [Value, Value][] {
    const f = this.#f
    const at = f.predecessors(this.#loop.header).indexOf(from)
    const list: [Value, Value][] = []
    for (let v = f.first(this.#loop.header); f.op(v) === Op.Phi; v = f.next(v))
      list.push([v, mapped ? this.#map(f.operandAt(v, at)) : f.operandAt(v, at)])
    return list
  }

  #map(v: Value): Value {
    return v > 0 && v < this.#values.length && this.#loop.contains.has(this.#f.blockOf(v))
      ? (this.#values[v]! as Value)
      : v
  }

  #copyBlock(b: Block): void {
    const f = this.#f
    const copy = this.#copies[b]!
    this.#placed.push(copy)
    const hint = f.loopHints.get(b)
    if (hint !== undefined && b !== this.#loop.header) f.loopHints.set(copy, hint)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      f.debugRows?.copyToEnd(v, copy, value => this.#map(value))
      if (isTerminator(f.op(v))) this.#copyTerminator(b, v, copy)
      else if (f.op(v) !== Op.Phi) this.#values[v] = this.#copyInstruction(v, copy)
      else if (b !== this.#loop.header) this.#copyPhi(v, b, copy)
    }
  }

  #copyInstruction(v: Value, copy: Block): Value {
    const f = this.#f
    const operands = f.operands(v).map(o => this.#map(o))
    const op = f.op(v)
    const known =
      operands.length > 0 && op !== Op.Store ? evaluate(this.#m, op, f.type(v), f.aux(v), operands) : NO_VALUE
    if (known !== NO_VALUE) return known
    const chosen = op === Op.Select ? intOf(this.#m, operands[0]!) : undefined
    if (chosen !== undefined) return operands[chosen === 1 ? 1 : 2]!
    return f.append(copy, op, f.type(v), operands, f.aux(v), f.flags(v), f.loc(v))
  }

  /** Away from inner loops every edge into the copy exists by now, and equal operands need no phi. */
  #copyPhi(v: Value, b: Block, copy: Block): void {
    const f = this.#f
    const isInner = f.predecessors(b).some(p => !this.#isBefore(p, b))
    if (!isInner) {
      const operands = this.#phiOperands(v, b, copy)
      if (operands.every(o => o === operands[0])) {
        this.#values[v] = operands[0]!
        return
      }
      this.#values[v] = f.append(copy, Op.Phi, f.type(v), operands, 0, f.flags(v), f.loc(v))
      return
    }
    const phi = f.append(copy, Op.Phi, f.type(v), [], 0, f.flags(v), f.loc(v))
    this.#values[v] = phi
    this.#pending.push({ phi: v, copy: phi })
  }

  #order: Int32Array | undefined
  #isBefore(p: Block, b: Block): boolean {
    if (this.#order === undefined) {
      this.#order = new Int32Array(this.#f.blockLimit)
      this.#loop.blocks.forEach((x, i) => {
        this.#order![x] = i + 1
      })
    }
    return this.#order[p]! < this.#order[b]!
  }

  /** Operands in the order of the copy's predecessors, each found through the block it is a copy of. */
  #phiOperands(v: Value, b: Block, copy: Block): Value[] {
    const f = this.#f
    const preds = f.predecessors(b)
    return f.predecessors(copy).map(p =>
      this.#map(
        f.operandAt(
          v,
          preds.findIndex(o => this.#copies[o] === p),
        ),
      ),
    )
  }

  #fillPending(): void {
    const f = this.#f
    for (const { phi, copy } of this.#pending)
      f.setOperands(copy, this.#phiOperands(phi, f.blockOf(phi), f.blockOf(copy)))
    this.#pending.length = 0
  }

  #copyTerminator(b: Block, t: Value, copy: Block): void {
    const f = this.#f
    const operands = f.operands(t).map(o => this.#map(o))
    let succs = f.successors(b)
    let op = f.op(t)
    let aux = f.aux(t)
    const known = operands.length > 0 ? intOf(this.#m, operands[0]!) : undefined
    if (this.#isLast && b === this.#forced?.block) {
      succs = [this.#forced.exit]
      op = Op.Br
      aux = 0
      operands.length = 0
    } else if (this.#forced?.isSure && !this.#isFirst && b === this.#forced.block) {
      const { exit } = this.#forced
      succs = succs.filter(s => s !== exit)
      op = Op.Br
      aux = 0
      operands.length = 0
    } else if (known !== undefined) {
      const taken = op === Op.CondBr ? (known === 1 ? 0 : 1) : Math.max(0, operands.indexOf(operands[0]!, 1))
      succs = [succs[taken]!]
      op = Op.Br
      aux = 0
      operands.length = 0
    }
    f.terminate(
      copy,
      op,
      VOID,
      operands,
      succs.map(s => this.#targetOf(s)),
      aux,
      f.loc(t),
    )
    for (const s of succs) if (!this.#loop.contains.has(s)) this.#addExitOperands(b, s)
  }

  #targetOf(s: Block): Block {
    if (!this.#loop.contains.has(s)) return s
    if (s === this.#loop.header) {
      if (this.#next === NO_BLOCK) this.#next = this.#f.createBlock(this.#f.blockName(s))
      return this.#next
    }
    if (this.#copies[s] === NO_BLOCK) this.#copies[s] = this.#f.createBlock(this.#f.blockName(s))
    return this.#copies[s]!
  }

  /** The phis of a block behind the loop get, for the new edge, what they have for the old one. */
  #addExitOperands(b: Block, s: Block): void {
    const f = this.#f
    const at = f.predecessors(s).indexOf(b)
    for (let v = f.first(s); f.op(v) === Op.Phi; v = f.next(v)) f.addOperand(v, this.#map(f.operandAt(v, at)))
  }

  /** The trip count says that the last copy never goes round again; if its branch could not be folded, this is where it would go. */
  #finishLast(): void {
    if (this.#next === NO_BLOCK) return
    this.#f.terminate(this.#next, Op.Unreachable, VOID, [], [])
    this.#placed.push(this.#next)
  }

  #replaceBlocks(): void {
    const f = this.#f
    const layout: Block[] = []
    for (const b of f.blocks) {
      if (b === this.#loop.header) for (const copy of this.#placed) layout.push(copy)
      layout.push(b)
    }
    f.setLayout(layout)
    for (const b of this.#loop.blocks) f.loopHints.delete(b)
    f.removeBlocks(this.#loop.contains)
  }
}
