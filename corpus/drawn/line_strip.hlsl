// dxilkit-corpus
// A curve of lines with a colour that runs along it.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// topology: lineStrip
// vertices: 24

float4 VertexMain(uint id : SV_VertexID, out float along : ALONG) : SV_Position
{
    const float t = id / 23.0;
    along = t;
    return float4(t * 1.8 - 0.9, t * t * 1.5 - 0.75, 0, 1);
}

float4 PixelMain(float4 position : SV_Position, float along : ALONG) : SV_Target { return float4(along, 1 - along, along * along, 1); }
