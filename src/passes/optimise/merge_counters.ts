// Counters of one loop that begin alike and step alike are one: k beside i in `for (i = 0, k = 0; i < n; i++) { ...; k++; }`.

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { Op } from '../../ir/ops.ts'
import { isSameOperation } from '../common/same_instruction.ts'

export function mergeCounters(f: Func): boolean {
  let changed = false
  for (const b of f.blocks) {
    if (f.op(f.first(b)) !== Op.Phi) continue
    const counters: Value[] = []
    for (let v = f.first(b), next: Value; f.op(v) === Op.Phi; v = next) {
      next = f.next(v)
      if (!f.operands(v).some(o => o > 0 && isStep(f, o, v))) continue
      const like = counters.find(c => stepsLike(f, c, v))
      if (like === undefined) {
        counters.push(v)
        continue
      }
      if (f.isUsed(v)) f.replaceAllUses(v, like)
      f.remove(v)
      changed = true
    }
  }
  return changed
}

const isStep = (f: Func, next: Value, counter: Value): boolean =>
  f.op(next) >= Op.Add && f.op(next) <= Op.FRem && f.operands(next).includes(counter)

function stepsLike(f: Func, v: Value, w: Value): boolean {
  const isLike = (a: Value, b: Value): boolean => a === b || (a === v && b === w)
  return (
    f.type(v) === f.type(w) &&
    f.operands(v).every((a, i) => {
      const b = f.operandAt(w, i)
      if (isLike(a, b)) return true
      if (a <= NO_VALUE || b <= NO_VALUE || !isStep(f, a, v) || !isSameOperation(f, a, b)) return false
      return f.operands(a).every((o, k) => isLike(o, f.operandAt(b, k)))
    })
  )
}
