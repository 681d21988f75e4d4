// asfloat16() of a literal: it has 16 bits, and the result 32 where there are no 16-bit types.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SOURCE =
  'RWStructuredBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = asfloat16(1); o[1] = asfloat16(0x3c00); }'

/** What is stored, as the listing writes it. */
const stored = (text: string): string[] => text.match(/(?<=i32 0, float )[^ ,]+(?=, float undef)/g) ?? []

oracleTest('dxc-new', 'asfloat16 of literals, with and without 16-bit types', async t => {
  const dxc = await Dxc.shared('dxc-new')
  for (const native of [false, true]) {
    const flags = native ? ['-enable-16bit-types'] : []
    const theirs = await dxc.compile(SOURCE, ['-T', 'cs_6_2', '-E', 'main', ...flags, '-validator-version', '1.8'])
    const ours = compile(SOURCE, { target: 'cs_6_2', enable16BitTypes: native })
    t.true(theirs.ok && ours.ok, `${theirs.errors}${ours.text}`)
    const found = stored(disassemble(ours.container!))
    t.is(found.length, 2)
    t.deepEqual(found, stored((await dxc.disassemble(theirs.container!)).text), `native ${native}`)
  }
})

test('asfloat16 of literals needs no oracle to compile', t => {
  t.true(compile(SOURCE, { target: 'cs_6_2' }).ok)
})
