// dxilkit-corpus
// Every stage of a pipeline: tessellated triangles are shrunk by a geometry shader.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T gs_6_0 -E GeometryMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3

struct ControlPoint { float4 place : PLACE; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
struct Surface { float4 position : SV_Position; float3 at : AT; };

ControlPoint VertexMain(float4 position : POSITION) { ControlPoint v; v.place = position; return v; }

Factors PatchConstants(InputPatch<ControlPoint, 3> patch, uint id : SV_PrimitiveID)
{
    const Factors f = { { 2, 3, 4 }, 2 + id };
    return f;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 3> patch, uint i : SV_OutputControlPointID) { return patch[i]; }

[domain("tri")]
Surface DomainMain(Factors f, float3 at : SV_DomainLocation, const OutputPatch<ControlPoint, 3> patch)
{
    Surface s;
    s.position = patch[0].place * at.x + patch[1].place * at.y + patch[2].place * at.z;
    s.at = at;
    return s;
}

[maxvertexcount(3)]
void GeometryMain(triangle Surface corners[3], inout TriangleStream<Surface> stream)
{
    const float4 center = (corners[0].position + corners[1].position + corners[2].position) / 3;
    [unroll] for (uint i = 0; i < 3; ++i)
    {
        Surface s = corners[i];
        s.position = lerp(center, s.position, 0.7);
        stream.Append(s);
    }
}

float4 PixelMain(Surface s) : SV_Target { return float4(s.at, 1); }
