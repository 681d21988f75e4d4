// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main -HV 2018 -D OLD
// args: -T cs_6_2 -E main -enable-16bit-types
#define SIZE 4
#define ADD(a, b) ((a) + (b))
static const float4 constants[2] = { float4(1, 2, 3, 4), { 5, 6, 7, 8 } };
groupshared uint shared_words[64];
uniform float scale;
const int offset = 3;
extern float2 extent;
row_major float3x4 transform : register(c4);
typedef float3 direction;
typedef int numbers[SIZE];
#ifdef OLD
struct Base { float a; int b; uint c[2]; };
#else
struct Base { float a; int b : 4; uint c[2]; };
#endif
class Derived : Base {
  float3 d;
  static const int limit = 7;
  float sum(float x) { return a + this.d.x + x; }
  void set(in float x, inout int n, out uint m);
};
void Derived::set(in float x, inout int n, out uint m) { a = x; n += 1; m = (uint)n; }
cbuffer Numbers : register(b1) { float4 first : packoffset(c0); float2 second : packoffset(c1.z); row_major float2x2 third; }
StructuredBuffer<Base> input : register(t0, space1);
RWStructuredBuffer<float> output : register(u0);
RWByteAddressBuffer bytes;
namespace Inner { namespace Deep { static int counter = 2; float twice(float x) { return x * 2; } } using namespace Deep; }
inline precise float area(const float w, float h = 2.0f) { return w * h; }
export float volume(float x) { precise float y = x; return y; }
[numthreads(8, 4, 1)]
void main(uint3 id : SV_DispatchThreadID, uint group : SV_GroupIndex) {
  Derived d = (Derived)0;
  numbers n = { 1, 2, 3, 4 };
  int k = 0;
  uint m;
  d.set(1.0, k, m);
  direction v = { 1, 2, 3 }, w = v.zyx;
  static int calls = 0;
  const uint index = id.x;
  float sum = area(2) + area(3, 4) + Inner::Deep::twice(5) + ADD(scale, offset) + constants[id.y & 1].w + volume(m);
  shared_words[group] = index;
  GroupMemoryBarrierWithGroupSync();
  output[id.x] = sum + d.sum(w.x) + n[k & 3] + input[0].a + first.x + third[0][1] + calls + transform[1].y + shared_words[0];
  bytes.Store2(8, uint2(1, 2));
}
