// Every kind of function in one library, sharing resources: a raster pass, a compute pass and rays over the same scene.
// library: -T lib_6_3
// library: -T lib_6_6
// library: -T lib_6_8 -disable-payload-qualifiers

struct Vertex
{
    float3 position;
    float3 normal;
    float2 uv;
};

struct Varyings
{
    float4 position : SV_Position;
    float3 normal : NORMAL;
    centroid float2 uv : TEXCOORD;
    nointerpolation uint instance : INSTANCE;
};

struct Payload
{
    float4 color;
};

StructuredBuffer<Vertex> Vertices : register(t0);
Texture2D<float4> Albedo : register(t1);
SamplerState Sampler : register(s0);
RaytracingAccelerationStructure Scene : register(t2);
RWTexture2D<float4> Target : register(u0);
groupshared float4 Tile[64];
cbuffer Frame : register(b0)
{
    float4x4 ViewProjection;
    row_major float3x4 World[8];
    float4 Light;
};

export float Lambert(float3 n) { return saturate(dot(normalize(n), Light.xyz)) + Light.w; }

[shader("vertex")]
Varyings Raster(uint id : SV_VertexID, uint instance : SV_InstanceID)
{
    const Vertex v = Vertices[id];
    Varyings o;
    o.position = mul(ViewProjection, float4(mul(World[instance & 7], float4(v.position, 1)), 1));
    o.normal = mul((float3x3)World[instance & 7], v.normal);
    o.uv = v.uv;
    o.instance = instance;
    return o;
}

[shader("pixel")]
float4 Surface(Varyings v, uint front : SV_IsFrontFace) : SV_Target
{
    const float4 texel = Albedo.Sample(Sampler, v.uv);
    clip(texel.a - 0.5f);
    return texel * Lambert(front != 0 ? v.normal : -v.normal) / (1 + v.instance);
}

[shader("pixel")]
[earlydepthstencil]
void DepthOnly(float4 p : SV_Position, out float4 moments : SV_Target1)
{
    moments = float4(p.z, p.z * p.z, ddx(p.z), ddy(p.z));
}

[shader("compute")]
[numthreads(8, 8, 1)]
void Blur(uint3 id : SV_DispatchThreadID, uint index : SV_GroupIndex)
{
    Tile[index] = Albedo.Load(uint3(id.xy, 0));
    GroupMemoryBarrierWithGroupSync();
    float4 sum = 0;
    for (uint i = 0; i < 8; i++)
        sum += Tile[(index & ~7) + i];
    Target[id.xy] = sum / 8;
}

[shader("raygeneration")]
void Rays()
{
    RayDesc ray = { float3(DispatchRaysIndex().xy, 0), 0, Light.xyz, Light.w };
    Payload p = { 0, 0, 0, 1 };
    TraceRay(Scene, 0, 0xff, 0, 0, 0, ray, p);
    Target[DispatchRaysIndex().xy] = p.color;
}

[shader("closesthit")]
void Closest(inout Payload p, BuiltInTriangleIntersectionAttributes a)
{
    const Vertex v = Vertices[PrimitiveIndex()];
    p.color = Albedo.SampleLevel(Sampler, v.uv + a.barycentrics, 0) * Lambert(v.normal);
}

[shader("miss")]
void Missed(inout Payload p) { p.color.a = 0; }
[shader("callable")]
void Called(inout Vertex v) { v.normal = normalize(v.normal); }
