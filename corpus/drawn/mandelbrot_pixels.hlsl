// dxilkit-corpus
// Escape times; a precise loop, so that the picture can be computed in test/corpus/drawn_expectations.ts.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// vertices: 3

float4 VertexMain(uint id : SV_VertexID) : SV_Position { return float4(id == 1 ? 3 : -1, id == 2 ? 3 : -1, 0, 1); }

float4 PixelMain(float4 at : SV_Position) : SV_Target
{
    const float2 pixel = floor(at.xy), c = pixel / 16 - float2(1.5, 1);
    precise float2 z = 0;
    int n = 0;
    [loop]
    for (; n < 24; ++n)
    {
        z = float2(z.x * z.x - z.y * z.y + c.x, 2 * z.x * z.y + c.y);
        if (dot(z, z) > 4)
            break;
    }
    return float4(n, n / 24.0, pixel);
}
