// dxilkit-corpus
// Which side of a triangle is seen, and which primitive it is.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 12

float4 VertexMain(uint id : SV_VertexID) : SV_Position
{
    const uint primitive = id / 3, corner = primitive & 1 ? 2 - id % 3 : id % 3;
    const float2 base = float2(primitive & 1, primitive >> 1) - 1;
    return float4(base + float2(corner == 2, corner == 1) * 0.9, 0.5, 1);
}

float4 PixelMain(float4 position : SV_Position, bool front : SV_IsFrontFace, uint primitive : SV_PrimitiveID) : SV_Target
{
    return front ? float4(1, 0, primitive, 1) : float4(0, 1, primitive, 0.5);
}
