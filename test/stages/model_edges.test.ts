// What shader models brought, one row each: refused in the model before, from then on accepted with DXC's flags, feature bits and tables, whatever
// version of the validator is asked for.

import test from 'ava'
import { disassemble, readContainer } from '../../src/api/index.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

interface Edge {
  readonly what: string
  readonly stages: readonly string[]
  /** The first shader model (6.x) that has it in these stages. */
  readonly since: number
  readonly flags?: string
  /** In front of the function. */
  readonly globals?: string
  readonly attributes?: string
  readonly body?: string
  readonly params?: string
  /** The model before takes it for something else, which is no error. */
  readonly isQuietBefore?: boolean
  /** The first version of the validator (1.x) that takes it. */
  readonly validator?: number
}

const OUT = 'RWByteAddressBuffer o : register(u0);\n'
const MAP = 'Texture2D<float4> t : register(t0); SamplerState s : register(s0);\n'
const SHADOW = 'Texture2D<float> t : register(t0); SamplerComparisonState s : register(s0);\n'
const WAVE = 'o.Store(0, WaveActiveSum(i));'
const TEXEL = (call: string): string => `o.Store4(0, asuint((float4)${call}));`

const EDGES: readonly Edge[] = [
  {
    what: 'barycentrics',
    stages: ['ps'],
    since: 1,
    params: 'float3 b : SV_Barycentrics',
    body: 'o.Store(0, asuint(b.x));',
  },
  {
    what: 'attributes at vertices',
    stages: ['ps'],
    since: 1,
    params: 'nointerpolation float3 c : COLOR',
    body: 'o.Store(0, asuint(GetAttributeAtVertex(c, 2).y));',
  },
  { what: 'view number', stages: ['ps'], since: 1, params: 'uint v : SV_ViewID', body: 'o.Store(0, v);' },
  {
    what: '16-bit types',
    stages: ['cs', 'ps'],
    since: 2,
    flags: '-enable-16bit-types',
    body: 'o.Store<uint16_t>(0, (uint16_t)i);',
  },
  { what: 'dot products of bytes', stages: ['cs', 'ps'], since: 4, body: 'o.Store(0, dot4add_u8packed(i, 77, i));' },
  {
    what: 'the shading rate that is read',
    stages: ['ps'],
    since: 4,
    params: 'uint r : SV_ShadingRate',
    body: 'o.Store(0, r);',
  },
  { what: 'waves that match', stages: ['cs', 'ps'], since: 5, body: 'o.Store4(0, WaveMatch(i));' },
  {
    what: 'sums of parts of waves',
    stages: ['cs'],
    since: 5,
    body: 'o.Store(0, WaveMultiPrefixSum(i, uint4(1, 0, 0, 0)));',
  },
  {
    what: 'feedback that is sampled',
    stages: ['ps'],
    since: 5,
    globals: `${MAP}FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> f : register(u1);`,
    body: 'f.WriteSamplerFeedback(t, s, float2(0, i));',
  },
  {
    what: 'feedback at a level',
    stages: ['cs'],
    since: 5,
    globals: `${MAP}FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> f : register(u1);`,
    body: 'f.WriteSamplerFeedbackLevel(t, s, float2(0, i), 1);',
  },
  {
    what: 'rays in line',
    stages: ['cs', 'ps'],
    since: 5,
    globals: 'RaytracingAccelerationStructure a : register(t0);',
    body: 'RayQuery<RAY_FLAG_NONE> q; q.TraceRayInline(a, 0, 1, (RayDesc)0); o.Store(0, q.Proceed());',
  },
  {
    what: 'dynamic resources',
    stages: ['cs', 'ps'],
    since: 6,
    body: 'Buffer<uint> b = ResourceDescriptorHeap[i]; o.Store(0, b[0]);',
  },
  {
    what: 'dynamic samplers',
    stages: ['ps'],
    since: 6,
    globals: 'Texture2D<float4> t : register(t0);',
    body: `SamplerState d = SamplerDescriptorHeap[i]; ${TEXEL('t.Sample(d, float2(0, i))')}`,
  },
  {
    what: '64-bit atomics of raw buffers',
    stages: ['cs', 'ps'],
    since: 6,
    body: 'o.InterlockedAdd64(8, (uint64_t)i);',
  },
  {
    what: '64-bit atomics of typed buffers',
    stages: ['cs'],
    since: 6,
    globals: 'RWBuffer<uint64_t> w : register(u1);',
    body: 'InterlockedMax(w[i], (uint64_t)i);',
  },
  {
    what: '64-bit atomics of shared memory',
    stages: ['cs'],
    since: 6,
    globals: 'groupshared uint64_t g[4];',
    body: 'InterlockedAdd(g[i & 3], (uint64_t)i); GroupMemoryBarrierWithGroupSync(); o.Store(0, (uint)g[0]);',
  },
  {
    what: '64-bit atomics of the heap',
    stages: ['cs'],
    since: 6,
    body: 'RWStructuredBuffer<uint64_t> w = ResourceDescriptorHeap[1]; InterlockedAdd(w[i], (uint64_t)1);',
  },
  {
    what: 'float atomics',
    stages: ['cs', 'ps'],
    since: 0,
    body: 'float was; o.InterlockedExchangeFloat(4, 1.5, was); o.InterlockedCompareStoreFloatBitwise(8, was, 2);',
  },
  {
    what: 'packed bytes',
    stages: ['cs', 'ps'],
    since: 6,
    body: 'int4 v = unpack_s8s32(i); o.Store(0, (uint)pack_clamp_u8(v * 3));',
  },
  {
    what: 'packed words',
    stages: ['cs'],
    since: 6,
    flags: '-enable-16bit-types',
    body: 'uint16_t4 v = unpack_u8u16(i); o.Store(0, (uint)pack_u8(v + v));',
  },
  { what: 'the size of waves', stages: ['cs'], since: 6, attributes: '[WaveSize(32)]', body: WAVE },
  { what: 'sizes of waves', stages: ['cs'], since: 8, attributes: '[WaveSize(16, 64)]', body: WAVE },
  {
    what: 'sizes of waves and the best of them',
    stages: ['cs'],
    since: 8,
    attributes: '[WaveSize(16, 64, 32)]',
    body: WAVE,
  },
  { what: 'helper lanes', stages: ['ps'], since: 6, isQuietBefore: true, body: 'o.Store(0, IsHelperLane());' },
  {
    what: 'helper lanes of other stages',
    stages: ['cs'],
    since: 6,
    isQuietBefore: true,
    body: 'o.Store(0, IsHelperLane());',
  },
  {
    what: 'waves with their helper lanes',
    stages: ['ps'],
    since: 7,
    attributes: '[WaveOpsIncludeHelperLanes]',
    body: WAVE,
    isQuietBefore: true,
  },
  { what: 'derivatives in groups', stages: ['cs'], since: 6, validator: 8, body: 'o.Store(0, asuint(ddx((float)i)));' },
  {
    what: 'samples in groups',
    stages: ['cs'],
    since: 6,
    validator: 8,
    globals: MAP,
    body: TEXEL('t.Sample(s, float2(0, i))'),
  },
  {
    what: 'questions of quads',
    stages: ['ps'],
    since: 7,
    body: 'o.Store(0, QuadAny(i > 1) + QuadAll(i > 2));',
    isQuietBefore: true,
  },
  {
    what: 'questions of quads in groups',
    stages: ['cs'],
    since: 7,
    body: 'o.Store(0, QuadAny(i > 1));',
    isQuietBefore: true,
  },
  {
    what: 'offsets that run time knows',
    stages: ['ps'],
    since: 7,
    globals: MAP,
    body: TEXEL('t.Sample(s, float2(0, i), int2(i, 1))'),
  },
  {
    what: 'raw gathers',
    stages: ['ps', 'cs'],
    since: 7,
    globals: 'Texture2D<uint> t : register(t0); SamplerState s : register(s0);',
    body: 'o.Store4(0, t.GatherRaw(s, float2(0, i)));',
  },
  {
    what: 'comparison at a level',
    stages: ['cs', 'ps'],
    since: 7,
    globals: SHADOW,
    body: TEXEL('t.SampleCmpLevel(s, float2(0, i), 0.5, 2)'),
  },
  {
    what: 'comparison with gradients',
    stages: ['cs', 'ps'],
    since: 8,
    globals: SHADOW,
    body: TEXEL('t.SampleCmpGrad(s, float2(0, i), 0.5, 1, 2)'),
  },
  {
    what: 'comparison with a bias',
    stages: ['ps', 'cs'],
    since: 8,
    globals: SHADOW,
    body: TEXEL('t.SampleCmpBias(s, float2(0, i), 0.5, 1)'),
  },
  {
    what: 'levels of comparison',
    stages: ['ps'],
    since: 8,
    globals: SHADOW,
    body: 'o.Store(0, asuint(t.CalculateLevelOfDetailUnclamped(s, float2(0, i))));',
  },
  {
    what: 'multisampled textures that are written',
    stages: ['ps', 'cs'],
    since: 7,
    globals: 'RWTexture2DMS<float4, 4> m : register(u1);',
    body: 'm.sample[2][uint2(i, 0)] = 1;',
  },
  {
    what: 'where the draw begins',
    stages: ['vs'],
    since: 8,
    params: 'uint b : SV_StartVertexLocation, uint n : SV_StartInstanceLocation',
    body: 'o.Store(0, b + n);',
  },
]

const HEADS: Readonly<Record<string, (edge: Edge) => string>> = {
  cs: e => `[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex${more(e)})`,
  ps: e => `float4 main(nointerpolation uint i : INDEX${more(e)}) : SV_Target`,
  vs: e => `float4 main(uint i : SV_VertexID${more(e)}) : SV_Position`,
}
const more = ({ params }: Edge): string => (params ? `, ${params}` : '')

const sourceOf = (edge: Edge, stage: string): string =>
  `${OUT}${edge.globals ?? ''}\n${edge.attributes ?? ''} ${HEADS[stage]!(edge)} {\n  ${edge.body ?? ''}\n${stage === 'cs' ? '' : '  return 0;\n'}}\n`

const NEWEST = 8
const PARTS = ['SFI0', 'PSV0', 'ISG1', 'OSG1']

/** Parts and shader flags, as text. */
function said(container: Uint8Array): Record<string, string> {
  const parts = readContainer(container).parts.filter(p => PARTS.includes(p.name))
  const flags = /^!\d+ = !\{i32 0, i64 (\d+)/m.exec(disassemble(container))?.[1]
  const hex = parts.map(p => [p.name, Buffer.from(p.data).toString('hex')] as const)
  return Object.fromEntries([...hex, ['flags', flags ?? 'none']])
}

/** The version of the shader model's time and the newest. */
const versionsFrom = (minor: number): readonly number[] => [...new Set([minor, NEWEST])]

for (const stage of ['cs', 'ps', 'vs'])
  oracleTest('dxc', `${stage}: what each shader model brought`, async t => {
    const dxc = await Dxc.shared()
    for (const edge of EDGES.filter(e => e.stages.includes(stage))) {
      const { what, since, flags = '' } = edge
      const source = sourceOf(edge, stage)
      const models = since > 0 ? [since - 1, since] : [since]
      for (const model of models)
        for (const version of model < since ? [NEWEST] : versionsFrom(model)) {
          const args = `-T ${stage}_6_${model} ${flags} -validator-version 1.${version}`.replace(/ +/g, ' ')
          const theirs = await dxc.compile(source, args.split(' '), { name: 'x.hlsl' })
          const ours = oursAlone(source, args)
          t.is(ours.ok, theirs.ok, `${what}, ${args}: ${ours.text}\nDXC: ${theirs.errors}`)
          const isThere = model >= since && version >= (edge.validator ?? 0)
          if (!edge.isQuietBefore) t.is(theirs.ok, isThere, `${what}, ${args}: DXC: ${theirs.errors}`)
          if (ours.container && theirs.container)
            t.deepEqual(said(ours.container), said(theirs.container), `${what}, ${args}`)
        }
    }
  })

test('every row is reached', t => {
  t.true(EDGES.length >= 38)
  for (const { what, stages } of EDGES) for (const stage of stages) t.truthy(HEADS[stage], what)
})
