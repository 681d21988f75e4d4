// dxilkit-corpus
// Photometric lights: IES profiles from an array, cookies through arrays of textures and samplers, barn doors, units, tetrahedral probes for fill.
// args: -T cs_6_0 -E ShadePhotometric
// args: -T cs_6_0 -E ShadePhotometric -D COOKIES=1
// args: -T cs_6_0 -E ShadePhotometric -D BARN_DOORS=1 -D PROBES=1
// args: -T cs_6_5 -E ShadePhotometric -D COOKIES=1 -D BARN_DOORS=1 -D PROBES=1
// args: -T cs_6_6 -E ShadePhotometric -D COOKIES=1 -D PROBES=1 -D HEAP=1
// set: resolution 32 32
// set: invResolution 0.03125 0.03125
// set: nearPlane 0.1
// set: farPlane 20
// set: lightCount 4
// range: position -3 3
// range: profile 0 3
// range: cookie 0 2
// range: unit 0 3
// range: neighbours -1 7
// range: vertices 0 15
// range: range 2 8
// dispatch: 4 4 1
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"
#include "../shared/packing.hlsli"

#ifndef COOKIES
#define COOKIES 0
#endif
#ifndef BARN_DOORS
#define BARN_DOORS 0
#endif
#ifndef PROBES
#define PROBES 0
#endif
#ifndef HEAP
#define HEAP 0
#endif

enum class Unit : uint
{
    Lumen,
    Candela,
    Lux,
    Nits,
};

struct PhotometricLight
{
    float3 position;
    float intensity;
    float3 color;
    Unit unit;
    float3x3 frame;
    float range;
    uint profile;
    int cookie;
    float2 coneAngles;
    float4 doors;
};
struct Tetrahedron
{
    int4 neighbours;
    uint4 vertices;
    float3x3 toBarycentric;
    float3 corner;
};
struct ProbeSH
{
    float4 bands[3];
};

cbuffer Photometric : register(b1)
{
    uint lightCount;
    uint firstTetrahedron;
    float doorSoftness;
    float iesScale;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<PhotometricLight> PhotometricLights : register(t0);
Texture2D<float> DepthTexture : register(t1);
Texture2D<float4> NormalTexture : register(t2);
Texture2D<float4> AlbedoTexture : register(t3);
Texture2DArray<float> Profiles : register(t4);
StructuredBuffer<Tetrahedron> Tetrahedra : register(t5);
StructuredBuffer<ProbeSH> ProbeCoefficients : register(t6);
#if !HEAP
Texture2D<float4> Cookies[3] : register(t0, space1);
SamplerState CookieSamplers[2] : register(s0, space1);
#endif
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

float Candela(PhotometricLight l)
{
    switch (l.unit)
    {
    case Unit::Lumen: return l.intensity / (TWO_PI * (1.0f - cos(0.5f + l.coneAngles.y)));
    case Unit::Lux: return l.intensity * Square(l.range * 0.5f);
    case Unit::Nits: return l.intensity * 0.05f;
    default: return l.intensity;
    }
}

float ProfileFactor(PhotometricLight l, float3 local)
{
    float vertical = acos(clamp(local.z, -1.0f, 1.0f)) * INV_PI;
    float horizontal = FastAtan2(local.y, local.x) / TWO_PI + 0.5f;
    return Profiles.SampleLevel(LinearClamp, float3(horizontal, vertical, float(l.profile)), 0.0f) * (0.5f + iesScale);
}

float3 CookieColor(PhotometricLight l, float3 local)
{
#if COOKIES
    if (l.cookie < 0) return 1.0f;
    float2 uv = local.xy / max(abs(local.z), 0.1f) * 0.5f + 0.5f;
    float lod = log2(1.0f + length(local.xy));
#if HEAP
    Texture2D<float4> t = ResourceDescriptorHeap[NonUniformResourceIndex(uint(l.cookie) + 16u)];
    SamplerState s = SamplerDescriptorHeap[NonUniformResourceIndex(uint(l.cookie) & 1u)];
    return t.SampleLevel(s, uv, lod).rgb;
#else
    uint which = min(uint(l.cookie), 2u);
    return Cookies[NonUniformResourceIndex(which)].SampleLevel(CookieSamplers[NonUniformResourceIndex(which & 1u)], uv, lod).rgb;
#endif
#else
    return 1.0f;
#endif
}

float Doors(PhotometricLight l, float3 local)
{
#if BARN_DOORS
    float2 p = local.xy / max(local.z, 0.05f);
    float4 edge = float4(l.doors.x + p.x, l.doors.y - p.x, l.doors.z + p.y, l.doors.w - p.y);
    float4 open = smoothstep(-doorSoftness - 0.01f, doorSoftness + 0.01f, edge);
    return open.x * open.y * open.z * open.w;
#else
    return 1.0f;
#endif
}

#if PROBES
/// Walks from the last tetrahedron towards the point; stays at the hull.
float3 TetrahedralFill(float3 p, float3 n, out uint steps)
{
    uint at = firstTetrahedron & 63u;
    float4 b = 0.0f;
    Tetrahedron t;
    [loop] for (steps = 0u; steps < 12u; ++steps)
    {
        t = Tetrahedra[at];
        b.xyz = mul(t.toBarycentric, p - t.corner);
        b.w = 1.0f - b.x - b.y - b.z;
        int exit = -1;
        float least = -1e-3f;
        [unroll] for (int i = 0; i < 4; ++i)
            if (b[i] < least)
            {
                least = b[i];
                exit = i;
            }
        if (exit < 0 || t.neighbours[exit] < 0) break;
        at = uint(t.neighbours[exit]);
    }
    b = saturate(b);
    b /= dot(b, 1.0f) + 1e-4f;
    float4 v = float4(n, 1.0f);
    float3 sum = 0.0f;
    [unroll] for (uint k = 0u; k < 4u; ++k)
    {
        ProbeSH sh = ProbeCoefficients[t.vertices[k]];
        sum += b[k] * float3(dot(sh.bands[0], v), dot(sh.bands[1], v), dot(sh.bands[2], v));
    }
    return max(sum, 0.0f);
}
#endif

[numthreads(8, 8, 1)]
void ShadePhotometric(uint3 id : SV_DispatchThreadID)
{
    if (!View.Contains(id.xy)) return;
    int3 texel = int3(id.xy & 15u, 0);
    float3 p = View.WorldPosition(View.UvOf(id.xy), DepthTexture.Load(texel));
    float4 nr = NormalTexture.Load(texel);
    float4 albedo = AlbedoTexture.Load(texel);
    float3 n = DecodeOctahedral(nr.xy * 2.0f - 1.0f);
    float3 v = SafeNormalize(View.cameraPosition - p);
    float roughness = clamp(nr.z, 0.05f, 1.0f);
    float3 color = 0.0f;
    for (uint i = 0u; i < lightCount; ++i)
    {
        PhotometricLight l = PhotometricLights[i];
        float3 d = l.position - p;
        float d2 = max(dot(d, d), 0.01f);
        float3 direction = d * rsqrt(d2);
        float3 local = SafeNormalize(mul(l.frame, -direction));
        float window = Square(saturate(1.0f - Square(d2 / (l.range * l.range))));
        if (window <= 0.0f) continue;
        float cd = Candela(l) * ProfileFactor(l, local) * Doors(l, local);
        float3 e = l.color * CookieColor(l, local) * cd * window / d2;
        BrdfResult r = StandardBrdf(albedo.rgb, 0.04f, roughness, n, v, direction);
        color += (r.diffuse + r.specular) * e;
    }
    uint steps = 0u;
#if PROBES
    color += albedo.rgb * TetrahedralFill(p, n, steps);
#endif
    Output[id.xy] = float4(color, 1.0f + float(steps) * 0.01f);
}
