// dxilkit-corpus
// All ways to a whole number, signs and remainders.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 v = Values[i] * 10 - 5;
    Result[4 * i] = float4(floor(v.x), ceil(v.x), round(v.x), trunc(v.x));
    Result[4 * i + 1] = float4(frac(v.y), fmod(v.y, 1.5), v.z % 0.75, sign(v.w));
    float whole;
    const float part = modf(v.z, whole);
    Result[4 * i + 2] = float4(part, whole, abs(v.w), int(v.x));
    Result[4 * i + 3] = float4(uint(abs(v.y)), round(v.y * 0.5), saturate(v.z), clamp(v.w, -1, 2));
}
