// Makes vector instructions of scalar ones, for shader models that have them (6.9): `<4 x float>` added once instead of four floats. Lowering
// takes all vectors apart, so that no other pass has to know them; this is the last step before emission and puts them together again where
// memory, reductions or calls want a vector. What the groups are is vector_plan.ts's.

import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32, type Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { intOf } from '../common/simplify_rules.ts'
import { Order } from './order.ts'
import { type Group, type Lanes, VectorPlan } from './vector_plan.ts'

/** What becomes of vectors leaves scalars that nobody uses behind. Without vectors in the shader model they are only shuffled. */
export function joinVectors(m: Module, f: Func): boolean {
  const seeds = seedsOf(m, f)
  const hasVectors = m.hasVectors()
  if (!hasVectors && seeds.length === 0) return false
  const joiner = new Joiner(m, f)
  for (const seed of seeds) joiner.join(seed, hasVectors)
  if (hasVectors) {
    joiner.joinUsers()
    joiner.joinNeighbours()
    joiner.joinUsers()
    // What these made may be what a vector is put together of.
    for (const seed of seedsOf(m, f)) if (f.firstUse(seed.end) !== 0) joiner.join(seed, hasVectors)
  }
  joiner.removeLanes()
  return true
}

/** A vector put together lane by lane: the last insertion, and the lanes. */
interface Seed {
  readonly end: Value
  readonly lanes: Lanes
}

function seedsOf(m: Module, f: Func): Seed[] {
  const seeds: Seed[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (f.op(v) !== Op.InsertElement) continue
      const isInner = f.users(v).some(u => f.op(u) === Op.InsertElement && f.operandAt(u, 0) === v)
      const lanes = isInner ? undefined : lanesOf(m, f, v)
      if (lanes) seeds.push({ end: v, lanes })
    }
  return seeds
}

/** Lanes of a vector that insertions fill; undefined unless they fill all of it, each with a number known. */
function lanesOf(m: Module, f: Func, end: Value): Lanes | undefined {
  const shape = m.types.shape(f.type(end))
  const lanes: Value[] = []
  let at = end
  for (; at > 0 && f.op(at) === Op.InsertElement; at = f.operandAt(at, 0)) {
    const index = intOf(m, f.operandAt(at, 2))
    if (index === undefined) return undefined
    lanes[Number(index)] ??= f.operandAt(at, 1)
  }
  if (at > 0 || shape.kind !== 'vector' || m.constants.get(at).kind !== 'undef') return undefined
  for (let i = 0; i < shape.count; i++) if (lanes[i] === undefined) return undefined
  return lanes
}

/** Operations that write an element of a signature: its number, row and column come first, then the value. */
const OUTPUTS: ReadonlySet<number> = new Set([
  DxilOp.StoreOutput,
  DxilOp.StorePatchConstant,
  DxilOp.StoreVertexOutput,
  DxilOp.StorePrimitiveOutput,
])

/** Scalars of one type that stand side by side where they are used: elements of an output, coordinates of a sample, values of a store. */
function neighboursOf(m: Module, f: Func): Seed[] {
  const found: Seed[] = []
  for (const b of f.blocks) {
    const outputs = new Map<string, { end: Value; lanes: Value[] }>()
    for (const v of instructionsOf(f, b)) {
      if (f.op(v) !== Op.Dx) continue
      const operands = f.operands(v)
      if (OUTPUTS.has(f.aux(v))) {
        const [signature, row, column, value, ...rest] = operands
        const at = intOf(m, column!)
        if (at === undefined) continue
        const key = [f.aux(v), signature, row, ...rest].join()
        const known = outputs.get(key)
        if (known) known.end = v
        const seed = known ?? { end: v, lanes: Array.from({ length: Number(at) }, () => NO_VALUE) }
        outputs.set(key, seed)
        seed.lanes[Number(at)] = value!
      } else found.push(...runsOf(m, f, v, operands))
    }
    for (const { end, lanes } of outputs.values()) found.push(...trimmed(Array.from(lanes), end))
  }
  return found
}

/** Operands of one type, at least two of them no constants. */
function runsOf(m: Module, f: Func, end: Value, operands: readonly Value[]): Seed[] {
  const found: Seed[] = []
  for (let from = 0; from < operands.length; ) {
    const type = m.typeOf(f, operands[from]!)
    let to = from + 1
    while (to < operands.length && m.typeOf(f, operands[to]!) === type) to++
    found.push(...trimmed(operands.slice(from, to), end))
    from = to
  }
  return found
}

/** Constants need no vector: those at the ends are left out, any value will do for the others. Fewer than two lanes are none. */
function trimmed(values: readonly (Value | undefined)[], end: Value): Seed[] {
  const lanes = values.map(v => (v !== undefined && v > 0 ? v : NO_VALUE))
  const from = lanes.findIndex(v => v !== NO_VALUE)
  const to = lanes.findLastIndex(v => v !== NO_VALUE)
  return from < to ? [{ end, lanes: lanes.slice(from, to + 1) }] : []
}

class Joiner {
  readonly #m: Module
  readonly #f: Func
  readonly #order: Order
  readonly #plan: VectorPlan
  /** Lanes of vector instructions as scalars again. */
  readonly #extracted = new Map<Value, Value>()
  readonly #constants = new Map<string, Value>()

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#order = new Order(f)
    this.#plan = new VectorPlan(m, f, this.#order)
  }

  join({ end, lanes }: Seed, hasVectors: boolean): void {
    if (hasVectors) this.#makeAll(this.#plan.plan(lanes, end, lanes.length))
    const vector = this.#vector(lanes, end)
    if (vector !== end) this.#f.replaceAllUses(end, vector)
  }

  /** Scalars that are used side by side come out of one vector where that takes fewer instructions. */
  joinNeighbours(): void {
    for (const { lanes, end } of neighboursOf(this.#m, this.#f)) this.#makeAll(this.#plan.plan(lanes, end, 0))
  }

  /** Vectors that are taken apart for equal operations on their elements; what these give may be taken apart for the same. */
  joinUsers(): void {
    const f = this.#f
    const vectors = f.blocks.flatMap(b => [...instructionsOf(f, b)]).filter(v => this.#isVector(f.type(v)))
    for (const vector of vectors)
      for (const lanes of this.#plan.usersOf(vector)) {
        const own = lanes.filter(v => v !== NO_VALUE)
        if (own.length < 3) continue
        const last = own.reduce((a, b) => (this.#order.position(a) < this.#order.position(b) ? b : a))
        const groups = this.#plan.plan(lanes, last, 0)
        this.#makeAll(groups)
        for (const group of groups) vectors.push(group.made)
      }
  }

  /** What became vectors has no users but each other. Operations between lanes of a wave are not removed as dead code. */
  removeLanes(): void {
    const lanes = [...this.#plan.groupOf.keys()]
    for (const lane of lanes) this.#f.setOperands(lane, [])
    for (const lane of lanes) this.#f.remove(lane)
  }

  #isVector = (t: Type): boolean => this.#m.types.shape(t).kind === 'vector'

  #makeAll(groups: readonly Group[]): void {
    for (const group of groups) this.#make(group)
    for (const group of groups) this.#fillPhi(group)
    for (const group of groups) this.#extractUsed(group)
  }

  /** The vector instruction of a group; those of its operands first. */
  #make(group: Group): Value {
    if (group.made !== NO_VALUE) return group.made
    const f = this.#f
    const { lanes, last, operands } = group
    const first = lanes.find(v => v !== NO_VALUE)!
    const type = this.#vectorType(f.type(first), lanes.length)
    if (f.op(first) === Op.Phi) {
      group.made = this.#add(first, Op.Phi, type, [])
      return group.made
    }
    const list = operands.map(o => (typeof o === 'number' ? this.#scalar(o as Value) : this.#vector(o as Lanes, last)))
    group.made = this.#add(f.next(last), f.op(first), type, list, first)
    return group.made
  }

  #fillPhi(group: Group): void {
    const f = this.#f
    if (f.op(group.made) !== Op.Phi) return
    const preds = f.predecessors(f.blockOf(group.made))
    const list = group.operands.map((column, i) => this.#vector(column as Lanes, f.terminator(preds[i]!)))
    f.setOperands(group.made, list)
  }

  /** A new instruction in front of `at`; `like`: with what this one has. */
  #add(at: Value, op: number, type: Type, operands: readonly Value[], like: Value = NO_VALUE): Value {
    const f = this.#f
    const [aux, flags] = like === NO_VALUE ? [0, 0] : [f.aux(like), f.flags(like)]
    const v = f.insertBefore(at, op, type, operands, aux, flags, f.loc(like === NO_VALUE ? at : like))
    this.#order.added(v)
    return v
  }

  /** Users of single lanes get them out of the vector. */
  #extractUsed(group: Group): void {
    const f = this.#f
    for (const lane of group.lanes) {
      if (lane === NO_VALUE) continue
      const users = f.users(lane).filter(u => !this.#plan.groupOf.has(u))
      if (users.length === 0) continue
      const scalar = this.#scalar(lane)
      for (const user of new Set(users))
        for (let i = 0, n = f.operandCount(user); i < n; i++)
          if (f.operandAt(user, i) === lane) f.setOperand(user, i, scalar)
    }
  }

  /** A scalar, out of its vector where it is a lane of one. */
  #scalar(lane: Value): Value {
    const group = this.#plan.groupOf.get(lane)
    if (!group) return lane
    let found = this.#extracted.get(lane)
    if (found === undefined) {
      const f = this.#f
      const vector = this.#make(group)
      const index = this.#i32(this.#plan.numberOf.get(lane)!)
      found = this.#add(behind(f, vector), Op.ExtractElement, f.type(lane), [vector, index])
      this.#extracted.set(lane, found)
    }
    return found
  }

  /** A vector of lanes, for an instruction that is or comes behind `at`. It stands where all of them are known, for others to use. */
  #vector(lanes: Lanes, at: Value): Value {
    const group = this.#plan.wholeGroup(lanes)
    if (group) return this.#make(group)
    if (lanes.every(v => v <= 0)) return this.#constant(lanes)
    const type = this.#vectorType(this.#m.typeOf(this.#f, lanes.find(v => v !== NO_VALUE)!), lanes.length)
    const vector = this.#assembled(lanes, type, at) ?? this.#repeated(lanes, type) ?? this.#inserted(lanes, type)
    this.#plan.remember(vector, lanes)
    return vector
  }

  #assembled(lanes: Lanes, type: Type, before: Value): Value | undefined {
    const assembly = this.#plan.assemblyOf(lanes, before)
    if (!assembly) return undefined
    const { from, numbers, isWhole, others } = assembly
    let made = typeof from === 'number' ? from : this.#make(from)
    const scalars = others.map(i => this.#scalar(lanes[i]!))
    const at = this.#behindAll([made, ...scalars])
    if (!isWhole) made = this.#add(at, Op.Shuffle, type, [made, ...numbers.map(n => this.#i32(n))])
    for (const [n, i] of others.entries())
      made = this.#add(at, Op.InsertElement, type, [made, scalars[n]!, this.#i32(i)])
    return made
  }

  /** One value, no constant, in every lane. */
  #repeated(lanes: Lanes, type: Type): Value | undefined {
    const one = lanes.find(v => v !== NO_VALUE)!
    if (lanes.filter(v => v === one).length < 3 || lanes.some(v => v !== one && v !== NO_VALUE)) return undefined
    const scalar = this.#scalar(one)
    const at = this.#behindAll([scalar])
    const first = this.#add(at, Op.InsertElement, type, [this.#undef(type), scalar, this.#i32(0)])
    return this.#add(at, Op.Shuffle, type, [first, ...lanes.map(() => this.#i32(0))])
  }

  #inserted(lanes: Lanes, type: Type): Value {
    const scalars = lanes.map(lane => (lane > 0 ? this.#scalar(lane) : NO_VALUE))
    const at = this.#behindAll(scalars.filter(v => v !== NO_VALUE))
    // Constants are one vector, so they come first. DXIL forbids to insert undefined values.
    let made = this.#undef(type)
    const insert = (i: number, v: Value): void => {
      made = this.#add(at, Op.InsertElement, type, [made, v, this.#i32(i)])
    }
    for (const [i, v] of lanes.entries()) if (v < 0 && !this.#m.constants.isUndef(v)) insert(i, v)
    for (const [i, v] of scalars.entries()) if (v !== NO_VALUE) insert(i, v)
    return made
  }

  /** What is no lane of a constant vector is some other of its constants. */
  #constant(lanes: Lanes): Value {
    const filler = lanes.find(v => v !== NO_VALUE && !this.#m.constants.isUndef(v))
    const type = this.#vectorType(this.#m.typeOf(this.#f, lanes.find(v => v !== NO_VALUE)!), lanes.length)
    let made = this.#undef(type)
    if (filler === undefined) return made
    const values = lanes.map(v => (v === NO_VALUE || this.#m.constants.isUndef(v) ? filler : v))
    const key = values.join(' ')
    const known = this.#constants.get(key)
    if (known !== undefined) return known
    const at = this.#f.first(this.#f.entry)
    for (const [i, v] of values.entries()) made = this.#add(at, Op.InsertElement, type, [made, v, this.#i32(i)])
    this.#constants.set(key, made)
    return made
  }

  /** The first place where all values are known; each of them dominates one place that needs them all. */
  #behindAll(values: readonly Value[]): Value {
    const last = values.filter(v => v > 0).reduce((a, b) => (this.#order.isBefore(a, b) ? b : a))
    return behind(this.#f, last)
  }

  #vectorType(element: Type, count: number): Type {
    return this.#m.types.vector(element, count)
  }
  #i32(n: number): Value {
    return this.#m.constants.int(I32, n)
  }
  #undef(type: Type): Value {
    return this.#m.constants.undef(type)
  }
}

function* instructionsOf(f: Func, b: Block): Generator<Value> {
  for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) yield v
}

/** The first place behind an instruction where others may stand. */
const behind = (f: Func, v: Value): Value => f.behindPhis(f.next(v))
