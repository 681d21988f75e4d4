// Chunks of voxels: an amplification thread for each of the six faces of a chunk decides whether the camera can see any of that side; mesh groups
// walk one slice of one side and put out the quads between full and empty cells.
// args: -T as_6_5 -E ChooseSides
// args: -T ms_6_5 -E MeshSlice

#define SIDE 16

struct Chunk
{
    int3 origin;
    uint slot;
};
struct Sides
{
    uint chunk;
    uint count;
    uint side[6];
    float fog;
};

cbuffer View : register(b0)
{
    float4x4 viewProjection;
    float3 eye;
    float fogDensity;
};
StructuredBuffer<Chunk> Chunks : register(t0);
// One bit a cell, a word two rows.
ByteAddressBuffer Cells : register(t1);

static const int3 Normals[6] = { int3(1, 0, 0), int3(-1, 0, 0), int3(0, 1, 0), int3(0, -1, 0), int3(0, 0, 1), int3(0, 0, -1) };

groupshared Sides Chosen;

[numthreads(6, 1, 1)]
void ChooseSides(uint side : SV_GroupIndex, uint chunk : SV_GroupID)
{
    if (side == 0)
    {
        Chosen.chunk = chunk;
        Chosen.count = 0;
        const float3 middle = Chunks[chunk].origin + SIDE / 2;
        Chosen.fog = exp(-fogDensity * distance(middle, eye));
    }
    GroupMemoryBarrierWithGroupSync();
    const float3 low = Chunks[chunk].origin;
    const float3 facing = Normals[side];
    const float3 nearest = select(facing > 0, low, low + SIDE);
    if (dot(eye - nearest, facing) > 0 && Chosen.fog > 1.0 / 255)
    {
        uint at;
        InterlockedAdd(Chosen.count, 1, at);
        Chosen.side[at] = side;
    }
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(Chosen.count, SIDE, 1, Chosen);
}

bool IsFull(uint slot, int3 at)
{
    if (any(at < 0) || any(at >= SIDE))
        return false;
    const uint bit = (at.z * SIDE + at.y) * SIDE + at.x;
    return (Cells.Load(slot * (SIDE * SIDE * SIDE / 8) + bit / 32 * 4) >> (bit % 32)) & 1;
}

struct Vertex
{
    float4 position : SV_Position;
    float fog : FOG;
};
struct Face
{
    nointerpolation uint normal : NORMAL;
    uint layer : SV_PrimitiveID;
};

groupshared uint Count;

[numthreads(64, 1, 1)]
[outputtopology("triangle")]
void MeshSlice(
    in payload Sides chosen, uint lane : SV_GroupIndex, uint3 group : SV_GroupID, out vertices Vertex vertices[256],
    out primitives Face faces[128], out indices uint3 triangles[128])
{
    const uint side = chosen.side[group.x];
    const uint axis = side / 2;
    const Chunk chunk = Chunks[chosen.chunk];
    if (lane == 0)
        Count = 0;
    GroupMemoryBarrierWithGroupSync();
    // At most 64 faces of a slice show; the others are of the next group's kind of slice.
    int3 cell = 0;
    cell[axis] = group.y;
    cell[(axis + 1) % 3] = (lane % 8) * 2 + ((lane / 8 + group.y) & 1);
    cell[(axis + 2) % 3] = lane / 8 * 2 + (lane & 1);
    const bool shows = IsFull(chunk.slot, cell) && !IsFull(chunk.slot, cell + Normals[side]);
    uint mine = 0;
    if (shows)
        InterlockedAdd(Count, 1, mine);
    GroupMemoryBarrierWithGroupSync();
    SetMeshOutputCounts(Count * 4, Count * 2);
    if (!shows)
        return;
    float3 corner = chunk.origin + cell;
    if ((side & 1) == 0)
        corner[axis] += 1;
    for (uint i = 0; i < 4; i++)
    {
        float3 at = corner;
        at[(axis + 1) % 3] += i & 1;
        at[(axis + 2) % 3] += i >> 1;
        vertices[mine * 4 + i].position = mul(float4(at, 1), viewProjection);
        vertices[mine * 4 + i].fog = chosen.fog;
    }
    for (uint k = 0; k < 2; k++)
    {
        triangles[mine * 2 + k] = mine * 4 + (k ? uint3(2, 1, 3) : uint3(0, 1, 2));
        faces[mine * 2 + k].normal = side;
        faces[mine * 2 + k].layer = group.y;
    }
}
