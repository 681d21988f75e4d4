// dxilkit-corpus
// Colours into words and out of them.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
uint Pack(float4 c)
{
    const uint4 b = uint4(saturate(c) * 255 + 0.5);
    return b.x | b.y << 8 | b.z << 16 | b.w << 24;
}
float4 Unpack(uint w) { return float4((w >> uint4(0, 8, 16, 24)) & 255) / 255; }
float3 Rgbe(float3 c, out int e)
{
    e = int(ceil(log2(max(c.x, max(c.y, c.z)) + 1e-6)));
    return round(c * exp2(-e) * 255);
}

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const float4 v = Values[i];
    const uint w = Pack(v);
    int e;
    Result[4 * i] = Unpack(w);
    Result[4 * i + 1] = float4(w & 0xFFFF, w >> 16, 0, 0);
    Result[4 * i + 2] = float4(Rgbe(v.rgb * 9, e), 0);
    Result[4 * i + 3] = e;
}
