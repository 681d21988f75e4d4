// dxilkit-corpus
// Horizon-based occlusion on deinterleaved depth: sixteen quarter images, per-image jitter, normals from depth, cross-bilateral blur in shared memory.
// args: -T cs_6_0 -E Deinterleave
// args: -T cs_6_0 -E ComputeHbao
// args: -T cs_6_0 -E ComputeHbao -D DIRECTIONS=8 -D STEPS=3
// args: -T cs_6_0 -E Blur
// args: -T cs_6_0 -E Blur -D VERTICAL=1
// args: -T cs_6_6 -E ComputeHbao -D DIRECTIONS=8 -D STEPS=6
// set: size 32 32
// set: projection 1 1 0 0
// range: slice 0 15
// dispatch: 2 2 4
#include "../shared/math.hlsli"
#include "../shared/packing.hlsli"

#ifndef DIRECTIONS
#define DIRECTIONS 4
#endif
#ifndef STEPS
#define STEPS 4
#endif
#ifndef VERTICAL
#define VERTICAL 0
#endif

cbuffer Hbao : register(b0)
{
    uint2 size;
    float2 invSize;
    float4 projection;
    float radius;
    float bias;
    float exponent;
    float sharpness;
    float nearZ;
    float farZ;
    float4 jitters[16];
};
Texture2D<float> DepthTexture : register(t0);
Texture2DArray<float> Slices : register(t1);
Texture2D<float4> OcclusionDepth : register(t2);
SamplerState PointClamp : register(s0);
RWTexture2DArray<float4> SliceOutput : register(u0);
RWTexture2D<float4> Output : register(u1);

float Linearize(float d) { return 1.0f + d * 9.0f + nearZ * 0.1f + farZ * 0.1f; }

groupshared float Block[16][16];

[numthreads(16, 16, 1)]
void Deinterleave(uint3 group : SV_GroupID, uint3 local : SV_GroupThreadID, uint lane : SV_GroupIndex)
{
    if (group.z > 0u) return;
    uint2 p = group.xy * 16u + local.xy;
    Block[local.y][local.x] = Linearize(DepthTexture.Load(int3(p & 15u, 0)));
    GroupMemoryBarrierWithGroupSync();
    // Threads that write side by side write one slice.
    uint slice = lane >> 4, within = lane & 15u;
    uint2 from = uint2((within & 3u) * 4u + (slice & 3u), (within >> 2) * 4u + (slice >> 2));
    float z = Block[from.y][from.x];
    if (slice < 4u) SliceOutput[uint3(group.xy * 4u + uint2(within & 3u, within >> 2), slice)] = z;
}

float3 ViewPosition(float2 uv, float z) { return float3((uv * 2.0f - 1.0f) * projection.xy * z + projection.zw, z); }
float3 SlicePosition(float2 uv, uint slice) { return ViewPosition(uv, 1.0f + 9.0f * Slices.SampleLevel(PointClamp, float3(uv, float(slice & 3u)), 0.0f)); }

float3 NormalFromDepth(float2 uv, float3 center, uint slice)
{
    float2 e = 1.0f / 16.0f;
    float3 r = SlicePosition(uv + float2(e.x, 0.0f), slice) - center, l = center - SlicePosition(uv - float2(e.x, 0.0f), slice);
    float3 b = SlicePosition(uv + float2(0.0f, e.y), slice) - center, t = center - SlicePosition(uv - float2(0.0f, e.y), slice);
    float3 dx = dot(r, r) < dot(l, l) ? r : l;
    float3 dy = dot(b, b) < dot(t, t) ? b : t;
    return SafeNormalize(cross(dx, dy));
}

float2x2 Rotation(float2 cs) { return float2x2(cs.x, -cs.y, cs.y, cs.x); }

[numthreads(8, 8, 1)]
void ComputeHbao(uint3 id : SV_DispatchThreadID)
{
    uint2 quarter = size / 4u;
    if (any(id.xy >= max(quarter, 8u))) return;
    uint slice = id.z;
    float2 offset = float2(slice & 3u, slice >> 2) + 0.5f;
    float2 uv = (float2(id.xy * 4u) + offset) / float2(size);
    float3 center = SlicePosition(uv, slice);
    float3 n = NormalFromDepth(uv, center, slice);
    float4 jitter = jitters[slice & 15u];
    float angle = TWO_PI * jitter.x;
    float2 cs;
    sincos(angle, cs.y, cs.x);
    float reach = (0.2f + radius) / center.z;
    float negInvR2 = -1.0f / Square(0.5f + radius * 4.0f);
    float step = reach / float(STEPS + 1);
    float occlusion = 0.0f;
    [unroll] for (uint d = 0u; d < DIRECTIONS; ++d)
    {
        float2 direction = mul(Rotation(cs), float2(cos(TWO_PI / float(DIRECTIONS) * float(d)), sin(TWO_PI / float(DIRECTIONS) * float(d))));
        float along = jitter.y * step + 0.01f;
        [unroll] for (uint s = 0u; s < STEPS; ++s)
        {
            float2 at = uv + direction * along;
            along += step;
            float3 v = SlicePosition(at, slice) - center;
            float vv = dot(v, v);
            float nv = dot(n, v) * rsqrt(max(vv, 1e-6f));
            occlusion += saturate(nv - bias * 0.2f) * saturate(vv * negInvR2 + 1.0f);
        }
    }
    occlusion *= 1.0f / (float(DIRECTIONS) * float(STEPS)) / (1.0f - bias * 0.2f);
    float ao = pow(saturate(1.0f - 2.0f * occlusion), 0.5f + exponent);
    uint2 to = id.xy * 4u + uint2(slice & 3u, slice >> 2);
    if (all(to < size)) Output[to] = float4(ao, center.z, n.xy);
}

#define GROUP 64
#define KERNEL 4
groupshared float2 Line[GROUP + 2 * KERNEL];

float BlurWeight(int r, float z, float center, float slope)
{
    const float sigma = float(KERNEL) * 0.5f;
    const float falloff = 1.0f / (2.0f * sigma * sigma);
    float dz = (z - center - slope * float(r)) * (1.0f + sharpness * 8.0f);
    return exp2(-float(r * r) * falloff - dz * dz);
}

[numthreads(GROUP, 1, 1)]
void Blur(uint3 group : SV_GroupID, uint lane : SV_GroupIndex)
{
    uint row = group.x + group.y * 2u + group.z * 4u;
    for (uint i = lane; i < GROUP + 2 * KERNEL; i += GROUP)
    {
        int along = clamp(int(i) - KERNEL, 0, 31);
#if VERTICAL
        int2 at = int2(int(row), along);
#else
        int2 at = int2(along, int(row));
#endif
        float4 s = OcclusionDepth.Load(int3(at & 15, 0));
        Line[i] = float2(s.x, Linearize(s.y));
    }
    GroupMemoryBarrierWithGroupSync();
    if (lane >= 32u) return;
    float2 center = Line[lane + KERNEL];
    float slope = (Line[lane + KERNEL + 1u].y - Line[lane + KERNEL - 1u].y) * 0.5f;
    float sum = center.x, weights = 1.0f;
    [unroll] for (int r = 1; r <= KERNEL; ++r)
    {
        float2 a = Line[int(lane) + KERNEL + r], b = Line[int(lane) + KERNEL - r];
        float wa = BlurWeight(r, a.y, center.y, slope), wb = BlurWeight(-r, b.y, center.y, slope);
        sum += a.x * wa + b.x * wb;
        weights += wa + wb;
    }
#if VERTICAL
    Output[uint2(row, lane)] = float4(sum / weights, center.y, slope, 1.0f);
#else
    Output[uint2(lane, row)] = float4(sum / weights, center.y, slope, 1.0f);
#endif
}
