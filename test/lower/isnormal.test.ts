// isnormal, which the newest DXC has: the operation for floats, the bits of native halves.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { disassemble } from '../../src/api/disassemble.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const program = (value: string): string =>
  `RWBuffer<uint> o; [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { ${value} o[id.x] = isnormal(x); }`

oracleTest('dxc-new', 'isnormal becomes what DXC makes of it', async t => {
  const dxc = await Dxc.shared('dxc-new')
  const shape = (text: string): string[] =>
    text.match(/isSpecialFloat\.f32\(i32 \d+|bitcast half|and i16 %\d+, \d+|icmp ne i16/g) ?? []
  for (const [value, native] of [
    ['float x = id.x;', false],
    ['half x = id.x;', false],
    ['half x = (half)id.x;', true],
    ['float16_t x = (float16_t)id.y;', true],
  ] as const) {
    const flags = native ? ['-enable-16bit-types'] : []
    const args = ['-T', 'cs_6_2', '-E', 'main', ...flags, '-validator-version', '1.8']
    const theirs = await dxc.compile(program(value), args)
    const ours = compile(program(value), { target: 'cs_6_2', enable16BitTypes: native })
    t.true(theirs.ok && ours.ok, `${theirs.errors}${ours.text}`)
    const found = shape(disassemble(ours.container!))
    t.true(found.length > 0)
    t.deepEqual(
      found.filter(line => !line.startsWith('and')),
      shape((await dxc.disassemble(theirs.container!)).text).filter(line => !line.startsWith('and')),
      value,
    )
  }
})

test('isnormal of constants is known', t => {
  for (const [value, wanted] of [
    ['1.5', 1],
    ['0.0', 0],
    ['1.0 / 0.0', 0],
    ['1e-39', 0],
    ['-1e-37', 1],
  ] as const) {
    const { container, text } = compile(program(`float x = ${value};`), { target: 'cs_6_0' })
    t.truthy(container, text)
    const stored = /bufferStore\.i32\(.*?undef, i32 (\S+),/.exec(disassemble(container!))![1]
    t.is(stored, String(wanted), value)
  }
})
