// round of constants: halves go to the even integer, and away from zero in HLSL 2016. What is computed at run time goes to the even one always.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const CONSTANTS = [
  '0.5',
  '-0.5',
  '1.5',
  '2.5',
  '-2.5',
  '0.49999997',
  '-0.3',
  '1.3',
  '1.6',
  '4194305.5',
  '4503599627370497.0L',
  '2.5L',
  '0.49999999999999994L',
]
const SOURCE = `static const float4 EARLY = round(float4(0.5, -0.5, 2.5, -1.5));
RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main(uint id : SV_GroupIndex) {
  ${CONSTANTS.map((c, i) => `o[${i}] = (float)round(${c});`).join('\n  ')}
  o[20] = EARLY.x; o[21] = EARLY.y; o[22] = EARLY.z; o[23] = EARLY.w; o[24] = round(id * 0.5);
}`

const VERSIONS = ['2016', '2017', '2018', '2021'] as const
const stored = (text: string): string[] =>
  text
    .match(/bufferStore.f32\(i32 \d+, %[\w.]+ %\w+, i32 \d+, i32 0, float [-\w.+]+/g)
    ?.map(line => line.replace(/%\w+,/, '')) ?? []

test('constants in the middle of two integers are rounded as the version of the language says', t => {
  for (const hlslVersion of VERSIONS) {
    const made = compile(SOURCE, { target: 'cs_6_0', hlslVersion })
    if (!made.ok) return t.fail(made.text)
    const values = stored(disassemble(made.container)).map(line => Number(/float (\S+)$/.exec(line)?.[1]))
    t.deepEqual(values.slice(0, 5), hlslVersion === '2016' ? [1, -1, 2, 3, -3] : [0, -0, 2, 2, -2], hlslVersion)
  }
})

oracleTest('dxc', 'DXC rounds constants to the same integers', async t => {
  const dxc = await Dxc.shared()
  for (const hlslVersion of VERSIONS) {
    const theirs = await dxc.compile(SOURCE, ['-T', 'cs_6_0', '-HV', hlslVersion])
    const ours = compile(SOURCE, { target: 'cs_6_0', hlslVersion })
    if (!ours.ok || !theirs.container) return t.fail(`${theirs.errors}${ours.text}`)
    const wanted = stored((await dxc.disassemble(theirs.container)).text)
    t.is(wanted.length, CONSTANTS.length + 4)
    t.deepEqual(stored(disassemble(ours.container)), wanted, hlslVersion)
  }
})
