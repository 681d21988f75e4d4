// Light of sixty wavelengths through layers of glass, summed up in the group; with 16-bit lanes where they are enough.
// later: -T cs_6_9 -E main -enable-16bit-types

#define BANDS 60

typedef vector<float16_t, BANDS> Spectrum;
typedef vector<uint16_t, BANDS> Counts;

RWByteAddressBuffer Photons : register(u0);
ByteAddressBuffer Glass : register(t0);
groupshared Counts Hits;

Spectrum Absorbed(Spectrum light, Spectrum glass, inout Counts hits)
{
    Spectrum through = saturate(light - glass);
    hits += select(through > float16_t(0.5), (Counts)1, (Counts)0);
    return through * exp2(-glass) + fmod(light, float16_t(2));
}

[numthreads(8, 1, 1)]
void main(uint thread : SV_GroupIndex)
{
    Counts hits = 0;
    Spectrum light = Photons.Load<Spectrum>(thread * BANDS * 2);
    for (uint layer = 0; layer < 5; layer++)
        light = Absorbed(light, Glass.Load<Spectrum>(layer * BANDS * 2), hits);
    if (any(isnan(light)) || any(isinf(light)))
        light = 0;
    if (thread == 0)
        Hits = hits;
    GroupMemoryBarrierWithGroupSync();
    Photons.Store(thread * BANDS * 2, light);
    Photons.Store(4096 + thread * BANDS * 4, (vector<uint, BANDS>)(Hits << uint16_t(1)));
}
