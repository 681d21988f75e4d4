// Which statements stand in which stages and functions: a sample of the list (`npm run contexts` has all of it) against DXC and its validator.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { compareContext } from './compare.ts'
import { CONTEXTS, contextJobs, STATEMENTS } from './contexts.ts'

const STEP = 13

oracleTest(['dxc', 'dxc-new'], 'statements in every kind of function: verdict as DXC, and valid', async t => {
  t.timeout(180_000)
  const jobs = [...contextJobs([5, 8])].filter(
    (job, i) => i % STEP === 0 || /thread node.*(Barrier|Shared)/.test(job.name),
  )
  t.true(jobs.length > 250)
  for (const job of jobs) {
    const { verdict, detail } = await compareContext(job)
    t.is(verdict, 'same', `${job.name}: ${detail}`)
  }
})

test('names of contexts and statements are unique', t => {
  t.is(new Set(CONTEXTS.map(c => c.name)).size, CONTEXTS.length)
  t.is(new Set(STATEMENTS).size, STATEMENTS.length)
})

oracleTest(['dxc'], 'the comparison sees a program that only one compiler takes', async t => {
  const verdictOf = async (code: string): Promise<string> => {
    const job = {
      origin: '',
      source: `${code}\n[numthreads(1, 1, 1)] void main() {}`,
      words: ['-T', 'cs_6_6', '-E', 'main'],
    }
    return (await compareContext(job)).verdict
  }
  // Both as the newest release has it; the one asked here is older.
  t.is(await verdictOf('static auto known = 1;'), 'accepted here alone')
  for (const type of ['Buffer<double4>', 'RWTexture2D<uint64_t3>', 'Texture2DMS<int64_t4>'])
    t.is(await verdictOf(`${type} wide;`), 'refused here alone', type)
  t.is(await verdictOf('Buffer<double2> fits; RWStructuredBuffer<double4> whole;'), 'same')
})
