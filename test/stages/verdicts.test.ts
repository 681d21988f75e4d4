// What the generators of this folder and of exported functions found once: verdicts, the line of the first error, names of functions.

import test from 'ava'
import { disassemble } from '../../src/api/disassemble.ts'
import { compile, reflect } from '../../src/api/index.ts'
import { INTERPOLATION_MODE } from '../../src/spec/psv_enums.ts'
import { partOf } from '../corpus/container_facts.ts'
import { both, messages, oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const TYPES = `enum E { P, Q }; enum class F : uint { R }; struct A { int x; float y; }; struct B { E e; float y; }; struct C { E e; E f; };
struct H { float a; E e; }; struct K : B { int z; }; struct L : A { E z; };`
const cast = (to: string, from: string): string => `${TYPES}\nexport float f(${from} a) { (${to})a; return 1; }`
const CASTS: readonly (readonly [to: string, from: string])[] = [
  ['B', 'A'],
  ['A', 'B'],
  ['B', 'int'],
  ['B', 'E'],
  ['C', 'E'],
  ['A', 'E'],
  ['B', 'float2'],
  ['float2', 'B'],
  ['H', 'int'],
  ['H', 'float2'],
  ['H', 'E'],
  ['K', 'int'],
  ['L', 'int'],
  ['E', 'float'],
  ['E', 'float2'],
  ['B[2]', 'float'],
  ['F[2]', 'uint'],
  ['B', 'bool'],
  ['B', 'half'],
]

const SEMANTICS = ['POSITION', 'SV_Target', 'SV_Position', 'SV_ViewID', 'SV_GroupID']
const VOIDS: readonly (readonly [profile: string, source: string])[] = [
  ['vs', 'void main(out float4 p : SV_Position) : XX { p = 0; }'],
  ['ps', 'void main() : XX { }'],
  ['cs', '[numthreads(1, 1, 1)] void main() : XX { }'],
  [
    'gs',
    'struct O { float4 a : A; }; [maxvertexcount(3)] void main(point float4 p[1] : SV_Position, inout PointStream<O> s) : XX { }',
  ],
  ['ds', '[domain("tri")] void main() : XX {}'],
]

/** [flags, source] */
const CASES: readonly (readonly [flags: string, source: string])[] = [
  ...VOIDS.flatMap(([profile, source]) =>
    SEMANTICS.map(semantic => [`-T ${profile}_6_5 -E main`, source.replace('XX', semantic)] as const),
  ),
  ...['line nointerpolation', 'linear triangle', 'point sample', 'triangleadj'].map(
    words =>
      [
        '-T gs_6_0 -E main',
        `struct O { float4 a : A; };\n[maxvertexcount(3)]\nvoid main(${words} float4 p[${words.includes('adj') ? 6 : words.includes('line ') ? 2 : words.includes('point') ? 1 : 3}] : A, inout PointStream<O> s) {}`,
      ] as const,
  ),
  // What compute shaders know of their threads stands nowhere in other stages.
  ...['SV_GroupIndex', 'SV_GroupID', 'SV_DispatchThreadID'].flatMap(semantic => [
    [
      '-T gs_6_0 -E main',
      `struct O { float4 a : A; };\n[maxvertexcount(3)]\nvoid main(point float4 p[1] : A, inout PointStream<O> s, out uint x : ${semantic}) { x = 1; }`,
    ] as const,
    [
      '-T vs_6_0 -E main',
      `struct S { uint x : ${semantic}; }; float4 main(inout PointStream<S> s) : SV_Position { return 0; }`,
    ] as const,
  ]),
  ...['double', 'int64_t', 'uint64_t2'].map(
    type =>
      [
        '-T vs_6_0 -E main',
        `struct O {\n  float4 p : SV_Position;\n  ${type} x : X;\n};\nO main() { return (O)0; }`,
      ] as const,
  ),
  ['-T lib_6_3 -exports g', 'export float f(float x) { return f(x); } export float g() { return 1; }'],
]

oracleTest('dxc-new', 'casts to structs that hold enumerations have the verdicts of the newest DXC', async t => {
  const dxc = await Dxc.shared('dxc-new')
  let refused = 0
  for (const [to, from] of CASTS) {
    const source = cast(to, from)
    const theirs = await dxc.compile(source, ['-T', 'lib_6_3', '-validator-version', '1.8'], { name: 'x.hlsl' })
    t.is(oursAlone(source, '-T lib_6_3').ok, theirs.ok, `${source}\n${theirs.errors}`)
    if (!theirs.ok) refused++
  }
  t.true(refused > 4 && refused < CASTS.length - 4, `${refused}`)
})

oracleTest('dxc', 'verdict and line of each are those of DXC', async t => {
  let refused = 0
  for (const [flags, source] of CASES) {
    const { ours, theirs, isValid } = await both(source, flags)
    t.is(ours.ok, theirs.ok, `${flags}\n${source}\n${theirs.errors}${ours.text}`)
    t.true(isValid, source)
    if (theirs.ok) continue
    refused++
    const lines = [ours.text, theirs.errors].map(log => messages(log, 'error')[0]?.split(':')[0])
    t.is(lines[0], lines[1], source)
  }
  t.true(refused > 20 && refused < CASES.length - 4, `${refused}`)
})

test('an element of 64 bits is reported at the entry point, and a note says which', t => {
  const source = 'struct O {\n  float4 p : SV_Position;\n  double x : X3;\n};\nO main() { return (O)0; }'
  const { text } = compile(source, { target: 'vs_6_0', entry: 'main' })
  t.regex(text, /5:1: error: double\(type for X\) cannot be used as shader inputs or outputs/)
  t.regex(text, /3:10: note: 'x' has the type double/)
})

oracleTest('dxc', 'a semantic on a field of a struct counts from that field', async t => {
  const source = `struct N { float2 a; float b[2]; };
struct O { float4 p : SV_Position; float c[2] : C; N n : Q3; };
O main() { O o = (O)0; o.n.a = 1; o.n.b[1] = 2; return o; }`
  const { ours, theirs } = await both(source, '-T vs_6_0 -E main')
  t.deepEqual(partOf(ours.container!, 'OSG1'), partOf(theirs.container!, 'OSG1'))
})

const NAMES = `struct S { float a; }; enum E { P };
export float a(float4 a, const float4 b, float4 c) { return 1; }
export float b(E a, const E b, E c, const E d) { return 1; }
export float c(S a, const S b, S c, const S d, inout S e) { return 1; }
export float d(const float a[2], const float4 b[2][3], inout const float c[3], inout bool2 d[2]) { return 1; }
template<typename T> T twice(T a) { return a + a; }
float kept(float a) { return twice(a); }
export half2x2 e(half2x2 m, uint16_t2x2 n) { return m * kept(1); }`

oracleTest('dxc', 'functions have the names and types that DXC gives them', async t => {
  for (const flags of ['-T lib_6_3 -enable-16bit-types', '-T lib_6_3 -enable-16bit-types -default-linkage external']) {
    const { ours, theirs } = await both(NAMES, flags)
    const names = (text: string): string[] => [...text.matchAll(/@"(\\01\?.*?)"/g)].map(m => m[1]!)
    const [mine, other] = [disassemble(ours.container!), disassemble(theirs.container!)]
    t.deepEqual([...new Set(names(mine))].sort(), [...new Set(names(other))].sort(), flags)
    for (const type of ['class.matrix.half.2.2', 'class.matrix.uint16_t.2.2']) t.true(mine.includes(type), type)
  }
})

test('fields without words of interpolation have those of what they are in', t => {
  const modes = (modifiers: string): number[] => {
    const source = `struct N { ${modifiers} float2x2 m; nointerpolation uint n; ${modifiers === 'row_major' ? 'precise' : modifiers} float x; sample float s; };
struct O { noperspective N all : A; }; [maxvertexcount(1)] void main(point O i[1], inout PointStream<O> s) { s.Append(i[0]); }`
    const result = compile(source, { target: 'gs_6_0' })
    if (!result.container) throw new Error(result.text)
    const reflection = reflect(result.container)
    return reflection.kind === 'shader' ? reflection.outputs.map(e => e.interpolation) : []
  }
  const { LinearNoperspective: flat, Constant: constant, LinearSample: sample } = INTERPOLATION_MODE
  for (const modifiers of ['', 'row_major', 'precise'])
    t.deepEqual(modes(modifiers), [flat, flat, constant, flat, sample], modifiers)
})

oracleTest(['dxc'], 'a patch constant function is in a library once, and exported functions take patches', async t => {
  const source = `struct C { float4 p : P; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
F patch(InputPatch<C, 3> c) { F f = (F)1; f.i = c[0].p.x; return f; }
[shader("hull")] [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
C main(InputPatch<C, 3> c, uint n : SV_OutputControlPointID) { return c[n]; }
export float other(InputPatch<C, 3> c) { return patch(c).i; }`
  for (const target of ['lib_6_5', 'lib_6_x']) {
    const { ours, theirs } = await both(source, `-T ${target}`)
    const [mine, other] = [ours, theirs].map(({ container }) =>
      [...disassemble(container!).matchAll(/^define .*?@([^(]+)\(/gm)].map(m => m[1]!),
    )
    t.deepEqual(mine, other, target)
  }
})

oracleTest(
  ['dxc'],
  'a constant row behind those of a matrix that comes in is another component of it, as in DXC',
  async t => {
    const loads = (container: Uint8Array): string[] =>
      disassemble(container)
        .match(/dx\.op\.loadInput[^)]*\)/g)!
        .sort()
    for (const index of [1, 4]) {
      const source = `struct V { float2x2 m : A; float4 at : SV_Position; };
[maxvertexcount(1)] void main(point V v[1], inout PointStream<V> s) { V o = v[0]; o.at.x = v[0].m[${index}].x; s.Append(o); }`
      const { ours, theirs, isValid } = await both(source, '-T gs_6_0')
      t.true(ours.ok && isValid, ours.text)
      t.deepEqual(loads(ours.container!), loads(theirs.container!))
    }
  },
)

oracleTest(['dxc'], 'stages that came later than libraries did', async t => {
  const node = 'struct R { uint x; };\n[shader("node")] [NodeLaunch("thread")] void m(ThreadNodeInputRecord<R> r) { }'
  for (const minor of [3, 7, 8]) {
    const { ours, theirs, isValid } = await both(node, `-T lib_6_${minor}`)
    t.is(ours.ok, theirs.ok, ours.text)
    t.true(isValid)
  }
  t.regex(compile(node, { target: 'lib_6_7' }).text, /a node shader needs shader model 6\.8 \(this is lib_6_7\)/)
})

oracleTest('dxc', 'short numbers that are only ever extended are none, in each call of a function', async t => {
  const source = `uint n; float late(float a) { min16uint2 u = (min16uint2)uint2(a, n); u = (u << 2) | (min16uint)1; return u.x + u.y; }
void main(float2 a : A, out uint x : X, out uint y : Y, out bool z : Z) { x = (uint)late(a.x); y = (uint)late(a.y); z = (bool)late(a.x); }`
  const { ours, theirs } = await both(source, '-T vs_6_0 -E main')
  t.deepEqual(partOf(ours.container!, 'SFI0'), partOf(theirs.container!, 'SFI0'))
})

const MEMBERS = `struct A { float f; float g() { return 1; } }; struct B : A { float f; float g() { return 2; } }; namespace N { struct C { float f; }; }
struct S : B { float f; float g() { return 3; } }; struct D : N::C { float h; }; struct Other { float f; float4 Load(int i) { return i; } };
template<typename T> struct W { T f; float g() { return 4; } }; enum E { f }; Texture2D<float4> t; ConstantBuffer<A> c; static float q;
float4 main() : SV_Position { S s = { 1, 2, 3 }; D d = { 5, 6 }; W<float> w = { 7 }; return XX; }`
const NAMED = [
  's.f',
  's.A::f',
  's.B::f',
  's.S::f',
  's.g()',
  's.A::g()',
  's.B::g()',
  'd.N::C::f',
  'c.A::f',
  'w.W::f',
  'w.W::g()',
]
const MISNAMED =
  's.Other::f s.N::f s.X::f s.X::Y::f s.q::f s.E::f s.W::f s.A::h t.A::Load(0) t.Other::Load(0) t.X::Load(0) t.Texture2D::Load(0) c.Other::f s.Other::g()'

oracleTest('dxc', 'members are those of the struct that is named', async t => {
  for (const member of [...NAMED, ...MISNAMED.split(' ')]) {
    const { ours, theirs } = await both(MEMBERS.replace('XX', member), '-T vs_6_0 -E main')
    t.is(ours.ok, theirs.ok, `${member}\n${theirs.errors}${ours.text}`)
    t.is(ours.ok, NAMED.includes(member), member)
    if (!ours.container || !theirs.container) continue
    const stored = [ours, theirs].map(r => disassemble(r.container!).match(/dx\.op\.storeOutput\.f32\(i32 5.*/g))
    t.deepEqual(stored[0], stored[1], member)
  }
})
