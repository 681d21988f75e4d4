// dxilkit-corpus
// Forward FFT of 128 complex points a group, radix-2 Stockham autosort in groupshared memory.
// args: -T cs_6_0 -E main -D LOG2N=7
// args: -T cs_6_6 -E main -D LOG2N=7
// threads: 64 1 1
// binding: t0 Signal texture f32 buf 1
// binding: u0 Spectrum UAV f32 buf 1

#define N (1u << LOG2N)
#define HALF_N (1u << (LOG2N - 1))

Buffer<float2> Signal : register(t0);
RWBuffer<float2> Spectrum : register(u0);

groupshared float2 lines[2][1u << LOG2N];

static const float TAU = 6.28318530718f;

float2 Twiddle(uint k, uint span)
{
    float s, c;
    sincos(-TAU * (float)k / (float)span, s, c);
    return float2(c, s);
}

[numthreads(1u << (LOG2N - 1), 1, 1)]
void main(uint3 group : SV_GroupID, uint j : SV_GroupIndex)
{
    const uint base = group.x * N;
    lines[0][j] = Signal[base + j];
    lines[0][j + HALF_N] = Signal[base + j + HALF_N];
    GroupMemoryBarrierWithGroupSync();

    uint src = 0;
    [unroll]
    for (uint stage = 0; stage < LOG2N; ++stage)
    {
        const uint half_span = 1u << stage;
        const uint k = j & (half_span - 1);
        const float2 a = lines[src][j];
        const float2 b = lines[src][j + HALF_N];
        const float2 w = Twiddle(k, half_span * 2);
        const float2 wb = float2(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
        const uint to = ((j - k) << 1) + k;
        lines[1 - src][to] = a + wb;
        lines[1 - src][to + half_span] = a - wb;
        src = 1 - src;
        GroupMemoryBarrierWithGroupSync();
    }

    Spectrum[base + j] = lines[src][j];
    Spectrum[base + j + HALF_N] = lines[src][j + HALF_N];
}
