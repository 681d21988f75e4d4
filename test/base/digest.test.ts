// MD5 against RFC 1321 and node:crypto, and the container digest's two flavours at every block boundary.

import { createHash } from 'node:crypto'
import test from 'ava'
import { containerDigest, TYPESCRIPT_DIGEST } from '../../src/base/digest.ts'
import { md5 } from '../../src/base/md5.ts'
import { RFC_1321, testBytes } from './digest_vectors.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('MD5 gives the digests of RFC 1321', t => {
  for (const [text, digest] of RFC_1321) t.is(hex(md5(new TextEncoder().encode(text))), digest)
})

test('MD5 agrees with node:crypto for lengths 0 to 200 and 1 MB, at any alignment', t => {
  for (const length of [...Array(201).keys(), 1 << 20]) {
    const bytes = testBytes(length + 3).subarray(3)
    t.is(hex(md5(bytes)), createHash('md5').update(bytes).digest('hex'), `length ${length}`)
  }
})

test('the two flavours differ and both depend on every byte and on the length', t => {
  const seen = new Set<string>()
  for (let length = 20; length < 220; length++)
    for (const flavour of ['retail', 'debug'] as const) seen.add(hex(containerDigest(testBytes(length), flavour)))
  t.is(seen.size, 400)
  const bytes = testBytes(150)
  const before = hex(containerDigest(bytes))
  for (let i = 0; i < bytes.length; i++) {
    const changed = bytes.slice()
    changed[i]! ^= 1
    t.is(hex(containerDigest(changed)) === before, i < 20, `byte ${i}`)
  }
})

test('too short a container is refused', t => {
  t.throws(() => containerDigest(new Uint8Array(19)), { instanceOf: RangeError })
  t.is(TYPESCRIPT_DIGEST.containerDigest(new Uint8Array(20), 'retail').length, 16)
})
