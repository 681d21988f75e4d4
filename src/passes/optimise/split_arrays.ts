// Takes local arrays apart that are only accessed at constant indices: one scalar variable an element in use. Reading past the end is undef,
// writing past the end does nothing. promote_locals does the rest.

import { elementPiece } from '../../ir/debug_rows.ts'
import type { Func, Value } from '../../ir/function.ts'
import type { Module } from '../../ir/module.ts'
import { Op } from '../../ir/ops.ts'
import type { Type } from '../../ir/types.ts'
import { rewriteArrays } from '../analyse/local_arrays.ts'
import type { Pass } from '../common/pass.ts'

/** A component of a vector of a constant buffer that is not there. */
export interface VectorError {
  readonly pos: number
  readonly index: number
  readonly buffer: string
}

export const splitArrays: Pass = {
  name: 'split_arrays',
  run: (m, f) =>
    rewriteArrays(m, f, ({ alloca, element, count }) => {
      if (!hasOnlyConstantIndices(m, f, alloca)) return false
      // Kept for vectorErrors, unless it goes with code that is never reached.
      if (f.constantVectors.has(alloca) && f.users(alloca).some(gep => outside(m, f, gep, count) !== undefined))
        return false
      split(m, f, alloca, element, count)
      return true
    }),
}

function hasOnlyConstantIndices(m: Module, f: Func, alloca: Value): boolean {
  for (let slot = f.firstUse(alloca); slot !== 0; slot = f.nextUse(slot)) {
    const index = f.operandAt(f.userAt(slot), 1)
    if (index >= 0 || m.constants.get(index).kind !== 'int') return false
  }
  return true
}

function split(m: Module, f: Func, alloca: Value, element: Type, count: number): void {
  const pointer = m.types.pointer(element)
  const scalars = new Map<number, Value>()
  for (const gep of f.users(alloca)) {
    const c = m.constants.get(f.operandAt(gep, 1))
    const index = c.kind === 'int' ? Number(c.value) : -1
    if (index < 0 || index >= count) dropAccesses(m, f, gep, element)
    else if (f.isUsed(gep)) {
      let scalar = scalars.get(index)
      if (scalar === undefined) {
        scalar = f.insertBefore(alloca, Op.Alloca, pointer, [])
        scalars.set(index, scalar)
        f.debugRows?.split(alloca, scalar, gep, piece => elementPiece(piece, index))
      }
      f.replaceAllUses(gep, scalar)
    }
    f.remove(gep)
  }
  f.remove(alloca)
}

/** The constant index of an access that is outside of the array. */
function outside(m: Module, f: Func, gep: Value, count: number): number | undefined {
  const at = f.operandAt(gep, 1)
  const c = at < 0 ? m.constants.get(at) : undefined
  const index = c?.kind === 'int' ? Number(c.value) : 0
  return index < 0 || index >= count ? index : undefined
}

/**
 * Components that are not there of vectors of constant buffers, in code that is left after optimisation. DXC does not take such a read for
 * undefined, it complains.
 */
export function vectorErrors(m: Module, f: Func): VectorError[] {
  const errors: VectorError[] = []
  rewriteArrays(m, f, ({ alloca, count }) => {
    const buffer = f.constantVectors.get(alloca)
    if (buffer === undefined) return false
    for (const gep of f.users(alloca)) {
      const index = outside(m, f, gep, count)
      if (index !== undefined && f.users(gep).some(load => f.isUsed(load)))
        errors.push({ pos: f.pos(gep), index: index >>> 0, buffer })
    }
    return false
  })
  return errors
}

function dropAccesses(m: Module, f: Func, gep: Value, element: Type): void {
  for (const user of f.users(gep)) {
    if (f.isUsed(user)) f.replaceAllUses(user, m.constants.undef(element))
    f.remove(user)
  }
}
