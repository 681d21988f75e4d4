// dxilkit-corpus
// A root signature written with the entry point.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWByteAddressBuffer Target : register(u0);
cbuffer Constants : register(b0) { uint factor; };

[RootSignature("RootConstants(num32BitConstants=4, b0), UAV(u0), StaticSampler(s0), DescriptorTable(SRV(t0, numDescriptors=2))")]
[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Target.Store(4 * i, i * (factor & 15) + 1);
}
