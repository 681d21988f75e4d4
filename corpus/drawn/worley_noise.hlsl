// dxilkit-corpus
// Distance to the nearest of scattered points, nine cells around.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy * 4; }

float2 Point(int2 cell)
{
    const uint h = (uint(cell.x + 64) * 1597 ^ uint(cell.y + 64) * 51749) * 3079;
    return float2(h & 255, (h >> 8) & 255) / 256;
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const int2 cell = floor(uv);
    float2 nearest = 9;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++)
        {
            const int2 c = cell + int2(x, y);
            const float d = distance(uv, c + Point(c));
            nearest = d < nearest.x ? float2(d, nearest.x) : float2(nearest.x, min(nearest.y, d));
        }
    return float4(nearest, nearest.y - nearest.x, 1);
}
