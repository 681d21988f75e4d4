// Both eyes in one pass: what depends on SV_ViewID is noted in the tables of the signature, by vertex and by primitive.
// args: -T ms_6_5 -E main
// args: -T ms_6_8 -E main

struct Vertex { float4 position : SV_Position; float3 normal : NORMAL; float2 uv[2] : TEXCOORD; };
struct Triangle { uint layer : SV_RenderTargetArrayIndex; uint id : SV_PrimitiveID; float3 tint : TINT; };
cbuffer Eyes { float4x4 projections[2]; float3x3 normals; float4 tints[2]; uint count; };
StructuredBuffer<float4> Points : register(t0);

[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(
    uint view : SV_ViewID,
    uint t : SV_GroupThreadID,
    uint3 g : SV_GroupID,
    out vertices Vertex vertices[96],
    out primitives Triangle primitives[32],
    out indices uint3 triangles[32])
{
    uint here = min(count - g.x * 32, 32u);
    SetMeshOutputCounts(here * 3, here);
    if (t < here)
    {
        for (uint i = 0; i < 3; i++)
        {
            uint v = t * 3 + i;
            float4 at = Points[g.x * 96 + v];
            vertices[v].position = mul(float4(at.xyz, 1), projections[view & 1]);
            vertices[v].normal = mul(normals, normalize(at.xyz));
            vertices[v].uv[i & 1] = at.xw;
            vertices[v].uv[1 - (i & 1)] = view == 0 ? at.yz : at.zy;
        }
        triangles[t] = uint3(0, 1, 2) + t * 3;
        primitives[t].layer = view;
        primitives[t].id = t;
        primitives[t].tint = tints[t & 1].rgb;
    }
}
