// Resources as values in libraries for linking: parameters, results, struct members, local variables, choices at run time. They are read back
// as DXC's linker and ours read them, and linked shaders validate.

import test from 'ava'
import { compile, compileModule, compileToIr, disassemble, link } from '../../src/api/index.ts'
import { describe, descriptionDifferences } from '../emit/described.ts'
import { check } from '../executed/check.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const library = (source: string): Uint8Array => {
  const { ok, text, container } = compile(source, { target: 'lib_6_x' })
  if (!ok) throw new Error(text)
  return container
}

const HELPERS = `
struct Item { float weight; int kind; };
struct Set { StructuredBuffer<Item> items; Texture2D<float> images[2]; SamplerState how; float scale; };
float weigh(StructuredBuffer<Item> items, uint i) { return items[i].weight; }
float look(Set s, float2 uv, uint i) { return s.images[1].SampleLevel(s.how, uv, 0) * s.scale + s.items[i].kind; }
void pick(RWBuffer<float> a, out RWBuffer<float> chosen) { chosen = a; }
RWByteAddressBuffer same(RWByteAddressBuffer b) { return b; }
float all(Buffer<float> list[3], uint i) { return list[0][i] + list[2][i]; }`
const MAIN = `
struct Item { float weight; int kind; };
struct Set { StructuredBuffer<Item> items; Texture2D<float> images[2]; SamplerState how; float scale; };
float weigh(StructuredBuffer<Item> items, uint i);
float look(Set s, float2 uv, uint i);
void pick(RWBuffer<float> a, out RWBuffer<float> chosen);
RWByteAddressBuffer same(RWByteAddressBuffer b);
float all(Buffer<float> list[3], uint i);
StructuredBuffer<Item> many[4] : register(t0);
Texture2D<float> first : register(t4), second : register(t5);
SamplerState how : register(s0);
RWBuffer<float> result : register(u0);
RWByteAddressBuffer bytes : register(u1);
Buffer<float> numbers[3] : register(t6);
[shader("compute")] [numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
  Set s;
  s.items = many[2]; s.images[0] = first; s.images[1] = second; s.how = how; s.scale = 3;
  RWBuffer<float> o;
  pick(result, o);
  o[i] = weigh(many[i & 1], i) + look(s, float2(i, 1), i);
  same(bytes).Store(i * 4, all(numbers, i));
}`

oracleTest(
  ['dxc', 'dxc-new'],
  "resources go through functions of several libraries, in our linker and in DXC's",
  async t => {
    const libraries = [
      ['main', library(MAIN)],
      ['helpers', library(HELPERS)],
    ] as const
    const inputs = libraries.map(([name, container]) => ({ name, container }))
    // DXC's linker cannot pass structs that hold resources, whoever compiled them.
    const known = [['main', library(MAIN.replace('+ look(s, float2(i, 1), i)', ''))], libraries[1]] as const
    const dxc = await Dxc.shared('dxc-new')
    for (const target of ['cs_6_0', 'cs_6_6']) {
      const ours = link(inputs, { target })
      t.is(ours.text, '', target)
      t.is((await (await Dxc.shared()).validate(ours.container!)).message, '', target)
      const theirs = await dxc.link(known, 'main', target, ['-validator-version', '1.8'])
      t.is(theirs.errors, '', target)
      const again = link([{ name: 'main', container: known[0][1] }, inputs[1]!], { target })
      for (const op of ['bufferLoad', 'bufferStore', 'rawBufferLoad', 'rawBufferStore'])
        t.is(count(again.container!, op), count(theirs.container!, op), `${target} ${op}`)
      t.is(count(ours.container!, 'sampleLevel'), 1)
    }
  },
)

const count = (container: Uint8Array, op: string): number =>
  disassemble(container).match(new RegExp(`call [^\\n]*@dx\\.op\\.${op}`, 'g'))?.length ?? 0

test('resources chosen at run time are handles of a static type', t => {
  const text = disassemble(
    library(`RWByteAddressBuffer a, b; uint4 offset;
export void put(uint i) { RWByteAddressBuffer o = a; if (i > 2) o = b; o.Store(i, 7); }
export void each(uint i) { RWByteAddressBuffer o = a; for (uint n = 0; n < i; n++) { o.Store(n, 7); if (offset.x > n) o = b; } }
export void list(uint i) { RWByteAddressBuffer o[2] = { a, b }; o[i].Store(i, 7); }
export void count(RWStructuredBuffer<int2> s, uint i) { s.IncrementCounter(); }`),
  )
  t.regex(text, /select i1 %\d+, %dx\.types\.Handle/)
  t.regex(text, /phi %dx\.types\.Handle/)
  t.regex(text, /alloca \[2 x %dx\.types\.Handle\]/)
  // Kind of structured buffers, written, with a counter.
  t.regex(
    text,
    /annotateHandle\(i32 216, %dx\.types\.Handle %\d+, %dx\.types\.ResourceProperties \{ i32 36876, i32 8 \}\)/,
  )
  for (const target of ['cs_6_0', 'lib_6_3']) {
    const source = `ByteAddressBuffer a, b; RWBuffer<int> o; [shader("compute")] [numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) { ByteAddressBuffer c = a; if (i > 2) c = b; o[i] = c.Load(i); }`
    t.regex(compile(source, { target }).text, /local resource not guaranteed to map to unique global resource/)
  }
})

oracleTest('dxc', 'patches are arrays that are passed by their address', async t => {
  const source = `struct V { float4 p : P; float2 uv : U; };
float first(InputPatch<V, 3> patch) { return patch[1].p.y; }
V chosen(InputPatch<V, 3> patch, uint i) { V v = patch[i]; v.uv.x += first(patch); return v; }
float4 out_(OutputPatch<V, 4> patch, float3 b) { return patch[0].p * b.x; }`
  const dxc = await (await Dxc.shared()).compile(source, ['-T', 'lib_6_x'])
  const described = (container: Uint8Array): string[] => {
    const text = disassemble(container)
    const signatures = [...text.matchAll(/^define (.*) @"([^"]*)"\((.*)\)/gm)]
    const plain = (s: string): string => s.replace(/ (?:noalias|nocapture|readonly|sret|%[\w.]+(?=,|$))/g, '')
    return signatures.map(([, result, name, params]) => `${result} ${name} ${plain(params!)}`)
  }
  t.is(described(library(source)).length, 3)
  t.deepEqual(described(library(source)), described(dxc.container!))
  const qualifiers = [...disassemble(library(source)).matchAll(/!\{i32 ([34]), !\d+, !\d+\}/g)].map(([, n]) => n)
  t.deepEqual(qualifiers, ['3', '4'])
  t.regex(
    compile('void put(float4 v, inout PointStream<float4> s) {}', { target: 'lib_6_x' }).text,
    /must not contain a resource/,
  )
  const declared =
    'struct V { float4 p : P; }; float f(InputPatch<V, 3> p); float g(InputPatch<V, 3> p) { return f(p); }'
  t.regex(compile(declared, { target: 'lib_6_x' }).text, /Exported function .*f.* must not contain a resource/)
})

test('what a call may change is stored before it and read again behind it', t => {
  for (const target of ['lib_6_3', 'lib_6_x']) {
    const { text, container } = compile(
      `float change(inout float a, inout float3 b, inout bool c);
[noinline] void twice(inout uint n) { n *= 2; }
export float f(uint i) { float a = i; float3 b = i; bool c = i > 2; uint n = i; twice(n); return change(a, b, c) + a + b.y + c + n; }`,
      { target },
    )
    t.is(text, '')
    const [, before = '', after = ''] =
      /define float (.*)call float [^\n]*change([^}]*)}/s.exec(disassemble(container!)) ?? []
    for (const type of ['float', '<3 x float>', 'i32']) {
      t.true(before.includes(`store ${type}`), `${target} ${type}`)
      t.true(after.includes(`load ${type}, ${type}*`), `${target} ${type}`)
    }
    t.is(before.match(/store i32/g)?.length, 2)
  }
})

test('as text they come back as they were', t => {
  for (const source of [MAIN, HELPERS])
    for (const stopAfter of ['remove_unreachable', 'resolve_handles', 'order_phis']) {
      const { ir = '' } = compileToIr(source, { target: 'lib_6_x', stopAfter })
      const again = compileModule(ir)
      t.is(again.text, '')
      t.deepEqual(again.container, library(source), stopAfter)
    }
})

oracleTest(
  ['dxc', 'dxc-new'],
  'a typed buffer of a struct in a library of an older DXC is loaded as in what DXC links',
  async t => {
    const older = await Dxc.shared()
    const main =
      'int f(uint i); RWStructuredBuffer<int> o; [shader("compute")] [numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) { o[i] = f(i); }'
    const helper = `struct P { int a; int b; }; Buffer<P> pairs;
      int f(uint i) { P p = pairs[i]; return p.a * 3 + pairs[i + 1].b; }`
    const libraries: [string, Uint8Array][] = []
    for (const [name, source] of Object.entries({ main, helper }))
      libraries.push([
        name,
        (await older.compile(source, ['-T', 'lib_6_3', '-default-linkage', 'external'])).container!,
      ])
    const theirs = await older.link(libraries, 'main', 'cs_6_3')
    const ours = link(
      libraries.map(([name, container]) => ({ name, container })),
      { target: 'cs_6_3', entry: 'main' },
    )
    t.true(ours.ok, ours.text)
    t.true((await older.validate(ours.container!)).ok)
    const results = await check(ours.container!, theirs.container!)
    t.deepEqual(
      results.map(r => [r.kind, r.different]),
      [['same', 0]],
    )
    t.true(results[0]!.same > 0)
    t.deepEqual(
      descriptionDifferences(describe(ours.container!), describe(theirs.container!), ['resources', 'properties']),
      [],
    )
  },
)
