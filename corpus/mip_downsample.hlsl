// dxilkit-corpus
// Two mip levels at once: 2x2 averages of linear values, the second level through groupshared memory; sRGB decode on load.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 8 1
// binding: t0 Level texture f32 2d 1
// binding: u0 Mip1 UAV f32 2d 1
// binding: u1 Mip2 UAV f32 2d 1

Texture2D<float4> Level;
RWTexture2D<float4> Mip1;
RWTexture2D<float4> Mip2;

groupshared float4 quad[8][8];

float3 SrgbToLinear(float3 c)
{
    const bool3 low = c <= 0.04045;
    const float3 lo = c / 12.92;
    const float3 hi = pow((c + 0.055) / 1.055, 2.4);
    return float3(low.x ? lo.x : hi.x, low.y ? lo.y : hi.y, low.z ? lo.z : hi.z);
}

float4 Fetch(uint2 at)
{
    float4 texel = Level.mips[0][at];
    texel.rgb = SrgbToLinear(texel.rgb) * texel.a; // premultiplied
    return texel;
}

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    const uint2 at = id.xy * 2;
    float4 sum = Fetch(at) + Fetch(at + uint2(1, 0)) + Fetch(at + uint2(0, 1)) + Fetch(at + 1u);
    sum *= 0.25;
    Mip1[id.xy] = sum;
    quad[t.y][t.x] = sum;
    GroupMemoryBarrierWithGroupSync();

    if (((t.x | t.y) & 1) == 0)
        Mip2[id.xy / 2] = (quad[t.y][t.x] + quad[t.y][t.x + 1] + quad[t.y + 1][t.x] + quad[t.y + 1][t.x + 1]) * 0.25;
}
