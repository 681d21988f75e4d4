// dxilkit-corpus
// Waves over a quad of two control points: sums of sines, their normals, foam by the height; a buffer gets the greatest crest.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 2
// topology: 2
// stride: t0 16

struct Wave { float2 way; float size; float speed; };
StructuredBuffer<Wave> Waves : register(t0);
cbuffer Time : register(b0) { float time; uint count; };

struct Corner { float2 place : PLACE; };
struct Factors { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; };
struct Water { float4 position : SV_Position; float3 normal : NORMAL; float foam : FOAM; };

Corner VertexMain(uint id : SV_VertexID)
{
    Corner c;
    c.place = id == 0 ? -0.9 : 0.9;
    return c;
}

Factors PatchConstants()
{
    Factors f;
    [unroll] for (uint i = 0; i < 4; ++i) f.edges[i] = 6;
    f.inside[0] = f.inside[1] = 6;
    return f;
}

[domain("quad")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(2)]
[patchconstantfunc("PatchConstants")]
Corner HullMain(InputPatch<Corner, 2> patch, uint i : SV_OutputControlPointID) { return patch[i]; }

[domain("quad")]
Water DomainMain(Factors f, float2 at : SV_DomainLocation, const OutputPatch<Corner, 2> patch)
{
    const float2 place = lerp(patch[0].place, patch[1].place, at);
    float height = 0;
    float2 slope = 0;
    for (uint i = 0; i < 5; ++i)
    {
        const Wave w = Waves[i];
        const float2 way = w.way * 6 - 3;
        const float phase = dot(way, place) + w.speed * time;
        height += sin(phase) * w.size * 0.2;
        slope += cos(phase) * w.size * 0.2 * way;
    }
    Water o;
    o.position = float4(place, 0.5, 1);
    o.normal = normalize(float3(-slope, 1));
    o.foam = saturate(height * 3);
    if (height > 0.1) o.foam += 0.25;
    return o;
}

float4 PixelMain(Water w) : SV_Target { return float4(w.normal, w.foam); }
