// The tables of builtin functions against each other: each has a signature, and a function that lowers it or a reason to have none.

import test from 'ava'
import { intrinsicNames, signaturesOf } from '../../src/hlsl/check/core/signatures.ts'
import { foldedNames } from '../../src/hlsl/check/values/fold_intrinsics.ts'
import { loweredNames } from '../../src/lower/intrinsics/table.ts'
import { LANE_OPERATIONS } from '../../src/spec/lane_operations.ts'

/** Not lowered: samplers of effects, and what DXC knows without lowering it. */
const isRefused = (name: string): boolean => /^tex(1D|2D|3D|CUBE)(bias|grad|lod|proj)?$/.test(name) || name === 'abort'

test('each builtin function has a signature and a function that lowers it, and no table knows others', t => {
  const names = new Set(intrinsicNames())
  const lowered = new Set(loweredNames())
  t.deepEqual(
    [...names].filter(name => lowered.has(name) === isRefused(name)),
    [],
  )
  // Methods of dx::HitObject are functions of their own names.
  t.deepEqual(
    [...lowered].filter(name => !names.has(name) && !name.startsWith('dx::HitObject::')),
    [],
  )
  t.deepEqual(
    foldedNames().filter(name => !names.has(name)),
    [],
  )
  t.deepEqual(
    LANE_OPERATIONS.filter(([name]) => !names.has(name)),
    [],
  )
})

test('the overloads of a builtin function have one effect, and what has no result does something', t => {
  for (const name of intrinsicNames()) {
    const [first] = signaturesOf(name)
    const hasResult = first!.result.set.name !== 'void'
    const writes = first!.params.some(p => p.mode !== 'in')
    if (!hasResult && !writes) t.is(first!.effect, 'writes', name)
  }
})
