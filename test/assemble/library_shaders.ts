// Libraries whose RDAT between them has every table and every rule: exports, calls, resources, ray tracing, nodes, stages.

import type { DxcShader } from '../container/dxc_shaders.ts'

const RAYS = `
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> target : register(u0);
StructuredBuffer<uint> indexes[4] : register(t1);
cbuffer Constants : register(b0) { float4 tint; };
struct Payload { float4 color; uint depth; };
struct Attributes { float2 at; };
struct Parameter { float3 x; };
[shader("raygeneration")] void generate() {
  Payload p = (Payload)0;
  RayDesc r; r.Origin = 0; r.Direction = 1; r.TMin = 0; r.TMax = 10;
  TraceRay(scene, 0, 255, 0, 1, 0, r, p);
  target[DispatchRaysIndex().xy] = p.color;
}
[shader("closesthit")] void closest(inout Payload p, in BuiltInTriangleIntersectionAttributes a) {
  Parameter q; q.x = a.barycentrics.xyx;
  CallShader(1, q);
  p.color = float4(q.x, 1) * tint + indexes[2][PrimitiveIndex()];
}
[shader("anyhit")] void any(inout Payload p, in Attributes a) { if (a.at.x > 0.5) IgnoreHit(); p.depth++; }
[shader("intersection")] void intersect() { Attributes a; a.at = ObjectRayOrigin().xy; ReportHit(1, 0, a); }
[shader("miss")] void miss(inout Payload p) { p.color = tint; }
[shader("callable")] void call(inout Parameter q) { q.x *= 2; }`

const FUNCTIONS = `
RWBuffer<float4> typed : register(u0);
RWStructuredBuffer<uint64_t> wide : register(u1);
Texture2D<float4> t : register(t0); SamplerState s : register(s0);
groupshared float shared_[64]; groupshared double more[3];
float elsewhere(float x);
int other(int2 x);
[noinline] float deep(float2 uv) { return t.Sample(s, uv).x + shared_[(int)uv.x]; }
export float4 load(uint i) { return typed[i] + elsewhere(i) * other(int2(i, i)); }
export float sample_(float2 uv) { return deep(uv) + elsewhere(uv.x); }
export double doubles(double x, int i) { return x / more[i] + i; }
export uint waves(uint x) { return WaveActiveSum(x) + QuadReadAcrossX(x); }
export int64_t longs(int64_t x) { return x * 3; }
export float barrier(float x) { GroupMemoryBarrierWithGroupSync(); return ddx(x); }
export uint query() { RayQuery<RAY_FLAG_NONE> q; return q.CommittedStatus(); }`

const STAGES = `
RWTexture2D<float4> o : register(u0); Texture2D<float4> t : register(t0); SamplerState s : register(s0);
groupshared float g[32];
[shader("compute")] [numthreads(8, 4, 1)] void cs(uint3 i : SV_DispatchThreadID, uint k : SV_GroupIndex) {
  g[k] = t.SampleLevel(s, i.xy, 0).x; GroupMemoryBarrierWithGroupSync(); o[i.xy] = g[k ^ 1];
}
[shader("vertex")] float4 vs(float3 p : POSITION, uint i : SV_VertexID, out uint layer : SV_RenderTargetArrayIndex) : SV_Position {
  layer = i; return float4(p, 1);
}
[shader("pixel")] float4 ps(float4 p : SV_Position, float2 uv : UV, out float d : SV_Depth) : SV_Target {
  d = 0.5; return t.Sample(s, uv);
}
struct V { float4 p : SV_Position; };
[shader("geometry")] [maxvertexcount(3)] void gs(triangle V v[3], inout TriangleStream<V> out_) { out_.Append(v[0]); }
struct C { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
C pc() { C c; c.e[0] = 1; c.e[1] = 2; c.e[2] = 3; c.i = 1; return c; }
[shader("hull")] [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("pc")] V hs(InputPatch<V, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }
[shader("domain")] [domain("tri")] V ds(C c, float3 l : SV_DomainLocation, const OutputPatch<V, 3> v) { V r; r.p = v[0].p * l.x; return r; }
[shader("mesh")] [outputtopology("triangle")] [numthreads(32, 1, 1)]
void ms(uint i : SV_GroupIndex, out vertices V v[32], out indices uint3 tri[32]) {
  SetMeshOutputCounts(32, 32); v[i].p = i; tri[i] = i;
}
struct Load { float x[4]; };
groupshared Load load_;
[shader("amplification")] [numthreads(1, 1, 1)] void as() { load_.x[0] = 1; DispatchMesh(1, 1, 1, load_); }`

const NODES = `
struct Grid { uint3 grid : SV_DispatchGrid; uint x; };
struct Item { float y; uint z; };
RWBuffer<uint> u : register(u0);
groupshared uint total;
[Shader("node")] [NodeIsProgramEntry] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(4, 2, 1)] [NumThreads(8, 1, 1)]
[NodeID("first", 3)] [NodeLocalRootArgumentsTableIndex(2)]
void entry(DispatchNodeInputRecord<Grid> r, [MaxRecords(4)] [NodeID("second")] NodeOutput<Item> o,
           [MaxRecordsSharedWith(o)] NodeOutput<Item> third, [MaxRecords(2)] [NodeArraySize(3)] EmptyNodeOutputArray e) {
  total = r.Get().x;
  ThreadNodeOutputRecords<Item> q = o.GetThreadNodeOutputRecords(1);
  q.Get().y = total; q.OutputComplete();
  e[1].ThreadIncrementOutputCount(1);
}
[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(4, 1, 1)]
void second([MaxRecords(8)] RWGroupNodeInputRecords<Item> r) { u[r.Count()] = r[0].z; }
[Shader("node")] [NodeLaunch("thread")] [NodeMaxRecursionDepth(5)]
void third(ThreadNodeInputRecord<Item> r, [MaxRecords(1)] [AllowSparseNodes] NodeOutput<Item> third) {
  ThreadNodeOutputRecords<Item> q = third.GetThreadNodeOutputRecords(GetRemainingRecursionLevels() > 0 ? 1 : 0);
  q.OutputComplete();
}`

const SUBOBJECTS = `
GlobalRootSignature grs = { "UAV(u0)" };
LocalRootSignature lrs = { "CBV(b0)" };
StateObjectConfig soc = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS };
SubobjectToExportsAssociation sea = { "lrs", "hit;miss" };
RaytracingShaderConfig rsc = { 128, 64 };
RaytracingPipelineConfig1 rpc = { 5, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };
TriangleHitGroup group = { "any", "hit" };
ProceduralPrimitiveHitGroup procedural = { "any", "hit", "intersect" };
struct P { float x; };
[shader("miss")] void miss(inout P p) { p.x = 1; }`

export const LIBRARY_SHADERS: readonly DxcShader[] = [
  ['rays, old handles', 'lib_6_3', [], RAYS],
  ['rays', 'lib_6_6', [], RAYS],
  ['rays for an old validator', 'lib_6_3', ['-validator-version', '1.4'], RAYS],
  ['functions', 'lib_6_6', [], FUNCTIONS],
  ['functions in the newest model', 'lib_6_8', [], FUNCTIONS],
  ['functions for validator 1.7', 'lib_6_6', ['-validator-version', '1.7'], FUNCTIONS],
  ['functions for validator 1.5', 'lib_6_5', ['-validator-version', '1.5'], FUNCTIONS],
  ['every stage', 'lib_6_6', [], STAGES],
  ['every stage, no validator', 'lib_6_6', ['-Vd', '-validator-version', '0.0'], STAGES],
  ['nodes', 'lib_6_8', [], NODES],
  ['subobjects', 'lib_6_6', [], SUBOBJECTS],
  ['subobjects for validator 1.6', 'lib_6_5', ['-validator-version', '1.6'], SUBOBJECTS],
]
