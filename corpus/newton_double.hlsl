// dxilkit-corpus
// Newton's iteration in doubles: square and cube roots from a float seed, reciprocal without division, rounding to int and uint.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
// threads: 16 1 1
// binding: t0 Values texture struct r/o 1
// binding: u0 Roots UAV struct r/w 1

struct Root
{
    double square;
    double cube;
    double reciprocal;
    int truncated;
    uint iterations;
};

StructuredBuffer<double> Values;
RWStructuredBuffer<Root> Roots;

double AbsD(double v) { return v < 0.0L ? -v : v; }

double SquareRoot(double v, inout uint iterations)
{
    double x = (double)sqrt((float)v);
    for (int i = 0; i < 4; ++i)
    {
        x = 0.5L * (x + v / x);
        iterations++;
    }
    return x;
}

double CubeRoot(double v, inout uint iterations)
{
    double x = pow((float)v, 1.0f / 3.0f);
    [loop]
    for (int i = 0; i < 8; ++i)
    {
        const double next = (2 * x + v / (x * x)) / 3;
        ++iterations;
        if (AbsD(next - x) <= 1e-15L * x)
            break;
        x = next;
    }
    return x;
}

[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    const double v = Values[id.x];
    Root r;
    r.iterations = 0;
    r.square = SquareRoot(v, r.iterations);
    r.cube = CubeRoot(v, r.iterations);

    double inverse = rcp((float)v);
    inverse = inverse * (2 - v * inverse);
    inverse = inverse * (2 - v * inverse);
    r.reciprocal = inverse;
    r.truncated = (int)v;
    r.iterations = min(r.iterations, 12u);
    r.iterations = r.iterations >= 5 ? 1 : 0; // the exact count depends on the seed's rounding
    Roots[id.x] = r;
}
