// Members of structs are bound in the order in which DXC's inliner comes to the functions that use them: which calls come first and what the
// called functions do decides it.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { tableOf } from './check.ts'

const USERS = [0, 1, 2, 3, 4]
  .map(
    k =>
      `struct S${k} { RWBuffer<float> f; };\nS${k} s${k};\nfloat g${k}(uint i, float a) { a += s${k}.f[i]; return a; }`,
  )
  .join('\n')

const HEAD = `RWBuffer<float> Out : register(u0, space77);
${USERS}
Texture2D<float> T : register(t0);
uint c;
static float st;
float e0(uint i, float a) { return a; }
float e1(uint i, float a) { return a + i; }
float e2(uint i, float a) { return a * i; }
float branches(uint i, float a) { if (i > 3) a += 1; return a; }
float loops(uint i, float a) { for (uint k = 0; k < i; k++) a += k; return a; }
float nested(uint i, float a) { return e1(i, a); }
float statics(uint i, float a) { st += a; return st; }
float sine(uint i, float a) { return sin(a); }
float constant(uint i, float a) { return a + c; }
float texel(uint i, float a) { return a + T.Load(0); }
float reads(uint i, float a) { return a + Out[i]; }
float many(uint i, float a) { a += e1(i, a); a += g0(i, a); a += g1(i, a); a += g2(i, a); return a; }
`

const CALLS = [
  ...['e1', 'branches', 'loops', 'nested', 'statics', 'sine', 'constant', 'texel', 'reads'].map(f => `${f} g0 g1 g2`),
  ...['g0 g1', 'g0 g1 g2 g3', 'g0 g1 g0', 'e0 g1 g2', 'g1 e0 g2', 'g1 g2 e0', 'e0 e1 g1 g2', 'e0 e1 e2 g0 g1 g2 g3'],
  ...['g0 e0 g1 g2', 'g0 e0 e0 g1 g2', 'e0 g0 e0 g1 g2 g3', 'e0 g0 g1 g2 e0', 'g0 e0 g1 e0 g2', 'e0 g0 g1 g2 g3 g4'],
  ...['many', 'e1 many', 'many g3', 'e1 many g3', 'e0 g3 many'],
]

oracleTest('dxc', "members are bound in the order of DXC's inliner", async t => {
  const dxc = await Dxc.shared()
  for (const calls of CALLS) {
    const body = calls.split(' ').map(f => `a += ${f}(i, a);`)
    const source = `${HEAD}[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { float a = 0; ${body.join(' ')} Out[i] = a; }`
    const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    const { container } = compile(source, { target: 'cs_6_0', entry: 'main' })
    t.deepEqual(tableOf(container!), tableOf(theirs.container!), calls)
  }
})

const SETS = `struct Inner { Texture2D p; Texture2D q; };
struct Set { Texture2D t; Texture2D u; SamplerState s; Texture2D v; Inner i; Inner j[2]; };
Set a; Set b; Set c;
float4 one(Set x, float2 uv) { return x.v.Sample(x.s, uv) + x.t.Sample(x.s, uv) + x.u.Sample(x.s, uv); }
float4 two(Set x, float2 uv) { return x.u.Sample(x.s, uv) + x.v.Sample(x.s, uv); }
float4 outer(Set x, float2 uv) { return two(x, uv) + x.t.Sample(x.s, uv); }
float4 last(Set x, float2 uv) { return x.t.Sample(x.s, uv) + two(x, uv); }
float4 outermost(Set x, float2 uv) { return outer(x, uv); }
float4 nested(Set x, float2 uv) { return x.u.Sample(x.s, uv) + x.i.p.Sample(x.s, uv) + x.i.q.Sample(x.s, uv); }
float4 array(Set x, float2 uv) { return x.j[1].p.Sample(x.s, uv) + x.j[0].q.Sample(x.s, uv) + x.u.Sample(x.s, uv); }
float4 both(Set x, Set y, float2 uv) { return x.u.Sample(x.s, uv) + y.t.Sample(y.s, uv); }
float4 part(Inner x, float2 uv) { return x.p.Sample(a.s, uv) + x.q.Sample(a.s, uv); }
float4 direct(float2 uv) { return b.v.Sample(b.s, uv); }
float4 copied(Set x, float2 uv) { Set y = x; return y.u.Sample(x.s, uv); }
`

const GIVEN = [
  ...['one(a, uv) + one(b, uv)', 'two(b, uv) + two(a, uv) + a.t.Sample(a.s, uv) + c.t.Sample(c.s, uv)', 'outer(a, uv)'],
  ...['last(a, uv)', 'outermost(a, uv)', 'outer(b, uv) + one(a, uv) + two(a, uv)', 'outer(a, uv) + outer(b, uv)'],
  ...[
    'nested(a, uv) + nested(b, uv)',
    'array(b, uv) + array(a, uv)',
    'both(b, a, uv)',
    'part(a.i, uv) + part(b.i, uv)',
  ],
  ...['two(b, uv) + direct(uv) + two(a, uv)', 'copied(b, uv) + copied(c, uv) + copied(a, uv)'],
]

oracleTest('dxc', 'members of structs that functions are given are bound global by global', async t => {
  const dxc = await Dxc.shared()
  for (const value of GIVEN) {
    const source = `${SETS}float4 main(float2 uv : UV) : SV_Target { return ${value}; }`
    const theirs = await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main'])
    const { container } = compile(source, { target: 'ps_6_0', entry: 'main' })
    t.deepEqual(tableOf(container!), tableOf(theirs.container!), value)
  }
})
