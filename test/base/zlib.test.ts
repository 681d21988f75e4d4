// Inflating against Node's zlib: what it deflates comes back, at every level and by every strategy; what it refuses is refused.

import { constants, deflateSync, inflateSync } from 'node:zlib'
import test from 'ava'
import fc from 'fast-check'
import { inflateZlib, ZlibError } from '../../src/base/zlib.ts'

const STRATEGIES = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FILTERED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
  constants.Z_FIXED,
]

function inflated(data: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size)
  return out.subarray(0, inflateZlib(data, out))
}

/** Bytes with repetitions near and far: runs, words seen before, noise. */
function mixedBytes(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let state = seed | 1
  const next = (): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return state >>> 8
  }
  for (let at = 0; at < size; ) {
    const run = 1 + (next() % 300)
    const kind = next() % 3
    const back = at === 0 ? 0 : 1 + (next() % at)
    for (let i = 0; i < run && at < size; i++, at++)
      bytes[at] = kind === 0 ? next() : kind === 1 && back > 0 ? bytes[at - back]! : next() % 3
  }
  return bytes
}

test('what zlib deflates comes back', t => {
  for (const size of [0, 1, 2, 257, 40_000, 300_000])
    for (const strategy of STRATEGIES)
      for (const level of [0, 1, 6, 9]) {
        const bytes = mixedBytes(size, size * 31 + level)
        t.is(
          Buffer.compare(inflated(deflateSync(bytes, { level, strategy }), size), bytes),
          0,
          `${size} bytes, ${strategy}, ${level}`,
        )
      }
})

test('runs of one byte, and bytes after the stream', t => {
  const bytes = new Uint8Array(100_000).fill(7)
  t.deepEqual(inflated(Buffer.concat([deflateSync(bytes), Buffer.from('rest')]), bytes.length), bytes)
})

test('too little room, early ends and other streams are refused', t => {
  const bytes = mixedBytes(5000, 3)
  const data = deflateSync(bytes)
  t.throws(() => inflated(data, 4999), { instanceOf: ZlibError })
  for (let size = 0; size < data.length; size += 7)
    t.throws(() => inflated(data.subarray(0, size), 5000), { instanceOf: ZlibError }, `${size} bytes`)
  for (const head of [[], [0x78], [0x79, 0x9c], [0x78, 0x9d], [0x78, 0xbb], [0x88, 0x1c]])
    t.throws(() => inflated(new Uint8Array([...head, ...data.subarray(2)]), 5000), { instanceOf: ZlibError })
})

test('damaged streams get the verdict and the bytes of zlib', t => {
  let refused = 0
  let accepted = 0
  const property = fc.property(
    fc.integer(),
    fc.nat(),
    fc.nat(7),
    fc.constantFrom(...STRATEGIES),
    (seed, at, bit, strategy) => {
      const data = deflateSync(mixedBytes(2000, seed), { strategy })
      data[at % data.length]! ^= 1 << bit
      let expected: Uint8Array | undefined
      try {
        expected = inflateSync(data, { maxOutputLength: 5000 })
      } catch {}
      let actual: Uint8Array | undefined
      try {
        actual = inflated(data, 5000)
      } catch (error) {
        if (!(error instanceof ZlibError)) throw error
      }
      if (expected) accepted++
      else refused++
      return expected ? actual !== undefined && Buffer.compare(expected, actual) === 0 : actual === undefined
    },
  )
  fc.assert(property, { numRuns: 1500, seed: 7 })
  t.true(refused > 1000, `${refused} refused, ${accepted} accepted`)
})
