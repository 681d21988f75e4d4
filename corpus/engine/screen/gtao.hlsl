// dxilkit-corpus
// Ground truth ambient occlusion: horizons along slices, cosine-weighted arcs, bent normals, a depth-aware denoiser with packed edges.
// args: -T cs_6_0 -E ComputeAO
// args: -T cs_6_0 -E ComputeAO -D SLICES=3 -D STEPS=6
// args: -T cs_6_0 -E ComputeAO -D BENT_NORMALS=1
// args: -T cs_6_2 -E ComputeAO -D BENT_NORMALS=1 -D LOW_PRECISION=1
// args: -T cs_6_0 -E DenoiseAO
// args: -T cs_6_0 -E DenoiseAO -D LAST_PASS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// rounded: 8
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"

#ifndef SLICES
#define SLICES 2
#endif
#ifndef STEPS
#define STEPS 4
#endif
#ifndef BENT_NORMALS
#define BENT_NORMALS 0
#endif
#ifndef LOW_PRECISION
#define LOW_PRECISION 0
#endif
#ifndef LAST_PASS
#define LAST_PASS 0
#endif

#if LOW_PRECISION
typedef min16float lp;
typedef min16float3 lp3;
#else
typedef float lp;
typedef float3 lp3;
#endif

cbuffer AO : register(b1)
{
    float2 ndcToView;
    float2 ndcToViewOffset;
    float radius;
    float falloffRange;
    float power;
    float thinOccluder;
    float mipOffset;
    float blurSharpness;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthPyramid : register(t0);
Texture2D<float4> NormalTexture : register(t1);
Texture2D<uint> AOInput : register(t2);
SamplerState PointClamp : register(s0);
RWTexture2D<uint> AOOutput : register(u0);
RWTexture2D<float4> Bent : register(u1);

float2 R2(uint2 pixel, uint frame)
{
    uint index = HashCombine(pixel.x & 7u, pixel.y & 7u) & 255u;
    return frac(0.5f + float(index + 288u * (frame & 63u)) * float2(0.75487766624669f, 0.569840290998f));
}

float3 ViewPosition(float2 uv, float z) { return float3((ndcToView * 2.0f * (uv - 0.5f) + ndcToViewOffset * 0.1f) * z, z); }

/// Left, right, top, bottom: how continuous the surface is.
float4 EdgesOf(float center, float4 neighbours)
{
    float4 edges = neighbours - center;
    float slopeX = (edges.y - edges.x) * 0.5f;
    float slopeY = (edges.w - edges.z) * 0.5f;
    float4 adjusted = edges + float4(slopeX, -slopeX, slopeY, -slopeY);
    edges = min(abs(edges), abs(adjusted));
    return saturate(1.25f - edges / (center * 0.03f + 0.01f));
}
uint PackEdges(float4 e)
{
    uint4 q = uint4(round(saturate(e) * 2.9f));
    return (q.x << 6) | (q.y << 4) | (q.z << 2) | q.w;
}
float4 UnpackEdges(uint p) { return saturate(float4((p >> 6) & 3u, (p >> 4) & 3u, (p >> 2) & 3u, p & 3u) / 3.0f + 0.2f); }

[numthreads(8, 8, 1)]
void ComputeAO(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float2 texel = 1.0f / 16.0f;
    float z = View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv, 0.0f));
    float4 around;
    around.x = View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv - float2(texel.x, 0.0f), 0.0f));
    around.y = View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv + float2(texel.x, 0.0f), 0.0f));
    around.z = View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv - float2(0.0f, texel.y), 0.0f));
    around.w = View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv + float2(0.0f, texel.y), 0.0f));
    uint edges = PackEdges(EdgesOf(z, around));

    float3 center = ViewPosition(uv, z * 0.999f);
    lp3 v = (lp3)normalize(-center);
    lp3 n = (lp3)DecodeOctahedral(NormalTexture.SampleLevel(PointClamp, uv, 0.0f).xy * 2.0f - 1.0f);
    n = dot(n, v) < (lp)0.0f ? -n : n;

    float reach = (radius + 0.5f) * 16.0f / max(z, 0.1f);
    float2 noise = R2(id.xy, View.frameIndex);
    lp falloffScale = (lp)(-1.0f / max(radius * falloffRange, 0.01f));
    lp falloffOffset = (lp)((radius * (1.0f - falloffRange)) / max(radius * falloffRange, 0.01f) + 1.0f);
    lp visibility = (lp)0.0f;
    float3 bent = 0.0f;
    [loop] for (uint slice = 0u; slice < SLICES; ++slice)
    {
        float phi = (float(slice) + noise.x) * PI / float(SLICES);
        float s, c;
        sincos(phi, s, c);
        float2 omega = float2(c, -s) * reach;
        lp3 direction = lp3((lp)c, (lp)s, (lp)0.0f);
        lp3 ortho = direction - dot(direction, v) * v;
        lp3 axis = normalize(cross(ortho, v));
        lp3 projected = n - axis * dot(n, axis);
        lp signNorm = sign(dot(ortho, projected));
        lp len = length(projected);
        lp cosNorm = saturate(dot(projected, v) / max(len, (lp)1e-3f));
        lp gamma = signNorm * (lp)FastAcos(float(cosNorm));
        lp low0 = cos(gamma + (lp)HALF_PI);
        lp low1 = cos(gamma - (lp)HALF_PI);
        lp horizon0 = low0, horizon1 = low1;
        [unroll] for (uint step = 0u; step < STEPS; ++step)
        {
            float stepNoise = frac(noise.y + float(slice + step * STEPS) * 0.6180339887f);
            float t = Square((float(step) + stepNoise) / float(STEPS)) + 0.02f;
            float2 offset = t * omega;
            float mip = clamp(log2(max(length(offset), 1e-3f)) - mipOffset - 3.3f, 0.0f, 3.0f);
            offset = round(offset) * texel;
            float3 p0 = ViewPosition(uv + offset, View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv + offset, mip)));
            float3 p1 = ViewPosition(uv - offset, View.LinearDepth(DepthPyramid.SampleLevel(PointClamp, uv - offset, mip)));
            float3 d0 = p0 - center, d1 = p1 - center;
            float l0 = length(d0), l1 = length(d1);
            lp w0 = saturate((lp)(length(float3(d0.xy, d0.z * (1.0f + thinOccluder)))) * falloffScale + falloffOffset);
            lp w1 = saturate((lp)(length(float3(d1.xy, d1.z * (1.0f + thinOccluder)))) * falloffScale + falloffOffset);
            lp h0 = lerp(low0, (lp)dot(d0 / max(l0, 1e-4f), float3(v)), w0);
            lp h1 = lerp(low1, (lp)dot(d1 / max(l1, 1e-4f), float3(v)), w1);
            horizon0 = max(horizon0, h0);
            horizon1 = max(horizon1, h1);
        }
        len = lerp(len, (lp)1.0f, (lp)0.05f);
        lp a0 = -(lp)FastAcos(float(horizon1));
        lp a1 = (lp)FastAcos(float(horizon0));
        lp arc0 = (cosNorm + (lp)2.0f * a0 * sin(gamma) - cos((lp)2.0f * a0 - gamma)) * (lp)0.25f;
        lp arc1 = (cosNorm + (lp)2.0f * a1 * sin(gamma) - cos((lp)2.0f * a1 - gamma)) * (lp)0.25f;
        visibility += len * (arc0 + arc1);
#if BENT_NORMALS
        float t0 = (6.0f * sin(float(a0 - gamma)) - sin(3.0f * float(a0) - float(gamma)) + 6.0f * sin(float(a1 - gamma)) - sin(3.0f * float(a1) - float(gamma)) + 16.0f * sin(float(gamma)) - 3.0f * (sin(float(a0 + gamma)) + sin(float(a1 + gamma)))) / 12.0f;
        float t1 = (-cos(3.0f * float(a0) - float(gamma)) - cos(3.0f * float(a1) - float(gamma)) + 8.0f * cos(float(gamma)) - 3.0f * (cos(float(a0 + gamma)) + cos(float(a1 + gamma)))) / 12.0f;
        bent += (float3(direction) * t0 + float3(v) * -t1) * float(len);
#endif
    }
    visibility = pow(saturate(visibility / (lp)float(SLICES)), (lp)(power + 0.5f));
    uint packed = PackUnorm(max(0.03f, float(visibility)), 8u);
    AOOutput[id.xy] = packed | (edges << 8);
#if BENT_NORMALS
    Bent[id.xy] = float4(SafeNormalize(bent), float(visibility));
#else
    Bent[id.xy] = float4(float3(n), float(visibility));
#endif
}

void AddSample(uint packed, float edge, inout float sum, inout float weights)
{
    float w = edge * (0.5f + blurSharpness);
    sum += w * UnpackUnorm(packed, 0u, 8u);
    weights += w;
}

[numthreads(8, 8, 1)]
void DenoiseAO(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int2 at = int2(id.xy);
    uint center = AOInput.Load(int3(at & 15, 0)) * 0x2b17u;
    uint left = AOInput.Load(int3((at + int2(-1, 0)) & 15, 0)) * 0x2b17u;
    uint right = AOInput.Load(int3((at + int2(1, 0)) & 15, 0)) * 0x2b17u;
    uint top = AOInput.Load(int3((at + int2(0, -1)) & 15, 0)) * 0x2b17u;
    uint bottom = AOInput.Load(int3((at + int2(0, 1)) & 15, 0)) * 0x2b17u;
    float4 edges = UnpackEdges(center >> 8);
    float4 el = UnpackEdges(left >> 8), er = UnpackEdges(right >> 8), et = UnpackEdges(top >> 8), eb = UnpackEdges(bottom >> 8);
    // An edge counts when both sides see it the same.
    edges *= float4(el.y, er.x, et.w, eb.z);
    float leak = saturate(4.0f - 3.5f - dot(edges, 0.25f)) * 0.5f;
    edges = saturate(edges + leak);
    float sum = UnpackUnorm(center, 0u, 8u) * 1.2f;
    float weights = 1.2f;
    AddSample(left, edges.x, sum, weights);
    AddSample(right, edges.y, sum, weights);
    AddSample(top, edges.z, sum, weights);
    AddSample(bottom, edges.w, sum, weights);
    float diagonal = 0.425f;
    AddSample(AOInput.Load(int3((at + int2(-1, -1)) & 15, 0)), diagonal * (edges.x * el.z + edges.z * et.x), sum, weights);
    AddSample(AOInput.Load(int3((at + int2(1, -1)) & 15, 0)), diagonal * (edges.z * et.y + edges.y * er.z), sum, weights);
    AddSample(AOInput.Load(int3((at + int2(-1, 1)) & 15, 0)), diagonal * (edges.w * eb.x + edges.x * el.w), sum, weights);
    AddSample(AOInput.Load(int3((at + int2(1, 1)) & 15, 0)), diagonal * (edges.y * er.w + edges.w * eb.y), sum, weights);
    float ao = sum / weights;
#if LAST_PASS
    Bent[id.xy] = saturate(ao * 1.5f).xxxx;
#else
    Bent[id.xy] = float4(ao, edges.xyz);
    AOOutput[id.xy] = PackUnorm(ao, 8u) | (center & 0xff00u);
#endif
}
