// dxilkit-corpus
// Pixel shaders that write to a texture and count in a buffer as they go.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

RWTexture2D<float4> Copy : register(u2);
RWByteAddressBuffer Counts : register(u3);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

[earlydepthstencil]
float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    Copy[uint2(position.xy)] = float4(uv, position.xy);
    uint before;
    Counts.InterlockedAdd(4 * (uint(position.x) % 8), 1, before);
    Counts.InterlockedMax(64, uint(position.y));
    return uv.xyxy;
}
