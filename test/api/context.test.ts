// compileAsync() and context(): includes that are promises, cancelling, and results kept by content.

import test from 'ava'
import { type AsyncCompileOptions, compile, compileAsync, context, type Includer } from '../../src/api/index.ts'

type AsyncIncluder = NonNullable<AsyncCompileOptions['include']>

const SOURCE =
  '#include "a.h"\nRWByteAddressBuffer o; [numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { o.Store(i, A + B); }'
const target = 'cs_6_0'
const files = (a: number): Record<string, string> => ({
  'a.h': `#include "b.h"\n#define A ${a}\n`,
  'b.h': '#define B 2\n',
})
const from =
  (texts: Record<string, string>): Includer =>
  path =>
    texts[path]
const later =
  (texts: Record<string, string>, asked: string[] = []): AsyncIncluder =>
  async path => {
    asked.push(path)
    await new Promise(resolve => setImmediate(resolve))
    return texts[path]
  }

test('includes may be promises; each is asked for once', async t => {
  const asked: string[] = []
  const result = await compileAsync(SOURCE, { target, include: later(files(1), asked) })
  const expected = compile(SOURCE, { target, include: from(files(1)) })
  t.deepEqual(result.container, expected.container)
  t.deepEqual(result.includes, expected.includes)
  t.deepEqual(asked, ['a.h', 'b.h'])
  const bad = await compileAsync(SOURCE, { target, include: later({}) })
  t.deepEqual(bad.diagnostics, compile(SOURCE, { target, include: () => undefined }).diagnostics)
  t.true((await compileAsync('[numthreads(1,1,1)] void main() {}', { target })).ok)
})

test('what the callback throws, rejects with or returns wrongly comes out', async t => {
  const reason = { a: 'reason' }
  for (const include of [() => Promise.reject(reason), () => Promise.resolve().then(() => Promise.reject(reason))])
    t.is(await compileAsync(SOURCE, { target, include }).catch((error: unknown) => error), reason)
  const thrown = await compileAsync(SOURCE, {
    target,
    include: () => {
      throw reason
    },
  }).catch((error: unknown) => error)
  t.is(thrown, reason)
  await t.throwsAsync(compileAsync(SOURCE, { target, include: () => 3 as never }), { message: /callback must return/ })
})

test('wrong options reject with a TypeError that names them', async t => {
  const wrong = (options: object): Promise<unknown> => compileAsync(SOURCE, options as AsyncCompileOptions)
  await t.throwsAsync(wrong({}), { instanceOf: TypeError, message: /target/ })
  await t.throwsAsync(wrong({ target, include: 'a.h' }), { instanceOf: TypeError, message: /include/ })
  await t.throwsAsync(wrong({ target, signal: 1 }), { instanceOf: TypeError, message: /AbortSignal/ })
  await t.throwsAsync(wrong({ target, entryPoint: 'main' }), { instanceOf: TypeError, message: /entry/ })
  t.throws(() => context({ maxResults: 0 }), { instanceOf: TypeError, message: /maxResults/ })
  t.throws(() => context({ maxResult: 1 } as object), { instanceOf: TypeError, message: /maxResults/ })
})

test('a signal ends the waiting at once', async t => {
  const never: AsyncIncluder = () => new Promise(() => {})
  const controller = new AbortController()
  const pending = compileAsync(SOURCE, { target, include: never, signal: controller.signal })
  setImmediate(() => controller.abort())
  t.is(await pending.catch((error: unknown) => error), controller.signal.reason)
  const reason = new Error('enough')
  t.is(await t.throwsAsync(compileAsync(SOURCE, { target, signal: AbortSignal.abort(reason) })), reason)
  const calm = new AbortController()
  t.true((await compileAsync(SOURCE, { target, include: later(files(1)), signal: calm.signal })).ok)
})

test('a context takes the result of equal calls, and of no others', t => {
  const c = context()
  const first = c.compile(SOURCE, { target, include: from(files(1)), defines: { X: 1 } })
  t.true(first.ok && first.phases.length > 0)
  const again = c.compile(SOURCE, { defines: { X: 1 }, include: from(files(1)), target, entry: undefined as never })
  t.deepEqual({ ...again, phases: [] }, { ...first, phases: [] })
  t.deepEqual(c.counts, { compiled: 1, reused: 1 })
  const others: readonly (() => unknown)[] = [
    () => c.compile(`${SOURCE} `, { target, include: from(files(1)), defines: { X: 1 } }),
    () => c.compile(SOURCE, { target, include: from(files(5)), defines: { X: 1 } }),
    () => c.compile(SOURCE, { target, include: from(files(1)), defines: { X: '1' } }),
    () => c.compile(SOURCE, { target, include: from(files(1)), defines: { X: true, Y: null } }),
    () => c.compile(SOURCE, { target, include: from(files(1)) }),
    () => c.compile(SOURCE, { target: 'cs_6_2', include: from(files(1)), defines: { X: 1 } }),
    () => c.compile(SOURCE, { target, defines: { X: 1 } }),
  ]
  for (const other of others) other()
  t.deepEqual(c.counts, { compiled: 1 + others.length, reused: 1 })
  for (const other of others) other()
  t.deepEqual(c.counts, { compiled: 1 + others.length, reused: 1 + others.length })
  c.dispose()
  others[0]!()
  t.is(c.counts.compiled, 2 + others.length)
})

test('an include that changes back is known again; its result is that of compile()', t => {
  const c = context()
  for (const a of [1, 2, 1, 2, 3])
    t.deepEqual(
      c.compile(SOURCE, { target, include: from(files(a)) }).container,
      compile(SOURCE, { target, include: from(files(a)) }).container,
    )
  t.deepEqual(c.counts, { compiled: 3, reused: 2 })
})

test('a missing include is looked for again', t => {
  const c = context()
  t.false(c.compile(SOURCE, { target }).ok)
  t.false(c.compile(SOURCE, { target, include: () => undefined }).ok)
  t.true(c.compile(SOURCE, { target, include: from(files(1)) }).ok)
  t.false(c.compile(SOURCE, { target, include: () => null }).ok)
  t.deepEqual(c.counts, { compiled: 3, reused: 1 })
})

test("a kept result is nobody's to change", t => {
  const c = context()
  const options = { target, include: from(files(1)) }
  const expected = compile(SOURCE, options).container!
  for (let i = 0; i < 3; i++) {
    const { container } = c.compile(SOURCE, options)
    t.deepEqual(container, expected)
    container!.fill(0)
  }
})

test('the results not asked for longest are forgotten first', t => {
  const c = context({ maxResults: 2 })
  const one = (n: number): void => void c.compile(SOURCE, { target, include: from(files(n)), defines: [`N=${n % 2}`] })
  for (const n of [1, 2, 1, 2]) one(n)
  t.deepEqual(c.counts, { compiled: 2, reused: 2 })
  for (const n of [4, 2, 4]) one(n)
  t.deepEqual(c.counts, { compiled: 3, reused: 4 })
  one(1)
  t.deepEqual(c.counts, { compiled: 4, reused: 4 })
})

test('a context keeps what compileAsync() makes, errors too', async t => {
  const c = context()
  const first = await c.compileAsync(SOURCE, { target, include: later({ 'a.h': '' }) })
  t.false(first.ok)
  const again = await c.compileAsync(SOURCE, { target, include: later({ 'a.h': '' }) })
  t.deepEqual(again.diagnostics, first.diagnostics)
  t.deepEqual(c.counts, { compiled: 1, reused: 1 })
  const bytes = await c.compileAsync(SOURCE, {
    target,
    include: async path => new TextEncoder().encode(files(1)[path]),
  })
  t.true(bytes.ok)
  t.is(c.compile(SOURCE, { target, include: path => new TextEncoder().encode(files(1)[path]) }).ok, true)
  t.deepEqual(c.counts, { compiled: 2, reused: 2 })
})
