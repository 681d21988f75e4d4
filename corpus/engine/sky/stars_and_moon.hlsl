// dxilkit-corpus
// The night: stars binned by magnitude into a cube, black-body colours from a table, the moon with earthshine, sidereal rotation.
// args: -T cs_6_0 -E Splat
// args: -T cs_6_0 -E Splat -D TWINKLE=1
// args: -T cs_6_0 -E Moon
// args: -T cs_6_0 -E Moon -D EARTHSHINE=1
// args: -T cs_6_6 -E Splat -D TWINKLE=1
// range: direction -1 1
// set: FaceSize 8
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"
#ifndef TWINKLE
#define TWINKLE 0
#endif
#ifndef EARTHSHINE
#define EARTHSHINE 0
#endif

struct Star
{
    float3 direction;
    float magnitude;
    float index;
    uint identity;
};
struct FacePlace
{
    uint face;
    float2 uv;
};
cbuffer Night : register(b0)
{
    float3 Axis;
    float Hours;
    float3 SunDirection;
    uint FaceSize;
    float3 MoonDirection;
    float Seconds;
};
StructuredBuffer<Star> Stars : register(t0);
RWStructuredBuffer<uint> CubeTexels : register(u0);
RWStructuredBuffer<float4> MoonPixels : register(u1);

static const float3 TEMPERATURE_COLOURS[6] = {
    float3(0.62, 0.72, 1.0), float3(0.79, 0.85, 1.0), float3(1.0, 0.98, 0.97), float3(1.0, 0.93, 0.82), float3(1.0, 0.82, 0.63), float3(1.0, 0.68, 0.42) };

FacePlace ToFace(float3 d)
{
    const float3 a = abs(d);
    FacePlace p;
    if (a.x >= a.y && a.x >= a.z)
    {
        p.face = d.x > 0 ? 0 : 1;
        p.uv = float2(d.x > 0 ? -d.z : d.z, -d.y) / max(a.x, EPSILON);
    }
    else if (a.y >= a.z)
    {
        p.face = d.y > 0 ? 2 : 3;
        p.uv = float2(d.x, d.y > 0 ? d.z : -d.z) / max(a.y, EPSILON);
    }
    else
    {
        p.face = d.z > 0 ? 4 : 5;
        p.uv = float2(d.z > 0 ? d.x : -d.x, -d.y) / max(a.z, EPSILON);
    }
    p.uv = p.uv * 0.5 + 0.5;
    return p;
}

float3 StarColour(float index)
{
    const float t = clamp((index + 0.4) * 2.5, 0, 4.999);
    const uint i = (uint)t;
    return lerp(TEMPERATURE_COLOURS[i], TEMPERATURE_COLOURS[i + 1], frac(t));
}

[numthreads(64, 1, 1)]
void Splat(uint i : SV_DispatchThreadID)
{
    const Star s = Stars[i];
    const Quaternion turn = Quaternion::FromAxisAngle(SafeNormalize(Axis), Hours * TWO_PI / 23.9344696);
    Quaternion q = turn;
    const float3 d = q.Rotate(SafeNormalize(s.direction));
    const FacePlace place = ToFace(d);
    float flux = exp2(-1.3287712 * (s.magnitude - 1));
#if TWINKLE
    const float air = rcp(max(d.y, 0.1));
    flux *= 1 + 0.05 * air * sin(Seconds * (3 + (s.identity & 7)));
#endif
    const uint2 texel = min((uint2)(place.uv * FaceSize), FaceSize - 1);
    const uint base = (place.face * FaceSize + texel.y) * FaceSize + texel.x;
    const uint brightness = (uint)(saturate(flux * 0.25) * 15);
    const uint3 c = (uint3)(StarColour(s.index) * 3.999);
    InterlockedMax(CubeTexels[base & 63], brightness << 6 | c.r << 4 | c.g << 2 | c.b);
}

float LunarPhase(float cosIncident, float cosView, float phase)
{
    const float lambert = max(cosIncident, 0);
    const float lommel = lambert / max(lambert + cosView, 0.05);
    const float opposition = 1 + 0.4 * exp2(-phase * 8);
    return lerp(lambert, lommel, 0.8) * opposition;
}

[numthreads(8, 8, 1)]
void Moon(uint2 p : SV_GroupThreadID, uint index : SV_GroupIndex)
{
    const float2 uv = (p + 0.5) / 4 - 1;
    const float r2 = dot(uv, uv);
    if (r2 > 1)
    {
        MoonPixels[index] = float4(0, 0, 0, exp2(-4 * (r2 - 1)));
        return;
    }
    const float3 forward = SafeNormalize(MoonDirection);
    float3 right, up;
    BuildFrame(forward, right, up);
    const float z = SafeSqrt(1 - r2);
    const float3 n = uv.x * right + uv.y * up - z * forward;
    const float phase = FastAcos(dot(forward, -SafeNormalize(SunDirection)));
    float light = LunarPhase(dot(n, SafeNormalize(SunDirection)), z, phase);
#if EARTHSHINE
    light += 0.02 * (1 - phase * INV_PI) * z;
#endif
    const float crater = UnitFloat(HashPcg3(uint3(p, 3))).x;
    MoonPixels[index] = float4(light * lerp(0.9, 1, crater) * float3(1, 0.97, 0.92), 1);
}
