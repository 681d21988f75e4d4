// hlsl-specs proposal 0028, resource arrays: local copies are values. They go through branches, loops, calls and structs; what is left to
// choose at run time must be of one declared array.

import test from 'ava'
import { oracleTest } from '../oracle/oracle_test.ts'
import { accepted, bothRefuse, handlesOf, ours, refused, run, runsAsDxc, sameAsDxc } from './arrays.ts'

const main = (body: string): string => `[numthreads(4, 1, 1)]\nvoid main(uint GI : SV_GroupIndex) {\n${body}\n}\n`
const NOT_UNIQUE = 'local resource not guaranteed to map to unique global resource.'
const TWO = 'RWBuffer<int> X;\nRWBuffer<int> Y;\n'
const ARRAY = 'RWBuffer<int> X[4];\n'

/** [what, globals and functions, body of main, elements at each register]: executed, and compared with DXC's container. */
const EXECUTED: readonly (readonly [what: string, globals: string, body: string, arrays: readonly number[]])[] = [
  ['initialiser lists', TWO, 'RWBuffer<int> A[2] = { Y, X };\nA[0][GI] = 1 + GI;\nA[1][GI] = 2;', [1, 1]],
  ['copies of arrays', ARRAY, 'RWBuffer<int> A[4] = X;\nA[GI][1] = 7;\nA[3][2] = 5;', [4]],
  [
    'copies of rows',
    'RWBuffer<int> X[2][2];\n',
    'RWBuffer<int> A[2][2];\nA[0] = X[1];\nA[1] = X[0];\nA[0][1][GI] = 3;\nA[1][GI & 1][4] = 4;',
    [4],
  ],
  [
    'assignment in a branch, of one array',
    ARRAY,
    'RWBuffer<int> b = X[0];\nif (GI > 1) b = X[3];\nb[GI] = GI + 1;',
    [4],
  ],
  [
    'assignment in a switch, of one array',
    ARRAY,
    'RWBuffer<int> b;\nswitch (GI) {\n case 0: b = X[2]; break;\n case 1: b = X[0]; break;\n default: b = X[GI];\n}\nb[GI] = GI + 1;',
    [4],
  ],
  [
    'handles carried round a loop',
    ARRAY,
    'RWBuffer<int> b = X[0];\nfor (uint i = 0; i <= GI; i++) {\n b[4 + i] = GI;\n if (i & 1) b = X[i];\n}\nb[GI] = 9;',
    [4],
  ],
  [
    'local arrays indexed by the counter of a loop that is unrolled',
    TWO,
    'RWBuffer<int> A[2] = { X, Y };\nfor (int i = 0; i < 2; i++) A[i][GI] = i + 1;',
    [1, 1],
  ],
  [
    'local arrays indexed at run time',
    ARRAY,
    'RWBuffer<int> A[4] = X;\nA[0] = X[1];\nA[1] = X[0];\nA[GI][GI] = GI + 1;',
    [4],
  ],
  [
    'local arrays written at run time',
    ARRAY,
    'RWBuffer<int> A[4] = X;\nA[GI] = X[3 - GI];\nA[GI][GI] = GI + 1;\nA[0][GI + 4] = 8;',
    [4],
  ],
  ['the conditional operator', ARRAY, 'RWBuffer<int> b = GI > 1 ? X[1] : X[GI];\nb[GI] = 1;', [4]],
  [
    'out parameters',
    `${TWO}void pick(out RWBuffer<int> r, RWBuffer<int> q) { r = q; }\n`,
    'RWBuffer<int> r;\npick(r, Y);\nr[GI] = 1;',
    [1],
  ],
  [
    'inout parameters',
    `${TWO}void swap(inout RWBuffer<int> a, inout RWBuffer<int> b) { RWBuffer<int> t = a; a = b; b = t; }\n`,
    'RWBuffer<int> r = X, s = Y;\nswap(r, s);\nr[GI] = 1;\ns[GI] = 2;',
    [1, 1],
  ],
  [
    'inout arrays',
    `${TWO}void swap(inout RWBuffer<int> a[2]) { RWBuffer<int> t = a[0]; a[0] = a[1]; a[1] = t; }\n`,
    'RWBuffer<int> A[2] = { X, Y };\nswap(A);\nA[0][GI] = 1;\nA[1][GI] = 2;',
    [1, 1],
  ],
  [
    'results of functions',
    `${TWO}RWBuffer<int> get(int i) { if (i == 0) return X; return Y; }\n`,
    'get(0)[GI] = 1;\nget(1)[GI] = 2;',
    [1, 1],
  ],
  [
    'results of functions that return from a loop',
    `${ARRAY}RWBuffer<int> get(uint i) { for (uint k = 0; k < 3; k++) if (k * 2 > i) return X[k]; return X[3]; }\n`,
    'get(GI)[GI] = GI + 1;',
    [4],
  ],
  [
    'structs that are made, copied and passed',
    `struct S { RWBuffer<int> a; int k; RWBuffer<int> b[2]; };
RWBuffer<int> X;\nRWBuffer<int> Y;\nRWBuffer<int> Z;
S make(int k) { S s; s.a = Z; s.k = k; s.b[0] = Y; s.b[1] = X; return s; }
void use(S s, uint i) { s.a[i] = s.k; s.b[0][i] = 2; s.b[1][i] = 3; }\n`,
    'S s = make(5);\nS u = s;\nu.k = 7;\nuse(u, GI);',
    [1, 1, 1],
  ],
  [
    'arrays of structs',
    'struct S { RWBuffer<int> a; int k; };\nRWBuffer<int> X[3];\n',
    'S s[3];\nfor (int i = 0; i < 3; i++) { s[i].a = X[i]; s[i].k = i * 2; }\ns[min(GI, 2)].a[GI] = s[min(GI, 2)].k + 1;',
    [3],
  ],
  [
    'structs assigned in a branch',
    `struct S { RWBuffer<int> a; int k; };\n${ARRAY}`,
    'S s, u;\ns.a = X[0]; s.k = 1; u.a = X[1]; u.k = 2;\nif (GI > 1) s = u;\ns.a[GI] = s.k;',
    [4],
  ],
  [
    'methods that change and use members',
    `struct S { RWBuffer<int> r; void put(int i) { r[i] = i + 1; } void set(RWBuffer<int> q) { r = q; } };\n${TWO}`,
    'S s;\ns.set(Y);\ns.put(GI);\nX[GI] = 3;',
    [1, 1],
  ],
  ['static globals', `${TWO}static RWBuffer<int> s = X;\n`, 's[GI] = 1;\ns = Y;\ns[GI] = 2;', [1, 1]],
  ['arrays of static globals', `${TWO}static RWBuffer<int> s[2] = { X, Y };\n`, 's[0][GI] = 1;\ns[1][GI] = 2;', [1, 1]],
  [
    'const parameters and variables, which can be written through',
    `${TWO}void f(const RWBuffer<int> b, int i) { b[i] = 1; }\n`,
    'f(X, GI);\nconst RWBuffer<int> c = Y;\nc[GI] = 2;',
    [1, 1],
  ],
  [
    'whole arrays assigned',
    `RWBuffer<int> X[2];\nRWBuffer<int> Y[2];\n`,
    'RWBuffer<int> b[2] = X;\nb[0][GI] = 3;\nb = Y;\nb[1][GI] = 1;',
    [2, 2],
  ],
]

// A group agrees on the resource it uses, so each thread is a group.
const inGroups = (body: string): string =>
  `[numthreads(1, 1, 1)]\nvoid main(uint3 group : SV_GroupID) {\nuint GI = group.x;\n${body}\n}\n`

for (const [what, globals, body, arrays] of EXECUTED)
  oracleTest(['dxc', 'd3d12'], `0028 Local Resource Arrays, executed: ${what}`, async t => {
    await runsAsDxc(t, globals + inGroups(body), arrays, 4)
  })

oracleTest(
  ['dxc', 'd3d12'],
  '0028 Local Resource Arrays: an array of arrays is stored whole, which DXC dies of',
  async t => {
    const source = `struct S { RWBuffer<int> r[2][2]; };\nRWBuffer<int> X[2][2];\n${main(
      'S s;\ns.r = X;\nS u[2];\nu[0] = s;\nu[1] = s;\nu[1].r[0][1] = X[0][0];\nu[1].r[0][1][GI] = 1;\nu[0].r[1][1][GI] = 2;',
    )}`
    const words = await run(t, await accepted(t, source, { target: 'cs_6_0' }), [4])
    t.deepEqual(
      words.map(w => w[3]),
      [1, 0, 0, 2],
    )
  },
)

// The D3D12 runner executes phis one after the other, so values that change places cannot be run, DXC's neither.
oracleTest('dxc', '0028 Local Resource Arrays: handles that change places in a loop', async t => {
  const swap = 'for (uint i = 0; i < GI; i++) {\n RWBuffer<int> t = a;\n a = b;\n b = t;\n}'
  const source = ARRAY + main(`RWBuffer<int> a = X[0], b = X[1];\n${swap}\na[GI] = 1;\nb[GI] = 2;`)
  t.is((await handlesOf(await sameAsDxc(t, source))).length, 2)
})

// ---- Other classes -------------------------------------------------------------------------------------------------------------------

const CLASSES: readonly (readonly [what: string, source: string])[] = [
  [
    'structured buffers and their counters',
    `RWStructuredBuffer<int> X[4];\nRWStructuredBuffer<int> Y;
void f(RWStructuredBuffer<int> a[4], uint i) { a[i][a[i].IncrementCounter()] = 1; }
${main('f(X, GI);\nRWStructuredBuffer<int> q = Y;\nq[q.IncrementCounter()] = 2;')}`,
  ],
  [
    'textures and samplers',
    `Texture2D<float4> T[3];\nSamplerState S[2];\nRWBuffer<float4> O;
float4 f(Texture2D<float4> t, SamplerState s) { return t.SampleLevel(s, float2(0.5, 0.5), 0); }
${main('Texture2D<float4> L[2] = { T[1], T[2] };\nO[GI] = f(L[0], S[1]) + f(L[1], S[GI & 1]);')}`,
  ],
  [
    'a sampler chosen in a branch',
    `Texture2D<float4> T;\nSamplerState S[2];\nRWBuffer<float4> O;
${main('SamplerState s = S[0];\nif (GI > 1) s = S[1];\nO[GI] = T.SampleLevel(s, float2(0.5, 0.5), 0);')}`,
  ],
  [
    'byte address buffers',
    `RWByteAddressBuffer B[3];\nByteAddressBuffer A;
${main('ByteAddressBuffer a = A;\nRWByteAddressBuffer b[3] = B;\nb[GI].Store(4 * GI, a.Load(4));\nb[1].InterlockedAdd(0, 1u);')}`,
  ],
  [
    'append and consume buffers',
    `AppendStructuredBuffer<float2> A[2];\nConsumeStructuredBuffer<float2> B;
${main('AppendStructuredBuffer<float2> a = A[1];\nConsumeStructuredBuffer<float2> b = B;\na.Append(b.Consume());')}`,
  ],
  [
    'constant buffers passed as parameters',
    `struct D { float4 a; float b; };\nConstantBuffer<D> C[3];\nRWBuffer<float4> O;
float4 f(ConstantBuffer<D> c) { return c.a * c.b; }
${main('O[GI] = f(C[2]);')}`,
  ],
]

for (const [what, source] of CLASSES)
  oracleTest('dxc', `0028 Local Resource Arrays, other resource types: ${what}`, async t => {
    for (const target of ['cs_6_0', 'cs_6_6']) await sameAsDxc(t, source, { target })
  })

oracleTest(
  'dxc',
  '0028 Local Resource Arrays, other resource types: constant buffers as locals, where DXC fails',
  async t => {
    const declared = 'struct D { float4 a; float b; };\nConstantBuffer<D> C[3];\nRWBuffer<float4> O;\n'
    for (const body of [
      'ConstantBuffer<D> l[2] = { C[1], C[2] };\nO[GI] = l[0].a + l[1].b;',
      'ConstantBuffer<D> l = C[1];\nif (GI > 1) l = C[2];\nO[GI] = l.a;',
    ])
      for (const target of ['cs_6_0', 'cs_6_6']) await accepted(t, declared + main(body), { target })
  },
)

// ---- Descriptor heaps ----------------------------------------------------------------------------------------------------------------

oracleTest('dxc', '0028 Local Resource Arrays: elements of a descriptor heap are one array', async t => {
  const from = (i: string): string => `ResourceDescriptorHeap[${i}]`
  const branch = `RWBuffer<int> b = ${from('3')};\nif (GI > 1) b = ${from('GI')};\nb[GI] = 1;`
  const array = `RWBuffer<int> A[2] = { ${from('3')}, ${from('NonUniformResourceIndex(GI)')} };\nA[GI & 1][GI] = 1;`
  t.deepEqual(await handlesOf(await accepted(t, main(branch))), ['createHandleFromHeap(i32 %, i1 false, i1 false)'])
  t.deepEqual(await handlesOf(await accepted(t, main(array))), ['createHandleFromHeap(i32 %, i1 false, i1 true)'])
  // DXC accepts this one and forgets the element of the heap.
  refused(t, TWO + main(branch.replace(from('GI'), 'X')), 'E3003', 'GI > 1')
})

// ---- NonUniformResourceIndex ---------------------------------------------------------------------------------------------------------

oracleTest('dxc', '0028 Local Resource Arrays: a choice is non-uniform as soon as one of its inputs is', async t => {
  const source = ARRAY + main('RWBuffer<int> b = X[NonUniformResourceIndex(GI)];\nif (GI > 2) b = X[2];\nb[GI] = 1;')
  for (const handle of await handlesOf(await accepted(t, source))) t.true(handle.endsWith('i1 true)'), handle)
  const array = ARRAY + main('RWBuffer<int> b[2] = { X[1], X[2] };\nb[NonUniformResourceIndex(GI & 1)][GI] = 1;')
  for (const handle of await handlesOf(await accepted(t, array))) t.true(handle.endsWith('i1 true)'), handle)
})

// ---- What does not map to one resource -----------------------------------------------------------------------------------------------

/** [what, body, where the error is] */
const AMBIGUOUS: readonly (readonly [what: string, body: string, mark: string])[] = [
  ['a branch', 'RWBuffer<int> b = X;\nif (GI > 2) b = Y;\nb[GI] = 1;', 'GI > 2'],
  ['a switch', 'RWBuffer<int> b;\nswitch (GI) {\n case 0: b = X; break;\n default: b = Y;\n}\nb[GI] = 1;', 'switch'],
  ['the conditional operator', 'RWBuffer<int> b = GI > 1 ? X : Y;\nb[GI] = 1;', 'GI > 1'],
  ['a local array indexed at run time', 'RWBuffer<int> A[2] = { X, Y };\nA[GI][0] = 1;', 'Y };'],
]

for (const [what, body, mark] of AMBIGUOUS)
  oracleTest('dxc', `0028 Local Resource Arrays: two resources are no choice at run time: ${what}`, async t => {
    const source = TWO + main(body)
    for (const target of ['cs_6_0', 'cs_6_6']) await bothRefuse(t, source, 'E3003', mark, NOT_UNIQUE, { target })
    const notes = ours(source).diagnostics[0]!.notes
    t.deepEqual(
      notes.map(n => [n.message, n.line]),
      [
        ["can be 'X'", 1],
        ["can be 'Y'", 2],
      ],
    )
  })

test('0028 Local Resource Arrays: what a constant condition decides is no choice', t => {
  t.true(ours(TWO + main('RWBuffer<int> b = true ? X : Y;\nb[GI] = 1;')).ok)
  t.true(ours(TWO + main('RWBuffer<int> b = X;\nif (false) b = Y;\nb[GI] = 1;'), { optimization: 0 }).ok)
})

// ---- What is declared stays ----------------------------------------------------------------------------------------------------------

test('0028 Subsets: what is declared at global scope cannot be assigned', t => {
  refused(t, TWO + main('X = Y;'), 'E2134', 'Y;\n}')
  refused(t, `${ARRAY}RWBuffer<int> Y;\n${main('X[0] = Y;')}`, 'E2134', 'Y;\n}')
  refused(t, `struct S { RWBuffer<int> r; };\nS s;\nRWBuffer<int> Y;\n${main('s.r = Y;')}`, 'E2134', 'Y;\n}')
  const out = `${TWO}void f(out RWBuffer<int> o) { o = Y; }\n${main('f(X);')}`
  refused(t, out, 'E3003', 'X);')
  t.true(ours(`${TWO}void f(inout RWBuffer<int> o) { o[0] = 1; }\n${main('f(X);')}`).ok)
})

test('0028 Unbounded arrays cannot be copied', t => {
  const source = `RWBuffer<int> X[];\nvoid f(RWBuffer<int> p[]) {\n  p[0] = p[1];\n  p[0][0] = 1;\n}\n${main('f(X);')}`
  refused(t, source, 'E3005', 'f(X)')
  refused(t, main('RWBuffer<int> L[];\nRWBuffer<int> M[2] = { L[0], L[1] };\nL = M;'), 'E2239', '= M;')
})

oracleTest(
  'dxc',
  '0028 Resources in groupshared variables are not read, and are no parameters of entry points',
  async t => {
    const shared = `groupshared RWBuffer<int> s;\n${TWO}${main('s = X;\ns[0] = 1;')}`
    refused(t, shared, 'E3006', 's[0]')
    const entry = '[numthreads(4, 1, 1)]\nvoid main(RWBuffer<int> b) { b[0] = 1; }\n'
    await bothRefuse(t, entry, 'E2311', 'void main', 'Semantic must be defined for all parameters')
  },
)

oracleTest('dxc', '0028 A constant index must be inside the array', async t => {
  const words = 'array index 4 is out of bounds'
  await bothRefuse(t, ARRAY + main('RWBuffer<int> b = X[4];\nb[0] = 1;'), 'E2147', 'X[4];\nb[0]', words)
})
