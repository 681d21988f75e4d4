// dxilkit-corpus
// Dense matrix product C = alpha * A * B + beta * C through groupshared tiles.
// args: -T cs_6_0 -E main -D TILE=8
// args: -T cs_6_5 -E main -D TILE=8
// args: -T cs_6_6 -E main -D TILE=8
// threads: 8 8 1
// binding: cb0 Params cbuffer NA NA 1
// binding: t0 A texture struct r/o 1
// binding: t1 B texture struct r/o 1
// binding: u0 C UAV struct r/w 1

#ifndef TILE
#error TILE is the edge of a tile
#endif

cbuffer Params : register(b0)
{
    uint M;      // rows of A and C
    uint N;      // columns of B and C
    uint K;      // columns of A, rows of B
    float Alpha;
    float Beta;
};

StructuredBuffer<float> A : register(t0);
StructuredBuffer<float> B : register(t1);
RWStructuredBuffer<float> C : register(u0);

groupshared float tileA[TILE][TILE + 1];
groupshared float tileB[TILE][TILE + 1];

float LoadOr0(StructuredBuffer<float> m, uint row, uint col, uint rows, uint cols)
{
    return (row < rows && col < cols) ? m[row * cols + col] : 0.0f;
}

[numthreads(TILE, TILE, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 local : SV_GroupThreadID)
{
    const uint row = id.y;
    const uint col = id.x;
    float sum = 0;

    for (uint base = 0; base < K; base += TILE)
    {
        tileA[local.y][local.x] = LoadOr0(A, row, base + local.x, M, K);
        tileB[local.y][local.x] = LoadOr0(B, base + local.y, col, K, N);
        GroupMemoryBarrierWithGroupSync();

        [unroll]
        for (uint k = 0; k < TILE; ++k)
            sum = mad(tileA[local.y][k], tileB[k][local.x], sum);

        GroupMemoryBarrierWithGroupSync();
    }

    if (row >= M || col >= N)
        return;
    const uint at = row * N + col;
    C[at] = Alpha * sum + Beta * C[at];
}
