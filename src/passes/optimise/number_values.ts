// Finds computations whose value is already there (common subexpressions), over the dominator tree. Pure operations merge across blocks;
// loads merge while no write that could reach them lies between: within a block and from it into blocks entered from it alone. Derivatives and
// samples, which other lanes have a part in, merge within a block: the same lanes execute both.
// Lookup is a hash of numbers with chains in creation order; hashes only find candidates, so their values never reach the output.

import { Dominance } from '../../ir/dominance.ts'
import { clobbersMemory, effectOf, isConvergent } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { memoryOf, PRIVATE } from '../analyse/memory.ts'
import type { Pass } from '../common/pass.ts'
import { hasSameOperands, isSameOperation } from '../common/same_instruction.ts'

export const numberValues: Pass = {
  name: 'number_values',
  run(m, f) {
    return new Numbering(m, f).run()
  },
}

const COMMUTATIVE: readonly boolean[] = (() => {
  const list: boolean[] = []
  for (const op of [Op.Add, Op.Mul, Op.And, Op.Or, Op.Xor, Op.FAdd, Op.FMul]) list[op] = true
  return list
})()

class Numbering {
  readonly #m: Module
  readonly #f: Func
  readonly #dom: Dominance
  readonly #mask: number
  /** Chains of available values by hash. */
  readonly #bucket: Int32Array
  readonly #nextInBucket: Int32Array
  readonly #hash: Int32Array
  /** Memory versions: a load's value is known again only under the same version. */
  readonly #version: Int32Array
  readonly #endVersions: { local: number; other: number }[] = []
  #versions = 0
  #local = 0
  #other = 0

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#dom = new Dominance(f)
    let size = 64
    while (size < f.valueLimit) size *= 2
    this.#mask = size - 1
    this.#bucket = new Int32Array(size)
    this.#nextInBucket = new Int32Array(f.valueLimit)
    this.#hash = new Int32Array(f.valueLimit)
    this.#version = new Int32Array(f.valueLimit)
  }

  run(): boolean {
    const f = this.#f
    let changed = false
    for (const b of this.#dom.preorder) {
      this.#enterBlock(b)
      for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
        next = f.next(v)
        if (this.#isNumbered(v)) {
          if (this.#merge(v)) changed = true
        } else if (clobbersMemory(f, v)) this.#clobber(v)
      }
      this.#endVersions[b] = { local: this.#local, other: this.#other }
    }
    return changed
  }

  #enterBlock(b: Block): void {
    const preds = this.#f.predecessors(b)
    const inherited = preds.length === 1 ? this.#endVersions[preds[0]!] : undefined
    this.#local = inherited?.local ?? ++this.#versions
    this.#other = inherited?.other ?? ++this.#versions
  }

  #clobber(v: Value): void {
    if (memoryOf(this.#m, this.#f, v) === PRIVATE) this.#local = ++this.#versions
    else this.#other = ++this.#versions
  }

  #isNumbered(v: Value): boolean {
    const f = this.#f
    if (f.op(v) === Op.Alloca || (f.op(v) !== Op.Dx && isConvergent(f, v))) return false
    const effect = effectOf(f, v)
    return effect === 'pure' || effect === 'read'
  }

  #merge(v: Value): boolean {
    const f = this.#f
    const version = effectOf(f, v) === 'pure' ? 0 : memoryOf(this.#m, f, v) === PRIVATE ? this.#local : this.#other
    const hash = this.#hashOf(v, version)
    const at = hash & this.#mask
    this.#hash[v] = hash
    this.#version[v] = version
    for (
      let w = this.#bucket[at]! as Value, previous = 0 as Value;
      w !== NO_VALUE;
      w = this.#nextInBucket[w]! as Value
    ) {
      if (this.#hash[w] === hash && this.#version[w] === version && this.#isSame(v, w)) {
        if (this.#reaches(w, v)) {
          if (f.isUsed(v)) f.replaceAllUses(v, w)
          f.remove(v)
          return true
        }
        // Preorder never comes back under w's block, so v takes its place.
        this.#nextInBucket[v] = this.#nextInBucket[w]!
        if (previous === NO_VALUE) this.#bucket[at] = v
        else this.#nextInBucket[previous] = v
        return false
      }
      previous = w
    }
    this.#nextInBucket[v] = this.#bucket[at]!
    this.#bucket[at] = v
    return false
  }

  /** Whether an equal value that comes first is there for v. */
  #reaches(w: Value, v: Value): boolean {
    const f = this.#f
    if (isConvergent(f, v)) return f.blockOf(w) === f.blockOf(v)
    return this.#dom.dominates(f.blockOf(w), f.blockOf(v))
  }

  #hashOf(v: Value, version: number): number {
    const f = this.#f
    const op = f.op(v)
    let h = Math.imul(op, 0x9e3779b1) ^ Math.imul(f.type(v) + 1, 0x85ebca6b) ^ Math.imul(f.aux(v), 0xc2b2ae35) ^ version
    // Lanes of one vector are numbered one after the other, so that what is linear in the numbers would be the same for all of them.
    if (COMMUTATIVE[op] === true) h = mixed(h + mixed(f.operand(v, 0)) + mixed(f.operand(v, 1)))
    else for (let i = 0, n = f.operandCount(v); i < n; i++) h = mixed(Math.imul(h, 31) + f.operand(v, i))
    if (op === Op.Phi) h ^= f.blockOf(v)
    return h ^ (h >>> 13)
  }

  #isSame(v: Value, w: Value): boolean {
    const f = this.#f
    const op = f.op(v)
    if (!isSameOperation(f, v, w) || (op === Op.Phi && f.blockOf(v) !== f.blockOf(w))) return false
    const same = hasSameOperands(f, v, w)
    if (same || COMMUTATIVE[op] !== true) return same
    return f.operand(v, 0) === f.operand(w, 1) && f.operand(v, 1) === f.operand(w, 0)
  }
}

function mixed(n: number): number {
  const h = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  return h ^ (h >>> 13)
}
