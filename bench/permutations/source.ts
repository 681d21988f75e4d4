// A shader as engines have them: about 2,000 lines in eight files, and five axes that choose what of it runs. For npm run permutations.
// Much of it is alike on purpose (filters of every size, noise of every octave): so are the libraries of headers that such shaders include.

const lines = (count: number, first: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(first + i)).join('\n')

const COMMON = `#ifndef COMMON_HLSLI
#define COMMON_HLSLI
static const float PI = 3.14159265;
static const float INV_PI = 0.31830988;
static const float EPSILON = 1e-5;
#define MAX_LIGHTS 16
#define SQUARE(x) ((x) * (x))
#define LERP3(a, b, c, t) ((t) < 0.5 ? lerp(a, b, (t) * 2) : lerp(b, c, (t) * 2 - 1))
struct Light { float3 position; float range; float3 colour; uint kind; float3 direction; float cone; };
struct Surface { float3 position; float3 normal; float3 view; float3 albedo; float roughness; float metalness; float occlusion; float3 emission; float depth; };
cbuffer Frame : register(b0) { float4x4 viewProjection; float4x4 shadowMatrix[4]; float4 cascadeEnds; float3 eye; float time; float3 fogColour; float fogDensity; float3 sunDirection; float exposure; float3 sunColour; uint lightCount; float2 screenSize; float2 jitter; };
cbuffer MaterialBlock : register(b1) { float4 tint; float roughnessScale; float metalnessScale; float normalScale; float heightScale; float2 detailTiling; float alphaCutoff; float emissionScale; };
StructuredBuffer<Light> lights : register(t0);
Texture2D<float4> albedoMap : register(t1);
Texture2D<float4> normalMap : register(t2);
Texture2D<float4> surfaceMap : register(t3);
Texture2D<float4> detailMap : register(t4);
Texture2DArray<float> shadowMap : register(t5);
TextureCube<float4> environment : register(t6);
Texture2D<float4> blueNoise : register(t7);
SamplerState linearWrap : register(s0);
SamplerState pointClamp : register(s1);
SamplerComparisonState shadowSampler : register(s2);
float luminance(float3 c) { return dot(c, float3(0.2126, 0.7152, 0.0722)); }
float safeSqrt(float x) { return sqrt(max(x, 0)); }
float pow5(float x) { float y = x * x; return y * y * x; }
float remap(float x, float a, float b, float c, float d) { return c + saturate((x - a) / (b - a)) * (d - c); }
float3 perpendicular(float3 n)
{
  float3 a = abs(n);
  float3 up = a.x < a.y ? (a.x < a.z ? float3(1, 0, 0) : float3(0, 0, 1)) : (a.y < a.z ? float3(0, 1, 0) : float3(0, 0, 1));
  return normalize(cross(n, up));
}
float3x3 basis(float3 n)
{
  float3 t = perpendicular(n);
  return float3x3(t, cross(n, t), n);
}
#endif
`

const NOISE = `#pragma once
#include "common.hlsli"
uint hash1(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
uint hash2(uint2 v) { return hash1(v.x ^ hash1(v.y)); }
uint hash3(uint3 v) { return hash1(v.x ^ hash1(v.y ^ hash1(v.z))); }
float unit(uint h) { return float(h >> 8) * (1.0 / 16777216.0); }
${lines(
  8,
  1,
  o => `float valueNoise${o}(float3 p)
{
  float sum = 0;
  float weight = 0.5;
  [unroll]
  for (int octave = 0; octave < ${o}; octave++)
  {
    float3 cell = floor(p);
    float3 f = p - cell;
    float3 w = f * f * (3 - 2 * f);
    uint3 c = asuint(int3(cell));
    float x00 = lerp(unit(hash3(c)), unit(hash3(c + uint3(1, 0, 0))), w.x);
    float x10 = lerp(unit(hash3(c + uint3(0, 1, 0))), unit(hash3(c + uint3(1, 1, 0))), w.x);
    float x01 = lerp(unit(hash3(c + uint3(0, 0, 1))), unit(hash3(c + uint3(1, 0, 1))), w.x);
    float x11 = lerp(unit(hash3(c + uint3(0, 1, 1))), unit(hash3(c + uint3(1, 1, 1))), w.x);
    sum += weight * lerp(lerp(x00, x10, w.y), lerp(x01, x11, w.y), w.z);
    weight *= 0.5;
    p = p * 2.03 + float3(17.1, 3.7, ${o}.9);
  }
  return sum;
}
float ridgedNoise${o}(float2 p)
{
  float sum = 0;
  float weight = 0.5;
  for (int octave = 0; octave < ${o}; octave++)
  {
    float2 cell = floor(p);
    float2 f = p - cell;
    float2 w = f * f * f * (f * (f * 6 - 15) + 10);
    uint2 c = asuint(int2(cell));
    float a = unit(hash2(c));
    float b = unit(hash2(c + uint2(1, 0)));
    float d = unit(hash2(c + uint2(0, 1)));
    float e = unit(hash2(c + uint2(1, 1)));
    float n = lerp(lerp(a, b, w.x), lerp(d, e, w.x), w.y);
    sum += weight * SQUARE(1 - abs(2 * n - 1));
    weight *= 0.45 + 0.01 * ${o};
    p = mul(float2x2(0.8, -0.6, 0.6, 0.8), p) * 2.1;
  }
  return sum;
}`,
)}
`

const COLOUR = `#pragma once
#include "common.hlsli"
float3 toLinear(float3 c) { return select(c <= 0.04045, c / 12.92, pow((c + 0.055) / 1.055, 2.4)); }
float3 toSrgb(float3 c) { return select(c <= 0.0031308, c * 12.92, 1.055 * pow(max(c, 0), 1 / 2.4) - 0.055); }
float3 reinhard(float3 c) { return c / (1 + luminance(c)); }
float3 hableCurve(float3 x) { return ((x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06)) - 0.0667; }
float3 hable(float3 c) { return hableCurve(c * 2) / hableCurve(11.2); }
float3 aces(float3 c)
{
  float3x3 into = float3x3(0.59719, 0.35458, 0.04823, 0.07600, 0.90834, 0.01566, 0.02840, 0.13383, 0.83777);
  float3x3 out_ = float3x3(1.60475, -0.53108, -0.07367, -0.10208, 1.10813, -0.00605, -0.00327, -0.07276, 1.07602);
  float3 v = mul(into, c);
  float3 a = v * (v + 0.0245786) - 0.000090537;
  float3 b = v * (0.983729 * v + 0.4329510) + 0.238081;
  return saturate(mul(out_, a / b));
}
float3 hsvToRgb(float3 c)
{
  float3 p = abs(frac(c.xxx + float3(1, 2.0 / 3, 1.0 / 3)) * 6 - 3);
  return c.z * lerp(1, saturate(p - 1), c.y);
}
float3 perceptualQuantizer(float3 c)
{
  float3 y = pow(max(c / 10000, 0), 0.1593017578);
  return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375);
}
${lines(
  12,
  1,
  n => `float3 grade${n}(float3 c, float amount)
{
  float grey = luminance(c);
  float3 lifted = c + ${(n / 100).toFixed(2)} * (1 - c);
  float3 gained = lifted * float3(${(1 + n / 40).toFixed(3)}, 1, ${(1 - n / 50).toFixed(3)});
  float3 curved = pow(max(gained, EPSILON), ${(1 + n / 30).toFixed(3)});
  float contrast = remap(grey, 0, 1, ${(0.9 - n / 60).toFixed(3)}, ${(1.1 + n / 60).toFixed(3)});
  float3 saturated = lerp(grey.xxx, curved, contrast);
  if (amount > 0.5)
    saturated = lerp(saturated, hsvToRgb(float3(frac(grey * ${n}), 0.2, grey)), amount - 0.5);
  return lerp(c, saturated, amount);
}`,
)}
#if TONEMAP == 1
float3 toneMap(float3 c) { return reinhard(c * exposure); }
#elif TONEMAP == 2
float3 toneMap(float3 c) { return hable(c * exposure); }
#elif TONEMAP == 3
float3 toneMap(float3 c) { return aces(c * exposure); }
#else
float3 toneMap(float3 c) { return saturate(c * exposure); }
#endif
`

const BRDF = `#pragma once
#include "common.hlsli"
struct Angles { float nl; float nv; float nh; float vh; float lh; };
Angles anglesOf(Surface s, float3 l)
{
  float3 h = normalize(l + s.view);
  Angles a;
  a.nl = saturate(dot(s.normal, l));
  a.nv = saturate(dot(s.normal, s.view)) + EPSILON;
  a.nh = saturate(dot(s.normal, h));
  a.vh = saturate(dot(s.view, h));
  a.lh = saturate(dot(l, h));
  return a;
}
float ggxDistribution(float nh, float alpha) { float a2 = alpha * alpha; float d = nh * nh * (a2 - 1) + 1; return a2 / (PI * d * d + EPSILON); }
float beckmannDistribution(float nh, float alpha) { float c2 = nh * nh + EPSILON; float a2 = alpha * alpha; return exp((c2 - 1) / (a2 * c2)) / (PI * a2 * c2 * c2); }
float charlieDistribution(float nh, float alpha) { float inverse = 1 / max(alpha, 0.05); float s = safeSqrt(1 - nh * nh); return (2 + inverse) * pow(s, inverse) * 0.5 * INV_PI; }
float smithVisibility(float nl, float nv, float alpha) { float a2 = alpha * alpha; float l = nv * safeSqrt(nl * nl * (1 - a2) + a2); float v = nl * safeSqrt(nv * nv * (1 - a2) + a2); return 0.5 / (l + v + EPSILON); }
float neubeltVisibility(float nl, float nv) { return 1 / (4 * (nl + nv - nl * nv) + EPSILON); }
float3 schlick(float3 f0, float vh) { return f0 + (1 - f0) * pow5(1 - vh); }
float3 lambert(Surface s) { return s.albedo * (1 - s.metalness) * INV_PI; }
float burley(Surface s, Angles a)
{
  float f90 = 0.5 + 2 * a.lh * a.lh * s.roughness;
  return (1 + (f90 - 1) * pow5(1 - a.nl)) * (1 + (f90 - 1) * pow5(1 - a.nv)) * INV_PI;
}
float3 orenNayar(Surface s, Angles a, float3 l)
{
  float sigma2 = SQUARE(s.roughness);
  float x = 1 - 0.5 * sigma2 / (sigma2 + 0.33);
  float y = 0.45 * sigma2 / (sigma2 + 0.09);
  float gamma = dot(s.view - s.normal * a.nv, l - s.normal * a.nl);
  float angle = max(acos(min(a.nl, 0.999)), acos(min(a.nv, 0.999)));
  return lambert(s) * (x + y * max(gamma, 0) * sin(angle) * tan(min(angle, 1.5)));
}
${lines(
  14,
  1,
  n => `float3 layer${n}(Surface s, Angles a, float strength)
{
  float alpha = max(SQUARE(s.roughness * ${(1 - n / 40).toFixed(3)}), 0.002);
  float d = ${n % 2 ? 'ggxDistribution' : 'beckmannDistribution'}(a.nh, alpha);
  float v = ${n % 3 ? 'smithVisibility(a.nl, a.nv, alpha)' : 'neubeltVisibility(a.nl, a.nv)'};
  float3 f0 = lerp(0.0${n % 10}, s.albedo, s.metalness);
  float3 f = schlick(f0, a.vh);
  float absorbed = exp(-${(n / 10).toFixed(1)} * strength / a.nv);
  float3 result = d * v * f * absorbed;
  if (strength > ${(n / 20).toFixed(2)})
    result += lambert(s) * (1 - f) * (1 - absorbed);
  return result * a.nl;
}`,
)}
#if SHADING == 1
float3 shade(Surface s, float3 l) { return lambert(s) * saturate(dot(s.normal, l)); }
#elif SHADING == 2
float3 shade(Surface s, float3 l)
{
  Angles a = anglesOf(s, l);
  float power = exp2(10 * (1 - s.roughness) + 1);
  return (lambert(s) + lerp(0.04, s.albedo, s.metalness) * (power + 8) / (8 * PI) * pow(a.nh, power)) * a.nl;
}
#elif SHADING == 3
float3 shade(Surface s, float3 l)
{
  Angles a = anglesOf(s, l);
  float alpha = max(SQUARE(s.roughness), 0.002);
  float3 f = schlick(lerp(0.04, s.albedo, s.metalness), a.vh);
  float3 specular = ggxDistribution(a.nh, alpha) * smithVisibility(a.nl, a.nv, alpha) * f;
  return (s.albedo * (1 - s.metalness) * burley(s, a) * (1 - f) + specular) * a.nl + layer3(s, a, 0.25) + layer7(s, a, 0.1);
}
#elif SHADING == 4
float3 shade(Surface s, float3 l)
{
  Angles a = anglesOf(s, l);
  float sheen = charlieDistribution(a.nh, s.roughness) * neubeltVisibility(a.nl, a.nv);
  return (orenNayar(s, a, l) + sheen * sqrt(s.albedo)) * a.nl + layer5(s, a, 0.4);
}
#endif
`

const SHADOWS = `#pragma once
#include "common.hlsli"
#include "noise.hlsli"
uint cascadeOf(float depth) { return depth < cascadeEnds.x ? 0 : depth < cascadeEnds.y ? 1 : depth < cascadeEnds.z ? 2 : 3; }
float3 shadowPosition(float3 p, uint cascade)
{
  float4 q = mul(shadowMatrix[cascade], float4(p, 1));
  return float3(q.xy / q.w * float2(0.5, -0.5) + 0.5, q.z / q.w);
}
float tap(float3 p, uint cascade, float2 offset, float bias) { return shadowMap.SampleCmpLevelZero(shadowSampler, float3(p.xy + offset, cascade), p.z - bias); }
static const float2 POISSON[16] = {
${lines(16, 0, i => `  float2(${Math.sin(i * 2.4).toFixed(4)}, ${Math.cos(i * 1.7).toFixed(4)}) * ${((i + 1) / 16).toFixed(4)},`)}
};
${lines(
  9,
  1,
  r => `float filter${r}(float3 p, uint cascade, float bias)
{
  float2 texel = ${(1 / (512 * r)).toFixed(6)};
  float sum = 0;
  float total = 0;
  [unroll]
  for (int y = -${Math.min(r, 3)}; y <= ${Math.min(r, 3)}; y++)
  {
    [unroll]
    for (int x = -${Math.min(r, 3)}; x <= ${Math.min(r, 3)}; x++)
    {
      float weight = exp(-float(x * x + y * y) / ${(r * 1.5).toFixed(1)});
      sum += weight * tap(p, cascade, float2(x, y) * texel, bias);
      total += weight;
    }
  }
  return sum / total;
}
float rotated${r}(float3 p, uint cascade, float2 pixel, float radius)
{
  float angle = unit(hash2(uint2(pixel))) * 2 * PI;
  float2x2 rotation = float2x2(cos(angle), -sin(angle), sin(angle), cos(angle));
  float sum = 0;
  for (int i = 0; i < ${r + 4}; i++)
    sum += tap(p, cascade, mul(rotation, POISSON[i]) * radius, 0.00${r});
  return sum / ${r + 4};
}`,
)}
float blockerDepth(float3 p, uint cascade, float radius)
{
  float sum = 0;
  float count = 0;
  for (int i = 0; i < 16; i++)
  {
    float depth = shadowMap.SampleLevel(pointClamp, float3(p.xy + POISSON[i] * radius, cascade), 0);
    if (depth < p.z) { sum += depth; count++; }
  }
  return count > 0 ? sum / count : -1;
}
#if SHADOWS == 0
float shadow(Surface s, float2 pixel) { return 1; }
#elif SHADOWS == 1
float shadow(Surface s, float2 pixel) { uint c = cascadeOf(s.depth); return tap(shadowPosition(s.position, c), c, 0, 0.001); }
#elif SHADOWS == 2
float shadow(Surface s, float2 pixel) { uint c = cascadeOf(s.depth); return filter2(shadowPosition(s.position, c), c, 0.001); }
#elif SHADOWS == 3
float shadow(Surface s, float2 pixel) { uint c = cascadeOf(s.depth); return rotated8(shadowPosition(s.position, c), c, pixel, 0.004); }
#else
float shadow(Surface s, float2 pixel)
{
  uint c = cascadeOf(s.depth);
  float3 p = shadowPosition(s.position, c);
  float blocker = blockerDepth(p, c, 0.01);
  return blocker < 0 ? 1 : rotated9(p, c, pixel, clamp((p.z - blocker) / blocker * 0.1, 0.0005, 0.02));
}
#endif
`

const MATERIAL = `#pragma once
#include "common.hlsli"
#include "noise.hlsli"
struct Vertex { float3 position : POSITION; float3 normal : NORMAL; float4 tangent : TANGENT; float2 uv : TEXCOORD0; uint4 bones : BONES; float4 weights : WEIGHTS; };
StructuredBuffer<float3x4> skin : register(t8);
struct Varyings { float4 position : SV_Position; float3 world : WORLD; float3 normal : NORMAL; float4 tangent : TANGENT; float2 uv : TEXCOORD0; };
float3 unpackNormal(float2 xy, float scale) { float2 n = (xy * 2 - 1) * scale; return float3(n, safeSqrt(1 - dot(n, n))); }
float3 blendNormals(float3 a, float3 b) { return normalize(float3(a.xy + b.xy, a.z * b.z)); }
${lines(
  16,
  1,
  n => `float3 pattern${n}(float2 uv, float3 base)
{
  float2 tiled = uv * ${n} + float2(0.1, 0.2) * ${n};
  float2 cell = floor(tiled);
  float2 f = frac(tiled) - 0.5;
  float variation = unit(hash2(uint2(int2(cell)) + ${n}u));
  float edge = smoothstep(0.5, 0.4${n % 10}, max(abs(f.x), abs(f.y)));
  float grain = ridgedNoise${1 + (n % 8)}(tiled * 3);
  float3 worn = LERP3(base, base * 0.7, base * base, grain);
  switch (uint(variation * 4))
  {
    case 0: worn *= 0.9; break;
    case 1: worn = lerp(worn, worn.yzx, 0.1); break;
    case 2: worn += 0.02 * edge; break;
    default: worn = saturate(worn - 0.01); break;
  }
  return lerp(base * 0.5, worn, edge);
}
float2 parallax${n}(float2 uv, float3 view, float height)
{
  float layers = lerp(${8 + n}, ${4 + n}, abs(view.z));
  float2 shift = view.xy / max(view.z, 0.1) * height / layers;
  float current = 0;
  float sampled = surfaceMap.SampleLevel(linearWrap, uv, 0).a;
  [loop]
  for (int i = 0; i < ${8 + n} && current < sampled; i++)
  {
    uv -= shift;
    sampled = surfaceMap.SampleLevel(linearWrap, uv, 0).a;
    current += 1 / layers;
  }
  return uv;
}`,
)}
Surface surfaceOf(Varyings v)
{
  float3 view = normalize(eye - v.world);
  float3x3 frame = float3x3(normalize(v.tangent.xyz), normalize(cross(v.normal, v.tangent.xyz)) * v.tangent.w, normalize(v.normal));
  float2 uv = parallax4(v.uv, mul(frame, view), heightScale);
  float4 albedo = albedoMap.Sample(linearWrap, uv) * tint;
  if (albedo.a < alphaCutoff) discard;
  float4 packed = surfaceMap.Sample(linearWrap, uv);
  float3 n = unpackNormal(normalMap.Sample(linearWrap, uv).xy, normalScale);
  n = blendNormals(n, unpackNormal(detailMap.Sample(linearWrap, uv * detailTiling).xy, 0.5));
  Surface s;
  s.position = v.world;
  s.normal = normalize(mul(n, frame));
  s.view = view;
  s.albedo = pattern3(uv, albedo.rgb);
  s.roughness = saturate(packed.r * roughnessScale);
  s.metalness = saturate(packed.g * metalnessScale);
  s.occlusion = packed.b;
  s.emission = albedo.rgb * emissionScale;
  s.depth = v.position.w;
  return s;
}
`

const LIGHTS = `#pragma once
#include "common.hlsli"
#include "noise.hlsli"
${lines(
  10,
  1,
  n => `float attenuation${n}(Light light, float3 toLight)
{
  float distance2 = dot(toLight, toLight);
  float ratio = distance2 / SQUARE(light.range);
  float window = SQUARE(saturate(1 - ratio * ratio));
  float falloff = window / (distance2 + ${(n / 10).toFixed(1)});
  float flicker = 1 - 0.0${n % 10} * valueNoise${1 + (n % 8)}(float3(time * ${n}, light.position.xy));
  if (light.kind == ${n % 3})
  {
    float cosine = dot(normalize(-toLight), light.direction);
    falloff *= smoothstep(light.cone, light.cone + 0.${n % 10}1, cosine);
  }
  return falloff * flicker;
}
float3 fog${n}(float3 colour, float3 world, float3 view, float depth)
{
  float height = world.y * 0.0${n % 10}5;
  float amount = 1 - exp(-fogDensity * depth * exp(-height));
  float glow = pow(saturate(dot(-view, sunDirection)), ${4 + n});
  float3 tinted = lerp(fogColour, sunColour, glow * ${(n / 20).toFixed(2)});
  float swirl = valueNoise${1 + (n % 8)}(world * 0.1 + time * 0.0${n % 10});
  return lerp(colour, tinted, saturate(amount * (0.8 + 0.4 * swirl)));
}`,
)}
`

const MAIN = `// An uber-shader: SHADING, SHADOWS, TONEMAP and VIEW choose what a pixel gets, SKINNED what a vertex does.
#include "common.hlsli"
#include "noise.hlsli"
#include "colour.hlsli"
#include "brdf.hlsli"
#include "shadows.hlsli"
#include "material.hlsli"
#include "lights.hlsli"
#ifndef VIEW
#define VIEW 0
#endif
float3 ambient(Surface s)
{
  float3 reflected = reflect(-s.view, s.normal);
  float3 diffuse = environment.SampleLevel(linearWrap, s.normal, 6).rgb * s.albedo;
  float3 specular = environment.SampleLevel(linearWrap, reflected, s.roughness * 6).rgb;
  return (diffuse * (1 - s.metalness) + specular * 0.04) * s.occlusion;
}
#if SHADING > 0
float3 lit(Surface s, float2 pixel)
{
  float3 sum = shade(s, -sunDirection) * sunColour * shadow(s, pixel);
  for (uint i = 0; i < min(lightCount, MAX_LIGHTS); i++)
  {
    Light light = lights[i];
    float3 toLight = light.position - s.position;
    sum += shade(s, normalize(toLight)) * light.colour * attenuation3(light, toLight);
  }
  return sum + ambient(s);
}
#else
float3 lit(Surface s, float2 pixel) { return s.albedo; }
#endif
Varyings vertex(Vertex v)
{
#if SKINNED
  float3x4 bone = skin[v.bones.x] * v.weights.x + skin[v.bones.y] * v.weights.y + skin[v.bones.z] * v.weights.z + skin[v.bones.w] * v.weights.w;
  float3 world = mul(bone, float4(v.position, 1));
  float3 normal = mul((float3x3)bone, v.normal);
#else
  float3 world = v.position;
  float3 normal = v.normal;
#endif
  Varyings o;
  o.position = mul(viewProjection, float4(world, 1));
  o.world = world;
  o.normal = normal;
  o.tangent = v.tangent;
  o.uv = v.uv;
  return o;
}
float4 main(Varyings v) : SV_Target
{
  Surface s = surfaceOf(v);
#if VIEW == 1
  return float4(s.albedo, 1);
#elif VIEW == 2
  return float4(s.normal * 0.5 + 0.5, 1);
#elif VIEW == 3
  return float4(s.roughness, s.metalness, s.occlusion, 1);
#elif VIEW == 4
  return float4(frac(s.depth).xxx, 1);
#else
  float3 colour = lit(s, v.position.xy) + s.emission;
  colour = fog2(colour, s.position, s.view, s.depth);
  float dither = blueNoise.SampleLevel(pointClamp, v.position.xy / 64, 0).x;
  return float4(toSrgb(grade2(toneMap(colour), 0.7)) + (dither - 0.5) / 255, 1);
#endif
}
`

/** The files by name; main.hlsl is the source. */
export const FILES: ReadonlyMap<string, string> = new Map([
  ['main.hlsl', MAIN],
  ['common.hlsli', COMMON],
  ['noise.hlsli', NOISE],
  ['colour.hlsli', COLOUR],
  ['brdf.hlsli', BRDF],
  ['shadows.hlsli', SHADOWS],
  ['material.hlsli', MATERIAL],
  ['lights.hlsli', LIGHTS],
])

/**
 * 500 permutations. A debug view has no lighting, without lighting there are no shadows, and skinning is the vertex shader's: as usual with one
 * set of axes for all stages, many pixel shaders are the same.
 */
export const AXES = {
  SHADING: [0, 1, 2, 3, 4],
  SHADOWS: [0, 1, 2, 3, 4],
  TONEMAP: [0, 3],
  VIEW: [0, 1, 2, 3, 4],
  SKINNED: [0, 1],
} as const

/** Every choice of the axes, the last one changing first. */
export function choices(): readonly { readonly [name: string]: number }[] {
  let found: { readonly [name: string]: number }[] = [{}]
  for (const [name, values] of Object.entries(AXES))
    found = found.flatMap(choice => values.map(value => ({ ...choice, [name]: value })))
  return found
}
