// args: -T ps_6_0 -E main
// args: -T ps_6_0 -E main -HV 2016
// args: -T ps_6_0 -E main -HV 2018
#pragma pack_matrix(row_major)
float4 tint < string UIName = "Tint"; float low = 0; > = float4(1, 1, 1, 1);
float brightness = 2, contrast : register(c8);
bool use_fog;
int steps = 3;
Texture2D old_texture;
SamplerState state { Filter = MIN_MAG_MIP_LINEAR; AddressU = Wrap; };
shared float shared_value;
static float2 kernel[] = { { 0, 1 }, { 2, 3 }, float2(4, 5) };
float fog(float d), saturated(float x);
float fog(float d) { return saturate(d * contrast); }
float saturated(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
void scale(inout float4 c, uniform float by) { c *= by; }
float4 main(float4 c : COLOR0, float d : DEPTH, linear float2 uv : TEXCOORD1, float4 p : SV_POSITION) : SV_TARGET {
  float4 r = c * tint;
  scale(r, brightness);
  if (use_fog) r = lerp(r, float4(0.5, 0.5, 0.5, 1), fog(d));
  for (int i = 0; i < steps; i++) r.xy += kernel[i % 3];
  r += old_texture.Sample(state, uv) + shared_value;
  return r;
}
