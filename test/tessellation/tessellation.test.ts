// A sample of random pipelines with tessellation (`npm run tessellation` does thousands), and hull and domain shaders as LLVM text.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { compile, compileToIr } from '../../src/api/index.ts'
import { missing, ROOT } from '../oracle/available.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkTessellation } from './check.ts'
import { generateTessellation } from './generate.ts'

const SEEDS = Array.from({ length: 12 }, (_, i) => 9101 + i)

test('the same seed gives the same pipeline', t => {
  t.deepEqual(generateTessellation(7), generateTessellation(7))
  t.notDeepEqual(generateTessellation(7), generateTessellation(8))
})

oracleTest('d3d12', 'random hull and domain shaders say, do and draw the same in both containers', async t => {
  if (missing('dxc') !== undefined) return void t.pass()
  const kinds = { refused: 0, compared: 0, drawn: 0 }
  let tables = 0
  for (const seed of SEEDS) {
    const result = await checkTessellation(seed)
    t.deepEqual(result.problems, [], `seed ${seed}\n${result.source}`)
    kinds[result.kind]++
    if (result.sameTables) tables++
  }
  t.true(kinds.drawn > SEEDS.length / 3 && kinds.compared > 0, JSON.stringify(kinds))
  t.true(tables > 0.8 * SEEDS.length, `${tables} tables`)
})

for (const [target, entry] of [
  ['hs_6_0', 'HullMain'],
  ['ds_6_0', 'DomainMain'],
] as const)
  test(`${target}: the text of every phase goes on to the same container`, t => {
    const source = readFileSync(join(ROOT, 'corpus/drawn/tessellated_points.hlsl'), 'utf8')
    const { container } = compile(source, { target, entry })
    for (const stopAfter of ['lower', 'simplify', 'bind', 'lower_resources']) {
      const { ir = '', text } = compileToIr(source, { target, entry, stopAfter })
      const again = compile(ir, { target, language: 'llvm' })
      t.true(again.ok, `${text}${again.text}`)
      t.deepEqual(again.container, container, stopAfter)
    }
  })

test('text of hull shaders that contradicts itself is refused', t => {
  const source = readFileSync(join(ROOT, 'corpus/drawn/tessellated_points.hlsl'), 'utf8')
  const { ir = '' } = compileToIr(source, { target: 'hs_6_0', entry: 'HullMain', stopAfter: 'lower' })
  const refused = (from: string | RegExp, to: string, message: RegExp): void => {
    const changed = ir.replace(from, to)
    t.not(changed, ir, String(from))
    t.regex(compile(changed, { target: 'hs_6_0', language: 'llvm' }).text, message)
  }
  refused(/!"patchConstant", !"\w+"/, '!"nothing", i64 0', /no function is the patch constant function/)
  refused(/!"inputControlPoints", i64 3/, '!"inputControlPoints", i64 33', /no valid 'tessellation'/)
})
