// dxilkit-corpus
// Sampling without derivatives, loads with offsets, all dimensions asked for.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

Texture2D<float4> Image : register(t0);
Texture3D<float4> Volume : register(t1);
TextureCube<float4> Sky : register(t2);
Texture2DArray<float4> Layers : register(t3);
SamplerState LinearClamp : register(s0);
RWBuffer<float4> Target : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    uint w, h, levels, slices;
    Image.GetDimensions(1, w, h, levels);
    Target[8 * i] = float4(w, h, levels, 0);
    Layers.GetDimensions(0, w, h, slices, levels);
    Target[8 * i + 1] = float4(w, h, slices, levels);
    const float2 uv = float2(i * 0.11, 0.4);
    Target[8 * i + 2] = Image.SampleLevel(LinearClamp, uv, 0.5, int2(1, 0));
    Target[8 * i + 3] = Volume.SampleLevel(LinearClamp, uv.xyx, 0);
    Target[8 * i + 4] = Sky.SampleLevel(LinearClamp, float3(uv - 0.5, 0.3), 1);
    Target[8 * i + 5] = Layers.SampleGrad(LinearClamp, float3(uv, 2), 0.1, 0.2);
    Target[8 * i + 6] = Image.Load(int3(i, 3, 0), int2(-1, 2)) + Image.mips[1][uint2(i % 8, 2)];
    Target[8 * i + 7] = Volume[uint3(i, 1, 2)] + Image.Gather(LinearClamp, uv);
}
