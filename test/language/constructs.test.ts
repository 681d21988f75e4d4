// Definition, rename and hover on names of every construct, each at a place that is named here. The compiler judges renames: the program with the new
// name everywhere is the same, and with the new name at the definition alone there is an error.

import test from 'ava'
import { type CompileOptions, compile, disassemble } from '../../src/api/index.ts'
import { languageService, type TextEdit } from '../../src/api/language.ts'

/** A name at its n-th place in the source (from 0); its definition is the place `to`, by default the first. */
interface Probe {
  readonly word: string
  readonly n: number
  /** null: it has none. */
  readonly to?: number | null
  readonly hover?: RegExp
  /** How many places a rename changes; 0: it is refused. By default all that have the word. */
  readonly places?: number
  /** Only the definition renamed still compiles, because another declaration takes its place. */
  readonly hasTwin?: boolean
}

interface Construct {
  readonly title: string
  readonly source: string
  readonly options?: Partial<CompileOptions>
  readonly probes: readonly Probe[]
}

const MAIN = '[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex)'

const CONSTRUCTS: readonly Construct[] = [
  {
    title: 'macros: objects, in conditions and attributes',
    source:
      '#define SIZE 4\n#if SIZE > 2\nRWBuffer<float> o;\n#endif\n#ifdef SIZE\n[numthreads(SIZE, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = SIZE; }\n#endif\n',
    probes: [0, 1, 2, 3, 4].map(n => ({ word: 'SIZE', n, hover: /SIZE 4/ })),
  },
  {
    title: 'macros with parameters, and names among their arguments',
    source: `#define TWICE(x) ((x) * 2)\nRWBuffer<float> o;\n${MAIN} { float value = i; o[i] = TWICE(value) + TWICE(TWICE(value)); }\n`,
    probes: [
      { word: 'TWICE', n: 1, hover: /TWICE\(x\)/ },
      { word: 'TWICE', n: 3 },
      { word: 'value', n: 1, hover: /float value/ },
      { word: 'value', n: 2 },
    ],
  },
  {
    title: 'functions in templates, and their parameters',
    source: `template<typename Kind> Kind larger(Kind a, Kind b) { Kind c = a; return a > b ? c : b; }\nRWBuffer<float> o;\n${MAIN} { o[i] = larger(i, 3u) + larger<float>(1.5, 2); }\n`,
    probes: [
      { word: 'larger', n: 1, hover: /larger/ },
      { word: 'larger', n: 2 },
      { word: 'Kind', n: 1 },
      { word: 'Kind', n: 4 },
      { word: 'c', n: 1, hover: /c/ },
    ],
  },
  {
    title: 'templates as arguments of templates: the parameter is no name of the template',
    source: `template<typename T> struct Pack { T value; };\ntemplate<template<typename> class Kind> struct Holder { Kind<uint> inner; };\nRWBuffer<uint> o;\n${MAIN} { Holder<Pack> held; held.inner.value = i; o[i] = held.inner.value; }\n`,
    probes: [
      { word: 'Pack', n: 0, hover: /Pack/ },
      { word: 'Pack', n: 1, hover: /Pack/ },
      { word: 'Holder', n: 1 },
      { word: 'Kind', n: 1, to: null, places: 0 },
    ],
  },
  {
    title: 'structs in templates',
    source: `template<typename Kind, int Count> struct Pack { Kind values[Count]; Kind total() { Kind t = 0; for (int k = 0; k < Count; k++) t += values[k]; return t; } };\nRWBuffer<float> o;\n${MAIN} { Pack<float, 3> pack = (Pack<float, 3>)0; pack.values[0] = i; o[i] = pack.total(); }\n`,
    probes: [
      { word: 'Pack', n: 1, hover: /Pack/ },
      { word: 'Count', n: 1 },
      { word: 'Count', n: 2 },
      { word: 'values', n: 1 },
      { word: 'values', n: 2, hover: /values/ },
      { word: 'total', n: 1, hover: /total/ },
      { word: 'pack', n: 1 },
    ],
  },
  {
    title: 'overloads: the one that is called',
    source: `float pick(int a) { return a; }\nfloat pick(float a) { return a * 2; }\nfloat pick(float2 a) { return a.x; }\nRWBuffer<float> o;\n${MAIN} { o[i] = pick(1) + pick(1.5f) + pick(float2(1, 2)); }\n`,
    probes: [
      { word: 'pick', n: 3, to: 0, hover: /pick\(int a\)/, places: 2, hasTwin: true },
      { word: 'pick', n: 4, to: 1, hover: /pick\(float a\)/, places: 2, hasTwin: true },
      { word: 'pick', n: 5, to: 2, hover: /pick\(float2 a\)/, places: 2, hasTwin: true },
    ],
  },
  {
    title: 'prototypes and definitions',
    source: `float later(float amount);\nRWBuffer<float> o;\n${MAIN} { o[i] = later(i); }\nfloat later(float amount) { return amount * 2; }\n`,
    probes: [
      { word: 'later', n: 1, to: 2 },
      { word: 'amount', n: 2, to: 1, places: 2 },
    ],
  },
  {
    title: 'operators of structs, and their members',
    source: `struct Money { float sum; Money operator+(Money other) { Money r; r.sum = sum + other.sum; return r; } };\nRWBuffer<float> o;\n${MAIN} { Money a, b; a.sum = i; b.sum = 2; o[i] = (a + b).sum; }\n`,
    probes: [
      { word: 'sum', n: 2 },
      { word: 'sum', n: 3, hover: /float sum/ },
      { word: 'sum', n: 6 },
      { word: 'other', n: 1 },
      { word: 'Money', n: 4 },
    ],
  },
  {
    title: 'swizzles and elements of matrices',
    source: `RWBuffer<float> o;\nfloat4 tint;\nfloat4x4 view;\n${MAIN} { o[i] = tint.xy.y + view._m01 + view[0].z; }\n`,
    probes: [
      { word: 'xy', n: 0, to: null, hover: /float2/, places: 0 },
      { word: '_m01', n: 0, to: null, hover: /float/, places: 0 },
      { word: 'tint', n: 1, hover: /float4 tint.*offset 0/s },
      { word: 'view', n: 2, hover: /float4x4 view.*offset 16/s },
    ],
  },
  {
    title: 'constant buffers: blocks, and of a struct',
    source: `cbuffer Scene : register(b2) { float time; float3 sun; }\nstruct Params { float scale; float2 size; };\nConstantBuffer<Params> params : register(b3);\nRWBuffer<float> o;\n${MAIN} { o[i] = time * sun.y + params.size.x * params.scale; }\n`,
    probes: [
      { word: 'time', n: 1, hover: /float time.*offset 0/s },
      { word: 'sun', n: 1, hover: /float3 sun.*offset 4/s },
      { word: 'size', n: 1, hover: /float2 size/ },
      { word: 'params', n: 1, hover: /params.*b3/s },
      { word: 'Params', n: 1 },
    ],
  },
  {
    title: 'namespaces',
    source: `namespace Light { namespace Inner { float fade(float d) { return 1 / d; } } float both(float d) { return Inner::fade(d); } static const float far = 3; }\nRWBuffer<float> o;\n${MAIN} { o[i] = Light::Inner::fade(i) + Light::both(2) + Light::far; }\n`,
    probes: [
      { word: 'Light', n: 1 },
      { word: 'Inner', n: 1 },
      { word: 'Inner', n: 2 },
      { word: 'fade', n: 1 },
      { word: 'fade', n: 2, hover: /fade\(float d\)/ },
      { word: 'both', n: 1 },
      { word: 'far', n: 1, hover: /far.*3/s },
    ],
  },
  {
    title: 'static members, methods, bases',
    source: `struct Base { float weight; float twice() { return weight * 2; } };\nstruct Item : Base { static const int LIMIT = 7; static float cap(float x) { return min(x, LIMIT); } float own() { return this.weight + twice(); } };\nRWBuffer<float> o;\n${MAIN} { Item item; item.weight = i; o[i] = Item::cap(item.own()) + Item::LIMIT + item.twice(); }\n`,
    probes: [
      { word: 'LIMIT', n: 1, hover: /LIMIT.*7/s },
      { word: 'LIMIT', n: 2 },
      { word: 'cap', n: 1 },
      { word: 'weight', n: 2, hover: /float weight/ },
      { word: 'weight', n: 3 },
      { word: 'twice', n: 1 },
      { word: 'twice', n: 2 },
      { word: 'Base', n: 1 },
      { word: 'own', n: 1 },
    ],
  },
  {
    title: 'enumerators, and names for types',
    source: `enum Mode { Off, On = 5 };\nenum class Kind { Soft, Hard };\ntypedef float3 Colour;\nRWBuffer<float> o;\n${MAIN} { Mode mode = On; Kind kind = Kind::Hard; Colour c = 1; o[i] = mode == Off ? c.x : (int)kind; }\n`,
    probes: [
      { word: 'On', n: 1, hover: /On.*5/s },
      { word: 'Off', n: 1 },
      { word: 'Hard', n: 1, hover: /Hard.*1/s },
      { word: 'Kind', n: 2 },
      { word: 'Mode', n: 1 },
      { word: 'Colour', n: 1, hover: /float3/ },
    ],
  },
  {
    title: 'variables that hide others',
    source: `static float value = 3;\nRWBuffer<float> o;\n${MAIN} { float sum = value; { int value = 2; sum += value; } for (int value = 0; value < 3; value++) sum += value; o[i] = sum + value; }\n`,
    probes: [
      { word: 'value', n: 1, to: 0, places: 3 },
      { word: 'value', n: 3, to: 2, hover: /int value/, places: 2, hasTwin: true },
      { word: 'value', n: 6, to: 4, places: 4, hasTwin: true },
      { word: 'value', n: 8, to: 0, hover: /float value/, places: 3 },
    ],
  },
  {
    title: 'bit fields, arrays and elements of buffers',
    source: `struct Row { uint low : 4; uint high : 28; float list[3]; };\nStructuredBuffer<Row> rows;\nRWBuffer<float> o;\n${MAIN} { Row row = rows[i]; o[i] = row.low + rows[1].high + row.list[2]; }\n`,
    probes: [
      { word: 'low', n: 1, hover: /low/ },
      { word: 'high', n: 1 },
      { word: 'list', n: 1, hover: /list/ },
      { word: 'rows', n: 1, hover: /StructuredBuffer<Row> rows/ },
      { word: 'Row', n: 1 },
    ],
  },
  {
    title: 'semantics are no names',
    source:
      'struct V { float4 place : SV_Position; float2 uv : TEXCOORD3; };\nfloat4 main(V v) : SV_Target { return v.place + v.uv.xyxy; }\n',
    options: { target: 'ps_6_0' },
    probes: [
      { word: 'SV_Position', n: 0, to: null, places: 0 },
      { word: 'TEXCOORD3', n: 0, to: null, places: 0 },
      { word: 'place', n: 1, hover: /float4 place/ },
      { word: 'uv', n: 1 },
    ],
  },
  {
    title: 'root signatures are macros',
    source: `#define ROOT "CBV(b0), UAV(u0)"\ncbuffer C { float a; }\nRWStructuredBuffer<float> o;\n[RootSignature(ROOT)]\n${MAIN} { o[i] = a; }\n`,
    probes: [{ word: 'ROOT', n: 1, hover: /ROOT.*CBV\(b0\)/s }],
  },
  {
    title: 'a patch constant function is named by a string',
    source:
      'struct P { float3 p : P; };\nstruct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };\nF constants() { return (F)1; }\n[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("constants")]\nP main(InputPatch<P, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }\n',
    options: { target: 'hs_6_0' },
    probes: [{ word: 'constants', n: 0, hover: /constants/ }],
  },
]

type Service = ReturnType<typeof languageService>

const programOf = (source: string, options: CompileOptions): string | undefined => {
  const { container } = compile(source, { ...options, stripReflection: true })
  return (
    container &&
    disassemble(container)
      .replace(/^;.*\n/gm, '')
      .replaceAll('_renamed', '')
  )
}

function placeOf(source: string, word: string, n: number): { line: number; character: number } {
  const at = [...source.matchAll(new RegExp(`(?<!\\w)${word}(?!\\w)`, 'g'))][n]!.index
  const before = source.slice(0, at).split('\n')
  return { line: before.length - 1, character: before.at(-1)!.length }
}

function edited(source: string, edits: readonly TextEdit[]): string {
  const lines = source.split('\n')
  for (const { range, newText } of [...edits].sort(
    (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character,
  )) {
    const { line, character } = range.start
    lines[line] = lines[line]!.slice(0, character) + newText + lines[line]!.slice(range.end.character)
  }
  return lines.join('\n')
}

function problemsOf(service: Service, { source, options }: Construct, probe: Probe): string[] {
  const { word, n, to = 0, hover, places, hasTwin } = probe
  const all = { target: 'cs_6_0', hlslVersion: '2021', ...options } as CompileOptions
  const at = placeOf(source, word, n)
  const found: string[] = []
  const check = (ok: boolean, what: string): void => {
    if (!ok) found.push(`${word} ${n}: ${what}`)
  }
  const definition = service.definition('x.hlsl', at)
  const wanted = to === null ? undefined : placeOf(source, word, to)
  check(
    JSON.stringify(definition?.range.start) === JSON.stringify(wanted),
    `defined at ${JSON.stringify(definition?.range.start)}`,
  )
  const markdown = service.hover('x.hlsl', at)?.markdown ?? ''
  if (hover) check(hover.test(markdown), `hover is ${JSON.stringify(markdown)}`)
  const renamed = service.rename('x.hlsl', at, `${word}_renamed`)
  if ('problem' in renamed) check(places === 0, `not renamed: ${renamed.problem}`)
  else {
    const edits = renamed.edits.get('x.hlsl') ?? []
    const count = source.match(new RegExp(`(?<!\\w)${word}(?!\\w)`, 'g'))!.length
    check(edits.length === (places ?? count), `${edits.length} places are renamed`)
    const text = edited(source, edits)
    check(programOf(text, all) === programOf(source, all), `another program when renamed:\n${text}`)
    const alone = edits.filter(e => JSON.stringify(e.range) === JSON.stringify(definition?.range))
    if (edits.length > 1 && !hasTwin)
      check(!compile(edited(source, alone), all).ok, 'the definition alone can be renamed')
    check(service.references('x.hlsl', at).length === edits.length, 'references are others')
  }
  return found
}

for (const construct of CONSTRUCTS)
  test(construct.title, t => {
    const { source, options } = construct
    const service = languageService({
      settings: () => ({ target: options?.target ?? 'cs_6_0', entry: 'main', hlslVersion: '2021' }),
    })
    service.open('x.hlsl', source)
    const errors = service.diagnostics('x.hlsl', { whole: true }).filter(d => d.severity === 1)
    t.deepEqual(errors, [])
    t.deepEqual(
      construct.probes.flatMap(probe => problemsOf(service, construct, probe)),
      [],
    )
  })

test('names of included files', t => {
  const header = '#pragma once\nstatic const float LIMIT = 3;\nfloat clip_to(float x) { return min(x, LIMIT); }\n'
  const source =
    '#include "limit.hlsli"\nRWBuffer<float> o;\n[numthreads(1, 1, 1)] void main() { o[0] = clip_to(LIMIT); }\n'
  const service = languageService({
    include: path => (path === 'limit.hlsli' ? { name: path, text: header } : undefined),
    settings: () => ({ target: 'cs_6_0', entry: 'main' }),
  })
  service.open('x.hlsl', source)
  for (const [word, n] of [
    ['clip_to', 0],
    ['LIMIT', 0],
  ] as const) {
    const at = placeOf(source, word, n)
    const definition = service.definition('x.hlsl', at)
    t.is(definition?.file, 'limit.hlsli')
    t.deepEqual(definition?.range.start, placeOf(header, word, 0))
    const renamed = service.rename('x.hlsl', at, `${word}_renamed`)
    if ('problem' in renamed) return t.fail(renamed.problem)
    const texts = new Map([
      ['x.hlsl', source],
      ['limit.hlsli', header],
    ])
    for (const [file, edits] of renamed.edits) texts.set(file, edited(texts.get(file)!, edits))
    const options = { target: 'cs_6_0', include: () => texts.get('limit.hlsli') }
    const before = compile(source, { target: 'cs_6_0', include: () => header, stripReflection: true })
    t.deepEqual(compile(texts.get('x.hlsl')!, { ...options, stripReflection: true }).container, before.container, word)
    t.is([...renamed.edits.values()].flat().length, word === 'LIMIT' ? 3 : 2)
  }
})
