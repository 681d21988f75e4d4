// Every kind of statement in every kind of function: which stages take it, by DXC's verdict and the validator's.

import type { Job } from '../net/programs.ts'

/** Where a statement stands: a shader of a stage, an entry of a library, a function it exports. Each has `v`, a float4 to change. */
interface Context {
  readonly name: string
  readonly target: (minor: number) => string
  readonly since: number
  /** The function around the statement. */
  readonly around: (statement: string) => string
}

const library = (minor: number): string => `lib_6_${minor}`
const inLibrary = (
  name: string,
  since: number,
  attributes: string,
  params: string,
  result = 'void',
  after = 'Out[0] = v;',
): Context => ({
  name,
  target: library,
  since,
  around: s => `${attributes}\n${result} main(${params}) {\nfloat4 v = In[1];\n${s}\n${after}\n}`,
})
const shader = (stage: string, since: number, around: (s: string) => string): Context => ({
  name: stage,
  target: minor => `${stage}_6_${minor}`,
  since,
  around,
})

const PAYLOAD = 'inout Payload payload'
const HIT = 'BuiltInTriangleIntersectionAttributes hit'
const NODE = '[shader("node")] '

export const CONTEXTS: readonly Context[] = [
  shader('cs', 0, s => `[numthreads(8, 2, 1)] void main() {\nfloat4 v = In[1];\n${s}\nOut[0] = v;\n}`),
  shader('ps', 0, s => `float4 main(float4 v : A) : SV_Target {\n${s}\nreturn v;\n}`),
  shader('vs', 0, s => `float4 main(float4 v : A) : SV_Position {\n${s}\nreturn v;\n}`),
  shader(
    'gs',
    0,
    s =>
      `struct V { float4 p : SV_Position; };\n[maxvertexcount(3)] void main(point V i[1], inout PointStream<V> o) {\nfloat4 v = i[0].p;\n${s}\nV e; e.p = v; o.Append(e);\n}`,
  ),
  shader('ds', 0, s => {
    const patch =
      'struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\nstruct P { float4 p : A; };'
    return `${patch}\n[domain("tri")] float4 main(F f, float3 d : SV_DomainLocation, const OutputPatch<P, 3> c) : SV_Position {\nfloat4 v = c[0].p;\n${s}\nreturn v;\n}`
  }),
  ...['entry', 'patch'].map(
    (which): Context => ({
      name: `hs ${which}`,
      target: minor => `hs_6_${minor}`,
      since: 0,
      around: s => {
        const [entry, patch] = which === 'entry' ? [s, ''] : ['', s]
        return `struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; float4 x : X; };\nstruct P { float4 p : A; };
F patch(InputPatch<P, 3> c) {\nF f = (F)1;\nfloat4 v = c[0].p;\n${patch}\nf.x = v;\nreturn f;\n}
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
P main(InputPatch<P, 3> c, uint n : SV_OutputControlPointID) {\nP o = c[n];\nfloat4 v = o.p;\n${entry}\no.p = v;\nreturn o;\n}`
      },
    }),
  ),
  shader(
    'ms',
    5,
    s =>
      `struct V { float4 p : SV_Position; };\n[numthreads(8, 2, 1)] [outputtopology("triangle")] void main(uint g : SV_GroupIndex, out vertices V o[3], out indices uint3 t[1]) {\nfloat4 v = In[1];\n${s}\nSetMeshOutputCounts(3, 1);\nt[0] = uint3(0, 1, 2);\nV e; e.p = v; o[g] = e;\n}`,
  ),
  shader(
    'as',
    5,
    s =>
      `groupshared Payload sent;\n[numthreads(8, 2, 1)] void main() {\nfloat4 v = In[1];\n${s}\nsent.c = v;\nDispatchMesh(1, 1, 1, sent);\n}`,
  ),
  inLibrary('raygeneration', 3, '[shader("raygeneration")]', ''),
  inLibrary('intersection', 3, '[shader("intersection")]', ''),
  inLibrary('anyhit', 3, '[shader("anyhit")]', `${PAYLOAD}, ${HIT}`, 'void', 'payload.c = v;'),
  inLibrary('closesthit', 3, '[shader("closesthit")]', `${PAYLOAD}, ${HIT}`, 'void', 'payload.c = v;'),
  inLibrary('miss', 3, '[shader("miss")]', PAYLOAD, 'void', 'payload.c = v;'),
  inLibrary('callable', 3, '[shader("callable")]', PAYLOAD, 'void', 'payload.c = v;'),
  inLibrary('compute of a library', 3, '[shader("compute")] [numthreads(8, 2, 1)]', ''),
  {
    ...inLibrary('pixel of a library', 3, '', ''),
    around: s => `[shader("pixel")]\nfloat4 main(float4 a : A) : SV_Target {\nfloat4 v = a;\n${s}\nreturn v;\n}`,
  },
  {
    ...inLibrary('vertex of a library', 3, '', ''),
    around: s => `[shader("vertex")]\nfloat4 main(float4 a : A) : SV_Position {\nfloat4 v = a;\n${s}\nreturn v;\n}`,
  },
  inLibrary('exported', 3, 'export', 'float4 a', 'float4', 'return v + a;'),
  inLibrary(
    'broadcasting node',
    8,
    `${NODE}[NodeLaunch("broadcasting")] [NodeDispatchGrid(2, 1, 1)] [numthreads(8, 2, 1)]`,
    'DispatchNodeInputRecord<Record> input',
  ),
  inLibrary(
    'coalescing node',
    8,
    `${NODE}[NodeLaunch("coalescing")] [numthreads(8, 2, 1)]`,
    '[MaxRecords(4)] GroupNodeInputRecords<Record> input',
  ),
  inLibrary('thread node', 8, `${NODE}[NodeLaunch("thread")]`, 'ThreadNodeInputRecord<Record> input'),
]

const DECLARATIONS = `RaytracingAccelerationStructure Scene : register(t0);
Texture2D<float4> T : register(t1);
Texture2D<float> D : register(t2);
SamplerState S : register(s0);
SamplerComparisonState C : register(s1);
StructuredBuffer<float4> In : register(t3);
RWStructuredBuffer<float4> Out : register(u0);
RWTexture2D<uint> Image : register(u1);
RWByteAddressBuffer Raw : register(u2);
RWStructuredBuffer<uint64_t> Wide : register(u3);
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Seen : register(u4);
groupshared uint Shared[64];
struct [raypayload] Payload { float4 c : read(caller, closesthit, miss, anyhit) : write(caller, closesthit, miss, anyhit); };
struct Record { uint n; };
`

/** The payload without qualifiers where they are not there yet. */
const declarations = (minor: number): string =>
  minor >= 7 ? DECLARATIONS : DECLARATIONS.replace(/struct \[raypayload\].*/, 'struct Payload { float4 c; };')

const RAY = 'RayDesc ray = (RayDesc)0;'

export const STATEMENTS: readonly string[] = [
  'v += 1;',
  ...['All', 'Device', 'Group'].flatMap(m => [`${m}MemoryBarrier();`, `${m}MemoryBarrierWithGroupSync();`]),
  'Barrier(UAV_MEMORY, DEVICE_SCOPE);',
  'Barrier(Out, DEVICE_SCOPE);',
  'Barrier(GROUP_SHARED_MEMORY, GROUP_SCOPE | GROUP_SYNC);',
  'Barrier(ALL_MEMORY, 0);',
  'Barrier(UAV_MEMORY, GROUP_SYNC);',
  'Shared[0] = 1;',
  'v.x += Shared[1];',
  'InterlockedAdd(Shared[2], 1u);',
  'v = ddx(v);',
  'v = ddy_fine(v);',
  'v = fwidth(v);',
  'v = T.Sample(S, v.xy);',
  'v = T.SampleBias(S, v.xy, 1);',
  'v = T.SampleLevel(S, v.xy, 1);',
  'v = T.SampleGrad(S, v.xy, v.xy, v.zw);',
  'v.x = D.SampleCmp(C, v.xy, 1);',
  'v.x = D.SampleCmpLevelZero(C, v.xy, 1);',
  'v.x = D.SampleCmpBias(C, v.xy, 1, 1);',
  'v.x = D.SampleCmpGrad(C, v.xy, 1, v.xy, v.zw);',
  'v.x = D.SampleCmpLevel(C, v.xy, 1, 1);',
  'v.x = T.CalculateLevelOfDetail(S, v.xy);',
  'v.x = T.CalculateLevelOfDetailUnclamped(S, v.xy);',
  'v = T.Gather(S, v.xy);',
  'v = T.GatherRaw(S, v.xy);',
  'v = T[uint2(v.xy)];',
  'clip(v);',
  'if (v.x > 1) discard;',
  'v.x = IsHelperLane();',
  'v = WaveActiveSum(v);',
  'v.x = WaveGetLaneIndex();',
  'v.x = WavePrefixSum(v.x);',
  'v.x = WaveMatch(v.x).x;',
  'v.x = WaveMultiPrefixSum(v.x, uint4(1, 1, 1, 1));',
  'v = QuadReadAcrossX(v);',
  'v = QuadReadLaneAt(v, 1);',
  'if (QuadAny(v.x > 1)) v = 2;',
  'if (QuadAll(v.x > 1)) v = 2;',
  'v.x = GetRenderTargetSampleCount();',
  'v.xy = GetRenderTargetSamplePosition(0);',
  'InterlockedMax(Image[uint2(1, 2)], 3u);',
  'uint64_t q; InterlockedAdd(Wide[0], (uint64_t)1, q);',
  'Raw.InterlockedExchangeFloat(0, 1.5, v.x);',
  'Seen.WriteSamplerFeedback(T, S, v.xy);',
  'Seen.WriteSamplerFeedbackLevel(T, S, v.xy, 1);',
  'v.x = Out.IncrementCounter();',
  'SetMeshOutputCounts(3, 1);',
  `${RAY} Payload p = (Payload)0; TraceRay(Scene, 0, 255, 0, 0, 0, ray, p);`,
  'Payload p = (Payload)0; CallShader(1, p);',
  `${RAY} RayQuery<0> query; query.TraceRayInline(Scene, 0, 255, ray); if (query.Proceed()) v = 3;`,
  'BuiltInTriangleIntersectionAttributes at = (BuiltInTriangleIntersectionAttributes)0; ReportHit(1, 0, at);',
  'IgnoreHit();',
  'AcceptHitAndEndSearch();',
  'v.xyz = DispatchRaysIndex();',
  'v.xyz = DispatchRaysDimensions();',
  'v.xyz = WorldRayOrigin();',
  'v.xyz = ObjectRayDirection();',
  'v.x = RayTMin();',
  'v.x = RayTCurrent();',
  'v.x = RayFlags();',
  'v.x = InstanceIndex();',
  'v.x = InstanceID();',
  'v.x = PrimitiveIndex();',
  'v.x = GeometryIndex();',
  'v.x = HitKind();',
  'v.x = ObjectToWorld3x4()[0][1];',
  'v.x = WorldToObject4x3()[0][1];',
  'v.x = GetRemainingRecursionLevels();',
  'Texture2D<float4> h = ResourceDescriptorHeap[1]; v = h[uint2(0, 0)];',
  'v.x = NonUniformResourceIndex((uint)v.x);',
  'v = mul(v, (float4x4)1);',
  'v = 1.0 / v;',
  'v.x = asfloat(asuint(v.x) / 3u);',
  'v.x = dot(v, v);',
  'v.x = (float)((double)v.x * 2.0L);',
  'v.x = unpack_s8s32(pack_s8((int4)v)).x;',
  'v.x = dot4add_u8packed(asuint(v.x), 3u, 1u);',
]

/** One program for each statement, context and shader model where the context is there. */
export function* contextJobs(minors: readonly number[]): Generator<Job & { readonly name: string }> {
  for (const minor of minors)
    for (const context of CONTEXTS) {
      if (context.since > minor) continue
      for (const statement of STATEMENTS)
        yield {
          name: `${context.name} 6.${minor}: ${statement}`,
          origin: 'contexts',
          source: declarations(minor) + context.around(statement),
          words: ['-T', context.target(minor), '-E', 'main'],
        }
    }
}
