// dxilkit-corpus
// Reflections with a ray pipeline: ray generation with checkerboard and importance sampling, closest hits with bindless geometry, any hit with alpha masks, callable lobes.
// args: -T lib_6_3
// args: -T lib_6_3 -D CHECKERBOARD=1
// args: -T lib_6_5 -D CHECKERBOARD=1 -D ALPHA=1
// args: -T lib_6_6 -D ALPHA=1 -D SHADOWS=1
// drawn: no
#include "../shared/math.hlsli"
#include "../shared/packing.hlsli"
#include "../shared/color.hlsli"

#ifndef CHECKERBOARD
#define CHECKERBOARD 0
#endif
#ifndef ALPHA
#define ALPHA 0
#endif
#ifndef SHADOWS
#define SHADOWS 0
#endif

struct ReflectionConstants
{
    row_major float4x4 worldFromClip;
    float3 eye;
    uint frame;
    uint2 size;
    float maxRoughness;
    float maxDistance;
    float3 sunDirection;
    float sunRadius;
    float3 sunColor;
    uint flags;
};

struct InstanceRecord
{
    uint firstIndex : 24;
    uint materialHigh : 8;
    uint firstVertex : 24;
    uint materialLow : 8;
    float4 uvTransform;

    uint Material() { return (materialHigh << 8) | materialLow; }
};

struct SurfaceRecord
{
    float4 baseColor;
    float3 emission;
    float roughness;
    uint albedoTexture;
    uint maskTexture;
    float maskThreshold;
    uint lobe;
};

struct PackedVertex
{
    float3 position;
    uint normal;
    float2 uv;
};

RaytracingAccelerationStructure Scene : register(t0);
Texture2D<float> Depth : register(t1);
Texture2D<float4> Normals : register(t2);
StructuredBuffer<InstanceRecord> Instances : register(t3);
StructuredBuffer<SurfaceRecord> Surfaces : register(t4);
StructuredBuffer<PackedVertex> Vertices : register(t5);
ByteAddressBuffer Indices : register(t6);
TextureCube<float3> Sky : register(t7);
Texture2D<float4> Textures[] : register(t0, space1);
RWTexture2D<float4> Radiance : register(u0);
RWTexture2D<float> HitDistance : register(u1);
SamplerState Wrap : register(s0);
ConstantBuffer<ReflectionConstants> Constants : register(b0);

struct [raypayload] ReflectionPayload
{
    float3 radiance : read(caller) : write(caller, closesthit, miss);
    float distance : read(caller) : write(caller, closesthit, miss);
    float coneWidth : read(caller, closesthit, anyhit) : write(caller);
    uint seed : read(caller, anyhit) : write(caller, anyhit);
};

struct [raypayload] ShadowPayload
{
    float visibility : read(caller) : write(caller, miss);
};

struct LobeParameters
{
    float3 normal;
    float roughness;
    float3 view;
    uint kind;
    float3 light;
    float result;
};

float3 WorldAt(uint2 pixel, float depth)
{
    float2 ndc = (float2(pixel) + 0.5f) / float2(Constants.size) * float2(2.0f, -2.0f) + float2(-1.0f, 1.0f);
    float4 world = mul(float4(ndc, depth, 1.0f), Constants.worldFromClip);
    return world.xyz / world.w;
}

uint3 TriangleOf(InstanceRecord instance, uint primitive)
{
    uint address = (instance.firstIndex + primitive * 3u) * 2u;
    uint aligned = address & ~3u;
    uint2 words = Indices.Load2(aligned);
    uint3 result = uint3(words.x & 0xffffu, words.x >> 16, words.y & 0xffffu);
    if (address != aligned) result = uint3(words.x >> 16, words.y & 0xffffu, words.y >> 16);
    return result + instance.firstVertex;
}

template <typename T> T Interpolate(T a, T b, T c, float2 barycentrics)
{
    return a * (1.0f - barycentrics.x - barycentrics.y) + b * barycentrics.x + c * barycentrics.y;
}

float3 UnpackNormal(uint packed)
{
    float2 e = float2(int2(packed << 16, packed) >> 16) / 32767.0f;
    float3 n = float3(e, 1.0f - abs(e.x) - abs(e.y));
    if (n.z < 0.0f) n.xy = (1.0f - abs(n.yx)) * SignNotZero(n.xy);
    return normalize(n);
}

float3 SampleVisibleNormal(float3 view, float alpha, float2 u)
{
    float3 stretched = normalize(float3(alpha * view.xy, view.z));
    float phi = TWO_PI * u.x;
    float z = mad(1.0f - u.y, 1.0f + stretched.z, -stretched.z);
    float3 cap = float3(SafeSqrt(1.0f - z * z) * float2(cos(phi), sin(phi)), z);
    float3 halfway = cap + stretched;
    return normalize(float3(alpha * halfway.xy, max(0.0f, halfway.z)));
}

uint NextRandom(inout uint seed)
{
    seed = seed * 747796405u + 2891336453u;
    uint word = ((seed >> ((seed >> 28) + 4u)) ^ seed) * 277803737u;
    return (word >> 22) ^ word;
}

[shader("raygeneration")]
void TraceReflections()
{
    uint2 pixel = DispatchRaysIndex().xy;
#if CHECKERBOARD
    pixel.x = pixel.x * 2u + ((pixel.y ^ Constants.frame) & 1u);
#endif
    if (any(pixel >= Constants.size)) return;
    float depth = Depth[pixel];
    float4 packed = Normals[pixel];
    if (depth == 0.0f || packed.w > Constants.maxRoughness)
    {
        Radiance[pixel] = 0.0f;
        return;
    }
    float3 normal = normalize(packed.xyz * 2.0f - 1.0f);
    float3 position = WorldAt(pixel, depth);
    float3 view = normalize(Constants.eye - position);
    float3 tangent, bitangent;
    BuildBasis(normal, tangent, bitangent);
    float3x3 frame = float3x3(tangent, bitangent, normal);

    ReflectionPayload payload;
    payload.seed = HashCombine(pixel.x + pixel.y * Constants.size.x, Constants.frame);
    uint a = NextRandom(payload.seed), b = NextRandom(payload.seed);
    float alpha = Square(packed.w);
    float3 halfway = mul(SampleVisibleNormal(mul(frame, view), alpha, float2(ToUnitFloat(a), ToUnitFloat(b))), frame);
    RayDesc ray = {position + normal * 1e-3f * length(Constants.eye - position), 1e-4f, reflect(-view, halfway), Constants.maxDistance};
    payload.radiance = 0.0f;
    payload.distance = -1.0f;
    payload.coneWidth = alpha * 0.5f;
    TraceRay(Scene, ALPHA ? RAY_FLAG_NONE : RAY_FLAG_FORCE_OPAQUE, 0xff, 0, 2, 0, ray, payload);
    float3 result = any(isnan(payload.radiance)) ? (float3)0.0f : payload.radiance;
    Radiance[pixel] = float4(min(result, 64.0f), payload.distance > 0.0f);
    HitDistance[pixel] = payload.distance;
}

[shader("closesthit")]
void ShadeHit(inout ReflectionPayload payload, in BuiltInTriangleIntersectionAttributes attributes)
{
    InstanceRecord instance = Instances[InstanceID()];
    uint3 corners = TriangleOf(instance, PrimitiveIndex());
    PackedVertex v0 = Vertices[corners.x], v1 = Vertices[corners.y], v2 = Vertices[corners.z];
    float2 uv = Interpolate(v0.uv, v1.uv, v2.uv, attributes.barycentrics) * instance.uvTransform.xy + instance.uvTransform.zw;
    float3 local = Interpolate(UnpackNormal(v0.normal), UnpackNormal(v1.normal), UnpackNormal(v2.normal), attributes.barycentrics);
    float3 normal = normalize(mul(local, (float3x3)WorldToObject4x3()));
    if (HitKind() == HIT_KIND_TRIANGLE_BACK_FACE) normal = -normal;

    SurfaceRecord surface = Surfaces[instance.Material()];
    float3 albedo = surface.baseColor.rgb;
    if (surface.albedoTexture != 0xffffffffu)
    {
        uint width, height, levels;
        Texture2D<float4> map = Textures[NonUniformResourceIndex(surface.albedoTexture)];
        map.GetDimensions(0, width, height, levels);
        float lod = log2(max(payload.coneWidth * RayTCurrent(), 1e-5f) * float(max(width, height)));
        albedo *= map.SampleLevel(Wrap, uv, clamp(lod, 0.0f, float(levels - 1))).rgb;
    }

    LobeParameters lobe = (LobeParameters)0;
    lobe.normal = normal;
    lobe.roughness = surface.roughness;
    lobe.view = -WorldRayDirection();
    lobe.light = Constants.sunDirection;
    lobe.kind = surface.lobe;
    CallShader(surface.lobe & 1u, lobe);
    float3 light = Constants.sunColor * saturate(dot(normal, Constants.sunDirection));
#if SHADOWS
    RayDesc toSun;
    toSun.Origin = WorldRayOrigin() + WorldRayDirection() * RayTCurrent() + normal * 1e-3f;
    toSun.Direction = Constants.sunDirection;
    toSun.TMin = 0.0f;
    toSun.TMax = 1e5f;
    ShadowPayload shadow = {0.0f};
    TraceRay(Scene, RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH | RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 0x7f, 1, 2, 1, toSun, shadow);
    light *= shadow.visibility;
#endif
    payload.radiance = surface.emission + albedo * light * (INV_PI + lobe.result);
    payload.distance = RayTCurrent();
}

#if ALPHA
[shader("anyhit")]
void MaskHit(inout ReflectionPayload payload, in BuiltInTriangleIntersectionAttributes attributes)
{
    InstanceRecord instance = Instances[InstanceID()];
    SurfaceRecord surface = Surfaces[instance.Material()];
    uint3 corners = TriangleOf(instance, PrimitiveIndex());
    float2 uv = Interpolate(Vertices[corners.x].uv, Vertices[corners.y].uv, Vertices[corners.z].uv, attributes.barycentrics);
    float mask = Textures[NonUniformResourceIndex(surface.maskTexture)].SampleLevel(Wrap, uv, payload.coneWidth * 8.0f).a;
    if (surface.maskThreshold < 0.0f)
    {
        if (ToUnitFloat(NextRandom(payload.seed)) > mask) IgnoreHit();
    }
    else if (mask < surface.maskThreshold) IgnoreHit();
}
#endif

[shader("miss")]
void SkyMiss(inout ReflectionPayload payload)
{
    float3 direction = WorldRayDirection();
    float3 sky = Sky.SampleLevel(Wrap, direction, Constants.maxRoughness * 5.0f);
    float sun = smoothstep(cos(Constants.sunRadius * 1.5f), cos(Constants.sunRadius), dot(direction, Constants.sunDirection));
    payload.radiance = sky + sun * Constants.sunColor;
    payload.distance = -1.0f;
}

#if SHADOWS
[shader("miss")]
void ShadowMiss(inout ShadowPayload payload) { payload.visibility = 1.0f; }
#endif

[shader("callable")]
void LobeGlossy(inout LobeParameters p)
{
    float3 h = normalize(p.view + p.light);
    float a2 = Square(Square(max(p.roughness, 0.03f)));
    float d = Square(saturate(dot(p.normal, h))) * (a2 - 1.0f) + 1.0f;
    p.result = a2 / (PI * d * d) * 0.25f * Pow5(1.0f - saturate(dot(h, p.view)));
}

[shader("callable")]
void LobeSheen(inout LobeParameters p)
{
    float3 h = normalize(p.view + p.light);
    float sine = SafeSqrt(1.0f - Square(dot(p.normal, h)));
    float inverse = rcp(max(p.roughness, 0.07f));
    p.result = p.kind > 3u ? (2.0f + inverse) * pow(sine, inverse) * (0.5f * INV_PI) : 0.0f;
}
