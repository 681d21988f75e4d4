// dxilkit-corpus
// Integer division and remainder in every form: signs, constants (powers of two and not), vectors, compound assignment, mixed types.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 64 1 1
// binding: t0 Pairs texture i32 buf 1
// binding: u0 Results UAV struct r/w 1

Buffer<int2> Pairs : register(t0);

struct Result
{
    int4 signedForms;   // a / b, a % b, floor division, Euclidean remainder
    uint4 unsignedForms; // u / v, u % v, u / 7, u % 10
    int4 byConstants;   // a / 8, a % 8, a / -3, a % 1000
    uint gcd;
    int roundedUp;
};
RWStructuredBuffer<Result> Results : register(u0);

int FloorDiv(int a, int b)
{
    const int q = a / b, r = a % b;
    return (r != 0 && ((r < 0) != (b < 0))) ? q - 1 : q;
}

uint Gcd(uint a, uint b)
{
    // Two steps a turn, so that neither variable takes over the other's value.
    while (b != 0)
    {
        a %= b;
        if (a == 0)
            return b;
        b %= a;
    }
    return a;
}

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID)
{
    const int2 ab = Pairs[id];
    const int a = ab.x;
    const int b = ab.y == 0 ? 1 : ab.y;
    const uint u = (uint)a, v = (uint)b;

    Result r;
    int m = a % b;
    if (m < 0)
        m += abs(b);
    r.signedForms = int4(a / b, a % b, FloorDiv(a, b), m);
    r.unsignedForms = uint4(u, u, u, u) / uint4(v, 1, 7, 1);
    r.unsignedForms.yw = u.xx % uint2(v, 10);
    r.byConstants = int4(a, a, a, a);
    r.byConstants.x /= 8;
    r.byConstants.y %= 8;
    r.byConstants.z /= -3;
    r.byConstants.w %= 1000;
    r.gcd = Gcd(u, v);
    r.roundedUp = a / 2 * 2 == a ? a / 2 : (a + (a > 0 ? 1 : -1)) / 2;
    Results[id] = r;
}
