// LLVM's cases of shader flags and nonuniform indices, in HLSL: flag words and SFI0 compared with DXC's under several validators.

import test from 'ava'
import { compile } from '../../src/api/compile.ts'
import type { CompileOptions } from '../../src/api/options.ts'
import { describe, descriptionDifferences } from '../emit/described.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkCase, program } from './resource_case.ts'

interface FlagCase {
  readonly hlsl: string
  readonly target?: string
  /** Minor versions of validator 1; default the newest. */
  readonly validators?: readonly number[]
  readonly resMayAlias?: boolean
}

const many = (count: number): string => {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const declarations = numbers.map(n => `RWBuffer<uint> U${n};`).join(' ')
  return program(declarations, numbers.map(n => `U${n}[i] = 1;`).join(' '))
}

const VALIDATORS = [5, 6, 7, 8]

const CASES: readonly (readonly [title: string, ...cases: readonly FlagCase[]])[] = [
  ['max-64-uavs: more than eight', ...[8, 9, 64, 65].map((n): FlagCase => ({ hlsl: many(n), validators: VALIDATORS }))],
  [
    'max-64-uavs-array: an array is one UAV up to validator 1.5, then as many as it has',
    ...['8', '9', '64', '65'].map(
      (n): FlagCase => ({ hlsl: program(`RWBuffer<uint> A[${n}];`, 'A[i][0] = 1;'), validators: VALIDATORS }),
    ),
    { hlsl: program('RWBuffer<uint> A[4]; RWBuffer<uint> B[5];', 'A[i][0] = 1; B[i][0] = 1;'), validators: VALIDATORS },
  ],
  [
    'unbounded-uavs-array, overflow-uavs-array: unbounded counts as too many, alone or with others',
    { hlsl: program('RWBuffer<uint> A[];', 'A[i][0] = 1;'), validators: VALIDATORS },
    { hlsl: program('RWBuffer<uint> B; RWBuffer<uint> A[];', 'A[i][0] = 1; B[0] = 1;'), validators: VALIDATORS },
    { hlsl: program('RWBuffer<uint> A[4294967294]; RWBuffer<uint> B;', 'A[i][0] = 1; B[0] = 1;') },
  ],
  [
    'typed-uav-load-additional-formats: loads of more than one component set it, stores and single ones do not',
    { hlsl: program('RWBuffer<float4> A; RWBuffer<float> O;', 'O[0] = A[0].x;') },
    { hlsl: program('RWBuffer<float> A;', 'A[1] = A[0];') },
    { hlsl: program('RWBuffer<float2> A;', 'A[1] = A[0];') },
    { hlsl: program('RWTexture2D<uint4> A;', 'A[uint2(0, 0)] = A[uint2(1, 1)];') },
    { hlsl: program('RWBuffer<float4> A;', 'A[0] = 1;') },
  ],
  [
    'res-may-alias-0: typed UAVs set the flag from 6.7 on, raw and structured SRVs 0x10',
    ...['cs_6_6', 'cs_6_7', 'cs_6_8'].flatMap((target): FlagCase[] => [
      { hlsl: program('RWBuffer<uint> A; RWBuffer<uint> O;', 'O[0] = A[0];'), target },
      {
        hlsl: program('StructuredBuffer<uint> A; ByteAddressBuffer B; RWBuffer<uint> O;', 'O[0] = A[0] + B.Load(0);'),
        target,
      },
      { hlsl: program('RWByteAddressBuffer A;', 'A.Store(0, A.Load(4));'), target, resMayAlias: true },
      { hlsl: program('', 'RWBuffer<uint> a = ResourceDescriptorHeap[0]; a[0] = 1;'), target },
      { hlsl: program('', 'RWBuffer<uint> a = ResourceDescriptorHeap[0]; a[0] = 1;'), target, resMayAlias: true },
    ]),
  ],
  [
    'heap-resources: both heaps have a flag; heap UAVs do not count',
    {
      hlsl: program('RWBuffer<float> O;', 'Texture2D<float> t = ResourceDescriptorHeap[0]; O[0] = t.Load(0);'),
      target: 'cs_6_6',
    },
    {
      hlsl: program(
        'RWBuffer<float> O; Texture2D<float> t;',
        'SamplerState s = SamplerDescriptorHeap[i]; O[0] = t.SampleLevel(s, 0, 0);',
      ),
      target: 'cs_6_6',
    },
    {
      hlsl: program(
        '',
        Array.from({ length: 10 }, (_, n) => `RWBuffer<uint> b${n} = ResourceDescriptorHeap[${n}]; b${n}[0] = i;`).join(
          ' ',
        ),
      ),
      target: 'cs_6_6',
    },
  ],
]

for (const [title, ...cases] of CASES)
  oracleTest('dxc', `llvm-cases 7 ${title}`, async t => {
    const dxc = await Dxc.shared()
    for (const { hlsl, target = 'cs_6_0', validators = [8], resMayAlias = false } of cases)
      for (const minor of validators) {
        const options: CompileOptions = { target, validatorVersion: { major: 1, minor }, resMayAlias }
        const ours = compile(hlsl, options)
        if (!ours.container) return t.fail(ours.text)
        t.true((await dxc.validate(ours.container)).ok, hlsl)
        const args = [
          '-T',
          target,
          '-E',
          'main',
          '-validator-version',
          `1.${minor}`,
          ...(resMayAlias ? ['-res-may-alias'] : []),
        ]
        const theirs = await dxc.compile(hlsl, args)
        if (!theirs.container) return t.fail(theirs.errors)
        const differences = descriptionDifferences(describe(ours.container), describe(theirs.container), [
          'entries',
          'parts',
        ])
        t.deepEqual(differences, [], `${target} 1.${minor} ${hlsl}`)
      }
  })

oracleTest(
  'dxc',
  'llvm-cases 7 res-may-alias-0: where DXC leaves the word out and fails, ours is accepted',
  async t => {
    const dxc = await Dxc.shared()
    const hlsl = program('RWBuffer<uint> A;', 'A[0] = 1;')
    const ours = compile(hlsl, { target: 'cs_6_7', resMayAlias: true })
    t.true(ours.container !== undefined && (await dxc.validate(ours.container)).ok)
    t.false((await dxc.compile(hlsl, ['-T', 'cs_6_7', '-E', 'main', '-res-may-alias'])).ok)
  },
)

// ---- nonuniform indices ----------------------------------------------------------------------------------------------------------------

const ARRAYS =
  'RWBuffer<uint> O : register(u31); Buffer<uint> T[8]; Buffer<uint> V[1] : register(t15); cbuffer C { uint c[4]; }'

/** The nonuniform bit of the handle that createHandle makes of T. */
function nonUniform(index: string): boolean {
  const result = compile(program(ARRAYS, `O[0] = T[${index}][0];`), { target: 'cs_6_0' })
  const calls = describe(result.container!).calls.filter(call => call.includes('createHandle(i32 57, i8 0,'))
  return calls.some(call => call.endsWith('i1 true)'))
}

test('llvm-cases 4 CreateHandle-NURI: directly, through variables and through arithmetic', t => {
  for (const index of [
    'NonUniformResourceIndex(i)',
    'NonUniformResourceIndex(i) + 1',
    'NonUniformResourceIndex(i) * 2',
    'NonUniformResourceIndex(i) % 3',
    'c[0] + NonUniformResourceIndex(i)',
    'i > 2 ? NonUniformResourceIndex(i) : 1',
  ])
    t.true(nonUniform(index), index)
  t.false(nonUniform('i'))
})

test('llvm-cases 4 CreateHandle-NURI: lost through memory, and for a constant', t => {
  t.false(nonUniform('c[NonUniformResourceIndex(i)]'))
  t.false(nonUniform('O[NonUniformResourceIndex(i)]'))
  t.false(nonUniform('NonUniformResourceIndex(3)'))
})

oracleTest(
  'dxc',
  'llvm-cases 4 CreateHandle-NURI: where DXC sees it too, the handles are the same, a range of one among them',
  async t => {
    for (const body of [
      'O[0] = T[NonUniformResourceIndex(i)][0];',
      'uint k = NonUniformResourceIndex(i); O[0] = T[k][0];',
      'uint2 k = uint2(NonUniformResourceIndex(i), 1); O[0] = T[k.x][0];',
      'O[0] = T[(int)NonUniformResourceIndex(i)][0];',
      'O[0] = V[NonUniformResourceIndex(i)][0];',
      'Buffer<uint> t = T[NonUniformResourceIndex(i)]; O[0] = t[1];',
    ])
      for (const target of ['cs_6_0', 'cs_6_6']) await checkCase(t, { hlsl: program(ARRAYS, body), target })
  },
)
