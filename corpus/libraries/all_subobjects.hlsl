// Every kind of subobject, with constants from expressions, defaults and associations.
// library: -T lib_6_3
// library: -T lib_6_5 -validator-version 1.5
// library: -T lib_6_6 -validator-version 1.6

#define TABLE "DescriptorTable(SRV(t0, numDescriptors = 4), visibility = SHADER_VISIBILITY_ALL)"
static const uint Floats = 4;
enum Sizes { PayloadFloats = 5 };

StateObjectConfig Object = { STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS | STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS };
GlobalRootSignature Global = { "RootFlags(0), CBV(b0), " TABLE };
LocalRootSignature Local = { "RootConstants(num32BitConstants = 4, b1, space = 1)" };
LocalRootSignature Named = { "RootFlags(LOCAL_ROOT_SIGNATURE), UAV(u0, space = 2)" };
RaytracingShaderConfig Config = { Floats * PayloadFloats, 2 * 4 };
RaytracingPipelineConfig Pipeline = { 1 + 1 };
RaytracingPipelineConfig1 Pipeline1 = { 31, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES | RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES };
TriangleHitGroup Group = { "Any", "Closest" };
TriangleHitGroup Empty = { "", "" };
ProceduralPrimitiveHitGroup Procedural = { "Any", "", "Isect" };
SubobjectToExportsAssociation Some = { "Local", "Group;Procedural;Miss" };
SubobjectToExportsAssociation Default = { "Config", "" };
SubobjectToExportsAssociation Odd = { "Named", ";;Gen;" };

struct P { float4 a; float b; };
struct A { float2 c; };

[shader("raygeneration")] void Gen() { }
[shader("miss")] void Miss(inout P p) { p.a = p.b; }
[shader("anyhit")] void Any(inout P p, A a) { p.b = a.c.x; }
[shader("closesthit")] void Closest(inout P p, A a) { p.b = a.c.y; }
[shader("intersection")] void Isect() { A a = { 1, 2 }; ReportHit(1, 0, a); }
