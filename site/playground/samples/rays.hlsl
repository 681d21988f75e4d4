// Shaders for rays in one library.

RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);

cbuffer Camera : register(b0) {
  float4x4 inverseViewProjection;
  float3 eye;
};

struct Payload {
  float3 color;
  float distance;
};

[shader("raygeneration")]
void generate() {
  float2 at = (DispatchRaysIndex().xy + 0.5) / DispatchRaysDimensions().xy * 2 - 1;
  float4 target = mul(inverseViewProjection, float4(at.x, -at.y, 1, 1));

  RayDesc ray;
  ray.Origin = eye;
  ray.Direction = normalize(target.xyz / target.w - eye);
  ray.TMin = 0.01;
  ray.TMax = 1000;

  Payload payload = { float3(0, 0, 0), 0 };
  TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
  image[DispatchRaysIndex().xy] = float4(payload.color, payload.distance);
}

[shader("closesthit")]
void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
  float2 b = attributes.barycentrics;
  payload.color = float3(1 - b.x - b.y, b.x, b.y);
  payload.distance = RayTCurrent();
}

[shader("miss")]
void sky(inout Payload payload) {
  payload.color = lerp(float3(1, 1, 1), float3(0.4, 0.6, 1), saturate(WorldRayDirection().y));
  payload.distance = -1;
}
