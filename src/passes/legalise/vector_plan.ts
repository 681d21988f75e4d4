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
import type { Order } from './order.ts'

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

/** A vector that has a value as an element. */
interface Source {
  readonly from: Value | Group
  readonly number: number
}

/** Vectors that were put together and have a value are remembered up to this many. */
const MAX_SOURCES = 4

/** Groups deeper than this are put together of scalars. */
const MAX_DEPTH = 200

/** So many instructions for each lane are moved behind a group at most. */
const MAX_DELAYED = 16

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

/** Undefined for some divisors: lanes that nothing reads need one that is known. */
const DIVISIONS: ReadonlySet<number> = new Set([Op.UDiv, Op.SDiv, Op.URem, Op.SRem])

/** Pure instructions move about in their block. */
const isMovable = (f: Func, v: Value): boolean => effectOf(f, v) === 'pure' && !isConvergent(f, v)

/** Operations between lanes; barriers, which are memory's, are none. */
const isConvergentDx = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Dx && isConvergent(f, v) && vectorOperands(f.aux(v)) > 0

/** The groups of one function, planned and made. */
export class VectorPlan {
  readonly m: Module
  readonly f: Func
  readonly #order: Order
  /** The group that an instruction is a lane of. */
  readonly groupOf = new Map<Value, Group>()
  /** Which lane it is. */
  readonly numberOf = new Map<Value, number>()
  /** Vectors that were put together, by what is in them, and their lanes. */
  readonly #sources = new Map<Value, Source[]>()
  readonly #lanesOf = new Map<Value | Group, Lanes>()
  /** Groups of the plan that is being made. */
  #planned: Group[] = []
  /** Takes every group there is. */
  #isEager = false
  /** A group was not taken because its lanes are cheaper put together. */
  #hasDeclined = false

  constructor(m: Module, f: Func, order: Order) {
    this.m = m
    this.f = f
    this.#order = order
  }

  /** Remembers what a vector was put together of: others may need it, too. */
  remember(vector: Value, lanes: Lanes): void {
    this.#lanesOf.set(vector, lanes)
    for (const [number, lane] of lanes.entries()) {
      if (lane <= 0) continue
      const known = this.#sources.get(lane) ?? []
      if (known[0]?.from === vector) continue
      this.#sources.set(lane, [{ from: vector, number }, ...known.slice(0, MAX_SOURCES - 1)])
    }
  }

  /**
   * Plans the vector of some lanes in front of `at`. @param worth instructions that the vector saves there
   * @returns the new groups; none when the vector is cheaper put together
   */
  plan(lanes: Lanes, at: Value, worth: number): readonly Group[] {
    const careful = this.#gainOf(lanes, at, false)
    let best = careful
    // Vectors that several groups take are put together once: what does not pay for the first may pay for all.
    if (this.#hasDeclined) {
      this.#forget(0)
      best = this.#gainOf(lanes, at, true)
      if (best <= careful) {
        this.#forget(0)
        best = this.#gainOf(lanes, at, false)
      }
    }
    if (this.#planned.length > 0 && best + worth > 0) return this.#planned
    this.#forget(0)
    return []
  }

  /** Plans the vector of the lanes. @returns how many instructions less that are */
  #gainOf(lanes: Lanes, at: Value, isEager: boolean): number {
    this.#planned = []
    this.#isEager = isEager
    this.#hasDeclined = false
    this.#take(lanes, 0, at)
    return this.#gain(this.#planned)
  }

  /** The group that lanes are, in order. */
  wholeGroup(lanes: Lanes): Group | undefined {
    const group = this.groupOf.get(lanes.find(v => v !== NO_VALUE) ?? NO_VALUE)
    return group && group.lanes.length === lanes.length && lanes.every((v, i) => v === group.lanes[i] || v === NO_VALUE)
      ? group
      : undefined
  }

  /** The cheapest way from another vector to these lanes in front of `at`; undefined where it is cheaper to insert them one by one. */
  assemblyOf(lanes: Lanes, at: Value): Assembly | undefined {
    const sources = lanes.map((lane, i) => this.#sourcesOf(lane, i, at))
    const counts = new Map<Value | Group, number>()
    for (const list of sources) for (const { from } of list) counts.set(from, (counts.get(from) ?? 0) + 1)
    let best: Assembly | undefined
    let cost = costOfInserts(lanes)
    for (const [from, count] of counts) {
      if (lanes.length - count > cost + lanes.length - lanes.filter(v => v > 0).length) continue
      const assembly = this.#assembly(
        lanes,
        sources.map(list => list.find(s => s.from === from)?.number),
        from,
      )
      const own = costOfAssembly(assembly)
      if (own >= cost) continue
      best = assembly
      cost = own
    }
    return best
  }

  #assembly(lanes: Lanes, found: (number | undefined)[], from: Value | Group): Assembly {
    const others: number[] = []
    const known = this.#lanesOf.get(from)
    for (const [i, lane] of lanes.entries()) {
      // Constants have no vectors that are looked for.
      if (found[i] === undefined && known?.[i] === lane) found[i] = i
      if (lane !== NO_VALUE && !this.m.constants.isUndef(lane) && found[i] === undefined) others.push(i)
    }
    const size = this.#countOf(from)
    const isWhole = size === lanes.length && found.every((n, i) => n === undefined || n === i)
    // Lanes that are not read, and those that are inserted later, begin as the element in their place: any will do.
    const numbers = found.map((n, i) => n ?? Math.min(i, size - 1))
    return { from, numbers, isWhole, others }
  }

  #countOf(from: Value | Group): number {
    if (typeof from !== 'number') return from.lanes.length
    const shape = this.m.types.shape(this.m.typeOf(this.f, from))
    return shape.kind === 'vector' ? shape.count : 0
  }

  /** Vectors that have a lane, each with the number it has there: the lane's own where it can be. */
  #sourcesOf(lane: Value, i: number, at: Value): readonly Source[] {
    if (lane <= 0) return []
    const { f, m } = this
    const found: Source[] = []
    const group = this.groupOf.get(lane)
    if (group) found.push({ from: group, number: this.numberOf.get(lane)! })
    else if (f.op(lane) === Op.ExtractElement) {
      const index = intOf(m, f.operandAt(lane, 1))
      if (index !== undefined) found.push({ from: f.operandAt(lane, 0), number: Number(index) })
    }
    for (const source of this.#sources.get(lane) ?? []) {
      const { from } = source
      if (from === at || !this.#order.isBefore(from as Value, at)) continue
      found.push(this.#lanesOf.get(from)![i] === lane ? { from, number: i } : source)
    }
    return found
  }

  /** @returns how many instructions the vector needs more than the lanes that it replaces */
  #take(lanes: Lanes, depth: number, at: Value): number {
    const alone = this.#costOf(lanes, at)
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
      const column = group.lanes.map(lane => (lane === NO_VALUE ? NO_VALUE : f.operandAt(lane, i)))
      const isScalar = this.#isScalarOperand(first, i) || (f.op(first) === Op.Select && i === 0 && isOne(column))
      group.operands.push(isScalar ? f.operandAt(first, i) : column)
      if (!isScalar) cost += this.#take(column, depth + 1, this.#placeOf(group, i))
    }
    if (cost <= alone || this.#isEager) return cost
    this.#hasDeclined = true
    this.#forget(mark)
    return alone
  }

  /** In front of what the vector of an operand is needed. */
  #placeOf({ lanes, last }: Group, operand: number): Value {
    const { f } = this
    const first = lanes.find(v => v !== NO_VALUE)!
    return f.op(first) === Op.Phi ? f.terminator(f.predecessors(f.blockOf(first))[operand]!) : last
  }

  /** Takes planned groups back. Lanes that stay come behind operands that #delayUsers moved because the whole group was to come later. */
  #forget(mark: number): void {
    const lanes = this.#planned.splice(mark).flatMap(group => group.lanes.filter(lane => lane !== NO_VALUE))
    for (const lane of lanes) this.groupOf.delete(lane)
    // A lane may use another one: in their old order.
    lanes.sort((a, b) => this.#order.position(a) - this.#order.position(b))
    for (const lane of lanes) this.#comeBehindOperands(lane)
  }

  #comeBehindOperands(lane: Value): void {
    const { f } = this
    if (f.op(lane) === Op.Phi) return
    let last = lane
    for (const o of f.operands(lane))
      if (o > 0 && f.blockOf(o) === f.blockOf(lane) && this.#order.position(o) > this.#order.position(last)) last = o
    if (last === lane) return
    f.moveBefore(lane, f.next(last))
    this.#order.added(lane)
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
    const own = this.#alike(lanes.map((lane, i) => (keys[i] === kind ? lane : NO_VALUE)))
    const first = own.find(v => v !== NO_VALUE)!
    const isDivision = own.includes(NO_VALUE) && DIVISIONS.has(f.op(first))
    if (isDivision && own.some(v => v !== NO_VALUE && f.operandAt(v, 1) > 0)) return undefined
    let last = first
    for (const lane of own)
      if (lane !== NO_VALUE && this.#order.position(lane) > this.#order.position(last)) last = lane
    if (
      isConvergent(f, first) &&
      !this.#isRun(
        own.filter(v => v !== NO_VALUE),
        last,
      )
    )
      return undefined
    for (let i = 0, n = f.operandCount(first); i < n; i++)
      if (this.#isScalarOperand(first, i) && !isOne(own.map(lane => (lane === NO_VALUE ? lane : f.operandAt(lane, i)))))
        return undefined
    if (f.op(first) !== Op.Phi && !this.#delayUsers(own, last)) return undefined
    return { lanes: own, last, operands: [], made: NO_VALUE }
  }

  /** Where all but few lanes are sums with the same kind of number, those few may be one sum further: `v.x += other` behind `v += w`. */
  #alike(lanes: readonly Value[]): Value[] {
    const { f } = this
    const secondOf = (v: Value): string | undefined =>
      v > 0 && f.operandCount(v) === 2 ? (this.#kindOf(f.operandAt(v, 1)) ?? '') : undefined
    const seconds = lanes.map(secondOf)
    const usual = seconds.filter(s => s !== undefined).sort()[lanes.length >> 1]
    const alike = [...lanes]
    for (const [i, lane] of lanes.entries()) {
      if (seconds[i] === undefined || seconds[i] === usual) continue
      const inner = f.operandAt(lane, 0)
      const isFurther = this.#kindOf(inner) === this.#kindOf(lane) && secondOf(inner) === usual
      if (isFurther && !alike.includes(inner)) alike[i] = inner
    }
    return alike
  }

  #isScalarOperand = (v: Value, i: number): boolean => this.f.op(v) === Op.Dx && i >= vectorOperands(this.f.aux(v))

  /** Nothing between the lanes, such as a barrier or a discard, that operations between lanes of a wave could notice. */
  #isRun(lanes: Lanes, last: Value): boolean {
    const { f } = this
    let from = last
    for (const lane of lanes) if (this.#order.position(lane) < this.#order.position(from)) from = lane
    for (let v = from; v !== last; v = f.next(v)) if (effectOf(f, v) !== 'pure' && !isConvergentDx(f, v)) return false
    return true
  }

  /** What instructions of one group have in common; undefined for those that can be in none. */
  #kindOf(v: Value): string | undefined {
    const { f } = this
    if (v <= 0 || !isJoined(f, v) || this.groupOf.has(v) || !this.#isScalar(f.type(v))) return undefined
    const n = f.operandCount(v)
    const source = n > 0 ? this.m.typeOf(f, f.operandAt(v, f.op(v) === Op.Select ? 1 : 0)) : I1
    return `${f.op(v)} ${f.type(v)} ${f.aux(v)} ${f.flags(v)} ${f.blockOf(v)} ${n} ${source}`
  }

  #isScalar(t: Type): boolean {
    const { kind } = this.m.types.shape(t)
    return kind === 'int' || kind === 'float'
  }

  /** Lets everything that uses lanes come behind the last of them. @returns false where that cannot be */
  #delayUsers(lanes: Lanes, last: Value): boolean {
    const { f } = this
    const end = this.#order.position(last)
    const own = new Set(lanes)
    const early = new Set<Value>()
    const used = lanes.filter(v => v !== NO_VALUE)
    for (const v of used)
      for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
        const user = f.userAt(slot)
        if (f.blockOf(user) !== f.blockOf(last) || f.op(user) === Op.Phi || early.has(user)) continue
        if (own.has(user)) return false
        const group = this.groupOf.get(user)
        if (this.#order.position(group ? group.last : user) > end) continue
        if (group || !isMovable(f, user) || early.size > MAX_DELAYED * lanes.length) return false
        early.add(user)
        used.push(user)
      }
    const at = f.next(last)
    for (const v of [...early].sort((a, b) => this.#order.position(a) - this.#order.position(b))) {
      f.moveBefore(v, at)
      this.#order.added(v)
    }
    return true
  }

  /** Instructions less than before, not counting the vector that all began with. */
  #gain(groups: readonly Group[]): number {
    let gain = 0
    const extracts = new Set<Value>()
    const columns = new Set<string>()
    /** What is inserted is needed as a scalar. */
    const inserted = new Set<Value>()
    for (const group of groups) {
      gain--
      for (const [i, column] of group.operands.entries()) {
        if (typeof column === 'number' || columns.has(column.join())) continue
        columns.add(column.join())
        for (const v of column) if (v > 0 && this.f.op(v) === Op.ExtractElement) extracts.add(v)
        if (this.wholeGroup(column) || column.every(v => v <= 0)) continue
        const assembly = this.assemblyOf(column, this.#placeOf(group, i))
        gain -= assembly ? costOfAssembly(assembly) : costOfInserts(column)
        for (const v of assembly ? assembly.others.map(n => column[n]!) : column) inserted.add(v)
      }
    }
    const isFree = (v: Value): boolean => !inserted.has(v) && !this.#isUsedAlone(v)
    for (const { lanes } of groups) for (const lane of lanes) if (lane !== NO_VALUE && isFree(lane)) gain++
    for (const v of extracts) if (isFree(v)) gain++
    return gain
  }

  /** Same operations on elements of one vector: lanes of a vector to be. */
  usersOf(vector: Value): Lanes[] {
    const { f } = this
    const found = new Map<string, Value[][]>()
    const count = this.#countOf(vector)
    for (const extract of f.users(vector)) {
      const index = f.op(extract) === Op.ExtractElement ? intOf(this.m, f.operandAt(extract, 1)) : undefined
      if (index === undefined || index >= count) continue
      const users = [...new Set(f.users(extract))].sort((a, b) => this.#order.position(a) - this.#order.position(b))
      for (const user of users) {
        const kind = this.#kindOf(user)
        if (kind === undefined) continue
        const lists = found.get(kind) ?? []
        found.set(kind, lists)
        let list = lists.find(l => l[Number(index)] === NO_VALUE)
        if (!list) lists.push((list = Array.from({ length: count }, () => NO_VALUE)))
        list[Number(index)] = user
      }
    }
    return [...found.values()].flat()
  }

  /** Instructions that put a vector together. */
  #costOf(lanes: Lanes, at: Value): number {
    if (this.wholeGroup(lanes) || lanes.every(v => v <= 0)) return 0
    const assembly = this.assemblyOf(lanes, at)
    return assembly ? costOfAssembly(assembly) : costOfInserts(lanes)
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

const costOfAssembly = ({ isWhole, others }: Assembly): number => (isWhole ? 0 : 1) + others.length
