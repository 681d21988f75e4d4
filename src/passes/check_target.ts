// What the finished code asks of its target: operations and operand sizes newer than the shader model it is compiled for.
// Invariant: runs after resources are lowered and dead code is gone, as DXC's validator does, so unused code is never complained about.

import type { Func, Value } from '../ir/function.ts'
import type { Module } from '../ir/module.ts'
import { Op } from '../ir/ops.ts'
import { I64 } from '../ir/types.ts'
import { dxilOpRow } from '../spec/dxil_ops.ts'

export interface TargetProblem {
  /** Source position of the instruction. */
  readonly pos: number
  readonly what: string
  /** Shader model it needs, e.g. '6.5'. */
  readonly since: string
}

const ATOMICS: ReadonlySet<string> = new Set(['AtomicBinOp', 'AtomicCompareExchange'])
const ATOMIC64 = '64-bit atomic'
const ATOMIC64_SINCE = '6.6'
/** Outside of pixel shaders. */
const DERIVATIVES_SINCE = '6.6'

/** Every operation that the module's shader model does not have, the first of each kind. */
export function checkTarget(module: Module): TargetProblem[] {
  const problems: TargetProblem[] = []
  const seen = new Set<string>()
  const add = (what: string, since: string, pos: number): void => {
    if (seen.has(what)) return
    seen.add(what)
    problems.push({ what, since, pos })
  }
  for (const f of module.functions)
    for (const b of f.blocks) for (let v = f.first(b); v !== 0; v = f.next(v)) checkInstruction(module, f, v, add)
  return problems
}

function checkInstruction(
  module: Module,
  f: Func,
  v: Value,
  add: (what: string, since: string, pos: number) => void,
): void {
  const op = f.op(v)
  if (op === Op.Dx) {
    const row = dxilOpRow(f.aux(v))
    if (!row) return
    const [, name, , , , , since, , , traits] = row
    if (since !== '6.0' && !isAtLeast(module, since)) add(name, since, f.pos(v))
    else if (traits.includes('gradient') && module.target.stage !== 'ps' && !module.atLeast(6))
      add(`${name} in a ${module.target.stage} shader`, DERIVATIVES_SINCE, f.pos(v))
    else if (ATOMICS.has(name) && f.type(v) === I64 && !module.atLeast(6)) add(ATOMIC64, ATOMIC64_SINCE, f.pos(v))
  } else if (op === Op.AtomicRmw || op === Op.CmpXchg) {
    if (module.typeOf(f, f.operand(v, 1)) === I64 && !module.atLeast(6)) add(ATOMIC64, ATOMIC64_SINCE, f.pos(v))
  }
}

function isAtLeast(module: Module, version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return module.target.major > major || module.atLeast(minor)
}
