// The comparison must be able to fail: one test per way an output can be wrong.

import test from 'ava'
import { differences } from './compare.ts'
import type { Expected } from './corpus_case.ts'
import { pack, unpack } from './elements.ts'

const check = (expected: Expected, data: Uint8Array, counter?: number): string[] =>
  differences({ u0: expected }, new Map([['u0', { data, counter }]]))

test('records pack and unpack by layout', t => {
  const values = [1.5, 7, -2, 0x1_0000_0001n, -1n, 250]
  const bytes = pack('f32 u32 i32 pad4 u64 i64 u8', values)
  t.is(bytes.length, 33)
  t.deepEqual(unpack('f32 u32 i32 pad4 u64 i64 u8', bytes), values)
  t.throws(() => pack('f32*3', [1, 2]), { message: /do not fill/ })
})

test('equal values pass, one wrong bit does not', t => {
  const expected: Expected = { layout: 'u32', values: [1, 2, 0xffffffff] }
  t.deepEqual(check(expected, pack('u32', [1, 2, 0xffffffff])), [])
  t.deepEqual(check(expected, pack('u32', [1, 3, 0xffffffff])), ['u0: 1 of 3 values differ: [1] 3 instead of 2'])
})

test('floats are exact by default, with tolerance as stated, and NaN never passes', t => {
  const data = pack('f32', [1, 1.001])
  t.is(check({ layout: 'f32', values: [1, 1] }, data).length, 1)
  t.is(check({ layout: 'f32', values: [1, 1], abs: 0.01 }, data).length, 0)
  t.is(check({ layout: 'f32', values: [1, 1], rel: 0.0001 }, data).length, 1)
  t.is(check({ layout: 'f32', values: [1, 1], abs: 1e9 }, pack('f32', [1, Number.NaN])).length, 1)
  t.is(check({ layout: 'f32', values: [1, Infinity], rel: 0.01 }, pack('f32', [1, 2])).length, 1)
  t.is(check({ layout: 'u32', values: [5], abs: 10 }, pack('u32', [6])).length, 1)
})

test('any order means equal multisets of records', t => {
  const expected: Expected = { layout: 'u32*2', values: [1, 2, 3, 4], anyOrder: 2 }
  t.is(check(expected, pack('u32', [3, 4, 1, 2])).length, 0)
  t.is(check(expected, pack('u32', [3, 2, 1, 4])).length, 1)
  t.is(check(expected, pack('u32', [1, 2, 1, 2])).length, 1)
})

test('outliers are a share, not a licence', t => {
  const values = Array<number>(100).fill(1)
  const got = (wrong: number): Uint8Array =>
    pack(
      'u32',
      values.map((v, i) => (i < wrong ? 9 : v)),
    )
  t.is(check({ layout: 'u32', values, outliers: 0.02 }, got(2)).length, 0)
  t.is(check({ layout: 'u32', values, outliers: 0.02 }, got(3)).length, 1)
})

test('missing outputs, short outputs and wrong counters are differences', t => {
  t.deepEqual(differences({ u1: { layout: 'u32', values: [1] } }, new Map()), ['u1: the run gave no such output'])
  t.regex(check({ layout: 'u32', values: [1, 2] }, pack('u32', [1]))[0] ?? '', /4 bytes, expected at least 8/)
  t.regex(check({ layout: 'u32', values: [], counter: 3 }, pack('u32', []), 2)[0] ?? '', /counter 2, expected 3/)
})
