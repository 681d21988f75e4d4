// What DXC thinks the head of a loop costs when it decides whether to move the test from there to the end. That is early: variables are in
// memory, and a resource's handle is made where it is used. A call costs one for each argument and one more.

import { effectOf } from '../../ir/effects.ts'
import { type Block, type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'
import { isUndef } from '../common/simplify_rules.ts'

/** Loading the global, createhandle with 2 arguments, annotatehandle with 4. */
const HANDLE_COST = 9
/** A call with the number of the operation, the handle and the place. */
const ACCESS_COST = 4
/** What makes an i1 of a comparison, twice. */
const TEST_COST = 2
const FREE: ReadonlySet<number> = new Set([Op.Phi, Op.Handle, Op.NonUniformIndex, Op.BreakCond, Op.HandleFromValue])

const DOTS: ReadonlySet<number> = new Set([DxilOp.Dot2, DxilOp.Dot3, DxilOp.Dot4])
/** A call with two vectors, each of them loaded by an address. */
const DOT_COST = 8

/** Of all instructions of a block that ends in a test. */
export function headerCost(m: Module, f: Func, block: Block): number {
  let cost = TEST_COST
  for (let v = f.first(block); v !== NO_VALUE; v = f.next(v)) cost += instructionCost(m, f, block, v)
  return cost
}

function instructionCost(m: Module, f: Func, block: Block, v: Value): number {
  const op = f.op(v)
  if (FREE.has(op) || (effectOf(f, v) === 'pure' && !f.isUsed(v))) return 0
  const operands = f.operands(v)
  const first = operands[0] ?? NO_VALUE
  if (op === Op.LoadCBufferRow) return operands[1]! > 0 && f.op(operands[1]!) === Op.Phi ? 1 : 0
  if (op === Op.Extract) return componentCost(f, v, first)
  if (first > 0 && f.type(first) === HANDLE) return accessCost(m, f, v)
  if (op === Op.Dx) return DOTS.has(f.aux(v)) ? DOT_COST : operands.length + 2
  // What other blocks computed is a variable, which is loaded.
  return 1 + operands.filter(o => o > 0 && (f.op(o) === Op.Phi || f.blockOf(o) !== block)).length
}

/** What a subscript finds is loaded by its address; methods load themselves. */
function accessCost(m: Module, f: Func, v: Value): number {
  const handles = f.operands(v).filter(o => o > 0 && f.type(o) === HANDLE).length
  const isMethod = f.op(v) === Op.LoadRaw && isUndef(m, f.operandAt(v, 2))
  return handles * HANDLE_COST + ACCESS_COST + (isMethod ? 0 : 1)
}

/** A component of a constant buffer is loaded where it is used, by its own address; others come with their vector. */
function componentCost(f: Func, v: Value, from: Value): number {
  const user = f.userAt(f.firstUse(v))
  if (f.op(from) !== Op.LoadCBufferRow || (f.op(user) === Op.Dx && DOTS.has(f.aux(user)))) return 0
  return f.operandAt(from, 1) < 0 ? 1 : 3
}
