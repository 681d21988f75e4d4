// dxilkit-corpus
// Lists without inner braces fill structs, arrays, vectors and matrices in order.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
struct Inner { float2 a; int b[2]; };
struct Outer { Inner first; float3x2 m; Inner rest[2]; };

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float v = Values[i].x;
    const Inner in1 = { v, 2, 3, 4 };
    const Outer o = { in1, 1, 2, 3, 4, 5, v, { { 7, 8 }, { 9, 10 } }, 11, 12, 13, 14 };
    const float4 list[2] = { v, 1, float2(2, 3), float4(4, 5, 6, 7) };
    Result[4 * i] = float4(o.first.a, o.first.b[0], o.first.b[1]);
    Result[4 * i + 1] = float4(o.m[0], o.m[2]);
    Result[4 * i + 2] = float4(o.rest[0].a, o.rest[1].b[0], o.rest[1].b[1]);
    Result[4 * i + 3] = list[i % 2];
}
