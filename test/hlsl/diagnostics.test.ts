// Which error comes first, and on which line, against DXC: syntax and semantics in source order, what only finished code shows, resources left
// open; and that errors nobody caused are not printed.

import test from 'ava'
import { type CompileOptions, compile } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

interface Refused {
  readonly what: string
  readonly profile: string
  readonly source: string
  /** Code and line of our first error. */
  readonly first: readonly [code: string, line: number]
  /** DXC names no column, so no line either. */
  readonly noPlace?: boolean
}

const compute = (body: string, globals: string): string =>
  `${globals}\n[numthreads(1,1,1)]\nvoid main(uint i : SV_GroupIndex) {\n${body}\n}\n`
const pixel = (body: string, globals: string): string =>
  `${globals}\nfloat4 main(float4 a : A) : SV_Target {\n${body}\n}\n`
const TEXTURES = 'Texture2D t, u, all[4]; SamplerState s;'

const CASES: readonly Refused[] = [
  {
    what: 'an array of arrays of minimum precision that another library takes',
    profile: 'lib_6_7',
    source:
      'float f(min16float a[2][2]);\nexport float g() {\n  min16float a[2][2] = (min16float[2][2])1;\n  return f(a);\n}\n',
    first: ['E3069', 4],
    noPlace: true,
  },
  {
    what: 'a semantic error in front of a syntax error',
    profile: 'cs_6_0',
    source: 'float f() { return nowhere; }\nfloat g() { return 1 }\n[numthreads(1,1,1)] void main() {}\n',
    first: ['E2000', 1],
  },
  {
    what: 'a syntax error in front of a semantic error',
    profile: 'cs_6_0',
    source: 'float g() { return 1 }\nfloat f() { return nowhere; }\n[numthreads(1,1,1)] void main() {}\n',
    first: ['E1001', 1],
  },
  {
    what: 'a function that nobody calls',
    profile: 'cs_6_0',
    source:
      'void unused() { float2 v = float3x3(1,2,3,4,5,6,7,8,9); }\n[numthreads(1,1,1)] void main() { missing(); }\n',
    first: ['E2102', 1],
  },
  {
    what: '64-bit atomics: the calls in their order, as the newest validator reads them',
    profile: 'cs_6_5',
    source: compute(
      'uint64_t o;\nInterlockedAdd(b[0], 1, o);\nInterlockedMax(b[1], o, o);',
      'RWStructuredBuffer<uint64_t> b;',
    ),
    first: ['E3002', 5],
  },
  {
    what: '64-bit atomics on shared memory come before those on resources',
    profile: 'cs_6_5',
    source: compute(
      'InterlockedAdd(b[0], 1);\nInterlockedAdd(g, 1);',
      'RWStructuredBuffer<uint64_t> b; groupshared uint64_t g;',
    ),
    first: ['E3002', 5],
  },
  {
    what: 'a sum with an undefined value',
    profile: 'ps_6_0',
    source: pixel('float x;\nreturn a + x;', ''),
    first: ['E3020', 4],
  },
  {
    what: 'an undefined value stored',
    profile: 'cs_6_0',
    source: compute('uint x;\nb[i] = x;', 'RWBuffer<uint> b;'),
    first: ['E3021', 5],
  },
  {
    what: 'an output nobody writes',
    profile: 'vs_6_0',
    source: 'void main(float4 a : A, out float4 p : SV_Position, out float4 c : COLOR) {\n p.xyz = a.xyz; c = a;\n}\n',
    first: ['E3026', 1],
    noPlace: true,
  },
  {
    what: 'a vertex of what is interpolated',
    profile: 'ps_6_1',
    source: 'float4 main(float4 a : A) : SV_Target {\n float x = GetAttributeAtVertex(a, 1).x;\n return x;\n}\n',
    first: ['E3024', 2],
  },
  {
    what: 'the position evaluated elsewhere',
    profile: 'ps_6_0',
    source:
      'float4 main(float4 p : SV_Position) : SV_Target {\n float4 x = EvaluateAttributeCentroid(p);\n return x;\n}\n',
    first: ['E3025', 2],
  },
  {
    what: 'a resource assigned on one way only',
    profile: 'ps_6_0',
    source: pixel('Texture2D x;\nif (a.x > 0)\n x = t;\nreturn x.Sample(s, a.xy);', TEXTURES),
    first: ['E3003', 4],
  },
  {
    what: 'a resource by a condition',
    profile: 'ps_6_0',
    source: pixel('Texture2D x =\n a.x > 0 ? t : u;\nreturn x.Sample(s, a.xy);', TEXTURES),
    first: ['E3003', 4],
  },
  {
    what: 'a resource changed in a loop',
    profile: 'ps_6_0',
    source: pixel(
      'Texture2D x = t;\nfor (int k = 0; k < a.y; k++) {\n if (k == 3)\n  x = u;\n}\nreturn x.Sample(s, a.xy);',
      TEXTURES,
    ),
    first: ['E3003', 5],
  },
  {
    what: 'an array of resources indexed at run time',
    profile: 'ps_6_0',
    source: pixel('Texture2D x[2] = { t,\n u };\nreturn x[(uint)a.x].Sample(s, a.xy);', TEXTURES),
    first: ['E3003', 4],
  },
]

const options = (profile: string): CompileOptions => ({ target: profile, entry: 'main', fileName: 'hlsl.hlsl' })

for (const { what, profile, source, first, noPlace } of CASES) {
  test(`refused: ${what}`, t => {
    const error = compile(source, options(profile)).diagnostics.find(d => d.severity === 'error')
    t.deepEqual([error?.code, error?.line], [...first])
  })
  oracleTest('dxc-new', `refused on the same line as by DXC: ${what}`, async t => {
    const theirs = await (await Dxc.shared('dxc-new')).compile(source, ['-T', profile, '-E', 'main'])
    t.false(theirs.ok)
    if (!noPlace) t.is(Number(/:(\d+):\d+: error:/.exec(theirs.errors)?.[1]), first[1], theirs.errors)
  })
}

// ---- What an undefined value does not spoil -------------------------------------------------------------------------------------------

/** Integers, comparisons and conversions of undefined values are some value; only sums and products of floats stay. */
const HARMLESS = [
  'a.x + (int)b',
  '(int)a.x * i',
  '(int)a.x & i',
  '(int)a.x / i',
  '(int)a.x << i',
  'b > a.x ? 1 : 2',
  'i == 3 ? 1 : 2',
  'i',
  'sin(b)',
]

for (const value of HARMLESS)
  oracleTest('dxc', `accepted as by DXC, undefined: ${value}`, async t => {
    const source = pixel(`float b; int i;\nreturn ${value.replace('a.x + (int)b', '(int)a.x + (int)b')};`, '')
    const mine = compile(source, options('ps_6_0'))
    const dxc = await Dxc.shared()
    t.true((await dxc.compile(source, ['-T', 'ps_6_0', '-E', 'main'])).ok)
    t.true(mine.ok, mine.text)
    t.true((await dxc.validate(mine.container!)).ok)
  })

// ---- No cascades ----------------------------------------------------------------------------------------------------------------------

const codes = (source: string, more: Partial<CompileOptions> = {}): string[] =>
  compile(source, { ...options('cs_6_0'), ...more }).diagnostics.map(d => d.code)

test('a name that a broken declaration may have declared is not missed', t => {
  const source =
    'struct S { float a b; };\nfloat late() { S s; return s.b + other; }\n[numthreads(1,1,1)] void main() { late(); }\n'
  t.deepEqual(codes(source), ['E1001', 'E2000'])
})

test('errors with a cause of their own are reported behind a syntax error too', t => {
  const source =
    'float g() { return 1 }\nvoid f() { float2 v = float3x3(1,2,3,4,5,6,7,8,9); }\n[numthreads(1,1,1)] void main() {}\n'
  t.deepEqual(codes(source), ['E1001', 'E2102'])
})

test('an entry point is not missed where a syntax error may have eaten it', t => {
  t.deepEqual(
    codes('[numthreads(1,1,1)] void main( { }\n').filter(code => code === 'E2300'),
    [],
  )
})

test('the limit of errors counts those that are printed first', t => {
  const broken = Array.from({ length: 30 }, (_, i) => `float f${i}() { return ${i % 2 ? 'nowhere' : '1 2'}; }`).join(
    '\n',
  )
  const found = compile(broken, { ...options('cs_6_0'), errorLimit: 5 }).diagnostics
  t.is(found.length, 5)
  t.deepEqual(
    found.map(d => d.line),
    [...found.map(d => d.line)].sort((a, b) => a - b),
  )
})
