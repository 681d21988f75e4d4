// dxilkit-corpus
// Matrices and arrays of both orders in control points and patch constants.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3

struct ControlPoint
{
    float4 place : PLACE;
    row_major float2x3 rows : ROWS;
    column_major float3x2 columns : COLUMNS;
    float2 list[3] : LIST;
};
struct Constants
{
    float edges[3] : SV_TessFactor;
    float3x3 turn : TURN;
    float inside : SV_InsideTessFactor;
    row_major float2x2 pair[2] : PAIR;
};
struct Surface { float4 position : SV_Position; float4 color : COLOR; };

ControlPoint VertexMain(float4 position : POSITION, float3 a : A, float3 b : B)
{
    ControlPoint v;
    v.place = position;
    v.rows = float2x3(a, b);
    v.columns = transpose(float2x3(b, a));
    v.list[0] = a.xy;
    v.list[1] = b.xy;
    v.list[2] = a.yz + b.zx;
    return v;
}

Constants PatchConstants(InputPatch<ControlPoint, 3> p)
{
    Constants c;
    c.edges[0] = c.edges[1] = c.edges[2] = c.inside = 3;
    c.turn = float3x3(p[0].rows[0], p[1].rows[1], p[2].rows[0]);
    c.pair[0] = float2x2(p[0].list[1], p[1].list[2]);
    c.pair[1] = mul(p[2].rows, p[1].columns);
    return c;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 3> p, uint i : SV_OutputControlPointID)
{
    ControlPoint c = p[i];
    c.rows[1] += p[(i + 1) % 3].rows[0];
    c.list[1] = p[(i + 2) % 3].list[2];
    return c;
}

[domain("tri")]
Surface DomainMain(Constants c, float3 at : SV_DomainLocation, const OutputPatch<ControlPoint, 3> p)
{
    Surface s;
    s.position = p[0].place * at.x + p[1].place * at.y + p[2].place * at.z;
    const float3 turned = mul(c.turn, at);
    const float2 mixed = mul(c.pair[0], p[0].list[1]) + mul(p[2].rows, turned) + c.pair[1]._12_21;
    s.color = float4(mixed, mul(p[1].columns, mixed).xy);
    return s;
}

float4 PixelMain(Surface s) : SV_Target { return s.color; }
