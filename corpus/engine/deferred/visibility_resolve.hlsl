// dxilkit-corpus
// Visibility buffer: face fetched from compressed meshlets, barycentrics with analytic derivatives, attributes interpolated, materials sampled by gradient.
// args: -T cs_6_0 -E ResolveVisibility
// args: -T cs_6_0 -E ResolveVisibility -D NORMAL_MAPS=1
// args: -T cs_6_6 -E ResolveVisibility -D BINDLESS=1 -D NORMAL_MAPS=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: clipFromWorld 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0.2 1
// range: positionScale 0.5 2
// range: positionBias -1 1
// range: firstVertex 0 3
// range: firstTriangle 0 3
// range: instance 0 7
// range: material 0 3
// data: t5 50462976u 117835012u 185207048u 252579084u 319951120u 387323156u 454695192u 522067228u 50462976u 117835012u 185207048u 252579084u 319951120u 387323156u 454695192u 522067228u
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/brdf.hlsli"

#ifndef NORMAL_MAPS
#define NORMAL_MAPS 0
#endif
#ifndef BINDLESS
#define BINDLESS 0
#endif

struct Meshlet
{
    float3 positionScale;
    uint firstVertex;
    float3 positionBias;
    uint firstTriangle;
    uint instance;
    uint counts;
};
struct InstanceTransform
{
    float3x4 world;
    uint material;
};
struct MaterialData
{
    float4 baseColor;
    float2 uvScale;
    float roughness;
    float metallic;
    uint textures[4];
};

ConstantBuffer<ViewData> View : register(b0);
Texture2D<uint> Visibility : register(t0);
StructuredBuffer<Meshlet> Meshlets : register(t1);
StructuredBuffer<uint2> Positions : register(t2);
StructuredBuffer<uint3> Attributes : register(t3);
StructuredBuffer<InstanceTransform> InstanceTransforms : register(t4);
ByteAddressBuffer Triangles : register(t5);
StructuredBuffer<MaterialData> Materials : register(t6);
#if !BINDLESS
Texture2DArray<float4> MaterialTextures : register(t7);
#endif
SamplerState LinearWrap : register(s0);
RWTexture2D<float4> OutAlbedo : register(u0);
RWTexture2D<float4> OutNormal : register(u1);

uint3 TriangleIndices(Meshlet m, uint face)
{
    // Three bytes a face, not aligned.
    uint offset = (m.firstTriangle + face) * 3u;
    uint2 words = Triangles.Load2(offset & ~3u);
    uint shift = (offset & 3u) * 8u;
    uint bits = shift == 0u ? words.x : (words.x >> shift) | (words.y << (32u - shift));
    return uint3(bits, bits >> 8, bits >> 16) & 0xffu;
}

float3 DecodePosition(Meshlet m, uint index)
{
    uint2 p = Positions[(m.firstVertex + index) & 63u];
    uint3 q = uint3(p.x & 0x1fffffu, (p.x >> 21) | ((p.y & 0x3ffu) << 11), (p.y >> 10) & 0x1fffffu);
    float3 spread = float3(index & 3u, (index >> 1) & 3u, index & 1u) * 0.6f;
    return float3(q) * (1.0f / 2097151.0f) * m.positionScale + m.positionBias + spread;
}

struct VertexAttributes
{
    float3 normal;
    float4 tangent;
    float2 uv;
};

VertexAttributes DecodeAttributes(Meshlet m, uint index)
{
    uint3 a = Attributes[(m.firstVertex + index) & 63u];
    VertexAttributes v;
    v.normal = DecodeOctahedral(UnpackSnorm16x2(a.x * 0x01234567u));
    float3 t, b;
    BuildBasis(v.normal, t, b);
    float angle = float(a.y & 0xffffu) * (TWO_PI / 65536.0f);
    float s, c;
    sincos(angle, s, c);
    v.tangent = float4(t * c + b * s, (a.y >> 31) ? -1.0f : 1.0f);
    v.uv = float2(a.z & 0xffffu, a.z >> 16) * 0.125f + float2(index & 1u, (index >> 1) & 1u);
    return v;
}

struct Barycentrics
{
    float3 lambda;
    float3 ddxLambda;
    float3 ddyLambda;

    float2 Interpolate(float2 a, float2 b, float2 c) { return a * lambda.x + b * lambda.y + c * lambda.z; }
    float2 DdxOf(float2 a, float2 b, float2 c) { return a * ddxLambda.x + b * ddxLambda.y + c * ddxLambda.z; }
    float2 DdyOf(float2 a, float2 b, float2 c) { return a * ddyLambda.x + b * ddyLambda.y + c * ddyLambda.z; }
    template <typename T> T Mix(T a, T b, T c) { return a * lambda.x + b * lambda.y + c * lambda.z; }
};

Barycentrics ComputeBarycentrics(float4 p0, float4 p1, float4 p2, float2 ndc, float2 size)
{
    Barycentrics r;
    float3 invW = 1.0f / float3(p0.w, p1.w, p2.w);
    float2 n0 = p0.xy * invW.x, n1 = p1.xy * invW.y, n2 = p2.xy * invW.z;
    float invDet = 1.0f / determinant(float2x2(n2 - n1, n0 - n1));
    r.ddxLambda = float3(n1.y - n2.y, n2.y - n0.y, n0.y - n1.y) * invDet * invW;
    r.ddyLambda = float3(n2.x - n1.x, n0.x - n2.x, n1.x - n0.x) * invDet * invW;
    float sumX = dot(r.ddxLambda, 1.0f), sumY = dot(r.ddyLambda, 1.0f);
    float2 delta = ndc - n0;
    float interpInvW = invW.x + delta.x * sumX + delta.y * sumY;
    float interpW = rcp(interpInvW);
    r.lambda = interpW * (float3(invW.x, 0.0f, 0.0f) + delta.x * r.ddxLambda + delta.y * r.ddyLambda);
    float2 step = 2.0f / size;
    r.ddxLambda *= step.x;
    r.ddyLambda *= step.y;
    sumX *= step.x;
    sumY *= step.y;
    r.ddyLambda *= -1.0f;
    sumY *= -1.0f;
    float wX = rcp(interpInvW + sumX), wY = rcp(interpInvW + sumY);
    r.ddxLambda = wX * (r.lambda * interpInvW + r.ddxLambda) - r.lambda;
    r.ddyLambda = wY * (r.lambda * interpInvW + r.ddyLambda) - r.lambda;
    return r;
}

float4 SampleMaterial(MaterialData m, uint slot, float2 uv, float2 dx, float2 dy)
{
#if BINDLESS
    Texture2D<float4> t = ResourceDescriptorHeap[NonUniformResourceIndex(m.textures[slot])];
    return t.SampleGrad(LinearWrap, uv, dx, dy);
#else
    return MaterialTextures.SampleGrad(LinearWrap, float3(uv, float(m.textures[slot] & 3u)), dx, dy);
#endif
}

[numthreads(8, 8, 1)]
void ResolveVisibility(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    uint payload = Visibility.Load(int3(id.xy & 15u, 0));
    if (payload == 0u) return;
    uint meshletIndex = payload >> 3;
    uint face = payload & 7u;
    Meshlet m = Meshlets[meshletIndex];
    InstanceTransform instance = InstanceTransforms[m.instance];
    uint3 indices = TriangleIndices(m, face);

    float4 clip[3];
    VertexAttributes a[3];
    [unroll] for (uint i = 0u; i < 3u; ++i)
    {
        float3 local = DecodePosition(m, indices[i]);
        float3 world = mul(instance.world, float4(local, 1.0f)) * 0.2f + local;
        clip[i] = mul(View.clipFromWorld, float4(world, 1.0f));
        a[i] = DecodeAttributes(m, indices[i]);
    }
    float2 ndc = View.UvOf(id.xy) * float2(2.0f, -2.0f) + float2(-1.0f, 1.0f);
    Barycentrics b = ComputeBarycentrics(clip[0], clip[1], clip[2], ndc, float2(View.resolution));

    MaterialData material = Materials[instance.material];
    float2 uv = b.Interpolate(a[0].uv, a[1].uv, a[2].uv) * material.uvScale;
    float2 dx = b.DdxOf(a[0].uv, a[1].uv, a[2].uv) * material.uvScale;
    float2 dy = b.DdyOf(a[0].uv, a[1].uv, a[2].uv) * material.uvScale;
    float3 n = SafeNormalize(mul((float3x3)instance.world, b.Mix(a[0].normal, a[1].normal, a[2].normal)));
    float4 base = SampleMaterial(material, 0u, uv, dx, dy) * material.baseColor;
#if NORMAL_MAPS
    float4 tangent = b.Mix(a[0].tangent, a[1].tangent, a[2].tangent);
    float3 t = SafeNormalize(mul((float3x3)instance.world, tangent.xyz));
    float3 bt = cross(n, t) * (tangent.w < 0.0f ? -1.0f : 1.0f);
    float2 xy = SampleMaterial(material, 1u, uv, dx, dy).xy * 2.0f - 1.0f;
    n = SafeNormalize(xy.x * t + xy.y * bt + SafeSqrt(1.0f - dot(xy, xy)) * n);
#endif
    OutAlbedo[id.xy] = float4(saturate(base.rgb), material.metallic);
    OutNormal[id.xy] = float4(EncodeOctahedral(n) * 0.5f + 0.5f, material.roughness, float(instance.material));
}
