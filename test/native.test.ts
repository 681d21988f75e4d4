// The native addon gives the same bytes as the TypeScript digests. Without a build the tests are skipped with the reason;
// with CI=true the addon is built first, and a failed build fails the tests.

import { execFileSync } from 'node:child_process'
import test, { type ExecutionContext } from 'ava'
import { loadNativeDigest, type NativeDigest, useNativeDigest } from '../src/api/node_native.ts'
import {
  containerDigest,
  type DigestImplementation,
  digestImplementation,
  TYPESCRIPT_DIGEST,
  useDigest,
} from '../src/base/digest.ts'
import { RFC_1321, testBytes } from './base/digest_vectors.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function nativeDigest(): NativeDigest {
  const found = loadNativeDigest()
  if (found.digest || process.env['CI'] !== 'true') return found
  try {
    execFileSync('npm', ['run', 'build:native'], { stdio: 'pipe', shell: process.platform === 'win32' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
    return {
      reason: `npm run build:native failed: ${error}\n${stdout ?? ''}${stderr ?? ''}`,
    }
  }
  return loadNativeDigest()
}

const native = nativeDigest()

// One line tells why, not one per test.
if (!native.digest) {
  if (process.env['CI'] === 'true') test('the native addon', t => t.fail(native.reason))
  else test.skip(`the native addon [${native.reason}; run: npm run build:native]`, () => {})
}

function nativeTest(title: string, body: (t: ExecutionContext, native: DigestImplementation) => void): void {
  const { digest } = native
  if (digest) test.serial(title, t => body(t, digest))
}

nativeTest('native MD5 gives the digests of RFC 1321', (t, native) => {
  for (const [text, digest] of RFC_1321) t.is(hex(native.md5(new TextEncoder().encode(text))), digest)
})

nativeTest('native and TypeScript agree on lengths 0 to 200 and 1 MB', (t, native) => {
  for (const length of [...Array(201).keys(), 1 << 20]) {
    const bytes = testBytes(length)
    const container = testBytes(length + 20)
    t.is(hex(native.md5(bytes)), hex(TYPESCRIPT_DIGEST.md5(bytes)), `MD5, length ${length}`)
    for (const flavour of ['retail', 'debug'] as const)
      t.is(
        hex(native.containerDigest(container, flavour)),
        hex(TYPESCRIPT_DIGEST.containerDigest(container, flavour)),
        `${flavour} digest, length ${length}`,
      )
  }
})

nativeTest('wrong arguments throw and do not crash', (t, native) => {
  const md5 = native.md5 as (...args: unknown[]) => unknown
  for (const bad of [undefined, null, 1, 'text', {}, [1], new Uint16Array(4), new ArrayBuffer(8)])
    t.throws(() => md5(bad), { instanceOf: TypeError })
  t.throws(() => native.containerDigest(new Uint8Array(19), 'retail'), { instanceOf: TypeError })
})

nativeTest('the native digest can take over and give back', (t, native) => {
  const bytes = testBytes(333)
  const expected = hex(containerDigest(bytes))
  t.true(useNativeDigest())
  t.is(digestImplementation(), native.name)
  t.is(hex(containerDigest(bytes)), expected)
  useDigest()
  t.is(digestImplementation(), TYPESCRIPT_DIGEST.name)
})
