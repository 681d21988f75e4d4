// A sample of random pipelines with a geometry shader; `npm run geometry` does thousands.

import test from 'ava'
import { missing } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkPipeline } from './check.ts'
import { generatePipeline } from './generate.ts'

const SEEDS = Array.from({ length: 30 }, (_, i) => 7001 + i)

test('the same seed gives the same pipeline', t => {
  t.deepEqual(generatePipeline(7), generatePipeline(7))
  t.notDeepEqual(generatePipeline(7), generatePipeline(8))
})

oracleTest('d3d12', 'random geometry shaders say, do and draw the same in both containers', async t => {
  if (missing('dxc') !== undefined) return void t.pass()
  const kinds = { refused: 0, compared: 0, drawn: 0 }
  let tables = 0
  for (const seed of SEEDS) {
    const result = await checkPipeline(seed)
    t.deepEqual(result.problems, [], `seed ${seed}\n${result.source}`)
    kinds[result.kind]++
    if (result.sameTables) tables++
  }
  t.true(kinds.drawn > SEEDS.length / 3 && kinds.compared > 3, JSON.stringify(kinds))
  t.true(tables > 0.6 * SEEDS.length, `${tables} tables`)
})
