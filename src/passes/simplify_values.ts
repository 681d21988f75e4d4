// Identities of conversions, phis and DXIL math operations.

import { NO_VALUE, type Value } from '../ir/function.ts'
import { Op } from '../ir/ops.ts'
import { bitWidth } from '../ir/types.ts'
import { DxilOp } from '../spec/dxil_ops.ts'
import { isUndef, type Rule, rewrite } from './simplify_rules.ts'

/** trunc of an extension: the source, a shorter extension or a shorter trunc. */
const trunc: Rule = (m, f, v) => {
  const a = f.operand(v, 0)
  const op = f.op(a)
  if (op === Op.Trunc) return rewrite(f, v, Op.Trunc, [f.operand(a, 0)])
  if (op !== Op.ZExt && op !== Op.SExt) return NO_VALUE
  const source = f.operand(a, 0)
  const from = m.typeOf(f, source)
  if (from === f.type(v)) return source
  return rewrite(f, v, bitWidth(from) < bitWidth(f.type(v)) ? op : Op.Trunc, [source])
}

/** Extensions of extensions: a zero-extended value is never negative, so a sign extension of it extends with zeros. */
const extend: Rule = (_m, f, v) => {
  const a = f.operand(v, 0)
  const inner = f.op(a)
  if (inner === Op.ZExt) return rewrite(f, v, Op.ZExt, [f.operand(a, 0)])
  return inner === Op.SExt && f.op(v) === Op.SExt ? rewrite(f, v, Op.SExt, [f.operand(a, 0)]) : NO_VALUE
}

const bitCast: Rule = (m, f, v) => {
  const a = f.operand(v, 0)
  if (m.typeOf(f, a) === f.type(v)) return a
  if (f.op(a) !== Op.BitCast) return NO_VALUE
  const source = f.operand(a, 0)
  return m.typeOf(f, source) === f.type(v) ? source : rewrite(f, v, Op.BitCast, [source])
}

/** Narrowing exactly what was widened. */
const fpTrunc: Rule = (m, f, v) => {
  const a = f.operand(v, 0)
  return f.op(a) === Op.FPExt && m.typeOf(f, f.operand(a, 0)) === f.type(v) ? f.operand(a, 0) : NO_VALUE
}

/**
 * A phi whose operands are all one value (or the phi itself, or undef) is that value. With undef among them the value must be a
 * constant, since another one need not be defined on the edges where undef came from.
 */
const phi: Rule = (m, f, v) => {
  let same: Value = NO_VALUE
  let undefs = false
  for (let i = 0, n = f.operandCount(v); i < n; i++) {
    const o = f.operand(v, i)
    if (o === v || o === same) continue
    if (isUndef(m, o)) undefs = true
    else if (same !== NO_VALUE) return NO_VALUE
    else same = o
  }
  if (same === NO_VALUE) return m.constants.undef(f.type(v))
  return undefs && same > 0 ? NO_VALUE : same
}

/** Operations where applying them twice is applying them once. */
const IDEMPOTENT: ReadonlySet<number> = new Set([
  ...[DxilOp.FAbs, DxilOp.Saturate, DxilOp.Round_ne, DxilOp.Round_ni, DxilOp.Round_pi, DxilOp.Round_z],
])
const MIN_MAX: ReadonlySet<number> = new Set([
  ...[DxilOp.FMax, DxilOp.FMin, DxilOp.IMax, DxilOp.IMin, DxilOp.UMax, DxilOp.UMin],
])

const dx: Rule = (_m, f, v) => {
  const a = f.operandCount(v) > 0 ? f.operand(v, 0) : NO_VALUE
  const opcode = f.aux(v)
  if (IDEMPOTENT.has(opcode) && f.op(a) === Op.Dx && f.aux(a) === opcode) return a
  if (MIN_MAX.has(opcode) && a === f.operand(v, 1)) return a
  return opcode === DxilOp.Bfrev && f.op(a) === Op.Dx && f.aux(a) === opcode ? f.operand(a, 0) : NO_VALUE
}

export const VALUE_RULES: ReadonlyMap<number, Rule> = new Map([
  [Op.Trunc, trunc],
  [Op.ZExt, extend],
  [Op.SExt, extend],
  [Op.BitCast, bitCast],
  [Op.FPTrunc, fpTrunc],
  [Op.Phi, phi],
  [Op.Dx, dx],
])
