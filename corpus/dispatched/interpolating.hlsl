// dxilkit-corpus
// lerp, smoothstep, step, mad, min and max in vectors.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 a = Values[i], b = Values[63 - i];
    Result[4 * i] = lerp(a, b, a.wzyx);
    Result[4 * i + 1] = smoothstep(0.25, 0.75, a) + step(a, b);
    Result[4 * i + 2] = mad(a, b, a) + fma((double)a.x, (double)b.x, 1.0l);
    Result[4 * i + 3] = min(a, b) * max(a.yxwz, b) + saturate(a * 2 - b);
}
