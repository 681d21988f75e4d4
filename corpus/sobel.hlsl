// dxilkit-corpus
// Sobel gradient magnitude, direction octant and a thresholded bit mask packed with groupshared OR.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 32 4 1
// binding: cb0 EdgeParams cbuffer NA NA 1
// binding: t0 Gray texture f32 2d 1
// binding: u0 Gradient UAV f32 2d 1
// binding: u1 Mask UAV byte r/w 1

cbuffer EdgeParams
{
    int Width, Height;
    float Threshold;
};
Texture2D<float> Gray;
RWTexture2D<float2> Gradient;
RWByteAddressBuffer Mask;

groupshared uint rowMask[4];

static const float3x3 KernelX = float3x3(-1, 0, 1, -2, 0, 2, -1, 0, 1);

float Pixel(int x, int y)
{
    return Gray.Load(int3(clamp(int2(x, y), 0, int2(Width, Height) - 1), 0));
}

[numthreads(32, 4, 1)]
void main(int3 id : SV_DispatchThreadID, uint3 t : SV_GroupThreadID)
{
    if (t.x == 0)
        rowMask[t.y] = 0;
    GroupMemoryBarrierWithGroupSync();

    float3x3 window;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            window[j][i] = Pixel(id.x + i - 1, id.y + j - 1);

    const float3x3 gx = window * KernelX;
    const float3x3 gy = window * transpose(KernelX);
    const float2 g = float2(dot(gx[0] + gx[1] + gx[2], 1), dot(gy[0] + gy[1] + gy[2], 1));
    const float magnitude = length(g);

    const float angle = magnitude > 0 ? atan2(g.y, g.x) : 0;
    const bool inside = id.x < Width && id.y < Height;
    if (inside)
        Gradient[id.xy] = float2(magnitude, angle);
    if (inside && magnitude >= Threshold)
        InterlockedOr(rowMask[t.y], 1u << t.x);
    GroupMemoryBarrierWithGroupSync();

    if (t.x == 0 && id.y < Height)
    {
        const uint wordsPerRow = ((uint)Width + 31) / 32;
        Mask.Store(((uint)id.y * wordsPerRow + (uint)id.x / 32) * 4, rowMask[t.y]);
    }
}
