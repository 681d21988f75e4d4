// dxilkit-corpus
// The tessellator makes points, and the patch constant function reads what the control points became.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3

struct In { float4 place : PLACE; uint kind : KIND; };
struct Made { float4 place : PLACE; float weight : WEIGHT; nointerpolation uint2 ids : IDS; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float sum : SUM; uint ids[3] : IDS; };
struct Dot { float4 position : SV_Position; float value : VALUE; nointerpolation uint id : ID; };

In VertexMain(float4 position : POSITION, uint id : SV_VertexID)
{
    In v;
    v.place = position;
    v.kind = id * 3;
    return v;
}

Factors PatchConstants(OutputPatch<Made, 3> made, InputPatch<In, 3> given, uint patch : SV_PrimitiveID)
{
    Factors f;
    f.sum = 0;
    for (uint i = 0; i < 3; ++i)
    {
        f.edges[i] = 3 + (given[i].kind & 3);
        f.sum += made[i].weight;
        f.ids[i] = made[(i + patch) % 3].ids.x + made[i].ids.y;
    }
    f.inside = made[1].weight + 3;
    return f;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("point")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
Made HullMain(InputPatch<In, 3> given, uint i : SV_OutputControlPointID, uint patch : SV_PrimitiveID)
{
    Made m;
    m.place = given[(i + 1) % 3].place;
    m.weight = given[i].kind * 0.125;
    m.ids = uint2(i, patch);
    return m;
}

[domain("tri")]
Dot DomainMain(Factors f, float3 at : SV_DomainLocation, const OutputPatch<Made, 3> made)
{
    Dot d;
    const float2 place = made[0].place.xy * at.x + made[1].place.xy * at.y + made[2].place.xy * at.z;
    d.position = float4(place * 0.9 + 1.0 / 64, 0.5, 1);
    d.value = f.sum + at.x;
    d.id = f.ids[0] * 100 + f.ids[1] * 10 + f.ids[2];
    return d;
}

float4 PixelMain(Dot d) : SV_Target { return float4(d.value, d.id, 1, 1); }
