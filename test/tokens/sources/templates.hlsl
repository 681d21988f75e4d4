// args: -T cs_6_0 -E main
// args: -T cs_6_6 -E main
template <typename T> T twice(T x) { return x + x; }
template <typename T, int N = 2> struct Array {
  T items[N];
  T sum() { T total = (T)0; for (int i = 0; i < N; ++i) total += items[i]; return total; }
  template <typename U> U as() { return (U)items[0]; }
};
template <> float twice<float>(float x) { return 2 * x; }
template <typename T> struct Holder { T value; };
template <typename T> struct Holder<vector<T, 2> > { T first, second; };
template <int N> int power(int x) { return x * power<N - 1>(x); }
template <> int power<0>(int x) { return 1; }
enum Color { Red, Green = 4, Blue };
enum class Mode : uint { Off, On = 3 };
struct Complex {
  float re, im;
  Complex operator+(Complex o) { Complex r = { re + o.re, im + o.im }; return r; }
  float operator[](int i) { return i == 0 ? re : im; }
};
interface Shape { float area(); };
struct Square : Shape { float side; float area() { return side * side; } };
using Vec = vector<float, 4>;
_Static_assert(sizeof(Vec) == 16, "four floats");
RWStructuredBuffer<float> result : register(u0);
[numthreads(4, 1, 1)]
void main(uint t : SV_GroupIndex) {
  Array<float, 3> a = { 1, 2, 3 };
  Holder<int> h;
  h.value = twice(3) + twice<uint>(4u);
  Holder<float2> h2 = { 1, 2 };
  Complex c = { 1, 2 }, d = c + c;
  Color color = Green;
  Mode mode = Mode::On;
  Square s;
  s.side = 2;
  Vec v = Vec(1, 2, 3, 4);
  matrix<float, 2, 3> m = (matrix<float, 2, 3>)0;
  result[t] = a.sum() + h.value + h2.second + d[1] + color + (uint)mode + s.area() + power<3>(2) + a.as<int>() + v.y + m[1][2];
}
