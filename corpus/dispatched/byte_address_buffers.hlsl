// dxilkit-corpus
// Loads and stores of one to four words, and of whole structs.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

struct Record { uint2 ids; float3 v; };
ByteAddressBuffer Source : register(t0);
RWByteAddressBuffer Target : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    const uint at = i * 4;
    Target.Store(at, Source.Load(at + 4));
    Target.Store2(32 + i * 8, Source.Load2(at));
    Record r = Source.Load<Record>(i * 4);
    r.ids.x = i;
    if (i < 4)
        Target.Store<Record>(96 + i * 20, r);
    if (i == 5)
        Target.Store4(192, Source.Load4(64) ^ Source.Load4(80));
    if (i == 6)
        Target.Store3(208, asuint(Source.Load<float3>(16) * 2));
}
