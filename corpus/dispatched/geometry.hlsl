// dxilkit-corpus
// Products, lengths, reflections.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float3 a = Values[i].xyz - 0.5, b = Values[i].wzy - 0.25, n = normalize(a + b + 0.01);
    Result[4 * i] = float4(dot(a, b), length(a), distance(a, b), dot(n, n));
    Result[4 * i + 1] = float4(cross(a, b), length(a.xy));
    Result[4 * i + 2] = float4(reflect(a, n), faceforward(n, a, b).x);
    Result[4 * i + 3] = float4(refract(normalize(a), n, 0.8), dst(Values[i], Values[63 - i]).y);
}
