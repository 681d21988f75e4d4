// Process of the mutation command: runs tests of compiled files one after the other, without ava. It says which mutants each test executes, or stops at
// the first test that fails. What it is asked comes as a message, and so do the answers.

import { Session } from 'node:inspector/promises'
import { register } from 'node:module'
import { performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { assertions, type CollectedTest, collected } from './one_process.ts'

/** Where mutants of a compiled file begin: offsets into it. */
export interface Places {
  readonly path: string
  readonly starts: readonly number[]
}

export type Question =
  | { readonly kind: 'cover'; readonly path: string; readonly places: readonly Places[] }
  | { readonly kind: 'judge'; readonly tests: readonly TestId[] }

export interface TestId {
  /** The compiled file. */
  readonly path: string
  readonly title: string
}

export type Answer =
  /** Loading a file executed mutants: their indices in each of the places. */
  | { readonly kind: 'loaded'; readonly hits: readonly (readonly number[])[] }
  | {
      readonly kind: 'ran'
      readonly title: string
      readonly ms: number
      readonly error: string | undefined
      readonly hits: readonly (readonly number[])[]
    }
  | { readonly kind: 'failed'; readonly test: TestId; readonly error: string }
  | { readonly kind: 'end' }

const say = (answer: Answer): Promise<void> => new Promise(done => process.send!(answer, () => done()))

async function failure(test: CollectedTest): Promise<string | undefined> {
  try {
    await test.body({ ...assertions, title: test.title })
    return undefined
  } catch (error) {
    return String(error).slice(0, 2000)
  }
}

/** The tests of a file. @throws what loading it throws */
async function testsOf(path: string): Promise<readonly CollectedTest[]> {
  collected.length = 0
  await import(pathToFileURL(path).href)
  return [...collected]
}

async function cover(path: string, places: readonly Places[]): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const index = new Map(places.map((p, i) => [pathToFileURL(p.path).href, i]))
  const executed = async (): Promise<number[][]> => {
    const hits = places.map((): number[] => [])
    for (const { url, functions } of (await session.post('Profiler.takePreciseCoverage')).result) {
      const at = index.get(url)
      if (at === undefined) continue
      // The innermost range that holds a place tells its count; inner ones stand behind outer ones.
      const counts = new Map<number, number>()
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          places[at]!.starts.forEach((start, i) => {
            if (startOffset <= start && start < endOffset) counts.set(i, count)
          })
      for (const [i, count] of counts) if (count > 0) hits[at]!.push(i)
    }
    return hits
  }
  const tests = await testsOf(path)
  await say({ kind: 'loaded', hits: await executed() })
  for (const test of tests) {
    const start = performance.now()
    const error = await failure(test)
    const ms = performance.now() - start
    await say({ kind: 'ran', title: test.title, ms, error, hits: await executed() })
  }
}

async function judge(tests: readonly TestId[]): Promise<void> {
  const known = new Map<string, readonly CollectedTest[]>()
  for (const test of tests) {
    let error: string | undefined
    try {
      if (!known.has(test.path)) known.set(test.path, await testsOf(test.path))
      const found = known.get(test.path)!.find(t => t.title === test.title)
      error = found ? await failure(found) : 'the test is not declared'
    } catch (thrown) {
      error = `the file does not load: ${thrown}`
    }
    if (error !== undefined) return say({ kind: 'failed', test, error })
  }
}

register('./hooks.js', import.meta.url)
process.on('message', async (question: Question) => {
  if (question.kind === 'cover') await cover(question.path, question.places)
  else await judge(question.tests)
  await say({ kind: 'end' })
  process.exit(0)
})
