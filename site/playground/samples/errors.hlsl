// Two misspelled names and a warning: choose a fix in the list of messages, or with the mouse over the line.

Texture2D<float4> image : register(t0);
SamplerState linearSampler : register(s0);

float brightness(float3 color) {
  return dot(color, float3(0.2126, 0.7152, 0.0722));
}

float4 main(float2 uv : TEXCOORD) : SV_Target {
  float3 color = image.Sampel(linearSampler, uv);
  float3 tinted = color * float4(1, 0.9, 0.8, 1);
  return float4(tinted, brightnes(color));
}
