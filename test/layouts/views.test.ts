// Resources among the members of constant buffers, systematically: which of them take room, where, and what packoffset says to them.

import { oracleTest } from '../oracle/oracle_test.ts'
import { check } from './check.ts'

const STRUCTS = `struct S { float a; float3 b; float2 c[3]; };
struct V { Texture2D t; };
struct W { Texture2D t; SamplerState s; float x; };
struct X : W { float y; };
`

const VIEWS = [
  'StructuredBuffer<float>',
  'StructuredBuffer<float3>',
  'StructuredBuffer<min16float>',
  'StructuredBuffer<float4x4>',
  'StructuredBuffer<S>',
  'RWStructuredBuffer<float4>',
  'AppendStructuredBuffer<float2>',
  'ConsumeStructuredBuffer<double2>',
  'Buffer<float4>',
  'ByteAddressBuffer',
  'RWByteAddressBuffer',
  'Texture2D<float4>',
  'Texture2D<float>',
  'Texture2DMS<float4, 4>',
  'TextureCube<float4>',
  'RWTexture2D<float4>',
  'SamplerState',
] as const

/** Declarations around a view, and what main reads. */
const PLACES: readonly (readonly [declarations: string, read: string])[] = [
  ['cbuffer C { float x; VIEW v; float z; }', 'z'],
  ['cbuffer C { float x; VIEW v[2]; float z; }', 'z'],
  ['cbuffer C { float x; VIEW v[2][3]; float2 y; float z; }', 'y.x + z'],
  ['cbuffer C { float z; VIEW v; }', 'z'],
  ['tbuffer C { float x; VIEW v; float z; }', 'z'],
  ['cbuffer C { float x; VIEW v; float z : packoffset(c3); float y; }', 'z + y'],
  ['cbuffer C { float x : packoffset(c2); VIEW v; float z : packoffset(c3); }', 'z'],
  ['struct R { VIEW v; }; cbuffer C { float x; R r; float z; }', 'z'],
  ['struct R { VIEW v; }; float x; R r; float z;', 'z'],
  ['struct R { VIEW v[2]; }; float x; R r; float z;', 'z'],
  ['struct R { VIEW v; float q; }; float x; R r[2]; float z;', 'z + r[1].q'],
  ['struct R { float q; VIEW v; float w; }; float x; R r; float z;', 'z + r.q + r.w'],
  ['struct B { VIEW v; }; struct R : B { float q; }; float x; R r; float z;', 'z + r.q'],
  ['struct B { VIEW v; }; struct R : B { }; cbuffer C { float x; R r; float z; }', 'z'],
  ['struct B { VIEW v; }; struct R { float p; B b; float q; }; float x; R r; float z;', 'z + r.p + r.q'],
  ['VIEW v; float x; float z;', 'z'],
]

const program = (declarations: string, read: string, view: string): string =>
  `${STRUCTS}${declarations.replace('VIEW', view)}
RWByteAddressBuffer o : register(u9);
[numthreads(1, 1, 1)] void main() { o.Store(0, asuint((float)(${read}))); }`

oracleTest('dxc', 'resources in constant buffers leave the room that DXC leaves', async t => {
  for (const view of VIEWS)
    for (const [declarations, read] of PLACES) {
      const source = program(declarations, read, view)
      const { kind, detail } = await check({ source, profile: 'cs_6_0' })
      t.is(kind, 'same', `${source}\n${detail}`)
    }
})

const SECOND = ['c0.y', 'c0.z', 'c0.w', 'c1', 'c1.y', 'c1.z', 'c2', 'c3', 'c4', 'c7'] as const

oracleTest('dxc', 'packoffset finds the clashes with resources that DXC finds', async t => {
  let refused = 0
  for (const view of [...VIEWS, 'V', 'W', 'X'])
    for (const dims of ['', '[2]'])
      for (const offset of SECOND) {
        const declarations = `cbuffer C { ${view} v${dims} : packoffset(c0); float z : packoffset(${offset}); }`
        const source = program(declarations, 'z', view)
        const { kind, detail } = await check({ source, profile: 'cs_6_0' })
        if (kind === 'both-refuse') refused++
        else t.is(kind, 'same', `${source}\n${detail}`)
      }
  t.true(refused > 40, `${refused} clashes`)
})
