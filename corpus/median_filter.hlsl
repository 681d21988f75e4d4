// dxilkit-corpus
// Median of each 3x3 window with a sorting network of macros on a local array; edges wrap around.
// args: -T cs_6_0 -E main
// args: -T cs_6_5 -E main
// args: -T cs_6_6 -E main
// threads: 8 8 1
// binding: cb0 $Globals cbuffer NA NA 1
// binding: t0 Noisy texture u32 2d 1
// binding: u0 Clean UAV u32 2d 1

uint2 Extent;
Texture2D<uint> Noisy;
RWTexture2D<uint> Clean;

#define SORT2(a, b) { const uint lo_ = min(v[a], v[b]); v[b] = max(v[a], v[b]); v[a] = lo_; }
#define SORT3(a, b, c) SORT2(a, b) SORT2(b, c) SORT2(a, b)

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint v[9];
    [unroll]
    for (uint i = 0; i < 9; ++i)
    {
        const uint2 at = (id.xy + Extent + uint2(i % 3, i / 3) - 1) % Extent;
        v[i] = Noisy[at];
    }
    // Sort the columns, then the median is the median of (max of minima, median of medians, min of maxima).
    SORT3(0, 1, 2)
    SORT3(3, 4, 5)
    SORT3(6, 7, 8)
    v[6] = max(max(v[0], v[3]), v[6]);
    SORT3(1, 4, 7)
    v[2] = min(min(v[2], v[5]), v[8]);
    SORT3(6, 4, 2)
    if (all(id.xy < Extent))
        Clean[id.xy] = v[4];
}
