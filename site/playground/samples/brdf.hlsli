// Lambert and a GGX highlight.

static const float PI = 3.14159265;

float distribution(float nh, float roughness) {
  float a = roughness * roughness;
  float d = (nh * a - nh) * nh + 1;
  return a / (PI * d * d);
}

float3 fresnel(float3 f0, float vh) {
  return f0 + (1 - f0) * pow(1 - vh, 5);
}

float3 shade(float3 albedo, float metal, float roughness, float3 n, float3 v, float3 l) {
  float3 h = normalize(v + l);
  float nl = saturate(dot(n, l));
  float3 f = fresnel(lerp(0.04, albedo, metal), saturate(dot(v, h)));
  float3 specular = f * distribution(saturate(dot(n, h)), max(roughness, 0.05)) * 0.25;
  return (albedo * (1 - metal) / PI + specular) * nl;
}
