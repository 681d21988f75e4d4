// Inputs for any shader: the tables of DXC's listing say which resources, vertex elements and targets it has, and each gets seeded contents.
// Invariant: the same tables give the same bytes, so that two compilers' containers see one scene.

import { bindingRows } from '../corpus/container_facts.ts'
import { concat, pack } from '../corpus/elements.ts'
import { Seeded } from '../corpus/seeded.ts'
import type { DrawJob, Format, PipelineJob, Resource, Shape, StreamEntry, VertexElement } from '../oracle/d3d12.ts'
import { type SignatureRow, signatureRows } from './listing_facts.ts'

/** What the tables do not say. */
export interface SceneHints {
  /** By bind (`cb0`, `t1`, `u0`): numbers from the start; the rest is seeded. `3i` and `3u` are integers. */
  readonly data: Readonly<Record<string, readonly string[]>>
  /** Bytes of an element of a structured buffer. */
  readonly stride: Readonly<Record<string, number>>
  readonly vertices: number
  readonly instances: number
  readonly topology: NonNullable<DrawJob['topology']>
  /** Slices of the targets. */
  readonly layers: number
  /** So many viewports, side by side. */
  readonly viewports: number
  /** Elements of stream 0 that are written out instead of being drawn. */
  readonly stream: readonly Pick<StreamEntry, 'semantic' | 'index' | 'components'>[]
}

export const NO_HINTS: SceneHints = {
  data: {},
  stride: {},
  vertices: 6,
  instances: 1,
  topology: 'triangles',
  layers: 1,
  viewports: 0,
  stream: [],
}

export const SIZE = 32
const BUFFER_ELEMENTS = 64
/** What 64 threads write past the end of a buffer shows nothing: they have 16 words each. */
const RAW_WORDS = 1024
const CBUFFER_BYTES = 1024
const TEXELS = 16
const SHAPES: Readonly<Record<string, readonly [Shape, depth: number, mips: number]>> = {
  '1d': ['texture1d', 1, 4],
  '1darray': ['texture1darray', 4, 4],
  '2d': ['texture2d', 1, 4],
  '2darray': ['texture2darray', 4, 4],
  '3d': ['texture3d', 16, 1],
  cube: ['texturecube', 6, 4],
  cubearray: ['texturecubearray', 12, 4],
}

const WIDE_FORMAT: Readonly<Record<string, Format>> = {
  f32: 'R32G32B32A32_FLOAT',
  u32: 'R32G32B32A32_UINT',
  i32: 'R32G32B32A32_SINT',
}
const ONE_FORMAT: Readonly<Record<string, Format>> = { f32: 'R32_FLOAT', u32: 'R32_UINT', i32: 'R32_SINT' }

/** Resources of one or more listings; what several name is one. */
export function sceneResources(listings: readonly string[], hints: SceneHints): Resource[] {
  const rows = new Set(listings.flatMap(bindingRows))
  const seen = new Set<string>()
  return [...rows].flatMap(row => {
    const [bind, name, type, format, dim, count] = row.split(' ') as [string, string, string, string, string, string]
    if (seen.has(bind)) return []
    seen.add(bind)
    const place = /^(?:cb|t|u|s)(\d+)(?:,space(\d+))?$/.exec(bind)
    if (!place) throw new Error(`unknown binding ${bind}`)
    const length = count === 'unbounded' ? 4 : Number(count)
    return Array.from({ length }, (_, arrayIndex) => {
      const at = {
        register: Number(place[1]),
        space: Number(place[2] ?? 0),
        arrayIndex,
        ...(count === 'unbounded' ? { unbounded: true } : {}),
      }
      const random = new Seeded(1000 * arrayIndex + [...bind].reduce((sum, c) => 31 * sum + c.charCodeAt(0), 7))
      return { ...at, ...described(bind, name, type, format, dim, hints, random) } as Resource
    })
  })
}

function described(
  bind: string,
  name: string,
  type: string,
  format: string,
  dim: string,
  hints: SceneHints,
  random: Seeded,
): object {
  if (type === 'cbuffer') return { kind: 'cbv', data: contents(CBUFFER_BYTES, 'f32', random, hints.data[bind]) }
  if (type === 'sampler') return samplerOf(name)
  const kind = type === 'UAV' ? 'uav' : 'srv'
  const given = hints.data[bind]
  if (format === 'struct') {
    const stride = hints.stride[bind]
    if (stride === undefined) throw new Error(`${bind} ${name} needs a "stride:" line`)
    const counter = dim === 'r/w+cnt' ? { counter: 0 } : {}
    return {
      kind,
      type: 'structured',
      stride,
      ...counter,
      data: contents(stride * BUFFER_ELEMENTS, 'f32', random, given),
    }
  }
  if (format === 'byte') return { kind, type: 'raw', data: contents(4 * RAW_WORDS, 'f32', random, given) }
  const formats = kind === 'uav' && format !== 'f32' ? ONE_FORMAT : WIDE_FORMAT
  const texel = formats === ONE_FORMAT ? 4 : 16
  if (!(format in formats)) throw new Error(`${bind} ${name}: no texels of ${format}`)
  const common = { kind, format: formats[format] }
  if (dim === 'buf') return { ...common, type: 'typed', data: contents(texel * BUFFER_ELEMENTS, format, random, given) }
  const shape = SHAPES[dim]
  if (!shape) throw new Error(`${bind} ${name}: no ${dim} in a scene`)
  const [view, depth, levels] = shape
  const mips = kind === 'uav' ? 1 : levels
  const size = kind === 'uav' ? SIZE : TEXELS
  const height = dim.startsWith('1d') ? 1 : size
  const data: Uint8Array[] = []
  for (let slice = 0; slice < (view === 'texture3d' ? 1 : depth); slice++)
    for (let mip = 0; mip < mips; mip++) {
      const texels = (size >> mip) * Math.max(1, height >> mip) * (view === 'texture3d' ? depth : 1)
      data.push(contents(texel * texels, format, random, undefined))
    }
  return { ...common, type: view, width: size, height, depth, mips, data: concat(...data) }
}

/** Bytes of numbers: those given, then seeded ones. */
function contents(bytes: number, format: string, random: Seeded, given: readonly string[] = []): Uint8Array {
  const out = new DataView(new ArrayBuffer(Math.max(bytes, 4 * given.length)))
  for (let at = 0; at < out.byteLength; at += 4) {
    const word = given[at / 4]
    if (word !== undefined && /[iu]$/.test(word)) out.setUint32(at, Number(word.slice(0, -1)) >>> 0, true)
    else if (word !== undefined) out.setFloat32(at, Number(word), true)
    else if (format === 'f32') out.setFloat32(at, random.float(0, 1), true)
    else out.setUint32(at, random.int(0, 63), true)
  }
  return new Uint8Array(out.buffer)
}

/** A sampler is what its name says: Point, Clamp, Mirror, Border, Compare. */
function samplerOf(name: string): object {
  return {
    kind: 'sampler',
    filter: /point/i.test(name) ? 'point' : 'linear',
    address: /clamp/i.test(name) ? 'clamp' : /mirror/i.test(name) ? 'mirror' : /border/i.test(name) ? 'border' : 'wrap',
    ...(/compare|shadow/i.test(name) ? { compare: 'lessEqual' } : {}),
    ...(/border/i.test(name) ? { border: [1, 0, 0, 1] } : {}),
  }
}

const CORNERS = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const
const VERTEX_FORMATS: Readonly<Record<string, readonly Format[]>> = {
  float: ['R32_FLOAT', 'R32G32_FLOAT', 'R32G32B32_FLOAT', 'R32G32B32A32_FLOAT'],
  uint: ['R32_UINT', 'R32G32_UINT', 'R32G32B32_UINT', 'R32G32B32A32_UINT'],
  int: ['R32_SINT', 'R32G32_SINT', 'R32G32B32_SINT', 'R32G32B32A32_SINT'],
}
/** Listings say fp16, int16 and uint16 too. */
const kindOf = (format: string): 'float' | 'uint' | 'int' =>
  /^f/.test(format) ? 'float' : /^u/.test(format) ? 'uint' : 'int'
const ELEMENT_BYTES = 16

/** Vertices for the elements without system value: POSITION covers the picture, the rest is seeded; INSTANCE... is one value an instance. */
export function sceneVertices(rows: readonly SignatureRow[], hints: SceneHints): DrawJob['vertices'] {
  const elements = rows.filter(r => r.systemValue === 'NONE')
  if (elements.length === 0) return undefined
  const count = Math.max(hints.vertices, hints.instances)
  const random = new Seeded(count)
  const values = Array.from({ length: count }, (_, v) =>
    elements.map(e => {
      const [x, y] = CORNERS[v % 6]!
      if (/^position$/i.test(e.name) && e.format === 'float')
        return pack('f32', [0.95 * x, 0.95 * y, random.float(0.2, 0.8), 1])
      return kindOf(e.format) === 'float' ? pack('f32', random.floats(4, 0, 1)) : pack('u32', random.ints(4, 0, 7))
    }),
  )
  return {
    data: concat(...values.flat()),
    stride: ELEMENT_BYTES * elements.length,
    elements: elements.map((e, i): VertexElement => {
      const format = VERTEX_FORMATS[kindOf(e.format)]?.[e.components - 1]
      if (!format) throw new Error(`no vertex format for ${e.name} of ${e.components} ${e.format}`)
      const perInstances = /^instance/i.test(e.name) ? { perInstances: 1 } : {}
      return { semantic: e.name, index: e.index, format, offset: ELEMENT_BYTES * i, ...perInstances }
    }),
  }
}

/** Formats of the targets a pixel shader writes, gaps filled. */
export function sceneTargets(rows: readonly SignatureRow[]): { targets: Format[]; depth: boolean } {
  const targets: Format[] = []
  for (const r of rows) {
    if (r.systemValue !== 'TARGET') continue
    while (targets.length < r.index) targets.push('R32G32B32A32_FLOAT')
    targets[r.index] = WIDE_FORMAT[{ float: 'f32', uint: 'u32', int: 'i32' }[kindOf(r.format)]]!
  }
  return { targets, depth: targets.length === 0 || rows.some(r => /DEPTH/.test(r.systemValue)) }
}

/** Bytes of the buffer of a stream. */
const STREAM_BYTES = 8192

function streamOutput({ stream }: SceneHints): Pick<PipelineJob, 'streamOutput'> {
  if (stream.length === 0) return {}
  const entries = stream.map(e => ({ ...e, stream: 0, buffer: 0 }))
  const stride = 4 * stream.reduce((sum, e) => sum + e.components, 0)
  return { streamOutput: { entries, buffers: [{ stride, size: STREAM_BYTES - (STREAM_BYTES % stride) }] } }
}

/** Everything of a draw but the containers. `pixel`: listing of the pixel shader, if there is one; `between`: those of the other stages. */
export function sceneOf(
  vertex: string,
  pixel: string | undefined,
  hints: SceneHints,
  between: readonly string[] = [],
): Omit<PipelineJob, 'vertex' | 'pixel'> {
  const vertices = sceneVertices(signatureRows(vertex, 'Input'), hints)
  const { viewports } = hints
  const width = SIZE / Math.max(1, viewports)
  return {
    resources: sceneResources([vertex, ...between, ...(pixel === undefined ? [] : [pixel])], hints),
    ...(vertices ? { vertices } : {}),
    ...(pixel === undefined ? { targets: [] } : sceneTargets(signatureRows(pixel, 'Output'))),
    width: SIZE,
    height: SIZE,
    layers: hints.layers,
    viewports: Array.from({ length: viewports }, (_, i) => [i * width, 0, width, SIZE] as const),
    ...streamOutput(hints),
    topology: hints.topology,
    vertexCount: hints.vertices,
    instanceCount: hints.instances,
    clear: [0.125, 0.25, 0.5, 1],
  }
}
