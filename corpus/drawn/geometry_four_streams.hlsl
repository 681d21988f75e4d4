// dxilkit-corpus
// Four streams of points, each with a signature of its own; the test's runtime takes one stream, so this is compared and not drawn.
// args: -T gs_6_0 -E GeometryMain
// args: -T gs_6_0 -E GeometryMain -Od
// args: -T gs_6_0 -E GeometryMain -pack-optimized
// args: -T gs_6_6 -E GeometryMain
// drawn: no

struct In
{
    float4 at : SV_Position;
    float3 normal : NORMAL;
    nointerpolation uint2 ids : IDS;
    float2 uv[2] : TEXCOORD;
};
struct Drawn { float3 color : COLOR; float4 at : SV_Position; uint slice : SV_RenderTargetArrayIndex; };
struct Counted { uint2 ids : IDS; };
struct Sampled { float2 uv[2] : TEXCOORD; float3x2 frame : FRAME; };
struct Flags { bool kept : KEPT; min16float weight : WEIGHT; int2 delta : IDS; };

Buffer<uint> Kinds : register(t0);

[maxvertexcount(8)]
void GeometryMain(line In v[2], inout PointStream<Drawn> drawn, inout PointStream<Counted> counted,
                  inout PointStream<Sampled> sampled, inout PointStream<Flags> flags, uint id : SV_PrimitiveID)
{
    for (uint i = 0; i < 2; i++)
    {
        const uint kind = Kinds[v[i].ids.x + id];
        Drawn d;
        d.color = v[i].normal * 0.5 + 0.5;
        d.at = v[i].at;
        d.slice = kind & 3;
        drawn.Append(d);
        if (kind > 4)
        {
            Counted c;
            c.ids = v[i].ids.yx + kind;
            counted.Append(c);
            counted.RestartStrip();
        }
        Sampled s;
        s.uv = v[1 - i].uv;
        s.frame = float3x2(v[0].uv[0], v[1].uv[1], v[i].normal.xy);
        sampled.Append(s);
    }
    Flags f;
    f.kept = v[0].normal.z > v[1].normal.z;
    f.weight = (min16float)v[0].uv[1].x;
    f.delta = int2(v[0].ids) - int2(v[1].ids);
    flags.Append(f);
}
