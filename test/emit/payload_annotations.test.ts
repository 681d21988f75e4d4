// What stages do with the fields of payloads, in the metadata that drivers read: of all types that shaders are passed or trace with.

import { compile } from '../../src/api/index.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const SOURCE = `RaytracingAccelerationStructure s; RWBuffer<float2> u;
struct [raypayload] In { float z : write(caller) : read(caller); };
struct [raypayload] A { float2 loc : write(caller) : read(caller); In i; };
struct [raypayload] B { float3 loc : write(caller, miss) : read(caller); };
struct [raypayload] C { float4 loc : write(caller) : read(caller, closesthit); };
struct [raypayload] D { float4 q : write(caller) : read(caller, miss); };
struct [raypayload] E { float4 q : write(caller) : read(caller, anyhit); };
export void f(inout C p) { p.loc.x += 1; }
[shader("closesthit")] void ch(inout B p, BuiltInTriangleIntersectionAttributes a) {
  A q; q.loc = 1; q.i.z = 0;
  TraceRay(s, 0, 0, 0, 0, 0, (RayDesc)0, q); u[0] = q.loc;
}
[shader("callable")] void ca(inout D p) { }
[shader("miss")] void mi(inout E p) { }`

/** Names of the types with the accesses of their fields. */
function payloads(text: string): string[] {
  const nodes = new Map([...text.matchAll(/^(!\d+) = (.*)$/gm)].map(m => [m[1]!, m[2]!]))
  const root = /^!dx\.dxrPayloadAnnotations = !\{(!\d+)\}/m.exec(text)?.[1] ?? ''
  const spelled = (node: string): string => nodes.get(node)!.replace(/!\d+/g, spelled)
  return [...(nodes.get(root) ?? '').matchAll(/%struct\.(\w+) undef, (!\d+)/g)].map(m => `${m[1]} ${spelled(m[2]!)}`)
}

oracleTest('dxc', 'payload types are described as DXC describes them', async t => {
  const dxc = await Dxc.shared()
  for (const target of ['lib_6_7', 'lib_6_8']) {
    const theirs = await dxc.compile(SOURCE, ['-T', target])
    const ours = compile(SOURCE, { target })
    t.true(ours.ok && theirs.ok, ours.text + theirs.errors)
    const expected = payloads((await dxc.disassemble(theirs.container!)).text)
    t.is(expected.length, 6)
    t.deepEqual(payloads((await dxc.disassemble(ours.container!)).text), expected)
  }
})
