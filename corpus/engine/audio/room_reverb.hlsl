// dxilkit-corpus
// Sound on the graphics card: cascades of biquads, a feedback delay network, image sources of a room, partitioned convolution.
// args: -T cs_6_0 -E Filter
// args: -T cs_6_0 -E Filter -D SECTIONS=4
// args: -T cs_6_0 -E DelayNetwork
// args: -T cs_6_0 -E ImageSources
// args: -T cs_6_0 -E Convolve
// args: -T cs_6_2 -E Convolve -D HALF=1 -enable-16bit-types
// set: Room 5 4 3
// set: Block 16
#ifndef SECTIONS
#define SECTIONS 2
#endif
#ifndef HALF
#define HALF 0
#endif
#if HALF
#define REAL float16_t
#else
#define REAL float
#endif

struct Biquad
{
    float3 b;
    float2 a;
};
cbuffer Sound : register(b0)
{
    float3 Room;
    float Absorption;
    float3 Source;
    uint Block;
    float3 Listener;
    float Rate;
    Biquad Sections[4];
};
ByteAddressBuffer Samples : register(t0);
StructuredBuffer<float2> Impulse : register(t1);
RWByteAddressBuffer Mixed : register(u0);
RWStructuredBuffer<float4> Taps : register(u1);

float ReadSample(uint i) { return float(int(Samples.Load((i & 63) * 4) << 8) >> 8) * exp2(-24); }

[numthreads(8, 1, 1)]
void Filter(uint channel : SV_DispatchThreadID)
{
    float2 memory[SECTIONS];
    for (uint s = 0; s < SECTIONS; ++s)
        memory[s] = 0;
    for (uint n = 0; n < Block; ++n)
    {
        float x = ReadSample(channel * 7 + n);
        [unroll]
        for (uint k = 0; k < SECTIONS; ++k)
        {
            const Biquad q = Sections[k];
            const float y = q.b.x * x + memory[k].x;
            memory[k] = float2(q.b.y * x - q.a.x * 0.5 * y + memory[k].y, q.b.z * x - q.a.y * 0.25 * y);
            x = y;
        }
        Mixed.Store((channel * 16 + n) * 4, asuint(x));
    }
}

static const uint DELAYS[8] = { 3, 5, 7, 11, 13, 17, 19, 23 };
static const int HADAMARD_SIGNS[8] = { 0x00, 0x55, 0x33, 0x66, 0x0f, 0x5a, 0x3c, 0x69 };
groupshared float Lines[8][32];

[numthreads(8, 1, 1)]
void DelayNetwork(uint line_ : SV_GroupIndex)
{
    for (uint c = 0; c < 32; ++c)
        Lines[line_][c] = 0;
    GroupMemoryBarrierWithGroupSync();
    [loop]
    for (uint n = 0; n < 48; ++n)
    {
        float sum = 0;
        for (uint other = 0; other < 8; ++other)
        {
            const float v = Lines[other][(n + 32 - DELAYS[other]) & 31];
            sum += (HADAMARD_SIGNS[line_] >> other) & 1 ? -v : v;
        }
        GroupMemoryBarrierWithGroupSync();
        Lines[line_][n & 31] = ReadSample(n) + sum * 0.35355339 * (1 - Absorption * 0.1);
        GroupMemoryBarrierWithGroupSync();
    }
    Mixed.Store4(line_ * 16, asuint(float4(Lines[line_][0], Lines[line_][7], Lines[line_][19], Lines[line_][31])));
}

[numthreads(3, 3, 3)]
void ImageSources(int3 cell : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    const int3 image = cell - 1;
    float3 at;
    uint bounces = 0;
    [unroll]
    for (uint axis = 0; axis < 3; ++axis)
    {
        const bool odd = (image[axis] & 1) != 0;
        at[axis] = image[axis] * Room[axis] + (odd ? Room[axis] - Source[axis] : Source[axis]);
        bounces += abs(image[axis]);
    }
    const float d = distance(at, Listener);
    const float gain = pow(1 - saturate(Absorption), (float)bounces) / max(d, 0.1);
    const float delay = d / 343.0 * Rate * 48000;
    Taps[index] = float4(floor(delay), frac(delay), gain, bounces);
}

[numthreads(16, 1, 1)]
void Convolve(uint n : SV_DispatchThreadID)
{
    vector<REAL, 2> sum = 0;
    vector<REAL, 2> window[4];
    for (uint part = 0; part < 4; ++part)
    {
        for (uint w = 0; w < 4; ++w)
            window[w] = (vector<REAL, 2>)Impulse[part * 4 + w];
        for (uint k = 0; k < 4; ++k)
        {
            const REAL x = (REAL)ReadSample(n + part * 4 + k);
            sum += window[k ^ (part & 3)] * x;
        }
    }
    Mixed.Store2(n * 8, asuint((float2)sum));
}
