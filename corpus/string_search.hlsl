// dxilkit-corpus
// Case-insensitive substring search: first match through InterlockedMin, the number of matches, and a mask of positions.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 Search cbuffer NA NA 1
// binding: t0 Text texture byte r/o 1
// binding: t1 Pattern texture byte r/o 1
// binding: u0 Found UAV byte r/w 1

cbuffer Search { uint TextLength; uint PatternLength; bool IgnoreCase; };
ByteAddressBuffer Text;
ByteAddressBuffer Pattern;
RWByteAddressBuffer Found; // first position, count, then one bit a position

uint CharAt(ByteAddressBuffer from, uint at)
{
    uint c = from.Load(at & ~3u) >> (8 * (at & 3));
    c &= 0xffu;
    if (IgnoreCase && c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    return c;
}

bool MatchesAt(uint start)
{
    for (uint i = 0; i < PatternLength; ++i)
    {
        if (CharAt(Text, start + i) != CharAt(Pattern, i))
            return false;
    }
    return true;
}

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const uint at = id.x;
    if (at + PatternLength > TextLength || !MatchesAt(at))
        return;
    Found.InterlockedMin(0, at);
    uint previous;
    Found.InterlockedAdd(4, 1, previous);
    Found.InterlockedXor(8 + (at >> 5) * 4, 1u << (at & 31));
}
