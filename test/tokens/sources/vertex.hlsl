// args: -T vs_6_0 -E main
// args: -T vs_6_2 -E main -enable-16bit-types
cbuffer Frame : register(b0, space0) { column_major float4x4 view; float4 planes[2]; float time; };
tbuffer Palette { float4 colors[4]; };

struct Object { float4x4 world; uint id; };
ConstantBuffer<Object> object : register(b2);
#ifdef NEVER
#error never
#elif defined(OTHER) || __HLSL_VERSION < 2016
int other;
#else
#define DIRECTION(x) normalize(mul((float3x3)object.world, x))
#endif
void main(
    in float3 position : POSITION, float3 normal : NORMAL0, uint vertex : SV_VertexID, uint instance : SV_InstanceID,
    out float4 clip_position : SV_Position, out float3 direction : NORMAL, inout half2 uv : TEXCOORD,
    out float2 clips : SV_ClipDistance0) {
  clip_position = mul(view, float4(position, 1)) + colors[vertex % 4] * time;
  direction = DIRECTION(normal);
  uv += half2(instance, 1);
  clips = float2(dot(clip_position, planes[0]), dot(clip_position, planes[1]));
}
