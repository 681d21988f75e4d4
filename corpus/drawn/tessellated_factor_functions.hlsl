// dxilkit-corpus
// The functions that clamp, round and combine factors, in all three domains' shapes; the pixels show what they gave.
// args: -T vs_6_0 -E VertexMain
// args: -T ds_6_0 -E DomainMain
// args: -T hs_6_0 -E HullMain -D PARTITION=pow2
// args: -T ps_6_0 -E PixelMain
// args: -T hs_6_0 -E HullMain -D PARTITION=fractional_even
// args: -T ps_6_0 -E PixelMain
// args: -T hs_6_0 -E HullMain -D PARTITION=fractional_odd
// args: -T ps_6_0 -E PixelMain
// args: -T hs_6_0 -E HullMain -D PARTITION=integer
// args: -T ps_6_0 -E PixelMain
// vertices: 6
// topology: 3
// data: cb0 0.3 2.5 7.25 80 0.5 1.75 1.5 3.4

cbuffer Raw : register(b0) { float4 raw; float4 scales; };
#ifndef PARTITION
#define PARTITION integer
#endif
#define TEXT(x) TEXT2(x)
#define TEXT2(x) #x

struct ControlPoint { float4 place : PLACE; };
struct Factors
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float4 tri : TRI;
    float4 quad : QUAD;
    float4 both : BOTH;
    float4 lines : LINES;
};
struct Surface { float4 position : SV_Position; nointerpolation float4 values[4] : VALUES; };

ControlPoint VertexMain(float4 position : POSITION) { ControlPoint v; v.place = position; return v; }

Factors PatchConstants(uint id : SV_PrimitiveID)
{
    Factors f;
    const float4 edges = raw + id;
    float3 three;
    float4 four;
    float2 two, twoPlain;
    float one, plain;
    ProcessTriTessFactorsAvg(edges.xyz, scales.x, three, one, plain);
    f.tri = float4(three.xy, one, plain);
    ProcessTriTessFactorsMax(edges.yzw, scales.y, three, one, plain);
    f.tri += float4(three.yz, one, plain);
    ProcessTriTessFactorsMin(edges.xyw, scales.z, three, one, plain);
    f.tri += float4(three.zx, one, plain);
    ProcessQuadTessFactorsAvg(edges, scales.x, four, two, twoPlain);
    f.quad = float4(two, twoPlain);
    ProcessQuadTessFactorsMax(edges, scales.z, four, two, twoPlain);
    f.quad += float4(two, twoPlain) + four;
    ProcessQuadTessFactorsMin(edges, scales.x, four, two, twoPlain);
    f.quad += float4(two, twoPlain);
    Process2DQuadTessFactorsAvg(edges, scales.xy, four, two, twoPlain);
    f.both = float4(two, twoPlain) + four;
    Process2DQuadTessFactorsMax(edges, scales.yz, four, two, twoPlain);
    f.both += float4(two, twoPlain);
    Process2DQuadTessFactorsMin(edges, scales.xz, four, two, twoPlain);
    f.both += float4(two, twoPlain);
    float detail, density;
    ProcessIsolineTessFactors(edges.y, edges.z, detail, density);
    f.lines = float4(detail, density, edges.xy);
    f.edges[0] = f.edges[1] = f.edges[2] = f.inside = 2;
    return f;
}

[domain("tri")]
[partitioning(TEXT(PARTITION))]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
ControlPoint HullMain(InputPatch<ControlPoint, 3> patch, uint i : SV_OutputControlPointID) { return patch[i]; }

[domain("tri")]
Surface DomainMain(Factors f, float3 at : SV_DomainLocation, const OutputPatch<ControlPoint, 3> patch)
{
    Surface s;
    s.position = patch[0].place * at.x + patch[1].place * at.y + patch[2].place * at.z;
    s.values[0] = f.tri;
    s.values[1] = f.quad;
    s.values[2] = f.both;
    s.values[3] = f.lines;
    return s;
}

float4 PixelMain(Surface s) : SV_Target { return s.values[uint(s.position.x) & 3]; }
