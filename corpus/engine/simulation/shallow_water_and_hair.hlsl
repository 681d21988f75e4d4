// dxilkit-corpus
// Shallow water by finite volumes with HLLC fluxes and wet fronts, and strands of hair with follow-the-leader, length and shape
// constraints in shared memory.
// args: -T cs_6_0 -E WaterStep
// args: -T cs_6_0 -E WaterStep -D SECOND_ORDER=1
// args: -T cs_6_0 -E Strands
// args: -T cs_6_6 -E WaterStep -D SECOND_ORDER=1
// args: -T cs_6_6 -E Strands
// data: cb0 16u 16u 0.5 9.81 0.01 0.001 0.02 4u 0 -9.8 0 0.016 0.9 0.3 0.1 0.02
// dispatch: 2 2 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"

#ifndef SECOND_ORDER
#define SECOND_ORDER 0
#endif

struct SimulationConstants
{
    uint2 size;
    float cell;
    float gravity;
    float waterStep;
    float dry;
    float manning;
    uint iterations;
    float3 acceleration;
    float hairStep;
    float damping;
    float stiffness;
    float shape;
    float radius;
};

ConstantBuffer<SimulationConstants> Simulation : register(b0);
/// Depth, momentum in x and y, bed.
Texture2D<float4> State : register(t0);
StructuredBuffer<float4> RestPositions : register(t1);
RWTexture2D<float4> StateOut : register(u0);
RWStructuredBuffer<float4> Positions : register(u1);
RWStructuredBuffer<float4> Previous : register(u2);

struct Conserved
{
    float h;
    float2 q;

    float2 Velocity() { return h > Simulation.dry ? q / h : 0; }
    Conserved operator+(Conserved o)
    {
        Conserved r;
        r.h = h + o.h;
        r.q = q + o.q;
        return r;
    }
    Conserved operator-(Conserved o)
    {
        Conserved r;
        r.h = h - o.h;
        r.q = q - o.q;
        return r;
    }
    Conserved operator*(float s)
    {
        Conserved r;
        r.h = h * s;
        r.q = q * s;
        return r;
    }
    Conserved Turned()
    {
        Conserved r;
        r.h = h;
        r.q = q.yx;
        return r;
    }
    Conserved Flux()
    {
        const float u = Velocity().x;
        Conserved f;
        f.h = q.x;
        f.q = float2(q.x * u + 0.5 * Simulation.gravity * h * h, q.y * u);
        return f;
    }
};

Conserved FluxHllc(Conserved l, Conserved r)
{
    const float ul = l.Velocity().x, ur = r.Velocity().x;
    const float cl = sqrt(Simulation.gravity * max(l.h, 0)), cr = sqrt(Simulation.gravity * max(r.h, 0));
    const float us = 0.5 * (ul + ur) + cl - cr, cs = 0.5 * (cl + cr) + 0.25 * (ul - ur);
    float sl = l.h > Simulation.dry ? min(ul - cl, us - cs) : ur - 2 * cr;
    float sr = r.h > Simulation.dry ? max(ur + cr, us + cs) : ul + 2 * cl;
    if (sl >= 0)
        return l.Flux();
    if (sr <= 0)
        return r.Flux();
    const float sm = (sl * r.h * (ur - sr) - sr * l.h * (ul - sl)) * SafeRcp(r.h * (ur - sr) - l.h * (ul - sl));
    Conserved f = (l.Flux() * sr - r.Flux() * sl + (r - l) * (sl * sr)) * (1 / max(sr - sl, 1e-5));
    f.q.y = f.h * (sm >= 0 ? l.Velocity().y : r.Velocity().y);
    return f;
}

float Limited(float a, float b) { return a * b <= 0 ? 0 : abs(a) < abs(b) ? a : b; }

struct Reconstruction
{
    Conserved state;
    float bed;
};

float4 Cell(int2 p) { return State[clamp(p, 0, int2(Simulation.size) - 1)]; }

Reconstruction FaceState(int2 cell, int2 axis, float side)
{
    float4 c = Cell(cell);
#if SECOND_ORDER
    const float4 before = Cell(cell - axis), after = Cell(cell + axis);
    float4 slope;
    [unroll]
    for (uint i = 0; i < 4; ++i)
        slope[i] = Limited(c[i] - before[i], after[i] - c[i]);
    c += slope * (0.5 * side);
#endif
    Reconstruction r;
    r.state.h = max(c.x, 0);
    r.state.q = c.yz;
    r.bed = c.w * 0.3;
    return r;
}

/// Flux through the face between two cells, with depths over the higher bed, and the bed's push on both.
Conserved FaceFlux(int2 left, int2 axis, out float2 push)
{
    Reconstruction l = FaceState(left, axis, 1), r = FaceState(left + axis, axis, -1);
    const float bed = max(l.bed, r.bed);
    const float hl = max(l.state.h + l.bed - bed, 0), hr = max(r.state.h + r.bed - bed, 0);
    push = 0.5 * Simulation.gravity * float2(Square(l.state.h) - Square(hl), Square(r.state.h) - Square(hr));
    const float2 vl = l.state.Velocity(), vr = r.state.Velocity();
    l.state.h = hl;
    l.state.q = hl * vl;
    r.state.h = hr;
    r.state.q = hr * vr;
    if (axis.y == 0)
        return FluxHllc(l.state, r.state);
    return FluxHllc(l.state.Turned(), r.state.Turned()).Turned();
}

[numthreads(8, 8, 1)]
void WaterStep(int2 cell : SV_DispatchThreadID)
{
    const float4 c = Cell(cell);
    Conserved u;
    u.h = c.x;
    u.q = c.yz;
    float2 source = 0;
    Conserved change = (Conserved)0;
    [unroll]
    for (uint a = 0; a < 2; ++a)
    {
        const int2 axis = a == 0 ? int2(1, 0) : int2(0, 1);
        float2 in_, out_;
        const Conserved fin = FaceFlux(cell - axis, axis, in_), fout = FaceFlux(cell, axis, out_);
        change = change + fin - fout;
        source[a] += in_.y - out_.x;
    }
    const float k = Simulation.waterStep / Simulation.cell;
    u = u + change * k;
    u.q += source * k;
    u.h = max(u.h, 0);
    // Friction, implicit so that shallow water does not turn round.
    const float speed = length(u.Velocity());
    const float drag = Simulation.gravity * Square(Simulation.manning) * speed / pow(max(u.h, Simulation.dry), 4.0 / 3);
    u.q /= 1 + Simulation.waterStep * drag;
    if (u.h < Simulation.dry)
        u.q = 0;
    StateOut[cell] = float4(u.h, u.q, c.w);
}

#define STRAND 16
#define STRANDS 4
groupshared float4 Particles[STRAND * STRANDS];
groupshared float3 Rest[STRAND * STRANDS];

[numthreads(STRAND * STRANDS, 1, 1)]
void Strands(uint lane : SV_GroupIndex)
{
    const uint local = lane % STRAND, root = lane - local;
    const float4 position = Positions[lane], before = Previous[lane];
    Rest[lane] = RestPositions[lane].xyz;
    const bool isRoot = local < 2;
    float3 p = position.xyz;
    if (!isRoot)
        p += (position.xyz - before.xyz) * Simulation.damping + Simulation.acceleration * Square(Simulation.hairStep);
    Particles[lane] = float4(p, isRoot ? 0 : 1);
    GroupMemoryBarrierWithGroupSync();
    // Global shape: toward the rest pose, less at the tips.
    if (!isRoot)
    {
        const float3 goal = Rest[lane] - Rest[root] + Particles[root].xyz;
        Particles[lane].xyz += (goal - Particles[lane].xyz) * Simulation.stiffness * (1 - float(local) / STRAND);
    }
    GroupMemoryBarrierWithGroupSync();
    // Local shape: frames travel along the strand, one thread for each.
    if (local == 0)
    {
        Quaternion frame = Quaternion::Identity();
        [loop]
        for (uint i = 1; i + 1 < STRAND; ++i)
        {
            const uint at = root + i;
            const float3 rest0 = SafeNormalize(Rest[at] - Rest[at - 1]), now = SafeNormalize(Particles[at].xyz - Particles[at - 1].xyz);
            const float3 bent = frame.Rotate(rest0);
            Quaternion turn;
            turn.v = float4(cross(bent, now), 1 + dot(bent, now));
            frame = turn.Normalized() * frame;
            const float3 target = Particles[at].xyz + frame.Rotate(Rest[at + 1] - Rest[at]);
            const float3 d = (target - Particles[at + 1].xyz) * Simulation.shape * 0.5;
            Particles[at].xyz -= d * Particles[at].w;
            Particles[at + 1].xyz += d * Particles[at + 1].w;
        }
    }
    GroupMemoryBarrierWithGroupSync();
    // Lengths: even pairs, then odd ones.
    [loop]
    for (uint iteration = 0; iteration < min(Simulation.iterations, 8); ++iteration)
        [unroll]
        for (uint parity = 0; parity < 2; ++parity)
        {
            if ((local & 1) == parity && local + 1 < STRAND)
            {
                const float4 a = Particles[lane], b = Particles[lane + 1];
                const float rest = length(Rest[lane + 1] - Rest[lane]);
                const float3 d = b.xyz - a.xyz;
                const float l = max(length(d), 1e-5), w = a.w + b.w;
                if (w > 0)
                {
                    const float3 c = d * ((l - rest) / (l * w));
                    Particles[lane].xyz += c * a.w;
                    Particles[lane + 1].xyz -= c * b.w;
                }
            }
            GroupMemoryBarrierWithGroupSync();
        }
    float3 result = Particles[lane].xyz;
    const float d = length(result - 0.5);
    if (!isRoot && d < Simulation.radius * 10)
        result = 0.5 + (result - 0.5) * (Simulation.radius * 10 / max(d, 1e-4));
    Previous[lane] = position;
    Positions[lane] = float4(result, position.w);
}
