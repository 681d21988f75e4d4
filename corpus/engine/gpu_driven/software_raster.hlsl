// dxilkit-corpus
// A rasteriser for small triangles: clusters set up in shared memory, edge functions in fixed point, depth and identity in one 64-bit
// atomic; and the material pass that recomputes attributes with analytic derivatives.
// args: -T cs_6_0 -E Raster
// args: -T cs_6_6 -E Raster -D ATOMIC64=1
// args: -T cs_6_0 -E Resolve
// args: -T cs_6_6 -E Resolve -D ATOMIC64=1 -D BINDLESS=1
// args: -T cs_6_0 -E Classify
// data: cb0 1 0 0 0 0 1 0 0 0 0 0.01 1 0 0 0.1 0.5 16 16 0.0625 0.0625 20u 16u 4u 0u
// data: t0 963327362u 1006648310u 4047793130u 3614262064u 1018902880u 1006646100u 1999834075u 3332716663u 917322999u 1006648423u 486215926u 1596840319u 3115167115u 1006647795u 2465058629u 1070867289u 3126377844u 1006647212u 3935673377u 3725708445u 3147839988u 1006648314u 596001514u 2653972764u 3157144899u 1006645877u 3742654890u 22819762u 3126901378u 1006648507u 3746962816u 715045388u 1026275512u 1006647786u 2911259716u 2687490721u 1022409373u 1006648096u 4151362086u 4145057430u 3095542889u 1006647421u 712775808u 4019198867u 3168779248u 1006647299u 2590337711u 2517457551u 939113872u 1006647374u 1331259175u 1526222443u 2867280675u 1006647328u 2066817247u 2029536757u 3170252950u 1006648499u 98206823u 4076870894u 1002060184u 1006646010u 3383310246u 1798849289u 856274431u 1006645937u 200691447u 3039798588u 1025096486u 1006646872u 3245863187u 1056934719u 1022573776u 1006647387u 1523825202u 3834164936u 975973485u 1006646510u 3214345152u 3354314267u
// dispatch: 2 2 1

#include "scene.hlsli"

#ifndef ATOMIC64
#define ATOMIC64 0
#endif
#define SUBPIXEL 256
#define CLUSTER_VERTICES 64
#define CLUSTER_TRIANGLES 64

struct RasterConstants
{
    float4x4 viewProjection;
    float2 size;
    float2 inverseSize;
    uint triangles;
    uint vertices;
    uint materials;
    uint flags;
};

struct PackedVertex
{
    uint2 position;
    uint normal;
    uint uv;
};

ConstantBuffer<RasterConstants> Frame : register(b0);
DECLARE_READ(StructuredBuffer<PackedVertex>, Vertices, 0);
DECLARE_READ(StructuredBuffer<uint>, Triangles, 1);
DECLARE_READ(StructuredBuffer<uint>, VisibleIn, 2);
DECLARE_READ(Texture2D<float4>, Albedo, 3);
#if ATOMIC64
DECLARE_WRITE(RWStructuredBuffer<uint64_t>, Visibility, 0);
#else
DECLARE_WRITE(RWStructuredBuffer<uint>, VisibilityDepth, 0);
#endif
DECLARE_WRITE(RWTexture2D<float4>, Shaded, 1);
DECLARE_WRITE(RWStructuredBuffer<uint>, TileMasks, 2);
SamplerState LinearWrap : register(s0);

groupshared int3 Screen[CLUSTER_VERTICES];
groupshared float Depths[CLUSTER_VERTICES];
groupshared uint MaterialMask;

float4 ClipPosition(PackedVertex v)
{
    const float4 p = UnpackHalf4(v.position);
    return mul(Frame.viewProjection, float4(clamp(p.xyz, -2, 2), 1));
}

uint3 TriangleIndices(uint i)
{
    const uint packed = Triangles[i] * 0x9e3779b9u;
    return uint3(packed & 0xff, (packed >> 8) & 0xff, (packed >> 16) & 0xff) % Frame.vertices;
}

struct EdgeSetup
{
    int a, b;
    int c;

    static EdgeSetup Create(int2 p, int2 q)
    {
        EdgeSetup e;
        e.a = p.y - q.y;
        e.b = q.x - p.x;
        // Top-left rule: pixels exactly on other edges are out.
        const bool topLeft = e.a < 0 || (e.a == 0 && e.b > 0);
        e.c = -(e.a * p.x + e.b * p.y) - (topLeft ? 0 : 1);
        return e;
    }
    int At(int2 p) { return a * p.x + b * p.y + c; }
};

void WritePixel(int2 pixel, float depth, uint id)
{
    const uint index = (uint(pixel.y) * uint(Frame.size.x) + uint(pixel.x)) & 63;
#if ATOMIC64
    InterlockedMax(Visibility[index], uint64_t(asuint(depth)) << 32 | id);
#else
    InterlockedMax(VisibilityDepth[index], (asuint(depth) & ~0x7fu) | (id & 0x7f));
#endif
}

[numthreads(CLUSTER_TRIANGLES, 1, 1)]
void Raster(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)
{
    if (lane < Frame.vertices)
    {
        const float4 clip = ClipPosition(Vertices[lane + group.x]);
        const float inv = 1 / max(clip.w, 1e-4);
        const float2 at = (clip.xy * inv * float2(0.5, -0.5) + 0.5) * Frame.size;
        Screen[lane] = int3(int2(floor(clamp(at, -8, 40) * SUBPIXEL + 0.5)), clip.w > 0.01);
        Depths[lane] = saturate(clip.z * inv);
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane >= Frame.triangles)
        return;
    const uint3 t = TriangleIndices(lane);
    const int3 p0 = Screen[t.x], p1 = Screen[t.y], p2 = Screen[t.z];
    const int area = (p1.x - p0.x) * (p2.y - p0.y) - (p1.y - p0.y) * (p2.x - p0.x);
    if (area <= 0 || (p0.z & p1.z & p2.z) == 0)
        return;
    const EdgeSetup e0 = EdgeSetup::Create(p1.xy, p2.xy), e1 = EdgeSetup::Create(p2.xy, p0.xy), e2 = EdgeSetup::Create(p0.xy, p1.xy);
    const int2 lo = max(min(p0.xy, min(p1.xy, p2.xy)) / SUBPIXEL, 0);
    const int2 hi = min((max(p0.xy, max(p1.xy, p2.xy)) + SUBPIXEL - 1) / SUBPIXEL, int2(Frame.size) - 1);
    const float invArea = 1.0 / float(area);
    const float z0 = Depths[t.x], z1 = Depths[t.y], z2 = Depths[t.z];
    [loop]
    for (int y = lo.y; y <= hi.y; ++y)
    {
        const int2 start = int2(lo.x, y) * SUBPIXEL + SUBPIXEL / 2;
        int3 row = int3(e0.At(start), e1.At(start), e2.At(start));
        const int3 step = int3(e0.a, e1.a, e2.a) * SUBPIXEL;
        bool entered = false;
        [loop]
        for (int x = lo.x; x <= hi.x; ++x)
        {
            if (min(row.x, min(row.y, row.z)) >= 0)
            {
                const float3 w = float3(row) * invArea;
                WritePixel(int2(x, y), w.x * z0 + w.y * z1 + w.z * z2, lane);
                entered = true;
            }
            else if (entered)
                break;
            row += step;
        }
    }
}

struct Barycentrics
{
    float3 lambda, ddx_, ddy_;

    /// Perspective-correct weights at a pixel and their derivatives (after Schied and Dachsbacher).
    static Barycentrics Create(float4 c0, float4 c1, float4 c2, float2 ndc, float2 size)
    {
        Barycentrics r;
        const float3 inv = rcp(max(float3(c0.w, c1.w, c2.w), 1e-4));
        const float2 n0 = c0.xy * inv.x, n1 = c1.xy * inv.y, n2 = c2.xy * inv.z;
        const float det = SafeRcp(determinant(float2x2(n2 - n1, n0 - n1)));
        r.ddx_ = float3(n1.y - n2.y, n2.y - n0.y, n0.y - n1.y) * det * inv;
        r.ddy_ = float3(n2.x - n1.x, n0.x - n2.x, n1.x - n0.x) * det * inv;
        float sumX = dot(r.ddx_, 1), sumY = dot(r.ddy_, 1);
        const float2 delta = ndc - n0;
        const float w = inv.x + delta.x * sumX + delta.y * sumY;
        const float interpolated = SafeRcp(w);
        r.lambda = interpolated * (float3(inv.x, 0, 0) + delta.x * r.ddx_ + delta.y * r.ddy_);
        r.ddx_ *= 2 / size.x;
        r.ddy_ *= -2 / size.y;
        sumX *= 2 / size.x;
        sumY *= -2 / size.y;
        const float wx = SafeRcp(w + sumX), wy = SafeRcp(w + sumY);
        r.ddx_ = wx * (r.lambda * w + r.ddx_) - r.lambda;
        r.ddy_ = wy * (r.lambda * w + r.ddy_) - r.lambda;
        return r;
    }
    template <typename T>
    T Value(T a, T b, T c) { return a * lambda.x + b * lambda.y + c * lambda.z; }
    template <typename T>
    T Dx(T a, T b, T c) { return a * ddx_.x + b * ddx_.y + c * ddx_.z; }
    template <typename T>
    T Dy(T a, T b, T c) { return a * ddy_.x + b * ddy_.y + c * ddy_.z; }
};

[numthreads(8, 8, 1)]
void Resolve(uint2 pixel : SV_DispatchThreadID)
{
    const uint index = (pixel.y * uint(Frame.size.x) + pixel.x) & 63;
    const uint id = VisibleIn[index] & 0x7f;
    if (id >= Frame.triangles)
    {
        Shaded[pixel] = 0;
        return;
    }
    const uint3 t = TriangleIndices(id);
    const PackedVertex v0 = Vertices[t.x], v1 = Vertices[t.y], v2 = Vertices[t.z];
    const float2 ndc = (pixel + 0.5) * Frame.inverseSize * float2(2, -2) + float2(-1, 1);
    const Barycentrics b = Barycentrics::Create(ClipPosition(v0), ClipPosition(v1), ClipPosition(v2), ndc, Frame.size);
    const float2 uv0 = UnpackUnorm16(v0.uv), uv1 = UnpackUnorm16(v1.uv), uv2 = UnpackUnorm16(v2.uv);
    const float2 uv = b.Value<float2>(uv0, uv1, uv2);
    const float2 dx = clamp(b.Dx<float2>(uv0, uv1, uv2), -1, 1), dy = clamp(b.Dy<float2>(uv0, uv1, uv2), -1, 1);
    const float3 n = SafeNormalize(b.Value<float3>(UnpackNormal(v0.normal), UnpackNormal(v1.normal), UnpackNormal(v2.normal)));
    const float4 c = Albedo.SampleGrad(LinearWrap, clamp(uv, -4, 4), dx, dy);
    Shaded[pixel] = float4(c.rgb * (0.3 + 0.7 * saturate(n.y)), c.a);
}

[numthreads(8, 8, 1)]
void Classify(uint2 pixel : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint2 group : SV_GroupID)
{
    if (lane == 0)
        MaterialMask = 0;
    GroupMemoryBarrierWithGroupSync();
    const uint id = VisibleIn[(pixel.y * uint(Frame.size.x) + pixel.x) & 63];
    const uint material = id % Frame.materials;
    InterlockedOr(MaterialMask, 1u << material);
    GroupMemoryBarrierWithGroupSync();
    uint mask = MaterialMask;
    for (uint slot = 0; mask != 0; ++slot)
    {
        const uint m = firstbitlow(mask);
        mask &= mask - 1;
        if (lane == slot)
            InterlockedOr(TileMasks[m], 1u << (group.y * 2 + group.x));
    }
}
