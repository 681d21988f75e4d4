// dxilkit-corpus
// Spheres drawn as flat quads with a depth of their own.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// args: -T ps_6_0 -E PixelLess

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float Height(float2 uv)
{
    const float2 cell = frac(uv * 2) * 2 - 1;
    const float h = 1 - dot(cell, cell);
    return h > 0 ? sqrt(h) : 0;
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV, out float depth : SV_Depth) : SV_Target
{
    const float h = Height(uv);
    depth = position.z - 0.1 * h;
    return float4(h.xxx, depth);
}

float PixelLess(noperspective centroid float4 position : SV_Position, float2 uv : UV) : SV_DepthLessEqual
{
    return min(position.z, position.z * (1 - Height(uv)));
}
