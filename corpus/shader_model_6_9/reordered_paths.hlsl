// Path segments with shader execution reordering: hits are made first, threads sorted by material, shaders run last.
// later: -T lib_6_9
// later: -T lib_6_9 -Od

struct [raypayload] Path
{
    float3 radiance : read(caller, closesthit, miss) : write(caller, closesthit, miss);
    float3 throughput : read(caller, closesthit, miss) : write(caller, closesthit);
    uint bounce : read(caller, closesthit) : write(caller, closesthit);
};

struct Hit
{
    float2 barycentrics;
};

RaytracingAccelerationStructure Scene : register(t0);
reordercoherent RWTexture2D<float4> Target : register(u0);
StructuredBuffer<float4> Lights : register(t1);

RayDesc CameraRay(uint2 pixel, uint2 size)
{
    RayDesc ray;
    float2 at = (pixel + 0.5) / size * 2 - 1;
    ray.Origin = float3(0, 1, -4);
    ray.Direction = normalize(float3(at, 1.5));
    ray.TMin = 0.001;
    ray.TMax = 1000;
    return ray;
}

uint MaterialOf(dx::HitObject hit)
{
    return hit.IsMiss() ? 0 : 1 + (hit.LoadLocalRootTableConstant(0) & 0xf);
}

[shader("raygeneration")]
void Trace()
{
    uint2 pixel = DispatchRaysIndex().xy;
    RayDesc ray = CameraRay(pixel, DispatchRaysDimensions().xy);
    Path path;
    path.radiance = 0;
    path.throughput = 1;
    path.bounce = 0;
    for (uint i = 0; i < 3; i++)
    {
        dx::HitObject hit = dx::HitObject::TraceRay(Scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, path);
        dx::MaybeReorderThread(hit, MaterialOf(hit), 5);
        dx::HitObject::Invoke(hit, path);
        if (hit.IsMiss())
            break;
        ray.Origin = hit.GetWorldRayOrigin() + hit.GetWorldRayDirection() * hit.GetRayTCurrent();
        ray.Direction = reflect(ray.Direction, mul(float4(0, 1, 0, 0), hit.GetObjectToWorld4x3()));
        path.bounce = i + 1;
    }
    Target[pixel] = float4(path.radiance, 1);
}

[shader("raygeneration")]
void Shadow()
{
    uint2 pixel = DispatchRaysIndex().xy;
    RayDesc ray = CameraRay(pixel, DispatchRaysDimensions().xy);
    RayQuery<RAY_FLAG_FORCE_OMM_2_STATE, RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS> query;
    query.TraceRayInline(Scene, RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH, 0xff, ray);
    while (query.Proceed())
    {
    }
    dx::HitObject hit = dx::HitObject::MakeMiss(RAY_FLAG_NONE, 1, ray);
    if (query.CommittedStatus() == COMMITTED_TRIANGLE_HIT)
        hit = dx::HitObject::FromRayQuery(query);
    dx::MaybeReorderThread(hit);
    float4 before = Target[pixel];
    Target[pixel] = hit.IsHit() ? before * 0.5 : before;
}

[shader("closesthit")]
void Shade(inout Path path, in Hit hit)
{
    float3 albedo = float3(hit.barycentrics, 1 - hit.barycentrics.x - hit.barycentrics.y);
    path.throughput *= albedo;
    path.radiance += path.throughput * Lights[path.bounce % 4].rgb;
}

[shader("miss")]
void Sky(inout Path path)
{
    path.radiance += path.throughput * lerp(float3(1, 1, 1), float3(0.4, 0.6, 1), saturate(WorldRayDirection().y));
}

RaytracingPipelineConfig1 Config = { 1, RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS };
