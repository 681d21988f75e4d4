// dxilkit-corpus
// Triangles are turned to their widest axis; what was chosen is counted in a buffer, and colours come from a table and a texture.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// stride: t1 20

struct Entry { float3 color; float scale; uint mask; };

Texture2D<float4> Ramp : register(t0);
StructuredBuffer<Entry> Table : register(t1);
SamplerState PointClamp : register(s0);
RWBuffer<uint> Counts : register(u1);

struct Vertex { float3 place : PLACE; };
struct Voxel { float4 at : SV_Position; float3 color : COLOR; uint axis : AXIS; };

Vertex VertexMain(float3 position : POSITION)
{
    Vertex v = { position };
    return v;
}

[maxvertexcount(3)]
void GeometryMain(triangle Vertex v[3], uint id : SV_PrimitiveID, inout TriangleStream<Voxel> voxels)
{
    const float3 normal = abs(cross(v[1].place - v[0].place, v[2].place - v[0].place));
    uint axis = normal.x > normal.y ? 0 : 1;
    if (normal.z > normal[axis]) axis = 2;
    InterlockedAdd(Counts[axis], 1);
    InterlockedMax(Counts[3], id + 1);
    const Entry entry = Table[id + axis];
    const float3 ramp = Ramp.SampleLevel(PointClamp, float2(id * 0.3, axis * 0.4), 0).rgb;
    for (uint i = 0; i < 3; i++)
    {
        Voxel w;
        w.at = float4(v[i].place.xy * (0.5 + 0.5 * entry.scale), v[i].place.z, 1);
        w.color = entry.color + ramp;
        w.axis = axis + 4;
        voxels.Append(w);
    }
}

float4 PixelMain(Voxel w) : SV_Target { return float4(w.color, w.axis); }
