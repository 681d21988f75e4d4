// dxilkit-corpus
// Descriptor heaps of shader model 6.6; compiled and compared, while the bound twin runs.
// args: -T cs_6_6 -E main
// args: -T cs_6_0 -E bound

cbuffer Indices : register(b0) { uint first, second; };
Buffer<float4> Source : register(t0);
RWBuffer<float4> Target : register(u0);

#if __SHADER_TARGET_MINOR >= 6
[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Buffer<float4> source = ResourceDescriptorHeap[first];
    RWTexture2D<float4> target = ResourceDescriptorHeap[NonUniformResourceIndex(second + i)];
    SamplerState s = SamplerDescriptorHeap[0];
    Texture2D<float4> image = ResourceDescriptorHeap[3];
    target[uint2(i, 0)] = source[i] + image.SampleLevel(s, 0.5, 0);
}
#endif

[numthreads(16, 1, 1)]
void bound(uint i : SV_DispatchThreadID)
{
    Target[i] = Source[i] * 2 + i;
}
