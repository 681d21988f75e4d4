// Marching tetrahedra over a block of a scalar field: each thread cuts one cell; waves add up how much room their triangles need.
// args: -T ms_6_5 -E main

struct Vertex { float4 position : SV_Position; float3 normal : NORMAL; };
cbuffer Field { float4x4 viewProjection; float3 origin; float cellSize; float iso; uint3 blocks; };
Texture3D<float> Density : register(t0);
SamplerState Linear : register(s0);

#define MAX_TRIANGLES 128

static const uint4 TETRAHEDRA[6] = {
    uint4(0, 1, 3, 7), uint4(0, 3, 2, 7), uint4(0, 2, 6, 7), uint4(0, 6, 4, 7), uint4(0, 4, 5, 7), uint4(0, 5, 1, 7),
};

groupshared uint total;
groupshared float corner[32][8];

float3 cornerOf(uint i)
{
    return float3(i & 1, (i >> 1) & 1, i >> 2);
}

float3 cut(float3 a, float3 b, float fa, float fb)
{
    return lerp(a, b, saturate((iso - fa) / (fb - fa + 1e-6f)));
}

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(
    uint t : SV_GroupThreadID,
    uint3 group : SV_GroupID,
    out vertices Vertex vertices[256],
    out indices uint3 triangles[MAX_TRIANGLES])
{
    float3 cell = float3(group * uint3(4, 4, 2) + uint3(t & 3, (t >> 2) & 3, t >> 4));
    uint mask = 0;
    for (uint i = 0; i < 8; i++)
    {
        float d = Density.SampleLevel(Linear, (cell + cornerOf(i)) / float3(blocks * uint3(4, 4, 2)), 0);
        corner[t][i] = d;
        if (d > iso)
            mask |= 1u << i;
    }
    uint needed = 0;
    [unroll]
    for (uint k = 0; k < 6; k++)
    {
        uint inside = 0;
        for (uint c = 0; c < 4; c++)
            inside += (mask >> TETRAHEDRA[k][c]) & 1;
        needed += inside == 2 ? 2 : inside == 0 || inside == 4 ? 0 : 1;
    }
    uint first = WavePrefixSum(needed);
    if (t == 0)
        total = 0;
    GroupMemoryBarrierWithGroupSync();
    InterlockedMax(total, first + needed);
    GroupMemoryBarrierWithGroupSync();
    uint count = min(total, 80u);
    SetMeshOutputCounts(count * 3, count);
    uint at = first;
    for (uint n = 0; n < 6; n++)
    {
        uint4 tet = TETRAHEDRA[n];
        uint inside = 0;
        uint lone = 0;
        for (uint c = 0; c < 4; c++)
        {
            uint bit = (mask >> tet[c]) & 1;
            inside += bit;
            if (bit == 1)
                lone = c;
        }
        if (inside != 1 || at >= count)
            continue;
        float3 p0 = cornerOf(tet[lone]);
        float3 made[3];
        for (uint e = 0; e < 3; e++)
        {
            uint other = tet[(lone + e + 1) & 3];
            made[e] = cut(p0, cornerOf(other), corner[t][tet[lone]], corner[t][other]);
        }
        float3 normal = normalize(cross(made[1] - made[0], made[2] - made[0]));
        for (uint v = 0; v < 3; v++)
        {
            vertices[at * 3 + v].position = mul(float4(origin + (cell + made[v]) * cellSize, 1), viewProjection);
            vertices[at * 3 + v].normal = normal;
        }
        triangles[at] = uint3(0, 1, 2) + at * 3;
        at++;
    }
}
