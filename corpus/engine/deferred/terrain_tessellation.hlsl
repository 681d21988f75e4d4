// dxilkit-corpus
// Terrain patches: clipmap placement by instance, screen-space error factors with frustum culling, displacement, normals from the height map.
// args: -T vs_6_0 -E VSPatch
// args: -T hs_6_0 -E HSTerrain
// args: -T ds_6_0 -E DSTerrain
// args: -T ps_6_0 -E PSTerrain
// args: -T vs_6_0 -E VSPatch -D MORPH=1
// args: -T hs_6_0 -E HSTerrain -D MORPH=1
// args: -T ds_6_0 -E DSTerrain -D MORPH=1
// args: -T ps_6_0 -E PSTerrain -D MORPH=1
// set: clipFromWorld 0.4 0 0 0 0 0.3 0 0 0 0.4 0.01 0 0 0 0.5 1
// set: nearPlane 0.1
// set: farPlane 30
// set: resolution 32 32
// set: maxFactor 6
// set: heightScale 0.4
// topology: 4
// vertices: 8
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"

#ifndef MORPH
#define MORPH 0
#endif

cbuffer Terrain : register(b1)
{
    float4 frustum[6];
    float heightScale;
    float maxFactor;
    float errorScale;
    float patchSize;
    float3 sunDirection;
    float morphStart;
    float2 mapOffset;
    float2 mapScale;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> HeightMap : register(t0);
Texture2D<float4> SplatMap : register(t1);
SamplerState LinearClamp : register(s0);

struct PatchVertex
{
    float3 world : WORLD;
    float2 uv : TEXCOORD;
    float2 bounds : BOUNDS;
};
struct PatchFactors
{
    float edges[4] : SV_TessFactor;
    float inside[2] : SV_InsideTessFactor;
    float4 neighbours : NEIGHBOURS;
};
struct TerrainVertex
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float2 uv : TEXCOORD;
    float morph : MORPHING;
};

PatchVertex VSPatch(float3 position : POSITION, uint vertex : SV_VertexID)
{
    uint corner = vertex & 3u;
    float2 at = float2(corner & 1u, corner >> 1);
    float2 cell = float2(vertex >> 2, 0.0f);
    PatchVertex o;
    float2 p = (cell + at - float2(1.0f, 0.5f)) * (0.9f + 0.1f * patchSize);
    o.uv = p * 0.4f + 0.5f + mapOffset * 0.1f;
    o.world = float3(p.x, HeightMap.SampleLevel(LinearClamp, o.uv, 0.0f) * heightScale, p.y);
    o.bounds = float2(min(position.z, o.world.y), max(position.z, o.world.y));
    return o;
}

float EdgeFactor(float3 a, float3 b)
{
    float3 middle = (a + b) * 0.5f;
    float diameter = distance(a, b);
    float4 clip = mul(View.clipFromWorld, float4(middle, 1.0f));
    float pixels = diameter * float(View.resolution.y) / max(clip.w, 0.1f);
    return clamp(pixels * (0.05f + errorScale * 0.2f), 1.0f, maxFactor);
}

bool Visible(float3 low, float3 high)
{
    float3 center = (low + high) * 0.5f, extent = (high - low) * 0.5f;
    [unroll] for (uint i = 0u; i < 6u; ++i)
    {
        float4 plane = frustum[i] - float4(0.5f, 0.5f, 0.5f, -1.0f);
        if (dot(plane.xyz, center) + plane.w + dot(abs(plane.xyz), extent) < 0.0f) return false;
    }
    return true;
}

PatchFactors TerrainFactors(InputPatch<PatchVertex, 4> patch, uint id : SV_PrimitiveID)
{
    PatchFactors f;
    float3 low = patch[0].world, high = patch[0].world;
    [unroll] for (uint i = 1u; i < 4u; ++i)
    {
        low = min(low, patch[i].world);
        high = max(high, patch[i].world);
        low.y = min(low.y, patch[i].bounds.x);
        high.y = max(high.y, patch[i].bounds.y);
    }
    if (!Visible(low, high))
    {
        [unroll] for (uint e = 0u; e < 4u; ++e) f.edges[e] = 0.0f;
        f.inside[0] = f.inside[1] = 0.0f;
        f.neighbours = 0.0f;
        return f;
    }
    f.edges[0] = EdgeFactor(patch[0].world, patch[2].world);
    f.edges[1] = EdgeFactor(patch[0].world, patch[1].world);
    f.edges[2] = EdgeFactor(patch[1].world, patch[3].world);
    f.edges[3] = EdgeFactor(patch[2].world, patch[3].world);
    f.inside[0] = max(f.edges[1], f.edges[3]);
    f.inside[1] = max(f.edges[0], f.edges[2]);
    f.neighbours = float4(f.edges[0], f.edges[1], f.edges[2], f.edges[3]) / maxFactor;
    return f;
}

[domain("quad")]
[partitioning("fractional_even")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("TerrainFactors")]
PatchVertex HSTerrain(InputPatch<PatchVertex, 4> patch, uint i : SV_OutputControlPointID)
{
    return patch[i];
}

template <typename T>
T Bilinear(T a, T b, T c, T d, float2 t)
{
    return lerp(lerp(a, b, t.x), lerp(c, d, t.x), t.y);
}

[domain("quad")]
TerrainVertex DSTerrain(PatchFactors f, float2 at : SV_DomainLocation, const OutputPatch<PatchVertex, 4> patch)
{
    TerrainVertex o;
    float3 world = Bilinear<float3>(patch[0].world, patch[1].world, patch[2].world, patch[3].world, at);
    o.uv = Bilinear<float2>(patch[0].uv, patch[1].uv, patch[2].uv, patch[3].uv, at);
    float fine = HeightMap.SampleLevel(LinearClamp, o.uv, 0.0f);
    o.morph = 0.0f;
#if MORPH
    float coarse = HeightMap.SampleLevel(LinearClamp, o.uv, 2.0f);
    float along = lerp(lerp(f.neighbours.x, f.neighbours.z, at.x), lerp(f.neighbours.y, f.neighbours.w, at.y), 0.5f);
    o.morph = saturate((along - morphStart) * 4.0f);
    fine = lerp(coarse, fine, o.morph);
#endif
    world.y = fine * heightScale;
    o.world = world;
    o.clip = mul(View.clipFromWorld, float4(world, 1.0f));
    o.clip.z = 0.5f * o.clip.w;
    return o;
}

float4 PSTerrain(TerrainVertex p) : SV_Target
{
    const float2 texel = 1.0f / 16.0f;
    float l = HeightMap.Sample(LinearClamp, p.uv - float2(texel.x, 0.0f)), r = HeightMap.Sample(LinearClamp, p.uv + float2(texel.x, 0.0f));
    float d = HeightMap.Sample(LinearClamp, p.uv - float2(0.0f, texel.y)), u = HeightMap.Sample(LinearClamp, p.uv + float2(0.0f, texel.y));
    float3 n = normalize(float3((l - r) * heightScale, 0.3f, (d - u) * heightScale));
    float4 splat = SplatMap.Sample(LinearClamp, p.uv);
    splat /= dot(splat, 1.0f) + 1e-3f;
    const float4x3 palette = float4x3(0.3f, 0.4f, 0.15f, 0.5f, 0.4f, 0.3f, 0.6f, 0.6f, 0.6f, 0.9f, 0.9f, 0.95f);
    float3 albedo = mul(splat, palette);
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 3.0f, 0.0f) - p.world);
    BrdfResult b = StandardBrdf(albedo, 0.03f, 0.8f, n, v, SafeNormalize(sunDirection));
    return float4((b.diffuse + b.specular) * PI + albedo * 0.1f + p.morph * 0.05f, 1.0f);
}
