// Thirty random pairs of vertex and pixel shaders; `npx tsx test/graphics/run.ts` does hundreds.

import test from 'ava'
import { missing } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkPair } from './check_pair.ts'
import { generatePair } from './generate.ts'

const SEEDS = Array.from({ length: 30 }, (_, i) => 5001 + i)

test('the same seed gives the same pair', t => {
  t.is(generatePair(7), generatePair(7))
  t.not(generatePair(7), generatePair(8))
})

oracleTest('d3d12', 'random pairs draw the same picture from both containers', async t => {
  if (missing('dxc') !== undefined) return void t.pass()
  let [exact, tables] = [0, 0]
  for (const seed of SEEDS) {
    const result = await checkPair(seed)
    t.deepEqual(result.problems, [], `seed ${seed}\n${result.source}`)
    if (result.exact) exact++
    if (result.sameTables) tables++
  }
  t.true(exact > SEEDS.length / 2, `${exact} exact`)
  // Code that is simplified otherwise depends otherwise.
  t.true(tables > 0.6 * SEEDS.length, `${tables} tables`)
})
