// dxilkit-corpus
// Percentage closer filtering over nine comparison samples, hardware and gathered.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain

Texture2D<float> ShadowMap : register(t0);
SamplerComparisonState ShadowSampler : register(s0);

void VertexMain(float4 p : POSITION, out float4 position : SV_Position, out float3 place : PLACE)
{
    position = p;
    place = float3(p.xy * 0.5 + 0.5, p.z);
}

float4 PixelMain(float4 position : SV_Position, float3 place : PLACE) : SV_Target
{
    float lit = 0;
    [unroll]
    for (int y = -1; y <= 1; ++y)
        [unroll]
        for (int x = -1; x <= 1; ++x)
            lit += ShadowMap.SampleCmpLevelZero(ShadowSampler, place.xy, place.z, int2(x, y));
    const float4 four = ShadowMap.GatherCmp(ShadowSampler, place.xy, place.z);
    return float4(lit / 9, dot(four, 0.25), four.xy);
}
