// Removes instructions whose result nobody needs and whose execution nobody can observe, cycles of phis included, and local variables that
// are only written, groupshared ones too. Mark and sweep: live is what a write or a branch needs, transitively; a store to a local is live when a live load is.

import { borrowBytes, giveBack } from '../../ir/borrowed.ts'
import { effectOf } from '../../ir/effects.ts'
import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import type { Pass } from '../common/pass.ts'
import { intOf, isInt, isUndef } from '../common/simplify_rules.ts'

const NOTHING: readonly Value[] = []

export const deadCode: Pass = {
  name: 'dead_code',
  run(m, f) {
    const isWatched = m.globals.some(g => g.space === 3 && !isArray(m, g.valueType))
    return removeDead(m, f, isWatched ? variablesRead(m) : undefined)
  },
}

/** For optimised code: what is stored to static variables that functions share and none of them reads. */
export function removeUnreadStatics(m: Module): void {
  if (!m.globals.some(g => g.initial)) return
  const read = variablesRead(m)
  for (const f of m.definitions) removeDead(m, f, read)
}

function removeDead(m: Module, f: Func, read: ReadonlySet<Value> | undefined): boolean {
  const live = markLive(m, f, read)
  const dead: Value[] = []
  for (const b of f.blocks) for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) if (live[v] === 0) dead.push(v)
  giveBack(live)
  // Uses first: dead values may use each other in a circle.
  for (const v of dead) f.setOperands(v, NOTHING)
  for (const v of dead) f.remove(v)
  return dead.length > 0
}

/** Variables of the module that anything reads, and groupshared arrays, which DXC leaves alone, and vectors of which components are stored. */
function variablesRead(m: Module): ReadonlySet<Value> {
  const read = new Set<Value>()
  for (const f of m.definitions)
    for (const b of f.blocks) {
      const lanes = new Map<Value, number[]>()
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        const op = f.op(v)
        if (op < Op.Load || op > Op.CmpXchg) {
          // An operation that takes an address may read there: DispatchMesh reads the payload.
          if (!isPart(f, v)) for (const o of f.operands(v)) read.add(variableOf(f, o))
          continue
        }
        const pointer = f.operandAt(v, 0)
        const base = variableOf(f, pointer)
        const global = base < 0 ? m.constants.get(base) : undefined
        const shared = global?.kind === 'global' && global.global.space === 3 ? global.global.valueType : undefined
        if (op !== Op.Store || (shared !== undefined && isArray(m, shared))) read.add(base)
        else if (shared !== undefined && m.types.shape(shared).kind === 'vector') noteLane(m, f, pointer, base, lanes)
      }
      for (const [base, counts] of lanes) if (!isWhole(m, base, counts)) read.add(base)
    }
  return read
}

/** In finished code a vector may have been an array. */
function isArray(m: Module, type: Type): boolean {
  const shape = m.types.shape(type)
  return shape.kind === 'array' || (shape.kind === 'vector' && m.phase === 'finished')
}

/** Counts the stores to a lane; those to one that run time chooses are stores to lane -1. */
function noteLane(m: Module, f: Func, pointer: Value, base: Value, lanes: Map<Value, number[]>): void {
  const counts = lanes.get(base) ?? []
  lanes.set(base, counts)
  const lane = Number((f.op(pointer) === Op.Gep ? intOf(m, f.operandAt(pointer, 1)) : undefined) ?? -1)
  counts[lane] = (counts[lane] ?? 0) + 1
}

/** `g = t` stores every lane of a block as often as any other, `g.x = t` does not. */
function isWhole(m: Module, base: Value, counts: readonly number[]): boolean {
  const pointer = m.types.shape(m.constants.get(base).type)
  const shape = pointer.kind === 'pointer' ? m.types.shape(pointer.pointee) : undefined
  const count = shape?.kind === 'vector' ? shape.count : 0
  const known = Array.from({ length: count }, (_, lane) => counts[lane] ?? 0)
  return counts[-1] === undefined && counts.length === count && known.every(n => n === known[0])
}

/** To be given back. */
function markLive(m: Module, f: Func, read: ReadonlySet<Value> | undefined): Uint8Array<ArrayBuffer> {
  const live = borrowBytes(f.valueLimit)
  const work: Value[] = []
  const mark = (v: Value): void => {
    if (v <= 0 || live[v] !== 0) return
    live[v] = 1
    work.push(v)
  }
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      const effect = effectOf(f, v)
      if (effect === 'control' || (effect === 'write' && !isUnread(f, v, read) && !isIdle(m, f, v))) mark(v)
    }
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    for (let i = 0, n = f.operandCount(v); i < n; i++) mark(f.operandAt(v, i))
    if (f.op(v) === Op.Alloca) markStores(m, f, v, mark)
  }
  return live
}

/** A ray query that nobody traces is not allocated, and nothing is discarded on a false condition. */
function isIdle(m: Module, f: Func, v: Value): boolean {
  if (f.op(v) !== Op.Dx) return false
  return f.aux(v) === DxilOp.AllocateRayQuery || (f.aux(v) === DxilOp.Discard && isInt(intOf(m, f.operandAt(v, 0)), 0))
}

/** A store that only a load could need: to a local variable, or to a variable of the module that nothing ever reads. */
function isUnread(f: Func, v: Value, read: ReadonlySet<Value> | undefined): boolean {
  if (localVariable(f, v) !== NO_VALUE) return true
  if (f.op(v) !== Op.Store || !read) return false
  const base = variableOf(f, f.operandAt(v, 0))
  return base < 0 && !read.has(base)
}

/** The address of a part of memory, or of the same as another type. */
const isPart = (f: Func, v: Value): boolean =>
  f.op(v) === Op.Gep || f.op(v) === Op.AccessChain || f.op(v) === Op.BitCast

/** The variable behind an address of any part of it. */
function variableOf(f: Func, pointer: Value): Value {
  let base = pointer
  while (isPart(f, base)) base = f.operandAt(base, 0)
  return base
}

/** The alloca a store writes to, or NO_VALUE. */
function localVariable(f: Func, v: Value): Value {
  const base = f.op(v) === Op.Store ? variableOf(f, f.operandAt(v, 0)) : NO_VALUE
  return f.op(base) === Op.Alloca ? base : NO_VALUE
}

/** What has no value need not be stored; PIX's passes crash on such stores. */
function markStores(m: Module, f: Func, memory: Value, mark: (v: Value) => void): void {
  for (let slot = f.firstUse(memory); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (isPart(f, user)) markStores(m, f, user, mark)
    else if (f.op(user) === Op.Store && !isUndef(m, f.operandAt(user, 1))) mark(user)
  }
}
