// Linking own libraries: what comes out, and what is refused in which words.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import test from 'ava'
import { assembleText, compile, disassemble, type LinkInput, link, listing } from '../../src/api/index.ts'
import { folder, run } from '../cli/run_cli.ts'

function library(name: string, source: string, target = 'lib_6_x'): LinkInput {
  const { ok, text, container } = compile(source, { target, fileName: name })
  if (!ok) throw new Error(text)
  return { name, container }
}

const MAIN = `float4 shade(float2 uv); RWStructuredBuffer<float4> o : register(u1);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { o[i] = shade(float2(i, 2)); }
[shader("pixel")] float4 pixel(float2 uv : UV) : SV_Target { return shade(uv); }
export float plain(float x) { return x; }`
const SHADE = `Texture2D<float4> image; SamplerState how; cbuffer Tint { float4 tint; }
float4 shade(float2 uv) { return image.SampleLevel(how, uv, 0) * tint; }`

test('a shader of two libraries has the code and the resources of both', t => {
  const inputs = [library('main.dxil', MAIN), library('shade.dxil', SHADE)]
  const result = link(inputs, { target: 'cs_6_0' })
  t.is(result.text, '')
  const text = listing(result.container!)
  for (const row of ['; Tint  ', '; how  ', '; image  ', '; o  ']) t.true(text.includes(row), row)
  t.regex(text, /@dx\.op\.sampleLevel/)
  t.notRegex(text, /createHandleForLib|define .*shade/)
  // The same inputs give the same bytes.
  t.deepEqual(link(inputs, { target: 'cs_6_0' }), result)
  const newer = link(inputs, { target: 'ps_6_6', entry: 'pixel' })
  t.is(newer.text, '')
  t.regex(disassemble(newer.container!), /createHandleFromBinding/)
})

test("what cannot be linked is refused in DXC's words", t => {
  const main = library('main.dxil', MAIN)
  const shade = library('shade.dxil', SHADE)
  const text = (inputs: readonly LinkInput[], target = 'cs_6_0', entry = 'main'): string =>
    link(inputs, { target, entry }).text.trimEnd()
  t.regex(text([main]), /^error: Cannot find definition of function \?shade@@/)
  t.regex(
    text([main, shade, { ...shade, name: 'again.dxil' }]),
    /^error: Definition already exists for function \?shade@@.*again\.dxil$/,
  )
  t.regex(text([main, shade], 'cs_6_0', 'none'), /^error: Cannot find definition of function none$/)
  t.regex(text([main, shade], 'cs_6_0', 'plain'), /^error: Cannot find function property for entry function \?plain/)
  t.is(text([main, shade], 'vs_6_0'), 'error: Profile mismatch between entry function and target profile:vs and cs')
  t.regex(text([]), /there is nothing to link/)
  t.regex(text([{ name: 'bad', container: new Uint8Array(40) }]), /^error: 'bad' cannot be linked: /)
  const shader = compile('[numthreads(1,1,1)] void main() {}', { target: 'cs_6_0' }).container!
  t.regex(text([{ name: 'cs', container: shader }]), /'cs' cannot be linked: it is a shader, no library/)
})

test('a resource of another type, one bound otherwise, a variable of two libraries', t => {
  const main = library('a', MAIN)
  const other = library(
    'b',
    SHADE.replace('Texture2D<float4> image', 'RWStructuredBuffer<float2> o; Texture2D<float4> image').replace(
      '* tint',
      '* tint + o[0].x',
    ),
  )
  t.regex(
    link([main, other], { target: 'cs_6_0' }).text,
    /Resource already exists as UAV for o: its types in a and b differ/,
  )
  const moved = library(
    'b',
    SHADE.replace(
      'Texture2D<float4> image',
      'RWStructuredBuffer<float4> o : register(u7); Texture2D<float4> image',
    ).replace('* tint', '* tint + o[0]'),
  )
  const bound = link([main, moved], { target: 'cs_6_0' })
  t.regex(bound.text, /^warning: resource 'o' is bound otherwise in b than in a, which counts/)
  t.regex(listing(bound.container!), /; o .* u1 /)
  const shared = 'groupshared float memory[8];'
  const twice = link(
    [
      library(
        'a',
        `${shared} float g(); RWBuffer<float> o; [shader("compute")] [numthreads(8,1,1)] void main(uint i : SV_GroupIndex) { memory[i] = i; o[i] = g() + memory[7 - i]; }`,
      ),
      library('b', `${shared} float g() { return memory[0]; }`),
    ],
    { target: 'cs_6_0' },
  )
  t.regex(twice.text, /Definition already exists for global variable .*memory.*: it is in a and in b/)
})

test('recursion, and functions that are called with other types', t => {
  const loop = [
    library(
      'a',
      'float g(float x); float f(float x) { return g(x) + 1; } RWBuffer<float> o; [shader("compute")] [numthreads(1,1,1)] void main() { o[0] = f(o[1]); }',
    ),
    library('b', 'float f(float x); float g(float x) { return x > 2 ? f(x - 1) : 0; }'),
  ]
  t.regex(link(loop, { target: 'cs_6_0' }).text, /^error: recursive functions are not allowed: \?[fg]@@.* calls itself/)
  const struct = (fields: string): string => `struct S { ${fields} };`
  const types = [
    library(
      'a',
      `${struct('float a;')} float g(S s); RWBuffer<float> o; [shader("compute")] [numthreads(1,1,1)] void main() { S s = { o[1] }; o[0] = g(s); }`,
    ),
    library('b', `${struct('float a; float b;')} float g(S s) { return s.a + s.b; }`),
  ]
  t.regex(
    link(types, { target: 'cs_6_0' }).text,
    /^error: function \?g@@.* is called in a with other types than it has in b/,
  )
})

test("the command line: link, -link in dxc's spelling, outputs, exit codes", async t => {
  const f = folder()
  writeFileSync(f.at('a.dxil'), library('a', MAIN).container)
  writeFileSync(f.at('b.dxil'), library('b', SHADE).container)
  const linked = await run([
    'link',
    f.at('a.dxil'),
    f.at('b.dxil'),
    '-T',
    'ps_6_0',
    '-E',
    'pixel',
    '-Fo',
    f.at('out.dxil'),
  ])
  t.deepEqual([linked.code, linked.stderr], [0, ''])
  const container = readFileSync(f.at('out.dxil'))
  t.regex(disassemble(container), /define void @pixel/)
  const both = `${f.at('a.dxil')};${f.at('b.dxil')}`
  const same = await run(['--driver-mode=dxc', '-link', both, '-T', 'ps_6_0', '-E', 'pixel', '-Fo', f.at('same.dxil')])
  t.deepEqual([same.code, same.stderr], [0, ''])
  t.true(readFileSync(f.at('same.dxil')).equals(container))
  const printed = await run(['link', f.at('a.dxil'), f.at('b.dxil'), '-T', 'cs_6_0', '-D', 'X'])
  t.is(printed.code, 0)
  t.regex(printed.stdout, /; Resource Bindings:/)
  t.regex(printed.stderr, /'-D' has no effect when linking/)
  const debug = await run(['link', f.at('a.dxil'), f.at('b.dxil'), '-T', 'cs_6_0', '-Zsb', '-Fd', f.at('x.pdb')])
  t.is(debug.code, 0)
  t.deepEqual(debug.stderr.match(/'-\w+' has no effect when linking/g), ["'-Zsb' has no effect when linking"])
  const failed = await run(['link', f.at('a.dxil'), '-T', 'cs_6_0'])
  t.is(failed.code, 1)
  t.regex(failed.stderr, /^error: Cannot find definition of function/)
  t.is((await run(['link', f.at('none.dxil'), '-T', 'cs_6_0'])).code, 2)
  t.is((await run(['link', '-T', 'cs_6_0'])).code, 2)
  rmSync(f.path, { recursive: true })
})

test('calls nested too deeply, elements that are not there, resources that go out', t => {
  const next = (n: number): string => `float f${n + 1}(float x); float f${n}(float x) { return f${n + 1}(x) + ${n}; }`
  const chain = (parity: number): string => Array.from({ length: 60 }, (_, i) => next(i * 2 + parity)).join('\n')
  const main =
    'float f0(float x); RWBuffer<float> o; [shader("compute")] [numthreads(1,1,1)] void main() { o[0] = f0(o[1]); }'
  const deep = [
    library('m', main),
    library('a', chain(0)),
    library('b', `${chain(1)} float f120(float x) { return x; }`),
  ]
  t.regex(
    link(deep, { target: 'cs_6_0' }).text,
    /^error: the linked program is too large: calls nested more than 100 deep/,
  )
  const pixel = library('p', '[shader("pixel")] float4 main(float4 c : C) : SV_Target { return c; }')
  const text = disassemble(pixel.container).replaceAll('loadInput.f32(i32 4, i32 0', 'loadInput.f32(i32 4, i32 9')
  const { container } = assembleText(text)
  t.regex(
    link([{ name: 'p', container: container! }], { target: 'ps_6_0' }).text,
    /^error: the code of main is damaged: the input has no element 9/,
  )
})
