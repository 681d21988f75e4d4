#include "brdf.hlsli"

#ifndef LIGHTS
#define LIGHTS 4
#endif

struct Light {
  float3 position;
  float range;
  float3 color;
  float intensity;
};

cbuffer Frame : register(b0) {
  float4x4 shadowMatrix;
  float3 eye;
  float fogDensity;
  float3 fogColor;
  Light lights[LIGHTS];
};

Texture2D<float4> albedoMap : register(t0);
Texture2D<float2> surfaceMap : register(t1);
Texture2D<float> shadowMap : register(t2);
SamplerState linearSampler : register(s0);
SamplerComparisonState shadowSampler : register(s1);

struct Input {
  float4 position : SV_Position;
  float3 world : WORLD;
  float3 normal : NORMAL;
  float2 uv : TEXCOORD;
};

float shadowAt(float3 world) {
#if SHADOWS
  float4 p = mul(shadowMatrix, float4(world, 1));
  return shadowMap.SampleCmpLevelZero(shadowSampler, p.xy / p.w, p.z / p.w);
#else
  return 1;
#endif
}

float4 main(Input input) : SV_Target {
  float3 albedo = albedoMap.Sample(linearSampler, input.uv).rgb;
  float2 surface = surfaceMap.Sample(linearSampler, input.uv);
  float3 n = normalize(input.normal);
  float3 v = normalize(eye - input.world);

  float3 color = 0.03 * albedo;
  for (int i = 0; i < LIGHTS; i++) {
    float3 toLight = lights[i].position - input.world;
    float distance = length(toLight);
    float falloff = saturate(1 - distance / lights[i].range);
    float3 l = toLight / distance;
    float3 light = lights[i].color * lights[i].intensity * falloff * falloff;
    color += light * shade(albedo, surface.x, surface.y, n, v, l);
  }
  color *= shadowAt(input.world);
#if FOG
  float fog = 1 - exp(-fogDensity * length(eye - input.world));
  color = lerp(color, fogColor, fog);
#endif
  return float4(color, 1);
}
