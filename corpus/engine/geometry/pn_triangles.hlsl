// dxilkit-corpus
// Curved point-normal triangles: control points from normals, quadratic normals, factors by edge length and silhouette, cracks closed by dominant edges.
// args: -T vs_6_0 -E VSControl
// args: -T hs_6_0 -E HSCurved
// args: -T ds_6_0 -E DSCurved
// args: -T ps_6_0 -E PSCurved
// args: -T hs_6_0 -E HSCurved -D SILHOUETTE=1
// args: -T ds_6_0 -E DSCurved -D PHONG=1
// args: -T ps_6_0 -E PSCurved -D WIRES=1
// topology: 3
// vertices: 6
// set: Factors 3 4 2 0.5
// set: Shape 0.7 0.3 0 0
#include "../kernel/math.hlsli"
#ifndef SILHOUETTE
#define SILHOUETTE 0
#endif
#ifndef PHONG
#define PHONG 0
#endif
#ifndef WIRES
#define WIRES 0
#endif

cbuffer Surface : register(b0)
{
    float4 Factors; // edge scale, most, least, fade
    float4 Shape;   // roundness, push
    float3 Eye;
    float3 Light;
};

struct Control
{
    float3 p : POSITION;
    float3 n : NORMAL;
    float2 uv : TEXCOORD;
};
struct Patch
{
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float3 center : B111;
    float3 normals[3] : N110;
};
struct Knots
{
    float3 p : POSITION;
    float3 n : NORMAL;
    float2 uv : TEXCOORD;
    float3 near : B210;
    float3 far : B120;
};
struct Surfel
{
    float4 clip : SV_Position;
    float3 n : NORMAL;
    float2 uv : TEXCOORD;
    float3 barycentric : BARY;
};

Control VSControl(float4 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Control c;
    c.p = position.xyz;
    c.n = SafeNormalize(normal * float3(0.6, 0.6, 0.2) + float3(position.xy * 0.5, 1));
    c.uv = uv;
    return c;
}

/// A third of the way from one corner to the other, put down on the first one's tangent plane.
float3 EdgeKnot(float3 from, float3 to, float3 n) { return (2 * from + to - dot(to - from, n) * n * Shape.x) / 3; }

float3 EdgeNormal(Control a, Control b)
{
    const float3 d = b.p - a.p;
    const float v = 2 * dot(d, a.n + b.n) * SafeRcp(dot(d, d));
    return SafeNormalize(a.n + b.n - v * d);
}

float EdgeFactor(Control a, Control b)
{
    float f = length(a.p - b.p) * Factors.x;
#if SILHOUETTE
    const float3 middle = 0.5 * (a.p + b.p), v = SafeNormalize(Eye + float3(0, 0, 3) - middle);
    const float facing = abs(dot(SafeNormalize(a.n + b.n), v));
    f *= lerp(Factors.w, 2, Square(1 - facing));
#endif
    return clamp(f, Factors.z, max(Factors.y, Factors.z));
}

Patch PatchConstants(InputPatch<Control, 3> c, OutputPatch<Knots, 3> knots)
{
    Patch o;
    float3 edges = 0, corners = 0;
    [unroll]
    for (uint i = 0; i < 3; ++i)
    {
        const uint j = (i + 1) % 3;
        o.edges[(i + 2) % 3] = EdgeFactor(c[i], c[j]);
        o.normals[i] = EdgeNormal(c[i], c[j]);
        edges += knots[i].near + knots[i].far;
        corners += c[i].p;
    }
    o.inside = (o.edges[0] + o.edges[1] + o.edges[2]) / 3;
    edges /= 6;
    o.center = edges + (edges - corners / 3) * 0.5;
    return o;
}

[domain("tri")]
[partitioning("fractional_odd")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("PatchConstants")]
[maxtessfactor(8)]
Knots HSCurved(InputPatch<Control, 3> c, uint i : SV_OutputControlPointID)
{
    const uint j = i < 2 ? i + 1 : 0;
    Knots k;
    k.p = c[i].p;
    k.n = c[i].n;
    k.uv = c[i].uv;
    k.near = EdgeKnot(c[i].p, c[j].p, c[i].n);
    k.far = EdgeKnot(c[j].p, c[i].p, c[j].n);
    return k;
}

[domain("tri")]
Surfel DSCurved(Patch p, float3 w : SV_DomainLocation, const OutputPatch<Knots, 3> k)
{
    const float3 w2 = w * w;
    float3 at;
#if PHONG
    const float3 flat = k[0].p * w.x + k[1].p * w.y + k[2].p * w.z;
    at = 0;
    [unroll]
    for (uint i = 0; i < 3; ++i)
        at += w[i] * (flat - dot(flat - k[i].p, k[i].n) * k[i].n);
    at = lerp(flat, at, Shape.x);
#else
    at = k[0].p * w2.x * w.x + k[1].p * w2.y * w.y + k[2].p * w2.z * w.z
       + 3 * (k[0].near * w2.x * w.y + k[0].far * w.x * w2.y)
       + 3 * (k[1].near * w2.y * w.z + k[1].far * w.y * w2.z)
       + 3 * (k[2].near * w2.z * w.x + k[2].far * w.z * w2.x)
       + 6 * p.center * w.x * w.y * w.z;
#endif
    const float3 n = k[0].n * w2.x + k[1].n * w2.y + k[2].n * w2.z
                   + p.normals[0] * w.x * w.y + p.normals[1] * w.y * w.z + p.normals[2] * w.z * w.x;
    Surfel s;
    s.n = SafeNormalize(n);
    s.uv = k[0].uv * w.x + k[1].uv * w.y + k[2].uv * w.z;
    at += s.n * (Shape.y * 0.05 * sin(s.uv.x * 12) * sin(s.uv.y * 12));
    s.clip = float4(at.xy, saturate(at.z * 0.2 + 0.5), 1);
    s.barycentric = w;
    return s;
}

float4 PSCurved(Surfel s) : SV_Target
{
    const float3 n = SafeNormalize(s.n), l = SafeNormalize(Light);
    float3 c = (0.2 + 0.8 * saturate(dot(n, l))) * float3(s.uv, 0.5);
    c += pow(saturate(dot(n, SafeNormalize(l + SafeNormalize(Eye)))), 24);
#if WIRES
    const float3 d = fwidth(s.barycentric), e = smoothstep(0, 1.5 * d + 1e-5, s.barycentric);
    c *= 0.3 + 0.7 * MinComponent(e);
#endif
    return float4(c, 1);
}
