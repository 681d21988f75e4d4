// What test files get for ava in a witness of mutants: tests are only collected, so that one process runs those of several files, one after the other, without
// a start for each. Assertions throw, as ava's do.

import assert from 'node:assert/strict'

export interface CollectedTest {
  readonly title: string
  readonly body: (t: unknown) => unknown
}

/** Tests in order of their declaration. */
export const collected: CollectedTest[] = []

type Thrown = { readonly message?: string | RegExp; readonly code?: string; readonly instanceOf?: new () => Error }

function expected(error: unknown, wanted: Thrown | undefined): unknown {
  assert.ok(error instanceof Error, 'an Error is thrown')
  const { message, code, instanceOf } = wanted ?? {}
  if (typeof message === 'string') assert.equal(error.message, message)
  if (message instanceof RegExp) assert.match(error.message, message)
  if (code !== undefined) assert.equal((error as NodeJS.ErrnoException).code, code)
  if (instanceOf) assert.ok(error instanceof instanceOf)
  return error
}

const nothing = (): undefined => undefined

/** The assertions of ava that tests use; one that is missing here fails the run without a fault. */
export const assertions = {
  true: (v: unknown, m?: string) => assert.equal(v, true, m),
  false: (v: unknown, m?: string) => assert.equal(v, false, m),
  truthy: (v: unknown, m?: string) => assert.ok(v, m),
  falsy: (v: unknown, m?: string) => assert.ok(!v, m),
  is: (a: unknown, b: unknown, m?: string) => assert.equal(Object.is(a, b), true, m ?? `${a} is not ${b}`),
  not: (a: unknown, b: unknown, m?: string) => assert.equal(Object.is(a, b), false, m),
  deepEqual: (a: unknown, b: unknown, m?: string) => assert.deepStrictEqual(a, b, m),
  notDeepEqual: (a: unknown, b: unknown, m?: string) => assert.notDeepStrictEqual(a, b, m),
  regex: (a: string, b: RegExp, m?: string) => assert.match(a, b, m),
  notRegex: (a: string, b: RegExp, m?: string) => assert.doesNotMatch(a, b, m),
  fail: (m?: string) => assert.fail(m),
  pass: nothing,
  log: nothing,
  timeout: nothing,
  teardown: nothing,
  throws(body: () => unknown, wanted?: Thrown) {
    try {
      body()
    } catch (error) {
      return expected(error, wanted)
    }
    return assert.fail('nothing is thrown')
  },
  async throwsAsync(body: Promise<unknown> | (() => Promise<unknown>), wanted?: Thrown) {
    try {
      await (typeof body === 'function' ? body() : body)
    } catch (error) {
      return expected(error, wanted)
    }
    return assert.fail('nothing is thrown')
  },
  notThrows: (body: () => unknown) => body(),
  notThrowsAsync: (body: () => Promise<unknown>) => body(),
}

const collect = (title: string, body: CollectedTest['body']): void => {
  collected.push({ title, body })
}

export default Object.assign(collect, { serial: collect, skip: nothing })
