// dxilkit-corpus
// Determinants, inverses by hand, products of all shapes.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
float3x3 Inverse(float3x3 m)
{
    const float3 a = cross(m[1], m[2]), b = cross(m[2], m[0]), c = cross(m[0], m[1]);
    return transpose(float3x3(a, b, c)) / dot(m[0], a);
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4x4 m = float4x4(Values[i], Values[i + 1].yzwx, Values[i + 2], 1, 0, 0, 1);
    const float3x3 k = (float3x3)m + float3x3(2, 0, 0, 0, 2, 0, 0, 0, 2);
    const float3x3 identity = mul(k, Inverse(k));
    Result[4 * i] = float4(round(identity[0] * 1000) / 1000, determinant((float2x2)m));
    Result[4 * i + 1] = mul(m, Values[i]);
    Result[4 * i + 2] = mul(Values[i], m);
    Result[4 * i + 3] = float4(determinant(k), determinant(m), dot(mul(m, m)[1], 1), 0);
}
