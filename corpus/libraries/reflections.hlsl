// Recursive reflections: payloads inside payloads, a payload handed on from hit to hit, several kinds of rays.
// library: -T lib_6_3
// library: -T lib_6_4 -Od

struct Common
{
    float3 color;
    float weight;
};

struct Reflection : Common
{
    uint depth;
    float4x3 frame;
    Common layers[3];
};

RaytracingAccelerationStructure Scenes[2] : register(t0);
Texture2D<float4> Colors[] : register(t0, space1);
SamplerState Wrap : register(s0);
RWStructuredBuffer<Common> Log : register(u0);
static const float Falloff[4] = { 1, 0.5f, 0.25f, 0.125f };

Common Blend(Common a, Common b)
{
    Common c;
    c.color = a.color * a.weight + b.color * b.weight;
    c.weight = saturate(a.weight + b.weight);
    return c;
}

[shader("raygeneration")]
void Begin()
{
    Reflection r;
    r.color = 0;
    r.weight = 1;
    r.depth = 0;
    r.frame = (float4x3)0;
    r.frame[3] = float3(DispatchRaysIndex());
    for (uint i = 0; i < 3; i++)
    {
        r.layers[i].color = i;
        r.layers[i].weight = 0;
    }
    RayDesc ray = { r.frame[3], 0, normalize(r.frame[3]), 1000 };
    TraceRay(Scenes[DispatchRaysIndex().z & 1], RAY_FLAG_CULL_OPAQUE, 0x0f, 0, 1, 0, ray, r);
    Common all = Blend(r.layers[0], r.layers[1]);
    all = Blend(all, r.layers[r.depth % 3]);
    Log[DispatchRaysIndex().x] = all;
}

[shader("closesthit")]
void Mirror(inout Reflection r, BuiltInTriangleIntersectionAttributes a)
{
    const float4 texel = Colors[NonUniformResourceIndex(InstanceID())].SampleLevel(Wrap, a.barycentrics, r.depth);
    const uint layer = r.depth % 3;
    r.layers[layer].color += texel.rgb * Falloff[r.depth & 3];
    r.layers[layer].weight = texel.a;
    r.frame = mul(r.frame, (float3x3)ObjectToWorld3x4());
    if (r.depth < 3)
    {
        r.depth++;
        RayDesc ray;
        ray.Origin = WorldRayOrigin() + RayTCurrent() * WorldRayDirection();
        ray.Direction = reflect(WorldRayDirection(), normalize(r.frame[1]));
        ray.TMin = 1e-3f;
        ray.TMax = 1000;
        TraceRay(Scenes[0], RayFlags(), 0x0f, 0, 1, 0, ray, r);
        r.depth--;
    }
    r.color = Blend(r, r.layers[layer]).color;
}

[shader("miss")]
void Dark(inout Reflection r)
{
    r.weight *= 0.5f;
}
