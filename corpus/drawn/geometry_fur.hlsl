// dxilkit-corpus
// Fur in shells: each instance of the geometry shader lifts the triangle by another height along its normals. The test's runtime knows no
// instances: it draws the shells of a loop.
// args: -T vs_6_0 -E VertexMain
// args: -T gs_6_0 -E GeometryMain
// args: -T gs_6_0 -E GeometryMain -D LOOP
// args: -T ps_6_0 -E PixelMain

cbuffer Fur : register(b0)
{
    float4 Wind;
    float3 Root;
    float Length;
    float3 Tip;
    float Density;
};

struct Skin
{
    float4 at : SV_Position;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

struct Shell
{
    centroid float2 uv : TEXCOORD;
    float height : HEIGHT;
    float4 at : SV_Position;
};

static const uint SHELLS = 8;

Skin VertexMain(float3 position : POSITION, uint id : SV_VertexID)
{
    Skin s;
    s.at = float4(position.xy * 0.7, position.z, 1);
    s.normal = normalize(float3(position.xy, 1));
    s.uv = position.xy * 4 + id;
    return s;
}

void Lift(Skin skin[3], inout TriangleStream<Shell> shells, uint shell)
{
    const float height = (shell + 1.0) / SHELLS;
    [unroll]
    for (int i = 0; i < 3; i++)
    {
        Shell s;
        const float3 lift = skin[i].normal + Wind.xyz * height * height;
        s.at = skin[i].at + float4(lift.xy * height * Length * 0.3, -height * 0.01, 0);
        s.uv = skin[i].uv;
        s.height = height;
        shells.Append(s);
    }
    shells.RestartStrip();
}

#ifdef LOOP
[maxvertexcount(24)]
void GeometryMain(triangle Skin skin[3], inout TriangleStream<Shell> shells)
{
    for (uint shell = 0; shell < SHELLS; shell++) Lift(skin, shells, shell);
}
#else
[instance(SHELLS)]
[maxvertexcount(3)]
void GeometryMain(triangle Skin skin[3], inout TriangleStream<Shell> shells, uint shell : SV_GSInstanceID)
{
    Lift(skin, shells, shell);
}
#endif

float Strand(float2 uv)
{
    const float2 cell = floor(uv * (2 + 6 * Density));
    return frac(dot(cell, float2(0.37, 0.73)) + cell.x * cell.y * 0.13);
}

float4 PixelMain(Shell s) : SV_Target
{
    if (Strand(s.uv) < s.height * 0.8) discard;
    return float4(lerp(Root, Tip, s.height), s.height);
}
