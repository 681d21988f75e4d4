// Particles as quads that face the camera, four vertices and two triangles a thread, with the number of the particle by primitive.
// args: -T ms_6_5 -E main
// args: -T ms_6_6 -E main

struct Particle { float3 position; float size; float4 color; float rotation; uint texture; };
struct Corner
{
    float4 position : SV_Position;
    centroid float2 uv : TEXCOORD0;
    float4 color : COLOR0;
};
struct Quad
{
    uint particle : SV_PrimitiveID;
    nointerpolation uint texture : TEXTURE;
    bool cull : SV_CullPrimitive;
};
cbuffer Camera : register(b0) { float4x4 viewProjection; float3 right; uint particleCount; float3 up; float minimumAlpha; };
StructuredBuffer<Particle> Particles : register(t0);

#define GROUP 64

[numthreads(GROUP, 1, 1)]
[outputtopology("triangle")]
void main(
    uint3 id : SV_DispatchThreadID,
    uint thread : SV_GroupIndex,
    out vertices Corner corners[GROUP * 4],
    out primitives Quad quads[GROUP * 2],
    out indices uint3 triangles[GROUP * 2])
{
    uint first = id.x - thread;
    uint count = first < particleCount ? min(particleCount - first, GROUP) : 0;
    SetMeshOutputCounts(count * 4, count * 2);
    if (thread >= count)
        return;
    Particle p = Particles[id.x];
    float s, c;
    sincos(p.rotation, s, c);
    [unroll]
    for (uint i = 0; i < 4; i++)
    {
        float2 uv = float2(i & 1, i >> 1);
        float2 at = (uv * 2 - 1) * p.size;
        at = float2(at.x * c - at.y * s, at.x * s + at.y * c);
        Corner corner;
        corner.position = mul(float4(p.position + right * at.x + up * at.y, 1), viewProjection);
        corner.uv = uv;
        corner.color = p.color;
        corners[thread * 4 + i] = corner;
    }
    triangles[thread * 2] = uint3(0, 1, 2) + thread * 4;
    triangles[thread * 2 + 1] = uint3(2, 1, 3) + thread * 4;
    for (uint q = 0; q < 2; q++)
    {
        quads[thread * 2 + q].particle = id.x;
        quads[thread * 2 + q].texture = p.texture;
        quads[thread * 2 + q].cull = p.color.a < minimumAlpha;
    }
}
