// Operations on whole vectors: loads and stores of raw and structured buffers, dot products and reductions, from shader model 6.9 on. Passes
// see scalars: the lanes are operands one behind the other, or elements of the result. The last step before emission makes vectors of them.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { statusElement, vectorRetType } from '../../ir/result_types.ts'
import { I32, type Type } from '../../ir/types.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'

type Rule = (m: Module, f: Func, v: Value) => unknown

const RULES: Readonly<Record<number, Rule>> = {
  [DxilOp.RawBufferVectorLoad]: load,
  [DxilOp.RawBufferVectorStore]: store,
  [DxilOp.FDot]: (m, f, v) => {
    const lanes = f.operands(v)
    const half = lanes.length / 2
    f.setOperands(v, [gather(m, f, v, lanes.slice(0, half)), gather(m, f, v, lanes.slice(half))])
  },
  [DxilOp.WaveMatch]: (m, f, v) => f.operandCount(v) > 1 && reduction(m, f, v),
  [DxilOp.VectorReduceAnd]: reduction,
  [DxilOp.VectorReduceOr]: reduction,
}

export function makeVectorOperations(m: Module, f: Func): void {
  for (const b of f.blocks)
    for (let v = f.first(b), next: Value; v !== NO_VALUE; v = next) {
      next = f.next(v)
      if (f.op(v) === Op.Dx) RULES[f.aux(v)]?.(m, f, v)
    }
}

function reduction(m: Module, f: Func, v: Value): void {
  f.setOperands(v, [gather(m, f, v, f.operands(v))])
}

/** A load whose components are elements of a struct becomes one whose vector is taken apart. The last operand is their number. */
function load(m: Module, f: Func, v: Value): void {
  const shape = m.types.shape(f.type(v))
  const element = shape.kind === 'struct' ? shape.elements[0]! : I32
  const operands = f.operands(v)
  const last = m.constants.get(operands.pop()!)
  const count = last.kind === 'int' ? Number(last.value) : 1
  const loc = f.loc(v)
  const type = vectorRetType(m.types, element, count)
  const made = f.insertBefore(v, Op.Dx, type, operands, DxilOp.RawBufferVectorLoad, 0, loc)
  const vector = f.insertBefore(v, Op.Extract, m.types.vector(element, count), [made], 0, 0, loc)
  for (const user of f.users(v)) {
    const index = f.aux(user)
    const part =
      index === statusElement(count)
        ? f.insertBefore(user, Op.Extract, I32, [made], 1, 0, loc)
        : f.insertBefore(user, Op.ExtractElement, element, [vector, m.constants.int(I32, index)], 0, 0, loc)
    f.replaceAllUses(user, part)
    f.remove(user)
  }
  f.remove(v)
}

/** [handle, address, offset, lanes..., alignment] */
function store(m: Module, f: Func, v: Value): void {
  const [handle, address, offset, ...lanes] = f.operands(v) as [Value, Value, Value, ...Value[]]
  const alignment = lanes.pop()!
  f.setOperands(v, [handle, address, offset, gather(m, f, v, lanes), alignment])
}

/** A lane of arithmetic that reads something undefined, where others do not, computes with zero: instructions may not read what is undefined. */
export function defineLanes(m: Module, f: Func): void {
  for (const b of f.blocks)
    for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
      if (f.op(v) < Op.Add || f.op(v) > Op.BitCast) continue
      for (let i = 0, n = f.operandCount(v); i < n; i++)
        if (m.constants.isUndef(f.operandAt(v, i))) f.setOperand(v, i, m.constants.zero(m.typeOf(f, f.operandAt(v, i))))
    }
}

/** A vector of scalars, made right before an instruction. */
export function gather(m: Module, f: Func, at: Value, lanes: readonly Value[]): Value {
  const type: Type = m.types.vector(m.typeOf(f, lanes[0]!), lanes.length)
  let made = m.constants.undef(type)
  for (const [i, lane] of lanes.entries())
    made = f.insertBefore(at, Op.InsertElement, type, [made, lane, m.constants.int(I32, i)])
  return made
}
