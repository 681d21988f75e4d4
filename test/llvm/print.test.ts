// Module text is what DXC's own disassembler prints, line for line, comments included; and the spellings no shader shows.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { disassemble } from '../../src/api/disassemble.ts'
import { explainCall } from '../../src/inspect/explain_call.ts'
import { explainResource } from '../../src/inspect/explain_resource.ts'
import { Builder } from '../../src/llvm/model/build.ts'
import type { DebugField } from '../../src/llvm/model/metadata.ts'
import { Module } from '../../src/llvm/model/module.ts'
import { printModule } from '../../src/llvm/text/print.ts'
import { MetadataCode } from '../../src/spec/llvm_codes.ts'
import { parseHeader } from '../corpus/header.ts'
import { golden } from '../golden.ts'
import { ROOT } from '../oracle/available.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { BITCODE_SHADERS, type BitcodeShader } from './bitcode_shaders.ts'
import { sampleModule } from './sample_module.ts'

/** Loops, calls, arrays and switches: what unoptimised code with names and variables looks like. */
const DEBUG_SHADERS: readonly BitcodeShader[] = [
  [
    'names, scopes and inlining',
    ['-T', 'cs_6_0', '-E', 'main'],
    `
enum Mode { Add, Mul = 7 };
struct Pair { float2 a; int b; float get(int i) { return i == 0 ? a.x : a.y; } };
groupshared float cache[64];
static const float weights[3] = { 0.5, 0.25, 1e-3 };
StructuredBuffer<Pair> input; RWStructuredBuffer<float> output : register(u1); AppendStructuredBuffer<Pair> found;
float mix(Pair p, inout float total, Mode mode) {
  float r = p.get(p.b & 1);
  switch (mode) { case Add: total += r; break; case Mul: total *= r; break; default: { float local = r * 2; total = local; } }
  return r; }
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint g : SV_GroupIndex) {
  float total = 0, history[4] = { 1, 2, 3, 4 };
  for (uint i = 0; i < id.x; ++i) { Pair p = input[i]; history[i & 3] = mix(p, total, (Mode)p.b) * weights[i % 3];
    if (total > 100) break; if (total < 0) { found.Append(p); continue; } }
  cache[g] = total; GroupMemoryBarrierWithGroupSync();
  output[id.x] = cache[g ^ 1] + history[id.y & 3]; }`,
  ],
  [
    'handles of every kind',
    ['-T', 'ps_6_6', '-E', 'main'],
    `
Texture2D<float4> t; Texture2DMS<float2> ms; Texture2DArray<uint> ta; TextureCube<half> tc; Buffer<snorm float4> b;
ByteAddressBuffer raw; globallycoherent RWTexture3D<float> w; RasterizerOrderedTexture2D<uint4> rov; SamplerState s;
SamplerComparisonState sc; RWStructuredBuffer<int2> rs; FeedbackTexture2D<SAMPLER_FEEDBACK_MIN_MIP> f;
cbuffer C { float4 k; } tbuffer T { float4 tk; }
float4 main(float2 uv : UV, float4 p : SV_Position) : SV_Target {
  f.WriteSamplerFeedback(t, s, uv); rov[uint2(p.xy)] = 1; w[uint3(1, 2, 3)] = tk.x; rs[rs.IncrementCounter()] = 3;
  Texture2D<float4> heap = ResourceDescriptorHeap[3]; RWByteAddressBuffer hb = ResourceDescriptorHeap[4]; hb.Store(0, 5);
  return t.Sample(s, uv) + t.SampleCmp(sc, uv, 0.5) + ms.Load(p.xy, 0).xyxy + ta[uint3(1, 2, 3)] + tc.Sample(s, uv.xyx)
    + b[3] + raw.Load(4) + k + heap[uint2(3, 4)]; }`,
  ],
]

const corpusShaders = (): BitcodeShader[] =>
  readdirSync(join(ROOT, 'corpus'))
    .filter(f => f.endsWith('.hlsl'))
    .filter((_, i) => i % 6 === 0)
    .map(f => {
      const source = readFileSync(join(ROOT, 'corpus', f), 'utf8')
      return [f, parseHeader(source, f).compiles[0]!.args, source] as const
    })

/** From the target lines on. */
const body = (listing: string): string => listing.slice(listing.search(/^target /m)).replaceAll('\r', '')

const VARIANTS: readonly (readonly string[])[] = [
  [],
  ['-Zi', '-Qembed_debug'],
  ['-Od', '-Zi', '-Qembed_debug'],
  ['-Vd', '-Od', '-Zi', '-Qembed_debug', '-Qkeep_reflect_in_dxil'],
]

for (const extra of VARIANTS)
  oracleTest('dxc', `text of DXC's containers is DXC's text: ${extra.join(' ') || 'plain'}`, async t => {
    const dxc = await Dxc.shared()
    for (const [name, args, source] of [...DEBUG_SHADERS, ...BITCODE_SHADERS, ...corpusShaders()]) {
      const { container, errors } = await dxc.compile(source, [...args, ...extra])
      if (!container) throw new Error(`${name}: ${errors}`)
      const { text } = await dxc.disassemble(container)
      t.true(text.includes('\ndefine '), name)
      t.is(body(disassemble(container)).trimEnd(), body(text).trimEnd(), name)
    }
  })

golden('test/llvm/print.txt', input => {
  if (input === 'sample module') return printModule(sampleModule(), { annotate: explainCall })
  if (input === 'debug nodes') return printModule(debugModule())
  if (input === 'odd names') return printModule(oddNames(), { annotate: explainCall })
  throw new Error(`no input called ${input}`)
})

/** One of every specialised node, with fields that are usually absent. */
function debugModule(): Module {
  const m = new Module()
  const str = (text: string): DebugField => m.mdString(text)
  const named = m.namedMetadata('nodes')
  const add = (code: number, fields: DebugField[], distinct = false): DebugField => {
    const node = m.debugNode(code, distinct, fields)
    named.operands.push(node)
    return node
  }
  const file = add(MetadataCode.File, [str('a "b".hlsl'), null])
  add(MetadataCode.Subrange, [0xffffffffffffffffn, 5])
  add(MetadataCode.Enumerator, [14, str('Seven')])
  add(MetadataCode.BasicType, [0x24, str('float'), 32, 32, 4])
  add(MetadataCode.BasicType, [0x3b, str('none'), 0, 0, 99])
  const type = add(MetadataCode.DerivedType, [0x16, str('t'), file, 3, null, null, 0, 0, 0, 3 | 64, null])
  add(MetadataCode.CompositeType, [0x13, null, null, 0, null, null, 96, 32, 0, 0x20004, null, 4, null, null, str('id')])
  add(MetadataCode.SubroutineType, [0, null])
  add(
    MetadataCode.CompileUnit,
    [4, file, str('dxilkit'), 1, str('-O3'), 0, null, 1, null, null, null, null, null, 18446744073709551615n],
    true,
  )
  const sub = add(
    MetadataCode.Subprogram,
    [null, str('main'), null, file, 9, null, 0, 1, 9, null, 2, 4, 1 << 8, 0, null, null, null, null],
    true,
  )
  const block = add(MetadataCode.LexicalBlock, [sub, file, 10, 0])
  add(MetadataCode.LexicalBlockFile, [block, null, 0])
  add(MetadataCode.Namespace, [null, null, str('space'), 0])
  add(MetadataCode.TemplateType, [str('T'), null])
  add(MetadataCode.TemplateValue, [0x30, str('N'), type, m.mdInt(4)])
  add(MetadataCode.TemplateValue, [0x4106, null, null, null])
  add(MetadataCode.GlobalVar, [null, str('g'), null, null, 0, type, 1, 0, null, null])
  add(MetadataCode.LocalVar, [0x100, sub, str('x'), file, 2, type, 0, 0])
  add(MetadataCode.LocalVar, [0x101, block, str('y'), file, 2, type, 0, 1])
  for (const e of [[], [0x9d, 32, 64], [0x06, 0x22, 8], [0x9d, 1], [0x9d, 0, 1, 0x06], [0x10]]) add(29, e)
  add(MetadataCode.ImportedEntity, [0x8, null, null, 4, str('i')])
  add(MetadataCode.ObjcProperty, [str('p'), null, 0, null, str('get'), 3, null])
  add(MetadataCode.Module, [null, str('mod'), null, str('path'), null])
  add(MetadataCode.GenericDebug, [0x1234, 0, str('head'), type, null])
  add(MetadataCode.Location, [0, 0, sub, null])
  return m
}

/** Names that need quotes, missing names, and calls DXC has something to say about. */
function oddNames(): Module {
  const m = new Module()
  const { types } = m
  m.addGlobal('', types.i32).initializer = m.constInt(types.i32, 1)
  m.addGlobal('\x01?x@@3HA', types.float).comdat = { name: 'other one', selection: 3 }
  const op = m.addFunction('dx.op.x', types.func(types.void, [types.i32]))
  const f = m.addFunction('f', types.func(types.void, [types.i32]))
  f.comdat = { name: 'f', selection: 1 }
  f.args[0]!.name = '0'
  const b = new Builder(m, f.addBlock('entry point'))
  for (const opcode of [110, 226, 292, 5000, 0x8000000c, 0x800fffff]) b.call(op, [m.constInt(types.i32, opcode)])
  b.ret()
  b.at(f.addBlock())
  b.ret()
  m.namedMetadata('1 odd.name')
  return m
}

test('resource properties in words', t => {
  t.is(explainResource(13, 16), 'CBuffer')
  t.is(explainResource(15, 16), 'TBuffer')
  t.is(explainResource(14 | 0x8000, 0), 'SamplerComparisonState')
  t.is(explainResource(2 | 0x1000, 0x409), 'RWTexture2D<4xF32>')
  t.is(explainResource(4 | 0x1000 | 0x4000 | 0x10000, 0x105), 'globallycoherent reordercoherent RWTexture3D<U32>')
  t.is(explainResource(2 | 0x3000, 0x409), 'ROVTexture2D<4xF32>')
  t.is(explainResource(12 | 0x9000, -4), 'RWStructuredBuffer<stride=4294967292, counter>')
  t.is(explainResource(11, 0), 'ByteAddressBuffer')
  t.is(explainResource(17, 1), 'FeedbackTexture2D<MipRegionUsed>')
  t.is(explainResource(0, 0), '<invalid resource properties>')
  t.is(explainResource(10, 0xff), 'TypedBuffer<<invalid CompType>>')
})
