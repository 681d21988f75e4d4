// dxilkit-corpus
// Phong tessellation: the flat point is projected into the tangent planes of the vertices; fractional factors.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3

struct ControlPoint { precise float3 place : PLACE; float3 normal : NORMAL; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };

ControlPoint VertexMain(float4 position : POSITION, float3 normal : NORMAL)
{
    ControlPoint v;
    v.place = position.xyz;
    v.normal = normalize(normal - float3(0.5, 0.5, -1));
    return v;
}

void PatchConstants(out float edges[3] : SV_TessFactor, out float inside : SV_InsideTessFactor, InputPatch<ControlPoint, 3> patch)
{
    edges[0] = edges[1] = edges[2] = 4;
    inside = 4;
}

[domain("tri")]
[partitioning("fractional_even")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 3> patch, uint i : SV_OutputControlPointID)
{
    ControlPoint c;
    c.place = patch[i].place;
    c.normal = -patch[i].normal;
    return c;
}

float3 Project(ControlPoint c, float3 q) { return q - dot(q - c.place, c.normal) * c.normal; }

[domain("tri")]
void DomainMain(float edges[3] : SV_TessFactor, float inside : SV_InsideTessFactor, float3 at : SV_DomainLocation, OutputPatch<ControlPoint, 3> patch,
    out float4 position : SV_Position, out float3 normal : NORMAL)
{
    const float3 flat = patch[0].place * at.x + patch[1].place * at.y + patch[2].place * at.z;
    const float3 round = Project(patch[0], flat) * at.x + Project(patch[1], flat) * at.y + Project(patch[2], flat) * at.z;
    position = float4(lerp(flat, round, 0.2).xy, 0.5, 1);
    normal = normalize(patch[0].normal * at.x + patch[1].normal * at.y + patch[2].normal * at.z);
}

float4 PixelMain(float4 position : SV_Position, float3 normal : NORMAL) : SV_Target { return float4(normal, 1); }
