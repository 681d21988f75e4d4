// Programs whose arithmetic was longer than DXC's: sums of products with factors in common, signs inside products, constants that meet.

import type { Source } from './sources.ts'

const RESOURCES = `RWStructuredBuffer<float4> o : register(u0);
RWStructuredBuffer<int4> oi : register(u1);
StructuredBuffer<float4> b : register(t0);
cbuffer C : register(b0) { float4 c0; float4 c1; float e; int n; int4 i0; }
[numthreads(8, 1, 1)] void main(uint3 t : SV_DispatchThreadID)`

const SUMS_OF_PRODUCTS = `${RESOURCES} {
  float4 v = b[t.x], w = b[t.y];
  o[t.x] = float4(v.x * v.y * v.z + v.x * w.y * w.z, v.x * v.y + v.x * 2, 2 * w.x - w.x * w.y - w.x * w.z, v.w * 0.25 + v.w * w.w);
  o[t.y] = v * c0 * e + v * c1;
  o[t.z] = w * c0 * e + w * c1 * e + w * 3;
  oi[t.x] = i0 * n * i0.yzwx + i0 * i0.wzyx + i0 * 5;
}`

const SIGNS_IN_PRODUCTS = `${RESOURCES} {
  float4 v = b[t.x], w = b[t.y];
  float s = sin(e), c = cos(e);
  o[t.x] = float4(v.x * c + -v.y * s, v.x * s + v.y * c, -w.x * w.y + 1, -w.x * w.y + -v.x * v.y);
  o[t.y] = float4((v.x - w.x) * -e + 1, exp2(-v.x * v.y) * (-v.y * e), 0.5 - w.z * -v.w, -v.x * -w.y * e + v.w);
  oi[t.x] = int4(-i0.x * i0.y + n, n - i0.z * -i0.w, -i0.x * n * 7 + 1, -i0.y * n - i0.w * n);
}`

const CONSTANTS_THAT_MEET = `${RESOURCES} {
  float4 v = b[t.x] * 3, w = b[t.y] * 0.25;
  o[t.x] = float4(v.x * 2, v.x * 5, v.x * e * 4, w.y * w.y * 0.3);
  o[t.y] = float4(w.x * w.x * w.x * 8, w.x * 0.5, v.z * w.z * 7, v.z);
  int4 k = i0 * 3;
  oi[t.x] = int4(k.x * k.x * 5, k.x * 4, k.y * n * 6, k.y * 7);
}`

const SIGNED_REMAINDERS = `${RESOURCES} {
  int4 k = i0 - int(t.x) * 3;
  oi[t.x] = int4(k.x % 4 == 0 ? 5 : k.y, k.y % 2 != 0, k.z % 8 == 0 && k.w % 16 == 0, k.w % 3 == 0);
}`

const MIXED_PRODUCTS = `${RESOURCES} {
  float4 v = b[t.x], w = b[t.y];
  o[t.x] = float4(lerp(v.x * w.y, v.y * w.y, e), lerp(w.x * v.z, w.w * v.z, c0.x), lerp(v.x * 3, v.x * 5, w.z), (w.y * v.w - v.y * v.w) * e + v.y * v.w);
  o[t.y] = lerp(v * e, w * e, c1);
  float4 start = v * c0;
  o[t.z] = lerp(start, w * c0, e) + start;
}`

export const FOUND_BY_LENGTHS_FLOAT: readonly Source[] = [
  SUMS_OF_PRODUCTS,
  SIGNS_IN_PRODUCTS,
  CONSTANTS_THAT_MEET,
  MIXED_PRODUCTS,
  SIGNED_REMAINDERS,
].flatMap(source => [
  { source, args: '-T cs_6_6 -E main'.split(' ') },
  { source, args: '-T cs_6_0 -E main -Gis'.split(' ') },
])
