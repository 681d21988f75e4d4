// dxilkit-corpus
// Screen-space diffuse light with visibility bitmasks: 32 sectors of the hemisphere slice, light gathered from sectors that newly fill.
// args: -T cs_6_0 -E GatherIndirect
// args: -T cs_6_0 -E GatherIndirect -D SAMPLES=8 -D SLICES=2
// args: -T cs_6_5 -E GatherIndirect -D BACKFACE=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef SAMPLES
#define SAMPLES 6
#endif
#ifndef SLICES
#define SLICES 1
#endif
#ifndef BACKFACE
#define BACKFACE 0
#endif
#define SECTORS 32

cbuffer Indirect : register(b1)
{
    float radius;
    float thickness;
    float intensity;
    float bounce;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> DepthTexture : register(t0);
Texture2D<float4> NormalTexture : register(t1);
Texture2D<float4> SceneColor : register(t2);
SamplerState PointClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

struct SectorMask
{
    uint bits;

    /// Sectors between two angles in 0..1; returns those that were free.
    uint Fill(float low, float high)
    {
        uint first = uint(clamp(low, 0.0f, 0.999f) * float(SECTORS));
        uint count = uint(ceil(saturate(high - low) * float(SECTORS)));
        uint block = count == 0u ? 0u : (0xffffffffu >> (SECTORS - min(count, uint(SECTORS)))) << first;
        uint fresh = block & ~bits;
        bits |= block;
        return fresh;
    }
    float Free() { return 1.0f - float(countbits(bits)) / float(SECTORS); }
};

float3 ViewPosition(float2 uv)
{
    float z = View.LinearDepth(DepthTexture.SampleLevel(PointClamp, uv, 0.0f));
    return float3((uv * 2.0f - 1.0f) * z, z);
}
float3 NormalAt(float2 uv) { return DecodeOctahedral(NormalTexture.SampleLevel(PointClamp, uv, 0.0f).xy * 2.0f - 1.0f); }

[numthreads(8, 8, 1)]
void GatherIndirect(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    float2 uv = View.UvOf(id.xy);
    float3 p = ViewPosition(uv);
    float3 n = NormalAt(uv);
    float3 v = normalize(-p);
    RandomState random = MakeRandom(id.xy, View.frameIndex);
    float2 xi = random.Next2();
    float reach = (0.1f + radius * 0.3f) / max(p.z * 0.2f, 0.2f);
    float3 light = 0.0f;
    float visibility = 0.0f;
    for (uint s = 0u; s < SLICES; ++s)
    {
        float phi = (float(s) + xi.x) * PI / float(SLICES);
        float2 d;
        sincos(phi, d.y, d.x);
        float3 direction = float3(d, 0.0f);
        float3 ortho = direction - dot(direction, v) * v;
        float3 axis = SafeNormalize(cross(direction, v));
        float3 projected = n - axis * dot(n, axis);
        float projectedLength = max(length(projected), 1e-3f);
        float cosN = clamp(dot(projected, v) / projectedLength, -1.0f, 1.0f);
        float gamma = (dot(ortho, projected) < 0.0f ? -1.0f : 1.0f) * FastAcos(cosN);
        SectorMask mask;
        mask.bits = 0u;
        [unroll] for (int side = -1; side <= 1; side += 2)
        {
            [loop] for (uint i = 0u; i < SAMPLES; ++i)
            {
                float t = Square((float(i) + xi.y + 0.1f) / float(SAMPLES));
                float2 at = uv + d * float(side) * t * reach;
                if (any(at < 0.0f) || any(at > 1.0f)) break;
                float3 q = ViewPosition(at);
                float3 front = q - p;
                float3 back = front - v * (thickness + 0.1f);
                float2 angles = float2(
                    FastAcos(clamp(dot(SafeNormalize(front), v), -1.0f, 1.0f)),
                    FastAcos(clamp(dot(SafeNormalize(back), v), -1.0f, 1.0f)));
                angles = saturate((float(side) * -angles - gamma + HALF_PI) / PI);
                if (side > 0) angles = angles.yx;
                uint fresh = mask.Fill(min(angles.x, angles.y), max(angles.x, angles.y));
                if (fresh != 0u)
                {
                    float3 l = SafeNormalize(front);
                    float3 color = SceneColor.SampleLevel(PointClamp, at, 0.0f).rgb;
                    float facing = dot(NormalAt(at), -l);
#if BACKFACE
                    facing = facing < 0.0f ? -facing * bounce : facing;
#else
                    facing = saturate(facing);
#endif
                    light += color * (float(countbits(fresh)) / float(SECTORS)) * saturate(dot(n, l)) * facing;
                }
            }
        }
        visibility += mask.Free();
    }
    visibility /= float(SLICES);
    light *= (intensity + 0.5f) / float(SLICES);
    Output[id.xy] = float4(light / (1.0f + Luminance(light)), visibility);
}
