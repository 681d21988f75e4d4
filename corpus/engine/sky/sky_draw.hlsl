// dxilkit-corpus
// Sky drawn behind everything: the table by its warped coordinates, sun disc with limb darkening, moon with phases, stars, aurora.
// args: -T vs_6_0 -E VSSky
// args: -T ps_6_0 -E PSSky
// args: -T ps_6_0 -E PSSky -D NIGHT=1
// args: -T ps_6_0 -E PSSky -D NIGHT=1 -D AURORA=1
// args: -T ps_6_6 -E PSSky -D NIGHT=1 -D AURORA=1
// set: rayleighScattering 0.0058 0.0135 0.0331
// set: mieScattering 0.004 0.004 0.004
// set: mieExtinction 0.0004 0.0004 0.0004
// set: ozoneAbsorption 0.00065 0.00188 0.000085
// set: bottomRadius 60
// set: topRadius 66
// set: miePhase 0.7
// set: sunAngularRadius 0.05
// range: expScale -0.6 -0.3
// set: linearTerm 0
// set: constantTerm 0
// set: expTerm 1
// set: width 2
// set: muSMin -0.2
// set: sunDirection 0.1 0.4 1
// set: moonDirection -0.2 0.5 1
// set: viewHeight 60.5
// vertices: 3
#include "../shared/atmosphere.hlsli"
#include "../shared/color.hlsli"
#include "../shared/sampling.hlsli"

#ifndef NIGHT
#define NIGHT 0
#endif
#ifndef AURORA
#define AURORA 0
#endif

cbuffer SkyDraw : register(b1)
{
    float3 sunDirection;
    float viewHeight;
    float3 moonDirection;
    float moonRadius;
    float3x3 celestial;
    float starBrightness;
    float twinkle;
    float time;
    float exposure;
    float3 auroraColor;
};
ConstantBuffer<Atmosphere> Air : register(b0);
Texture2D<float4> SkyView : register(t0);
Texture2D<float4> Transmittance : register(t1);
TextureCube<float4> Milkyway : register(t2);
SamplerState LinearClamp : register(s0);

struct Varyings
{
    float4 clip : SV_Position;
    float3 direction : DIRECTION;
};

Varyings VSSky(uint vertex : SV_VertexID)
{
    float2 uv = float2((vertex << 1) & 2u, vertex & 2u);
    Varyings o;
    o.clip = float4(uv * 2.0f - 1.0f, 0.0f, 1.0f);
    o.direction = float3(o.clip.x, o.clip.y * 0.7f + 0.4f, 1.0f);
    return o;
}

float2 SkyViewUv(float3 d, float3 sun, bool ground)
{
    float horizon = SafeSqrt(viewHeight * viewHeight - Air.bottomRadius * Air.bottomRadius);
    float beta = acos(clamp(horizon / viewHeight, -1.0f, 1.0f));
    float zenith = PI - beta;
    float2 uv;
    float angle = acos(clamp(d.y, -1.0f, 1.0f));
    if (!ground) uv.y = (1.0f - SafeSqrt(1.0f - angle / zenith)) * 0.5f;
    else uv.y = SafeSqrt((angle - zenith) / max(beta, 1e-3f)) * 0.5f + 0.5f;
    float2 a = SafeNormalize(float3(d.x, 0.0f, d.z)).xz, b = SafeNormalize(float3(sun.x, 0.0f, sun.z)).xz;
    uv.x = sqrt(saturate(-dot(a, b) * 0.5f + 0.5f));
    return float2(UnitToTexture(uv.x, 16.0f), UnitToTexture(saturate(uv.y), 16.0f));
}

float3 SunDisc(float3 d, float3 sun)
{
    float c = dot(d, sun);
    float most = cos(Air.sunAngularRadius * 4.0f);
    if (c < most) return 0.0f;
    float center = saturate(FastAcos(c) / (Air.sunAngularRadius * 4.0f));
    float mu = SafeSqrt(1.0f - center * center);
    const float3 u = float3(0.397f, 0.503f, 0.652f);
    float3 darkening = pow(max(mu, 1e-3f), u);
    float3 t = Transmittance.SampleLevel(LinearClamp, TransmittanceUv(Air, viewHeight, d.y, 16.0f), 0.0f).rgb;
    return darkening * t * 20.0f;
}

float3 Moon(float3 d, float3 moon, float3 sun)
{
    float2 hit = IntersectSphere(-moon * 10.0f, d, 0.5f + moonRadius);
    if (hit.y < hit.x) return 0.0f;
    float3 n = normalize(d * hit.x - moon * 10.0f);
    float light = saturate(dot(n, normalize(sun + float3(1.0f, 0.0f, -1.0f))));
    uint h = HashCombine(uint((n.x + 1.0f) * 12.0f), uint((n.y + 1.0f) * 12.0f));
    float craters = 0.7f + 0.3f * ToUnitFloat(h);
    return (light * craters + 0.01f).xxx * float3(0.9f, 0.95f, 1.0f);
}

/// One star at most a cell of a cube map's face grid.
float3 Stars(float3 d)
{
    float3 a = abs(d);
    float most = Max3(a.x, a.y, a.z);
    uint face = a.x == most ? (d.x > 0.0f ? 0u : 1u) : a.y == most ? (d.y > 0.0f ? 2u : 3u) : (d.z > 0.0f ? 4u : 5u);
    float2 uv = face < 2u ? d.yz / most : face < 4u ? d.xz / most : d.xy / most;
    float2 grid = (uv * 0.5f + 0.5f) * 24.0f;
    uint2 cell = uint2(clamp(grid, 0.0f, 23.0f));
    uint h = HashCombine(HashCombine(cell.x + face * 64u, cell.y), 77u);
    float2 place = float2(ToUnitFloat(h), ToUnitFloat(HashUint(h + 1u))) * 0.8f + 0.1f;
    float magnitude = Pow4(ToUnitFloat(HashUint(h + 2u)));
    float size = 0.1f + 0.1f * magnitude;
    float2 off = grid - float2(cell) - place;
    float glow = exp(-dot(off, off) / Square(size));
    float kelvin = ToUnitFloat(HashUint(h + 3u));
    float3 tint = lerp(float3(1.0f, 0.7f, 0.5f), float3(0.7f, 0.8f, 1.0f), kelvin);
    float flicker = 1.0f - twinkle * (0.5f + 0.5f * sin(time * 7.0f + float(h & 255u)));
    return tint * glow * magnitude * flicker;
}

float3 Aurora(float3 d)
{
    if (d.y < 0.05f) return 0.0f;
    float3 sum = 0.0f;
    float dither = frac(d.x * 91.7f + d.z * 37.3f);
    [loop] for (uint i = 0u; i < 16u; ++i)
    {
        float height = 0.8f + pow(float(i) + dither * 0.5f, 1.4f) * 0.02f;
        float2 p = d.xz * height / (d.y * 2.0f + 0.4f);
        float n = 0.0f;
        float amplitude = 1.0f;
        [unroll] for (uint k = 0u; k < 3u; ++k)
        {
            p += sin(p.yx * 1.7f + time * 0.2f) * 0.4f;
            n += amplitude * abs(sin(p.x * 2.0f) * cos(p.y * 1.5f));
            amplitude *= 0.5f;
            p *= 1.9f;
        }
        n = Pow4(saturate(1.0f - n * 0.6f));
        float3 c = sin(1.0f - float3(2.15f, -0.5f, 1.2f) + float(i) * 0.1f) * 0.5f + 0.5f;
        sum += c * auroraColor * n * exp2(-float(i) * 0.15f - 1.0f) * smoothstep(0.0f, 5.0f, float(i));
    }
    return sum * saturate(d.y * 10.0f + 0.2f);
}

float4 PSSky(Varyings p) : SV_Target
{
    float3 d = normalize(p.direction);
    float3 sun = SafeNormalize(sunDirection);
    bool ground = HitsGround(Air, viewHeight, d.y);
    float3 color = SkyView.SampleLevel(LinearClamp, SkyViewUv(d, sun, ground), 0.0f).rgb;
    if (!ground)
    {
        color += SunDisc(d, sun);
#if NIGHT
        float dark = saturate(1.0f - Luminance(color));
        float3 local = mul(celestial, d);
        float3 night = Stars(SafeNormalize(local)) * starBrightness * 2.0f;
        night += Milkyway.SampleLevel(LinearClamp, local, 0.0f).rgb * 0.1f;
        float3 moon = Moon(d, SafeNormalize(moonDirection), sun);
        night = any(moon > 0.0f) ? moon : night;
        color += night * dark;
#endif
#if AURORA
        color += Aurora(d) * dark;
#endif
    }
    float noise = InterleavedGradientNoise(p.clip.xy) / 255.0f;
    return float4(color * (0.5f + exposure) + noise, 1.0f);
}
