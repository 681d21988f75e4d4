// Memory that holds vectors in shader model 6.9: what is left of it, what may stay undefined in it, and how many instructions it takes.

import test from 'ava'
import { partOf } from '../corpus/container_facts.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { countCode } from '../parity/count_code.ts'

const library = (memory: string, body: string): string =>
  `${memory} export void f(float4 a, vector<float, 5> b) { ${body} }`

/** Groupshared memory that nobody reads: DXC leaves nothing of vectors that are stored as wholes, and does not ask for groupshared memory. */
const UNREAD: readonly string[] = [
  library('groupshared float4 g;', 'g = a;'),
  library('groupshared vector<float, 5> g;', 'g = b; g = b + 1;'),
  library('struct L { float4 f; vector<float, 5> v; }; groupshared L g;', 'g.f = a; if (a.x) g.v = b;'),
  library('groupshared float2x2 g;', 'g = a;'),
  library('groupshared bool4 g;', 'g = a > 1;'),
  library('groupshared float4 g;', 'g.x = a.x;'),
  library('groupshared float4 g;', 'g = a; g[(uint)a.x] = 3;'),
  library('groupshared float4 g[2];', 'g[1] = a;'),
  library('groupshared float g[2];', 'g[0] = 1; g[1] = a.x;'),
]

oracleTest('dxc-new', 'groupshared vectors that are only written go where DXC takes them away', async t => {
  for (const source of UNREAD) {
    const { container } = await (await Dxc.shared('dxc-new')).compile(source, [
      '-T',
      'lib_6_9',
      '-validator-version',
      '1.9',
    ])
    t.deepEqual(partOf(oursAlone(source, '-T lib_6_9').container!, 'RDAT'), partOf(container!, 'RDAT'), source)
  }
})

/** What a float4 of which only one component is assigned, on one way, may be used for; `n` is never assigned. */
const USES: readonly (readonly [statement: string, isAccepted: boolean])[] = [
  ['rs[0] = s;', true],
  ['rb.Store(0, s);', true],
  ['rs[0] = s + i;', true],
  ['rs[0] = s * rs[1];', true],
  ['rs[0] = lerp(s, rs[1], rs[2]);', true],
  ['r3[0] = float3(1, s.x, i) * rs[1].xyz;', true],
  ['r3[0] = s.xzw;', false],
  ['rs[0] = n;', false],
  ['rs[0] = n + i;', false],
  ['rs[0] = s.x + i;', false],
  ['rs[0].xy = s.xy;', false],
  ['rs[0] = float4(i, s.x * rs[1].x, s.y * rs[1].y, 1);', false],
]

test('a lane of a vector may be undefined where another is not', t => {
  for (const [statement, isAccepted] of USES) {
    const source = `RWStructuredBuffer<float4> rs; RWStructuredBuffer<float3> r3; RWByteAddressBuffer rb;
[numthreads(1,1,1)] void main(int i : SV_GroupIndex) { float4 s, n; if (i > 0) { s[1] = 5; } ${statement} }`
    t.is(oursAlone(source, '-T cs_6_9 -E main').ok, isAccepted, statement)
  }
})

/** Copies of arrays and structs that hold vectors: as many instructions as DXC takes, or fewer. */
const COPIES: readonly (readonly [target: string, source: string])[] = [
  ['cs_6_9', copy('static P p;', 'p = o[t]; p.v[t % 3] = 1; o[t] = p;')],
  ['cs_6_9', copy('groupshared P p;', 'p = o[t]; GroupMemoryBarrierWithGroupSync(); o[t] = p;')],
  ['cs_6_9', copy('static P p[2];', 'p[t & 1] = o[t]; p[0] = p[1]; o[t] = p[t & 1];')],
  ['lib_6_9', 'groupshared float4 g[4]; export void f(float4 a[4]) { g = a; }'],
  ['lib_6_9', 'groupshared vector<float, 5> g[4]; export void f(vector<float, 5> a[4]) { g = a; }'],
  ['lib_6_9', 'static float4 g[4]; export void f(float4 a[4]) { g = a; } export float4 h(uint i) { return g[i]; }'],
]

function copy(memory: string, body: string): string {
  return `struct P { float4 v[3]; }; ${memory} RWStructuredBuffer<P> o;
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { ${body} }`
}

oracleTest('dxc-new', 'vectors in statics, structs and groupshared memory are copied as wholes', async t => {
  for (const [target, source] of COPIES) {
    const args = ['-T', target, ...(target === 'lib_6_9' ? [] : ['-E', 'main'])]
    const dxc = await Dxc.shared('dxc-new')
    const { container } = await dxc.compile(source, [...args, '-validator-version', '1.9'])
    const ours = oursAlone(source, args.join(' ')).container!
    t.true((await dxc.validate(ours)).ok, source)
    t.true(countCode(ours).total <= countCode(container!).total, source)
  }
})
