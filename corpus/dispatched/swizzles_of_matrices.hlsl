// dxilkit-corpus
// Matrix components by both spellings, read and written, rows and dynamic ones.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float3x4 m = float3x4(Values[i], Values[i + 1], Values[i + 2]);
    m._m00_m11 = m._12_21;
    m._m23 += 1;
    m[1].xz *= 2;
    m[i % 3][i % 4] = 5;
    Result[4 * i] = m[0];
    Result[4 * i + 1] = m[1] + m._m00_m01_m02_m03;
    Result[4 * i + 2] = m._31_32_33_34;
    Result[4 * i + 3] = float4(m[2].wz, transpose(m)[1].xy);
}
