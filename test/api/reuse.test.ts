// What a context does once for many sources: equal sources behind the preprocessor, functions that are not reached; and results in a store.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { choices, FILES } from '../../bench/permutations/source.ts'
import { type CompileOptions, type CompileResult, compile, context, type ResultStore } from '../../src/api/index.ts'
import { type Origin, Reuse } from '../../src/api/reuse.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { parseHeader } from '../corpus/header.ts'
import { Seeded } from '../corpus/seeded.ts'

const target = 'cs_6_0'
/** What of results has to be the same. */
const facts = ({ ok, container, text, diagnostics, includes }: CompileResult): unknown => ({
  ok,
  container: container && Buffer.from(container).toString('base64'),
  text,
  diagnostics,
  includes,
})

const corpus = (): { file: string; source: string; options: CompileOptions }[] =>
  [
    'corpus',
    'corpus/drawn',
    'corpus/mesh',
    'corpus/libraries',
    'corpus/dispatched',
    'corpus/shader_model_6_9',
    'corpus/shader_model_6_10',
  ].flatMap(folder =>
    readdirSync(folder)
      .filter(f => f.endsWith('.hlsl'))
      .flatMap(file => {
        const source = readFileSync(join(folder, file), 'utf8')
        const compiles = folder === 'corpus' ? parseHeader(source, file).compiles.slice(0, 1) : []
        const args = compiles[0]?.args ?? /dxilkit-args: (.*)/.exec(source)?.[1]?.split(' ') ?? []
        const profile = /-T\s*(\w+)/.exec(source)?.[1]
        const options = args.length > 0 ? dxcArgsToOptions(args) : profile ? { target: profile } : undefined
        return options ? [{ file: join(folder, file), source, options }] : []
      }),
  )

/** Functions that nothing reaches; `n` makes others of them. */
const extra = (n: number): string => `
float extraA${n}(float x) { float sum = ${n}; [unroll] for (int i = 0; i < 4; i++) sum += x * i; return sum; }
static float extraB${n}(float2 x) { return extraA${n}(x.x) + extraA${n}(x.y); }
`

test('functions that nothing reaches change no byte, and are compiled once', t => {
  const cases = corpus()
  t.true(cases.length > 60, String(cases.length))
  for (const { file, source, options } of cases) {
    const reuse = new Reuse(100)
    const origins: Origin[] = []
    const plain = compile(source, options)
    const variants = [source, source + extra(1), source + extra(1) + extra(2), source + extra(2), source]
    for (const variant of variants) {
      const { result, origin } = reuse.compile(variant, options)
      origins.push(origin)
      const expected = variant === source ? plain : compile(variant, options)
      t.deepEqual(facts(result), facts(expected), file)
      t.deepEqual(result.container, plain.container, file)
    }
    if (plain.text === '' && !options.target.startsWith('lib') && !options.warnings)
      // The second is short when the shader has such functions of its own.
      t.deepEqual(
        origins.filter((_, i) => i !== 1),
        ['compiled', 'shortened', 'equal', 'equal'],
        file,
      )
  }
})

test('permutations of a large shader: bytes of compile(), most of them for nothing', t => {
  const reuse = new Reuse(1000)
  const counts = { compiled: 0, shortened: 0, equal: 0, stored: 0 }
  const source = FILES.get('main.hlsl')!
  const some = choices().filter((_, i) => i % 62 < 4)
  for (const defines of some) {
    const options = { target: 'ps_6_0', defines, include: (path: string) => FILES.get(path) }
    const { result, origin } = reuse.compile(source, options)
    counts[origin]++
    t.deepEqual(facts(result), facts(compile(source, options)))
  }
  t.is(counts.compiled, 1)
  t.true(counts.equal > counts.shortened, JSON.stringify(counts))
})

const shader = (body: string, before = ''): string =>
  `RWByteAddressBuffer o;\n${before}\n[numthreads(1,1,1)] void main(uint i : SV_GroupIndex) { ${body} }\n`

/** Compiles in order with one memory, and compares each with compile(). */
function inOrder(
  t: { deepEqual(a: unknown, b: unknown, message?: string): boolean },
  sources: readonly (string | readonly [source: string, options: Partial<CompileOptions>])[],
): Origin[] {
  const reuse = new Reuse(100)
  return sources.map(item => {
    const [source, more] = typeof item === 'string' ? [item, {}] : item
    const { result, origin } = reuse.compile(source, { target, ...more })
    t.deepEqual(facts(result), facts(compile(source, { target, ...more })), source)
    return origin
  })
}

test('messages are those of compile(): functions with one are compiled each time', t => {
  const loud = 'float loud(float4 a) { float b = a; return b; }\n'
  const quiet = 'float quiet(float a) { return a * 2; }\n'
  t.deepEqual(
    inOrder(t, [
      shader('o.Store(0, 1);', loud + quiet),
      shader('o.Store(0, 2);', loud + quiet),
      shader('o.Store(0, 2);', `\n\n${loud}${quiet}`),
      shader('o.Store(0, quiet(2));', quiet + loud),
    ]),
    ['compiled', 'shortened', 'shortened', 'compiled'],
  )
  // An error in a function that is not reached, a known one beside it.
  t.deepEqual(
    inOrder(t, [
      shader('o.Store(0, 1);', quiet),
      shader('o.Store(0, 2);', quiet),
      shader('o.Store(0, 3);', `${quiet}float bad() { return nothing; }`),
      shader('o.Store(0, nothing);', quiet),
      shader('o.Store(0, 4);', quiet),
    ]),
    ['compiled', 'shortened', 'compiled', 'compiled', 'shortened'],
  )
})

test('what a function means may be elsewhere: then it is another function', t => {
  const uses = 'float f() { return g(1) + LIMIT; }\n'
  const g = (x: string): string => `float g(${x}) { return a; }\n`
  inOrder(t, [
    shader('o.Store(0, 1);', `static const float LIMIT = 1;\n${g('int a')}${uses}`),
    shader('o.Store(0, 1);', `static const int LIMIT = 1;\n${g('int a')}${uses}`),
    shader('o.Store(0, 1);', `${uses}static const float LIMIT = 1;\n${g('int a')}`),
    shader('o.Store(0, 1);', `static const float LIMIT = 1;\n${uses}${g('int a')}`),
    shader('o.Store(0, 1);', `static const float LIMIT = 1;\n${g('int2 a')}${uses}`),
    shader('o.Store(0, 1);', `static const float LIMIT = 1;\n${g('float a')}${uses}`),
    shader('o.Store(0, 1);', `float LIMIT;\n${g('float a')}${uses}`),
    shader('o.Store(0, asuint(f()));', `float LIMIT, other;\n${g('float a')}${uses}`),
    shader('o.Store(0, asuint(f()));', `float other, LIMIT;\n${g('float a')}${uses}`),
  ])
  t.pass()
})

/** Functions that name each other, in front of and behind their callees; what they take and give depends on macros. Cut into headers anywhere. */
function randomProject(seed: number): { main: string; files: ReadonlyMap<string, string>; macros: string[] } {
  const random = new Seeded(seed)
  const pick = (count: number): number => random.int(0, count - 1)
  const macros = ['A', 'B', 'C']
  const type = (): string => (pick(15) === 0 ? 'P' : ['float', 'float', 'uint'][pick(3)]!)
  const either = (make: () => string): string =>
    pick(3) === 0 ? `\n#if ${macros[pick(3)]!} > 0\n${make()}\n#else\n${make()}\n#endif\n` : make()
  const lines = ['struct P { float a; };', 'template<typename T>', 'T twice(T x) { return x * 2; }']
  const isEarly = Array.from({ length: 7 }, () => pick(6) === 0)
  for (const [i, early] of isEarly.entries()) if (early) lines.push(`float f${i}(float x);`)
  for (const [i, early] of isEarly.entries()) {
    const callee = (): number => {
      const known = isEarly.flatMap((before, k) => (k < i || before ? [k] : []))
      return pick(40) === 0 || known.length === 0 ? pick(7) : known[pick(known.length)]!
    }
    const call = (): string => (i === 0 ? '1' : `f${callee()}(${['1', '2.5', 'x'][pick(3)]!})`)
    const head = (): string => (early ? `float\nf${i}(float x)` : `${type()}\nf${i}(${type()} x)`)
    const body = (): string =>
      `{ float p = 0; ${either(() => `p += ${call()};`)}\n return ${pick(4) === 0 ? 'p' : call()}; }`
    if (pick(6) === 0) lines.push(`static const float LIMIT${i} = ${i};`)
    lines.push(either(() => `${head()}\n${body()}`))
  }
  const text = lines.join('\n').split('\n')
  const [a, b] = [pick(text.length), pick(text.length)].sort((x, y) => x - y) as [number, number]
  // Headers do not end inside of conditions.
  const isOpen = (end: number): boolean => text.slice(0, end).filter(line => /^#(if|endif)/.test(line)).length % 2 === 1
  const cut = [a, b].map(at => (isOpen(at) ? 0 : at)) as [number, number]
  const pieces = [text.slice(0, cut[0]), text.slice(cut[0], Math.max(...cut)), text.slice(Math.max(...cut))]
  const files = new Map([
    ['h1', pieces[0]!.join('\n')],
    ['h2', pieces[1]!.join('\n')],
  ])
  const main = shader(
    `o.Store(0, ${pick(3)}); ${pick(2) === 0 ? 'o.Store(4, twice(i));' : ''} ${either(() => (pick(3) === 0 ? `f${pick(7)}(1);` : ''))}`,
    `#include "h1"\n#include "h2"\n${pieces[2]!.join('\n')}`,
  )
  return { main, files, macros }
}

test('random functions that name each other, in headers cut anywhere', t => {
  const counts = { compiled: 0, shortened: 0, equal: 0, stored: 0 }
  let good = 0
  for (let seed = 1; seed <= 150; seed++) {
    const { main, files, macros } = randomProject(seed)
    const reuse = new Reuse(100)
    for (const set of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const defines = Object.fromEntries(macros.map((name, i) => [name, (set >> i) & 1]))
      const options = { target, defines, include: (path: string) => files.get(path) }
      const { result, origin } = reuse.compile(main, options)
      counts[origin]++
      if (result.ok) good++
      t.deepEqual(facts(result), facts(compile(main, options)), `${seed} ${set}`)
    }
  }
  t.log(`${good} compile; ${JSON.stringify(counts)}`)
  t.true(good > 100 && counts.shortened > 50 && counts.equal > 50)
})

test('a declaration that begins in a header and ends behind it is one declaration', t => {
  const reuse = new Reuse(100)
  for (const [head, rest] of [
    ['template<typename T>', 'T twice(T x) { return x * 2; }'],
    ['float one() { return 1; } struct S', '{ float a; };'],
    ['static float', 'two() { return 2; }'],
    ['[noinline] float three(', 'float x) { return x; }'],
  ])
    for (const n of [1, 2, 3]) {
      const options = { target, defines: { N: n }, include: () => head! }
      const source = shader('o.Store(0, N);', `#include "h"\n${rest!}`)
      t.deepEqual(facts(reuse.compile(source, options).result), facts(compile(source, options)), `${head!} ${n}`)
    }
})

test('pragmas, attributes, templates, overloads and prototypes', t => {
  const matrix = 'cbuffer C { float2x3 m; }\nfloat3 row() { return m[0]; }\nfloat3 other() { return m[1]; }\n'
  inOrder(t, [
    shader('o.Store3(0, asuint(row()));', matrix),
    shader('o.Store3(0, asuint(row()));', `#pragma pack_matrix(row_major)\n${matrix}`),
    shader(
      'o.Store3(0, asuint(row()));',
      matrix.replace('float3 other', '#pragma pack_matrix(row_major)\nfloat3 other'),
    ),
    shader('o.Store(0, f(i));', 'uint f(uint x);\nuint unused() { return 1; }\nuint f(uint x) { return x * 3; }'),
    shader('o.Store(0, f(i));', 'uint f(uint x) { return x; }\nfloat f(float x) { return x * 3; }'),
    shader('o.Store(0, f(1.5));', 'uint f(uint x) { return x; }\nfloat f(float x) { return x * 3; }'),
    shader(
      'o.Store(0, twice(i));',
      'template<typename T> T twice(T x) { return x * 2; }\nfloat a() { return twice(2.5); }',
    ),
    shader('S s; s.a = i; o.Store(0, s.get());', 'struct S { uint a; uint get() { return helper(a); } };'),
    shader(
      'S s; s.a = i; o.Store(0, s.get());',
      'uint helper(uint a) { return a + 1; } struct S { uint a; uint get() { return helper(a); } };',
    ),
    shader(
      'o.Store(0, N::f(i));',
      'uint helper(uint a) { return a + 1; }\nnamespace N { uint f(uint a) { return helper(a); } }',
    ),
    shader('o.Store(0, 1);', '}'),
    shader('o.Store(0, 1);', 'float unfinished('),
    ['#pragma dxc diagnostic ignored "-Wconversion"\n' + shader('float a = float2(1, 2); o.Store(0, a);'), {}],
    [shader('o.Store(0, 1);', 'static float never() { return 1; }'), { warnings: ['unused-function'] }],
    [shader('o.Store(0, 1);', 'float a() { return 1; }'), { entry: 'a' }],
    [shader('o.Store(0, 1);', 'float a() { return 1; }'), { entry: 'missing' }],
  ])
  t.pass()
})

test('the patch constant function of a hull shader is named by a string', t => {
  const hull = (factor: string): string => `
struct P { float3 p : P; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
float unreached(float x) { return x * ${factor}; }
float level() { return ${factor}; }
F constants() { F f; f.e[0] = f.e[1] = f.e[2] = f.i = level(); return f; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("constants")]
P main(InputPatch<P, 3> v, uint i : SV_OutputControlPointID) { return v[i]; }`
  t.deepEqual(
    inOrder(
      t,
      ['1', '2', '1'].map(factor => [hull(factor), { target: 'hs_6_0' }] as const),
    ),
    ['compiled', 'compiled', 'equal'],
  )
})

class Memory implements ResultStore {
  readonly files = new Map<string, Uint8Array>()
  reads = 0
  writes = 0

  read(name: string): Uint8Array | undefined {
    this.reads++
    return this.files.get(name)
  }

  write(name: string, bytes: Uint8Array): void {
    this.writes++
    this.files.set(name, bytes)
  }
}

test('a store keeps results for other contexts: one file a result, damage is noticed', t => {
  const store = new Memory()
  const quiet = { target, defines: ['A=1'] }
  const sources: readonly (readonly [source: string, options: CompileOptions])[] = [
    [shader('o.Store(0, A);'), quiet],
    [shader('float a = float2(A, 1); o.Store(0, a);'), quiet],
    [shader('o.Store(0, nothing);'), quiet],
    [shader('o.Store(0, A);'), { ...quiet, debug: 'full' }],
  ]
  const all = (): { results: CompileResult[]; counts: unknown } => {
    const c = context({ store })
    return { results: sources.map(([source, options]) => c.compile(source, options)), counts: c.counts }
  }
  const first = all()
  t.deepEqual(first.counts, { compiled: 4, reused: 0 })
  t.is(store.files.size, 4)
  for (const name of store.files.keys()) t.regex(name, /^[0-9a-f]{64}$/)
  const second = all()
  t.deepEqual(second.counts, { compiled: 0, reused: 4 })
  const plain = (results: CompileResult[]): unknown =>
    results.map(r => ({ ...(facts(r) as object), pdb: r.ok && r.pdb && Buffer.from(r.pdb.bytes).toString('hex') }))
  t.deepEqual(plain(second.results), plain(first.results))
  t.deepEqual(plain(first.results), plain(sources.map(([source, options]) => compile(source, options))))
  // Cut off, changed, empty.
  const damages = [
    (b: Uint8Array): Uint8Array => b.subarray(0, b.length - 1),
    (b: Uint8Array): Uint8Array => b.map((byte, i) => (i === b.length >> 1 ? byte ^ 1 : byte)),
    (): Uint8Array => new Uint8Array(0),
  ]
  for (const damage of damages) {
    for (const [name, bytes] of store.files) store.files.set(name, damage(bytes))
    const mended = all()
    t.deepEqual(mended.counts, { compiled: 4, reused: 0 })
    t.deepEqual(plain(mended.results), plain(first.results))
    t.deepEqual(all().counts, { compiled: 0, reused: 4 })
  }
})
