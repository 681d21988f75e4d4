// dxilkit-corpus
// Irradiance from a grid of probes: trilinear with visibility (octahedral distance maps), packed spherical harmonics, or a brick hierarchy.
// args: -T cs_6_0 -E SampleProbes
// args: -T cs_6_0 -E SampleProbes -D VISIBILITY=1
// args: -T cs_6_0 -E SampleProbes -D ENCODING=1
// args: -T cs_6_2 -E SampleProbes -D ENCODING=1 -D VISIBILITY=1 -D MIN_PRECISION=1
// args: -T cs_6_0 -E SampleProbes -D ENCODING=2
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: gridSize 4 4 4
// set: gridSpacing 1 1 1
// range: low 0 900000000
// range: high 0 900000000
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef VISIBILITY
#define VISIBILITY 0
#endif
#ifndef ENCODING
#define ENCODING 0
#endif
#ifndef MIN_PRECISION
#define MIN_PRECISION 0
#endif
#if MIN_PRECISION
typedef min16float3 sh_color;
#else
typedef float3 sh_color;
#endif

/// Four bands of three colours as halves, two words each.
struct PackedProbe
{
    uint2 low[3];
    uint2 high[3];
    uint flags;
};
struct Brick
{
    uint firstProbe;
    uint level;
    int3 corner;
};

cbuffer ProbeGrid : register(b1)
{
    float3 gridOrigin;
    float normalBias;
    float3 gridSpacing;
    float viewBias;
    uint3 gridSize;
    uint distanceResolution;
    float3 fallback;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<PackedProbe> Probes : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
Texture2D<float4> IrradianceAtlas : register(t3);
Texture2D<float4> DistanceAtlas : register(t4);
StructuredBuffer<Brick> Bricks : register(t5);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

struct SH4
{
    sh_color c[4];

    sh_color Evaluate(float3 n)
    {
        sh_color r = c[0] * 0.886227f;
        r += c[1] * (sh_color)(1.023328f * n.y);
        r += c[2] * (sh_color)(1.023328f * n.z);
        r += c[3] * (sh_color)(1.023328f * n.x);
        return max(r, (sh_color)0.0f);
    }
};

SH4 Unpack(PackedProbe p)
{
    SH4 sh;
    float4 r = UnpackHalf4(p.low[0] & 0x3fff3fffu);
    float4 g = UnpackHalf4(p.low[1] & 0x3fff3fffu);
    float4 b = UnpackHalf4(p.low[2] & 0x3fff3fffu);
    float4x3 all = transpose(float3x4(r, g, b));
    [unroll] for (uint i = 0u; i < 4u; ++i) sh.c[i] = (sh_color)min(all[i], 4.0f);
    return sh;
}

float2 AtlasUv(uint probe, float3 direction, uint size)
{
    float2 octahedral = EncodeOctahedral(direction) * 0.5f + 0.5f;
    uint across = 4u;
    float2 corner = float2(probe % across, probe / across) * float(size + 2u) + 1.0f;
    return (corner + octahedral * float(size)) / (float(size + 2u) * float(across));
}

float Visibility(uint probe, float3 toPoint)
{
    float distance = length(toPoint);
    float2 moments = DistanceAtlas.SampleLevel(LinearClamp, AtlasUv(probe, SafeNormalize(toPoint), distanceResolution + 4u), 0.0f).xy * 2.0f;
    if (distance <= moments.x) return 1.0f;
    float variance = abs(moments.x * moments.x - moments.y) + 0.01f;
    float d = distance - moments.x;
    return max(Cube(variance / (variance + d * d)), 0.05f);
}

float3 ProbeIrradiance(uint probe, float3 n)
{
#if ENCODING == 0
    float3 c = IrradianceAtlas.SampleLevel(LinearClamp, AtlasUv(probe, n, 6u), 0.0f).rgb;
    return Square(c);
#else
    SH4 sh = Unpack(Probes[probe & 63u]);
    return float3(sh.Evaluate(n));
#endif
}

float3 SampleGrid(float3 position, float3 n, float3 v)
{
    float3 biased = position + n * normalBias * 0.2f + v * viewBias * 0.2f;
    float3 at = clamp((biased - gridOrigin) / gridSpacing, 0.0f, float3(gridSize) - 1.001f);
    uint3 base = uint3(at);
    float3 alpha = frac(at);
    float3 sum = 0.0f;
    float weights = 0.0f;
    for (uint i = 0u; i < 8u; ++i)
    {
        uint3 offset = uint3(i, i >> 1, i >> 2) & 1u;
        uint3 cell = min(base + offset, gridSize - 1u);
        uint probe = cell.x + gridSize.x * (cell.y + gridSize.y * cell.z);
        float3 probePosition = gridOrigin + float3(cell) * gridSpacing;
        float3 trilinear = lerp(1.0f - alpha, alpha, float3(offset));
        float weight = trilinear.x * trilinear.y * trilinear.z;
        float3 toProbe = SafeNormalize(probePosition - position);
        weight *= Square((dot(toProbe, n) + 1.0f) * 0.5f) + 0.2f;
#if VISIBILITY
        weight *= Visibility(probe, biased - probePosition);
        const float crush = 0.2f;
        if (weight < crush) weight *= weight * weight / (crush * crush);
#endif
        sum += ProbeIrradiance(probe, n) * weight;
        weights += weight;
    }
    return weights > 0.0f ? sum / weights : fallback;
}

#if ENCODING == 2
/// Finest brick that holds the point; bricks are sorted by level.
float3 SampleBricks(float3 position, float3 n)
{
    float3 at = (position - gridOrigin) / gridSpacing;
    [loop] for (uint i = 0u; i < 16u; ++i)
    {
        Brick b = Bricks[i];
        float size = float(1u << (b.level & 3u));
        float3 local = (at - float3(b.corner)) / size;
        if (all(local >= 0.0f) && all(local < 1.0f))
        {
            uint3 cell = uint3(local * 3.0f);
            return ProbeIrradiance(b.firstProbe + cell.x + 3u * (cell.y + 3u * cell.z), n);
        }
    }
    return fallback;
}
#endif

[numthreads(8, 8, 1)]
void SampleProbes(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int3 texel = int3(id.xy & 15u, 0);
    float3 position = View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(texel));
    float3 n = DecodeOctahedral(NormalTexture.Load(texel).xy * 2.0f - 1.0f);
    float3 v = SafeNormalize(View.cameraPosition - position);
#if ENCODING == 2
    float3 irradiance = lerp(SampleGrid(position, n, v), SampleBricks(position, n), 0.5f);
#else
    float3 irradiance = SampleGrid(position, n, v);
#endif
    Output[id.xy] = float4(irradiance * INV_PI, 1.0f);
}
