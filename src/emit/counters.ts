// !dx.counters of the STAT part: how many instructions of each sort the final code has (DxilCounters.cpp), names in alphabetical order, zeros left out.

import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'
import { isConstantElement } from './constant_elements.ts'
import { liveGlobals } from './live_globals.ts'

const BY_OP: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [Op.Add, Op.Sub, Op.Mul, Op.SDiv, Op.SRem, Op.AShr, Op.Trunc, Op.SExt, Op.ICmp].map(op => [op, 'ints']),
  ),
  ...Object.fromEntries([Op.UDiv, Op.URem, Op.Shl, Op.LShr, Op.And, Op.Or, Op.Xor, Op.ZExt].map(op => [op, 'uints'])),
  ...Object.fromEntries(
    [
      Op.FAdd,
      Op.FSub,
      Op.FMul,
      Op.FDiv,
      Op.FRem,
      Op.FPToUI,
      Op.FPToSI,
      Op.UIToFP,
      Op.SIToFP,
      Op.FPTrunc,
      Op.FPExt,
      Op.FCmp,
    ].map(op => [op, 'floats']),
  ),
  [Op.AtomicRmw]: 'atomic',
  [Op.CmpXchg]: 'atomic',
  [Op.CondBr]: 'branches',
  [Op.Switch]: 'branches',
}

/** Counter name and value pairs. `handleOps` is how many instructions one Handle becomes. */
export function countInstructions(module: Module, functions: readonly Func[] = module.definitions): [string, number][] {
  const counts = new Map<string, number>()
  const add = (name: string, n = 1): void => void counts.set(name, (counts.get(name) ?? 0) + n)
  const handleOps = module.atLeast(6) ? 2 : 1
  for (const f of functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== 0; v = f.next(v)) {
        const op = f.op(v)
        if ((op === Op.Gep || op === Op.AccessChain) && isConstantElement(module, f, v)) continue
        add('insts', op === Op.Handle ? handleOps : op === Op.HandleFromHeap ? 2 : 1)
        for (const name of namesOf(module, f, v, op)) add(name)
      }
  addArrayBytes(module, functions, add)
  return [...counts].filter(([, n]) => n > 0).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Counters of each DXIL operation, made at its first use. */
const BY_OPERATION: (readonly string[])[] = []

function namesOf(module: Module, f: Func, v: Value, op: number): readonly string[] {
  if (op === Op.Dx) return (BY_OPERATION[f.aux(v)] ??= dxilOpRow(f.aux(v))?.[8].split(' ').filter(Boolean) ?? [])
  if (op === Op.Load || op === Op.Store) return arrayAccess(module, f, f.operandAt(v, 0))
  const name = BY_OP[op]
  const atomic = op === Op.AtomicRmw || op === Op.CmpXchg
  if (atomic) return ['atomic', ...arrayAccess(module, f, f.operandAt(v, 0))]
  return name ? [name] : []
}

/** Which array a load or store reaches: groupshared, constant table or local. */
function arrayAccess(module: Module, f: Func, pointer: Value): readonly string[] {
  const op = f.op(pointer)
  if (op === Op.BitCast) return arrayAccess(module, f, f.operandAt(pointer, 0))
  const base = op === Op.Gep || op === Op.AccessChain ? f.operandAt(pointer, 0) : pointer
  const shape = module.types.shape(module.typeOf(f, base))
  if (shape.kind === 'pointer' && shape.space === 3) return ['array_tgsm_ldst']
  return [base < 0 ? 'array_static_ldst' : 'array_local_ldst']
}

function addArrayBytes(module: Module, functions: readonly Func[], add: (name: string, n: number) => void): void {
  for (const g of liveGlobals(module))
    add(g.space === 3 ? 'array_tgsm_bytes' : 'array_static_bytes', byteSize(module, g.valueType))
  for (const f of functions)
    for (let v = f.first(f.entry); v !== 0; v = f.next(v)) {
      const shape = f.op(v) === Op.Alloca ? module.types.shape(f.type(v)) : undefined
      if (shape?.kind === 'pointer') add('array_local_bytes', byteSize(module, shape.pointee))
    }
}

/** Bytes of a scalar or one-dimensional array. */
function byteSize(module: Module, type: Module['globals'][number]['valueType']): number {
  const shape = module.types.shape(type)
  if (shape.kind === 'array') return shape.count * byteSize(module, shape.element)
  return shape.kind === 'int' || shape.kind === 'float' ? Math.max(1, shape.bits >> 3) : 0
}
