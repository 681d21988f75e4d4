// A sample of the shaders of corpus/engine, and their headers; npm run engine goes through all of them.

import test from 'ava'
import { missing } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { engineShaders } from './cases.ts'
import { judge } from './judge.ts'
import { ratioOf } from './report.ts'

/** One a theme or so; the first two cases of each are taken. */
const SAMPLE = [
  'deferred/gbuffer_write',
  'lighting/clustered_shading',
  'material/layered_pbr',
  'post/exposure',
  'shadow/pcss',
  'bvh/lbvh',
]
/** Instructions, ours over DXC's. */
const MOST = 1.3

const shaders = engineShaders()

test('every engine shader has a header that says how it is compiled', t => {
  t.true(shaders.length >= 200)
  for (const { file, header } of shaders) t.true(header.args.length > 0, file)
})

oracleTest('dxc', 'engine shaders: valid, described as DXC does, hardly longer, same results', async t => {
  const canRun = missing('d3d12') === undefined
  const sample = shaders.filter(({ file }) => SAMPLE.includes(file.replace(/\.hlsl$/, '')))
  t.is(sample.length, SAMPLE.length)
  for (const shader of sample)
    for (const row of await judge(
      { ...shader, header: { ...shader.header, args: shader.header.args.slice(0, 2) } },
      canRun,
    )) {
      t.is(row.refused, undefined, row.name)
      t.true(row.valid && row.sameTable, `${row.name}: ${row.problems.join('; ')}`)
      t.not(row.ran, 'different', `${row.name}: ${row.problems.join('; ')}`)
      t.not(row.ran, 'failed', `${row.name}: ${row.problems.join('; ')}`)
      t.true((ratioOf(row) ?? 0) <= MOST, `${row.name}: ${ratioOf(row)}`)
    }
})
