// Structs without a name as members without a name: their fields belong to the struct around them. Messages, buffer listings, reflection and
// values are DXC's.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { check } from '../copyout/check.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const MAIN = 'RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { A a; a.x = 1; o[0] = a.x; }'

/** Declarations of A, and the message about them; none: accepted. */
const MEMBERS: readonly (readonly [string, string?])[] = [
  ['struct { float x; };'],
  ['class { float x; };'],
  ['struct { float y; struct { float x; }; };'],
  ['struct { float x; }; struct { float y; };'],
  ['const struct { float x; };'],
  ['static struct { float x; };'],
  ['precise struct { float x; };'],
  ['struct { int x : 4; int y : 3; }; int z : 3;'],
  ['struct { struct { int k; } inner; float x; };'],
  ['struct { RWBuffer<float> b; float x; };'],
  ['struct { float x; }; float f() { return x; }'],
  ['struct {}; float x;'],
  ['float x; struct { float x; };', "member of anonymous struct redeclares 'x'"],
  ['struct { float x; }; struct { float x; };', "member of anonymous struct redeclares 'x'"],
  ['float x; class { int x : 3; };', "member of anonymous struct redeclares 'x'"],
  ['struct { float x; }; float x;', "duplicate member 'x'"],
  ['struct { struct { float x; }; float x; };', "duplicate member 'x'"],
  ['struct { float x; }; float x() { return 1; }', "redefinition of 'x' as different kind of symbol"],
  ['struct { float A; float x; };', "member 'A' has the same name as its class"],
  ['struct { static float y; float x; };', "static data member 'y' not allowed in anonymous struct"],
  ['struct { float f() { return 1; } float x; };', 'functions cannot be declared in an anonymous struct'],
  ['struct { enum E { P }; float x; };', 'types cannot be declared in an anonymous struct'],
  ['class { struct B { int k; }; float x; };', 'types cannot be declared in an anonymous struct'],
  ['struct { float x; } : TEXCOORD;', "expected ';' after struct"],
]

const firstError = (text: string): string | undefined => /error: (.*)/.exec(text)?.[1]

for (const [members, message] of MEMBERS)
  test(`members of anonymous structs: ${members}`, t => {
    const result = compile(`struct A { ${members} }; ${MAIN}`, { target: 'cs_6_0' })
    t.is(firstError(result.text), message)
    t.is(result.ok, message === undefined)
  })

oracleTest(['dxc'], "members of anonymous structs: messages are DXC's", async t => {
  const dxc = await Dxc.shared()
  for (const [members, message] of MEMBERS) {
    const { errors } = await dxc.compile(`struct A { ${members} }; ${MAIN}`, ['-T', 'cs_6_0', '-E', 'main'])
    t.is(firstError(errors), message, members)
  }
})

const LAYOUTS: readonly string[] = [
  `struct A { struct { float x; int y; }; float z; }; StructuredBuffer<A> stored; cbuffer C { A a; struct { float q; } d; }; RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { A l = { 1, 2, 3 }; l.x = stored[0].x; l.y += 4; o[0] = l.x + l.y + l.z + a.x + a.z + d.q; }`,
  `struct A { struct { float x; struct { float2 y; }; }; float z; struct { float w; } n; }; struct B : A { struct { int k; }; int f() { return k + y.x; } };
cbuffer C { B b; A list[2]; }; RWStructuredBuffer<B> out_b; RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { B l; l.x = 1; l.y = 2; l.z = 3; l.n.w = 4; l.k = 5; o[0] = l.f() + list[1].y.y + b.f(); out_b[1] = l; A base = l; o[1] = base.y.x; }`,
  `template<typename T> struct A { struct { T x; T y; }; }; ConstantBuffer<A<float2> > c; StructuredBuffer<A<min16int> > s; RWBuffer<float> o;
[numthreads(1, 1, 1)] void main() { o[0] = c.y.x + s[3].y; }`,
]

oracleTest(['dxc'], "members of anonymous structs: listing and reflection are DXC's", async t => {
  const dxc = await Dxc.shared()
  for (const source of LAYOUTS) {
    const theirs = (await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])).container!
    const mine = compile(source, { target: 'cs_6_0' }).container!
    const layout = async (c: Uint8Array): Promise<string> =>
      /Buffer Definitions:[\s\S]*Resource Bindings/.exec((await dxc.disassemble(c)).text)![0]
    t.is(await layout(mine), await layout(theirs))
    const facts = async (c: Uint8Array): Promise<string[]> =>
      (await dxc.reflect(c)).filter(line => line.startsWith('buffer.'))
    t.deepEqual(await facts(mine), await facts(theirs))
  }
})

oracleTest(['dxc', 'd3d12'], "members of anonymous structs: values are DXC's", async t => {
  const source = `RWStructuredBuffer<int> o : register(u0); static int K = 0; void P(int v) { o[K++] = v; }
struct A { int a; struct { int x; struct { int2 y; int z[2]; }; }; struct { int p : 5; int q : 7; }; int s() { x += 1; return x + y.y + z[1] + p; } };
struct B : A { struct { int b; }; }; void f(inout A v, inout int x) { v.x += 10; x += 5; v.q = 3; }
[numthreads(1, 1, 1)] void main() { A v = { 1, 2, 3, 4, 5, 6, 7, 8 }; P(v.x); P(v.y.x); P(v.y.y); P(v.z[1]); P(v.p); P(v.q); P(v.s()); P(v.x);
f(v, v.x); P(v.x); P(v.q); B w = (B)3; w.b = 9; P(w.s()); w.x = w.b; P(w.x); P(w.b); A u = (A)w; P(u.z[0]); v.z = u.z; v.y.yx = u.y; P(v.y.x); P(v.z[1]); }`
  for (const optimization of [0, 3] as const) t.is((await check(source, optimization)).kind, 'same')
})
