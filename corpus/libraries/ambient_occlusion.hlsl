// Ambient occlusion twice: by hit group with a counter in the payload, and inline by ray queries from a compute shader.
// library: -T lib_6_5
// library: -T lib_6_7 -disable-payload-qualifiers
// library: -T lib_6_5 -Od

struct Occlusion
{
    uint hits;
    float nearest;
};

RaytracingAccelerationStructure Scene : register(t0);
Texture2D<float4> Positions : register(t1);
Texture2D<float4> Directions : register(t2);
RWTexture2D<float> Result : register(u0);
cbuffer Settings : register(b0)
{
    float Radius;
    uint Samples;
    float3 Fan[16];
};

float3 Around(float3 n, float3 d)
{
    return dot(n, d) < 0 ? -d : d;
}

[shader("raygeneration")]
void Gather()
{
    const uint3 pixel = uint3(DispatchRaysIndex().xy, 0);
    const float3 p = Positions.Load(pixel).xyz;
    const float3 n = Directions.Load(pixel).xyz;
    Occlusion occlusion;
    occlusion.hits = 0;
    occlusion.nearest = Radius;
    for (uint i = 0; i < Samples; i++)
    {
        RayDesc ray = { p + n * 1e-3f, 0, Around(n, Fan[i & 15]), Radius };
        TraceRay(Scene, RAY_FLAG_FORCE_NON_OPAQUE | RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 1, 0, 0, 0, ray, occlusion);
    }
    Result[pixel.xy] = 1 - occlusion.hits / (float)Samples * (1 - occlusion.nearest / Radius);
}

[shader("anyhit")]
void Count(inout Occlusion occlusion, BuiltInTriangleIntersectionAttributes hit)
{
    occlusion.nearest = min(occlusion.nearest, RayTCurrent());
    occlusion.hits++;
    if (GeometryIndex() == 0)
        AcceptHitAndEndSearch();
}

[shader("miss")]
void Open(inout Occlusion occlusion)
{
}

[shader("compute")]
[numthreads(8, 8, 1)]
void GatherInline(uint3 pixel : SV_DispatchThreadID)
{
    const float3 p = Positions.Load(uint3(pixel.xy, 0)).xyz;
    const float3 n = Directions.Load(uint3(pixel.xy, 0)).xyz;
    uint hits = 0;
    for (uint i = 0; i < Samples; i++)
    {
        RayQuery<RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES> query;
        RayDesc ray = { p, 1e-3f, Around(n, Fan[i & 15]), Radius };
        query.TraceRayInline(Scene, RAY_FLAG_NONE, 1, ray);
        while (query.Proceed())
            if (query.CandidateType() == CANDIDATE_NON_OPAQUE_TRIANGLE && query.CandidateTriangleFrontFace())
                query.CommitNonOpaqueTriangleHit();
        hits += query.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? 1 : 0;
    }
    Result[pixel.xy] = 1 - hits / (float)Samples;
}
