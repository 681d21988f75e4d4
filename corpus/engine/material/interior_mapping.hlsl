// dxilkit-corpus
// Windows with rooms behind them: a box intersected in tangent space, random furniture cards, blinds, atlas of room cube maps, night lights.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D FURNITURE=1
// args: -T ps_6_0 -E PSMain -D FURNITURE=1 -D BLINDS=1 -D CUBE_ROOMS=1
// args: -T ps_6_6 -E PSMain -D BLINDS=1 -D CUBE_ROOMS=1
// set: rooms 3 3
// set: depth 0.8
// set: atlasSize 2 2
#include "../shared/view.hlsli"
#include "../shared/color.hlsli"

#ifndef FURNITURE
#define FURNITURE 0
#endif
#ifndef BLINDS
#define BLINDS 0
#endif
#ifndef CUBE_ROOMS
#define CUBE_ROOMS 0
#endif

cbuffer Interior : register(b1)
{
    float2 rooms;
    float depth;
    float litShare;
    float2 atlasSize;
    float night;
    float glassRoughness;
    float3 lightColors[4];
    float3 wallTint;
    float blindsShare;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float4> WallAtlas : register(t0);
Texture2D<float4> CardAtlas : register(t1);
TextureCubeArray<float4> RoomCubes : register(t2);
TextureCube<float4> Environment : register(t3);
SamplerState LinearWrap : register(s0);
SamplerState LinearClamp : register(s1);

struct Varyings
{
    float4 clip : SV_Position;
    float3 tangentView : VIEW;
    float2 uv : TEXCOORD;
};

Varyings VSMain(float3 position : POSITION, float2 uv : TEXCOORD)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.tangentView = float3(position.xy * 0.8f, 1.5f) + View.cameraForward * 0.2f;
    o.uv = uv;
    return o;
}

struct RoomHit
{
    float3 position;
    float t;
    uint wall;
    float2 uv;
};

/// From the window at z = 0 to the nearest of the five walls of a unit box that is `depth` deep.
RoomHit Intersect(float2 window, float3 d)
{
    float3 origin = float3(window, 0.0f);
    float3 size = float3(1.0f, 1.0f, depth);
    float3 inverse = 1.0f / select(abs(d) < 1e-4f, 1e-4f.xxx, d);
    float3 far = select(d > 0.0f, size, 0.0f.xxx);
    float3 t = (far - origin) * inverse;
    RoomHit h;
    h.t = Min3(t.x, t.y, t.z);
    h.position = origin + d * h.t;
    if (h.t == t.z)
    {
        h.wall = 0u;
        h.uv = h.position.xy;
    }
    else if (h.t == t.x)
    {
        h.wall = d.x > 0.0f ? 1u : 2u;
        h.uv = float2(h.position.z / depth, h.position.y);
    }
    else
    {
        h.wall = d.y > 0.0f ? 3u : 4u;
        h.uv = float2(h.position.x, h.position.z / depth);
    }
    return h;
}

float4 AtlasSample(uint room, uint wall, float2 uv)
{
    uint2 cells = uint2(atlasSize);
    uint cell = (room * 5u + wall) % (cells.x * cells.y);
    float2 corner = float2(cell % cells.x, cell / cells.x);
    return WallAtlas.SampleLevel(LinearClamp, (corner + clamp(uv, 0.02f, 0.98f)) / atlasSize, 0.0f);
}

#if FURNITURE
/// Upright cards at random depths; the nearest opaque one wins.
float4 Cards(float2 window, float3 d, uint seed, float wallT)
{
    float4 result = 0.0f;
    float nearest = wallT;
    [unroll] for (uint i = 0u; i < 3u; ++i)
    {
        uint h = HashCombine(seed, i + 17u);
        float z = depth * (0.25f + 0.2f * float(i) + 0.1f * ToUnitFloat(h));
        float t = z / max(d.z, 1e-3f);
        float2 p = window + d.xy * t;
        float2 size = float2(0.3f + 0.3f * ToUnitFloat(HashUint(h)), 0.4f + 0.2f * ToUnitFloat(HashUint(h + 1u)));
        float left = ToUnitFloat(HashUint(h + 2u)) * (1.0f - size.x);
        float2 uv = (p - float2(left, 0.0f)) / size;
        bool inside = all(uv > 0.0f) && all(uv < 1.0f) && t < nearest;
        float4 c = CardAtlas.SampleLevel(LinearClamp, (uv + float2(h & 1u, (h >> 1) & 1u)) * 0.5f, 0.0f);
        if (inside && c.a > 0.3f)
        {
            result = float4(c.rgb, 1.0f);
            nearest = t;
        }
    }
    return result;
}
#endif

float4 PSMain(Varyings p) : SV_Target
{
    float3 v = normalize(p.tangentView);
    float2 at = p.uv * rooms;
    uint2 cell = uint2(at);
    float2 window = frac(at);
    uint seed = HashCombine(cell.x, cell.y);
    float3 d = float3(-v.xy, v.z);
    RoomHit hit = Intersect(window, d);
    float3 color;
#if CUBE_ROOMS
    float3 center = float3(0.5f, 0.5f, depth * 0.5f);
    float3 direction = hit.position - center;
    color = RoomCubes.SampleLevel(LinearClamp, float4(direction, float(seed & 1u)), 0.0f).rgb;
#else
    color = AtlasSample(seed & 7u, hit.wall, hit.uv).rgb;
#endif
    color *= lerp(1.0f, wallTint, ToUnitFloat(HashUint(seed + 5u)));
#if FURNITURE
    float4 card = Cards(window, d, seed, hit.t);
    color = lerp(color, card.rgb, card.a);
#endif
    bool lit = ToUnitFloat(HashUint(seed + 9u)) < litShare;
    float3 lamp = lightColors[seed & 3u];
    float3 fixture = float3(0.5f, 0.95f, depth * 0.5f) - hit.position;
    float falloff = rcp(0.3f + dot(fixture, fixture));
    float3 day = color * exp(-hit.position.z * 1.5f) * (1.0f - night);
    color = day + (lit ? color * lamp * falloff : 0.02f * color);
#if BLINDS
    float drop = ToUnitFloat(HashUint(seed + 3u));
    bool has = ToUnitFloat(HashUint(seed + 4u)) < blindsShare + 0.3f;
    float slat = frac(window.y * 24.0f);
    if (has && window.y > 1.0f - drop * 0.8f)
    {
        float gap = smoothstep(0.75f, 0.85f, slat);
        float3 blind = (0.4f + 0.3f * slat) * (lit ? lamp : 0.3f.xxx);
        color = lerp(blind, color, gap);
    }
#endif
    // Frames between the rooms and the pane before everything.
    float2 edge = min(window, 1.0f - window);
    float frame = 1.0f - smoothstep(0.03f, 0.05f, min(edge.x, edge.y));
    float fresnel = 0.04f + 0.96f * Pow5(1.0f - saturate(v.z));
    float3 reflected = Environment.SampleLevel(LinearWrap, reflect(-v, float3(0.0f, 0.0f, 1.0f)), glassRoughness * 3.0f).rgb;
    color = lerp(color, reflected * (1.0f - 0.8f * night), fresnel);
    color = lerp(color, 0.1f, frame);
    return float4(color, Luminance(color));
}
