// dxilkit-corpus
// Geometry stages: extruded silhouettes from adjacency, shells of fur, thick lines with joins.
// args: -T vs_6_0 -E VSMesh
// args: -T gs_6_0 -E GSLines
// args: -T ps_6_0 -E PSLine
// args: -T gs_6_0 -E GSShells
// args: -T ps_6_0 -E PSLine -D FUR=1
// args: -T gs_6_0 -E GSShells -D SHELLS=7 -D TAPER=1
// args: -T gs_6_0 -E GSSilhouette
// args: -T gs_6_0 -E GSCubeFaces
// args: -T gs_6_0 -E GSCubeFaces -D CULL_FACES=1
// drawn: no
#include "../kernel/math.hlsli"
#include "../kernel/random.hlsli"

#ifndef SHELLS
#define SHELLS 4
#endif
#ifndef TAPER
#define TAPER 0
#endif
#ifndef FUR
#define FUR 0
#endif
#ifndef CULL_FACES
#define CULL_FACES 0
#endif

cbuffer Shape : register(b0)
{
    row_major float4x4 ClipFromWorld;
    column_major float4x4 Faces[6];
    float3 LightPosition;
    float Width;
    float2 Viewport;
    float ShellHeight;
    float Extrusion;
};
Texture2D<float4> FurMap : register(t0);
SamplerState LinearWrap : register(s0);

struct Vertex
{
    float3 world : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
};
struct Fragment
{
    float4 clip : SV_Position;
    float3 normal : NORMAL;
    float3 uvh : TEXCOORD0;
    nointerpolation uint part : PART;
};
struct FaceFragment : Fragment
{
    uint face : SV_RenderTargetArrayIndex;
};

Vertex VSMesh(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Vertex v;
    v.world = position;
    v.normal = SafeNormalize(normal);
    v.uv = uv;
    return v;
}

Fragment Emit(float4 clip, float3 normal, float3 uvh, uint part)
{
    Fragment f;
    f.clip = clip;
    f.normal = normal;
    f.uvh = uvh;
    f.part = part;
    return f;
}

[maxvertexcount(8)]
void GSLines(line Vertex input[2], inout TriangleStream<Fragment> stream)
{
    float4 clip[2];
    float2 screen[2];
    [unroll]
    for (int i = 0; i < 2; ++i)
    {
        clip[i] = mul(float4(input[i].world, 1), ClipFromWorld);
        screen[i] = clip[i].xy / clip[i].w * Viewport;
    }
    const float2 along = normalize(screen[1] - screen[0]);
    const float2 across = float2(-along.y, along.x) * Width;
    const float4 offsets[4] = { float4(-across, -along * Width), float4(across, -along * Width), float4(-across, along * Width), float4(across, along * Width) };
    for (uint k = 0; k < 4; ++k)
    {
        const uint end = k >> 1;
        float4 p = clip[end];
        p.xy += (offsets[k].xy + offsets[k].zw) / Viewport * p.w;
        stream.Append(Emit(p, input[end].normal, float3(input[end].uv, (k & 1) ? 1 : -1), end));
    }
    stream.RestartStrip();
}

[maxvertexcount(3 * SHELLS)]
void GSShells(triangle Vertex input[3], uint id : SV_PrimitiveID, inout TriangleStream<Fragment> stream)
{
    for (uint shell = 0; shell < SHELLS; ++shell)
    {
        const float h = float(shell + 1) / SHELLS;
        for (uint i = 0; i < 3; ++i)
        {
            float3 p = input[i].world + input[i].normal * (h * ShellHeight);
#if TAPER
            p -= float3(0, Square(h) * 0.1, 0);
            if (id % 2 == 1)
                p += UnitFloat(HashPcg3(uint3(id, shell, i))) * 0.01;
#endif
            stream.Append(Emit(mul(float4(p, 1), ClipFromWorld), input[i].normal, float3(input[i].uv, h), shell));
        }
        stream.RestartStrip();
    }
}

bool FacesLight(float3 a, float3 b, float3 c) { return dot(cross(b - a, c - a), LightPosition - a) > 0; }

void Extrude(Vertex a, Vertex b, uint part, inout TriangleStream<Fragment> stream)
{
    const float3 da = normalize(a.world - LightPosition), db = normalize(b.world - LightPosition);
    const float4 quad[4] = { float4(a.world, 1), float4(a.world + da * Extrusion, 1), float4(b.world, 1), float4(b.world + db * Extrusion, 1) };
    for (uint i = 0; i < 4; ++i)
        stream.Append(Emit(mul(quad[i], ClipFromWorld), i < 2 ? a.normal : b.normal, float3(0, 0, i & 1), part));
    stream.RestartStrip();
}

[maxvertexcount(18)]
void GSSilhouette(triangleadj Vertex v[6], inout TriangleStream<Fragment> stream)
{
    if (!FacesLight(v[0].world, v[2].world, v[4].world))
        return;
    [unroll]
    for (uint edge = 0; edge < 3; ++edge)
    {
        const uint from = edge * 2, to = (edge * 2 + 2) % 6;
        if (!FacesLight(v[from].world, v[from + 1].world, v[to].world))
            Extrude(v[from], v[to], edge, stream);
    }
    for (uint cap = 0; cap < 2; ++cap)
    {
        for (uint k = 0; k < 3; ++k)
        {
            const uint at = cap == 0 ? k * 2 : 4 - k * 2;
            const float3 p = v[at].world + cap * Extrusion * normalize(v[at].world - LightPosition);
            stream.Append(Emit(mul(float4(p, 1), ClipFromWorld), v[at].normal, float3(v[at].uv, cap), 3 + cap));
        }
        stream.RestartStrip();
    }
}

[maxvertexcount(3)]
[instance(6)]
void GSCubeFaces(triangle Vertex input[3], uint face : SV_GSInstanceID, inout TriangleStream<FaceFragment> stream)
{
    FaceFragment o[3];
    uint outside = 63;
    for (uint i = 0; i < 3; ++i)
    {
        o[i].clip = mul(Faces[face], float4(input[i].world, 1));
        o[i].normal = input[i].normal;
        o[i].uvh = float3(input[i].uv, 0);
        o[i].part = face;
        o[i].face = face;
        const bool4 beyond = bool4(o[i].clip.xy > o[i].clip.w, o[i].clip.xy < -o[i].clip.w);
        outside &= dot((uint4)beyond, uint4(1, 2, 4, 8));
    }
#if CULL_FACES
    if (outside != 0)
        return;
#endif
    for (uint k = 0; k < 3; ++k)
        stream.Append(o[k]);
}

float4 PSLine(Fragment f) : SV_Target
{
#if FUR
    const float4 fur = FurMap.Sample(LinearWrap, f.uvh.xy * 8);
    clip(fur.a - f.uvh.z);
    return float4(fur.rgb * lerp(0.3, 1, f.uvh.z), 1);
#else
    const float edge = saturate((1 - abs(f.uvh.z)) * 4);
    return float4(f.normal * 0.5 + 0.5, edge * rcp(1.0 + f.part));
#endif
}
