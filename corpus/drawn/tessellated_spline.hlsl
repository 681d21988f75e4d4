// dxilkit-corpus
// Catmull-Rom curves: four control points come in, two with tangents go out.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 12
// topology: 4

struct Knot { float2 place : PLACE; };
struct End { float2 place : PLACE; float2 tangent : TANGENT; };
struct Lines { float factors[2] : SV_TessFactor; float reach : REACH; };
struct Curve { float4 position : SV_Position; float2 along : ALONG; };

Knot VertexMain(uint id : SV_VertexID)
{
    Knot k;
    k.place = float2(-0.85 + 0.15 * id, 0.8 * sin(id * 1.7));
    return k;
}

Lines PatchConstants(InputPatch<Knot, 4> knots, OutputPatch<End, 2> ends)
{
    Lines l;
    l.factors[0] = 1;
    l.factors[1] = 8;
    l.reach = distance(ends[0].place, ends[1].place) + knots.Length + ends.Length;
    return l;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(2)]
[patchconstantfunc("PatchConstants")]
End HullMain(InputPatch<Knot, 4> knots, uint i : SV_OutputControlPointID)
{
    End e;
    e.place = knots[i + 1].place;
    e.tangent = (knots[i + 2].place - knots[i].place) * 0.5;
    return e;
}

[domain("isoline")]
Curve DomainMain(Lines l, float2 at : SV_DomainLocation, const OutputPatch<End, 2> ends)
{
    const float t = at.x, t2 = t * t, t3 = t2 * t;
    const float2 place = (2 * t3 - 3 * t2 + 1) * ends[0].place + (t3 - 2 * t2 + t) * ends[0].tangent + (3 * t2 - 2 * t3) * ends[1].place + (t3 - t2) * ends[1].tangent;
    Curve c;
    c.position = float4(place, 0.5, 1);
    c.along = float2(t, l.reach);
    return c;
}

float4 PixelMain(Curve c) : SV_Target { return float4(c.along, 0, 1); }
