// Declaration sets against DXC in the normal suite: a few hundred of the generator's, and the spellings of register(...).
// `npm run bindings -- --count N --seed S [--run-every K] [--reduce]` runs more.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { check, tableOf } from './check.ts'
import { print } from './declarations.ts'
import { generate } from './generate.ts'
import { REGISTER_CASES, sourceOf } from './register_cases.ts'

const SETS = 300

oracleTest('dxc', `${SETS} random declaration sets: verdict, resource table and PSV0 as DXC's`, async t => {
  t.timeout(240_000)
  const kinds = new Map<string, number>()
  for (let seed = 1; seed <= SETS; seed++) {
    const program = generate(seed, 3 + (seed % 10))
    const { kind, detail } = await check(program)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    t.true(['same', 'both-refuse', 'bug'].includes(kind), `seed ${seed}: ${kind}: ${detail}\n${print(program)}`)
  }
  t.true((kinds.get('same') ?? 0) > SETS * 0.7, JSON.stringify([...kinds]))
})

const RESERVED = [
  'Texture2D a : register(t0); Texture2D b; Texture2D c : register(t1), d[3] : register(t3), e[2] : register(t1);',
  'Texture2D a : register(t0, space1); Texture2D b : register(space1); tbuffer c : register(t0) { float f; }',
  'cbuffer a { Texture2D m : register(t0); } Texture2D b; struct S { Texture2D n; }; S s : register(t0);',
  'Texture2D a : register(t0); Texture2D b : register(t0); Texture2D c : register(t1);',
]

oracleTest('dxc', 'with -flegacy-resource-reservation unused resources keep their registers, as in DXC', async t => {
  t.timeout(240_000)
  for (let seed = 2001; seed <= 2050; seed++) {
    const program = generate(seed, 3 + (seed % 10))
    const { kind, detail } = await check(program, false, true)
    t.true(['same', 'both-refuse', 'bug'].includes(kind), `seed ${seed}: ${kind}: ${detail}\n${print(program)}`)
  }
  const registers: (string | undefined)[] = []
  for (const declared of RESERVED) {
    const source = `${declared} float4 main() : SV_Target { return b.Load(0); }`
    const ours = compile(source, { target: 'ps_6_0', legacyResourceReservation: true })
    const dxc = await (await Dxc.shared()).compile(source, ['-T', 'ps_6_0', '-flegacy-resource-reservation'])
    t.deepEqual(tableOf(ours.container!), tableOf(dxc.container!), declared)
    registers.push(tableOf(ours.container!)[0]?.split(' ')[5])
  }
  t.deepEqual(registers, ['t6', 't1,space1', 't0', 't0'])
})

oracleTest(['dxc', 'd3d12'], 'random declaration sets compute what they compute with DXC', async t => {
  t.timeout(240_000)
  let same = 0
  for (let seed = 1001; seed <= 1040; seed++) {
    const { kind, detail } = await check(generate(seed, 3 + (seed % 10)), true)
    if (kind === 'same') same++
    t.true(['same', 'both-refuse', 'bug', 'no-run'].includes(kind), `seed ${seed}: ${kind}: ${detail}`)
  }
  t.true(same >= 8, `${same} executed`)
})

const indexed = (declared: string, index: string): string => `${declared}
RWBuffer<float> Out : register(u7);
float at(uint i) { return T[i][0]; }
[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { Out[0] = at(${index}); }`

oracleTest('dxc', 'a known index behind a bounded array counts modulo its size, as in DXC', async t => {
  const dxc = await Dxc.shared()
  const handles = async (container: Uint8Array): Promise<string[]> => {
    const { text } = await dxc.disassemble(container)
    return [...text.matchAll(/call %dx\.types\.Handle @dx\.op\.createHandle\w*\([^)]*\)/g)].map(m => m[0]).sort()
  }
  for (const target of ['cs_6_0', 'cs_6_6'])
    for (const index of ['2', '3', '7', 'i * 0 + 5']) {
      const source = indexed('Buffer<float> T[3] : register(t2);', index)
      const { container } = compile(source, { target, entry: 'main' })
      const theirs = await dxc.compile(source, ['-T', target, '-E', 'main'])
      t.true((await dxc.validate(container!)).ok, `${target} ${index}`)
      t.deepEqual(await handles(container!), await handles(theirs.container!), `${target} ${index}`)
    }
})

oracleTest('dxc', 'an array of no structs has element 0, as in DXC', async t => {
  const dxc = await Dxc.shared()
  for (const declared of [
    'S s[0] : register(t28) : register(u3);',
    'S s[0][2] : register(t28);',
    'S s[2][0];',
    'struct Outer { S inner[0]; }; Outer o[2] : register(t5);\n#define s o[1].inner',
  ]) {
    const at = /\]\[/.test(declared) ? 's[0][0]' : 's[0]'
    const source = `struct S { Texture2D<float> a; Texture2D<float> b[2]; RWBuffer<float4> c; };
${declared}
S other[3] : register(t4);
RWBuffer<float> Out : register(u7);
[numthreads(1, 1, 1)] void main() { Out[0] = ${at}.b[1][uint2(1, 1)] + ${at}.c[0].y + other[0].b[0][uint2(0, 0)]; }`
    const ours = compile(source, { target: 'cs_6_0', entry: 'main' })
    const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    t.true(ours.ok && (await dxc.validate(ours.container!)).ok, declared + ours.text)
    t.deepEqual(tableOf(ours.container!), tableOf(theirs.container!), declared)
  }
})

test('a known index behind the last register is an error at its place', t => {
  for (const [last, ok] of [
    ['5', true],
    ['6', false],
  ] as const) {
    const source = indexed('Buffer<float> T[] : register(t4294967290);', last)
    const result = compile(source, { target: 'cs_6_0', entry: 'main' })
    t.is(result.ok, ok, result.text)
    if (!ok) t.regex(result.text, /^hlsl\.hlsl:3:\d+: error: element 6 of T lies past the last register/)
  }
})

oracleTest('dxc', "register(...): every spelling has DXC's verdict and binding", async t => {
  t.timeout(120_000)
  const dxc = await Dxc.shared()
  for (const one of REGISTER_CASES) {
    const source = sourceOf(one)
    const ours = compile(source, { target: 'cs_6_0', entry: 'main' })
    // DXC dies of an index that it cannot resolve.
    if (one.declaration.includes('[y]')) {
      t.false(ours.ok, one.declaration)
      continue
    }
    const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    const [a, b] = [theirs.container, ours.container].map(c => (c ? tableOf(c) : 'refused'))
    t.deepEqual(b, a, `${one.declaration}\n${theirs.errors}${ours.text}`)
    if (ours.container) t.true((await dxc.validate(ours.container)).ok, one.declaration)
  }
})
