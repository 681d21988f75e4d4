// dxilkit-corpus
// Vertex skinning with up to four bones as unit quaternion plus translation; weights unpacked from 8-bit, normals re-normalised.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: cb0 Mesh cbuffer NA NA 1
// binding: t0 Vertices texture struct r/o 1
// binding: t1 Bones texture struct r/o 1
// binding: u0 Skinned UAV struct r/w 1

struct Vertex
{
    float3 position;
    float3 normal;
    uint indices; // four bytes
    uint weights; // four unorm bytes, they add up to 255
};

struct Bone
{
    float4 rotation;
    float3 translation;
    float scale;
};

struct SkinnedVertex { float3 position, normal; };

cbuffer Mesh : register(b0) { uint VertexCount; uint BoneBase; }
StructuredBuffer<Vertex> Vertices : register(t0);
StructuredBuffer<Bone> Bones : register(t1);
RWStructuredBuffer<SkinnedVertex> Skinned : register(u0);

float3 Rotate(float4 q, float3 v)
{
    const float3 t = 2 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

uint4 UnpackBytes(uint packed)
{
    return (packed >> uint4(0, 8, 16, 24)) & 0xffu;
}

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    if (id >= VertexCount)
        return;
    const Vertex v = Vertices[id];
    const uint4 index = UnpackBytes(v.indices);
    const float4 weight = UnpackBytes(v.weights) / 255.0f;

    float3 position = 0.0f.xxx, normal = 0.0f.xxx;
    [unroll]
    for (uint i = 0; i < 4; ++i)
    {
        if (weight[i] == 0)
            continue;
        const Bone b = Bones[BoneBase + index[i]];
        position += weight[i] * (Rotate(b.rotation, v.position * b.scale) + b.translation);
        normal += weight[i] * Rotate(b.rotation, v.normal);
    }

    SkinnedVertex o;
    o.position = position;
    o.normal = normalize(normal);
    Skinned[id] = o;
}
