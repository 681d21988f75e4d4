// Calls that nest as deeply as a program likes: they compile whatever the engine's stack is, and compute what they say.

import { spawnSync } from 'node:child_process'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { versionOf } from '../../src/api/options.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { lowered } from './lowered.ts'

const chain = (n: number): string =>
  `float f0(float a) { return a + 1; }
${Array.from({ length: n }, (_, i) => `float f${i + 1}(float a) { return f${i}(a) * 2; }`).join('\n')}
RWBuffer<float> o; float g; [numthreads(1, 1, 1)] void main() { o[0] = f${n}(g); }`

/** Blocks, brackets and a call inside of them, over and over. */
const nested = (n: number): string =>
  `float f0(float a) { return a + 1; }
${Array.from(
  { length: n },
  (_, i) => `float f${i + 1}(float a) {
  ${'{'.repeat(60)} if (a > 1) ${'('.repeat(100)}a = ${'('.repeat(90)}f${i}(a)${')'.repeat(90)} * 2${')'.repeat(100)}; ${'}'.repeat(60)}
  return a;
}`,
).join('\n')}
RWBuffer<float> o; float g; [numthreads(1, 1, 1)] void main() { o[0] = f${n}(g); }`

test('with a smaller stack than any engine has, deep calls compile to the same bytes', t => {
  for (const source of [chain(700), chain(2000), nested(100)]) {
    const expected = compile(source, { target: 'cs_6_0' })
    if (!expected.ok) return t.fail(expected.text)
    const program = `
      import { readFileSync } from 'node:fs'
      import { compile } from ${JSON.stringify(new URL('../../src/api/compile.js', import.meta.url).href)}
      const made = compile(readFileSync(0, 'utf8'), { target: 'cs_6_0' })
      process.stdout.write(made.ok ? Buffer.from(made.container).toString('hex') : made.text)`
    const args = ['--stack-size=650', '--input-type=module', '-e', program]
    const { stdout, stderr } = spawnSync(process.execPath, args, { input: source, encoding: 'utf8', maxBuffer: 1e8 })
    t.is(stdout, Buffer.from(expected.container).toString('hex'), stderr)
  }
})

test('what nests deeper than is counted is refused at its place', t => {
  const defaults = Array.from({ length: 400 }, (_, k) => `int f${k + 1}(int a = f${k}()) { return a; }`).join('\n')
  const source = `RWBuffer<int> o; int f0(int a = 1) { return a; }\n${defaults}\n[numthreads(1, 1, 1)] void main() { o[0] = f400(); }`
  const made = compile(source, { target: 'cs_6_0' })
  t.false(made.ok)
  t.is(made.diagnostics.length, 1)
  t.is(made.diagnostics[0]!.code, 'E4015')
  t.true(made.diagnostics[0]!.line! > 1)
})

/** Deep in one way each; those that lean to the left nest as deeply as the program likes. */
const FAMILIES: Readonly<Record<string, (n: number) => string>> = {
  and: n => `RWBuffer<float> o; float g;\nMAIN { o[0] = ${Array(n).fill('g > 1').join(' && ')}; }`,
  'and in a condition': n =>
    `RWBuffer<float> o; float g;\nMAIN { if (${Array(n).fill('o[1] > g').join(' && ')}) o[0] = 1; }`,
  'or behind what decides': n =>
    `RWBuffer<float> o; float g;\nMAIN { if (false && (${Array(n).fill('o[1] > g').join(' || ')})) o[0] = 1; }`,
  sum: n => `RWBuffer<float> o; float g;\nMAIN { o[0] = g${' + g'.repeat(n)}; }`,
  'operators of a struct': n =>
    `RWBuffer<int> o; struct S { int x; S operator+(S b) { S c; c.x = x + b.x; return c; } };\nMAIN { S a = (S)o[1]; a = a${' + a'.repeat(n)}; o[0] = a.x; }`,
  methods: n =>
    `RWBuffer<int> o; struct S { int x; S f() { S c; c.x = x + 1; return c; } };\nMAIN { S a = (S)o[1]; o[0] = a${'.f()'.repeat(Math.min(n, 200))}.x; }`,
  'else if': n =>
    `RWBuffer<int> o; int g;\nMAIN { ${Array.from({ length: Math.min(n, 500) }, (_, k) => `if (g == ${k}) o[0] = ${k}; else`).join(' ')} o[1] = 1; }`,
  'choices to the right': n => `RWBuffer<int> o; int g;\nMAIN { o[0] = ${'g ? 1 : '.repeat(Math.min(n, 200))}2; }`,
  'calls in calls': n =>
    `RWBuffer<int> o; int f(int a) { return a + 1; }\nMAIN { o[0] = ${'f('.repeat(Math.min(n, 240))}o[1]${')'.repeat(Math.min(n, 240))}; }`,
}

test('half a megabyte of stack, as workers and browsers have, is enough', t => {
  const sources = Object.values(FAMILIES).flatMap(family =>
    [200, 3000].map(n => family(n).replace('MAIN', '[numthreads(1, 1, 1)] void main()')),
  )
  const program = `
    import { readFileSync } from 'node:fs'
    import { compile } from ${JSON.stringify(new URL('../../src/api/compile.js', import.meta.url).href)}
    const answers = JSON.parse(readFileSync(0, 'utf8')).map(source => {
      try { const made = compile(source, { target: 'cs_6_0' }); return made.ok ? 'ok' : made.text.split('\\n')[0] }
      catch (error) { return 'THREW ' + error.message }
    })
    process.stdout.write(JSON.stringify(answers))`
  const args = ['--stack-size=500', '--input-type=module', '-e', program]
  const input = JSON.stringify(sources)
  const { stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8', maxBuffer: 1e8 })
  t.is(stderr, '')
  const names = Object.keys(FAMILIES)
  for (const [k, answer] of (JSON.parse(stdout) as string[]).entries()) t.is(answer, 'ok', names[k >> 1]!)
})

test('long chains of conditions end in code, in every version', t => {
  for (const hlslVersion of ['2018', '2021'] as const)
    for (const term of ['g > 1', 'true', 'false']) {
      const chain = Array(20_000).fill(term).join(' && ')
      const source = `RWBuffer<float> o; float g;
[numthreads(1, 1, 1)] void main() { if (g > 2 && ${chain}) o[0] = 1; if (false && (${chain})) o[1] = 1; }`
      const made = compile(source, { target: 'cs_6_0', hlslVersion })
      t.is(made.diagnostics[0]?.code, undefined, `${term}, ${hlslVersion}`)
    }
})

/** So many blocks around code that what it calls is called deeply after some levels. */
const wrapped = (code: string): string => `${'{'.repeat(60)} ${code} ${'}'.repeat(60)}`

/** `f12` calls `f11` and so on, each from within blocks. */
const levels = (head: string, call: (k: number) => string, base: string): string =>
  [base, ...Array.from({ length: 12 }, (_, k) => `${head.replace('NAME', `f${k + 1}`)} { ${wrapped(call(k))} }`)].join(
    '\n',
  )

const main = (code: string): string => `\n[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) { ${code} }`

interface Case {
  readonly source: string
  /** Parameters in groupshared memory belong to HLSL 202x. */
  readonly hlslVersion?: '202x'
  /** Some calls are too deep; else all have to be lowered where they stand. */
  readonly isDeep: boolean
}

const CASES: Readonly<Record<string, Case>> = {
  // Arrays, structs, vectors, resources, methods; early returns, loops, calls of one function with other memory.
  'every kind of parameter': {
    isDeep: true,
    source: `
struct S { float4 v; int a[3]; int Sum() { return a[0] + a[1] + a[2]; } void Set(int i, int x) { a[i % 3] = x; } };
RWStructuredBuffer<int> o : register(u0);
int step0(inout S s, out int rest, int3 v, int list[2], RWStructuredBuffer<int> r, int i) {
  rest = s.Sum() + v.y + list[1];
  s.v.yz += i;
  s.Set(i, rest & 15);
  return r[20] + v.x;
}
${Array.from(
  { length: 12 },
  (_, k) => `int step${k + 1}(inout S s, out int rest, int3 v, int list[2], RWStructuredBuffer<int> r, int i) {
  if (i == ${k + 100}) { rest = 1; return 2; }
  int own[2] = { list[1], list[0] + ${k % 7} };
  int sum = 0;
  for (int j = 0; j < (i & 1) + 1; j++) ${wrapped(`
    int inner;
    sum = (sum + step${k}(s, inner, v.yzx + j, own, r, i + ${k % 3})) & 0xffff;
    sum ^= inner;
    own[j] = sum & 31;`)}
  rest = sum & 255;
  s.a[${k % 3}] ^= rest;
  return sum + s.Sum();
}`,
).join('\n')}
${main(`
  S s = { 1, 2, 3, 4, t, 5, 6 };
  int list[2] = { 7, t };
  int rest;
  // The threads with even numbers go through every level once.
  int result = t < 2 ? 0 : step12(s, rest, int3(t, 1, 2), list, o, 0);
  o[t] = result + (t < 2 ? 0 : rest) + s.Sum() + (int)s.v.y;`)}`,
  },
  'methods of an inout struct': {
    isDeep: true,
    source: `struct C { int a[4]; int v; int go(int i) { a[i & 3] += v; v ^= i; return a[(i + 1) & 3]; } };
RWStructuredBuffer<int> o;
${levels('int NAME(inout C c, int i)', k => `int q = f${k}(c, i + 1); return q + c.go(i);`, 'int f0(inout C c, int i) { return c.go(i); }')}
${main('C c = { t, 1, 2, 3, t + 5 }; o[t] = (f12(c, t) + c.v) * 8 + t;')}`,
  },
  'static variables, which functions share': {
    isDeep: false,
    source: `static int s = 3; RWStructuredBuffer<int> o;
${levels('int NAME(int i)', k => `s += i; return f${k}(i + 1) + s;`, 'int f0(int i) { return i + s; }')}
${main('o[t] = f12(t) & 0xffff;')}`,
  },
  'groupshared memory, of which there is no copy': {
    isDeep: false,
    hlslVersion: '202x',
    source: `groupshared int g; RWStructuredBuffer<int> o;
${levels('void NAME(groupshared int x)', k => `f${k}(x); InterlockedAdd(x, 1);`, 'void f0(groupshared int x) { InterlockedAdd(x, 1); }')}
${main('if (t == 0) g = 0; GroupMemoryBarrierWithGroupSync(); f12(g); GroupMemoryBarrierWithGroupSync(); o[t] = g + t;')}`,
  },
  'static constants and groupshared memory by their names': {
    isDeep: true,
    source: `groupshared int g[8]; static const int c[4] = { 5, 6, 7, 9 }; RWStructuredBuffer<int> o;
${levels('int NAME(int i)', k => `g[i & 7] += c[(i + ${k}) & 3]; return f${k}(i) + g[i & 7];`, 'int f0(int i) { return i + c[i & 3]; }')}
${main('g[t] = t; o[t] = f12(t) & 0xffff;')}`,
  },
}

const resources: readonly Resource[] = [
  { kind: 'uav', register: 0, type: 'structured', stride: 4, data: new Uint8Array(new Int32Array(32).fill(3).buffer) },
]

for (const [name, { source, isDeep, hlslVersion = '2021' }] of Object.entries(CASES))
  oracleTest(['dxc-new', 'd3d12'], `deep calls compute what they do with another compiler: ${name}`, async t => {
    const version = versionOf({ hlslVersion })
    t.is((lowered(source, { hlslVersion: version }).module?.inlined.size ?? 0) > 0, isDeep, 'calls that are too deep')
    const args = ['-T', 'cs_6_0', '-HV', hlslVersion, '-validator-version', '1.8']
    const theirs = await (await Dxc.shared('dxc-new')).compile(source, args)
    if (!theirs.container) return t.fail(theirs.errors)
    const run = async (container: Uint8Array) =>
      (await D3d12.shared()).runCompute({ container, dispatch: [1, 1, 1], resources })
    const wanted = await run(theirs.container)
    t.is(wanted.error, undefined)
    t.is(new Set(new Int32Array(wanted.uavs[0]!.data.slice(0, 32).buffer)).size, 8, 'each thread has its own result')
    for (const optimization of [0, 3] as const) {
      const options = { target: 'cs_6_0', optimization, hlslVersion } as const
      const ours = compile(source, options)
      if (!ours.ok) return t.fail(ours.text)
      t.deepEqual(await run(ours.container), wanted, `-O${optimization}`)
      const debugged = compile(source, { ...options, debug: 'full', embedDebug: true })
      if (!debugged.ok) return t.fail(debugged.text)
      t.deepEqual(await run(debugged.container), wanted, `-O${optimization} -Zi`)
      const { ok, message } = await (await Dxc.shared()).validate(debugged.container)
      t.true(ok, message)
    }
  })

oracleTest('dxc', 'resources that only their declaration names are passed through deep calls', async t => {
  const sources = [
    `Texture2D<float> T[] : register(t0); RWStructuredBuffer<float> o;
${levels('float NAME(Texture2D<float> a[], int i)', k => `return f${k}(a, i + 1);`, 'float f0(Texture2D<float> a[], int i) { return a[i][uint2(0, 0)]; }')}
${main('o[t] = f12(T, t);')}`,
    `struct R { Texture2D<float> t; float4 v; }; R r; RWStructuredBuffer<float> o;
${levels('float NAME(R a, int i)', k => `return f${k}(a, i + 1);`, 'float f0(R a, int i) { return a.t[uint2(i, 0)] + a.v.x; }')}
${main('o[t] = f12(r, t);')}`,
  ]
  for (const source of sources) {
    const made = compile(source, { target: 'cs_6_0' })
    if (!made.ok) return t.fail(made.text)
    const { ok, message } = await (await Dxc.shared()).validate(made.container)
    t.true(ok, message)
  }
})

oracleTest('dxc', 'a library keeps the stage of each function behind deep calls', async t => {
  const chains = ['a', 'b'].map(
    n =>
      `${levels('float NAME(float x)', k => `return ${n}${k}(x) * 2;`, 'float f0(float x) { return ddx(x) + 1; }').replace(/\bf(\d+)/g, `${n}$1`)}
export float export_${n}(float x) { return ${n}12(x); }`,
  )
  const source = `${chains.join('\n')}
[shader("pixel")] float4 px(float v : V) : SV_Target { return a12(v) + export_b(v); }`
  const made = compile(source, { target: 'lib_6_3' })
  if (!made.ok) return t.fail(made.text)
  const { ok, message } = await (await Dxc.shared()).validate(made.container)
  t.true(ok, message)
})
