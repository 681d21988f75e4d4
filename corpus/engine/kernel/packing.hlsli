// Normals, colours and small numbers in words.
#ifndef KERNEL_PACKING_HLSLI
#define KERNEL_PACKING_HLSLI

#include "math.hlsli"

float2 SignNotZero(float2 v) { return select(v >= 0, float2(1, 1), float2(-1, -1)); }

float2 OctEncode(float3 n)
{
    const float2 p = n.xy * (1.0 / (abs(n.x) + abs(n.y) + abs(n.z)));
    return n.z <= 0 ? (1 - abs(p.yx)) * SignNotZero(p) : p;
}

float3 OctDecode(float2 e)
{
    float3 n = float3(e, 1 - abs(e.x) - abs(e.y));
    const float t = saturate(-n.z);
    n.xy -= SignNotZero(n.xy) * t;
    return normalize(n);
}

uint PackSnorm16(float2 v)
{
    const int2 i = int2(round(clamp(v, -1, 1) * 32767.0));
    return (uint(i.x) & 0xffff) | (uint(i.y) << 16);
}
float2 UnpackSnorm16(uint p) { return max(float2(int(p << 16) >> 16, int(p) >> 16) / 32767.0, -1); }

uint PackUnorm16(float2 v)
{
    const uint2 i = uint2(saturate(v) * 65535.0 + 0.5);
    return i.x | (i.y << 16);
}
float2 UnpackUnorm16(uint p) { return float2(p & 0xffff, p >> 16) / 65535.0; }

uint PackUnorm8(float4 v)
{
    const uint4 i = uint4(saturate(v) * 255.0 + 0.5);
    return i.x | (i.y << 8) | (i.z << 16) | (i.w << 24);
}
float4 UnpackUnorm8(uint p) { return float4(p & 0xff, (p >> 8) & 0xff, (p >> 16) & 0xff, p >> 24) / 255.0; }

uint PackHalf2(float2 v) { return f32tof16(v.x) | (f32tof16(v.y) << 16); }
float2 UnpackHalf2(uint p) { return float2(f16tof32(p), f16tof32(p >> 16)); }
uint2 PackHalf4(float4 v) { return uint2(PackHalf2(v.xy), PackHalf2(v.zw)); }
float4 UnpackHalf4(uint2 p) { return float4(UnpackHalf2(p.x), UnpackHalf2(p.y)); }

uint PackNormal(float3 n) { return PackSnorm16(OctEncode(n)); }
float3 UnpackNormal(uint p) { return OctDecode(UnpackSnorm16(p)); }

/// Shared exponent: 9 bits of mantissa for each of three numbers, 5 of exponent.
uint PackRgb9e5(float3 c)
{
    const float limit = 65408.0;
    c = clamp(c, 0, limit);
    const float largest = max(MaxComponent(c), 1e-9);
    int exponent = max(-16, int(floor(log2(largest)))) + 16;
    float scale = exp2(float(exponent - 24));
    if (uint(largest / scale + 0.5) == 512)
    {
        scale *= 2;
        exponent++;
    }
    const uint3 m = uint3(c / scale + 0.5);
    return m.x | (m.y << 9) | (m.z << 18) | (uint(exponent) << 27);
}
float3 UnpackRgb9e5(uint p)
{
    const float scale = exp2(float(p >> 27) - 24);
    return float3(p & 0x1ff, (p >> 9) & 0x1ff, (p >> 18) & 0x1ff) * scale;
}

uint PackR11G11B10(float3 c)
{
    const uint3 h = f32tof16(max(c, 0));
    return ((h.x >> 4) & 0x7ff) | (((h.y >> 4) & 0x7ff) << 11) | (((h.z >> 5) & 0x3ff) << 22);
}
float3 UnpackR11G11B10(uint p)
{
    return f16tof32(uint3((p << 4) & 0x7ff0, (p >> 7) & 0x7ff0, (p >> 17) & 0x7fe0));
}

uint Part1By1(uint x)
{
    x &= 0xffff;
    x = (x | (x << 8)) & 0x00ff00ff;
    x = (x | (x << 4)) & 0x0f0f0f0f;
    x = (x | (x << 2)) & 0x33333333;
    return (x | (x << 1)) & 0x55555555;
}
uint Compact1By1(uint x)
{
    x &= 0x55555555;
    x = (x | (x >> 1)) & 0x33333333;
    x = (x | (x >> 2)) & 0x0f0f0f0f;
    x = (x | (x >> 4)) & 0x00ff00ff;
    return (x | (x >> 8)) & 0x0000ffff;
}
uint Morton2(uint2 p) { return Part1By1(p.x) | (Part1By1(p.y) << 1); }
uint2 UnMorton2(uint m) { return uint2(Compact1By1(m), Compact1By1(m >> 1)); }

uint Part1By2(uint x)
{
    x &= 0x3ff;
    x = (x | (x << 16)) & 0x030000ff;
    x = (x | (x << 8)) & 0x0300f00f;
    x = (x | (x << 4)) & 0x030c30c3;
    return (x | (x << 2)) & 0x09249249;
}
uint Morton3(uint3 p) { return Part1By2(p.x) | (Part1By2(p.y) << 1) | (Part1By2(p.z) << 2); }

#endif
