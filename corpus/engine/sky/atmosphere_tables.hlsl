// dxilkit-corpus
// Tables of a precomputed atmosphere: transmittance by trapezoids, multiple scattering over a sphere of directions reduced in groupshared memory.
// args: -T cs_6_0 -E ComputeTransmittance
// args: -T cs_6_0 -E ComputeTransmittance -D STEPS=64
// args: -T cs_6_0 -E ComputeMultiScattering
// args: -T cs_6_0 -E ComputeMultiScattering -D WAVE_REDUCE=1
// args: -T cs_6_6 -E ComputeMultiScattering -D WAVE_REDUCE=1
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
// dispatch: 4 4 1
#include "../shared/atmosphere.hlsli"
#include "../shared/sampling.hlsli"

#ifndef STEPS
#define STEPS 24
#endif
#ifndef WAVE_REDUCE
#define WAVE_REDUCE 0
#endif
#define DIRECTIONS 64

ConstantBuffer<Atmosphere> Air : register(b0);
Texture2D<float4> Transmittance : register(t0);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Output : register(u0);

float3 OpticalDepth(float r, float mu)
{
    float span = DistanceToTop(Air, r, mu);
    float dx = span / float(STEPS);
    float3 sum = 0.0f;
    [loop] for (uint i = 0u; i <= STEPS; ++i)
    {
        float d = float(i) * dx;
        float ri = sqrt(d * d + 2.0f * r * mu * d + r * r);
        float weight = i == 0u || i == STEPS ? 0.5f : 1.0f;
        sum += SampleMedium(Air, float3(0.0f, ri, 0.0f)).extinction * weight * dx;
    }
    return sum;
}

[numthreads(8, 8, 1)]
void ComputeTransmittance(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5f) / 32.0f;
    float r, mu;
    TransmittanceParameters(Air, uv, 32.0f, r, mu);
    Output[id.xy] = float4(exp(-OpticalDepth(r, mu)), 1.0f);
}

groupshared float3 SharedLight[DIRECTIONS];
groupshared float3 SharedFactor[DIRECTIONS];

struct ScatterResult
{
    float3 light;
    float3 factor;
};

ScatterResult March(float3 p, float3 d, float3 sun)
{
    ScatterResult result;
    result.light = 0.0f;
    result.factor = 0.0f;
    float r = length(p);
    float mu = dot(p, d) / r;
    bool ground = HitsGround(Air, r, mu);
    float span = ground ? DistanceToBottom(Air, r, mu) : DistanceToTop(Air, r, mu);
    const uint count = 12u;
    float dt = span / float(count);
    float3 throughput = 1.0f;
    const float uniform_phase = 1.0f / (4.0f * PI);
    [loop] for (uint i = 0u; i < count; ++i)
    {
        float3 at = p + d * (float(i) + 0.3f) * dt;
        MediumSample m = SampleMedium(Air, at);
        float3 through = exp(-m.extinction * dt);
        float ra = length(at);
        float muS = dot(at, sun) / ra;
        float3 toSun = Transmittance.SampleLevel(LinearClamp, TransmittanceUv(Air, ra, muS, 16.0f), 0.0f).rgb;
        float shadow = HitsGround(Air, ra, muS) ? 0.0f : 1.0f;
        float3 s = toSun * shadow * m.scattering * uniform_phase;
        result.light += throughput * (s - s * through) / max(m.extinction, 1e-5f);
        result.factor += throughput * (m.scattering - m.scattering * through) / max(m.extinction, 1e-5f);
        throughput *= through;
    }
    if (ground)
    {
        float3 at = p + d * span;
        float3 up = normalize(at);
        float NoL = saturate(dot(up, sun));
        float3 toSun = Transmittance.SampleLevel(LinearClamp, TransmittanceUv(Air, Air.bottomRadius, NoL, 16.0f), 0.0f).rgb;
        result.light += toSun * throughput * NoL * Air.groundAlbedo * INV_PI;
    }
    return result;
}

[numthreads(1, 1, DIRECTIONS)]
void ComputeMultiScattering(uint3 id : SV_DispatchThreadID)
{
    float2 uv = (float2(id.xy) + 0.5f) / 4.0f;
    float cosSun = TextureToUnit(uv.x, 4.0f) * 2.0f - 1.0f;
    float r = lerp(Air.bottomRadius + 0.01f, Air.topRadius - 0.01f, saturate(TextureToUnit(uv.y, 4.0f)));
    float3 sun = float3(SafeSqrt(1.0f - cosSun * cosSun), cosSun, 0.0f);
    float2 grid = float2(id.z % 8u, id.z / 8u);
    float3 d = SampleUniformSphere((grid + 0.5f) / 8.0f);
    ScatterResult s = March(float3(0.0f, r, 0.0f), d, sun);
    const float solid = 4.0f * PI / float(DIRECTIONS);
#if WAVE_REDUCE
    float3 light = WaveActiveSum(s.light) * solid;
    float3 factor = WaveActiveSum(s.factor) * solid;
    uint wave = id.z / WaveGetLaneCount();
    if (WaveIsFirstLane())
    {
        SharedLight[wave] = light;
        SharedFactor[wave] = factor;
    }
    GroupMemoryBarrierWithGroupSync();
    uint waves = (DIRECTIONS + WaveGetLaneCount() - 1u) / WaveGetLaneCount();
    if (id.z == 0u)
    {
        for (uint w = 1u; w < waves; ++w)
        {
            SharedLight[0] += SharedLight[w];
            SharedFactor[0] += SharedFactor[w];
        }
    }
#else
    SharedLight[id.z] = s.light * solid;
    SharedFactor[id.z] = s.factor * solid;
    GroupMemoryBarrierWithGroupSync();
    [unroll] for (uint step = DIRECTIONS / 2; step > 0u; step >>= 1)
    {
        if (id.z < step)
        {
            SharedLight[id.z] += SharedLight[id.z + step];
            SharedFactor[id.z] += SharedFactor[id.z + step];
        }
        GroupMemoryBarrierWithGroupSync();
    }
#endif
    if (id.z > 0u) return;
    float3 total = SharedLight[0] / (4.0f * PI);
    float3 f = SharedFactor[0] / (4.0f * PI);
    // Bounces of all orders are a geometric series.
    Output[id.xy] = float4(total / (1.0f - min(f, 0.95f)) * Air.multiScatteringFactor, 1.0f);
}
