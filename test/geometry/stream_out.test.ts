// What our container of corpus/drawn/geometry_stream_out.hlsl writes to a stream, against the particles computed here.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../src/api/index.ts'
import { ROOT } from '../oracle/available.ts'
import { D3d12 } from '../oracle/d3d12.ts'
import { oracleTest } from '../oracle/oracle_test.ts'

const COUNT = 12

/** place x 3, speed x 2, life, kind of each particle that is written. */
function particles(): number[][] {
  const all: number[][] = []
  for (let id = 0; id < COUNT; id++) {
    const speed = [0.25 * id, -1] as const
    const place = [id + speed[0] * 0.5, id * 0.5 - 0.5, 1]
    const kind = id % 3
    const life = 4 - id
    if (life > 0) all.push([...place, ...speed, life, kind])
    if (kind !== 2) continue
    const children = Math.min(Math.floor(id / 2), 4)
    for (let c = 0; c < children; c++) all.push([...place, speed[1] * (c + 1), speed[0] * (c + 1), id, 3 + c])
  }
  return all
}

oracleTest('d3d12', 'particles and their children are what the shader says', async t => {
  const source = readFileSync(join(ROOT, 'corpus/drawn/geometry_stream_out.hlsl'), 'utf8')
  const of = (target: string, entry: string): Uint8Array => {
    const result = compile(source, { target, entry })
    t.true(result.ok, result.text)
    return result.container ?? new Uint8Array()
  }
  const { streams, error } = await (await D3d12.shared()).runPipeline({
    vertex: of('vs_6_0', 'VertexMain'),
    geometry: of('gs_6_0', 'GeometryMain'),
    topology: 'points',
    vertexCount: COUNT,
    width: 1,
    height: 1,
    targets: [],
    resources: [],
    streamOutput: {
      entries: [
        { stream: 0, semantic: 'PLACE', components: 3, buffer: 0 },
        { stream: 0, semantic: 'SPEED', components: 2, buffer: 0 },
        { stream: 0, semantic: 'LIFE', components: 1, buffer: 0 },
        { stream: 0, semantic: 'KIND', components: 1, buffer: 0 },
      ],
      buffers: [{ stride: 28, size: 28 * 64 }],
    },
  })
  t.is(error, undefined)
  const view = new DataView(streams![0]!.slice().buffer)
  const wanted = particles()
  t.is(view.byteLength, 28 * wanted.length)
  const found = wanted.map((_, i) =>
    Array.from({ length: 7 }, (_, c) =>
      c === 6 ? view.getUint32(28 * i + 24, true) : view.getFloat32(28 * i + 4 * c, true),
    ),
  )
  t.deepEqual(found, wanted)
})
