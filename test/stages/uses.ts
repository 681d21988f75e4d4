// What bodies of random shaders use: resources, waves, ray queries, derivatives, wide and narrow arithmetic, loops; each a function of one number,
// with the stages and the shader model that have it.

import type { Dice } from '../libraries/shapes.ts'

interface Use {
  /** Stages that may; all when it is left out. */
  readonly stages?: string
  /** Minor version of shader model 6 from which it is there. */
  readonly since?: number
  /** Needs -enable-16bit-types. */
  readonly isNative?: boolean
  /** Globals of its own. */
  readonly globals?: string
  /** Body of `float use(float a)`. */
  readonly body: string
}

const use = (body: string, globals = '', since = 0, stages = ''): Use => ({ body, globals, since, stages })

/** Stages with groupshared memory, and those with derivatives from 6.6 on. */
const GROUPS = 'ms as'

const USES: readonly Use[] = [
  use(
    'return Map0.SampleLevel(Linear0, a, 0).x;',
    'Texture2D<float4> Map0 : register(t0); SamplerState Linear0 : register(s0);',
  ),
  use('return Map1.Load(int3(a, 1, 0)).y;', 'Texture2DArray<float4> Map1 : register(t1);'),
  use(
    'uint s; float4 v = Map2.Load(int3(a, 1, 0), int2(0, 0), s); return CheckAccessFullyMapped(s) ? v.x : 1;',
    'Texture2D<float4> Map2 : register(t2);',
  ),
  use(
    'return Shadow.SampleCmpLevelZero(Cmp, a, 0.5);',
    'Texture2D<float> Shadow : register(t3); SamplerComparisonState Cmp : register(s1);',
  ),
  use(
    'return Many[NonUniformResourceIndex((uint)a)].SampleLevel(Linear1, a, 0).x;',
    'Texture2D<float4> Many[] : register(t0, space1); SamplerState Linear1 : register(s2);',
  ),
  use(
    'return Few[(uint)a].SampleLevel(Linear2, a, 0).x;',
    'Texture2D<float4> Few[4] : register(t0, space2); SamplerState Linear2 : register(s3);',
  ),
  use(
    'return Some[(uint)a & 3].v.x;',
    'struct Thing { float4 v; uint n; }; ConstantBuffer<Thing> Some[4] : register(b4);',
  ),
  use(
    'return Rows[(uint)a].v[1].y;',
    'struct Row { float3 v[2]; bool b; }; StructuredBuffer<Row> Rows : register(t4);',
  ),
  use('Raw0.Store(8, (uint)a); return Raw0.Load(4);', 'RWByteAddressBuffer Raw0 : register(u0);'),
  use('uint o; Raw1.InterlockedAdd(4, (uint)a, o); return o;', 'RWByteAddressBuffer Raw1 : register(u1);'),
  use('return Image0[uint2(a, 1)].z;', 'RWTexture2D<float4> Image0 : register(u2);'),
  use('Image1[uint2(a, 1)] = a; return 1;', 'globallycoherent RWTexture2D<float> Image1 : register(u3);'),
  use('return Counted.IncrementCounter();', 'RWStructuredBuffer<uint> Counted : register(u4);'),
  use('Last.Append((uint)a); return 2;', 'AppendStructuredBuffer<uint> Last : register(u5);'),
  use(
    'return Tb.v;',
    'tbuffer Tb0 : register(t9) { float tv; }; struct TB { float v; }; TextureBuffer<TB> Tb : register(t10);',
  ),
  use('float t[4] = { a, 1, 2, k[0].x }; t[(uint)a & 3] = 7; return t[count & 3];'),
  use('float s = 0; for (uint i = 0; i < count; i++) s += k[i & 3].x * a; return s;'),
  use('switch ((uint)a) { case 0: return k[0].y; case 3: return k[1].z; default: return a; }'),
  use('return (float)((double)a * 3.0L);'),
  use('return (float)((double)a / (double)k[0].x);'),
  use('return (float)((uint64_t)a << 33);'),
  use('min16float h = (min16float)a; return h * h + (min16float)1;'),
  use('min16int h = (min16int)a; return h / (min16int)count;'),
  { body: 'float16_t h = (float16_t)a; return (float)(h * h);', isNative: true, since: 2 },
  { body: 'int16_t h = (int16_t)a; return (float)(h % (int16_t)count);', isNative: true, since: 2 },
  use('return f16tof32(f32tof16(a)) + countbits((uint)a) + firstbithigh((int)a);'),
  use('return mad(a, a, k[0].x) + msad4((uint)a, uint2(1, 2), 0).x;'),
  use('return WaveActiveSum(a);'),
  use('return WavePrefixSum((uint)a) + WaveGetLaneIndex() + WaveReadLaneFirst(a);'),
  use('return WaveActiveBallot(a > 1).x;'),
  use('return WaveMatch((uint)a).x;', '', 5),
  use('return WaveMultiPrefixSum((uint)a, WaveActiveBallot(a > 1));', '', 5),
  use('return QuadReadAcrossX(a);', '', 0, 'ps'),
  use('return QuadAny(a > 2) ? 1 : 2;', '', 7, 'ps'),
  use('return ddx(a) + ddy_fine(a);', '', 0, 'ps'),
  use(
    'return Map3.Sample(Linear3, a).x;',
    'Texture2D<float4> Map3 : register(t5); SamplerState Linear3 : register(s4);',
    0,
    'ps',
  ),
  use(
    'return Map4.CalculateLevelOfDetail(Linear4, a);',
    'Texture2D<float4> Map4 : register(t6); SamplerState Linear4 : register(s5);',
    0,
    'ps',
  ),
  use('return ddx(a);', '', 6, GROUPS),
  use('clip(a); return a;', '', 0, 'ps'),
  use('return IsHelperLane() ? 1 : a;', '', 6, 'ps'),
  use('return GetRenderTargetSampleCount() + GetRenderTargetSamplePosition(1).x;', '', 0, 'ps'),
  use(
    'Ordered[uint2(a, 1)] = a; return Ordered[uint2(a, 2)];',
    'RasterizerOrderedTexture2D<float> Ordered : register(u6);',
    0,
    'ps',
  ),
  use(
    'Feed.WriteSamplerFeedback(Map5, Linear5, a); return 1;',
    'FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> Feed : register(u7); Texture2D<float4> Map5 : register(t7); SamplerState Linear5 : register(s6);',
    5,
    'ps',
  ),
  use(
    'Feed1.WriteSamplerFeedbackLevel(Map6, Linear6, a, 1); return 1;',
    'FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> Feed1 : register(u8); Texture2D<float4> Map6 : register(t8); SamplerState Linear6 : register(s7);',
    5,
  ),
  use(
    'RayQuery<RAY_FLAG_NONE> q; RayDesc d = { k[0].xyz, 0, k[1].xyz, a }; q.TraceRayInline(Scene0, 0, 255, d); while (q.Proceed()) q.Abort(); return q.CommittedRayT();',
    'RaytracingAccelerationStructure Scene0 : register(t11);',
    5,
  ),
  use(
    'RayQuery<RAY_FLAG_CULL_OPAQUE> q; RayDesc d = { k[0].xyz, 0, k[1].xyz, a }; q.TraceRayInline(Scene1, 0, 255, d); q.Proceed(); return q.CandidateTriangleRayT() + q.CommittedInstanceID();',
    'RaytracingAccelerationStructure Scene1[2] : register(t12);'.replace('Scene1[2]', 'Scene1'),
    5,
  ),
  use('RWByteAddressBuffer b = ResourceDescriptorHeap[(uint)a]; b.Store(0, 1); return b.Load(4);', '', 6),
  use(
    'Texture2D<float4> t = ResourceDescriptorHeap[1]; SamplerState s = SamplerDescriptorHeap[NonUniformResourceIndex((uint)a)]; return t.SampleLevel(s, a, 0).x;',
    '',
    6,
  ),
  use('return unpack_s8s32(pack_u8((uint4)a)).x;', '', 6),
  use(
    'uint64_t o; Raw2.InterlockedAdd64(8, (uint64_t)a, o); return (float)o;',
    'RWByteAddressBuffer Raw2 : register(u9);',
    6,
  ),
  use('float o; Raw3.InterlockedExchangeFloat(8, a, o); return o;', 'RWByteAddressBuffer Raw3 : register(u10);', 6),
  use('return Multi.sample[1][uint2(a, 2)].x;', 'RWTexture2DMS<float4> Multi : register(u11);', 7),
  use(
    'return Shadow1.SampleCmpLevel(Cmp1, a, 0.5, 1);',
    'Texture2D<float> Shadow1 : register(t14); SamplerComparisonState Cmp1 : register(s8);',
    7,
  ),
  use(
    'return Map7.GatherRaw(Linear7, a).x;',
    'Texture2D<uint> Map7 : register(t15); SamplerState Linear7 : register(s9);',
    7,
  ),
  use(
    'GroupMemoryBarrierWithGroupSync(); shared0[(uint)a & 7] = a; GroupMemoryBarrierWithGroupSync(); return shared0[count & 7];',
    'groupshared float shared0[8];',
    0,
    GROUPS,
  ),
  use('uint o; InterlockedMax(shared1, (uint)a, o); return o;', 'groupshared uint shared1;', 0, GROUPS),
  use('AllMemoryBarrier(); return a;', '', 0, GROUPS),
  use('DeviceMemoryBarrier(); return a;'),
  use('Barrier(UAV_MEMORY, DEVICE_SCOPE); return a;', '', 8),
  use('return dot4add_u8packed((uint)a, 3, 4) + dot2add(half2(1, 2), half2(a, 2), a);', '', 4),
]

/** Added later, drawn by dice of their own: what a seed drew from the list above stays. */
const LATER_USES: readonly Use[] = [
  use('float4x4 m = float4x4(k[0], k[1], k[2], k[3]); return m[(uint)a & 3][count & 3];'),
  use('float3x3 m = (float3x3)a; m[count % 3].y = k[0].x; m[1][count % 3] *= 2; return determinant(m) + m._m20;'),
  use('row_major float2x3 m = { k[0].xyz, k[1].xyz }; float2x3 n = m * a; n[count & 1] = 3; return dot(n[0], m[1]);'),
  use(
    'float2 v = float2(a, k[0].x); float r = twice0(v); return r + v.x * v.y;',
    `void bump0(inout float x, out uint n) { n = (uint)x; if (x > 2) return; x += 1; }
float twice0(inout float2 v) { uint n, m; bump0(v.x, n); bump0(v.y, m); return n * m; }`,
  ),
  use(
    'float t[3] = { a, 1, k[0].y }; order0(t); swap0(t[0], t[count % 3]); return t[0] - t[2];',
    `void swap0(inout float x, inout float y) { float z = x; x = y; y = z; }
void order0(inout float t[3]) { for (uint i = 0; i < 2; i++) if (t[i] > t[i + 1]) swap0(t[i], t[i + 1]); }`,
  ),
  use('if (a > 1) return k[0].x; for (uint i = 0; i < count; i++) { if (k[i & 3].y > a) return i; } return a;'),
  use('float s = a; do { s *= 0.5; if (s < 1) break; if (count > 3) continue; s -= k[1].x; } while (s > 2); return s;'),
  use(
    'for (uint i = 0; i < count; i++) { [branch] if (k[i & 3].x < a) { for (uint j = i; j < 4; j++) if (k[j & 3].z > a) return j; } else a += 1; } return a;',
  ),
  use(
    'switch ((int)a) { case 1: a += 1; break; case 2: if (count > 1) return 4; break; case 7: return k[2].w; } return a * 2;',
  ),
  use('[unroll] for (int i = 3; i >= 0; i--) { [flatten] if (k[i].w > a) a -= k[i].x; } return a;'),
  use(
    'return pa.y * pb + pm[1].x + dot(pm._m00_m10_m20, k[0].xyz) + (a > 1 ? pc[1] : 2);',
    'cbuffer Packed0 : register(b6) { float2 pa : packoffset(c1.z); uint pb : packoffset(c0.y); float3x2 pm : packoffset(c4); float pc[2] : packoffset(c2); };',
  ),
  use(
    'return Nested0.inner[count & 1].m[(uint)a % 3].y + Nested0.last;',
    'struct Inner0 { row_major float3x4 m; bool b; }; struct Outer0 { Inner0 inner[2]; float last; }; ConstantBuffer<Outer0> Nested0 : register(b7);',
  ),
  use(
    'Acc0 s; s.sum = a; s.n = 0; for (uint i = 0; i < count; i++) s.add(k[i & 3].x); return s.mean();',
    'struct Base0 { float sum; void add(float x) { sum += x; } }; struct Acc0 : Base0 { uint n; float mean() { return n > 0 ? sum / n : sum; } };',
  ),
  use(
    'Bag0 b; b.v[0] = a; b.v[1] = k[0].x; b.v[2] = 1; b.n = count; Bag0 c = b; c.v[count % 3] = 7; return c.v[1] + b.v[(uint)a % 3] + c.n;',
    'struct Bag0 { float v[3]; uint n; };',
  ),
  use('return Table0[(uint)a % 6] + Table0[2];', 'static const float Table0[6] = { 1, 2.5, 3, 5, 8, 13 };'),
  use('Walk0 += 1; Walk0 *= a; return Walk0 + (count > 2 ? Walk0 : 1);', 'static float Walk0 = 2;'),
  use('bool3 b = k[0].xyz > a; return any(b) + (all(!b) ? 2 : 1) + (b.x != b.y ? 4 : 0);'),
  use(
    'int4 v = (int4)k[0]; v <<= (int)a & 3; v.zw ^= v.xy; return reversebits((uint)v.x) + firstbitlow((uint)v.y) + (v.z % 3) + ~v.w;',
  ),
  use('uint2 v = uint2(a, count); return v.x / v.y + v.y % 7 + abs((int)v.x) + (v.x >> (v.y & 31));'),
  use('float w; float f = modf(a, w); int e; float m = frexp(k[0].x, e); return f * w + ldexp(m, 2) + e;'),
  use('float s, c; sincos(a, s, c); return isnan(s) ? 1 : isinf(c) ? 2 : isfinite(a) ? s * c : rcp(a);'),
  use(
    'return smoothstep(0, k[0].x, a) + fmod(a, 3) + lerp(a, k[1].x, 0.25) + step(a, 0.5) + sign(a) + frac(a) + trunc(a);',
  ),
  use('return length(reflect(k[0].xyz, k[1].xyz)) + dot(refract(k[0].xyz, k[1].xyz, a), cross(k[2].xyz, k[3].xyz));'),
  use(
    'return lit(a, k[0].x, 2).y + dst(k[0], k[1]).z + D3DCOLORtoUBYTE4(k[2]).x + faceforward(k[0].xyz, k[1].xyz, k[2].xyz).x;',
  ),
  use(
    'return pow(a, 3) + pow(abs(a), k[0].x) + exp(a) + log10(a) + atan2(a, k[0].y) + tanh(a) + asin(a) + degrees(a);',
  ),
  use('return asfloat(asuint(a) ^ 1u) + asint(k[0].x) + (float)asdouble(count, 2u) + asfloat(count);'),
  use('int64_t v = (int64_t)a * 3; v >>= (int64_t)(count & 31); return (float)(v / 5 + (v < 0 ? 1 : 2));'),
  use(
    'float1 v = a; vector<float, 2> w = vector<float, 2>(v.x, 1); matrix<float, 2, 2> m = { w, w }; return mul(m, w).x;',
  ),
  use('return mul(float3x3(k[0].xyz, k[1].xyz, k[2].xyz), (float3)a).y + transpose(float2x2(k[0]))[1].x;'),
  use(
    'min16float3 h = (min16float3)k[0].xyz; h = normalize(h * (min16float)a); return dot(h, (min16float3)2) + (float)max(h.x, h.y);',
  ),
  use('min16uint2 u = (min16uint2)uint2(a, count); u = (u << 2) | (min16uint)1; return u.x + u.y;'),
  {
    body: 'float16_t3 h = (float16_t3)k[0].xyz; h[count % 3] = (float16_t)a; return (float)dot(h, h) + (float)h.z;',
    isNative: true,
    since: 2,
  },
  {
    body: 'return (float)(hv.y + ht[count % 3]) + hu;',
    globals: 'cbuffer Halves0 : register(b8) { float16_t3 hv; float16_t ht[3]; uint16_t hu; };',
    isNative: true,
    since: 2,
  },
  {
    body: 'return (float)Halves1[(uint)a].h.y + Halves1[1].n;',
    globals: 'struct HalfRow { float16_t2 h; float f; int16_t n; }; StructuredBuffer<HalfRow> Halves1 : register(t20);',
    isNative: true,
    since: 2,
  },
  use(
    'return look0(count > 1 ? a : 0.5, Map20) + look0(a, Map21);',
    `Texture2D<float4> Map20 : register(t21); Texture2D<float4> Map21 : register(t22); SamplerState Linear20 : register(s20);
float look0(float2 at, Texture2D<float4> map) { return map.SampleLevel(Linear20, at, 0).y; }`,
  ),
  use(
    'Texture2D<float4> t = Map22; uint w, h, n; t.GetDimensions(1, w, h, n); return w * h + n + a;',
    'Texture2D<float4> Map22 : register(t23);',
  ),
  use(
    'uint n, s; Rows20.GetDimensions(n, s); return Rows20[n - 1].x * s + a;',
    'StructuredBuffer<float2> Rows20 : register(t24);',
  ),
  use('return Map23.mips[1][uint2(a, 2)].x + Map23[uint2(count, 1)].w;', 'Texture2D<float4> Map23 : register(t25);'),
  use(
    'return Map24.GatherRed(Linear21, a).w + Map24.Gather(Linear21, a, int2(1, -1)).y + Map24.SampleGrad(Linear21, a, k[0].xy, k[1].xy, int2(2, 1)).x;',
    'Texture2D<float4> Map24 : register(t26); SamplerState Linear21 : register(s21);',
  ),
  use(
    'return Cube0.SampleLevel(Linear22, k[0].xyz * a, 1).z + Cubes0.GatherCmp(Cmp20, float4(a, 1, 2, 0), 0.5).x;',
    'TextureCube<float4> Cube0 : register(t27); TextureCubeArray<float> Cubes0 : register(t28); SamplerState Linear22 : register(s22); SamplerComparisonState Cmp20 : register(s23);',
  ),
  use(
    'return Multi20.Load(uint2(a, 1), 2).x + Multi20.GetSamplePosition(1).y;',
    'Texture2DMS<float4> Multi20 : register(t29);',
  ),
  use(
    'return Buf20[(uint)a].y + Buf21[1];',
    'Buffer<float4> Buf20 : register(t30); Buffer<uint> Buf21 : register(t31);',
  ),
  use('Buf22[(uint)a] = Buf22[1] + 1; return Buf22[count].x;', 'RWBuffer<float4> Buf22 : register(u20);'),
  use(
    'Blob0 b = Raw20.Load<Blob0>((uint)a); return b.v[1].z + b.n + Raw20.Load3(8).y;',
    'struct Blob0 { float3 v[2]; uint n; }; ByteAddressBuffer Raw20 : register(t32);',
    2,
  ),
  use(
    'Parts0[(uint)a].v[count & 1].y = a; Parts0[2].n += 1; return Parts0[3].v[0].x;',
    'struct Part0 { float2 v[2]; uint n; }; RWStructuredBuffer<Part0> Parts0 : register(u21);',
  ),
  use(
    'uint o; InterlockedCompareExchange(Image20[uint2(a, 1)], 1, 2, o); InterlockedOr(Parts1[1].n, count, o); return o;',
    'struct Part1 { float f; uint n; }; RWTexture2D<uint> Image20 : register(u22); RWStructuredBuffer<Part1> Parts1 : register(u23);',
  ),
  use(
    'return WaveActiveAllTrue(a > k[0].x) + (WaveActiveAnyTrue(a > k[0].y) ? 2 : 0) + WaveActiveCountBits(a > k[0].z) + WavePrefixCountBits(a > k[0].w);',
  ),
  use(
    'return WaveReadLaneAt(a, count & 3) + WaveActiveBitAnd((uint)a) + (WaveIsFirstLane() ? WaveGetLaneCount() : WaveActiveMax(a));',
  ),
  use('return WaveActiveAllEqual(a) ? WaveActiveProduct(k[0].xy * a).x : WavePrefixProduct(a);'),
  use('return QuadReadLaneAt(a, 2) + QuadReadAcrossDiagonal(a) - QuadReadAcrossY(a);', '', 0, 'ps'),
  use(
    'if (a > 1) { float d = ddx_coarse(a) * fwidth(k[0].x * a); if (d < 0) discard; return d; } return a;',
    '',
    0,
    'ps',
  ),
  use('for (uint i = 0; i < count; i++) { if (k[i & 3].x > a) discard; a += 1; } return a;', '', 0, 'ps'),
  use(
    'Cells0[(uint)a & 3].m[1] = a; Cells0[1].n = count; GroupMemoryBarrierWithGroupSync(); return Cells0[count & 3].m._m01 + Cells0[2].n;',
    'struct Cell0 { float2x2 m; uint n; }; groupshared Cell0 Cells0[4];',
    0,
    GROUPS,
  ),
  use(
    'uint o; InterlockedCompareExchange(Bits0[(uint)a & 3], 1, count, o); InterlockedAdd(Bits0[1], o); GroupMemoryBarrier(); return Bits0[o & 3];',
    'groupshared uint Bits0[4];',
    0,
    GROUPS,
  ),
  use(
    'return largest0(a, k[0].x) + largest0((int)a, (int)count);',
    'template<typename T> T largest0(T x, T y) { return x > y ? x : y; }',
  ),
  use(
    'return min(a, One::scale) + (float)Two::Second;',
    'namespace One { static const float scale = 3; } enum class Two { First, Second = 4 };',
  ),
]

function draw(
  dice: Dice,
  list: readonly Use[],
  of: { readonly stage: string; readonly minor: number; readonly isNative: boolean; readonly wild: number },
  before: string[],
): string[] {
  const { stage, minor, isNative } = of
  const fits = (u: Use): boolean =>
    minor >= (u.since ?? 0) && (!u.stages || u.stages.includes(stage)) && (isNative || !u.isNative)
  const right = list.filter(fits)
  const names: string[] = []
  const chosen = new Set(
    Array.from({ length: 1 + dice.below(3) }, () => dice.pick(dice.chance(of.wild / 3) ? list : right)),
  )
  for (const { body, globals } of chosen) {
    const name = dice.name(list === USES ? 'use' : 'late')
    // Libraries choose registers by themselves.
    if (globals) before.push(stage === 'lib' ? globals.replace(/ : register\([^)]*\)/g, '') : globals)
    before.push(`float ${name}(float a) { ${body} }`)
    names.push(name)
  }
  return names
}

/** Functions that a shader may call with a number: adds what they need to `before`, gives their names. */
export function chooseUses(
  dice: Dice,
  stage: string,
  minor: number,
  isNative: boolean,
  wild: number,
  before: string[],
): string[] {
  return draw(dice, USES, { stage, minor, isNative, wild }, before)
}

/** As `chooseUses`, of what was added later. */
export function chooseLaterUses(
  dice: Dice,
  stage: string,
  minor: number,
  isNative: boolean,
  before: string[],
): string[] {
  return draw(dice, LATER_USES, { stage, minor, isNative, wild: 0 }, before)
}
