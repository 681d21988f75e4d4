// dxilkit-corpus
// Neighbours in a quad by operations; lanes of a wave.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float across = QuadReadAcrossX(uv.x), down = QuadReadAcrossY(uv.y), other = QuadReadAcrossDiagonal(uv.x + uv.y);
    return float4(across - uv.x, down - uv.y, other, QuadReadLaneAt(position.x, 2));
}
