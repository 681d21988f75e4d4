// Random mesh and amplification shaders, a sample; `npm run meshes` does thousands.

import test from 'ava'
import { compile, compileToIr } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkMesh, checkProgram } from './check.ts'
import { generateMesh } from './generate.ts'

const FIRST = 70_001
const COUNT = 80

test('the same seed gives the same program', t => {
  t.deepEqual(generateMesh(7), generateMesh(7))
  t.notDeepEqual(generateMesh(7), generateMesh(8))
})

test('programs are of both stages, and some have a mistake', t => {
  const programs = Array.from({ length: 200 }, (_, i) => generateMesh(i + 1))
  const stages = new Set(programs.map(p => p.args[1]!.slice(0, 2)))
  t.deepEqual([...stages].sort(), ['as', 'ms'])
  t.true(new Set(programs.map(p => p.mistake)).size >= 6)
})

test('the text of the lowered code compiles to the same container', t => {
  let compared = 0
  for (let seed = 1; seed <= 25; seed++) {
    const { source, args } = generateMesh(seed)
    const options = dxcArgsToOptions(args)
    const straight = compile(source, options)
    if (!straight.container) continue
    const lowered = compileToIr(source, { ...options, stopAfter: 'lower' })
    const back = compileModule(lowered.ir ?? '', {})
    t.deepEqual(back.container, straight.container, `seed ${seed} ${args.join(' ')}\n${back.text}`)
    compared++
  }
  t.true(compared >= 18)
})

oracleTest('dxc', 'random shaders get the verdict and the parts that DXC gives them', async t => {
  let [refused, failed, live] = [0, 0, 0]
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const result = await checkMesh(seed)
    t.deepEqual(result.problems, [], `seed ${seed} ${result.args.join(' ')}\n${result.source}`)
    if (result.isRefused) refused++
    if (result.dxcFails) failed++
    if (result.isLiveness) live++
  }
  t.true(refused < 0.2 * COUNT, `${refused} refused`)
  t.true(failed < 0.12 * COUNT, `DXC fails at ${failed}`)
  t.true(live < 0.08 * COUNT, `${live} with other code left`)
})

oracleTest('dxc', 'the comparison sees what differs', async t => {
  const source = (semantic: string, more: string): string => `[numthreads(1, 1, 1)] [outputtopology("line")]
void main(out vertices float4 v[2] : ${semantic}) { SetMeshOutputCounts(2, 1); v[0] = 1; ${more} }`
  const args = ['-T', 'ms_6_5', '-E', 'main']
  t.deepEqual((await checkProgram({ source: source('A', ''), args, mistake: '' })).problems, [])
  // A program that only one of the two takes: reading an output for nothing.
  const read = await checkProgram({ source: source('A', 'float x = v[1].x;'), args, mistake: '' })
  t.regex(read.problems.join(), /DXC accepts; ours refuses/)
})
