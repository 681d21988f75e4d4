// dxilkit-corpus
// Bones from a structured buffer, four weights a vertex.
// args: -T vs_6_0 -E VertexMain
// args: -T ps_6_0 -E PixelMain
// stride: t0 48

struct Bone { row_major float3x4 transform; };
StructuredBuffer<Bone> Bones : register(t0);

struct Vertex { float4 position : POSITION; uint4 bones : BLENDINDICES; float4 weights : BLENDWEIGHT; };

float4 VertexMain(Vertex v, out float3 color : COLOR) : SV_Position
{
    const float4 weights = v.weights / dot(v.weights, 1);
    float3x4 m = 0;
    for (int i = 0; i < 4; ++i)
        m += Bones[v.bones[i]].transform * weights[i];
    color = mul(m, v.position);
    return float4(lerp(v.position.xy, color.xy, 0.2), 0.5, 1);
}

float4 PixelMain(float4 position : SV_Position, float3 color : COLOR) : SV_Target { return float4(color, 1); }
