// A tile of terrain as a grid: the amplification shader picks the level of detail of the tile and of its neighbours, the mesh shader moves
// vertices on shared edges so that no cracks show, and takes the height from a texture.
// args: -T as_6_6 -E PickDetail
// args: -T ms_6_6 -E DrawTile

#define GRID 9

struct Tile { float2 corner; float size; uint2 texel; };
struct Detail
{
    float2 corner;
    float size;
    uint2 texel;
    uint level;
    uint4 neighbours;
    float morph;
};
cbuffer Terrain : register(b0) { float4x4 viewProjection; float3 camera; float heightScale; float4 lodDistances; };
StructuredBuffer<Tile> Tiles : register(t0);
Texture2D<float> Heights : register(t1);
SamplerState Bilinear : register(s0);

uint levelAt(float2 at, out float blend)
{
    float d = distance(at, camera.xz);
    uint level = 0;
    blend = 0;
    [unroll]
    for (uint i = 0; i < 4; i++)
    {
        if (d > lodDistances[i])
            level = i + 1;
        else if (i == level)
            blend = saturate(d / lodDistances[i] * 4 - 3);
    }
    return level;
}

[numthreads(1, 1, 1)]
void PickDetail(uint3 group : SV_GroupID)
{
    Detail detail;
    Tile tile = Tiles[group.x];
    detail.corner = tile.corner;
    detail.size = tile.size;
    detail.texel = tile.texel;
    float2 center = tile.corner + tile.size * 0.5f;
    detail.level = levelAt(center, detail.morph);
    float ignored;
    float s = tile.size;
    detail.neighbours.x = levelAt(center - float2(s, 0), ignored);
    detail.neighbours.y = levelAt(center + float2(s, 0), ignored);
    detail.neighbours.z = levelAt(center - float2(0, s), ignored);
    detail.neighbours.w = levelAt(center + float2(0, s), ignored);
    uint parts = detail.level < 2 ? 4 : 1;
    DispatchMesh(parts, 1, 1, detail);
}

struct Ground { float4 position : SV_Position; float3 normal : NORMAL; noperspective float2 uv : TEXCOORD; };

[numthreads(128, 1, 1)]
[outputtopology("triangle")]
void DrawTile(
    uint t : SV_GroupIndex,
    uint part : SV_GroupID,
    in payload Detail detail,
    out vertices Ground vertices[GRID * GRID],
    out indices uint3 triangles[(GRID - 1) * (GRID - 1) * 2])
{
    const uint cells = GRID - 1;
    SetMeshOutputCounts(GRID * GRID, cells * cells * 2);
    float size = detail.size * (detail.level < 2 ? 0.5f : 1.0f);
    float2 corner = detail.corner + float2(part & 1, part >> 1) * size;
    if (t < GRID * GRID)
    {
        uint2 cell = uint2(t % GRID, t / GRID);
        bool4 edge = bool4(cell.x == 0, cell.x == cells, cell.y == 0, cell.y == cells);
        bool coarser = any(and(edge, detail.neighbours > detail.level));
        if (coarser)
            cell &= ~1u;
        float2 fraction = float2(cell) / cells;
        float2 at = corner + fraction * size;
        float h = Heights.SampleLevel(Bilinear, at * 0.001f, detail.level);
        float hx = Heights.SampleLevel(Bilinear, at * 0.001f, detail.level, int2(1, 0));
        float hy = Heights.SampleLevel(Bilinear, at * 0.001f, detail.level, int2(0, 1));
        h = lerp(h, Heights.Load(int3(detail.texel, detail.level)), detail.morph);
        Ground g;
        g.position = mul(float4(at.x, h * heightScale, at.y, 1), viewProjection);
        g.normal = normalize(float3(h - hx, 1.0f / heightScale, h - hy));
        g.uv = fraction;
        vertices[t] = g;
    }
    for (uint i = t; i < cells * cells * 2; i += 128)
    {
        uint2 cell = uint2(i / 2 % cells, i / 2 / cells);
        uint first = cell.y * GRID + cell.x;
        if ((i & 1) == 0)
            triangles[i] = uint3(first, first + GRID, first + 1);
        else
            triangles[i] = uint3(first + 1, first + GRID, first + GRID + 1);
    }
}
