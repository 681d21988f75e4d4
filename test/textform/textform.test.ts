// A sample of the programs of each generator through the text form and back; `npm run textform` takes as many as one likes.

import test from 'ava'
import { compile, compileToIr } from '../../src/api/compile.ts'
import { generate as arrays } from '../arrays/generate.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { KINDS as NET_KINDS } from '../net/programs.ts'
import { checkText } from './check.ts'
import { KINDS, messageExamples } from './kinds.ts'
import { withLetters } from './letters.ts'

/** Of each generator. */
const COUNT = 5
/** What the text has to say of debug information is asked of so many of them. */
const WITH_DEBUG = 2

/** Generators whose programs are right more often than not; mutants, for example, are not. */
const OF_NET = new Set(NET_KINDS.map(([kind]) => kind))

for (const [kind, make] of KINDS)
  test(`${kind}: the text compiles to the same bytes, with the same messages, and prints as itself`, t => {
    let texts = 0
    for (let seed = 1; seed <= COUNT; seed++) {
      const [source, ...words] = make(seed * 7)
      const debug = seed <= WITH_DEBUG ? ['-Zi', '-Qembed_debug'] : []
      const outcome = checkText(source, dxcArgsToOptions([...words, ...debug]))
      t.true(
        outcome.kind === 'same' || outcome.kind === 'refused',
        `seed ${seed * 7}: ${outcome.kind} ${outcome.detail}`,
      )
      texts += outcome.texts
    }
    t.true(texts >= (OF_NET.has(kind) ? COUNT : 3), `${texts} texts`)
  })

test('names with letters outside of ASCII are read back as they are', t => {
  let texts = 0
  for (const [kind, make] of KINDS) {
    const [source, ...words] = make(14)
    const options = dxcArgsToOptions(words)
    const outcome = checkText(withLetters(source), options, ['lower'])
    const expected = outcome.kind === 'refused' ? checkText(source, options, ['lower']).kind : 'same'
    t.is(outcome.kind, expected, `${kind}: ${outcome.detail}`)
    texts += outcome.texts
  }
  t.true(texts > KINDS.length / 2, `${texts} texts`)
})

test('registers written for resources inside blocks are those that the text is bound with', t => {
  const source = `struct S { Texture2D<float4> t[2]; float4 f; };
    struct Q { RWBuffer<float> o; SamplerState s; };
    cbuffer C : register(b3) { S s : register(t7); float4 k; };
    cbuffer D : register(b4) { Q q[2] : register(u9) : register(s5); float4 j; };
    S plain : register(t11);
    cbuffer Unused : register(b7) { S none : register(t1); };
    [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
      q[1].o[i] = s.t[1].SampleLevel(q[1].s, i, 0).x + k.x + s.f.y + j.z + plain.t[0].Load(int3(i, 0, 0)).y;
    }`
  for (const target of ['cs_6_0', 'cs_6_6'])
    for (const binding of ['dxc', 'llvm', 'slang'] as const) {
      const outcome = checkText(source, { target, entry: 'main', binding }, ['lower', 'split_members', 'bind'])
      t.is(outcome.kind, 'same', `${target} ${binding}: ${outcome.detail}`)
      t.true(outcome.texts > 2)
    }
})

test('a text that says less is seen', t => {
  const source = 'cbuffer B { float4 a; } RWBuffer<float> o; [numthreads(1, 1, 1)] void main() { o[0] = a.x; }'
  const options = { target: 'cs_6_0', entry: 'main', allResourcesBound: true }
  t.is(checkText(source, options).kind, 'same')
  const less = (text: string): string => text.replace('!"dx.allresourcesbound"', '!"nothing"')
  t.is(checkText(source, options, ['lower'], less).kind, 'text')
  const nameless = (text: string): string => text.replace('"hlsl.numthreads"="1,1,1"', '"hlsl.numthreads"="2,1,1"')
  t.is(checkText(source, options, ['bind'], nameless).kind, 'text')
  t.is(checkText(source, options, ['bind'], () => 'target').kind, 'unreadable')
})

test('the example of each message has the same messages when it is compiled from its text', t => {
  let late = 0
  for (const { code, source, options } of messageExamples()) {
    const { kind, detail } = checkText(source, options)
    t.true(kind === 'same' || kind === 'refused', `${code}: ${kind} ${detail}`)
    if (kind === 'same') late++
  }
  t.true(late > 130, `${late} that a front end lets pass`)
})

const COMPUTE = '[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex)'
const DIMENSIONS = '[0x80000000]'
const nested = (levels: number): string =>
  Array.from({ length: levels }, (_, n) => `struct S${n + 1} { ${n ? `S${n}` : 'float'} s; };`).join(' ')
const NODE = `[shader("node")] [NodeLaunch("broadcasting")] [NodeDispatchGrid(1, 1, 1)] [numthreads(1, 1, 1)]`
const SAID: readonly (readonly [what: string, source: string, ...words: string[]])[] = [
  [
    'which lanes of a long vector are used: only those behind the fourth',
    `ByteAddressBuffer a; RWByteAddressBuffer o; ${COMPUTE} { vector<int, 7> v = a.Load<vector<int, 7> >(0); o.Store(0, v[5] + v[6]); }`,
    ...['-T', 'cs_6_9', '-E', 'main'],
  ],
  [
    'the kind of a feedback texture',
    `FeedbackTexture2D<SAMPLER_FEEDBACK_MIP_REGION_USED> used : register(u1); FeedbackTexture2DArray<SAMPLER_FEEDBACK_MIN_MIP> least[2];
    Texture2D t; Texture2DArray l; SamplerState s;
    float4 main(float3 at : A) : SV_Target { used.WriteSamplerFeedback(t, s, at.xy); least[1].WriteSamplerFeedback(l, s, at); return 0; }`,
    ...['-T', 'ps_6_5', '-E', 'main'],
  ],
  [
    'the type that a pointer is cast to',
    `struct R { float f; uint n; }; ${NODE}
    void main(DispatchNodeInputRecord<R> i, [MaxRecords(1)] NodeOutput<R> next) {
      ThreadNodeOutputRecords<R> o = next.GetThreadNodeOutputRecords(1);
      InterlockedCompareStoreFloatBitwise(o.Get().f, 0.0, i.Get().f);
      InterlockedAdd(o.Get().n, 3);
      o.OutputComplete();
    }`,
    ...['-T', 'lib_6_8'],
  ],
  [
    'the index of a second set of barycentrics',
    'float4 main(float3 a : SV_Barycentrics, noperspective float3 b : SV_Barycentrics1) : SV_Target { return float4(a + b, 1); }',
    ...['-T', 'ps_6_1', '-E', 'main'],
  ],
  [
    'zeros in a table of floats',
    'float main(int i : I) : SV_Target { float a[4]; a[0] = 1; a[3] = 2; return a[i]; }',
    ...['-T', 'ps_6_0', '-E', 'main'],
  ],
  [
    'which resources of a local array stay together',
    `Texture2D a : register(t3); Texture2D b : register(t5);
    float4 main(uint3 at : A) : SV_Target { Texture2D both[] = { a, b }; uint i = 1; return both[i].Load(at); }`,
    ...['-T', 'ps_6_0', '-E', 'main', '-Od'],
  ],
  [
    'a vector that an exported function is passed, behind a resource',
    `struct E { float4x4 m; }; StructuredBuffer<E> list;
    export float4 moved(float4 v) { return mul(list[0].m, v); }`,
    ...['-T', 'lib_6_x'],
  ],
  [
    'a matrix that an exported function is passed, in front of a loop with waves',
    `StructuredBuffer<int> list;
    export int found(int3x3 m : A, int b : B) {
      int sum = 0;
      for (;;) { int3x3 u = WaveReadLaneFirst(m); if (m[0][0] == u[1][1]) { sum += list[u[2][2] + b]; break; } }
      return sum;
    }`,
    ...['-T', 'lib_6_3'],
  ],
  [
    'which of a known resource and one that is passed a function gives back',
    `Texture2D t; Texture2D w;
    export Texture2D chosen(Texture2D a, Texture2D b, int i) {
      Texture2D x = a;
      for (int k = 0; k < i; k++) { if (k & 1) x = t; else if (k & 2) x = w; else if (k & 4) x = b; }
      return x;
    }
    export float4 read(Texture2D a, int i) { return (i > 1 ? a.Load(0) : t.Load(0)) + chosen(a, w, i).Load(1); }`,
    ...['-T', 'lib_6_x'],
  ],
  [
    'elements of arrays of resources without elements',
    `RWStructuredBuffer<float> o; Texture2D t; SamplerState q[2][0]; ${COMPUTE} { o[i] = t.SampleLevel(q[1][0], 0, 0).x; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    'elements behind the end of an array of resources',
    `RWBuffer<int> v[3]; ${COMPUTE} { v[3][i] = 2; [unroll] for (uint k = 0; k < 5; k++) v[k][i + 1] = 1; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    'how many resources an array has: as many as there are registers',
    `RWBuffer<int> v[65536][65536]; ${COMPUTE} { v[i][i][i + 1] = 1; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    'how many resources an array has: more than a number can say',
    `RWBuffer<int> v${DIMENSIONS.repeat(40)}; [shader("compute")] ${COMPUTE} { v${'[i]'.repeat(40)}[i] = 1; }`,
    ...['-T', 'lib_6_3'],
  ],
  [
    'negative numbers of records',
    `struct R { uint a; }; [shader("node")] [NodeLaunch("thread")] void main([MaxRecords(-1)] NodeOutput<R> r) {}`,
    ...['-T', 'lib_6_8'],
  ],
  [
    'numbers of samples that are none',
    `Texture2DMS<float4, 5000000000> a; RWBuffer<float4> o; ${COMPUTE} { o[i] = a.Load(0, 0); }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    'great indexes of semantics',
    'float4 main(float4 a[2] : TEXCOORD4294967295, float4 b : TEXCOORD70000) : SV_Position { return a[0] + a[1] + b; }',
    ...['-T', 'vs_6_0', '-E', 'main'],
  ],
  [
    'what a struct in many structs holds',
    `${nested(200)} ConstantBuffer<S200> c; RWBuffer<float> o; ${COMPUTE} { S200 s = c; o[i] = ((float[1])s)[0]; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    'types of arrays in arrays',
    `typedef float A${'[1]'.repeat(250)}; typedef A B${'[1]'.repeat(250)}; export float first(inout B b) { return b${'[0]'.repeat(500)}; }`,
    ...['-T', 'lib_6_3'],
  ],
]
for (const [what, source, ...words] of SAID)
  test(`the text says ${what}`, t => {
    const { kind, detail, texts } = checkText(source, dxcArgsToOptions(words))
    t.deepEqual([kind, detail, texts], ['same', '', 3])
  })

test('handles that choices hand around in circles have one type', t => {
  const { source } = arrays(45_002_310)
  t.regex(source, /p11 = \(GI > 1 \? p11 : B\[1\]\)/)
  const { kind, detail, texts } = checkText(source, { target: 'cs_6_0' }, ['lower'])
  t.deepEqual([kind, detail, texts], ['same', '', 1])
})

test('an array of zeros is short in the text', t => {
  const source = `static float a[1 << 20]; RWBuffer<float> o; ${COMPUTE} { a[i] = 3; o[0] = a[i + 1]; }`
  const { ir = '' } = compileToIr(source, { target: 'cs_6_0', stopAfter: 'bind' })
  t.regex(ir, /global \[1048576 x float\] zeroinitializer/)
  t.is(checkText(source, { target: 'cs_6_0' }).kind, 'same')
})

/** What only checks behind lowering refuse; `texts` texts are read back until then. */
const REFUSED_LATE: readonly (readonly [code: string, texts: number, source: string, ...words: string[]])[] = [
  [
    ...(['E2700', 3] as const),
    `RWStructuredBuffer<float> o; Texture2D v[0] : register(t3); ${COMPUTE} { o[i] = v[0].Load(0).x; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    ...(['E3902', 1] as const),
    `RWBuffer<int> v${DIMENSIONS.repeat(3)}; ${COMPUTE} { v[i][i][i][i + 1] = 1; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    ...(['E3031', 3] as const),
    `struct S { float4 a; float b; }; ConstantBuffer<S> v[3]; RWBuffer<float> o;
    ${COMPUTE} { [unroll] for (uint k = 0; k < 5; k++) o[k] = v[k].b; }`,
    ...['-T', 'cs_6_0', '-E', 'main'],
  ],
  [
    ...(['E3067', 3] as const),
    'float4 main(float4 c[3] : COLOR) : SV_Target { float4 s = 0; [unroll] for (uint i = 0; i < 2; i++) s += c[i - 1]; return s; }',
    ...['-T', 'ps_6_0', '-E', 'main'],
  ],
  [
    ...(['E3067', 3] as const),
    `void main(float4 a : A, out float4 p : SV_Position, out float4 o[2] : O) {
      p = 0; o = (float4[2])0; [unroll] for (int k = 0; k < 4; k++) o[k][k] = a.x;
    }`,
    ...['-T', 'vs_6_0', '-E', 'main'],
  ],
]
for (const [n, [code, texts, source, ...words]] of REFUSED_LATE.entries())
  test(`what is refused late is refused in the same words when it comes from its text: ${code}, ${n}`, t => {
    const options = dxcArgsToOptions(words)
    t.true(compile(source, options).diagnostics.some(d => d.code === code))
    const outcome = checkText(source, options)
    t.deepEqual([outcome.kind, outcome.detail, outcome.texts], ['same', '', texts])
  })
