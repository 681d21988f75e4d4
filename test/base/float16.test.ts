import test from 'ava'
import { bitsToHalf, halfToBits, roundToHalf } from '../../src/base/float16.ts'

test('every half survives bits to number to bits', t => {
  for (let bits = 0; bits < 0x10000; bits++) {
    const x = bitsToHalf(bits)
    if (!Number.isNaN(x) && halfToBits(x) !== bits) t.fail(`bits ${bits}`)
  }
  t.is(halfToBits(Number.NaN), 0x7e00)
})

test('between two halves the nearer wins, and the even one of equals', t => {
  for (let bits = 0; bits < 0x7bff; bits++) {
    const [low, high] = [bitsToHalf(bits), bitsToHalf(bits + 1)]
    const middle = (low + high) / 2
    const even = bits % 2 === 0 ? low : high
    if (roundToHalf(middle) !== even || roundToHalf(-middle) !== -even) t.fail(`middle above bits ${bits}`)
    if (roundToHalf(middle - (high - low) / 1e6) !== low || roundToHalf(middle + (high - low) / 1e6) !== high)
      t.fail(`near the middle above bits ${bits}`)
  }
  t.pass()
})

test('known values, the ends of the range', t => {
  t.deepEqual([1, 0.1, 65504, 65519.99, 65520, -65520, 5.9604644775390625e-8, 2e-8].map(roundToHalf), [
    ...[1, 0.0999755859375, 65504, 65504, Infinity, -Infinity, 5.9604644775390625e-8, 0],
  ])
  t.true(Object.is(roundToHalf(-1e-9), -0))
  t.deepEqual([0x3c00, 0xc000, 0x7bff, 0x0001].map(bitsToHalf), [1, -2, 65504, 2 ** -24])
})
