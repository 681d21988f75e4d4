// One source through DXC and dxilkit: validity, parts and listing heads, and what running or drawing both containers gives.

import { partOf } from '../corpus/container_facts.ts'
import { D3d12, type Resource } from '../oracle/d3d12.ts'
import { Dxc } from '../oracle/dxc.ts'
import { type SceneHints, sceneOf, sceneResources } from './scene.ts'

/** Compiles with DXC's arguments; the container or the reason why there is none. */
export type CompileOurs = (source: string, args: readonly string[]) => { container?: Uint8Array; messages: string }

export interface Stage {
  readonly ours: Uint8Array
  readonly theirs: Uint8Array
  /** DXC's listing of DXC's container. */
  readonly listing: string
}

const PARTS = ['SFI0', 'ISG1', 'OSG1', 'PSG1', 'PSV0']

const NOTHING = { problems: [], tables: [] }

/**
 * Compiles one stage with both. Problems are what differs or fails; tables is where only the dependency tables differ; without stage nothing
 * can be run.
 */
export async function compileBoth(
  source: string,
  args: readonly string[],
  ours: CompileOurs,
): Promise<{ stage?: Stage; problems: string[]; tables: string[] }> {
  const dxc = await Dxc.shared()
  const label = args.join(' ')
  const reference = await dxc.compile(source, args)
  if (!reference.container) return { ...NOTHING, problems: [`${label}: DXC: ${reference.errors}`] }
  const { container, messages } = ours(source, args)
  if (!container) return { ...NOTHING, problems: [`${label}: ${messages}`] }
  const verdict = await dxc.validate(container)
  if (!verdict.ok || verdict.digest !== 'right')
    return { ...NOTHING, problems: [`${label}: ${verdict.message} digest ${verdict.digest}`] }
  const listing = (await dxc.disassemble(reference.container)).text
  const own = (await dxc.disassemble(container)).text
  const different = PARTS.filter(p => !equal(partOf(container, p), partOf(reference.container!, p)))
  const heads = [head(own), head(listing)] as const
  // Which outputs depend on which inputs follows from the code, which each compiler simplifies in its own way.
  const onlyTables = heads[0] !== heads[1] && withoutTables(heads[0]) === withoutTables(heads[1])
  const hasTables = onlyTables && different.every(p => p === 'PSV0')
  const problems = hasTables ? [] : different.map(p => `${label}: ${p} differs`)
  if (heads[0] !== heads[1] && !hasTables) problems.push(`${label}: ${firstDifference(...heads)}`)
  const tables = hasTables ? [`${label}: ${firstDifference(...heads)}`] : []
  return { stage: { ours: container, theirs: reference.container, listing }, problems, tables }
}

/** The listing up to the code, without the hash. */
const head = (text: string): string =>
  text.slice(0, text.indexOf('target datalayout')).replace(/^; shader hash: .*$/m, '')

const withoutTables = (text: string): string =>
  text.replace(/^; (?: +output \d+ depends on inputs|(?:PC)?Outputs dependent on ViewId): .*\n|^;\n/gm, '')

function firstDifference(ours: string, theirs: string): string {
  const [a, b] = [ours.split('\n'), theirs.split('\n')]
  const at = b.findIndex((line, i) => a[i] !== line)
  return `listing says "${a[at]}" instead of "${b[at]}"`
}

const equal = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Buffer.compare(a, b) === 0)

export interface Picture {
  /** Targets or UAVs of DXC's container. */
  readonly outputs: readonly Uint8Array[]
  readonly isFloat: readonly boolean[]
  readonly problems: string[]
  /** Both containers gave the same bits. */
  readonly exact: boolean
}

/** The stages of a pipeline; without a pixel shader nothing but UAVs and streams is written. */
export interface Stages {
  readonly vertex: Stage
  readonly hull?: Stage | undefined
  readonly domain?: Stage | undefined
  readonly geometry?: Stage | undefined
  readonly pixel?: Stage | undefined
}

const containers = (stages: Stages, whose: 'ours' | 'theirs'): { readonly vertex: Uint8Array } =>
  Object.fromEntries(
    Object.entries(stages as unknown as Readonly<Record<string, Stage | undefined>>).flatMap(([name, stage]) =>
      stage ? [[name, stage[whose]]] : [],
    ),
  ) as { readonly vertex: Uint8Array }

/** Draws with both compilers' containers. */
export async function drawBoth(stages: Stages, hints: SceneHints): Promise<Picture> {
  const gpu = await D3d12.shared()
  const { vertex, pixel, hull, domain, geometry } = stages
  const between = [hull, domain, geometry].flatMap(stage => (stage ? [stage.listing] : []))
  const scene = sceneOf(vertex.listing, pixel?.listing, hints, between)
  const [theirs, ours] = [
    await gpu.runPipeline({ ...scene, ...containers(stages, 'theirs') }),
    await gpu.runPipeline({ ...scene, ...containers(stages, 'ours') }),
  ]
  if (theirs.error !== undefined || ours.error !== undefined)
    return { outputs: [], isFloat: [], problems: [`DXC's: ${theirs.error}; ours: ${ours.error}`], exact: false }
  const floatTargets = scene.targets.map(f => f.endsWith('FLOAT'))
  const isFloat = [...floatTargets, ...(scene.depth ? [true] : []), ...uavKinds(scene.resources), true]
  const outputs = (r: typeof ours): Uint8Array[] => [...r.targets, ...r.uavs.map(u => u.data), ...(r.streams ?? [])]
  return compareOutputs(outputs(ours), outputs(theirs), isFloat)
}

/** Dispatches both. */
export async function dispatchBoth(
  stage: Stage,
  dispatch: readonly [number, number, number],
  hints: SceneHints,
): Promise<Picture> {
  const gpu = await D3d12.shared()
  const resources = sceneResources([stage.listing], hints)
  const [theirs, ours] = [
    await gpu.runCompute({ container: stage.theirs, dispatch, resources }),
    await gpu.runCompute({ container: stage.ours, dispatch, resources }),
  ]
  if (theirs.error !== undefined || ours.error !== undefined)
    return { outputs: [], isFloat: [], problems: [`DXC's: ${theirs.error}; ours: ${ours.error}`], exact: false }
  const outputs = (r: typeof ours): Uint8Array[] => r.uavs.map(u => u.data)
  return compareOutputs(outputs(ours), outputs(theirs), uavKinds(resources))
}

/** Words of buffers without format may be anything: they must be equal, unless both are plain floats near each other. */
const uavKinds = (resources: readonly Resource[]): boolean[] =>
  resources.flatMap(r => (r.kind === 'uav' ? [r.format === undefined || r.format.endsWith('FLOAT')] : []))

/** D3D's operations may differ by an ulp or two each; sums of many by more. */
const TOLERANCE = 2e-4

/** Whether a word may be a float of a shader: 0, infinity, the usual NaN, or above 2^-67. As floats 7 and 9 are both next to 0, and -7 and -9 are both NaN. */
const isPlainFloat = (word: number): boolean => {
  const exponent = (word >>> 23) & 0xff
  return exponent === 0xff ? (word & 0x3fffff) === 0 : word << 1 === 0 || exponent > 60
}

/** Whether two words are floats that differ by rounding. */
export function isNear(one: number, other: number): boolean {
  if (!isPlainFloat(one) || !isPlainFloat(other)) return false
  const [x, y] = new Float32Array(new Uint32Array([one, other]).buffer) as unknown as [number, number]
  if (Number.isNaN(x) && Number.isNaN(y)) return true
  // Everything is within a share of infinity.
  return Number.isFinite(y) && Math.abs(x - y) <= TOLERANCE * Math.max(1, Math.abs(y))
}

function compareOutputs(
  ours: readonly Uint8Array[],
  theirs: readonly Uint8Array[],
  isFloat: readonly boolean[],
): Picture {
  const problems: string[] = []
  let exact = true
  theirs.forEach((want, i) => {
    const got = ours[i]!
    if (equal(got, want)) return
    exact = false
    const [a, b] = [got, want].map(x => new DataView(x.buffer, x.byteOffset, x.byteLength)) as [DataView, DataView]
    let count = 0
    let first = ''
    for (let at = 0; at + 4 <= want.length; at += 4) {
      if (a.getUint32(at, true) === b.getUint32(at, true)) continue
      const [x, y] = [a.getFloat32(at, true), b.getFloat32(at, true)]
      if (isFloat[i] && isNear(a.getUint32(at, true), b.getUint32(at, true))) continue
      if (count++ === 0)
        first = `word ${at / 4}: ${x} instead of ${y} (${a.getUint32(at, true)}, ${b.getUint32(at, true)})`
    }
    if (count > 0) problems.push(`output ${i}: ${count} words differ, ${first}`)
  })
  return { outputs: theirs, isFloat, problems, exact }
}
