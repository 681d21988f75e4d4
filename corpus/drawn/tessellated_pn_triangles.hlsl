// dxilkit-corpus
// Curved point-normal triangles: the patch constant function makes the ten control points of a cubic and the six of the normals' quadratic.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3

struct ControlPoint { float3 place : PLACE; float3 normal : NORMAL; };
struct Cubic
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 b210 : CUBIC0;
    float3 b120 : CUBIC1;
    float3 b021 : CUBIC2;
    float3 b012 : CUBIC3;
    float3 b102 : CUBIC4;
    float3 b201 : CUBIC5;
    float3 b111 : CENTER;
    float3 n[3] : QUADRATIC;
};
struct Surface { float4 position : SV_Position; float3 normal : NORMAL; };

ControlPoint VertexMain(float4 position : POSITION, float3 normal : NORMAL)
{
    ControlPoint v;
    v.place = position.xyz;
    v.normal = normalize(float3(normal.xy - 0.5, 1));
    return v;
}

// The point a third of the way, moved into the plane of the nearer vertex.
float3 Third(ControlPoint near, ControlPoint far)
{
    const float w = dot(far.place - near.place, near.normal);
    return (2 * near.place + far.place - w * near.normal) / 3;
}

float3 Between(ControlPoint a, ControlPoint b)
{
    const float3 way = b.place - a.place;
    const float v = 2 * dot(way, a.normal + b.normal) / dot(way, way);
    return normalize(a.normal + b.normal - v * way);
}

Cubic PatchConstants(const InputPatch<ControlPoint, 3> p)
{
    Cubic c;
    c.edges[0] = 3;
    c.edges[1] = 4;
    c.edges[2] = 5;
    c.inside = 4;
    c.b210 = Third(p[0], p[1]);
    c.b120 = Third(p[1], p[0]);
    c.b021 = Third(p[1], p[2]);
    c.b012 = Third(p[2], p[1]);
    c.b102 = Third(p[2], p[0]);
    c.b201 = Third(p[0], p[2]);
    const float3 e = (c.b210 + c.b120 + c.b021 + c.b012 + c.b102 + c.b201) / 6;
    const float3 v = (p[0].place + p[1].place + p[2].place) / 3;
    c.b111 = e + (e - v) / 2;
    for (uint i = 0; i < 3; ++i) c.n[i] = Between(p[i], p[(i + 1) % 3]);
    return c;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }

[domain("tri")]
Surface DomainMain(Cubic c, float3 at : SV_DomainLocation, const OutputPatch<ControlPoint, 3> p)
{
    const float3 t = at, tt = at * at, t3 = 3 * tt;
    const float3 place = p[0].place * tt.x * t.x + p[1].place * tt.y * t.y + p[2].place * tt.z * t.z + c.b210 * t3.x * t.y + c.b120 * t3.y * t.x
        + c.b021 * t3.y * t.z + c.b012 * t3.z * t.y + c.b102 * t3.z * t.x + c.b201 * t3.x * t.z + c.b111 * 6 * t.x * t.y * t.z;
    const float3 normal = p[0].normal * tt.x + p[1].normal * tt.y + p[2].normal * tt.z + c.n[0] * t.x * t.y + c.n[1] * t.y * t.z + c.n[2] * t.z * t.x;
    Surface s;
    s.position = float4(place.xy * 0.9, saturate(place.z), 1);
    s.normal = normalize(normal);
    return s;
}

float4 PixelMain(Surface s) : SV_Target { return float4(s.normal, 1); }
