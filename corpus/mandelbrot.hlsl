// dxilkit-corpus
// Escape-time Mandelbrot set with a cardioid test; iteration counts into a texture of uints.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 8 8 1
// binding: cb0 View cbuffer NA NA 1
// binding: u0 Counts UAV u32 2d 1

cbuffer View : register(b0)
{
    float2 Center : packoffset(c0.x);
    float2 Scale : packoffset(c0.z);
    uint2 Size : packoffset(c1);
    uint MaxIterations : packoffset(c1.z);
};

RWTexture2D<uint> Counts : register(u0);

bool InMainBulbs(float2 c)
{
    const float xm = c.x - 0.25;
    const float q = xm * xm + c.y * c.y;
    if (q * (q + xm) <= 0.25 * c.y * c.y)
        return true;
    const float xp = c.x + 1;
    return xp * xp + c.y * c.y <= 0.0625;
}

[numthreads(8, 8, 1)]
void main(uint2 id : SV_DispatchThreadID)
{
    if (any(id >= Size))
        return;

    const float2 c = Center + Scale * ((float2)id - 0.5 * (float2)Size);
    if (InMainBulbs(c))
    {
        Counts[id] = MaxIterations;
        return;
    }

    float2 z = 0;
    uint n = 0;
    while (n < MaxIterations)
    {
        const float2 sq = z * z;
        if (sq.x + sq.y > 4)
            break;
        z = float2(sq.x - sq.y, 2 * z.x * z.y) + c;
        n++;
    }
    Counts[id] = n;
}
