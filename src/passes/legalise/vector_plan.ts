// Which scalar instructions become one instruction on vectors: bottom up from a vector that is put together of its lanes. Lanes that are the
// same operation on other operands are a group, and the operands of the group are lanes of vectors again.
// Invariant: a group stands where its last lane stood. A lane is taken only when all its other users come later than that, so groups never
// depend on each other in a circle: whatever uses one stands behind it.

import { effectOf, isConvergent } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { I1, type Type } from '../../ir/types.ts'
import { dxilOpRow } from '../../spec/dxil_ops.ts'
import { intOf } from '../common/simplify_rules.ts'

/** A vector to be: of what is a vector already, of a group of instructions, or put together. */
export type Lanes = readonly Value[]

export interface Group {
  readonly lanes: Lanes
  readonly last: Value
  /** Operands of the vector instruction; a plain value stays scalar. */
  operands: (Lanes | Value)[]
  /** The vector instruction, once it is there. */
  made: Value
}

/** Groups deeper than this are put together of scalars. */
const MAX_DEPTH = 200

const JOINED: ReadonlySet<number> = new Set([
  ...[Op.Phi, Op.Add, Op.Sub, Op.Mul, Op.UDiv, Op.SDiv, Op.URem, Op.SRem, Op.Shl, Op.LShr, Op.AShr],
  ...[Op.And, Op.Or, Op.Xor, Op.FAdd, Op.FSub, Op.FMul, Op.FDiv, Op.FRem, Op.ICmp, Op.FCmp, Op.Select],
  ...[Op.Trunc, Op.ZExt, Op.SExt, Op.FPTrunc, Op.FPExt, Op.FPToSI, Op.FPToUI, Op.SIToFP, Op.UIToFP, Op.BitCast],
])

/** By opcode, for those that work lane by lane and have overloads for vectors: how many operands are vectors; behind them come scalars. */
const VECTOR_OPERANDS = new Map<number, number>()

function vectorOperands(opcode: number): number {
  let known = VECTOR_OPERANDS.get(opcode)
  if (known === undefined) {
    const row = dxilOpRow(opcode)
    const isLanes = row?.[4].includes('<') && /^\$o(_i1|_i32)?\(\$o /.test(row[3])
    known = isLanes ? row![3].split('$o ').length - 1 : 0
    VECTOR_OPERANDS.set(opcode, known)
  }
  return known
}

const isJoined = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Dx ? vectorOperands(f.aux(v)) > 0 : JOINED.has(f.op(v))

const isOne = (lanes: Lanes): boolean => lanes.every(v => v === lanes[0])

/** Operations between lanes; barriers, which are memory's, are none. */
const isConvergentDx = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Dx && isConvergent(f, v) && vectorOperands(f.aux(v)) > 0

/** The groups of one function, planned and made. */
export class VectorPlan {
  readonly m: Module
  readonly f: Func
  readonly #position: number[] = []
  /** The group that an instruction is a lane of. */
  readonly groupOf = new Map<Value, Group>()
  /** Which lane it is. */
  readonly numberOf = new Map<Value, number>()
  /** Groups of the plan that is being made. */
  #planned: Group[] = []

  constructor(m: Module, f: Func) {
    this.m = m
    this.f = f
    for (const b of f.blocks) {
      let n = 0
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) this.#position[v] = n++
    }
  }

  /** Where an instruction that was added stands, relative to another. */
  placed(v: Value, by: Value, offset: number): void {
    this.#position[v] = this.#position[by]! + offset
  }

  /** Plans the vector of some lanes. @returns the new groups; none when the vector is cheaper put together */
  plan(lanes: Lanes): readonly Group[] {
    this.#planned = []
    this.#take(lanes, 0)
    const groups = this.#planned
    if (groups.length > 0 && this.#gain(groups) + lanes.length > 0) return groups
    for (const group of groups) for (const lane of group.lanes) this.groupOf.delete(lane)
    return []
  }

  /** The group that lanes are, in order. */
  wholeGroup(lanes: Lanes): Group | undefined {
    const group = this.groupOf.get(lanes[0]!)
    return group && group.lanes.length === lanes.length && lanes.every((v, i) => v === group.lanes[i])
      ? group
      : undefined
  }

  /** The vector that lanes are elements of, with their numbers there; undefined where they are of several or of none. */
  elementsOf(lanes: Lanes): { readonly vector: Value | Group; readonly numbers: readonly number[] } | undefined {
    let vector: Value | Group | undefined
    const numbers: number[] = []
    for (const lane of lanes) {
      const found = this.#elementOf(lane)
      if (!found || (vector !== undefined && found[0] !== vector)) return undefined
      vector = found[0]
      numbers.push(found[1])
    }
    return vector === undefined ? undefined : { vector, numbers }
  }

  #elementOf(lane: Value): [Value | Group, number] | undefined {
    const { f, m } = this
    const group = this.groupOf.get(lane)
    if (group) return [group, this.numberOf.get(lane)!]
    if (f.op(lane) !== Op.ExtractElement) return undefined
    const index = intOf(m, f.operand(lane, 1))
    return index === undefined ? undefined : [f.operand(lane, 0), Number(index)]
  }

  #take(lanes: Lanes, depth: number): void {
    if (depth > MAX_DEPTH || !this.#isGroup(lanes)) return
    const { f } = this
    const [first] = lanes as [Value]
    const isPhi = f.op(first) === Op.Phi
    let last = first
    for (const lane of lanes) if (this.#position[lane]! > this.#position[last]!) last = lane
    const own = new Set(lanes)
    if (!isPhi && !lanes.every(lane => this.#comesLate(lane, own, last))) return
    if (isConvergent(f, first) && !this.#isRun(lanes, last)) return
    for (let i = 0, n = f.operandCount(first); i < n; i++)
      if (this.#isScalarOperand(first, i) && !isOne(lanes.map(lane => f.operand(lane, i)))) return
    const group: Group = { lanes, last, operands: [], made: NO_VALUE }
    for (const [i, lane] of lanes.entries()) {
      this.groupOf.set(lane, group)
      this.numberOf.set(lane, i)
    }
    this.#planned.push(group)
    for (let i = 0, n = f.operandCount(first); i < n; i++) {
      const column = lanes.map(lane => f.operand(lane, i))
      const isScalar = this.#isScalarOperand(first, i) || (f.op(first) === Op.Select && i === 0 && isOne(column))
      group.operands.push(isScalar ? column[0]! : column)
      if (!isScalar) this.#take(column, depth + 1)
    }
  }

  #isScalarOperand = (v: Value, i: number): boolean => this.f.op(v) === Op.Dx && i >= vectorOperands(this.f.aux(v))

  /** Nothing between the lanes, such as a barrier or a discard, that operations between lanes of a wave could notice. */
  #isRun(lanes: Lanes, last: Value): boolean {
    const { f } = this
    let from = last
    for (const lane of lanes) if (this.#position[lane]! < this.#position[from]!) from = lane
    for (let v = from; v !== last; v = f.next(v)) if (effectOf(f, v) !== 'pure' && !isConvergentDx(f, v)) return false
    return true
  }

  /** Different instructions of one block that do the same to other operands. */
  #isGroup(lanes: Lanes): boolean {
    const { f } = this
    const [first] = lanes as [Value]
    if (lanes.length < 2 || first <= 0 || !isJoined(f, first) || new Set(lanes).size < lanes.length) return false
    const n = f.operandCount(first)
    const source = n > 0 ? this.m.typeOf(f, f.operand(first, f.op(first) === Op.Select ? 1 : 0)) : I1
    return lanes.every(
      v =>
        v > 0 &&
        f.op(v) === f.op(first) &&
        f.type(v) === f.type(first) &&
        f.aux(v) === f.aux(first) &&
        f.flags(v) === f.flags(first) &&
        f.blockOf(v) === f.blockOf(first) &&
        f.operandCount(v) === n &&
        this.m.typeOf(f, f.operand(v, f.op(v) === Op.Select ? 1 : 0)) === source &&
        !this.groupOf.has(v) &&
        this.#isScalar(f.type(v)),
    )
  }

  #isScalar(t: Type): boolean {
    const { kind } = this.m.types.shape(t)
    return kind === 'int' || kind === 'float'
  }

  /** Nothing uses the lane before the vector is there. */
  #comesLate(lane: Value, lanes: ReadonlySet<Value>, last: Value): boolean {
    const { f } = this
    const end = this.#position[last]!
    for (let slot = f.firstUse(lane); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (f.blockOf(user) !== f.blockOf(lane) || f.op(user) === Op.Phi) continue
      if (lanes.has(user)) return false
      const group = this.groupOf.get(user)
      if (this.#position[group ? group.last : user]! <= end) return false
    }
    return true
  }

  /** Instructions less than before, not counting the vector that all began with. */
  #gain(groups: readonly Group[]): number {
    let gain = 0
    for (const { lanes, operands } of groups) {
      gain += lanes.length - 1
      for (const column of operands) if (typeof column !== 'number') gain -= this.#costOf(column)
      for (const lane of lanes) if (this.#isUsedAlone(lane)) gain--
    }
    return gain
  }

  #costOf(lanes: Lanes): number {
    if (this.wholeGroup(lanes) || lanes.every(v => v < 0)) return 0
    if (lanes.every(v => v === lanes[0])) return 2
    if (this.elementsOf(lanes)) return 1
    const others = lanes.filter(v => v > 0)
    if (others.length * 2 >= lanes.length && others.length > 2 && this.elementsOf(others))
      return lanes.length - others.length + 1
    return lanes.filter(v => v > 0).length
  }

  #isUsedAlone(lane: Value): boolean {
    const { f } = this
    for (let slot = f.firstUse(lane); slot !== 0; slot = f.nextUse(slot)) {
      const user = f.userAt(slot)
      if (!this.groupOf.has(user) && f.op(user) !== Op.InsertElement) return true
    }
    return false
  }
}
