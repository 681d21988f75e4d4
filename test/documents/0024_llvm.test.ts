// Proposal 0024 under LLVM's rules: what it proposes, also where it departs from DXC, and the two phases of its design.

import test from 'ava'
import type { BindingRequest } from '../../src/binding/binding.ts'
import { analyzeBindings, bindLikeLlvm } from '../../src/binding/llvm.ts'
import { LAST_REGISTER } from '../../src/binding/register_space.ts'
import type { ResourceClass } from '../../src/spec/resource_classes.ts'
import { UNBOUNDED } from '../../src/spec/resource_classes.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { bound, complaint, placementText } from './bound.ts'

const MAIN = '[numthreads(4,1,1)] void main() {'

/** Compiles under LLVM's rules, compares the table, validates. */
function example(title: string, source: string, table: readonly string[]): void {
  oracleTest('dxc', title, async t => {
    const got = bound(source, 'llvm')
    t.deepEqual(got.errors, [])
    t.deepEqual(got.table, table)
    t.is(await complaint(got.container), undefined)
  })
}

/** The same, and DXC's table must be the same too: LLVM shall match it here. */
function asDxc(title: string, source: string, table: readonly string[]): void {
  example(title, source, table)
  oracleTest('dxc', `${title} (as DXC)`, async t => {
    const dxc = await Dxc.shared()
    const theirs = await dxc.compile(source, ['-T', 'cs_6_0', '-E', 'main'])
    t.true(theirs.ok, theirs.errors)
    const { text } = await dxc.disassemble(theirs.container!)
    const rows = [
      ...text.matchAll(/^; (\w+) +(?:UAV|texture|cbuffer|sampler) .* ([tusb]\d+)(?:,space(\d+))? *( \d+|unbounded)$/gm),
    ]
    const seen = rows.map(([, name, register, space, count]) => {
      const letter = register![0]!
      const first = Number(register!.slice(1))
      const end = count === 'unbounded' ? '..' : Number(count) > 1 ? `..${first + Number(count) - 1}` : ''
      return `${name} ${letter}${first}${end}${space ? `,space${space}` : ''}`
    })
    t.deepEqual(seen.sort(), [...table])
  })
}

function rejected(title: string, source: string, errors: readonly string[]): void {
  test(title, t => t.deepEqual(bound(source, 'llvm').errors, errors))
}

// ---- declarations at global scope: exactly as DXC ------------------------------------------------------------------------------------

asDxc(
  '0024 Example 1.1: under LLVM too, in order of declaration, the first available register',
  `RWBuffer<float> A : register(u0); RWBuffer<float> B; RWBuffer<float> C: register(u2); RWBuffer<float> D; ${MAIN} A[0] = D[0] + B[0]; }`,
  ['A u0', 'B u1', 'D u2'],
)
asDxc(
  '0024 Example 1.1: under LLVM too, D gets u3 when C is used',
  `RWBuffer<float> A : register(u0); RWBuffer<float> B; RWBuffer<float> C: register(u2); RWBuffer<float> D; ${MAIN} A[0] = D[0] + B[0] + C[0]; }`,
  ['A u0', 'B u1', 'C u2', 'D u3'],
)
asDxc(
  '0024 Example 2.1: under LLVM too, arrays take the first range that fits',
  `RWBuffer<float> A : register(u2); RWBuffer<float> B[4]; RWBuffer<float> C[2]; RWBuffer<float> D[50] : register(u6); RWBuffer<float> E[2];
   ${MAIN} A[0] = E[1][0] + C[1][0] + B[1][0]; }`,
  ['A u2', 'B u3..6', 'C u0..1', 'E u7..8'],
)
asDxc(
  '0024 Example 3.1: under LLVM too, an unbounded array comes behind everything explicit',
  `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C : register(u5); RWBuffer<float> D[3]; ${MAIN} A[0] = D[2][0] + C[0] + B[10][0]; }`,
  ['A u1', 'B u6..', 'C u5', 'D u2..4'],
)
rejected(
  '0024 Example 3.2: under LLVM too, an array behind an unbounded one does not fit',
  `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C : register(u5); RWBuffer<float> D[4]; ${MAIN} A[0] = D[2][0] + C[0] + B[10][0]; }`,
  ['resource D cannot be allocated'],
)
asDxc(
  '0024 Example 3.3: under LLVM too, declared before the unbounded array it fits',
  `RWBuffer<float> A : register(u1); RWBuffer<float> D[4]; RWBuffer<float> B[]; RWBuffer<float> C : register(u5); ${MAIN} A[0] = D[2][0] + C[0] + B[10][0]; }`,
  ['A u1', 'B u10..', 'C u5', 'D u6..9'],
)
rejected(
  '0024 Example 3.4: under LLVM too, two unbounded arrays do not fit one space',
  `RWBuffer<float> C[]; RWBuffer<float> D[]; ${MAIN} D[10][0] = C[20][2]; }`,
  ['resource D cannot be allocated'],
)
asDxc(
  '0024 Example 4.1: under LLVM too, other spaces do not matter to space 0',
  `RWBuffer<float> A : register(u0, space1); RWBuffer<float> B[10]; RWBuffer<float> C[5][4] : register(u10, space5); RWBuffer<float> D;
   ${MAIN} A[0] = D[0] + C[3][3][0] + B[5][0]; }`,
  ['A u0,space1', 'B u0..9', 'C u10..29,space5', 'D u10'],
)
asDxc(
  '0024 Example 5.1: under LLVM too, a space alone is where the range is searched',
  `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C[3] : register(space1); RWBuffer<float> D : register(space1);
   ${MAIN} A[0] = C[2][0] + D[0] + B[10][0]; }`,
  ['A u1', 'B u2..', 'C u0..2,space1', 'D u3,space1'],
)
asDxc(
  '0024 Example 6.1: under LLVM too, unused resources hold nothing, explicit ones neither',
  `struct S { RWBuffer<float> D; }; RWBuffer<float> A; RWBuffer<float> B[10] : register(u0); RWBuffer<float> C : register(u2); S s : register(u5);
   RWBuffer<float> E[5];
   void foo() { B[2][0] = 1.0; }
   bool bar(int i) { return i > 10; }
   [numthreads(4,1,1)] void main(uint3 gi : SV_GROUPID) {
     if (false) { C[0] = 1.0; }
     for (int i = 0; i < 5; i++) {
       if (i > 6) s.D[0] = 1.0;
       if (bar(i)) foo();
       if (bar(gi.x)) A[0] = E[2][i];
     }
   }`,
  ['A u0', 'E u1..5'],
)
example(
  '0024 Simple Resource Declarations: registers and spaces up to UINT_MAX',
  `RWBuffer<float> A : register(u4294967295, space4294967279); RWBuffer<float> B[2] : register(u4294967294); RWBuffer<float> C; ${MAIN} A[0] = B[1][0] + C[0]; }`,
  ['A u4294967295,space4294967279', 'B u4294967294..4294967295', 'C u0'],
)

// ---- where the proposal departs from DXC ---------------------------------------------------------------------------------------------

example(
  '0024 Example 1.2: LLVM binds members in order of declaration, DXC by use',
  `RWBuffer<float> A : register(u0); RWBuffer<float> C: register(u2); struct S { RWBuffer<float> B; RWBuffer<float> D; } s; ${MAIN} A[0] = s.D[0] + s.B[0]; }`,
  ['A u0', 's.B u1', 's.D u2'],
)
example(
  '0024 Example 2.2: LLVM binds arrays in structs as ranges, DXC element by element',
  `struct S { RWBuffer<float> B[4]; RWBuffer<float> C[2]; RWBuffer<float> E[3]; }; RWBuffer<float> A : register(u2); S s;
   ${MAIN} A[0] = s.E[2][0] + s.C[1][0] + s.B[3][0] + s.E[1][0]; }`,
  ['A u2', 's.B u3..6', 's.C u0..1', 's.E u7..9'],
)
rejected(
  '0024 Example 2.3: LLVM reserves the whole array in a struct, which breaks code that overlaps',
  `RWBuffer<float> A : register(u0); struct S { RWBuffer<float> D[3]; }; S s1[2] : register(u0); S s2[2] : register(u1); RWBuffer<float> B;
   [numthreads(1,1,1)] void main() { A[0] = s1[0].D[1][0] + s2[1].D[1][0] + B[0]; }`,
  ['resource A at register 0 overlaps with resource s1.0.D at register 0 in space 0'],
)
example(
  '0024 Example 2.3: LLVM without the overlaps places by instance and index',
  `RWBuffer<float> A : register(u9); struct S { RWBuffer<float> D[3]; }; S s1[2] : register(u0); S s2[2] : register(u1, space1); RWBuffer<float> B;
   [numthreads(1,1,1)] void main() { A[0] = s1[0].D[1][0] + s2[1].D[1][0] + B[0]; }`,
  ['A u9', 'B u3', 's1.0.D u0..2', 's2.1.D u4..6,space1'],
)
example(
  '0024 Example 2.4: LLVM allows dynamic indices into an array in a struct',
  `RWBuffer<float> A[10]; struct S { RWBuffer<float> B[10]; } s; uint n;
   ${MAIN} for (uint i = 0; i < n; i++) { A[i][0] = 1.0; s.B[i][0] = 1.0; } }`,
  ['$Globals b0', 'A u0..9', 's.B u10..19'],
)
rejected(
  '0024 Unbound Resource Arrays: not inside structs',
  `struct S { RWBuffer<float> B[]; } s; ${MAIN} s.B[1][0] = 1.0; }`,
  bound(`struct S { RWBuffer<float> B[]; } s; ${MAIN} s.B[1][0] = 1.0; }`, 'dxc').errors,
)
example(
  '0024 Resources inside structs: order of use does not matter',
  `struct S { RWBuffer<float> a; RWBuffer<float> b[2]; }; S s[2]; ${MAIN} s[1].b[0][0] = s[1].a[0]; s[0].b[1][1] = s[0].a[0]; }`,
  ['s.0.a u0', 's.0.b u1..2', 's.1.a u3', 's.1.b u4..5'],
)

oracleTest(['dxc', 'd3d12'], '0024 Resources inside structs: every element is where the table says', async t => {
  const source = `struct In { StructuredBuffer<uint> b[2]; }; struct S { StructuredBuffer<uint> a; In in2[2]; }; S s[2]; uint k; RWStructuredBuffer<uint> o;
    [numthreads(1,1,1)] void main() {
      o[0] = s[0].a[0]; o[1] = s[1].a[0]; o[2] = s[0].in2[1].b[k][0]; o[3] = s[1].in2[0].b[k + 1][0]; o[4] = s[1].in2[1].b[1][0]; }`
  const { container, table } = bound(source, 'llvm')
  t.deepEqual(table, [
    '$Globals b0',
    'o u0',
    's.0.a t0',
    's.0.in2.1.b t1..2',
    's.1.a t3',
    's.1.in2.0.b t4..5',
    's.1.in2.1.b t6..7',
  ])
  t.is(await complaint(container), undefined)
  const word = (n: number) => new Uint8Array(new Uint32Array([n, 0, 0, 0]).buffer)
  const srv = (register: number, n: number, arrayIndex = 0) =>
    ({ kind: 'srv', type: 'structured', stride: 4, register, arrayIndex, data: word(n) }) as const
  const run = await (await D3d12.shared()).runCompute({
    container: container!,
    dispatch: [1, 1, 1],
    resources: [
      { kind: 'uav', type: 'structured', stride: 4, register: 0, count: 5 },
      { kind: 'cbv', register: 0, data: word(0) },
      srv(0, 10),
      srv(1, 11),
      srv(1, 12, 1),
      srv(3, 13),
      srv(4, 14),
      srv(4, 15, 1),
      srv(6, 16),
      srv(6, 17, 1),
    ],
  })
  t.is(run.error, undefined)
  t.deepEqual([...new Uint32Array(run.uavs[0]!.data.slice().buffer)], [10, 13, 11, 15, 17])
})

// ---- the two phases ------------------------------------------------------------------------------------------------------------------

const request = (
  name: string,
  resourceClass: ResourceClass,
  rangeSize: number,
  register: number | undefined,
  order = 0,
  more: Partial<BindingRequest> = {},
): BindingRequest => ({
  name,
  class: resourceClass,
  rangeSize,
  register,
  space: undefined,
  used: true,
  order,
  parameter: order,
  ...more,
})

test('0024 LLVM Binding Assignment Pass 1: the analysis notes free ranges and whether bindings are implicit or overlap', t => {
  const explicit = [request('A', 'uav', 1, 2), request('B', 'srv', 4, 2, 1)]
  const plain = analyzeBindings(explicit)
  t.false(plain.hasImplicitBinding)
  t.false(plain.hasOverlappingBinding)
  t.is(plain.taken.firstFree('uav', 0, 2), 0)
  t.is(plain.taken.firstFree('uav', 0, 3), 3)
  t.is(plain.taken.firstFree('uav', 1, 3), 0)
  t.true(analyzeBindings([...explicit, request('C', 'uav', 1, undefined, 2)]).hasImplicitBinding)
  t.true(analyzeBindings([...explicit, request('C', 'uav', 3, 0, 2)]).hasOverlappingBinding)
  t.false(analyzeBindings([...explicit, request('C', 'uav', 3, 0, 2, { space: 1 })]).hasOverlappingBinding)
})

test('0024 LLVM Binding Assignment Pass 1: overlaps are named in detail afterwards, only when the flag is set', t => {
  const list = [request('A', 'uav', 10, 0), request('B', 'uav', 10, 5, 1), request('C', 'uav', 1, undefined, 2)]
  const { problems, placements } = bindLikeLlvm(list, {})
  t.deepEqual(
    problems.map(p => p.kind === 'overlap' && [p.placement.request.name, p.other.request.name]),
    [['A', 'B']],
  )
  t.is(placements.find(p => p.request.name === 'C')?.lower, 15)
})

test('0024 LLVM Binding Assignment Pass 2: implicit bindings by order id, whose numbers need not be dense', t => {
  const list = [
    request('late', 'uav', 2, undefined, 900),
    request('early', 'uav', 4, undefined, 7),
    request('fixed', 'uav', 1, 2, 3),
    request('other', 'srv', 1, undefined, 8),
  ]
  const { placements, problems } = bindLikeLlvm(list, {})
  t.deepEqual(problems, [])
  t.deepEqual(placements.map(placementText), ['fixed u2', 'early u3..6', 'other t0', 'late u0..1'])
})

test('0024 LLVM Binding Assignment Pass 2: an unbounded array takes the run of registers that reaches the end', t => {
  const open = bindLikeLlvm([request('A', 'uav', 1, 5), request('B', 'uav', UNBOUNDED, undefined, 1)], {})
  t.deepEqual([open.placements[1]!.lower, open.placements[1]!.upper], [6, LAST_REGISTER])
  const closed = bindLikeLlvm([request('A', 'uav', 1, LAST_REGISTER), request('B', 'uav', UNBOUNDED, undefined, 1)], {})
  t.deepEqual(
    closed.problems.map(p => p.kind),
    ['no-room'],
  )
})

test('0024 LLVM Binding Assignment Pass: unused resources are out before both phases', t => {
  const list = [
    request('A', 'uav', 10, 0, 0, { used: false }),
    request('B', 'uav', 10, 5, 1, { used: false }),
    request('C', 'uav', 1, undefined, 2),
  ]
  const { placements, problems } = bindLikeLlvm(list, {})
  t.deepEqual(problems, [])
  t.deepEqual(placements.map(placementText), ['C u0'])
})
