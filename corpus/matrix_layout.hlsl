// dxilkit-corpus
// Matrix layout torture: row_major and column_major in a cbuffer, in structs and structured buffers, every subscript form.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 1 1 1
// binding: cb0 Matrices cbuffer NA NA 1
// binding: t0 Stored texture struct r/o 1
// binding: u0 Out UAV struct r/w 1
// binding: u1 Swapped UAV struct r/w 1

cbuffer Matrices : register(b0)
{
    row_major float2x3 R23;
    column_major float2x3 C23;
    float3x2 Plain32;
    row_major int3x4 RI34;
    column_major uint4x2 CU42;
    float4x4 M44;
    row_major float3x3 List[2];
    float2x2 Tail;
};

struct Record
{
    row_major float2x3 r;
    column_major float2x3 c;
    float3x3 plain;
};

StructuredBuffer<Record> Stored : register(t0);
RWStructuredBuffer<float> Out : register(u0);
RWStructuredBuffer<Record> Swapped : register(u1);

static uint cursor = 0;

void Put(float v) { Out[cursor++] = v; }

void Put(float2x3 m)
{
    for (uint r = 0; r < 2; ++r)
        for (uint c = 0; c < 3; ++c)
            Put(m[r][c]);
}

void Put3x3(float3x3 m)
{
    Put(m._m00); Put(m._m01); Put(m._m02);
    Put(m._11 + 0); Put(m._22); Put(m._33);
    const float3 corner = m._m02_m11_m20;
    Put(corner.x); Put(corner.y); Put(corner.z);
}

[numthreads(1, 1, 1)]
void main()
{
    Put(R23);
    Put(C23);
    Put(transpose(Plain32));
    for (uint i = 0; i < 3; ++i)
        Put(dot(RI34[i], int4(1, 10, 100, 1000)));
    [unroll]
    for (uint j = 0; j < 4; ++j)
        Put(CU42[j].x * 100 + CU42[j].y);
    Put(M44._m03 + M44._m30 * 2 + M44._24 * 4);
    Put3x3(List[0]);
    Put3x3(List[1]);
    Put(determinant(Tail));

    const Record s = Stored[0];
    Put(s.r);
    Put(s.c);
    Put3x3(s.plain);
    Put(Stored[1].r);
    Put(Stored[1].plain._m12);

    float3x3 edited = s.plain;
    edited[1] = float3(7, 8, 9);
    edited._m00_m22 = float2(-1, -2);
    edited[2][0] += 0.5;
    edited._31_32 *= 2;
    Put3x3(edited);
    const float3x3 product = mul(edited, List[1]);
    Put3x3(product);
    const float2 left = mul(R23, float3(1, 2, 3));
    const float3 right = mul(float2(1, -1), C23);
    Put(left.x); Put(left.y);
    Put(right.x); Put(right.y); Put(right.z);
    Put(mul(float3(1, 2, 3), float3(4, 5, 6)));
    const float2x2 outer = mul(float2x1(2, 3), float1x2(5, 7));
    Put(outer._m00); Put(outer._m01); Put(outer._m10); Put(outer._m11);

    Record t;
    t.r = s.c;
    t.c = s.r * 2 - 1;
    t.plain = (float3x3)M44 + edited;
    Swapped[0] = t;
    Swapped[1].c = Stored[1].r;
    Swapped[1].r[1] = Stored[1].c[0];
    Swapped[1].plain._m21 = 42;
}
