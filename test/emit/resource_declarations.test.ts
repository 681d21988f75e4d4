// Every way to declare a resource: records, symbol types, properties, PSV0 and SFI0 are DXC's, in three modes.

import { compile } from '../../src/api/compile.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { describe, descriptionDifferences } from './described.ts'

type Row = readonly [declaration: string, use: string]

const STRUCTS = `struct S { float4 a; int b; }; struct D { double d; float f; }; struct C { float4 x; float3 y; };
struct CB { float a; double b; float3x3 m; int arr[3]; };
RWBuffer<uint> O : register(u31);`

const ELEMENTS = [
  ...['float', 'float2', 'float3', 'float4', 'int', 'int3', 'uint', 'uint4', 'half', 'half4', 'double', 'double2'],
  ...['int64_t', 'uint64_t2', 'snorm float4', 'unorm float2', 'float1', 'int1', 'bool', 'bool3'],
]
const MIN_PRECISION = ['min16float', 'min16float4', 'min16int2', 'min16uint', 'min10float2']
const NATIVE = ['float16_t', 'float16_t4', 'int16_t2', 'uint16_t', 'half3']

function typedRows(t: string): Row[] {
  const plain = t.replace(/^[su]norm /, '')
  const rows: Row[] = [
    [`Buffer<${t}> A;`, 'O[0] += (uint)A[i].x;'],
    [`RWBuffer<${t}> A;`, `A[i] = (${plain})O[i];`],
    [`RWBuffer<${t}> A;`, 'O[0] += (uint)A[i].x;'],
    [`RWTexture2D<${t}> A;`, `A[uint2(i, 1)] = (${plain})O[i];`],
    [`RWTexture1D<${t}> A;`, 'O[0] += (uint)A[0].x;'],
    [`RWTexture1DArray<${t}> A;`, 'O[0] += (uint)A[uint2(0, 1)].x;'],
    [`RWTexture2DArray<${t}> A;`, 'O[0] += (uint)A[uint3(0, 1, 2)].x;'],
    [`RWTexture3D<${t}> A;`, 'O[0] += (uint)A[uint3(0, 1, 2)].x;'],
    [`Texture2DMS<${t}> A;`, 'O[0] += (uint)A.Load(0, 0).x;'],
    [`Texture2DMS<${t}, 4> A;`, 'O[0] += (uint)A.Load(0, 0).x;'],
    [`Texture2DMSArray<${t}, 8> A;`, 'O[0] += (uint)A.Load(0, 0).x;'],
  ]
  for (const kind of ['Texture1D', 'Texture1DArray', 'Texture2D', 'Texture2DArray', 'Texture3D'])
    rows.push([`${kind}<${t}> A;`, 'O[0] += (uint)A.Load(0).x;'])
  if (/float|half/.test(t))
    for (const kind of ['TextureCube', 'TextureCubeArray'])
      rows.push([`${kind}<${t}> A; SamplerState s;`, 'O[0] += (uint)A.SampleLevel(s, 0, 0).x;'])
  if (t === plain && !t.includes('int64')) rows.push([`StructuredBuffer<${t}> A;`, 'O[0] += (uint)A[i].x;'])
  return rows
}

const ARRAYS = ['', '[4]', '[2][3]', '[]', '[1]']
const OBJECTS: readonly Row[] = [
  ['ByteAddressBuffer', '.Load(4)'],
  ['RWByteAddressBuffer', '.Load(4)'],
  ['Buffer<float4>', '[2].x'],
  ['RWBuffer<int>', '[3]'],
  ['StructuredBuffer<S>', '[1].b'],
  ['RWStructuredBuffer<D>', '[1].f'],
  ['Texture2D', '.Load(0).x'],
  ['RWTexture2D<float>', '[uint2(1, 2)]'],
  ['globallycoherent RWBuffer<uint>', '[1]'],
  ['globallycoherent RWStructuredBuffer<float>', '[1]'],
  ['globallycoherent RWByteAddressBuffer', '.Load(0)'],
  ['globallycoherent RWTexture2D<float4>', '[uint2(0, 0)].x'],
]

function arrayRows(dims: string): Row[] {
  const at = dims === '' ? '' : dims === '[2][3]' ? '[1][i]' : dims === '[1]' ? '[0]' : '[i]'
  return [
    ...OBJECTS.map(([type, read]): Row => [`${type} A${dims};`, `O[0] += (uint)A${at}${read};`]),
    [`SamplerState A${dims}; Texture2D t;`, `O[0] += (uint)t.SampleLevel(A${at}, 0, 0).x;`],
    [`SamplerComparisonState A${dims}; Texture2D t;`, `O[0] += (uint)t.SampleCmpLevelZero(A${at}, 0, 0).x;`],
    ...(dims === '[2][3]'
      ? []
      : ['S.b', 'D.d', 'C.y.y', 'CB.m[1][2]'].flatMap((read): Row[] => {
          const [type, ...path] = read.split('.')
          const use = `O[0] += (uint)A${at}.${path.join('.')};`
          return [
            [`ConstantBuffer<${type}> A${dims};`, use],
            [`TextureBuffer<${type}> A${dims};`, use],
          ]
        })),
  ]
}

const OTHERS: readonly Row[] = [
  ['cbuffer A { float4 x; int y; }', 'O[0] += y;'],
  ['tbuffer A { float4 x; int y; }', 'O[0] += y;'],
  ['float4 x; int y;', 'O[0] += y;'],
  ['AppendStructuredBuffer<S> A;', 'S s; s.a = i; s.b = i; A.Append(s);'],
  ['ConsumeStructuredBuffer<S> A;', 'O[0] += A.Consume().b;'],
  ['AppendStructuredBuffer<float3> A;', 'A.Append(i);'],
  ['RWStructuredBuffer<int> A;', 'O[0] += A.IncrementCounter();'],
  ['RWStructuredBuffer<int> A[2];', 'O[0] += A[1].DecrementCounter();'],
  ['sampler A; Texture2D t;', 'O[0] += (uint)t.SampleLevel(A, 0, 0).x;'],
]
const SINCE_6_6: readonly Row[] = [
  ['RWBuffer<uint64_t> A;', 'uint64_t o; InterlockedAdd(A[0], 1, o); O[0] += (uint)o;'],
  ['RWStructuredBuffer<uint64_t> A;', 'InterlockedAdd(A[0], 1);'],
  ['RWByteAddressBuffer A;', 'A.InterlockedAdd64(0, 1);'],
  ['RWTexture2D<int64_t> A;', 'InterlockedMax(A[uint2(0, 0)], 1);'],
]

const rowsOf = (elements: readonly string[]): Row[] => [
  ...elements.flatMap(typedRows),
  ...ARRAYS.flatMap(arrayRows),
  ...OTHERS,
]

const MODES: readonly (readonly [target: string, native: boolean, rows: readonly Row[]])[] = [
  ['cs_6_0', false, rowsOf([...ELEMENTS, ...MIN_PRECISION])],
  ['cs_6_2', true, rowsOf([...ELEMENTS.filter(e => !e.includes('half')), ...NATIVE])],
  ['cs_6_6', false, [...rowsOf(ELEMENTS), ...SINCE_6_6]],
]

for (const [target, native16Bit, rows] of MODES)
  oracleTest(
    ['dxc', 'dxc-new'],
    `${target}${native16Bit ? ' with 16-bit types' : ''}: ${rows.length} declarations as DXC describes them`,
    async t => {
      const dxc = await Dxc.shared()
      const newest = await Dxc.shared('dxc-new')
      const args = [
        '-T',
        target,
        '-E',
        'main',
        '-validator-version',
        '1.8',
        ...(native16Bit ? ['-enable-16bit-types'] : []),
      ]
      let compared = 0
      for (const [declaration, use] of rows) {
        const hlsl = `${STRUCTS}\n${declaration}\n[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) { ${use} }`
        const ours = compile(hlsl, { target, enable16BitTypes: native16Bit })
        const theirs = await newest.compile(hlsl, args)
        t.is(ours.ok, theirs.ok, `${declaration} ${use}\n${ours.text}\n${theirs.errors}`)
        if (!ours.container || !theirs.container) continue
        const verdict = await dxc.validate(ours.container)
        t.true(verdict.ok, `${declaration} ${use}\n${verdict.message}`)
        const differences = descriptionDifferences(describe(ours.container), describe(theirs.container), [
          ...(['resources', 'entries', 'properties', 'parts'] as const),
        ])
        t.deepEqual(differences, [], `${declaration} ${use}`)
        compared++
      }
      t.true(compared > rows.length * 0.9, `${compared} of ${rows.length} compared`)
    },
  )
