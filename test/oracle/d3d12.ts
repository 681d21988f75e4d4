// Runs containers on a real D3D12 runtime (runner.c: libvkd3d on a software Vulkan driver) and gives UAVs and render targets back.
// Invariant: the runner is resident but every job starts from its own resources; same job, same bytes.
import { join } from 'node:path'
import { missing, ORACLE_DIR } from './available.ts'
import { type ByteReader, ByteWriter } from './frames.ts'
import { OracleError, Resident } from './resident.ts'

/** DXGI_FORMAT numbers (public header values) and bytes per element of the formats a job may name. */
const FORMATS = {
  UNKNOWN: [0, 0],
  R32G32B32A32_FLOAT: [2, 16],
  R32G32B32A32_UINT: [3, 16],
  R32G32B32A32_SINT: [4, 16],
  R32G32B32_FLOAT: [6, 12],
  R32G32B32_UINT: [7, 12],
  R32G32B32_SINT: [8, 12],
  R16G16B16A16_FLOAT: [10, 8],
  R16G16B16A16_UNORM: [11, 8],
  R16G16B16A16_UINT: [12, 8],
  R16G16B16A16_SNORM: [13, 8],
  R16G16B16A16_SINT: [14, 8],
  R32G32_FLOAT: [16, 8],
  R32G32_UINT: [17, 8],
  R32G32_SINT: [18, 8],
  R10G10B10A2_UNORM: [24, 4],
  R10G10B10A2_UINT: [25, 4],
  R11G11B10_FLOAT: [26, 4],
  R8G8B8A8_UNORM: [28, 4],
  R8G8B8A8_UNORM_SRGB: [29, 4],
  R8G8B8A8_UINT: [30, 4],
  R8G8B8A8_SNORM: [31, 4],
  R8G8B8A8_SINT: [32, 4],
  R16G16_FLOAT: [34, 4],
  R16G16_UNORM: [35, 4],
  R16G16_UINT: [36, 4],
  R16G16_SNORM: [37, 4],
  R16G16_SINT: [38, 4],
  R32_FLOAT: [41, 4],
  R32_UINT: [42, 4],
  R32_SINT: [43, 4],
  R8G8_UNORM: [49, 2],
  R8G8_UINT: [50, 2],
  R8G8_SNORM: [51, 2],
  R8G8_SINT: [52, 2],
  R16_FLOAT: [54, 2],
  R16_UNORM: [56, 2],
  R16_UINT: [57, 2],
  R16_SNORM: [58, 2],
  R16_SINT: [59, 2],
  R8_UNORM: [61, 1],
  R8_UINT: [62, 1],
  R8_SNORM: [63, 1],
  R8_SINT: [64, 1],
} as const satisfies Record<string, readonly [number, number]>

export type Format = keyof typeof FORMATS

const SHAPES = {
  typed: 0,
  raw: 1,
  structured: 2,
  texture1d: 3,
  texture1darray: 4,
  texture2d: 5,
  texture2darray: 6,
  texture3d: 7,
  texturecube: 8,
  texturecubearray: 9,
} as const

export type Shape = keyof typeof SHAPES

interface Place {
  readonly register: number
  /** Default 0. */
  readonly space?: number
  /** Index in a resource array declared at `register`; the array's other elements are null descriptors. */
  readonly arrayIndex?: number
  /** The shader declares an unbounded array at `register`. */
  readonly unbounded?: boolean
}

/** A constant buffer; its size is the data's, rounded up to 256 bytes. */
export interface Cbv extends Place {
  readonly kind: 'cbv'
  readonly data: Uint8Array
}

/** A buffer or texture, read-only ('srv') or writable ('uav'). Missing data is zero. */
export interface View extends Place {
  readonly kind: 'srv' | 'uav'
  readonly type: Shape
  /** Elements of typed and textures; not for raw and structured. */
  readonly format?: Format
  /** Structured: bytes per element. */
  readonly stride?: number
  /** Buffers: number of elements (raw: bytes). Default: as many as the data holds. */
  readonly count?: number
  readonly width?: number
  readonly height?: number
  /** 3-D: depth; arrays: number of slices (cubes: faces). Default 1 (cubes 6). */
  readonly depth?: number
  /** Default 1. */
  readonly mips?: number
  /** Textures: for each array slice, for each mip, the rows without padding. */
  readonly data?: Uint8Array
  /** Structured UAV: initial value of its hidden counter; undefined: it has none. */
  readonly counter?: number
}

const ADDRESS = { wrap: 1, mirror: 2, clamp: 3, border: 4, mirrorOnce: 5 } as const
const COMPARE = {
  never: 1,
  less: 2,
  equal: 3,
  lessEqual: 4,
  greater: 5,
  notEqual: 6,
  greaterEqual: 7,
  always: 8,
} as const

export interface Sampler extends Place {
  readonly kind: 'sampler'
  /** All three filters: 'point' (default) or 'linear'. */
  readonly filter?: 'point' | 'linear'
  /** Default 'clamp'. */
  readonly address?: keyof typeof ADDRESS
  /** Makes it a comparison sampler. */
  readonly compare?: keyof typeof COMPARE
  readonly border?: readonly [number, number, number, number]
  readonly lodBias?: number
  readonly minLod?: number
  readonly maxLod?: number
}

export type Resource = Cbv | View | Sampler

export interface ComputeJob {
  /** A signed container; the runtime refuses a wrong digest only where Windows would, so check that with the validator. */
  readonly container: Uint8Array
  /** Numbers of thread groups. */
  readonly dispatch: readonly [number, number, number]
  readonly resources: readonly Resource[]
  /** A cbuffer given as root constants. */
  readonly rootConstants?: { readonly register: number; readonly space?: number; readonly values: Uint32Array }
  /** Default 20 s. */
  readonly timeoutMs?: number
}

/** One element of a vertex; all lie in one buffer. */
export interface VertexElement {
  readonly semantic: string
  readonly index?: number
  readonly format: Format
  /** Bytes from the start of the vertex. */
  readonly offset: number
  /** Instances a value lasts; default 0: one value a vertex. */
  readonly perInstances?: number
}

const TOPOLOGY = {
  points: 1,
  lines: 2,
  lineStrip: 3,
  triangles: 4,
  triangleStrip: 5,
  linesAdjacent: 10,
  lineStripAdjacent: 11,
  trianglesAdjacent: 12,
  triangleStripAdjacent: 13,
} as const
/** Topology of patches of one control point; those of n follow. */
const FIRST_PATCH = 33
/** Format of the depth target: 32-bit float. */
const DEPTH_FORMAT = 40

export interface DrawJob {
  /** Signed containers of the two stages. */
  readonly vertex: Uint8Array
  /** May be left out of a pipeline that only writes streams or UAVs. */
  readonly pixel?: Uint8Array
  /** A number: patches of so many control points. */
  readonly topology?: keyof typeof TOPOLOGY | number
  readonly vertexCount: number
  readonly instanceCount?: number
  readonly vertices?: {
    readonly data: Uint8Array
    readonly stride: number
    readonly elements: readonly VertexElement[]
  }
  readonly width: number
  readonly height: number
  /** Formats of the render targets, SV_Target0 first. */
  readonly targets: readonly Format[]
  /** A depth target that every fragment passes; its contents come last among the targets. */
  readonly depth?: boolean
  readonly clear?: readonly [number, number, number, number]
  readonly resources: readonly Resource[]
  readonly rootConstants?: ComputeJob['rootConstants']
  /** Default 20 s. */
  readonly timeoutMs?: number
}

/** An output that goes to a stream buffer. */
export interface StreamEntry {
  readonly stream: number
  readonly semantic: string
  readonly index?: number
  /** Default 0. */
  readonly firstComponent?: number
  readonly components: number
  /** Number of the buffer. */
  readonly buffer: number
}

/** A drawing with the stages between vertices and pixels. */
export interface PipelineJob extends DrawJob {
  readonly hull?: Uint8Array
  readonly domain?: Uint8Array
  readonly geometry?: Uint8Array
  /** Slices of every target, which SV_RenderTargetArrayIndex picks from; default 1. Contents come slice by slice. */
  readonly layers?: number
  /** [left, top, width, height] each; default: the whole target. */
  readonly viewports?: readonly (readonly [left: number, top: number, width: number, height: number])[]
  readonly streamOutput?: {
    readonly entries: readonly StreamEntry[]
    /** Bytes of a vertex and of the whole buffer. */
    readonly buffers: readonly { readonly stride: number; readonly size: number }[]
    /** The stream that is rasterised; default none. */
    readonly rasterized?: number
  }
}

export interface DrawResult {
  readonly uavs: readonly UavContents[]
  /** Pixels of each target, rows without padding; the depth target last. */
  readonly targets: readonly Uint8Array[]
  /** What was written to each stream buffer. */
  readonly streams?: readonly Uint8Array[]
  /** As in ComputeResult. */
  readonly error?: string
}

export interface UavContents {
  readonly register: number
  readonly space: number
  readonly arrayIndex: number
  readonly data: Uint8Array
  /** The counter's value afterwards, when the job gave it one. */
  readonly counter?: number
}

export interface ComputeResult {
  /** In the order of the job's UAVs; empty on failure. */
  readonly uavs: readonly UavContents[]
  /** Why it did not run: refused by the runtime, crashed, or passed its time limit. */
  readonly error?: string
}

const KINDS = { srv: 0, uav: 1, cbv: 2, sampler: 3 } as const
const REQUEST = { compute: 1, info: 2, draw: 3, pipeline: 4, crash: 6 } as const
const COMPARISON_FILTER = 0x80
const LINEAR_FILTER = 0x15
const MAX_LOD = 3.4e38

/** One resident runner. Any number of callers may use it at once; jobs are queued. */
export class D3d12 {
  readonly #resident: Resident

  private constructor() {
    const root = join(ORACLE_DIR, 'd3d12/root/usr')
    const lib = join(root, 'lib/x86_64-linux-gnu')
    this.#resident = new Resident({
      label: 'the D3D12 runner',
      command: join(lib, 'ld-linux-x86-64.so.2'),
      args: ['--library-path', lib, join(ORACLE_DIR, 'd3d12/runner')],
      cwd: ORACLE_DIR,
      env: {
        VK_DRIVER_FILES: join(root, 'share/vulkan/icd.d/lvp_icd.json'),
        // One worker runs the groups in order, so that atomics and appends come out the same every time.
        LP_NUM_THREADS: '1',
        // Code that runs once is not worth LLVM's optimisations.
        GALLIVM_PERF: 'nopt',
        // Warnings name the unhandled operation; they are shown only when a job fails.
        VKD3D_DEBUG: 'warn',
        VKD3D_SHADER_DEBUG: 'warn',
        MESA_SHADER_CACHE_DISABLE: 'true',
      },
    })
  }

  /** @throws OracleError when the runtime is not set up */
  static async start(): Promise<D3d12> {
    const reason = missing('d3d12')
    if (reason !== undefined) throw new OracleError(reason)
    return new D3d12()
  }

  static #shared: Promise<D3d12> | undefined

  /** The process-wide instance. It never keeps the process alive and dies with it. */
  static shared(): Promise<D3d12> {
    D3d12.#shared ??= D3d12.start()
    return D3d12.#shared
  }

  /** Runs one dispatch. @throws RangeError when the job itself makes no sense */
  async runCompute(job: ComputeJob): Promise<ComputeResult> {
    const payload = writeJob(job)
    try {
      const r = await this.#resident.request(REQUEST.compute, payload, { timeoutMs: job.timeoutMs })
      return { uavs: readUavs(r, job.resources) }
    } catch (e) {
      if (!(e instanceof OracleError)) throw e
      return { uavs: [], error: e.message }
    }
  }

  /** Draws once. @throws RangeError when the job itself makes no sense */
  async runDraw(job: DrawJob): Promise<DrawResult> {
    const payload = writeDraw(job)
    try {
      const r = await this.#resident.request(REQUEST.draw, payload, { timeoutMs: job.timeoutMs })
      const uavs = readUavs(r, job.resources)
      const targets = Array.from({ length: job.targets.length + (job.depth ? 1 : 0) }, () => r.bytes())
      return { uavs, targets }
    } catch (e) {
      if (!(e instanceof OracleError)) throw e
      return { uavs: [], targets: [], error: e.message }
    }
  }

  /** Draws once through a pipeline of any stages. @throws RangeError when the job itself makes no sense */
  async runPipeline(job: PipelineJob): Promise<DrawResult> {
    const payload = writeDraw(job, w => writeStages(w, job))
    try {
      const r = await this.#resident.request(REQUEST.pipeline, payload, { timeoutMs: job.timeoutMs })
      const uavs = readUavs(r, job.resources)
      const targets = Array.from({ length: job.targets.length + (job.depth ? 1 : 0) }, () => r.bytes())
      const streams = (job.streamOutput?.buffers ?? []).map(() => r.bytes())
      return { uavs, targets, streams }
    } catch (e) {
      if (!(e instanceof OracleError)) throw e
      return { uavs: [], targets: [], error: e.message }
    }
  }

  /** What the runtime can do, as one line. */
  async info(): Promise<string> {
    return (await this.#resident.request(REQUEST.info, new ByteWriter())).text()
  }

  /** Makes the runner crash, for the test of the recovery. */
  async crash(): Promise<void> {
    await this.#resident.request(REQUEST.crash, new ByteWriter())
  }

  /** Ends the runner; what was queued fails. */
  close(): void {
    this.#resident.close()
  }
}

function readUavs(r: ByteReader, resources: readonly Resource[]): UavContents[] {
  const uavs: UavContents[] = []
  for (const v of resources) {
    if (v.kind !== 'uav') continue
    const contents = { register: v.register, space: v.space ?? 0, arrayIndex: v.arrayIndex ?? 0, data: r.bytes() }
    const counter = r.u32()
    uavs.push(v.counter === undefined ? contents : { ...contents, counter })
  }
  return uavs
}

function writeJob(job: ComputeJob): ByteWriter {
  const w = new ByteWriter()
  w.bytes(job.container)
  for (const n of job.dispatch) w.u32(n)
  w.u32(job.resources.length)
  for (const r of job.resources) writeResource(w, r)
  writeRanges(w, job.resources)
  const c = job.rootConstants
  w.u32(c?.register ?? 0)
  w.u32(c?.space ?? 0)
  const values = c?.values ?? new Uint32Array()
  w.bytes(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
  return w
}

const NOTHING = new Uint8Array()
/** A stream that is rasterised by no pipeline. */
const NO_STREAM = 0xffffffff

function writeStages(w: ByteWriter, job: PipelineJob): void {
  for (const stage of [job.geometry, job.hull, job.domain]) w.bytes(stage ?? NOTHING)
  w.u32(job.layers ?? 1)
  w.u32(job.viewports?.length ?? 0)
  for (const viewport of job.viewports ?? []) for (const n of viewport) w.f32(n)
  const { entries = [], buffers = [], rasterized = NO_STREAM } = job.streamOutput ?? {}
  w.u32(entries.length)
  for (const e of entries) {
    w.u32(e.stream)
    w.bytes(new TextEncoder().encode(e.semantic))
    for (const v of [e.index ?? 0, e.firstComponent ?? 0, e.components, e.buffer]) w.u32(v)
  }
  w.u32(buffers.length)
  for (const { stride, size } of buffers) {
    w.u32(stride)
    w.u32(size)
  }
  w.u32(rasterized)
}

const topologyNumber = (topology: DrawJob['topology'] = 'triangles'): number =>
  typeof topology === 'number' ? FIRST_PATCH + topology - 1 : TOPOLOGY[topology]

/** @param between writes what a pipeline has in front of the fields of a drawing */
function writeDraw(job: DrawJob, between?: (w: ByteWriter) => void): ByteWriter {
  const { vertex: container, vertexCount, instanceCount = 1, resources, rootConstants } = job
  const base = { container, dispatch: [vertexCount, instanceCount, 0], resources } as const
  const w = writeJob(rootConstants ? { ...base, rootConstants } : base)
  between?.(w)
  w.bytes(job.pixel ?? NOTHING)
  w.u32(topologyNumber(job.topology))
  w.bytes(job.vertices?.data ?? new Uint8Array())
  w.u32(job.vertices?.stride ?? 0)
  w.u32(job.vertices?.elements.length ?? 0)
  for (const e of job.vertices?.elements ?? []) {
    w.bytes(new TextEncoder().encode(e.semantic))
    for (const v of [e.index ?? 0, FORMATS[e.format][0], e.offset, e.perInstances ?? 0]) w.u32(v)
  }
  if (job.targets.length === 0 && !job.depth && !between) throw new RangeError('nothing to draw to')
  w.u32(job.targets.length)
  w.u32(job.depth ? 1 : 0)
  w.u32(job.width)
  w.u32(job.height)
  for (const c of job.clear ?? [0, 0, 0, 0]) w.f32(c)
  for (const format of job.targets) w.u32(FORMATS[format][0])
  if (job.depth) w.u32(DEPTH_FORMAT)
  return w
}

function writeResource(w: ByteWriter, r: Resource): void {
  w.u32(KINDS[r.kind])
  if (r.kind === 'sampler') writeSampler(w, r)
  else if (r.kind === 'cbv') {
    for (const v of [SHAPES.raw, 0, 0, r.data.length, 1, 1, 1, 0, 0]) w.u32(v)
    w.bytes(r.data)
  } else {
    for (const v of viewFields(r)) w.u32(v)
    w.bytes(r.data ?? new Uint8Array())
  }
}

/** shape, format, stride, width, height, depth, mips, has counter, counter */
function viewFields(r: View): number[] {
  const name = `${r.kind} register ${r.register}`
  if (!(r.type in SHAPES)) throw new RangeError(`${name}: unknown type ${r.type}`)
  const [format, bytes] = FORMATS[r.format ?? 'UNKNOWN'] ?? [-1, 0]
  if (format < 0) throw new RangeError(`${name}: unknown format ${r.format}`)
  const shape = SHAPES[r.type]
  const element = r.type === 'raw' ? 1 : r.type === 'structured' ? (r.stride ?? 0) : bytes
  if (element === 0)
    throw new RangeError(`${name}: a ${r.type} needs a ${r.type === 'structured' ? 'stride' : 'format'}`)
  const counter = [r.counter === undefined ? 0 : 1, r.counter ?? 0]
  if (shape <= SHAPES.structured) {
    const count = r.count ?? r.width ?? Math.floor((r.data?.length ?? 0) / element)
    if (count === 0) throw new RangeError(`${name}: neither a count nor data`)
    return [shape, format, element, count, 1, 1, 1, ...counter]
  }
  if (!r.width) throw new RangeError(`${name}: a texture needs a width`)
  const depth = r.depth ?? (r.type.startsWith('texturecube') ? 6 : 1)
  return [shape, format, element, r.width, r.height ?? 1, depth, r.mips ?? 1, ...counter]
}

function writeSampler(w: ByteWriter, s: Sampler): void {
  for (let i = 0; i < 9; i++) w.u32(0) // the fields of a view
  w.u32((s.filter === 'linear' ? LINEAR_FILTER : 0) | (s.compare ? COMPARISON_FILTER : 0))
  for (let i = 0; i < 3; i++) w.u32(ADDRESS[s.address ?? 'clamp'])
  w.f32(s.lodBias ?? 0)
  w.u32(1)
  w.u32(COMPARE[s.compare ?? 'never'])
  for (const c of s.border ?? [0, 0, 0, 0]) w.f32(c)
  w.f32(s.minLod ?? 0)
  w.f32(s.maxLod ?? MAX_LOD)
}

interface Range extends Place {
  readonly kind: keyof typeof KINDS
  readonly views: number[]
}

/** One range per declared register: a single descriptor, or an array filled up with null descriptors (-1). */
function writeRanges(w: ByteWriter, resources: readonly Resource[]): void {
  const ranges = new Map<string, Range>()
  resources.forEach((r, index) => {
    const key = `${r.kind} ${r.space ?? 0} ${r.register}`
    let range = ranges.get(key)
    if (!range) ranges.set(key, (range = { ...r, views: [] }))
    const at = r.arrayIndex ?? 0
    while (range.views.length <= at) range.views.push(-1)
    if (range.views[at] !== -1) throw new RangeError(`${key} index ${at} is given twice`)
    range.views[at] = index
  })
  w.u32(ranges.size)
  for (const r of ranges.values()) {
    w.u32(KINDS[r.kind])
    w.u32(r.register)
    w.u32(r.space ?? 0)
    w.u32(r.unbounded ? 1 : 0)
    w.u32(r.views.length)
    for (const v of r.views) w.u32(v)
  }
}
