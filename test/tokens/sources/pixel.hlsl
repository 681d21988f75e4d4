// args: -T ps_6_0 -E main
// args: -T ps_6_0 -E main -HV 2018
Texture2D<float4> image : register(t0);
Texture2DArray layers[2] : register(t1);
TextureCube<float3> sky : register(t4);
Texture2DMS<float4, 4> samples;
SamplerState point_sampler : register(s0);
SamplerComparisonState compare_sampler : register(s1);
Texture2D<float> depths;
struct Input {
  float4 position : SV_Position;
  linear centroid float2 uv : TEXCOORD0;
  nointerpolation uint material : MATERIAL;
  noperspective float3 colors[2] : COLOR;
  bool front : SV_IsFrontFace;
};
struct Output { float4 color : SV_Target0; float2 velocity : SV_Target1; float depth : SV_Depth; };
[earlydepthstencil]
Output main(Input input, uint sample_index : SV_SampleIndex) {
  Output o;
  float4 c = image.Sample(point_sampler, input.uv) + layers[1].SampleLevel(point_sampler, float3(input.uv, 0), 1, int2(1, -1));
  c.rgb += sky.Sample(point_sampler, input.colors[0]) + samples.Load(int2(1, 2), 3).rgb * input.material;
  c.a = depths.SampleCmpLevelZero(compare_sampler, input.uv, 0.5) + ddx(input.uv.x);
  uint width, height;
  image.GetDimensions(width, height);
  if (c.a < 0.1 || !input.front) discard;
  clip(c.r - 0.01);
  o.color = c * sample_index;
  o.velocity = input.uv * float2(width, height);
  o.depth = image[uint2(1, 2)].x + image.mips[1][int2(0, 0)].y;
  return o;
}
