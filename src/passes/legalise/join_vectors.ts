// Makes vector instructions of scalar ones, for shader models that have them (6.9): `<4 x float>` added once instead of four floats. Lowering
// takes all vectors apart, so that no other pass has to know them; this is the last step before emission and puts them together again where
// memory, reductions or calls want a vector. What the groups are is vector_plan.ts's.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I32, type Type } from '../../ir/types.ts'
import { intOf } from '../common/simplify_rules.ts'
import { type Group, type Lanes, VectorPlan } from './vector_plan.ts'

/** What becomes of vectors leaves scalars that nobody uses behind. */
export function joinVectors(m: Module, f: Func): void {
  const joiner = new Joiner(m, f)
  for (const seed of seedsOf(m, f)) joiner.join(seed)
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
      const isInner = f.users(v).some(u => f.op(u) === Op.InsertElement && f.operand(u, 0) === v)
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
  for (; at > 0 && f.op(at) === Op.InsertElement; at = f.operand(at, 0)) {
    const index = intOf(m, f.operand(at, 2))
    if (index === undefined) return undefined
    lanes[Number(index)] ??= f.operand(at, 1)
  }
  if (at > 0 || shape.kind !== 'vector' || m.constants.get(at).kind !== 'undef') return undefined
  for (let i = 0; i < shape.count; i++) if (lanes[i] === undefined) return undefined
  return lanes
}

class Joiner {
  readonly #m: Module
  readonly #f: Func
  readonly #plan: VectorPlan
  /** Lanes of vector instructions as scalars again. */
  readonly #extracted = new Map<Value, Value>()

  constructor(m: Module, f: Func) {
    this.#m = m
    this.#f = f
    this.#plan = new VectorPlan(m, f)
  }

  join({ end, lanes }: Seed): void {
    const groups = this.#plan.plan(lanes)
    for (const group of groups) this.#make(group)
    for (const group of groups) this.#fillPhi(group)
    for (const group of groups) this.#extractUsed(group)
    const isMade = groups.length > 0 || isRepeated(lanes) || this.#plan.assemblyOf(lanes)
    if (!isMade) return
    const vector = this.#vector(lanes, end, end)
    if (vector !== end) this.#f.replaceAllUses(end, vector)
  }

  /** The vector instruction of a group; those of its operands first. */
  #make(group: Group): Value {
    if (group.made !== NO_VALUE) return group.made
    const f = this.#f
    const { lanes, last, operands } = group
    const first = lanes.find(v => v !== NO_VALUE)!
    const type = this.#vectorType(f.type(first), lanes.length)
    if (f.op(first) === Op.Phi) {
      group.made = f.insertBefore(first, Op.Phi, type, [], 0, 0, f.loc(first))
      this.#plan.placed(group.made, first, 0)
      return group.made
    }
    const at = f.next(last)
    const list = operands.map(o =>
      typeof o === 'number' ? this.#scalar(o as Value) : this.#vector(o as Lanes, at, last),
    )
    group.made = f.insertBefore(at, f.op(first), type, list, f.aux(first), f.flags(first), f.loc(first))
    this.#plan.placed(group.made, last, 0.3)
    return group.made
  }

  #fillPhi(group: Group): void {
    const f = this.#f
    if (f.op(group.made) !== Op.Phi) return
    const preds = f.predecessors(f.blockOf(group.made))
    const list = group.operands.map((column, i) => {
      const end = f.terminator(preds[i]!)
      return this.#vector(column as Lanes, end, end)
    })
    f.setOperands(group.made, list)
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
          if (f.operand(user, i) === lane) f.setOperand(user, i, scalar)
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
      const at = f.op(vector) === Op.Phi ? firstBehindPhis(f, vector) : f.next(vector)
      const index = this.#i32(this.#plan.numberOf.get(lane)!)
      found = f.insertBefore(at, Op.ExtractElement, f.type(lane), [vector, index], 0, 0, f.loc(lane))
      this.#plan.placed(found, group.last, 0.4)
      this.#extracted.set(lane, found)
    }
    return found
  }

  /** A vector of lanes, which goes in front of `at`; `by` is what was there. */
  #vector(lanes: Lanes, at: Value, by: Value): Value {
    const f = this.#f
    const group = this.#plan.wholeGroup(lanes)
    if (group) return this.#make(group)
    const type = this.#vectorType(this.#m.typeOf(f, lanes.find(v => v !== NO_VALUE)!), lanes.length)
    const add = (op: number, operands: readonly Value[]): Value => {
      const v = f.insertBefore(at, op, type, operands, 0, 0, f.loc(by))
      this.#plan.placed(v, by, by === at ? -0.1 : 0.2)
      return v
    }
    const assembly = this.#plan.assemblyOf(lanes)
    if (assembly) {
      const { from, numbers, isWhole, others } = assembly
      let made = typeof from === 'number' ? from : this.#make(from)
      if (!isWhole) made = add(Op.Shuffle, [made, ...numbers.map(n => this.#i32(n))])
      for (const i of others) made = add(Op.InsertElement, [made, this.#scalar(lanes[i]!), this.#i32(i)])
      return made
    }
    if (isRepeated(lanes)) {
      const one = add(Op.InsertElement, [
        this.#undef(type),
        this.#scalar(lanes.find(v => v !== NO_VALUE)!),
        this.#i32(0),
      ])
      return add(Op.Shuffle, [one, ...lanes.map(() => this.#i32(0))])
    }
    let made = this.#undef(type)
    // What is no lane of a constant vector is some other of its constants: DXIL forbids to insert undefined values.
    const isConstant = lanes.every(v => v <= 0)
    const isGiven = (v: Value): boolean => v !== NO_VALUE && !this.#m.constants.isUndef(v)
    const filler = isConstant ? lanes.find(isGiven) : undefined
    const insert = (i: number, lane: Value): void => {
      made = add(Op.InsertElement, [made, lane, this.#i32(i)])
    }
    // Constants are one vector, so they come first.
    for (const [i, lane] of lanes.entries()) {
      const constant = isGiven(lane) ? lane : filler
      if (constant !== undefined && constant < 0) insert(i, constant)
    }
    for (const [i, lane] of lanes.entries()) if (lane > 0) insert(i, this.#scalar(lane))
    return made
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

/** One value, no constant, in every lane. */
function isRepeated(lanes: Lanes): boolean {
  const one = lanes.find(v => v !== NO_VALUE) ?? NO_VALUE
  return one > 0 && lanes.filter(v => v === one).length > 2 && lanes.every(v => v === one || v === NO_VALUE)
}

function firstBehindPhis(f: Func, phi: Value): Value {
  let v = phi
  while (f.op(v) === Op.Phi) v = f.next(v)
  return v
}
