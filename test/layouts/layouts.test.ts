// A fixed number of random buffer declarations: sizes, offsets, strides and annotations are DXC's, the code reads the same places, and what
// runs computes the same.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check, type Kind } from './check.ts'
import type { DXC_BUGS } from './dxc_bugs.ts'
import { generate } from './generate.ts'

/** no-run: arrays of constant buffers, which the runtime cannot bind. */
const ACCEPTED: readonly Kind[] = ['same', 'both-refuse', 'dxc-bug', 'no-run']
/** Fixed, so that the same programs are tested on fast and slow machines. */
const COUNT = 300
const SEED = 700_000
const RUN_EVERY = 5

oracleTest(['dxc', 'dxc-new', 'd3d12'], 'random buffer layouts are those of DXC in every byte', async t => {
  let same = 0
  for (let seed = SEED; seed < SEED + COUNT; seed++) {
    const { inputs, ...rest } = generate(seed)
    const { kind, detail } = await check(inputs && seed % RUN_EVERY === 0 ? { ...rest, inputs } : rest)
    if (kind === 'same') same++
    if (!ACCEPTED.includes(kind)) t.fail(`seed ${seed} ${rest.profile}: ${kind}: ${detail}\n${rest.source}`)
  }
  t.true(same > COUNT * 0.8, `only ${same} of ${COUNT} programs could be compared`)
})

const MAIN = '[numthreads(1, 1, 1)] void main() { o.Store(0, asuint(b)); }'
const with_ = (members: string): string => `RWByteAddressBuffer o;\ncbuffer C { ${members} }\n${MAIN}`

oracleTest('dxc', 'the comparison sees a wrong offset and a wrong lane', async t => {
  const { Dxc } = await import('../oracle/dxc.ts')
  const { layoutFacts } = await import('./facts.ts')
  const dxc = await Dxc.shared()
  const facts = async (source: string) => {
    const { container } = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    return layoutFacts(container!)
  }
  const right = await facts(with_('float3 a; float b;'))
  const moved = await facts(with_('float3 a : packoffset(c0); float b : packoffset(c1.y);'))
  t.notDeepEqual(right.tables, moved.tables)
  t.notDeepEqual(right.definitions, moved.definitions)
  t.deepEqual(right.accesses, ['cbuffer.f32 class 2 id 0 at 0 row 0 lane 3'])
  t.deepEqual(moved.accesses, ['cbuffer.f32 class 2 id 0 at 0 row 1 lane 1'])
})

/** The smallest program for each fault of DXC's that the generator may run into, but for one that only values show. */
const WITNESSES: Readonly<Record<Exclude<keyof typeof DXC_BUGS, 'run-time component of a bool vector'>, string>> = {
  'one-line matrix': 'cbuffer C { float a; float3x1 m; } #USE m._m10 + a',
  'lines of 64-bit matrices': 'cbuffer C { double2x2 m; } #USE (float)m._m01',
  'arrays of 64-bit matrices': 'cbuffer C { double4x3 m[2]; } #USE (float)m[1]._m00',
  'run-time row of a 64-bit matrix': 'cbuffer C { row_major double3x3 m; } #USE (float)m[id.x][0]',
  'run-time row of a column-major matrix': 'cbuffer C { bool3x3 m; } #USE (m[id.x][0] ? 1.0f : 0.0f)',
  'element of a native 16-bit matrix': 'StructuredBuffer<half2x2> b; #USE (float)b[0]._m10',
  'arrays of matrices of another orientation':
    'struct S { float2x3 m[2]; }; StructuredBuffer<S> s;\n#pragma pack_matrix(row_major)\nfloat c() { float2x3 v[2] = s[0].m; return v[1]._m10; } #USE c()',
  'inherited matrices of view arrays':
    'struct B { float3x4 m[2]; }; struct S : B { float g; }; ConstantBuffer<S> c[2]; float d() { float3x4 v[2] = c[1].m; return v[0]._m12; } #USE d()',
  '64-bit vector of one component': 'cbuffer C { double a; double1 b; } #USE (float)b.x',
  '64-bit value at an odd lane':
    'tbuffer C { float a : packoffset(c0); double b : packoffset(c1.y); } #USE a + (float)b',
  '64-bit vector across a row': 'cbuffer C { double2 b : packoffset(c0.z); } #USE (float)b.x',
  'indexed component of a 64-bit vector': 'cbuffer C { double4 b; } #USE (float)b[3]',
}

for (const [bug, text] of Object.entries(WITNESSES))
  oracleTest('dxc', `DXC's fault: ${bug}`, async t => {
    const [declaration, use] = text.split('#USE')
    const source = `RWByteAddressBuffer o;\n${declaration}\n[numthreads(1, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { o.Store(0, asuint(${use})); }`
    const native16Bit = bug.includes('16-bit')
    const { kind, detail } = await check({ source, profile: 'cs_6_2', native16Bit })
    t.true(['accesses', 'tables', 'dxc-fault'].includes(kind), `${kind} ${detail}`)
  })
