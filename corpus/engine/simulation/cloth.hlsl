// dxilkit-corpus
// Cloth by extended position-based dynamics: prediction, coloured constraint batches in shared memory, bending, collision with
// capsules and a ground plane, normals.
// args: -T cs_6_0 -E Simulate
// args: -T cs_6_0 -E Simulate -D BENDING=1 -D COLLIDE=1
// args: -T cs_6_0 -E Normals
// args: -T cs_6_6 -E Simulate -D BENDING=1 -D COLLIDE=1
// data: cb0 8u 8u 4u 3u 0 -9.8 0 0.016 0.2 0 0.1 0.02 0.0001 0.01 0.99 0.05 2u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"

#ifndef BENDING
#define BENDING 0
#endif
#ifndef COLLIDE
#define COLLIDE 0
#endif
#define SIDE 8
#define PARTICLES (SIDE * SIDE)

struct ClothConstants
{
    uint2 size;
    uint substeps;
    uint iterations;
    float3 gravity;
    float deltaTime;
    float3 wind;
    float thickness;
    float compliance;
    float bendCompliance;
    float damping;
    float friction;
    uint capsuleCount;
};

struct ClothParticle
{
    float3 position;
    float inverseMass;
    float3 velocity;
    uint flags;
};

struct Capsule
{
    float3 a;
    float radius;
    float3 b;
    float pad;
};

ConstantBuffer<ClothConstants> Cloth : register(b0);
StructuredBuffer<Capsule> Capsules : register(t0);
RWStructuredBuffer<ClothParticle> Particles : register(u0);
RWStructuredBuffer<float4> VertexNormals : register(u1);

groupshared float3 SharedPosition[PARTICLES];
groupshared float SharedMass[PARTICLES];

struct Constraint
{
    uint a, b;
    float rest;
    float compliance;

    void Solve(float dt)
    {
        const float wa = SharedMass[a], wb = SharedMass[b];
        const float3 d = SharedPosition[a] - SharedPosition[b];
        const float l = length(d);
        const float alpha = compliance / (dt * dt);
        const float w = wa + wb + alpha;
        if (l < 1e-6 || w < 1e-9)
            return;
        const float3 correction = d * ((rest - l) / (l * w));
        SharedPosition[a] += correction * wa;
        SharedPosition[b] -= correction * wb;
    }
};

#define COLORS 8

/// Constraint of a thread in one of eight batches whose members share no particle; false: it has none.
bool BatchConstraint(uint color, uint index, out Constraint c)
{
    c = (Constraint)0;
    const uint2 p = uint2(index % SIDE, index / SIDE);
    uint2 q = p;
    bool isUsed = false;
    const float unit = 1.0 / SIDE;
    c.rest = unit;
    c.compliance = Cloth.compliance;
    switch (color)
    {
    case 0:
    case 1:
        isUsed = (p.x & 1) == color;
        q.x++;
        break;
    case 2:
    case 3:
        isUsed = (p.y & 1) == color - 2;
        q.y++;
        break;
    case 4:
    case 5:
        isUsed = (p.x & 1) == color - 4 && (p.y & 1) == 0;
        q += 1;
        c.rest = unit * 1.41421356;
        break;
    default:
#if BENDING
        isUsed = color == 6 ? (p.x & 3) < 2 : (p.y & 3) < 2;
        q += color == 6 ? uint2(2, 0) : uint2(0, 2);
        c.rest = 2 * unit;
        c.compliance = Cloth.bendCompliance;
#endif
        break;
    }
    c.a = index;
    c.b = (q.y * SIDE + q.x) & (PARTICLES - 1);
    return isUsed && all(q < SIDE);
}

float3 Collide(float3 p, float3 before, inout float3 velocity)
{
#if COLLIDE
    for (uint i = 0; i < min(Cloth.capsuleCount, 4); ++i)
    {
        const Capsule c = Capsules[i];
        float t;
        const float3 axis = ClosestOnSegment(c.a, c.b, p, t);
        const float3 d = p - axis;
        const float l = length(d);
        const float depth = c.radius * 0.1 + Cloth.thickness - l;
        if (depth > 0 && l > 1e-6)
        {
            const float3 n = d / l;
            p += n * depth;
            const float3 slide = (p - before) - n * dot(p - before, n);
            p -= slide * min(Cloth.friction * depth / max(length(slide), 1e-6), 1);
        }
    }
    if (p.y < Cloth.thickness)
    {
        p.y = Cloth.thickness;
        velocity.xz *= 0.8;
    }
#endif
    return p;
}

[numthreads(PARTICLES, 1, 1)]
void Simulate(uint index : SV_GroupIndex)
{
    ClothParticle particle = Particles[index];
    float3 position = particle.position, velocity = particle.velocity;
    const float mass = index < 2 ? 0 : particle.inverseMass;
    const float dt = Cloth.deltaTime / max(Cloth.substeps, 1);
    SharedMass[index] = mass;
    SharedPosition[index] = position;
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 0; step < min(Cloth.substeps, 4); ++step)
    {
        const float3 before = position;
        if (mass > 0)
        {
            const uint right = (index & (SIDE - 1)) == SIDE - 1 ? index : index + 1;
            const uint below = index + SIDE < PARTICLES ? index + SIDE : index;
            const float3 n = SafeNormalize(cross(SharedPosition[right] - position, SharedPosition[below] - position), float3(0, 0, 0));
            const float3 drag = n * dot(n, Cloth.wind - velocity);
            velocity += dt * (Cloth.gravity + drag * mass);
            position += dt * velocity;
        }
        GroupMemoryBarrierWithGroupSync();
        SharedPosition[index] = position;
        GroupMemoryBarrierWithGroupSync();
        for (uint iteration = 0; iteration < min(Cloth.iterations, 4); ++iteration)
        {
            [unroll]
            for (uint color = 0; color < COLORS; ++color)
            {
                Constraint c;
                if (BatchConstraint(color, index, c))
                    c.Solve(dt);
                GroupMemoryBarrierWithGroupSync();
            }
        }
        position = SharedPosition[index];
        if (mass > 0)
            position = Collide(position, before, velocity);
        GroupMemoryBarrierWithGroupSync();
        SharedPosition[index] = position;
        velocity = (position - before) / dt * Cloth.damping;
    }
    particle.position = position;
    particle.velocity = velocity;
    Particles[index] = particle;
}

[numthreads(PARTICLES, 1, 1)]
void Normals(uint index : SV_GroupIndex)
{
    SharedPosition[index] = Particles[index].position;
    GroupMemoryBarrierWithGroupSync();
    const int2 p = int2(index % SIDE, index / SIDE);
    static const int2 RING[6] = { int2(1, 0), int2(1, 1), int2(0, 1), int2(-1, 0), int2(-1, -1), int2(0, -1) };
    float3 sum = 0;
    for (uint i = 0; i < 6; ++i)
    {
        const int2 a = p + RING[i], b = p + RING[(i + 1) % 6];
        if (any(a < 0) || any(a >= SIDE) || any(b < 0) || any(b >= SIDE))
            continue;
        const float3 pa = SharedPosition[a.y * SIDE + a.x], pb = SharedPosition[b.y * SIDE + b.x];
        sum += cross(pa - SharedPosition[index], pb - SharedPosition[index]);
    }
    VertexNormals[index] = float4(SafeNormalize(sum), length(sum) * 0.5);
}
