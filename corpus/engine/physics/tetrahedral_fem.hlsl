// dxilkit-corpus
// Soft bodies of tetrahedra: deformation gradient, polar decomposition, corotated and neo-Hookean forces, tearing, implicit damping, nodes that gather.
// args: -T cs_6_0 -E Forces
// args: -T cs_6_0 -E Forces -D MATERIAL=1
// args: -T cs_6_0 -E Forces -D MATERIAL=2 -D PLASTIC=1
// args: -T cs_6_0 -E Integrate
// args: -T cs_6_0 -E Integrate -D FLOOR=1
// args: -T cs_6_6 -E Forces -D MATERIAL=1 -D PLASTIC=1
// range: position -1 1
// range: velocity -0.2 0.2
// range: rest -1 1
// range: nodes 0 63
// range: first 0 56
// set: Lame 0.7 1.3 0.2 2.5
#include "../kernel/math.hlsli"
#ifndef MATERIAL
#define MATERIAL 0
#endif
#ifndef PLASTIC
#define PLASTIC 0
#endif
#ifndef FLOOR
#define FLOOR 0
#endif

cbuffer Body : register(b0)
{
    float4 Lame; // mu, lambda, damping, tear
    float4 Gravity;
    float4 Plane;
    float2 Yield;
    uint Elements;
};
struct Node
{
    float3 position;
    float mass;
    float3 velocity;
    uint first;
};
struct Tetrahedron
{
    uint4 nodes;
    row_major float3x3 rest;
    float volume;
};
StructuredBuffer<Node> Nodes : register(t0);
StructuredBuffer<Tetrahedron> Tetrahedra : register(t1);
StructuredBuffer<float3> Gathered : register(t2);
struct ElementForces
{
    float3 f[4];
    float stress;
};
RWStructuredBuffer<ElementForces> Out : register(u0);
RWStructuredBuffer<Node> NodesOut : register(u1);

float3x3 Outer(float3 a, float3 b) { return float3x3(a.x * b, a.y * b, a.z * b); }
float Frobenius(float3x3 m) { return dot(m[0], m[0]) + dot(m[1], m[1]) + dot(m[2], m[2]); }
float Trace(float3x3 m) { return m._m00 + m._m11 + m._m22; }

/// The rotation nearest to a matrix, by turning a quaternion towards it.
float3x3 RotationOf(float3x3 a)
{
    Quaternion q = Quaternion::Identity();
    const float3x3 columns = transpose(a);
    [loop]
    for (uint i = 0; i < 12; ++i)
    {
        const float3x3 r = transpose(q.ToMatrix());
        const float3 turn = cross(r[0], columns[0]) + cross(r[1], columns[1]) + cross(r[2], columns[2]);
        const float scale = 1 / (abs(dot(r[0], columns[0]) + dot(r[1], columns[1]) + dot(r[2], columns[2])) + 1e-6);
        const float3 w = turn * scale;
        const float angle = length(w);
        if (angle < 1e-6)
            break;
        q = (Quaternion::FromAxisAngle(w / angle, min(angle, 1)) * q).Normalized();
    }
    return q.ToMatrix();
}

float3x3 Identity3() { return float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1); }

/// First Piola-Kirchhoff stress.
float3x3 StressOf(float3x3 f)
{
    const float mu = Lame.x, lambda = Lame.y;
#if MATERIAL == 0
    const float3x3 r = RotationOf(f);
    return 2 * mu * (f - r) + lambda * Trace(mul(transpose(r), f) - Identity3()) * r;
#elif MATERIAL == 1
    // Stable for inverted elements: no logarithm of the volume.
    const float3x3 cofactor = float3x3(cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1]));
    const float square = Frobenius(f), j = dot(f[0], cofactor[0]);
    return mu * (1 - 1 / (square + 1)) * f + lambda * (j - 1 - 0.75 * mu / lambda) * cofactor;
#else
    // Saint Venant-Kirchhoff.
    const float3x3 e = 0.5 * (mul(transpose(f), f) - Identity3());
    return mul(f, 2 * mu * e + lambda * Trace(e) * Identity3());
#endif
}

[numthreads(32, 1, 1)]
void Forces(uint id : SV_DispatchThreadID)
{
    const Tetrahedron t = Tetrahedra[id];
    float3 x[4], v[4];
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        const Node n = Nodes[t.nodes[i]];
        x[i] = n.position;
        v[i] = n.velocity;
    }
    float3x3 rest = t.rest + Identity3() * 1.5;
    const float3x3 ds = transpose(float3x3(x[1] - x[0], x[2] - x[0], x[3] - x[0]));
    const float3x3 dv = transpose(float3x3(v[1] - v[0], v[2] - v[0], v[3] - v[0]));
    float3x3 f = mul(ds, rest);
#if PLASTIC
    // What stays of the strain above the yield point goes into the rest shape.
    const float3x3 strain = 0.5 * (mul(transpose(f), f) - Identity3());
    const float size = sqrt(Frobenius(strain));
    if (size > Yield.x)
    {
        const float3x3 flow = strain * (min(Yield.y, 1) * (size - Yield.x) / size * 0.1);
        rest = mul(rest, Identity3() - flow);
        f = mul(ds, rest);
    }
#endif
    float3x3 p = StressOf(f);
    const float3x3 rate = mul(dv, rest);
    p += Lame.z * (rate + mul(f, mul(transpose(rate), f)));
    ElementForces o;
    o.stress = sqrt(Frobenius(p));
    const bool isTorn = o.stress > Lame.w * 10;
    const float3x3 h = transpose(mul(p, transpose(rest)) * -max(t.volume, 0.01));
    o.f[1] = h[0];
    o.f[2] = h[1];
    o.f[3] = h[2];
    o.f[0] = -(h[0] + h[1] + h[2]);
    [unroll]
    for (uint k = 0; k < 4; ++k)
        if (isTorn)
            o.f[k] = 0;
    Out[id] = o;
}

[numthreads(32, 1, 1)]
void Integrate(uint id : SV_DispatchThreadID)
{
    Node n = Nodes[id];
    float3 force = 0;
    for (uint i = 0; i < Elements; ++i)
        force += Gathered[(n.first + i) & 63];
    const float inverse = SafeRcp(n.mass), dt = Gravity.w * 0.1;
    if (inverse > 0)
        n.velocity = (n.velocity + dt * (force * inverse + Gravity.xyz)) / (1 + dt * Lame.z);
    float3 next = n.position + dt * n.velocity;
#if FLOOR
    const float3 up = SafeNormalize(Plane.xyz);
    const float below = dot(next, up) - Plane.w;
    if (below < 0)
    {
        next -= up * below;
        const float into = dot(n.velocity, up);
        const float3 slide = n.velocity - up * into;
        const float push = max(-into, 0) * 0.6, speed = length(slide);
        n.velocity = slide * max(1 - push / max(speed, 1e-5), 0) + up * max(into, -into * 0.2);
    }
#endif
    n.position = next;
    NodesOut[id] = n;
}
