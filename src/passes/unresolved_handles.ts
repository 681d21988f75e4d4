// Resources that are still chosen at run time after optimisation, or were never given: the runtime needs one binding per use, so these are errors.

import { type Func, NO_VALUE, type Value } from '../ir/function.ts'
import type { Module, Resource } from '../ir/module.ts'
import { LEVEL, Op } from '../ir/ops.ts'
import { HANDLE } from '../ir/types.ts'
import { isChoice } from './resolve_handles.ts'

/** An operation on a resource that is not known. */
export interface UnresolvedHandle {
  /** Source position of the operation. */
  readonly pos: number
  /** The declarations it can be, in order of declaration; none: the variable was never assigned. */
  readonly candidates: readonly Resource[]
}

/** Operations whose handle is one of several or undefined, in the order of the code, one a source position. */
export function unresolvedHandles(module: Module): UnresolvedHandle[] {
  const found = new Map<number, UnresolvedHandle>()
  const undef = module.constants.undef(HANDLE)
  for (const f of module.functions)
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        if (LEVEL[f.op(v)] === 'core' || f.type(v) === HANDLE) continue
        // Sampling takes two handles, everything else one.
        for (let i = 0, n = Math.min(f.operandCount(v), 2); i < n; i++) {
          const handle = f.operand(v, i)
          if (handle !== undef && (handle <= 0 || f.type(handle) !== HANDLE || !isChoice(f.op(handle)))) continue
          const pos = f.pos(v)
          if (!found.has(pos)) found.set(pos, { pos, candidates: candidatesOf(module, f, handle) })
        }
      }
  return [...found.values()]
}

function candidatesOf(module: Module, f: Func, handle: Value): Resource[] {
  const resources = new Set<Resource>()
  const seen = new Set<Value>()
  const work = [handle]
  for (let v = work.pop(); v !== undefined; v = work.pop()) {
    if (v <= 0 || seen.has(v)) continue
    seen.add(v)
    const op = f.op(v)
    if (op === Op.Phi) work.push(...f.operands(v))
    else if (op === Op.Select) work.push(f.operand(v, 1), f.operand(v, 2))
    else if (op === Op.Load) work.push(...storedIn(f, f.operand(v, 0)))
    else if (op === Op.Handle) resources.add(module.resources[f.aux(v)]!)
  }
  return [...resources].sort((a, b) => a.id - b.id)
}

/** What is stored in the local variable or array a pointer leads to. */
function storedIn(f: Func, pointer: Value): Value[] {
  const array = f.op(pointer) === Op.Gep ? f.operand(pointer, 0) : pointer
  const accesses = f.users(array).flatMap(user => (f.op(user) === Op.Gep ? f.users(user) : [user]))
  return accesses.filter(user => f.op(user) === Op.Store).map(store => f.operand(store, 1))
}
