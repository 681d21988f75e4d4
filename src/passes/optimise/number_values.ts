// Finds computations whose value is already there (common subexpressions), over the dominator tree. Pure operations merge across blocks;
// loads merge while no write that could reach them lies between on any way, and take what a store put into an array. Derivatives and samples,
// which other lanes have a part in, merge within a block: the same lanes execute both.
// Lookup is a hash of numbers with chains in creation order; hashes only find candidates, so their values never reach the output.

import { borrowInts, giveBack } from '../../ir/borrowed.ts'
import { type Dominance, dominanceOf } from '../../ir/dominance.ts'
import { clobbersMemory, effectOf, isConvergent } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { baseOf, memoryOf, PRIVATE } from '../analyse/memory.ts'
import type { Pass } from '../common/pass.ts'
import {
  hasSameOperands,
  isCommutative,
  isSameButForFlags,
  strictFlags,
  swappedFloatPredicate,
  swappedPredicate,
} from '../common/same_instruction.ts'
import { mergeCounters } from './merge_counters.ts'

export const numberValues: Pass = {
  name: 'number_values',
  run(m, f) {
    const isMerged = mergeCounters(f)
    return new Numbering(m, f).run() || isMerged
  },
}

const SWAPPED: readonly (((p: number) => number) | undefined)[] = (() => {
  const list: ((p: number) => number)[] = []
  list[Op.ICmp] = swappedPredicate
  list[Op.FCmp] = swappedFloatPredicate
  return list
})()

/** Places in memory are bits: an element of an array, what an array is asked for at run time, the rest as one. The last bit is shared. */
const PLACES = 30
const THE_REST = 1
const EVERYTHING = -1
/** With more blocks between a merge and its dominator anything is taken to be written there. */
const MAX_BETWEEN = 256

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
  readonly #places = new Map<Value, Map<Value, number>>()
  /** All bits of an array: there may be 100,000 elements, and as many writes. */
  readonly #placesOf = new Map<ReadonlyMap<Value, number>, number>()
  #placeCount = 1
  /** Of each place, where a block ends. */
  readonly #endVersions: (readonly number[])[] = []
  readonly #writes: Int32Array
  /** The memory of all of them. */
  readonly #rows: Int32Array<ArrayBuffer>
  #versions = 0
  #now: readonly number[] = []

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#dom = dominanceOf(f)
    let size = 64
    while (size < f.valueLimit) size *= 2
    this.#mask = size - 1
    const values = f.valueLimit
    const rows = borrowInts(size + 3 * values + f.blockLimit)
    this.#rows = rows
    this.#bucket = rows.subarray(0, size)
    this.#nextInBucket = rows.subarray(size, size + values)
    this.#hash = rows.subarray(size + values, size + 2 * values)
    this.#version = rows.subarray(size + 2 * values, size + 3 * values)
    this.#writes = rows.subarray(size + 3 * values)
    const writers = this.#all(v => !this.#isNumbered(v) && clobbersMemory(f, v))
    for (const v of writers) this.#addPlace(v, true)
    if (this.#places.size > 0) for (const v of this.#all(v => f.op(v) === Op.Load)) this.#addPlace(v, false)
    for (const v of writers) this.#writes[f.blockOf(v)]! |= this.#placesWritten(v)
  }

  #all(is: (v: Value) => boolean): Value[] {
    const f = this.#f
    const found: Value[] = []
    for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (is(v)) found.push(v)
    return found
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
      this.#endVersions[b] = this.#now
    }
    giveBack(this.#rows)
    return changed
  }

  #enterBlock(b: Block): void {
    const above = this.#dom.idom(b)
    const inherited = this.#endVersions[above]
    if (inherited) this.#now = inherited
    this.#renew(inherited ? this.#writesBetween(above, b) : EVERYTHING)
  }

  /** What is written on the ways from the end of a block to the start of one that it dominates. */
  #writesBetween(above: Block, b: Block): number {
    const f = this.#f
    const seen = new Set<Block>([above])
    let writes = 0
    const work = [b]
    for (let at = work.pop(); at !== undefined; at = work.pop())
      for (const p of f.predecessors(at)) {
        if (seen.has(p)) continue
        if (seen.size > MAX_BETWEEN) return EVERYTHING
        seen.add(p)
        writes |= this.#writes[p]!
        work.push(p)
      }
    return writes
  }

  #clobber(v: Value): void {
    const f = this.#f
    this.#renew(this.#placesWritten(v))
    // What is stored is what a load finds there.
    if (f.op(v) !== Op.Store || memoryOf(this.#m, f, v) !== PRIVATE) return
    this.#enter(v, this.#now[this.#placeOf(v)!]!)
  }

  #enter(v: Value, version: number): void {
    const at = this.#keep(v, version) & this.#mask
    this.#nextInBucket[v] = this.#bucket[at]!
    this.#bucket[at] = v
  }

  #keep(v: Value, version: number): number {
    this.#version[v] = version
    return (this.#hash[v] = this.#hashOf(v, version))
  }

  #renew(places: number): void {
    if (places === 0) return
    const version = ++this.#versions
    const now: number[] = []
    for (let i = 0; i < this.#placeCount; i++) now.push((places >> i) & 1 ? version : this.#now[i]!)
    this.#now = now
  }

  #addPlace(v: Value, isWrite: boolean): void {
    const f = this.#f
    if (memoryOf(this.#m, f, v) !== PRIVATE) return
    const base = baseOf(f, f.operandAt(v, 0))
    let places = this.#places.get(base)
    if (!places && !isWrite) return
    if (!places) this.#places.set(base, (places = new Map([[NO_VALUE, this.#newPlace()]])))
    const index = this.#indexOf(v)
    if (!places.has(index)) places.set(index, this.#newPlace())
    this.#placesOf.set(places, (this.#placesOf.get(places) ?? 1 << places.get(NO_VALUE)!) | (1 << places.get(index)!))
  }

  #newPlace(): number {
    if (this.#placeCount < PLACES) this.#placeCount++
    return this.#placeCount - 1
  }

  /** The constant index of the element that a load or store of an array names, else NO_VALUE. */
  #indexOf(v: Value): Value {
    const f = this.#f
    const pointer = f.operandAt(v, 0)
    return f.op(pointer) === Op.Gep && f.operandAt(pointer, 1) < 0 ? f.operandAt(pointer, 1) : NO_VALUE
  }

  /** The place that a load or store names; undefined when nobody writes there. An index may have become constant only now. */
  #placeOf(v: Value): number | undefined {
    const f = this.#f
    if (memoryOf(this.#m, f, v) !== PRIVATE) return 0
    const places = this.#places.get(baseOf(f, f.operandAt(v, 0)))
    return places?.get(this.#indexOf(v)) ?? places?.get(NO_VALUE)
  }

  #placesWritten(v: Value): number {
    const f = this.#f
    if (memoryOf(this.#m, f, v) !== PRIVATE) return THE_REST
    const places = this.#places.get(baseOf(f, f.operandAt(v, 0)))!
    const index = this.#indexOf(v)
    if (index === NO_VALUE) return this.#placesOf.get(places)!
    return (1 << places.get(NO_VALUE)!) | (1 << (places.get(index) ?? places.get(NO_VALUE)!))
  }

  #isNumbered(v: Value): boolean {
    const f = this.#f
    if (f.op(v) === Op.Alloca || (f.op(v) !== Op.Dx && isConvergent(f, v))) return false
    const effect = effectOf(f, v)
    return effect === 'pure' || effect === 'read'
  }

  #merge(v: Value): boolean {
    const f = this.#f
    const place = effectOf(f, v) === 'pure' ? undefined : this.#placeOf(v)
    const version = place === undefined ? 0 : this.#now[place]!
    const hash = this.#keep(v, version)
    const at = hash & this.#mask
    for (
      let w = this.#bucket[at]! as Value, previous = 0 as Value;
      w !== NO_VALUE;
      w = this.#nextInBucket[w]! as Value
    ) {
      if (this.#hash[w] === hash && this.#version[w] === version && this.#isSame(v, w)) {
        if (this.#reaches(w, v)) {
          const isStored = f.op(w) === Op.Store
          if (!isStored) f.setFlags(w, strictFlags(f.flags(v), f.flags(w)))
          if (f.isUsed(v)) f.replaceAllUses(v, isStored ? f.operandAt(w, 1) : w)
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
    if (op === Op.Load || op === Op.Store) return mixed(Math.imul(f.operandAt(v, 0), 0x9e3779b1) ^ version)
    const isSwappable = isCommutative(op) || SWAPPED[op] !== undefined
    // A comparison is another one with its operands the other way round.
    const aux = Math.min(f.aux(v), SWAPPED[op]?.(f.aux(v)) ?? f.aux(v))
    let h = Math.imul(op, 0x9e3779b1) ^ Math.imul(f.type(v) + 1, 0x85ebca6b) ^ Math.imul(aux, 0xc2b2ae35) ^ version
    // Lanes of one vector are numbered one after the other, so that what is linear in the numbers would be the same for all of them.
    if (isSwappable) h = mixed(h + mixed(f.operandAt(v, 0)) + mixed(f.operandAt(v, 1)))
    else for (let i = 0, n = f.operandCount(v); i < n; i++) h = mixed(Math.imul(h, 31) + f.operandAt(v, i))
    if (op === Op.Phi) h ^= f.blockOf(v)
    return h ^ (h >>> 13)
  }

  #isSame(v: Value, w: Value): boolean {
    const f = this.#f
    const op = f.op(v)
    if (f.op(w) === Op.Store)
      return (
        op === Op.Load &&
        f.operandAt(v, 0) === f.operandAt(w, 0) &&
        f.flags(v) === 0 &&
        f.type(v) === this.#m.typeOf(f, f.operandAt(w, 1))
      )
    const swapped = SWAPPED[op]
    const isSame = isSameButForFlags(f, v, w)
    if (isSame && hasSameOperands(f, v, w)) return op !== Op.Phi || f.blockOf(v) === f.blockOf(w)
    const isExchanged = swapped ? f.op(w) === op && f.aux(w) === swapped(f.aux(v)) : isSame && isCommutative(op)
    return isExchanged && f.operandAt(v, 0) === f.operandAt(w, 1) && f.operandAt(v, 1) === f.operandAt(w, 0)
  }
}

function mixed(n: number): number {
  const h = Math.imul(n ^ (n >>> 16), 0x85ebca6b)
  return h ^ (h >>> 13)
}
