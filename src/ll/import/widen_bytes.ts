// 8-bit integers, which LLVM's optimiser makes and DXIL has not: they become 32-bit ones whose upper bits mean nothing, and are cleaned
// where an instruction looks at them. Afterwards no instruction has an i8 result or operand; operands of DXIL operations stay.

import type { Value } from '../../ir/function.ts'
import { ICMP, Op } from '../../ir/ops.ts'
import { I1, I8, I16, I32, I64, type Type } from '../../ir/types.ts'
import type { Importer } from './importer.ts'

const SIGNED_COMPARISONS: ReadonlySet<number> = new Set([ICMP.sgt, ICMP.sge, ICMP.slt, ICMP.sle])

export function widenBytes(s: Importer): void {
  const { f } = s
  const found: Value[] = []
  for (const b of f.blocks)
    for (let v = f.first(b); v !== 0; v = f.next(v)) {
      const isOperation = f.op(v) === Op.Dx || f.op(v) === Op.UpdateCounter
      // Constants of operations stay what they are.
      if (f.type(v) === I8 || f.operands(v).some(o => s.typeOf(o) === I8 && (o > 0 || !isOperation))) found.push(v)
    }
  // Types are asked for before any of them changes.
  const sources = found.map(v => (f.operandCount(v) > 0 ? s.typeOf(f.operandAt(v, 0)) : I32))
  for (const [n, v] of found.entries()) widen(s, v, sources[n]!)
}

/** An operand as i32; constants as their bits. */
function wide(s: Importer, o: Value): Value {
  if (o > 0 || s.typeOf(o) !== I8) return o
  const n = s.constantInt(o)
  return n === undefined ? s.undef(I32) : s.i32(n & 255)
}

/** The value itself in all 32 bits. */
function clean(s: Importer, at: Value, o: Value, isSigned: boolean): Value {
  const v = wide(s, o)
  const n = s.constantInt(v)
  if (n !== undefined) return s.i32(isSigned ? (n << 24) >> 24 : n & 255)
  const insert = (op: number, x: Value, by: number): Value => s.f.insertBefore(at, op, I32, [x, s.i32(by)])
  return isSigned ? insert(Op.AShr, insert(Op.Shl, v, 24), 24) : insert(Op.And, v, 255)
}

function widen(s: Importer, v: Value, source: Type): void {
  const { f } = s
  const op = f.op(v)
  const type = f.type(v)
  s.span = { pos: f.pos(v), end: f.pos(v) }
  const operands = f.operands(v)
  const become = (list: readonly Value[], as = op): void => f.become(v, as, type === I8 ? I32 : type, list, f.aux(v))
  const cleaned = (isSigned: boolean): Value[] => operands.map(o => clean(s, v, o, isSigned))
  switch (op) {
    case Op.Trunc:
      if (type === I1) become([wide(s, operands[0]!)])
      else if (source === I32) replace(s, v, operands[0]!)
      else become(operands, source === I64 ? Op.Trunc : Op.ZExt)
      return
    case Op.ZExt:
    case Op.SExt:
      extend(s, v, source)
      return
    case Op.Shl:
      become([wide(s, operands[0]!), clean(s, v, operands[1]!, false)])
      return
    case Op.AShr:
      become([clean(s, v, operands[0]!, true), clean(s, v, operands[1]!, false)])
      return
    case Op.LShr:
    case Op.UDiv:
    case Op.URem:
    case Op.UIToFP:
    case Op.Switch:
      become(cleaned(false))
      return
    case Op.SDiv:
    case Op.SRem:
    case Op.SIToFP:
      become(cleaned(true))
      return
    case Op.ICmp:
      become(cleaned(SIGNED_COMPARISONS.has(f.aux(v))))
      return
    case Op.Add:
    case Op.Sub:
    case Op.Mul:
    case Op.And:
    case Op.Or:
    case Op.Xor:
    case Op.Select:
    case Op.Phi:
    case Op.FPToSI:
    case Op.FPToUI:
      become(operands.map(o => wide(s, o)))
      return
    default:
      s.unsupported('memory or a function of 8-bit integers')
  }
}

/** To i8 only bools extend. */
function extend(s: Importer, v: Value, source: Type): void {
  const { f } = s
  const [operand] = f.operands(v) as [Value]
  const type = f.type(v)
  if (source === I1) {
    f.become(v, f.op(v), I32, [operand])
    return
  }
  const value = clean(s, v, operand, f.op(v) === Op.SExt)
  if (type === I32) replace(s, v, value)
  else f.become(v, type === I16 ? Op.Trunc : f.op(v), type, [value])
}

function replace(s: Importer, v: Value, by: Value): void {
  if (s.f.isUsed(v)) s.f.replaceAllUses(v, by)
  s.f.remove(v)
}
