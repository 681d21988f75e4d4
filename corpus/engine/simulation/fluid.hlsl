// dxilkit-corpus
// Smoke on a grid: advection with a corrector step, buoyancy and vorticity confinement, divergence, red-black relaxation in shared
// memory with several sweeps, and the projection.
// args: -T cs_6_0 -E Advect
// args: -T cs_6_0 -E Advect -D MACCORMACK=1
// args: -T cs_6_0 -E Forces
// args: -T cs_6_0 -E Divergence
// args: -T cs_6_0 -E Relax
// args: -T cs_6_0 -E Project
// args: -T cs_6_6 -E Relax -D SWEEPS=6
// args: -T cs_6_6 -E Advect -D MACCORMACK=1
// data: cb0 16u 16u 16u 0u 0.0625 0.0625 0.0625 0.1 0.2 1 0.3 0.5 0 1 0 0.98
// dispatch: 2 2 2

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"

#ifndef MACCORMACK
#define MACCORMACK 0
#endif
#ifndef SWEEPS
#define SWEEPS 4
#endif
#define TILE 8
#define HALO 1
#define PADDED (TILE + 2 * HALO)

struct FluidConstants
{
    int3 size;
    uint flags;
    float3 cellSize;
    float deltaTime;
    float buoyancy;
    float ambient;
    float confinement;
    float cooling;
    float3 up;
    float dissipation;
};

ConstantBuffer<FluidConstants> Fluid : register(b0);
Texture3D<float4> Velocity : register(t0);
Texture3D<float4> Density : register(t1);
Texture3D<float> Pressure : register(t2);
Texture3D<float> DivergenceIn : register(t3);
Texture3D<uint> Obstacles : register(t4);
SamplerState LinearClamp : register(s0);
RWTexture3D<float4> VelocityOut : register(u0);
RWTexture3D<float4> DensityOut : register(u1);
RWTexture3D<float> ScalarOut : register(u2);

static const int3 NEIGHBOURS[6] = { int3(-1, 0, 0), int3(1, 0, 0), int3(0, -1, 0), int3(0, 1, 0), int3(0, 0, -1), int3(0, 0, 1) };

int3 Clamped(int3 p) { return clamp(p, 0, Fluid.size - 1); }
bool IsSolid(int3 p) { return any(p < 0) || any(p >= Fluid.size) || Obstacles[p] > 60; }
float3 Uvw(float3 cell) { return (cell + 0.5) / float3(Fluid.size); }

float3 Backtrace(float3 cell, float dt)
{
    // Midpoint rule.
    const float3 v0 = Velocity.SampleLevel(LinearClamp, Uvw(cell), 0).xyz;
    const float3 mid = cell - 0.5 * dt * v0 / Fluid.cellSize;
    const float3 v1 = Velocity.SampleLevel(LinearClamp, Uvw(mid), 0).xyz;
    return cell - dt * v1 / Fluid.cellSize;
}

void NeighbourRange(Texture3D<float4> field, float3 at, out float4 low, out float4 high)
{
    const int3 corner = int3(floor(at));
    low = FLOAT_MAX;
    high = -FLOAT_MAX;
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        const float4 v = field[Clamped(corner + int3(i & 1, (i >> 1) & 1, i >> 2))];
        low = min(low, v);
        high = max(high, v);
    }
}

float4 AdvectField(Texture3D<float4> field, float3 cell)
{
    const float3 back = Backtrace(cell, Fluid.deltaTime);
    const float4 forward = field.SampleLevel(LinearClamp, Uvw(back), 0);
#if MACCORMACK
    const float3 again = Backtrace(back, -Fluid.deltaTime);
    const float4 round = field.SampleLevel(LinearClamp, Uvw(again), 0);
    float4 low, high;
    NeighbourRange(field, back, low, high);
    return clamp(forward + 0.5 * (field[int3(cell)] - round), low, high);
#else
    return forward;
#endif
}

[numthreads(TILE, TILE, TILE)]
void Advect(int3 cell : SV_DispatchThreadID)
{
    if (any(cell >= Fluid.size))
        return;
    if (IsSolid(cell))
    {
        VelocityOut[cell] = 0;
        DensityOut[cell] = 0;
        return;
    }
    VelocityOut[cell] = AdvectField(Velocity, float3(cell)) * Fluid.dissipation;
    float4 d = AdvectField(Density, float3(cell));
    d.y = Fluid.ambient + (d.y - Fluid.ambient) * exp(-Fluid.cooling * Fluid.deltaTime);
    DensityOut[cell] = max(d, 0);
}

float3 Curl(int3 p)
{
    const float3 l = Velocity[Clamped(p + NEIGHBOURS[0])].xyz, r = Velocity[Clamped(p + NEIGHBOURS[1])].xyz;
    const float3 d = Velocity[Clamped(p + NEIGHBOURS[2])].xyz, u = Velocity[Clamped(p + NEIGHBOURS[3])].xyz;
    const float3 b = Velocity[Clamped(p + NEIGHBOURS[4])].xyz, f = Velocity[Clamped(p + NEIGHBOURS[5])].xyz;
    return 0.5 * float3((u.z - d.z) - (f.y - b.y), (f.x - b.x) - (r.z - l.z), (r.y - l.y) - (u.x - d.x)) / Fluid.cellSize.x;
}

[numthreads(TILE, TILE, 4)]
void Forces(int3 cell : SV_DispatchThreadID)
{
    if (any(cell >= Fluid.size))
        return;
    float3 v = Velocity[cell].xyz;
    const float2 d = Density[cell].xy;
    v += Fluid.up * (Fluid.deltaTime * (Fluid.buoyancy * (d.y - Fluid.ambient) - 0.1 * d.x));
    float gradient[3];
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
        gradient[axis] = length(Curl(cell + NEIGHBOURS[axis * 2 + 1])) - length(Curl(cell + NEIGHBOURS[axis * 2]));
    const float3 n = SafeNormalize(float3(gradient[0], gradient[1], gradient[2]), float3(0, 0, 0));
    v += Fluid.deltaTime * Fluid.confinement * Fluid.cellSize.x * cross(n, Curl(cell));
    VelocityOut[cell] = float4(v, 0);
}

[numthreads(TILE, TILE, 4)]
void Divergence(int3 cell : SV_DispatchThreadID)
{
    if (any(cell >= Fluid.size))
        return;
    float sum = 0;
    [unroll]
    for (uint i = 0; i < 6; ++i)
    {
        const uint axis = i >> 1;
        const int3 other = cell + NEIGHBOURS[i];
        const float v = IsSolid(other) ? 0 : Velocity[other][axis];
        sum += (i & 1 ? v : -v) / Fluid.cellSize[axis];
    }
    ScalarOut[cell] = 0.5 * sum;
}

groupshared float SharedPressure[PADDED][PADDED][PADDED];

[numthreads(TILE, TILE, TILE)]
void Relax(int3 cell : SV_DispatchThreadID, int3 local : SV_GroupThreadID, int3 group : SV_GroupID, uint index : SV_GroupIndex)
{
    for (uint i = index; i < PADDED * PADDED * PADDED; i += TILE * TILE * TILE)
    {
        const int3 at = int3(i % PADDED, (i / PADDED) % PADDED, i / (PADDED * PADDED));
        SharedPressure[at.z][at.y][at.x] = Pressure[Clamped(group * TILE + at - HALO)];
    }
    uint open = 0;
    [unroll]
    for (uint n = 0; n < 6; ++n)
        open |= (IsSolid(cell + NEIGHBOURS[n]) ? 0u : 1u) << n;
    const float rhs = DivergenceIn[Clamped(cell)] * Square(Fluid.cellSize.x);
    GroupMemoryBarrierWithGroupSync();
    const int3 at = local + HALO;
    const uint color = (local.x + local.y + local.z) & 1;
    const float omega = 1.6;
    [loop]
    for (uint sweep = 0; sweep < SWEEPS; ++sweep)
    {
        if ((sweep & 1) == color)
        {
            const float center = SharedPressure[at.z][at.y][at.x];
            float sum = 0;
            [unroll]
            for (uint k = 0; k < 6; ++k)
            {
                const int3 o = at + NEIGHBOURS[k];
                sum += (open >> k) & 1 ? SharedPressure[o.z][o.y][o.x] : center;
            }
            SharedPressure[at.z][at.y][at.x] = lerp(center, (sum - rhs) / 6, omega);
        }
        GroupMemoryBarrierWithGroupSync();
    }
    if (all(cell < Fluid.size))
        ScalarOut[cell] = SharedPressure[at.z][at.y][at.x];
}

[numthreads(TILE, TILE, 4)]
void Project(int3 cell : SV_DispatchThreadID)
{
    if (any(cell >= Fluid.size))
        return;
    const float center = Pressure[cell];
    float p[6];
    float3 mask = 1;
    [unroll]
    for (uint i = 0; i < 6; ++i)
    {
        const int3 other = cell + NEIGHBOURS[i];
        const bool solid = IsSolid(other);
        p[i] = solid ? center : Pressure[other];
        if (solid)
            mask[i >> 1] = 0;
    }
    const float3 gradient = 0.5 * float3(p[1] - p[0], p[3] - p[2], p[5] - p[4]) / Fluid.cellSize;
    VelocityOut[cell] = float4((Velocity[cell].xyz - gradient) * mask, 0);
}
