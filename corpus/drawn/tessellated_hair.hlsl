// dxilkit-corpus
// Hair: isolines, as many strands as the density says, each a curve that bends more towards its tip.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 12
// topology: 4

cbuffer Wind : register(b0) { float4 wind; uint strands; };

struct Guide { float2 root : ROOT; float2 way : WAY; float width : WIDTH; };
struct Lines { float factors[2] : SV_TessFactor; float2 lean : LEAN; };
struct Strand { float4 position : SV_Position; float along : ALONG; nointerpolation uint number : NUMBER; };

Guide VertexMain(uint id : SV_VertexID)
{
    Guide g;
    g.root = float2(-0.9 + 0.15 * id, -0.9);
    g.way = float2(0.02 * (id % 3), 0.4 + 0.1 * (id % 4));
    g.width = 1 + id;
    return g;
}

Lines PatchConstants(InputPatch<Guide, 4> guides)
{
    Lines l;
    l.factors[0] = 5;
    l.factors[1] = 9;
    l.lean = 0;
    for (uint i = 0; i < 4; ++i) l.lean += guides[i].way * 0.25;
    l.lean += wind.xy * 0.1;
    return l;
}

[domain("isoline")]
[partitioning("integer")]
[outputtopology("line")]
[outputcontrolpoints(4)]
[patchconstantfunc("PatchConstants")]
Guide HullMain(InputPatch<Guide, 4> guides, uint i : SV_OutputControlPointID)
{
    Guide g = guides[i];
    g.width *= 0.5;
    return g;
}

[domain("isoline")]
Strand DomainMain(Lines l, float2 at : SV_DomainLocation, const OutputPatch<Guide, 4> guides, uint patch : SV_PrimitiveID)
{
    const float where = at.y * 3;
    const uint left = min(uint(where), 2);
    const float share = where - left;
    const float2 root = lerp(guides[left].root, guides[left + 1].root, share);
    const float2 way = lerp(guides[left].way, guides[left + 1].way, share) + l.lean * at.x * at.x;
    Strand s;
    s.position = float4(root + way * at.x, 0.5, 1);
    s.along = at.x * guides[left].width;
    s.number = patch;
    return s;
}

float4 PixelMain(Strand s) : SV_Target { return float4(s.along, s.number, 1, 1); }
