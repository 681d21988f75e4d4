// dxilkit-corpus
// Terrain material: index map with four corners blended by hand, triplanar or biplanar mapping by slope, macro variation, snow and wetness.
// args: -T vs_6_0 -E VSMain
// args: -T ps_6_0 -E PSMain
// args: -T ps_6_0 -E PSMain -D BIPLANAR=1 -D SNOW=1
// args: -T ps_6_0 -E PSMain -D WETNESS=1 -D SNOW=1 -D ANTI_TILE=1
// args: -T ps_6_5 -E PSMain -D WETNESS=1 -D ANTI_TILE=1 -D BIPLANAR=1
// range: Palette 0 1
// range: slices 0 3
// set: mapSize 16 16
#include "../shared/view.hlsli"
#include "../shared/brdf.hlsli"

#ifndef BIPLANAR
#define BIPLANAR 0
#endif
#ifndef SNOW
#define SNOW 0
#endif
#ifndef WETNESS
#define WETNESS 0
#endif
#ifndef ANTI_TILE
#define ANTI_TILE 0
#endif

struct GroundMaterial
{
    float3 tint;
    float scale;
    uint slices[2];
    float roughness;
    float sharpness;
};

cbuffer Terrain : register(b1)
{
    float2 mapSize;
    float slopeStart;
    float slopeEnd;
    float snowLine;
    float snowDepth;
    float wetness;
    float waterLevel;
    float3 sunDirection;
    float macroScale;
    float3 sunColor;
    uint defaultMaterial;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<GroundMaterial> Palette : register(t0);
Texture2D<uint> IndexMap : register(t1);
Texture2DArray<float4> Colors : register(t2);
Texture2DArray<float4> Details : register(t3);
Texture2D<float4> Macro : register(t4);
SamplerState LinearWrap : register(s0);
SamplerState LinearClamp : register(s1);

struct Varyings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    float3 normal : NORMAL;
};

Varyings VSMain(float3 position : POSITION, float2 slope : SLOPE)
{
    Varyings o;
    o.clip = float4(position, 1.0f);
    o.world = float3(position.x * 4.0f, slope.x * 3.0f, position.y * 4.0f);
    o.normal = normalize(float3((slope - 0.5f) * 3.0f, 1.0f).xzy);
    return o;
}

struct GroundSample
{
    float3 color;
    float height;
    float3 normal;
    float roughness;
};

GroundSample Mix(GroundSample a, GroundSample b, float t)
{
    GroundSample r;
    r.color = lerp(a.color, b.color, t);
    r.height = lerp(a.height, b.height, t);
    r.normal = lerp(a.normal, b.normal, t);
    r.roughness = lerp(a.roughness, b.roughness, t);
    return r;
}

struct PlaneGradients
{
    float3 dx, dy;
};

float4 FetchColor(float2 uv, float2 dx, float2 dy, uint slice)
{
#if ANTI_TILE
    // Two phases of a noise pick shifted copies of the texture.
    float k = Macro.SampleGrad(LinearWrap, uv * 0.05f, dx, dy).z * 8.0f;
    float f = frac(k);
    float i = floor(k);
    float2 a = sin(float2(3.0f, 7.0f) * (i + 0.0f));
    float2 b = sin(float2(3.0f, 7.0f) * (i + 1.0f));
    float4 ca = Colors.SampleGrad(LinearWrap, float3(uv + a, float(slice)), dx, dy);
    float4 cb = Colors.SampleGrad(LinearWrap, float3(uv + b, float(slice)), dx, dy);
    float3 d = ca.rgb - cb.rgb;
    return lerp(ca, cb, smoothstep(0.2f, 0.8f, f - 0.1f * (d.x + d.y + d.z)));
#else
    return Colors.SampleGrad(LinearWrap, float3(uv, float(slice)), dx, dy);
#endif
}

GroundSample SamplePlane(GroundMaterial m, uint slice, float2 uv, float2 dx, float2 dy, float3 axisX, float3 axisY, float3 axisN)
{
    float2 s = uv * m.scale;
    float4 c = FetchColor(s, dx * m.scale, dy * m.scale, slice);
    float4 d = Details.SampleGrad(LinearWrap, float3(s, float(slice)), dx * m.scale, dy * m.scale);
    GroundSample g;
    g.color = c.rgb * m.tint;
    g.height = c.a;
    float2 xy = d.xy - 0.5f;
    g.normal = axisN + axisX * xy.x + axisY * xy.y;
    g.roughness = saturate(m.roughness * (0.5f + d.z));
    return g;
}

GroundSample SampleMaterial(uint index, float3 world, float3 n, PlaneGradients g)
{
    GroundMaterial m = Palette[min(index, 63u)];
    float3 an = abs(n);
    GroundSample top = SamplePlane(m, m.slices[0], world.xz, g.dx.xz, g.dy.xz, float3(1, 0, 0), float3(0, 0, 1), float3(0, sign(n.y), 0));
#if BIPLANAR
    // The second plane is the steeper of the two upright ones.
    bool alongX = an.x > an.z;
    float2 uv = alongX ? world.zy : world.xy;
    float2 dx = alongX ? g.dx.zy : g.dx.xy;
    float2 dy = alongX ? g.dy.zy : g.dy.xy;
    float3 axis = alongX ? float3(sign(n.x), 0, 0) : float3(0, 0, sign(n.z));
    float3 side = alongX ? float3(0, 0, 1) : float3(1, 0, 0);
    GroundSample wall = SamplePlane(m, m.slices[1], uv, dx, dy, side, float3(0, 1, 0), axis);
    float most = max(an.x, an.z);
    float t = saturate((most - an.y) * m.sharpness * 4.0f + 0.5f);
    return Mix(top, wall, t);
#else
    float3 w = pow(an, 4.0f + 4.0f * m.sharpness);
    w /= w.x + w.y + w.z;
    GroundSample x = SamplePlane(m, m.slices[1], world.zy, g.dx.zy, g.dy.zy, float3(0, 0, 1), float3(0, 1, 0), float3(sign(n.x), 0, 0));
    GroundSample z = SamplePlane(m, m.slices[1], world.xy, g.dx.xy, g.dy.xy, float3(1, 0, 0), float3(0, 1, 0), float3(0, 0, sign(n.z)));
    GroundSample r;
    r.color = top.color * w.y + x.color * w.x + z.color * w.z;
    r.height = top.height * w.y + x.height * w.x + z.height * w.z;
    r.normal = top.normal * w.y + x.normal * w.x + z.normal * w.z;
    r.roughness = dot(float3(x.roughness, top.roughness, z.roughness), w);
    return r;
#endif
}

float4 PSMain(Varyings p) : SV_Target
{
    float3 n = normalize(p.normal);
    PlaneGradients g;
    g.dx = ddx(p.world);
    g.dy = ddy(p.world);

    float2 at = (p.world.xz * 0.125f + 0.5f) * mapSize - 0.5f;
    int2 base = int2(floor(at));
    float2 f = at - float2(base);
    float4 weights = float4((1.0f - f.x) * (1.0f - f.y), f.x * (1.0f - f.y), (1.0f - f.x) * f.y, f.x * f.y);
    float noise = Macro.Sample(LinearWrap, p.world.xz * 0.5f).w;

    GroundSample total;
    total.color = 0.0f;
    total.height = 0.0f;
    total.normal = 0.0f;
    total.roughness = 0.0f;
    float sum = 0.0f;
    uint lastIndex = 0xffffffffu;
    GroundSample last = total;
    [loop]
    for (uint i = 0u; i < 4u; ++i)
    {
        int2 cell = clamp(base + int2(i & 1u, i >> 1), 0, int2(mapSize) - 1);
        uint index = IndexMap.Load(int3(cell, 0));
        if (index >= 60u) index = defaultMaterial;
        if (index != lastIndex)
        {
            last = SampleMaterial(index, p.world, n, g);
            lastIndex = index;
        }
        float w = max(weights[i] + (last.height - 0.5f + noise * 0.2f) * weights[i], 0.0f);
        total.color += last.color * w;
        total.height += last.height * w;
        total.normal += last.normal * w;
        total.roughness += last.roughness * w;
        sum += w;
    }
    float inv = rcp(max(sum, 1e-4f));
    total.color *= inv;
    total.height *= inv;
    total.roughness *= inv;
    float3 normal = SafeNormalize(n * 0.5f + total.normal * inv);

    float macro = Macro.Sample(LinearClamp, p.world.xz * macroScale * 0.1f).x;
    total.color *= lerp(0.7f, 1.3f, macro);
#if SNOW
    float slope = saturate((n.y - slopeStart) / max(slopeEnd - slopeStart + 0.5f, 1e-3f));
    float amount = smoothstep(0.3f, 0.7f, slope * saturate(p.world.y - snowLine + noise) + snowDepth * 0.3f - total.height * 0.2f);
    total.color = lerp(total.color, float3(0.85f, 0.88f, 0.92f), amount);
    total.roughness = lerp(total.roughness, 0.35f, amount);
    normal = normalize(lerp(normal, n, amount * 0.8f));
#endif
    float f0 = 0.04f;
#if WETNESS
    float puddle = smoothstep(0.1f, 0.4f, wetness + waterLevel - total.height) * saturate(n.y * 4.0f - 3.0f);
    float wet = saturate(wetness + puddle);
    total.color *= lerp(1.0f, 0.45f, wet);
    total.roughness = lerp(total.roughness, lerp(0.25f, 0.05f, puddle), wet);
    normal = normalize(lerp(normal, n, puddle));
    f0 = lerp(0.04f, 0.02f, puddle);
#endif
    float3 v = SafeNormalize(View.cameraPosition + float3(0.0f, 4.0f, 0.0f) - p.world);
    BrdfResult r = StandardBrdf(total.color, f0.xxx, clamp(total.roughness, 0.05f, 1.0f), normal, v, SafeNormalize(sunDirection));
    float3 color = (r.diffuse + r.specular) * sunColor * PI + total.color * (0.1f + 0.1f * n.y);
    return float4(color, 1.0f);
}
