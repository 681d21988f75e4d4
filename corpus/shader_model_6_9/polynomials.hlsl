// Products and derivatives of polynomials: coefficients are lanes, x a shift of all of them.
// later: -T cs_6_9 -E main
// later: -T cs_6_9 -E main -DDEGREE=63
// later: -T cs_6_9 -E main -Od

#ifndef DEGREE
#define DEGREE 15
#endif
#define N (DEGREE + 1)

typedef vector<int, N> Polynomial;

ByteAddressBuffer Given : register(t0);
RWByteAddressBuffer Made : register(u0);

Polynomial TimesX(Polynomial p)
{
    Polynomial shifted = 0;
    [unroll]
    for (uint i = 1; i < N; i++)
        shifted[i] = p[i - 1];
    return shifted;
}

Polynomial Product(Polynomial a, Polynomial b, out bool overflows)
{
    Polynomial sum = 0;
    Polynomial moved = a;
    overflows = false;
    for (uint i = 0; i < N; i++)
    {
        sum += moved * b[i];
        overflows = overflows || any(abs(sum) > 1000000);
        moved = TimesX(moved);
    }
    return sum;
}

Polynomial Derivative(Polynomial p)
{
    Polynomial made = 0;
    [unroll]
    for (uint i = 1; i < N; i++)
        made[i - 1] = p[i] * int(i);
    return made;
}

[numthreads(4, 1, 1)]
void main(uint thread : SV_DispatchThreadID)
{
    Polynomial a = Given.Load<Polynomial>(0) % 8;
    Polynomial b = Given.Load<Polynomial>(N * 4) % 8;
    bool overflows;
    Polynomial p = Product(a, b + int(thread), overflows);
    Made.Store(0, p);
    Made.Store(N * 4, Derivative(p));
    Made.Store(N * 8, overflows ? Polynomial(p * 0 - 1) : p & 0xff);
}
