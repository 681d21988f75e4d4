// Words of buffers that hold anything are compared as floats only where they can be floats: the comparison must see wrong integers.

import test from 'ava'
import { isNear } from './compare_shaders.ts'

const wordOf = (x: number): number => new Uint32Array(new Float32Array([x]).buffer)[0]!

test('floats that differ by rounding are near', t => {
  t.true(isNear(wordOf(1), wordOf(1.0001)))
  t.true(isNear(wordOf(-3000), wordOf(-3000.25)))
  t.true(isNear(wordOf(0), wordOf(1e-6)))
  t.true(isNear(0, wordOf(-0)))
  t.true(isNear(wordOf(Number.NaN), wordOf(-Number.NaN)))
  t.false(isNear(wordOf(1), wordOf(1.01)))
  t.false(isNear(wordOf(Infinity), wordOf(-Infinity)))
  t.false(isNear(wordOf(Number.NaN), wordOf(1)))
})

test('integers are not: small ones are denormals, negative ones are NaN', t => {
  for (const [a, b] of [
    [0, 1],
    [7, 9],
    [255, 65536],
    [-5, -69],
    [-1, -2],
    [0x7fffffff, 0x7ffffffe],
  ] as const)
    t.false(isNear(a >>> 0, b >>> 0), `${a} and ${b}`)
})
