// What random programs found, reduced: each source with what must hold of our container.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { assemblyOf } from '../assembly.ts'
import { partOf } from '../corpus/container_facts.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

function ours(source: string): Uint8Array {
  const result = compile(source, { target: 'cs_6_0', entry: 'main' })
  if (!result.container) throw new Error(result.text)
  return result.container
}

const listing = (source: string): string => assemblyOf(compile(source, { target: 'cs_6_0', entry: 'main' }))

/** PSV0 names the resources still used: dead code that DXC removes must be gone here too. */
const SAME_RESOURCES: Readonly<Record<string, string>> = {
  'a comparison that a mask decides': `
    RWByteAddressBuffer wb : register(u2);
    [numthreads(4, 2, 1)] void main(uint gi : SV_GroupIndex) {
      if ((gi & 7u) >= 8u) wb.Store(0, 1u);
    }`,
  'a product and sum of constants': `
    RWTexture2D<float> tx : register(u4);
    [numthreads(8, 1, 1)] void main() {
      if ((bool)mad(1.0f, 1.0f, 63.0f)) {} else tx[uint2(1u, 2u)] = 1.0f;
    }`,
  'a counting loop without effect': `
    Buffer<uint2> tb : register(t2);
    RWBuffer<float> wt : register(u3);
    [numthreads(8, 1, 1)] void main() {
      for (int i = 0; i < (int)tb[1u].x; ++i) {}
      wt[1u] = 1.0f;
    }`,
  'a loop that counts down': `
    cbuffer CB : register(b0) { int c0; };
    [numthreads(8, 1, 1)] void main() {
      for (int i = c0 - 1; i >= 0; i--) {}
    }`,
  'a do loop without effect': `
    RWStructuredBuffer<int4> rb : register(u1);
    [numthreads(8, 1, 1)] void main() {
      int4 v = rb[1u];
      int w = 0;
      do { w++; } while (w < v.z);
    }`,
  'the condition of a branch around nothing': `
    struct S { int3 a; bool3 b; };
    ConstantBuffer<S> co : register(b1);
    StructuredBuffer<S> sb : register(t0);
    [numthreads(8, 1, 1)] void main() {
      if (co.b.y) { S v[2] = { (S)0, { int3(-8, -6, sb[0].a.b), bool3(true, true, true) } }; }
      if (co.a.x == 4) { uint u = uint3x3(1, 2, 3, 4, 5, 6, 7, 8, 9)[co.a.z & 1].z; }
    }`,
}

for (const [title, source] of Object.entries(SAME_RESOURCES))
  oracleTest('dxc', `the same resources are used: ${title}`, async t => {
    const dxc = await Dxc.shared()
    const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    t.true(theirs.ok, theirs.errors)
    const mine = ours(source)
    t.deepEqual(Buffer.from(partOf(mine, 'PSV0')!), Buffer.from(partOf(theirs.container!, 'PSV0')!))
    t.true((await dxc.validate(mine)).ok)
  })

const DO_WITH_TWO_WAYS_BACK = `
  StructuredBuffer<uint> sb : register(t0);
  RWStructuredBuffer<uint> res : register(u0);
  [numthreads(8, 1, 1)] void main(uint gi : SV_GroupIndex) {
    int w = 0;
    do { w++; } while (w < (int)gi && ((int)sb[w] == 9 || (bool)sb[0]));
    res[gi] = w;
  }`

test('a do loop with a short-circuit condition has one back edge', t => {
  const text = listing(DO_WITH_TWO_WAYS_BACK)
  const header = /phi i32 (\[[^\n]*)/.exec(text)
  t.is(header?.[1]?.match(/\[/g)?.length, 2, text)
})

oracleTest('d3d12', 'a do loop with a short-circuit condition runs', async t => {
  // sb[0] is 0, so the loop goes on only while sb[w] is 9.
  const data = new Uint8Array(Uint32Array.from([0, 9, 9, 9, 1, 9, 9, 9]).buffer)
  const resources: Resource[] = [
    { kind: 'srv', type: 'structured', stride: 4, register: 0, data },
    { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 8 },
  ]
  const run = await (await D3d12.shared()).runCompute({
    container: ours(DO_WITH_TWO_WAYS_BACK),
    dispatch: [1, 1, 1],
    resources,
  })
  t.is(run.error, undefined)
  t.deepEqual([...new Uint32Array(run.uavs[0]!.data.slice().buffer)], [1, 1, 2, 3, 4, 4, 4, 4])
})

test('the upper half of a bool is zero, not something to compute', t => {
  const text = listing(`
    RWBuffer<int> wt : register(u3);
    RWStructuredBuffer<uint> res : register(u0);
    [numthreads(8, 1, 1)] void main() {
      uint64_t v = (int)(bool)wt[1u];
      int64_t s = (int64_t)(bool)wt[2u];
      res[0] = (uint)v;
      res[1] = (uint)(v >> 32ull) | (uint)(s >> 32ll);
    }`)
  t.notRegex(text, /(zext|lshr|ashr|trunc)[^\n]* i64/)
  t.regex(text, /bufferStore\.i32\(i32 69, %dx\.types\.Handle %\d+, i32 1, i32 0, i32 0,/)
})

test('a loop without effect goes, whether it ends or not, and with it what it reads', t => {
  const text = listing(`
    cbuffer CB : register(b0) { int n; };
    [numthreads(1, 1, 1)] void main() {
      int i = 0;
      [loop] while (i <= n) { i++; }
    }`)
  t.notRegex(text, /phi i32|cbuffer/i)
})

oracleTest(['dxc', 'd3d12'], 'arguments of every kind of call are evaluated last to first, as DXC does', async t => {
  const source = `
    RWStructuredBuffer<int> o : register(u0); RWByteAddressBuffer r : register(u1);
    static int x;
    int next() { return ++x; }
    int digits(int a, int b, int c) { return a * 100 + b * 10 + c; }
    struct S { int digits(int a, int b) { return a * 10 + b; } };
    [numthreads(1, 1, 1)] void main() {
      S s;
      x = o[9];
      o[0] = digits(next(), next(), next());
      o[1] = next() * 10 + next();
      x = 0;
      o[2] = mad(next(), 100, next() * 10);
      x = 0;
      o[3] = s.digits(next(), next());
      x = 0;
      r.Store2(next() * 4, uint2(next(), next()));
    }`
  const theirs = await (await Dxc.shared()).compile(source, ['-T', 'cs_6_0', '-E', 'main'])
  const gpu = await D3d12.shared()
  const resources: Resource[] = [
    { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 10 },
    { kind: 'uav', type: 'raw', register: 1, count: 64 },
  ]
  for (const container of [ours(source), theirs.container!]) {
    const { uavs, error } = await gpu.runCompute({ container, dispatch: [1, 1, 1], resources })
    t.is(error, undefined)
    t.deepEqual([...new Int32Array(uavs[0]!.data.slice(0, 16).buffer)], [321, 45, 210, 21])
    t.deepEqual([...new Int32Array(uavs[1]!.data.slice(12, 20).buffer)], [1, 2])
  }
})
