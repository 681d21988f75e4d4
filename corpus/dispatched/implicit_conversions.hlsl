// dxilkit-corpus
// Scalars to vectors, truncations, integers to floats and back, booleans as numbers.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
float Pick(float v) { return v; }
float Pick(float2 v) { return v.x + v.y * 10; }
float Pick(int v) { return v * 100; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 v = Values[i] * 10;
    const int4 whole = v;
    const uint2 two = (uint2)v.xy;
    const bool b = v.z > 5;
    float3 three = (float3)v;
    three += b;
    Result[4 * i] = whole;
    Result[4 * i + 1] = float4(three, two.x + whole.y);
    Result[4 * i + 2] = float4(Pick(v.x), Pick(v.xy), Pick(whole.x), Pick(b ? 1 : 0));
    Result[4 * i + 3] = float4(two * 0.5, whole.x / 2, whole.y / 2.0);
}
