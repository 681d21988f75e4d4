// dxilkit-corpus
// CRC-32 (IEEE) of equal chunks: a table made in groupshared memory, then one chunk a thread; also Adler-32.
// args: -T cs_6_0 -E main -D WITH_ADLER
// args: -T cs_6_6 -E main -D WITH_ADLER
// threads: 16 4 1
// binding: cb0 Chunking cbuffer NA NA 1
// binding: t0 Data texture byte r/o 1
// binding: u0 Checksums UAV struct r/w 1

cbuffer Chunking
{
    uint ChunkWords;
    uint ChunkCount;
};
ByteAddressBuffer Data;

struct Sums { uint crc; uint adler; };
RWStructuredBuffer<Sums> Checksums;

groupshared uint table[256];

uint TableEntry(uint n)
{
    for (int bit = 0; bit < 8; bit++)
        n = (n & 1) ? (n >> 1) ^ 0xEDB88320u : n >> 1;
    return n;
}

[numthreads(16, 4, 1)]
void main(uint3 group : SV_GroupID, uint gi : SV_GroupIndex)
{
    for (uint n = gi; n < 256; n += 64)
        table[n] = TableEntry(n);
    GroupMemoryBarrierWithGroupSync();

    const uint chunk = group.x * 64 + gi;
    if (chunk >= ChunkCount)
        return;

    uint crc = ~0u;
#ifdef WITH_ADLER
    uint a = 1, b = 0;
#endif
    for (uint w = 0; w < ChunkWords; ++w)
    {
        uint word = Data.Load((chunk * ChunkWords + w) << 2);
        [unroll]
        for (int k = 0; k < 4; ++k, word >>= 8)
        {
            crc = table[(crc ^ word) & 0xff] ^ (crc >> 8);
#ifdef WITH_ADLER
            a = (a + (word & 0xff)) % 65521;
            b = (b + a) % 65521;
#endif
        }
    }

    Sums sums;
    sums.crc = ~crc;
#ifdef WITH_ADLER
    sums.adler = b << 16 | a;
#else
    sums.adler = 0;
#endif
    Checksums[chunk] = sums;
}
