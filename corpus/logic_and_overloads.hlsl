// dxilkit-corpus
// Short circuits with side effects, ternaries on vectors, overloads by type and shape, default arguments, static state, bool arithmetic.
// args: -T cs_6_0 -E main
// args: -T cs_6_0 -E main -HV 2018
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: t0 In texture i32 buf 1
// binding: u0 Out UAV struct r/w 1

Buffer<int4> In;

struct Result
{
    int4 selected;
    uint kinds;
    int defaults;
    float blended;
    uint boolSum;
};
RWStructuredBuffer<Result> Out;

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define SQUARE(x) ((x) * (x))
#define FIELD(n) CONCAT(fie, n)

uint Kind(int v) { return 1; }
uint Kind(uint v) { return 2; }
uint Kind(float v) { return 3; }
uint Kind(bool v) { return 4; }
uint Kind(int2 v) { return 5; }
uint Kind(float2 v) { return 6; }
uint Kind(float2x2 v) { return 7; }

int Combine(int a, int b = 10, int c = 100) { return a + 2 * b + 3 * c; }

float Blend(float a, float b, float t = 0.5) { return a * (1 - t) + b * t; }

static const int Factor = SQUARE(3) - 1;
static int depth = 2;

int Nested(int v)
{
    depth += v > 0;
    return v > 3 ? v > 6 ? 3 : 2 : v < 0 ? -1 : 1;
}

[numthreads(16, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const int4 v = In[id];
    Result r;
    r.selected.x = v.x > v.y ? v.x : v.y;
    r.selected.y = (v.x != 0 && v.y / max(v.x, 1) > 2) || v.z < 0 ? 1 : 0;
    r.selected.z = Nested(v.z) * Factor;
    r.selected.w = depth;

    const bool odd = v.x & 1, high = v.w > 5;
    r.kinds = Kind(v.x) | Kind((uint)v.x) << 3 | Kind(1.5f) << 6 | Kind(odd) << 9 | Kind(v.xy) << 12;
    r.kinds |= Kind(float2(v.xy)) << 15 | Kind(float2x2(1, 2, 3, 4)) << 18;

    const int FIELD(ld) = Combine(v.x, v.y);
    r.defaults = Combine(v.x) + field + Combine(1, 2, v.z);
    r.blended = Blend((float)v.x, (float)v.y) + Blend(1, 2, high ? 0.25 : 0.75);
    r.boolSum = odd + high * 2 + (!odd) * 4 + (odd ^ high) * 8 + (odd == high) * 16 + (uint)(bool)v.z * 32;
    if (!(odd || high) && !!v.y)
        r.boolSum |= 64;

    int loops = 0;
    for (int i = 0, j = 10; i < j; i += 2, --j)
        loops = loops * 3 + (i, j);
    r.defaults ^= loops;
    Out[id] = r;
}
