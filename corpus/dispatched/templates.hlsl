// dxilkit-corpus
// Function and struct templates, with constants as parameters and a specialisation.
// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main

RWBuffer<float4> Result : register(u0);
Buffer<float4> Values : register(t0);
template <typename T> T Square(T v) { return v * v; }
template <typename T, int N> struct Stack
{
    T items[N];
    int count;
    void Push(T v) { if (count < N) items[count++] = v; }
    T Sum() { T s = (T)0; for (int i = 0; i < count; ++i) s += items[i]; return s; }
};
template <typename T> int Width() { return 1; }
template <> int Width<float3>() { return 3; }
template <typename A, typename B> A Choose(bool first, A a, B b) { if (first) return a; return (A)b; }

[numthreads(16, 1, 1)]
void main(uint i : SV_DispatchThreadID)
{
    Stack<float, 3> s = (Stack<float, 3>)0;
    Stack<int2, 4> t = (Stack<int2, 4>)0;
    for (int k = 0; k < 4; ++k)
    {
        s.Push(Values[i][k]);
        t.Push(int2(k, i));
    }
    Result[4 * i] = float4(s.Sum(), t.Sum(), s.count);
    Result[4 * i + 1] = Square(Values[i]);
    Result[4 * i + 2] = float4(Square(3), Width<int>(), Width<float3>(), Choose(i & 1, 1.5f, 7));
    Result[4 * i + 3] = t.items[i % 4].xyxy;
}
