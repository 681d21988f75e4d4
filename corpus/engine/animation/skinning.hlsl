// dxilkit-corpus
// Skinning in compute: matrices or dual quaternions, up to eight influences in packed words, sparse blend shapes, tangents, previous
// positions, and bounds of the result.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -D DUAL_QUATERNION=1
// args: -T cs_6_0 -E main -D INFLUENCES=8 -D BLEND_SHAPES=1
// args: -T cs_6_2 -E main -D DUAL_QUATERNION=1 -D BLEND_SHAPES=1 -D INFLUENCES=8 -enable-16bit-types
// args: -T cs_6_6 -E main -D DUAL_QUATERNION=1 -D BLEND_SHAPES=1 -D INFLUENCES=8 -D BINDLESS=1
// data: cb0 60u 3u 0u 64u 0 0 0 1 1 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/geometry.hlsli"

#ifndef DUAL_QUATERNION
#define DUAL_QUATERNION 0
#endif
#ifndef INFLUENCES
#define INFLUENCES 4
#endif
#ifndef BLEND_SHAPES
#define BLEND_SHAPES 0
#endif

struct SkinConstants
{
    uint vertexCount;
    uint shapeCount;
    uint firstBone;
    uint boneCount;
    float3 quantOrigin;
    float pad0;
    float3 quantExtent;
    float pad1;
};

struct SourceVertex
{
    uint2 position;
    uint normal;
    uint tangent;
    uint bones[INFLUENCES / 4];
    uint weights[INFLUENCES / 4];
};

struct SkinnedVertex
{
    float3 position;
    uint normal;
    float3 previous;
    uint tangent;
};

#if DUAL_QUATERNION
struct Bone
{
    float4 real;
    float4 dual;
    float scale;
    float3 pad;
};
#else
struct Bone
{
    row_major float3x4 transform;
};
#endif

struct ShapeDelta
{
    uint vertex;
#if __HLSL_ENABLE_16_BIT
    vector<float16_t, 3> position;
    vector<int16_t, 3> normal;
#else
    uint2 position;
    uint normal;
#endif
};

ConstantBuffer<SkinConstants> Skin : register(b0);
DECLARE_READ(StructuredBuffer<SourceVertex>, Source, 0);
DECLARE_READ(StructuredBuffer<Bone>, Bones, 1);
DECLARE_READ(StructuredBuffer<Bone>, PreviousBones, 2);
DECLARE_READ(StructuredBuffer<ShapeDelta>, Deltas, 3);
DECLARE_READ(StructuredBuffer<float2>, ShapeWeights, 4);
DECLARE_WRITE(RWStructuredBuffer<SkinnedVertex>, Skinned, 0);
DECLARE_WRITE(RWByteAddressBuffer, Bounds, 1);

struct LocalVertex
{
    float3 position;
    float3 normal;
    float3 tangent;
    float sign;
};

float3 Dequantise(uint2 p)
{
    const uint3 q = uint3(p.x & 0x1fffff, (p.x >> 21) | ((p.y & 0x3ff) << 11), p.y >> 11);
    return Skin.quantOrigin + q * (1.0 / 2097151.0) * Skin.quantExtent;
}

LocalVertex Decode(SourceVertex s)
{
    LocalVertex v;
    v.position = Dequantise(s.position);
    v.normal = UnpackNormal(s.normal);
    const float angle = (s.tangent & 0xffff) / 65535.0 * TWO_PI;
    float3 t, b;
    BuildFrame(v.normal, t, b);
    float sn, cs;
    sincos(angle, sn, cs);
    v.tangent = t * cs + b * sn;
    v.sign = s.tangent >> 31 ? -1 : 1;
    return v;
}

void ApplyShapes(uint vertex, inout LocalVertex v)
{
#if BLEND_SHAPES
    for (uint i = 0; i < Skin.shapeCount; ++i)
    {
        const float2 w = ShapeWeights[i];
        if (abs(w.x) < 1e-3)
            continue;
        // Deltas are sorted by vertex: binary search in the shape's range.
        uint low = i * 8, high = i * 8 + 8;
        while (low < high)
        {
            const uint mid = (low + high) >> 1;
            if (Deltas[mid].vertex < (vertex & 7))
                low = mid + 1;
            else
                high = mid;
        }
        const ShapeDelta d = Deltas[min(low, 63)];
        if (d.vertex != (vertex & 7))
            continue;
#if __HLSL_ENABLE_16_BIT
        v.position += float3(d.position) * w.x;
        v.normal += float3(d.normal) / 32767.0 * w.x;
#else
        v.position += UnpackHalf4(d.position).xyz * w.x;
        v.normal += (UnpackUnorm8(d.normal).xyz * 2 - 1) * w.x;
#endif
    }
    v.normal = SafeNormalize(v.normal);
#endif
}

struct Influences
{
    uint bones[INFLUENCES];
    float weights[INFLUENCES];

    static Influences Unpack(SourceVertex s)
    {
        Influences r;
        float sum = 0;
        [unroll]
        for (uint i = 0; i < INFLUENCES; ++i)
        {
            const uint shift = 8 * (i & 3);
            r.bones[i] = ((s.bones[i >> 2] >> shift) & 0xff) % Skin.boneCount;
            r.weights[i] = ((s.weights[i >> 2] >> shift) & 0xff) / 255.0;
            sum += r.weights[i];
        }
        // What rounding left over goes to the first one.
        r.weights[0] += 1 - sum;
        return r;
    }
};

#if DUAL_QUATERNION
struct Transform
{
    float4 real, dual;
    float scale;

    void Normalize()
    {
        const float inv = rsqrt(max(dot(real, real), EPSILON));
        real *= inv;
        dual *= inv;
    }
    float3 Point(float3 p)
    {
        p *= scale;
        const float3 rotated = p + 2 * cross(real.xyz, cross(real.xyz, p) + real.w * p);
        return rotated + 2 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    }
    float3 Direction(float3 d) { return d + 2 * cross(real.xyz, cross(real.xyz, d) + real.w * d); }
};

Transform BlendBones(StructuredBuffer<Bone> bones, Influences inf)
{
    Transform t = (Transform)0;
    const float4 first = bones[inf.bones[0]].real;
    [unroll]
    for (uint i = 0; i < INFLUENCES; ++i)
    {
        const Bone b = bones[inf.bones[i]];
        const float w = dot(b.real, first) < 0 ? -inf.weights[i] : inf.weights[i];
        t.real += b.real * w;
        t.dual += b.dual * w;
        t.scale += b.scale * inf.weights[i];
    }
    t.Normalize();
    return t;
}
#else
struct Transform
{
    float3x4 m;

    float3 Point(float3 p) { return mul(m, float4(p, 1)); }
    float3 Direction(float3 d) { return mul((float3x3)m, d); }
};

Transform BlendBones(StructuredBuffer<Bone> bones, Influences inf)
{
    Transform t;
    t.m = (float3x4)0;
    [unroll]
    for (uint i = 0; i < INFLUENCES; ++i)
        t.m += bones[inf.bones[i]].transform * inf.weights[i];
    return t;
}
#endif

uint Ordered(float f)
{
    const uint u = asuint(f);
    return u ^ (uint(int(u) >> 31) | 0x80000000u);
}

[numthreads(GROUP_SIZE, 1, 1)]
void main(uint index : SV_DispatchThreadID)
{
    const bool isUsed = index < Skin.vertexCount;
    float3 lo = FLOAT_MAX, hi = -FLOAT_MAX;
    if (isUsed)
    {
        const SourceVertex s = Source[index];
        LocalVertex v = Decode(s);
        ApplyShapes(index, v);
        const Influences inf = Influences::Unpack(s);
        const Transform now = BlendBones(Bones, inf), before = BlendBones(PreviousBones, inf);
        SkinnedVertex o;
        o.position = now.Point(v.position);
        o.previous = before.Point(v.position);
        const float3 n = SafeNormalize(now.Direction(v.normal));
        float3 t = now.Direction(v.tangent);
        t = SafeNormalize(t - n * dot(n, t));
        o.normal = PackNormal(n);
        o.tangent = (PackNormal(t) & ~1u) | (v.sign < 0 ? 1u : 0u);
        Skinned[index] = o;
        lo = hi = o.position;
    }
    lo = WaveActiveMin(lo);
    hi = WaveActiveMax(hi);
    if (WaveIsFirstLane())
    {
        uint ignored;
        [unroll]
        for (uint c = 0; c < 3; ++c)
        {
            Bounds.InterlockedMin(c * 4, Ordered(lo[c]), ignored);
            Bounds.InterlockedMax(12 + c * 4, Ordered(hi[c]), ignored);
        }
    }
}
