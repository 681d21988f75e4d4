// dxilkit-corpus
// Displacement mapping: factors by the length of the edges, heights from a texture in the domain shader.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3

cbuffer Camera : register(b0) { float3 eye; float detail; float2 heightScale; };
Texture2D<float4> Heights : register(t0);
SamplerState ClampSampler : register(s0);

struct ControlPoint { float3 place : PLACE; float3 normal : NORMAL; float2 uv : TEXCOORD; };
struct Factors { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
struct Surface { float4 position : SV_Position; float3 normal : NORMAL; float height : HEIGHT; };

ControlPoint VertexMain(float4 position : POSITION, float3 normal : NORMAL)
{
    ControlPoint v;
    v.place = position.xyz;
    v.normal = normalize(normal + 0.5);
    v.uv = position.xy * 0.5 + 0.5;
    return v;
}

float EdgeFactor(float3 a, float3 b)
{
    const float width = distance(a, b);
    const float away = distance((a + b) * 0.5, eye * 4);
    return clamp(1 + floor(detail * 8 * width / away), 1, 15);
}

Factors PatchConstants(InputPatch<ControlPoint, 3> patch)
{
    Factors f;
    [unroll] for (uint i = 0; i < 3; ++i)
        f.edges[i] = EdgeFactor(patch[(i + 1) % 3].place, patch[(i + 2) % 3].place);
    f.inside = (f.edges[0] + f.edges[1] + f.edges[2]) / 3;
    return f;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
[maxtessfactor(16)]
ControlPoint HullMain(InputPatch<ControlPoint, 3> patch, uint i : SV_OutputControlPointID) { return patch[i]; }

[domain("tri")]
Surface DomainMain(Factors f, float3 at : SV_DomainLocation, const OutputPatch<ControlPoint, 3> patch)
{
    Surface s;
    float3 place = 0;
    float3 normal = 0;
    float2 uv = 0;
    [unroll] for (uint i = 0; i < 3; ++i)
    {
        place += patch[i].place * at[i];
        normal += patch[i].normal * at[i];
        uv += patch[i].uv * at[i];
    }
    s.normal = normalize(normal);
    s.height = Heights.SampleLevel(ClampSampler, uv, 0).x;
    s.position = float4(place.xy, 0.5 + 0.25 * s.height * heightScale.x, 1);
    return s;
}

float4 PixelMain(Surface s) : SV_Target { return float4(s.normal * 0.5 + 0.5, s.height); }
