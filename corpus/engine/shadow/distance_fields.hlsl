// dxilkit-corpus
// Soft shadows and occlusion through distance fields: instances in an atlas volume, culled a tile, sphere tracing with penumbra, a merged clipmap.
// args: -T cs_6_0 -E ShadowFields
// args: -T cs_6_0 -E ShadowFields -D IMPROVED_PENUMBRA=1
// args: -T cs_6_0 -E OcclusionFields
// args: -T cs_6_0 -E OcclusionFields -D GLOBAL_FIELD=1
// args: -T cs_6_6 -E OcclusionFields -D GLOBAL_FIELD=1 -D BINDLESS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: objectCount 24
// set: lightDirection 0.3 0.8 0.2
// range: center -3 3
// range: extent 0.3 1
// range: levelExtents 2 6
// range: atlasScale 0.3 0.5
// range: volumeIndex 0 3
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef IMPROVED_PENUMBRA
#define IMPROVED_PENUMBRA 0
#endif
#ifndef GLOBAL_FIELD
#define GLOBAL_FIELD 0
#endif
#ifndef BINDLESS
#define BINDLESS 0
#endif
#define GROUP 8
#define MAX_OBJECTS 16

struct FieldObject
{
    float3 center;
    float scale;
    float3 extent;
    uint volumeIndex;
    float3x3 rotation;
    float3 atlasCorner;
    float3 atlasScale;
    float2 range;
};

cbuffer Fields : register(b1)
{
    float3 lightDirection;
    float lightAngle;
    uint objectCount;
    float maxDistance;
    float surfaceBias;
    float occlusionStrength;
    float4 levelExtents;
    float3 clipmapCenter;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<FieldObject> Objects : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
#if !BINDLESS
Texture3D<float> Atlas : register(t3);
#endif
Texture3D<float> Clipmap[4] : register(t4);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

groupshared uint Found[MAX_OBJECTS];
groupshared uint FoundCount;
groupshared uint NearBits, FarBits;

float ObjectDistance(FieldObject o, float3 p)
{
    float3 local = mul(o.rotation * 0.1f + float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1), p - o.center);
    float3 outside = max(abs(local) - o.extent, 0.0f);
    float3 uvw = clamp(local / o.extent, -1.0f, 1.0f) * 0.5f + 0.5f;
    float3 at = o.atlasCorner * 0.5f + uvw * o.atlasScale;
#if BINDLESS
    Texture3D<float> Atlas = ResourceDescriptorHeap[NonUniformResourceIndex(o.volumeIndex)];
#endif
    float raw = Atlas.SampleLevel(LinearClamp, at, 0.0f);
    float d = lerp(-0.2f - o.range.x * 0.1f, 0.8f + o.range.y, raw) * (0.5f + o.scale);
    return length(outside) + max(d, 0.02f - 0.2f * raw);
}

float SceneDistance(float3 p)
{
    float nearest = maxDistance * 4.0f + 1.0f;
    for (uint k = 0u; k < FoundCount; ++k) nearest = min(nearest, ObjectDistance(Objects[Found[k]], p));
    return nearest;
}

void CullObjects(uint lane, float3 p, float3 direction, float span)
{
    if (lane == 0u)
    {
        FoundCount = 0u;
        NearBits = 0xffffffffu;
        FarBits = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    float along = dot(p, direction) + 16.0f;
    InterlockedMin(NearBits, asuint(along));
    InterlockedMax(FarBits, asuint(along));
    GroupMemoryBarrierWithGroupSync();
    if (lane == 0u)
    {
        float low = asfloat(NearBits) - 16.0f, high = asfloat(FarBits) - 16.0f + span;
        uint n = 0u;
        for (uint i = 0u; i < objectCount && n < MAX_OBJECTS; ++i)
        {
            FieldObject o = Objects[i];
            float radius = length(o.extent) + 0.5f;
            float c = dot(o.center, direction);
            if (c + radius >= low && c - radius <= high) Found[n++] = i;
        }
        FoundCount = n;
    }
    GroupMemoryBarrierWithGroupSync();
}

[numthreads(GROUP, GROUP, 1)]
void ShadowFields(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    int3 texel = int3(id.xy & 15u, 0);
    float3 p = clamp(View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(texel)), -3.0f, 3.0f);
    float3 n = DecodeOctahedral(NormalTexture.Load(texel).xy * 2.0f - 1.0f);
    float3 l = SafeNormalize(lightDirection);
    float span = 2.0f + maxDistance * 4.0f;
    CullObjects(lane, p, l, span);
    if (!View.Contains(id.xy)) return;
    float k = 1.0f / tan(0.02f + lightAngle * 0.2f);
    float3 origin = p + n * (0.05f + surfaceBias * 0.1f);
    float lit = 1.0f, t = 0.05f, before = 1e4f;
    uint steps = 0u;
    [loop] for (; steps < 32u && t < span; ++steps)
    {
        float d = SceneDistance(origin + l * t);
        if (d < 0.005f)
        {
            lit = 0.0f;
            break;
        }
#if IMPROVED_PENUMBRA
        // The closest point lies before this step: estimated from two spheres.
        float y = d * d / (2.0f * before);
        float x = SafeSqrt(d * d - y * y);
        lit = min(lit, k * x / max(t - y, 1e-3f));
        before = d;
#else
        lit = min(lit, k * d / t);
#endif
        t += clamp(d, 0.02f, 0.6f);
    }
    lit = saturate(lit);
    lit = lit * lit * (3.0f - 2.0f * lit);
    Output[id.xy] = float4(lit, float(steps) / 32.0f, float(FoundCount), 1.0f);
}

#if GLOBAL_FIELD
float GlobalDistance(float3 p)
{
    float3 relative = abs(p - clipmapCenter);
    float most = Max3(relative.x, relative.y, relative.z);
    [unroll] for (uint level = 0u; level < 4u; ++level)
    {
        float extent = levelExtents[level];
        if (most < extent)
        {
            // Wraps around, so that only new slices are written when the camera moves.
            float3 uvw = frac(p / (2.0f * extent));
            return Clipmap[level].SampleLevel(LinearClamp, uvw, 0.0f) * extent * 0.25f;
        }
    }
    return levelExtents.w;
}
#endif

[numthreads(GROUP, GROUP, 1)]
void OcclusionFields(uint3 id : SV_DispatchThreadID, uint lane : SV_GroupIndex)
{
    int3 texel = int3(id.xy & 15u, 0);
    float3 p = clamp(View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(texel)), -3.0f, 3.0f);
    float3 n = DecodeOctahedral(NormalTexture.Load(texel).xy * 2.0f - 1.0f);
    CullObjects(lane, p, float3(0.0f, 1.0f, 0.0f), 2.0f);
    if (!View.Contains(id.xy)) return;
    static const float3 directions[6] = {
        float3(0.0f, 0.0f, 1.0f), float3(0.0f, 0.866f, 0.5f), float3(0.823f, 0.267f, 0.5f), float3(0.509f, -0.701f, 0.5f), float3(-0.509f, -0.701f, 0.5f), float3(-0.823f, 0.267f, 0.5f),
    };
    Frame3 frame = MakeFrame(n);
    float open = 0.0f;
    float3 bent = 0.0f;
    [unroll] for (uint i = 0u; i < 6u; ++i)
    {
        float3 d = frame.ToWorld(directions[i]);
        float visible = 1.0f, t = 0.1f;
        [loop] for (uint s = 0u; s < 6u; ++s)
        {
            float3 at = p + n * 0.05f + d * t;
            float distance = SceneDistance(at);
#if GLOBAL_FIELD
            if (t > 0.4f) distance = min(distance, GlobalDistance(at));
#endif
            visible = min(visible, saturate(distance / (t * 0.7f)));
            t += max(distance, 0.1f);
        }
        bent += d * visible;
        open += visible;
    }
    float ao = saturate(1.0f - (1.0f - open / 6.0f) * (0.5f + occlusionStrength));
    Output[id.xy] = float4(SafeNormalize(bent), ao);
}
