// dxilkit-corpus
// Voxel cone tracing: radiance into a grid by compare-exchange averages, anisotropic mips of six directions, diffuse and specular cones.
// args: -T cs_6_0 -E InjectVoxels
// args: -T cs_6_0 -E FilterVoxels
// args: -T cs_6_0 -E TraceCones
// args: -T cs_6_0 -E TraceCones -D CONES=9 -D ANISOTROPIC=1
// args: -T cs_6_0 -E TraceCones -D SPECULAR=1 -D ANISOTROPIC=1
// args: -T cs_6_6 -E TraceCones -D CONES=9 -D ANISOTROPIC=1 -D SPECULAR=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: gridSize 8
// set: surfelCount 1
// range: position -1 1
// range: normal -1 1
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef CONES
#define CONES 6
#endif
#ifndef ANISOTROPIC
#define ANISOTROPIC 0
#endif
#ifndef SPECULAR
#define SPECULAR 0
#endif

struct Surfel
{
    float3 position;
    uint color;
    float3 normal;
    float emission;
};

cbuffer Voxels : register(b1)
{
    float3 gridOrigin;
    float voxelSize;
    uint gridSize;
    uint surfelCount;
    float coneStep;
    float reach;
    float3 sunDirection;
    float occlusionFalloff;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Surfel> Surfels : register(t0);
Texture3D<float4> Radiance : register(t1);
Texture3D<float4> Directional[6] : register(t2);
Texture2D<float> DepthTexture : register(t8);
Texture2D<float4> NormalTexture : register(t9);
SamplerState LinearClamp : register(s0);
RWStructuredBuffer<uint> Grid : register(u0);
RWTexture3D<float4> Mips[6] : register(u1);
RWTexture2D<float4> Output : register(u7);

/// Running average of eight-bit colours; the count of samples is in the top byte.
void AverageInto(uint cell, float3 color)
{
    uint added = PackRGBA8(float4(color, 1.0f / 255.0f));
    uint expected = 0u, seen;
    [allow_uav_condition] for (uint i = 0u; i < 16u; ++i)
    {
        InterlockedCompareExchange(Grid[cell], expected, added, seen);
        if (seen == expected) break;
        expected = seen;
        float4 old = UnpackRGBA8(seen);
        float count = old.a * 255.0f;
        float3 mean = (old.rgb * count + color) / (count + 1.0f);
        added = PackRGBA8(float4(mean, min(count + 1.0f, 255.0f) / 255.0f));
    }
}

[numthreads(8, 8, 1)]
void InjectVoxels(uint3 id : SV_DispatchThreadID, uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    // One lane a group writes a region of its own: averages do not depend on the order of threads.
    uint region = group.y * 4u + group.x;
    if (lane >= surfelCount) return;
    Surfel s = Surfels[(region + lane * 16u) & 63u];
    float3 n = SafeNormalize(s.normal);
    float light = saturate(dot(n, SafeNormalize(sunDirection))) + s.emission;
    float3 color = UnpackRGBA8(s.color * 0x01234567u).rgb * light;
    float3 at = saturate((s.position - gridOrigin) / (2.0f + voxelSize) * 0.5f + 0.5f) * float(gridSize - 1u);
    uint3 c = uint3(at);
    uint cell = (c.z * gridSize + c.y) * gridSize + c.x;
    AverageInto((cell & ~15u & 63u) | region, saturate(color * 0.5f));
}

float4 Over(float4 front, float4 back) { return front + back * (1.0f - front.a); }

[numthreads(4, 4, 4)]
void FilterVoxels(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= gridSize)) return;
    float4 v[8];
    [unroll] for (uint i = 0u; i < 8u; ++i)
    {
        uint3 at = (id * 2u + uint3(i & 1u, (i >> 1) & 1u, i >> 2)) & 15u;
        v[i] = Radiance.Load(int4(at, 0));
        v[i].rgb *= v[i].a;
    }
    // Each direction sees four pairs, the nearer over the farther.
    static const uint2 pairs[3][4] = {
        { uint2(0, 1), uint2(2, 3), uint2(4, 5), uint2(6, 7) },
        { uint2(0, 2), uint2(1, 3), uint2(4, 6), uint2(5, 7) },
        { uint2(0, 4), uint2(1, 5), uint2(2, 6), uint2(3, 7) },
    };
    [unroll] for (uint axis = 0u; axis < 3u; ++axis)
    {
        float4 positive = 0.0f, negative = 0.0f;
        [unroll] for (uint k = 0u; k < 4u; ++k)
        {
            float4 a = v[pairs[axis][k].x], b = v[pairs[axis][k].y];
            positive += Over(a, b);
            negative += Over(b, a);
        }
        Mips[axis * 2u][id] = positive * 0.25f;
        Mips[axis * 2u + 1u][id] = negative * 0.25f;
    }
}

float4 SampleVoxels(float3 uvw, float3 direction, float mip)
{
#if ANISOTROPIC
    if (mip >= 1.0f)
    {
        float3 w = direction * direction;
        float level = min(mip - 1.0f, 3.0f);
        float4 x = direction.x < 0.0f ? Directional[0].SampleLevel(LinearClamp, uvw, level) : Directional[1].SampleLevel(LinearClamp, uvw, level);
        float4 y = direction.y < 0.0f ? Directional[2].SampleLevel(LinearClamp, uvw, level) : Directional[3].SampleLevel(LinearClamp, uvw, level);
        float4 z = direction.z < 0.0f ? Directional[4].SampleLevel(LinearClamp, uvw, level) : Directional[5].SampleLevel(LinearClamp, uvw, level);
        return x * w.x + y * w.y + z * w.z;
    }
#endif
    return Radiance.SampleLevel(LinearClamp, uvw, mip);
}

struct Cone
{
    float3 origin;
    float3 direction;
    float aperture;

    float4 Trace(float limit)
    {
        float cell = (2.0f + voxelSize) / float(gridSize);
        float distance = cell;
        float4 sum = 0.0f;
        float occlusion = 0.0f;
        [loop] for (uint i = 0u; i < 24u && distance < limit && sum.a < 0.97f; ++i)
        {
            float diameter = max(cell, 2.0f * aperture * distance);
            float mip = log2(diameter / cell);
            float3 p = origin + direction * distance;
            float3 uvw = (p - gridOrigin) / (2.0f + voxelSize) * 0.5f + 0.5f;
            if (any(uvw < 0.0f) || any(uvw > 1.0f)) break;
            float4 s = SampleVoxels(uvw, direction, mip);
            s.a = saturate(s.a * 0.6f);
            sum += float4(s.rgb * s.a, s.a) * (1.0f - sum.a);
            occlusion += (1.0f - occlusion) * s.a / (1.0f + occlusionFalloff * diameter * 4.0f);
            distance += diameter * (0.4f + coneStep * 0.4f);
        }
        return float4(sum.rgb, occlusion);
    }
};

static const float4 DIFFUSE_CONES[9] = {
    float4(0.0f, 0.0f, 1.0f, 0.25f), float4(0.0f, 0.866f, 0.5f, 0.15f), float4(0.8236f, 0.2676f, 0.5f, 0.15f),
    float4(0.509f, -0.7006f, 0.5f, 0.15f), float4(-0.509f, -0.7006f, 0.5f, 0.15f), float4(-0.8236f, 0.2676f, 0.5f, 0.15f),
    float4(0.7071f, 0.0f, 0.7071f, 0.1f), float4(-0.3536f, 0.6124f, 0.7071f, 0.1f), float4(-0.3536f, -0.6124f, 0.7071f, 0.1f),
};

[numthreads(8, 8, 1)]
void TraceCones(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int3 texel = int3(id.xy & 15u, 0);
    float3 p = clamp(View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(texel)), -1.0f, 1.0f) * 0.5f + gridOrigin;
    float4 nr = NormalTexture.Load(texel);
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    Frame3 frame = MakeFrame(n);
    float4 diffuse = 0.0f;
    float weights = 0.0f;
    Cone cone;
    cone.origin = p + n * 0.1f;
    cone.aperture = 0.577f;
    [unroll] for (uint i = 0u; i < CONES; ++i)
    {
        cone.direction = frame.ToWorld(DIFFUSE_CONES[i].xyz);
        diffuse += cone.Trace(0.5f + reach) * DIFFUSE_CONES[i].w;
        weights += DIFFUSE_CONES[i].w;
    }
    diffuse /= weights;
    float3 color = diffuse.rgb;
#if SPECULAR
    float3 v = SafeNormalize(View.cameraPosition - p);
    cone.direction = reflect(-v, n);
    cone.aperture = clamp(tan(HALF_PI * nr.z * 0.5f), 0.05f, 1.0f);
    float4 specular = cone.Trace(1.0f + reach);
    float fresnel = 0.04f + 0.96f * Pow5(1.0f - saturate(dot(n, v)));
    color += specular.rgb * fresnel;
#endif
    Output[id.xy] = float4(color, 1.0f - diffuse.a);
}
