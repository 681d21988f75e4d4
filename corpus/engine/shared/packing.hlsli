// Encodings of normals, colours and small numbers in words.
#ifndef ENGINE_PACKING_HLSLI
#define ENGINE_PACKING_HLSLI

#include "math.hlsli"

float2 SignNotZero(float2 v) { return float2(v.x >= 0.0f ? 1.0f : -1.0f, v.y >= 0.0f ? 1.0f : -1.0f); }

float2 EncodeOctahedral(float3 n)
{
    float2 p = n.xy / (abs(n.x) + abs(n.y) + abs(n.z));
    return n.z >= 0.0f ? p : (1.0f - abs(p.yx)) * SignNotZero(p);
}

float3 DecodeOctahedral(float2 e)
{
    float3 n = float3(e, 1.0f - abs(e.x) - abs(e.y));
    float t = saturate(-n.z);
    n.x += n.x >= 0.0f ? -t : t;
    n.y += n.y >= 0.0f ? -t : t;
    return normalize(n);
}

uint PackUnorm(float v, uint bits)
{
    uint most = (1u << bits) - 1u;
    return uint(saturate(v) * float(most) + 0.5f);
}
float UnpackUnorm(uint v, uint offset, uint bits)
{
    uint most = (1u << bits) - 1u;
    return float((v >> offset) & most) / float(most);
}

uint PackRGBA8(float4 c)
{
    uint4 b = uint4(saturate(c) * 255.0f + 0.5f);
    return b.x | (b.y << 8) | (b.z << 16) | (b.w << 24);
}
float4 UnpackRGBA8(uint v)
{
    return float4(v & 0xffu, (v >> 8) & 0xffu, (v >> 16) & 0xffu, v >> 24) * (1.0f / 255.0f);
}

uint PackR11G11B10(float3 c)
{
    uint3 h = f32tof16(max(c, 0.0f));
    return ((h.x >> 4) & 0x7ffu) | (((h.y >> 4) & 0x7ffu) << 11) | (((h.z >> 5) & 0x3ffu) << 22);
}
float3 UnpackR11G11B10(uint v)
{
    return float3(f16tof32((v & 0x7ffu) << 4), f16tof32(((v >> 11) & 0x7ffu) << 4), f16tof32((v >> 22) << 5));
}

uint PackHalf2(float2 v) { return f32tof16(v.x) | (f32tof16(v.y) << 16); }
float2 UnpackHalf2(uint v) { return float2(f16tof32(v & 0xffffu), f16tof32(v >> 16)); }
uint2 PackHalf4(float4 v) { return uint2(PackHalf2(v.xy), PackHalf2(v.zw)); }
float4 UnpackHalf4(uint2 v) { return float4(UnpackHalf2(v.x), UnpackHalf2(v.y)); }

/// Nine bits of mantissa each, one exponent of five bits.
uint PackRGB9E5(float3 c)
{
    c = clamp(c, 0.0f, 65408.0f);
    float most = Max3(c.x, c.y, c.z);
    int exponent = max(-16, int(floor(log2(max(most, 1e-10f))))) + 16;
    float scale = exp2(float(24 - exponent));
    if (uint(most * scale + 0.5f) == 512u)
    {
        exponent++;
        scale *= 0.5f;
    }
    uint3 m = uint3(c * scale + 0.5f);
    return m.x | (m.y << 9) | (m.z << 18) | (uint(exponent) << 27);
}
float3 UnpackRGB9E5(uint v)
{
    float scale = exp2(float(v >> 27) - 24.0f);
    return float3(v & 511u, (v >> 9) & 511u, (v >> 18) & 511u) * scale;
}

uint PackSnorm16x2(float2 v)
{
    int2 i = int2(round(clamp(v, -1.0f, 1.0f) * 32767.0f));
    return (uint(i.x) & 0xffffu) | (uint(i.y) << 16);
}
float2 UnpackSnorm16x2(uint v)
{
    int2 i = int2(int(v << 16) >> 16, int(v) >> 16);
    return max(float2(i) * (1.0f / 32767.0f), -1.0f);
}

#endif
