// dxilkit-corpus
// Constant buffer layout torture: rows, arrays, nested structs, packoffset, doubles, 64-bit integers, bools, dynamic rows.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 4 1 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: cb3 Rows cbuffer NA NA 1
// binding: cb1,space2 Placed cbuffer NA NA 1
// binding: cb2 Wide cbuffer NA NA 1
// binding: u0 Out UAV struct r/w 1

struct Inner
{
    float a;
    float3 b;
    float c[2];
};

struct Outer
{
    Inner one;
    float after;
    Inner many[2];
    float2 tail;
};

cbuffer Rows : register(b3)
{
    float f0;
    float2 f1;
    float3 f2;
    float f3;
    float e[3];
    float f4;
    Outer nested;
    float f5;
    int2 pairs[2];
    bool flag;
    bool2 flags;
    uint last;
};

cbuffer Placed : register(b1, space2)
{
    float4 whole : packoffset(c2);
    float second : packoffset(c0.y);
    float2 zw : packoffset(c1.z);
    int single : packoffset(c5);
};

cbuffer Wide : register(b2)
{
    float w0;
    double w1;
    double2 w2;
    double w3;
    uint64_t w4;
    int64_t3 w5;
    float w6;
};

float g0;
float3 g1;
float2 g2 : register(c4);
float g3[2];

RWStructuredBuffer<float4> Out : register(u0);

float4 FromInner(Inner i, uint k)
{
    return float4(i.a, i.b.x + i.b.y * 10 + i.b.z * 100, i.c[0], i.c[k & 1]);
}

[numthreads(4, 1, 1)]
void main(uint k : SV_DispatchThreadID)
{
    const uint at = k * 12;
    Out[at + 0] = float4(f0, f1, f3);
    Out[at + 1] = float4(f2, e[k % 3]);
    Out[at + 2] = float4(f4, nested.after, nested.tail);
    Out[at + 3] = FromInner(nested.one, k);
    Out[at + 4] = FromInner(nested.many[k & 1], k);
    Out[at + 5] = float4(f5, pairs[k >> 1], last);
    Out[at + 6] = float4(flag ? 1 : 0, flags, flag && flags.y);
    Out[at + 7] = whole + float4(0, zw, 0);
    Out[at + 8] = float4(second, single, g0, g1.z);
    Out[at + 9] = float4(g2, g3[k & 1], g1[k % 3]);
    Out[at + 10] = float4(w0, (float)w1, (float)w2.x, (float)w2.y);
    Out[at + 11] = float4((float)w3, (float)(uint)(w4 >> 32), (float)(int)w5.z, w6);
}
