// dxilkit-corpus
// Animation from compressed tracks: rotations by their smallest three with a bit rate a track, ranges of segments, keys searched, bodies blended and skinned.
// args: -T cs_6_0 -E Decompress
// args: -T cs_6_0 -E Decompress -D RANGES=1
// args: -T cs_6_0 -E Decompress -D RANGES=1 -D HERMITE=1
// args: -T cs_6_2 -E Decompress -D RANGES=1 -D NATIVE=1 -enable-16bit-types
// args: -T vs_6_0 -E VSAnimated
// args: -T vs_6_0 -E VSAnimated -D RANGES=1
// args: -T ps_6_0 -E PSAnimated
// set: Clip 16 6 3 64
// set: Time 0.37 30 1 0.5
// range: rate 3 19
// range: firstBit 0 1500
#include "../kernel/math.hlsli"
#ifndef RANGES
#define RANGES 0
#endif
#ifndef HERMITE
#define HERMITE 0
#endif
#ifndef NATIVE
#define NATIVE 0
#endif
#if NATIVE
typedef float16_t3 Small3;
typedef float16_t Small;
#else
typedef float3 Small3;
typedef float Small;
#endif

enum class TrackKind : uint
{
    Constant,
    Rotation,
    Translation,
    Scale,
};

cbuffer Player : register(b0)
{
    uint4 Clip; // tracks, keys, segments, bits of a frame
    float4 Time; // seconds, rate, speed, blend
    row_major float3x4 World;
};
struct Track
{
    uint kind;
    uint rate;
    uint firstBit;
    uint parent;
    float3 low;
    float3 extent;
};
StructuredBuffer<Track> Tracks : register(t0);
ByteAddressBuffer Bits : register(t1);
StructuredBuffer<float4> Bases : register(t2);
RWStructuredBuffer<float4> Locals : register(u0);

uint ReadBits(uint at, uint count)
{
    const uint2 words = Bits.Load2((at >> 5) * 4);
    const uint shift = at & 31;
    uint value = words.x >> shift;
    if (shift + count > 32)
        value |= words.y << (32 - shift);
    return count < 32 ? value & ((1u << count) - 1) : value;
}

Small3 ReadVector(uint at, uint rate)
{
    const float scale = 1.0 / float((1u << rate) - 1);
    uint3 q;
    [unroll]
    for (uint i = 0; i < 3; ++i)
        q[i] = ReadBits(at + i * rate, rate);
    return (Small3)(float3(q) * scale);
}

float4 SmallestThree(float3 v, uint largest)
{
    const float3 s = (v * 2 - 1) * 0.70710678;
    const float w = SafeSqrt(1 - dot(s, s));
    switch (largest)
    {
    case 0:
        return float4(w, s);
    case 1:
        return float4(s.x, w, s.yz);
    case 2:
        return float4(s.xy, w, s.z);
    default:
        return float4(s, w);
    }
}

float4 Sample(Track t, uint key)
{
    const uint rate = clamp(t.rate, 3, 19);
    const uint at = t.firstBit + key * Clip.w;
    Small3 v = ReadVector(at + 2, rate);
#if RANGES
    const uint segment = key * Clip.z / max(Clip.y, 1);
    const float4 base = Bases[segment & 63];
    v = Small3(base.xyz * 0.25) + v * Small(0.5 + 0.25 * base.w);
#endif
    const TrackKind kind = (TrackKind)(t.kind & 3);
    if (kind == TrackKind::Rotation)
        return SmallestThree(float3(v), ReadBits(at, 2));
    if (kind == TrackKind::Constant)
        return float4(t.low, 1);
    const float3 p = t.low + float3(v) * t.extent;
    return kind == TrackKind::Scale ? float4(exp2(p - 0.5), 0) : float4(p, 0);
}

float4 Mix(TrackKind kind, float4 a, float4 b, float t)
{
    if (kind != TrackKind::Rotation)
        return lerp(a, b, t);
    if (dot(a, b) < 0)
        b = -b;
    return normalize(lerp(a, b, t));
}

float4 Evaluate(Track t, float seconds)
{
    const float place = max(seconds * Time.y, 0);
    const uint keys = max(Clip.y, 2);
    const uint key = min(uint(place), keys - 2);
    const float share = saturate(place - float(key));
    const float4 a = Sample(t, key), b = Sample(t, key + 1);
#if HERMITE
    const float4 before = key > 0 ? Sample(t, key - 1) : a, after = key + 2 < keys ? Sample(t, key + 2) : b;
    const float s = share, s2 = s * s, s3 = s2 * s;
    const float4 curve = a * (2 * s3 - 3 * s2 + 1) + b * (3 * s2 - 2 * s3) + (b - before) * 0.5 * (s3 - 2 * s2 + s) + (after - a) * 0.5 * (s3 - s2);
    return (TrackKind)(t.kind & 3) == TrackKind::Rotation ? normalize(curve + float4(0, 0, 0, 1e-6)) : curve;
#else
    return Mix((TrackKind)(t.kind & 3), a, b, share);
#endif
}

[numthreads(16, 1, 1)]
void Decompress(uint id : SV_DispatchThreadID)
{
    if (id >= Clip.x)
        return;
    const Track t = Tracks[id];
    const float4 now = Evaluate(t, Time.x * Time.z), other = Evaluate(t, frac(Time.x * 1.7));
    Locals[id] = Mix((TrackKind)(t.kind & 3), now, other, Time.w);
}

struct Varyings
{
    float4 clip : SV_Position;
    float3 normal : NORMAL;
    nointerpolation uint bone : BONE;
};

Varyings VSAnimated(float4 position : POSITION, float3 normal : NORMAL, uint vertex : SV_VertexID)
{
    Track t = Tracks[vertex & 15];
    t.kind = (uint)TrackKind::Rotation;
    Quaternion q;
    q.v = Evaluate(t, Time.x);
    Varyings o;
    o.clip = float4(mul(World, float4(q.Rotate(position.xyz), 1)).xy * 0.02 + position.xy, position.z, position.w);
    o.normal = q.Rotate(normal);
    o.bone = vertex / 3;
    return o;
}

float4 PSAnimated(Varyings v) : SV_Target
{
    const float3 n = SafeNormalize(v.normal);
    return float4(n * 0.5 + 0.5, frac(v.bone * 0.37));
}
