// Members begin a new row of 16 bytes where they do not fit: the pane Layout shows what is lost.

struct Light {
  float3 direction;
  float intensity;
  float3 color;
};

cbuffer Scene : register(b0) {
  float time;
  float3 eye;
  float2 resolution;
  float3 ambient;
  Light lights[2];
  float weights[3];
  float4x3 transform;
  float gamma;
};

struct Particle {
  float3 position;
  float age;
  float16_t size;
  uint flags : 4;
  uint kind : 12;
};

StructuredBuffer<Particle> particles : register(t0);

float4 main(float4 position : SV_Position) : SV_Target {
  Particle p = particles[uint(position.x)];
  float3 color = ambient + lights[1].color * lights[0].intensity;
  color *= weights[2] * dot(transform[1], eye) + p.age * time + p.kind;
  return float4(pow(color, gamma), resolution.x);
}
