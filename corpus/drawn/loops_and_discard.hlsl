// dxilkit-corpus
// Discarding inside a loop inside a call; pixels that went on must be right.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

cbuffer Scene : register(b0) { float4 circles[4]; };

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy; }

float Cut(float2 uv)
{
    float nearest = 10;
    [loop]
    for (int i = 0; i < 4; ++i)
    {
        const float d = distance(uv, circles[i].xy * 2 - 1) - circles[i].z * 0.3;
        if (d < 0)
            discard;
        nearest = min(nearest, d);
    }
    return nearest;
}

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target { return float4(Cut(uv), uv, 1); }
