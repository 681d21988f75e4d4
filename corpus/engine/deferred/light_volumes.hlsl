// dxilkit-corpus
// Lights drawn as volumes: spheres and cones made from the vertex index, stencil-like depth tests in the pixel shader, dual-depth output.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D SHADOWED=1
// args: -T vs_6_0 -E VSMain -D CONE=1
// args: -T ps_6_0 -E PSMain -D CONE=1 -D COOKIE=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 30
// set: clipFromWorld 0.5 0 0 0 0 0.5 0 0 0 0 0.01 0 0 0 0.5 1
// range: position -1 1
// range: range 1 4
// range: type 0 1
// set: direction 0 0 1
// vertices: 96
// instances: 4
#include "../shared/view.hlsli"
#include "../shared/lights.hlsli"
#include "../shared/packing.hlsli"

#ifndef CONE
#define CONE 0
#endif
#ifndef SHADOWED
#define SHADOWED 0
#endif
#ifndef COOKIE
#define COOKIE 0
#endif
#define SECTORS 8

ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Light> Lights : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
Texture2D<float4> AlbedoTexture : register(t3);
Texture2DArray<float> ShadowMap : register(t4);
Texture2DArray<float4> Cookies : register(t5);
SamplerComparisonState ShadowClamp : register(s0);
SamplerState LinearClamp : register(s1);

struct Varyings
{
    float4 clip : SV_Position;
    float3 screen : SCREEN;
    nointerpolation uint light : LIGHT;
};

/// A fan around an axis: face t has the apex and two points of the rim, or two triangles of a belt.
float3 UnitSphereVertex(uint vertex)
{
    uint face = vertex / 3u;
    uint corner = vertex % 3u;
    uint sector = (face + (corner == 2u ? 1u : 0u)) % SECTORS;
    uint belt = face / SECTORS;
    float phi = float(sector) * TWO_PI / float(SECTORS);
    float theta = corner == 0u ? float(belt & 1u) * PI : HALF_PI + (belt > 1u ? 0.7f : -0.2f);
    float sp, cp, st, ct;
    sincos(phi, sp, cp);
    sincos(theta, st, ct);
    return float3(st * cp, st * sp, ct) * 1.1f;
}

Varyings VSMain(uint vertex : SV_VertexID, uint instance : SV_InstanceID)
{
    Light light = Lights[instance];
#if CONE
    uint face = vertex / 3u, corner = vertex % 3u;
    float phi = float((face + corner) % SECTORS) * TWO_PI / float(SECTORS);
    Frame3 frame = MakeFrame(SafeNormalize(light.direction));
    float open = tan(acos(clamp(1.0f - light.spotScale * 0.5f, 0.1f, 0.99f)));
    float s, c;
    sincos(phi, s, c);
    float3 rim = frame.ToWorld(float3(c * open, s * open, 1.0f)) * light.range;
    float3 world = light.position + (corner == 0u ? 0.0f.xxx : rim);
#else
    float3 world = light.position + UnitSphereVertex(vertex) * light.range;
#endif
    Varyings o;
    o.clip = mul(View.clipFromWorld, float4(world, 1.0f));
    o.screen = o.clip.xyw;
    o.light = instance;
    return o;
}

float4 PSMain(Varyings p) : SV_Target
{
    Light light = Lights[p.light];
    uint2 pixel = uint2(p.clip.xy);
    int3 texel = int3(pixel & 15u, 0);
    float depth = DepthTexture.Load(texel);
    float2 uv = p.screen.xy / p.screen.z * float2(0.5f, -0.5f) + 0.5f;
    float3 world = View.WorldPosition(uv, depth);
    float3 d = light.position - world;
    if (dot(d, d) > Square(light.range * 4.0f)) discard;
    float4 nr = NormalTexture.Load(texel);
    float4 albedo = AlbedoTexture.Load(texel);
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    float3 v = SafeNormalize(View.cameraPosition - world);
    float roughness = clamp(nr.z, 0.05f, 1.0f);
    LightSample s = SampleLight(light, world, n, v, roughness);
    BrdfResult r = StandardBrdf(albedo.rgb, 0.04f, roughness, n, v, s.direction);
    float3 color = (r.diffuse + r.specular * s.specularNormalization) * s.radiance;
#if SHADOWED
    if (light.shadowIndex >= 0)
    {
        float3 c = d / light.range * 0.5f + 0.5f;
        float lit = 0.0f;
        [unroll] for (int y = -1; y <= 1; y += 2)
            [unroll] for (int x = -1; x <= 1; x += 2)
                lit += ShadowMap.SampleCmpLevelZero(ShadowClamp, float3(c.xy, float(light.shadowIndex & 3)), c.z, int2(x, y));
        color *= lit * 0.25f;
    }
#endif
#if COOKIE
    float4 q = float4(d, 1.0f);
    float2 at = float2(dot(q, light.cookie[0]), dot(q, light.cookie[1]));
    color *= Cookies.SampleLevel(LinearClamp, float3(at, float(light.type)), 0.0f).rgb;
#endif
    return float4(color + 0.001f, 1.0f);
}
