// Texel offsets are immediates of the hardware's instructions: what still has to be computed after optimisation is an error, except in the
// operations that take offsets as values (gathers, and everything of shader model 6.7's advanced texture operations).

import { type Func, NO_VALUE, type Value } from '../../ir/function.ts'
import { isAny, type Loop, naturalLoops } from '../../ir/loops.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import { DxilOp } from '../../spec/dxil_ops.ts'

const NONE = [0, 0] as const
const SAMPLE = [6, 9] as const
const LOAD = [5, 8] as const

/** Operands 6 to 8 of what samples: behind texture, sampler and four coordinates. */
const SAMPLES: ReadonlySet<number> = new Set([
  DxilOp.Sample,
  DxilOp.SampleBias,
  DxilOp.SampleCmp,
  DxilOp.SampleCmpBias,
  DxilOp.SampleCmpGrad,
  DxilOp.SampleCmpLevel,
  DxilOp.SampleCmpLevelZero,
  DxilOp.SampleGrad,
  DxilOp.SampleLevel,
])

/** The operands of v, [from, to), that are texel offsets which must be constants before shader model 6.7. */
export function offsetOperands(f: Func, v: Value): readonly [number, number] {
  if (f.op(v) === Op.LoadTexture || (f.op(v) === Op.Dx && f.aux(v) === DxilOp.TextureLoad)) return LOAD
  return f.op(v) === Op.Dx && SAMPLES.has(f.aux(v)) ? SAMPLE : NONE
}

/**
 * True when a texel offset in the loop still has to be computed: copies of the loop may know it. From shader model 6.7 on that is allowed, but
 * asks for the optional AdvancedTextureOps.
 */
export const computesOffsets = (m: Module, f: Func, loop: Loop): boolean =>
  isAny(f, loop.blocks, v => offsetKindOf(m, f, v) === 'not-constant')

type OffsetKind = 'not-constant' | 'out-of-range'

export interface OffsetProblem {
  readonly kind: 'not-constant' | 'in-loop' | 'out-of-range'
  /** Of the operation. */
  readonly pos: number
}

const MIN_OFFSET = -8
const MAX_OFFSET = 7

/** What is wrong with offsets, in the order of the code, one for each operation. */
export function offsetProblems(module: Module): OffsetProblem[] {
  const found: OffsetProblem[] = []
  for (const f of module.definitions) {
    let loops: readonly Loop[] | undefined
    for (const b of f.blocks)
      for (let v = f.first(b); v !== NO_VALUE; v = f.next(v)) {
        const kind = offsetProblemOf(module, f, v)
        if (!kind) continue
        loops ??= naturalLoops(f)
        const isInLoop = kind === 'not-constant' && loops.some(loop => loop.contains.has(b))
        found.push({ kind: isInLoop ? 'in-loop' : kind, pos: f.pos(v) })
      }
  }
  return found
}

/** What is wrong with the offsets of one operation. */
export const offsetProblemOf = (module: Module, f: Func, v: Value): OffsetKind | undefined =>
  module.atLeast(7) ? undefined : offsetKindOf(module, f, v)

/** What hardware without AdvancedTextureOps lacks for the operation. */
export function offsetKindOf(module: Module, f: Func, v: Value): OffsetKind | undefined {
  const [from, to] = offsetOperands(f, v)
  for (let i = from; i < to; i++) {
    const offset = f.operandAt(v, i)
    if (offset >= 0) return 'not-constant'
    const constant = module.constants.get(offset)
    if (constant.kind !== 'int') continue
    const value = Number(constant.value)
    if (value < MIN_OFFSET || value > MAX_OFFSET) return 'out-of-range'
  }
  return undefined
}
