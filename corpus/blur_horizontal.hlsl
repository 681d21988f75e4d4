// dxilkit-corpus
// Horizontal half of a separable Gaussian blur: row cache with apron in groupshared memory, weights from a cbuffer array.
// args: -T cs_6_0 -E main -D RADIUS=4
// args: -T cs_6_6 -E main -D RADIUS=4
// threads: 64 1 1
// binding: cb0 BlurParams cbuffer NA NA 1
// binding: t0 Source texture f32 2d 1
// binding: u0 Blurred UAV f32 2d 1

#define GROUP 64
#define CACHE (GROUP + 2 * RADIUS)

cbuffer BlurParams : register(b0)
{
    int2 Size;
    float Weights[RADIUS + 1]; // one float in each 16-byte row
};

Texture2D<float4> Source : register(t0);
RWTexture2D<float4> Blurred : register(u0);

groupshared float4 cache[CACHE];

float4 Tap(int x, int y)
{
    return Source.Load(int3(clamp(x, 0, Size.x - 1), min(y, Size.y - 1), 0));
}

[numthreads(GROUP, 1, 1)]
void main(int3 id : SV_DispatchThreadID, int t : SV_GroupIndex)
{
    cache[t + RADIUS] = Tap(id.x, id.y);
    if (t < RADIUS)
        cache[t] = Tap(id.x - RADIUS, id.y);
    if (t >= GROUP - RADIUS)
        cache[t + 2 * RADIUS] = Tap(id.x + RADIUS, id.y);
    GroupMemoryBarrierWithGroupSync();

    float4 sum = cache[t + RADIUS] * Weights[0];
    [unroll]
    for (int i = 1; i <= RADIUS; ++i)
        sum += (cache[t + RADIUS - i] + cache[t + RADIUS + i]) * Weights[i];

    if (all(id.xy < Size))
        Blurred[id.xy] = sum;
}
