// Reductions in groupshared memory: loops with barriers store what they should; without a hint their barriers are not copied, as in DXC.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkReduction } from './check_reduction.ts'
import { reductions } from './reductions.ts'

/** Every which one of the family; DXILKIT_PROGRAMS runs them all. */
const STEP = process.env['DXILKIT_PROGRAMS'] === undefined ? 8 : 1

for (const optimization of [3, 0] as const)
  oracleTest('d3d12', `reductions store their results at -O${optimization}`, async t => {
    t.timeout(600_000)
    const family = reductions()
    t.true(family.length >= 100)
    for (let i = optimization === 3 ? 0 : 1; i < family.length; i += STEP)
      t.is(await checkReduction(family[i]!, optimization), '', family[i]!.title)
  })

const loop = (attribute: string): string => `
groupshared uint s[16];
RWStructuredBuffer<uint> o : register(u0);
[numthreads(16, 1, 1)] void main(uint t : SV_GroupIndex) {
  s[t] = o[t];
  ${attribute} for (uint i = 8; i > 0; i >>= 1) {
    GroupMemoryBarrierWithGroupSync();
    if (t < i) s[t] += s[t + i];
  }
  o[t] = s[0];
}`

test('a loop with a barrier is only unrolled when asked', t => {
  const barriers = (attribute: string): number => {
    const { container } = compile(loop(attribute), { target: 'cs_6_0', entry: 'main' })
    return disassemble(container!).match(/call void @dx\.op\.barrier/g)?.length ?? 0
  }
  t.is(barriers(''), 1)
  t.is(barriers('[loop]'), 1)
  t.is(barriers('[unroll]'), 4)
})
