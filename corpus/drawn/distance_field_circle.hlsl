// dxilkit-corpus
// A signed distance; the picture is computed in test/corpus/drawn_expectations.ts too.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 3

float4 VertexMain(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0, 1); }

float Circle(float2 p, float r) { return length(p) - r; }

float4 PixelMain(float4 at : SV_Position) : SV_Target
{
    const float d = Circle(at.xy / 16 - 1, 0.6);
    return float4(d, abs(d), d < 0, 1);
}
