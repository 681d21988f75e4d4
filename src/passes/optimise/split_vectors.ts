// Takes local arrays of vectors apart into one array a component, as DXC does: every index is k * x + c with c < k known, so element c of all
// vectors is an array of its own, indexed by x. What is computed from one component then depends on that component only.

import { interleavedPiece } from '../../ir/debug_rows.ts'
import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { HANDLE, type Type } from '../../ir/types.ts'
import { divide, gcd, stepOf, sum } from '../analyse/index_steps.ts'
import { rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'
import { intOf } from '../common/simplify_rules.ts'

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

/** Components of vectors, the widest first: an index of step 4 is one of vectors of 4 rather than of pairs of pairs. */
const WIDTHS = [4, 3, 2]

/** Number of components, 0 when the array has no vectors. */
function widthOf(m: Module, f: Func, alloca: Value, count: number): number {
  let step = 0
  for (let slot = f.firstUse(alloca); slot !== 0; slot = f.nextUse(slot)) {
    const index = f.operand(f.userAt(slot), 1)
    const known = intOf(m, index)
    if (known !== undefined && (Number(known) < 0 || Number(known) >= count)) return 0
    step = gcd(step, stepOf(m, f, index))
    if (step === 1) return 0
  }
  return step === 0 ? 0 : (WIDTHS.find(k => step % k === 0 && count % k === 0 && count > k) ?? 0)
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
