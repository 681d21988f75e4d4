// LLVM's own tests of implicit binding, overlaps, resource arrays and resources in structs, from HLSL under LLVM's rules.

import test from 'ava'
import { dumpContainer } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bound, complaint } from './bound.ts'

const MAIN = '[numthreads(4,1,1)] void main(uint GI : SV_GroupIndex) {'

/** Index operands of the handles that the code makes, from the start of the space, with the non-uniform flag; ascending. */
function handles(assembly: string): string[] {
  const calls = assembly.matchAll(/@dx\.op\.createHandle\(i32 57, i8 \d, i32 \d+, i32 ([^,]+), i1 (\w+)\)/g)
  return [...calls]
    .map(([, index, flag]) => `${index!.startsWith('%') ? '%' : index}${flag === 'true' ? ' nonuniform' : ''}`)
    .sort()
}

function placed(title: string, source: string, table: readonly string[], indices?: readonly string[]): void {
  oracleTest('dxc', `llvm-cases ${title}`, async t => {
    const got = bound(source, 'llvm')
    t.deepEqual(got.errors, [])
    t.deepEqual(got.table, table)
    if (indices) t.deepEqual(handles(got.assembly()), indices)
    t.is(await complaint(got.container), undefined)
    const newer = bound(source, 'llvm', { target: 'cs_6_6' })
    t.deepEqual(newer.table, table)
    t.is(await complaint(newer.container), undefined)
  })
}

function rejected(title: string, source: string, errors: readonly string[]): void {
  test(`llvm-cases ${title}`, t => t.deepEqual(bound(source, 'llvm').errors, errors))
}

// ---- 2: implicit binding -------------------------------------------------------------------------------------------------------------

placed(
  '2 simple',
  `Buffer<float> A : register(t1); Buffer<float> B; Buffer<float> C; RWBuffer<float> o; ${MAIN} o[0] = C[0] + B[0] + A[0]; }`,
  ['A t1', 'B t0', 'C t2', 'o u0'],
)
placed(
  '2 arrays',
  `RWBuffer<float> A : register(u2); RWBuffer<float> B[4]; RWBuffer<float> C[2]; RWBuffer<float> E[5];
   ${MAIN} E[2][0] = A[0]; C[1][0] = B[0][0]; B[3][1] = 2; }`,
  ['A u2', 'B u3..6', 'C u0..1', 'E u7..11'],
  ['1', '2', '3', '6', '9'],
)
placed(
  '2 multiple-spaces',
  `RWBuffer<float> A : register(u5); RWBuffer<float> B[]; RWBuffer<float> C[4] : register(space5); RWBuffer<float> D[] : register(space5);
   RWBuffer<float> E[3] : register(space10); Buffer<float> F : register(space3);
   ${MAIN} A[0] = F[0]; B[1][0] = C[1][0]; D[2][0] = E[2][0]; }`,
  ['A u5', 'B u6..', 'C u0..3,space5', 'D u4..,space5', 'E u0..2,space10', 'F t0,space3'],
)
placed(
  '2 unbounded-arrays',
  `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C : register(u5); RWBuffer<float> D[3]; ${MAIN} A[0] = D[2][0] + C[0] + B[10][0]; }`,
  ['A u1', 'B u6..', 'C u5', 'D u2..4'],
  ['1', '16', '4', '5'],
)
rejected(
  '2 unbounded-arrays-error',
  `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C : register(u5); RWBuffer<float> D[4]; ${MAIN} A[0] = D[2][0] + C[0] + B[10][0]; }`,
  ['resource D cannot be allocated'],
)
test('llvm-cases 2 error: one that does not fit is named, the others are placed all the same', t => {
  const got = bound(
    `Buffer<float> A[] : register(t1); Buffer<float> B[2]; Buffer<float> C; RWBuffer<float> o; ${MAIN} o[0] = A[3][0] + B[1][0] + C[0]; }`,
    'llvm',
  )
  t.deepEqual(got.errors, ['resource B cannot be allocated'])
  t.deepEqual(got.table, ['A t1..', 'C t0', 'o u0'])
})
placed(
  '2 order ids: cbuffers and resources in one order of declaration, $Globals last, explicit ones in between',
  `cbuffer X { float x; } RWBuffer<float> o; float loose; cbuffer Y : register(b1) { float y; } cbuffer Z { float z; } ${MAIN} o[0] = x + y + z + loose; }`,
  ['$Globals b3', 'X b0', 'Y b1', 'Z b2', 'o u0'],
)
placed(
  '2 order ids: a space alone is implicit',
  `RWBuffer<float> A : register(space2); RWBuffer<float> B; ${MAIN} A[0] = B[0]; }`,
  ['A u0,space2', 'B u0'],
)
placed(
  '2 order ids: counters do not matter',
  `RWStructuredBuffer<float> A; RWStructuredBuffer<float> B; RWBuffer<float> C; ${MAIN} A[A.IncrementCounter()] = B[B.DecrementCounter()]; C[0] = 1; }`,
  ['A u0', 'B u1', 'C u2'],
)
placed(
  '2 order ids: members of bases come first',
  `struct A { RWBuffer<float> Buf; }; struct D : A { RWBuffer<float> Own; A A2; }; D d; RWBuffer<float> after; ${MAIN} after[0] = d.A2.Buf[0] + d.Own[0] + d.Buf[0]; }`,
  ['after u3', 'd.A2.Buf u2', 'd.A::Buf u0', 'd.Own u1'],
)

// ---- 3: overlaps ---------------------------------------------------------------------------------------------------------------------

const overlap = (x: string, at: number, y: string, other: number, space = 0): string =>
  `resource ${x} at register ${at} overlaps with resource ${y} at register ${other} in space ${space}`

rejected(
  '3 overlap-1',
  `RWBuffer<float> A[10] : register(u0); RWBuffer<float> B[10] : register(u5); ${MAIN} A[0][0] = B[0][0]; }`,
  [overlap('A', 0, 'B', 5)],
)
rejected(
  '3 overlap-3: t0 and u0 do not clash',
  `Buffer<float> A : register(t5); Buffer<float> B : register(t9); Buffer<float> C[10] : register(t0); RWBuffer<float> S : register(u0);
   ${MAIN} S[0] = A[0] + B[0] + C[1][0]; }`,
  [overlap('C', 0, 'A', 5), overlap('C', 0, 'B', 9)],
)
rejected(
  '3 overlap-5: every pair, no other',
  `Buffer<float> A[5] : register(t1, space11); Buffer<float> B[6] : register(t2, space11); Buffer<float> C[3] : register(t6, space11); RWBuffer<float> o;
   ${MAIN} o[0] = A[0][0] + B[0][0] + C[0][0]; }`,
  [overlap('A', 1, 'B', 2, 11), overlap('B', 2, 'C', 6, 11)],
)
rejected(
  '3 overlap-6: behind an unbounded array',
  `RWBuffer<float> A[3] : register(u0); RWBuffer<float> B[] : register(u4); RWBuffer<float> C : register(u17); ${MAIN} A[0][0] = B[0][0] + C[0]; }`,
  [overlap('B', 4, 'C', 17)],
)
rejected(
  '3 overlap-7: an unbounded array over a bounded one, spaces apart',
  `RWBuffer<float> A[2] : register(u2, space4); RWBuffer<float> B : register(u20, space5); RWBuffer<float> C[] : register(u2, space4); ${MAIN} A[0][0] = B[0] + C[0][0]; }`,
  [overlap('A', 2, 'C', 2, 4)],
)

// ---- 4: resource arrays --------------------------------------------------------------------------------------------------------------

placed(
  '4 res-array-global',
  `RWBuffer<float> A[4] : register(u10, space1); RWBuffer<float> B[5]; RWBuffer<float> D[10]; ${MAIN} A[2][0] = B[3][0]; D[7][0] = 1; }`,
  ['A u10..13,space1', 'B u0..4', 'D u5..14'],
  ['12', '12', '3'],
)
placed(
  '4 res-array-global-multi-dim: flattened row by row',
  `RWBuffer<float> B[4][4] : register(u2); RWBuffer<int> C[2][2][5] : register(u10, space1); typedef RWBuffer<float> Line[5]; Line D[10] : register(u100);
   ${MAIN} B[3][2][0] = C[1][0][3][0]; D[9][2][0] = 1; }`,
  ['B u2..17', 'C u10..29,space1', 'D u100..149'],
  ['147', '16', '23'],
)
placed(
  '4 res-array-global-subarray-many: parts of arrays are runs of indices',
  `RWBuffer<float> A[5][4][3][2] : register(u10, space2);
   void f(RWBuffer<float> S[3][2]) { S[0][0][0] = S[0][1][0] + S[1][0][0] + S[1][1][0] + S[2][0][0] + S[2][1][0]; } ${MAIN} f(A[4][1]); }`,
  ['A u10..129,space2'],
  ['112', '113', '114', '115', '116', '117'],
)
placed(
  '4 res-array-global-subarray-many: a dynamic part',
  `RWBuffer<float> A[5][4][3][2] : register(u10, space2);
   void f(RWBuffer<float> S[3][2]) { S[0][0][0] = S[2][1][0]; } ${MAIN} f(A[2][GI]); }`,
  ['A u10..129,space2'],
  ['%', '%'],
)
placed(
  '4 res-array-global-unbounded',
  `RWBuffer<float> A[] : register(u10, space1); RWBuffer<float> B[][5][4];
   void f(RWBuffer<float> S[4]) { S[0][0] = S[1][0] + S[2][0] + S[3][0]; } ${MAIN} A[100][0] = 1; f(B[2][3]); }`,
  ['A u10..,space1', 'B u0..'],
  ['110', '52', '53', '54', '55'],
)
test('llvm-cases 4 resources-in-structs-errors: arrays in structs need a size', t => {
  const source = `struct A { RWBuffer<float> b; }; struct S { A incompleteArray[]; }; S s; ${MAIN} s.incompleteArray[0].b[0] = 1; }`
  const got = bound(source, 'llvm')
  t.false(got.ok)
  t.deepEqual(got.errors, bound(source, 'dxc').errors)
})
placed(
  '4 CreateHandle-NURI: marked where the index says so, also through arithmetic',
  `RWBuffer<float> A[10] : register(u0); RWBuffer<float> B[10] : register(u10); Buffer<uint> i;
   ${MAIN} A[NonUniformResourceIndex(i[GI])][0] = 1; B[NonUniformResourceIndex(i[0]) * 2 + 1][1] = 2; B[i[3]][2] = 3; }`,
  ['A u0..9', 'B u10..19', 'i t0'],
  ['%', '% nonuniform', '% nonuniform', '0'],
)
oracleTest('dxc', 'llvm-cases 4 PSVResources: one record an array however many elements are used', async t => {
  const { container } = bound(
    `Buffer<float> T[24] : register(t3, space5); RWBuffer<float> U[10] : register(u0); RWBuffer<float> V[] : register(u10);
     struct S { Buffer<float> b[3]; }; S s[2]; ${MAIN} U[1][0] = U[2][0] + T[3][0] + T[4][0] + V[9][0] + V[8][0] + s[1].b[0][0] + s[1].b[2][0]; }`,
    'llvm',
  )
  t.is(await complaint(container), undefined)
  const parts = (
    dumpContainer(container!) as unknown as { parts: { psv?: { resources: Record<string, unknown>[] } }[] }
  ).parts
  const records = parts
    .find(p => p.psv)!
    .psv!.resources.map(r => `${r['type']} ${r['space']} ${r['lower']}..${r['upper'] ?? 'unbounded'}`)
  t.deepEqual(records.sort(), ['SRVTyped 0 0..2', 'SRVTyped 5 3..26', 'UAVTyped 0 0..9', 'UAVTyped 0 10..unbounded'])
})

// ---- 5: resources in structs ---------------------------------------------------------------------------------------------------------

const A = 'struct A { RWBuffer<float> Buf; };'

placed('5 a struct with one resource', `${A} A a : register(u0); ${MAIN} a.Buf[0] = 1; }`, ['a.Buf u0'])
placed(
  '5 an array in a struct is one resource',
  `struct B { RWBuffer<float> Bufs[10]; }; B b : register(u2); ${MAIN} b.Bufs[5][0] = 1; b.Bufs[6][0] = 1; }`,
  ['b.Bufs u2..11'],
  ['7', '8'],
)
placed(
  '5 bases first, named with ::',
  `${A} struct C : A { RWBuffer<float> Buf2; }; C c : register(u3); ${MAIN} c.Buf2[0] = c.Buf[0]; }`,
  ['c.A::Buf u3', 'c.Buf2 u4'],
)
placed(
  '5 several registers, each class counted on its own',
  `${A} struct B { StructuredBuffer<int> SrvBufs[2]; }; struct E : B { }; struct F : E { StructuredBuffer<int> SrvBuf; A a; SamplerState Samp; };
   F f : register(t0) : register(u20) : register(s3); Texture2D<float4> t;
   ${MAIN} f.a.Buf[0] = f.SrvBufs[1][0] + f.SrvBuf[0] + t.SampleLevel(f.Samp, 0, 0).x; }`,
  ['f.E::B::SrvBufs t0..1', 'f.Samp s3', 'f.SrvBuf t2', 'f.a.Buf u20', 't t3'],
)
placed(
  '5 a space on a struct instance; one resource a struct element',
  `${A} A arrayOfA[2] : register(u0, space1); ${MAIN} arrayOfA[0].Buf[0] = arrayOfA[1].Buf[0]; }`,
  ['arrayOfA.0.Buf u0,space1', 'arrayOfA.1.Buf u1,space1'],
)
placed(
  '5 arrays of structs in arrays of structs, row by row',
  `${A} struct G { A multiArray[2][2]; }; G gArray[2] : register(u10, space2);
   ${MAIN} gArray[0].multiArray[0][0].Buf[0] = gArray[0].multiArray[0][1].Buf[0] + gArray[0].multiArray[1][0].Buf[0] + gArray[0].multiArray[1][1].Buf[0];
     gArray[1].multiArray[1][1].Buf[0] = gArray[1].multiArray[1][0].Buf[0] + gArray[1].multiArray[0][1].Buf[0] + gArray[1].multiArray[0][0].Buf[0]; }`,
  [
    'gArray.0.multiArray.0.0.Buf u10,space2',
    'gArray.0.multiArray.0.1.Buf u11,space2',
    'gArray.0.multiArray.1.0.Buf u12,space2',
    'gArray.0.multiArray.1.1.Buf u13,space2',
    'gArray.1.multiArray.0.0.Buf u14,space2',
    'gArray.1.multiArray.0.1.Buf u15,space2',
    'gArray.1.multiArray.1.0.Buf u16,space2',
    'gArray.1.multiArray.1.1.Buf u17,space2',
  ],
)
placed(
  '5 arrays in arrays of structs: one range a struct element',
  `struct B { RWBuffer<float> Bufs[2]; RWStructuredBuffer<int> ManyBufs[2]; }; B bArray[2];
   ${MAIN} bArray[1].ManyBufs[1][0] = bArray[1].ManyBufs[0].IncrementCounter(); bArray[0].Bufs[1][0] = 1; bArray[1].Bufs[GI & 1][1] = 0; }`,
  ['bArray.0.Bufs u0..1', 'bArray.1.Bufs u2..3', 'bArray.1.ManyBufs u4..5'],
)
placed('5 a static struct makes no globals', `${A} static A a; RWBuffer<float> g; ${MAIN} a.Buf = g; a.Buf[0] = 1; }`, [
  'g u0',
])
rejected(
  '5 an index into an array of structs must be constant, as in DXC',
  `${A} A arrayOfA[2]; ${MAIN} arrayOfA[GI].Buf[0] = 1; }`,
  ['Index for resource array inside cbuffer must be a literal expression'],
)
rejected(
  '8 ConstantBufferT: T must not contain resources',
  `struct N { float4 c; RWBuffer<float> t; }; ConstantBuffer<N> n; RWBuffer<float> o; ${MAIN} o[0] = n.c.x; }`,
  ["'N' cannot be used as a type parameter where a struct without resources is required"],
)
placed(
  '8 ConstantBufferT: arrays are one range in the order of declaration',
  `struct N { float4 c; }; ConstantBuffer<N> One; ConstantBuffer<N> CBArray[2]; cbuffer X { float x; } RWBuffer<float> o; ${MAIN} o[0] = CBArray[1].c.x + One.c.y + x; }`,
  ['CBArray b1..2', 'One b0', 'X b3', 'o u0'],
)
for (const [name, source] of [
  ['a struct', 'struct B { RWBuffer<float> Bufs[8]; }; B b : register(u4294967290);'],
  ['an array of structs', 'struct B { RWBuffer<float> Bufs[2]; }; B b[4] : register(u4294967290);'],
  ['an array', 'RWBuffer<float> b[8] : register(u4294967290);'],
] as const)
  rejected(`5 ranges of ${name} past the last register are an error, used or not`, `${source} ${MAIN} }`, [
    'resource b extends past the last register',
  ])

oracleTest('dxc', 'llvm-cases 5 the count in the table is the size of the array', async t => {
  const { container } = bound(`struct B { RWBuffer<float> Bufs[10]; }; B b; ${MAIN} b.Bufs[5][0] = 1; }`, 'llvm')
  const { text } = await (await Dxc.shared()).disassemble(container!)
  t.regex(text, /^; b\.Bufs +UAV +f32 +buf +U0 +u0 +10$/m)
})
