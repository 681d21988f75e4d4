// Variables that are copies of large parts of constant buffers: executed against DXC, and no copy is made where numbers lie alike.

import test from 'ava'
import { printModule } from '../../src/ir/text.ts'
import { lowered } from '../lower/lowered.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { checkAgainstDxc } from './against_dxc.ts'

interface Copy {
  readonly title: string
  readonly declarations: string
  readonly main: string
  /** Whether the variable's numbers lie as the buffer's do. */
  readonly isAlike: boolean
}

const PAIR = 'struct P { float4 a; float2 b; float c; float d; };'

const COPIES: readonly Copy[] = [
  {
    title: 'an array of rows as an array of arrays',
    declarations: 'cbuffer C : register(b0) { float4 before; float4 v[96]; } static const float4 rows[32][3] = v;',
    main: 'o.Store4(lane * 16, asuint(rows[lane * 3][lane % 3]));',
    isAlike: true,
  },
  {
    title: 'an array of rows as an array of structs',
    declarations: `${PAIR} cbuffer C : register(b0) { float4 v[80]; } static const P parts[40] = (P[40])v;`,
    main: 'P p = parts[lane * 4]; o.Store4(lane * 16, asuint(float4(p.a.y, p.b.x, p.c, p.d)));',
    isAlike: true,
  },
  {
    title: 'a member of a struct in an array as a local variable',
    declarations: 'struct S { float4 a; float4 v[70]; }; cbuffer C : register(b0) { S s[3]; }',
    main: 'float4 v[70] = s[lane % 3].v; o.Store4(lane * 16, asuint(v[lane * 7]));',
    isAlike: true,
  },
  {
    title: 'matrices of the same orientation',
    declarations:
      'cbuffer C : register(b0) { column_major float3x4 m[24]; } static const column_major float3x4 n[4][6] = m;',
    main: 'o.Store4(lane * 16, asuint(n[lane % 4][lane % 6][lane % 3]));',
    isAlike: true,
  },
  {
    title: 'rows with gaps as scalars without',
    declarations: 'cbuffer C : register(b0) { float3 v[90]; } static const float s[270] = v;',
    main: 'o.Store(lane * 4, asuint(s[lane * 30 + lane]));',
    isAlike: false,
  },
  {
    title: 'other fields over the same numbers',
    declarations:
      'struct A { float2 a; float b; }; struct B { float a; float2 b; }; cbuffer C : register(b0) { A v[90]; } static const B s[90] = (B[90])v;',
    main: 'o.Store3(lane * 12, asuint(float3(s[lane * 9].a, s[lane * 9].b)));',
    isAlike: true,
  },
  {
    title: 'a field that begins a new row',
    declarations:
      'struct A { float2 a; float2 b; }; struct B { float a; float3 b; }; struct D { float3 a; float b[1]; }; cbuffer C : register(b0) { A v[90]; } static const D s[90] = (D[90])v; static const B w[90] = (B[90])v;',
    main: 'o.Store4(lane * 16, asuint(float4(s[lane * 9].b[0], w[lane * 8].b)));',
    isAlike: false,
  },
  {
    title: 'numbers of another type',
    declarations: 'cbuffer C : register(b0) { uint4 v[80]; } static const float4 f[80] = (float4[80])v;',
    main: 'o.Store4(lane * 16, asuint(f[lane * 10]));',
    isAlike: false,
  },
  {
    title: 'an index with an effect, numbers alike',
    declarations: 'struct S { float4 v[70]; }; cbuffer C : register(b0) { S s[3]; }',
    main: 'uint n = lane % 2; float4 v[70] = s[n++].v; o.Store2(lane * 8, uint2(asuint(v[lane * 7].y), n));',
    isAlike: false,
  },
  {
    title: 'an index with an effect, numbers with gaps',
    declarations: 'struct S { float3 v[90]; }; cbuffer C : register(b0) { S s[3]; }',
    main: 'uint n = lane % 2; float v[270] = s[n++].v; o.Store2(lane * 8, uint2(asuint(v[lane * 31]), n));',
    isAlike: false,
  },
  {
    title: 'a copy that is written',
    declarations: 'cbuffer C : register(b0) { float4 v[80]; }',
    main: 'float4 c[80] = v; c[lane * 2] = 1; o.Store4(lane * 16, asuint(c[lane * 3]));',
    isAlike: false,
  },
]
const ENTRY = (main: string): string => `[numthreads(8, 1, 1)] void main(uint lane : SV_GroupIndex) { ${main} }`

for (const { title, declarations, main, isAlike } of COPIES) {
  const source = ['RWByteAddressBuffer o : register(u0);', declarations, ENTRY(main)].join('\n')

  test(`${title}: ${isAlike ? 'no copy' : 'a copy'}`, t => {
    const { module, messages } = lowered(source, { hlslVersion: 2021 })
    t.deepEqual(messages, [])
    const count = printModule(module!).split('\n').length
    if (isAlike) t.true(count < 200, `${count} lines`)
    else t.true(count > 200, `${count} lines`)
  })

  oracleTest(['dxc', 'd3d12'], `${title}: same results as DXC's`, async t => {
    const header = ['// dxilkit-corpus', '// args: -T cs_6_2 -E main -HV 2021', ''].join('\n')
    const { problems, pictures } = await checkAgainstDxc(header + source, title)
    t.deepEqual(problems, [])
    t.true(pictures.length > 0)
  })
}
