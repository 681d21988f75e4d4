// [clipplanes] makes clip distances of the position: the same outputs, dependencies and operations as DXC's, and the same complaints.

import { listing } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { oracleTest } from '../oracle/oracle_test.ts'
import { both } from './both.ts'

const operations = (container: Uint8Array): string[] =>
  [...listing(container).matchAll(/@(dx\.op\.(?:dot4|storeOutput|cbufferLoadLegacy)[\w.]*)\(i32/g)]
    .map(m => m[1]!)
    .sort()

const SHADERS: readonly string[] = [
  'float4 p; [clipplanes(p)] float4 main(float4 a : A) : SV_Position { return a * 2; }',
  'float4 p, q; [clipplanes(q, p)] void main(float4 a : A, out float4 o : SV_Position, out float2 t : T) { o = a; t = a.xy; }',
  `struct C { float4 one; float4 two[2]; }; cbuffer B { C c; float4 last; }
struct Out { float3 n : NORMAL; float4 p : SV_Position; float t : T; };
[clipplanes(c.one, last)] Out main(float4 a : A, float3 n : N) { Out o = { n, a, n.x }; if (a.x > 1) o.p.y = 3; return o; }`,
]

oracleTest('dxc', 'planes make clip distances', async t => {
  for (const source of SHADERS) {
    const { ours, theirs, isValid } = await both(source, '-T vs_6_0')
    t.true(ours.ok && theirs.ok && isValid, `${ours.text}\n${theirs.errors}`)
    for (const part of ['OSG1', 'PSV0'])
      t.deepEqual(partOf(ours.container!, part), partOf(theirs.container!, part), `${part}: ${source}`)
    t.deepEqual(operations(ours.container!), operations(theirs.container!), source)
  }
})

const REFUSED: readonly (readonly [arguments_: string, code: string, result: string])[] = [
  ['()', 'E2303', 'SV_Position'],
  ['(p, p, p, p, p, p, p)', 'E2303', 'SV_Position'],
  ['(float4(1, 2, 3, 4))', 'E2326', 'SV_Position'],
  ['(1)', 'E2326', 'SV_Position'],
  ['(q)', 'E2000', 'SV_Position'],
  ['(p)', 'E2327', 'P'],
]

oracleTest('dxc', 'what is no plane, and no position to measure', async t => {
  for (const [args, code, result] of REFUSED) {
    const source = `float4 p;\n[clipplanes${args}] float4 main(float4 a : A) : ${result} { return a; }\n`
    const { ours, theirs } = await both(source, '-T vs_6_0')
    t.false(ours.ok || theirs.ok, args)
    t.deepEqual([ours.diagnostics[0]?.code, ours.diagnostics[0]?.line], [code, 2], args)
    t.regex(theirs.errors, /^x\.hlsl:2:\d+: error: /, args)
  }
})

oracleTest('dxc', 'distances may have any index', async t => {
  for (const semantic of ['SV_ClipDistance', 'SV_CullDistance'])
    for (const index of [0, 1, 2, 3, 7, 15])
      for (const type of ['float', 'float2', 'float4']) {
        const out = `void main(float4 p : P, out float4 q : SV_Position, out ${type} d : ${semantic}${index}) { q = p; d = p.x; }`
        const into = `float4 main(float4 q : SV_Position, ${type} d : ${semantic}${index}) : SV_Target { return d.x; }`
        for (const [source, flags, part] of [
          [out, '-T vs_6_0', 'OSG1'],
          [into, '-T ps_6_0', 'ISG1'],
        ] as const) {
          const { ours, theirs, isValid } = await both(source, flags)
          t.true(ours.ok && theirs.ok && isValid, `${source}\n${ours.text}\n${theirs.errors}`)
          t.deepEqual(partOf(ours.container!, part), partOf(theirs.container!, part), source)
        }
      }
})
