// Members of structs are bound in the order in which DXC's inliner comes to the functions that use them: which calls come first and what the
// called functions do decides it.

import type { ExecutionContext } from 'ava'
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

/** Compiles a pixel shader of each body with both and compares their tables of bindings. */
async function sameTables(t: ExecutionContext, dxc: Dxc, globals: string, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    const source = `${globals}float4 main(float2 uv : UV) : SV_Target { ${body} }`
    const theirs = await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main'])
    const { container } = compile(source, { target: 'ps_6_0', entry: 'main' })
    t.deepEqual(tableOf(container!), tableOf(theirs.container!), body)
  }
}

oracleTest('dxc', 'members of structs that functions are given are bound global by global', async t =>
  sameTables(
    t,
    await Dxc.shared(),
    SETS,
    GIVEN.map(value => `return ${value};`),
  ),
)

/** Fields, arrays and structs of structs that parameters and variables are given: wholes, elements and parts of globals, once and again. */
const NESTED = `struct I { Texture2D p, q; };
struct S { Texture2D a, b, c; Texture2D t[3]; I u; SamplerState s; };
S g; S h; S k[3]; S m[2][2];
float4 p1(S x) { return x.b.Sample(x.s, 0) + x.a.Sample(x.s, 0); }
float4 p2(S x) { return x.c.Sample(x.s, 0) + x.a.Sample(x.s, 0); }
float4 d1(S x) { return x.t[1].Sample(x.s, 0) + x.t[0].Sample(x.s, 0); }
float4 d2(S x) { return x.u.q.Sample(x.s, 0) + x.t[2].Sample(x.s, 0) + x.u.p.Sample(x.s, 0); }
float4 e1(S x) { return x.a.Sample(x.s, 0) + x.t[1].Sample(x.s, 0) + x.b.Sample(x.s, 0) + x.u.p.Sample(x.s, 0) + x.c.Sample(x.s, 0); }
float4 q1(S x) { return p1(x) + x.c.Sample(x.s, 0); }
float4 q2(S x) { return x.c.Sample(x.s, 0) + p1(x); }
float4 q3(S x) { return d1(x) + x.t[2].Sample(x.s, 0) + x.c.Sample(x.s, 0); }
float4 q4(S x) { return e1(x); }
float4 q5(S x) { return q4(x); }
float4 l1(S x) { S y = x; return y.b.Sample(x.s, 0) + y.t[1].Sample(x.s, 0) + y.a.Sample(x.s, 0) + y.t[0].Sample(x.s, 0); }
float4 g1() { return g.b.Sample(g.s, 0) + g.t[1].Sample(g.s, 0) + g.a.Sample(g.s, 0) + g.t[0].Sample(g.s, 0); }
float4 v1(I x) { return x.q.Sample(g.s, 0) + x.p.Sample(g.s, 0); }
float4 w1(Texture2D x[3]) { return x[1].Sample(g.s, 0) + x[0].Sample(g.s, 0); }
float4 z1() { S y = g; return y.b.Sample(y.s, 0) + y.t[1].Sample(y.s, 0) + y.a.Sample(y.s, 0) + y.t[0].Sample(y.s, 0); }
float4 z2() { S y = g; return e1(y); }
float4 l2(S x) { S y = x; return e1(y); }
float4 l3(S x) { S y = x; S z = y; return z.b.Sample(x.s, 0) + z.t[1].Sample(x.s, 0) + z.a.Sample(x.s, 0) + z.t[0].Sample(x.s, 0); }
float4 l4(S x) { S y = x; return y.b.Sample(x.s, 0) + x.t[1].Sample(x.s, 0) + y.t[0].Sample(x.s, 0)  + x.a.Sample(x.s, 0); }
float4 q6(S x) { return v1(x.u); }
float4 q7(S x) { return w1(x.t); }
float4 q8(S x) { return x.c.Sample(x.s, 0) + v1(x.u) + x.t[0].Sample(x.s, 0); }
`

const BODIES = [
  'return p1(g);',
  'return p2(g);',
  'return d1(g);',
  'return d2(g);',
  'return e1(g);',
  'return p1(k[0]);',
  'return d1(k[0]);',
  'return e1(k[0]);',
  'return q1(g);',
  'return q2(g);',
  'return q3(g);',
  'return q4(g);',
  'return q5(g);',
  'return q4(k[1]);',
  'return l1(g);',
  'return l1(k[1]);',
  'return g1();',
  'return v1(g.u);',
  'return v1(k[1].u);',
  'return w1(g.t);',
  'return w1(k[1].t);',
  'return p1(g)+p2(g);',
  'return p2(g)+p1(g);',
  'return d1(g)+d2(g);',
  'return p1(g)+d1(g);',
  'return d1(g)+p1(g);',
  'return e1(g)+e1(h);',
  'return e1(h)+e1(g);',
  'return e1(k[1])+e1(k[0]);',
  'return e1(k[1])+e1(k[0])+d2(k[1]);',
  'return p1(k[1])+p2(k[1]);',
  'return e1(k[1])+e1(g);',
  'return e1(g)+e1(k[1]);',
  'return e1(m[1][0])+e1(m[0][1]);',
  'return e1(g)+g1();',
  'return g1()+e1(g);',
  'return e1(g)+g.t[2].Sample(g.s,0)+g.c.Sample(g.s,0);',
  'return g.t[2].Sample(g.s,0)+g.c.Sample(g.s,0)+p1(g);',
  'return v1(g.u)+e1(g);',
  'return w1(g.t)+e1(g);',
  'return q4(g)+e1(h)+p2(g);',
  'return e1(g)+v1(g.u);',
  'return e1(h)+v1(g.u);',
  'return v1(g.u)+e1(h);',
  'return v1(h.u)+e1(g);',
  'return e1(g)+v1(h.u);',
  'return v1(g.u)+v1(h.u);',
  'return v1(h.u)+v1(g.u);',
  'return v1(k[1].u)+v1(k[0].u);',
  'return w1(g.t)+w1(h.t);',
  'return w1(h.t)+w1(g.t);',
  'return w1(k[1].t)+w1(k[0].t);',
  'return e1(g)+w1(g.t);',
  'return e1(h)+w1(g.t);',
  'return w1(h.t)+e1(g);',
  'return v1(h.u)+g1();',
  'return g1()+v1(h.u);',
  'return v1(g.u)+g1();',
  'return w1(g.t)+v1(g.u);',
  'return v1(g.u)+w1(g.t);',
  'return v1(g.u)+w1(h.t);',
  'return v1(h.u)+w1(g.t);',
  'S x = g; return e1(x);',
  'S x = g; return x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0)+x.a.Sample(x.s,0)+x.t[0].Sample(x.s,0);',
  'S x = k[1]; return x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0)+x.a.Sample(x.s,0)+x.t[0].Sample(x.s,0);',
  'S x = k[1]; return e1(x);',
  'S x = k[1], y = k[0]; return e1(y)+e1(x);',
  'S x = g; S y = x; return y.b.Sample(x.s,0)+y.t[1].Sample(x.s,0)+y.a.Sample(x.s,0)+y.t[0].Sample(x.s,0);',
  'S x = g; return p1(x)+d1(g);',
  'I x = g.u; return v1(x);',
  'I x = g.u; return x.q.Sample(g.s,0)+x.p.Sample(g.s,0);',
  'Texture2D x = g.c, y = g.a; return x.Sample(g.s,0)+y.Sample(g.s,0);',
  'return z1();',
  'return z2();',
  'return l2(g);',
  'return l4(g);',
  'return q6(g);',
  'return q7(g);',
  'S x = g; return x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0)+e1(x);',
  'S x = g; return e1(x)+x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0);',
  'S x = g; return x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0)+e1(g);',
  'S x = g; return x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0)+g.c.Sample(g.s,0)+g.t[2].Sample(g.s,0);',
  'S x = g; return g.c.Sample(g.s,0)+g.t[2].Sample(g.s,0)+x.b.Sample(x.s,0)+x.t[1].Sample(x.s,0);',
  'S x = k[1], y = k[0]; return y.b.Sample(y.s,0)+y.t[1].Sample(y.s,0)+x.b.Sample(y.s,0)+x.t[1].Sample(y.s,0);',
  'S x = h, y = g; return y.b.Sample(y.s,0)+y.t[1].Sample(y.s,0)+x.b.Sample(y.s,0)+x.t[1].Sample(y.s,0);',
  'S x = g; return z1() + x.c.Sample(x.s,0);',
  'S x = g; S y = x; return e1(y);',
  'S x = g; return q4(x);',
  'I x = g.u; return x.q.Sample(g.s,0)+x.p.Sample(g.s,0)+g.a.Sample(g.s,0);',
  'Texture2D x[3] = g.t; return x[1].Sample(g.s,0)+x[0].Sample(g.s,0);',
  'Texture2D x[3] = g.t; return w1(x);',
  'I x = g.u; return x.q.Sample(g.s,0)+x.p.Sample(g.s,0)+e1(g);',
]

oracleTest('dxc-new', 'members of what parameters and variables are given are bound in the order of DXC', async t =>
  sameTables(t, await Dxc.shared('dxc-new'), NESTED, BODIES),
)
