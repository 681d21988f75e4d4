// dxilkit-corpus
// Trails of particles as ribbons: ring buffers of points, Catmull-Rom subdivision, frames by parallel transport, strips with texture
// coordinates by length.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D FACE_CAMERA=1 -D SUBDIVISION=4
// args: -T cs_6_2 -E main -D HALF_VERTICES=1 -enable-16bit-types
// args: -T cs_6_6 -E main -D FACE_CAMERA=1
// data: cb0 8u 6u 0.1 1 0 0 -3 2

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"
#include "../kernel/packing.hlsli"

#ifndef FACE_CAMERA
#define FACE_CAMERA 0
#endif
#ifndef SUBDIVISION
#define SUBDIVISION 2
#endif
#define RING 16

struct TrailPoint
{
    float3 position;
    float time;
};

struct Trail
{
    TrailPoint points[RING];
    uint head;
    uint count;
    float width;
    uint color;

    TrailPoint At(int i)
    {
        const int last = int(min(count, RING)) - 1;
        return points[(head + uint(clamp(i, 0, last))) % RING];
    }
};

#if __HLSL_ENABLE_16_BIT
struct RibbonVertex
{
    float3 position;
    vector<float16_t, 2> uv;
    vector<uint16_t, 4> color;
    vector<float16_t, 4> normal;
};
#else
struct RibbonVertex
{
    float3 position;
    uint uv;
    uint color;
    uint normal;
};
#endif

struct RibbonConstants
{
    uint trails;
    uint pointsUsed;
    float tension;
    float uvScale;
    float3 camera;
    float fade;
};

ConstantBuffer<RibbonConstants> Ribbon : register(b0);
StructuredBuffer<Trail> Trails : register(t0);
RWStructuredBuffer<RibbonVertex> Vertices : register(u0);
RWByteAddressBuffer Arguments : register(u1);

float3 CatmullRom(float3 p[4], float t, out float3 tangent)
{
    const float k = 0.5 * (1 - Ribbon.tension);
    const float3 m1 = k * (p[2] - p[0]), m2 = k * (p[3] - p[1]);
    const float3 a = 2 * p[1] - 2 * p[2] + m1 + m2;
    const float3 b = -3 * p[1] + 3 * p[2] - 2 * m1 - m2;
    tangent = (3 * a * t + 2 * b) * t + m1;
    return ((a * t + b) * t + m1) * t + p[1];
}

/// The frame before, turned by the least rotation that brings one tangent to the next.
float3 Transport(float3 normal, float3 from, float3 to)
{
    const float3 axis = cross(from, to);
    const float c = dot(from, to);
    if (c < -0.999)
        return -normal;
    return normal * c + cross(axis, normal) + axis * (dot(axis, normal) / (1 + c));
}

RibbonVertex MakeVertex(float3 position, float2 uv, float4 color, float3 normal)
{
    RibbonVertex v;
    v.position = position;
#if __HLSL_ENABLE_16_BIT
    v.uv = vector<float16_t, 2>(uv);
    v.color = vector<uint16_t, 4>(saturate(color) * 65535);
    v.normal = vector<float16_t, 4>(normal, 0);
#else
    v.uv = PackHalf2(uv);
    v.color = PackUnorm8(color);
    v.normal = PackNormal(normal);
#endif
    return v;
}

[numthreads(8, 1, 1)]
void main(uint index : SV_DispatchThreadID)
{
    if (index >= Ribbon.trails)
        return;
    const Trail trail = Trails[index];
    const uint segments = min(min(trail.count, RING), Ribbon.pointsUsed) - 1;
    float3 before = 0, side = float3(0, 1, 0);
    float travelled = 0;
    uint written = 0;
    const float4 base = UnpackUnorm8(trail.color);
    [loop]
    for (int s = 0; s < int(min(segments, 8)); ++s)
    {
        float3 p[4];
        [unroll]
        for (int k = 0; k < 4; ++k)
            p[k] = trail.At(s + k - 1).position;
        [loop]
        for (uint i = 0; i < SUBDIVISION; ++i)
        {
            const float t = float(i) / SUBDIVISION;
            float3 tangent;
            const float3 at = CatmullRom(p, t, tangent);
            tangent = SafeNormalize(tangent);
#if FACE_CAMERA
            side = SafeNormalize(cross(tangent, Ribbon.camera - at));
#else
            side = written == 0 ? SafeNormalize(cross(tangent, float3(0, 1, 0.1))) : SafeNormalize(Transport(side, before, tangent));
#endif
            before = tangent;
            travelled += length(tangent) * Ribbon.uvScale / SUBDIVISION;
            const float age = lerp(trail.At(s).time, trail.At(s + 1).time, t);
            const float alpha = saturate(1 - age * Ribbon.fade);
            const float3 normal = cross(side, tangent);
            const uint slot = (index * 2 * RING + written * 2) & 62;
            const float4 color = float4(base.rgb, base.a * alpha);
            Vertices[slot] = MakeVertex(at - side * trail.width, float2(travelled, 0), color, normal);
            Vertices[slot + 1] = MakeVertex(at + side * trail.width, float2(travelled, 1), color, normal);
            written++;
        }
    }
    uint ignored;
    Arguments.InterlockedMax(0, written * 2, ignored);
    Arguments.InterlockedAdd(4, written > 1 ? 1 : 0, ignored);
}
