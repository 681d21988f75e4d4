// dxilkit-corpus
// A bindless forward pass: draws, materials, samplers and light lists come from descriptor heaps or unbounded arrays; textures are chosen per lane and in waves.
// args: -T vs_6_6 -E VSScene
// args: -T ps_6_6 -E PSScene
// args: -T ps_6_6 -E PSScene -D SCALARISE=1
// args: -T vs_6_0 -E VSScene -D TABLES=1
// args: -T ps_6_0 -E PSScene -D TABLES=1
// args: -T ps_6_0 -E PSScene -D TABLES=1 -D SCALARISE=1
// args: -T cs_6_6 -E UpdateMaterials
// drawn: no
#include "../shared/math.hlsli"
#include "../shared/color.hlsli"
#include "../shared/brdf.hlsli"

#ifndef TABLES
#define TABLES 0
#endif
#ifndef SCALARISE
#define SCALARISE 0
#endif

struct Pass
{
    float4x4 clipFromWorld;
    float3 eye;
    uint lightList;
    uint drawList;
    uint materialList;
    uint vertexList;
    uint outputList;
};

struct Draw
{
    row_major float3x4 worldFromObject;
    uint material;
    uint vertexOffset;
};

struct Material
{
    float3 tint;
    uint textures[4];
    uint sampling;
    float2 roughnessRange;

    bool Has(uint slot) { return (textures[slot] >> 31) == 0u; }
};

struct PointLight
{
    float3 position;
    float range;
    float3 color;
    uint shape;
};

ConstantBuffer<Pass> ThePass : register(b0);
#if TABLES
StructuredBuffer<Draw> DrawTable[] : register(t0, space1);
StructuredBuffer<Material> MaterialTable[] : register(t0, space2);
StructuredBuffer<PointLight> LightTable[] : register(t0, space3);
ByteAddressBuffer VertexTable[] : register(t0, space4);
Texture2D TextureTable[] : register(t0, space5);
SamplerState SamplerTable[16] : register(s0, space1);
#define DRAWS DrawTable[ThePass.drawList]
#define MATERIALS MaterialTable[ThePass.materialList]
#define LIGHTS LightTable[ThePass.lightList]
#define VERTICES VertexTable[ThePass.vertexList]
#define TEXTURE(i) TextureTable[i]
#define SAMPLER(i) SamplerTable[i]
#else
template <typename T> StructuredBuffer<T> ListAt(uint handle) { return ResourceDescriptorHeap[handle]; }
#define DRAWS ListAt<Draw>(ThePass.drawList)
#define MATERIALS ListAt<Material>(ThePass.materialList)
#define LIGHTS ListAt<PointLight>(ThePass.lightList)
ByteAddressBuffer BytesAt(uint handle) { return ResourceDescriptorHeap[handle]; }
#define VERTICES BytesAt(ThePass.vertexList)
Texture2D TextureAt(uint i) { return ResourceDescriptorHeap[i]; }
SamplerState SamplerAt(uint i) { return SamplerDescriptorHeap[i]; }
#define TEXTURE(i) TextureAt(i)
#define SAMPLER(i) SamplerAt(i)
#endif

struct Interpolants
{
    float3 world : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
    nointerpolation uint material : MATERIAL;
    float4 position : SV_Position;
};

Interpolants VSScene(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    Interpolants o;
    Draw draw = DRAWS[instance];
    uint address = (draw.vertexOffset + vertex) * 24u;
    float3 position = asfloat(VERTICES.Load3(address));
    uint3 rest = VERTICES.Load3(address + 12u);
    o.world = mul(draw.worldFromObject, float4(position, 1.0f));
    float3 normal = float3(int3(rest.x << 22, rest.x << 12, rest.x << 2) >> 22) / 511.0f;
    o.normal = mul((float3x3)draw.worldFromObject, normal);
    o.uv = asfloat(rest.yz);
    o.material = draw.material;
    o.position = mul(ThePass.clipFromWorld, float4(o.world, 1.0f));
    return o;
}

float4 SampleSlot(Material m, uint slot, float2 uv, float4 fallback)
{
    float2 dx = ddx(uv), dy = ddy(uv);
    if (!m.Has(slot)) return fallback;
    uint wanted = m.textures[slot], how = (m.sampling >> (slot * 4u)) & 15u;
#if SCALARISE
    float4 result = fallback;
    bool waiting = true;
    while (waiting)
    {
        uint scalarTexture = WaveReadLaneFirst(wanted);
        uint scalarSampler = WaveReadLaneFirst(how);
        if (scalarTexture == wanted && scalarSampler == how)
        {
            result = TEXTURE(scalarTexture).SampleGrad(SAMPLER(scalarSampler), uv, dx, dy);
            waiting = false;
        }
    }
    return result;
#else
    return TEXTURE(NonUniformResourceIndex(wanted)).SampleGrad(SAMPLER(NonUniformResourceIndex(how)), uv, dx, dy);
#endif
}

float4 PSScene(Interpolants i) : SV_Target
{
    Material m = MATERIALS[i.material];
    float4 albedo = SampleSlot(m, 0, i.uv, 1.0f);
    float4 bump = SampleSlot(m, 1, i.uv, float4(0.5f, 0.5f, 1.0f, 0.0f));
    float4 surface = SampleSlot(m, 2, i.uv, float4(1.0f, 0.5f, 0.0f, 0.0f));
    float4 glow = SampleSlot(m, 3, i.uv, 0.0f);
    clip(albedo.a - 0.5f);
    float3 n = normalize(i.normal), t, b;
    BuildBasis(n, t, b);
    n = normalize(mul(bump.xyz * 2.0f - 1.0f, float3x3(t, b, n)));
    float roughness = lerp(m.roughnessRange.x, m.roughnessRange.y, surface.y);
    float3 f0 = lerp((float3)0.04f, albedo.rgb * m.tint, surface.z);
    float3 v = normalize(ThePass.eye - i.world);
    float3 color = glow.rgb * glow.a;
    uint count, stride;
    LIGHTS.GetDimensions(count, stride);
    for (uint l = 0; l < count; ++l)
    {
        PointLight light = LIGHTS[l];
        float3 toLight = light.position - i.world;
        float d2 = dot(toLight, toLight);
        if (d2 > Square(light.range)) continue;
        float3 direction = toLight * rsqrt(d2), h = normalize(direction + v);
        float NoL = saturate(dot(n, direction));
        float window = Square(saturate(1.0f - Square(d2 / Square(light.range))));
        float3 specular = FresnelSchlick(f0, 1.0f, saturate(dot(h, v))) * DistributionGGX(saturate(dot(n, h)), roughness)
            * VisibilitySmithCorrelated(saturate(dot(n, v)) + 1e-4f, NoL, roughness);
        float3 diffuse = albedo.rgb * m.tint * (1.0f - surface.z) * INV_PI;
        color += (diffuse + specular) * light.color * (NoL * window / max(d2, 1e-4f));
    }
    return float4(color * surface.x, albedo.a);
}

#if !TABLES
[numthreads(64, 1, 1)]
void UpdateMaterials(uint id : SV_DispatchThreadID)
{
    RWStructuredBuffer<Material> output = ResourceDescriptorHeap[NonUniformResourceIndex(ThePass.outputList + (id & 1u))];
    Material m = MATERIALS[id];
    [unroll]
    for (uint slot = 0; slot < 4u; ++slot)
    {
        if (!m.Has(slot)) continue;
        Texture2D map = ResourceDescriptorHeap[NonUniformResourceIndex(m.textures[slot])];
        uint width, height, levels;
        map.GetDimensions(0, width, height, levels);
        if (max(width, height) <= 4u && levels == 1u)
        {
            float3 flat = map.Load(int3(0, 0, 0)).rgb;
            if (slot == 0u) m.tint *= SrgbToLinear(flat);
            m.textures[slot] = 0x80000000u;
        }
    }
    m.roughnessRange = saturate(m.roughnessRange);
    output[id] = m;
}
#endif
