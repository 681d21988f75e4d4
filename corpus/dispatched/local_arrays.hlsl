// dxilkit-corpus
// Arrays on the stack, written and read by numbers known at run time, copied whole.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);
static const uint Primes[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint counts[8];
    for (int k = 0; k < 8; ++k)
        counts[k] = 0;
    for (uint j = 0; j < 16; ++j)
        counts[Values[(i + j) % 64].x % 8] += Primes[j % 8];
    uint copy[8] = counts;
    copy[i % 8] = 99;
    uint2 grid[2][3];
    for (uint q = 0; q < 6; ++q)
        grid[q / 3][q % 3] = uint2(q, copy[q]);
    Result[4 * i] = float4(counts[0], counts[1], counts[2], counts[3]);
    Result[4 * i + 1] = float4(copy[i % 8], copy[7], counts[i % 8], Primes[i % 8]);
    Result[4 * i + 2] = float4(grid[i % 2][i % 3], grid[1][2]);
    Result[4 * i + 3] = grid[0][i % 3].yxyx;
}
