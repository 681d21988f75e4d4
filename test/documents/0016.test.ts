// HLSL working group proposal 0016, constant buffers: every example and statement that a shader can show, against DXC. The parts about the
// intermediate representation (addrspace(2), !hlsl.cbs, layout types) are in constant_buffers_ll.test.ts.

import { compile } from '../../src/api/compile.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { offsets, refused, same, shader } from './constant_buffers.ts'

oracleTest('dxc', '0016 Introduction: constant buffers are views bound to b registers', async t => {
  const { buffers, facts } = await same(t, shader('cbuffer MyConstant : register(b1) { float4 F; }', 'asuint(F.y)'))
  t.like(buffers[0], { name: 'MyConstant', class: 'cbv', register: 'b1', size: 16 })
  t.deepEqual(facts.accesses, ['cbuffer.f32 class 2 id 0 at 1 row 0 lane 1'])
})

oracleTest('dxc', '0016 cbuffer Declaration Block: members are named without the buffer', async t => {
  await same(t, shader('cbuffer A : register(b1) { float4 F; }', 'asuint(F.x)'))
  t.regex(await refused(t, shader('cbuffer A : register(b1) { float4 F; }', 'asuint(A.F.x)')), /'A'/)
})

oracleTest('dxc', '0016 cbuffer Declaration Block: the name is no identifier', async t => {
  await same(t, shader('cbuffer A { float A; }', 'asuint(A)'))
  await same(t, shader('cbuffer A { float a; } float A;', 'asuint(A + a)'))
  await same(t, shader('struct A { float x; }; cbuffer A { A a; }', 'asuint(a.x)'))
})

oracleTest('dxc', '0016 cbuffer Declaration Block: the name need not be unique', async t => {
  const source = 'cbuffer A { float a; } cbuffer A { float4 b; } cbuffer A { float2 c; }'
  const { buffers } = await same(t, shader(source, 'asuint(a + b.x + c.y)'))
  t.deepEqual(
    buffers.filter(b => b.class === 'cbv').map(b => [b.name, b.register, b.size, b.type]),
    [
      ['A', 'b0', 4, 'A'],
      ['A', 'b1', 16, 'A.0'],
      ['A', 'b2', 8, 'A.1'],
    ],
  )
})

oracleTest('dxc', '0016 cbuffer Declaration Block: packoffset places members by hand', async t => {
  const source = 'cbuffer A { float4 a : packoffset(c2); float b : packoffset(c0.y); float2 c : packoffset(c0.b); }'
  const { buffers } = await same(t, shader(source, 'asuint(a.x + b + c.y)'))
  t.deepEqual(offsets(buffers[0]), { a: 32, b: 4, c: 8 })
  t.is(buffers[0]!.size, 48)
})

oracleTest('dxc', '0016 Default Constant Buffer $Globals: a global float4 is a member of $Globals', async t => {
  const loose = await same(t, shader('float4 F;', 'asuint(F.z)'))
  const block = await same(t, shader('cbuffer Named { float4 F; }', 'asuint(F.z)'))
  t.like(loose.buffers[0], { name: '$Globals', class: 'cbv', register: 'b0', size: 16 })
  t.deepEqual(loose.buffers[0]!.members, block.buffers[0]!.members)
  t.deepEqual(loose.facts.accesses, block.facts.accesses)
})

oracleTest(
  'dxc',
  '0016 Default Constant Buffer $Globals: statics, groupshared and resources are not in it',
  async t => {
    const source = `float a; static float s = 1; groupshared float g; Texture2D<float4> x; const float b; uniform float c; extern float d;
    SamplerState smp; StructuredBuffer<float> sb; static const float k = 2;`
    const { buffers } = await same(t, shader(source, 'asuint(a + b + c + d + s + k)'))
    t.deepEqual(offsets(buffers[0]), { a: 0, b: 4, c: 8, d: 12 })
  },
)

oracleTest('dxc', '0016 Default Constant Buffer $Globals: register(cN) is its packoffset', async t => {
  const source = 'float a : register(c5); float b; float4 c;'
  const { buffers } = await same(t, shader(source, 'asuint(a + b + c.x)'))
  t.deepEqual(offsets(buffers[0]), { a: 80, b: 84, c: 96 })
})

oracleTest('dxc', '0016 ConstantBuffer Resource Class: members are referenced as CB.F', async t => {
  const source = 'struct MyConstants { float4 F; }; ConstantBuffer<MyConstants> CB;'
  const { buffers, facts } = await same(t, shader(source, 'asuint(CB.F.w)'))
  t.like(buffers[0], { name: 'CB', class: 'cbv', size: 16 })
  t.deepEqual(offsets(buffers[0]), { CB: 0 })
  t.deepEqual(facts.accesses, ['cbuffer.f32 class 2 id 0 at 0 row 0 lane 3'])
})

oracleTest('dxc', '0016 three ways to declare: one struct has one layout', async t => {
  const s = 'struct S { float a; double b; float3 c; float2x3 m; bool k; float e[3]; };'
  const use = ['asuint(X.e[2] + X.c.z + X.m._m12 + (float)X.b)', 'X.k ? 1u : 0u']
  const at = async (declaration: string, name: string): Promise<string[]> => {
    const { facts } = await same(t, shader(s + declaration, ...use.map(u => u.replaceAll('X', name))))
    return facts.accesses.map(line => line.replace(/class \d+ id \d+ at \d+/, ''))
  }
  const block = await at('cbuffer C { S x; }', 'x')
  t.deepEqual(await at('S y;', 'y'), block)
  t.deepEqual(await at('ConstantBuffer<S> z;', 'z'), block)
})

oracleTest('dxc', '0016 Motivation: constants cannot be written', async t => {
  t.regex(await refused(t, `cbuffer C { float y; } [numthreads(1,1,1)] void main() { y = 1; }`), /const/)
  t.regex(await refused(t, `float y; [numthreads(1,1,1)] void main() { y = 1; }`), /const/)
  t.regex(
    await refused(t, `struct S { float x; }; ConstantBuffer<S> c; [numthreads(1,1,1)] void main() { c.x = 1; }`),
    /not assignable/,
  )
  await refused(t, `cbuffer C { int i; } void f(out int x) { x = 1; } [numthreads(1,1,1)] void main() { f(i); }`)
})

oracleTest('dxc', '0016 Parsing of cbuffer Declaration: its members live in the enclosing scope', async t => {
  await same(t, shader('cbuffer A { float a; } float f() { return a; }', 'asuint(f())'))
  t.regex(await refused(t, shader('cbuffer A { float a; } cbuffer B { float a; }', 'asuint(a)')), /redefinition of 'a'/)
})

oracleTest(
  'dxc',
  '0016 Parsing of cbuffer Declaration: in a namespace DXC hoists the members to global scope',
  async t => {
    await same(t, shader('namespace N { cbuffer A { float a; } float f() { return a; } }', 'asuint(a + N::f())'))
    await refused(t, shader('namespace N { cbuffer A { float a; } }', 'asuint(N::a)'))
  },
)

oracleTest('dxc', '0016 Layout Structure: the example with a resource, a static and a zero-sized array', async t => {
  const source = `struct Something { int a; float f[0]; };
cbuffer CB {
    float x;
    RWBuffer<float> buf;
    Something s;
    static float y;
}`
  const { buffers } = await same(t, shader(source, 'asuint(x + s.a)'))
  const cb = buffers.find(b => b.name === 'CB')!
  t.deepEqual(offsets(cb), { x: 0, s: 16 })
  t.is(cb.size, 20)
})

oracleTest('dxc', '0016 Layout Structure: static and groupshared variables are left out', async t => {
  const source = 'cbuffer C { float a; static float b = 2; float c; }'
  const { buffers } = await same(t, shader(source, 'asuint(a + b + c)'))
  t.deepEqual(offsets(buffers[0]), { a: 0, c: 4 })
  // DXC leaves the place of a groupshared variable empty; it lives in shared memory all the same.
  const shared = await same(t, shader('cbuffer C { float a; groupshared float g; float c; }', 'asuint(a + c)'))
  t.deepEqual(offsets(shared.buffers[0]), { a: 0, g: 4, c: 8 })
})

oracleTest('dxc', '0016 Layout Structure: resources are left out and become resources of their own', async t => {
  const source = 'cbuffer C { float a; Texture2D<float4> tex; SamplerState smp; float b; Buffer<float> buf; }'
  const { buffers } = await same(t, shader(source, 'asuint(a + b + buf[1] + tex.Load(int3(0, 0, 0)).x)'))
  t.deepEqual(offsets(buffers[0]), { a: 0, b: 4 })
  t.is(buffers.length, 1)
})

oracleTest('dxc', '0016 Layout Structure: empty structs take no place in a buffer', async t => {
  const source = 'struct E {}; cbuffer C { float a; E e; float b; E f[4]; float c; }'
  const { buffers } = await same(t, shader(source, 'asuint(a + b + c)'))
  t.like(offsets(buffers[0]), { a: 0, b: 4, c: 8 })
  t.is(buffers[0]!.size, 12)
})

oracleTest('dxc', '0016 Layout Structure: zero-sized arrays take no place in a buffer', async t => {
  const { buffers } = await same(t, shader('cbuffer C { float a; float z[0]; float b; }', 'asuint(a + b)'))
  t.like(offsets(buffers[0]), { a: 0, b: 4 })
})

oracleTest('dxc', '0016 Layout Structure: functions and structs may be declared inside', async t => {
  const source = `cbuffer C { float a; float twice(float x) { return x * 2; } struct S { float x; float y; }; S s; struct { float z; } u; float b; }`
  const { buffers } = await same(t, shader(source, 'asuint(twice(a) + s.y + u.z + b)'))
  t.deepEqual(offsets(buffers[0]), { a: 0, s: 16, u: 32, b: 36 })
})

oracleTest(
  'dxc',
  '0016 Layout Structure: typedefs, enums and templates may not be declared inside, as in DXC',
  async t => {
    t.regex(await refused(t, shader('cbuffer C { typedef float F; F y; }', 'asuint(y)')), /invalid decl inside cbuffer/)
    t.regex(
      await refused(t, shader('cbuffer C { enum E { X }; float y; }', 'asuint(y)')),
      /invalid decl inside cbuffer/,
    )
  },
)

oracleTest('dxc', '0016 Layout Structure: a struct with undesired members gets a layout without them', async t => {
  const source = `struct E {}; struct S { float a; Texture2D<float4> tex; static const float k = 3; E e; float b; float z[0]; float c; };
    cbuffer C { float x; S s; float y; }`
  const { buffers, facts } = await same(t, shader(source, 'asuint(x + s.a + s.b + s.c + y)'))
  t.is(buffers[0]!.type, 'hostlayout.C')
  t.true(facts.tables.some(line => line.includes('%hostlayout.struct.S ') && !line.includes('Texture2D')))
})

oracleTest('dxc', '0016 Default Constant Buffer: $Globals is made only where there are loose constants', async t => {
  const { buffers } = await same(t, shader('static float s = 1; cbuffer C { float a; }', 'asuint(a + s)'))
  t.deepEqual(
    buffers.map(b => b.name),
    ['C'],
  )
})

oracleTest('dxc', '0016 Default Constant Buffer: constants of namespaces belong to it too', async t => {
  const { buffers } = await same(
    t,
    shader('namespace N { float a; namespace M { float b; } } float a;', 'asuint(N::a + N::M::b + a)'),
  )
  t.deepEqual(
    buffers[0]!.members.map(m => m[1]),
    [0, 4, 8],
  )
})

oracleTest('dxc', '0016 Default Constant Buffer: initialisers are no values', async t => {
  const { facts } = await same(
    t,
    shader('float4 F = float4(1, 2, 3, 4); const float g = 5; cbuffer C { float h = 6; }', 'asuint(F.y + g + h)'),
  )
  t.is(facts.accesses.length, 3)
})

oracleTest('dxc', '0016 ConstantBuffer Declaration: arrays', async t => {
  const source =
    'struct S { float4 a; float b; }; ConstantBuffer<S> c[3] : register(b2); ConstantBuffer<S> d[2][2] : register(b6);'
  const { buffers, facts } = await same(t, shader(source, 'asuint(c[1].b + c[id.x].a.y + d[1][0].a.x)'))
  t.deepEqual(
    buffers.map(b => [b.name, b.register, b.size]),
    [
      ['c', 'b2', 20],
      ['d', 'b6', 20],
    ],
  )
  t.true(facts.accesses.includes('cbuffer.f32 class 2 id 0 at 3 row 1 lane 0'))
  t.true(facts.accesses.includes('cbuffer.f32 class 2 id 1 at 8 row 0 lane 0'))
})

oracleTest('dxc', '0016 ConstantBuffer Declaration: as a parameter and a local it is a handle', async t => {
  const source = `struct S { float4 a; float b; }; ConstantBuffer<S> c : register(b0); ConstantBuffer<S> d : register(b1);
    float f(ConstantBuffer<S> p) { return p.b; } float g(S s) { return s.a.z; }`
  const { facts } = await same(t, shader(source, 'asuint(f(c) + f(d) + g(c))'))
  t.deepEqual(facts.accesses, [
    'cbuffer.f32 class 2 id 0 at 0 row 0 lane 2',
    'cbuffer.f32 class 2 id 0 at 0 row 1 lane 0',
    'cbuffer.f32 class 2 id 1 at 1 row 1 lane 0',
  ])
  await same(
    t,
    shader(`${source} ConstantBuffer<S> e[2];`, '0').replace(
      'o.Store',
      'ConstantBuffer<S> l = e[1]; o.Store(4, asuint(l.b)); o.Store',
    ),
  )
})

oracleTest('dxc', '0016 ConstantBuffer Declaration: methods of T can be called on it', async t => {
  await same(t, shader('struct S { float x; float f() { return x * 2; } }; ConstantBuffer<S> c;', 'asuint(c.f())'))
})

oracleTest('dxc', '0016 ConstantBuffer Declaration: T must be a struct', async t => {
  for (const type of ['float', 'float4', 'int[2]'])
    t.regex(await refused(t, shader(`ConstantBuffer<${type}> c;`, '0')), /struct\/class is required/)
  await same(t, shader('template<typename T> struct P { T a; }; ConstantBuffer<P<float3> > c;', 'asuint(c.a.z)'))
})

oracleTest(
  'dxc',
  '0016 ConstantBuffer Declaration: DXC lets resources inside T pass, the document would not',
  async t => {
    const { buffers } = await same(
      t,
      shader('struct S { Texture2D<float4> t; float a; }; ConstantBuffer<S> c;', 'asuint(c.a)'),
    )
    t.is(buffers[0]!.size, 4)
  },
)

oracleTest('dxc', '0016 Lowering Constant Buffer Resources: MyConstants is 12 bytes, members at 0 and 8', async t => {
  const { buffers } = await same(t, shader('cbuffer MyConstants { float2 a; int c; }', 'asuint(a.x) + c'))
  t.is(buffers[0]!.size, 12)
  t.deepEqual(offsets(buffers[0]), { a: 0, c: 8 })
})

oracleTest('dxc', '0016 Lowering Accesses: Constants is 20 bytes and OtherConstants 164', async t => {
  const source = `struct S { float f; }; cbuffer Constants { int i; S s; }; cbuffer OtherConstants { float4 v; int array[10]; };`
  const { buffers, facts } = await same(t, shader(source, 'i + asuint(s.f + v.x) + array[3]', 'array[id.x]'))
  t.deepEqual(
    buffers.map(b => [b.name, b.size, offsets(b)]),
    [
      ['Constants', 20, { i: 0, s: 16 }],
      ['OtherConstants', 164, { v: 0, array: 16 }],
    ],
  )
  t.true(facts.accesses.includes('cbuffer.i32 class 2 id 1 at 1 row 4 lane 0'))
  t.true(facts.accesses.includes('cbuffer.i32 class 2 id 1 at 1 row 1*x+1 lane 0'))
})

oracleTest(
  'dxc',
  '0016 Format of constant buffer metadata: members in the order of declaration, also under packoffset',
  async t => {
    const source = 'cbuffer C { float a : packoffset(c3); float b : packoffset(c1); float c : packoffset(c2); }'
    const { buffers } = await same(t, shader(source, 'asuint(a + b + c)'))
    t.deepEqual(
      buffers[0]!.members.map(m => m[0]),
      ['a', 'b', 'c'],
    )
  },
)

oracleTest('dxc', '0016 Lowering to DXIL: loads are rows of 16 bytes', async t => {
  const source = 'cbuffer C { float a; float3 b; double2 d; int64_t4 e; float m[2]; column_major float3x2 n; }'
  const { facts } = await same(t, shader(source, 'asuint(b.z + (float)d.y + m[1] + n._m21)', '(uint)e.w'))
  t.deepEqual(facts.accesses, [
    'cbuffer.f32 class 2 id 0 at 0 row 0 lane 3',
    'cbuffer.f32 class 2 id 0 at 0 row 5 lane 0',
    'cbuffer.f32 class 2 id 0 at 0 row 7 lane 2',
    'cbuffer.f64 class 2 id 0 at 0 row 1 lane 1',
    'cbuffer.i64 class 2 id 0 at 0 row 3 lane 1',
  ])
})

oracleTest(
  'dxc',
  '0016 Handle initialization: as for other resources, from a binding or an index into one',
  async t => {
    const source =
      'struct S { float a; }; ConstantBuffer<S> c[4] : register(b3, space2); cbuffer D : register(b1, space5) { float d; }'
    const { facts } = await same(t, shader(source, 'asuint(c[2].a + d)'), { profile: 'cs_6_6' })
    t.deepEqual(facts.accesses, [
      'cbuffer.f32 bind 1,1,5,2 at 1 row 0 lane 0',
      'cbuffer.f32 bind 3,6,2,2 at 5 row 0 lane 0',
    ])
  },
)

oracleTest(
  'dxc',
  '0016 Reflection consideration: names, types, sizes and what is used stay in the STAT part',
  async t => {
    const source = 'struct S { float2 p; row_major float2x3 m; }; cbuffer C { float4 a; S s; uint b[4]; bool c; }'
    const { buffers } = await same(t, shader(source, 'asuint(s.p.y)', 'c ? 1 : 0'))
    t.deepEqual(buffers[0]!.members, [
      ['a', 0, false],
      ['s', 16, true],
      ['b', 64, false],
      ['c', 116, true],
    ])
  },
)

oracleTest('dxc', '0016 Open issues: nested cbuffers are buffers of their own', async t => {
  const source = 'cbuffer A { float x; cbuffer B { float y; } float z; }'
  const { buffers } = await same(t, shader(source, 'asuint(x + y + z)'))
  t.deepEqual(buffers.map(b => [b.name, offsets(b)]).sort(), [
    ['A', { x: 0, z: 4 }],
    ['B', { y: 0 }],
  ])
})

oracleTest('dxc', '0016 Packing Rules: inheritance puts the base first, as one member', async t => {
  const source = 'struct B { float a; float b; }; struct D : B { float c; }; cbuffer C { D d; float e; }'
  const { buffers, facts } = await same(t, shader(source, 'asuint(d.b + d.c + e)'))
  t.deepEqual(offsets(buffers[0]), { d: 0, e: 12 })
  t.true(facts.tables.some(line => line.includes('"name":"B"')))
})

oracleTest('dxc', '0016 Packing Rules: matrices in both orders', async t => {
  const source = `cbuffer C { float2x3 a; row_major float2x3 b; column_major float2x3 c; float3x1 d; row_major float1x3 e; }
#pragma pack_matrix(row_major)
cbuffer D { float2x3 f; column_major float2x3 g; }`
  const { buffers } = await same(t, shader(source, 'asuint(a._m12 + b._m12 + c._m12 + f._m12 + g._m12)'))
  t.deepEqual(buffers.map(offsets), [
    { a: 0, b: 48, c: 80, d: 128, e: 144 },
    { f: 0, g: 32 },
  ])
  const flipped = await same(t, shader(source, 'asuint(a._m12 + b._m12 + c._m12 + f._m12 + g._m12)'), {
    rowMajor: true,
  })
  t.is(offsets(flipped.buffers[0])['b'], 32)
})

oracleTest('dxc', '0016 Packing Rules: minimum precision has rows of its own', async t => {
  const source = 'cbuffer C { float a; min16float b; min16float2 c; float d; min16int e[2]; min16uint f; float g; }'
  const { buffers } = await same(t, shader(source, 'asuint(a + (float)b + (float)c.y + d + g) + (uint)e[1] + (uint)f'))
  t.deepEqual(offsets(buffers[0]), { a: 0, b: 16, c: 20, d: 32, e: 48, f: 80, g: 96 })
})

oracleTest('dxc', '0016 Packing Rules: native 16-bit types are eight to a row', async t => {
  const source = 'cbuffer C { half a; half3 b; int16_t c[2]; uint16_t d; half4 e; float f; }'
  const { buffers, facts } = await same(t, shader(source, 'asuint((float)b.z + (float)e.w + f) + (uint)d'), {
    profile: 'cs_6_2',
    native16Bit: true,
  })
  t.deepEqual(offsets(buffers[0]), { a: 0, b: 2, c: 16, d: 34, e: 36, f: 44 })
  t.true(facts.accesses.includes('cbuffer.f16 class 2 id 0 at 0 row 0 lane 3'))
})

oracleTest('dxc', '0016 Packing Rules: a constant buffer holds at most 65536 bytes', async t => {
  await same(t, shader('cbuffer C { float4 f[4096]; }', 'asuint(f[4095].x)'))
  const { text } = compile(shader('cbuffer C { float4 f[4096]; float g; }', 'asuint(f[1].x + g)'), { target: 'cs_6_0' })
  t.regex(text, /CBuffer size is 65540 bytes, exceeding maximum of 65536 bytes/)
})

oracleTest('dxc', '0016 texture buffers have the layout of constant buffers', async t => {
  const members = '{ float a; float3 b; double c; float m[2]; column_major float2x3 n; bool k; int64_t2 l; }'
  const use = ['asuint(b.z + (float)c + m[1] + n._m12)', '(uint)l.y', 'k ? 1 : 0']
  const cb = await same(t, shader(`cbuffer C ${members}`, ...use))
  const tb = await same(t, shader(`tbuffer C ${members}`, ...use))
  t.deepEqual(tb.buffers[0]!.members, cb.buffers[0]!.members)
})
