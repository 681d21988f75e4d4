// Takes local arrays of vectors apart into one array a component, as DXC does: every index is k * x + c with c < k known, so element c of all
// vectors is an array of its own, indexed by x. What is computed from one component then depends on that component only.

import { interleavedPiece } from '../ir/debug_rows.ts'
import { type Func, NO_VALUE, type Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { HANDLE, I32, type Type } from '../ir/types.ts'
import { rewriteArrays } from './local_arrays.ts'
import type { Pass } from './pass.ts'
import { intOf } from './simplify_rules.ts'

export const splitVectors: Pass = {
  name: 'split_vectors',
  run: (m, f) =>
    rewriteArrays(m, f, ({ alloca, element, count }) => {
      const k = element === HANDLE ? 0 : widthOf(m, f, alloca, count)
      if (k === 0) return false
      split(m, f, alloca, element, count / k, k)
      return true
    }),
}

/** How far an index expression is followed. */
const MAX_DEPTH = 8
/** Components of vectors, the widest first: an index of step 4 is one of vectors of 4 rather than of pairs of pairs. */
const WIDTHS = [4, 3, 2]

/** Number of components, 0 when the array has no vectors. */
function widthOf(m: Module, f: Func, alloca: Value, count: number): number {
  let step = 0
  for (let slot = f.firstUse(alloca); slot !== 0; slot = f.nextUse(slot)) {
    const index = f.operand(f.userAt(slot), 1)
    const known = intOf(m, index)
    if (known !== undefined && (Number(known) < 0 || Number(known) >= count)) return 0
    step = gcd(step, stepOf(m, f, index, 0))
    if (step === 1) return 0
  }
  return step === 0 ? 0 : (WIDTHS.find(k => step % k === 0 && count % k === 0 && count > k) ?? 0)
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))

/** What divides the part of an index that is not constant; 0 when it is constant. */
function stepOf(m: Module, f: Func, v: Value, depth: number): number {
  if (v < 0) return intOf(m, v) === undefined ? 1 : 0
  if (depth > MAX_DEPTH) return 1
  const op = f.op(v)
  if (op === Op.Add) return gcd(stepOf(m, f, f.operand(v, 0), depth + 1), stepOf(m, f, f.operand(v, 1), depth + 1))
  const factor = factorOf(m, f, v)
  return factor === undefined ? 1 : factor * stepOf(m, f, f.operand(v, 0), depth + 1)
}

/** c when v is x * c or x << log2(c), with a small positive c. */
function factorOf(m: Module, f: Func, v: Value): number | undefined {
  const op = f.op(v)
  if (op !== Op.Mul && op !== Op.Shl) return undefined
  const c = intOf(m, f.operand(v, 1))
  if (typeof c !== 'number' || c < 0 || c > 0xffff || (op === Op.Shl && c > 16)) return undefined
  return op === Op.Mul ? c : 2 ** c
}

/** k * quotient + rest; the quotient NO_VALUE for zero. */
interface Split {
  readonly quotient: Value
  readonly rest: number
}

function split(m: Module, f: Func, alloca: Value, element: Type, count: number, k: number): void {
  const type = m.types.pointer(m.types.array(element, count))
  const parts = Array.from({ length: k }, () => f.insertBefore(alloca, Op.Alloca, type, [], 0, 0, f.loc(alloca)))
  for (const gep of f.users(alloca)) {
    const { quotient, rest } = divide(m, f, f.operand(gep, 1), k, gep)
    const carry = Math.floor(rest / k)
    const index = sum(m, f, quotient, carry, gep)
    f.setOperand(gep, 0, parts[rest - carry * k]!)
    f.setOperand(gep, 1, index)
  }
  for (const [r, part] of parts.entries())
    if (!f.isUsed(part)) f.remove(part)
    else f.debugRows?.split(alloca, part, alloca, piece => interleavedPiece(piece, k, r))
  f.remove(alloca)
}

function sum(m: Module, f: Func, v: Value, n: number, at: Value): Value {
  const constant = m.constants.int(I32, n)
  if (v === NO_VALUE) return constant
  return n === 0 ? v : f.insertBefore(at, Op.Add, I32, [v, constant], 0, 0, f.loc(at))
}

/** stepOf has looked at the same expression: k divides all of it but constants. */
function divide(m: Module, f: Func, v: Value, k: number, at: Value): Split {
  const known = intOf(m, v)
  if (known !== undefined) return { quotient: NO_VALUE, rest: Number(known) }
  if (f.op(v) === Op.Add) {
    const a = divide(m, f, f.operand(v, 0), k, at)
    const b = divide(m, f, f.operand(v, 1), k, at)
    return { quotient: added(f, a.quotient, b.quotient, at), rest: a.rest + b.rest }
  }
  const factor = factorOf(m, f, v)!
  const x = f.operand(v, 0)
  if (factor % k === 0) return { quotient: times(m, f, x, factor / k, at), rest: 0 }
  const { quotient, rest } = divide(m, f, x, k, at)
  return { quotient: times(m, f, quotient, factor, at), rest: rest * factor }
}

function added(f: Func, a: Value, b: Value, at: Value): Value {
  if (a === NO_VALUE) return b
  return b === NO_VALUE ? a : f.insertBefore(at, Op.Add, I32, [a, b], 0, 0, f.loc(at))
}

function times(m: Module, f: Func, v: Value, n: number, at: Value): Value {
  if (v === NO_VALUE || n === 1) return v
  return f.insertBefore(at, Op.Mul, I32, [v, m.constants.int(I32, n)], 0, 0, f.loc(at))
}
