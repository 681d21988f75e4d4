// dxilkit-corpus
// Writable textures of two and three dimensions, whole texels and elements by index.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWTexture2D<float4> Flat : register(u0);
RWTexture3D<float4> Deep : register(u1);
RWTexture2DArray<float4> Layers : register(u2);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint w, h;
    Flat.GetDimensions(w, h);
    Flat[id.xy] = float4(id.xy, w, h);
    Flat[id.xy + 8] = Flat[id.yx + 16] * 2;
    Deep[uint3(id.xy, id.x % 4)] = float4(id, 1);
    Layers[uint3(id.xy, 1)] = float4(0.5, id.yx, 3);
}
