// dxilkit-corpus
// Matrices passed to parameters that say another order, the same, or the one that holds anyway; alone, in arrays, written and read.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -Zpr
// args: -T cs_6_0 -E main -Od
// args: -T cs_6_0 -E main -Od -Zpr

RWBuffer<float4> Result : register(u0);
Buffer<uint4> Values : register(t0);

void turn(inout row_major float2x3 m, float by)
{
    m[1] = m[0].zyx * by;
    m._m00_m12 += by;
}

void shift(inout column_major float2x3 m[3], uint at)
{
    m[at] = m[(at + 1) % 3];
    m[2]._m11 = at;
}

float3 sum(row_major float2x3 m[3], column_major float2x3 own, uint at)
{
    own[0] *= 2;
    return m[at][0] + m[at][1] + own[0] + own[1];
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint v = Values[i].x & 7;
    float2x3 one = { v, 2, 3, 4, 5, 6 };
    float2x3 all[3] = { one, one * 2, one + v };
    turn(one, 0.5);
    turn(all[v % 3], 2);
    shift(all, v % 3);
    Result[4 * i] = float4(sum(all, one, v % 3), v);
    Result[4 * i + 1] = float4(one[0], one[1].x);
    Result[4 * i + 2] = float4(all[1][1], all[2]._m11);
    Result[4 * i + 3] = float4(all[0][v & 1], 0);
}
