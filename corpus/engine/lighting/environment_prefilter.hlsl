// dxilkit-corpus
// Image-based light: cube map filtered by roughness with mip bias, spherical harmonics by parallel reduction, BRDF table.
// args: -T cs_6_0 -E PrefilterSpecular
// args: -T cs_6_0 -E PrefilterSpecular -D SAMPLES=32
// args: -T cs_6_0 -E ProjectSH
// args: -T cs_6_0 -E ProjectSH -D BANDS=4
// args: -T cs_6_0 -E IntegrateBrdf
// args: -T cs_6_0 -E IntegrateBrdf -D CLOTH=1
// set: faceSize 8
// set: sourceSize 16
// set: mipCount 4
// dispatch: 1 1 6
#include "../shared/sampling.hlsli"
#include "../shared/brdf.hlsli"

#ifndef SAMPLES
#define SAMPLES 16
#endif
#ifndef BANDS
#define BANDS 3
#endif
#ifndef CLOTH
#define CLOTH 0
#endif
#define COEFFICIENTS (BANDS * BANDS)
#define GROUP 64

cbuffer Prefilter : register(b0)
{
    uint faceSize;
    uint sourceSize;
    float roughness;
    uint mipCount;
};
TextureCube<float4> Environment : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture2DArray<float4> Filtered : register(u0);
RWStructuredBuffer<float4> Coefficients : register(u1);
RWTexture2D<float4> BrdfTable : register(u2);

float3 FaceDirection(uint face, float2 uv)
{
    uv = uv * 2.0f - 1.0f;
    switch (face)
    {
    case 0: return normalize(float3(1.0f, -uv.y, -uv.x));
    case 1: return normalize(float3(-1.0f, -uv.y, uv.x));
    case 2: return normalize(float3(uv.x, 1.0f, uv.y));
    case 3: return normalize(float3(uv.x, -1.0f, -uv.y));
    case 4: return normalize(float3(uv.x, -uv.y, 1.0f));
    default: return normalize(float3(-uv.x, -uv.y, -1.0f));
    }
}

[numthreads(8, 8, 1)]
void PrefilterSpecular(uint3 id : SV_DispatchThreadID)
{
    if (any(id.xy >= faceSize)) return;
    float3 n = FaceDirection(id.z, (float2(id.xy) + 0.5f) / float(faceSize));
    Frame3 frame = MakeFrame(n);
    float alpha = max(roughness, 0.05f);
    float texel = 4.0f * PI / (6.0f * float(sourceSize * sourceSize));
    float3 sum = 0.0f;
    float weights = 0.0f;
    [loop] for (uint i = 0u; i < SAMPLES; ++i)
    {
        float3 h = SampleGGX(Hammersley(i, SAMPLES), alpha);
        float NoH = h.z;
        float3 l = float3(2.0f * NoH * h.x, 2.0f * NoH * h.y, 2.0f * NoH * NoH - 1.0f);
        if (l.z <= 0.0f) continue;
        float pdf = DistributionGGX(NoH, alpha) * 0.25f;
        float solid = rcp(float(SAMPLES) * pdf + 1e-4f);
        float mip = clamp(0.5f * log2(solid / texel) + 1.0f, 0.0f, float(mipCount) - 1.0f);
        sum += Environment.SampleLevel(LinearClamp, frame.ToWorld(l), mip).rgb * l.z;
        weights += l.z;
    }
    Filtered[id] = float4(sum / max(weights, 1e-3f), 1.0f);
}

struct SHBasis
{
    float c[COEFFICIENTS];

    void Evaluate(float3 n)
    {
        c[0] = 0.28209479f;
        c[1] = 0.48860251f * n.y;
        c[2] = 0.48860251f * n.z;
        c[3] = 0.48860251f * n.x;
        c[4] = 1.09254843f * n.x * n.y;
        c[5] = 1.09254843f * n.y * n.z;
        c[6] = 0.31539157f * (3.0f * n.z * n.z - 1.0f);
        c[7] = 1.09254843f * n.x * n.z;
        c[8] = 0.54627421f * (n.x * n.x - n.y * n.y);
#if BANDS > 3
        c[9] = 0.59004359f * n.y * (3.0f * n.x * n.x - n.y * n.y);
        c[10] = 2.89061144f * n.x * n.y * n.z;
        c[11] = 0.45704580f * n.y * (5.0f * n.z * n.z - 1.0f);
        c[12] = 0.37317633f * n.z * (5.0f * n.z * n.z - 3.0f);
        c[13] = 0.45704580f * n.x * (5.0f * n.z * n.z - 1.0f);
        c[14] = 1.44530572f * n.z * (n.x * n.x - n.y * n.y);
        c[15] = 0.59004359f * n.x * (n.x * n.x - 3.0f * n.y * n.y);
#endif
    }
};

groupshared float3 Partial[GROUP];

[numthreads(GROUP, 1, 1)]
void ProjectSH(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (group.z != 0u) return;
    float3 sums[COEFFICIENTS];
    [unroll] for (uint k = 0u; k < COEFFICIENTS; ++k) sums[k] = 0.0f;
    for (uint i = 0u; i < 4u; ++i)
    {
        float3 d = SampleUniformSphere(Hammersley(lane + i * GROUP, 4u * GROUP));
        float3 radiance = Environment.SampleLevel(LinearClamp, d, 1.0f).rgb;
        SHBasis b;
        b.Evaluate(d);
        [unroll] for (uint k = 0u; k < COEFFICIENTS; ++k) sums[k] += radiance * b.c[k];
    }
    [unroll] for (uint c = 0u; c < COEFFICIENTS; ++c)
    {
        Partial[lane] = sums[c];
        GroupMemoryBarrierWithGroupSync();
        for (uint s = GROUP / 2; s > 0u; s >>= 1)
        {
            if (lane < s) Partial[lane] += Partial[lane + s];
            GroupMemoryBarrierWithGroupSync();
        }
        if (lane == 0u) Coefficients[c] = float4(Partial[0] * (4.0f * PI / float(4u * GROUP)), 1.0f);
        GroupMemoryBarrierWithGroupSync();
    }
}

[numthreads(8, 8, 1)]
void IntegrateBrdf(uint3 id : SV_DispatchThreadID)
{
    if (id.z > 0u) return;
    float2 uv = (float2(id.xy) + 0.5f) / 8.0f;
    float NoV = max(uv.x, 1e-3f);
    float rough = uv.y;
    float3 v = float3(SafeSqrt(1.0f - NoV * NoV), 0.0f, NoV);
    float2 sum = 0.0f;
    float cloth = 0.0f;
    [loop] for (uint i = 0u; i < SAMPLES; ++i)
    {
        float2 u = Hammersley(i, SAMPLES);
        float3 h = SampleGGX(u, rough);
        float3 l = 2.0f * dot(v, h) * h - v;
        float NoL = saturate(l.z), NoH = saturate(h.z), VoH = saturate(dot(v, h));
        if (NoL > 0.0f)
        {
            float vis = VisibilitySmithCorrelated(NoV, NoL, rough) * VoH * NoL / max(NoH, 1e-3f);
            float f = Pow5(1.0f - VoH);
            sum += float2(vis * f, vis);
        }
#if CLOTH
        float3 hc = SampleUniformSphere(u);
        hc.z = abs(hc.z);
        float3 lc = 2.0f * dot(v, hc) * hc - v;
        if (lc.z > 0.0f)
            cloth += VisibilityNeubelt(NoV, lc.z) * DistributionCharlie(hc.z, max(rough, 0.1f)) * lc.z * saturate(dot(v, hc));
#endif
    }
    BrdfTable[id.xy] = float4(4.0f * sum / float(SAMPLES), cloth * 8.0f * PI / float(SAMPLES), 1.0f);
}
