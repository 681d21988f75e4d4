// dxilkit-corpus
// Forces on particles behind an interface, emitters that derive from a base, integrators as template arguments, operators on a dual number.
// args: -T cs_6_0 -E Advance
// args: -T cs_6_0 -E Advance -D SCHEME=Midpoint
// args: -T cs_6_0 -E Advance -D SCHEME=RungeKutta -HV 2021
// args: -T cs_6_0 -E FollowField
// args: -T cs_6_0 -E Emit
// args: -T cs_6_6 -E Advance -D SCHEME=RungeKutta
// set: Count 64
// set: Delta 0.02
// range: position -2 2
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"

#ifndef SCHEME
#define SCHEME Euler
#endif

struct Particle
{
    float3 position;
    float age;
    float3 velocity;
    float life;
};
cbuffer Emission : register(b0)
{
    uint Count;
    float Delta;
    uint Seed;
    float Drag;
    float3 Gravity;
    float Turbulence;
    float4 Attractors[4];
};
RWStructuredBuffer<Particle> Particles : register(u0);

interface IForce
{
    float3 At(float3 position, float3 velocity);
};
struct GravityForce : IForce
{
    float3 g;
    float3 At(float3 position, float3 velocity) { return g; }
};
struct DragForce : IForce
{
    float k;
    float3 At(float3 position, float3 velocity) { return -k * velocity * length(velocity); }
};
struct AttractorForce : IForce
{
    float4 points[4];
    float3 At(float3 position, float3 velocity)
    {
        float3 f = 0;
        for (uint i = 0; i < 4; ++i)
        {
            const float3 d = points[i].xyz - position;
            f += d * (points[i].w / (dot(d, d) + 0.1));
        }
        return f;
    }
};
struct State
{
    float3 x, v;
    State operator+(State o)
    {
        State r;
        r.x = x + o.x;
        r.v = v + o.v;
        return r;
    }
    State operator*(float k)
    {
        State r;
        r.x = x * k;
        r.v = v * k;
        return r;
    }
};
struct World
{
    GravityForce gravity;
    DragForce drag;
    AttractorForce attractors;

    State Slope(State s)
    {
        State r;
        r.x = s.v;
        r.v = gravity.At(s.x, s.v) + drag.At(s.x, s.v) + attractors.At(s.x, s.v);
        return r;
    }
};
struct Euler
{
    static State Step(World w, State s, float h) { return s + w.Slope(s) * h; }
};
struct Midpoint
{
    static State Step(World w, State s, float h) { return s + w.Slope(s + w.Slope(s) * (h * 0.5)) * h; }
};
struct RungeKutta
{
    static State Step(World w, State s, float h)
    {
        const State k1 = w.Slope(s);
        State half_ = k1;
        State q = s + half_ * (h * 0.5);
        State k2 = w.Slope(q);
        q = s + k2 * (h * 0.5);
        State k3 = w.Slope(q);
        q = s + k3 * h;
        State k4 = w.Slope(q);
        State sum = k4 + k2 * 2 + k3 * 2 + half_;
        return s + sum * (h / 6);
    }
};

template <typename Scheme> void Run(inout Particle p, World w, float h)
{
    State s;
    s.x = p.position;
    s.v = p.velocity;
    s = Scheme::Step(w, s, h);
    p.position = s.x;
    p.velocity = s.v;
    p.age += h;
}

[numthreads(64, 1, 1)]
void Advance(uint i : SV_DispatchThreadID)
{
    World w;
    w.gravity.g = Gravity;
    w.drag.k = Drag;
    w.attractors.points = Attractors;
    Particle p = Particles[i];
    Run<SCHEME>(p, w, Delta);
    if (p.age > p.life)
        p.velocity = 0;
    Particles[i] = p;
}

struct Dual
{
    float v;
    float3 d;
    static Dual Variable(float x, uint axis)
    {
        Dual r;
        r.v = x;
        r.d = 0;
        r.d[axis] = 1;
        return r;
    }
    Dual operator+(Dual o) { Dual r; r.v = v + o.v; r.d = d + o.d; return r; }
    Dual operator*(Dual o) { Dual r; r.v = v * o.v; r.d = v * o.d + o.v * d; return r; }
    Dual operator-(Dual o) { Dual r; r.v = v - o.v; r.d = d - o.d; return r; }
};
Dual Sine(Dual a)
{
    Dual r;
    r.v = sin(a.v);
    r.d = cos(a.v) * a.d;
    return r;
}

[numthreads(64, 1, 1)]
void FollowField(uint i : SV_DispatchThreadID)
{
    Particle p = Particles[i];
    Dual x[3];
    for (uint axis = 0; axis < 3; ++axis)
        x[axis] = Dual::Variable(p.position[axis], axis);
    Dual f = Sine(x[0]) * x[1] + Sine(x[1] * x[2]) - x[2] * x[2];
    p.velocity = cross(f.d, float3(0.3, 0.5, 0.7)) * Turbulence;
    p.position += p.velocity * Delta;
    p.life = f.v;
    Particles[i] = p;
}

struct Emitter
{
    RandomState random;
    float3 origin;
    void Base(inout Particle p)
    {
        p.position = origin;
        p.age = 0;
        p.life = 1 + random.Float();
    }
};
struct ConeEmitter : Emitter
{
    float3 axis;
    float spread;
    void Spawn(inout Particle p)
    {
        Base(p);
        float3 t, b;
        BuildFrame(axis, t, b);
        const float2 u = random.Float2() * 2 - 1;
        p.velocity = normalize(axis + spread * (u.x * t + u.y * b));
    }
};

[numthreads(64, 1, 1)]
void Emit(uint i : SV_DispatchThreadID)
{
    ConeEmitter e;
    e.random.state = HashMix(i + Seed * 64);
    e.origin = Attractors[i & 3].xyz;
    e.axis = SafeNormalize(Gravity);
    e.spread = Turbulence;
    Particle p = Particles[i];
    if (p.age > 0.5)
        e.Spawn(p);
    Particles[i] = p;
}
