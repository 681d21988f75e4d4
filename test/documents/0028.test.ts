// hlsl-specs proposal 0028, resource arrays: every example and every statement about behaviour, section by section.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { assemblyOf } from '../assembly.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { accepted, bothRefuse, handlesOf, ours, refused, run, sameAsDxc, theirs } from './arrays.ts'

const main = (body: string): string => `[numthreads(4, 1, 1)]\nvoid main(uint GI : SV_GroupIndex) {\n${body}\n}\n`
const NOT_UNIQUE = 'local resource not guaranteed to map to unique global resource.'

// ---- Resource Arrays at Global Scope -------------------------------------------------------------------------------------------------

oracleTest('dxc', '0028 Fixed-size One-dimensional Array: an element is an index into the whole range', async t => {
  const source = `RWBuffer<float> A[4] : register(u10);\n${main('A[2][0] = 1; A[3][0] = 2;')}`
  t.deepEqual(await handlesOf(await sameAsDxc(t, source)), [
    'createHandleFromBinding(%dx.types.ResBind { i32 10, i32 13, i32 0, i8 1 }, i32 12, i1 false)',
    'createHandleFromBinding(%dx.types.ResBind { i32 10, i32 13, i32 0, i8 1 }, i32 13, i1 false)',
  ])
})

oracleTest('dxc', '0028 Fixed-size Multi-dimensional Array: dimensions are flattened row by row', async t => {
  const source = `RWBuffer<float> B[4][4] : register(u2);\nRWBuffer<float> C[2][2][5] : register(u10, space1);\n${main(
    'B[3][2][0] = 1; C[1][0][3][0] = 2;',
  )}`
  t.deepEqual(await handlesOf(await sameAsDxc(t, source)), [
    'createHandleFromBinding(%dx.types.ResBind { i32 10, i32 29, i32 1, i8 1 }, i32 23, i1 false)',
    'createHandleFromBinding(%dx.types.ResBind { i32 2, i32 17, i32 0, i8 1 }, i32 16, i1 false)',
  ])
})

oracleTest('dxc', '0028 Arrays of Unbounded Size: the upper bound is -1', async t => {
  const source = `RWBuffer<float> D[] : register(u5);\n${main('D[100][0] = 1;')}`
  t.deepEqual(await handlesOf(await sameAsDxc(t, source)), [
    'createHandleFromBinding(%dx.types.ResBind { i32 5, i32 -1, i32 0, i8 1 }, i32 105, i1 false)',
  ])
})

oracleTest(
  'dxc',
  '0028 Unbounded-size Arrays and Multiple Dimensions: the first dimension can be unbounded',
  async t => {
    const source = `RWBuffer<float> E[][4] : register(u5);\n${main('E[100][3][0] = 1; E[GI][2][0] = 2;')}`
    t.deepEqual(await handlesOf(await sameAsDxc(t, source)), [
      'createHandleFromBinding(%dx.types.ResBind { i32 5, i32 -1, i32 0, i8 1 }, i32 %, i1 false)',
      'createHandleFromBinding(%dx.types.ResBind { i32 5, i32 -1, i32 0, i8 1 }, i32 408, i1 false)',
    ])
  },
)

oracleTest('dxc', '0028 Unbounded-size Arrays and Multiple Dimensions: no other dimension can be', async t => {
  const words = "array has incomplete element type 'RWBuffer<float> []'"
  await bothRefuse(t, `RWBuffer<float> F[4][];\n${main('F[1][1][0] = 1;')}`, 'E2237', '[4]', words)
  await bothRefuse(t, main('  RWBuffer<float> F[4][];'), 'E2237', '[4]', words)
  await bothRefuse(t, `void f(RWBuffer<float> F[4][]) {}\n${main('')}`, 'E2237', '[4]', words)
  await bothRefuse(t, `typedef RWBuffer<float> U[];\nU F[4];\n${main('')}`, 'E2237', '[4]', 'incomplete element type')
})

// ---- Local Resource Arrays with Fixed Size -------------------------------------------------------------------------------------------

const UNINITIALISED = `RWBuffer<float> Buf;
RWBuffer<float> Out;
float foo() {
  RWBuffer<float> LocalArray[3];
  LocalArray[2] = Buf;
  return LocalArray[2][0] + LocalArray[0][0];
}
[numthreads(4, 1, 1)]
void main() { Out[0] = foo(); }
`

oracleTest(
  'dxc',
  '0028 Local Resource Arrays with Fixed Size: elements stand for what was assigned to them',
  async t => {
    await sameAsDxc(t, UNINITIALISED.replace(' + LocalArray[0][0]', ''), { target: 'cs_6_0' })
    await sameAsDxc(t, UNINITIALISED.replace(' + LocalArray[0][0]', ''))
  },
)

oracleTest(
  'dxc',
  '0028 Local Resource Arrays with Fixed Size: using an element that was never assigned is an error',
  async t => {
    for (const target of ['cs_6_0', 'cs_6_5'])
      await bothRefuse(t, UNINITIALISED, 'E3004', 'LocalArray[0][0]', NOT_UNIQUE, { target })
    // The document calls it a bug that DXC accepts this from shader model 6.6 on: it reads through a null handle.
    await sameAsDxc(t, UNINITIALISED)
  },
)

// ---- Unbounded Local Resource Arrays -------------------------------------------------------------------------------------------------

const UNBOUNDED_LOCAL = UNINITIALISED.replace('LocalArray[3]', 'Unbounded[]')
  .replace('LocalArray[2] =', 'Unbounded[100] =')
  .replace('LocalArray[2][0] + LocalArray[0][0]', 'Unbounded[100][0]')

oracleTest('dxc', '0028 Unbounded Local Resource Arrays: accepted as DXC does in HLSL 2021', async t => {
  await sameAsDxc(t, UNBOUNDED_LOCAL)
  await sameAsDxc(t, UNBOUNDED_LOCAL, { target: 'cs_6_0' })
  const loop = 'for (int i = 0; i < 3; i++) p[i] = X[i];\np[1][0] = 1;'
  await sameAsDxc(t, `RWBuffer<int> X[3];\n${main(`RWBuffer<int> p[];\n${loop}`)}`)
})

oracleTest(
  'dxc',
  '0028 Unbounded Local Resource Arrays: using an element that was never assigned is an error',
  async t => {
    const source = UNBOUNDED_LOCAL.replace('Unbounded[100][0];', 'Unbounded[100][0] + Unbounded[0][0];')
    refused(t, source, 'E3004', 'Unbounded[0][0]', { target: 'cs_6_0' })
    t.false((await theirs(source, { target: 'cs_6_0' })).ok)
  },
)

test('0028 Changes from DXC: local declarations of unbounded arrays are not allowed in language 202x', t => {
  refused(t, UNBOUNDED_LOCAL, 'E2163', 'Unbounded[]', { hlslVersion: '202x' })
})

test('0028 Changes from DXC: unbounded function parameters are not allowed in language 202x', t => {
  const source = `RWBuffer<int> X[];\nvoid f(RWBuffer<int> p[]) { p[1][0] = 1; }\n${main('f(X);')}`
  refused(t, source, 'E2163', 'p[]', { hlslVersion: '202x' })
})

oracleTest(
  'dxc',
  '0028 Changes from DXC: unbounded arrays stay allowed at global scope and where an initialiser gives the size',
  async t => {
    await accepted(t, `RWBuffer<int> X[];\n${main('X[GI][0] = 1;')}`, { hlslVersion: '202x' })
    const list = 'RWBuffer<int> p[] = { X, Y };\np[1][0] = 1;'
    await accepted(t, `RWBuffer<int> X;\nRWBuffer<int> Y;\n${main(list)}`, { hlslVersion: '202x' })
  },
)

// ---- Resource Arrays as Function Arguments -------------------------------------------------------------------------------------------

oracleTest(
  'dxc',
  '0028 Resource Arrays as Function Arguments: fixed and unbounded, a fixed one indexed beyond its size',
  async t => {
    const source = `RWBuffer<float> K[3] : register(u0);
RWBuffer<float> L[2][2] : register(u10);
RWBuffer<float> M[] : register(u0, space1);
RWBuffer<float> Out;
float foo(RWBuffer<float> LK[3], RWBuffer<float> LL[2][2], RWBuffer<float> LM1[], RWBuffer<float> LM2[]) {
  return LK[2][0] + LL[1][1][0] + LM1[100][0] + LM2[100][0];
}
[numthreads(4, 1, 1)]
void main() { Out[0] = foo(K, L, M, K); }
`
    const mine = await handlesOf(await accepted(t, source))
    // The index counts modulo the declared size.
    t.true(mine.includes('createHandleFromBinding(%dx.types.ResBind { i32 0, i32 2, i32 0, i8 1 }, i32 1, i1 false)'))
    const dxc = await handlesOf((await theirs(source)).container!)
    t.deepEqual(mine, [...dxc].sort())
  },
)

oracleTest(
  'dxc',
  '0028 Resource Arrays as Function Arguments: the dimensions of fixed-size arrays must match',
  async t => {
    const call = (declared: string, parameter: string): string =>
      `RWBuffer<int> X${declared};\nvoid f(RWBuffer<int> p${parameter}) {}\n${main('f(X);')}`
    for (const [declared, parameter] of [
      ['[3]', '[2]'],
      ['[3][2]', '[3]'],
    ] as const)
      await bothRefuse(t, call(declared, parameter), 'E2170', 'f(X)', 'no matching function')
    // DXC compares the number of elements only, and so do we.
    t.is(compile(call('[3][2]', '[2][3]'), { target: 'cs_6_0' }).text, '')
    t.true((await (await Dxc.shared()).compile(call('[3][2]', '[2][3]'), ['-T', 'cs_6_0', '-E', 'main'])).ok)
  },
)

oracleTest('dxc', '0028 Resource Arrays as Function Arguments: one of the two unbounded matches any size', async t => {
  const source = (declared: string, parameter: string, use: string): string =>
    `RWBuffer<int> X${declared};\nvoid f(RWBuffer<int> p${parameter}, uint i) { ${use}[0] = 1; }\n${main('f(X, GI);')}`
  await sameAsDxc(t, source('[3][2]', '[][2]', 'p[i][1]'))
  await sameAsDxc(t, source('[]', '[3]', 'p[i]'))
  await sameAsDxc(t, source('[][2]', '[4][2]', 'p[i][1]'))
  await sameAsDxc(t, source('[3][2]', '[]', 'p[i]'))
})

// ---- Subsets of Multi-Dimensional Arrays ---------------------------------------------------------------------------------------------

const SUBSET = `RWBuffer<float> N[10][5] : register(u0);
RWBuffer<float> Out;
float foo(RWBuffer<float> P[5]) {
  return P[3][0];
}
[numthreads(4, 1, 1)]
void main() { Out[0] = foo(N[7]); }
`

oracleTest('dxc', '0028 Subsets of Multi-Dimensional Arrays: handles of P[3] know the range of N', async t => {
  const handles = await handlesOf(await sameAsDxc(t, SUBSET))
  t.true(handles.some(h => h.includes('{ i32 0, i32 49, i32 0, i8 1 }, i32 38, i1 false')))
})

oracleTest('dxc', '0028 Subsets of Multi-Dimensional Arrays: indices at run time stay indices into N', async t => {
  const dynamic = SUBSET.replace('P[5]', 'P[5], uint i')
    .replace('P[3]', 'P[i]')
    .replace('main()', 'main(uint GI : SV_GroupIndex)')
    .replace('foo(N[7])', 'foo(N[GI + 1], GI)')
  const handles = await handlesOf(await sameAsDxc(t, dynamic))
  t.true(handles.some(h => h.includes('{ i32 0, i32 49, i32 0, i8 1 }, i32 %, i1 false')))
})

oracleTest(
  ['dxc', 'd3d12'],
  '0028 Subsets of Multi-Dimensional Arrays: P can be changed, which does not change N',
  async t => {
    const source = `RWBuffer<int> N[2][2];
void foo(RWBuffer<int> P[2], uint i) {
  P[0] = P[1];
  P[0][i] = 10 + i;
}
${main('foo(N[1], GI);\nN[1][0][GI] = 20 + GI;')}`
    const words = await run(t, await accepted(t, source, { target: 'cs_6_0' }), [4])
    t.deepEqual(
      words.map(w => w.slice(0, 4)),
      [
        [0, 0, 0, 0],
        [0, 0, 0, 0],
        [20, 21, 22, 23],
        [10, 11, 12, 13],
      ],
    )
  },
)

// ---- Example where DXC Does Not Handle Local Arrays Correctly ------------------------------------------------------------------------

const SOME_FN = `RWBuffer<int> X : register(u0);
RWBuffer<int> Y : register(u1);

void SomeFn(RWBuffer<int> Arr[2], uint Idx, int Val0) {
  Arr[0] = Y;
  Arr[0][Idx] = Val0;
}

[numthreads(4,1,1)]
void main(uint GI : SV_GroupIndex) {
  RWBuffer<int> Arr[2] = {X, Y};
  SomeFn(Arr, GI, 1);
  Arr[0][GI] = 2;
}
`

oracleTest(
  ['dxc', 'd3d12'],
  '0028 Example where DXC Does Not Handle Local Arrays Correctly: 1 goes to Y and 2 to X',
  async t => {
    const mine = await run(t, await accepted(t, SOME_FN, { target: 'cs_6_0' }), [1, 1])
    t.deepEqual(mine, [
      [2, 2, 2, 2, 0, 0, 0, 0],
      [1, 1, 1, 1, 0, 0, 0, 0],
    ])
    // DXC writes both to Y, and X is not even bound.
    const dxc = await theirs(SOME_FN, { target: 'cs_6_0' })
    t.true(dxc.ok)
    t.is((await handlesOf(dxc.container!)).length, 1)
    t.deepEqual(await run(t, dxc.container!, [1, 1]), [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [2, 2, 2, 2, 0, 0, 0, 0],
    ])
  },
)

oracleTest(
  'dxc',
  '0028 Example where DXC Does Not Handle Local Arrays Correctly: both resources are bound at every level',
  async t => {
    for (const target of ['cs_6_0', 'cs_6_6'])
      for (const optimization of [0, 3] as const)
        t.is((await handlesOf(await accepted(t, SOME_FN, { target, optimization }))).length, 2)
  },
)

// ---- Resource Arrays in User-defined Structs -----------------------------------------------------------------------------------------

oracleTest('dxc', '0028 Resource Arrays in User-defined Structs: each element is a resource of its own', async t => {
  const source = `struct S {
  int a;
  RWBuffer<float> P[5];
};
S s : register(u10);
cbuffer CB {
  S s_array[4];
};
RWBuffer<float> Out;
[numthreads(4, 1, 1)]
void main() { Out[0] = s.P[2][0] + s_array[1].P[4][0]; }
`
  const container = await sameAsDxc(t, source)
  const handles = await handlesOf(container)
  t.true(
    handles.includes('createHandleFromBinding(%dx.types.ResBind { i32 12, i32 12, i32 0, i8 1 }, i32 12, i1 false)'),
  )
  t.true(handles.includes('createHandleFromBinding(%dx.types.ResBind { i32 1, i32 1, i32 0, i8 1 }, i32 1, i1 false)'))
  const { text } = await (await Dxc.shared()).disassemble(container)
  t.regex(text, /; s\.P\.2 /)
  t.regex(text, /; s_array\.1\.P\.4 /)
})

oracleTest('dxc', '0028 Resource Arrays in User-defined Structs: their dimensions must be given', async t => {
  const words = 'array dimensions of struct/class members must be explicit'
  await bothRefuse(t, `struct S { RWBuffer<int> b[]; };\n${main('S s;')}`, 'E2238', 'RWBuffer<int> b', words)
})

// ---- Detailed design -----------------------------------------------------------------------------------------------------------------

oracleTest('dxc', '0028 Codegen for Resource Array Indexing: A[2][1] reads one element of one resource', async t => {
  const source = `RWBuffer<float> A[4] : register(u10);
RWStructuredBuffer<float> Out;
[numthreads(4, 1, 1)]
void main() { Out[0] = A[2][1]; }
`
  await sameAsDxc(t, source)
  await sameAsDxc(t, source, { target: 'cs_6_0' })
})

test('0028 Changes Needed in LLVM Passes: handles leave no local memory behind', t => {
  for (const optimization of [0, 3] as const) {
    const result = ours(SOME_FN, { optimization })
    t.true(result.ok)
    t.notRegex(assemblyOf(result), /alloca|load i32|store i32/)
  }
})
