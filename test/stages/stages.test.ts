// A sample of random shaders of each stage that are mostly declarations; `npm run stages` does thousands.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkStage } from './check.ts'
import { generateStage, STAGE_NAMES } from './generate.ts'

const FIRST = 4001
const COUNT = 210

test('the same seed gives the same shader', t => {
  t.deepEqual(generateStage(7), generateStage(7))
  t.notDeepEqual(generateStage(7), generateStage(14))
})

test('shaders are of every stage, with types, modifiers and system values of every kind', t => {
  const all = Array.from({ length: 700 }, (_, i) => generateStage(i + 1))
  t.deepEqual([...new Set(all.map(p => p.args[1]!.slice(0, 2)))].sort(), [...STAGE_NAMES].sort())
  const text = all.map(p => p.source).join('\n')
  for (const word of [
    'min16uint',
    'float16_t',
    'double',
    'noperspective sample',
    'triangleadj',
    'PointStream<',
    'OutputPatch<',
    'SV_CullPrimitive',
    'SV_ShadingRate',
    'SV_ViewID',
    'SV_CullDistance',
    'instance(',
    'maxtessfactor(',
    'payload ',
    'out primitives ',
    '[WaveOpsIncludeHelperLanes]',
  ])
    t.true(text.includes(word), word)
  const results = text.match(/^(\[\w+\] )?(nointerpolation|noperspective|linear|centroid|sample|[us]norm) .*main\(/gm)
  t.true((results?.length ?? 0) > 8, `${results?.length} results with words`)
})

oracleTest('dxc', 'they get the verdict, the parts and the line of the first error that DXC gives them', async t => {
  let [refused, lines, failed, tables] = [0, 0, 0, 0]
  for (let seed = FIRST; seed < FIRST + COUNT; seed++) {
    const program = generateStage(seed)
    const result = await checkStage(program)
    t.deepEqual(result.problems, [], `seed ${seed} ${program.args.join(' ')}\n${program.source}`)
    if (result.isRefused) refused++
    if (result.isRefused && result.isSameLine) lines++
    if (result.dxcFails) failed++
    if (result.hasOtherTables) tables++
  }
  t.true(refused > 0.1 * COUNT && refused < 0.5 * COUNT, `${refused} refused`)
  t.true(lines >= 0.95 * refused, `${lines} of ${refused} in the same line`)
  t.true(failed < 0.06 * COUNT, `DXC fails at ${failed}`)
  t.true(tables < 0.04 * COUNT, `${tables} with other tables`)
})

oracleTest('dxc', 'the comparison sees what differs', async t => {
  const vs = (semantic: string): string => `float4 main(uint i : SV_VertexID) : ${semantic} { return i; }`
  const args = ['-T', 'vs_6_0', '-E', 'main']
  t.deepEqual((await checkStage({ source: vs('SV_Position'), args })).problems, [])
  // Only DXC makes a field that is left out of a list 0.
  const read = `struct V { float4 p : SV_Position; }; [numthreads(1, 1, 1)] [outputtopology("line")]
void main(out vertices V v[1], out indices uint2 t[1]) { SetMeshOutputCounts(1, 1); v[0].p = 0; t[0] = 0; float x = v[0].p.x; }`
  t.regex(
    (await checkStage({ source: read, args: ['-T', 'ms_6_5', '-E', 'main'] })).problems.join(),
    /DXC accepts; ours refuses/,
  )
})
