// dxilkit-corpus
// Rates of change: coarse, fine, widths, and lines of constant thickness made of them.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy * (1 + p.z); }

float Grid(float2 uv)
{
    const float2 width = fwidth(uv);
    const float2 distance = abs(frac(uv - 0.5) - 0.5) / max(width, 1e-5);
    return saturate(min(distance.x, distance.y));
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float2 curve = sin(uv * 3);
    const float coarse = ddx_coarse(curve.x) + ddy_coarse(curve.y), fine = ddx_fine(curve.x) + ddy_fine(curve.y);
    return float4(Grid(uv * 8), coarse, fine, ddx(position.x) + ddy(uv.y));
}
