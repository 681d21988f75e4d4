// Programs whose control flow came out longer than DXC's: tests that are known on some of the ways to them.

import type { Source } from './sources.ts'

const HEAD = `RWBuffer<float> o; Buffer<float4> b; Buffer<int> bi;
cbuffer C { float4 c0; float4 c1; int n; bool fl; float lim; };
`
const MAIN = '[numthreads(8, 1, 1)] void main(uint3 t : SV_DispatchThreadID) '

/** Values that are constants where nothing was loaded. */
const DEFAULTS = `${HEAD}${MAIN}{ int id = -1; if (fl) id = bi[t.x]; if (id >= 0) o[t.x] = b[id & 7].x; else o[t.x] = 0;
float d = 1e9; if (c0.x > 0) d = b[t.x].x; if (d < 100) o[t.x + 8] = d; o[t.x + 16] = d;
float e = 0, h = c1.x; if (n > 2) { e = b[t.x].y; h = e * 2; } float q = e * 3; if (e > 0.5 || fl) o[t.x + 24] = h + q; else o[t.x + 24] = h - q; }`

/** A helper that says whether it found something, and what. */
const FOUND_AND_ASKED = `${HEAD}bool h(float4 v, out float r) { r = 0; if (v.x < 0) return false; r = b[(int)v.x & 7].x; return r > v.y; }
bool g(float4 v, out float r) { r = 1; if (v.z < 0) return true; r = b[(int)v.z & 7].y; if (r > lim) return false; r += 1; return r < v.w; }
${MAIN}{ float r, s; if (h(b[t.x], r) && fl) o[t.x] = r; if (g(b[t.x], s) || fl) o[t.x + 8] = s;
if (h(b[t.x + 1], r) && g(b[t.x + 2], s) && lim > 1) o[t.x + 16] = r * s; else o[t.x + 16] = r + s; }`

/** Kinds of things, asked about one after the other. */
const KINDS = `${HEAD}int kind(float x) { if (x < 0) return 0; if (x < 1) return 1; if (x < 2) return 2; return 3; }
${MAIN}{ int c = kind(b[t.x].x); if (c == 1) o[t.x] = 5; else if (c == 2) o[t.x] = c1.x; else if (c == 3) o[t.x] = c1.y;
float4 v = b[t.x]; int m = 0; if (v.x > 0) { m = 3; v *= 2; } else if (v.y > 0) { m = 4; v += c0; }
if (m == 3) v.w = v.x; if (m == 4) v.z = v.y; o[t.x + 8] = dot(v, c0); if (m == 0) o[t.x + 16] = 1;
float r; switch (n & 3) { case 0: r = 0; break; case 1: r = v.x; break; case 2: r = 0; break; default: r = 2; }
if (r == 0 || fl) o[t.x + 24] = r + 1; }`

/** What a loop found: nothing, or one of two things. */
const WAYS_OUT = `${HEAD}struct Hit { bool hit; float t; int id; };
Hit march(float s, uint x) { Hit h; h.hit = false; h.t = s; h.id = -1; [loop] for (int i = 0; i < 9; i++) { float d = b[(i + x) & 7].x;
if (d < 0.01 * h.t) { h.hit = true; h.id = b[i & 7].y > 0 ? 2 : 0; break; } h.t += d; if (h.t > 50) break; } return h; }
${MAIN}{ Hit p = march(0.5, t.x), q = march(lim, t.y + 3); float col = 0; if (p.id >= 0) col = b[t.x & 7].y * p.id; if (q.hit && q.t < p.t) p = q;
o[t.x] = col; o[t.x + 8] = p.t; o[t.x + 16] = p.hit ? p.id + 1 : -p.id; }`

/** Conditions that are asked about again behind branches, for one thing to choose. */
const ASKED_AGAIN = `${HEAD}float4 f(uint i, float a, int k) { float4 v = b[i], w = b[i + 8]; bool p = v.z > 0;
if (p) { w.xy += (c1 * v.y).xy; if (k >= 7) { a = saturate(2 + lim); w.xyz *= lerp(v, c0, a).xyz; } } v.x += a; if (p) v.w += 1; return v + w; }
float4 g(uint i, int k) { float4 v = b[i], w = b[i + 8]; float s = 1; if (v.x > lim) w = v + 1; else w = v - 3; int m = 0;
switch (k & 3) { case 0: v *= c0; m = 1; s = 2; break; case 1: v += b[i + 16]; w *= 2; break; default: w.x = 3; m = 2; } if (m == 1) v.w += s; return v * w; }
${MAIN}{ o[t.x] = dot(f(t.x, b[t.x].y, bi[t.x]), 1); o[t.x + 8] = dot(g(t.x, bi[t.x + 8]), c1); }`

/** Counters that step alike, products with their factors exchanged, and what nobody needs where ways meet. */
const ALIKE = `${HEAD}float4 f(uint i, float a) { float4 v = b[i], w = b[i + 8]; float s = 1; int m = bi[i]; if (m >= (int)i) { if ((int)i < 3) v = w * c1;
else { s = w.x * lim; v = c1 * w.x; } w.xy += saturate(w).xy; } if (fl) { if (w.z > 0) { s = 2 + v.w; v *= abs(c1); } else { a *= s; v *= b[n & 7]; a *= 2; } m = n | -1; }
return v * s + w * a + m; }
${MAIN}{ float s = 0, x = 0, y = 0; int k = 0, h = 4; [loop] for (int j = 0; j < n; j++) { s += b[k].x + b[j & 7].y; k++; x += 1; y += 1; s += x * y; }
[loop] for (int j = 4; j < n + 4; j += 2) { s += b[h & 7].z * b[j & 7].y; h += 2; } o[t.x] = s; o[t.x + 8] = k + h; o[t.x + 16] = dot(f(t.x, b[t.x].y), 1); }`

/** Cases of switches that what stands around them rules out. */
const RULED_OUT = `${HEAD}${MAIN}{ int m = bi[t.x] & 7, k = bi[t.x + 8] & 7; float r = 0;
if (m == 1) r = b[3].x; else switch (m) { case 0: o[t.x + 8] = 5; r = 9; break; case 1: o[t.x + 8] = 6; r = b[7].y; break; case 3: o[t.x + 8] = k; break; default: r = lim; }
if (k < 4) switch (k + 1) { case 3: o[t.x + 16] = 5; break; case 6: o[t.x + 16] = 6; r += b[5].x; break; default: r += b[6].z; }
switch (k) { case 1: r += 4; break; case 2: o[t.x + 24] = 1; break; default: switch (k) { case 2: r += 7; break; case 5: o[t.x + 24] = 4; break; } }
o[t.x] = r; }`

export const FOUND_BY_LENGTHS_FLOW: readonly Source[] = [
  DEFAULTS,
  FOUND_AND_ASKED,
  KINDS,
  WAYS_OUT,
  ASKED_AGAIN,
  ALIKE,
  RULED_OUT,
].flatMap(source =>
  ['-T cs_6_6 -E main', '-T cs_6_0 -E main -HV 2018'].map(args => ({ source, args: args.split(' ') })),
)
