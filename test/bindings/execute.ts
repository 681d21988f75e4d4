// Runs two containers of one program on the D3D12 runtime with every resource of its table bound, and compares what they leave in the UAVs.

import { moduleResources, type ProgramResource } from '../../src/dxil/resources.ts'
import { RESOURCE_KIND } from '../../src/spec/psv_enums.ts'
import { programOf } from '../layouts/facts.ts'
import { D3d12, type Format, type Resource } from '../oracle/d3d12.ts'

/** Elements of arrays that get a descriptor; the generator's constant indices are below. The others are null descriptors. */
const BOUND_ELEMENTS = 6
/** Side of textures, elements of buffers: less than some indices, so that accesses out of bounds happen too. */
const SIDE = 4
const ELEMENTS = 12

const FLOATS: Format = 'R32_FLOAT'
const FORMAT_OF_COMPONENT: Readonly<Record<number, Format>> = { 4: 'R32_SINT', 5: 'R32_UINT', 9: FLOATS }

export type Execution = 'same' | { readonly cannot: string } | { readonly difference: string }

/** @param theirs the container whose runtime errors excuse both: what it cannot run is not compared */
export async function execute(theirs: Uint8Array, mine: Uint8Array): Promise<Execution> {
  const resources = moduleResources(programOf(theirs, 'STAT')).flatMap(views)
  const gpu = await D3d12.shared()
  const job = { dispatch: [1, 1, 1] as const, resources }
  const a = await gpu.runCompute({ container: theirs, ...job })
  if (a.error !== undefined) return { cannot: a.error }
  const b = await gpu.runCompute({ container: mine, ...job })
  if (b.error !== undefined) return { difference: `only ours does not run: ${b.error}` }
  const written = resources.filter(r => r.kind === 'uav')
  for (const [n, { data, counter }] of a.uavs.entries()) {
    const other = b.uavs[n]!
    const place = `u${written[n]!.register}, space${written[n]!.space}, element ${written[n]!.arrayIndex}`
    if (!isClose(data, other.data))
      return { difference: `${place}: DXC ${[...words(data)]}, ours ${[...words(other.data)]}` }
    if (counter !== other.counter) return { difference: `${place}: counter DXC ${counter}, ours ${other.counter}` }
  }
  return 'same'
}

/** Sums of many terms may be rounded in another order. */
const TOLERANCE = 1e-5

function isClose(a: Uint8Array, b: Uint8Array): boolean {
  if (Buffer.compare(a, b) === 0) return true
  const [x, y] = [words(a), words(b)]
  const [p, q] = [new Uint32Array(x.buffer), new Uint32Array(y.buffer)]
  // Negative integers are NaN as floats, and everything is within a share of infinity.
  return x.every((n, i) => p[i] === q[i] || (Number.isFinite(n) && Math.abs(n - y[i]!) <= TOLERANCE * Math.abs(n)))
}

const words = (bytes: Uint8Array): Float32Array => new Float32Array(bytes.slice().buffer)

/** Small whole numbers: sums of them are exact in any order. */
function pattern(bytes: number, seed: number, format: Format): Uint8Array {
  const count = bytes / 4
  const numbers = Array.from({ length: count }, (_, i) => ((i * 7 + seed * 13) % 61) + 1)
  return new Uint8Array((format === FLOATS ? new Float32Array(numbers) : new Int32Array(numbers)).buffer)
}

function views(r: ProgramResource): Resource[] {
  const count = Math.min(r.count ?? BOUND_ELEMENTS, BOUND_ELEMENTS)
  return Array.from({ length: count }, (_, arrayIndex) => view(r, arrayIndex))
}

function view(r: ProgramResource, arrayIndex: number): Resource {
  const place = {
    register: r.lower,
    space: r.space,
    ...(r.count === 1 ? {} : { arrayIndex }),
    ...(r.count === undefined ? { unbounded: true } : {}),
  }
  const seed = r.lower + r.space + arrayIndex
  if (r.class === 'cbv') return { ...place, kind: 'cbv', data: pattern(4096, seed, FLOATS) }
  if (r.class === 'sampler')
    return { ...place, kind: 'sampler', ...(r.samplerKind === 1 ? { compare: 'less' as const } : {}) }
  const kind = r.class
  switch (r.kind) {
    case RESOURCE_KIND.StructuredBuffer: {
      const stride = r.stride!
      const counter = r.hasCounter ? { counter: 3 } : {}
      return { ...place, kind, type: 'structured', stride, data: pattern(stride * ELEMENTS, seed, FLOATS), ...counter }
    }
    case RESOURCE_KIND.RawBuffer:
      return { ...place, kind, type: 'raw', data: pattern(4 * ELEMENTS, seed, FLOATS) }
    case RESOURCE_KIND.TBuffer:
      return { ...place, kind, type: 'typed', format: 'R32G32B32A32_UINT', data: pattern(1024, seed, FLOATS) }
    case RESOURCE_KIND.Texture2D:
      return texture(r, { ...place, kind }, seed, 1)
    case RESOURCE_KIND.Texture3D:
      return texture(r, { ...place, kind }, seed, SIDE)
    case RESOURCE_KIND.TypedBuffer: {
      const format = formatOf(r)
      return { ...place, kind, type: 'typed', format, data: pattern(4 * ELEMENTS, seed, format) }
    }
    default:
      throw new Error(`the generator makes no resource of kind ${r.kind}`)
  }
}

function texture(
  r: ProgramResource,
  place: { readonly kind: 'srv' | 'uav'; readonly register: number; readonly space: number },
  seed: number,
  depth: number,
): Resource {
  const format = formatOf(r)
  const data = pattern(4 * SIDE * SIDE * depth, seed, format)
  return { ...place, type: depth > 1 ? 'texture3d' : 'texture2d', format, width: SIDE, height: SIDE, depth, data }
}

function formatOf({ componentType }: ProgramResource): Format {
  const format = FORMAT_OF_COMPONENT[componentType ?? -1]
  if (!format) throw new Error(`the generator makes no element of component type ${componentType}`)
  return format
}
