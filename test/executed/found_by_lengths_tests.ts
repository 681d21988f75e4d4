// Programs whose comparisons came out longer than DXC's: behind arithmetic with constants, of conditions and integers as numbers.

import type { Source } from './sources.ts'

const HEAD = `StructuredBuffer<int4> b; RWStructuredBuffer<int> o; Buffer<float> bf; Buffer<uint> c; static uint n; void put(int v) { o[n++] = v; }
[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) { int4 v = b[t]; uint4 u = v; n = t * 64;
bool p = c[0] != 0, q = c[1] != 0; float f = bf[t], g = bf[t + 8];
`

/** What is added, divided by or shifted goes to the constant. */
const MOVED = `${HEAD}put(u.x + 2 < 2); put(-u.y < 0xffffffffu); put(u.z / 16 >= 255); put(u.w / 10 > 2 && u.w < 1000); put(v.x / 4 > 4); put(v.y / 3 < -2);
put(v.z / -2 >= 7); put((v.w >> 24) > -1); put((v.x >> 3) < 5); put((u.x ^ 0x80000000u) >= 15); put(u.y <= 0); put((v.y & 1) > 0); put((v.z & 31) != (v.z & 8)); put(v.x <= -1); }`

/** Conditions and integers as numbers. */
const NUMBERS = `${HEAD}put((int)p >= 1); put((float)q > 0.5); put((float)p == 10); put(step(0.5, (float)q)); put((float)(v.x > 3) < 0); put((float)v.x > 2.5);
put((float)u.y <= -1); put((float)v.z != 0.5); put((float)u.w >= 3); put(sign((float)v.y)); put((p ? 7 : 255) != 7); put((p ? 0.25 : 2.0) > 1); }`

/** Logic that is turned round, and choices that sums go into. */
const TURNED = `${HEAD}put(!(p && q)); put(!(v.x < v.y || f >= 0.5)); put(!(v.x == 3 && (f < 1 || !q))); put(p || q != p); put(firstbithigh(u.x) + 2);
put(-firstbithigh(u.y)); put(firstbithigh(u.z) > 0); put(firstbithigh(u.w) == 15); put(-(v.x / 3)); put(2 / (3 / f)); put(1 / (-1 / g)); put(10 >= -f ? 4 : 5); }`

/** Shifts around sums, quotients of quotients, masks, and conditions that conditions choose between. */
const SCALED = `${HEAD}put((u.x * 8 + 4) * 4); put(((u.y << 3) ^ 5) << 2); put(((u.z << 3) | 4) << 2); put(v.x / 2 / 3); put(u.y / 2 / 3); put(u.z - (u.z & 7));
put(u.x / 4 == u.y / 4); put((u.z >> 5) != (u.w >> 5)); put((int)p & (int)(v.x > v.y)); put(p ? !q : q); put(v.w > 2 ? f < 1 : !(f < 1)); put(-(int)(v.z < 0)); }`

/** Parts that are taken from sums, signed fields, choices between results of equal operations. */
const PARTS = `${HEAD}put(u.x * 8 + u.y - (u.y & 7)); put(u.x * 8 + u.y - (u.y & 9)); put((u.z << 4 | u.w) - (u.w & 8)); put((u.x & ~3u) + 3); put((u.y & ~7u) + 5);
put(v.x >> 8 << 24 >> 24); put(int(u.y >> 16 << 16) >> 24); put(int(u.z >> 8 << 16) >> 4); put(int(u.w >> 12 << 20) >> 20); put(int(u.x >> 28 << 28) >> 30);
float4 s = p ? float4(u.x >> 24, u.x >> 16 & 255, u.x >> 8 & 255, u.x & 255) / 255 : float4(u.y >> 24, u.y >> 16 & 255, u.y >> 8 & 255, u.y & 255) / 255;
put(asint(s.x)); put(asint(s.y)); put(asint(s.z)); put(asint(s.w)); put(q ? (v.z ^ 5) * 3 : (v.w ^ 5) * 3); put(q ? -(v.z >> 2) : -(v.w >> 2)); }`

/** Whether there is a NaN, or anything but zeros, among several. */
const isUnordered = (x: string): string => `!(${x} < 0 || ${x} > 0 || ${x} == 0)`
const ANY = `${HEAD}float h = bf[t + 16]; put(${isUnordered('f')} || ${isUnordered('g')}); put(${isUnordered('f')} || ${isUnordered('g')} || ${isUnordered('h')}); put(${isUnordered('f')} && ${isUnordered('g')});
put(!${isUnordered('g')} && !${isUnordered('h')}); put(${isUnordered('f')} || !${isUnordered('h')}); precise bool r = ${isUnordered('f')} || ${isUnordered('h')}; put(r); put(isnan(f) || isnan(h));
int64_t4 w = int64_t4(v) * int64_t4(v.yzwx); put(any(w)); put(any(w.xy)); put(all(w == 0)); put(w.x == 0 && w.y == 0); put(w.x != 0 || w.y == 0); put(w.x == 1 && w.y == 1); }`

/** Choices in choices, some of which a loop brings again, that are compared with other constants. */
const NESTED = `${HEAD}float k = u.x > 7 ? (v.y > 3 ? 4.0 : 5.0) : 1.0; if (v.z > 2) { put(v.w); k = v.w > 1 ? 8.0 : k; }
for (uint i = 0; i < (u.x & 3) + 1; i++) { put(k == 2); put(k != 9); put(k > 0); put(k == 5); put(k < 8); k = u.y > i ? k : 7.0; } put(k == 6); put(k == 7); }`

/** Tests in tests and behind tests, and branches around vectors: what becomes one branch, or none. */
const JOINED = `${HEAD}float4 k = f; if (v.x != 3) if (v.y != 4) if (v.z != 5) if (u.w > 2) if (p) if (f < g) k = k * 3 + 1; put(asint(k.x)); put(asint(k.w));
float3 c = float3(f, g, f + g); if (u.x > 7) { if (u.y > 3) c = c * g + 1; } put(asint(c.x)); put(asint(c.y)); put(asint(c.z));
int4 w = v; if (q) w = v * 5 - 2; else w = v.wzyx ^ 3; put(w.x); put(w.y); put(w.z); put(w.w); int n = 1; if (u.x > 9) { if (v.y < 6) n = v.x + 2; } else n = v.z; put(n);
if (v.x == 2 || u.y == 5) { put(1); } else if (v.z > 1) { if (u.z < 9) { if (q) put(v.w); } } if (!(u.x > 4)) if (!(v.y > 4)) if (!q) put(v.x + v.y);
if (u.y > 2) { if (v.w > 1) ; else put(v.w - v.y); } if (u.z > 6) ; else if (v.x > 8) put(v.x - 9); }`

export const FOUND_BY_LENGTHS_TESTS: readonly Source[] = [
  MOVED,
  NUMBERS,
  TURNED,
  SCALED,
  PARTS,
  ANY,
  NESTED,
  JOINED,
].flatMap(source =>
  ['-T cs_6_6 -E main', '-T cs_6_0 -E main -HV 2018'].map(args => ({ source, args: args.split(' ') })),
)
