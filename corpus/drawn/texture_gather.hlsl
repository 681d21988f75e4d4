// dxilkit-corpus
// Four texels at once: by channel, with offsets, and what comes of weighing them by hand.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float4> Image : register(t0);
SamplerState ClampSampler : register(s0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float2 uv : UV) { position = p; uv = p.xy * 0.45 + 0.5; }

float4 PixelMain(float4 position : SV_Position, float2 uv : UV) : SV_Target
{
    const float4 red = Image.GatherRed(ClampSampler, uv), green = Image.GatherGreen(ClampSampler, uv, int2(2, -1));
    const float2 f = frac(uv * 16 - 0.5);
    const float filtered = lerp(lerp(red.w, red.z, f.x), lerp(red.x, red.y, f.x), f.y);
    return float4(filtered, dot(green, 0.25), Image.GatherBlue(ClampSampler, uv).y,
                  Image.GatherAlpha(ClampSampler, uv, int2(0, 0), int2(1, 0), int2(0, 1), int2(1, 1)).z);
}
