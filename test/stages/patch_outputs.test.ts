// Which patch constants a hull shader writes that are undefined: DXC leaves out what nothing writes, but keeps what is copied without a value.

import test from 'ava'
import { partOf } from '../corpus/container_facts.ts'
import { oursAlone } from '../hlsl/both.ts'
import { Dxc } from '../oracle/dxc.ts'

const EDGES = 'f.e[0] = 1; f.e[1] = 2;'
const UNSET = 'C o; o.e[0] = 1; o.e[1] = 2;'
const BODIES: Readonly<Record<string, string>> = {
  'nothing else': EDGES,
  'a copy of a struct without values': `${UNSET} f = o;`,
  'such a copy on one side of a branch': `${UNSET} if (k > 1) f = o; else { ${EDGES} }`,
  'such a copy in a function': 'copied(f);',
  'a function that leaves out the rest': 'edges(f);',
  'a field copied without a value': `C o; f.a = o.a; ${EDGES}`,
  'a vector of which one component has a value': `float4 q; q.x = k; f.a = q; ${EDGES}`,
  'one component written alone': `f.a.x = 1; ${EDGES}`,
  'one element of an array': `f.b[0] = 3; ${EDGES}`,
  'an element that a value chooses': `f.b[uint(k)] = 3; ${EDGES}`,
  'what a condition decides': `${EDGES} if (k > 1) f.a = 4;`,
}

const source = (body: string): string => `float k; struct V { float4 p : SV_Position; };
struct C { float4 a : A; float4 b[2] : B; float e[2] : SV_TessFactor; };
void edges(out C f) { ${EDGES} }
void copied(out C f) { ${UNSET} f = o; }
void Patch(out C f) { ${body} }
[patchconstantfunc("Patch")] [domain("isoline")] [outputcontrolpoints(4)] [partitioning("pow2")] [outputtopology("line")]
V main(InputPatch<V, 6> p, uint i : SV_OutputControlPointID) { V o; o.p = p[i].p; return o; }`

test('undefined patch constants are written where DXC writes them', async t => {
  const dxc = await Dxc.shared()
  for (const [name, body] of Object.entries(BODIES))
    for (const args of ['-T hs_6_0 -E main', '-T hs_6_0 -E main -Od']) {
      const ours = oursAlone(source(body), args)
      const theirs = await dxc.compile(source(body), args.split(' '), { name: 'x.hlsl' })
      t.true((await dxc.validate(ours.container!)).ok, name)
      t.deepEqual(partOf(ours.container!, 'PSG1'), partOf(theirs.container!, 'PSG1'), `${name} ${args}`)
    }
})
