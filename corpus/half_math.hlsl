// dxilkit-corpus
// half as minimum precision: colour grading with exact small values, packing through f32tof16 and f16tof32.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Grade cbuffer NA NA 1
// binding: t0 Colors texture f32 buf 1
// binding: u0 Graded UAV f32 buf 1
// binding: u1 Packed UAV struct r/w 1

cbuffer Grade
{
    float4 Lift;
    float4 Gain;
    float Saturation;
};
Buffer<float4> Colors;
RWBuffer<float4> Graded;
RWStructuredBuffer<uint2> Packed;

half3 ApplyLiftGain(half3 c, half3 lift, half3 gain)
{
    return c * gain + lift * (half3(1, 1, 1) - c);
}

half Luminance(half3 c)
{
    return dot(c, half3(0.25h, 0.5h, 0.25h));
}

uint Pack2(float2 v)
{
    const uint2 h = f32tof16(v);
    return h.x | h.y << 16;
}

[numthreads(32, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const float4 texel = Colors[id];
    half3 c = (half3)texel.rgb;
    c = ApplyLiftGain(c, (half3)Lift.rgb, (half3)Gain.rgb);
    const half l = Luminance(c);
    half3 result = lerp(l.xxx, c, (half)Saturation);
    if (result.g > 1.0h)
        result.g = 1.0h;
    Graded[id] = float4(result, texel.a);

    const uint2 packed = uint2(Pack2(texel.xy), Pack2(texel.zw));
    const float2 back = f16tof32(packed.x >> uint2(0, 16));
    Packed[id] = uint2(packed.x, Pack2(back * 2));
}
