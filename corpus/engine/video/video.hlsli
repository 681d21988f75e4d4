// Pictures of video: planes, matrices, blocks.
#ifndef VIDEO_VIDEO_HLSLI
#define VIDEO_VIDEO_HLSLI

#include "../kernel/config.hlsli"
#include "../kernel/color.hlsli"
#include "../kernel/packing.hlsli"

struct VideoConstants
{
    int2 size;
    uint matrixKind;
    uint flags;
    float2 range;
    uint field;
    int searchRange;
    float lambda;
    float threshold;
    uint quantiser;
    uint frame;
};

#define VIDEO_FULL_RANGE 1u
#define VIDEO_TEN_BITS 2u

struct YuvMatrix
{
    float kr, kb;

    static YuvMatrix Of(uint kind)
    {
        YuvMatrix m;
        switch (kind)
        {
        case 0: m.kr = 0.299; m.kb = 0.114; break;
        case 1: m.kr = 0.2126; m.kb = 0.0722; break;
        default: m.kr = 0.2627; m.kb = 0.0593; break;
        }
        return m;
    }
    float3 ToRgb(float3 yuv)
    {
        const float kg = 1 - kr - kb;
        const float r = yuv.x + 2 * (1 - kr) * yuv.z, b = yuv.x + 2 * (1 - kb) * yuv.y;
        return float3(r, (yuv.x - kr * r - kb * b) / kg, b);
    }
    float3 FromRgb(float3 c)
    {
        const float y = dot(c, float3(kr, 1 - kr - kb, kb));
        return float3(y, (c.b - y) / (2 * (1 - kb)), (c.r - y) / (2 * (1 - kr)));
    }
};

float3 ExpandRange(float3 code, uint flags)
{
    if (flags & VIDEO_FULL_RANGE)
        return code - float3(0, 0.5, 0.5);
    const float scale = flags & VIDEO_TEN_BITS ? 1023.0 / 4 : 255.0;
    return (code * scale - float3(16, 128, 128)) / float3(219, 224, 224);
}
float3 CompressRange(float3 yuv, uint flags)
{
    if (flags & VIDEO_FULL_RANGE)
        return yuv + float3(0, 0.5, 0.5);
    return (yuv * float3(219, 224, 224) + float3(16, 128, 128)) / 255;
}

#endif
