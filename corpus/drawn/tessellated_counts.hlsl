// dxilkit-corpus
// Hull and domain shader leave in a buffer what they ran for; truth values and small numbers go from stage to stage.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 12
// topology: 3

RWByteAddressBuffer Counts : register(u1);

struct ControlPoint { float4 place : PLACE; min16float shade : SHADE; bool isOdd : ODD; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; int offset : OFFSET; };
struct Surface { float4 position : SV_Position; float shade : SHADE; };

ControlPoint VertexMain(float4 position : POSITION, uint id : SV_VertexID)
{
    ControlPoint v;
    v.place = position;
    v.shade = min16float(id) * 0.0625;
    v.isOdd = (id & 1) != 0;
    return v;
}

Factors PatchConstants(InputPatch<ControlPoint, 3> patch, uint id : SV_PrimitiveID)
{
    Factors f;
    f.edges[0] = f.edges[1] = f.edges[2] = patch[0].isOdd ? 2 : 3;
    f.inside = 2;
    f.offset = -int(id);
    return f;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 3> patch, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID)
{
    Counts.InterlockedAdd(64 + 4 * i, id + 1);
    ControlPoint c = patch[i];
    c.isOdd = !c.isOdd;
    return c;
}

[domain("tri")]
Surface DomainMain(Factors f, float3 at : SV_DomainLocation, const OutputPatch<ControlPoint, 3> patch, uint id : SV_PrimitiveID)
{
    Counts.InterlockedMax(96 + 4 * id, uint(at.x * 256));
    Surface s;
    s.position = patch[0].place * at.x + patch[1].place * at.y + patch[2].place * at.z;
    s.shade = (float)(patch[id % 3].shade) + f.offset + (patch[0].isOdd ? 1 : 0.5);
    return s;
}

float4 PixelMain(Surface s) : SV_Target { return s.shade; }
