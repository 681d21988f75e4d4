// dxilkit-corpus
// A bicubic Bezier patch of 16 control points.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 16
// topology: 16

cbuffer Bend : register(b0) { float4 bend[4]; };

struct ControlPoint { float3 place : PLACE; };
struct Factors { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; };
struct Surface { float4 position : SV_Position; float2 uv : TEXCOORD; float3 normal : NORMAL; };

ControlPoint VertexMain(uint id : SV_VertexID)
{
    ControlPoint v;
    const float2 grid = float2(id & 3, id >> 2) / 3;
    v.place = float3(grid * 1.8 - 0.9, 0.5 * bend[id >> 2][id & 3]);
    return v;
}

Factors PatchConstants(InputPatch<ControlPoint, 16> patch, uint id : SV_PrimitiveID)
{
    Factors f;
    const float3 steps = float3(4, 6, 8);
    f.edges[0] = steps.x;
    f.edges[1] = steps.y + id;
    f.edges[2] = steps.x;
    f.edges[3] = steps.z;
    f.inside[0] = steps.y;
    f.inside[1] = steps.x;
    return f;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_ccw")]
[outputcontrolpoints(16)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 16> patch, uint i : SV_OutputControlPointID, uint id : SV_PrimitiveID) { return patch[i]; }

float4 Bernstein(float t)
{
    const float s = 1 - t;
    return float4(s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t);
}

float4 Slope(float t)
{
    const float s = 1 - t;
    return float4(-3 * s * s, 3 * s * s - 6 * t * s, 6 * t * s - 3 * t * t, 3 * t * t);
}

float3 Evaluate(const OutputPatch<ControlPoint, 16> patch, float4 u, float4 v)
{
    float3 sum = 0;
    [unroll] for (uint row = 0; row < 4; ++row)
        sum += v[row] * (patch[4 * row].place * u.x + patch[4 * row + 1].place * u.y + patch[4 * row + 2].place * u.z + patch[4 * row + 3].place * u.w);
    return sum;
}

[domain("quad")]
Surface DomainMain(Factors f, float2 at : SV_DomainLocation, const OutputPatch<ControlPoint, 16> patch)
{
    const float4 u = Bernstein(at.x), v = Bernstein(at.y);
    const float3 place = Evaluate(patch, u, v);
    Surface s;
    s.position = float4(place.xy, place.z, 1);
    s.normal = cross(Evaluate(patch, Slope(at.x), v), Evaluate(patch, u, Slope(at.y)));
    s.uv = at;
    return s;
}

float4 PixelMain(Surface s) : SV_Target { return float4(normalize(s.normal).xy, s.uv); }
