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

/** A vector to be: of what is a vector already, of a group of instructions, or put together. NO_VALUE: nothing reads the lane. */
export type Lanes = readonly Value[]

export interface Group {
  /** What the lanes of the vector instruction replace. NO_VALUE: the instruction computes this lane, too, but something else is wanted there. */
  readonly lanes: Lanes
  readonly last: Value
  /** Operands of the vector instruction; a plain value stays scalar. */
  operands: (Lanes | Value)[]
  /** The vector instruction, once it is there. */
  made: Value
}

/** How a vector is put together of another: elements by number, of which those of other lanes are inserted. */
export interface Assembly {
  readonly from: Value | Group
  readonly numbers: readonly number[]
  /** The lanes are those of the other vector but for what is inserted: it needs no shuffle. */
  readonly isWhole: boolean
  /** Numbers of the lanes that are inserted. */
  readonly others: readonly number[]
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

/** One value in all lanes that are read. */
const isOne = (lanes: Lanes): boolean => {
  const one = lanes.find(v => v !== NO_VALUE)
  return lanes.every(v => v === one || v === NO_VALUE)
}

/** Undefined for some divisors: no lane may have any. */
const DIVISIONS: ReadonlySet<number> = new Set([Op.UDiv, Op.SDiv, Op.URem, Op.SRem])

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
    this.#forget(0)
    return []
  }

  /** The group that lanes are, in order. */
  wholeGroup(lanes: Lanes): Group | undefined {
    const group = this.groupOf.get(lanes.find(v => v !== NO_VALUE) ?? NO_VALUE)
    return group && group.lanes.length === lanes.length && lanes.every((v, i) => v === group.lanes[i] || v === NO_VALUE)
      ? group
      : undefined
  }

  /** The cheapest way from another vector to these lanes; undefined where it is cheaper to insert them one by one. */
  assemblyOf(lanes: Lanes): Assembly | undefined {
    const sources = lanes.map(lane => (lane === NO_VALUE ? undefined : this.#elementOf(lane)))
    const counts = new Map<Value | Group, number>()
    for (const source of sources) if (source) counts.set(source[0], (counts.get(source[0]) ?? 0) + 1)
    let best: Assembly | undefined
    for (const [from, count] of counts) {
      if (best && count <= lanes.length - best.others.length) continue
      best = this.#assembly(lanes, sources, from)
    }
    return best && this.#costOfAssembly(best) < costOfInserts(lanes) ? best : undefined
  }

  #assembly(lanes: Lanes, sources: readonly ([Value | Group, number] | undefined)[], from: Value | Group): Assembly {
    const others: number[] = []
    for (const [i, lane] of lanes.entries())
      if (lane !== NO_VALUE && !this.m.constants.isUndef(lane) && sources[i]?.[0] !== from) others.push(i)
    const isInPlace = sources.every((source, i) => source?.[0] !== from || source[1] === i)
    const isWhole = isInPlace && this.#countOf(from) === lanes.length
    // Lanes that are not read, and those that are inserted later, begin as the element in their place: any will do.
    const size = this.#countOf(from)
    const numbers = sources.map((source, i) => (source?.[0] === from ? source[1] : Math.min(i, size - 1)))
    return { from, numbers, isWhole, others }
  }

  #countOf(from: Value | Group): number {
    if (typeof from !== 'number') return from.lanes.length
    const shape = this.m.types.shape(this.m.typeOf(this.f, from))
    return shape.kind === 'vector' ? shape.count : 0
  }

  #costOfAssembly = ({ isWhole, others }: Assembly): number => (isWhole ? 0 : 1) + others.length

  #elementOf(lane: Value): [Value | Group, number] | undefined {
    const { f, m } = this
    const group = this.groupOf.get(lane)
    if (group) return [group, this.numberOf.get(lane)!]
    if (lane <= 0 || f.op(lane) !== Op.ExtractElement) return undefined
    const index = intOf(m, f.operand(lane, 1))
    return index === undefined ? undefined : [f.operand(lane, 0), Number(index)]
  }

  /** @returns how many instructions the vector needs more than the lanes that it replaces */
  #take(lanes: Lanes, depth: number): number {
    const alone = this.#costOf(lanes)
    if (depth > MAX_DEPTH || alone === 0) return alone
    const group = this.#groupIn(lanes)
    if (!group) return alone
    const { f } = this
    const first = group.lanes.find(v => v !== NO_VALUE)!
    const mark = this.#planned.length
    let count = 0
    for (const [i, lane] of group.lanes.entries()) {
      if (lane === NO_VALUE) continue
      this.groupOf.set(lane, group)
      this.numberOf.set(lane, i)
      count++
    }
    this.#planned.push(group)
    let cost = 1 - count
    for (const [i, lane] of lanes.entries()) if (lane !== group.lanes[i]) cost++
    for (let i = 0, n = f.operandCount(first); i < n; i++) {
      const column = group.lanes.map(lane => (lane === NO_VALUE ? NO_VALUE : f.operand(lane, i)))
      const isScalar = this.#isScalarOperand(first, i) || (f.op(first) === Op.Select && i === 0 && isOne(column))
      group.operands.push(isScalar ? f.operand(first, i) : column)
      if (!isScalar) cost += this.#take(column, depth + 1)
    }
    if (cost <= alone) return cost
    this.#forget(mark)
    return alone
  }

  /** Takes planned groups back. */
  #forget(mark: number): void {
    for (const group of this.#planned.splice(mark)) for (const lane of group.lanes) this.groupOf.delete(lane)
  }

  /** The group that most of the lanes are; the others are put in behind it. */
  #groupIn(lanes: Lanes): Group | undefined {
    const { f } = this
    const kinds = new Map<string, number>()
    const seen = new Set<Value>()
    const keys = lanes.map(lane => {
      const key = seen.has(lane) ? undefined : this.#kindOf(lane)
      seen.add(lane)
      if (key !== undefined) kinds.set(key, (kinds.get(key) ?? 0) + 1)
      return key
    })
    const [kind, count] = [...kinds].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])
    if (count < 2 || count * 2 < lanes.length) return undefined
    const own = lanes.map((lane, i) => (keys[i] === kind ? lane : NO_VALUE))
    const first = own.find(v => v !== NO_VALUE)!
    if (own.includes(NO_VALUE) && DIVISIONS.has(f.op(first)) && lanes.some((v, i) => v !== own[i] && v !== NO_VALUE))
      return undefined
    let last = first
    for (const lane of own) if (lane !== NO_VALUE && this.#position[lane]! > this.#position[last]!) last = lane
    const all = new Set(own)
    if (f.op(first) !== Op.Phi && !own.every(lane => lane === NO_VALUE || this.#comesLate(lane, all, last)))
      return undefined
    if (
      isConvergent(f, first) &&
      !this.#isRun(
        own.filter(v => v !== NO_VALUE),
        last,
      )
    )
      return undefined
    for (let i = 0, n = f.operandCount(first); i < n; i++)
      if (this.#isScalarOperand(first, i) && !isOne(own.map(lane => (lane === NO_VALUE ? lane : f.operand(lane, i)))))
        return undefined
    return { lanes: own, last, operands: [], made: NO_VALUE }
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

  /** What instructions of one group have in common; undefined for those that can be in none. */
  #kindOf(v: Value): string | undefined {
    const { f } = this
    if (v <= 0 || !isJoined(f, v) || this.groupOf.has(v) || !this.#isScalar(f.type(v))) return undefined
    const n = f.operandCount(v)
    const source = n > 0 ? this.m.typeOf(f, f.operand(v, f.op(v) === Op.Select ? 1 : 0)) : I1
    return `${f.op(v)} ${f.type(v)} ${f.aux(v)} ${f.flags(v)} ${f.blockOf(v)} ${n} ${source}`
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
      gain--
      for (const column of operands) if (typeof column !== 'number') gain -= this.#costOf(column)
      for (const lane of lanes) if (lane !== NO_VALUE && !this.#isUsedAlone(lane)) gain++
    }
    return gain
  }

  /** Instructions that put a vector together. */
  #costOf(lanes: Lanes): number {
    if (this.wholeGroup(lanes) || lanes.every(v => v <= 0)) return 0
    const assembly = this.assemblyOf(lanes)
    return assembly ? this.#costOfAssembly(assembly) : costOfInserts(lanes)
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

/** Constants are there from the beginning. */
function costOfInserts(lanes: Lanes): number {
  const others = lanes.filter(v => v > 0).length
  return others > 2 && isOne(lanes) ? 2 : others
}
