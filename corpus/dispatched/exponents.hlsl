// dxilkit-corpus
// Powers, logarithms, roots.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 v = Values[i] + 0.125;
    Result[4 * i] = float4(exp(v.x), exp2(v.y), log(v.z), log2(v.w));
    Result[4 * i + 1] = float4(log10(v.x), pow(v.y, v.z), sqrt(v.w), rsqrt(v.x));
    Result[4 * i + 2] = float4(rcp(v.x), ldexp(v.y, 3), pow(v.zw, 2).x, exp2(-v.x));
    float e;
    const float m = frexp(v.x * 20, e);
    Result[4 * i + 3] = float4(m, e, 0, 0);
}
