// dxilkit-corpus
// Smoothed particles: spatial hash by counting, neighbours cell by cell, density and pressure, viscosity and surface tension.
// args: -T cs_6_0 -E HashParticles
// args: -T cs_6_0 -E Densities
// args: -T cs_6_0 -E Accelerate
// args: -T cs_6_5 -E Accelerate -D TENSION=1
// args: -T cs_6_6 -E Densities -D TENSION=1
// data: cb0 48u 16u 0.3 2 1000 0.1 0.01 0.016 0 0 0 3 2 2 2 0.4
// data: t1 0u 2u 2u 4u 4u 6u 6u 8u 8u 10u 10u 12u 12u 14u 14u 16u 16u 18u 18u 20u 20u 22u 22u 24u 24u 26u 26u 28u 28u 30u 30u 32u
// data: t2 0u 1u 2u 3u 4u 5u 6u 7u 8u 9u 10u 11u 12u 13u 14u 15u 16u 17u 18u 19u 20u 21u 22u 23u 24u 25u 26u 27u 28u 29u 30u 31u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/math.hlsli"
#include "../kernel/waves.hlsli"

#ifndef TENSION
#define TENSION 0
#endif

struct SphConstants
{
    uint count;
    uint tableSize;
    float radius;
    float mass;
    float restDensity;
    float stiffness;
    float viscosity;
    float deltaTime;
    float3 lower;
    float gamma;
    float3 upper;
    float bounce;
};

struct SphParticle
{
    float3 position;
    float density;
    float3 velocity;
    float pressure;
};

ConstantBuffer<SphConstants> Sph : register(b0);
StructuredBuffer<SphParticle> Particles : register(t0);
StructuredBuffer<uint2> CellRanges : register(t1);
StructuredBuffer<uint> SortedIndices : register(t2);
RWStructuredBuffer<SphParticle> ParticlesOut : register(u0);
RWStructuredBuffer<uint> CellCounts : register(u1);
RWStructuredBuffer<uint2> Keys : register(u2);

int3 CellOf(float3 p) { return int3(floor((p - Sph.lower) / Sph.radius)); }
uint HashCell(int3 c)
{
    const uint3 k = uint3(c) * uint3(73856093u, 19349663u, 83492791u);
    return (k.x ^ k.y ^ k.z) % Sph.tableSize;
}

struct Poly6Kernel
{
    static float Value(float r2, float h)
    {
        const float d = max(h * h - r2, 0);
        return 315 / (64 * PI * Pow4(h) * Pow5(h)) * Cube(d);
    }
};
struct SpikyKernel
{
    static float3 Gradient(float3 d, float r, float h)
    {
        return d * (-45 / (PI * Cube(h) * Cube(h)) * Square(max(h - r, 0)) / max(r, 1e-5));
    }
    static float Laplacian(float r, float h) { return 45 / (PI * Cube(h) * Cube(h)) * max(h - r, 0); }
};

interface INeighbourVisitor
{
    void Visit(SphParticle other, float3 d, float r2);
};

struct DensityVisitor : INeighbourVisitor
{
    float density;
    float3 gradient;
    void Visit(SphParticle other, float3 d, float r2)
    {
        density += Sph.mass * Poly6Kernel::Value(r2, Sph.radius);
#if TENSION
        gradient += d;
#endif
    }
};

struct ForceVisitor : INeighbourVisitor
{
    SphParticle self;
    float3 pressure;
    float3 viscosity;
    float3 normal;
    float curvature;
    void Visit(SphParticle other, float3 d, float r2)
    {
        const float r = sqrt(r2);
        const float density = max(other.density * Sph.restDensity, 1);
        pressure -= SpikyKernel::Gradient(d, r, Sph.radius) * (Sph.mass * (self.pressure + other.pressure) / (2 * density));
        viscosity += (other.velocity - self.velocity) * (Sph.viscosity * Sph.mass / density * SpikyKernel::Laplacian(r, Sph.radius));
#if TENSION
        normal += SpikyKernel::Gradient(d, r, Sph.radius) * (Sph.mass / density);
        curvature -= Sph.mass / density * SpikyKernel::Laplacian(r, Sph.radius);
#endif
    }
};

template <typename Visitor>
void ForNeighbours(uint self, float3 position, inout Visitor visitor)
{
    const int3 cell = CellOf(position);
    uint seen[27];
    uint seenCount = 0;
    [loop]
    for (int i = 0; i < 27; ++i)
    {
        const uint hash = HashCell(cell + int3(i % 3, (i / 3) % 3, i / 9) - 1);
        // Two cells may share a slot: it is visited once.
        bool isKnown = false;
        for (uint s = 0; s < seenCount; ++s)
            isKnown = isKnown || seen[s] == hash;
        if (isKnown)
            continue;
        seen[seenCount++] = hash;
        const uint2 range = CellRanges[hash];
        for (uint k = range.x; k < range.y; ++k)
        {
            const uint other = SortedIndices[k & 63] & 63;
            if (other == self)
                continue;
            const SphParticle p = Particles[other];
            const float3 d = position - p.position;
            const float r2 = dot(d, d);
            if (r2 < Sph.radius * Sph.radius)
                visitor.Visit(p, d, r2);
        }
    }
}

[numthreads(GROUP_SIZE, 1, 1)]
void HashParticles(uint index : SV_DispatchThreadID)
{
    if (index >= Sph.count)
        return;
    const uint hash = HashCell(CellOf(Particles[index].position));
    uint rank;
    InterlockedAdd(CellCounts[hash], 1, rank);
    Keys[index] = uint2(hash, rank);
}

[numthreads(GROUP_SIZE, 1, 1)]
void Densities(uint index : SV_DispatchThreadID)
{
    if (index >= Sph.count)
        return;
    SphParticle p = Particles[index];
    DensityVisitor v;
    v.density = Sph.mass * Poly6Kernel::Value(0, Sph.radius);
    v.gradient = 0;
    ForNeighbours(index, p.position, v);
    p.density = v.density;
    p.pressure = Sph.stiffness * (pow(max(p.density / Sph.restDensity, 0.01), Sph.gamma) - 1);
#if TENSION
    p.velocity += v.gradient * 1e-3;
#endif
    ParticlesOut[index] = p;
}

[numthreads(GROUP_SIZE, 1, 1)]
void Accelerate(uint index : SV_DispatchThreadID)
{
    if (index >= Sph.count)
        return;
    ForceVisitor v = (ForceVisitor)0;
    v.self = Particles[index];
    ForNeighbours(index, v.self.position, v);
    float3 force = v.pressure + v.viscosity;
#if TENSION
    const float n = length(v.normal);
    if (n > 0.1)
        force += 0.05 * v.curvature * v.normal / n;
#endif
    SphParticle p = v.self;
    const float3 acceleration = clamp(force / max(p.density * Sph.restDensity, 1), -100, 100) + float3(0, -9.81, 0);
    p.velocity += acceleration * Sph.deltaTime;
    p.position += p.velocity * Sph.deltaTime;
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        if (p.position[axis] < Sph.lower[axis])
        {
            p.position[axis] = Sph.lower[axis];
            p.velocity[axis] *= -Sph.bounce;
        }
        else if (p.position[axis] > Sph.upper[axis])
        {
            p.position[axis] = Sph.upper[axis];
            p.velocity[axis] *= -Sph.bounce;
        }
    }
    ParticlesOut[index] = p;
}
