// dxilkit-corpus
// Templates of variables, whole and partial specialisations of them, names in brackets, prototypes in bodies, members of a named base.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main -Od

RWBuffer<float4> (Result) : register(u0);
Buffer<float4> (Values) : register(t0);

template <typename T> static const T Third = (T)1 / (T)3;
template <> static const int Third<int> = 33;
template <int N> static const int Sum = N + Sum<N - 1>;
template <> static const int Sum<0> = 0;
template <typename T, int N> static const int Kind = 10 + N;
template <int N> static const int Kind<float, N> = 20 + N;
template <typename T> static T Counted = (T)2;

template <typename T> struct Base
{
    T value;
    T Get() { return value * (T)2; }
};
struct Both : Base<float>
{
    int Get() { return 7; }
};

static int (Table[2])[3] = { 1, 2, 3, 4, 5, 6 };

int Later(int (a), float (b)[2]);
[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    float4 Scaled(float4 v, int by);
    float4 (v) = Values[i];
    int(k) = Table[i & 1][i % 3], ((n)) = 2;
    Both b = (Both)0;
    b.value = v.y;
    float (pair)[2] = { v.x, v.z };
    Counted<int> += k;
    Counted<float> *= v.w;
    Result[4 * i] = Scaled(v, k + n);
    Result[4 * i + 1] = float4(Third<float>, Third<int>, Sum<5>, Counted<float>);
    Result[4 * i + 2] = float4(Kind<int, 3>, Kind<float, 4>, Counted<int>, Later(k, pair));
    Result[4 * i + 3] = float4(b.Base<float>::Get(), b.Get(), i, i);
}

float4 Scaled(float4 v, int by) { return v * by + Third<float>; }
int Later(int a, float b[2]) { return a * 100 + (int)(b[0] + b[1]); }
