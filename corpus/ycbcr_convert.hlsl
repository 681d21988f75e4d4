// dxilkit-corpus
// RGB to planar YCbCr 4:2:0 with matrices picked by a define; chroma is averaged over 2x2, then an inverse check.
// args: -T cs_6_0 -E main -D BT=601
// args: -T cs_6_0 -E main -D BT=601 -O1
// args: -T cs_6_6 -E main -D BT=601
// threads: 8 8 1
// binding: cb0 Frame cbuffer NA NA 1
// binding: t0 Rgb texture f32 2d 1
// binding: u0 Luma UAV f32 2d 1
// binding: u1 Chroma UAV f32 2d 1
// binding: u2 RoundTrip UAV f32 2d 1

#if BT == 601
static const float3x3 ToYcc = { 0.299, 0.587, 0.114,  -0.168736, -0.331264, 0.5,  0.5, -0.418688, -0.081312 };
static const float2 FromCr = float2(1.402, -0.714136), FromCb = float2(-0.344136, 1.772);
#elif BT == 709
static const float3x3 ToYcc = { 0.2126, 0.7152, 0.0722,  -0.114572, -0.385428, 0.5,  0.5, -0.454153, -0.045847 };
static const float2 FromCr = float2(1.5748, -0.468124), FromCb = float2(-0.187324, 1.8556);
#else
#error unknown BT
#endif

cbuffer Frame : register(b0) { uint2 HalfSize; float ChromaGain; };
Texture2D<float4> Rgb : register(t0);
RWTexture2D<float> Luma : register(u0);
RWTexture2D<float2> Chroma : register(u1);
RWTexture2D<float4> RoundTrip : register(u2);

float3 Decode(float3 ycc)
{
    const float cb = ycc.y, cr = ycc.z;
    return saturate(ycc.x + float3(FromCr.x * cr, FromCb.x * cb + FromCr.y * cr, FromCb.y * cb));
}

[numthreads(8, 8, 1)]
void main(uint2 block : SV_DispatchThreadID)
{
    if (block.x >= HalfSize.x || block.y >= HalfSize.y)
        return;
    float3 ycc[2][2];
    float2 chroma = 0;
    for (uint y = 0; y < 2; ++y)
    {
        for (uint x = 0; x < 2; ++x)
        {
            const uint2 at = block * 2 + uint2(x, y);
            ycc[y][x] = mul(ToYcc, Rgb.Load(int3(at, 0)).rgb);
            chroma += ycc[y][x].yz;
            Luma[at] = ycc[y][x].x;
        }
    }
    chroma *= 0.25f * ChromaGain;
    Chroma[block] = chroma;
    for (uint j = 0; j < 4; ++j)
    {
        const uint2 d = uint2(j & 1, j >> 1);
        RoundTrip[block * 2 + d] = float4(Decode(float3(ycc[d.y][d.x].x, chroma)), 1);
    }
}
