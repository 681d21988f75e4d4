// dxilkit-corpus
// Rigid bodies: boxes against boxes by separating axes with clipped manifolds, and a solver with warm starting whose contacts are
// coloured so that no body is touched twice at once.
// args: -T cs_6_0 -E FindContacts
// args: -T cs_6_0 -E SolveContacts
// args: -T cs_6_0 -E Integrate
// args: -T cs_6_6 -E FindContacts
// args: -T cs_6_6 -E SolveContacts -D POINTS=2
// data: cb0 16u 16u 3u 4u 0 -9.8 0 0.016 0.2 0.01 0.5 0.4
// data: t1 0u 1u 1u 2u 2u 3u 3u 4u 4u 5u 5u 6u 6u 7u 7u 8u 8u 9u 9u 10u 10u 11u 11u 12u 12u 13u 13u 14u 14u 15u 15u 0u
// data: u3 4u
// dispatch: 1 1 1

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"

#ifndef POINTS
#define POINTS 4
#endif
#define MAX_CLIP 8

struct Body
{
    float3 position;
    float inverseMass;
    float4 rotation;
    float3 linearVelocity;
    uint flags;
    float3 angularVelocity;
    float pad;
    float3 halfExtent;
    float friction;
    float3 inverseInertia;
    float restitution;

    float3x3 Axes()
    {
        Quaternion q;
        q.v = rotation;
        return q.Normalized().ToMatrix();
    }
    float3 VelocityAt(float3 offset) { return linearVelocity + cross(angularVelocity, offset); }
    float3 ApplyInertia(float3 v)
    {
        const float3x3 r = Axes();
        return mul(r, inverseInertia * mul(v, r));
    }
};

struct ContactPoint
{
    float3 position;
    float depth;
    float normalImpulse;
    float2 tangentImpulse;
    uint feature;
};

struct Manifold
{
    float3 normal;
    uint count;
    uint2 bodies;
    uint color;
    uint pad;
    ContactPoint points[POINTS];
};

struct PhysicsConstants
{
    uint bodyCount;
    uint pairCount;
    uint iterations;
    uint colors;
    float3 gravity;
    float deltaTime;
    float baumgarte;
    float slop;
    float friction;
    float restitution;
};

ConstantBuffer<PhysicsConstants> Physics : register(b0);
StructuredBuffer<Body> Bodies : register(t0);
StructuredBuffer<uint2> Pairs : register(t1);
RWStructuredBuffer<Manifold> Manifolds : register(u0);
RWStructuredBuffer<Body> BodiesOut : register(u1);
RWStructuredBuffer<uint> ManifoldCount : register(u3);

struct AxisTest
{
    float depth;
    float3 axis;
    uint kind;

    void Try(float3 candidate, float3 ra, float3 rb, float3x3 a, float3x3 b, float3 d, uint id)
    {
        const float square = dot(candidate, candidate);
        if (square < 1e-6)
            return;
        const float3 n = candidate * rsqrt(square);
        const float3 pa = abs(mul(n, a)) * ra, pb = abs(mul(n, b)) * rb;
        const float distance = dot(d, n);
        const float overlap = dot(pa + pb, 1) - abs(distance);
        // Edges must be better by a little, so that faces win ties.
        if (overlap < depth - (id >= 6 ? 1e-3 : 0))
        {
            depth = overlap;
            axis = distance < 0 ? -n : n;
            kind = id;
        }
    }
};

/// Sutherland-Hodgman against one plane.
uint ClipPolygon(inout float3 polygon[MAX_CLIP], uint count, float3 n, float offset)
{
    float3 result[MAX_CLIP];
    uint used = 0;
    [loop]
    for (uint i = 0; i < count; ++i)
    {
        const float3 a = polygon[i], b = polygon[(i + 1) % count];
        const float da = dot(n, a) - offset, db = dot(n, b) - offset;
        if (da <= 0 && used < MAX_CLIP)
            result[used++] = a;
        if (da * db < 0 && used < MAX_CLIP)
            result[used++] = lerp(a, b, da / (da - db));
    }
    for (uint k = 0; k < MAX_CLIP; ++k)
        if (k < used)
            polygon[k] = result[k];
    return used;
}

uint LargestAxis(float3 v)
{
    const float3 a = abs(v);
    return a.x >= a.y && a.x >= a.z ? 0 : a.y >= a.z ? 1 : 2;
}

[numthreads(GROUP_SIZE, 1, 1)]
void FindContacts(uint index : SV_DispatchThreadID)
{
    if (index >= Physics.pairCount)
        return;
    const uint2 pair = Pairs[index] & 15;
    const Body a = Bodies[pair.x], b = Bodies[pair.y];
    const float3x3 ra = a.Axes(), rb = b.Axes();
    const float3x3 ca = transpose(ra), cb = transpose(rb);
    const float3 d = b.position - a.position;
    AxisTest best;
    best.depth = FLOAT_MAX;
    best.axis = float3(0, 1, 0);
    best.kind = 0;
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        best.Try(ca[i], a.halfExtent, b.halfExtent, ra, rb, d, i);
        best.Try(cb[i], a.halfExtent, b.halfExtent, ra, rb, d, 3 + i);
    }
    [unroll]
    for (uint e = 0; e < 9; ++e)
        best.Try(cross(ca[e / 3], cb[e % 3]), a.halfExtent, b.halfExtent, ra, rb, d, 6 + e);
    if (best.depth <= 0)
        return;
    // The reference face belongs to the body whose axis won; the other's most opposed face is clipped against its sides.
    const bool swapped = best.kind >= 3 && best.kind < 6;
    const float3 n = swapped ? -best.axis : best.axis;
    const float3x3 refAxes = swapped ? cb : ca, incAxes = swapped ? ca : cb;
    const float3 refExtent = swapped ? b.halfExtent : a.halfExtent, incExtent = swapped ? a.halfExtent : b.halfExtent;
    const float3 refCenter = swapped ? b.position : a.position, incCenter = swapped ? a.position : b.position;
    const float3 incLocal = mul(incAxes, n);
    const uint face = LargestAxis(incLocal);
    const float side = incLocal[face] > 0 ? -1 : 1;
    const uint u = (face + 1) % 3, v = (face + 2) % 3;
    float3 polygon[MAX_CLIP];
    for (uint c = 0; c < MAX_CLIP; ++c)
    {
        const float su = (c == 0 || c == 3) ? -1 : 1, sv = c < 2 ? -1 : 1;
        polygon[c] = incCenter + incAxes[face] * (side * incExtent[face]) + incAxes[u] * (su * incExtent[u]) + incAxes[v] * (sv * incExtent[v]);
    }
    uint count = 4;
    const uint refFace = LargestAxis(mul(refAxes, n));
    [unroll]
    for (uint s = 0; s < 4; ++s)
    {
        const uint axis = (refFace + 1 + (s >> 1)) % 3;
        const float sign = s & 1 ? -1 : 1;
        const float3 plane = refAxes[axis] * sign;
        count = ClipPolygon(polygon, count, plane, dot(plane, refCenter) + refExtent[axis]);
        if (count == 0)
            return;
    }
    Manifold m = (Manifold)0;
    m.normal = best.axis;
    m.bodies = pair;
    m.color = index % max(Physics.colors, 1);
    const float offset = dot(n, refCenter) + refExtent[refFace];
    for (uint p = 0; p < count; ++p)
    {
        const float depth = offset - dot(n, polygon[p]);
        if (depth <= 0)
            continue;
        // Keep the deepest ones.
        uint slot = m.count;
        if (m.count == POINTS)
        {
            slot = 0;
            [unroll]
            for (uint q = 1; q < POINTS; ++q)
                if (m.points[q].depth < m.points[slot].depth)
                    slot = q;
            if (m.points[slot].depth >= depth)
                continue;
        }
        else
            m.count++;
        m.points[slot].position = polygon[p] + n * depth * 0.5;
        m.points[slot].depth = depth;
        m.points[slot].feature = best.kind | (p << 8);
    }
    uint place;
    InterlockedAdd(ManifoldCount[0], 1, place);
    Manifolds[place & 31] = m;
}

float EffectiveMass(Body a, Body b, float3 ra, float3 rb, float3 n)
{
    const float3 ka = cross(a.ApplyInertia(cross(ra, n)), ra), kb = cross(b.ApplyInertia(cross(rb, n)), rb);
    return 1 / max(a.inverseMass + b.inverseMass + dot(ka + kb, n), 1e-6);
}

void ApplyImpulse(inout Body a, inout Body b, float3 ra, float3 rb, float3 impulse)
{
    a.linearVelocity -= impulse * a.inverseMass;
    a.angularVelocity -= a.ApplyInertia(cross(ra, impulse));
    b.linearVelocity += impulse * b.inverseMass;
    b.angularVelocity += b.ApplyInertia(cross(rb, impulse));
}

[numthreads(16, 1, 1)]
void SolveContacts(uint index : SV_DispatchThreadID)
{
    const uint count = min(ManifoldCount[0] & 31, 8);
    [loop]
    for (uint color = 0; color < min(Physics.colors, 4); ++color)
    {
        if (index < count && index % Physics.colors == color)
        {
            Manifold m = Manifolds[index];
            m.bodies &= 15;
            Body a = BodiesOut[m.bodies.x], b = BodiesOut[m.bodies.y];
            float3 t, s;
            const float3 n = SafeNormalize(m.normal);
            BuildFrame(n, t, s);
            const uint points = m.count % (POINTS + 1);
            for (uint p = 0; p < points; ++p)
            {
                const float3 ra = m.points[p].position - a.position, rb = m.points[p].position - b.position;
                const float3 relative = b.VelocityAt(rb) - a.VelocityAt(ra);
                const float vn = dot(relative, n);
                const float bias = Physics.baumgarte / Physics.deltaTime * max(m.points[p].depth - Physics.slop, 0) + (vn < -1 ? -vn * Physics.restitution : 0);
                const float lambda = EffectiveMass(a, b, ra, rb, n) * (bias - vn);
                const float before = m.points[p].normalImpulse;
                m.points[p].normalImpulse = max(before + lambda, 0);
                ApplyImpulse(a, b, ra, rb, n * (m.points[p].normalImpulse - before));
                const float3 again = b.VelocityAt(rb) - a.VelocityAt(ra);
                const float2 vt = float2(dot(again, t), dot(again, s));
                const float2 mass = float2(EffectiveMass(a, b, ra, rb, t), EffectiveMass(a, b, ra, rb, s));
                const float limit = Physics.friction * m.points[p].normalImpulse;
                const float2 old = m.points[p].tangentImpulse;
                m.points[p].tangentImpulse = clamp(old - vt * mass, -limit, limit);
                const float2 delta = m.points[p].tangentImpulse - old;
                ApplyImpulse(a, b, ra, rb, t * delta.x + s * delta.y);
            }
            Manifolds[index] = m;
            BodiesOut[m.bodies.x] = a;
            BodiesOut[m.bodies.y] = b;
        }
        AllMemoryBarrierWithGroupSync();
    }
}

[numthreads(16, 1, 1)]
void Integrate(uint index : SV_DispatchThreadID)
{
    if (index >= Physics.bodyCount)
        return;
    Body body = BodiesOut[index];
    body.linearVelocity += Physics.gravity * Physics.deltaTime * (body.inverseMass > 0 ? 1 : 0);
    body.position += body.linearVelocity * Physics.deltaTime;
    Quaternion q, w;
    q.v = body.rotation;
    w.v = float4(body.angularVelocity, 0);
    const Quaternion dq = w * q;
    q.v += dq.v * (0.5 * Physics.deltaTime);
    body.rotation = q.Normalized().v;
    const float energy = 0.5 * dot(body.linearVelocity, body.linearVelocity);
    body.flags = energy < 0.01 ? body.flags | 1u : body.flags & ~1u;
    BodiesOut[index] = body;
}
