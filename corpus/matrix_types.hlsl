// dxilkit-corpus
// Matrices of every element type: bool masks, int, uint, half, double and 64-bit integers; comparisons, casts, truncation, any and all.
// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main
// args: -T cs_6_6 -E main
// threads: 8 1 1
// binding: cb0 Pick cbuffer NA NA 1
// binding: t0 In texture f32 buf 1
// binding: u0 Out UAV struct r/w 1

cbuffer Pick : register(b0)
{
    bool2x2 Mask;
    half2x2 Weights;
    double2 Row0;
    double2 Row1;
    uint3x2 Bits;
};

Buffer<float4> In : register(t0);

struct Summary
{
    double2x2 scaled;
    int64_t2x2 wide;
    int2x3 counts;
    uint masked;
    float traceOfHalf;
    bool2x2 larger;
};
RWStructuredBuffer<Summary> Out : register(u0);

half Trace(half2x2 m) { return m._m00 + m._m11; }

int2x3 Signs(float2x3 m)
{
    int2x3 s;
    for (int r = 0; r < 2; ++r)
        s[r] = int3(sign(m[r]));
    return s;
}

[numthreads(8, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const float4 v = In[2 * id], w = In[2 * id + 1];
    const float2x3 m = float2x3(v.xyz, w.xyz);
    const float2x2 a = float2x2(v), b = float2x2(w);

    Summary s;
    s.larger = a > b;
    const double2x2 precise_scale = { Row0, Row1 };
    s.scaled = (double2x2)a * precise_scale + (double)w.w;
    s.scaled[0] += double2(Mask[0]);

    int64_t2x2 wide = (int64_t2x2)(int2x2)a;
    wide *= 0x100000001ll;
    wide._m01_m10 -= (int64_t)(int)w.x;
    s.wide = -wide;

    s.counts = Signs(m) * 10;
    s.counts += (int2x3)m;
    s.counts[1] = s.counts[1].zyx;

    const bool2x2 both = and(s.larger, Mask);
    s.masked = any(both) ? 1 : 0;
    s.masked |= all(a <= b) ? 2 : 0;
    s.masked |= (uint)both._m00 << 2 | (uint)both._m01 << 3 | (uint)both._m10 << 4 | (uint)both._m11 << 5;
    uint3x2 bits = Bits;
    const uint3x2 shifted = bits << (id & 3);
    s.masked |= (shifted._m00 ^ shifted._m21 ^ (bits[1].x & bits[id % 3].y)) << 8;

    const half2x2 weighted = (half2x2)a * Weights;
    s.traceOfHalf = Trace(weighted) + (half)((float1x1)a);
    Out[id] = s;
}
