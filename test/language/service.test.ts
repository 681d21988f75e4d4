// What the language service answers, question by question. `|` in a source is the cursor.

import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import test from 'ava'
import { transform } from 'esbuild'
import * as library from '../../src/api/language.ts'
import {
  type FileSettings,
  type LanguageHost,
  type LanguageService,
  languageService,
  type Position,
} from '../../src/api/language.ts'
import { signaturesOf } from '../../src/hlsl/check/core/signatures.ts'
import { builtinDoc } from '../../src/spec/builtin_docs.ts'
import { INTRINSICS } from '../../src/spec/hlsl_intrinsics.ts'

interface Placed {
  readonly service: LanguageService
  readonly at: Position
  readonly text: string
}

/** A service with one file, and the place of the cursor in it. */
function placed(source: string, host: LanguageHost = {}, file = 'x.hlsl'): Placed {
  const offset = source.indexOf('|')
  const text = source.replace('|', '')
  const service = languageService(host)
  service.open(file, text)
  const before = source.slice(0, offset).split('\n')
  return { service, text, at: { line: before.length - 1, character: before.at(-1)!.length } }
}

const SHADER = `
cbuffer Scene { float a; float3 b; float list[3]; row_major float3x4 world; };
struct Base { float2 uv; };
struct Item : Base { int count; float area() { return uv.x * uv.y; } };
enum Mode { Flat, Smooth = 4 };
typedef float4 Color;
namespace math { float twice(float x) { return x * 2; } }
template <typename T> T add(T x, T y) { return x + y; }
static const float HALF = 0.5;
Texture2D<float4> image : register(t2);
SamplerState smooth;
StructuredBuffer<Item> items;
RWStructuredBuffer<float4> results;
float3 mixed(float3 x, inout int steps) { steps += 1; return x * HALF; }
int mixed(int x) { return x; }
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    int steps = 2;
    Item item = items[id.x];
    Color c = image.SampleLevel(smooth, item.uv, 0);
    results[id.x] = c + mixed(b, steps).xyzz + math::twice(a) + add(steps, mixed(2)) + item.area() + Smooth;
    BODY
}
`
const inMain = (body: string): Placed => placed(SHADER.replace('BODY', body))

const hovers: readonly (readonly [what: string, body: string, ...expected: RegExp[]])[] = [
  ['a member of a cbuffer', 'c += |b.x;', /float3 b/, /offset 4 \(c0\.y\), 12 bytes in cbuffer Scene/],
  [
    'wasted bytes inside an array',
    'c += |list[0];',
    /float list\[3\]/,
    /offset 16 \(c1\), 36 bytes/,
    /24 bytes inside of it hold nothing/,
  ],
  [
    'wasted bytes in front',
    'c += |world[0];',
    /row_major float3x4 world/,
    /offset 64 \(c4\)/,
    /12 bytes in front of it hold nothing/,
  ],
  ['a written register', 'c += |image[id.xy];', /Texture2D<float4> image/, /register t2/],
  ['a local', 'c += |steps;', /^```hlsl\nint steps\n```$/],
  ['a constant', 'c += |HALF;', /static const float HALF/, /value 0\.5/],
  ['an enumerator', 'steps = |Smooth;', /\(enumerator\) Mode Smooth = 4/],
  ['a type name', '|Color d = c;', /typedef float4 Color/],
  ['a field of a base', 'c += item.|uv.x;', /\(field of Base\) float2 uv/, /offset 0, 8 bytes/],
  ['a method', 'c += item.|area();', /float Item::area\(\)/],
  ['an overload', 'steps = |mixed(2);', /int mixed\(int x\)/],
  ['another overload', 'b.x; |mixed(b, steps);', /float3 mixed\(float3 x, inout int steps\)/],
  ['a function of a namespace', 'c += math::|twice(a);', /float math::twice\(float x\)/],
  ['a namespace', 'c += |math::twice(a);', /namespace math/],
  ['a template', 'c += |add(a, a);', /template <typename T> T add\(T x, T y\)/],
  ['a struct', '|Item other;', /struct Item/, /12 bytes/],
  ['a builtin', 'c += |lerp(c, c, a);', /float4 lerp\(float4, float4, float4\)/, /x \+ s \* \(y - x\)/],
  [
    'a method of an object',
    'c += image.|Load(int3(0, 0, 0));',
    /float4 Texture2D<float4>::Load\(int3\)/,
    /without filtering/,
  ],
  ['an expression', 'c += (c * a)|;', /float4/],
]
for (const [what, body, ...expected] of hovers)
  test(`hover: ${what}`, t => {
    const { service, at } = inMain(body)
    const markdown = service.hover('x.hlsl', at)?.markdown ?? ''
    for (const one of expected) t.regex(markdown, one)
  })

test('hover on what is declared: block, macro, attribute', t => {
  const block = placed(
    'cbuffer |Scene : register(b3) { float a; float2x2 m; }; float4 main() : SV_Target { return a; }',
  )
  const text = block.service.hover('x.hlsl', block.at)?.markdown ?? ''
  t.regex(text, /cbuffer Scene/)
  t.regex(text, /48 bytes, 28 of them|48 bytes, 28 bytes of them hold nothing/)
  t.regex(text, /register b3/)
  const macro = placed('#define TWICE(x) \\\n  ((x) * 2)\nstatic float f = |TWICE(3);')
  t.regex(macro.service.hover('x.hlsl', macro.at)?.markdown ?? '', /#define TWICE\(x\) \\\n\s*\(\(x\) \* 2\)/)
  const attribute = placed('[num|threads(1, 1, 1)] void main() {}')
  t.regex(attribute.service.hover('x.hlsl', attribute.at)?.markdown ?? '', /\[numthreads\(int, int, int\)\]/)
})

const completions: readonly (readonly [
  what: string,
  body: string,
  has: readonly string[],
  hasNot: readonly string[],
])[] = [
  ['members of a struct and its base', 'c += item.|;', ['uv', 'count', 'area'], ['steps', 'lerp']],
  ['behind a half written member', 'c += item.co|', ['uv', 'count', 'area'], ['lerp']],
  ['a swizzle', 'c += b.|;', ['x', 'xy', 'xyz', 'r', 'rgb', 'xxx'], ['w', 'xyzw']],
  ['a matrix', 'c += world.|;', ['_m00', '_m23', '_34'], ['_m33']],
  ['methods of a texture', 'c += image.|', ['Sample', 'SampleLevel', 'Gather', 'Load'], ['Store', 'a']],
  [
    'names in scope',
    'c += |',
    ['steps', 'item', 'id', 'a', 'HALF', 'mixed', 'Smooth', 'math', 'lerp', 'float3', 'return'],
    ['uv', 'count', 'later'],
  ],
  ['in an argument list that is open', 'c += mixed(st|', ['steps', 'item'], ['uv']],
  ['behind a namespace', 'c += math::|;', ['twice'], ['steps', 'lerp']],
  ['a block that ended', '{ int later = 1; } c += |;', ['steps'], ['later']],
  ['a block that goes on', '{ int later = 1; c += |; }', ['steps', 'later'], []],
  ['a comment', '// item.|', [], ['uv', 'steps']],
]
for (const [what, body, has, hasNot] of completions)
  test(`completion: ${what}`, t => {
    const { service, at } = inMain(body)
    const labels = new Set(service.completions('x.hlsl', at).map(c => c.label))
    t.deepEqual(
      has.filter(label => !labels.has(label)),
      [],
    )
    t.deepEqual(
      hasNot.filter(label => labels.has(label)),
      [],
    )
  })

test('completion of semantics, attributes, directives and overloads', t => {
  const labels = (source: string): string[] => {
    const { service, at } = placed(source)
    return service.completions('x.hlsl', at).map(c => c.label)
  }
  t.true(labels('float4 main(float2 uv : |').includes('SV_Position'))
  t.true(labels('float4 main(float2 uv : T) : SV_|').includes('SV_Target'))
  t.false(labels('void f(bool b) { float x = b ? 1 : |; }').includes('SV_Target'))
  t.true(labels('[|\nvoid main() {}').includes('numthreads'))
  t.true(labels('#|').includes('include'))
  t.true(labels('#define WIDE 1\n#ifdef |').includes('WIDE'))
  const { service, at } = placed(SHADER.replace('BODY', 'image.|'))
  const sample = service.completions('x.hlsl', at).find(c => c.label === 'Sample')
  t.regex(sample!.detail, /^float4 Sample\(SamplerState s, float2 x\) \(\+3 overloads\)$/)
  t.regex(sample!.documentation, /Filtered texel/)
})

test('signature help', t => {
  const help = (body: string) => {
    const { service, at } = inMain(body)
    return service.signatureHelp('x.hlsl', at)
  }
  const own = help('c.xyz += mixed(b, |')
  t.deepEqual(
    own?.signatures.map(s => s.label),
    ['float3 mixed(float3 x, inout int steps)', 'int mixed(int x)'],
  )
  t.is(own?.activeParameter, 1)
  t.is(own?.activeSignature, 0)
  const [start, end] = own!.signatures[0]!.parameters[1]!
  t.is(own!.signatures[0]!.label.slice(start, end), 'inout int steps')
  t.is(help('c += image.SampleLevel(smooth, max(a, 2), |')?.activeParameter, 2)
  t.is(help('c += lerp(c, min(c, |')?.signatures[0]?.label.includes('min('), true)
  t.is(help('c += item.area(|')?.signatures[0]?.label, 'float Item::area()')
  t.is(help('c += (a|')?.signatures.length, undefined)
  const open = placed(
    'float twice(float x) { return x * 2; }\nRWBuffer<float> o;\nvoid main(uint i : SV_GroupIndex) { o[i] = twice(|',
  )
  t.deepEqual(
    open.service.signatureHelp('x.hlsl', open.at)?.signatures.map(s => s.label),
    ['float twice(float x)'],
  )
})

test('definition, references and rename', t => {
  const { service, text } = inMain('')
  const at = (needle: string, more = 0): Position => {
    const before = text.slice(0, text.indexOf(needle) + more).split('\n')
    return { line: before.length - 1, character: before.at(-1)!.length }
  }
  const lineOf = (p: Position | undefined): string => text.split('\n')[p?.line ?? -1] ?? ''
  t.regex(lineOf(service.definition('x.hlsl', at('mixed(2)'))?.range.start), /^int mixed/)
  t.regex(lineOf(service.definition('x.hlsl', at('item.area', 5))?.range.start), /^struct Item/)
  t.is(service.references('x.hlsl', at('uv; }')).length, 4)
  t.is(service.references('x.hlsl', at('uv; }'), { declaration: false }).length, 3)
  const renamed = service.rename('x.hlsl', at('uv; }'), 'place')
  t.is('edits' in renamed && renamed.edits.get('x.hlsl')?.length, 4)
  for (const [name, problem] of [
    ['2x', /is no name/],
    ['float', /./],
    ['items', /./],
    ['abs', /mean something else|there are errors/],
  ] as const) {
    const found = service.rename('x.hlsl', at('mixed(int'), name)
    t.regex(
      'problem' in found ? found.problem : 'it was done',
      name === 'items' || name === 'abs' || name === 'float' ? problem : /is no name/,
      name,
    )
  }
  t.true('problem' in service.prepareRename('x.hlsl', at('SampleLevel')))
})

test('names in macros: renamed where they are spelled, refused where they are made of parts', t => {
  const plain = placed(
    '#define SUM(x) ((x) + offset)\nstatic float |offset = 1; static float y = SUM(2) + SUM(offset);',
  )
  const renamed = plain.service.rename('x.hlsl', plain.at, 'shift')
  t.deepEqual(
    'edits' in renamed &&
      renamed.edits
        .get('x.hlsl')
        ?.map(e => e.range.start.line)
        .sort(),
    [0, 1, 1],
  )
  const pasted = placed(
    '#define NAME(x) x##_value\nstatic float one_value = 1; static float y = NAME(one) + |one_value;',
  )
  const refused = pasted.service.rename('x.hlsl', pasted.at, 'shift')
  t.regex('problem' in refused ? refused.problem : '', /out of parts/)
  const several = placed('#define ADD t += 1\nvoid f() { int |t = 0; ADD; } void g() { float t = 0; ADD; }')
  const unclear = several.service.rename('x.hlsl', several.at, 'u')
  t.regex('problem' in unclear ? unclear.problem : '', /several things/)
  const macro = placed('#define |SIZE 4\n#ifdef SIZE\nstatic int s = SIZE; // SIZE\n#endif')
  const edits = macro.service.rename('x.hlsl', macro.at, 'LENGTH')
  t.is('edits' in edits && edits.edits.get('x.hlsl')?.length, 3)
})

test('a patch constant function is renamed in its attribute, too', t => {
  const { service, at } =
    placed(`struct P { float4 p : SV_Position; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
F |Factors() { return (F)1; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("Factors")]
P main(InputPatch<P, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }`)
  t.deepEqual(service.diagnostics('x.hlsl', { whole: true }), [])
  const renamed = service.rename('x.hlsl', at, 'Constants')
  t.is('edits' in renamed && renamed.edits.get('x.hlsl')?.length, 2)
})

const targets: readonly (readonly [file: string, text: string, target: string, entry: string])[] = [
  ['a.hlsl', '// dxilkit: -T cs_6_2 -E Blur\nvoid Blur() {}', 'cs_6_2', 'Blur'],
  ['a.hlsl', '// dxilkit: -T ps\n[numthreads(1,1,1)] void main() {}', 'ps_6_9', 'main'],
  ['a.ps.hlsl', 'float4 Shade() : SV_Target { return 0; }', 'ps_6_9', 'Shade'],
  ['BlurCS.hlsl', '[numthreads(1,1,1)] void Blur() {}', 'cs_6_9', 'Blur'],
  ['x.frag.hlsl', '', 'ps_6_9', 'main'],
  ['a.hlsl', '[numthreads(1,1,1)] void Go() {}', 'cs_6_9', 'Go'],
  ['a.hlsl', 'struct V { float4 p : SV_Position; }; V Vert() { return (V)0; }', 'vs_6_9', 'Vert'],
  ['a.hlsl', 'struct O { float4 c : SV_Target1; }; O Pix(float4 p : SV_Position) { return (O)0; }', 'ps_6_9', 'Pix'],
  ['a.hlsl', 'struct O { struct I { float4 p : SV_Position; } i; }; I Vert() { return (I)0; }', 'vs_6_9', 'Vert'],
  ['a.hlsl', 'struct O; struct O { float4 c : SV_Target; }; O Pix() { return (O)0; }', 'ps_6_9', 'Pix'],
  ['a.hlsl', '[shader("raygeneration")] void Ray() {}', 'lib_6_9', ''],
  ['a.hlsl', '[maxvertexcount(3)] void Geo() {}', 'gs_6_9', 'Geo'],
  ['a.hlsl', '[numthreads(1,1,1)] [outputtopology("triangle")] void M(out vertices int v[1]) {}', 'ms_6_9', 'M'],
]
for (const [file, text, target, entry] of targets)
  test(`target of ${file}: ${text.slice(0, 40).replace('\n', ' ')}`, t => {
    const { service } = placed(text, {}, file)
    t.like(service.targetOf(file).entries[0], { target, entry })
  })

test('several entry points, headers, settings', t => {
  const two = placed('float4 V() : SV_Position { return 0; }\nfloat4 P() : SV_Target { return missing; }')
  t.deepEqual(
    two.service.targetOf('x.hlsl').entries.map(e => e.target),
    ['vs_6_9', 'ps_6_9'],
  )
  const header = placed('float f(float x) { return x; }', {}, 'x.hlsli')
  t.is(header.service.targetOf('x.hlsli').how, 'header')
  t.deepEqual(header.service.diagnostics('x.hlsli', { whole: true }), [])
  const settings = (): FileSettings => ({ target: 'cs_6_0', entry: 'Go', defines: ['N=3'] })
  const given = placed('RWBuffer<float> o; [numthreads(N, 1, 1)] void Go() { o[0] = N; }', { settings })
  t.deepEqual(given.service.diagnostics('x.hlsl', { whole: true }), [])
})

test('whole compilations find what the front end does not; code actions mend', t => {
  const { service } = placed(
    'RWBuffer<float> a : register(u0), b : register(u0);\n[numthreads(1,1,1)] void main() { a[0] = b[1]; }',
  )
  t.deepEqual(service.diagnostics('x.hlsl'), [])
  t.is(service.diagnostics('x.hlsl', { whole: true })[0]?.severity, 1)
  const wrong = placed('static float colour = 1; float4 main() : SV_Target { return color; }')
  const [message] = wrong.service.diagnostics('x.hlsl')
  const [action] = wrong.service.codeActions('x.hlsl', message!.range)
  t.is(action?.title, "Change to 'colour'")
  wrong.service.edit('x.hlsl', action!.edits[0]!.newText, action!.edits[0]!.range)
  t.deepEqual(wrong.service.diagnostics('x.hlsl'), [])
})

test('an include that is missing leaves what was known; it is read once it is there', t => {
  const files = new Map([['a.hlsli', 'float f() { return 1; }']])
  const include = (name: string) => {
    const text = files.get(name)
    return text === undefined ? undefined : { name, text }
  }
  const { service } = placed('#include "a.hlsli"\nfloat4 main() : SV_Target { return f(); }', { include })
  const call = { line: 1, character: 35 }
  t.is(service.definition('x.hlsl', call)?.file, 'a.hlsli')
  t.is(service.definition('x.hlsl', { line: 0, character: 12 })?.file, 'a.hlsli')
  files.delete('a.hlsli')
  service.changed('a.hlsli')
  t.is(service.diagnostics('x.hlsl').length, 1)
  t.is(service.definition('x.hlsl', call)?.file, 'a.hlsli')
  files.set('a.hlsli', 'float f() { return missing; }')
  service.changed()
  t.regex(service.diagnostics('x.hlsl')[0]!.message, /^in a\.hlsli:1:20: use of undeclared identifier 'missing'/)
})

test('outline, semantic tokens and hints', t => {
  const { service, text } = inMain('')
  t.deepEqual(
    service
      .outline('x.hlsl')
      .map(o => o.name)
      .slice(0, 6),
    ['Scene', 'Base', 'Item', 'Mode', 'Color', 'math'],
  )
  t.deepEqual(
    service.outline('x.hlsl')[2]?.children.map(o => `${o.name}${o.detail}`),
    ['countint', 'area()'],
  )
  const tokens = service.semanticTokens('x.hlsl')
  t.is(tokens.length % 5, 0)
  let [line, character] = [0, 0]
  const words: string[] = []
  for (let i = 0; i < tokens.length; i += 5) {
    character = tokens[i] === 0 ? character + tokens[i + 1]! : tokens[i + 1]!
    line += tokens[i]!
    words.push(
      `${text.split('\n')[line]!.slice(character, character + tokens[i + 2]!)}:${library.TOKEN_TYPES[tokens[i + 3]!]}`,
    )
  }
  t.true(
    words.every(word => /^\w+:\w+$/.test(word)),
    words.join(' '),
  )
  for (const word of [
    'Scene:struct',
    'a:variable',
    'uv:property',
    'area:method',
    'Flat:enumMember',
    'twice:function',
    'math:namespace',
    'T:typeParameter',
    'id:parameter',
    'SampleLevel:method',
  ])
    t.true(words.includes(word), word)
  service.diagnostics('x.hlsl', { whole: true })
  const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } }
  const labels = service.inlayHints('x.hlsl', all).map(h => h.label)
  for (const label of [' : register(b0)', ' : register(t0)', ' : register(u0)', ' : register(s0)', '(float4)'])
    t.true(labels.includes(label), label)
})

test('every text of a source that breaks off is survived', t => {
  const { text } = inMain('c += mixed(b, steps).x;')
  const service = languageService()
  for (let length = 0; length < text.length; length += 7) {
    service.open('x.hlsl', text.slice(0, length))
    const end = { line: 9999, character: 0 }
    t.notThrows(() => [
      service.diagnostics('x.hlsl'),
      service.hover('x.hlsl', end),
      service.semanticTokens('x.hlsl'),
      service.outline('x.hlsl'),
    ])
    if (length % 49 === 0)
      t.notThrows(() => [
        service.completions('x.hlsl', end),
        service.signatureHelp('x.hlsl', end),
        service.rename('x.hlsl', end, 'a'),
      ])
  }
  t.throws(() => service.hover('nowhere.hlsl', { line: 0, character: 0 }), { message: "'nowhere.hlsl' is not open" })
})

test('builtins have documentation', t => {
  const without = [...INTRINSICS.keys()].filter(
    name => builtinDoc(name) === undefined && signaturesOf(name).every(s => (s.since?.[1] ?? 0) < 10),
  )
  t.deepEqual(without, [])
  t.is(builtinDoc('WaveActiveBitAnd'), 'BitAnd over all active lanes.')
  t.is(builtinDoc('nothing'), undefined)
})

test('docs/editors.md: the example runs and prints what it says', async t => {
  const text = readFileSync('docs/editors.md', 'utf8')
  const [, source] = /```ts\n([\s\S]*?)```/.exec(text)!
  const [, printed] = /It prints\n\n````\n([\s\S]*?)````/.exec(text)!
  const { code } = await transform(source!.replace("import { languageService } from 'dxilkit-language-server'", ''), {
    loader: 'ts',
  })
  const out: string[] = []
  const log = (value: unknown): void => void out.push(typeof value === 'string' ? value : inspect(value))
  new Function('languageService', 'console', code)(languageService, { log })
  t.is(`${out.join('\n')}\n`, printed!)
})

test('a profile that a comment says wrongly is complained about where it stands', t => {
  const service = languageService({})
  service.open('a.hlsl', '// a shader\n  // dxilkit: -E main -T zz_6_0\nfloat4 main() : SV_Target { return 1; }\n')
  const [found, ...others] = service.diagnostics('a.hlsl', { whole: true })
  t.deepEqual(others, [])
  t.like(found, { code: 'E4010', range: { start: { line: 1, character: 25 }, end: { line: 1, character: 31 } } })
  service.open('b.hlsl', '// dxilkit: -T\nfloat4 main() : SV_Target { return 1; }\n')
  t.like(service.diagnostics('b.hlsl', { whole: true })[0], {
    code: 'E4010',
    range: { start: { line: 0, character: 12 } },
  })
})
