// Resources without registers: which they get depends on whose rules are asked.

struct Material {
  Texture2D<float4> color;
  Texture2D<float4> detail[2];
  SamplerState sampling;
};

Material material;
Texture2D<float4> unused;
Texture2D<float4> fixed : register(t2);
Texture2D<float4> table[4];
Texture2D<float4> later;
RWBuffer<float4> counters[2] : register(u1);
RWTexture2D<float4> result;

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID) {
  float2 uv = (id.xy + 0.5) / 512;
  float4 color = material.color.SampleLevel(material.sampling, uv, 0);
  color += material.detail[1].SampleLevel(material.sampling, uv * 8, 0);
  color *= fixed.SampleLevel(material.sampling, uv, 0);
  color += table[id.z & 3].SampleLevel(material.sampling, uv, 0);
  color += later.Load(uint3(id.xy, 0));
  counters[0][id.x] = color;
  counters[1][id.y] = color.wzyx;
  result[id.xy] = color;
}
