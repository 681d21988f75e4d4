// dxilkit-corpus
// Julia set of z^p + c for p = 2..4, smooth colouring by orbit trap; two samples a pixel are averaged.
// args: -T cs_6_0 -E main -D POWER=3
// args: -T cs_6_6 -E main -D POWER=3
// threads: 16 4 1
// binding: cb0 JuliaParams cbuffer NA NA 1
// binding: u0 Image UAV f32 2d 1

#ifndef POWER
#define POWER 2
#endif

struct JuliaInfo
{
    float2 seed;
    float zoom;
    int iterations;
    int2 size;
};
ConstantBuffer<JuliaInfo> JuliaParams : register(b0);
RWTexture2D<float4> Image : register(u0);

static float2 CMul(float2 a, float2 b)
{
    return float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

float2 CPow(float2 z)
{
#if POWER == 2
    return CMul(z, z);
#elif POWER == 3
    return CMul(CMul(z, z), z);
#else
    const float2 s = CMul(z, z);
    return CMul(s, s);
#endif
}

float4 Sample(float2 p)
{
    float2 z = p;
    float trap = 1e10;
    int i = 0;
    do
    {
        z = CPow(z) + JuliaParams.seed;
        trap = min(trap, abs(z.x * z.y));
        ++i;
    } while (i < JuliaParams.iterations && dot(z, z) < 16);

    float4 c;
    c.rgb = saturate(float3(trap, sqrt(trap), 1 - trap));
    c.a = i == JuliaParams.iterations ? 1 : 0;
    return c;
}

[numthreads(16, 4, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const int2 pixel = int2(id.xy);
    if (!all(pixel < JuliaParams.size))
        return;

    const float2 ndc = ((float2)pixel / (float2)JuliaParams.size - 0.5f) * JuliaParams.zoom;
    float4 sum = Sample(ndc);
    sum += Sample(ndc + 0.25f * JuliaParams.zoom / (float)JuliaParams.size.x);
    Image[pixel] = sum * 0.5f;
}
