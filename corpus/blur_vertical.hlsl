// dxilkit-corpus
// Vertical half of a separable blur over a linear image: binomial weights built from a static table, no groupshared memory.
// args: -T cs_6_0 -E BlurColumns
// args: -T cs_6_2 -E BlurColumns
// args: -T cs_6_6 -E BlurColumns
// threads: 8 8 1
// binding: cb0,space1 Image cbuffer NA NA 1
// binding: t3,space1 Source texture f32 buf 1
// binding: u2,space1 Blurred UAV f32 buf 1

struct ImageInfo
{
    uint width, height;
};

ConstantBuffer<ImageInfo> Image : register(b0, space1);
Buffer<float> Source : register(t3, space1);
RWBuffer<float> Blurred : register(u2, space1);

static const float Binomial[] = { 1, 6, 15, 20, 15, 6, 1 };

float Column(uint x, int y)
{
    // Mirror at both edges without repeating the edge pixel.
    const int last = (int)Image.height - 1;
    if (y < 0)
        y = -y;
    else if (y > last)
        y = 2 * last - y;
    return Source[(uint)y * Image.width + x];
}

[numthreads(8, 8, 1)]
void BlurColumns(uint3 id : SV_DispatchThreadID)
{
    if (id.x >= Image.width || id.y >= Image.height)
        return;
    float sum = 0, weight = 0;
    for (int i = 0; i < 7; ++i)
    {
        sum += Binomial[i] * Column(id.x, (int)id.y + i - 3);
        weight += Binomial[i];
    }
    Blurred[id.y * Image.width + id.x] = sum / weight;
}
