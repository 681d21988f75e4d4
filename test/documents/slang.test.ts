// Slang's parameter layout rules, statement by statement. Statements about Vulkan and GL targets have no tests: DXIL is the only target here.

import test from 'ava'
import { slangLayout } from '../../src/api/slang_layout.ts'
import { layoutOf, type ParameterType } from '../../src/binding/slang_layout.ts'
import { layOutProgram, type ProgramLayout, type ReflectedVariable } from '../../src/binding/slang_program.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bound, complaint, placementText } from './bound.ts'
import {
  array,
  constantBuffer,
  data,
  float,
  float2,
  float3,
  float4,
  parameter,
  parameterBlock,
  rwBuffer,
  sampler,
  struct,
  texture,
  unit,
} from './slang_types.ts'

const program = (...parameters: ReturnType<typeof parameter>[]): ProgramLayout =>
  layOutProgram({ units: [unit('A', ...parameters)], modules: [] })
const table = (layout: ProgramLayout): string[] => layout.placements.map(placementText)
const names = (layout: ProgramLayout): string[] => layout.parameters.map(p => p.name)
const rangeOf = (v: ReflectedVariable | undefined, kind: string) => v?.ranges.find(r => r.kind === kind)
const named = (layout: ProgramLayout, name: string) => layout.parameters.find(p => p.name === name)
const slang = (source: string, rest: Parameters<typeof slangLayout>[1] = []) =>
  slangLayout([{ name: 'a.hlsl', source }], rest)
const offsets = (type: ParameterType, tails?: 'padded' | 'reused'): (number | undefined)[] =>
  layoutOf(type, tails).fields.map(f => f.offset.uniform)

const MAIN = '[numthreads(1,1,1)] void main() {'

// ---- Guarantees ----------------------------------------------------------------------------------------------------------------------

test('Slang Guarantees: a parameter occupies one contiguous range of every resource type it uses', t => {
  const mixed = struct('M', { a: texture, s: sampler, b: array(texture, 2), w: rwBuffer, c: texture })
  const layout = program(
    parameter('hole', texture, { class: 'srv', register: 2, space: undefined }),
    parameter('m', mixed),
  )
  // t0 and t1 are free, but the four textures go where all of them fit.
  t.deepEqual(rangeOf(named(layout, 'm'), 'srv'), {
    kind: 'srv',
    space: 0,
    register: 3,
    offset: 3,
    count: 4,
    stride: undefined,
  })
  t.deepEqual(
    table(layout).filter(text => text.startsWith('m_')),
    ['m_s s0', 'm_a t3', 'm_b t4..5', 'm_c t6', 'm_w u0'],
  )
})

test('Slang Guarantees: the amount of resources depends on the type and the top-level context only', t => {
  const mixed = struct('M', { pos: float3, a: texture })
  const usage = (p: ReflectedVariable | undefined) => p?.ranges.map(r => [r.kind, r.count])
  const alone = program(parameter('m', mixed))
  const among = program(parameter('x', array(texture, 3)), parameter('q', float), parameter('m', mixed))
  t.deepEqual(usage(named(alone, 'm')), usage(named(among, 'm')))
  // In another context the same type takes a register for its numbers.
  t.deepEqual(usage(named(program(parameter('m', constantBuffer(mixed))), 'm')), [
    ['cbv', 1],
    ['srv', 1],
  ])
})

test('Slang Guarantees: declared alike in two programs, a parameter has the same amount but may start elsewhere', t => {
  const one = slang('struct P { Texture2D a; Texture2D b; }; P p[3];').layout!
  const two = slang('Texture2D first[5]; struct P { Texture2D a; Texture2D b; }; P p[3];').layout!
  t.is(rangeOf(named(one, 'p'), 'srv')?.count, 6)
  t.is(rangeOf(named(two, 'p'), 'srv')?.count, 6)
  t.is(rangeOf(named(one, 'p'), 'srv')?.register, 0)
  t.is(rangeOf(named(two, 'p'), 'srv')?.register, 5)
})

oracleTest('dxc', 'Slang Guarantees: bodies change nothing, and dead parameters are not eliminated', async t => {
  const declarations = `Texture2D<float4> a; SamplerState s; StructuredBuffer<float4> b[4]; cbuffer C { float4 x; }
    float4 loose; tbuffer T { float4 y; } RWStructuredBuffer<float4> o; RWBuffer<float> dead; Texture2D<float4> all[];`
  const expected = ['$Globals b0', 'C b1', 'T t5', 'a t0', 'all t0..,space1', 'b t1..4', 'dead u1', 'o u0', 's s0']
  const bodies = ['}', 'o[0] = a.SampleLevel(s, 0, 0) + x + y + loose; }', 'o[0] = b[3][1] + all[7].Load(0); }']
  for (const body of bodies) {
    const { table: got, container } = bound(`${declarations} ${MAIN} ${body}`, 'slang')
    t.deepEqual(got, expected)
    t.is(await complaint(container), undefined)
  }
})

oracleTest(
  ['dxc', 'd3d12'],
  'Slang Guarantees: dead parameters are in the container; a root signature has to cover them',
  async t => {
    const { container, table: got } = bound(
      `StructuredBuffer<uint> dead; StructuredBuffer<uint> a; float4 unused; RWStructuredBuffer<uint> o; ${MAIN} o[0] = a[1] + 5; }`,
      'slang',
    )
    t.deepEqual(got, ['$Globals b0', 'a t1', 'dead t0', 'o u0'])
    t.is(await complaint(container), undefined)
    const bytes = (...words: number[]) => new Uint8Array(new Uint32Array(words).buffer)
    const gpu = await D3d12.shared()
    const used = [
      { kind: 'srv', type: 'structured', stride: 4, register: 1, data: bytes(3, 4) },
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 1 },
    ] as const
    const dead = [
      { kind: 'srv', type: 'structured', stride: 4, register: 0, data: bytes(9) },
      { kind: 'cbv', register: 0, data: bytes(0, 0, 0, 0) },
    ] as const
    const run = await gpu.runCompute({ container: container!, dispatch: [1, 1, 1], resources: [...used, ...dead] })
    t.is(run.error, undefined)
    t.deepEqual([...run.uavs[0]!.data], [...bytes(9)])
  },
)

test('Slang Guarantees: without explicit registers every module is contiguous and the program starts at zero', t => {
  const { layout } = slangLayout(
    [
      { name: 'a.hlsl', source: 'Texture2D a; SamplerState s; RWBuffer<float> w[2]; cbuffer A { float x; }' },
      { name: 'b.hlsl', source: 'Texture2D b[3]; cbuffer B { float y; } float loose;' },
    ],
    [
      { name: 'm.hlsl', source: 'Texture2D m1; RWBuffer<float> mw; Texture2D m2[2];' },
      { name: 'n.hlsl', source: 'Texture2D n1; SamplerState ns;' },
    ],
  )
  t.deepEqual(table(layout!), [
    '$Globals b0',
    'a t0',
    's s0',
    'w u0..1',
    'A b1',
    'b t1..3',
    'B b2',
    'm1 t4',
    'mw u2',
    'm2 t5..6',
    'n1 t7',
    'ns s1',
  ])
})

// ---- Ordering ------------------------------------------------------------------------------------------------------------------------

test('Slang Ordering: user code precedes imported modules', t => {
  const { layout } = slangLayout(
    [{ name: 'a', source: 'Texture2D user;' }],
    [{ name: 'm', source: 'Texture2D module;' }],
  )
  t.deepEqual(table(layout!), ['user t0', 'module t1'])
})

test('Slang Ordering: translation units in the order they were added', t => {
  const a = { name: 'a', source: 'Texture2D a;' }
  const b = { name: 'b', source: 'Texture2D b;' }
  t.deepEqual(table(slangLayout([a, b], []).layout!), ['a t0', 'b t1'])
  t.deepEqual(table(slangLayout([b, a], []).layout!), ['b t0', 'a t1'])
})

test('Slang Ordering: source files of a unit in the order they were added', t => {
  const files = [{ name: 'second.hlsl', source: 'Texture2D two; P p;' }]
  const { layout, ok } = slangLayout(
    [{ name: 'first.hlsl', source: 'struct P { Texture2D t; }; Texture2D one;', files }],
    [],
  )
  t.true(ok)
  t.deepEqual(table(layout!), ['one t0', 'two t1', 'p_t t2'])
  const bad = slangLayout(
    [{ name: 'first.hlsl', source: '', files: [{ name: 'second.hlsl', source: '\nTexture2D<Q> two;' }] }],
    [],
  )
  t.regex(bad.text, /^second\.hlsl:2:/)
})

test('Slang Ordering: globals in the order of the preprocessed file', t => {
  const source = '#include "x.h"\n#define LATER Texture2D c;\nTexture2D b; LATER cbuffer K { float k; } Texture2D d;'
  const include = (path: string) => (path.endsWith('x.h') ? { path, text: 'Texture2D a;' } : undefined)
  const result = slangLayout([{ name: 'a', source }], [], { include: include as never })
  t.is(result.text, '')
  t.deepEqual(names(result.layout!), ['a', 'b', 'c', 'K', 'd'])
  t.deepEqual(table(result.layout!), ['a t0', 'b t1', 'c t2', 'K b0', 'd t3'])
})

test('Slang Ordering: entry points come after all globals of their unit, and before the next unit', t => {
  const { layout } = slangLayout(
    [
      { name: 'a', source: `[numthreads(1,1,1)] void main(uniform Texture2D param) {} Texture2D global;` },
      { name: 'b', source: 'Texture2D next;' },
    ],
    [],
  )
  t.deepEqual(table(layout!), ['global t0', 'param t1', 'next t2'])
})

test('Slang Ordering: of an entry point all parameters in order, then the result as a varying output', t => {
  const { layout } = slangLayout(
    [
      {
        name: 'a',
        source: `struct V { float4 p : SV_Position; float2 uv : UV; };
          V vs(float3 pos : POSITION, uniform Texture2D t, float3x3 m : M, inout float q : Q, uniform float4 u, uint id : SV_VertexID) { return (V)0; }`,
      },
    ],
    [],
    { entry: 'vs' },
  )
  const seen = layout!.parameters.map(
    p => `${p.role} ${p.name} ${p.ranges.map(r => `${r.kind}${r.register}+${r.count}`)}`,
  )
  t.deepEqual(seen, [
    'input pos input0+1',
    'uniform t srv0+1',
    'input m input1+3',
    'input q input4+1',
    'output q output0+1',
    'uniform u uniform0+16',
    'input id ',
    'output  output1+1',
  ])
})

oracleTest(
  'dxc',
  'Slang Ordering: uniform parameters of entry points of any stage are bound behind the globals',
  async t => {
    const source = `cbuffer C { float4x4 m; }; Texture2D<float4> dead;
    float4 main(float3 p : POSITION, uniform Texture2D<float4> t, uniform float4 q, uniform float r) : SV_Position {
      return mul(m, float4(p, r)) + t.Load(0) + q; }`
    const { table: got, container } = bound(source, 'slang', { target: 'vs_6_0' })
    t.deepEqual(got, ['C b0', 'dead t0', 'entryPointParams b1', 't t1'])
    t.is(await complaint(container), undefined)
    const { layout } = slang(source)
    t.deepEqual(table(layout!).sort(), got)
    const changed = `RWStructuredBuffer<float4> o; [numthreads(1,1,1)] void main(uniform float4 q, uniform Texture2D<float4> t, uniform Texture2D<float4> u) { q += 1; t = u; o[0] = q + t.Load(0); }`
    t.is(await complaint(bound(changed, 'slang').container), undefined)
  },
)

test('Slang Ordering: equal names in user code are one parameter, at the first location', t => {
  const { layout, ok } = slangLayout(
    [
      { name: 'a', source: 'Texture2D common; Texture2D a;' },
      { name: 'b', source: 'Texture2D b; Texture2D common; float4 loose;' },
      { name: 'c', source: 'float4 loose; Texture2D common;' },
    ],
    [],
  )
  t.true(ok)
  t.deepEqual(names(layout!), ['common', 'a', 'b', 'loose'])
  t.deepEqual(table(layout!), ['$Globals b0', 'common t0', 'a t1', 'b t2'])
})

test('Slang Ordering: equal names with different types are an error', t => {
  const result = slangLayout(
    [
      { name: 'a', source: 'Texture2D common;' },
      { name: 'b', source: '\nRWBuffer<float> common;' },
    ],
    [],
  )
  t.false(result.ok)
  t.regex(result.text, /^b:2:17: error: 'common' has another type here than in 'a'/)
  const sizes = slangLayout(
    [
      { name: 'a', source: 'struct S { float x; }; S s;' },
      { name: 'b', source: 'struct S { float x, y; }; S s;' },
    ],
    [],
  )
  t.false(sizes.ok)
})

test('Slang Ordering: equal names with conflicting explicit bindings are an error, one binding serves all', t => {
  const of = (first: string, second: string) =>
    slangLayout(
      [
        { name: 'a', source: `Texture2D common${first};` },
        { name: 'b', source: `Texture2D common${second}; Texture2D b;` },
      ],
      [],
    )
  const clash = of(' : register(t1)', ' : register(t2)')
  t.false(clash.ok)
  t.regex(clash.text, /error: 'common' has another explicit binding here than in 'a'/)
  t.false(of(' : register(t1)', ' : register(t1, space1)').ok)
  t.deepEqual(table(of('', ' : register(t4)').layout!), ['common t4', 'b t0'])
  t.deepEqual(table(of(' : register(t4)', ' : register(t4)').layout!), ['common t4', 'b t0'])
})

test('Slang Ordering: modules in the order of first import, parameters as when the module was compiled', t => {
  const m = { name: 'm', source: '[numthreads(1,1,1)] void f(uniform Texture2D mu) {} Texture2D m1; Texture2D m2;' }
  const n = { name: 'n', source: 'Texture2D n1;' }
  const user = [{ name: 'a', source: 'Texture2D a;' }]
  t.deepEqual(table(slangLayout(user, [m, n, m]).layout!), ['a t0', 'm1 t1', 'm2 t2', 'mu t3', 'n1 t4'])
  t.deepEqual(table(slangLayout(user, [n, m]).layout!), ['a t0', 'n1 t1', 'm1 t2', 'm2 t3', 'mu t4'])
})

test('Slang Ordering: only user code collapses: a module may reuse a name', t => {
  const { layout, ok } = slangLayout(
    [{ name: 'a', source: 'Texture2D x;' }],
    [{ name: 'm', source: 'SamplerState x;' }],
  )
  t.true(ok)
  t.deepEqual(table(layout!), ['x t0', 'x s0'])
})

// ---- Resource requirements -----------------------------------------------------------------------------------------------------------

test('Slang Requirements: globals, uniform parameters and cbuffers use the default rules, varyings theirs', t => {
  const { layout } = slang(`struct D { float3 a; float2 b; }; D g; cbuffer C { D c; }
    [numthreads(1,1,1)] void main(uniform D u, D v : TEXCOORD) {}`)
  for (const name of ['g', 'u']) t.is(rangeOf(named(layout!, name), 'uniform')?.count, 24)
  t.deepEqual(
    named(layout!, 'C')!.fields[0]!.fields.map(f => rangeOf(f, 'uniform')?.offset),
    [0, 16],
  )
  t.deepEqual(
    named(layout!, 'v')!.ranges.map(r => [r.kind, r.count]),
    [['input', 2]],
  )
})

test('Slang Plain Old Data: size and alignment are those of the type; bool is an int', t => {
  const { layout } = slang('cbuffer C { float f; double d; bool b; int i; uint64_t l; }')
  const fields = named(layout!, 'C')!.fields.map(f => [
    f.name,
    rangeOf(f, 'uniform')?.offset,
    rangeOf(f, 'uniform')?.count,
  ])
  t.deepEqual(fields, [
    ['f', 0, 4],
    ['d', 8, 8],
    ['b', 16, 4],
    ['i', 20, 4],
    ['l', 24, 8],
  ])
  t.deepEqual(offsets(struct('S', { f: float, d: data('double', 8), b: data('bool', 4) })), [0, 8, 16])
})

test('Slang Vectors: N sequential scalars with the alignment of one', t => {
  t.deepEqual(offsets(struct('S', { a: float, b: float3 })), [0, 4])
  t.is(layoutOf(float3).usage.uniform, 12)
  t.is(layoutOf(float3).alignment, 4)
  t.deepEqual(offsets(struct('S', { a: float, b: float2, c: float })), [0, 4, 12])
})

test('Slang Opaque Types: one slot of the category, textures and samplers different ones, alignment one', t => {
  t.deepEqual(layoutOf(texture).usage, { srv: 1 })
  t.deepEqual(layoutOf(sampler).usage, { sampler: 1 })
  t.is(layoutOf(texture).alignment, 1)
  t.deepEqual(table(program(parameter('t', texture), parameter('s', sampler), parameter('u', texture))), [
    't t0',
    's s0',
    'u t1',
  ])
})

test('Slang Structures: a counter for each resource type, offsets where the usage is not zero', t => {
  const type = struct('S', { t: texture, p: float3, s: sampler, u: texture, q: float })
  const layout = layoutOf(type)
  t.deepEqual(layout.usage, { uniform: 16, srv: 2, sampler: 1 })
  t.deepEqual(
    layout.fields.map(f => f.offset),
    [{ srv: 0 }, { uniform: 0 }, { sampler: 0 }, { srv: 1 }, { uniform: 12 }],
  )
})

test('Slang Structures: uniform data that would straddle a 16-byte boundary moves to the next', t => {
  t.deepEqual(offsets(struct('S', { a: float3, b: float2, c: float3 })), [0, 16, 32])
  t.deepEqual(offsets(struct('S', { a: float2, b: float2, c: float })), [0, 8, 16])
  t.deepEqual(offsets(struct('S', { a: float, b: float4 })), [0, 16])
})

test('Slang Structures: alignment is at least 16, the usage is rounded up to it', t => {
  const inner = struct('I', { a: float3 })
  t.is(layoutOf(inner).alignment, 16)
  t.is(layoutOf(inner).usage.uniform, 16)
  t.deepEqual(offsets(struct('S', { a: float, i: inner, b: float })), [0, 16, 32])
})

test('Slang Structures: HLSL as compiled lets the next field into the last row, which the document does not say', t => {
  const inner = struct('I', { a: float3 })
  t.deepEqual(offsets(struct('S', { a: float, i: inner, b: float }), 'reused'), [0, 16, 28])
  const { layout } = slang('struct I { float3 a; }; cbuffer C { float a; I i; float b; }')
  t.deepEqual(
    named(layout!, 'C')!.fields.map(f => rangeOf(f, 'uniform')?.offset),
    [0, 16, 28],
  )
})

test('Slang Structures: may consume no uniform bytes at all, and many kinds have many sizes', t => {
  t.deepEqual(layoutOf(struct('S', { t: texture })).usage, { srv: 1 })
  t.deepEqual(layoutOf(struct('S', {})).usage, {})
  const all = layoutOf(
    struct('S', { t: texture, w: array(rwBuffer, 3), s: sampler, c: constantBuffer(float4), f: float }),
  )
  t.deepEqual(all.usage, { uniform: 16, cbv: 1, srv: 1, uav: 3, sampler: 1 })
})

test('Slang Sized Arrays: uniform stride is rounded up to 16, the size is stride times count', t => {
  const layout = layoutOf(array(float, 3))
  t.is(layout.stride.uniform, 16)
  t.is(layout.usage.uniform, 48)
  t.is(layoutOf(array(struct('S', { a: float4, b: float }), 2)).usage.uniform, 64)
  t.is(layoutOf(array(float, 3), 'reused').usage.uniform, 36)
})

test('Slang Sized Arrays: resources take the registers of an element, count times', t => {
  t.deepEqual(layoutOf(array(texture, 5)).usage, { srv: 5 })
  t.deepEqual(layoutOf(array(struct('P', { a: texture, b: array(texture, 2), s: sampler }), 4)).usage, {
    srv: 12,
    sampler: 4,
  })
})

test('Slang Unsized Arrays: uniform data has the stride of the sized case and no end', t => {
  const layout = layoutOf(array(float3, Infinity))
  t.is(layout.stride.uniform, 16)
  t.is(layout.usage.uniform, Infinity)
})

oracleTest('dxc', 'Slang Unsized Arrays: a full register space on D3D instead of registers', async t => {
  t.deepEqual(layoutOf(array(texture, Infinity)).usage, { space: 1 })
  const { table: got, container } = bound(
    `Texture2D<float4> a[]; Texture2D<float4> b; Texture2D<float4> c[]; SamplerState d[]; RWStructuredBuffer<float4> o; uint k;
     ${MAIN} o[0] = a[k].Load(0) + b.Load(0) + c[3].Load(0); }`,
    'slang',
  )
  t.deepEqual(got, ['$Globals b0', 'a t0..,space1', 'b t0', 'c t0..,space2', 'd s0..,space3', 'o u0'])
  t.is(await complaint(container), undefined)
})

oracleTest(
  'dxc',
  'Slang Constant Buffers: a register exactly if there is uniform data, and all other usage added',
  async t => {
    t.deepEqual(layoutOf(constantBuffer(struct('S', { a: float4 }))).usage, { cbv: 1 })
    t.deepEqual(layoutOf(constantBuffer(struct('S', { t: texture }))).usage, { srv: 1 })
    t.deepEqual(layoutOf(constantBuffer(struct('S', { a: float, t: texture, s: sampler }))).usage, {
      cbv: 1,
      srv: 1,
      sampler: 1,
    })
    const { table: got, container } = bound(
      `struct M { float4 c; Texture2D<float4> t; SamplerState s; }; struct R { Texture2D<float4> t; };
     ConstantBuffer<M> m; ConstantBuffer<M> ms[3]; ConstantBuffer<R> r; cbuffer B { float4 x; Texture2D<float4> y; }
     RWStructuredBuffer<float4> o; uint k;
     ${MAIN} o[0] = m.c + m.t.SampleLevel(m.s, 0, 0) + ms[k].c + ms[k].t.Load(0) + r.t.Load(0) + x + y.Load(0); }`,
      'slang',
    )
    t.deepEqual(got, [
      '$Globals b0',
      'B b5',
      'm b1',
      'm_s s0',
      'm_t t0',
      'ms b2..4',
      'ms_s s1..3',
      'ms_t t1..3',
      'o u0',
      'r_t t4',
      'y t5',
    ])
    t.is(await complaint(container), undefined)
  },
)

oracleTest(
  'dxc',
  'Slang Parameter Blocks: a space of their own with a constant buffer only if there is uniform data',
  async t => {
    t.deepEqual(layoutOf(parameterBlock(struct('S', { a: float, t: texture }))).usage, { space: 1 })
    const { table: got, container } = bound(
      `struct In { Texture2D<float4> t; float4 q; }; struct R { Texture2D<float4> t; RWStructuredBuffer<float4> w; };
     struct N { float4 c; ParameterBlock<In> inner; Texture2D<float4> t; };
     ParameterBlock<N> n; ParameterBlock<R> r; Texture2D<float4> plain; ParameterBlock<In> at : register(space1);
     ${MAIN} r.w[0] = n.c + n.inner.t.Load(0) + n.inner.q + n.t.Load(0) + at.q + r.t.Load(0) + plain.Load(0); }`,
      'slang',
    )
    t.deepEqual(got, [
      'at b0,space1',
      'at_t t0,space1',
      'n b0,space2',
      'n_inner b0,space3',
      'n_inner_t t0,space3',
      'n_t t0,space2',
      'plain t0',
      'r_t t0,space4',
      'r_w u0,space4',
    ])
    t.is(await complaint(container), undefined)
  },
)

oracleTest(['dxc', 'd3d12'], 'Slang Parameter Blocks: read and written where they are bound', async t => {
  const { container, table: got } = bound(
    `struct In { StructuredBuffer<uint> b; uint q; uint both() { return b[0] + q; } }; ParameterBlock<In> p; ParameterBlock<In> r;
     uint viaCopy(In i) { return i.b[1] * i.q; }
     RWStructuredBuffer<uint> o; ${MAIN} In copy = r; o[0] = p.both(); o[1] = viaCopy(r); o[2] = copy.q; }`,
    'slang',
  )
  t.deepEqual(got, ['o u0', 'p b0,space1', 'p_b t0,space1', 'r b0,space2', 'r_b t0,space2'])
  t.is(await complaint(container), undefined)
  const bytes = (...words: number[]) => new Uint8Array(new Uint32Array(words).buffer)
  const block = (space: number, q: number, ...b: number[]) =>
    [
      { kind: 'cbv', register: 0, space, data: bytes(q, 0, 0, 0) },
      { kind: 'srv', type: 'structured', stride: 4, register: 0, space, data: bytes(...b) },
    ] as const
  const run = await (await D3d12.shared()).runCompute({
    container: container!,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 3 },
      ...block(1, 10, 1, 2),
      ...block(2, 7, 5, 6),
    ],
  })
  t.is(run.error, undefined)
  t.deepEqual([...run.uavs[0]!.data], [...bytes(11, 42, 7)])
})

test('Slang Parameter Blocks: arrays of blocks share a space, unsized ones take one a resource, nested ones one each', t => {
  const { layout } = slang(`struct In { float4 q; Texture2D t; }; struct U { Texture2D t[4]; ParameterBlock<In> b; };
    ParameterBlock<In> unsized[]; ParameterBlock<In> three[3]; ParameterBlock<U> outer; ParameterBlock<In> last; Texture2D plain;`)
  const spaces = layout!.parameters.map(p => [p.name, rangeOf(p, 'space')?.register, rangeOf(p, 'space')?.count])
  t.deepEqual(spaces, [
    ['unsized', 1, 2],
    ['three', 3, 1],
    ['outer', 4, 2],
    ['last', 6, 1],
    ['plain', undefined, undefined],
  ])
  t.deepEqual(table(layout!), [
    'unsized b0..,space1',
    'unsized_t t0..,space2',
    'three b0..2,space3',
    'three_t t0..2,space3',
    'outer_b b0,space5',
    'outer_t t0..3,space4',
    'outer_b_t t0,space5',
    'last b0,space6',
    'last_t t0,space6',
    'plain t0',
  ])
})

oracleTest(
  'dxc',
  'Slang Parameter Blocks: as parameters of functions, locals and by indices that differ between lanes',
  async t => {
    const {
      table: got,
      container,
      assembly,
    } = bound(
      `struct In { float4 q; Texture2D<float4> t; }; ParameterBlock<In> z; ConstantBuffer<In> c[4]; In p[4]; RWStructuredBuffer<float4> o;
     float4 f(ParameterBlock<In> b) { return b.q + b.t.Load(0); } float4 g(ConstantBuffer<In> b) { return b.q + b.t.Load(0); }
     [numthreads(4,1,1)] void main(uint i : SV_GroupIndex) {
       ParameterBlock<In> local = z; uint n = NonUniformResourceIndex(i);
       o[0] = f(z) + local.q + g(c[2]) + c[NonUniformResourceIndex(i)].t.Load(0) + p[NonUniformResourceIndex(i)].t.Load(0); }`,
      'slang',
    )
    t.deepEqual(got, ['$Globals b0', 'c b1..4', 'c_t t0..3', 'o u0', 'p_t t4..7', 'z b0,space1', 'z_t t0,space1'])
    t.is([...assembly().matchAll(/createHandle\(i32 57, [^)]*i1 true\)/g)].length, 2)
    t.is(await complaint(container), undefined)
  },
)

test('Slang Parameter Blocks: one chosen at run time, a register on one or a store to one is an error', t => {
  const of = (declaration: string, body: string) =>
    bound(
      `struct In { float4 q; Texture2D<float4> t; }; ${declaration} RWBuffer<float4> o; int k; ${MAIN} ${body} }`,
      'slang',
    ).errors
  t.deepEqual(
    of('ParameterBlock<In> z; ParameterBlock<In> y;', 'ParameterBlock<In> p = z; if (k) p = y; o[0] = p.t.Load(0);'),
    ['a buffer with resources, chosen at run time, is not supported in this place'],
  )
  t.deepEqual(of('ParameterBlock<In> z : register(b3);', ''), [
    'invalid register specification, expected space binding',
  ])
  t.deepEqual(of('ParameterBlock<In> z;', 'z.q = 1;'), ['read-only variable is not assignable'])
})

test('Slang Parameter Blocks: exist under these rules only', t => {
  const source = `struct S { float4 a; }; ParameterBlock<S> p; RWBuffer<float4> o; ${MAIN} o[0] = p.a; }`
  t.true(bound(source, 'slang').ok)
  for (const policy of ['dxc', 'llvm'] as const)
    t.deepEqual(bound(source, policy).errors[0], "unknown type name 'ParameterBlock'")
})

// ---- Explicit bindings and allocation ------------------------------------------------------------------------------------------------

oracleTest(
  'dxc',
  'Slang Explicit Bindings: reserved before anything is allocated, wherever they are declared',
  async t => {
    const { table: got, container } = bound(
      `Texture2D<float4> a[2]; Texture2D<float4> b : register(t1); struct P { Texture2D<float4> x; RWStructuredBuffer<float4> w; Texture2D<float4> y[2]; };
     P p : register(t5) : register(u3); Texture2D<float4> c; Texture2D<float4> d : register(t0, space2); ${MAIN} p.w[0] = c.Load(0); }`,
      'slang',
    )
    t.deepEqual(got, ['a t2..3', 'b t1', 'c t0', 'd t0,space2', 'p_w u3', 'p_x t5', 'p_y t6..7'])
    t.is(await complaint(container), undefined)
  },
)

test('Slang Explicit Bindings: overlapping ranges are an error', t => {
  const source = (second: string) =>
    `Texture2D<float4> a[4] : register(t1); Texture2D<float4> b : register(${second}); ${MAIN} }`
  t.deepEqual(bound(source('t4'), 'slang').errors, [
    'resource a at register 1 overlaps with resource b at register 4 in space 0',
  ])
  t.deepEqual(bound(source('t5'), 'slang').errors, [])
  t.deepEqual(bound(source('t4, space1'), 'slang').errors, [])
})

test('Slang Allocating: in global order, the first contiguous range not reserved, for each resource type', t => {
  const at = (register: number) => ({ class: 'srv' as const, register, space: undefined })
  const layout = program(
    parameter('wide', array(texture, 3)),
    parameter('one', texture),
    parameter('r2', texture, at(2)),
    parameter('r5', texture, at(5)),
    parameter('two', array(texture, 2)),
  )
  // Before t2 there are two free registers, between t2 and t5 also: three side by side begin behind t5.
  t.deepEqual(table(layout), ['r2 t2', 'r5 t5', 'wide t6..8', 'one t0', 'two t3..4'])
})

test('Slang Allocating: a space named without a register is where the parameter goes, and no block takes it; the default space is reserved only if needed', t => {
  const { layout } = slang(
    'Texture2D a : register(space1); Texture2D b : register(space1); struct S { Texture2D t; }; ParameterBlock<S> p;',
  )
  t.deepEqual(table(layout!), ['a t0,space1', 'b t1,space1', 'p_t t0'])
})

test('Slang Allocating: loose uniform globals share the default constant buffer, which comes before implicit ones', t => {
  const { layout } = slang(
    'cbuffer A { float a; } float3 x; Texture2D t; float y; cbuffer B : register(b0) { float b; }',
  )
  t.deepEqual(table(layout!), ['B b0', '$Globals b1', 'A b2', 't t0'])
  t.is(layout!.defaultConstantBuffer?.register, 1)
  t.deepEqual(
    [named(layout!, 'x'), named(layout!, 'y')].map(p => rangeOf(p, 'uniform')?.offset),
    [0, 12],
  )
})

// ---- Splitting -----------------------------------------------------------------------------------------------------------------------

const LIGHT = 'struct LightInfo { float3 pos; Texture2D<float4> shadowMap; }; LightInfo gLight;'

oracleTest(['dxc', 'd3d12'], 'Slang Splitting: gLight becomes gLight_pos and gLight_shadowMap', async t => {
  const { layout } = slang(LIGHT)
  t.deepEqual(table(layout!), ['$Globals b0', 'gLight_shadowMap t0'])
  t.deepEqual(
    named(layout!, 'gLight')!.fields.map(f => [f.name, f.ranges.map(r => `${r.kind} ${r.offset}`)]),
    [
      ['pos', ['uniform 0']],
      ['shadowMap', ['srv 0']],
    ],
  )
  const source = `struct L { uint3 pos; StructuredBuffer<uint> b; }; uint first; L gLight; RWStructuredBuffer<uint> o; ${MAIN} o[0] = gLight.pos.z + gLight.b[0] + first; }`
  const { container } = bound(source, 'slang')
  t.is(await complaint(container), undefined)
  const bytes = (...words: number[]) => new Uint8Array(new Uint32Array(words).buffer)
  const run = await (await D3d12.shared()).runCompute({
    container: container!,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 1 },
      { kind: 'cbv', register: 0, data: bytes(1, 0, 0, 0, 10, 20, 30, 0) },
      { kind: 'srv', type: 'structured', stride: 4, register: 0, data: bytes(500) },
    ],
  })
  t.is(run.error, undefined)
  t.deepEqual([...run.uavs[0]!.data], [...bytes(531)])
})

const PAIRS = 'struct Pair { Texture2D<float4> a; Texture2D<float4> b; }; Pair gPairs[8];'

oracleTest(
  'dxc',
  'Slang Splitting: gPairs becomes gPairs_a[8] and gPairs_b[8], and gPairs[i] may be dynamic',
  async t => {
    const source = `${PAIRS} uint i; RWStructuredBuffer<float4> o; ${MAIN} o[0] = gPairs[i].b.Load(0) + gPairs[2].a.Load(0); }`
    const { table: got, container } = bound(source, 'slang')
    t.deepEqual(got, ['$Globals b0', 'gPairs_a t0..7', 'gPairs_b t8..15', 'o u0'])
    t.is(await complaint(container), undefined)
  },
)

test('Slang Splitting: the stride of gPairs is one and the offset of gPairs.b is eight', t => {
  const { layout } = slang(`Texture2D before; ${PAIRS}`)
  const pairs = named(layout!, 'gPairs')!
  t.deepEqual(rangeOf(pairs, 'srv'), { kind: 'srv', space: 0, register: 1, offset: 1, count: 16, stride: 1 })
  t.deepEqual(
    pairs.fields.map(f => [f.name, rangeOf(f, 'srv')?.offset, rangeOf(f, 'srv')?.register]),
    [
      ['a', 0, 1],
      ['b', 8, 9],
    ],
  )
})

oracleTest(['dxc', 'd3d12'], 'Slang Splitting: elements are found where the reflection says', async t => {
  const source = `struct P { StructuredBuffer<uint> a; StructuredBuffer<uint> b; }; P p[2]; RWStructuredBuffer<uint> o;
    [numthreads(2,1,1)] void main(uint i : SV_GroupIndex) { o[0] = p[0].a[0]; o[1] = p[1].a[0]; o[2] = p[0].b[0]; o[3] = p[1].b[0]; }`
  const { container, table: got } = bound(source, 'slang')
  t.deepEqual(got, ['o u0', 'p_a t0..1', 'p_b t2..3'])
  t.is(await complaint(container), undefined)
  const word = (n: number) => new Uint8Array(new Uint32Array([n]).buffer)
  const srv = (register: number, arrayIndex: number, n: number) =>
    ({ kind: 'srv', type: 'structured', stride: 4, register, arrayIndex, data: word(n) }) as const
  const run = await (await D3d12.shared()).runCompute({
    container: container!,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 4 },
      srv(0, 0, 100),
      srv(0, 1, 101),
      srv(2, 0, 200),
      srv(2, 1, 201),
    ],
  })
  t.is(run.error, undefined)
  t.deepEqual([...new Uint32Array(run.uavs[0]!.data.slice().buffer)], [100, 101, 200, 201])
})

test('Slang Splitting: nested arrays multiply; a stride that fields do not share is not reported', t => {
  const inner = struct('A', { x: texture, y: texture })
  const outer = array(struct('B', { a: array(inner, 2), z: texture }), 4)
  const layout = layoutOf(outer)
  t.deepEqual(layout.usage, { srv: 20 })
  t.is(layout.stride.srv, undefined)
  t.deepEqual(
    layout.element!.fields.map(f => f.offset.srv),
    [0, 16],
  )
  t.deepEqual(
    layout.element!.fields[0]!.layout.element!.fields.map(f => f.offset.srv),
    [0, 8],
  )
  t.deepEqual(table(program(parameter('g', outer))), ['g_a_x t0..7', 'g_a_y t8..15', 'g_z t16..19'])
})

// ---- Generics ------------------------------------------------------------------------------------------------------------------------

test('Slang Generics: offsets of a specialised type depend on the arguments', t => {
  const source = (arg: string) =>
    `template<typename T> struct MyStuff { int a; T b; int c; }; cbuffer C { MyStuff<${arg}> s; }`
  const of = (arg: string) =>
    named(slang(source(arg)).layout!, 'C')!.fields[0]!.fields.map(f => rangeOf(f, 'uniform')?.offset)
  t.deepEqual(of('float'), [0, 4, 8])
  t.deepEqual(of('float4'), [0, 16, 32])
  t.deepEqual(of('double'), [0, 8, 16])
})
