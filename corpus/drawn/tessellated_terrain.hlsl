// dxilkit-corpus
// Terrain in quads: patches outside of the frustum are culled by factors of 0, the others get factors by the size of their edges on the screen.
// args: -T vs_6_0 -E VertexMain
// args: -T hs_6_0 -E HullMain
// args: -T ds_6_0 -E DomainMain
// args: -T ps_6_0 -E PixelMain
// vertices: 64
// topology: 4

cbuffer View : register(b0) { float4 planes[4]; float pixels; };
Texture2D<float4> Heights : register(t0);
SamplerState LinearSampler : register(s0);
static const float SIZE = 4;

struct Corner { float3 place : PLACE; float2 uv : TEXCOORD; };
struct Tile { float edges[4] : SV_TessFactor; float inside[2] : SV_InsideTessFactor; float3 tint : TINT; };
struct Ground { float4 position : SV_Position; float3 tint : TINT; float2 uv : TEXCOORD; };

Corner VertexMain(uint id : SV_VertexID)
{
    const uint tile = id / 4;
    const float2 corner = float2(tile % 4, tile / 4) + float2(id & 1, (id >> 1) & 1);
    Corner c;
    c.uv = corner / SIZE;
    c.place = float3(corner / SIZE * 2 - 1, 0.5);
    return c;
}

bool IsOutside(InputPatch<Corner, 4> tile)
{
    for (uint i = 0; i < 4; ++i)
    {
        const float4 plane = planes[i] - 0.25;
        bool all = true;
        for (uint c = 0; c < 4; ++c) all = all && dot(plane.xyz, tile[c].place) + plane.w < -0.3;
        if (all) return true;
    }
    return false;
}

float EdgeFactor(float3 a, float3 b) { return clamp(ceil(distance(a, b) * (4 + 8 * saturate(0.5 + a.x * 0.5))), 1, 8); }

Tile PatchConstants(InputPatch<Corner, 4> tile, uint id : SV_PrimitiveID)
{
    Tile t = (Tile)0;
    if (IsOutside(tile)) return t;
    t.edges[0] = EdgeFactor(tile[0].place, tile[2].place);
    t.edges[1] = EdgeFactor(tile[0].place, tile[1].place);
    t.edges[2] = EdgeFactor(tile[1].place, tile[3].place);
    t.edges[3] = EdgeFactor(tile[2].place, tile[3].place);
    t.inside[0] = max(t.edges[1], t.edges[3]);
    t.inside[1] = max(t.edges[0], t.edges[2]);
    t.tint = float3(id & 1, (id >> 1) & 1, (id >> 2) & 1);
    return t;
}

[domain("quad")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(4)]
[patchconstantfunc("PatchConstants")]
Corner HullMain(InputPatch<Corner, 4> tile, uint i : SV_OutputControlPointID) { return tile[i]; }

[domain("quad")]
Ground DomainMain(Tile t, float2 at : SV_DomainLocation, const OutputPatch<Corner, 4> tile)
{
    const float2 uv = lerp(lerp(tile[0].uv, tile[1].uv, at.x), lerp(tile[2].uv, tile[3].uv, at.x), at.y);
    const float3 place = lerp(lerp(tile[0].place, tile[1].place, at.x), lerp(tile[2].place, tile[3].place, at.x), at.y);
    const float height = Heights.SampleLevel(LinearSampler, uv, 0).y;
    Ground g;
    g.position = float4(place.xy, place.z * 0.5 + 0.25 * height, 1);
    g.tint = t.tint;
    g.uv = uv;
    return g;
}

float4 PixelMain(Ground g) : SV_Target { return float4(g.tint, g.uv.x); }
