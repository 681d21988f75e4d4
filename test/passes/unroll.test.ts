// [unroll] and texel offsets from HLSL on: what is honoured, what is an error, at every level of optimisation.

import test from 'ava'
import { type CompileOptions, compile, listing } from '../../src/api/index.ts'

const HEAD = 'uint g; RWBuffer<float> o; Texture2D<float4> t; SamplerState s;\n'
const LEVELS = [0, 1, 2, 3] as const
/** At -Od DXC refuses loops from a number that is known at run time alone. */
const OPTIMISING = [1, 2, 3] as const

const build = (body: string, options: Partial<CompileOptions> = {}): ReturnType<typeof compile> =>
  compile(`${HEAD}[numthreads(1,1,1)]\nvoid main() {\n${body}\n}`, { target: 'cs_6_0', entry: 'main', ...options })

const count = (container: Uint8Array, what: RegExp): number => (listing(container).match(what) ?? []).length
const STORES = /call void @dx\.op\.bufferStore/g

for (const [title, body, stores] of [
  ['all rounds of a known number', '[unroll] for (uint i = 0; i < 5; i++) o[i] = i;', 5],
  ['fewer than there are', '[unroll(4)] for (uint i = 0; i < 10; i++) o[i] = i;', 4],
  ['more than there are', '[unroll(10)] for (uint i = 0; i < 4; i++) o[i] = i;', 4],
  ['some of an unknown number', '[unroll(3)] for (uint i = 0; i < g; i++) o[i] = i;', 3],
  ['some rounds tested behind', 'uint i = 0; [unroll(3)] do { o[i] = i; i++; } while (i < g);', 3],
  ['a count of zero is none', '[unroll(0)] for (uint i = 0; i < 4; i++) o[i] = i;', 4],
  ['a bound beside an unknown condition', '[unroll] for (uint i = 0; and(i < g, i < 4); i++) o[i] = i;', 4],
  ['none where && jumps: DXC leaves the loop', '[unroll] for (uint i = 0; i < g && i < 4; i++) o[i] = i;', 1],
  [
    'an inner loop that only the outer one bounds',
    '[unroll] for (uint i = 0; i < 3; i++) { [unroll] for (uint j = 0; j <= i; j++) o[i * 8 + j] = i; }',
    6,
  ],
  ['none where the first test fails, whatever g is', '[unroll] for (uint i = 0; g * i > 3; i++) o[i] = i;', 0],
  ['a test that loads is left alone, as DXC does', '[unroll] while (o[0] < g) o[1] = 1;', 1],
  ['a break behind a load', '[unroll] for (uint i = 0; ; i++) { if (o[i] > 1) break; o[i] = i; }', 1],
  ['a test of two intrinsics', '[unroll] for (uint i = 0; sin(o[i]) + cos(o[i]) > 0.4; i++) o[i] = i;', 1],
  [
    'a large body before the test is left alone, as DXC does',
    'uint i = 0; [unroll(4)] while (true) { o[i] = i; if (o[i + 1] > 1) break; i++; o[i + 8] = 1; }',
    2,
  ],
] as const)
  copies(title, body, stores, LEVELS)

for (const [title, body] of [
  ['a start that is loaded', 'int s = g; [unroll] for (int i = s; i < s + 3; i++) o[i] = i;'],
  ['a start from a buffer', 'int s = o[0]; [unroll] for (int i = s; i < s + 6; i += 2) o[i] = i;'],
] as const)
  copies(title, body, 3, OPTIMISING)

function copies(title: string, body: string, stores: number, levels: readonly (0 | 1 | 2 | 3)[]): void {
  test(`[unroll] makes copies: ${title}`, t => {
    for (const optimization of levels) {
      const result = build(body, { optimization })
      t.true(result.ok, result.text)
      t.is(count(result.container!, STORES), stores, `-O${optimization}`)
    }
  })
}

test('[unroll] of a loop without a known bound is an error, before HLSL 2017 a warning', t => {
  const body = '[unroll] for (uint i = 0; i < g; i++)\n o[i] = i;'
  for (const optimization of LEVELS) {
    const strict = build(body, { optimization })
    t.false(strict.ok)
    t.regex(strict.text, /hlsl\.hlsl:5:\d+: error: Could not unroll loop\. Loop bound could not be deduced/)
    const old = build(body, { optimization, hlslVersion: '2016' })
    t.true(old.ok)
    t.regex(old.text, /warning: Could not unroll loop\./)
    t.notRegex(old.text, /-HV 2016/)
  }
  t.regex(
    build('[unroll(-3)] for (uint i = 0; i < 4; i++) o[i] = i;').text,
    /error: Could not unroll loop\. Invalid unroll count\./,
  )
})

for (const [title, loop] of [
  ['two loads are two values', 'for (int i = g; i < g + 3; i++) o[i] = i;'],
  ['a test of little', 'uint i = 0; [unroll] while (sin(g) > i) { o[i] = i; i++; }'],
  ['a test at the end', '[unroll] do { o[1] = 1; } while (o[0] < g);'],
] as const)
  test(`[unroll] is an error: ${title}`, t => {
    for (const optimization of LEVELS)
      t.regex(
        build(loop.replace(/^for/, '[unroll] $&'), { optimization }).text,
        /error: Could not unroll loop\. Loop bound/,
      )
  })

test('a loop that does nothing keeps its promise too', t => {
  t.false(build('float r = 0; [unroll] for (uint i = 0; i < g; i++) r += i;').ok)
  t.true(build('float r = 0; [loop] for (uint i = 0; i < g; i++) r += i;').ok)
})

test('what an exit chooses by the iteration is known: arrays of resources indexed on the way out', t => {
  const source = `AppendStructuredBuffer<float> a, b, c; uint g;
[numthreads(1,1,1)] void main() {
  AppendStructuredBuffer<float> all[3] = { a, b, c };
  [unroll] for (uint i = 0; i < 2; i++)
    [unroll] for (uint j = 0; j < 3; j++)
      if (g == j) { all[j].Append(i); return; }
}`
  for (const optimization of LEVELS) {
    const result = compile(source, { target: 'cs_6_0', entry: 'main', optimization })
    t.true(result.ok, result.text)
    t.true(count(result.container!, /call i32 @dx\.op\.bufferUpdateCounter/g) >= 3)
  }
})

test('texel offsets are immediates: counted by loops at every level, else an error', t => {
  const sample = (offset: string): string => `t.SampleLevel(s, float2(0, 0), 0, ${offset}).x`
  for (const optimization of LEVELS) {
    const loop = build(
      `float r = 0; for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) r += ${sample('int2(x, y)')}; o[0] = r;`,
      { optimization },
    )
    t.true(loop.ok, loop.text)
    t.is(count(loop.container!, /call .*@dx\.op\.sampleLevel/g), 9)
    const computed = build(`o[0] = ${sample('int2(g, 1)')};`, { optimization })
    t.regex(computed.text, /error: Offsets to texture access operations must be immediate values\./)
    t.regex(build(`o[0] = ${sample('int2(8, 1)')};`, { optimization }).text, /error: .* must be between -8 and 7\./)
    t.true(build(`o[0] = ${sample('int2(-8, 7)')};`, { optimization }).ok)
  }
  t.true(build(`o[0] = ${sample('int2(g, 1)')};`, { target: 'cs_6_7' }).ok)
})

test('a loop that goes round once is no loop, however large', t => {
  const body = Array.from({ length: 80 }, (_, i) => `o[i * 80 + ${i}] = g * ${i + 3};`).join('\n')
  for (const [head, isLoop] of [
    ['for (uint i = 0; i < 1; i += 2)', false],
    ['for (uint i = 5; i < 3; i++)', false],
    ['for (uint i = 0; i < 3; i++)', true],
  ] as const) {
    const result = build(`${head} {\n${body}\n}`)
    t.true(result.ok, result.text)
    t.is(count(result.container!, /= phi /g) > 0, isLoop, head)
  }
})

/** A loop marked [unroll] whose exits hold a wave operation behind a loop of their own, which is unrolled in the same sweep. */
const EXITS: readonly string[] = [
  'LOOP o[t] = s; return;',
  'while (true) { if (o[s] == s) break; LOOP s++; o[t] = s; } break;',
  'while (true) { if (o[s] == i) break; LOOP s++; o[t] = s + i; } return;',
]

for (const exit of EXITS)
  test(`exits that are copied hold loops that were unrolled: ${exit}`, t => {
    const inner = 'for (uint k = 0; k < 2u; k++) s += o[t + k]; s += WaveActiveSum(s);'
    const source = `RWStructuredBuffer<uint> o;
[numthreads(8, 1, 1)] void main(uint t : SV_DispatchThreadID) {
  [unroll] for (uint i = 0; i < 2u; i++) if (o[t * 2 + i] == i) { uint s = 0; ${exit.replace('LOOP', inner)} }
}`
    const { ok, text } = compile(source, { target: 'cs_6_0', verifyEach: true })
    t.true(ok, text)
  })
