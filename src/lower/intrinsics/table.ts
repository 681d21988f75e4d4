// All builtin functions by name; a name that no family knows is reported.

import { lazy } from '../../base/lazy.ts'
import type { IntrinsicExpr } from '../../hlsl/tree/typed.ts'
import type { Value } from '../../ir/function.ts'
import type { Lowerer } from '../core/lowerer.ts'
import { INTERLOCKED } from './atomics.ts'
import { BITS } from './bits.ts'
import { DERIVATIVES } from './derivatives.ts'
import type { Intrinsic } from './family.ts'
import { HIT_OBJECTS } from './hit_objects.ts'
import { immediateValues } from './immediate.ts'
import { MATH } from './math.ts'
import { PIXEL } from './pixel.ts'
import { RAYS } from './rays.ts'
import { SYNC } from './sync.ts'
import { TESS_FACTORS } from './tess_factors.ts'
import { VECTORS } from './vectors.ts'
import { WAVE } from './wave.ts'

const table = lazy(
  (): ReadonlyMap<string, Intrinsic> =>
    new Map(
      [MATH, VECTORS, BITS, SYNC, WAVE, DERIVATIVES, PIXEL, RAYS, HIT_OBJECTS, INTERLOCKED, TESS_FACTORS].flatMap(
        family => Object.entries(family),
      ),
    ),
)

/** Whether the stage has what the function does is said of the operations that are left in the end (passes/check/check_code.ts). */
export function lowerIntrinsic(lowerer: Lowerer, e: IntrinsicExpr): readonly Value[] {
  const lower = table().get(e.name)
  if (lower) return immediateValues(lowerer, e) ?? lower(lowerer, e)
  lowerer.unsupported(`'${e.name}'`, e, `a ${lowerer.program.stage} shader`)
  for (const arg of e.args) if (arg.type.kind !== 'string') lowerer.value(arg)
  return lowerer.undefined(e.type)
}

/** Names of the builtin functions that are lowered. */
export const loweredNames = (): readonly string[] => [...table().keys()]
