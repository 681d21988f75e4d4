// dxilkit-corpus
// Constant buffers: arrays of everything, packing by hand, indexing at run time.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
cbuffer Constants : register(b0)
{
    float scalars[4];
    float3 vectors[3];
    float after : packoffset(c8);
    row_major float2x3 rows[2] : packoffset(c10);
    int4 tail : packoffset(c20);
};
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Result[4 * i] = float4(scalars[i % 4], after, vectors[i % 3].zy);
    Result[4 * i + 1] = float4(rows[i % 2][1], rows[0]._m01);
    Result[4 * i + 2] = float4(mul(rows[1], vectors[i % 3]), tail.x & 15, tail.w & 15);
    Result[4 * i + 3] = Values[i];
}
