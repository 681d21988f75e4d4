// Moves vertices with the bones of a skeleton.

#ifndef BONES
#define BONES 4
#endif

cbuffer Camera : register(b0) {
  row_major float4x4 viewProjection;
};

StructuredBuffer<row_major float3x4> bones : register(t0);

struct Vertex {
  float3 position : POSITION;
  float3 normal : NORMAL;
  uint4 indices : BLENDINDICES;
  float4 weights : BLENDWEIGHT;
  float2 uv : TEXCOORD;
};

struct Output {
  float3 normal : NORMAL;
  float2 uv : TEXCOORD;
  float4 position : SV_Position;
};

Output main(Vertex vertex) {
  float3x4 bone = 0;
  [unroll]
  for (uint i = 0; i < BONES; i++)
    bone += bones[vertex.indices[i]] * vertex.weights[i];

  Output output;
  float3 position = mul(bone, float4(vertex.position, 1));
  output.position = mul(float4(position, 1), viewProjection);
  output.normal = mul(bone, float4(vertex.normal, 0));
  output.uv = vertex.uv;
  return output;
}
