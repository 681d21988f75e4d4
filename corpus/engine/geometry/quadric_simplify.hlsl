// dxilkit-corpus
// Mesh simplification: error quadrics as a packed symmetric type with operators, collapse costs, an independent set by atomics.
// args: -T cs_6_0 -E BuildQuadrics
// args: -T cs_6_0 -E EdgeCosts
// args: -T cs_6_0 -E EdgeCosts -D BOUNDARY=1
// args: -T cs_6_0 -E ChooseEdges
// args: -T cs_6_6 -E EdgeCosts -D BOUNDARY=1
// range: Indices 0 63
// range: position -2 2
// data: u1 0u 0u 0u 0u
#include "../kernel/math.hlsli"
#ifndef BOUNDARY
#define BOUNDARY 0
#endif

struct Quadric
{
    float a2, ab, ac, ad, b2, bc, bd, c2, cd, d2;

    static Quadric Plane(float3 n, float d, float w)
    {
        Quadric q;
        q.a2 = n.x * n.x * w; q.ab = n.x * n.y * w; q.ac = n.x * n.z * w; q.ad = n.x * d * w;
        q.b2 = n.y * n.y * w; q.bc = n.y * n.z * w; q.bd = n.y * d * w;
        q.c2 = n.z * n.z * w; q.cd = n.z * d * w;
        q.d2 = d * d * w;
        return q;
    }
    Quadric operator+(Quadric o)
    {
        Quadric q;
        q.a2 = a2 + o.a2; q.ab = ab + o.ab; q.ac = ac + o.ac; q.ad = ad + o.ad; q.b2 = b2 + o.b2;
        q.bc = bc + o.bc; q.bd = bd + o.bd; q.c2 = c2 + o.c2; q.cd = cd + o.cd; q.d2 = d2 + o.d2;
        return q;
    }
    float Error(float3 p)
    {
        return a2 * p.x * p.x + 2 * ab * p.x * p.y + 2 * ac * p.x * p.z + 2 * ad * p.x
             + b2 * p.y * p.y + 2 * bc * p.y * p.z + 2 * bd * p.y + c2 * p.z * p.z + 2 * cd * p.z + d2;
    }
    bool Optimum(out float3 p)
    {
        const float3x3 m = float3x3(a2, ab, ac, ab, b2, bc, ac, bc, c2);
        const float d = determinant(m);
        p = 0;
        if (abs(d) < 1e-2)
            return false;
        p = -mul(Inverse3(m), float3(ad, bd, cd));
        return true;
    }
};
struct MeshVertex
{
    float3 position;
    uint flags;
    float3 normal;
    float weight;
};
struct Edge
{
    uint a, b;
    float cost;
    uint chosen;
};
StructuredBuffer<MeshVertex> Vertices : register(t0);
StructuredBuffer<uint> Indices : register(t1);
StructuredBuffer<Quadric> Quadrics : register(t2);
RWStructuredBuffer<Quadric> OutQuadrics : register(u0);
RWStructuredBuffer<uint> Claims : register(u1);
RWStructuredBuffer<Edge> Edges : register(u2);

[numthreads(16, 1, 1)]
void BuildQuadrics(uint vertex : SV_DispatchThreadID)
{
    Quadric sum = (Quadric)0;
    for (uint t = 0; t < 20; ++t)
    {
        const uint3 tri = uint3(Indices[t * 3], Indices[t * 3 + 1], Indices[t * 3 + 2]) & 63;
        if (any(tri % 16 == vertex))
        {
            const float3 a = Vertices[tri.x].position, b = Vertices[tri.y].position, c = Vertices[tri.z].position;
            const float3 n = cross(b - a, c - a);
            const float area = length(n);
            sum = sum + Quadric::Plane(n * SafeRcp(area), -dot(n, a) * SafeRcp(area), area);
        }
    }
    OutQuadrics[vertex] = sum;
}

[numthreads(32, 1, 1)]
void EdgeCosts(uint i : SV_DispatchThreadID)
{
    Edge e;
    e.a = Indices[i * 2] & 63;
    e.b = Indices[i * 2 + 1] & 63;
    const MeshVertex va = Vertices[e.a], vb = Vertices[e.b];
    Quadric q = Quadrics[e.a] + Quadrics[e.b];
#if BOUNDARY
    if ((va.flags | vb.flags) & 1)
    {
        const float3 along = SafeNormalize(vb.position - va.position);
        const float3 n = SafeNormalize(cross(along, va.normal));
        q = q + Quadric::Plane(n, -dot(n, va.position), 4);
    }
#endif
    const float3 candidates[3] = { va.position, vb.position, 0.5 * (va.position + vb.position) };
    float best = FLOAT_MAX;
    for (uint k = 0; k < 3; ++k)
        best = min(best, q.Error(candidates[k]));
    float3 optimum;
    if (va.weight > 0.5 && q.Optimum(optimum))
        best = lerp(best, 1, saturate(length(optimum) * 0.001));
    e.cost = best;
    e.chosen = 0;
    Edges[i] = e;
}

[numthreads(32, 1, 1)]
void ChooseEdges(uint i : SV_DispatchThreadID)
{
    const uint a = Indices[i * 2] & 63, b = Indices[i * 2 + 1] & 63;
    const float3 d = Vertices[a].position - Vertices[b].position;
    const uint cost = (uint)(dot(d, d) * 1000) << 6 | i;
    InterlockedMax(Claims[a], ~cost);
    if (b != a)
        InterlockedMax(Claims[b], ~cost);
    DeviceMemoryBarrierWithGroupSync();
    Edge e;
    e.a = a;
    e.b = b;
    e.cost = dot(d, d);
    e.chosen = Claims[a] == ~cost && Claims[b] == ~cost ? 1 : 0;
    Edges[i] = e;
}
