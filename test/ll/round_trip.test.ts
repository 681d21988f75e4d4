// The printed IR read back: the same text again, and the same container as the HLSL gives, from every pass on.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { readContainer } from '../../src/container/container.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'

const CORPUS = join(process.cwd(), 'corpus')
const SHADERS = readdirSync(CORPUS)
  .filter(name => name.endsWith('.hlsl'))
  .sort()

interface Compilation {
  readonly name: string
  readonly source: string
  readonly options: CompileOptions
}

function compilations(file: string): Compilation[] {
  const source = readFileSync(join(CORPUS, file), 'utf8')
  return parseHeader(source, file).compiles.map(({ profile, entry, args }) => ({
    name: `${file} ${profile}`,
    source,
    options: { ...dxcArgsToOptions(args), target: profile, entry },
  }))
}

/** Parts by name. */
function parts(container: Uint8Array): Map<string, Buffer> {
  const list = readContainer(container).parts
  return new Map(list.map(({ name, offset, size }) => [name, Buffer.from(container.subarray(offset, offset + size))]))
}

/** Every printed text of a compilation, compiled again. */
function checkTexts(
  t: ExecutionContext,
  { name, source, options }: Compilation,
  printAfter: readonly string[],
): number {
  const direct = compile(source, { ...options, printAfter })
  if (!direct.container) {
    t.fail(`${name}: ${direct.text}`)
    return 0
  }
  const wanted = parts(direct.container)
  for (const { pass, run, text } of direct.dumps) {
    const again = compileModule(text, { printAfter: ['lower'] })
    const where = `${name} after ${pass} (run ${run})`
    if (!again.container) t.fail(`${where}: ${again.text}`)
    else {
      t.true(again.dumps[0]!.text === text, `${where}: prints differently`)
      const found = parts(again.container)
      t.deepEqual([...found.keys()], [...wanted.keys()], where)
      for (const [part, bytes] of wanted) t.true(bytes.equals(found.get(part)!), `${where}: ${part} differs`)
    }
  }
  return direct.dumps.length
}

test('the corpus: the IR as lowered prints the same when read back and compiles to the same container', t => {
  let texts = 0
  for (const file of SHADERS) for (const c of compilations(file)) texts += checkTexts(t, c, ['lower'])
  t.true(texts > 100, `${texts} texts`)
})

test('the corpus: the same from bind, lower_resources and the last pass on', t => {
  for (const file of SHADERS)
    for (const c of compilations(file).slice(0, 1)) checkTexts(t, c, ['bind', 'lower_resources', 'order_phis'])
})

// One shader of each sort: memory and loops, textures, groupshared and atomics, structures.
for (const file of SHADERS.filter((_, i) => i % 9 === 4))
  test(`${file}: the same from every pass on`, t => {
    for (const c of compilations(file)) t.true(checkTexts(t, c, ['all']) > 20)
  })

const RESOURCES = `
struct Item { float4x4 m; uint2 k; };
struct Bundle { Texture2D t[2]; SamplerState s; RWBuffer<float> o; };
Bundle bundle;
cbuffer Block : register(b3) { float3 dir; float weights[3]; row_major float2x3 rm; bool flag; uint n; }
ConstantBuffer<Item> items[4];
globallycoherent RWStructuredBuffer<Item> rw;
AppendStructuredBuffer<uint> app;
StructuredBuffer<Item> many[8];
tbuffer TB { float4 tb; }
RWByteAddressBuffer raw;
groupshared uint shared_[32];
[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  precise float p = dir.x * 3.0 + tb.y;
  InterlockedAdd(shared_[gi], id.x);
  GroupMemoryBarrierWithGroupSync();
  [branch] if (flag) p += bundle.t[1].SampleLevel(bundle.s, dir.xy, 0).x;
  [unroll(2)] for (uint i = 0; i < n; i++) p += weights[i] * rm[1][i % 3];
  Item it = many[NonUniformResourceIndex(id.z)][id.x];
  rw[id.y].k = it.k + items[id.x & 3].k;
  uint low; uint high; asuint((double)p, low, high);
  app.Append(low);
  float local[4] = { 1, 2, 3, p };
  bundle.o[id.x] = local[id.y & 3] + shared_[gi ^ 1];
  uint status; uint v = raw.Load(id.x * 4, status);
  if (CheckAccessFullyMapped(status)) raw.Store<uint16_t>(0, (uint16_t)v);
}
`
for (const binding of ['dxc', 'llvm', 'slang'] as const)
  test(`resources of all sorts under --binding=${binding}: the same from every pass on`, t => {
    const options = { target: 'cs_6_5', enable16BitTypes: true, binding }
    t.true(checkTexts(t, { name: binding, source: RESOURCES, options }, ['all']) > 20)
  })

test('heap handles, non-uniform ones too: the same from every pass on', t => {
  const source = `[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    RWTexture2D<float4> o = ResourceDescriptorHeap[NonUniformResourceIndex(i)];
    Texture2D<float4> a = ResourceDescriptorHeap[3];
    SamplerState s = SamplerDescriptorHeap[1];
    o[uint2(i, 0)] = a.SampleLevel(s, float2(i, 0.5), 0);
  }`
  t.true(checkTexts(t, { name: 'heap', source, options: { target: 'cs_6_6' } }, ['all']) > 20)
})

test('without optimisation, and with IEEE strictness', t => {
  for (const extra of [
    { optimization: 0 },
    { ieeeStrict: true },
    { optimization: 1, allResourcesBound: true },
  ] as const)
    checkTexts(
      t,
      {
        name: JSON.stringify(extra),
        source: RESOURCES,
        options: { target: 'cs_6_5', enable16BitTypes: true, ...extra },
      },
      ['all'],
    )
})

test('a pixel shader with its signatures: the same from every pass on', t => {
  const source = `Texture2D tex; SamplerState s; cbuffer B { float4 k; }
    struct V { float4 p : SV_Position; float2 uv : TEXCOORD2; nointerpolation uint n : N; };
    [earlydepthstencil] float4 main(V v, bool f : SV_IsFrontFace) : SV_Target {
      if (v.n > 3) discard;
      return tex.Sample(s, v.uv) * k + ddx(v.uv.x) + (f ? 1 : 0);
    }`
  t.true(checkTexts(t, { name: 'pixel', source, options: { target: 'ps_6_0' } }, ['all']) > 15)
})

test('a library is one module; text of other origin is none', t => {
  const source = `RWBuffer<float> o; export float twice(float x) { o[0] = x; return x * 2; }
    export float2 both(float2 v) { return v.yx; }`
  const { dumps, ok } = compile(source, { target: 'lib_6_3', printAfter: ['lower'] })
  t.true(ok)
  t.is(dumps.length, 1)
  const { text } = dumps[0]!
  t.regex(text, /define float @twice\(float %arg0\) #0 {\n[\s\S]*\n {2}ret float %\d+\n}/)
  t.regex(text, /define <2 x float> @both\(<2 x float> %arg0\) #1 {\n[\s\S]*\n {2}ret <2 x float> %\d+\n}/)
  t.true(compileModule(text).ok)
  const foreign = text.replace(/!dxilkit\.module = .*/, '')
  t.regex(compileModule(foreign).text, /a library is not supported in LLVM text/)
})

const LIBRARIES: readonly (readonly [name: string, source: string, options: CompileOptions])[] = [
  [
    'functions of one name, kept calls and declarations',
    `struct S { float a[3]; int2 b; }; float elsewhere(float2 v, inout S s);
     [noinline] float kept(float x) { return x * x; }
     export float f(float x) { return kept(x) + 1; }
     export float f(float2 x, inout S s) { return elsewhere(x, s) + kept(x.y); }
     export S make(int i, out float4 o) { S s = { {1, 2, i}, int2(i, 1) }; o = s.a[i & 1]; return s; }`,
    { target: 'lib_6_6' },
  ],
  [
    'rays: payloads with access qualifiers, attributes, hit groups, root signatures',
    `struct [raypayload] P { float4 c : write(caller, closesthit, miss) : read(caller); };
     struct A { float2 b; }; RaytracingAccelerationStructure scene : register(t0); RWTexture2D<float4> o : register(u0);
     GlobalRootSignature G = { "UAV(u0), SRV(t0)" }; TriangleHitGroup H = { "", "Hit" };
     RaytracingShaderConfig C = { 16, 8 };
     SubobjectToExportsAssociation X = { "C", "Hit;Miss" };
     [shader("raygeneration")] void Gen() { P p; p.c = 0; RayDesc r = { float3(0,0,0), 0, float3(0,0,1), 9 };
       TraceRay(scene, 0, 255, 0, 1, 0, r, p); o[DispatchRaysIndex().xy] = p.c; }
     [shader("closesthit")] void Hit(inout P p, A a) { p.c = a.b.x; }
     [shader("miss")] void Miss(inout P p) { p.c = WorldRayDirection().x; }`,
    { target: 'lib_6_7' },
  ],
  [
    'work graph nodes',
    `struct R { uint3 grid : SV_DispatchGrid; float v[2]; };
     [shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(4, 4, 1)] [NumThreads(8, 1, 1)] [NodeIsProgramEntry]
     void First(DispatchNodeInputRecord<R> i, [MaxRecords(2)] NodeOutput<R> next, [MaxRecords(1)] EmptyNodeOutput done) {
       ThreadNodeOutputRecords<R> r = next.GetThreadNodeOutputRecords(1); r.Get().v[1] = i.Get().v[0]; r.OutputComplete();
       done.ThreadIncrementOutputCount(1); }
     [shader("node")] [NodeLaunch("thread")] void next(RWThreadNodeInputRecord<R> i) { i.Get().v[0] += 1; }`,
    { target: 'lib_6_8' },
  ],
  [
    'shaders of pipelines, hull shaders with patch constants among them',
    `struct V { float4 p : SV_Position; }; struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
     C Constants(InputPatch<V, 3> p) { C c; c.e[0] = p[0].p.x; c.e[1] = c.e[2] = 1; c.i = 2; return c; }
     [shader("hull")] [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
     [patchconstantfunc("Constants")] V Hull(InputPatch<V, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }
     [shader("domain")] [domain("tri")] V Domain(C c, float3 l : SV_DomainLocation, OutputPatch<V, 3> p) {
       V v; v.p = p[0].p * l.x + p[1].p * l.y; return v; }
     [shader("vertex")] V Vertex(float4 p : POSITION) { V v; v.p = p; return v; }
     [shader("pixel")] [earlydepthstencil] float4 Pixel(V v) : SV_Target { return ddx(v.p); }
     [shader("compute")] [numthreads(4, 2, 1)] [wavesize(32)] void Compute() {}`,
    { target: 'lib_6_6' },
  ],
]
for (const [name, source, options] of LIBRARIES)
  test(`a library of ${name}: the same from every pass on`, t => {
    t.true(checkTexts(t, { name, source, options }, ['all']) > 10)
  })

test('what is wrong with the text of a library has its place', t => {
  const [, rays, options] = LIBRARIES[1]!
  const { dumps } = compile(rays, { ...options, printAfter: ['lower'] })
  const { text } = dumps[0]!
  const complaint = (from: string | RegExp, to: string): string => {
    t.regex(text, from instanceof RegExp ? from : new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    return compileModule(text.replace(from, to)).text
  }
  t.regex(complaint('ptr elementtype(%struct.P) %arg0', 'ptr %arg0'), /a parameter that points says to what/)
  t.regex(complaint('"hlsl.shader"="miss"', '"hlsl.shader"="mist"'), /there is no stage 'mist'/)
  t.regex(complaint('"hlsl.shader"="miss"', '"hlsl.shader"="node"'), /a node, and no other, has 'node'/)
  t.regex(
    complaint('"hlsl.shader"="miss"', '"hlsl.shader"="hull"'),
    /a hull or domain shader, and no other, has tessellation/,
  )
  t.regex(complaint('"hlsl.shader"="miss"', '"other"'), /no function is a shader/)
  t.regex(complaint('!"Miss"', '!"Nobody"'), /an entry of '!dxilkit.module' names no function/)
  t.regex(complaint('!"payloadQualifiers", i1 true', '!"payloadQualifiers", i64 1'), /no valid 'payloadQualifiers'/)
  t.regex(complaint(/!"passed", !\d+/, '!"passed", i64 1'), /no valid 'passed'/)
  t.regex(complaint(/!"subobjects", !\d+/, '!"subobjects", i64 1'), /no valid 'subobjects'/)
  t.regex(complaint(/(!dxilkit.payloads = )!\{!\d+/, '$1!{!{i32 1, i1 true}'), /a row that is none/)
})

test('names of template instances, which LLVM quotes', t => {
  const source = `template<typename T> struct Pair { T a; T b; };
    StructuredBuffer<Pair<float2> > s; RWStructuredBuffer<Pair<float2> > o;
    [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = s[i + 1]; }`
  t.true(checkTexts(t, { name: 'templates', source, options: { target: 'cs_6_0' } }, ['all']) > 15)
})
