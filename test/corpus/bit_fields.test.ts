// Bit fields against DXC: every program of the table compiled by both, validated and executed with equal results.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkAgainstDxc } from './against_dxc.ts'
import { BIT_FIELD_CASES, type BitFieldCase } from './bit_field_cases.ts'

const LEAST = 40

function sourceOf({ declarations, main, strides }: BitFieldCase): string {
  return [
    '// dxilkit-corpus',
    '// args: -T cs_6_2 -E main -HV 2021',
    ...Object.entries(strides ?? {}).map(([register, bytes]) => `// stride: ${register} ${bytes}`),
    '',
    'RWByteAddressBuffer o : register(u0);',
    'ByteAddressBuffer i : register(t0);',
    declarations,
    `[numthreads(8, 1, 1)] void main(uint lane : SV_GroupIndex) { ${main} }`,
  ].join('\n')
}

test('the table has no program twice', t => {
  t.true(BIT_FIELD_CASES.length >= LEAST, `${BIT_FIELD_CASES.length}`)
  t.is(new Set(BIT_FIELD_CASES.map(c => c.title)).size, BIT_FIELD_CASES.length)
})

for (const c of BIT_FIELD_CASES)
  oracleTest(['dxc', 'd3d12'], `bit fields: ${c.title}`, async t => {
    const { problems, pictures } = await checkAgainstDxc(sourceOf(c), c.title)
    t.deepEqual(problems, [])
    t.true(pictures.length > 0)
  })
