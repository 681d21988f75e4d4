// Soft shadows: waves in ray generation, one payload through inlined functions, early returns and switches around rays.
// library: -T lib_6_4
// library: -T lib_6_5 -Od

struct Light
{
    float3 position;
    float radius;
    uint kind;
};

struct Visibility
{
    uint mask;
    float penumbra;
};

RaytracingAccelerationStructure Scene : register(t0);
StructuredBuffer<Light> Lights : register(t1);
Texture2D<float> Depth : register(t2);
RWTexture2D<uint> Masks : register(u0);
cbuffer View : register(b0)
{
    float4x4 Unproject;
    uint Count;
};

bool Cast(inout Visibility v, float3 from, float3 to, uint bit)
{
    const float3 way = to - from;
    const float reach = length(way);
    if (reach < 1e-4f)
        return false;
    RayDesc ray = { from, 1e-3f, way / reach, reach };
    const uint before = v.mask;
    TraceRay(Scene, RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 1u << bit, 0, 0, 0, ray, v);
    if (v.mask != before)
        v.mask |= 1u << bit;
    return v.mask == before;
}

[shader("raygeneration")]
void Shadows()
{
    const uint2 pixel = DispatchRaysIndex().xy;
    const float depth = Depth[pixel];
    if (WaveActiveAllTrue(depth == 1))
        return;
    float4 p = mul(Unproject, float4(pixel, depth, 1));
    p /= p.w;
    Visibility v = { 0, 0 };
    uint lit = 0;
    for (uint i = 0; i < Count; i++)
    {
        const Light light = Lights[i];
        switch (light.kind)
        {
        case 0:
            lit += Cast(v, p.xyz, light.position, i & 7);
            break;
        case 1:
            lit += Cast(v, p.xyz, p.xyz + light.position * 1e4f, i & 7);
            break;
        default:
            continue;
        }
        if (v.penumbra > light.radius)
            break;
    }
    Masks[pixel] = v.mask | WaveActiveSum(lit) << 8;
}

[shader("anyhit")]
void Block(inout Visibility v, BuiltInTriangleIntersectionAttributes a)
{
    if (all(a.barycentrics < 0.1f))
    {
        v.penumbra += 0.1f;
        IgnoreHit();
    }
    v.mask ^= 0x80000000u;
    AcceptHitAndEndSearch();
}

[shader("miss")]
void Clear(inout Visibility v)
{
    v.penumbra *= 0.5f;
}
