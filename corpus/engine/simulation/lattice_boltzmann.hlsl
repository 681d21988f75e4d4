// dxilkit-corpus
// Flow by lattice Boltzmann in two and three dimensions: streaming by pulling, bounce back, inlets, one or two relaxation times, eddies, dye that goes along.
// args: -T cs_6_0 -E Step
// args: -T cs_6_0 -E Step -D TWO_TIMES=1
// args: -T cs_6_0 -E Step -D EDDIES=1
// args: -T cs_6_0 -E Step -D THREE=1
// args: -T cs_6_0 -E Step -D THREE=1 -D TWO_TIMES=1
// args: -T cs_6_0 -E Dye
// args: -T cs_6_2 -E Step -D PACKED=1 -enable-16bit-types
// args: -T cs_6_6 -E Step -D THREE=1 -D EDDIES=1
// range: Populations 0.01 0.2
// range: Solid 0 1
// set: Size 8 8 4 0
// set: Relaxation 0.6 0.25 0.1 0
// dispatch: 1 1 1
#ifndef THREE
#define THREE 0
#endif
#ifndef TWO_TIMES
#define TWO_TIMES 0
#endif
#ifndef EDDIES
#define EDDIES 0
#endif
#ifndef PACKED
#define PACKED 0
#endif

cbuffer Lattice : register(b0)
{
    uint4 Size;
    float4 Relaxation; // time, product of both, eddies
    float4 Inlet;      // velocity, density
};
StructuredBuffer<float> Populations : register(t0);
StructuredBuffer<uint> Solid : register(t1);
Texture2D<float4> DyeIn : register(t2);
SamplerState LinearClamp : register(s0);
RWTexture2D<float4> Fields : register(u1);
#if PACKED
RWStructuredBuffer<half> Next : register(u0);
#define STORED(x) half((x) * 64.0h)
#else
RWStructuredBuffer<float> Next : register(u0);
#define STORED(x) (x)
#endif

#if THREE
#define Q 19
static const int3 C[Q] = {
    int3(0, 0, 0), int3(1, 0, 0), int3(-1, 0, 0), int3(0, 1, 0), int3(0, -1, 0), int3(0, 0, 1), int3(0, 0, -1),
    int3(1, 1, 0), int3(-1, -1, 0), int3(1, -1, 0), int3(-1, 1, 0), int3(1, 0, 1), int3(-1, 0, -1),
    int3(1, 0, -1), int3(-1, 0, 1), int3(0, 1, 1), int3(0, -1, -1), int3(0, 1, -1), int3(0, -1, 1)
};
#define WEIGHT(i) ((i) == 0 ? 1.0 / 3.0 : (i) < 7 ? 1.0 / 18.0 : 1.0 / 36.0)
#else
#define Q 9
static const int3 C[Q] = {
    int3(0, 0, 0), int3(1, 0, 0), int3(-1, 0, 0), int3(0, 1, 0), int3(0, -1, 0),
    int3(1, 1, 0), int3(-1, -1, 0), int3(1, -1, 0), int3(-1, 1, 0)
};
#define WEIGHT(i) ((i) == 0 ? 4.0 / 9.0 : (i) < 5 ? 1.0 / 9.0 : 1.0 / 36.0)
#endif
/// Directions come in pairs.
uint Opposite(uint i) { return i == 0 ? 0 : ((i - 1) ^ 1) + 1; }

uint CellOf(int3 p)
{
    const int3 size = int3(max(Size.xyz, 1));
    p = (p + size) % size;
    return ((p.z * size.y + p.y) * size.x + p.x) & 63;
}

float Equilibrium(uint i, float density, float3 u)
{
    const float cu = 3 * dot(float3(C[i]), u);
    return WEIGHT(i) * density * (1 + cu + 0.5 * cu * cu - 1.5 * dot(u, u));
}

struct Moments
{
    float density;
    float3 u;
};
Moments MomentsOf(float f[Q])
{
    Moments m = (Moments)0;
    [unroll]
    for (uint i = 0; i < Q; ++i)
    {
        m.density += f[i];
        m.u += f[i] * float3(C[i]);
    }
    m.u /= max(m.density, 1e-6);
    return m;
}

/// Relaxation time from the strain of what is not in equilibrium.
float EddyTime(float f[Q], float eq[Q], float density)
{
    float3 diagonal = 0, rest = 0;
    [unroll]
    for (uint i = 0; i < Q; ++i)
    {
        const float3 c = C[i];
        diagonal += c * c * (f[i] - eq[i]);
        rest += c * c.yzx * (f[i] - eq[i]);
    }
    const float strain = sqrt(dot(diagonal, diagonal) + 2 * dot(rest, rest));
    const float t = Relaxation.x;
    return 0.5 * (t + sqrt(t * t + 18 * 1.41421356 * Relaxation.z * Relaxation.z * strain / max(density, 1e-6)));
}

[numthreads(8, 8, 1)]
void Step(uint3 id : SV_DispatchThreadID)
{
    const int3 p = int3(id);
    const uint cell = CellOf(p);
    float f[Q], eq[Q], after[Q];
    uint i;
    [unroll]
    for (i = 0; i < Q; ++i)
    {
        const uint from = CellOf(p - C[i]);
        f[i] = Solid[from] ? Populations[(cell + 7 * Opposite(i)) & 63] : Populations[(from + 7 * i) & 63];
    }
    Moments m = MomentsOf(f);
    if (id.x == 0)
    {
        m.density = 1 + 0.1 * Inlet.w;
        m.u = 0.1 * Inlet.xyz;
        [unroll]
        for (i = 0; i < Q; ++i)
            f[i] = Equilibrium(i, m.density, m.u);
    }
    [unroll]
    for (i = 0; i < Q; ++i)
        eq[i] = Equilibrium(i, m.density, m.u);
    float time = Relaxation.x;
#if EDDIES
    time = EddyTime(f, eq, m.density);
#endif
    const float omega = 1 / max(time, 0.51);
#if TWO_TIMES
    const float odd = 1 / (0.5 + Relaxation.y / max(1 / omega - 0.5, 0.01));
    [unroll]
    for (i = 0; i < Q; ++i)
    {
        const uint o = Opposite(i);
        const float even = 0.5 * (f[i] + f[o] - eq[i] - eq[o]), uneven = 0.5 * (f[i] - f[o] - eq[i] + eq[o]);
        after[i] = f[i] - omega * even - odd * uneven;
    }
#else
    [unroll]
    for (i = 0; i < Q; ++i)
        after[i] = f[i] - omega * (f[i] - eq[i]);
#endif
    const bool isSolid = Solid[cell] != 0;
    [unroll]
    for (i = 0; i < Q; ++i)
        Next[cell * Q + i] = STORED(isSolid ? f[Opposite(i)] : after[i]);
    Fields[id.xy] = float4(m.u, m.density);
}

[numthreads(8, 8, 1)]
void Dye(uint2 id : SV_DispatchThreadID)
{
    float f[Q];
    [unroll]
    for (uint i = 0; i < Q; ++i)
        f[i] = Populations[(CellOf(int3(id, 0)) + 7 * i) & 63];
    const float2 u = MomentsOf(f).u.xy;
    const float2 size = float2(Size.xy), back = (float2(id) + 0.5 - u * 4) / size;
    const float4 center = DyeIn.SampleLevel(LinearClamp, back, 0);
    float4 low = center, high = center;
    [unroll]
    for (uint k = 1; k < 5; ++k)
    {
        const float4 s = DyeIn.SampleLevel(LinearClamp, back + float2(C[k].xy) / size, 0);
        low = min(low, s);
        high = max(high, s);
    }
    const float4 forth = DyeIn.SampleLevel(LinearClamp, back + u * 4 / size, 0);
    Fields[id] = clamp(center + 0.5 * (DyeIn.Load(int3(id, 0)) - forth), low, high) * 0.995;
}
