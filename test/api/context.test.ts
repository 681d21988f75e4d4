// compileAsync() and context(): includes that are promises, cancelling, and results kept by content.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import test from 'ava'
import {
  type AsyncCompileOptions,
  compile,
  compileAsync,
  context,
  type Includer,
  serveCompiles,
} from '../../src/api/index.ts'
import * as node from '../../src/api/node.ts'

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

test('the functions of a context need no object in front of them', async t => {
  const kept = context()
  const { compile: compileOne, compileAsync: compileLater, dispose } = kept
  const options = { target, include: from(files(3)) }
  t.true(compileOne(SOURCE, options).ok)
  t.true((await compileLater(SOURCE, options)).ok)
  t.deepEqual(kept.counts, { compiled: 1, reused: 1 })
  dispose()
  t.true(compileOne(SOURCE, options).ok)
  t.deepEqual(kept.counts, { compiled: 2, reused: 1 })
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
  // Another include, another target and a missing include; the rest is the same source behind the preprocessor.
  t.deepEqual(c.counts, { compiled: 4, reused: 5 })
  for (const other of others) other()
  t.deepEqual(c.counts, { compiled: 4, reused: 5 + others.length })
  c.dispose()
  others[0]!()
  t.is(c.counts.compiled, 5)
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

test('a given worker compiles: tasks and replies are plain data', async t => {
  // Ports stand for the two sides of a worker.
  const { port1, port2 } = new MessageChannel()
  serveCompiles(port2 as never)
  port2.start()
  const heard: unknown[] = []
  port2.addEventListener('message', event => heard.push((event as unknown as { data: unknown }).data))
  port1.postMessage('from somebody else')
  const result = await compileAsync(SOURCE, { target, include: later(files(1)), worker: port1 })
  t.deepEqual({ ...result, phases: [] }, { ...compile(SOURCE, { target, include: from(files(1)) }), phases: [] })
  t.is(heard.length, 1 + 3)
  await t.throwsAsync(compileAsync(SOURCE, { target, worker: {} as never }), { message: /the worker must be a worker/ })
  const gone = new AbortController()
  const pending = compileAsync(SOURCE, { target, include: later(files(1)), worker: port1, signal: gone.signal })
  gone.abort()
  t.is(await pending.catch((error: unknown) => error), gone.signal.reason)
  port1.close()
})

test('in Node a pool of threads compiles, with the results and errors of compile()', async t => {
  const include = later(files(1))
  const results = await Promise.all(
    [0, 1, 2, 3].map(n => node.compileAsync(SOURCE, { target, include, defines: { N: n } })),
  )
  for (const result of results)
    t.deepEqual(result.container, compile(SOURCE, { target, include: from(files(1)) }).container)
  const missing = { searched: ['x', 'y'], nearest: () => 'a.hlsli' }
  const found = await node.compileAsync(SOURCE, { target, include: async () => missing })
  t.deepEqual(found.diagnostics, compile(SOURCE, { target, include: () => missing }).diagnostics)
  t.regex(found.text, /a\.hlsli/)
  const controller = new AbortController()
  // Far longer than the test may take: the thread is ended.
  const endless = `float f0(float x) { return x; }\n${Array.from({ length: 24 }, (_, i) => `float f${i + 1}(float x) { return f${i}(x) + f${i}(x + 1); }`).join('\n')}
RWByteAddressBuffer o; [numthreads(1,1,1)] void main() { o.Store(0, asuint(f24(1))); }`
  const pending = node.compileAsync(endless, { target, signal: controller.signal })
  setTimeout(() => controller.abort(), 50)
  t.is(await pending.catch((error: unknown) => error), controller.signal.reason)
  t.true((await node.compileAsync(SOURCE, { target, include })).ok)
})

test('a folder keeps results between contexts', t => {
  const folder = join(mkdtempSync(join(tmpdir(), 'dxilkit-context-')), 'made', 'when needed')
  const options = { target, include: from(files(1)) }
  const first = node.context({ folder }).compile(SOURCE, options)
  const second = node.context({ folder })
  t.deepEqual({ ...second.compile(SOURCE, options), phases: [] }, { ...first, phases: [] })
  t.deepEqual(second.counts, { compiled: 0, reused: 1 })
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(f => f.includes('/'))
  t.is(names.length, 1)
  t.regex(names[0]!, /^[0-9a-f]{2}\/[0-9a-f]{62}$/)
  // Where no folder can be, it is only slower.
  writeFileSync(`${folder}-file`, '')
  const nowhere = node.context({ folder: `${folder}-file` })
  t.deepEqual(nowhere.compile(SOURCE, options).container, first.container)
  t.throws(() => node.context({ folder: 7 as never }), { instanceOf: TypeError, message: /folder/ })
  t.throws(() => node.context({ folder, store: node.folderStore(folder) }), { message: /exclude each other/ })
  t.throws(() => context({ folder } as object), { message: /unknown option 'folder'/ })
  t.throws(() => context({ store: {} as never }), { message: /option 'store' must be/ })
  rmSync(join(folder, '..', '..'), { recursive: true })
})
