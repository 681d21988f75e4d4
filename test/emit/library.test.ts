// Library targets: several compute entry points and exported functions in one container, everything compared with DXC's.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { type Description, describe, descriptionDifferences } from './described.ts'

const ENTRY = '[shader("compute")] [numthreads(8, 1, 1)]'

interface LibraryCase {
  readonly title: string
  readonly hlsl: string
  readonly targets?: readonly string[]
  readonly native16Bit?: boolean
  readonly compare?: readonly (keyof Description)[]
}

const EVERYTHING = ['resources', 'reflected', 'entries', 'properties', 'calls', 'parts'] as const
const TARGETS = ['lib_6_3', 'lib_6_5', 'lib_6_6', 'lib_6_8']

const CASES: readonly LibraryCase[] = [
  {
    title: 'two entry points share helpers and resources; what is hidden stays hidden',
    hlsl: `struct S { float4 a; uint b; };
RWBuffer<uint> Out : register(u3); StructuredBuffer<S> In; Texture2D<float> T[4] : register(t5, space1);
Buffer<uint> U[] : register(t0, space2); SamplerState Smp; cbuffer C { uint c; float d; }
uint helper(uint x) { return x * 2 + In[x].b; }
static uint hidden(uint x) { return x + 1; }
${ENTRY} void first(uint3 id : SV_DispatchThreadID) { Out[id.x] = helper(id.x) + c; }
[shader("compute")] [numthreads(4, 2, 1)] void second(uint i : SV_GroupIndex) {
  Out[i] = T[i].SampleLevel(Smp, 0, 0) + hidden(i) + U[NonUniformResourceIndex(i)][0];
}`,
  },
  {
    title: 'unbound resources stay unbound: lower bound -1, space as written',
    hlsl: `RWBuffer<uint> A : register(u3); RWBuffer<uint> B : register(space3); RWStructuredBuffer<double> D; ByteAddressBuffer R[3];
RWStructuredBuffer<uint> Cn; RWByteAddressBuffer W[2][3];
${ENTRY} void main(uint i : SV_GroupIndex) {
  B[i] = 1; D[i] = D[i + 1] * 2; A[i] = R[2].Load(4) + R[i].Load(0) + Cn.IncrementCounter(); W[1][2].Store(0, i);
}`,
  },
  {
    title: 'flags of the library are those of all its functions, entries carry none',
    hlsl: `RWBuffer<uint> A; RWStructuredBuffer<double> D;
${ENTRY} void zz(uint3 id : SV_DispatchThreadID) { A[id.x] = WaveActiveSum(id.x); }
${ENTRY} void aa(uint i : SV_GroupIndex) { D[i] = D[i + 1] * 2; }`,
  },
  {
    title: 'resources of every kind',
    hlsl: `struct S { float4 a; uint b; };
ConstantBuffer<S> CBs[3] : register(b2, space4); TextureBuffer<S> TB; Texture2DMS<float4, 4> MS; Buffer<float3> BB[2][3];
RWStructuredBuffer<float4> Vec; tbuffer tb { float4 tq; } float4 loose; globallycoherent RWTexture3D<unorm float2> T3;
AppendStructuredBuffer<S> App; RWByteAddressBuffer raws[] : register(u0, space7); SamplerComparisonState Cmp; Texture2D Tex;
${ENTRY} void zz(uint3 id : SV_DispatchThreadID) {
  Vec[id.x] = CBs[id.y].a + TB.a + MS.Load(id.xy, 1) + tq + loose + Tex.SampleCmpLevelZero(Cmp, 0, 0);
  T3[id] = 1; raws[id.x].Store(0, 1);
}
${ENTRY} void aa(uint i : SV_GroupIndex) {
  Vec[i] = BB[1][2][i].xyzz + CBs[1].b; S s = { 1, 1, 1, 1, 2 }; App.Append(s);
}`,
    compare: ['resources', 'entries', 'properties', 'parts'],
  },
  {
    title: 'descriptor heaps and wave sizes',
    hlsl: `${ENTRY} [WaveSize(32)] void main(uint i : SV_GroupIndex) { RWBuffer<uint> h = ResourceDescriptorHeap[i]; h[0] = i; }`,
    targets: ['lib_6_6', 'lib_6_8'],
  },
  {
    title: 'exported functions: scalars and vectors in and out, names mangled with back references',
    hlsl: `export float3 a1(float3 a) { return a; }
export float3 a2(float3 a, float3 b) { return a + b; }
export void a3() { }
export float2 a4(float3 a, float2 b, float3 c) { return a.xy + b + c.xy; }
export uint a5(uint a, uint b, int64_t c, int64_t d) { return a + b + (uint)c + (uint)d; }
export bool a6(bool3 a, bool b) { return a.x && b; }
namespace ns { export float f(float x) { return x; } }`,
  },
  {
    title: 'exported functions use resources, and entry points call them',
    hlsl: `cbuffer C { float d; } RWBuffer<float> O : register(u1);
export float3 fn(float2 a, int b, bool q) { return q ? a.xyx * b : d; }
${ENTRY} void main(uint i : SV_GroupIndex) { O[i] = fn(i, 2, i > 3).x; }`,
    compare: ['resources', 'reflected', 'entries', 'properties', 'parts'],
  },
  {
    title: 'native 16-bit types keep no annotations of functions',
    hlsl: `RWBuffer<half4> O; export half2 a2(half2 a, half b, int16_t c) { return a + b + (half)c; }
${ENTRY} void main(uint i : SV_GroupIndex) { O[i] = a2(i, 1, 2).xyxy; }`,
    native16Bit: true,
    compare: ['resources', 'reflected', 'entries', 'parts'],
  },
]

for (const { title, hlsl, targets = TARGETS, native16Bit = false, compare = EVERYTHING } of CASES)
  oracleTest('dxc', `library: ${title}`, async t => {
    const dxc = await Dxc.shared()
    for (const target of targets) {
      const ours = compile(hlsl, { target, enable16BitTypes: native16Bit })
      if (!ours.container) return t.fail(`${target}: ${ours.text}`)
      const verdict = await dxc.validate(ours.container)
      t.true(verdict.ok && verdict.digest === 'right', `${target}: ${verdict.message}`)
      const theirs = await dxc.compile(hlsl, ['-T', target, ...(native16Bit ? ['-enable-16bit-types'] : [])])
      if (!theirs.container) return t.fail(`${target}: ${theirs.errors}`)
      const differences = descriptionDifferences(describe(ours.container), describe(theirs.container), compare)
      t.deepEqual(differences, [], target)
    }
  })

test('library: what cannot be exported is refused where it stands', t => {
  const refused = (hlsl: string, message: RegExp): void => {
    const result = compile(hlsl, { target: 'lib_6_3' })
    t.is(result.container, undefined)
    t.regex(result.text, message)
  }
  refused('struct S { float a; };\nexport float f(S s) { return s.a; }', /^hlsl\.hlsl:2:18: error: .*type 'S'/)
  refused('export void f(inout float a) { a = 1; }', /inout parameter/)
  refused('export float f(RWBuffer<float> b) { return b[0]; }', /RWBuffer<float>/)
  refused('[shader("vertex")] float4 f() : SV_Position { return 0; }', /stage 'vertex'/)
  refused('export float2x2 f() { return 1; }', /result of type 'float2x2'/)
})

test('library: targets begin with 6.3', t => {
  t.is(compile('', { target: 'lib_6_2' }).container, undefined)
  t.truthy(compile('', { target: 'lib_6_3' }).container)
})
