// Pipelines with a geometry shader on the D3D12 runtime: layers, viewports, stream output. Every expected value is computed here.
import type { ExecutionContext } from 'ava'
import { D3d12 } from './d3d12.ts'
import { Dxc } from './dxc.ts'
import { oracleTest } from './oracle_test.ts'

async function compiled(t: ExecutionContext, source: string, profile: string): Promise<Uint8Array> {
  const r = await (await Dxc.shared()).compile(source, ['-T', profile, '-E', 'main'])
  t.is(r.errors, '')
  return r.container ?? new Uint8Array()
}

const PIXEL =
  'uint main(float4 at : SV_Position, uint layer : SV_RenderTargetArrayIndex) : SV_Target { return layer + 5; }'
const POINTS = 'float4 main(uint i : SV_VertexID) : PLACE { return float4(i, i + 10, 0, 1); }'

oracleTest('d3d12', 'a geometry shader sends each point to a layer and a viewport of its own', async t => {
  const quad = `struct O { float4 at : SV_Position; uint layer : SV_RenderTargetArrayIndex; uint port : SV_ViewportArrayIndex; };
[maxvertexcount(4)] void main(point float4 p[1] : PLACE, inout TriangleStream<O> s) {
  for (uint i = 0; i < 4; i++) {
    O o = { float4(float(i & 1) * 2 - 1, float(i >> 1) * 2 - 1, 0, 1), uint(p[0].x), uint(p[0].x) };
    s.Append(o);
  }
}`
  const { targets, error } = await (await D3d12.shared()).runPipeline({
    vertex: await compiled(t, POINTS, 'vs_6_0'),
    geometry: await compiled(t, quad, 'gs_6_0'),
    pixel: await compiled(t, PIXEL, 'ps_6_0'),
    topology: 'points',
    vertexCount: 2,
    width: 4,
    height: 1,
    layers: 2,
    viewports: [
      [0, 0, 2, 1],
      [1, 0, 3, 1],
    ],
    targets: ['R32_UINT'],
    resources: [],
  })
  t.is(error, undefined)
  t.deepEqual([...new Uint32Array(targets[0]!.slice().buffer)], [5, 5, 0, 0, 0, 6, 6, 6])
})

oracleTest('d3d12', 'stream output holds what a geometry shader appends, and nothing behind it', async t => {
  const pairs = `struct O { float2 sum : SUM; uint id : ID; };
[maxvertexcount(2)] void main(point float4 p[1] : PLACE, uint id : SV_PrimitiveID, inout PointStream<O> s) {
  for (uint i = 0; i <= id; i++) { O o = { p[0].xy + i, id }; s.Append(o); }
}`
  const { streams, error } = await (await D3d12.shared()).runPipeline({
    vertex: await compiled(t, POINTS, 'vs_6_0'),
    geometry: await compiled(t, pairs, 'gs_6_0'),
    topology: 'points',
    vertexCount: 2,
    width: 1,
    height: 1,
    targets: [],
    resources: [],
    streamOutput: {
      entries: [
        { stream: 0, semantic: 'SUM', components: 2, buffer: 0 },
        { stream: 0, semantic: 'ID', components: 1, buffer: 0 },
      ],
      buffers: [{ stride: 12, size: 120 }],
    },
  })
  t.is(error, undefined)
  const bytes = streams![0]!.slice().buffer
  t.deepEqual(
    [...new Float32Array(bytes)].filter((_, i) => i % 3 < 2),
    [0, 10, 1, 11, 2, 12],
  )
  t.deepEqual(
    [...new Uint32Array(bytes)].filter((_, i) => i % 3 === 2),
    [0, 1, 1],
  )
})
