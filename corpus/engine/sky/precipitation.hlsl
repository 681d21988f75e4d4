// dxilkit-corpus
// Rain and snow: drops placed by hash in a box around the camera, points widened to quads by a geometry shader, depth fade, splash rings.
// args: -T vs_6_0 -E VSDrop
// args: -T gs_6_0 -E GSQuad
// args: -T ps_6_0 -E PSDrop
// args: -T vs_6_0 -E VSDrop -D SNOW=1
// args: -T gs_6_0 -E GSQuad -D SNOW=1
// args: -T ps_6_0 -E PSDrop -D SNOW=1
// args: -T ps_6_6 -E PSDrop -D SNOW=1
// set: boxSize 2 2 2
// set: clipFromWorld 0.8 0 0 0 0 0.8 0 0 0 0.1 0.1 0 0 0 0.3 1
// set: nearPlane 0.1
// set: farPlane 20
// set: fallSpeed 0.5
// topology: points
// vertices: 24
#include "../shared/view.hlsli"

#ifndef SNOW
#define SNOW 0
#endif

cbuffer Weather : register(b1)
{
    float3 boxSize;
    float fallSpeed;
    float3 windVelocity;
    float dropLength;
    float3 lightColor;
    float intensity;
    float turbulence;
    float splashRadius;
};
ConstantBuffer<ViewData> View : register(b0);
Texture2D<float> OcclusionHeight : register(t0);
Texture2D<float> DepthTexture : register(t1);
SamplerState LinearClamp : register(s0);

struct Drop
{
    float3 world : WORLD;
    float3 velocity : VELOCITY;
    float2 state : STATE;
};
struct QuadVertex
{
    float4 clip : SV_Position;
    float2 local : LOCAL;
    float viewDepth : DEPTH;
    nointerpolation float2 state : STATE;
};

Drop VSDrop(uint vertex : SV_VertexID)
{
    RandomState r;
    r.state = HashUint(vertex * 9781u + 1u);
    float3 seed = float3(r.Next(), r.Next(), r.Next());
    float3 velocity = windVelocity - 0.5f + float3(0.0f, -(1.0f + fallSpeed) * (0.8f + 0.4f * r.Next()), 0.0f);
#if SNOW
    float phase = r.Next() * TWO_PI;
    velocity *= 0.3f;
    seed.xz += turbulence * 0.05f * float2(sin(View.time * 2.0f + phase), cos(View.time * 1.7f + phase));
#endif
    float3 p = seed * boxSize + velocity * View.time;
    // The box goes with the camera; drops that leave come in on the other side.
    float3 relative = p - View.cameraPosition * 0.1f;
    relative -= floor(relative / boxSize + 0.5f) * boxSize;
    Drop o;
    o.world = relative + View.cameraPosition * 0.1f;
    o.velocity = velocity;
    float ground = OcclusionHeight.SampleLevel(LinearClamp, o.world.xz * 0.25f + 0.5f, 0.0f) - 0.8f;
    float splash = 0.0f;
    if (o.world.y < ground)
    {
        splash = saturate((ground - o.world.y) * 2.0f) + 0.01f;
        o.world.y = ground;
    }
    o.state = float2(splash, r.Next());
    return o;
}

void Emit(inout TriangleStream<QuadVertex> stream, float3 center, float3 right, float3 up, float2 state)
{
    [unroll] for (uint i = 0u; i < 4u; ++i)
    {
        float2 corner = float2(i & 1u, i >> 1) * 2.0f - 1.0f;
        QuadVertex v;
        float3 world = center + right * corner.x + up * corner.y;
        v.clip = mul(View.clipFromWorld, float4(world, 1.0f));
        v.clip.z = 0.5f * v.clip.w;
        v.local = corner;
        v.viewDepth = v.clip.w;
        v.state = state;
        stream.Append(v);
    }
    stream.RestartStrip();
}

[maxvertexcount(8)]
void GSQuad(point Drop input[1], inout TriangleStream<QuadVertex> stream)
{
    Drop d = input[0];
    float3 view = SafeNormalize(View.cameraPosition * 0.1f + float3(0.0f, 0.0f, -3.0f) - d.world);
#if SNOW
    float3 right, up;
    BuildBasis(view, right, up);
    float size = 0.08f * (0.5f + d.state.y);
    Emit(stream, d.world, right * size, up * size, d.state);
#else
    float3 along = SafeNormalize(d.velocity);
    float3 right = SafeNormalize(cross(along, view)) * 0.03f;
    if (d.state.x <= 0.0f) Emit(stream, d.world, right, along * (0.1f + dropLength * 0.3f), d.state);
    else
    {
        float radius = (0.1f + splashRadius * 0.2f) * d.state.x;
        Emit(stream, d.world, float3(radius, 0.0f, 0.0f), float3(0.0f, 0.3f * radius, radius), d.state);
        Emit(stream, d.world + float3(0.0f, radius, 0.0f), right * 0.5f, float3(0.0f, radius, 0.0f), d.state);
    }
#endif
}

float4 PSDrop(QuadVertex p) : SV_Target
{
    float scene = View.LinearDepth(DepthTexture.Load(int3(int2(p.clip.xy) & 15, 0)));
    float soft = saturate((scene - p.viewDepth) * 2.0f + 0.5f);
    float r = length(p.local);
    float alpha;
#if SNOW
    float a = FastAtan2(p.local.y, p.local.x) + p.state.y * TWO_PI;
    float arms = abs(cos(a * 3.0f));
    alpha = smoothstep(1.0f, 0.2f, r) * lerp(0.5f, 1.0f, Pow4(arms));
#else
    if (p.state.x > 0.0f) alpha = smoothstep(0.2f, 0.0f, abs(r - 0.8f)) * (1.0f - saturate(p.state.x));
    else alpha = (1.0f - Square(p.local.x)) * smoothstep(1.0f, 0.3f, abs(p.local.y));
#endif
    return float4(lightColor * (0.3f + intensity), saturate(alpha) * soft);
}
