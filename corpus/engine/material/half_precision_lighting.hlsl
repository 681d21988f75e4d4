// dxilkit-corpus
// Lighting for phones: minimum precision or native halves by one switch, bit fields of 16 bits, packed lights.
// args: -T vs_6_0 -E VSFull
// args: -T ps_6_0 -E PSLit
// args: -T ps_6_0 -E PSLit -D SHEEN=1
// args: -T ps_6_2 -E PSLit -D NATIVE=1 -enable-16bit-types
// args: -T ps_6_2 -E PSLit -D NATIVE=1 -D SHEEN=1 -enable-16bit-types
// args: -T cs_6_0 -E CSPackLights
// args: -T cs_6_2 -E CSPackLights -D NATIVE=1 -enable-16bit-types
// set: LightCount 5
#ifndef NATIVE
#define NATIVE 0
#endif
#ifndef SHEEN
#define SHEEN 0
#endif
#if NATIVE
typedef float16_t real;
typedef vector<float16_t, 2> real2;
typedef vector<float16_t, 3> real3;
typedef vector<float16_t, 4> real4;
typedef uint16_t bits;
typedef int16_t whole;
#else
typedef min16float real;
typedef min16float2 real2;
typedef min16float3 real3;
typedef min16float4 real4;
typedef min16uint bits;
typedef min16int whole;
#endif

cbuffer PerFrame : register(b0)
{
    float4 Lights[8];
    float4 Colours[8];
    uint LightCount;
    float Exposure;
    float2 Wind;
    float3 Ambient;
    float Time;
};
Texture2D<float4> Albedo : register(t0);
Texture2D<float4> Surface : register(t1);
SamplerState LinearWrap : register(s0);
StructuredBuffer<float4> Wide : register(t2);
RWStructuredBuffer<uint4> Narrow : register(u0);

struct V2P
{
    float4 clip : SV_Position;
    float3 at : AT;
    real3 normal : NORMAL;
    real2 uv : TEXCOORD;
};

void VSFull(float3 p : POSITION, float3 n : NORMAL, float2 uv : TEXCOORD, out float4 clip : SV_Position, out float3 at : AT, out real3 normal : NORMAL, out real2 coordinate : TEXCOORD)
{
    clip = float4(p.xy, 0.5, 1);
    at = p;
    normal = (real3)normalize(n + 0.01);
    coordinate = (real2)uv;
}

real RealPow5(real x)
{
    const real s = x * x;
    return s * s * x;
}

real DistributionMobile(real NoH, real roughness, real3 n, real3 h)
{
    const real3 c = cross(n, h);
    const real a = NoH * roughness;
    const real k = roughness / max(dot(c, c) + a * a, (real)0.004);
    return min(k * k * (real)0.318, (real)60);
}

real3 Shade(real3 n, real3 v, real3 l, real3 base, real roughness, real metal)
{
    const real3 h = normalize(l + v);
    const real NoL = saturate(dot(n, l)), NoH = saturate(dot(n, h)), LoH = saturate(dot(l, h));
    const real3 f0 = lerp((real3)0.04, base, metal);
    const real d = DistributionMobile(NoH, max(roughness * roughness, (real)0.03), n, h);
    const real vis = (real)0.25 / (LoH * LoH * (roughness + (real)0.5) + (real)0.1);
    real3 r = base * ((real)1 - metal) + d * vis * (f0 + ((real3)1 - f0) * RealPow5((real)1 - LoH));
#if SHEEN
    const real wrap = saturate((dot(n, l) + (real)0.4) / (real)1.4);
    r += base * wrap * ((real)1 - NoH) * (real)0.3;
#endif
    return r * NoL;
}

float4 PSLit(V2P i) : SV_Target
{
    const real4 base = (real4)Albedo.Sample(LinearWrap, (float2)i.uv);
    const real2 rm = (real2)Surface.Sample(LinearWrap, (float2)i.uv).xy;
    const real3 n = normalize(i.normal);
    const real3 v = (real3)normalize(float3(0, 0, 2) - i.at);
    real3 sum = (real3)Ambient * base.rgb;
    for (uint k = 0; k < LightCount; ++k)
    {
        const float3 to = Lights[k].xyz - i.at;
        const float d2 = max(dot(to, to), 0.05);
        const real fall = (real)min(rcp(d2), 8);
        sum += Shade(n, v, (real3)(to * rsqrt(d2)), base.rgb, rm.x, rm.y) * (real3)Colours[k].rgb * fall;
    }
    const bits flags = (bits)(uint)(base.a * (real)15);
    const bits folded = (bits)(((flags << 2) | (flags >> 2)) & 15);
    const whole signedPart = (whole)((whole)folded - (whole)8);
    return float4(saturate((float3)sum * Exposure), (float)signedPart / 16);
}

bits Field(bits v, bits at, bits width) { return (bits)((v >> at) & (((bits)1 << width) - (bits)1)); }

[numthreads(32, 1, 1)]
void CSPackLights(uint i : SV_DispatchThreadID)
{
    const float4 w = Wide[i];
    const bits r = (bits)(saturate(w.x) * 31 + 0.5), g = (bits)(saturate(w.y) * 63 + 0.5), b = (bits)(saturate(w.z) * 31 + 0.5);
    const bits packed = (bits)(r | (bits)(g << 5) | (bits)(b << 11));
    const bits back = (bits)(Field(packed, 0, 5) + Field(packed, 5, 6) + Field(packed, 11, 5));
    whole range = (whole)(w.w * 100) - (whole)50;
    range = range < (whole)0 ? (whole)(-range) : range;
    const uint quotient = (uint)((bits)range / (bits)(r + 1)) & 0xff;
    Narrow[i] = uint4((uint)packed & 0xffff, (uint)back & 0xffff, (uint)(int)range & 0xff, quotient);
}
