// dxilkit-corpus
// A pixel shader that leaves by many ways, writing its outputs in each.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

struct Output { float4 color : SV_Target0; float4 extra : SV_Target1; };

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

Output Make(float4 a, float4 b) { Output o = { a, b }; return o; }

Output PixelMain(float4 position : SV_Position, float2 uv : UV)
{
    if (uv.x < -0.5)
        return Make(1, 2);
    for (int i = 0; i < 4; ++i)
    {
        if (uv.y > 0.5 - i * 0.25)
            return Make(i, uv.xyxy);
        if (uv.x > 0.75)
            break;
    }
    switch (uint(position.x) % 3)
    {
    case 0:
        return Make(uv.xxxx, 3);
    case 1:
        return Make(uv.yyyy, 4);
    }
    return Make(0.5, position);
}
