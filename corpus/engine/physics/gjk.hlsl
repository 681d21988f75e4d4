// dxilkit-corpus
// Convex against convex: a simplex in a struct with arrays that functions pass on by inout, support points by kind of shape, and speculative contacts.
// A rounding decides which corner of a box is the support point, so the runs are strict; the others have fast arithmetic.
// args: -T cs_6_0 -E Collide -Gis
// args: -T cs_6_0 -E Collide -D ROUNDS=16 -D CONTACTS=1 -Gis
// args: -T cs_6_0 -E Sweep
// args: -T cs_6_6 -E Collide -D CONTACTS=1
// args: -T cs_6_6 -E Collide -D ROUNDS=16
// set: PairCount 60
// range: Kinds 0 3
// range: centre -2 2
// range: extents 0.3 1.5
#include "../kernel/math.hlsli"

#ifndef ROUNDS
#define ROUNDS 8
#endif
#ifndef CONTACTS
#define CONTACTS 0
#endif

struct Body
{
    float3 centre;
    float radius;
    float3 extents;
    uint kind;
    float4 rotation;
    float3 velocity;
    float pad;
};
struct Simplex
{
    float3 points[4];
    float weights[4];
    uint count;
};
struct Contact
{
    float3 at;
    float depth;
    float3 normal;
    uint rounds;
};
cbuffer Physics : register(b0)
{
    uint PairCount;
    float Margin;
    float TimeStep;
    uint Unused;
};
StructuredBuffer<Body> Bodies : register(t0);
StructuredBuffer<uint> Kinds : register(t1);
RWStructuredBuffer<Contact> Contacts : register(u0);

float3 Turn(float4 q, float3 v)
{
    const float3 t = 2 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

float3 Support(Body b, uint kind, float3 direction)
{
    const float4 q = normalize(b.rotation + float4(0, 0, 0, 0.5));
    const float3 d = Turn(float4(-q.xyz, q.w), direction);
    float3 p;
    switch (kind)
    {
    case 0: p = d * (b.radius * rsqrt(max(dot(d, d), EPSILON))); break;
    case 1: p = select(d >= 0, b.extents, -b.extents); break;
    case 2: p = float3(0, d.y >= 0 ? b.extents.y : -b.extents.y, 0) + SafeNormalize(d) * b.radius; break;
    case 3:
    {
        const float s = length(d.xz);
        p = float3(s > EPSILON ? d.xz / s * b.radius : float2(0, 0), d.y >= 0 ? b.extents.y : -b.extents.y).xzy;
        break;
    }
    default: p = 0; break;
    }
    return Turn(q, p) + b.centre;
}

void Push(inout Simplex s, float3 p)
{
    s.points[s.count] = p;
    s.weights[s.count] = 1;
    s.count++;
}
void Keep(inout Simplex s, uint mask)
{
    uint n = 0;
    for (uint i = 0; i < 4; ++i)
        if (i < s.count && (mask & (1u << i)))
        {
            s.points[n] = s.points[i];
            ++n;
        }
    s.count = n;
}

float3 NearestOnLine(inout Simplex s)
{
    const float3 a = s.points[0], b = s.points[1], ab = b - a;
    const float t = saturate(-dot(a, ab) * SafeRcp(dot(ab, ab)));
    s.weights[0] = 1 - t;
    s.weights[1] = t;
    Keep(s, t <= 0 ? 1 : t >= 1 ? 2 : 3);
    return a + t * ab;
}

float3 NearestOnFace(inout Simplex s)
{
    const float3 a = s.points[0], b = s.points[1], c = s.points[2];
    const float3 n = cross(b - a, c - a);
    const float3 inside = float3(dot(cross(b, c), n), dot(cross(c, a), n), dot(cross(a, b), n));
    if (all(inside >= 0))
        return n * (dot(a, n) * SafeRcp(dot(n, n)));
    const uint drop = inside.x <= inside.y ? (inside.x <= inside.z ? 0 : 2) : (inside.y <= inside.z ? 1 : 2);
    Keep(s, 7 & ~(1u << drop));
    return NearestOnLine(s);
}

bool Reduce(inout Simplex s, out float3 nearest)
{
    nearest = s.points[0];
    if (s.count == 2)
        nearest = NearestOnLine(s);
    else if (s.count == 3)
        nearest = NearestOnFace(s);
    else if (s.count == 4)
    {
        uint best = 4;
        float least = FLOAT_MAX;
        for (uint f = 0; f < 4; ++f)
        {
            const float3 a = s.points[(f + 1) & 3], b = s.points[(f + 2) & 3], c = s.points[(f + 3) & 3];
            const float3 n = cross(b - a, c - a);
            const float side = dot(n, s.points[f] - a) * dot(n, -a);
            const float d = abs(dot(n, a)) * rsqrt(max(dot(n, n), EPSILON));
            if (side < 0 && d < least)
            {
                least = d;
                best = f;
            }
        }
        if (best == 4)
            return true;
        Keep(s, 15 & ~(1u << best));
        nearest = NearestOnFace(s);
    }
    return dot(nearest, nearest) < 1e-4;
}

[numthreads(60, 1, 1)]
void Collide(uint pair : SV_DispatchThreadID)
{
    if (pair >= PairCount)
        return;
    const Body a = Bodies[pair], b = Bodies[pair + 1];
    const uint ka = Kinds[pair], kb = Kinds[pair + 1];
    Simplex s = (Simplex)0;
    float3 direction = a.centre - b.centre;
    Push(s, Support(a, ka, -direction) - Support(b, kb, direction));
    bool overlaps = false;
    uint round = 0;
    direction = s.points[0];
    [loop]
    for (; round < ROUNDS; ++round)
    {
        const float3 p = Support(a, ka, -direction) - Support(b, kb, direction);
        if (dot(direction, direction) - dot(direction, p) < 1e-3)
            break;
        Push(s, p);
        if (Reduce(s, direction))
        {
            overlaps = true;
            break;
        }
    }
    Contact c;
    c.at = 0.5 * (Support(a, ka, -direction) + Support(b, kb, direction));
    c.normal = SafeNormalize(direction);
    c.depth = overlaps ? 1 : -length(direction) + Margin;
    c.rounds = s.count;
#if CONTACTS
    for (uint k = 0; k < 4; ++k)
        c.at = k < s.count ? min(c.at, s.points[k]) : c.at;
#endif
    Contacts[pair] = c;
}

[numthreads(60, 1, 1)]
void Sweep(uint i : SV_DispatchThreadID)
{
    const Body a = Bodies[i], b = Bodies[i + 1];
    float3 enter, leave;
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        const float v = (a.velocity[axis] - b.velocity[axis]) * TimeStep;
        const float gap = b.centre[axis] - a.centre[axis], reach = a.extents[axis] + b.extents[axis];
        const float t0 = (gap - reach) * SafeRcp(v), t1 = (gap + reach) * SafeRcp(v);
        enter[axis] = min(t0, t1);
        leave[axis] = max(t0, t1);
    }
    const float first = MaxComponent(enter), last = MinComponent(leave);
    Contact c;
    c.depth = first <= last && first >= 0 && first <= 1 ? first : 1;
    c.normal = select(enter == first, float3(1, 1, 1), float3(0, 0, 0));
    c.at = a.centre + a.velocity * c.depth;
    c.rounds = 0;
    Contacts[i] = c;
}
