// Dumps: DXC's own listing is the witness for the resource table; damaged files are shown as far as they go.

import test from 'ava'
import { FormatError } from '../../src/base/format_error.ts'
import { readContainer } from '../../src/container/container.ts'
import { decodePart } from '../../src/container/parts.ts'
import { type ContainerDump, dumpContainer } from '../../src/inspect/dump.ts'
import { formatDump } from '../../src/inspect/format_dump.ts'
import { psvResources } from '../../src/inspect/resource_records.ts'
import { resourceRow, resourceTableLines } from '../../src/inspect/resource_table.ts'
import { DXC_SHADERS } from '../container/dxc_shaders.ts'
import { sampleContainer } from '../container/sample.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const EVERY_RESOURCE = `
Texture2D sampled;
Texture1D<int> t1; Texture1DArray<uint> t1a; Texture2DMS<float2> ms; Texture2DMSArray<float, 4> msa;
TextureCube<snorm float> cube; TextureCubeArray<unorm float4> cubes; Texture3D<int64_t> t3;
tbuffer TB { float q; };
RaytracingAccelerationStructure scene;
Buffer<min16float> typed;
Texture2D<float3> unbounded[] : register(t0, space4);
struct S { float4 a; float2 b; };
StructuredBuffer<S> sb; ByteAddressBuffer rb;
RWTexture1D<double> w1; globallycoherent RWBuffer<uint> wtyped; RasterizerOrderedBuffer<float> ordered;
RWTexture2DArray<float> w2a[] : register(u5, space9);
RWStructuredBuffer<S> wsb; RWByteAddressBuffer wb; RWTexture1DArray<int> w1a; RWTexture2D<uint2> w2;
AppendStructuredBuffer<float4> append; ConsumeStructuredBuffer<int2> consume;
FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> feedback;
struct C { float z; };
ConstantBuffer<C> constants[7] : register(b3, space2);
SamplerState s1; SamplerComparisonState s2 : register(s9, space3);
cbuffer ANameLongerThanTheColumnOfNamesIsWide { float4 k; };

float4 main(float4 p : SV_Position) : SV_Target {
  float4 x = t1[1] + t1a[uint2(1, 1)] + ms.Load(int2(1, 1), 0).xyxy + msa.Load(int3(1, 1, 1), 0) + cube.Sample(s1, 1);
  x += cubes.Sample(s1, 1) + (float)t3[int3(0, 0, 0)] + q + typed[2] + constants[3].z + k;
  x += unbounded[p.x][uint2(1, 1)].xyzz + sb[1].a + cubes.SampleCmp(s2, 1, 0.5) + consume.Consume().xyxy;
  w1[1] = x.x; wtyped[1] = x.x; ordered[2] = x.y; w2a[p.x][uint3(1, 1, 1)] = x.x; wsb[1].b = x.xy;
  w1a[uint2(1, 1)] = 1; wb.Store(0, rb.Load(0)); w2[uint2(1, 1)] = 2;
  append.Append(x);
  feedback.WriteSamplerFeedback(sampled, s1, 1);
  RayQuery<0> query;
  RayDesc ray; ray.Origin = 0; ray.Direction = 1; ray.TMin = 0; ray.TMax = 1;
  query.TraceRayInline(scene, 0, 255, ray);
  query.Proceed();
  return x + query.RayFlags();
}`

/** The resource table of a DXC listing, without the leading '; '. */
function dxcTable(listing: string): string[] {
  const lines = listing.split('\n').map(line => line.trimEnd())
  const start = lines.indexOf('; Resource Bindings:') + 2
  const end = lines.indexOf(';', start)
  return lines.slice(start, end).map(line => line.slice(2))
}

oracleTest('dxc', 'the resource table is the one DXC prints', async t => {
  const dxc = await Dxc.shared()
  const shaders = [...DXC_SHADERS.map(s => s.slice(1) as never), ['ps_6_5', [], EVERY_RESOURCE]] as [
    string,
    string[],
    string,
  ][]
  let rows = 0
  for (const [profile, args, source] of shaders) {
    const { container, errors } = await dxc.compile(source, ['-T', profile, '-E', 'main', ...args])
    t.is(errors.includes('error'), false, errors)
    const dump = dumpContainer(container!)
    t.deepEqual(dump.problems, [])
    t.is(dump.resourcesFrom, 'STAT')
    const expected = dxcTable((await dxc.disassemble(container!)).text)
    t.deepEqual(
      resourceTableLines(dump.resources).map(line => line.trimEnd()),
      expected,
      profile,
    )
    rows += dump.resources.length
  }
  t.true(rows > 40)
})

oracleTest('dxc', 'PSV0 alone gives the same classes, registers and counts', async t => {
  const { container } = await (await Dxc.shared()).compile(EVERY_RESOURCE, ['-T', 'ps_6_5', '-E', 'main'])
  const psv = readContainer(container!).parts.find(p => p.name === 'PSV0')!
  const fromPsv = psvResources(decodePart('PSV0', psv.data)).map(resourceRow)
  const strip = (rows: ContainerDump['resources']) => rows.map(({ type, id, bind, count }) => [type, id, bind, count])
  t.deepEqual(strip(fromPsv), strip(dumpContainer(container!).resources))
})

oracleTest('dxc', 'a damaged part is shown with its error and hides no other', async t => {
  const [, profile, args, source] = DXC_SHADERS[1]!
  const { container } = await (await Dxc.shared()).compile(source, ['-T', profile, '-E', 'main', ...args])
  const sound = dumpContainer(container!)
  for (const { name, offset } of sound.parts) {
    if (name === 'SFI0' || name === 'HASH') continue // any bytes of the right length are good ones
    const bytes = container!.slice()
    bytes.fill(0xff, offset, offset + 16)
    const dump = dumpContainer(bytes)
    t.is(dump.digestState, 'wrong', name)
    t.true(dump.problems.length > 0 && dump.problems.every(p => p.part === name), name)
    t.is(dump.parts.length, sound.parts.length)
    for (const part of dump.parts) {
      if (part.name === name) t.truthy(part.problem)
      else t.deepEqual(part, sound.parts.find(p => p.name === part.name)!, part.name)
    }
    t.is(dump.resources.length, sound.resources.length, name)
    t.regex(formatDump(dump), /damaged at 0x/)
  }
})

test('a dump is JSON, and its text names every part', t => {
  const dump = dumpContainer(sampleContainer(), { fields: true })
  t.deepEqual(JSON.parse(JSON.stringify(dump)), dump)
  const text = formatDump(dump)
  for (const part of dump.parts) t.true(text.includes(`\n${part.name} `), part.name)
  t.regex(text, /\(matches\)/)
  t.deepEqual(dump.parts.find(p => p.name === 'SFI0')?.features?.names, ['WaveOps', 'ViewID'])
  t.is(dump.parts.find(p => p.name === 'PSV0')?.psv?.entryName, 'main')
})

test('bitcode that is none is a problem of its part; the table then comes from PSV0', t => {
  const dump = dumpContainer(sampleContainer())
  t.is(dump.resourcesFrom, 'PSV0')
  t.deepEqual(
    dump.resources.map(r => [r.type, r.bind, r.count]),
    [
      ['cbuffer', 'cb1', '1'],
      ['UAV', 'u3,space2', 'unbounded'],
    ],
  )
  t.deepEqual(
    dump.problems.map(p => p.part),
    ['DXIL'],
  )
})

test('one part of a container', t => {
  const dump = dumpContainer(sampleContainer(), { part: 'HASH', fields: true })
  t.deepEqual(
    dump.parts.map(p => p.fields?.map(f => f.path)),
    [['flags', 'digest']],
  )
})

test('control characters in names do not reach the terminal', t => {
  const bytes = sampleContainer()
  const at = Buffer.from(bytes).indexOf('TEXCOORD')
  bytes.set([0x1b, 0x5b, 0x33, 0x31, 0x6d], at)
  const text = formatDump(dumpContainer(bytes))
  t.false(text.includes('\x1b'))
  t.true(text.includes('\\x1b[31m'))
})

test('a file that is no container is a FormatError', t => {
  for (const bytes of [
    new Uint8Array(0),
    new Uint8Array(31),
    new Uint8Array(100),
    new TextEncoder().encode('x'.repeat(99)),
  ])
    t.throws(() => dumpContainer(bytes), { instanceOf: FormatError })
})

test('any damage dumps or is a FormatError', t => {
  const whole = sampleContainer()
  const survive = (bytes: Uint8Array): void => {
    try {
      formatDump(dumpContainer(bytes, { fields: true }))
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }
  for (let length = 0; length < whole.length; length += 3) survive(whole.slice(0, length))
  for (let at = 0; at < whole.length; at++) {
    const bytes = whole.slice()
    bytes[at]! ^= 0xff
    survive(bytes)
  }
  t.pass()
})

oracleTest('dxc', 'a real container with damage anywhere dumps or is a FormatError', async t => {
  const [, profile, , source] = DXC_SHADERS[2]!
  const { container } = await (await Dxc.shared()).compile(source, ['-T', profile, '-E', 'main'])
  const whole = container!
  let state = 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let run = 0; run < 600; run++) {
    const bytes = whole.slice(0, run % 3 === 0 ? random(whole.length) : whole.length)
    for (let i = random(4); i >= 0 && bytes.length > 0; i--) bytes[random(bytes.length)] = random(256)
    try {
      formatDump(dumpContainer(bytes))
    } catch (error) {
      if (!(error instanceof FormatError)) throw new Error(`run ${run}`, { cause: error })
    }
  }
  t.pass()
})
