// dxilkit-corpus
// Strands as isolines and skin as curved triangles: hull stages with several constants, domain stages with patch tables.
// args: -T vs_6_0 -E VSGuide
// args: -T hs_6_0 -E HSStrand
// args: -T ds_6_0 -E DSStrand
// args: -T hs_6_0 -E HSCurved
// args: -T hs_6_0 -E HSCurved -D ADAPTIVE=1
// args: -T ds_6_0 -E DSCurved
// args: -T ds_6_0 -E DSCurved -D DISPLACED=1
// drawn: no
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"
#ifndef ADAPTIVE
#define ADAPTIVE 0
#endif
#ifndef DISPLACED
#define DISPLACED 0
#endif

cbuffer Tessellation : register(b0)
{
    float4x4 ClipFromWorld;
    float3 Eye;
    float Detail;
    float2 Clump;
    uint StrandsPerGuide;
    float Height;
};
Texture2D<float> Displacement : register(t0);
SamplerState LinearWrap : register(s0);

struct Guide
{
    float3 p : POSITION;
    float3 n : NORMAL;
    float2 uv : TEXCOORD;
};
struct StrandConstants
{
    float edges[2] : SV_TessFactor;
    float3 tangents[4] : TANGENTS;
    uint seed : SEED;
};
struct CurvedConstants
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 centre : CENTRE;
};
struct CurvedPoint
{
    float3 p : POSITION;
    float3 n : NORMAL;
    float2 uv : TEXCOORD;
    float3 toNext[2] : EDGE;
};
struct Out
{
    float4 clip : SV_Position;
    float3 n : NORMAL;
    float along : ALONG;
};

Guide VSGuide(Guide g) { return g; }

StrandConstants StrandPatch(InputPatch<Guide, 4> patch, uint id : SV_PrimitiveID)
{
    StrandConstants c;
    float span = 0;
    for (uint i = 0; i < 4; ++i)
    {
        const uint next = min(i + 1, 3), before = max(i, 1) - 1;
        c.tangents[i] = (patch[next].p - patch[before].p) * 0.5;
        span += length(c.tangents[i]);
    }
    c.edges[0] = clamp((float)StrandsPerGuide, 1, 64);
    c.edges[1] = clamp(span * Detail / max(distance(Eye, patch[0].p), 0.1), 2, 32);
    c.seed = HashMix(id);
    return c;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(4)]
[patchconstantfunc("StrandPatch")]
Guide HSStrand(InputPatch<Guide, 4> patch, uint i : SV_OutputControlPointID)
{
    Guide g = patch[i];
    g.n = SafeNormalize(g.n);
    return g;
}

[domain("isoline")]
Out DSStrand(StrandConstants c, float2 uv : SV_DomainLocation, const OutputPatch<Guide, 4> patch)
{
    const float at = uv.x * 3;
    const uint segment = min((uint)at, 2);
    const float t = at - segment, t2 = t * t, t3 = t2 * t;
    float3 p = (2 * t3 - 3 * t2 + 1) * patch[segment].p + (t3 - 2 * t2 + t) * c.tangents[segment]
             + (3 * t2 - 2 * t3) * patch[segment + 1].p + (t3 - t2) * c.tangents[segment + 1];
    const float3 offset = UnitFloat(HashPcg3(uint3(c.seed, asuint(uv.y), 7))) - 0.5;
    p += offset * lerp(Clump.x, Clump.y, uv.x);
    Out o;
    o.clip = mul(float4(p, 1), ClipFromWorld);
    o.n = lerp(patch[segment].n, patch[segment + 1].n, t);
    o.along = uv.x;
    return o;
}

CurvedConstants CurvedPatch(InputPatch<Guide, 3> patch, const OutputPatch<CurvedPoint, 3> made)
{
    CurvedConstants c;
    float3 edgeSum = 0, cornerSum = 0;
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
#if ADAPTIVE
        const float3 a = patch[(i + 1) % 3].p, b = patch[(i + 2) % 3].p;
        c.edges[i] = clamp(distance(a, b) * Detail * rcp(max(distance(Eye, (a + b) * 0.5), 0.1)), 1, 64);
#else
        c.edges[i] = Detail;
#endif
        edgeSum += made[i].toNext[0] + made[i].toNext[1];
        cornerSum += made[i].p;
    }
    c.inside = max(c.edges[0], max(c.edges[1], c.edges[2]));
    const float3 e = edgeSum / 6, v = cornerSum / 3;
    c.centre = e + (e - v) * 0.5;
    return c;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("CurvedPatch")]
[maxtessfactor(64.0)]
CurvedPoint HSCurved(InputPatch<Guide, 3> patch, uint i : SV_OutputControlPointID)
{
    const uint next = i < 2 ? i + 1 : 0;
    CurvedPoint o;
    o.p = patch[i].p;
    o.n = patch[i].n;
    o.uv = patch[i].uv;
    const float3 d = patch[next].p - patch[i].p;
    o.toNext[0] = patch[i].p + (d - dot(d, patch[i].n) * patch[i].n) / 3;
    o.toNext[1] = patch[next].p - (d - dot(d, patch[next].n) * patch[next].n) / 3;
    return o;
}

[domain("tri")]
Out DSCurved(CurvedConstants c, float3 b : SV_DomainLocation, const OutputPatch<CurvedPoint, 3> patch)
{
    float3 p = 6 * b.x * b.y * b.z * c.centre, n = 0;
    float2 uv = 0;
    for (uint i = 0; i < 3; ++i)
    {
        const float u = b[i], v = b[(i + 1) % 3];
        p += u * u * u * patch[i].p + 3 * u * v * (u * patch[i].toNext[0] + v * patch[i].toNext[1]);
        n += u * patch[i].n;
        uv += u * patch[i].uv;
    }
    n = SafeNormalize(n);
#if DISPLACED
    p += n * (Displacement.SampleLevel(LinearWrap, uv, 0) * Height);
#endif
    Out o;
    o.clip = mul(float4(p, 1), ClipFromWorld);
    o.n = n;
    o.along = uv.x;
    return o;
}
