// Alignment: matches ascend, match equal keys, and where little differs nothing is missed.

import test from 'ava'
import fc from 'fast-check'
import { align } from '../../src/diff/align.ts'

function matches(a: readonly number[], b: readonly number[]): [number, number][] {
  const found: [number, number][] = []
  align(a, b, (i, j) => found.push([i, j]))
  return found.sort((x, y) => x[0] - y[0])
}

test('matches ascend on both sides and match equal keys', t => {
  const keys = fc.array(fc.nat(6), { maxLength: 60 })
  fc.assert(
    fc.property(keys, keys, (a, b) => {
      const found = matches(a, b)
      return found.every(([i, j], n) => a[i] === b[j] && (n === 0 || (found[n - 1]![0] < i && found[n - 1]![1] < j)))
    }),
    { seed: 1, numRuns: 500 },
  )
  t.pass()
})

test('insertions into distinct keys are all that is unmatched', t => {
  const a = Array.from({ length: 5000 }, (_, n) => n)
  const b = a.flatMap(n => (n % 7 === 0 ? [-1, n] : [n]))
  t.is(matches(a, b).length, a.length)
})

test('nothing in common ends', t => {
  t.deepEqual(matches(Array(20_000).fill(1), Array(20_000).fill(2)), [])
})
