// dxilkit-corpus
// Complex numbers with operators of their own.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
struct Complex
{
    float re, im;
    Complex operator+(Complex o) { Complex r = { re + o.re, im + o.im }; return r; }
    Complex operator*(Complex o) { Complex r = { re * o.re - im * o.im, re * o.im + im * o.re }; return r; }
    bool operator<(Complex o) { return re * re + im * im < o.re * o.re + o.im * o.im; }
    float operator[](int at) { return at == 0 ? re : im; }
};

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Complex a = { Values[i].x, Values[i].y }, b = { Values[i].z, Values[i].w };
    const Complex sum = a + b, product = a * b;
    Result[4 * i] = float4(sum.re, sum.im, product.re, product.im);
    Result[4 * i + 1] = float4(a < b, (a * a + b)[0], (a + b * b)[1], 0);
    Result[4 * i + 2] = a < b ? a.re : b.re;
    Result[4 * i + 3] = (a * b + a * a)[i & 1];
}
