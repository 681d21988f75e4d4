// dxilkit-corpus
// Smoke on a grid, drawn: brick occupancy skipped with a 3D DDA, blackbody emission, self-shadow volume, depth compositing.
// args: -T vs_6_0 -E VSBox
// args: -T ps_6_0 -E PSSmoke
// args: -T ps_6_0 -E PSSmoke -D EMISSION=1
// args: -T ps_6_0 -E PSSmoke -D EMISSION=1 -D SHADOWS=1
// args: -T ps_6_6 -E PSSmoke -D EMISSION=1 -D SHADOWS=1
// set: gridSize 16 16 16
// set: brickCount 4 4 4
// range: occupancy 0 1
// range: temperatureScale 0.5 1
// set: boxMin -1 -1 0
// set: boxMax 1 1 2
#include "../shared/view.hlsli"

#ifndef EMISSION
#define EMISSION 0
#endif
#ifndef SHADOWS
#define SHADOWS 0
#endif

struct Brick
{
    uint occupancy;
    float highest;
    float2 temperatureRange;
};

cbuffer Smoke : register(b1)
{
    float3 boxMin;
    float extinction;
    float3 boxMax;
    float stepScale;
    int3 gridSize;
    float temperatureScale;
    int3 brickCount;
    float shadowStrength;
    float3 scatterColor;
    float phase;
    float3 lightDirection;
    float3 lightColor;
};
ConstantBuffer<ViewData> View : register(b0);
StructuredBuffer<Brick> Bricks : register(t0);
Texture3D<float4> Grid : register(t1);
Texture3D<float> ShadowGrid : register(t2);
Texture2D<float> DepthTexture : register(t3);
SamplerState LinearClamp : register(s0);

struct BoxVaryings
{
    float4 clip : SV_Position;
    float3 world : WORLD;
};

BoxVaryings VSBox(float3 position : POSITION)
{
    BoxVaryings o;
    o.clip = float4(position, 1.0f);
    o.world = lerp(boxMin, boxMax, float3(position.xy * 0.5f + 0.5f, 0.0f));
    return o;
}

/// Planck's law fitted in three channels, kelvin to linear.
float3 Blackbody(float kelvin)
{
    float t = kelvin * 1e-3f;
    float3 c;
    c.r = t <= 6.6f ? 1.0f : 1.2929f * pow(max(t * 10.0f - 60.0f, 0.1f), -0.1332f);
    c.g = t <= 6.6f ? saturate(0.39008f * log(max(t * 10.0f, 1.0f)) - 0.63184f) : 1.1298f * pow(max(t * 10.0f - 60.0f, 0.1f), -0.0755f);
    c.b = t >= 6.6f ? 1.0f : (t <= 1.9f ? 0.0f : saturate(0.54320f * log(max(t * 10.0f - 10.0f, 1.0f)) - 1.19625f));
    return c * Pow4(t * 0.3f);
}

struct Dda
{
    int3 cell;
    int3 step;
    float3 next;
    float3 delta;

    void Start(float3 origin, float3 direction, float3 inverse)
    {
        cell = clamp(int3(floor(origin)), 0, brickCount - 1);
        step = int3(sign(direction));
        float3 towards = float3(cell) + select(direction > 0.0f, 1.0f.xxx, 0.0f.xxx) - origin;
        next = select(direction != 0.0f, towards * inverse, FLOAT_LARGE.xxx);
        delta = abs(inverse);
    }
    float Advance()
    {
        float t;
        if (next.x < next.y && next.x < next.z)
        {
            t = next.x;
            next.x += delta.x;
            cell.x += step.x;
        }
        else if (next.y < next.z)
        {
            t = next.y;
            next.y += delta.y;
            cell.y += step.y;
        }
        else
        {
            t = next.z;
            next.z += delta.z;
            cell.z += step.z;
        }
        return t;
    }
    bool Inside() { return all(cell >= 0) && all(cell < brickCount); }
};

float4 PSSmoke(BoxVaryings p) : SV_Target
{
    float3 eye = float3(0.0f, 0.0f, -2.0f) + View.cameraPosition * 0.1f;
    float3 d = normalize(p.world - eye);
    float3 inverse = 1.0f / select(abs(d) < 1e-5f, 1e-5f.xxx, d);
    float2 span = IntersectBox(eye, inverse, boxMin, boxMax);
    span.x = max(span.x, 0.0f);
    float scene = View.LinearDepth(DepthTexture.Load(int3(int2(p.clip.xy) & 15, 0))) * 0.2f + 2.0f;
    span.y = min(span.y, scene);
    if (span.y <= span.x) discard;
    float3 extent = boxMax - boxMin;
    float3 toBricks = float3(brickCount) / extent;
    float3 start = (eye + d * span.x - boxMin) * toBricks;
    float3 direction = d * toBricks;
    Dda dda;
    dda.Start(start, direction, 1.0f / select(abs(direction) < 1e-5f, 1e-5f.xxx, direction));

    float3 l = SafeNormalize(lightDirection);
    float c = dot(d, l);
    float g = phase * 0.6f;
    float hg = (1.0f - g * g) / (4.0f * PI * pow(max(1.0f + g * g - 2.0f * g * c, 1e-2f), 1.5f));
    float3 color = 0.0f;
    float transmittance = 1.0f;
    float t = span.x;
    [loop] for (uint i = 0u; i < 24u && dda.Inside() && t < span.y; ++i)
    {
        Brick brick = Bricks[uint((dda.cell.z * brickCount.y + dda.cell.y) * brickCount.x + dda.cell.x)];
        float exit = min(span.x + dda.Advance(), span.y);
        if (brick.occupancy == 0u)
        {
            t = exit;
            continue;
        }
        float step = 0.05f + 0.1f * stepScale / max(brick.highest, 0.25f);
        [loop] for (; t < exit; t += step)
        {
            float3 uvw = (eye + d * t - boxMin) / extent;
            float4 s = Grid.SampleLevel(LinearClamp, uvw, 0.0f);
            float sigma = s.x * extinction * 4.0f;
            float shadow = 1.0f;
#if SHADOWS
            shadow = lerp(1.0f, exp(-ShadowGrid.SampleLevel(LinearClamp, uvw + l * 0.05f, 0.0f) * 4.0f), shadowStrength);
#endif
            float3 source = scatterColor * lightColor * hg * shadow * sigma;
#if EMISSION
            float kelvin = lerp(brick.temperatureRange.x, brick.temperatureRange.y, s.y) * temperatureScale * 3000.0f;
            source += Blackbody(kelvin) * s.y;
#endif
            float through = exp(-sigma * step);
            color += transmittance * source * (sigma > 1e-4f ? (1.0f - through) / sigma : step);
            transmittance *= through;
        }
        if (transmittance < 0.02f) break;
    }
    return float4(color, 1.0f - transmittance);
}
