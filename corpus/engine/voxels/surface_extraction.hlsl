// dxilkit-corpus
// Surface nets over a density grid: cells that change sign get a vertex by averaging crossings, quads join neighbours; and a packed
// occupancy tree with 64 children a node, walked by bit counts.
// args: -T cs_6_0 -E PlaceVertices
// args: -T cs_6_0 -E EmitQuads
// args: -T cs_6_0 -E WalkTree
// args: -T cs_6_6 -E WalkTree -D WIDE_MASK=1
// args: -T cs_6_0 -E WalkTree -D WIDE_MASK=1
// args: -T cs_6_6 -E PlaceVertices -D SHARP=1
// data: cb0 8u 8u 8u 0.5 0.1 0.2 0.3 1 60u 4u 0u 0u
// dispatch: 2 2 2

#include "../kernel/config.hlsli"
#include "../kernel/geometry.hlsli"
#include "../kernel/packing.hlsli"
#include "../kernel/waves.hlsli"

#ifndef SHARP
#define SHARP 0
#endif
#ifndef WIDE_MASK
#define WIDE_MASK 0
#endif

struct ExtractConstants
{
    int3 size;
    float iso;
    float3 origin;
    float scale;
    uint maxVertices;
    uint treeDepth;
    uint2 pad;
};

struct NetVertex
{
    float3 position;
    uint normal;
};

struct TreeNode
{
    uint maskLow;
    uint maskHigh;
    uint firstChild;
    uint payload;

#if WIDE_MASK
    uint64_t Mask() { return uint64_t(maskHigh) << 32 | maskLow; }
    bool Has(uint i) { return (Mask() >> i) & 1; }
    uint Rank(uint i)
    {
        const uint64_t below = Mask() & ((1ull << i) - 1);
        return countbits(uint(below)) + countbits(uint(below >> 32));
    }
#else
    bool Has(uint i) { return ((i < 32 ? maskLow : maskHigh) >> (i & 31)) & 1; }
    uint Rank(uint i)
    {
        const uint bit = (1u << (i & 31)) - 1;
        return i < 32 ? countbits(maskLow & bit) : countbits(maskLow) + countbits(maskHigh & bit);
    }
#endif
};

ConstantBuffer<ExtractConstants> Extract : register(b0);
Texture3D<float> Density : register(t0);
Texture3D<uint> VertexIds : register(t1);
StructuredBuffer<TreeNode> Tree : register(t2);
StructuredBuffer<float4> RayQueries : register(t3);
RWTexture3D<uint> VertexIdsOut : register(u0);
RWStructuredBuffer<NetVertex> Vertices : register(u1);
RWStructuredBuffer<uint> Counters : register(u2);
RWStructuredBuffer<uint> Indices : register(u3);
RWStructuredBuffer<float4> Results : register(u4);

static const uint2 EDGES[12] =
{
    uint2(0, 1), uint2(2, 3), uint2(4, 5), uint2(6, 7), uint2(0, 2), uint2(1, 3),
    uint2(4, 6), uint2(5, 7), uint2(0, 4), uint2(1, 5), uint2(2, 6), uint2(3, 7)
};

int3 Corner(uint i) { return int3(i & 1, (i >> 1) & 1, i >> 2); }
float DensityAt(int3 p) { return Density[clamp(p, 0, Extract.size - 1)] - Extract.iso; }
float3 Gradient(int3 p)
{
    return float3(DensityAt(p + int3(1, 0, 0)) - DensityAt(p - int3(1, 0, 0)),
                  DensityAt(p + int3(0, 1, 0)) - DensityAt(p - int3(0, 1, 0)),
                  DensityAt(p + int3(0, 0, 1)) - DensityAt(p - int3(0, 0, 1)));
}

/// The point with the least squared distance from the planes through the crossings, pulled to their mean.
struct QuadricSolver
{
    float3x3 ata;
    float3 atb;
    float3 mean;
    uint count;

    static QuadricSolver Create()
    {
        QuadricSolver s;
        s.ata = (float3x3)0;
        s.atb = 0;
        s.mean = 0;
        s.count = 0;
        return s;
    }
    void Add(float3 p, float3 n)
    {
        [unroll]
        for (uint r = 0; r < 3; ++r)
            ata[r] += n * n[r];
        atb += n * dot(n, p);
        mean += p;
        count++;
    }
    float3 Solve()
    {
        const float3 c = mean / max(count, 1);
        float3x3 m = ata;
        const float lambda = 0.1;
        [unroll]
        for (uint i = 0; i < 3; ++i)
            m[i][i] += lambda;
        return c + mul(Inverse3(m), atb - mul(ata, c));
    }
};

[numthreads(4, 4, 4)]
void PlaceVertices(int3 cell : SV_DispatchThreadID)
{
    float d[8];
    uint mask = 0;
    [unroll]
    for (uint i = 0; i < 8; ++i)
    {
        d[i] = DensityAt(cell + Corner(i));
        mask |= (d[i] > 0 ? 1u : 0u) << i;
    }
    const bool crosses = mask != 0 && mask != 0xff && all(cell < Extract.size - 1);
    const uint place = WaveAppend(Counters, 0, crosses);
    uint id = 0xffffffff;
    if (crosses && place < Extract.maxVertices)
    {
#if SHARP
        QuadricSolver solver = QuadricSolver::Create();
#endif
        float3 sum = 0;
        uint count = 0;
        [unroll]
        for (uint e = 0; e < 12; ++e)
        {
            const uint2 edge = EDGES[e];
            const float a = d[edge.x], b = d[edge.y];
            if ((a > 0) == (b > 0))
                continue;
            const float3 p = lerp(float3(Corner(edge.x)), float3(Corner(edge.y)), a / (a - b));
            sum += p;
            count++;
#if SHARP
            solver.Add(p, SafeNormalize(Gradient(cell + int3(round(p)))));
#endif
        }
#if SHARP
        const float3 local = clamp(solver.Solve(), 0, 1);
#else
        const float3 local = sum / count;
#endif
        NetVertex v;
        v.position = Extract.origin + (cell + local) * Extract.scale;
        v.normal = PackNormal(SafeNormalize(-Gradient(cell)));
        Vertices[place] = v;
        id = place;
    }
    VertexIdsOut[uint3(cell)] = id;
}

[numthreads(4, 4, 4)]
void EmitQuads(int3 cell : SV_DispatchThreadID)
{
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        int3 along = 0, u = 0, v = 0;
        along[axis] = 1;
        u[(axis + 1) % 3] = 1;
        v[(axis + 2) % 3] = 1;
        const bool a = DensityAt(cell) > 0, b = DensityAt(cell + along) > 0;
        const bool has = a != b && all(cell > 0) && all(cell < Extract.size - 1);
        const uint quad = WaveAppend(Counters, 1, has);
        if (!has)
            continue;
        uint4 ids = uint4(VertexIds[cell - u - v], VertexIds[cell - v], VertexIds[cell], VertexIds[cell - u]);
        if (a)
            ids = ids.wzyx;
        const uint base = (quad % 10) * 6;
        const uint order[6] = { 0, 1, 2, 0, 2, 3 };
        [unroll]
        for (uint i = 0; i < 6; ++i)
            Indices[base + i] = ids[order[i]];
    }
}

[numthreads(64, 1, 1)]
void WalkTree(uint index : SV_GroupIndex)
{
    const float4 query = RayQueries[index];
    float3 p = frac(query.xyz) * 4;
    const float3 direction = SafeNormalize(query.zwx - 0.5);
    float travelled = 0;
    uint visits = 0, payload = 0;
    [loop]
    for (uint step = 0; step < 16; ++step)
    {
        uint node = 0;
        float size = 4;
        float3 local = p;
        bool isSolid = false;
        // Down until a child is missing.
        [loop]
        for (uint level = 0; level < Extract.treeDepth; ++level)
        {
            const TreeNode n = Tree[node & 63];
            size *= 0.25;
            const uint3 c = min(uint3(max(local / size, 0)), 3);
            const uint child = c.x | c.y << 2 | c.z << 4;
            visits++;
            if (!n.Has(child))
                break;
            local -= c * size;
            payload ^= n.payload;
            node = n.firstChild + n.Rank(child) + 1;
            isSolid = level + 1 == Extract.treeDepth;
        }
        if (isSolid)
            break;
        // To the border of the empty cell.
        const float3 cell = floor(p / size);
        const float3 border = (cell + (direction > 0)) * size;
        const float3 t = (border - p) / select(abs(direction) > 1e-5, direction, 1e-5);
        const float dt = max(MinComponent(t), 0) + 1e-3;
        p += direction * dt;
        travelled += dt;
        if (any(p < 0) || any(p >= 4))
            break;
    }
    Results[index] = float4(p, travelled);
    Counters[index] = visits | payload << 16;
}
