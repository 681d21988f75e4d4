// The printed IR read back: the same text again, and the same container as the HLSL gives, from every pass on.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { compile } from '../../src/api/compile.ts'
import { compileModule } from '../../src/api/compile_module.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { readContainer } from '../../src/container/container.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'

const CORPUS = join(process.cwd(), 'corpus')
const SHADERS = readdirSync(CORPUS)
  .filter(name => name.endsWith('.hlsl'))
  .sort()

interface Compilation {
  readonly name: string
  readonly source: string
  readonly options: CompileOptions
}

function compilations(file: string): Compilation[] {
  const source = readFileSync(join(CORPUS, file), 'utf8')
  return parseHeader(source, file).compiles.map(({ profile, entry, args }) => ({
    name: `${file} ${profile}`,
    source,
    options: { ...dxcArgsToOptions(args), target: profile, entry },
  }))
}

/** Parts by name; the root signature is no part of the IR. */
function parts(container: Uint8Array): Map<string, Buffer> {
  const list = readContainer(container).parts.map(({ name, offset, size }): [string, Buffer] => [
    name,
    Buffer.from(container.subarray(offset, offset + size)),
  ])
  return new Map(list.filter(([name]) => name !== 'RTS0'))
}

/** Every printed text of a compilation, compiled again. */
function checkTexts(
  t: ExecutionContext,
  { name, source, options }: Compilation,
  printAfter: readonly string[],
): number {
  const direct = compile(source, { ...options, printAfter })
  if (!direct.container) {
    t.fail(`${name}: ${direct.text}`)
    return 0
  }
  const wanted = parts(direct.container)
  for (const { pass, run, text } of direct.dumps) {
    const again = compileModule(text, { printAfter: ['lower'] })
    const where = `${name} after ${pass} (run ${run})`
    if (!again.container) t.fail(`${where}: ${again.text}`)
    else {
      t.true(again.dumps[0]!.text === text, `${where}: prints differently`)
      const found = parts(again.container)
      t.deepEqual([...found.keys()], [...wanted.keys()], where)
      for (const [part, bytes] of wanted) t.true(bytes.equals(found.get(part)!), `${where}: ${part} differs`)
    }
  }
  return direct.dumps.length
}

test('the corpus: the IR as lowered prints the same when read back and compiles to the same container', t => {
  let texts = 0
  for (const file of SHADERS) for (const c of compilations(file)) texts += checkTexts(t, c, ['lower'])
  t.true(texts > 100, `${texts} texts`)
})

test('the corpus: the same from bind, lower_resources and the last pass on', t => {
  for (const file of SHADERS)
    for (const c of compilations(file).slice(0, 1)) checkTexts(t, c, ['bind', 'lower_resources', 'order_phis'])
})

// One shader of each sort: memory and loops, textures, groupshared and atomics, structures.
for (const file of SHADERS.filter((_, i) => i % 9 === 4))
  test(`${file}: the same from every pass on`, t => {
    for (const c of compilations(file)) t.true(checkTexts(t, c, ['all']) > 20)
  })

const RESOURCES = `
struct Item { float4x4 m; uint2 k; };
struct Bundle { Texture2D t[2]; SamplerState s; RWBuffer<float> o; };
Bundle bundle;
cbuffer Block : register(b3) { float3 dir; float weights[3]; row_major float2x3 rm; bool flag; uint n; }
ConstantBuffer<Item> items[4];
globallycoherent RWStructuredBuffer<Item> rw;
AppendStructuredBuffer<uint> app;
StructuredBuffer<Item> many[8];
tbuffer TB { float4 tb; }
RWByteAddressBuffer raw;
groupshared uint shared_[32];
[numthreads(4, 4, 1)]
void main(uint3 id : SV_DispatchThreadID, uint gi : SV_GroupIndex) {
  precise float p = dir.x * 3.0 + tb.y;
  InterlockedAdd(shared_[gi], id.x);
  GroupMemoryBarrierWithGroupSync();
  [branch] if (flag) p += bundle.t[1].SampleLevel(bundle.s, dir.xy, 0).x;
  [unroll(2)] for (uint i = 0; i < n; i++) p += weights[i] * rm[1][i % 3];
  Item it = many[NonUniformResourceIndex(id.z)][id.x];
  rw[id.y].k = it.k + items[id.x & 3].k;
  uint low; uint high; asuint((double)p, low, high);
  app.Append(low);
  float local[4] = { 1, 2, 3, p };
  bundle.o[id.x] = local[id.y & 3] + shared_[gi ^ 1];
  uint status; uint v = raw.Load(id.x * 4, status);
  if (CheckAccessFullyMapped(status)) raw.Store<uint16_t>(0, (uint16_t)v);
}
`
for (const binding of ['dxc', 'llvm', 'slang'] as const)
  test(`resources of all sorts under --binding=${binding}: the same from every pass on`, t => {
    const options = { target: 'cs_6_5', enable16BitTypes: true, binding }
    t.true(checkTexts(t, { name: binding, source: RESOURCES, options }, ['all']) > 20)
  })

test('heap handles, non-uniform ones too: the same from every pass on', t => {
  const source = `[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    RWTexture2D<float4> o = ResourceDescriptorHeap[NonUniformResourceIndex(i)];
    Texture2D<float4> a = ResourceDescriptorHeap[3];
    SamplerState s = SamplerDescriptorHeap[1];
    o[uint2(i, 0)] = a.SampleLevel(s, float2(i, 0.5), 0);
  }`
  t.true(checkTexts(t, { name: 'heap', source, options: { target: 'cs_6_6' } }, ['all']) > 20)
})

test('without optimisation, and with IEEE strictness', t => {
  for (const extra of [
    { optimization: 0 },
    { ieeeStrict: true },
    { optimization: 1, allResourcesBound: true },
  ] as const)
    checkTexts(
      t,
      {
        name: JSON.stringify(extra),
        source: RESOURCES,
        options: { target: 'cs_6_5', enable16BitTypes: true, ...extra },
      },
      ['all'],
    )
})

test('a pixel shader with its signatures: the same from every pass on', t => {
  const source = `Texture2D tex; SamplerState s; cbuffer B { float4 k; }
    struct V { float4 p : SV_Position; float2 uv : TEXCOORD2; nointerpolation uint n : N; };
    [earlydepthstencil] float4 main(V v, bool f : SV_IsFrontFace) : SV_Target {
      if (v.n > 3) discard;
      return tex.Sample(s, v.uv) * k + ddx(v.uv.x) + (f ? 1 : 0);
    }`
  t.true(checkTexts(t, { name: 'pixel', source, options: { target: 'ps_6_0' } }, ['all']) > 15)
})

test('a library is printed as one module, which is no input', t => {
  const source = `RWBuffer<float> o; export float twice(float x) { o[0] = x; return x * 2; }
    export float2 both(float2 v) { return v.yx; }`
  const { dumps, ok } = compile(source, { target: 'lib_6_3', printAfter: ['lower'] })
  t.true(ok)
  t.is(dumps.length, 1)
  t.regex(dumps[0]!.text, /define float @twice\(float %arg0\) #0 {\n[\s\S]*\n {2}ret float %\d+\n}/)
  t.regex(dumps[0]!.text, /define <2 x float> @both\(<2 x float> %arg0\) #1 {\n[\s\S]*\n {2}ret <2 x float> %\d+\n}/)
  t.regex(compileModule(dumps[0]!.text).text, /a library is not supported in LLVM text/)
})

test('names of template instances, which LLVM quotes', t => {
  const source = `template<typename T> struct Pair { T a; T b; };
    StructuredBuffer<Pair<float2> > s; RWStructuredBuffer<Pair<float2> > o;
    [numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = s[i + 1]; }`
  t.true(checkTexts(t, { name: 'templates', source, options: { target: 'cs_6_0' } }, ['all']) > 15)
})
