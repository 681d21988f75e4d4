// Meshlets of a model: an amplification group looks at 32 of them, keeps those that the camera can see, by bounding sphere and by the cone of
// their normals, and passes on their numbers; each mesh group draws one.
// args: -T as_6_5 -E CullMeshlets
// args: -T ms_6_5 -E DrawMeshlet
// args: -T ms_6_8 -E DrawMeshlet

struct Meshlet
{
    uint firstVertex;
    uint vertexCount;
    uint firstTriangle;
    uint triangleCount;
};
struct Bounds
{
    float4 sphere;
    // Axis and cosine of the opening, as bytes.
    uint cone;
    float apexOffset;
};
struct Survivors
{
    uint numbers[32];
    float fade[32];
};

cbuffer View : register(b0)
{
    float4x4 world;
    float4x4 worldViewProjection;
    float4 planes[6];
    float3 eye;
    float scale;
    uint meshletCount;
};
StructuredBuffer<Meshlet> Meshlets : register(t0);
StructuredBuffer<Bounds> Culling : register(t1);
StructuredBuffer<float3> Positions : register(t2);
StructuredBuffer<float3> Normals : register(t3);
StructuredBuffer<uint> VertexIndices : register(t4);
StructuredBuffer<uint> Triangles : register(t5);

groupshared Survivors survivors;

float4 unpackCone(uint packed)
{
    float4 v;
    v.x = float((packed >> 0) & 0xff);
    v.y = float((packed >> 8) & 0xff);
    v.z = float((packed >> 16) & 0xff);
    v.w = float((packed >> 24) & 0xff);
    v = v / 255.0f;
    v.xyz = v.xyz * 2.0f - 1.0f;
    return v;
}

bool isVisible(Bounds bounds, out float size)
{
    float4 center = mul(float4(bounds.sphere.xyz, 1), world);
    float radius = bounds.sphere.w * scale;
    size = radius / max(distance(center.xyz, eye), 0.001f);
    for (int i = 0; i < 6; ++i)
    {
        if (dot(center, planes[i]) < -radius)
            return false;
    }
    if ((bounds.cone >> 24) == 0xff)
        return true;
    float4 cone = unpackCone(bounds.cone);
    float3 axis = normalize(mul(float4(cone.xyz, 0), world)).xyz;
    float3 apex = center.xyz - axis * bounds.apexOffset * scale;
    float3 view = normalize(eye - apex);
    return dot(view, -axis) <= cone.w;
}

[numthreads(32, 1, 1)]
void CullMeshlets(uint thread : SV_GroupThreadID, uint meshlet : SV_DispatchThreadID)
{
    bool visible = false;
    float size = 0;
    if (meshlet < meshletCount)
        visible = isVisible(Culling[meshlet], size);
    if (visible)
    {
        uint slot = WavePrefixCountBits(visible);
        survivors.numbers[slot] = meshlet;
        survivors.fade[slot] = saturate(size * 100.0f);
    }
    uint count = WaveActiveCountBits(visible);
    DispatchMesh(count, 1, 1, survivors);
}

struct Vertex
{
    float4 position : SV_Position;
    float3 normal : NORMAL0;
    float fade : FADE;
    nointerpolation uint meshlet : COLOR0;
};

uint3 triangleOf(uint word)
{
    return uint3(word & 0x3ff, (word >> 10) & 0x3ff, (word >> 20) & 0x3ff);
}

[outputtopology("triangle")]
[numthreads(128, 1, 1)]
void DrawMeshlet(
    uint thread : SV_GroupThreadID,
    uint group : SV_GroupID,
    in payload Survivors visible,
    out indices uint3 triangles[126],
    out vertices Vertex vertices[64])
{
    uint number = visible.numbers[group];
    if (number >= meshletCount)
        return;
    Meshlet m = Meshlets[number];
    SetMeshOutputCounts(m.vertexCount, m.triangleCount);
    if (thread < m.triangleCount)
        triangles[thread] = triangleOf(Triangles[m.firstTriangle + thread]);
    if (thread < m.vertexCount)
    {
        uint index = VertexIndices[m.firstVertex + thread];
        Vertex v;
        v.position = mul(float4(Positions[index], 1), worldViewProjection);
        v.normal = mul(float4(Normals[index], 0), world).xyz;
        v.fade = visible.fade[group];
        v.meshlet = number;
        vertices[thread] = v;
    }
}
