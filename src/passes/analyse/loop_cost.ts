// What DXC thinks a loop costs when it decides whether to unroll one without a hint: LLVM 3.7's estimate of what a target makes of it, where a
// call costs one for each argument and one more. Handles are made where they are used then, of a global that is loaded first.

import { effectOf } from '../../ir/effects.ts'
import type { Block, Func, Value } from '../../ir/function.ts'
import { NO_VALUE } from '../../ir/function.ts'
import type { Loop } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { intOf } from '../common/simplify_rules.ts'
import { copyOf } from './copied_memory.ts'
import { elementStores, isOnlyAccessed } from './local_arrays.ts'

/** Arguments of the calls that resource operations become, with the operation's number and arguments that are not used. */
const ARGUMENTS: ReadonlyMap<number, number> = new Map([
  [Op.LoadTyped, 4],
  [Op.StoreTyped, 9],
  [Op.LoadRaw, 6],
  [Op.StoreRaw, 10],
  [Op.LoadCBufferRow, 3],
  [Op.LoadTexture, 9],
  [Op.StoreTexture, 10],
  [Op.UpdateCounter, 3],
  [Op.AtomicBinOp, 7],
  [Op.AtomicCmpXchg, 8],
  [Op.GetDimensions, 3],
])

/** Arguments of operations whose lanes are operands. */
const WHOLE_VECTORS: ReadonlyMap<number, number> = new Map([
  [DxilOp.FDot, 2],
  [DxilOp.VectorReduceAnd, 1],
  [DxilOp.VectorReduceOr, 1],
])

/** Loading the global, createHandleForLib with 2 arguments, annotateHandle with 3. */
const HANDLE_COST = 8
/** The same for a handle that does not change: the global is loaded in front of the loop, the handle made inside. */
const FIXED_HANDLE_COST = 7
const FREE: ReadonlySet<number> = new Set([Op.Phi, Op.NonUniformIndex, Op.BreakCond, Op.HandleFromValue])

/** Of all instructions of a loop. */
export function costOf(m: Module, f: Func, loop: Loop): number {
  let cost = 0
  const hasVectors = m.hasVectors()
  const made = new Map<Block, Set<Value>>()
  const copies = new Map<Value, boolean>()
  for (const b of loop.blocks) {
    // What was made on every way to a block is known there, which DXC sees where there is one way.
    const only = f.predecessors(b).length === 1 ? f.predecessors(b)[0] : undefined
    const handles = new Set(only === undefined ? undefined : made.get(only))
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      cost +=
        (hasVectors && isFurtherLane(f, v) ? 0 : instructionCost(m, f, v)) +
        FIXED_HANDLE_COST * newHandles(m, f, loop, v, handles)
      if (readsCopy(m, f, v, copies)) cost += BUFFER_READ_COST
    }
    made.set(b, handles)
  }
  return cost
}

/** What a read of a buffer costs more than one of a local array: its arguments and the handle. */
const BUFFER_READ_COST = ARGUMENTS.get(Op.LoadRaw)! + FIXED_HANDLE_COST

/**
 * Whether an element that run time chooses is read from a local copy of a buffer: DXC reads the buffer itself by then (forward_copies.ts).
 * @param copies what is known of arrays; filled here
 */
function readsCopy(m: Module, f: Func, v: Value, copies: Map<Value, boolean>): boolean {
  if (f.op(v) !== Op.Load) return false
  const pointer = f.operandAt(v, 0)
  if (f.op(pointer) !== Op.Gep || f.operandAt(pointer, 1) < 0) return false
  const array = f.operandAt(pointer, 0)
  if (f.op(array) !== Op.Alloca) return false
  let is = copies.get(array)
  if (is === undefined) copies.set(array, (is = isCopyOfBuffer(m, f, array)))
  return is
}

/** Every element that is written is written once, with what a buffer holds there. */
function isCopyOfBuffer(m: Module, f: Func, array: Value): boolean {
  if (!isOnlyAccessed(f, array)) return false
  const elements = new Map<number, Value>()
  for (const [at, value] of elementStores(m, f, array)) {
    const index = Number(intOf(m, at) ?? NaN)
    if (Number.isNaN(index) || elements.has(index)) return false
    elements.set(index, value)
  }
  const copy = copyOf(m, f, [...elements])
  return copy !== undefined && f.op(copy.read.load) === Op.LoadRaw
}

/** Lanes of one vector operation stand one behind the other. */
function isFurtherLane(f: Func, v: Value): boolean {
  const before = f.prev(v)
  return (
    before !== NO_VALUE &&
    f.op(v) === f.op(before) &&
    f.type(v) === f.type(before) &&
    (f.aux(v) === f.aux(before) || f.op(v) === Op.Extract) &&
    effectOf(f, v) === 'pure'
  )
}

/** How many handles from outside of the loop DXC makes for an instruction. Each serves until something is written to memory. */
function newHandles(m: Module, f: Func, loop: Loop, v: Value, made: Set<Value>): number {
  let count = 0
  if (f.op(v) === Op.Phi) return 0
  for (let i = 0, n = f.operandCount(v); i < n; i++) {
    const handle = f.operandAt(v, i)
    if (handle < 0 || f.op(handle) !== Op.Handle || made.has(handle) || loop.contains.has(f.blockOf(handle))) continue
    if (m.resources[f.aux(handle)]?.class === 'cbv') continue
    made.add(handle)
    count++
  }
  if (effectOf(f, v) === 'write') made.clear()
  return count
}

function instructionCost(m: Module, f: Func, v: Value): number {
  const op = f.op(v)
  if (FREE.has(op) || (op === Op.Extract && f.firstUse(v) === 0)) return 0
  // The handle of a constant buffer is made once, at the start.
  if (op === Op.Handle) return m.resources[f.aux(v)]?.class === 'cbv' ? 0 : HANDLE_COST
  if (op === Op.HandleFromHeap) return HANDLE_COST
  if (op === Op.Dx) return (WHOLE_VECTORS.get(f.aux(v)) ?? f.operandCount(v)) + 2
  const called = ARGUMENTS.get(op)
  if (called !== undefined) return called + 1
  if (op === Op.Call) return f.operandCount(v) + 1
  if (op === Op.Gep || op === Op.AccessChain) return f.operands(v).some((o, i) => i > 0 && o > 0) ? 1 : 0
  if (isScaling(f, v)) return 0
  // What is stored is stored as it is there, through another type of pointer.
  if (op === Op.BitCast && f.users(v).every(u => f.op(u) === Op.Store)) return 0
  const isCast = op >= Op.Trunc && op <= Op.BitCast
  return isCast && (op === Op.Trunc || isCondition(f, f.operandAt(v, 0))) ? 0 : 1
}

/** Extending the result of a comparison costs nothing. */
const isCondition = (f: Func, v: Value): boolean => f.op(v) === Op.ICmp || f.op(v) === Op.FCmp

/**
 * Arrays of vectors and arrays of arrays have one index here and several there: what comes to 4 * i + 1 is part of the pointer. The
 * multiplication has no other use, nor has the sum.
 */
function isScaling(f: Func, v: Value): boolean {
  const op = f.op(v)
  if ((op !== Op.Mul && op !== Op.Shl && op !== Op.Add) || !isIndex(f, v)) return false
  if (op !== Op.Add) return f.operandAt(v, 1) < 0
  const scaled = f.op(f.operandAt(v, 0))
  return scaled === Op.Mul || scaled === Op.Shl || scaled === Op.Add
}

function isIndex(f: Func, v: Value): boolean {
  for (let slot = f.firstUse(v); slot !== 0; slot = f.nextUse(slot)) {
    const user = f.userAt(slot)
    if (f.op(user) === Op.Gep) continue
    if (f.op(user) !== Op.Add || !f.users(user).every(u => f.op(u) === Op.Gep)) return false
  }
  return true
}
