// Mesh and amplification entry points of a library: the parts and the runtime data that DXC gives them.

import test from 'ava'
import { compile } from '../../src/api/index.ts'
import { partOf } from '../corpus/container_facts.ts'
import { dxcArgsToOptions } from '../corpus/corpus_options.ts'
import { Dxc } from '../oracle/dxc.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const TYPES = `
struct Vertex { float4 position : SV_Position; float2 uv : UV; };
struct Primitive { uint id : SV_PrimitiveID; };
struct Payload { float3 a; uint b[4]; };
struct Small { uint n; };
`
const MESH = `
[shader("mesh")] [numthreads(32, 1, 1)] [outputtopology("triangle")]
void MeshMain(uint t : SV_GroupIndex, in payload Payload pay, out vertices Vertex v[32], out indices uint3 i[16], out primitives Primitive p[16])
{
    SetMeshOutputCounts(32, 16);
    v[t].position = pay.a.x;
    v[t].uv = t;
    i[t % 16] = t;
    p[t % 16].id = pay.b[t % 4];
}
`
const TASK = `
[shader("amplification")] [numthreads(32, 1, 1)]
void TaskMain(uint t : SV_GroupIndex)
{
    Payload pay;
    pay.a = t;
    pay.b[0] = pay.b[1] = pay.b[2] = pay.b[3] = t;
    DispatchMesh(t, 1, 1, pay);
}
`
const SMALL_TASK = `
groupshared uint swapped[8];
[shader("amplification")] [numthreads(8, 1, 1)]
void SmallTask(uint t : SV_GroupIndex)
{
    swapped[t] = t;
    GroupMemoryBarrierWithGroupSync();
    Small pay;
    pay.n = swapped[t ^ 1];
    DispatchMesh(t, 1, 1, pay);
}
`
const COMPUTE = `
RWBuffer<uint> u;
[shader("compute")] [numthreads(1, 1, 1)] void Compute() { u[0] = 1; }
`

const CASES: readonly (readonly [name: string, source: string, profile: string])[] = [
  ['one mesh shader', TYPES + MESH, 'lib_6_5'],
  ['one amplification shader', TYPES + TASK, 'lib_6_5'],
  ['both and a compute shader', TYPES + MESH + TASK + COMPUTE, 'lib_6_6'],
  ['both and a compute shader of 6.8', TYPES + MESH + TASK + COMPUTE, 'lib_6_8'],
  ['the larger payload first', TYPES + TASK + SMALL_TASK, 'lib_6_6'],
  ['the smaller payload first', TYPES + SMALL_TASK + TASK, 'lib_6_6'],
]

for (const [name, source, profile] of CASES)
  oracleTest('dxc', `a library of ${name}`, async t => {
    const args = ['-T', profile]
    const dxc = await Dxc.shared()
    const theirs = await dxc.compile(source, args)
    const ours = compile(source, dxcArgsToOptions(args))
    t.true(theirs.ok && ours.ok, `${ours.text}${theirs.errors}`)
    for (const part of ['SFI0', 'RDAT'])
      t.deepEqual(partOf(ours.container!, part), partOf(theirs.container!, part), part)
    const verdict = await dxc.validate(ours.container!)
    t.true(verdict.ok, verdict.message)
  })

const REFUSED: readonly (readonly [name: string, source: string, profile: string, code: string])[] = [
  ['before 6.5', TYPES + MESH, 'lib_6_4', 'E3002'],
  ['no group size', TYPES + MESH.replace('[numthreads(32, 1, 1)]', ''), 'lib_6_5', 'E2302'],
  ['no dispatch', TYPES + TASK.replace('DispatchMesh(t, 1, 1, pay);', ''), 'lib_6_5', 'E3074'],
]

for (const [name, source, profile, code] of REFUSED) {
  const ours = () => compile(source, dxcArgsToOptions(['-T', profile]))
  test(`a library is refused: ${name}`, t => {
    t.is(ours().diagnostics.find(d => d.severity === 'error')?.code, code, ours().text)
  })
  oracleTest('dxc', `DXC refuses as well: ${name}`, async t => {
    t.false((await (await Dxc.shared()).compile(source, ['-T', profile])).ok)
  })
}
