// args: -T cs_6_0 -E main
// args: -T cs_6_2 -E main -HV 2016
// args: -T cs_6_0 -E main -HV 202x
struct Pair { float x; int2 y; };
RWStructuredBuffer<Pair> pairs;
RWByteAddressBuffer raw;
float4 mix(float4 a, float b) { return a * b + (float4)1; }
[numthreads(1, 1, 1)]
void main(uint3 t : SV_DispatchThreadID) {
  float4 a = float4(1, 2.5, 3.f, 4e1), b = a.wzyx;
  float3x3 m = float3x3(1, 0, 0, 0, 1, 0, 0, 0, 1);
  float2x2 n = { 1, 2, 3, 4 };
  int4 i = int4(a) % 3, j = i << 2 | 0x1F & ~i ^ 7;
  uint u = asuint(a.x) >> 3u;
  bool c = any(i > j) && !(u == 3) || a.x != b.y;
  a.xy += b.zw * 2 - m._m00_m11 / n[1];
  a.rgb = mul(m, a.xyz) - lerp(a, b, 0.5).xyz;
  m[1] = cross(a.xyz, float3(0, 1, 0));
  m._11 = dot(a, b) + length(a.xy) + max(1, 2.0) + min(u, 3);
  Pair p = { a.x, { 1, 2 } };
  p.y.x++;
  --p.y[1];
  p.x = c ? -a.x : +b.x;
  pairs[t.x] = p;
  pairs[t.y].x = mix(a, p.x).y + sin(m[0][2]) + (float)u + sizeof(Pair);
  uint old;
  raw.InterlockedMax(4, u, old);
  raw.Store(0, old + raw.Load3(16).z);
}
