// SHA-256 and Base64 against Node's own.

import { createHash } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { base64 } from '../../src/base/base64.ts'
import { sha256 } from '../../src/base/sha256.ts'

const sizes = [...Array.from({ length: 140 }, (_, i) => i), 12287, 12288, 12289, 40000]
const sample = (size: number): Uint8Array => Uint8Array.from({ length: size }, (_, i) => (i * 151 + (i >> 7)) & 255)

test('SHA-256 is the one Node computes', t => {
  for (const size of sizes)
    t.deepEqual(sha256(sample(size)), new Uint8Array(createHash('sha256').update(sample(size)).digest()), `${size}`)
})

test('Base64 is the one Node writes', t => {
  for (const size of sizes) t.is(base64(sample(size)), Buffer.from(sample(size)).toString('base64'))
  fc.assert(fc.property(fc.uint8Array(), bytes => base64(bytes) === Buffer.from(bytes).toString('base64')))
})
