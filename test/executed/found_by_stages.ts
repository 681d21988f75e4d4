// Programs of shader model 6.9 whose memory was put together wrong, or of too many pieces: vectors in structs, arrays, statics and groupshared.

import type { Source } from './sources.ts'

const SHARED_VECTORS = `groupshared float4 g; groupshared float4 k; groupshared int3 c; groupshared float2x2 m; groupshared bool2 b;
RWStructuredBuffer<float4> o; RWBuffer<int> u;
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { if (t == 0) { g = o[3]; k = o[4]; c = 0; m = o[7].xyzw; b = t; }
GroupMemoryBarrierWithGroupSync(); InterlockedAdd(c[t % 3], 1); InterlockedAdd(c.x, 1); GroupMemoryBarrierWithGroupSync();
o[t] = g + g[t & 3] + float4(m) + b.xyxy; u[t] = c[t % 3] + c.y; }`

/** Only written: as wholes, of which DXC leaves nothing, and component by component. */
const UNREAD_VECTORS = `struct S { float4 a; float b; float2 e; }; struct N { S s; float3 q[2]; }; groupshared N n; groupshared float4 g1, g2, g3;
groupshared float2x2 m; RWBuffer<float> o;
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { n.s.a = t; n.s.e = t; n.q[1] = t; g1.x = t; g2 = t; g2.y = t + 1; g3.zw = t;
if (t > 2) g3 = 1; m = t; o[t] = 1; }`

/** Stored whole and read in parts, beside a groupshared variable: then dead_code asks which variables anyone reads. */
const STATIC_STRUCTS = `struct S { uint b[3]; }; RWStructuredBuffer<S> r; RWStructuredBuffer<uint> o; groupshared uint g; static S st[2];
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { if (t == 0) g = o[9]; GroupMemoryBarrierWithGroupSync();
uint n = (g + r[t].b[0]) & 3; for (uint k = 0; k < n; k++) { uint unread[2] = { st[0].b[(t + k) % 3], st[1].b[t % 3] }; st[0] = r[k + 4];
st[1] = r[k + 9]; } o[t] = r[20].b[1] > 1 ? st[0].b[0] : r[21].b[0]; }`

/** The payload is read by DispatchMesh alone, the rest of groupshared memory by nobody. */
const PAYLOAD = `struct P { float3 a; uint b[3]; }; groupshared P p; groupshared float4 unread; RWStructuredBuffer<uint> o;
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { unread.x = t; if (t == 0) { p.a = o[4]; p.b[1] = 3; p.b[2] = o[5]; } DispatchMesh(o[0], 1, 1, p); }`

/** Copies of structs of vectors, from a buffer, a constant buffer or groupshared memory to what `memory` declares. */
const copied = (memory: string, body: string): string =>
  `struct S { float4 a[4]; float3 n; double2 d; }; struct C { float4 a[4]; }; StructuredBuffer<S> i; ConstantBuffer<C> c;
RWStructuredBuffer<S> o; groupshared S k[4]; ${memory}
[numthreads(4,1,1)] void main(uint t : SV_GroupIndex) { ${body} }`

const COPIES: readonly string[] = [
  copied('static S s[2];', 's[t & 1] = i[t]; s[0] = s[1]; o[t] = s[t & 1];'),
  copied('static S s[2];', 's[0] = i[t]; s[1].a = c.a; s[t & 1].a[t] = 1; s[t & 1].a[3].y = 2; o[t] = s[t >> 1];'),
  copied(
    'static float4 s[3] = { (float4)1, (float4)2, float4(3, 4, 5, 6) };',
    's[t % 3].z += 7; S r = i[t]; r.a[1] = s[1]; r.a[2] = s[t % 3]; o[t] = r;',
  ),
  copied('', 'S l[3]; l[0] = i[t]; l[1] = l[0]; l[2] = i[t + 1]; l[t % 3].n.y = 3; o[t] = l[t % 3];'),
  copied(
    'groupshared S g[4];',
    'k[t & 3] = i[t]; GroupMemoryBarrierWithGroupSync(); g[t & 3] = k[(t + 1) & 3]; GroupMemoryBarrierWithGroupSync(); o[t] = g[3 - (t & 3)];',
  ),
  copied(
    'groupshared S g;',
    'if (t == 0) { g = i[t]; g.a[i[1].n.x > 0] = c.a[2]; } GroupMemoryBarrierWithGroupSync(); o[t] = g;',
  ),
]

/** `const` in arguments of templates chooses specialisations. */
const CONST_ARGUMENTS = `template<class T> struct is_const { static const int v = 0; };
template<class T> struct is_const<const T> { static const int v = 1; };
template<class T> struct rest { using type = T; }; template<class T> struct rest<const T> { using type = T; };
template<class A, class B> struct same { static const int v = 0; }; template<class A> struct same<A, A> { static const int v = 1; };
template<class T> int f() { return is_const<T>::v + 2; } template<class T> int g(T t) { return is_const<T>::v + 2; }
cbuffer C { int given; }; RWStructuredBuffer<int> o;
[numthreads(1,1,1)] void main() { const int k = 3; int m = 4;
o[0] = is_const<int>::v; o[1] = is_const<const int>::v; o[2] = same<int, const int>::v; o[3] = same<int, rest<const int>::type>::v;
o[4] = is_const<__decltype(k)>::v; o[5] = is_const<__decltype(m)>::v; o[6] = is_const<const int2>::v; o[7] = same<const int, const int>::v;
o[8] = f<int>(); o[9] = f<const int>(); o[10] = g(k); o[11] = is_const<__decltype(given)>::v; }`

export const FOUND_BY_STAGES: readonly Source[] = [
  { source: SHARED_VECTORS, args: '-T cs_6_9 -E main'.split(' ') },
  { source: UNREAD_VECTORS, args: '-T cs_6_9 -E main'.split(' ') },
  { source: STATIC_STRUCTS, args: '-T cs_6_9 -E main'.split(' ') },
  ...['as_6_5', 'as_6_9'].map(profile => ({ source: PAYLOAD, args: ['-T', profile, '-E', 'main'] })),
  ...COPIES.map(source => ({ source, args: '-T cs_6_9 -E main'.split(' ') })),
  { source: CONST_ARGUMENTS, args: '-T cs_6_0 -E main -HV 2021'.split(' ') },
]
