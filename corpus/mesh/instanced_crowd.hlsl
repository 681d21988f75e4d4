// A crowd: an amplification group takes 32 figures, chooses a level of detail for each and lays all their meshlets out in one row by a prefix sum;
// every mesh group finds its figure by a binary search.
// args: -T as_6_5 -E PlaceFigures
// args: -T as_6_6 -E PlaceFigures -enable-16bit-types
// args: -T ms_6_5 -E DrawFigure

#define FIGURES 32

struct Figure
{
    float4 rotation;
    float3 position;
    float scale;
};
struct Level
{
    uint firstMeshlet;
    uint meshletCount;
};
struct Crowd
{
    uint starts[FIGURES + 1];
    uint levels[FIGURES];
    uint base;
};

cbuffer View : register(b0)
{
    float4x4 viewProjection;
    float3 eye;
    uint figureCount;
    float4 thresholds;
};
StructuredBuffer<Figure> Figures : register(t0);
StructuredBuffer<Level> Levels : register(t1);
StructuredBuffer<uint2> Meshlets : register(t2);
StructuredBuffer<float4> Vertices : register(t3);
Buffer<uint4> Triangles : register(t4);

groupshared Crowd Shared;

uint LevelOf(float away)
{
    const bool4 beyond = away > thresholds;
    return dot(uint4(beyond), 1);
}

[numthreads(FIGURES, 1, 1)]
void PlaceFigures(uint id : SV_DispatchThreadID, uint lane : SV_GroupIndex, uint group : SV_GroupID)
{
    uint level = 0;
    uint count = 0;
    if (id < figureCount)
    {
        level = LevelOf(distance(Figures[id].position, eye));
        // The last level draws nothing.
        count = level < 4 ? Levels[level].meshletCount : 0;
    }
    Shared.starts[lane + 1] = count;
    Shared.levels[lane] = level;
    if (lane == 0)
    {
        Shared.starts[0] = 0;
        Shared.base = group * FIGURES;
    }
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 1; step < FIGURES; step *= 2)
    {
        const uint before = lane >= step ? Shared.starts[lane + 1 - step] : 0;
        GroupMemoryBarrierWithGroupSync();
        Shared.starts[lane + 1] += before;
        GroupMemoryBarrierWithGroupSync();
    }
    DispatchMesh(Shared.starts[FIGURES], 1, 1, Shared);
}

float3 Rotate(float4 q, float3 v)
{
    return v + 2 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

struct Vertex
{
    float4 position : SV_Position;
    nointerpolation uint2 who : WHO;
};

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
void DrawFigure(
    in payload Crowd crowd, uint lane : SV_GroupIndex, uint group : SV_GroupID, out vertices Vertex vertices[64],
    out indices uint3 triangles[124])
{
    uint low = 0;
    uint high = FIGURES;
    while (high - low > 1)
    {
        const uint middle = (low + high) / 2;
        if (crowd.starts[middle] <= group)
            low = middle;
        else
            high = middle;
    }
    const uint level = crowd.levels[low];
    const uint2 meshlet = Meshlets[Levels[level].firstMeshlet + group - crowd.starts[low]];
    const uint vertexCount = meshlet.y & 0xff;
    const uint triangleCount = (meshlet.y >> 8) & 0xff;
    SetMeshOutputCounts(vertexCount, triangleCount);
    const Figure figure = Figures[crowd.base + low];
    if (lane < vertexCount)
    {
        const float3 local = Vertices[meshlet.x + lane].xyz * figure.scale;
        vertices[lane].position = mul(float4(Rotate(figure.rotation, local) + figure.position, 1), viewProjection);
        vertices[lane].who = uint2(crowd.base + low, level);
    }
    for (uint i = lane; i < triangleCount; i += 64)
        triangles[i] = Triangles[meshlet.x + i].xyz;
}
