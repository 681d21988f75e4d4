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

/** Functions that a shader may call with a number: adds what they need to `before`, gives their names. */
export function chooseUses(
  dice: Dice,
  stage: string,
  minor: number,
  isNative: boolean,
  wild: number,
  before: string[],
): string[] {
  const fits = (u: Use): boolean =>
    minor >= (u.since ?? 0) && (!u.stages || u.stages.includes(stage)) && (isNative || !u.isNative)
  const right = USES.filter(fits)
  const names: string[] = []
  const chosen = new Set(
    Array.from({ length: 1 + dice.below(3) }, () => dice.pick(dice.chance(wild / 3) ? USES : right)),
  )
  for (const { body, globals } of chosen) {
    const name = dice.name('use')
    // Libraries choose registers by themselves.
    if (globals) before.push(stage === 'lib' ? globals.replace(/ : register\([^)]*\)/g, '') : globals)
    before.push(`float ${name}(float a) { ${body} }`)
    names.push(name)
  }
  return names
}
