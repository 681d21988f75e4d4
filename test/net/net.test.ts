// A sample of the net: generated and mutated programs of every kind; what the compiler accepts, the official validator accepts. `npm run net` runs more.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { causeOf, check } from './check.ts'
import { mutateJob } from './mutate.ts'
import { Programs } from './programs.ts'

const SEED = 2_000_000
const COUNT = 150

oracleTest(['dxc', 'dxc-new'], 'the validator refuses nothing that was accepted', async t => {
  t.timeout(180_000)
  const programs = new Programs()
  let valid = 0
  for (let n = SEED; n < SEED + COUNT; n++) {
    const job = mutateJob(programs.at(n), n)
    const found = await check(job)
    if (found.kind === 'valid') valid++
    t.false(found.kind === 'refused' || found.kind === 'bug', `${n} ${job.origin}: ${causeOf(found)}\n${job.source}`)
  }
  t.true(valid > COUNT / 4, `only ${valid} of ${COUNT} were accepted`)
})

oracleTest(['dxc'], 'the net catches a container with a fault', async t => {
  const job = { origin: '', source: '[numthreads(1, 1, 1)] void main() {}', words: ['-T', 'cs_6_0', '-E', 'main'] }
  t.is((await check(job)).kind, 'valid')
  // A wrong digest.
  const damaged = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes, (b, i) => (i === 5 ? b ^ 1 : b))
  t.is((await check(job, damaged)).kind, 'refused')
})

test('the same number gives the same program', t => {
  const [a, b] = [new Programs(), new Programs()]
  for (let n = 1; n < 40; n++) t.deepEqual(mutateJob(a.at(n), n), mutateJob(b.at(n), n))
})
