// Bools that go out: those of structs and arrays as the words that they are in memory, which nothing may have written.

import { disassemble } from '../../src/api/disassemble.ts'
import { partOf } from '../corpus/container_facts.ts'
import { both } from '../hlsl/both.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const STRUCT = 'struct O { float4 p : SV_Position; bool3 b : B; bool s : S; bool2 t[2] : T; };'
const PATCH = `struct C { float4 p : P; }; struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; bool3 b : B; bool m[2] : M; bool2x2 n : N; };
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("patch")]
C main(InputPatch<C, 3> c, uint n : SV_OutputControlPointID) { return c[n]; }`

const CASES: Readonly<Record<string, readonly [profile: string, source: string]>> = {
  'a struct that is written in part': [
    'vs_6_0',
    `${STRUCT} O main(uint a : A) { O o; o.p = 1; o.b.y = a > 1; return o; }`,
  ],
  'written on one way': [
    'vs_6_0',
    `${STRUCT} void main(uint a : A, out O o) { o.p = 1; if (a > 1) { o.s = true; o.t[1].x = true; } }`,
  ],
  'parameters of their own': [
    'vs_6_0',
    'void main(uint a : A, out float4 p : SV_Position, out bool2 c : C, out bool d : D, out bool e[2] : E) { p = 1; c.x = a > 1; e[1] = false; }',
  ],
  'a result of its own is written': [
    'vs_6_0',
    'bool4 main(uint a : A) : B { bool4 b; if (a > 1) b.x = true; return b; }',
  ],
  'matrices are written': [
    'vs_6_0',
    'void main(uint a : A, out bool2x2 m : M, out bool1x2 n : N) { if (a > 1) m[0][0] = true; }',
  ],
  'words of a buffer': ['vs_6_0', `${STRUCT} StructuredBuffer<O> k; O main(uint a : A) { return k[a]; }`],
  'words of a buffer, one by one': [
    'vs_6_0',
    `${STRUCT} StructuredBuffer<O> k; void main(uint a : A, out bool3 b : B, out bool s : S) { b = k[a].b; s = k[a].s; }`,
  ],
  'what is appended': [
    'gs_6_0',
    `${STRUCT} [maxvertexcount(3)] void main(point O c[1], inout PointStream<O> s) { O o; o.p = 1; o.b.y = c[0].s; s.Append(o); }`,
  ],
  'patch constants in a struct': [
    'hs_6_0',
    `${PATCH} F patch(InputPatch<C, 3> c) { F f; f.e[0] = f.e[1] = f.e[2] = f.i = 1; f.b.x = c[0].p.x > 1; return f; }`,
  ],
  'patch constants as parameters': [
    'hs_6_0',
    `${PATCH} void patch(out F f, out bool2 q : Q, out bool w : W) { f.e[0] = f.e[1] = f.e[2] = f.i = 1; q.x = true; }`,
  ],
}

for (const [name, [profile, source]] of Object.entries(CASES))
  oracleTest('dxc', `${name}: written, and taken for 0 or 1, where DXC does`, async t => {
    for (const flags of ['', ' -Od']) {
      const { ours, theirs, isValid } = await both(source, `-T ${profile} -E main${flags}`)
      t.true(isValid, ours.text)
      for (const part of ['OSG1', 'PSG1'])
        t.deepEqual(partOf(ours.container!, part), partOf(theirs.container!, part), `${part} ${flags}`)
      const tests = (container: Uint8Array): number =>
        disassemble(container).match(/icmp ne i32 %\d+, 0$/gm)?.length ?? 0
      if (flags === '') t.is(tests(ours.container!), tests(theirs.container!))
    }
  })
