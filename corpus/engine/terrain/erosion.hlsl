// dxilkit-corpus
// Hydraulic erosion by virtual pipes: water, flux to four neighbours, velocity, sediment capacity, transport, and thermal slippage.
// args: -T cs_6_0 -E Flow
// args: -T cs_6_0 -E Erode
// args: -T cs_6_0 -E Transport
// args: -T cs_6_0 -E Thermal
// args: -T cs_6_0 -E Droplets
// args: -T cs_6_6 -E Erode -D HARDNESS=1
// args: -T cs_6_6 -E Droplets -D STEPS=24
// data: cb0 16u 16u 0.02 9.8 1 0.1 0.3 0.2 0.05 0.01 0.5 0.7 3u 0.05 0.3 4
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/random.hlsli"

#ifndef HARDNESS
#define HARDNESS 0
#endif
#ifndef STEPS
#define STEPS 12
#endif

struct ErosionConstants
{
    uint2 size;
    float deltaTime;
    float gravity;
    float pipeLength;
    float rain;
    float capacity;
    float dissolve;
    float deposit;
    float evaporation;
    float talus;
    float thermalRate;
    uint frame;
    float inertia;
    float dropletRate;
    float maxDepth;
};

ConstantBuffer<ErosionConstants> Erosion : register(b0);
/// Rock, water, sediment, hardness.
Texture2D<float4> Ground : register(t0);
Texture2D<float4> Flux : register(t1);
Texture2D<float4> Velocity : register(t2);
RWTexture2D<float4> GroundOut : register(u0);
RWTexture2D<float4> FluxOut : register(u1);
RWTexture2D<float4> VelocityOut : register(u2);
RWTexture2D<int> HeightDelta : register(u3);
SamplerState LinearClamp : register(s0);

static const int2 SIDES[4] = { int2(-1, 0), int2(1, 0), int2(0, -1), int2(0, 1) };
static const int2 RING[8] = { int2(-1, -1), int2(0, -1), int2(1, -1), int2(1, 0), int2(1, 1), int2(0, 1), int2(-1, 1), int2(-1, 0) };

int2 Inside(int2 p) { return clamp(p, 0, int2(Erosion.size) - 1); }
bool IsOutside(int2 p) { return any(p < 0) || any(p >= int2(Erosion.size)); }

[numthreads(8, 8, 1)]
void Flow(int2 cell : SV_DispatchThreadID)
{
    float4 here = Ground[cell];
    here.y += Erosion.rain * Erosion.deltaTime * UnitFloat(HashMix(cell.x * 7919 + cell.y * 104729 + Erosion.frame));
    const float level = here.x + here.y;
    float4 flux = Flux[cell];
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int2 p = cell + SIDES[i];
        if (IsOutside(p))
        {
            flux[i] = 0;
            continue;
        }
        const float4 other = Ground[p];
        const float dh = level - other.x - other.y;
        flux[i] = max(flux[i] * 0.99 + Erosion.deltaTime * Erosion.gravity * dh / Erosion.pipeLength, 0);
    }
    const float out_ = dot(flux, 1) * Erosion.deltaTime;
    const float scale = out_ > 0 ? min(1, here.y * Erosion.pipeLength * Erosion.pipeLength / out_) : 0;
    FluxOut[cell] = flux * scale;
    GroundOut[cell] = here;
}

[numthreads(8, 8, 1)]
void Erode(int2 cell : SV_DispatchThreadID)
{
    const float4 out_ = Flux[cell];
    float4 in_;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const int2 p = cell + SIDES[i];
        in_[i] = IsOutside(p) ? 0 : Flux[p][i ^ 1];
    }
    float4 g = Ground[cell];
    const float before = g.y;
    g.y = max(g.y + Erosion.deltaTime * (dot(in_, 1) - dot(out_, 1)), 0);
    const float mean = max((before + g.y) * 0.5, 1e-4);
    const float2 v = 0.5 * float2(in_.x - out_.x + out_.y - in_.y, in_.z - out_.z + out_.w - in_.w) / (mean * Erosion.pipeLength);
    const float2 slope = float2(Ground[Inside(cell + SIDES[1])].x - Ground[Inside(cell + SIDES[0])].x,
                                Ground[Inside(cell + SIDES[3])].x - Ground[Inside(cell + SIDES[2])].x) * 0.5;
    const float steep = length(slope);
    const float sine = max(steep * rsqrt(1 + steep * steep), 0.05);
    const float capacity = Erosion.capacity * sine * length(v) * saturate(mean / 0.1);
#if HARDNESS
    const float rate = Erosion.dissolve * (1 - 0.9 * saturate(g.w));
    g.w = max(g.w - Erosion.deltaTime * 0.1 * capacity, 0);
#else
    const float rate = Erosion.dissolve;
#endif
    const float change = capacity > g.z ? -rate * (capacity - g.z) : Erosion.deposit * (g.z - capacity);
    g.x += change;
    g.z -= change;
    g.y *= 1 - Erosion.evaporation * Erosion.deltaTime;
    GroundOut[cell] = g;
    VelocityOut[cell] = float4(v, capacity, steep);
}

[numthreads(8, 8, 1)]
void Transport(int2 cell : SV_DispatchThreadID)
{
    const float2 v = Velocity[cell].xy;
    const float2 from = (float2(cell) + 0.5 - v * Erosion.deltaTime) / float2(Erosion.size);
    float4 g = Ground[cell];
    g.z = Ground.SampleLevel(LinearClamp, from, 0).z;
    GroundOut[cell] = g;
}

[numthreads(8, 8, 1)]
void Thermal(int2 cell : SV_DispatchThreadID)
{
    const float h = Ground[cell].x;
    float moved = 0;
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        const int2 p = cell + RING[i];
        if (IsOutside(p))
            continue;
        const float distance = i & 1 ? 1.0 : 1.41421356;
        const float d = (h - Ground[p].x) / distance;
        const float excess = abs(d) - Erosion.talus;
        moved -= excess > 0 ? sign(d) * excess * distance : 0;
    }
    float4 g = Ground[cell];
    g.x += moved * Erosion.thermalRate * 0.125;
    GroundOut[cell] = g;
}

/// Height and gradient, bilinear.
float3 HeightAndGradient(float2 p)
{
    const int2 c = int2(floor(p));
    const float2 f = p - c;
    const float a = Ground[Inside(c)].x, b = Ground[Inside(c + int2(1, 0))].x;
    const float d = Ground[Inside(c + int2(0, 1))].x, e = Ground[Inside(c + int2(1, 1))].x;
    return float3((b - a) * (1 - f.y) + (e - d) * f.y, (d - a) * (1 - f.x) + (e - b) * f.x,
                  lerp(lerp(a, b, f.x), lerp(d, e, f.x), f.y));
}

void AddHeight(float2 p, float amount)
{
    const int2 c = int2(floor(p));
    const float2 f = p - c;
    const float4 w = float4((1 - f.x) * (1 - f.y), f.x * (1 - f.y), (1 - f.x) * f.y, f.x * f.y);
    [unroll]
    for (uint i = 0; i < 4; ++i)
        InterlockedAdd(HeightDelta[uint2(Inside(c + int2(i & 1, i >> 1)))], int(w[i] * amount * 1024));
}

[numthreads(8, 8, 1)]
void Droplets(uint2 id : SV_DispatchThreadID)
{
    RandomState random = RandomState::Create(id, Erosion.frame);
    float2 p = random.Float2() * float2(Erosion.size - 1), direction = 0;
    float speed = 1, water = 1, sediment = 0;
    [loop]
    for (uint step = 0; step < STEPS; ++step)
    {
        const float3 hg = HeightAndGradient(p);
        direction = direction * Erosion.inertia - hg.xy * (1 - Erosion.inertia);
        const float l = length(direction);
        direction = l > 1e-5 ? direction / l : random.Float2() * 2 - 1;
        const float2 next = p + direction;
        if (IsOutside(int2(floor(next))))
            break;
        const float dh = HeightAndGradient(next).z - hg.z;
        const float capacity = max(-dh, 0.01) * speed * water * Erosion.maxDepth;
        if (sediment > capacity || dh > 0)
        {
            const float drop = dh > 0 ? min(dh, sediment) : (sediment - capacity) * Erosion.dropletRate;
            sediment -= drop;
            AddHeight(p, drop);
        }
        else
        {
            const float take = min((capacity - sediment) * Erosion.dropletRate, -dh);
            sediment += take;
            AddHeight(p, -take);
        }
        speed = sqrt(max(speed * speed - dh * Erosion.gravity, 0));
        water *= 1 - Erosion.evaporation;
        p = next;
    }
}
