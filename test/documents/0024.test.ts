// HLSL working group proposal 0024, implicit resource binding: every example and statement about DXC's behaviour, which is what dxilkit does
// by default. DXC is asked each time; containers are validated. The policies llvm and slang are in 0024_llvm.test.ts and slang.test.ts.

import type { ExecutionContext } from 'ava'
import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import { bind } from '../../src/binding/bind.ts'
import type { BindingRequest } from '../../src/binding/binding.ts'
import { tableOf } from '../bindings/check.ts'
import { partOf } from '../corpus/container_facts.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const MAIN = '[numthreads(4,1,1)] void main'

/** `name register count` of every row; both compilers agree on the whole table and PSV0, and ours validates. */
async function bound(
  t: ExecutionContext,
  source: string,
  expected: readonly string[],
): Promise<Uint8Array | undefined> {
  let first: Uint8Array | undefined
  for (const target of ['cs_6_0', 'cs_6_6']) {
    const dxc = await Dxc.shared()
    const theirs = await dxc.compile(source, ['-T', target, '-E', 'main'])
    const ours = compile(source, { target, entry: 'main' })
    if (!ours.container || !theirs.container) {
      t.fail(`${target}: ${ours.text} ${theirs.errors}`)
      return undefined
    }
    const rows = tableOf(ours.container)
    t.deepEqual(rows, tableOf(theirs.container), target)
    t.deepEqual(partOf(ours.container, 'PSV0'), partOf(theirs.container, 'PSV0'), target)
    t.true((await dxc.validate(ours.container)).ok, target)
    // Wide registers touch the columns beside them.
    const brief = rows.map(row => row.replace(/^(\S+) .*?((?:cb|[tus])\d+(?:,space\d+)?)( ?\w+)$/, '$1 $2$3'))
    t.deepEqual([...brief].sort(), [...expected].sort())
    first ??= ours.container
  }
  return first
}

/** Both refuse, and our messages contain DXC's texts. */
async function refused(t: ExecutionContext, source: string, ...texts: readonly string[]): Promise<void> {
  const theirs = await (await Dxc.shared()).compile(source, ['-T', 'cs_6_0', '-E', 'main'])
  const ours = compile(source, { target: 'cs_6_0', entry: 'main' })
  t.falsy(theirs.container)
  t.falsy(ours.container)
  for (const text of texts) {
    t.true(theirs.errors.includes(text), theirs.errors)
    t.true(ours.text.includes(text), ours.text)
  }
}

oracleTest('dxc', '0024 Introduction: four classes of descriptors, each with registers of its own', async t => {
  const source = `RWBuffer<float4> U : register(u2); Buffer<float4> T : register(t2); cbuffer B : register(b2) { float b; }
    SamplerState S : register(s2); Texture2D Tx : register(t5);
    ${MAIN}() { U[0] = T[0] + b + Tx.SampleLevel(S, 0, 0); }`
  await bound(t, source, ['U u2 1', 'T t2 1', 'B cb2 1', 'S s2 1', 'Tx t5 1'])
})

oracleTest('dxc', '0024 Introduction: the register is the first of a range as long as the array', async t => {
  const source = `RWBuffer<float> A[3][2] : register(u4); RWBuffer<float> B; RWBuffer<float> C[5];
    ${MAIN}(uint i : SV_GroupIndex) { A[i][1][0] = B[0] + C[i][0]; }`
  await bound(t, source, ['A u4 6', 'B u0 1', 'C u10 5'])
})

oracleTest('dxc', '0024 Introduction: the annotation can name a space', async t => {
  const source = `Texture2D<float4> Tx : register(t3, space1); RWBuffer<float4> O; ${MAIN}() { O[0] = Tx.Load(0); }`
  await bound(t, source, ['Tx t3,space1 1', 'O u0 1'])
})

const EXAMPLE_1_1 = `RWBuffer<float> A : register(u0); RWBuffer<float> B; RWBuffer<float> C: register(u2); RWBuffer<float> D;`

oracleTest('dxc', '0024 Example 1.1: simple declarations get the first free register in order', async t => {
  await bound(t, `${EXAMPLE_1_1} ${MAIN}() { A[0] = D[0] + B[0]; }`, ['A u0 1', 'B u1 1', 'D u2 1'])
})

oracleTest('dxc', '0024 Example 1.1: if C is used, D gets u3', async t => {
  await bound(t, `${EXAMPLE_1_1} ${MAIN}() { A[0] = D[0] + B[0] + C[0]; }`, ['A u0 1', 'B u1 1', 'C u2 1', 'D u3 1'])
})

oracleTest('dxc', '0024 Example 1.2: struct members are placed in the order of their uses', async t => {
  const source = `RWBuffer<float> A : register(u0); RWBuffer<float> C: register(u2);
    struct S { RWBuffer<float> B; RWBuffer<float> D; } s; ${MAIN}() { A[0] = s.D[0] + s.B[0]; }`
  await bound(t, source, ['A u0 1', 's.D u1 1', 's.B u2 1'])
})

oracleTest('dxc', '0024 Simple Resource Declarations: the largest register and space are UINT_MAX', async t => {
  const uses = `${MAIN}() { A[0] = 1; }`
  await bound(t, `RWBuffer<float> A : register(u4294967294, space4294967294); ${uses}`, [
    'A u4294967294,space4294967294 1',
  ])
  await refused(
    t,
    `RWBuffer<float> A : register(u4294967296); ${uses}`,
    'register number should be an integral numeric string',
  )
  await refused(
    t,
    `RWBuffer<float> A : register(u0, space4294967296); ${uses}`,
    'space number should be an integral numeric string',
  )
})

oracleTest('dxc', '0024 Simple Resource Declarations: register UINT_MAX itself is none to DXC', async t => {
  await bound(t, `RWBuffer<float> A : register(u4294967295); ${MAIN}() { A[0] = 1; }`, ['A u0 1'])
})

const EXAMPLE_2_1 = `RWBuffer<float> A : register(u2); RWBuffer<float> B[4]; RWBuffer<float> C[2]; RWBuffer<float> D[50] : register(u6);
  RWBuffer<float> E[3];`

oracleTest('dxc', '0024 Example 2.1: arrays get the first range they fit into', async t => {
  await bound(t, `${EXAMPLE_2_1} ${MAIN}() { A[0] = E[2][0] + C[1][0] + B[1][0]; }`, [
    'A u2 1',
    'B u3 4',
    'C u0 2',
    'E u7 3',
  ])
})

oracleTest('dxc', '0024 Constant-size Resource Arrays: one used element reserves the whole range', async t => {
  await bound(t, `RWBuffer<float> A[7]; RWBuffer<float> B; ${MAIN}() { A[6][0] = B[0]; }`, ['A u0 7', 'B u7 1'])
})

oracleTest('dxc', '0024 Constant-size Resource Arrays: an unused array leaves its range to others', async t => {
  await bound(t, `RWBuffer<float> A[7]; RWBuffer<float> B; ${MAIN}() { B[0] = 1; }`, ['B u0 1'])
})

oracleTest(
  'dxc',
  '0024 Example 2.2: elements of arrays in structs are resources of their own, in order of use',
  async t => {
    const source = `struct S { RWBuffer<float> B[4]; RWBuffer<float> C[2]; RWBuffer<float> E[3]; };
    RWBuffer<float> A : register(u2); S s;
    ${MAIN}() { A[0] = s.E[2][0] + s.C[1][0] + s.B[3][0] + s.E[1][0]; }`
    await bound(t, source, ['A u2 1', 's.E.2 u0 1', 's.C.1 u1 1', 's.B.3 u3 1', 's.E.1 u4 1'])
  },
)

oracleTest('dxc', '0024 Example 2.3: explicit registers of arrays in structs are counted, not reserved', async t => {
  const source = `RWBuffer<float> A : register(u0); struct S { RWBuffer<float> D[3]; };
    S s1[2] : register(u0); S s2[2] : register(u1); RWBuffer<float> B;
    [numthreads(1,1,1)] void main() { A[0] = s1[0].D[1][0] + s2[1].D[1][0] + B[0]; }`
  await bound(t, source, ['A u0 1', 's1.0.D.1 u1 1', 's2.1.D.1 u5 1', 'B u2 1'])
})

oracleTest('dxc', '0024 Example 2.4: arrays in structs take no variable index', async t => {
  const body = (inner: string): string => `RWBuffer<float> A[10]; struct S { RWBuffer<float> B[10]; } s;
    ${MAIN}() { for (int i = 0; i < 5; i++) { A[i][0] = 1.0; ${inner} } }`
  await refused(t, body('s.B[i][0] = 1.0;'), 'Index for resource array inside cbuffer must be a literal expression')
  await bound(t, body(''), ['A u0 10'])
})

const EXAMPLE_3 = (
  d: number,
): string => `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C : register(u5);
  RWBuffer<float> D[${d}]; ${MAIN}() { A[0] = D[2][0] + C[0] + B[10][0]; }`

oracleTest('dxc', '0024 Example 3.1: an unbounded array follows the last explicit register', async t => {
  await bound(t, EXAMPLE_3(3), ['A u1 1', 'B u6unbounded', 'C u5 1', 'D u2 3'])
})

oracleTest('dxc', '0024 Example 3.2: an array behind an unbounded one does not fit', async t => {
  await refused(t, EXAMPLE_3(4), 'resource D could not be allocated')
})

oracleTest('dxc', '0024 Unbound Resource Arrays: other spaces are never tried', async t => {
  await refused(
    t,
    `RWBuffer<float> B[]; RWBuffer<float> D; ${MAIN}() { B[1][0] = D[0]; }`,
    'resource D could not be allocated',
  )
})

oracleTest('dxc', '0024 Example 3.3: declared before the unbounded array it fits', async t => {
  const source = `RWBuffer<float> A : register(u1); RWBuffer<float> D[4]; RWBuffer<float> B[]; RWBuffer<float> C : register(u5);
    ${MAIN}() { A[0] = D[2][0] + C[0] + B[10][0]; }`
  await bound(t, source, ['A u1 1', 'D u6 4', 'B u10unbounded', 'C u5 1'])
})

oracleTest('dxc', '0024 Example 3.4: two unbounded arrays in one space', async t => {
  const source = `RWBuffer<float> C[]; RWBuffer<float> D[]; ${MAIN}() { D[10][0] = C[20][2]; }`
  await refused(t, source, 'more than one unbounded resource (C and D) in space 0')
})

oracleTest('dxc', '0024 Unbound Resource Arrays: not in structs', async t => {
  await refused(
    t,
    `struct S { RWBuffer<float> A[]; }; S s; ${MAIN}() { s.A[1][0] = 1; }`,
    'array dimensions of struct/class members must be explicit',
  )
})

oracleTest('dxc', '0024 Example 4.1: other spaces do not matter', async t => {
  const source = `RWBuffer<float> A : register(u0, space1); RWBuffer<float> B[10]; RWBuffer<float> C[5][4] : register(u10, space5);
    RWBuffer<float> D; ${MAIN}() { A[0] = D[0] + C[3][3][0] + B[5][0]; }`
  await bound(t, source, ['A u0,space1 1', 'B u0 10', 'C u10,space5 20', 'D u10 1'])
})

oracleTest('dxc', '0024 Example 5.1: a space alone', async t => {
  const source = `RWBuffer<float> A : register(u1); RWBuffer<float> B[]; RWBuffer<float> C[3] : register(space1);
    RWBuffer<float> D : register(space1); ${MAIN}() { A[0] = C[2][0] + D[0] + B[10][0]; }`
  await bound(t, source, ['A u1 1', 'B u2unbounded', 'C u0,space1 3', 'D u3,space1 1'])
})

oracleTest(
  ['dxc', 'd3d12'],
  '0024 Example 6.1: unused and unreachable resources leave their registers to others',
  async t => {
    const source = `struct S { RWBuffer<float> D; }; RWBuffer<float> A; RWBuffer<float> B[10] : register(u0);
    RWBuffer<float> C : register(u2); S s : register(u5); RWBuffer<float> E[5];
    void foo() { B[2][0] = 1.0; } bool bar(int i) { return i > 10; }
    ${MAIN}(uint3 gi : SV_GROUPID) {
      if (false) { C[0] = 1.0; }
      for (int i = 0; i < 5; i++) {
        if (i > 6) s.D[0] = 1.0;
        if (bar(i)) foo();
        if (bar(gi.x)) A[0] = E[2][i];
      }
    }`
    const container = await bound(t, source, ['A u0 1', 'E u1 5'])
    if (!container) return
    const resources = [0, 1, 2, 3, 4, 5].map(register => ({
      kind: 'uav' as const,
      type: 'typed' as const,
      format: 'R32_FLOAT' as const,
      ...(register === 0 ? { register } : { register: 1, arrayIndex: register - 1 }),
      count: 8,
      data: new Uint8Array(new Float32Array([7, 1, 2, 3, 40 + register, 5, 6, 7]).buffer),
    }))
    const gpu = await D3d12.shared()
    const run = await gpu.runCompute({ container, dispatch: [12, 1, 1], resources } as Parameters<
      typeof gpu.runCompute
    >[0])
    if (run.error === undefined) t.is(new Float32Array(run.uavs[0]!.data.slice(0, 4).buffer)[0], 43)
    else t.log(run.error)
  },
)

oracleTest('dxc', '0024 Unused resources: an explicit register of an unused resource is ignored', async t => {
  await bound(t, `RWBuffer<float> A : register(u0); RWBuffer<float> B; ${MAIN}() { B[0] = 1; }`, ['B u0 1'])
})

oracleTest('dxc', '0024 Unused resources: what no statement of the entry point reaches is unused', async t => {
  const source = `RWBuffer<float> A : register(u0); RWBuffer<float> B; RWBuffer<float> C; void f() { A[0] = C[1]; }
    ${MAIN}() { float x = C[0]; B[0] = 1; return; A[0] = 2; }`
  await bound(t, source, ['B u0 1'])
})

oracleTest('dxc', '0024 Proposed solution: an overlap is an error that names both', async t => {
  const source = `RWBuffer<float> A[10] : register(u0); RWBuffer<float> B[10] : register(u5); RWBuffer<float> C[20] : register(u2);
    ${MAIN}(uint i : SV_GroupIndex) { C[i][1] = A[i][0] + B[i][0]; }`
  await refused(
    t,
    source,
    'resource B at register 5 overlaps with resource A at register 0, space 0',
    'resource C at register 2 overlaps with resource A at register 0, space 0',
  )
  const text = compile(source, { target: 'cs_6_0', entry: 'main' }).text
  t.regex(text, /note: 'A' takes u0 to u9 of space 0/)
})

oracleTest('dxc', '0024 Proposed solution: classes and spaces do not overlap', async t => {
  const source = `RWBuffer<float> A : register(u0); Buffer<float> B : register(t0); RWBuffer<float> C : register(u0, space1);
    ${MAIN}() { A[0] = B[0] + C[0]; }`
  await bound(t, source, ['A u0 1', 'B t0 1', 'C u0,space1 1'])
})

oracleTest('dxc', '0024 Proposed solution: an unused resource cannot overlap', async t => {
  const source = `RWBuffer<float> A : register(u0); RWBuffer<float> B : register(u0); ${MAIN}() { B[0] = 1; }`
  await bound(t, source, ['B u0 1'])
})

const request = (name: string, order: number, more: Partial<BindingRequest>): BindingRequest => ({
  name,
  class: 'uav',
  rangeSize: 1,
  register: undefined,
  space: undefined,
  used: true,
  order,
  parameter: order,
  ...more,
})

test('0024 Analysis of available register spaces: who else is in the way is asked only when two overlap', t => {
  const clash = bind('dxc', [
    request('A', 0, { register: 0, rangeSize: 10 }),
    request('B', 1, { register: 20 }),
    request('C', 2, { register: 5, rangeSize: 30 }),
  ])
  t.deepEqual(
    clash.problems.map(
      p => p.kind === 'overlap' && [p.placement.request.name, p.other.request.name, p.others?.map(o => o.request.name)],
    ),
    [['C', 'A', ['B']]],
  )
  t.deepEqual(bind('dxc', [request('A', 0, { register: 0 }), request('B', 1, { register: 1 })]).problems, [])
})

test('0024 Assign bindings: resources are placed by order id, whatever order they come in', t => {
  const list = [request('C', 7, {}), request('A', 2, { rangeSize: 2 }), request('B', 5, {})]
  const at = (requests: readonly BindingRequest[]) =>
    Object.fromEntries(bind('dxc', requests).placements.map(p => [p.request.name, p.lower]))
  t.deepEqual(at(list), { A: 0, B: 2, C: 3 })
  t.deepEqual(at([...list].reverse()), { A: 0, B: 2, C: 3 })
})

test('0024 Assign bindings: without implicit resources nothing moves', t => {
  const result = bind('dxc', [request('A', 0, { register: 3 }), request('B', 1, { register: 1, space: 2 })])
  t.true(result.placements.every(p => p.how === 'explicit'))
  t.deepEqual(
    result.placements.map(p => [p.space, p.lower]),
    [
      [0, 3],
      [2, 1],
    ],
  )
})

oracleTest('dxc', '0024 (DXC) struct members: order by function, operation and global', async t => {
  const source = `RWBuffer<float> A : register(u0); struct S { RWBuffer<float> B[9]; RWBuffer<int> C; }; S s; S q;
    float h() { return s.B[8][0]; } float f() { return s.B[4][0] + h(); } float g() { return s.B[7][0] + f(); }
    ${MAIN}() { A[0] = q.B[1][0] + s.B[5][0] + s.C[0] + g() + s.B[6][0] + f() + s.B[1][0] + h(); }`
  await bound(t, source, [
    'A u0 1',
    's.B.8 u1 1',
    's.B.4 u2 1',
    's.B.7 u3 1',
    's.C u4 1',
    's.B.5 u5 1',
    's.B.6 u6 1',
    's.B.1 u7 1',
    'q.B.1 u8 1',
  ])
})

oracleTest(
  'dxc',
  '0024 (DXC) struct members: each class is counted on its own, bases and nested structs included',
  async t => {
    const source = `struct Base { Texture2D T; float c; }; struct S : Base { RWBuffer<float> B[2][2]; int k; SamplerState ss; };
    struct O { S s[2]; float q; }; O o : register(u5) : register(t3);
    cbuffer CB : register(b2) { float x; RWBuffer<float> inCB; S ins; float y; }
    ${MAIN}() { o.s[1].B[1][0][0] = o.s[1].T.SampleLevel(o.s[1].ss, 0, 0).x + o.s[1].c + o.q + o.s[0].k + inCB[0] + ins.B[0][1][3] + y + x
      + ins.T.Load(0).x + ins.k; }`
    await bound(t, source, [
      '$Globals cb0 1',
      'CB cb2 1',
      'o.s.1.ss s0 1',
      'o.s.1.Base.T t4 1',
      'ins.Base.T t0 1',
      'o.s.1.B.1.0 u11 1',
      'ins.B.0.1 u0 1',
      'inCB u1 1',
    ])
  },
)

oracleTest('dxc', '0024 (DXC) struct instances take no space', async t => {
  const source = (r: string): string =>
    `struct S { RWBuffer<float> B; }; S s : register(${r}); ${MAIN}() { s.B[0] = 1; }`
  await refused(t, source('u3, space0'), 'register space cannot be specified on global constants.')
  await refused(t, source('space1'), 'register space cannot be specified on global constants.')
  await bound(t, source('u3'), ['s.B u3 1'])
})
