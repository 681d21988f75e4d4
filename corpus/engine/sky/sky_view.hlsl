// dxilkit-corpus
// Sky view table and aerial perspective volume: ray marching with both tables, horizon-warped latitude, per-slice scattering.
// args: -T cs_6_0 -E RenderSkyView
// args: -T cs_6_0 -E RenderSkyView -D VARIABLE_STEPS=1 -D MULTI_SCATTERING=0
// args: -T cs_6_0 -E RenderAerialPerspective
// args: -T cs_6_0 -E RenderAerialPerspective -D COLORED_TRANSMITTANCE=1
// args: -T cs_6_6 -E RenderAerialPerspective -D COLORED_TRANSMITTANCE=1
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
// set: sunDirection 0.3 0.5 0.6
// set: viewHeight 60.5
// set: volumeSize 8 8 8
// dispatch: 2 2 2
#include "../shared/atmosphere.hlsli"
#include "../shared/color.hlsli"

#ifndef VARIABLE_STEPS
#define VARIABLE_STEPS 0
#endif
#ifndef MULTI_SCATTERING
#define MULTI_SCATTERING 1
#endif
#ifndef COLORED_TRANSMITTANCE
#define COLORED_TRANSMITTANCE 0
#endif

cbuffer SkyPass : register(b1)
{
    float3 sunDirection;
    float viewHeight;
    float3 cameraRight;
    float sliceDistance;
    float3 cameraUp;
    float exposure;
    uint3 volumeSize;
    float maxSteps;
};
ConstantBuffer<Atmosphere> Air : register(b0);
Texture2D<float4> Transmittance : register(t0);
Texture2D<float4> MultiScattering : register(t1);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> SkyView : register(u0);
RWTexture3D<float4> Volume : register(u1);

float3 TransmittanceTo(float r, float mu) { return Transmittance.SampleLevel(LinearClamp, TransmittanceUv(Air, r, mu, 16.0f), 0.0f).rgb; }
float3 MultiScatteringAt(float r, float mu)
{
    float2 uv = saturate(float2(mu * 0.5f + 0.5f, (r - Air.bottomRadius) / (Air.topRadius - Air.bottomRadius)));
    return MultiScattering.SampleLevel(LinearClamp, float2(UnitToTexture(uv.x, 16.0f), UnitToTexture(uv.y, 16.0f)), 0.0f).rgb;
}

struct Scattered
{
    float3 light;
    float3 transmittance;
};

Scattered Integrate(float3 p, float3 d, float3 sun, float most, float count)
{
    Scattered result;
    result.light = 0.0f;
    result.transmittance = 1.0f;
    float r0 = length(p);
    float mu0 = dot(p, d) / r0;
    bool ground = HitsGround(Air, r0, mu0);
    float span = min(most, ground ? DistanceToBottom(Air, r0, mu0) : DistanceToTop(Air, r0, mu0));
    float c = dot(d, sun);
    float rayleigh = RayleighPhase(c);
    float mie = MiePhase(-c, Air.miePhase);
    float t = 0.0f;
    [loop] for (float s = 0.0f; s < count; s += 1.0f)
    {
#if VARIABLE_STEPS
        float a = Square(s / count), b = Square((s + 1.0f) / count);
        float dt = (b - a) * span;
        t = (a + (b - a) * 0.3f) * span;
#else
        float next = span * (s + 0.3f) / count;
        float dt = next - t;
        t = next;
#endif
        float3 at = p + d * t;
        MediumSample m = SampleMedium(Air, at);
        float r = length(at);
        float muS = dot(at, sun) / r;
        float3 toSun = HitsGround(Air, r, muS) ? 0.0f : TransmittanceTo(r, muS);
        float3 source = toSun * (m.scatteringMie * mie + m.scatteringRayleigh * rayleigh);
#if MULTI_SCATTERING
        source += MultiScatteringAt(r, muS) * m.scattering;
#endif
        float3 through = exp(-m.extinction * dt);
        result.light += result.transmittance * (source - source * through) / max(m.extinction, 1e-5f);
        result.transmittance *= through;
    }
    result.light *= Air.sunIlluminance + 0.5f;
    return result;
}

[numthreads(8, 8, 1)]
void RenderSkyView(uint3 id : SV_DispatchThreadID)
{
    if (id.z > 0u) return;
    float2 uv = (float2(id.xy) + 0.5f) / 16.0f;
    float horizon = SafeSqrt(viewHeight * viewHeight - Air.bottomRadius * Air.bottomRadius);
    float beta = FastAcos(clamp(horizon / viewHeight, -1.0f, 1.0f));
    float zenith = PI - beta;
    float cosView;
    if (uv.y < 0.5f)
    {
        float c = 1.0f - Square(1.0f - 2.0f * uv.y);
        cosView = cos(zenith * c);
    }
    else
    {
        float c = Square(uv.y * 2.0f - 1.0f);
        cosView = cos(zenith + beta * c);
    }
    float lightView = -(Square(uv.x) * 2.0f - 1.0f);
    float sinView = SafeSqrt(1.0f - cosView * cosView);
    float3 d = float3(sinView * lightView, cosView, sinView * SafeSqrt(1.0f - lightView * lightView));
    float3 s = SafeNormalize(sunDirection);
    float3 sun = float3(SafeSqrt(1.0f - s.y * s.y), s.y, 0.0f);
    Scattered result = Integrate(float3(0.0f, viewHeight, 0.0f), d, sun, 1000.0f, 8.0f + floor(maxSteps * 8.0f));
    SkyView[id.xy] = float4(result.light * (0.5f + exposure), 1.0f);
}

[numthreads(4, 4, 4)]
void RenderAerialPerspective(uint3 id : SV_DispatchThreadID)
{
    if (any(id >= volumeSize)) return;
    float2 uv = (float2(id.xy) + 0.5f) / float2(volumeSize.xy);
    float3 right = SafeNormalize(cameraRight + float3(1.0f, 0.0f, 0.0f));
    float3 up = SafeNormalize(cameraUp + float3(0.0f, 1.0f, 0.0f));
    float3 forward = cross(right, up);
    float3 d = normalize(forward + right * (uv.x * 2.0f - 1.0f) + up * (1.0f - uv.y * 2.0f));
    float slice = Square((float(id.z) + 0.5f) / float(volumeSize.z)) * float(volumeSize.z);
    float span = slice * (0.1f + sliceDistance);
    float3 p = float3(0.0f, viewHeight, 0.0f);
    float3 end = p + d * span;
    // Cells under the ground are put on it.
    float height = length(end);
    if (height <= Air.bottomRadius + 0.02f)
    {
        end = normalize(end) * (Air.bottomRadius + 0.021f);
        d = normalize(end - p);
        span = length(end - p);
    }
    Scattered s = Integrate(p, d, SafeNormalize(sunDirection), span, max(1.0f, float(id.z + 1u)));
#if COLORED_TRANSMITTANCE
    float3 key = LinearToSrgb(saturate(s.transmittance));
    Volume[id] = float4(s.light, dot(floor(key * 31.0f), float3(1.0f, 32.0f, 1024.0f)) / 32768.0f);
#else
    Volume[id] = float4(s.light, dot(s.transmittance, 1.0f / 3.0f));
#endif
}
