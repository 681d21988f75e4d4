// dxilkit-corpus
// Explicit heat equation on a plate: tile with a one-cell halo in groupshared memory, several sub steps a dispatch, fixed rim.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 16 1
// binding: cb0 Plate cbuffer NA NA 1
// binding: t0 Temperature texture f32 2d 1
// binding: u0 Result UAV f32 2d 1

#define TILE 16
#define SUBSTEPS 3

cbuffer Plate : register(b0)
{
    float Conductivity; // alpha * dt / dx^2
    float Ambient;
    uint2 Size;
};

Texture2D<float> Temperature : register(t0);
RWTexture2D<float> Result : register(u0);

groupshared float tile[2][TILE + 2][TILE + 2];

// The rim of the tile keeps its value during the sub steps; the plate outside is at ambient temperature.
float At(int2 p)
{
    if (any(p < 0) || any(p >= (int2)Size))
        return Ambient;
    return Temperature[p];
}

[numthreads(TILE, TILE, 1)]
void main(int3 id : SV_DispatchThreadID, int3 t : SV_GroupThreadID, uint3 group : SV_GroupID, uint gi : SV_GroupIndex)
{
    const int2 corner = int2(group.xy * TILE) - 1;
    for (uint i = gi; i < (TILE + 2) * (TILE + 2); i += TILE * TILE)
    {
        const uint2 c = uint2(i % (TILE + 2), i / (TILE + 2));
        const float v = At(corner + (int2)c);
        tile[0][c.y][c.x] = v;
        tile[1][c.y][c.x] = v;
    }
    GroupMemoryBarrierWithGroupSync();

    const int x = t.x + 1, y = t.y + 1;
    int from = 0;
    for (int s = 0; s < SUBSTEPS; ++s, from ^= 1)
    {
        const float here = tile[from][y][x];
        const float around = tile[from][y - 1][x] + tile[from][y + 1][x] + tile[from][y][x - 1] + tile[from][y][x + 1];
        tile[from ^ 1][y][x] = here + Conductivity * (around - 4 * here);
        GroupMemoryBarrierWithGroupSync();
    }

    if (all(id.xy < (int2)Size))
        Result[id.xy] = tile[from][y][x];
}
