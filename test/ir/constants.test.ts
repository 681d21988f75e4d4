// Constants of the IR: one value is one constant, however the number is written, so that equal instructions are the same.

import test from 'ava'
import { Constants } from '../../src/ir/constants.ts'
import { F16, F32, F64, I1, I8, I16, I32, I64 } from '../../src/ir/types.ts'

test('a number and the same bits with a sign are one constant', t => {
  const constants = new Constants()
  for (const [type, bits] of [
    [I8, 8],
    [I16, 16],
    [I32, 32],
  ] as const)
    for (const n of [1, 2, 16, 17, 255, 300]) t.is(constants.int(type, 2 ** bits - n), constants.int(type, -n))
  t.is(constants.int(I32, 2 ** 32 + 5), constants.int(I32, 5))
  t.is(constants.int64(2n ** 64n - 1n), constants.int(I64, -1))
  t.is(constants.int(I1, 1), constants.bool(true))
  t.not(constants.int(I32, 5), constants.int(I16, 5))
})

test('a constant has the kind of its type', t => {
  const constants = new Constants()
  for (const type of [I1, I16, I32]) t.throws(() => constants.float(type, 0), { name: 'InternalError' })
  for (const type of [F16, F32, F64]) t.throws(() => constants.int(type, 0), { name: 'InternalError' })
  t.is(constants.get(constants.bool(false)).kind, 'int')
})
