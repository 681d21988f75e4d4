// What variables hold at each line, stepped through: as DXC's program for the same source says, and a fault is noticed.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { corpusShaders } from './compare.ts'
import { addLive, compareLive, type Live } from './live_values.ts'
import { stepsOf } from './step.ts'

/** In the others DXC's program never shows some values: initial ones that are constants, and elements that it forgets to tell. */
const SHADERS = [
  ...['control_flow', 'crc32', 'dynamic_indexing', 'fft_stockham', 'gauss_solve', 'matmul_float4x4', 'md5', 'sobel'],
  ...['swizzle_assignments', 'ycbcr_convert'],
]

oracleTest(['dxc'], "live variables hold what they hold in DXC's program", async t => {
  const dxc = await Dxc.shared()
  let [lines, same, moved, both, missing] = [0, 0, 0, 0, 0]
  for (const shader of corpusShaders().filter(s => SHADERS.includes(s.name.replace('.hlsl', '')))) {
    const live = await compareLive(dxc, shader)
    t.deepEqual(live?.strange, [], shader.name)
    lines += live?.lines.size ?? 0
    same += live?.same ?? 0
    moved += live?.moved ?? 0
    both += live?.both ?? 0
    missing += live?.missing ?? 0
  }
  t.log({ lines, same, moved, both, missing })
  t.true(lines > 300 && same > 30_000)
  t.true(moved < 0.05 * same && missing < 0.03 * both)
})

const SOURCE = `RWStructuredBuffer<float> o;
float twice(float x) {
  float y = x * 2;
  return y + 1;
}
[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID) {
  float2x2 m = float2x2(1, o[id], 3, 4);
  uint n = 0;
  for (uint i = 0; i < 3; i++) n += id + i;
  float a[3] = { m._12, n, twice(m._21) };
  o[id] = a[n % 3];
}`

test('stepping through a program', t => {
  const result = compile(SOURCE, { target: 'cs_6_0', optimization: 0, debug: 'full', embedDebug: true })
  const steps = stepsOf(result.container!, 5, false)
  const at = (key: string): readonly unknown[] | undefined => steps.get(key)
  t.deepEqual(at('main:11 | i#10 in @0'), undefined)
  t.deepEqual(at('main:10 | i#10 in @0'), [0n, 1n, 2n, 3n])
  t.deepEqual(at('main:10 | n#9 in @0'), [0n, 5n, 11n, 18n])
  t.deepEqual(at('main:11 | n#9 in @0'), [18n])
  t.deepEqual(at('twice:4 < main:11 | x#2 in main:11@0'), [3])
  t.deepEqual(at('twice:4 < main:11 | y#3 in main:11@0'), [6])
  t.deepEqual(at('main:12 | a#11 in @64'), [7])
  t.deepEqual(at('main:12 | m#8 in @64'), [3])
})

test('a wrong value is noticed', t => {
  const of = (source: string): ReturnType<typeof stepsOf> =>
    stepsOf(
      compile(source, { target: 'cs_6_0', optimization: 0, debug: 'full', embedDebug: true }).container!,
      5,
      false,
    )
  const compared = (source: string): Live => {
    const live: Live = { lines: new Set(), same: 0, moved: 0, strange: [], missing: 0, both: 0 }
    addLive(live, 'a', of(source), of(SOURCE))
    return live
  }
  const right = compared(SOURCE)
  t.deepEqual([right.moved, right.missing, right.strange], [0, 0, []])
  t.true(right.same > 30)
  const wrong = compared(SOURCE.replace('x * 2', 'x * 3'))
  t.deepEqual(
    [...new Set(wrong.strange.map(text => text.replace(/, not .*/, '')))],
    [
      'a twice:3 < main:11: y#3 in main:11@0 is 9',
      'a twice:4 < main:11: y#3 in main:11@0 is 9',
      'a main:12: a#11 in @64 is 10',
      'a main:13: a#11 in @64 is 10',
    ],
  )
})
