// dxilkit-corpus
// Inline ray tracing: shadow rays with alpha-tested candidates, ambient occlusion, one-bounce reflections with hit attributes fetched by hand.
// args: -T cs_6_5 -E TraceShadows
// args: -T cs_6_5 -E TraceShadows -D ALPHA_TEST=1 -D SOFT=1
// args: -T cs_6_5 -E TraceOcclusion
// args: -T cs_6_6 -E TraceReflection
// args: -T cs_6_6 -E TraceReflection -D ALPHA_TEST=1 -D PROCEDURAL=1
// drawn: no
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/sampling.hlsli"
#include "../shared/lights.hlsli"

#ifndef ALPHA_TEST
#define ALPHA_TEST 0
#endif
#ifndef SOFT
#define SOFT 0
#endif
#ifndef PROCEDURAL
#define PROCEDURAL 0
#endif

struct GeometryRecord
{
    uint vertexOffset;
    uint indexOffset;
    uint materialIndex;
    uint flags;
};
struct MaterialRecord
{
    float4 baseColor;
    float roughness;
    float metallic;
    float alphaCutoff;
    uint texture;
};

cbuffer Rays : register(b1)
{
    float3 sunDirection;
    float sunRadius;
    uint occlusionRays;
    float occlusionReach;
    float bias;
    uint lightCount;
};
ConstantBuffer<ViewData> View : register(b0);
RaytracingAccelerationStructure Scene : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
StructuredBuffer<GeometryRecord> Geometries : register(t3);
StructuredBuffer<MaterialRecord> Materials : register(t4);
ByteAddressBuffer Vertices : register(t5);
ByteAddressBuffer Indices : register(t6);
StructuredBuffer<Light> Lights : register(t7);
Texture2D<float4> Textures[64] : register(t0, space1);
SamplerState LinearWrap : register(s0);
RWTexture2D<float4> Output : register(u0);

struct HitVertex
{
    float3 normal;
    float2 uv;
};

uint3 LoadIndices(GeometryRecord g, uint primitive)
{
    uint stride = (g.flags & 1u) ? 2u : 4u;
    uint at = g.indexOffset + primitive * 3u * stride;
    if (stride == 4u) return Indices.Load3(at);
    uint2 words = Indices.Load2(at & ~3u);
    return (at & 2u) ? uint3(words.x >> 16, words.y & 0xffffu, words.y >> 16) : uint3(words.x & 0xffffu, words.x >> 16, words.y & 0xffffu);
}

HitVertex LoadVertex(GeometryRecord g, uint index)
{
    uint3 raw = Vertices.Load3(g.vertexOffset + index * 24u + 12u);
    HitVertex v;
    v.normal = DecodeOctahedral(UnpackSnorm16x2(raw.x));
    v.uv = asfloat(raw.yz);
    return v;
}

HitVertex Interpolate(GeometryRecord g, uint primitive, float2 barycentrics)
{
    uint3 i = LoadIndices(g, primitive);
    HitVertex a = LoadVertex(g, i.x), b = LoadVertex(g, i.y), c = LoadVertex(g, i.z);
    float3 w = float3(1.0f - barycentrics.x - barycentrics.y, barycentrics);
    HitVertex r;
    r.normal = normalize(a.normal * w.x + b.normal * w.y + c.normal * w.z);
    r.uv = a.uv * w.x + b.uv * w.y + c.uv * w.z;
    return r;
}

bool PassesAlpha(uint geometry, uint primitive, float2 barycentrics)
{
    GeometryRecord g = Geometries[geometry];
    MaterialRecord m = Materials[g.materialIndex];
    HitVertex v = Interpolate(g, primitive, barycentrics);
    float alpha = Textures[NonUniformResourceIndex(m.texture)].SampleLevel(LinearWrap, v.uv, 0.0f).a;
    return alpha * m.baseColor.a >= m.alphaCutoff;
}

RayDesc MakeRay(float3 origin, float3 n, float3 direction, float reach)
{
    RayDesc ray;
    ray.Origin = origin + n * bias;
    ray.Direction = direction;
    ray.TMin = 0.0f;
    ray.TMax = reach;
    return ray;
}

bool Occluded(RayDesc ray)
{
#if ALPHA_TEST
    RayQuery<RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
    query.TraceRayInline(Scene, RAY_FLAG_NONE, 0xff, ray);
    while (query.Proceed())
    {
        if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE)
        {
            uint geometry = query.CandidateInstanceID() + query.CandidateGeometryIndex();
            if (PassesAlpha(geometry, query.CandidatePrimitiveIndex(), query.CandidateTriangleBarycentrics())) query.CommitNonOpaqueTriangleHit();
        }
    }
#else
    RayQuery<RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_FORCE_OPAQUE> query;
    query.TraceRayInline(Scene, RAY_FLAG_NONE, 0xff, ray);
    query.Proceed();
#endif
    return query.CommittedStatus() != COMMITTED_NOTHING;
}

[numthreads(8, 8, 1)]
void TraceShadows(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float3 p = View.WorldPosition(View.UvOf(id.xy), DepthTexture[id.xy]);
    float3 n = DecodeOctahedral(NormalTexture[id.xy].xy * 2.0f - 1.0f);
    float3 l = sunDirection;
#if SOFT
    RandomState random = MakeRandom(id.xy, View.frameIndex);
    Frame3 frame = MakeFrame(sunDirection);
    float2 d = sqrt(random.Next()) * sunRadius;
    float phi = TWO_PI * random.Next();
    l = normalize(sunDirection + frame.x * d.x * cos(phi) + frame.y * d.y * sin(phi));
#endif
    float lit = dot(n, l) > 0.0f && !Occluded(MakeRay(p, n, l, 1e4f)) ? 1.0f : 0.0f;
    uint mask = WaveActiveBallot(lit > 0.0f).x;
    Output[id.xy] = float4(lit, float(countbits(mask)), 0.0f, 1.0f);
}

[numthreads(8, 4, 1)]
void TraceOcclusion(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float3 p = View.WorldPosition(View.UvOf(id.xy), DepthTexture[id.xy]);
    float3 n = DecodeOctahedral(NormalTexture[id.xy].xy * 2.0f - 1.0f);
    Frame3 frame = MakeFrame(n);
    RandomState random = MakeRandom(id.xy, View.frameIndex);
    float open = 0.0f;
    float3 bent = 0.0f;
    for (uint i = 0u; i < occlusionRays; ++i)
    {
        float3 d = frame.ToWorld(SampleCosineHemisphere(random.Next2()));
        RayQuery<RAY_FLAG_CULL_NON_OPAQUE | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
        query.TraceRayInline(Scene, RAY_FLAG_NONE, 0x1, MakeRay(p, n, d, occlusionReach));
        query.Proceed();
        float visible = query.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? saturate(query.CommittedRayT() / occlusionReach) : 1.0f;
        open += visible;
        bent += d * visible;
    }
    Output[id.xy] = float4(SafeNormalize(bent), open / float(max(occlusionRays, 1u)));
}

#if PROCEDURAL
bool IntersectProcedural(float3 origin, float3 direction, uint instance, float tMax, out float t)
{
    float2 hit = IntersectSphere(origin, direction, 0.5f + float(instance & 3u) * 0.1f);
    t = hit.x > 0.0f ? hit.x : hit.y;
    return hit.y >= hit.x && t > 0.0f && t < tMax;
}
#endif

float3 ShadeHit(float3 p, float3 n, float3 v, float3 albedo, float roughness)
{
    float3 color = 0.0f;
    for (uint i = 0u; i < lightCount; ++i)
    {
        LightSample s = SampleLight(Lights[i], p, n, v, roughness);
        BrdfResult r = StandardBrdf(albedo, 0.04f, roughness, n, v, s.direction);
        if (any(r.diffuse + r.specular > 0.0f) && !Occluded(MakeRay(p, n, s.direction, length(Lights[i].position - p)))) color += (r.diffuse + r.specular) * s.radiance;
    }
    return color;
}

[numthreads(8, 8, 1)]
void TraceReflection(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float3 p = View.WorldPosition(View.UvOf(id.xy), DepthTexture[id.xy]);
    float4 nr = NormalTexture[id.xy];
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    float3 v = SafeNormalize(View.cameraPosition - p);
    RandomState random = MakeRandom(id.xy, View.frameIndex);
    Frame3 frame = MakeFrame(n);
    float3 h = frame.ToWorld(SampleVisibleGGX(frame.ToLocal(v), random.Next2(), Square(nr.z).xx));
    RayDesc ray = MakeRay(p, n, reflect(-v, h), 1e3f);
    RayQuery<RAY_FLAG_NONE> query;
    query.TraceRayInline(Scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 0xff, ray);
    while (query.Proceed())
    {
        switch (query.CandidateType())
        {
        case CANDIDATE_NON_OPAQUE_TRIANGLE:
#if ALPHA_TEST
            if (PassesAlpha(query.CandidateInstanceID(), query.CandidatePrimitiveIndex(), query.CandidateTriangleBarycentrics()))
#endif
                query.CommitNonOpaqueTriangleHit();
            break;
        case CANDIDATE_PROCEDURAL_PRIMITIVE:
#if PROCEDURAL
        {
            float t;
            if (IntersectProcedural(query.CandidateObjectRayOrigin(), query.CandidateObjectRayDirection(), query.CandidateInstanceIndex(), query.CommittedRayT(), t))
                query.CommitProceduralPrimitiveHit(t);
        }
#endif
        break;
        default: break;
        }
    }
    float3 color;
    float distance = query.CommittedRayT();
    switch (query.CommittedStatus())
    {
    case COMMITTED_TRIANGLE_HIT:
    {
        GeometryRecord g = Geometries[query.CommittedInstanceID() + query.CommittedGeometryIndex()];
        MaterialRecord m = Materials[g.materialIndex];
        HitVertex hit = Interpolate(g, query.CommittedPrimitiveIndex(), query.CommittedTriangleBarycentrics());
        float3 world = normalize(mul((float3x3)query.CommittedObjectToWorld3x4(), hit.normal));
        if (!query.CommittedTriangleFrontFace()) world = -world;
        float3 albedo = m.baseColor.rgb * Textures[NonUniformResourceIndex(m.texture)].SampleLevel(LinearWrap, hit.uv, 2.0f).rgb;
        color = ShadeHit(ray.Origin + ray.Direction * distance, world, -ray.Direction, albedo, max(m.roughness, 0.1f));
        break;
    }
#if PROCEDURAL
    case COMMITTED_PROCEDURAL_PRIMITIVE_HIT:
    {
        float3 local = query.CommittedObjectRayOrigin() + query.CommittedObjectRayDirection() * distance;
        float3 world = normalize(mul(query.CommittedObjectToWorld3x4(), float4(local, 0.0f)));
        color = ShadeHit(ray.Origin + ray.Direction * distance, world, -ray.Direction, 0.5f, 0.4f);
        break;
    }
#endif
    default: color = lerp(float3(0.1f, 0.2f, 0.4f), float3(0.5f, 0.7f, 1.0f), saturate(ray.Direction.y)); break;
    }
    Output[id.xy] = float4(color, distance);
}
