// dxilkit-corpus
// Dynamic indexing of everything: vector components, matrix rows and elements (read and written), local, static and groupshared arrays.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: cb0 Tables cbuffer NA NA 1
// binding: t0 Indices texture u32 buf 1
// binding: u0 Out UAV f32 buf 1

cbuffer Tables
{
    float4 Lookup[4];
    float3x4 Matrix;
};

Buffer<uint4> Indices;
RWBuffer<float4> Out;

static const float Primes[8] = { 2, 3, 5, 7, 11, 13, 17, 19 };
static float2 memo[3];
static const int3 Steps[2][2] = { { int3(1, 2, 3), int3(4, 5, 6) }, { int3(-1, -2, -3), int3(7, 8, 9) } };

groupshared float4 exchange[16];
groupshared struct { float3 v; uint n; } records[4];

float Component(float4 v, uint i) { return v[i & 3]; }

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID, uint t : SV_GroupIndex)
{
    const uint4 ix = Indices[id] & 3;
    float4 v = Lookup[ix.x];
    v[ix.y] += 100;
    v[3 - ix.y] *= -1;

    float4x4 m = 0;
    m[ix.z][ix.w] = 5;
    m[ix.w][ix.z] += 7;
    m[ix.x] += v;
    float3x4 c = Matrix;
    const float element = c[ix.x % 3][ix.y] + Matrix[ix.z % 3][ix.w];

    float local[6] = { 0, 1, 2, 3, 4, 5 };
    local[ix.x + ix.y % 3] = -10;
    float localSum = 0;
    for (uint i = 0; i < 6; ++i)
        localSum += local[i] * Primes[(i + ix.z) & 7];

    for (uint k = 0; k < 3; ++k)
        memo[k] = float2(k, id);
    memo[ix.w % 3].yx = float2(50, 60);
    const float2 remembered = memo[ix.w % 3] + memo[(ix.w + 1) % 3];

    exchange[t] = v;
    exchange[t][ix.w] = (float)t;
    if (t < 4)
    {
        records[t].v = Steps[t >> 1][t & 1];
        records[t].n = t * t;
    }
    GroupMemoryBarrierWithGroupSync();
    const float4 neighbour = exchange[(t + 1) & 15];
    const float fromRecord = records[ix.y].v[ix.z % 3] + records[ix.x].n;

    Out[id * 4 + 0] = v;
    Out[id * 4 + 1] = m[0] + 2 * m[1] + 4 * m[2] + 8 * m[3];
    Out[id * 4 + 2] = float4(element, localSum, remembered);
    Out[id * 4 + 3] = float4(Component(neighbour, ix.w + t), neighbour[ix.z], fromRecord, Steps[ix.x >> 1][ix.y & 1][ix.z % 3]);
}
