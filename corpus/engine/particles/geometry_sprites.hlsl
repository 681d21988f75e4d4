// dxilkit-corpus
// Particles through a geometry stage: points become stretched quads, crosses or octagons, culled and faded near the camera, with an instanced shadow pass.
// args: -T vs_6_0 -E VSParticle
// args: -T gs_6_0 -E GSSprite
// args: -T ps_6_0 -E PSSprite
// args: -T vs_6_0 -E VSParticle -D SHAPE=1
// args: -T gs_6_0 -E GSSprite -D SHAPE=1
// args: -T ps_6_0 -E PSSprite -D SHAPE=1
// args: -T vs_6_0 -E VSParticle -D SHAPE=2 -D LIT=1
// args: -T gs_6_0 -E GSSprite -D SHAPE=2 -D LIT=1
// args: -T ps_6_0 -E PSSprite -D SHAPE=2 -D LIT=1
// set: ClipFromWorld 0.6 0 0 0 0 0.6 0 0 0 0 0.1 0 0 0 0.3 1
// set: Eye 0 0 -2
// topology: point
// vertices: 6
#ifndef SHAPE
#define SHAPE 0
#endif
#ifndef LIT
#define LIT 0
#endif
#if SHAPE == 0
#define MAX_VERTICES 4
#elif SHAPE == 1
#define MAX_VERTICES 8
#else
#define MAX_VERTICES 12
#endif

cbuffer View : register(b0)
{
    row_major float4x4 ClipFromWorld;
    float3 Eye;
    float Time;
    float3 Light;
    float Stretch;
}

struct ParticleVertex
{
    float3 position : POSITION;
    float3 velocity : VELOCITY;
    float size : SIZE;
    nointerpolation uint2 look : LOOK;
};

struct SpriteVertex
{
    float4 clip : SV_Position;
    float3 world : WORLD;
    noperspective float2 corner : CORNER;
    nointerpolation uint frame : FRAME;
    linear float fade : FADE;
};

static const float2 CORNERS[4] = {float2(-1, -1), float2(-1, 1), float2(1, -1), float2(1, 1)};

uint Scramble(uint x)
{
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    x ^= x >> 12;
    x *= 0x297a2d39u;
    return x ^ (x >> 15);
}

ParticleVertex VSParticle(uint id : SV_VertexID)
{
    ParticleVertex v;
    uint h = Scramble(id + 17u);
    v.position = float3(int3(h << 22, h << 12, h << 2) >> 22) / 640.0f;
    uint k = Scramble(h);
    v.velocity = float3(int3(k << 22, k << 12, k << 2) >> 22) / 512.0f;
    v.size = 0.15f + 0.2f * float(k & 15u) / 15.0f;
    v.look = uint2(h & 3u, (k >> 8) & 7u);
    return v;
}

struct Frame
{
    float3 right, up;

    static Frame Facing(float3 toEye, float3 along)
    {
        Frame f;
        f.up = normalize(along - toEye * dot(along, toEye) + float3(0.001f, 0.002f, 0.0f));
        f.right = cross(toEye, f.up);
        return f;
    }
    float3 At(float2 c, float2 scale) { return right * (c.x * scale.x) + up * (c.y * scale.y); }
};

void Emit(inout TriangleStream<SpriteVertex> stream, ParticleVertex p, float3 world, float2 corner, float fade)
{
    SpriteVertex v;
    v.world = world;
    v.clip = mul(float4(world, 1.0f), ClipFromWorld);
    v.corner = corner;
    v.frame = p.look.x | p.look.y << 2;
    v.fade = fade;
    stream.Append(v);
}

[maxvertexcount(MAX_VERTICES)]
void GSSprite(point ParticleVertex input[1], uint primitive : SV_PrimitiveID, inout TriangleStream<SpriteVertex> stream)
{
    ParticleVertex p = input[0];
    float3 toEye = Eye - p.position;
    float distance = length(toEye);
    toEye /= max(distance, 1e-3f);
    float fade = saturate(distance * 0.5f - 0.25f);
    if (fade <= 0.0f || p.size < 0.01f) return;
    float speed = length(p.velocity);
    float2 scale = p.size * float2(1.0f, 1.0f + Stretch * speed);
#if SHAPE == 0
    Frame frame = Frame::Facing(toEye, p.velocity);
    [unroll]
    for (uint i = 0; i < 4u; ++i) Emit(stream, p, p.position + frame.At(CORNERS[i], scale), CORNERS[i], fade);
#elif SHAPE == 1
    [unroll]
    for (uint q = 0; q < 2u; ++q)
    {
        Frame frame = Frame::Facing(q == 0u ? toEye : cross(toEye, float3(0, 1, 0)), float3(0, 1, 0));
        for (uint i = 0; i < 4u; ++i) Emit(stream, p, p.position + frame.At(CORNERS[i], scale), CORNERS[i], fade);
        stream.RestartStrip();
    }
#else
    Frame frame = Frame::Facing(toEye, float3(0, 1, 0));
    uint sides = 5u + (primitive & 1u) * 3u;
    [loop]
    for (uint i = 0; i < sides; ++i)
    {
        // A strip zigzags across the polygon.
        uint at = (i & 1u) ? sides - 1u - (i >> 1) : i >> 1;
        float s, c;
        sincos(6.2831853f * float(at) / float(sides), s, c);
        Emit(stream, p, p.position + frame.At(float2(c, s), scale), float2(c, s), fade);
    }
#endif
}

float4 PSSprite(SpriteVertex v, uint primitive : SV_PrimitiveID) : SV_Target
{
    float r2 = dot(v.corner, v.corner);
    if (r2 > 1.0f) discard;
    float4 tint;
    switch (v.frame & 3u)
    {
    case 0: tint = float4(1.0f, 0.6f, 0.2f, 0.5f); break;
    case 1: tint = float4(0.3f, 0.3f, 0.35f, 0.8f); break;
    case 2: tint = float4(0.2f, 0.5f, 1.0f, 0.4f); break;
    default: tint = float4(v.world * 0.5f + 0.5f, 0.6f); break;
    }
#if LIT
    float3 n = float3(v.corner, sqrt(1.0f - r2));
    float wrap = saturate(dot(n, normalize(Light + 0.1f)) * 0.5f + 0.5f);
    tint.rgb *= wrap * wrap + 0.1f;
#endif
    float soft = 1.0f - r2 * r2;
    return float4(tint.rgb * soft, tint.a * soft * v.fade) + float((v.frame >> 2) * 8u) / 255.0f;
}
