// dxilkit-corpus
// Integer operations as colours; the picture is computed in test/corpus/drawn_expectations.ts too.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 3

float4 VertexMain(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0, 1); }

float4 PixelMain(float4 at : SV_Position) : SV_Target
{
    const uint x = at.x, y = at.y;
    return uint4(x ^ y, x & y, x | y, (x * 33 + y) % 7);
}
