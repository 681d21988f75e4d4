// dxilkit-corpus
// Minimum-precision types (min16float, min16int, min16uint): an audio mixer whose values all fit 16 bits exactly.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 32 1 1
// binding: cb0 Mixer cbuffer NA NA 1
// binding: t0 Samples texture i32 buf 1
// binding: u0 Mixed UAV i32 buf 1
// binding: u1 Levels UAV struct r/w 1

cbuffer Mixer
{
    min16float Volume;
    min16float2 Pan;
    min16int Offset;
    min16uint Shift;
    uint Count;
};

Buffer<int2> Samples;
RWBuffer<int> Mixed;

struct Level { float left, right; uint bits; int peak; };
RWStructuredBuffer<Level> Levels;

min16int ClampSample(min16int v)
{
    return clamp(v, (min16int)-2000, (min16int)2000);
}

min16uint Fold(min16uint v)
{
    v ^= v >> 4;
    v &= 0xff;
    return v;
}

[numthreads(32, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    if (id >= Count)
        return;
    const int2 s = Samples[id];
    min16int2 pair = (min16int2)s;
    pair += Offset;
    const min16int mixed = ClampSample(pair.x + pair.y);
    Mixed[id] = mixed;

    const min16float2 level = (min16float2)(pair >> 6) * Volume * Pan;
    Level l;
    l.left = level.x;
    l.right = level.y;
    l.bits = Fold((min16uint)abs(mixed) >> Shift);
    l.peak = max(abs(pair.x), abs(pair.y));
    Levels[id] = l;
}
