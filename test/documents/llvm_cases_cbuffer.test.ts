// Section 8 of what LLVM's own tests pin down, constant buffers: the cases that a shader can show, with the offsets and rows of those tests,
// compared with DXC where it agrees. Those on LLVM text are in llvm_cases_constants_ll.test.ts.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { assemblyOf } from '../assembly.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { offsets, refused, same, shader } from './constant_buffers.ts'

const NATIVE = { profile: 'cs_6_2', native16Bit: true }
const row = (line: string): string => line.replace(/^cbuffer\.(\w+) class \d+ id \d+ at \d+ /, '$1 ')

oracleTest('dxc', 'llvm-cases 8 cbuffer.hlsl: scalars', async t => {
  const source =
    'cbuffer CBScalars : register(b1, space5) { float a1; double a2; float16_t a3; uint64_t a4; int a5; uint16_t a6; bool a7; int64_t a8; }'
  const { buffers } = await same(
    t,
    shader(source, 'asuint(a1 + (float)a2 + (float)a3) + (uint)a4 + a5 + a6 + (uint)a8', 'a7 ? 1 : 0'),
    NATIVE,
  )
  t.deepEqual(offsets(buffers[0]), { a1: 0, a2: 8, a3: 16, a4: 24, a5: 32, a6: 36, a7: 40, a8: 48 })
  t.like(buffers[0], { register: 'b1,space5', size: 56 })
})

oracleTest('dxc', 'llvm-cases 8 cbuffer.hlsl: vectors', async t => {
  const source =
    'cbuffer CBVectors { float3 b1; double3 b2; float16_t2 b3; uint64_t3 b4; int4 b5; uint16_t3 b6; int64_t3 b7; }'
  const use = 'asuint(b1.z + (float)b2.z + (float)b3.y) + (uint)b4.z + b5.w + b6.z + (uint)b7.z'
  const { buffers } = await same(t, shader(source, use), NATIVE)
  t.deepEqual(offsets(buffers[0]), { b1: 0, b2: 16, b3: 40, b4: 48, b5: 80, b6: 96, b7: 112 })
  t.is(buffers[0]!.size, 136)
})

oracleTest(
  'dxc',
  'llvm-cases 8 cbuffer.hlsl: elements of arrays start rows, the next member follows the last one',
  async t => {
    const source = `cbuffer CBArrays { float c1[3]; double3 c2[2]; float16_t c3[2][2]; uint64_t c4[3]; int4 c5[2][3][4]; uint16_t c6[1]; int64_t c7[2]; bool c8[4]; }`
    const { buffers } = await same(t, shader(source, 'asuint(c1[2] + (float)c2[1].z)', 'c8[3] ? 1 : 0'), NATIVE)
    t.deepEqual(offsets(buffers[0]), { c1: 0, c2: 48, c3: 112, c4: 176, c5: 224, c6: 608, c7: 624, c8: 656 })
    t.is(buffers[0]!.size, 708)
  },
)

oracleTest('dxc', 'llvm-cases 8 cbuffer.hlsl: structs start rows', async t => {
  const source = `struct A { float2 f1; }; struct B : A { float3 f2; }; struct C { int i; A a[2]; };
    cbuffer CBStructs { A a; float x; B b; C c; uint d[1]; float e; }`
  const { buffers } = await same(t, shader(source, 'asuint(a.f1.y + x + b.f2.z + c.a[1].f1.x + e)'))
  t.deepEqual(offsets(buffers[0]), { a: 0, x: 8, b: 16, c: 48, d: 96, e: 100 })
})

oracleTest('dxc', 'llvm-cases 8 cbuffer_geps: byte offsets of elements', async t => {
  // Texture buffers have the same rows and no limit of 65536 bytes.
  const at = async (members: string, use: string, profile: object = {}): Promise<readonly string[]> => {
    const { facts } = await same(t, shader(`tbuffer T { ${members} }`, use), profile)
    return facts.accesses.map(row)
  }
  t.deepEqual(await at('float c1[10];', 'asuint(c1[7])'), ['i32 row 7 lane 0'])
  t.deepEqual(await at('half c3[10][20];', 'asuint((float)c3[9][5])', NATIVE), ['i32 row 185 lane 0'])
  t.deepEqual(await at('int c5[20][30][40];', 'c5[1][12][15]'), ['i32 row 1695 lane 0'])
})

oracleTest(
  'dxc',
  'llvm-cases 8 cbuffer_with_packoffset: members keep their order, buffers may share a name',
  async t => {
    const source = `cbuffer CB : register(b1, space3) { float a : packoffset(c1.x); double b : packoffset(c10.z); float2 c : packoffset(c5.z); }
    cbuffer CB : register(b0) { float x : packoffset(c0); }`
    const { buffers } = await same(t, shader(source, 'asuint(a + (float)b + c.y + x)'))
    t.deepEqual(
      buffers.map(b => [b.register, b.size, offsets(b)]),
      [
        ['b1,space3', 176, { a: 16, b: 168, c: 88 }],
        ['b0', 4, { x: 0 }],
      ],
    )
  },
)

oracleTest(
  'dxc',
  'llvm-cases 8 cbuffer_with_packoffset: a member without one comes behind the last placed, with a warning',
  async t => {
    const source = shader('cbuffer CB { float x; float y : packoffset(c1); float2 z; }', 'asuint(x + y + z.y)')
    const { buffers } = await same(t, source)
    t.deepEqual(offsets(buffers[0]), { x: 20, y: 16, z: 24 })
    t.regex(
      compile(source, { target: 'cs_6_0' }).text,
      /warning: cannot mix packoffset elements with nonpackoffset elements in a cbuffer/,
    )
  },
)

oracleTest('dxc', 'llvm-cases 8 default_cbuffer: $Globals holds what has data', async t => {
  const source = `struct EmptyStruct {}; struct S { RWBuffer<float> buf; EmptyStruct es; float ea[1]; float b; };
    float a; RWBuffer<float> b; groupshared float d; static float e; float g[2]; S h;`
  const { buffers } = await same(t, shader(source, 'asuint(a + g[1] + h.b)'))
  const globals = buffers.find(x => x.name === '$Globals')!
  t.deepEqual(offsets(globals), { a: 0, g: 16, h: 48 })
})

oracleTest('dxc', 'llvm-cases 8 load-cbuffer-vectors: a byte offset is a row and a lane', async t => {
  const source = 'cbuffer C { float3 a; double3 b; float16_t2 c; uint64_t3 d; int4 e; uint16_t3 f; uint2 g; }'
  const { facts } = await same(
    t,
    shader(
      source,
      'asuint(a.x + a.z)',
      'asuint((float)(b.x + b.z))',
      'asuint((float)c.x + (float)c.y)',
      'e.w',
      'f.z',
      'g.x + g.y',
    ),
    NATIVE,
  )
  t.deepEqual(facts.accesses.map(row), [
    'f16 row 2 lane 4',
    'f16 row 2 lane 5',
    'f32 row 0 lane 0',
    'f32 row 0 lane 2',
    'f64 row 1 lane 0',
    'f64 row 2 lane 0',
    'i16 row 6 lane 2',
    'i32 row 5 lane 3',
    'i32 row 6 lane 2',
    'i32 row 6 lane 3',
  ])
})

oracleTest('dxc', 'llvm-cases 8 load-cbuffer-array-of-struct: elements are whole rows apart', async t => {
  const source = 'struct S { float x[2]; uint q; }; cbuffer C { uint3 w[3]; S v[3]; }'
  const { facts, buffers } = await same(t, shader(source, 'w[2].z', 'v[2].q'))
  t.deepEqual(facts.accesses.map(row), ['i32 row 2 lane 2', 'i32 row 8 lane 1'])
  t.deepEqual(offsets(buffers[0]), { w: 0, v: 48 })
})

oracleTest('dxc', 'llvm-cases 8 load-cbuffer-dynamic: an index counts rows', async t => {
  const { facts } = await same(t, shader('cbuffer C { float s[10]; float t[12]; }', 'asuint(s[id.x] + t[id.x])'))
  t.deepEqual(facts.accesses.map(row), ['f32 row 1*x+0 lane 0', 'f32 row 1*x+10 lane 0'])
})

oracleTest('dxc', 'llvm-cases 8 load-constant-buffer-t: members of T', async t => {
  const source = `struct S { float2 q; float r; float a; }; struct T { float f; int2 i; float16_t3 h; double d; int array[1]; float2x2 m; S s; }; ConstantBuffer<T> c;`
  const { facts } = await same(
    t,
    shader(source, 'asuint(c.f + c.m._m11 + c.s.a + (float)c.h.z + (float)c.d)', 'c.i.y', 'c.array[0]'),
    NATIVE,
  )
  t.true(facts.accesses.map(row).includes('f32 row 0 lane 0'))
  t.true(facts.accesses.map(row).includes('i32 row 0 lane 2'))
})

oracleTest('dxc', 'llvm-cases 8 CBufferLoadLegacy: rows of 4, 2 and 8 components', async t => {
  const source = 'cbuffer C { float4 a; double2 b; int16_t4 c; half4 d; }'
  const { facts } = await same(t, shader(source, 'asuint(a.w + (float)b.y + (float)d.w) + (uint)c.w'), NATIVE)
  t.deepEqual(facts.accesses.map(row), ['f16 row 2 lane 7', 'f32 row 0 lane 3', 'f64 row 1 lane 1', 'i16 row 2 lane 3'])
  const result = compile(shader(source, 'asuint(a.w + (float)b.y + (float)d.w)'), {
    target: 'cs_6_2',
    enable16BitTypes: true,
  })
  t.regex(assemblyOf(result), /%dx\.types\.CBufRet\.f16\.8 = type \{ half, half, half, half, half, half, half, half \}/)
})

oracleTest('dxc', 'llvm-cases 8 ConstantBufferT: an element of an array is an index into the range', async t => {
  const { facts } = await same(
    t,
    shader('struct S { float a; }; ConstantBuffer<S> A; ConstantBuffer<S> CBArray[2];', 'asuint(A.a + CBArray[1].a)'),
  )
  t.deepEqual(facts.accesses, [
    'cbuffer.f32 class 2 id 0 at 0 row 0 lane 0',
    'cbuffer.f32 class 2 id 1 at 2 row 0 lane 0',
  ])
})

oracleTest('dxc', 'llvm-cases 8 ConstantBufferT: what T may be, and that members are read-only', async t => {
  await refused(t, shader('ConstantBuffer<float> c;', '0'))
  await refused(t, shader('ConstantBuffer<int[2]> c;', '0'))
  await refused(t, shader('union U { float f; int i; }; ConstantBuffer<U> c;', '0'))
  const s = 'struct S { float a; }; ConstantBuffer<S> c; void set(inout S s) { s.a = 1; }'
  t.regex(await refused(t, `${s} [numthreads(1,1,1)] void main() { c.a = 1; }`), /not assignable/)
  await refused(t, `${s} [numthreads(1,1,1)] void main() { set(c); }`)
})

const PACKOFFSET: readonly (readonly [why: string, declaration: string, message: RegExp])[] = [
  [
    'overlap',
    'cbuffer C { float4 o1 : packoffset(c1); float o2 : packoffset(c1.y); }',
    /packoffset overlap between 'o2', 'o1'/,
  ],
  ['a vector crosses a row', 'cbuffer C { float3 a : packoffset(c0.z); }', /register or offset bind not valid/],
  ['an array inside a row', 'cbuffer C { float a[2] : packoffset(c0.y); }', /register or offset bind not valid/],
  ['a matrix inside a row', 'cbuffer C { float2x2 a : packoffset(c0.y); }', /register or offset bind not valid/],
  [
    'a struct inside a row',
    'struct S { float a; }; cbuffer C { S a : packoffset(c0.y); }',
    /register or offset bind not valid/,
  ],
  ['an unknown component', 'cbuffer C { float a : packoffset(c0.m); }', /packoffset/],
  ['two components', 'cbuffer C { float2 a : packoffset(c0.rg); }', /packoffset/],
  ['another register class', 'cbuffer C { float a : packoffset(t2); }', /packoffset/],
  ['a global', 'float a : packoffset(c0);', /only allowed in a constant buffer/],
  ['a field', 'struct S { float a : packoffset(c0); };', /only allowed in a constant buffer/],
  ['the buffer itself', 'cbuffer C : packoffset(c0) { float a; }', /not on the constant buffer declaration/],
]

for (const [why, declaration, message] of PACKOFFSET)
  oracleTest('dxc', `llvm-cases 8 packoffset-invalid: ${why}`, async t => {
    t.regex(await refused(t, shader(declaration, '0')), message)
  })

test('llvm-cases 8 packoffset-invalid: an odd lane for a double, which DXC lets pass', t => {
  t.true(compile(shader('cbuffer C { double a : packoffset(c0.y); }', 'asuint((float)a)'), { target: 'cs_6_0' }).ok)
})
